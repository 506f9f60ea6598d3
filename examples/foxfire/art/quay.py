"""The quay where it all happens: cobbles, the parapet, the lamps, and the boat that lies behind it."""

from __future__ import annotations

import itertools

import numpy as np

from studio.arrays import Knot, Points
from studio.canvas import Canvas, Picture, blur, shifted
from studio.clay import Finish, inflate, model, rim_light
from studio.colour import mix, rgb, smoothstep
from studio.noise import fbm
from studio.shapes import box, closed, ellipse, ribbon

from . import palette as p

TILE = 840.0
"""The width of the parapet and cobble pictures; they repeat seamlessly side by side."""
PARAPET_BASE, PARAPET_TOP = 26.0, 108.0

_IRON = Finish(p.IRON_SHADE, mix(p.IRON, p.DEEP, 0.35), p.IRON_LIGHT, p.MOONLIGHT, 0.5, 0.25)


def cobbles() -> Picture:
    """The quay's floor: rows of wet cobbles, larger towards the viewer, with a kerb along the wall."""
    c = Canvas(0, -190, TILE, PARAPET_BASE + 6, scale=1.5)
    _x, y = c.grid()
    near = np.clip((PARAPET_BASE - y) / 210, 0, 1)
    ground = np.asarray(mix(p.STONE_DARK, p.MIDDLE, 0.10), np.float32) * (1.0 - 0.45 * near[..., None])
    c.paint(np.ones(c.shape, np.float32), ground + np.zeros((*c.shape, 3), np.float32))
    random = np.random.default_rng(8)
    row_y, row = PARAPET_BASE - 3.0, 0
    while row_y > -200:
        height = 6.5 + (PARAPET_BASE - row_y) * 0.098
        count = round(TILE / (height * 2.25))
        pitch = TILE / count
        for i in range(count):
            _cobble(c, (i + 0.5 * (row % 2)) * pitch, row_y - height / 2, pitch, height, random)
        row_y, row = row_y - height, row + 1
    shine = fbm(c.shape, (30, 120), 15)
    c.add_light(smoothstep(0.52, 0.72, shine) * (1 - near), rgb("7d7cc4"), 0.22)
    c.multiply(smoothstep(0.08, 0.0, near + np.zeros(c.shape, np.float32)), (0.35, 0.33, 0.55), 0.75)
    c.multiply(near + np.zeros(c.shape, np.float32), rgb("3a3868"), 0.55)
    return c.picture("cobbles")


def _cobble(c: Canvas, x: float, y: float, width: float, height: float, random: np.random.Generator) -> None:
    shade, warm, jitter = random.uniform(0.78, 1.12), random.uniform(0, 0.22), random.uniform(-0.08, 0.08)
    base = mix(p.COBBLE, rgb("5a4a78"), warm)
    colour = (base[0] * shade, base[1] * shade, base[2] * shade)
    for wrap in (-TILE, 0.0, TILE):
        cx = x + wrap + jitter * width
        if cx < -width or cx > TILE + width:
            continue
        area = c.window(cx - width, y - height, cx + width, y + height)
        stone = area.mask(ellipse(cx, y, width * 0.455, height * 0.44, 0, 2.7))
        area.paint(stone, colour)
        top = area.mask(ellipse(cx - width * 0.04, y + height * 0.13, width * 0.34, height * 0.24, 0, 2.4))
        area.tint(blur(top, height * 0.14 * c.scale), mix(colour, p.STONE_LIGHT, 0.55), 0.75)


def parapet() -> Picture:
    """The wall between quay and canal: big weathered blocks under a rounded coping that catches the sky."""
    c = Canvas(0, PARAPET_BASE - 4, TILE, PARAPET_TOP + 8, scale=2.0)
    _, y = c.grid()
    c.paint(c.mask(box(-2, PARAPET_BASE - 6, TILE + 2, PARAPET_TOP - 4)), mix(p.STONE_DARK, p.DEEP, 0.45))
    random = np.random.default_rng(17)
    rows = ((PARAPET_BASE - 4, 26.0), (PARAPET_BASE + 22, 24.0), (PARAPET_BASE + 46, 22.0))
    for row, (bottom, height) in enumerate(rows):
        edges = _block_edges(random, row)
        for left, right in itertools.pairwise(edges):
            _block(c, left, right, bottom, height, random)
    for i in range(7):
        _coping(c, i * TILE / 7, (i + 1) * TILE / 7, random)
    moss = smoothstep(0.60, 0.75, fbm(c.shape, (26, 60), 19)) * smoothstep(70, 30, y + np.zeros(c.shape, np.float32))
    c.tint(moss, rgb("39566b"), 0.40)
    c.multiply(smoothstep(60, 22, y + np.zeros(c.shape, np.float32)), rgb("54528a"), 0.6)
    return c.picture("parapet")


def _block_edges(random: np.random.Generator, row: int) -> list[float]:
    edges, at = [], 22.0 + 30 * row
    while at < TILE + 10:
        edges.append(at)
        at += random.uniform(62, 104)
    edges = [edge for edge in edges if edge < TILE + edges[0] - 40]
    return [*edges, TILE + edges[0]]


def _block(c: Canvas, left: float, right: float, bottom: float, height: float, random: np.random.Generator) -> None:
    tone, warm = random.uniform(0.80, 1.14), random.uniform(0.0, 0.25)
    base = mix(mix(p.STONE, p.STONE_DARK, 0.30), rgb("6b5480"), warm)
    seed = int(random.integers(1, 1 << 30))
    for wrap in (0.0, -TILE):
        if right + wrap < -2 or left + wrap > TILE + 2:
            continue
        area = c.window(left + wrap - 4, bottom - 2, right + wrap + 4, bottom + height + 2)
        outline = box(left + wrap + 1.1, bottom + 1.0, right + wrap - 1.1, bottom + height - 1.0, 5.0)
        mask = area.mask(outline)
        if mask.max() == 0.0:
            continue
        grain = fbm(area.shape, (9, 14), seed % 9973, octaves=3)
        _ax, ay = area.grid()
        facing = smoothstep(-0.1, 1.0, (ay - bottom) / height + (grain - np.float32(0.5)) * 0.8)
        colour = np.asarray(mix(base, p.STONE_DARK, 0.45), np.float32) + facing[..., None] * np.subtract(
            mix(base, p.STONE_LIGHT, 0.22), mix(base, p.STONE_DARK, 0.45), dtype=np.float32
        )
        area.paint(mask, colour * np.float32(tone))
        edge = np.clip(mask - np.roll(mask, (3, 2), (0, 1)), 0, 1)
        area.add_light(blur(edge, 0.8), p.STONE_LIGHT, 0.45)


def _coping(c: Canvas, left: float, right: float, random: np.random.Generator) -> None:
    area = c.window(left - 6, PARAPET_TOP - 20, right + 6, PARAPET_TOP + 6)
    top = area.mask(box(left + 0.8, PARAPET_TOP - 14, right - 0.8, PARAPET_TOP + 3, 5.5))
    grain = fbm(area.shape, (8, 26), int(random.integers(1, 9999)), octaves=3)
    _, y = area.grid()
    up = smoothstep(PARAPET_TOP - 13, PARAPET_TOP + 2, y + (grain - np.float32(0.5)) * 8)
    colour = np.asarray(p.STONE_DARK, np.float32) + up[..., None] * np.subtract(
        p.STONE_LIGHT, p.STONE_DARK, dtype=np.float32
    )
    area.paint(top, colour * np.float32(random.uniform(0.92, 1.06)))
    lip = area.mask(box(left + 3, PARAPET_TOP - 0.4, right - 3, PARAPET_TOP + 2.2, 1.2))
    area.add_light(blur(lip, 1.2), mix(p.MOONLIGHT, p.HORIZON, 0.5), 0.65)


LAMP_FLAME = (0.0, 300.0)
"""Where a lamp's burner is from its foot."""

_GLASS = closed([(-15, 275, 0.0), (-24, 332, 0.0), (24, 332, 0.0), (15, 275, 0.0)])


def lamp() -> Picture:
    """A lamp of the quay, unlit: iron post on a stone foot, a glass lantern under a cap like Wick's own hat."""
    c = Canvas(-48, -2, 48, 396, scale=2.2)
    foot = closed([(-17, 0, 0.1), (-16, 12), (-10, 20), (-7.5, 36), (7.5, 36), (10, 20), (16, 12), (17, 0, 0.1)])
    scrolls = [[(side * x, y) for x, y in ((0, 246), (14, 248), (20, 258), (13, 266))] for side in (-1, 1)]
    iron: list[Points] = [foot, ribbon([(0, 30), (0, 140), (0, 272)], [11, 7.5, 6.5], False)]
    iron += [ellipse(0, 60, 9, 5), ellipse(0, 76, 6.8, 3.2), ellipse(0, 238, 7, 4), ellipse(0, 264, 9, 4.5)]
    iron += [ribbon(knots, [4.2, 3.6, 3, 2]) for knots in scrolls]
    for outline in iron:
        model(c, c.mask(outline), _IRON)
    c.paint(c.mask(_GLASS), mix(p.NEAR, p.MOONLIGHT, 0.16), 0.62)
    gleam = closed([(-12, 280, 0.0), (-19, 328, 0.0), (-11, 328, 0.0), (-7, 280, 0.0)])
    c.add_light(blur(c.mask(gleam), 1.0), p.MOONLIGHT, 0.35)
    model(c, c.mask(ribbon([(0, 275), (0, 288)], [5, 4])), _IRON)
    bars = [ribbon([(-15, 274), (-24, 333)], [3.2, 3.2]), ribbon([(15, 274), (24, 333)], [3.2, 3.2])]
    for outline in [*bars, box(-16.5, 270, 16.5, 276, 2), box(-26, 329, 26, 335, 2)]:
        model(c, c.mask(outline), _IRON)
    left: list[Knot] = [(-36, 334, 0.2), (-31, 340), (-19, 352), (-12, 366)]
    right: list[Knot] = [(12, 366), (19, 352), (31, 340), (36, 334, 0.2)]
    model(c, c.mask(closed([*left, (0, 370), *right])), _IRON)
    model(c, c.mask(ellipse(0, 373, 6, 5)), _IRON)
    model(c, c.mask(ellipse(0, 381, 3.2, 5.5)), _IRON)
    return c.picture("lamp")


def lamp_light() -> Picture:
    """What the flame does to the lamp's own iron and glass: drawn additively when it burns."""
    c = Canvas(-48, -2, 48, 396, scale=1.1)
    glass = c.mask(_GLASS)
    x, y = c.grid()
    core = np.exp(-((x / 17) ** 2) - ((y - 302) / 26) ** 2).astype(np.float32)
    c.paint(glass * (0.25 + 0.75 * core), mix(p.AMBER, p.CANDLE, 0.3), 0.95)
    post = c.mask(
        ribbon([(0, 30), (0, 140), (0, 268)], [11, 7.5, 6.5], False), ellipse(0, 264, 9, 4.5), ellipse(0, 238, 7, 4)
    )
    c.paint(post * smoothstep(110, 268, y) * (1 - glass), p.AMBER, 0.40)
    c.paint(c.mask(box(-31, 333, 31, 337, 2)), p.AMBER, 0.75)
    return c.picture("lamp_light")


PUDDLE = closed(
    [
        (-128, -3),
        (-104, 7),
        (-70, 9),
        (-34, 15),
        (10, 12),
        (48, 16),
        (92, 10),
        (128, 2),
        (112, -8),
        (70, -11),
        (44, -18),
        (-2, -16),
        (-44, -21),
        (-78, -13),
        (-112, -11),
    ]
)


def puddle() -> Picture:
    """Standing water on the cobbles that shows the evening sky; a clip of the same outline lets figures stand in it."""
    c = Canvas(-138, -30, 138, 24, scale=1.5)
    mask = blur(c.mask(PUDDLE, ellipse(-118, 12, 16, 3.2), ellipse(120, -16, 15, 3.4)), 1.0)
    x, y = c.grid()
    depth = smoothstep(17, -20, y + 0 * x)[..., None]
    far, near = np.asarray(mix(p.LOW, p.MIDDLE, 0.35), np.float32), np.asarray(mix(p.DEEP, p.HIGH, 0.6), np.float32)
    c.paint(mask, far + depth * (near - far), 0.86)
    ripples = smoothstep(0.60, 0.80, fbm(c.shape, (3.0, 46), 27)) * mask
    c.add_light(ripples, p.HORIZON, 0.30)
    rim = np.clip(mask - shifted(mask, 0, 2), 0, 1)
    c.add_light(blur(rim, 0.7), mix(p.HORIZON, p.MOONLIGHT, 0.4), 0.55)
    return c.picture("puddle")


def rope() -> Picture:
    """The garland's string, sagging from (0, 0) to ROPE_END."""
    c = Canvas(-6, -70, ROPE_END[0] + 6, 48, scale=1.5)
    c.paint(c.mask(ribbon([(x, rope_height(x)) for x in np.linspace(0, ROPE_END[0], 15).tolist()], [2.2, 2.2])), p.INK)
    return c.picture("rope")


ROPE_END = (440.0, 36.0)


def rope_height(x: float) -> float:
    """How high the string is `x` units from its left end."""
    share = x / ROPE_END[0]
    return ROPE_END[1] * share - 62 * 4 * share * (1 - share)


def boat() -> Picture:
    """A moored boat behind the parapet: only cabin, mast and furled sail look over the wall."""
    c = Canvas(-150, 60, 150, 400, scale=1.2)
    wood = Finish(rgb("1f1b45"), rgb("4a3a6c"), rgb("8d6f96"), p.HORIZON, 0.35, 0.0, 0.8)
    pale = Finish(rgb("3a386e"), rgb("7d79ad"), rgb("b9a9c4"), p.HORIZON, 0.3, 0.0, 0.7)
    model(
        c,
        c.mask(
            closed(
                [(-140, 128, 0.2), (-118, 90), (-60, 62), (70, 62), (118, 92), (138, 140, 0.2), (90, 122), (-60, 114)]
            )
        ),
        wood,
    )
    model(c, c.mask(closed([(-70, 112, 0.2), (-66, 158, 0.3), (30, 164, 0.3), (44, 118, 0.2)])), pale)
    model(c, c.mask(closed([(-80, 156, 0.2), (-74, 166), (36, 173), (42, 163, 0.2)])), wood)
    for wx in (-46, -14, 16):
        c.paint(c.mask(ellipse(wx, 140, 8, 8)), p.INK)
    model(c, c.mask(ribbon([(62, 90), (63, 380)], [7, 4])), wood)
    model(c, c.mask(ribbon([(62, 190), (-84, 204)], [5, 3.5])), wood)
    model(c, c.mask(ribbon([(60, 200), (20, 203), (-30, 208), (-80, 213)], [6, 15, 13, 5])), pale)
    for knots in ([(63, 376), (130, 142)], [(63, 376), (-84, 206)], [(63, 376), (-134, 130)]):
        c.paint(c.mask(ribbon(knots, [1.1, 1.1])), p.INK, 0.8)
    return c.picture("boat")


def paper_lantern() -> Picture:
    """A lantern of the garland, unlit, hanging from (0, 0)."""
    c = Canvas(-20, -52, 20, 4, scale=3.0)
    paper = Finish(rgb("3d2f66"), rgb("8a5a86"), rgb("d39aa6"), p.MOONLIGHT, 0.4, 0.0, 0.9)
    c.paint(c.mask(ribbon([(0, 3), (0, -8)], [1.4, 1.4])), p.INK)
    body = c.mask(ellipse(0, -24, 15.5, 16.5, 0, 2.3))
    model(c, body, paper)
    for y in (-15.0, -20.0, -25.0, -30.0, -35.0):
        half = 15.3 * max(0.0, 1 - (abs(y + 24) / 17.2) ** 2.3) ** (1 / 2.3)
        c.multiply(c.mask(ribbon([(-half, y + 1), (0, y - 1.4), (half, y + 1)], [0.9, 1.1, 0.9])), rgb("7a5a90"), 0.55)
    for y in (-8.4, -40.6):
        model(c, c.mask(box(-7, y - 2.2, 7, y + 2.2, 1.4)), _IRON)
    c.paint(c.mask(ribbon([(0, -42), (0, -50)], [2.6, 1.2])), rgb("a14a6a"))
    return c.picture("paper_lantern")


def paper_light() -> Picture:
    """The same lantern's light from within, drawn additively over it."""
    c = Canvas(-20, -52, 20, 4, scale=2.0)
    body = c.mask(ellipse(0, -24, 15.5, 16.5, 0, 2.3))
    volume = inflate(body)
    x, y = c.grid()
    core = np.exp(-((x / 12) ** 2) - ((y + 27) / 12) ** 2).astype(np.float32)
    c.paint(
        body * np.clip(0.35 + 0.65 * core - 0.2 * rim_light(volume, (0, 1)), 0, 1), mix(p.AMBER, p.CANDLE, 0.25), 0.9
    )
    return c.picture("paper_light")
