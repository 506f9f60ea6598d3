"""Where a player stands, as a text that survives a restart.

A token is one line of JSON. It holds a fingerprint of what it depends on: the shots, the clips and the events of its
scene. Pictures may change between saving and restoring, what plays when may not.
"""

from __future__ import annotations

import hashlib
import json
import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from rigbyscene.errors import Report, UsageError
from rigbyscene.formats.assets import base_name
from rigbyscene.scene.arguments import LOOPS, finite, told
from rigbyscene.scene.scene import Scene
from rigbyscene.scene.wardrobe import Look, Swap

VERSION = 1
_KIND = "rigbyscene-player"


@dataclass(frozen=True, slots=True)
class Step:
    """A way through a shot of which the first `told` happenings have been told: those in ``(start, time]``."""

    start: float
    include_start: bool
    told: int


@dataclass(frozen=True, slots=True)
class PlayerState:
    """All that a player remembers. `position` is the place in `shots` of the one that shows, `time` seconds into it.

    `fresh`: what happens at exactly 0 is still to come; `ended`: the end of the shot has been told; `step`: what the
    last update has still to tell (None: nothing).
    """

    shots: tuple[str, ...]
    position: int
    time: float
    fresh: bool
    ended: bool
    step: Step | None
    playing: bool
    speed: float
    loop: str
    looks: Mapping[str, Look]


def fingerprint(scene: Scene) -> str:
    """A hash of the scene's shots and of every clip and event in them."""
    skeletons = [scene.stage.skeleton, *(m.rig.skeleton for m in scene.cast)]
    told = {
        "shots": [(shot.name, shot.duration) for shot in scene.shots],
        "events": [
            [(a.name, a.duration, [(key.time, s.events[key.event].name) for key in a.events]) for a in s.animations]
            for s in skeletons
        ],
        "clips": [
            (m.actor.id, [[(c.name, c.start, c.in_, c.out, c.speed, c.loops) for c in s.clips] for s in m.schedules])
            for m in scene.cast
        ],
    }
    return hashlib.sha256(json.dumps(told).encode()).hexdigest()[:32]


def token_of(state: PlayerState, scene: Scene) -> str:
    """`state` as text."""
    step = state.step
    return json.dumps(
        {
            _KIND: VERSION,
            "scene": base_name(scene.name),
            "fingerprint": fingerprint(scene),
            "shots": state.shots,
            "position": state.position,
            "time": state.time,
            "fresh": state.fresh,
            "ended": state.ended,
            "step": None if step is None else [step.start, step.include_start, step.told],
            "playing": state.playing,
            "speed": state.speed,
            "loop": state.loop,
            "looks": {
                actor: {"skin": look.skin, "swaps": [[s.slot, s.shown, s.instead, s.skin] for s in look.swaps]}
                for actor, look in state.looks.items()
            },
        }
    )


def state_of(token: str, scene: Scene, shots: tuple[str, ...]) -> PlayerState:
    """The state that `token` holds, for a player of `shots` of `scene`.

    UsageError for a text that is no token, that was saved for another scene, for another version of this one or by a
    player of other shots, or that has been damaged. Names in its looks are not looked at.
    """
    data = _parsed(token)
    if data[_KIND] != VERSION:
        found = f"its version is {told(data[_KIND])}, and this rigbyscene knows {VERSION}"
        raise _refused("token-version", found, "restore it with the rigbyscene that saved it")
    name = base_name(scene.name)
    if data.get("fingerprint") != fingerprint(scene):
        if data.get("scene") != name:
            found = f"it was saved for the scene {data.get('scene')!r}, not for {name!r}"
            raise _refused("foreign-token", found, "restore it with a player of that scene")
        found = f"it was saved for another version of {name!r}: shots, clips or events have changed since"
        raise _refused("stale-token", found, "start the scene anew")
    if data.get("shots") != list(shots):
        found = f"it was saved by a player of the shots {data.get('shots')!r}, not {list(shots)!r}"
        raise _refused("foreign-token", found, "restore it with a player of those shots")
    return _Reader(data).state(scene, shots)


def _parsed(token: str) -> dict[str, Any]:
    try:
        data = json.loads(token)
    except (ValueError, TypeError, RecursionError):
        raise _refused("bad-token", "it is not JSON", "give the text that save() returned, whole") from None
    if not isinstance(data, dict) or _KIND not in data:
        raise _refused("bad-token", "it is no player's state", "give the text that save() returned")
    return data


def _refused(code: str, found: str, remedy: str) -> UsageError:
    return UsageError.single(code, "token", "", found, remedy)


class _Reader:
    """Takes the fields out of a token; what is wrong with them is told all at once."""

    def __init__(self, data: dict[str, Any]):
        self._data = data
        self._report = Report()

    def state(self, scene: Scene, shots: tuple[str, ...]) -> PlayerState:
        position = self._field(
            "position", f"one of 0 to {len(shots) - 1}", lambda v: _is_int(v) and 0 <= v < len(shots)
        )
        longest = scene.shot(shots[position]).duration if position is not None else math.inf
        state = PlayerState(
            shots,
            position or 0,
            self._field("time", f"seconds from 0 to {longest:g}", lambda v: _is_number(v) and 0 <= v <= longest),
            self._field("fresh", "true or false", lambda v: isinstance(v, bool)),
            self._field("ended", "true or false", lambda v: isinstance(v, bool)),
            self._step(),
            self._field("playing", "true or false", lambda v: isinstance(v, bool)),
            self._field("speed", "a number from 0 up", lambda v: _is_number(v) and v >= 0),
            self._field("loop", f"one of {', '.join(LOOPS)}", lambda v: v in LOOPS),
            self._looks(),
        )
        if self._report.has_errors:
            raise UsageError(self._report)
        return state

    def _field(self, name: str, wanted: str, holds: Callable[[Any], bool]) -> Any:
        value = self._data.get(name)
        if holds(value):
            return value
        self._report.error(
            "bad-token", "token", name, f"{told(value)} is not {wanted}", "give the text of save(), unchanged"
        )
        return None

    def _step(self) -> Step | None:
        wanted = "null or a start, true or false, and a count"
        value = self._field("step", wanted, lambda v: v is None or _is_step(v))
        return None if value is None else Step(*value)

    def _looks(self) -> dict[str, Look]:
        value = self._field("looks", "looks by actor", lambda v: isinstance(v, dict) and all(map(_is_look, v.values())))
        return {
            actor: Look(look["skin"], tuple(Swap(*swap) for swap in look["swaps"]))
            for actor, look in (value or {}).items()
        }


def _is_int(value: Any) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


def _is_number(value: Any) -> bool:
    return finite(value) is not None


def _is_count(value: Any) -> bool:
    return _is_int(value) and value >= 0


def _is_step(value: Any) -> bool:
    return (
        isinstance(value, list)
        and len(value) == 3
        and _is_number(value[0])
        and isinstance(value[1], bool)
        and _is_count(value[2])
    )


def _is_swap(value: Any) -> bool:
    return (
        isinstance(value, list)
        and len(value) == 4
        and all(isinstance(name, str) or (name is None and i == 2) for i, name in enumerate(value))
    )


def _is_look(value: Any) -> bool:
    return (
        isinstance(value, dict)
        and (value.get("skin") is None or isinstance(value["skin"], str))
        and isinstance(value.get("swaps"), list)
        and all(map(_is_swap, value["swaps"]))
    )
