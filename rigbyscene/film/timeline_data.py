"""What happens in a shot, as its chart shows it: clips with their fades, events, the camera."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

from rigbyscene.model.animation import CurveTimeline
from rigbyscene.pose.layout import Floats
from rigbyscene.scene.clips import SAME_TIME_S, Schedule, ScheduledClip
from rigbyscene.scene.events import STAGE, SceneEvent
from rigbyscene.scene.sampler import Sampler
from rigbyscene.scene.scene import Scene, Shot

_CAMERA_STEPS_A_SECOND = 30
_MOST_CAMERA_STEPS = 2000


@dataclass(frozen=True, slots=True)
class Bar:
    """One clip at work from `start` to `end`, shot seconds that may lie outside the shot.

    It comes up over `rise` seconds and goes on for `fall` seconds after the next clip's start, under what comes up.
    `loops` are the times at which it begins again; from `held_from` on (None: never) it shows one moment. `told` are
    its details.
    """

    name: str
    start: float
    end: float
    rise: float
    fall: float
    loops: tuple[float, ...]
    held_from: float | None
    told: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Track:
    """One row of a chart: the stage (`source` ``stage``) or an actor, with its bars and its events."""

    source: str
    name: str
    kind: str
    bars: tuple[Bar, ...]
    events: tuple[SceneEvent, ...]


@dataclass(frozen=True, slots=True, eq=False)
class CameraPath:
    """The camera at `times`: `x`, `y` in stage units, `zoom` (2 shows half as much), `roll` in degrees; all (n,).

    `keys` are the times of the keys of the camera bone itself.
    """

    times: Floats
    x: Floats
    y: Floats
    zoom: Floats
    roll: Floats
    keys: tuple[float, ...]


@dataclass(frozen=True, slots=True, eq=False)
class ShotContents:
    """All rows of one shot, the stage first, then the actors in the manifest's order. No camera without its bone."""

    shot: Shot
    tracks: tuple[Track, ...]
    camera: CameraPath | None


def contents_of(scene: Scene, shot: Shot, sampler: Sampler) -> ShotContents:
    """Everything that `shot` holds. `sampler` is one of `scene`."""
    events = scene.events(shot, 0.0, shot.duration, include_start=True)
    own = scene.stage.skeleton.animations[shot.index].duration
    held = own if own < shot.duration - SAME_TIME_S else None
    stage_bar = Bar(shot.name, 0.0, shot.duration, 0.0, 0.0, (), held, ("the stage's animation",))
    tracks = [Track(STAGE, scene.stage_label, "", (stage_bar,), tuple(e for e in events if e.source == STAGE))]
    for member in scene.cast:
        actor = member.actor
        bars = bars_of(member.schedules[shot.index], shot.duration)
        fired = tuple(event for event in events if event.source == actor.id)
        tracks.append(Track(actor.id, actor.name or actor.id, actor.skeleton, bars, fired))
    return ShotContents(shot, tuple(tracks), _camera_path(scene, shot, sampler) if scene.camera >= 0 else None)


def bars_of(schedule: Schedule, duration: float) -> tuple[Bar, ...]:
    """The clips of `schedule` that are at work within `duration` seconds, in order (scene semantics, 2, 3)."""
    bars = []
    for k, clip in enumerate(schedule.clips):
        later = schedule.clips[k + 1 :]
        end = later[0].start if later else duration
        # under a chain of fades it lies until the first of them is over
        fall = min(c.start + c.blend for c in later) - end if later else 0.0
        if clip.start < duration + SAME_TIME_S and end + fall > 0.0 and end + fall > clip.start:
            rise = clip.blend if k else 0.0
            held = clip.end() if clip.end() < min(end + fall, duration) - SAME_TIME_S else None
            loops = _loop_starts(clip, min(end + fall, duration))
            bars.append(Bar(clip.name, clip.start, end, rise, fall, loops, held, _told(clip)))
    return tuple(bars)


def _loop_starts(clip: ScheduledClip, until: float) -> tuple[float, ...]:
    """When it begins again, from the shot's start on; none where it does so more often than a chart could show."""
    if clip.is_hold:
        return ()
    period = clip.length / abs(clip.speed)
    first = max(1, math.ceil(-clip.start / period))
    last = math.ceil((min(until, clip.end()) - clip.start) / period - SAME_TIME_S) - 1
    return tuple(clip.start + n * period for n in range(first, last + 1)) if last - first < 2000 else ()


def _told(clip: ScheduledClip) -> tuple[str, ...]:
    told = [f"from {clip.start:g} s"]
    if clip.in_ > 0.0 or clip.out < clip.animation_duration:
        told.append(f"{clip.in_:g} s to {clip.out:g} s of it")
    if clip.speed != 1.0:
        told.append("holds" if clip.speed == 0.0 else f"speed {clip.speed:g}")
    if clip.loops != 1.0:
        told.append("loops on" if clip.loops_for_ever else f"{clip.loops:g} loops")
    if clip.blend:
        told.append(f"blend {clip.blend:g} s")
    return tuple(told)


def _camera_path(scene: Scene, shot: Shot, sampler: Sampler) -> CameraPath:
    steps = min(max(1, math.ceil(shot.duration * _CAMERA_STEPS_A_SECOND)), _MOST_CAMERA_STEPS)
    times = np.linspace(0.0, shot.duration, steps + 1)
    samples = (sampler.sample(shot, t).camera for t in times.tolist())
    matrices = np.array([tuple(camera) for camera in samples if camera is not None])
    a, b, c, d, x, y = matrices.T
    size = np.sqrt(np.abs(a * d - b * c))
    zoom = np.divide(1.0, size, out=np.zeros_like(size), where=size > 0.0)
    roll = np.degrees(np.unwrap(np.arctan2(b, a)))
    return CameraPath(times, x, y, zoom, roll, _camera_keys(scene, shot))


def _camera_keys(scene: Scene, shot: Shot) -> tuple[float, ...]:
    times: set[float] = set()
    for timeline in scene.stage.skeleton.animations[shot.index].timelines:
        if isinstance(timeline, CurveTimeline) and timeline.property.group == "bone":
            times |= set(timeline.times.tolist()) if timeline.target == scene.camera else set()
    return tuple(sorted(times))
