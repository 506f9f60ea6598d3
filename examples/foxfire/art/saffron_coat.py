"""Saffron's coat: fur, cream and socks, and the single hairs that break them up."""

from __future__ import annotations

import numpy as np

from studio.arrays import Floats, Points
from studio.canvas import Canvas, blur
from studio.clay import Finish, LitCanvas, model
from studio.colour import Rgb
from studio.shapes import ribbon, turned

from . import palette as p

FUR = Finish(p.FUR_SHADE, p.FUR, p.FUR_LIGHT, p.MOONLIGHT, 0.5)
CREAM = Finish(p.CREAM_SHADE, p.CREAM, p.CREAM_LIGHT, p.MOONLIGHT, 0.25, 0.0, 0.8)
SOCK = Finish(p.SOCK_SHADE, p.SOCK, p.SOCK_LIGHT, p.MOONLIGHT, 0.45)


def dipped(c: LitCanvas, mask: Floats, region: Points, finish: Finish, soft_px: float = 1.6) -> None:
    """Paint the part of `mask` within `region` in another coat, with a soft border like fur."""
    layer = c.layer()
    model(layer, mask, finish)
    layer.keep(blur(c.mask(region), soft_px))
    c.over(layer)


def hairs(c: Canvas, roots: list[tuple[float, float, float]], length: float, colour: Rgb, opacity: float) -> None:
    """Single hairs from (x, y) along an angle in degrees, to break up smooth fur."""
    for x, y, angle in roots:
        tip = turned(np.array([(length, 0.0), (length * 0.55, length * 0.10)]), angle) + np.array((x, y))
        hair = ribbon([(x, y), (tip[1, 0], tip[1, 1]), (tip[0, 0], tip[0, 1])], [0.6, 1.9, 0.4])
        area = c.window(x - length, y - length, x + length, y + length)
        area.tint(area.mask(hair), colour, opacity)
