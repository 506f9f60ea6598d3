"""Background colours as people write them and as pictures hold them."""

from __future__ import annotations

from typing import cast

import numpy as np
from PIL import ImageColor

from rigbyscene.errors import UsageError, nearest_name

Rgba = tuple[int, int, int, int]
"""Straight red, green, blue, alpha, 0 to 255."""

TRANSPARENT: Rgba = (0, 0, 0, 0)
BLACK: Rgba = (0, 0, 0, 255)


def parse_background(text: str) -> Rgba:
    """A colour name (``teal``, ``transparent``), ``#rgb``, ``#rrggbb``, ``#rrggbbaa`` (the ``#`` may be left out),
    ``rgb(...)`` or ``hsl(...)``. UsageError for anything else.

    >>> parse_background("#ff8000"), parse_background("00000080"), parse_background("transparent")
    ((255, 128, 0, 255), (0, 0, 0, 128), (0, 0, 0, 0))
    """
    name = text.strip().lower()
    if name in ("transparent", "none"):
        return TRANSPARENT
    is_bare_hex = len(name) in (3, 4, 6, 8) and all(c in "0123456789abcdef" for c in name)
    try:
        color = ImageColor.getcolor(f"#{name}" if is_bare_hex else name, "RGBA")
    except ValueError:
        raise UsageError.single(
            "bad-color",
            "--background",
            "",
            f"{text!r} is not a colour",
            "give a name such as white or teal, or hexadecimal digits such as #ff8000",
            nearest_name(name, ImageColor.colormap),
        ) from None
    return cast("Rgba", color)


def premultiplied_word(color: Rgba) -> np.uint32:
    """A straight RGBA colour, 0 to 255, as the packed premultiplied word that pictures are made of."""
    red, green, blue, alpha = (min(max(int(c), 0), 255) for c in color)
    r, g, b = ((c * alpha + 127) // 255 for c in (red, green, blue))
    return np.uint32(r | g << 8 | b << 16 | alpha << 24)
