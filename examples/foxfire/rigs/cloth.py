"""Scarves, coat tails and ears: the motion that follows the motion.

Chains are keyed as waves that run outwards, each bone later than the last: the wind's part of the motion. The body's
part, lagging and swinging back, is the springs' (`rigs.springs`), which blur and carry on what is keyed here.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Sequence
from math import pi, sin

from studio.clip import Clip

STEP_S = 1 / 12
Envelope = Callable[[float], float]


def envelope(*points: tuple[float, float]) -> Envelope:
    """A value over time that passes smoothly through (time, value) points and holds at both ends."""

    def value(time: float) -> float:
        if time <= points[0][0]:
            return points[0][1]
        for (t1, v1), (t2, v2) in itertools.pairwise(points):
            if time < t2:
                share = (time - t1) / (t2 - t1)
                return v1 + (v2 - v1) * share * share * (3 - 2 * share)
        return points[-1][1]

    return value


def stream(
    clip: Clip,
    bones: Sequence[str],
    bend: Sequence[float],
    hang: Envelope,
    flutter: Envelope,
    cycles: float,
    lag_turns: float = 0.13,
    phase: float = 0.0,
) -> None:
    """Key a chain: `bend` degrees a bone times `hang`, plus a wave of `flutter` degrees (growing outwards) that
    swings `cycles` times over the clip."""

    def angle_of(index: int) -> Callable[[float], tuple[float, ...]]:
        size = 0.55 + 0.45 * index

        def angle(time: float) -> tuple[float, ...]:
            late = max(time - index * 0.05, 0.0) if not clip.loop else time
            wave = sin(2 * pi * (cycles * time / clip.duration - index * lag_turns - phase))
            return (bend[index] * hang(late) + size * flutter(late) * wave,)

        return angle

    for index, bone in enumerate(bones):
        clip.bake(bone, "rotate", angle_of(index), STEP_S, ease="auto")
