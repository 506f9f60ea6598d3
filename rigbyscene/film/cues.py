"""What is heard when: the events of a film's shots, brought onto the film's own time.

An event at shot time t sounds from the film time on that its span gives to t, exactly, whichever frames are near. At
other speeds than 1 sounds begin where the pictures have them and keep their own pitch and length. A sound rings on
through cuts, loops and transitions until it is over or the film is. **An excerpt sounds as it does in the whole film**:
what began before its first frame is heard from where it is by then.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass, replace
from fractions import Fraction

from rigbyscene.film.edit import Edit
from rigbyscene.film.spans import Span
from rigbyscene.film.wav import SAMPLE_RATE
from rigbyscene.scene.events import SceneEvent
from rigbyscene.scene.scene import Scene

_MARGIN_S = 1e-6
"""Events are asked for a little beyond a span; the span itself decides, in exact numbers."""

MOST_VOLUME = 1000.0
"""Sixty decibels: more is a mistake, and must not make a sum that is no number."""


@dataclass(frozen=True, slots=True)
class FilmEvent:
    """An event at film time `film_s`, exact; below 0 where it lies before the first frame of an excerpt."""

    event: SceneEvent
    film_s: Fraction

    @property
    def sample(self) -> int:
        """The sample with which its sound begins."""
        return sample_at(self.film_s)

    @property
    def is_audible(self) -> bool:
        return bool(self.event.audio) and max(gains(self.event.volume, self.event.balance)) > 0.0


def sample_at(film_s: Fraction) -> int:
    """The sample nearest to a film time, the later of two.

    >>> sample_at(Fraction(1, 3)), sample_at(Fraction(1001, 30000)), sample_at(Fraction(-1, 2))
    (16000, 1602, -24000)
    """
    return math.floor(film_s * SAMPLE_RATE + Fraction(1, 2))


def gains(volume: float, balance: float) -> tuple[float, float]:
    """Left and right factors of a sound.

    The balance is linear: 0 leaves both sides at `volume`, towards 1 the left and towards -1 the right side goes to 0.
    A volume below 0 or above `MOST_VOLUME` and a balance beyond -1 or 1 count as those; what is no number is silent.

    >>> gains(1.0, 0.0), gains(0.5, 1.0), gains(1.0, -0.25), gains(-2.0, 0.0)
    ((1.0, 1.0), (0.0, 0.5), (1.0, 0.75), (0.0, 0.0))
    """
    if not (math.isfinite(volume) and math.isfinite(balance)):
        return 0.0, 0.0
    volume, balance = min(max(volume, 0.0), MOST_VOLUME), min(max(balance, -1.0), 1.0)
    return volume * min(1.0, 1.0 - balance), volume * min(1.0, 1.0 + balance)


def film_events(scene: Scene, edit: Edit) -> list[FilmEvent]:
    """All events of the film, in the order of its spans; those of one span in firing order."""
    return [event for span in edit.spans() for event in _in_span(scene, span)]


def events_before(scene: Scene, edit: Edit) -> list[FilmEvent]:
    """The events of the shots of the uncut film before the first frame of the excerpt that `edit` shows.

    Their film times are below 0, but for the last moments of a shot whose frames end before it does.
    """
    first = edit.frames[0]
    if first == 0:
        return []
    before = replace(edit, frames=range(first), loops=1)
    start_s, step = first / edit.fps, edit.frames.step
    found = (event for span in before.spans() for event in _in_span(scene, span))
    return [replace(event, film_s=(event.film_s - start_s) / step) for event in found]


def _in_span(scene: Scene, span: Span) -> Iterator[FilmEvent]:
    t0, t1 = float(span.shot_start_s) - _MARGIN_S, float(span.shot_end_s) + _MARGIN_S
    for event in scene.events(span.shot, t0, t1, include_start=True):
        if span.holds(event.time):
            yield FilmEvent(event, max(span.film_time_s(event.time), span.film_start_s))
