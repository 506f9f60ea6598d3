"""What the window's parts look like: rectangles and colours. Lengths are in points; a point is `scale` pixels."""

from __future__ import annotations

from typing import NamedTuple

Color = int
"""Straight red, green, blue, alpha, a byte each, red lowest."""


def rgba(digits: str, alpha: float = 1.0) -> Color:
    """A colour from six hexadecimal digits and an alpha of 0 to 1.

    >>> hex(rgba("102030")), hex(rgba("102030", 0.5))
    ('0xff302010', '0x80302010')
    """
    red, green, blue = bytes.fromhex(digits)
    return red | green << 8 | blue << 16 | round(alpha * 255) << 24


class Rect(NamedTuple):
    """A rectangle in pixels of the framebuffer, y down, `x`, `y` its upper left corner."""

    x: float
    y: float
    width: float
    height: float

    @property
    def right(self) -> float:
        return self.x + self.width

    @property
    def bottom(self) -> float:
        return self.y + self.height

    @property
    def middle(self) -> float:
        """The y of its middle."""
        return self.y + self.height / 2

    def contains(self, x: float, y: float) -> bool:
        """Whether a point lies inside; left and upper edges belong to it.

        >>> Rect(0, 0, 10, 5).contains(0, 4.9), Rect(0, 0, 10, 5).contains(10, 1)
        (True, False)
        """
        return self.x <= x < self.right and self.y <= y < self.bottom

    def shrunk(self, by: float) -> Rect:
        """The rectangle that is `by` inside on all sides."""
        return Rect(self.x + by, self.y + by, max(self.width - 2 * by, 0.0), max(self.height - 2 * by, 0.0))


SURROUND = rgba("17191d")
"""Beside the picture."""
BAR = rgba("1f2227")
BAR_EDGE = rgba("0f1113")
ROW = rgba("25292f")
ROW_OTHER = rgba("22262b")
GUTTER = rgba("1c1f24")
RULE = rgba("3a4049")
TEXT = rgba("dfe3e8")
TEXT_DIM = rgba("8f98a3")
TEXT_FAINT = rgba("636c77")
ACCENT = rgba("f2b45c")
"""The playhead and what is switched on."""
HOVER = rgba("ffffff", 0.08)
PRESSED = rgba("ffffff", 0.16)
PANEL = rgba("191c20", 0.93)
PANEL_EDGE = rgba("3a4049")
SHADE = rgba("000000", 0.45)
ERROR = rgba("ff7b72")
WARNING = rgba("f2cc60")
EVENT = rgba("9be3c0")

CLIP_COLORS = tuple(rgba(d) for d in ("4a6fa5", "4f8a6b", "8a6a9e", "a3704f", "4d8a94", "96743f", "7d7f45", "9a5a68"))
"""One after another for the animations of a scene."""

STAGE_CLIP = rgba("565c6a")

BONE_COLORS = tuple(rgba(d, 0.95) for d in ("7fd0ff", "ffb86b", "a5e887", "ff8fa3", "c3a6ff", "ffe074"))
"""One after another: the stage, then the actors."""


def with_alpha(color: Color, alpha: float) -> Color:
    """`color` with its alpha multiplied."""
    return color & 0xFFFFFF | round((color >> 24) * alpha) << 24
