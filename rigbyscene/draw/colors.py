"""Background colours as people write them and as pictures hold them."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from numbers import Real
from typing import cast

import numpy as np
from PIL import ImageColor

from rigbyscene.errors import UsageError, nearest_name

Rgba = tuple[int, int, int, int]
"""Straight red, green, blue, alpha, 0 to 255."""

_RGBA = re.compile(r"rgba\(\s*(\d{1,3})\s*,\s*(\d{1,3})\s*,\s*(\d{1,3})\s*,\s*(\d|\d?\.\d+)\s*\)")

TRANSPARENT: Rgba = (0, 0, 0, 0)
BLACK: Rgba = (0, 0, 0, 255)


def checked_color(color: str | Sequence[int], name: str) -> Rgba:
    """A background as `parse_background` reads it, or as red, green, blue and, unless it is opaque, alpha, 0 to 255.

    UsageError about the scene called `name` for anything else.
    """
    if isinstance(color, str):
        return parse_background(color, "background")
    parts = tuple(color) if isinstance(color, Iterable) else ()
    if len(parts) not in (3, 4) or not all(isinstance(c, Real) and 0 <= c <= 255 for c in parts):
        remedy = "give a text such as '#ff8000', or red, green, blue and alpha, each 0 to 255"
        raise UsageError.single("bad-color", name, "background", f"{color!r} is not a colour", remedy)
    red, green, blue, alpha = map(int, (*parts, 255)[:4])
    return red, green, blue, alpha


def parse_background(text: str, argument: str = "--background") -> Rgba:
    """A colour name (``teal``, ``transparent``), ``#rgb``, ``#rrggbb``, ``#rrggbbaa`` (the ``#`` may be left out),
    ``rgb(...)``, ``rgba(...)`` with alpha 0 to 1, or ``hsl(...)``. UsageError, naming `argument`, for anything else.

    >>> parse_background("#ff8000"), parse_background("00000080"), parse_background("transparent")
    ((255, 128, 0, 255), (0, 0, 0, 128), (0, 0, 0, 0))
    """
    name = text.strip().lower()
    if name in ("transparent", "none"):
        return TRANSPARENT
    rgba = _RGBA.fullmatch(name)
    if rgba is not None and all(int(c) <= 255 for c in rgba.groups()[:3]) and float(rgba[4]) <= 1.0:
        return int(rgba[1]), int(rgba[2]), int(rgba[3]), round(float(rgba[4]) * 255)
    is_bare_hex = len(name) in (3, 4, 6, 8) and all(c in "0123456789abcdef" for c in name)
    try:
        color = ImageColor.getcolor(f"#{name}" if is_bare_hex else name, "RGBA")
    except ValueError:
        raise UsageError.single(
            "bad-color",
            argument,
            "",
            f"{text!r} is not a colour",
            "give a name such as teal, digits such as #ff8000, rgb(r, g, b), rgba(r, g, b, a) or hsl(h, s%, l%)",
            nearest_name(name, ImageColor.colormap),
        ) from None
    return cast("Rgba", color)


def premultiplied_word(color: Rgba) -> np.uint32:
    """A straight RGBA colour, 0 to 255, as the packed premultiplied word that pictures are made of."""
    red, green, blue, alpha = (min(max(int(c), 0), 255) for c in color)
    r, g, b = ((c * alpha + 127) // 255 for c in (red, green, blue))
    return np.uint32(r | g << 8 | b << 16 | alpha << 24)
