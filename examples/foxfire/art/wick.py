"""Wick, the lamplighter: a small robot with a lantern's cap, in parts as he stands, feet at y = 0, facing right."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from studio.arrays import Knot, Points
from studio.canvas import Canvas, Picture, blur
from studio.clay import Finish, LitCanvas, model
from studio.colour import Rgb, mix, rgb
from studio.shapes import box, closed, ellipse, ribbon

from . import palette as p

SCALE = 3.0
LAMP_FROM = (0.85, 0.45, 0.40)
LAMP_COLOUR: Rgb = (1.0, 1.0, 1.0)
FAR_SIDE: Rgb = (0.62, 0.58, 0.80)
POLE_TOP = (66.0, 280.0)

ENAMEL = Finish(p.ENAMEL_SHADE, p.ENAMEL, p.ENAMEL_LIGHT, p.MOONLIGHT, 0.5, 0.45)
BRASS = Finish(p.BRASS_SHADE, p.BRASS, p.BRASS_LIGHT, p.MOONLIGHT, 0.35, 0.5)
COAT = Finish(p.COAT_SHADE, p.COAT, p.COAT_LIGHT, p.MOONLIGHT, 0.5, 0.0, 0.9)
SCARF = Finish(p.SCARF_SHADE, p.SCARF, p.SCARF_LIGHT, p.MOONLIGHT, 0.3, 0.0)
IRON = Finish(p.IRON_SHADE, p.IRON, p.IRON_LIGHT, p.MOONLIGHT, 0.4, 0.2)
BOOT = Finish(rgb("2a1740"), rgb("6b3a5c"), rgb("a8687a"), p.MOONLIGHT, 0.4, 0.15)
VISOR = Finish(p.INK, p.GLASS, p.NEAR, p.MOONLIGHT, 0.3, 0.0, 0.7)

VISOR_OUTLINE = closed(
    [
        (-18, 143),
        (-22.5, 162),
        (-20, 183),
        (-11, 189.5),
        (17, 191.5),
        (39, 189),
        (44.5, 181),
        (45.5, 160),
        (42, 144),
        (35, 138.5),
        (12, 136.5),
        (-9, 138.5),
    ]
)
EYE_CENTRES = ((1.0, 164.0), (29.0, 164.0))
MOUTH_CENTRE = (15.5, 147.0)


def parts() -> dict[str, Picture]:
    """All of Wick's pictures by name; NAME_lit is what the lamp adds to NAME."""
    out: dict[str, Picture] = {}
    for name, bounds, draw in (
        ("head", (-56, 116, 56, 214), _head),
        ("cap", (-66, 190, 68, 264), _cap),
        ("coat", (-64, 40, 58, 138), _coat),
        ("collar", (-42, 106, 42, 142), _collar),
        ("scarf_near", (-104, 84, -16, 136), _scarf_near),
        ("scarf_far", (-88, 98, -16, 134), _scarf_far),
        ("sleeve_near", (-58, 58, -14, 126), lambda c: _sleeve(c, [(-28, 113), (-39, 93), (-36, 70)])),
        ("sleeve_far", (12, 72, 76, 126), lambda c: _sleeve(c, [(25, 112), (44, 96), (61, 87)])),
        ("hand_near", (-52, 44, -20, 74), lambda c: _hand(c, -36, 60)),
        ("hand_far", (48, 72, 82, 100), lambda c: _fist(c, 66, 85)),
        ("leg_near", (-24, 4, 4, 74), lambda c: _leg(c, -10)),
        ("leg_far", (4, 4, 32, 74), lambda c: _leg(c, 18)),
        ("boot_near", (-32, -6, 28, 32), lambda c: _boot(c, -10)),
        ("boot_far", (-4, -6, 56, 32), lambda c: _boot(c, 18)),
        ("pole", (56, -4, 78, 284), _pole),
    ):
        picture, light = _part(name, bounds, draw, far=name.endswith("_far") and name not in ("hand_far", "sleeve_far"))
        out[name] = picture
        if light is not None:
            out[light.name] = light
    for name, draw_face in _FACES.items():
        c = Canvas(-16, -18, 16, 18, SCALE)
        draw_face(c)
        out[name] = c.picture(name)
    out["glint"] = _glint()
    return out


_UNLIT = ("pole", "boot_far", "leg_far", "leg_near")


def _part(
    name: str, bounds: tuple[float, float, float, float], draw: Callable[[LitCanvas], None], far: bool
) -> tuple[Picture, Picture | None]:
    c = LitCanvas(*bounds, SCALE, LAMP_FROM, LAMP_COLOUR)
    draw(c)
    if far:
        c.shade(FAR_SIDE)
    return c.picture(name), None if name in _UNLIT else c.light_picture(f"{name}_lit")


def _head(c: LitCanvas) -> None:
    shell = closed(
        [
            (-44, 136),
            (-50, 160),
            (-47, 192),
            (-36, 206),
            (0, 210),
            (40, 206),
            (49, 192),
            (51, 160),
            (46, 136),
            (36, 126),
            (0, 122),
            (-34, 126),
        ]
    )
    model(c, c.mask(shell), ENAMEL)
    c.multiply(blur(c.mask(box(-60, 196, 60, 216)), 16), rgb("5a4a86"), 0.75)
    seam = ribbon([(-29, 206), (-34, 164), (-28, 126)], [1.4, 1.6, 1.4])
    c.multiply(c.mask(seam), rgb("8a80a8"), 0.7)
    bezel = closed(
        [
            (-22, 140),
            (-27, 162),
            (-24, 186),
            (-14, 194),
            (18, 196),
            (42, 193),
            (49, 184),
            (50, 160),
            (46, 141),
            (38, 134),
            (12, 132),
            (-12, 134),
        ]
    )
    model(c, c.mask(bezel), BRASS)
    model(c, c.mask(VISOR_OUTLINE), VISOR)
    lip = np.clip(c.mask(VISOR_OUTLINE) - blur(c.mask(VISOR_OUTLINE), 7), 0, 1)
    c.multiply(lip, rgb("3a2f66"), 0.8)
    model(c, c.mask(ellipse(-39.5, 160, 8.5, 11)), BRASS)
    model(c, c.mask(ellipse(-39, 160, 4.4, 6)), IRON)
    for x, y in ((-31, 193), (-33, 131)):
        model(c, c.mask(ellipse(x, y, 2.1, 2.1)), BRASS)


def _cap(c: LitCanvas) -> None:
    flue = [box(-6, 234, 9, 247, 2)]
    model(c, c.mask(*flue), BRASS)
    brim: list[Knot] = [
        (-60, 205, 0.2),
        (-56, 199.5),
        (-30, 196.5),
        (2, 195.5),
        (34, 196.5),
        (58, 199.5),
        (62, 205, 0.2),
    ]
    crown: list[Knot] = [(47, 211), (31, 222), (20, 235), (2, 239), (-17, 235), (-29, 222), (-45, 211)]
    model(c, c.mask(closed([*brim, *crown])), BRASS)
    band = ribbon([(-33, 219), (-14, 214.5), (2, 213.5), (18, 214.5), (35, 219)], [4.5, 5.5, 5.5, 5.5, 4.5])
    c.multiply(c.mask(band), rgb("8a4a50"), 0.75)
    for x in (-18, 2, 22):
        c.paint(c.mask(ellipse(x, 227 - abs(x - 2) * 0.05, 3.2, 2.2)), rgb("4a2a46"), 0.75)
    model(c, c.mask(closed([(-9, 246, 0.2), (-4, 250), (7, 250), (12, 246, 0.2), (2, 244)])), BRASS)
    model(c, c.mask(ellipse(1.5, 254, 4.2, 5)), ENAMEL)


def _coat(c: LitCanvas) -> None:
    shape = closed(
        [
            (-26, 128),
            (-34, 112),
            (-44, 84),
            (-57, 56),
            (-50, 50),
            (-20, 46),
            (8, 45),
            (34, 47),
            (50, 51),
            (51, 58),
            (41, 86),
            (31, 112),
            (24, 128),
            (0, 134),
        ]
    )
    model(c, c.mask(shape), COAT)
    for knots in ([(-20, 92), (-27, 70), (-30, 48)], [(29, 92), (36, 70), (40, 49)]):
        c.multiply(blur(c.mask(ribbon(knots, [1, 5, 7])), 4), rgb("2a4a78"), 0.55)
    front = closed([(11, 131, 0.2), (18, 100), (25, 45, 0.2), (15, 45, 0.2), (11, 90), (5, 131, 0.2)])
    c.tint(c.mask(front), p.COAT_SHADE, 0.5)
    hem = ribbon([(-57, 57), (-48, 53), (-18, 49.5), (8, 48.5), (34, 50.5), (51, 55)], [6, 6.5])
    c.tint(c.mask(hem), mix(p.BRASS, p.BRASS_SHADE, 0.1), 0.85)
    c.add_light(
        c.mask(ribbon([(-56, 59), (-48, 55), (-18, 51.6), (8, 50.6), (34, 52.6)], [1.2, 1.2])), p.BRASS_LIGHT, 0.45
    )
    pocket = ribbon([(30, 79), (41, 77)], [2.4, 2.4])
    c.tint(c.mask(pocket), p.COAT_SHADE, 0.7)
    for y in (111, 97, 83, 69):
        model(c, c.mask(ellipse(3.4 + (111 - y) * 0.055, y, 3.3, 3.3)), BRASS)


def _collar(c: LitCanvas) -> None:
    wrap = closed(
        [(-36, 130), (-35, 121), (-22, 113), (4, 110), (26, 114), (36, 122), (37, 131), (24, 137), (0, 139), (-24, 137)]
    )
    model(c, c.mask(wrap), SCARF)
    for knots in ([(-34, 128), (-6, 122), (34, 127)], [(-30, 120), (-4, 115.5), (29, 118.5)]):
        c.multiply(blur(c.mask(ribbon(knots, [1, 2.2, 1])), 1.2), p.SCARF_SHADE, 0.75)
    knot = closed([(-33, 127), (-34, 117), (-26, 111), (-17, 114), (-16, 124), (-24, 130)])
    model(c, c.mask(knot), SCARF)


def _scarf(c: LitCanvas, knots: list[Knot], widths: list[float], stripes: tuple[float, ...]) -> None:
    outline = ribbon(knots, widths, round_ends=False)
    mask = c.mask(outline)
    model(c, mask, SCARF)
    x, _ = c.grid()
    for at in stripes:
        band = np.exp(-(((x - at) / 3.2) ** 4)) * mask
        c.tint(band, mix(p.CREAM, p.SCARF_LIGHT, 0.25), 0.8)
    end = knots[-1]
    for i in range(5):
        y = end[1] - widths[-1] * 0.42 + widths[-1] * 0.21 * i
        model(c, c.mask(ribbon([(end[0] + 2, y), (end[0] - 9, y - 1.5 + i * 0.6)], [4.6, 2.2])), SCARF)


def _scarf_near(c: LitCanvas) -> None:
    _scarf(c, [(-22, 122), (-44, 113), (-66, 104), (-92, 102)], [13, 18, 21, 23], (-79.0,))


def _scarf_far(c: LitCanvas) -> None:
    _scarf(c, [(-24, 123), (-42, 120), (-60, 117), (-78, 118)], [13, 15, 17, 18], (-67.0,))


def _sleeve(c: LitCanvas, knots: list[Knot]) -> None:
    model(c, c.mask(ribbon(knots, [22, 19, 16])), COAT)
    wrist, elbow = knots[-1], knots[-2]
    dx, dy = wrist[0] - elbow[0], wrist[1] - elbow[1]
    length = (dx * dx + dy * dy) ** 0.5
    nx, ny = -dy / length * 9, dx / length * 9
    cuff = ribbon([(wrist[0] + nx, wrist[1] + ny), (wrist[0] - nx, wrist[1] - ny)], [7.5, 7.5])
    model(c, c.mask(cuff), BRASS)


def _hand(c: LitCanvas, x: float, y: float) -> None:
    palm = closed(
        [(x - 8, y + 9), (x - 11, y), (x - 7, y - 9), (x + 2, y - 12), (x + 9, y - 6), (x + 10, y + 4), (x + 7, y + 10)]
    )
    model(c, c.mask(palm), ENAMEL)
    thumb = ribbon([(x + 7, y + 5), (x + 12, y - 1), (x + 10, y - 6)], [7, 7, 5.5])
    model(c, c.mask(thumb), ENAMEL)


def _fist(c: LitCanvas, x: float, y: float) -> None:
    model(
        c,
        c.mask(
            closed(
                [
                    (x - 11, y + 6),
                    (x - 12, y - 3),
                    (x - 5, y - 9),
                    (x + 6, y - 9),
                    (x + 11, y - 2),
                    (x + 9, y + 7),
                    (x - 2, y + 10),
                ]
            )
        ),
        ENAMEL,
    )
    for dy in (3.5, -1.5):
        c.multiply(c.mask(ribbon([(x + 1, y + dy), (x + 10, y + dy - 0.5)], [0.8, 1.5])), rgb("8c82ac"), 0.8)


def _leg(c: LitCanvas, x: float) -> None:
    model(c, c.mask(ribbon([(x, 68), (x + 1, 40), (x, 12)], [15, 13, 12])), IRON)
    for y in range(16, 64, 6):
        c.multiply(c.mask(ribbon([(x - 8, y), (x, y - 1.6), (x + 8, y)], [1.6, 1.6])), (0.45, 0.45, 0.6), 0.8)


def _boot(c: LitCanvas, x: float) -> None:
    shape = closed(
        [
            (x - 15, 1, 0.2),
            (x - 16, 12),
            (x - 12, 23),
            (x - 2, 27),
            (x + 8, 23),
            (x + 13, 16),
            (x + 26, 14),
            (x + 33, 7),
            (x + 32, 1, 0.2),
        ]
    )
    model(c, c.mask(shape), BOOT)
    model(c, c.mask(box(x - 17, -2.5, x + 34, 4, 3)), BRASS)
    cuff = ribbon([(x - 13.5, 22), (x - 2, 24.5), (x + 10, 20.5)], [5.5, 6, 5.5])
    model(c, c.mask(cuff), Finish(BOOT.shade, mix(BOOT.base, BOOT.light, 0.4), BOOT.light, p.MOONLIGHT, 0.3))


def _pole(c: LitCanvas) -> None:
    x, top = POLE_TOP
    wood = Finish(rgb("2b1840"), rgb("7a4a52"), rgb("c48a68"), p.MOONLIGHT, 0.3)
    model(c, c.mask(ribbon([(x, 0), (x, 130), (x, top - 12)], [5, 4.6, 4.2])), wood)
    for y in (66.0, 104.0, top - 28):
        model(c, c.mask(box(x - 3.4, y - 3, x + 3.4, y + 3, 1.5)), BRASS)
    hook = ribbon([(x, top - 28), (x + 7, top - 24), (x + 8.5, top - 16), (x + 4, top - 12)], [3, 2.6, 2.4, 1.6])
    model(c, c.mask(hook), BRASS)
    cup = closed([(x - 6.5, top - 7, 0.2), (x - 4, top - 14), (x + 4, top - 14), (x + 6.5, top - 7, 0.2), (x, top - 5)])
    model(c, c.mask(cup), BRASS)


def _eye_glass(c: Canvas, *outlines: Points) -> None:
    mask = c.mask(*outlines)
    c.paint(mask, p.EYE)
    c.tint(blur(mask, 7) ** 2 * mask, rgb("ffd47c"), 0.8)


def _arc(knots: list[Knot], width: float) -> Points:
    return ribbon(knots, [width * 0.7, width, width * 0.7])


_FACES: dict[str, Callable[[Canvas], None]] = {
    "eye_open": lambda c: _eye_glass(c, ellipse(0, 0, 6.6, 12, 0, 2.4)),
    "eye_wide": lambda c: _eye_glass(c, ellipse(0, 0, 8.6, 13.6, 0, 2.2)),
    "eye_closed": lambda c: _eye_glass(c, _arc([(-8, 0.5), (0, -1.6), (8, 0.5)], 4.0)),
    "eye_happy": lambda c: _eye_glass(c, _arc([(-8.5, -5), (-5, 3.5), (0, 6.5), (5, 3.5), (8.5, -5)], 5.0)),
    "eye_sad_left": lambda c: _eye_glass(
        c, closed([(-6.4, -2), (-5.6, -8.6), (0, -11.5), (5.6, -8.6), (6.5, 1), (5.4, 8.2, 0.3), (-5.6, 2.2, 0.3)])
    ),
    "eye_sad_right": lambda c: _eye_glass(
        c, closed([(6.4, -2), (5.6, -8.6), (0, -11.5), (-5.6, -8.6), (-6.5, 1), (-5.4, 8.2, 0.3), (5.6, 2.2, 0.3)])
    ),
    "mouth_smile": lambda c: _eye_glass(c, _arc([(-6.5, 1.2), (0, -2), (6.5, 1.2)], 3.2)),
    "mouth_flat": lambda c: _eye_glass(c, _arc([(-4.5, 0), (4.5, 0)], 2.8)),
    "mouth_sad": lambda c: _eye_glass(c, _arc([(-5.5, -2), (0, 1.2), (5.5, -2)], 3.0)),
    "mouth_o": lambda c: _eye_glass(c, ellipse(0, 0, 3.6, 4.4)),
    "mouth_grin": lambda c: _eye_glass(
        c, closed([(-9, 2.6, 0.1), (-5, 1.9), (0, 1.7), (5, 1.9), (9, 2.6, 0.1), (5.5, -4.2), (0, -6), (-5.5, -4.2)])
    ),
}


def _glint() -> Picture:
    """Two slanted bars of reflected light, to slide behind the visor's rim."""
    c = Canvas(-20, -36, 20, 36, 1.5)
    bars = c.mask(
        np.array([(-13.0, -34), (-2, -34), (13, 34), (2, 34)]), np.array([(3.0, -34), (6.5, -34), (18, 34), (15, 34)])
    )
    c.paint(blur(bars, 1.2), p.MOONLIGHT, 0.55)
    return c.picture("glint")
