"""Saffron's head: ears, face, and the eyes, mouths and brows that change."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from studio.arrays import Knot, Points
from studio.canvas import Canvas, blur
from studio.clay import Finish, LitCanvas, model
from studio.colour import mix, rgb
from studio.shapes import closed, ellipse, moved, ribbon, turned

from . import palette as p
from .saffron_coat import CREAM, FUR, SOCK, dipped, hairs

EYE_CENTRES = ((66.0, 119.0), (98.5, 120.0))
MOUTH_CENTRE = (112.0, 96.0)
NEAR_EAR, FAR_EAR = ((45.0, 140.0), (30.0, 188.0)), ((86.0, 144.0), (96.0, 190.0))


def ear(c: LitCanvas, root: tuple[float, float], tip: tuple[float, float], width: float, far: bool) -> None:
    """Ear from the middle of its root to its tip; drawn behind the head, which covers the root."""
    dx, dy = tip[0] - root[0], tip[1] - root[1]
    length, angle = float(np.hypot(dx, dy)), float(np.degrees(np.arctan2(dy, dx)))

    def placed(knots: list[Knot]) -> Points:
        shape = closed([(k[0] * length, k[1] * width, *k[2:]) for k in knots])
        return moved(turned(shape, angle), *root)

    mask = c.mask(
        placed(
            [(-0.25, 0.45), (0.25, 0.52), (0.68, 0.27), (1.0, 0.0, 0.15), (0.72, -0.25), (0.25, -0.52), (-0.25, -0.5)]
        )
    )
    model(c, mask, FUR)
    hollow = placed([(-0.2, 0.22), (0.25, 0.26), (0.80, 0.0, 0.3), (0.30, -0.30), (-0.2, -0.30)])
    c.tint(blur(c.mask(hollow), 3), mix(p.FUR_SHADE, p.CREAM_SHADE, 0.45), 0.9)
    tuft = placed(
        [(-0.2, 0.10), (0.10, 0.16), (0.46, 0.02, 0.1), (0.30, -0.05), (0.38, -0.16, 0.1), (0.06, -0.22), (-0.2, -0.25)]
    )
    c.tint(blur(c.mask(tuft), 1.2), p.CREAM, 0.85)
    dipped(
        c,
        mask,
        placed(
            [
                (0.62, 0.7),
                (0.58, 0.2, 0.2),
                (0.70, 0.06, 0.2),
                (0.60, -0.12, 0.2),
                (0.64, -0.7),
                (1.3, -0.7),
                (1.3, 0.7),
            ]
        ),
        SOCK,
    )
    if far:
        c.shade((0.88, 0.84, 0.92))


def head(c: LitCanvas) -> None:
    skull = closed(
        [
            (33, 114),
            (32, 126),
            (38, 143),
            (52, 154),
            (72, 158),
            (92, 152),
            (104, 139),
            (108, 124),
            (112, 116),
            (121, 110),
            (126, 103),
            (122, 95),
            (110, 89),
            (94, 84),
            (80, 81),
            (71, 73, 0.05),
            (63, 80),
            (50, 72, 0.05),
            (45, 82),
            (27, 77, 0.05),
            (29, 88),
            (11, 89, 0.05),
            (19, 99),
            (5, 105, 0.05),
            (21, 111),
        ]
    )
    mask = c.mask(skull)
    model(c, mask, FUR)
    mask_line = closed(
        [
            (0, 112),
            (20, 109),
            (36, 113),
            (46, 123),
            (57, 129),
            (70, 121, 0.6),
            (76, 111),
            (86, 108),
            (96, 112, 0.6),
            (102, 124),
            (110, 121),
            (132, 112),
            (132, 66),
            (0, 66),
        ]
    )
    dipped(c, mask, mask_line, CREAM, 1.4)
    blaze = closed([(74, 156), (79, 138), (83, 118), (87, 110), (89, 118), (88, 138), (84, 156)])
    c.tint(blur(c.mask(blaze), 5) * mask, p.FUR_LIGHT, 0.35)
    muzzle = c.mask(
        closed([(86, 103), (94, 111), (108, 113), (121, 108), (126, 101), (121, 94), (108, 89), (94, 90), (87, 96)])
    )
    layer = c.layer()
    model(layer, muzzle, CREAM)
    layer.keep(blur(muzzle, 3))
    c.over(layer)
    c.tint(blur(c.mask(ellipse(50, 103, 9, 5.5)), 7) * mask, rgb("ff8f86"), 0.45)
    c.tint(blur(c.mask(ellipse(92, 106, 5, 4)), 6) * mask, rgb("ff8f86"), 0.30)
    nose = c.mask(closed([(113, 111), (120, 113.5), (127, 109.5), (127, 104), (121, 101.5), (115, 105)]))
    model(c, nose, Finish(p.EYE_DARK, p.SOCK_SHADE, p.SOCK_LIGHT, gloss=0.8))
    for dx, dy in ((100, 99), (105, 102), (103, 96)):
        c.tint(c.mask(ellipse(dx, dy, 0.9, 0.9)), p.CREAM_SHADE, 0.8)
    roots = [(28.0, 98.0, 200.0), (40.0, 92.0, 235.0), (54.0, 86.0, 255.0), (70.0, 86.0, 270.0)]
    hairs(c, roots, 9, p.CREAM_SHADE, 0.6)
    hairs(c, [(60, 146, 95), (72, 149, 88), (84, 145, 82)], 9, p.FUR_LIGHT, 0.6)


def _eye(c: Canvas, rx: float, ry: float) -> None:
    c.paint(c.mask(ellipse(0, 0, rx, ry, 4)), p.EYE_DARK)
    iris = c.mask(ellipse(0.4, -0.8, rx * 0.80, ry * 0.80, 4))
    _, y = c.grid()
    up = np.clip((y + ry * 0.7) / (ry * 1.3), 0, 1)[..., None]
    c.tint(iris, np.asarray(rgb("f0a24a"), np.float32) * (1 - up) + np.asarray(rgb("6a2f3c"), np.float32) * up, 0.95)
    c.tint(c.mask(ellipse(0.8, 0.2, rx * 0.46, ry * 0.52, 4)), p.EYE_DARK)
    c.paint(c.mask(ellipse(rx * 0.34, ry * 0.40, rx * 0.32, ry * 0.28)), (1.0, 1.0, 1.0))
    c.paint(c.mask(ellipse(-rx * 0.36, -ry * 0.42, rx * 0.16, ry * 0.13)), (1.0, 1.0, 1.0), 0.75)


def _lash(c: Canvas, knots: list[Knot], width: float) -> None:
    c.paint(c.mask(ribbon(knots, [width * 0.35, width, width * 0.45])), p.EYE_DARK)


def _mouth(c: Canvas, knots: list[Knot]) -> None:
    c.paint(c.mask(ribbon(knots, [1.4, 2.2, 1.9, 1.2])), p.SOCK_SHADE)


def _open_mouth(c: Canvas) -> None:
    c.paint(c.mask(closed([(8, 4), (3, 1.5), (-6, 1), (-10, 3, 0.2), (-6, -5), (1, -7.5), (7, -3)])), rgb("5a1f3c"))
    c.paint(c.mask(closed([(-5, -3), (0, -2), (5, -3), (1, -7)])), rgb("e0707a"))


def _brow(c: Canvas) -> None:
    c.paint(c.mask(ribbon([(-6, -1.5), (0, 1.4), (6, -0.5)], [1.6, 4.2, 1.6])), p.CREAM)


FACES: dict[str, Callable[[Canvas], None]] = {
    "eye_near_open": lambda c: _eye(c, 9.6, 12.6),
    "eye_far_open": lambda c: _eye(c, 7.2, 11.6),
    "eye_near_closed": lambda c: _lash(c, [(-10, 1), (-2, -3.4), (9.5, -0.5)], 3.6),
    "eye_far_closed": lambda c: _lash(c, [(-7, 0.5), (0, -3.0), (6.5, 0.5)], 3.4),
    "eye_near_happy": lambda c: _lash(c, [(-10.5, -4), (-5, 3.4), (1, 4.8), (6, 2), (10, -4)], 4.0),
    "eye_far_happy": lambda c: _lash(c, [(-7, -3.5), (-3, 3.4), (1, 4.2), (4, 2), (7, -3.5)], 3.8),
    "mouth_calm": lambda c: _mouth(c, [(8, 5), (7, 0.5), (0, -2), (-10, 1.5)]),
    "mouth_smile": lambda c: _mouth(c, [(8, 5), (7, 0), (-1, -3.4), (-12, 3.5)]),
    "mouth_open": _open_mouth,
    "mouth_worried": lambda c: _mouth(c, [(8, 5), (6, 1), (-1, 0.6), (-9, -3)]),
    "brow": _brow,
}
