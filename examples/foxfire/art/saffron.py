"""Saffron, the fox, drawn in parts as she stands, feet at y = 0, facing right and a little towards us."""

from __future__ import annotations

import numpy as np

from studio.arrays import Knot, Points
from studio.canvas import Canvas, Picture
from studio.clay import LitCanvas, model
from studio.colour import Rgb
from studio.shapes import closed, ribbon

from . import palette as p
from .saffron_coat import CREAM, FUR, SOCK, dipped, hairs
from .saffron_head import EYE_CENTRES, FACES, FAR_EAR, MOUTH_CENTRE, NEAR_EAR, ear, head

__all__ = ["EYE_CENTRES", "FAR_EAR", "MOUTH_CENTRE", "NEAR_EAR", "TAIL_JOINTS", "parts"]

SCALE = 3.0
LAMP_FROM = (0.85, 0.40, 0.42)
LAMP_COLOUR: Rgb = (1.0, 1.0, 1.0)
FAR_SIDE: Rgb = (0.66, 0.56, 0.76)

TAIL_ROOT, TAIL_SIZE = (-40.0, 60.0), 1.16


def _tail_point(x: float, y: float) -> tuple[float, float]:
    return TAIL_ROOT[0] + (x - TAIL_ROOT[0]) * TAIL_SIZE, TAIL_ROOT[1] + (y - TAIL_ROOT[1]) * TAIL_SIZE


TAIL_JOINTS = tuple(
    _tail_point(x, y) for x, y in ((-40, 60), (-62, 52), (-87, 54), (-112, 66), (-134, 84), (-153, 103), (-178, 120))
)


def parts() -> dict[str, Picture]:
    """All of Saffron's pictures by name; NAME_lit is what the lamp adds to NAME."""
    out: dict[str, Picture] = {}
    for name, bounds, draw in (
        ("tail", (-220, 20, -26, 152), _tail),
        ("haunch_far", (-46, 24, 12, 86), lambda c: _thigh(c, -22)),
        ("shin_far", (-50, 4, 4, 52), lambda c: _shin(c, -22)),
        ("hindpaw_far", (-46, -4, 8, 30), lambda c: _hind_paw(c, -22)),
        ("foreleg_far", (28, 2, 72, 82), lambda c: _foreleg(c, 47)),
        ("forepaw_far", (32, -4, 74, 22), lambda c: _fore_paw(c, 47)),
        ("body", (-66, 34, 70, 116), _body),
        ("haunch_near", (-60, 24, 0, 90), lambda c: _thigh(c, -36)),
        ("shin_near", (-64, 4, -8, 52), lambda c: _shin(c, -36)),
        ("hindpaw_near", (-60, -4, -6, 30), lambda c: _hind_paw(c, -36)),
        ("foreleg_near", (12, 2, 56, 84), lambda c: _foreleg(c, 33)),
        ("forepaw_near", (18, -4, 60, 22), lambda c: _fore_paw(c, 33)),
        ("ruff", (10, 44, 84, 118), _ruff),
        ("ear_far", (64, 130, 122, 204), lambda c: ear(c, *FAR_EAR, 29, far=True)),
        ("ear_near", (8, 128, 74, 202), lambda c: ear(c, *NEAR_EAR, 34, far=False)),
        ("head", (0, 68, 134, 166), head),
    ):
        c = LitCanvas(*bounds, SCALE, LAMP_FROM, LAMP_COLOUR)
        draw(c)
        far = name.endswith("_far")
        if far:
            c.shade(FAR_SIDE)
        out[name] = c.picture(name)
        if not far:
            out[f"{name}_lit"] = c.light_picture(f"{name}_lit")
    for name, draw_face in FACES.items():
        face = Canvas(-18, -18, 18, 18, SCALE)
        draw_face(face)
        out[name] = face.picture(name)
    return out


def _tail(c: LitCanvas) -> None:
    def grown(outline: Points) -> Points:
        return np.array([_tail_point(x, y) for x, y in outline.tolist()])

    back: list[Knot] = [(-32, 64), (-46, 70), (-64, 70), (-84, 76), (-104, 90), (-120, 108), (-138, 122), (-158, 130)]
    front: list[Knot] = [
        (-173, 101),
        (-174, 92, 0.2),
        (-164, 76),
        (-146, 54),
        (-122, 39),
        (-94, 32),
        (-64, 38),
        (-40, 50),
    ]
    mask = c.mask(grown(closed([*back, (-188, 133, 0.1), (-177, 120), (-183, 112, 0.2), *front])))
    model(c, mask, FUR)
    border: list[Knot] = [
        (-128, 130),
        (-133, 116, 0.1),
        (-142, 112),
        (-140, 101, 0.1),
        (-151, 98),
        (-149, 86, 0.1),
        (-160, 82),
        (-157, 66),
    ]
    dipped(c, mask, grown(closed([(-205, 150), *border, (-205, 60)])), CREAM, 1.0)
    light = [(-70, 60, 168), (-88, 66, 160), (-104, 80, 150), (-118, 96, 140), (-96, 52, 175), (-116, 58, 158)]
    dark = [(-74, 44, 184), (-98, 42, 172), (-120, 50, 156), (-136, 62, 142), (-132, 78, 140)]
    for roots, tone, strength in ((light, p.FUR_LIGHT, 0.65), (dark, p.FUR_SHADE, 0.5)):
        hairs(c, [(*_tail_point(x, y), angle) for x, y, angle in roots], 16, tone, strength)
    tip = [(-152, 112, 150), (-160, 98, 142), (-166, 116, 156)]
    hairs(c, [(*_tail_point(x, y), angle) for x, y, angle in tip], 13, p.CREAM_SHADE, 0.55)


def _thigh(c: LitCanvas, x: float) -> None:
    outline = closed(
        [
            (x - 17, 66),
            (x - 19, 54),
            (x - 14, 42),
            (x - 4, 34),
            (x + 8, 30),
            (x + 20, 33),
            (x + 27, 44),
            (x + 27, 58),
            (x + 19, 72),
            (x + 4, 80),
            (x - 10, 77),
        ]
    )
    model(c, c.mask(outline), FUR)
    hairs(c, [(x - 2, 62, 300), (x + 8, 54, 300), (x - 8, 52, 290), (x + 16, 48, 310)], 11, p.FUR_LIGHT, 0.45)
    _, y = c.grid()
    c.pixels[...] *= np.clip((84 - y) / 14, 0, 1)[..., None]


def _shin(c: LitCanvas, x: float) -> None:
    outline = closed(
        [
            (x + 4, 47),
            (x - 7, 38),
            (x - 17, 27),
            (x - 20, 18),
            (x - 15, 11),
            (x - 6, 12),
            (x - 1, 21),
            (x + 10, 29),
            (x + 18, 40),
            (x + 13, 48),
        ]
    )
    mask = c.mask(outline)
    model(c, mask, FUR)
    dipped(
        c,
        mask,
        closed(
            [(x - 34, 30), (x - 17, 29, 0.2), (x - 11, 21, 0.2), (x - 4, 27, 0.2), (x + 8, 18), (x, 0), (x - 34, 0)]
        ),
        SOCK,
    )


def _hind_paw(c: LitCanvas, x: float) -> None:
    outline = closed(
        [
            (x - 20, 22),
            (x - 21, 12),
            (x - 18, 3),
            (x - 10, -1),
            (x + 4, -1),
            (x + 8, 3),
            (x + 5, 9),
            (x - 3, 12),
            (x - 7, 22),
            (x - 13, 27),
        ]
    )
    model(c, c.mask(outline), SOCK)
    for dx in (-1.0, 3.5):
        c.multiply(c.mask(ribbon([(x + dx, 0.5), (x + dx + 1, 5.5)], [0.9, 1.2])), (0.4, 0.35, 0.5), 0.8)


def _foreleg(c: LitCanvas, x: float) -> None:
    outline = closed(
        [
            (x - 14, 70),
            (x - 15, 56),
            (x - 9, 34),
            (x - 7.5, 18),
            (x - 7, 8),
            (x + 5, 7),
            (x + 6, 18),
            (x + 8, 34),
            (x + 13, 54),
            (x + 13, 70),
            (x, 78),
        ]
    )
    mask = c.mask(outline)
    model(c, mask, FUR)
    dipped(
        c,
        mask,
        closed(
            [
                (x - 20, 32),
                (x - 6, 37, 0.2),
                (x - 1, 28, 0.2),
                (x + 4, 36, 0.2),
                (x + 20, 30),
                (x + 20, -4),
                (x - 20, -4),
            ]
        ),
        SOCK,
    )
    _, y = c.grid()
    c.pixels[...] *= np.clip((80 - y) / 12, 0, 1)[..., None]


def _fore_paw(c: LitCanvas, x: float) -> None:
    outline = closed(
        [
            (x - 8, 13),
            (x - 9.5, 5),
            (x - 7, -0.5),
            (x + 2, -1.5),
            (x + 11, -1),
            (x + 14, 3),
            (x + 11, 9),
            (x + 5, 14),
            (x - 2, 16),
        ]
    )
    model(c, c.mask(outline), SOCK)
    for dx in (5.0, 9.0):
        c.multiply(c.mask(ribbon([(x + dx, 0), (x + dx + 1, 5)], [0.9, 1.2])), (0.4, 0.35, 0.5), 0.8)


def _body(c: LitCanvas) -> None:
    outline = closed(
        [
            (-56, 66),
            (-54, 80),
            (-38, 91),
            (-10, 88),
            (16, 88),
            (34, 100),
            (52, 106),
            (62, 90),
            (60, 68),
            (48, 50),
            (20, 44),
            (-10, 43),
            (-36, 46),
            (-51, 54),
        ]
    )
    mask = c.mask(outline)
    model(c, mask, FUR)
    belly = closed([(-34, 40), (-14, 50), (14, 53), (32, 62), (70, 80), (74, 30), (-34, 26)])
    dipped(c, mask, belly, CREAM, 4)
    roots = [
        (-30.0, 78.0, 185.0),
        (-12.0, 76.0, 182.0),
        (6.0, 76.0, 180.0),
        (20.0, 82.0, 190.0),
        (-4.0, 66.0, 182.0),
        (14.0, 66.0, 184.0),
    ]
    hairs(c, roots, 13, p.FUR_LIGHT, 0.5)


def _ruff(c: LitCanvas) -> None:
    outline = closed(
        [
            (22, 106),
            (20, 92),
            (26, 78),
            (29, 67, 0.1),
            (36, 68),
            (39, 57, 0.1),
            (47, 62),
            (53, 51, 0.1),
            (59, 61),
            (67, 57, 0.1),
            (69, 70),
            (77, 72, 0.1),
            (75, 86),
            (80, 98),
            (70, 110),
            (46, 114),
        ]
    )
    model(c, c.mask(outline), CREAM)
    hairs(
        c,
        [(38, 88, 262), (48, 84, 266), (58, 84, 274), (66, 90, 280), (44, 74, 262), (56, 72, 272)],
        12,
        p.CREAM_SHADE,
        0.5,
    )
