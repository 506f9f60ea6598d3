"""How far an export is, as values; drawing bars is the command line's work."""

from __future__ import annotations

import enum
import time
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass


class Phase(enum.Enum):
    """What an export is doing: drawing frames, waiting for the encoder's last ones, or nothing any more."""

    FRAMES = "frames"
    FINISHING = "finishing"
    DONE = "done"


@dataclass(frozen=True, slots=True)
class FilmProgress:
    """One report.

    `frames_done` of `frame_count` were handed to the encoder, which may still hold some. `frames_per_s` is the rate of
    the last seconds, `remaining_s` what is left at that rate; both None before two frames are done. `elapsed_s` counts
    from the start.
    """

    phase: Phase
    frames_done: int
    frame_count: int
    frames_per_s: float | None
    remaining_s: float | None
    elapsed_s: float


ProgressCallback = Callable[[FilmProgress], None]
"""Called in the exporting thread, after every frame and at each change of phase. What it raises ends the export; at
`Phase.DONE` the film is already there."""

_WINDOW_S = 5.0


class ProgressMeter:
    """Makes `FilmProgress` values from the passing of frames. `clock` gives seconds."""

    def __init__(self, frame_count: int, clock: Callable[[], float] = time.perf_counter):
        self._frame_count = frame_count
        self._clock = clock
        self._start_s = clock()
        self._recent: deque[tuple[float, int]] = deque([(self._start_s, 0)])
        self._has_told = False

    @property
    def elapsed_s(self) -> float:
        return self._clock() - self._start_s

    def at(self, phase: Phase, frames_done: int) -> FilmProgress:
        """The report for now, `frames_done` frames after the start."""
        now_s = self._clock()
        if not self._has_told and frames_done > 1:
            self._recent = deque([(now_s, frames_done)])  # made by an earlier export: they say nothing of the rate
        self._has_told = True
        self._recent.append((now_s, frames_done))
        while len(self._recent) > 2 and self._recent[1][0] <= now_s - _WINDOW_S:
            self._recent.popleft()
        then_s, frames_then = self._recent[0]
        rate = remaining_s = None
        if frames_done > max(frames_then, 1) and now_s > then_s:
            rate = (frames_done - frames_then) / (now_s - then_s)
            remaining_s = (self._frame_count - frames_done) / rate
        return FilmProgress(phase, frames_done, self._frame_count, rate, remaining_s, now_s - self._start_s)
