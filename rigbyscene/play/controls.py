"""What the window's user decides: the clock, the shot, how the scene is seen, what is laid over it. Knows no window."""

from __future__ import annotations

import math
from collections import deque
from dataclasses import dataclass, replace
from fractions import Fraction

from rigbyscene.errors import Diagnostic
from rigbyscene.play.choices import OVERLAYS
from rigbyscene.play.timeline import Timeline, timeline_of
from rigbyscene.play.viewport import FITS, View
from rigbyscene.scene.arguments import LOOPS
from rigbyscene.scene.clips import SAME_TIME_S
from rigbyscene.scene.events import SceneEvent
from rigbyscene.scene.player import Player

SPEEDS = (0.05, 0.1, 0.25, 0.5, 0.75, 1.0, 1.25, 1.5, 2.0, 3.0, 4.0, 8.0)

LONGEST_STEP_S = 0.25
"""A window that was dragged or asleep goes on where it was, rather than leap."""

_TOAST_S = 2.0
_LOG_LENGTH = 200


@dataclass(frozen=True, slots=True)
class Toast:
    """A remark that goes away by itself."""

    text: str
    left_s: float = _TOAST_S


class Controls:
    """The state of a window on `player`. Everything the user does becomes a call of one of the methods."""

    def __init__(self, player: Player, *, fps: Fraction = Fraction(30), view: View | None = None):
        self.fps = fps
        self.view = view or View()
        self.overlays: set[str] = set()
        self.log: deque[SceneEvent] = deque(maxlen=_LOG_LENGTH)
        self.logged = 0
        self.diagnostics: tuple[Diagnostic, ...] = ()
        self.toast: Toast | None = None
        self.player = player
        self._timeline: Timeline | None = None
        self._scrubbed_while_playing: bool | None = None
        player.event_fired.connect(self._on_event)

    def replace_player(self, player: Player) -> None:
        """Go on with another player (of the scene as it was saved now) at the same shot and time, alike in all else.

        A shot that is gone is followed by the one that has its place now, or the last.
        """
        before, self.player = self.player, player
        names = [s.name for s in player.shots]
        shot = before.shot.name
        if shot in names:
            player.seek(before.time, shot)
        else:
            player.seek(0.0, names[min(before.shots.index(before.shot), len(names) - 1)])
        player.speed, player.loop, player.playing = before.speed, before.loop, before.playing
        player.event_fired.connect(self._on_event)
        self._timeline = None

    def _on_event(self, event: SceneEvent) -> None:
        self.log.append(event)
        self.logged += 1

    @property
    def timeline(self) -> Timeline:
        """The lanes of the shot that is showing."""
        shot = self.player.shot
        if self._timeline is None or self._timeline.shot != shot.name:
            self._timeline = timeline_of(self.player.scene, shot)
        return self._timeline

    # the clock

    def tick(self, dt: float, *, held: bool = False) -> bool:
        """Let `dt` seconds pass, for the player only unless it is `held`; whether that changed what can be seen."""
        changed = False
        if self.toast is not None:
            left = self.toast.left_s - dt
            changed = left <= 0.0
            self.toast = replace(self.toast, left_s=left) if left > 0.0 else None
        if self.player.playing and not self.scrubbing and not held:
            self.player.update(min(dt, LONGEST_STEP_S))
            changed = True
        return changed

    @property
    def moving(self) -> bool:
        """Whether time passes: frames follow one another without anyone doing anything."""
        return self.player.playing and not self.scrubbing

    def toggle_play(self) -> None:
        """Stop, or go on; at a shot's end that shot again, but when all shots have been played once, all of them."""
        player = self.player
        if player.playing:
            player.pause()
        elif player.time < player.shot.duration - SAME_TIME_S or (player.finished and player.loop == "none"):
            player.play()
        else:
            player.play(player.shot.name)

    def seek(self, t: float) -> None:
        self.player.seek(t)

    def seek_by(self, seconds: float) -> None:
        self.player.seek(self.player.time + seconds)

    @property
    def frame(self) -> int:
        """The frame of the grid of `fps` that is showing, from 0."""
        return math.floor(self.player.time * self.fps + 1e-6)

    def step(self, frames: int) -> None:
        """Stop, and show a frame so many further on the grid of `fps`."""
        self.player.pause()
        self.player.seek(float(max(self.frame + frames, 0) / self.fps))

    def to_start(self) -> None:
        self.go_shot(self.shot_number)

    def to_end(self) -> None:
        self.player.pause()
        self.player.seek(self.player.shot.duration)

    def go_shot(self, number: int) -> None:
        """Show shot `number` (of the player's, from 0) from its beginning; numbers beyond are the first and last."""
        number = min(max(number, 0), len(self.player.shots) - 1)
        playing = self.player.playing
        self.player.play(self.player.shots[number].name)
        self.player.playing = playing

    @property
    def shot_number(self) -> int:
        return self.player.shots.index(self.player.shot)

    def next_shot(self, by: int = 1) -> None:
        self.go_shot((self.shot_number + by) % len(self.player.shots))

    def change_speed(self, by: int) -> None:
        """Go `by` places along `SPEEDS`, from the nearest of them."""
        nearest = min(range(len(SPEEDS)), key=lambda i: abs(math.log(SPEEDS[i] / max(self.player.speed, 1e-3))))
        self.player.speed = SPEEDS[min(max(nearest + by, 0), len(SPEEDS) - 1)]
        self.say(f"Speed {self.player.speed:g}x")

    def reset_speed(self) -> None:
        self.player.speed = 1.0
        self.say("Speed 1x")

    def cycle_loop(self) -> None:
        self.player.loop = LOOPS[(LOOPS.index(self.player.loop) + 1) % len(LOOPS)]
        self.say({"none": "Play once", "shot": "Loop the shot", "all": "Loop all shots"}[self.player.loop])

    # scrubbing

    @property
    def scrubbing(self) -> bool:
        return self._scrubbed_while_playing is not None

    def begin_scrub(self) -> None:
        if not self.scrubbing:
            self._scrubbed_while_playing = self.player.playing

    def end_scrub(self) -> None:
        """Go on playing if it was."""
        self._scrubbed_while_playing = None

    # what is seen

    def cycle_fit(self) -> None:
        fit = FITS[(FITS.index(self.view.fit) + 1) % len(FITS)]
        self.view = View(fit)
        self.say(f"Fit: {fit.value}")

    def reset_view(self) -> None:
        self.view = View(self.view.fit)

    def toggle_overlay(self, name: str) -> None:
        """Lay an overlay of `OVERLAYS` over the picture, or take it away. KeyError for an unknown one."""
        label = OVERLAYS[name]
        self.overlays ^= {name}
        self.say(f"{label} {'on' if name in self.overlays else 'off'}")

    def clear_overlays(self) -> None:
        self.overlays.clear()

    def say(self, text: str) -> None:
        """Show a remark for a moment."""
        self.toast = Toast(text)
