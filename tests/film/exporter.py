"""An export in a process of its own, to be ended from outside. Arguments: film, frame count, pause per frame in s, and
optionally ``SIGNAL@MOMENT``: a signal that it sends itself, MOMENT a frame number or a phase (``finishing``)."""

from __future__ import annotations

import os
import signal
import sys
import time
from fractions import Fraction

import numpy as np

from rigbyscene.film.export import export_film
from rigbyscene.film.progress import FilmProgress, Phase
from rigbyscene.film.source import WholeFrames


class SlowFrames(WholeFrames):
    def __init__(self, frame_count: int, pause_s: float):
        super().__init__((320, 240), frame_count, Fraction(30))
        self._pause_s = pause_s

    def draw(self, index: int) -> None:
        time.sleep(self._pause_s)
        self.pixels[...] = np.random.default_rng(index).integers(0, 256, self.pixels.shape, dtype=np.uint8)


def main() -> None:
    # whatever the test was started by (nohup, a background job) may have switched these off for its children
    signal.signal(signal.SIGINT, signal.default_int_handler)
    signal.signal(signal.SIGHUP, signal.SIG_DFL)
    film, frame_count, pause_s, *ending = sys.argv[1:]
    number, moment = ending[0].split("@") if ending else ("", "")

    def progress(report: FilmProgress) -> None:
        print(report.frames_done, flush=True)
        now = str(report.frames_done) if report.phase is Phase.FRAMES else report.phase.value
        if now == moment:
            os.kill(os.getpid(), signal.Signals[number])

    export_film(SlowFrames(int(frame_count), float(pause_s)), film, overwrite=True, progress=progress)


main()
