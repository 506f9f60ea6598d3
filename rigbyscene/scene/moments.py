"""What happens on the way from one moment of a shot to another: clips start, events fire."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from rigbyscene.scene.clips import SAME_TIME_S, Schedule, ScheduledClip
from rigbyscene.scene.events import SceneEvent
from rigbyscene.scene.scene import Scene, Shot


@dataclass(frozen=True, slots=True)
class ClipStart:
    """A clip of `actor` begins at shot time `time`; `index` is its place in the manifest's list for this shot.

    A clip that began before the shot starts with it, if it is the one at work then.
    """

    actor: str
    shot: str
    time: float
    animation: str
    index: int


Happening = ClipStart | SceneEvent


def happenings(scene: Scene, shot: Shot, t0: float, t1: float, *, include_start: bool = False) -> list[Happening]:
    """All that happens in ``(t0, t1]`` of `shot` (``[t0, t1]`` with `include_start`), in order.

    Clips that start at the time of an event come before it, of several in manifest order.
    """
    events = scene.events(shot, t0, t1, include_start=include_start)
    starts = [
        ClipStart(member.actor.id, shot.name, time, clip.name, clip.index)
        for member in scene.cast
        for time, clip in _starts(member.schedules[shot.index], t0, t1, include_start)
    ]
    return list(_merged(sorted(starts, key=lambda s: s.time), events))


def _starts(schedule: Schedule, t0: float, t1: float, include_start: bool) -> Iterator[tuple[float, ScheduledClip]]:
    earliest = t0 - SAME_TIME_S if include_start else t0 + SAME_TIME_S
    for k, clip in enumerate(schedule.clips):
        time = max(clip.start, 0.0)
        if time > t1 + SAME_TIME_S:
            return
        superseded = schedule.next_start(k) <= SAME_TIME_S  # before the shot, or as it begins
        if not superseded and (time >= earliest if include_start else time > earliest):
            yield time, clip


def _merged(starts: Sequence[ClipStart], events: Sequence[SceneEvent]) -> Iterator[Happening]:
    told = 0
    for event in events:
        while told < len(starts) and starts[told].time <= event.time + SAME_TIME_S:
            yield starts[told]
            told += 1
        yield event
    yield from starts[told:]
