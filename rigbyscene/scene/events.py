"""Which events fire between two moments of a shot (scene semantics, section 7)."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Protocol

from rigbyscene.errors import BadFileError
from rigbyscene.formats.json_text import child
from rigbyscene.model.animation import EventKey
from rigbyscene.model.skeleton import Skeleton
from rigbyscene.scene.clips import SAME_TIME_S, Schedule, ScheduledClip

STAGE = "stage"
MAX_LOOPS_A_STEP = 100_000
"""A clip that loops more often between two moments is a mistake of its window, and its events would take minutes."""


@dataclass(frozen=True, slots=True)
class SceneEvent:
    """One fired event. `source` is ``stage`` or an actor's id, `time` the shot time, `key_time` the animation time.

    `animation` holds the key; `clip` is the place of the clip that played it in the manifest's list for this shot, None
    for the stage.
    """

    source: str
    shot: str
    time: float
    name: str
    int_value: int
    float_value: float
    string_value: str
    audio: str | None
    volume: float
    balance: float
    key_time: float
    animation: str = ""
    clip: int | None = None


class Timed(Protocol):
    """A key: something at a moment of an animation."""

    @property
    def time(self) -> float: ...


@dataclass(frozen=True, slots=True)
class _Firing:
    """A key that fires at `time`; `rank` orders firings of one time: source, clip, loop, place in the file."""

    time: float
    rank: tuple[int, int, int, int]
    key: EventKey


def _in_window(time: float, t0: float, t1: float, include_start: bool) -> bool:
    after = time >= t0 - SAME_TIME_S if include_start else time > t0 + SAME_TIME_S
    return after and time <= t1 + SAME_TIME_S


def _clip_firings(clip: ScheduledClip, keys: Sequence[Timed], t0: float, t1: float) -> Iterator[tuple[float, int, int]]:
    """(shot time, loop, place of the key) of everything the clip fires on its own between t0 and t1."""
    length = clip.length
    if clip.is_hold:
        for place, key in enumerate(keys):
            if abs(key.time - clip.in_) <= SAME_TIME_S:
                yield clip.start, 0, place
        return
    speed = abs(clip.speed)
    last = math.inf if clip.loops_for_ever else math.ceil(clip.loops - SAME_TIME_S) - 1
    first_loop = max(math.floor((clip.played(t0) - SAME_TIME_S) / length), 0)
    last_loop = min(math.floor((clip.played(t1) + SAME_TIME_S) / length), last)
    if last_loop - first_loop > MAX_LOOPS_A_STEP:
        raise BadFileError.single(
            "endless-loops",
            clip.name,
            f"[{clip.index}]",
            f"its window of {length:g} s loops {last_loop - first_loop:.0f} times in one step",
            "widen the clip's in and out, or slow it down",
        )
    for place, key in enumerate(keys):
        offset = key.time - clip.in_ if clip.speed > 0.0 else clip.out - key.time
        if not -SAME_TIME_S <= offset <= length + SAME_TIME_S:
            continue
        # a key at the end of a loop belongs to the loop before the one that begins there
        for loop in range(max(first_loop - 1, 0), int(last_loop) + 1):
            played = loop * length + offset
            if clip.loops_for_ever or played <= clip.loops * length + SAME_TIME_S:
                yield clip.start + played / speed, loop, place


def _schedule_firings(
    source: int, skeleton: Skeleton, schedule: Schedule, t0: float, t1: float, include_start: bool
) -> Iterator[_Firing]:
    """An actor's firings; an outgoing clip fires nothing after the next clip's start."""
    for k, clip in enumerate(schedule.clips):
        keys = skeleton.animations[clip.animation].events
        for time, loop, place in clip_firings(clip, keys, t0, t1, schedule.next_start(k), include_start):
            yield _Firing(time, (source, k, loop, place), keys[place])


def placed(refusal: BadFileError, scene: str, actor: int, shot: str) -> BadFileError:
    """What is said of a clip, said of its place in a manifest: clips are all alike to whoever goes through them."""
    clips = child(f"actors[{actor}].clips", shot)
    return BadFileError(replace(d, file=scene, place=f"{clips}{d.place}") for d in refusal.diagnostics)


def clip_firings(
    clip: ScheduledClip, keys: Sequence[Timed], t0: float, t1: float, end: float, include_start: bool
) -> Iterator[tuple[float, int, int]]:
    """(shot time, loop, place of the key) of the keys that `clip` passes in ``(t0, t1]`` and not after `end`."""
    if not keys or clip.start > t1 + SAME_TIME_S or end < t0 - SAME_TIME_S:
        return
    for time, loop, place in _clip_firings(clip, keys, t0, min(t1, end)):
        if _in_window(time, t0, t1, include_start) and time <= end + SAME_TIME_S:
            yield time, loop, place


def _ordered(firings: Iterable[_Firing]) -> list[_Firing]:
    """By time, equal times by rank; times within the tolerance of the first of a group are equal."""
    by_time = sorted(firings, key=lambda f: (f.time, f.rank))
    ordered: list[_Firing] = []
    group: list[_Firing] = []
    for firing in by_time:
        if group and firing.time - group[0].time > SAME_TIME_S:
            ordered += sorted(group, key=lambda f: f.rank)
            group = []
        group.append(firing)
    return ordered + sorted(group, key=lambda f: f.rank)


def events_between(
    scene: str,
    shot: str,
    stage: Skeleton,
    stage_animation: int,
    actors: Iterable[tuple[str, Skeleton, Schedule]],
    t0: float,
    t1: float,
    *,
    include_start: bool = False,
) -> list[SceneEvent]:
    """The events of a shot in ``(t0, t1]``, with `include_start` in ``[t0, t1]``, in firing order.

    `actors` are (id, skeleton, schedule) in manifest order; `scene` is the manifest's name, for messages. A clip that
    started before the shot fires nothing before shot time 0.
    """
    t0 = max(t0, 0.0)
    firings: list[_Firing] = []
    for place, key in enumerate(stage.animations[stage_animation].events):
        if key.time >= -SAME_TIME_S and _in_window(key.time, t0, t1, include_start):
            firings.append(_Firing(key.time, (0, 0, 0, place), key))
    sources: list[tuple[str, Skeleton, Schedule | None]] = [(STAGE, stage, None)]
    for number, (actor, skeleton, schedule) in enumerate(actors, start=1):
        sources.append((actor, skeleton, schedule))
        try:
            firings += _schedule_firings(number, skeleton, schedule, t0, t1, include_start)
        except BadFileError as refusal:
            raise placed(refusal, scene, number - 1, shot) from None
    events = []
    for firing in _ordered(firings):
        source, skeleton, played = sources[firing.rank[0]]
        clip = None if played is None else played.clips[firing.rank[1]]
        data, key = skeleton.events[firing.key.event], firing.key
        events.append(
            SceneEvent(
                source=source,
                shot=shot,
                time=max(firing.time, 0.0),
                name=data.name,
                int_value=key.int_value,
                float_value=key.float_value,
                string_value=key.string_value,
                audio=data.audio,
                volume=key.volume,
                balance=key.balance,
                key_time=key.time,
                animation=shot if clip is None else clip.name,
                clip=None if clip is None else clip.index,
            )
        )
    return events
