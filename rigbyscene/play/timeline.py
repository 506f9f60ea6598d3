"""A shot as its user sees it in the bar: a lane for the stage and for every actor, clips as blocks, events as marks."""

from __future__ import annotations

import math
from dataclasses import dataclass

from rigbyscene.errors import RigbySceneError
from rigbyscene.scene.clips import SAME_TIME_S, Schedule
from rigbyscene.scene.events import STAGE, SceneEvent
from rigbyscene.scene.scene import Scene, Shot

_MOST_LOOP_MARKS = 400


@dataclass(frozen=True, slots=True)
class Block:
    """A clip from `start` to `end` in shot seconds, both within the shot.

    It fades in until `blend_end` (`start` if it does not), has played its loops at `held_from` (`end` if it plays on),
    and begins another loop at each of `loop_times`. `color` numbers its animation within the scene, None for the
    stage's. `note` says what the manifest asks for beside the name.
    """

    name: str
    start: float
    end: float
    blend_end: float
    held_from: float
    loop_times: tuple[float, ...]
    color: int | None
    note: str


@dataclass(frozen=True, slots=True)
class Lane:
    """What one source does in a shot: the stage, or an actor. `number` is 0 for the stage, then the actor's place.

    The stage has one block over the shot: the animation that the shot is.
    """

    source: str
    label: str
    number: int
    blocks: tuple[Block, ...]
    events: tuple[SceneEvent, ...]

    def block_at(self, t: float) -> Block | None:
        """The clip that has started last at `t`."""
        return next((b for b in reversed(self.blocks) if b.start - SAME_TIME_S <= t <= b.end + SAME_TIME_S), None)


@dataclass(frozen=True, slots=True)
class Timeline:
    """All lanes of a shot, the stage's first. `problem` says why events could not be listed, where that is so."""

    shot: str
    duration: float
    lanes: tuple[Lane, ...]
    problem: str | None = None


def timeline_of(scene: Scene, shot: Shot) -> Timeline:
    """The lanes of `shot`."""
    problem = None
    events: list[SceneEvent] = []
    try:
        events = scene.events(shot, 0.0, shot.duration, include_start=True)
    except RigbySceneError as error:
        problem = str(error)
    colors = _animation_colors(scene)
    by_source: dict[str, list[SceneEvent]] = {}
    for event in events:
        by_source.setdefault(event.source, []).append(event)
    stage = Lane(STAGE, scene.stage_label, 0, (_stage_block(scene, shot),), tuple(by_source.get(STAGE, ())))
    lanes = [stage]
    for number, member in enumerate(scene.cast, start=1):
        actor = member.actor
        blocks = _blocks(member.schedules[shot.index], shot.duration, colors, id(member.rig))
        lanes.append(Lane(actor.id, actor.name or actor.id, number, blocks, tuple(by_source.get(actor.id, ()))))
    return Timeline(shot.name, shot.duration, tuple(lanes), problem)


def _stage_block(scene: Scene, shot: Shot) -> Block:
    own = scene.stage.skeleton.animations[shot.index].duration
    held_from = own if own < shot.duration - SAME_TIME_S else shot.duration
    note = f"holds from {own:g} s on" if held_from < shot.duration else ""
    return Block(shot.name, 0.0, shot.duration, 0.0, held_from, (), None, note)


def _animation_colors(scene: Scene) -> dict[tuple[int, str], int]:
    """A number for each animation that any clip of the scene plays, by skeleton and name, in order of appearance."""
    colors: dict[tuple[int, str], int] = {}
    for member in scene.cast:
        for schedule in member.schedules:
            for clip in schedule.clips:
                colors.setdefault((id(member.rig), clip.name), len(colors))
    return colors


def _blocks(schedule: Schedule, duration: float, colors: dict[tuple[int, str], int], rig: int) -> tuple[Block, ...]:
    blocks = []
    for k, clip in enumerate(schedule.clips):
        ends = min(schedule.next_start(k), duration)
        start = max(clip.start, 0.0)
        if ends < start:
            continue
        fades = k > 0 and clip.blend > 0.0
        loops: list[float] = []
        if not clip.is_hold:
            period = clip.length / abs(clip.speed)
            first = max(math.ceil((start - clip.start) / period + SAME_TIME_S), 1)
            last = min(ends, clip.end() - SAME_TIME_S)
            count = int(min(max((last - clip.start) / period - first + 1, 0), _MOST_LOOP_MARKS))
            loops = [clip.start + (first + i) * period for i in range(count)]
        blocks.append(
            Block(
                clip.name,
                start,
                ends,
                min(max(clip.start + clip.blend, start), duration) if fades else start,
                min(max(clip.end(), start), ends),
                tuple(loops),
                colors[rig, clip.name],
                _note(clip.speed, clip.loops, clip.blend),
            )
        )
    return tuple(blocks)


def _note(speed: float, loops: float, blend: float) -> str:
    """
    >>> _note(1.5, 0.0, 0.25), _note(1.0, 1.0, 0.0)
    ('speed 1.5, loops on, blend 0.25 s', '')
    """
    parts = []
    if speed != 1.0:
        parts.append(f"speed {speed:g}")
    if loops != 1.0:
        parts.append("loops on" if loops == 0.0 else f"{loops:g} loops")
    if blend > 0.0:
        parts.append(f"blend {blend:g} s")
    return ", ".join(parts)


STEPS_S = (0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1.0, 2.0, 5.0, 10.0, 15.0, 30.0, 60.0, 120.0, 300.0, 600.0, 1800.0, 3600.0)


def ruler_step(duration: float, width: float, least: float) -> float:
    """Seconds between the ruler's figures: the smallest round step that keeps them `least` pixels apart.

    >>> ruler_step(10.0, 1000.0, 60.0), ruler_step(600.0, 1000.0, 60.0)
    (1.0, 60.0)
    """
    for step in STEPS_S:
        if step / max(duration, 1e-9) * width >= least:
            return step
    return STEPS_S[-1] * math.ceil(duration / STEPS_S[-1] * least / max(width, 1.0))
