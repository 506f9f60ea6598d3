"""What the shots are built of: camera, lamps, weather, sparks, the garland."""

from __future__ import annotations

from collections.abc import Sequence
from math import pi, sin
from typing import Any

import numpy as np

from studio.arrays import Points
from studio.clip import Clip

from . import stage

FLICKER_HZ = 3.1


def camera(clip: Clip, keys: Sequence[tuple[Any, ...]]) -> None:
    """Keys (time, x, y, frame scale, roll degrees[, ease]); a scale of 1 shows 1280 units across."""
    home = stage.CAMERA_HOME
    clip.move("camera", [(k[0], (k[1] - home[0], k[2] - home[1]), *k[5:]) for k in keys])
    clip.scale("camera", [(k[0], (k[3], k[3]), *k[5:]) for k in keys])
    clip.rotate("camera", [(k[0], k[4], *k[5:]) for k in keys])


def crickets(clip: Clip, times: Sequence[float]) -> None:
    """A cricket answers another, from one side and the other."""
    for i, time in enumerate(times):
        clip.event(time, "cricket", **({"balance": -0.7} if i % 2 == 0 else {"volume": 0.06, "balance": 0.6}))


def stand(clip: Clip, actor: str, keys: Sequence[tuple[Any, ...]], facing: float = 1.0) -> None:
    """Where an actor's bone is: keys (time, x, y[, ease]) in stage units; `facing` -1 mirrors it for the whole shot."""
    at_rest = {"wick": (0.0, -14.0), "wick_mirror": (0.0, -14.0), "saffron": (0.0, 0.0)}[actor]
    clip.move(actor, [(k[0], (k[1] - at_rest[0], k[2] - at_rest[1]), *k[3:]) for k in keys])
    upright = -1.0 if actor == "wick_mirror" else 1.0
    clip.scale(actor, [(0.0, (facing, upright))])


def lamp(clip: Clip, name: str, lit_at: float | None) -> None:
    """A lamp that is lit from `lit_at` on (0: all the time, None: never): flame, glow, cone, pool and wall."""
    levels: list[tuple[float, float]] = [(0.0, 0.0)]
    if lit_at is not None:
        start = max(lit_at, 0.0)
        levels = (
            []
            if start == 0.0
            else [(0.0, 0.0), (start, 0.0), (start + 0.10, 1.25), (start + 0.24, 0.7), (start + 0.45, 1.05)]
        )
        first = start + 0.6 if levels else 0.0
        for step in range(int((clip.duration - first) * FLICKER_HZ) + 1):
            t = first + step / FLICKER_HZ
            levels.append((t, 0.92 + 0.06 * sin(2.3 * step) + 0.04 * sin(5.1 * step + 1.0)))
        clip.show(f"{name}_flame", [(0.0, None), (start, "flame")] if start else [(0.0, "flame")])
        clip.play_pictures(f"{name}_flame", "flame", 1 / 14)
    else:
        clip.show(f"{name}_flame", [(0.0, None)])
    for part, colour, strength in (
        ("light", "ffffff", 0.92),
        ("cone", "ffd89a", 0.40),
        ("glow", "ffb45a", 0.62),
        ("pool", "ffb658", 0.90),
        ("wash", "ffa850", 0.50),
    ):
        clip.colour(f"{name}_{part}", [(t, colour + _alpha(level * strength)) for t, level in levels])
    clip.scale(f"{name}_flame", [(t, (0.9 + 0.1 * level, 0.8 + 0.2 * level)) for t, level in levels])


def garland(clip: Clip, lit_at: Sequence[float | None], wind: Sequence[tuple[float, float]] = ((0.0, 1.0),)) -> None:
    """The lanterns, each lit from its time on; `wind` (time, strength) makes string and lanterns swing."""
    times, strengths = [w[0] for w in wind], [w[1] for w in wind]

    def blow(time: float) -> float:
        return float(np.interp(time, times, strengths))

    for i in range(2, 5):
        phase = i * 0.21
        clip.bake(f"rope{i}", "translate", _rope_swing(blow, phase), 1 / 8, ease="auto")
    for i in range(stage.LANTERNS):
        clip.bake(f"lantern{i + 1}", "rotate", _lantern_swing(blow, i * 0.17), 1 / 8, ease="auto")
        at = lit_at[i]
        glow = (
            [(0.0, 0.0)]
            if at is None
            else [(0.0, 0.0), (at, 0.0), (at + 0.12, 1.15), (at + 0.35, 0.8), (at + 0.6, 0.95)]
        )
        if at is not None:
            glow += [(t, 0.9 + 0.07 * sin(3.0 * t + i)) for t in np.arange(at + 1.1, clip.duration, 0.55).tolist()]
        clip.colour(f"lantern{i + 1}_light", [(t, "ffffff" + _alpha(level * 0.85)) for t, level in glow])
        clip.colour(f"lantern{i + 1}_glow", [(t, "ffa85a" + _alpha(level * 0.60)) for t, level in glow])


def _rope_swing(blow: Any, phase: float) -> Any:
    return lambda t: (
        -6.0 * (blow(t) - 1.0) + 1.2 * blow(t) * sin(2 * pi * (0.5 * t - phase)),
        2.2 * blow(t) * sin(2 * pi * (0.62 * t - phase)),
    )


def _lantern_swing(blow: Any, phase: float) -> Any:
    return lambda t: (-9.0 * (blow(t) - 1.0) + 2.6 * blow(t) ** 0.7 * sin(2 * pi * (0.7 * t - phase)),)


def town_wakes(clip: Clip, start: float | None, spread: float = 1.6) -> None:
    """The windows across the water: all at once faintly, and out of focus one after the other over `spread` seconds."""
    random = np.random.default_rng(63)
    clip.colour(
        "town_lights",
        [(0.0, "ffffff00")]
        if start is None
        else [(0.0, "ffffff00"), (start, "ffffff00"), (start + spread, "ffffffd0", "linear")],
    )
    for i in range(stage.BOKEH):
        if start is None:
            clip.colour(f"bokeh{i + 1}", [(0.0, "ff9a3c00")])
            continue
        at = start + spread * i / stage.BOKEH + float(random.uniform(0, 0.15))
        tone = ("ffb054", "ffc878", "ff9450", "ffbc60")[i % 4]
        level = float(random.uniform(0.45, 0.8))
        keys = [
            (0.0, tone + "00"),
            (at, tone + "00"),
            (at + 0.14, tone + _alpha(min(1.0, level * 1.4))),
            (at + 0.5, tone + _alpha(level)),
        ]
        if at + 1.6 < clip.duration:
            keys.append((at + 1.6, tone + _alpha(level * 0.8)))
        clip.colour(f"bokeh{i + 1}", [k for k in keys if k[0] <= clip.duration])


def water(clip: Clip, points: Points, speed: float = 1.0) -> None:
    """Ripples: the reflection (a mesh of `points`) sways in bands, glints slide, the boat rides."""
    steps = max(2, round(clip.duration / 0.55))
    keys = []
    for k in range(steps + 1):
        t = clip.duration * k / steps
        depth = (points[:, 1].max() - points[:, 1]) / 150
        shift = (0.6 + 4.0 * depth) * np.sin(2 * pi * (0.34 * speed * t) + points[:, 1] * 0.16 + points[:, 0] * 0.004)
        keys.append((t, tuple(np.stack([shift, np.zeros_like(shift)], 1).ravel().round(2).tolist()), "soft"))
    clip.deform("water", "water", keys)
    for i in range(stage.SHIMMERS):
        phase = i * 0.37
        times = np.linspace(0, clip.duration, max(3, round(clip.duration * speed * 1.6)))
        clip.move(f"shimmer{i + 1}", [(t, (14 * sin(0.8 * t + 6 * phase), 0.0)) for t in times.tolist()])
        clip.colour(
            f"shimmer{i + 1}",
            [(t, "ffd8c0" + _alpha(0.30 + 0.28 * sin(2.4 * t * speed + 9 * phase))) for t in times.tolist()],
        )
    clip.sway("boat_hull", 1.1, cycles=max(1, round(clip.duration / 4)))
    clip.bob("boat_hull", 0, 1.8, cycles=max(1, round(clip.duration / 3.2)), phase=0.2)


def drift(clip: Clip, cloud: float = 14.0, mist: float = 30.0) -> None:
    """Clouds and mist pass slowly."""
    clip.move("cloud1", [(0, (-cloud, 0), "linear"), (clip.duration, (cloud, 0))])
    clip.move("cloud2", [(0, (cloud * 0.7, 0), "linear"), (clip.duration, (-cloud * 0.7, 0))])
    clip.move("mist_far", [(0, (-mist * 0.5, 0), "linear"), (clip.duration, (mist * 0.5, 0))])
    clip.move("mist_town", [(0, (mist, 0), "linear"), (clip.duration, (-mist, 0))])


def boughs(clip: Clip, wind: Sequence[tuple[float, float]]) -> None:
    """The tree's and the near branch's sway: (time, degrees of bend to the left) with a tremble on top."""
    times, bends = [w[0] for w in wind], [w[1] for w in wind]

    def angle(size: float, phase: float) -> Any:
        def value(t: float) -> tuple[float, ...]:
            bend = float(np.interp(t, times, bends))
            return (
                size
                * (
                    bend
                    + (0.7 + 0.30 * abs(bend)) * sin(2 * pi * (0.45 * t - phase))
                    + 0.12 * abs(bend) * sin(2 * pi * 2.3 * t)
                ),
            )

        return value

    for bone, size, phase in (
        ("bough1", 0.8, 0.0),
        ("bough2", 1.1, 0.3),
        ("near_branch", 0.8, 0.55),
        ("near_reeds", 1.2, 0.2),
    ):
        clip.bake(bone, "rotate", angle(size, phase), 1 / 8, ease="auto")


def fly_leaf(
    clip: Clip, index: int, start: float, life: float, path: Sequence[tuple[float, float]], turns: float
) -> None:
    """Leaf `index` (from 1) flies along `path` in stage units from `start` on, tumbling `turns` times."""
    bone = f"leaf{index}"
    keys = [(start + life * i / (len(path) - 1), point) for i, point in enumerate(path)]
    clip.move(bone, [(0.0, path[0]), *keys] if start > 0 else keys)
    spin = [(start, 0.0, "linear"), (start + life, 360.0 * turns)]
    clip.rotate(bone, [(0.0, 0.0, "linear"), *spin] if start > 0 else spin)
    flips = max(2, round(life * 5))
    tumble = [(start + life * i / flips, (1.0, 0.25 + 0.75 * abs(sin(1.7 * i + index)))) for i in range(flips + 1)]
    clip.scale(bone, [(0.0, (1.0, 1.0)), *tumble] if start > 0 else tumble)
    clip.show(
        bone, [(0.0, None), (start, "leaf"), (start + life, None)] if start > 0 else [(0.0, "leaf"), (life, None)]
    )


def spark(
    clip: Clip, index: int, start: float, life: float, path: Sequence[tuple[float, float]], colour: str, size: float
) -> None:
    """Spark `index` (from 1) drifts along `path`, swells and dies."""
    name = f"spark{index}"
    keys = [(start + life * i / (len(path) - 1), point) for i, point in enumerate(path)]
    clip.move(name, [(0.0, path[0]), *keys] if start > 0 else keys)
    glow = [
        (start, 0.0),
        (start + life * 0.15, 1.0),
        (start + life * 0.45, 0.65),
        (start + life * 0.7, 1.0),
        (start + life, 0.0),
    ]
    colours = [(t, colour + _alpha(level)) for t, level in glow]
    clip.colour(name, [(0.0, colour + "00"), *colours] if start > 0 else colours)
    clip.scale(name, [(0.0, (size, size))])
    clip.show(
        name, [(0.0, None), (start, "spark"), (start + life, None)] if start > 0 else [(0.0, "spark"), (life, None)]
    )


def wisp(clip: Clip, keys: Sequence[tuple[float, float, float]], born: float, gone: float) -> None:
    """A flame that flies through (time, x, y) from `born` to `gone`, its tail of light following a little later."""
    for i in range(stage.WISPS):
        name, late = f"wisp{i + 1}", 0.05 * i
        shifted = [(t + late, (x, y)) for t, x, y in keys]
        clip.move(name, [(0.0, shifted[0][1]), *shifted])
        clip.show(name, [(0.0, None), (born + late, "wisp"), (gone + late * 0.6, None)])
        pulse = [(t, (0.9, 0.9) if k % 2 else (1.15, 1.15)) for k, t in enumerate(np.arange(0.0, gone, 0.17).tolist())]
        clip.scale(name, [*pulse, (gone, (1.0, 1.0))] if i == 0 else [(0.0, (1.0, 1.0))])
    clip.show("wisp_fire", [(0.0, None), (born, "foxfire"), (gone, None)])
    clip.play_pictures("wisp_fire", "foxfire", 1 / 15)


def focus(clip: Clip, near: bool) -> None:
    """Whether the lens is so close that town, castle and boat are out of focus."""
    for slot in ("town", "town_lights", "water", "castle", "boat"):
        clip.show(slot, [(0.0, f"{slot}_soft" if near else slot)])


def streaks(
    clip: Clip, starts: Sequence[float], heights: Sequence[float], right: float = 900.0, left: float = -300.0
) -> None:
    """Streaks of wind that cross the frame from right to left."""
    for i, (start, height) in enumerate(zip(starts, heights, strict=True)):
        name = f"gust{i + 1}"
        clip.move(
            name,
            [(0.0, (right, height), "linear"), (start, (right, height), "linear"), (start + 0.55, (left, height - 26))],
        )
        clip.colour(
            name,
            [
                (0.0, "ffffff00"),
                (start, "ffffff00"),
                (start + 0.15, "ffffffb0"),
                (start + 0.35, "ffffff90"),
                (start + 0.55, "ffffff00"),
            ],
        )


def _alpha(level: float) -> str:
    return f"{round(min(max(level, 0.0), 1.0) * 255):02x}"
