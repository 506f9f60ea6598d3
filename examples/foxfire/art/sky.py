"""The sky and everything far: gradient and last light, clouds, the moon, hills, the castle on its rock."""

from __future__ import annotations

import numpy as np

from studio.arrays import Floats, Points
from studio.canvas import Canvas, Picture, blur
from studio.colour import Rgb, mix, ramp, rgb, smoothstep
from studio.noise import fbm
from studio.shapes import box, closed, ellipse

from . import palette as p

SKY_BOUNDS = (-960.0, -60.0, 960.0, 920.0)
"""What the sky picture covers in stage units; the farthest layers need little beyond the frame."""


def sky() -> Picture:
    """The evening sky, opaque: night above, the last light low on the left, thin bands of cloud across it."""
    c = Canvas(*SKY_BOUNDS, scale=0.55)
    x, y = c.grid()
    drift = fbm(c.shape, (60, 260), seed=3) - np.float32(0.5)
    height = (y - 300) / 560 + drift * np.float32(0.10) + x * np.float32(0.00010)
    stops = [(-0.05, p.AFTERGLOW), (0.07, p.HORIZON), (0.22, p.LOW), (0.45, p.MIDDLE), (0.75, p.HIGH), (1.1, p.ZENITH)]
    c.paint(np.ones(c.shape, np.float32), ramp(height, stops))
    glow = np.exp(-(((x + 260) / 520) ** 2) - ((y - 330) / 180) ** 2).astype(np.float32)
    c.add_light(glow, p.AFTERGLOW, 0.55)
    for seed, centre, thickness, colour, strength in (
        (11, 420.0, 60.0, p.HORIZON, 0.50),
        (12, 510.0, 50.0, rgb("c98fb4"), 0.34),
        (13, 640.0, 90.0, rgb("5d62b4"), 0.30),
    ):
        texture = fbm(c.shape, (26, 230), seed, octaves=5)
        band = np.exp(-(((y - centre) / thickness) ** 2)).astype(np.float32)
        c.tint(smoothstep(0.48, 0.72, texture) * band, colour, strength)
    c.over(_stars(c))
    return c.picture("sky")


def cloud(name: str, seed: int, width: float, height: float, colour: Rgb, lit: Rgb) -> Picture:
    """One long soft cloud, brighter underneath where the last light reaches it."""
    c = Canvas(-width / 2, -height / 2, width / 2, height / 2, scale=0.6)
    x, y = c.grid()
    texture = fbm(c.shape, (36, 120), seed, octaves=5)
    profile = 1 - (2 * x / width) ** 2 - (2 * y / height + 0.25 * (texture - np.float32(0.5))) ** 2 * 1.4
    body = smoothstep(
        0.50, 0.95, np.asarray(profile * np.float32(0.75) + (texture - np.float32(0.5)) * 1.1, np.float32)
    )
    body = blur(body * smoothstep(0.0, 0.25, np.asarray(profile, np.float32)), 2.0)
    under = smoothstep(0.30, -0.35, np.asarray(2 * y / height, np.float32) + (texture - np.float32(0.5)))
    shading = np.asarray(colour, np.float32) + under[..., None] * np.subtract(lit, colour, dtype=np.float32)
    c.paint(body, shading, 0.85)
    return c.picture(name)


def moon() -> Picture:
    """A nearly full moon with its seas, its left side falling into shade."""
    c = Canvas(-46, -46, 46, 46, scale=2.2)
    disc = c.mask(ellipse(0, 0, 40, 40))
    x, y = c.grid()
    c.paint(disc, p.MOON)
    seas = smoothstep(0.5, 0.66, fbm(c.shape, (34, 38), seed=21, octaves=4))
    c.tint(seas * disc, rgb("cbbfd6"), 0.55)
    shade = smoothstep(-6, 44, np.asarray(-(x * 0.9 - y * 0.35), np.float32))
    c.tint(shade * disc, rgb("a99cc8"), 0.65)
    return c.picture("moon")


def far_hills() -> Picture:
    """Two ranges of hills melting into the haze, lit from the left where the sun went down."""
    c = Canvas(-980, 60, 980, 420, scale=0.6)
    back = closed(
        [
            (-1100, 40),
            (-1000, 250),
            (-760, 300),
            (-600, 262),
            (-380, 330),
            (-170, 280),
            (60, 318),
            (300, 268),
            (520, 330),
            (760, 290),
            (1000, 310),
            (1100, 40),
        ]
    )
    front = closed(
        [
            (-1100, 40),
            (-1000, 200),
            (-780, 232),
            (-560, 205),
            (-300, 245),
            (-40, 215),
            (200, 236),
            (460, 210),
            (700, 250),
            (1000, 225),
            (1100, 40),
        ]
    )
    _silhouette(c, c.mask(back), mix(p.FAR, p.HORIZON, 0.42), mix(p.HAZE, p.HORIZON, 0.55), 330, 190)
    _silhouette(c, c.mask(front), mix(p.FAR, p.HORIZON, 0.16), mix(p.HAZE, p.HORIZON, 0.40), 250, 150)
    c.erase(smoothstep(150, 62, c.grid()[1] + 0 * c.grid()[0]))
    return c.picture("far_hills")


def castle() -> Picture:
    """The old castle on its rock, one lit window in the keep."""
    c = Canvas(-330, 90, 330, 560, scale=1.0)
    rock = closed(
        [
            (-330, 60),
            (-300, 180),
            (-230, 236),
            (-180, 262),
            (-96, 300),
            (-40, 318),
            (70, 316),
            (120, 296),
            (190, 246),
            (262, 214),
            (330, 150),
            (330, 60),
        ]
    )
    parts: list[Points] = [rock]
    for x, width, base, top, roof in (
        (-92, 34, 280, 372, 44),
        (-50, 44, 300, 408, 0),
        (8, 58, 300, 452, 74),
        (58, 40, 296, 396, 0),
        (98, 30, 280, 380, 48),
        (-128, 26, 262, 330, 34),
        (138, 40, 258, 318, 30),
    ):
        parts.extend(_tower(x, width, base, top, roof))
    parts.append(box(-128, 250, 150, 318))
    mask = c.mask(*parts)
    _silhouette(c, mask, mix(p.MIDDLE_DISTANCE, p.FAR, 0.55), mix(p.HAZE, p.HORIZON, 0.22), 430, 120)
    edge = np.clip(mask - _shift_right(mask, 2.0), 0, 1)
    c.add_light(blur(edge, 0.6), p.HORIZON, 0.55)
    for wx, wy in ((8, 426), (2, 404), (-50, 378), (98, 352), (60, 352), (138, 296)):
        c.paint(c.mask(box(wx - 2.2, wy - 5, wx + 2.2, wy + 4, 2)), p.AMBER, 0.9)
    c.erase(smoothstep(190, 95, c.grid()[1] + 0 * c.grid()[0]))
    return c.picture("castle")


def _tower(x: float, width: float, base: float, top: float, roof: float) -> list[Points]:
    half = width / 2
    shapes = [box(x - half, base, x + half, top), box(x - half - 3, top - 8, x + half + 3, top)]
    if roof:
        shapes.append(
            closed(
                [
                    (x - half - 6, top, 0.0),
                    (x - half * 0.3, top + roof * 0.55),
                    (x, top + roof, 0.0),
                    (x + half * 0.3, top + roof * 0.55),
                    (x + half + 6, top, 0.0),
                ]
            )
        )
        shapes.append(box(x - 0.8, top + roof - 2, x + 0.8, top + roof + 12))
    else:
        step = width / 4
        shapes += [
            box(x - half - 3 + i * step * 1.12, top, x - half - 3 + i * step * 1.12 + step * 0.6, top + 8)
            for i in range(4)
        ]
    return shapes


def _silhouette(c: Canvas, mask: Floats, colour: Rgb, haze: Rgb, crest: float, foot: float) -> None:
    """Fill `mask` with `colour` at height `crest` and above, turning to `haze` towards height `foot`."""
    _, y = c.grid()
    fog = smoothstep(crest, foot, y + np.zeros(c.shape, np.float32))
    c.paint(mask, np.asarray(colour, np.float32) + fog[..., None] * np.subtract(haze, colour, dtype=np.float32))


def _shift_right(mask: Floats, px: float) -> Floats:
    moved = np.zeros_like(mask)
    step = max(1, round(px))
    moved[:, step:] = mask[:, :-step]
    return moved


def _stars(like: Canvas) -> Canvas:
    stars = Canvas(*SKY_BOUNDS, scale=like.scale)
    random = np.random.default_rng(5)
    for _ in range(130):
        x, y = random.uniform(-950, 950), 470 + 440 * random.random() ** 0.7
        size = random.choice([1.1, 1.4, 2.0], p=[0.6, 0.3, 0.1])
        fade = min(1.0, (y - 450) / 200)
        stars.paint(_dot(stars, x, y, size), p.MOON, float(fade * random.uniform(0.35, 0.95)))
    return stars


def _dot(c: Canvas, x: float, y: float, radius: float) -> Floats:
    px, py = c.grid()
    return np.exp(-(((px - x) ** 2 + (py - y) ** 2) / (radius * radius))).astype(np.float32)
