"""The clock of a playing scene: play, pause, seek, speed, loop, and the events that fire on the way."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import Generic, Literal, TypeVar

from rigbyscene.errors import UsageError, nearest_name
from rigbyscene.scene.affine import Affine
from rigbyscene.scene.clips import SAME_TIME_S
from rigbyscene.scene.events import SceneEvent
from rigbyscene.scene.sample import SceneSample
from rigbyscene.scene.sampler import Sampler
from rigbyscene.scene.scene import Scene, Shot

_A = TypeVar("_A")


Loop = Literal["none", "shot", "all"]


class Signal(Generic[_A]):
    """Calls what was connected to it, in the order of connection."""

    def __init__(self) -> None:
        self._slots: list[Callable[[_A], object]] = []

    def connect(self, slot: Callable[[_A], object]) -> Callable[[_A], object]:
        """Call `slot` with each value sent from now on; returns it, so that this can decorate a function."""
        self._slots.append(slot)
        return slot

    def disconnect(self, slot: Callable[[_A], object]) -> None:
        """Stop calling `slot`; ValueError if it was not connected."""
        self._slots.remove(slot)

    def emit(self, value: _A) -> None:
        for slot in tuple(self._slots):
            slot(value)


class Player:
    """Plays the shots of a scene; paused at the beginning of the first until `play`.

    Call `update(dt)` once a frame: it moves the clock and fires what lies on the way, `event_fired` (`SceneEvent`) in
    order and `shot_finished` (`Shot`) at each end. `speed` multiplies the clock (0 and up). `loop` says what follows
    an end: ``"none"``: the next shot, stopping after the last; ``"shot"``: the same shot again; ``"all"``: the next,
    and after the last the first. Seeking fires nothing. Knows no window and no pixels.
    """

    def __init__(self, scene: Scene, shots: Sequence[str] | None = None):
        """`shots` are played in the order given; None: all of them, in file order. UsageError for an unknown one."""
        self.scene = scene
        self.shots: tuple[Shot, ...] = scene.shots if shots is None else tuple(scene.shot(name) for name in shots)
        if not self.shots:
            raise UsageError.single(
                "no-shots", scene.name, "", "there is no shot to play", "give the stage an animation in the editor"
            )
        self.event_fired: Signal[SceneEvent] = Signal()
        self.shot_finished: Signal[Shot] = Signal()
        self.loop: Loop = "none"
        self.playing = False
        self._speed = 1.0
        self._position = 0
        self._time = 0.0
        self._fresh = True  # events at exactly 0 are still to come
        self._sampler = Sampler(scene)
        self._sample: SceneSample | None = None

    @property
    def shot(self) -> Shot:
        """The shot that is showing."""
        return self.shots[self._position]

    @property
    def time(self) -> float:
        """Seconds into the shot."""
        return self._time

    @property
    def speed(self) -> float:
        return self._speed

    @speed.setter
    def speed(self, speed: float) -> None:
        if not (math.isfinite(speed) and speed >= 0.0):
            raise UsageError.single(
                "bad-speed", self.scene.name, "speed", f"the speed is {speed}", "give a number from 0 up"
            )
        self._speed = speed

    @property
    def finished(self) -> bool:
        """The last shot has come to its end and nothing follows."""
        return not self.playing and self._position == len(self.shots) - 1 and self._time >= self.shot.duration

    def play(self, shot: str | None = None) -> None:
        """Let the clock run: from the beginning of `shot` if given, else from where it stands."""
        if shot is not None:
            self._enter(self._position_of(shot))
        elif self.finished:
            self._enter(0)
        self.playing = True

    def pause(self) -> None:
        """Stop the clock."""
        self.playing = False

    def seek(self, t: float, shot: str | None = None) -> None:
        """Show `t` seconds of `shot` (None: the one showing), limited to its length. Fires nothing."""
        if not math.isfinite(t):
            raise UsageError.single(
                "bad-time", self.scene.name, "seek", f"the time is {t}", "give seconds from the start of the shot"
            )
        if shot is not None:
            self._position = self._position_of(shot)
        self._time = min(max(t, 0.0), self.shot.duration)
        self._fresh = False
        self._sample = None

    def update(self, dt: float) -> None:
        """Move the clock by `dt` seconds times `speed`, firing events and ends of shots on the way."""
        if not (math.isfinite(dt) and dt >= 0.0):
            raise UsageError.single(
                "bad-time", self.scene.name, "update", f"the step is {dt}", "give seconds since the last update"
            )
        rest = dt * self._speed
        still_shown = False  # a still lasts one update, so that a row of stills cannot spin
        while self.playing and not still_shown:
            shot = self.shot
            target = self._time + rest
            still_shown = shot.duration <= SAME_TIME_S
            ends = target >= shot.duration - SAME_TIME_S
            self._advance(shot.duration if ends else target)  # a sum of steps may fall a hair short of the end
            if not ends:
                return
            rest = max(target - shot.duration, 0.0)
            self._leave(shot)

    def _advance(self, t: float) -> None:
        """Go on to `t` within the shot and fire what lies between."""
        fired = self.scene.events(self.shot, self._time, t, include_start=self._fresh)
        self._fresh = False
        self._time = t
        self._sample = None
        for event in fired:
            self.event_fired.emit(event)

    def _leave(self, shot: Shot) -> None:
        """The shot has ended: say so, unless a callback has moved the player elsewhere go on as `loop` says."""
        position, time = self._position, self._time
        self.shot_finished.emit(shot)
        if not self.playing or (position, time) != (self._position, self._time):
            return
        if self.loop == "shot":
            self._enter(position)
        elif position + 1 < len(self.shots) or self.loop == "all":
            self._enter((position + 1) % len(self.shots))
        else:
            self.playing = False

    def _enter(self, position: int) -> None:
        self._position = position
        self._time = 0.0
        self._fresh = True
        self._sample = None

    def _position_of(self, name: str) -> int:
        shot = self.scene.shot(name)
        if shot not in self.shots:
            names = [s.name for s in self.shots]
            raise UsageError.single(
                "unknown-shot",
                self.scene.name,
                "",
                f"shot {name!r} is not among those that this player plays",
                f"they are: {', '.join(names)}",
            )
        return self.shots.index(shot)

    def sample(self) -> SceneSample:
        """The posed scene of this moment; valid until the clock moves."""
        if self._sample is None:
            self._sample = self._sampler.sample(self.shot, self._time)
        return self._sample

    def camera_transform(self) -> Affine:
        """The camera bone's matrix in stage space; without a camera bone, the centre of the stage."""
        camera = self.sample().camera
        return Affine.translation(*self.scene.bounds.centre) if camera is None else camera

    def actor_bone_transform(self, actor: str, bone: str) -> Affine:
        """The matrix of a character's bone in stage space. UsageError, naming the nearest, for unknown names."""
        sample = self.sample()
        ids = [a.id for a in sample.actors]
        if actor not in ids:
            raise UsageError.single(
                "unknown-actor", self.scene.name, "", f"there is no actor {actor!r}", "use an id from the manifest",
                nearest_name(actor, ids),
            )  # fmt: skip
        posed = sample.actors[ids.index(actor)]
        skeleton = posed.pose.rig.skeleton
        index = skeleton.bone_index(bone)
        if index < 0:
            raise UsageError.single(
                "unknown-bone",
                self.scene.name,
                f"actor {actor!r}",
                f"its skeleton has no bone {bone!r}",
                "use a bone of that skeleton",
                nearest_name(bone, [b.name for b in skeleton.bones]),
            )
        return posed.placement.after(Affine(*posed.pose.world[index].tolist()))
