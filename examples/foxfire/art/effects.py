"""Light and air: flames, glows, shafts, fog, shadows, sparks. Small pictures that the rigs stretch."""

from __future__ import annotations

import numpy as np

from studio.arrays import Floats
from studio.canvas import Canvas, Picture, blur
from studio.colour import Rgb, mix, smoothstep
from studio.noise import fbm
from studio.shapes import box, closed

from . import palette as p

FLAME_FRAMES = 8


def glow(name: str, colour: Rgb, core: Rgb, falloff: float = 2.6) -> Picture:
    """A round glow of radius 64 units for additive or screen slots, whiter in the middle, zero at its edge."""
    c = Canvas(-64, -64, 64, 64, scale=1.5)
    x, y = c.grid()
    radius = np.sqrt(x * x + y * y) / 63
    amount = np.clip(1 - radius, 0, 1) ** falloff
    tone = np.asarray(colour, np.float32) + (amount**2)[..., None] * np.subtract(core, colour, dtype=np.float32)
    c.paint(amount.astype(np.float32), tone)
    return c.picture(name)


def bokeh() -> Picture:
    """A disc of light out of focus, brighter at its rim."""
    c = Canvas(-20, -20, 20, 20, scale=3.0)
    x, y = c.grid()
    radius = np.sqrt(x * x + y * y)
    disc = smoothstep(18.5, 16.5, radius)
    c.paint(disc * (0.72 + 0.28 * smoothstep(8, 17, radius)), (1.0, 1.0, 1.0), 0.85)
    return c.picture("bokeh")


def cone() -> Picture:
    """The light that falls from a lamp: apex at (0, 0), 300 units down, for a screen slot."""
    c = Canvas(-190, -330, 190, 10, scale=0.5)
    x, y = c.grid()
    down = np.clip(-y / 320, 0, 1)
    half = 22 + 150 * down
    across = np.abs(x) / half
    amount = np.exp(-((across * 1.5) ** 2.4)) * (1 - down) ** 1.3 * smoothstep(0, 0.06, down + 0 * x)
    c.paint(blur(amount.astype(np.float32), 2), mix(p.AMBER, p.CANDLE, 0.4), 0.8)
    return c.picture("cone")


def pool() -> Picture:
    """A pool of lamp light on the ground (additive)."""
    c = Canvas(-160, -44, 160, 44, scale=0.7)
    x, y = c.grid()
    amount = np.clip(1 - np.sqrt((x / 158) ** 2 + (y / 43) ** 2), 0, 1) ** 1.5
    c.paint(amount.astype(np.float32), p.AMBER, 0.8)
    return c.picture("pool")


def contact_shadow() -> Picture:
    """A soft dark ellipse for a multiply slot."""
    c = Canvas(-60, -14, 60, 14, scale=1.0)
    x, y = c.grid()
    amount = smoothstep(1.0, 0.15, np.sqrt((x / 58) ** 2 + (y / 13) ** 2))
    c.paint(amount, mix(p.INK, p.NEAR, 0.2), 0.9)
    return c.picture("shadow")


def beam(name: str, colour: Rgb) -> Picture:
    """A reflection that a light draws down the water: a soft upright streak, broken into dashes."""
    c = Canvas(-14, -60, 14, 60, scale=1.0)
    x, y = c.grid()
    dashes = 0.55 + 0.45 * np.sin(y * 0.9 + 2.0 * np.sin(y * 0.23))
    amount = np.exp(-((x / 6.5) ** 2)) * smoothstep(59, 10, np.abs(y - 20) + 0 * x) * dashes
    c.paint(amount.astype(np.float32), colour, 0.8)
    return c.picture(name)


def fog(name: str, seed: int) -> Picture:
    """A bank of mist for a screen slot, 800 units wide, thinning out on all sides."""
    c = Canvas(-400, -70, 400, 70, scale=0.35)
    x, y = c.grid()
    edge = smoothstep(1.0, 0.35, np.abs(x) / 395 + 0 * y) * smoothstep(1.0, 0.1, np.abs(y) / 68 + 0 * x)
    texture = fbm(c.shape, (16, 60), seed, octaves=4)
    c.paint(blur(edge * smoothstep(0.28, 0.80, texture), 1.5), mix(p.HAZE, p.HORIZON, 0.3), 0.8)
    return c.picture(name)


def vignette() -> Picture:
    """Darkness round the edges of the frame (multiply), 1280 x 720 units."""
    c = Canvas(-640, -360, 640, 360, scale=0.22)
    x, y = c.grid()
    radius = np.sqrt((x / 700) ** 2 + (y / 430) ** 2)
    c.paint(smoothstep(0.55, 1.30, radius), mix(p.INK, p.DEEP, 0.4), 0.85)
    return c.picture("vignette")


def wash() -> Picture:
    """Plain white, to be stretched and coloured: nightfall and lamp light over the whole frame."""
    c = Canvas(-8, -8, 8, 8, scale=1.0)
    c.paint(c.mask(box(-8, -8, 8, 8)), (1.0, 1.0, 1.0))
    return c.picture("wash")


def spark() -> Picture:
    """A mote of light, for fireflies and sparks (additive)."""
    c = Canvas(-10, -10, 10, 10, scale=3.0)
    x, y = c.grid()
    radius = np.sqrt(x * x + y * y)
    amount = np.exp(-((radius / 2.2) ** 2)) + 0.45 * np.clip(1 - radius / 9.5, 0, 1) ** 2
    c.paint(np.clip(amount, 0, 1).astype(np.float32), (1.0, 1.0, 1.0))
    return c.picture("spark")


def gust() -> Picture:
    """A streak of wind, fading at both ends."""
    c = Canvas(-150, -8, 150, 8, scale=0.8)
    x, y = c.grid()
    bend = 3.0 * np.sin(x / 46)
    amount = np.exp(-(((y - bend) / 1.7) ** 2)) * smoothstep(150, 40, np.abs(x) + 0 * y)
    c.paint(amount.astype(np.float32), p.MOONLIGHT, 0.75)
    return c.picture("gust")


def shimmer() -> Picture:
    """A glint that lies on water (additive)."""
    c = Canvas(-40, -4, 40, 4, scale=1.0)
    x, y = c.grid()
    amount = np.exp(-((y / 1.5) ** 2)) * smoothstep(39, 8, np.abs(x) + 0 * y)
    c.paint(amount.astype(np.float32), (1.0, 0.93, 0.86))
    return c.picture("shimmer")


def flame(index: int) -> Picture:
    """Frame `index` of a flame 30 wide and 52 high that loops in FLAME_FRAMES."""
    c = Canvas(-17, -8, 17, 50, scale=3.0)
    turn = 2 * np.pi * index / FLAME_FRAMES
    lick, lean, rise = np.sin(turn), np.sin(2 * turn + 0.8), np.sin(turn + 2.0)
    outer = closed(
        [
            (0, -4),
            (9 + lick, 4),
            (11.5 + 0.8 * lean, 14),
            (7 + 1.5 * lick, 26),
            (2.5 + 3 * lean, 34 + 2 * rise),
            (1 + 3.4 * lick, 46 + 3 * rise, 0.2),
            (-3 + 2 * lick, 33 - rise),
            (-8 + 1.4 * lean, 25),
            (-11.5, 13),
            (-9 + lick, 3),
        ]
    )
    inner = closed(
        [
            (0, -2),
            (6, 4),
            (6.5 + 0.6 * lean, 12),
            (2 + 1.6 * lick, 26 + 2 * rise, 0.3),
            (-6.5 + 0.6 * lick, 12),
            (-6, 4),
        ]
    )
    haze = blur(c.mask(outer), 5)
    c.paint(haze, (1.0, 0.62, 0.30), 0.55)
    c.paint(blur(c.mask(outer), 1.6), _flame_colour(c, (1.0, 0.86, 0.52), (1.0, 0.55, 0.22)), 0.92)
    c.paint(blur(c.mask(inner), 2.6), (1.0, 0.98, 0.86), 0.95)
    return c.picture(f"flame{index + 1}")


def _flame_colour(c: Canvas, low: Rgb, high: Rgb) -> Floats:
    _, y = c.grid()
    up = smoothstep(4, 44, y + np.zeros(c.shape, np.float32))[..., None]
    return np.asarray(low, np.float32) + up * np.subtract(high, low, dtype=np.float32)


def foxfire(index: int) -> Picture:
    """The same flame in the fox's cyan."""
    picture = flame(index)
    pixels = picture.pixels.astype(np.float32) / 255
    heat = pixels[..., 2:3]
    tone = np.asarray(p.FOXFIRE, np.float32) * (1 - heat) + np.asarray(p.FOXFIRE_CORE, np.float32) * heat
    deep = np.asarray((0.16, 0.66, 0.72), np.float32)
    tone = tone * smoothstep(0.2, 0.7, heat) + deep * (1 - smoothstep(0.2, 0.7, heat))
    out = np.concatenate([np.clip(tone, 0, 1), pixels[..., 3:]], axis=-1)
    out[pixels[..., 3] == 0] = 0
    return Picture(
        f"foxfire{index + 1}",
        np.round(out * 255).astype(np.uint8),
        picture.left,
        picture.bottom,
        picture.width,
        picture.height,
    )
