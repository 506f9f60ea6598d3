"""Where a clip is scheduled: which clips of an actor are at work at a moment, at what animation time and weight.

Everything here is scene semantics, sections 2 and 3, as pure functions of shot time.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

from rigbyscene.model.manifest import Clip
from rigbyscene.model.skeleton import Skeleton

SAME_TIME_S = 1e-9
"""Times nearer than this are equal."""


@dataclass(frozen=True, slots=True)
class ScheduledClip:
    """A clip with its window settled. `animation` is an index; `in_`, `out` are clamped; `index` its manifest place."""

    animation: int
    name: str
    start: float
    in_: float
    out: float
    speed: float
    loops: float
    blend: float
    index: int
    animation_duration: float

    @property
    def length(self) -> float:
        """L, the window's length in animation seconds."""
        return self.out - self.in_

    @property
    def is_hold(self) -> bool:
        """It shows one moment only."""
        return self.length <= SAME_TIME_S or self.speed == 0.0

    @property
    def loops_for_ever(self) -> bool:
        return self.loops == 0.0

    def played(self, t: float) -> float:
        """p: how much of the animation has been played at shot time `t`, loops end to end."""
        return max(t - self.start, 0.0) * abs(self.speed)

    def animation_time(self, t: float) -> float:
        """The moment of the animation that the clip shows at shot time `t` (its own clock, whoever is active)."""
        if self.is_hold:
            return self.in_
        local = self._local(self.played(t))
        return self.in_ + local if self.speed > 0.0 else self.out - local

    def _local(self, played: float) -> float:
        length = self.length
        end = self.loops * length
        if not self.loops_for_ever and played >= end - SAME_TIME_S:
            whole = round(self.loops)
            if whole >= 1 and abs(self.loops - whole) <= SAME_TIME_S:
                return length
            return _modulo(end, length)
        return _modulo(played, length)

    def end(self) -> float:
        """The shot time at which it has played its loops, infinite if it goes on. A hold ends at its start."""
        if self.is_hold:
            return self.start
        if self.loops_for_ever:
            return math.inf
        return self.start + self.loops * self.length / abs(self.speed)


def _modulo(time: float, length: float) -> float:
    """`time` mod `length`, where a time just below a whole loop counts as the next loop's beginning."""
    return max(time - math.floor((time + SAME_TIME_S) / length) * length, 0.0)


@dataclass(frozen=True, slots=True)
class ActiveLayer:
    """One clip at work: its place in the schedule, the animation time it shows, its weight."""

    clip: int
    animation_time: float
    alpha: float


@dataclass(frozen=True, slots=True)
class Schedule:
    """The clips of one actor in one shot, by start; of several with one start only the last of the file is left."""

    clips: tuple[ScheduledClip, ...]

    def active(self, t: float) -> int | None:
        """The last clip that has started at `t`, None before the first."""
        found = None
        for k, clip in enumerate(self.clips):
            if clip.start > t + SAME_TIME_S:
                break
            found = k
        return found

    def layers(self, t: float) -> tuple[ActiveLayer, ...]:
        """The clips that pose the actor at `t`, lowest first; empty before the first clip (setup pose)."""
        k = self.active(t)
        return () if k is None else self._layers_of(k, t)

    def _layers_of(self, k: int, t: float) -> tuple[ActiveLayer, ...]:
        """Clip k at `t` with all that it fades in over."""
        layers = []
        while True:
            clip = self.clips[k]
            fading = k > 0 and clip.blend > 0.0 and t < clip.start + clip.blend - SAME_TIME_S
            alpha = max(t - clip.start, 0.0) / clip.blend if fading else 1.0
            layers.append(ActiveLayer(k, clip.animation_time(t), alpha))
            if not fading:
                return tuple(reversed(layers))
            k -= 1

    def next_start(self, k: int) -> float:
        """When the clip after clip k starts; infinite for the last."""
        return self.clips[k + 1].start if k + 1 < len(self.clips) else math.inf

    def latest_end(self) -> float:
        """The latest end of those clips that end, 0 if there is none; ends below 0 count as 0."""
        ends = (min(clip.end(), self.next_start(k)) for k, clip in enumerate(self.clips))
        return max((end for end in ends if 0.0 < end < math.inf), default=0.0)


def schedule(clips: Sequence[Clip], skeleton: Skeleton) -> Schedule:
    """Sort clips by start, drop those that share a start with a later one, settle their windows.

    `clips` are in file order and name animations that `skeleton` has (the reader has checked).
    """
    numbers = {a.name: i for i, a in reversed(list(enumerate(skeleton.animations)))}
    kept: list[Clip] = []
    for clip in sorted(clips, key=lambda c: c.start):
        if kept and abs(kept[-1].start - clip.start) <= SAME_TIME_S:
            kept.pop()
        kept.append(clip)
    return Schedule(tuple(_settled(clip, numbers[clip.animation], skeleton) for clip in kept))


def _settled(clip: Clip, animation: int, skeleton: Skeleton) -> ScheduledClip:
    duration = skeleton.animations[animation].duration
    in_ = min(max(clip.in_, 0.0), duration)
    out = duration if clip.out is None else min(max(clip.out, in_), duration)
    return ScheduledClip(
        animation, clip.animation, clip.start, in_, out, clip.speed, clip.loops, clip.blend, clip.index, duration
    )
