"""Animations: keys on bones and slots, relative to the setup pose as in the file.

A key is (time, value) or (time, value, ease to the next key); left out, the ease is automatic: the value flows through
keys and comes to rest at its extremes.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from math import cos, pi, sin
from typing import Any

from .easing import Ease, Numbers, Slopes, automatic, between

Json = dict[str, Any]
KeySpec = Sequence[tuple[Any, ...]]
AUTO = "auto"


@dataclass(frozen=True, slots=True)
class Key:
    time: float
    value: Numbers
    ease: Ease


@dataclass(frozen=True, slots=True)
class Track:
    """The keys of one property, in order of time."""

    keys: tuple[Key, ...]

    def at(self, time: float) -> Numbers:
        """The value at `time`, as a player of the file computes it."""
        index = bisect_right([key.time for key in self.keys], time + 1e-9) - 1
        if index < 0 or index == len(self.keys) - 1:
            return self.keys[max(index, 0)].value
        key, after = self.keys[index], self.keys[index + 1]
        return between(key.ease, key.time, key.value, after.time, after.value, time)


@dataclass(slots=True)
class Clip:
    """One animation of `duration` seconds; a `loop` ends as it begins, and automatic eases know it."""

    name: str
    duration: float
    loop: bool = False
    bones: dict[tuple[str, str], Track] = field(default_factory=dict)
    slots: dict[tuple[str, str], Track] = field(default_factory=dict)
    shown: dict[str, list[tuple[float, str | None]]] = field(default_factory=dict)
    deforms: dict[tuple[str, str], Track] = field(default_factory=dict)
    sequences: dict[tuple[str, str], list[Json]] = field(default_factory=dict)
    order: list[tuple[float, dict[str, int]]] = field(default_factory=list)
    events: list[Json] = field(default_factory=list)

    def rotate(self, bone: str, keys: KeySpec) -> None:
        """Keys (time, degrees[, ease])."""
        self._add(self.bones, (bone, "rotate"), keys)

    def move(self, bone: str, keys: KeySpec) -> None:
        """Keys (time, (dx, dy)[, ease]), in the parent bone's axes."""
        self._add(self.bones, (bone, "translate"), keys)

    def scale(self, bone: str, keys: KeySpec) -> None:
        """Keys (time, (sx, sy)[, ease])."""
        self._add(self.bones, (bone, "scale"), keys)

    def colour(self, slot: str, keys: KeySpec) -> None:
        """Keys (time, "rrggbbaa"[, ease])."""
        self._add(self.slots, (slot, "rgba"), [(key[0], channels(key[1]), *key[2:]) for key in keys])

    def two_colours(self, slot: str, keys: KeySpec) -> None:
        """Keys (time, light "rrggbbaa", dark "rrggbb"[, ease])."""
        both = [(key[0], channels(key[1]) + channels(key[2]), *key[3:]) for key in keys]
        self._add(self.slots, (slot, "rgba2"), both)

    def show(self, slot: str, keys: Sequence[tuple[float, str | None]]) -> None:
        """Attachment keys (time, name or None), in addition to those already there."""
        self.shown[slot] = sorted([*self.shown.get(slot, []), *keys], key=lambda key: key[0])

    def deform(self, slot: str, attachment: str, keys: KeySpec) -> None:
        """Keys (time, offsets as one flat tuple[, ease]); all tuples of one length."""
        self._add(self.deforms, (slot, attachment), keys)

    def play_pictures(self, slot: str, attachment: str, delay: float, start: int = 0) -> None:
        """Run a sequence attachment from the clip's beginning, one picture every `delay` seconds, over and over."""
        self.sequences[slot, attachment] = [{"mode": "loop", "index": start, "delay": delay}]

    def draw_order(self, time: float, offsets: Mapping[str, int]) -> None:
        """From `time` on, move slots by `offsets` places from their setup places."""
        self.order.append((time, dict(offsets)))

    def event(self, time: float, name: str, **values: Any) -> None:
        """Fire `name` at `time`."""
        self.events.append({"time": round(time, 4), "name": name, **values})

    def sway(self, bone: str, degrees: float, cycles: int = 1, phase: float = 0.0, centre: float = 0.0) -> None:
        """Swing `bone` like a pendulum, `cycles` whole times over the clip; `phase` in turns, positive is later."""
        self.rotate(bone, self._wave((degrees,), cycles, phase, (centre,)))

    def bob(
        self, bone: str, dx: float, dy: float, cycles: int = 1, phase: float = 0.0, centre: tuple[float, float] = (0, 0)
    ) -> None:
        """Move `bone` to and fro between centre - (dx, dy) and centre + (dx, dy)."""
        self.move(bone, self._wave((dx, dy), cycles, phase, centre))

    def swell(self, bone: str, sx: float, sy: float, cycles: int = 1, phase: float = 0.0) -> None:
        """Let `bone` breathe: its scale swings between 1 - (sx, sy) and 1 + (sx, sy)."""
        self.scale(bone, self._wave((sx, sy), cycles, phase, (1.0, 1.0)))

    def bake(self, bone: str, kind: str, value: Callable[[float], Numbers], step: float, ease: Ease = "linear") -> None:
        """Key a computed motion every `step` seconds."""
        count = max(1, round(self.duration / step))
        times = [self.duration * i / count for i in range(count + 1)]
        values = [value(t) for t in times]
        if kind == "rotate":
            values = _unwound(values)
        if all(max(abs(a - b) for a, b in zip(v, values[0], strict=True)) < 1e-6 for v in values):
            times, values = times[:1], values[:1]
        self._add(self.bones, (bone, kind), [(t, v, ease) for t, v in zip(times, values, strict=True)])

    def _wave(self, size: Numbers, cycles: int, phase: float, centre: Numbers) -> KeySpec:
        """A sine's keys at every quarter of its period and at the clip's ends, with its own slopes."""
        period = self.duration / cycles
        times = {0.0, self.duration}
        for quarter in range(-4, 4 * cycles + 5):
            t = (quarter / 4 + phase) * period
            if 0.01 < t < self.duration - 0.01:
                times.add(t)
        ordered = sorted(times)
        keys: list[tuple[Any, ...]] = []
        for t, after in zip(ordered, [*ordered[1:], ordered[-1]], strict=True):
            speeds = [cos(2 * pi * (at / period - phase)) * 2 * pi / period for at in (t, after)]
            slopes = Slopes(tuple(s * speeds[0] for s in size), tuple(s * speeds[1] for s in size))
            factor = sin(2 * pi * (t / period - phase))
            keys.append((t, tuple(c + s * factor for s, c in zip(size, centre, strict=True)), slopes))
        return keys

    def _add(self, group: dict[tuple[str, str], Track], key: tuple[str, str], specs: KeySpec) -> None:
        if key in group:
            raise ValueError(f"{self.name}: {key[0]} {key[1]} is keyed twice")
        times = [float(spec[0]) for spec in specs]
        if times != sorted(set(times)) or times[-1] > self.duration + 1e-6:
            raise ValueError(f"{self.name}: times of {key[0]} {key[1]} do not rise, or pass the end: {times}")
        values = [spec[1] if isinstance(spec[1], tuple) else (float(spec[1]),) for spec in specs]
        cyclic = self.loop and times[0] == 0.0 and times[-1] == self.duration and values[0] == values[-1]
        flowing: list[Ease] = [*automatic(times, values, cyclic), "linear"]
        eases = [
            spec[2] if len(spec) > 2 and spec[2] != AUTO else flow for spec, flow in zip(specs, flowing, strict=True)
        ]
        group[key] = Track(tuple(Key(t, v, e) for t, v, e in zip(times, values, eases, strict=True)))


def _unwound(turns: Sequence[Numbers]) -> list[Numbers]:
    """Angles with whole turns added so that each is the one nearest to the last: keys are plain numbers."""
    out = [turns[0]]
    for (turn,) in turns[1:]:
        out.append((turn - 360.0 * round((turn - out[-1][0]) / 360.0),))
    return out


def channels(colour: str) -> Numbers:
    """
    >>> channels("ff00ff33")
    (1.0, 0.0, 1.0, 0.2)
    """
    return tuple(int(colour[i : i + 2], 16) / 255 for i in range(0, len(colour), 2))
