"""Saffron, the fox, drawn in parts as she stands, feet at y = 0, facing right and a little towards us."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from studio.arrays import Floats, Knot, Points
from studio.canvas import Canvas, Picture, blur
from studio.clay import Finish, LitCanvas, model
from studio.colour import Rgb, mix, rgb
from studio.shapes import closed, ellipse, ribbon, turned

from . import palette as p

SCALE = 3.0
LAMP_FROM = (0.85, 0.40, 0.42)
LAMP_COLOUR: Rgb = (1.0, 1.0, 1.0)
FAR_SIDE: Rgb = (0.66, 0.56, 0.76)

FUR = Finish(p.FUR_SHADE, p.FUR, p.FUR_LIGHT, p.MOONLIGHT, 0.5)
CREAM = Finish(p.CREAM_SHADE, p.CREAM, p.CREAM_LIGHT, p.MOONLIGHT, 0.25, 0.0, 0.8)
SOCK = Finish(p.SOCK_SHADE, p.SOCK, p.SOCK_LIGHT, p.MOONLIGHT, 0.45)

EYE_CENTRES = ((66.0, 119.0), (98.5, 120.0))
MOUTH_CENTRE = (112.0, 96.0)
TAIL_ROOT, TAIL_SIZE = (-40.0, 60.0), 1.16


def _tail_point(x: float, y: float) -> tuple[float, float]:
    return TAIL_ROOT[0] + (x - TAIL_ROOT[0]) * TAIL_SIZE, TAIL_ROOT[1] + (y - TAIL_ROOT[1]) * TAIL_SIZE


TAIL_JOINTS = tuple(
    _tail_point(x, y) for x, y in ((-40, 60), (-62, 52), (-87, 54), (-112, 66), (-134, 84), (-153, 103), (-178, 120))
)
NEAR_EAR, FAR_EAR = ((45.0, 140.0), (30.0, 188.0)), ((86.0, 144.0), (96.0, 190.0))


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
        ("ear_far", (64, 130, 122, 204), lambda c: _ear(c, *FAR_EAR, 29, far=True)),
        ("ear_near", (8, 128, 74, 202), lambda c: _ear(c, *NEAR_EAR, 34, far=False)),
        ("head", (0, 68, 134, 166), _head),
    ):
        c = LitCanvas(*bounds, SCALE, LAMP_FROM, LAMP_COLOUR)
        draw(c)
        far = name.endswith("_far")
        if far:
            c.shade(FAR_SIDE)
        out[name] = c.picture(name)
        if not far:
            out[f"{name}_lit"] = c.light_picture(f"{name}_lit")
    for name, draw_face in _FACES.items():
        face = Canvas(-18, -18, 18, 18, SCALE)
        draw_face(face)
        out[name] = face.picture(name)
    return out


def _dipped(c: LitCanvas, mask: Floats, region: Points, finish: Finish, soft_px: float = 1.6) -> None:
    """Paint the part of `mask` within `region` in another coat, with a soft border like fur."""
    layer = c.layer()
    model(layer, mask, finish)
    layer.keep(blur(c.mask(region), soft_px))
    c.over(layer)


def _strokes(c: Canvas, roots: list[tuple[float, float, float]], length: float, colour: Rgb, opacity: float) -> None:
    """Single hairs from (x, y) along an angle in degrees, to break up smooth fur."""
    for x, y, angle in roots:
        tip = turned(np.array([(length, 0.0), (length * 0.55, length * 0.10)]), angle) + np.array((x, y))
        hair = ribbon([(x, y), (tip[1, 0], tip[1, 1]), (tip[0, 0], tip[0, 1])], [0.6, 1.9, 0.4])
        area = c.window(x - length, y - length, x + length, y + length)
        area.tint(area.mask(hair), colour, opacity)


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
    _dipped(c, mask, grown(closed([(-205, 150), *border, (-205, 60)])), CREAM, 1.0)
    light = [(-70, 60, 168), (-88, 66, 160), (-104, 80, 150), (-118, 96, 140), (-96, 52, 175), (-116, 58, 158)]
    dark = [(-74, 44, 184), (-98, 42, 172), (-120, 50, 156), (-136, 62, 142), (-132, 78, 140)]
    for hairs, tone, strength in ((light, p.FUR_LIGHT, 0.65), (dark, p.FUR_SHADE, 0.5)):
        _strokes(c, [(*_tail_point(x, y), angle) for x, y, angle in hairs], 16, tone, strength)
    tip = [(-152, 112, 150), (-160, 98, 142), (-166, 116, 156)]
    _strokes(c, [(*_tail_point(x, y), angle) for x, y, angle in tip], 13, p.CREAM_SHADE, 0.55)


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
        ]
        + [(x + 4, 80), (x - 10, 77)]
    )
    model(c, c.mask(outline), FUR)
    _strokes(c, [(x - 2, 62, 300), (x + 8, 54, 300), (x - 8, 52, 290), (x + 16, 48, 310)], 11, p.FUR_LIGHT, 0.45)
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
    _dipped(
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
        ]
        + [(x, 78)]
    )
    mask = c.mask(outline)
    model(c, mask, FUR)
    _dipped(
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
        ]
        + [(-36, 46), (-51, 54)]
    )
    mask = c.mask(outline)
    model(c, mask, FUR)
    belly = closed([(-34, 40), (-14, 50), (14, 53), (32, 62), (70, 80), (74, 30), (-34, 26)])
    _dipped(c, mask, belly, CREAM, 4)
    roots = [
        (-30.0, 78.0, 185.0),
        (-12.0, 76.0, 182.0),
        (6.0, 76.0, 180.0),
        (20.0, 82.0, 190.0),
        (-4.0, 66.0, 182.0),
        (14.0, 66.0, 184.0),
    ]
    _strokes(c, roots, 13, p.FUR_LIGHT, 0.5)


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
        ]
        + [(69, 70), (77, 72, 0.1), (75, 86), (80, 98), (70, 110), (46, 114)]
    )
    model(c, c.mask(outline), CREAM)
    _strokes(
        c,
        [(38, 88, 262), (48, 84, 266), (58, 84, 274), (66, 90, 280), (44, 74, 262), (56, 72, 272)],
        12,
        p.CREAM_SHADE,
        0.5,
    )


def _ear(c: LitCanvas, root: tuple[float, float], tip: tuple[float, float], width: float, far: bool) -> None:
    """Ear from the middle of its root to its tip; drawn behind the head, which covers the root."""
    dx, dy = tip[0] - root[0], tip[1] - root[1]
    length, angle = float(np.hypot(dx, dy)), float(np.degrees(np.arctan2(dy, dx)))

    def placed(knots: list[Knot]) -> Points:
        shape = closed([(k[0] * length, k[1] * width, *k[2:]) for k in knots])
        return turned(shape, angle) + np.array(root)

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
    _dipped(
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


def _head(c: LitCanvas) -> None:
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
        ]
        + [
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
        ]
        + [(11, 89, 0.05), (19, 99), (5, 105, 0.05), (21, 111)]
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
        ]
        + [(110, 121), (132, 112), (132, 66), (0, 66)]
    )
    _dipped(c, mask, mask_line, CREAM, 1.4)
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
    _strokes(c, roots, 9, p.CREAM_SHADE, 0.6)
    _strokes(c, [(60, 146, 95), (72, 149, 88), (84, 145, 82)], 9, p.FUR_LIGHT, 0.6)


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


_FACES: dict[str, Callable[[Canvas], None]] = {
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
