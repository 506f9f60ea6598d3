"""The clock of a playing scene: play, pause, seek, skip, speed, loop, and what happens on the way."""

from __future__ import annotations

import math
import sys
from collections.abc import Callable, Sequence
from typing import Generic, TypeVar

from rigbyscene.errors import UsageError
from rigbyscene.scene.arguments import LOOPS, Loop, checked_choice, checked_names, checked_number
from rigbyscene.scene.clips import SAME_TIME_S
from rigbyscene.scene.events import SceneEvent
from rigbyscene.scene.moments import ClipStart, Happening, happenings
from rigbyscene.scene.scene import Scene, Shot
from rigbyscene.scene.tokens import Step

_A = TypeVar("_A")


MOST_ROUNDS_A_STEP = 1000
"""A machine that slept over night may bring a game a step of hours, and a clock's fault one of 1e308 seconds."""


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


class Clock:
    """Goes through the shots of a scene; stands at the beginning of the first until `play`.

    Call `update(dt)` once a frame: it moves the clock and tells what lies on the way, in order: `clip_started`
    (`ClipStart`), `event_fired` (`SceneEvent`) and, at each end, `shot_finished` (`Shot`). `skip` tells all the rest
    and then `skipped` (`Shot`, the one that was showing). What is called may pause, seek, skip or play as it likes: a
    step's happenings are each told once, unless the clock is moved elsewhere meanwhile.

    `speed` multiplies the clock (0 and up). `loop` says what follows an end: ``"none"``: the next shot, stopping after
    the last; ``"shot"``: the same shot again; ``"all"``: the next, and after the last the first. Seeking tells nothing.
    """

    def __init__(self, scene: Scene, shots: Sequence[str] | None = None):
        """`shots` are played in the order given; None: all of them, in file order. UsageError for an unknown one."""
        self.scene = scene
        checked_names(shots, "shots", scene.name)
        self.shots: tuple[Shot, ...] = scene.shots if shots is None else tuple(scene.shot(name) for name in shots)
        if not self.shots:
            remedy = (
                "give the stage an animation in the editor" if shots is None else "name one or more, or leave it out"
            )
            raise UsageError.single(
                "no-shots", scene.name, "" if shots is None else "shots", "there is no shot to play", remedy
            )
        self.event_fired: Signal[SceneEvent] = Signal()
        self.clip_started: Signal[ClipStart] = Signal()
        self.shot_finished: Signal[Shot] = Signal()
        self.skipped: Signal[Shot] = Signal()
        self._loop: Loop = "none"
        self.playing = False
        self._speed = 1.0
        self._position = 0
        self._time = 0.0
        self._fresh = True  # what happens at exactly 0 is still to come
        self._ended = False  # the end of this shot has been told
        self._step = Step(0.0, False, 0)
        self._due: list[Happening] = []  # what that step meets
        self._moves = 0
        self._skipping = False

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
        remedy = "give a number from 0 up"
        self._speed = checked_number(speed, 0.0, "bad-speed", self.scene.name, "speed", "the speed", remedy)

    @property
    def loop(self) -> Loop:
        return self._loop

    @loop.setter
    def loop(self, loop: Loop) -> None:
        checked_choice(loop, LOOPS, "loop", self.scene.name)
        self._loop = loop

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
        """Show `t` seconds of `shot` (None: the one showing), limited to its length. Tells nothing."""
        remedy = "give seconds from the start of the shot"
        t = checked_number(t, -math.inf, "bad-time", self.scene.name, "seek", "the time", remedy)
        position = self._position if shot is None else self._position_of(shot)
        self._enter(position)
        self._time = min(max(t, 0.0), self.shot.duration)
        self._fresh = False

    def update(self, dt: float) -> None:
        """Move the clock by `dt` seconds times `speed`, telling what happens and ends of shots on the way.

        A step through more than `MOST_ROUNDS_A_STEP` rounds of what loops leaves whole rounds beyond these out: it ends
        where it would, and does not tell what lies in them.
        """
        dt = checked_number(
            dt, 0.0, "bad-time", self.scene.name, "update", "the step", "give seconds since the last update"
        )
        if not self.playing or not self._tell():  # what an exception has kept back
            return
        rest = min(dt * self._speed, sys.float_info.max)
        entered = 0
        still_shown = False  # a still lasts one update, so that a row of stills cannot spin
        while self.playing and not still_shown:
            shot = self.shot
            if not self._ended:
                target = self._time + rest
                still_shown = shot.duration <= SAME_TIME_S
                ends = target >= shot.duration - SAME_TIME_S
                # a sum of steps may fall a hair short of the end
                if not self._advance(shot.duration if ends else target) or not ends:
                    return
                rest = max(target - shot.duration, 0.0)
                if not self._leave():
                    return
            if self.playing:
                self._go_on()
                entered += 1
                if entered >= MOST_ROUNDS_A_STEP * self._shots_a_round:
                    rest = math.fmod(rest, self._round_s) if self._round_s > SAME_TIME_S else 0.0

    def skip(self, *, fire_events: bool = True) -> None:
        """Go to the end of the last shot and stop, telling all that lies on the way in order: nothing is left out.

        However the player loops, each shot that is left plays once. Then `skipped` is told. Does nothing where the
        last shot's end has been told already, or while a skip is under way. Where something called moves the player
        elsewhere, it stays there. Without `fire_events` only the ends of shots are told.
        """
        if self._skipping or (self.finished and self._ended):
            return
        asked = self.shot
        self._skipping = True
        try:
            if not fire_events:
                self._due = []
            arrived = self._tell() and self._finish_shots(fire_events)
        finally:
            self._skipping = False
        if arrived:
            self.playing = False
            self.skipped.emit(asked)

    def _finish_shots(self, fire_events: bool) -> bool:
        """Bring every shot that is left to its end; whether nothing moved the player elsewhere meanwhile."""
        while True:
            if not self._ended:
                if fire_events and not self._advance(self.shot.duration):
                    return False
                if not fire_events:
                    self.seek(self.shot.duration)
                if not self._leave():
                    return False
            if self._position + 1 == len(self.shots):
                return True
            self._enter(self._position + 1)

    def _advance(self, t: float) -> bool:
        """Go on to `t` within the shot and tell what lies between; whether the player is still where it went."""
        step = Step(self._time, self._fresh, 0)
        self._due = happenings(self.scene, self.shot, step.start, t, include_start=step.include_start)
        self._step = step
        self._fresh = False
        self._time = t
        self._moved()
        return self._tell()

    def _tell(self) -> bool:
        """Tell what is due and has not been told; whether nothing moved the player meanwhile."""
        moves = self._moves
        while self._step.told < len(self._due):
            happening = self._due[self._step.told]
            self._step = Step(self._step.start, self._step.include_start, self._step.told + 1)
            if isinstance(happening, SceneEvent):
                self.event_fired.emit(happening)
            else:
                self.clip_started.emit(happening)
        return moves == self._moves

    def _leave(self) -> bool:
        """Tell that the shot has ended; whether nothing moved the player meanwhile."""
        moves = self._moves
        self._ended = True
        self.shot_finished.emit(self.shot)
        return moves == self._moves

    def _go_on(self) -> None:
        """What `loop` says comes after an end."""
        if self.loop == "shot":
            self._enter(self._position)
        elif self._position + 1 < len(self.shots) or self.loop == "all":
            self._enter((self._position + 1) % len(self.shots))
        else:
            self.playing = False

    @property
    def _shots_a_round(self) -> int:
        """How many shots lie between one showing of what shows and the next."""
        return 1 if self.loop == "shot" else len(self.shots)

    @property
    def _round_s(self) -> float:
        """How long these take."""
        return self.shot.duration if self.loop == "shot" else math.fsum(shot.duration for shot in self.shots)

    def _enter(self, position: int) -> None:
        self._position = position
        self._time = 0.0
        self._fresh = True
        self._ended = False
        self._due = []
        self._step = Step(0.0, False, 0)
        self._moved()

    def _moved(self) -> None:
        """Called whenever the moment that shows is another."""
        self._moves += 1

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
