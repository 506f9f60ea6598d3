"""Leaves: the old plane tree on the quay, loose leaves for the wind, and the dark frame nearest the viewer."""

from __future__ import annotations

import numpy as np

from studio.arrays import Floats
from studio.canvas import Canvas, Picture, blur
from studio.clay import Finish, model
from studio.colour import Rgb, mix, rgb, smoothstep
from studio.shapes import closed, ellipse, leaf, open_curve, resampled, ribbon

from . import palette as p

_BARK = Finish(rgb("1b1940"), rgb("3c3563"), rgb("6d6394"), p.MOONLIGHT, 0.4, 0.0, 0.9)
_RUST = (rgb("4a2b57"), rgb("6a3557"), rgb("8c4a52"), rgb("b0654f"), rgb("57406e"))


def trunk() -> Picture:
    """The plane tree's trunk, forked, rising out of the frame."""
    c = Canvas(-110, -6, 130, 620, scale=1.2)
    limbs = [
        closed(
            [
                (-44, -8, 0.2),
                (-28, 20),
                (-22, 90),
                (-26, 200),
                (-18, 320),
                (24, 320),
                (26, 200),
                (26, 90),
                (34, 20),
                (54, -8, 0.2),
            ]
        ),
        ribbon([(-4, 270), (-28, 380), (-64, 470), (-100, 640)], [48, 40, 30, 20]),
        ribbon([(6, 280), (30, 390), (52, 500), (96, 640)], [44, 36, 28, 18]),
    ]
    mask = c.mask(*limbs)
    model(c, mask, _BARK)
    random = np.random.default_rng(4)
    for _ in range(46):
        y, x = random.uniform(10, 420), random.uniform(-18, 20)
        patch = c.mask(ellipse(x, y, random.uniform(3, 8), random.uniform(7, 18), random.uniform(-15, 15)))
        c.tint(blur(patch * mask, 1.0), mix(rgb("7d74a6"), rgb("2a2550"), random.random()), 0.28)
    return c.picture("trunk")


def bough(name: str, seed: int, width: float, height: float) -> Picture:
    """A hanging bough of autumn leaves that grows from (0, 0) leftwards and down."""
    c = Canvas(-width, -height, 46, 60, scale=1.3)
    random = np.random.default_rng(seed)
    stems = [
        open_curve(
            [
                (40, 26),
                (-width * 0.3, 16 - height * 0.06),
                (-width * 0.62, -height * 0.16),
                (-width * 0.9, -height * 0.46),
            ]
        )
    ]
    for share in (0.22, 0.42, 0.60, 0.78):
        start = stems[0][int(share * (len(stems[0]) - 1))]
        drop = height * random.uniform(0.32, 0.58)
        stems.append(
            open_curve([tuple(start), (start[0] - 20, start[1] - drop * 0.5), (start[0] - 34, start[1] - drop)])
        )
    for i, stem in enumerate(stems):
        model(c, c.mask(ribbon([tuple(pt) for pt in resampled(stem, 6)], [11 if i == 0 else 4, 2])), _BARK)
    for depth in range(3):
        for stem in stems:
            for point in resampled(stem, 26 if stem is stems[0] else 13):
                if random.random() < 0.78:
                    _place_leaf(c, point, depth, random)
    return c.picture(name)


def _place_leaf(c: Canvas, at: Floats, depth: int, random: np.random.Generator) -> None:
    x, y = at[0] + random.normal(0, 15), at[1] + random.normal(0, 13)
    length, turn = random.uniform(20, 32), random.uniform(195, 325)
    tone = _RUST[int(random.integers(0, len(_RUST)))]
    colour = mix(mix(tone, p.INK, 0.50 - 0.2 * depth), tone, 0.25)
    area = c.window(x - 36, y - 36, x + 36, y + 36)
    mask = area.mask(leaf(x, y, length, length * 0.52, turn))
    _, ay = area.grid()
    shade = smoothstep(y - length * 0.8, y + 4, ay + np.zeros(area.shape, np.float32))
    area.paint(
        mask,
        np.asarray(mix(colour, p.INK, 0.35), np.float32)
        + shade[..., None] * np.subtract(mix(colour, p.HAZE, 0.18), mix(colour, p.INK, 0.35), dtype=np.float32),
    )
    vein = area.mask(ribbon([(x, y), tuple(leaf(x, y, length * 0.9, 0.01, turn)[28])], [1.2, 0.6]))
    area.tint(vein * mask, mix(colour, p.HAZE, 0.5), 0.5)


def loose_leaf(name: str, colour: Rgb, light: Rgb) -> Picture:
    """One leaf for the wind, its tip to the right."""
    c = Canvas(-16, -11, 16, 11, scale=3.0)
    mask = c.mask(leaf(-14, 0, 27, 15, 4), ribbon([(-16, -2), (-9, 0)], [1.4, 1.8]))
    model(c, mask, Finish(mix(colour, p.INK, 0.45), colour, light, p.MOONLIGHT, 0.3, 0.0, 0.8))
    c.tint(c.mask(ribbon([(-13, -0.6), (0, 0.8), (11, 1.2)], [1.1, 0.9, 0.5])), mix(colour, p.INK, 0.5), 0.7)
    return c.picture(name)


def near_branch() -> Picture:
    """A branch across the top left corner, so close that it is dark and soft."""
    c = Canvas(-40, -330, 620, 60, scale=0.7)
    random = np.random.default_rng(12)
    main = open_curve([(-60, 40), (90, -20), (250, -30), (400, -90), (520, -110)])
    twigs = [main]
    for share, drop, reach in ((0.12, 210, 40), (0.26, 250, 70), (0.42, 130, 60), (0.58, 110, 70), (0.75, 96, 50)):
        start = main[int(share * (len(main) - 1))]
        twigs.append(
            open_curve(
                [tuple(start), (start[0] + reach * 0.6, start[1] - drop * 0.5), (start[0] + reach, start[1] - drop)]
            )
        )
    shapes = [
        ribbon([tuple(pt) for pt in resampled(twig, 7)], [22, 15, 5] if i == 0 else [7, 3])
        for i, twig in enumerate(twigs)
    ]
    for twig in twigs:
        for point in resampled(twig, 17 if twig is main else 11)[1:]:
            for _ in range(2):
                size = random.uniform(38, 58)
                shapes.append(
                    leaf(
                        point[0] + random.normal(0, 10),
                        point[1] + random.normal(0, 8),
                        size,
                        size * 0.46,
                        random.uniform(200, 340),
                    )
                )
    _silhouette(c, blur(c.mask(*shapes), 1.7))
    return c.picture("near_branch")


def near_reeds() -> Picture:
    """Tall grasses in a stone planter at the bottom edge, dark and soft."""
    c = Canvas(-250, -60, 250, 330, scale=0.7)
    random = np.random.default_rng(23)
    shapes = [closed([(-150, -80, 0.2), (-136, 20), (-160, 46, 0.3), (160, 46, 0.3), (136, 20), (150, -80, 0.2)])]
    for i in range(44):
        x = -140 + 280 * (i + random.random()) / 44
        height, sway = random.uniform(90, 250), float(np.clip(random.normal(0, 36), -60, 60)) + x * 0.2
        shapes.append(ribbon([(x, 36), (x + sway * 0.25, 36 + height * 0.55), (x + sway, 36 + height)], [9, 7, 1.2]))
        if i % 5 == 2:
            tip = (x + sway, 36 + height)
            shapes.append(
                ribbon([(x + sway * 0.85, 36 + height * 0.86), tip, (tip[0] + sway * 0.12, tip[1] + 26)], [5, 15, 6])
            )
    _silhouette(c, blur(c.mask(*shapes), 1.7))
    return c.picture("near_reeds")


def near_bollard() -> Picture:
    """An iron bollard with a mooring chain that falls out of the frame, very near."""
    c = Canvas(-200, -40, 220, 210, scale=0.7)
    shapes = [
        closed(
            [
                (-44, -60, 0.2),
                (-36, 20),
                (-30, 96),
                (-44, 112),
                (-46, 132),
                (-30, 150),
                (0, 158),
                (30, 150),
                (46, 132),
                (44, 112),
                (30, 96),
                (36, 20),
                (44, -60, 0.2),
            ]
        ),
    ]
    chain = resampled(open_curve([(30, 100), (70, 46), (118, -4), (158, -80)]), 15)
    for i, point in enumerate(chain):
        ahead = chain[min(i + 1, 14)] - chain[max(i - 1, 0)]
        turn = float(np.degrees(np.arctan2(ahead[1], ahead[0])))
        shapes.append(ellipse(point[0], point[1], 13, 8 if i % 2 else 4.5, turn))
    _silhouette(c, blur(c.mask(*shapes), 1.4))
    return c.picture("near_bollard")


def _silhouette(c: Canvas, mask: Floats) -> None:
    """Nearly black violet, a little lighter towards the top where the sky shines through."""
    _, y = c.grid()
    up = smoothstep(c.bottom, c.top, y + np.zeros(c.shape, np.float32))
    dark, light = np.asarray(p.INK, np.float32), np.asarray(mix(p.INK, p.NEAR, 0.55), np.float32)
    c.paint(mask, dark + up[..., None] * (light - dark))
    edge = np.clip(mask - np.roll(mask, (2, -2), (0, 1)), 0, 1)
    c.add_light(blur(edge, 1.0), p.LOW, 0.35)
