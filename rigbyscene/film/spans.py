"""Where a film's time and a shot's time meet: stretches for what happens between frames, chapters for players."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from rigbyscene.scene.clips import SAME_TIME_S
from rigbyscene.scene.scene import Shot

_SAME_TIME = Fraction(SAME_TIME_S)


@dataclass(frozen=True, slots=True)
class Span:
    """A stretch of one shot in a film; all numbers are exact.

    It begins at shot time `shot_start_s` and film time `film_start_s` and lasts `length_s` of film, in which the shot
    advances by `speed` seconds a second. `starts_shot` and `ends_shot` tell whether those are the shot's own first and
    last frame: what a shot's whole length fires is then fired, though frames round that length up or down.
    """

    shot: Shot
    shot_start_s: Fraction
    film_start_s: Fraction
    length_s: Fraction
    speed: Fraction
    starts_shot: bool
    ends_shot: bool

    @property
    def shot_end_s(self) -> Fraction:
        """The shot time at which it ends: its last frame's end, or the shot's own, where that is later."""
        end = self.shot_start_s + self.length_s * self.speed
        return max(end, Fraction(self.shot.duration)) if self.ends_shot else end

    @property
    def film_end_s(self) -> Fraction:
        """The film time at which its last frame ends."""
        return self.film_start_s + self.length_s

    def holds(self, shot_time_s: float) -> bool:
        """Whether something at `shot_time_s` of the shot happens in it: from its start to before its end.

        The end of the whole shot belongs to it, as leaving a shot fires what lies at exactly its duration.
        """
        t = Fraction(shot_time_s)
        if t < self.shot_start_s - _SAME_TIME:
            return False
        return t <= self.shot_end_s + _SAME_TIME if self.ends_shot else t < self.shot_end_s - _SAME_TIME

    def film_time_s(self, shot_time_s: float | Fraction) -> Fraction:
        """The film time of a moment of the shot, by this span's clock, whether it lies in it or not.

        For the last moments of a shot whose frames end before it does (by half a frame at most) that is later than
        `film_end_s`.
        """
        return self.film_start_s + (Fraction(shot_time_s) - self.shot_start_s) / self.speed


@dataclass(frozen=True, slots=True)
class Chapter:
    """A named part of a film, [`start_s`, `end_s`) in film seconds, exact."""

    start_s: Fraction
    end_s: Fraction
    title: str
