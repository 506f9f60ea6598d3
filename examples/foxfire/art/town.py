"""The old town across the canal: a row of crooked houses, their lights, and what the water makes of them."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from studio.arrays import Points
from studio.canvas import Canvas, Picture, blur
from studio.colour import Rgb, mix, rgb, smoothstep
from studio.noise import fbm, value_noise
from studio.shapes import box, closed

from . import palette as p

WATERLINE = 186.0
TOWN_BOUNDS = (-1010.0, WATERLINE, 1010.0, 600.0)

_SLATE, _BRICK, _PLASTER, _OCHRE = rgb("3b3f78"), rgb("4e3a6e"), rgb("5f5c96"), rgb("6b5a86")


@dataclass(frozen=True, slots=True)
class House:
    """A house by its left edge, width, height to the eaves and roof height, in stage units.

    `roof` is gable, step, bell, hip or spire; `floors` and `bays` count its windows.
    """

    x: float
    width: float
    eaves: float
    roof_height: float
    roof: str
    wall: Rgb
    floors: int
    bays: int
    lean: float = 0.0


FRONT_ROW: tuple[House, ...] = (
    House(-1010, 92, 96, 62, "gable", _SLATE, 3, 3, -2),
    House(-920, 66, 140, 54, "step", _BRICK, 4, 2, 2),
    House(-854, 104, 84, 50, "hip", _PLASTER, 2, 4),
    House(-752, 60, 124, 66, "bell", _OCHRE, 3, 2, -3),
    House(-694, 78, 102, 64, "gable", _SLATE, 3, 3, 2),
    House(-618, 56, 150, 60, "step", _BRICK, 4, 2),
    House(-564, 108, 78, 46, "hip", _SLATE, 2, 4, -2),
    House(-458, 64, 116, 70, "bell", _PLASTER, 3, 2, 3),
    House(-396, 74, 136, 58, "gable", _OCHRE, 4, 3),
    House(-226, 70, 110, 66, "step", _SLATE, 3, 2, -2),
    House(-158, 96, 82, 52, "hip", _BRICK, 2, 4),
    House(-64, 60, 132, 68, "bell", _SLATE, 4, 2, 2),
    House(-6, 80, 100, 60, "gable", _PLASTER, 3, 3),
    House(72, 62, 150, 56, "step", _OCHRE, 4, 2, -2),
    House(132, 102, 88, 48, "hip", _SLATE, 2, 4),
    House(232, 66, 126, 64, "gable", _BRICK, 3, 2, 3),
    House(296, 58, 104, 70, "bell", _PLASTER, 3, 2),
    House(352, 88, 142, 58, "step", _SLATE, 4, 3, -2),
    House(438, 96, 90, 50, "hip", _OCHRE, 2, 4),
    House(532, 64, 130, 68, "gable", _SLATE, 4, 2, 2),
    House(594, 76, 108, 62, "bell", _BRICK, 3, 3),
    House(668, 60, 156, 56, "step", _PLASTER, 4, 2),
    House(726, 104, 84, 50, "hip", _SLATE, 2, 4, 2),
    House(828, 68, 134, 64, "gable", _OCHRE, 4, 2, -2),
    House(894, 118, 106, 54, "hip", _BRICK, 3, 4),
)
BACK_ROW: tuple[House, ...] = tuple(
    House(
        -1000 + i * 97 + (i * 37) % 41,
        74 + (i * 29) % 40,
        150 + (i * 53) % 70,
        56,
        ("gable", "hip", "step")[i % 3],
        _PLASTER,
        4,
        3,
    )
    for i in range(21)
)


def town() -> Picture:
    """The houses from the waterline up, with a clock tower, dark but for a few early windows."""
    c = Canvas(*TOWN_BOUNDS, scale=1.0)
    for i, house in enumerate(BACK_ROW):
        _house(c, house, haze=0.62, seed=300 + i)
    _clock_tower(c)
    for i, house in enumerate(FRONT_ROW):
        _house(c, house, haze=0.16, seed=i)
    _embankment(c)
    _, y = c.grid()
    mist = smoothstep(330, 190, y + np.zeros(c.shape, np.float32)) * np.float32(0.30)
    c.tint(mist, mix(p.HAZE, p.HORIZON, 0.30))
    return c.picture("town")


def town_lights() -> Picture:
    """Every window that is dark in the town picture, lit: drawn over it when the lamps come back."""
    c = Canvas(*TOWN_BOUNDS, scale=1.0)
    random = np.random.default_rng(77)
    for house in FRONT_ROW:
        for outline in _windows(house):
            if random.random() < 0.62:
                near = c.window(*(outline.min(axis=0) - 3), *(outline.max(axis=0) + 3))
                warmth = mix(p.AMBER, p.CANDLE, float(random.random()) * 0.7)
                near.paint(near.mask(outline), warmth, float(random.uniform(0.7, 1.0)))
    glow = blur(c.coverage, 9.0)
    lit = Canvas(*TOWN_BOUNDS, scale=1.0)
    lit.paint(np.clip(glow * 1.5, 0, 0.5), p.AMBER)
    lit.over(c)
    return lit.picture("town_lights")


def window_places() -> list[tuple[float, float]]:
    """Where the town's windows are, in stage units: the lights in the out-of-focus background sit on them."""
    places = []
    for house in FRONT_ROW:
        for outline in _windows(house):
            centre = outline.mean(axis=0)
            places.append((float(centre[0]), float(centre[1])))
    return places


def reflection() -> Picture:
    """The town upside down in the canal, softened and broken by ripples, opaque down to the quay."""
    source = town()
    pixels = source.pixels[::-1][:150].astype(np.float32) / 255
    height, width = pixels.shape[:2]
    c = Canvas(TOWN_BOUNDS[0], WATERLINE - height, TOWN_BOUNDS[2], WATERLINE, scale=1.0)
    _x, y = c.grid()
    depth = (WATERLINE - y) / height
    sky_colour = np.asarray(mix(p.MIDDLE, p.HORIZON, 0.42), np.float32)
    deep_colour = np.asarray(mix(p.HIGH, p.MIDDLE, 0.35), np.float32)
    water = sky_colour + depth[..., None] * (deep_colour - sky_colour) + np.zeros((height, width, 3), np.float32)
    c.paint(np.ones((height, width), np.float32), water)
    ripple = (value_noise((height, width), (3.5, 90), 41) - np.float32(0.5)) * (4 + 16 * depth)
    columns = np.clip(np.arange(width)[None, :] + ripple, 0, width - 1).astype(int)
    mirrored = pixels[np.arange(height)[:, None], columns]
    alpha = np.stack(
        [blur(np.ascontiguousarray(mirrored[..., i] * (mirrored[..., 3] if i < 3 else 1)), 1.6) for i in range(4)], -1
    )
    c.tint(alpha[..., 3], alpha[..., :3] / np.maximum(alpha[..., 3:], 1e-3), 0.62)
    streaks = smoothstep(
        0.60, 0.82, value_noise((height, width), (2.6, 70), 43) * (0.6 + 0.4 * fbm((height, width), (40, 200), 44))
    )
    c.add_light(streaks * (1 - depth * np.float32(0.4)), p.HORIZON, 0.35)
    shadow = smoothstep(0.0, 0.05, depth + np.zeros((height, width), np.float32))
    c.multiply(1 - shadow, (0.5, 0.5, 0.68), 0.7)
    return c.picture("water")


def _house(canvas: Canvas, house: House, haze: float, seed: int) -> None:
    reach = 30 + abs(house.lean) * 3
    c = canvas.window(
        house.x - reach, WATERLINE, house.x + house.width + reach, WATERLINE + house.eaves + house.roof_height + 20
    )
    base, top = WATERLINE + 12, WATERLINE + house.eaves
    mist = mix(p.HAZE, p.HORIZON, 0.30)
    wall_mask = c.mask(_leaning(box(house.x, base, house.x + house.width, top), house))
    roof_mask = c.mask(_leaning(_roof(house), house))
    x, y = c.grid()
    across = np.clip((x - house.x) / house.width, 0, 1)
    wall = np.asarray(mix(house.wall, mist, haze), np.float32) * (1.10 - 0.34 * across[..., None])
    patches = fbm(c.shape, (26, 20), seed + 200, octaves=3)[..., None]
    c.paint(wall_mask, wall * (0.90 + 0.2 * patches))
    roof = np.asarray(mix(mix(p.DEEP, house.wall, 0.30), mist, haze), np.float32) * (1.15 - 0.3 * across[..., None])
    rows = 1 - (0.06 - 0.05 * haze) * (1 - np.sin(y * 1.25))
    c.paint(roof_mask, roof * rows[..., None])
    for dx in _chimneys(house):
        stack = c.mask(
            _leaning(box(dx - 5, top + house.roof_height * 0.25, dx + 5, top + house.roof_height * 0.95), house),
            _leaning(box(dx - 7, top + house.roof_height * 0.9, dx + 7, top + house.roof_height * 0.98), house),
        )
        c.paint(stack, mix(mix(p.NEAR, house.wall, 0.35), mist, haze))
    body = np.maximum(wall_mask, roof_mask)
    edge = np.clip(body - np.roll(body, 2, axis=1), 0, 1)
    crest = np.clip(body - np.roll(body, 1, axis=0), 0, 1)
    c.add_light(np.maximum(edge, crest * np.float32(0.8)), p.HORIZON, 0.42 * (1 - haze * 0.6))
    if haze < 0.4:
        _details(c, house, seed)
    else:
        for outline in _windows(house):
            c.tint(c.mask(outline), mix(house.wall, p.INK, 0.25), 0.28)


def _details(c: Canvas, house: House, seed: int) -> None:
    random = np.random.default_rng(seed + 900)
    top = WATERLINE + house.eaves
    cornice = c.mask(_leaning(box(house.x - 3, top - 4, house.x + house.width + 3, top + 1), house))
    c.paint(cornice, mix(house.wall, p.INK, 0.35))
    for outline in _windows(house):
        frame = outline * 1.0
        centre = frame.mean(axis=0)
        c.tint(c.mask((frame - centre) * 1.22 + centre), mix(house.wall, p.HAZE, 0.35), 0.8)
        lit = random.random() < 0.10
        c.tint(c.mask(outline), p.AMBER if lit else mix(p.INK, p.MIDDLE, 0.42), 0.95)
        if lit:
            c.add_light(blur(c.mask(outline), 7), p.AMBER, 0.8)
        bar = box(centre[0] - 0.6, frame[:, 1].min(), centre[0] + 0.6, frame[:, 1].max())
        cross = box(frame[:, 0].min(), centre[1] - 0.6 + 2, frame[:, 0].max(), centre[1] + 0.6 + 2)
        c.tint(c.mask(bar, cross), house.wall, 0.7)
    door_x = house.x + house.width * (0.25 if seed % 2 else 0.7)
    door = c.mask(_leaning(box(door_x - 7, WATERLINE + 12, door_x + 7, WATERLINE + 38, 6), house))
    c.tint(door, mix(p.INK, house.wall, 0.25), 0.9)


def _windows(house: House) -> list[Points]:
    outlines = []
    floor_height = (house.eaves - 34) / house.floors
    for floor in range(house.floors):
        for bay in range(house.bays):
            if floor == 0 and house.eaves > 110 and bay == 0:
                continue
            wx = house.x + house.width * (bay + 0.5) / house.bays
            wy = WATERLINE + 26 + floor_height * (floor + 0.55)
            half = min(5.2, house.width / house.bays * 0.24)
            outlines.append(
                _leaning(
                    box(wx - half, wy - floor_height * 0.25, wx + half, wy + floor_height * 0.27, half * 0.8), house
                )
            )
    if house.roof in ("gable", "step", "bell"):
        wy = WATERLINE + house.eaves + house.roof_height * 0.30
        outlines.append(
            _leaning(box(house.x + house.width / 2 - 4, wy - 7, house.x + house.width / 2 + 4, wy + 7, 4), house)
        )
    return outlines


def _roof(house: House) -> Points:
    x0, x1, y = house.x - 3, house.x + house.width + 3, WATERLINE + house.eaves
    mid, w, h = (x0 + x1) / 2, house.width, house.roof_height
    if house.roof == "step":
        left, steps = [], 5
        for i in range(steps):
            left += [(x0 + i * w / 2 / steps, y + i * h / steps), (x0 + i * w / 2 / steps, y + (i + 1) * h / steps)]
        right = [(x0 + x1 - px, py) for px, py in reversed(left)]
        return np.array([*left, *right])
    if house.roof == "bell":
        left_side = [
            (x0, y, 0.0),
            (x0 + w * 0.04, y + h * 0.2),
            (x0 + w * 0.22, y + h * 0.42),
            (x0 + w * 0.30, y + h * 0.74),
        ]
        right_side = [(x0 + x1 - k[0], *k[1:]) for k in reversed(left_side)]
        return closed([*left_side, (mid - w * 0.14, y + h * 0.96), (mid + w * 0.14, y + h * 0.96), *right_side])
    if house.roof == "hip":
        return closed(
            [
                (x0 - 2, y, 0.0),
                (x0 + w * 0.08, y + h * 0.42, 0.5),
                (x0 + w * 0.18, y + h, 0.0),
                (x1 - w * 0.18, y + h, 0.0),
                (x1 - w * 0.08, y + h * 0.42, 0.5),
                (x1 + 2, y, 0.0),
            ]
        )
    return closed(
        [
            (x0, y, 0.0),
            (x0 + w * 0.24, y + h * 0.46, 0.6),
            (mid, y + h, 0.0),
            (x1 - w * 0.24, y + h * 0.46, 0.6),
            (x1, y, 0.0),
        ]
    )


def _chimneys(house: House) -> list[float]:
    if house.roof == "hip":
        return [house.x + house.width * 0.3, house.x + house.width * 0.75]
    return [house.x + house.width * 0.78] if house.roof == "gable" else []


def _leaning(outline: Points, house: House) -> Points:
    """Old houses lean: shifted by up to `lean` units at the top."""
    moved = outline.copy()
    moved[:, 0] += house.lean * (outline[:, 1] - WATERLINE) / 100
    return moved


def _clock_tower(canvas: Canvas) -> None:
    x, base, top = -272.0, WATERLINE, WATERLINE + 262
    c = canvas.window(x - 70, base, x + 70, top + 120)
    stone = mix(p.NEAR, p.HAZE, 0.30)
    shaft = c.mask(
        box(x - 27, base, x + 27, top), box(x - 31, top - 12, x + 31, top), box(x - 31, top - 92, x + 31, top - 84)
    )
    dome = c.mask(
        closed(
            [
                (x - 33, top, 0.0),
                (x - 30, top + 22),
                (x - 12, top + 44),
                (x - 6, top + 66),
                (x, top + 112, 0.0),
                (x + 6, top + 66),
                (x + 12, top + 44),
                (x + 30, top + 22),
                (x + 33, top, 0.0),
            ]
        )
    )
    px, _ = c.grid()
    side = np.clip((px - x + 30) / 60, 0, 1)[..., None] + np.zeros((*c.shape, 1), np.float32)
    c.paint(shaft, np.asarray(stone, np.float32) * (1.16 - 0.4 * side))
    c.paint(dome, np.asarray(mix(p.DEEP, p.HAZE, 0.22), np.float32) * (1.3 - 0.5 * side))
    body = np.maximum(shaft, dome)
    c.add_light(np.clip(body - np.roll(body, 3, axis=1), 0, 1), p.HORIZON, 0.6)
    angle = np.linspace(0, 2 * np.pi, 60, endpoint=False)
    disc = np.stack([x + 17 * np.cos(angle), top - 48 + 17 * np.sin(angle)], 1)
    c.add_light(blur(c.mask(disc), 12), p.AMBER, 0.8)
    c.paint(c.mask((disc - (x, top - 48)) * 1.18 + (x, top - 48)), mix(p.DEEP, p.HAZE, 0.2))
    c.paint(c.mask(disc), mix(p.CANDLE, p.AMBER, 0.25))
    c.paint(
        c.mask(
            box(x - 0.9, top - 48, x + 0.9, top - 35),
            np.array([(x, top - 49.0), (x + 10, top - 43), (x + 9, top - 41.4), (x, top - 47)]),
        ),
        p.DEEP,
    )
    for dx in (-12, 0, 12):
        c.paint(c.mask(box(x + dx - 3, top - 116, x + dx + 3, top - 98, 3)), p.DEEP, 0.8)


def _embankment(c: Canvas) -> None:
    wall = c.mask(box(-1010, WATERLINE, 1010, WATERLINE + 14))
    _, _y = c.grid()
    texture = fbm(c.shape, (5, 24), 61)
    c.paint(wall, np.asarray(mix(p.NEAR, p.HAZE, 0.15), np.float32) * (0.8 + 0.4 * texture[..., None]))
    c.add_light(c.mask(box(-1010, WATERLINE + 12.4, 1010, WATERLINE + 14)), p.HORIZON, 0.35)
