"""GIF films: one palette for the whole film, made of all its colours.

The palette is known after the last frame only. Frames therefore go, losslessly, into a hidden file beside the film
while ffmpeg counts their colours, and from there into the GIF: memory does not grow with the film.

A GIF counts time in hundredths of a second. Each frame starts at the hundredth nearest to its time, so that the film
keeps its length and no error adds up; a pixel is there (alpha of a half and above) or not.
"""

from __future__ import annotations

from contextlib import ExitStack
from fractions import Fraction
from pathlib import Path
from types import TracebackType

import numpy as np
from numpy.typing import NDArray

from rigbyscene.film.encode import HEAD, Encoding, frames_input
from rigbyscene.film.output import WorkFolder
from rigbyscene.film.pipe import FramePipe, run_to_end
from rigbyscene.film.plan import FilmPlan

TICKS = 100
"""A GIF's units of time a second."""


class GifWriter:
    """A `FrameWriter` for GIF: collects the frames and their colours, then makes the film in `finish`."""

    def __init__(self, plan: FilmPlan, part: Path):
        self._plan = plan
        self._part = part
        self._work = WorkFolder(plan.final)
        self._pipe = FramePipe(self._collecting(), plan.frame_bytes, str(plan.final))
        self._stack = ExitStack()

    @property
    def _frames(self) -> Path:
        return self._work.path / "frames.mkv"

    @property
    def _palette(self) -> Path:
        return self._work.path / "palette.png"

    def __enter__(self) -> GifWriter:
        with ExitStack() as stack:
            stack.enter_context(self._work)
            stack.enter_context(self._pipe)
            self._stack = stack.pop_all()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._stack.__exit__(kind, error, trace)

    def take(self) -> NDArray[np.uint8]:
        return self._pipe.take()

    def send(self, buffer: NDArray[np.uint8]) -> None:
        self._pipe.send(buffer)

    def finish(self) -> None:
        self._pipe.finish()
        plan = self._plan
        run_to_end(
            gif_command(plan.encoding, plan.fps, plan.frame_count, self._frames, self._palette, self._part),
            str(plan.final),
        )

    def _collecting(self) -> list[str]:
        plan = self._plan
        layout = plan.encoding.layout
        return [
            *[plan.encoding.ffmpeg, *HEAD, *frames_input(layout, plan.size, plan.fps)],
            *palette_outputs(self._frames, self._palette, has_alpha=layout.has_alpha),
        ]


def palette_outputs(frames: Path, palette: Path, *, has_alpha: bool) -> list[str]:
    """What makes ffmpeg write its first input losslessly to `frames`, and the best palette for it to `palette`."""
    return [
        *["-filter_complex", "[0:v]split[kept][counted];[counted]palettegen[colors]"],
        *["-map", "[kept]", "-c:v", "ffv1", "-g", "1", "-pix_fmt", "bgra" if has_alpha else "bgr0", str(frames)],
        *["-map", "[colors]", "-frames:v", "1", "-update", "1", str(palette)],
    ]


def gif_command(
    encoding: Encoding, fps: Fraction, frame_count: int, frames: Path, palette: Path, part: Path
) -> list[str]:
    """The command that makes the GIF of `frames` (a film of `frame_count` frames) with the colours of `palette`."""
    last = start_tick(frame_count, fps) - start_tick(frame_count - 1, fps)
    return [
        *[encoding.ffmpeg, *HEAD, "-r", f"{fps.numerator}/{fps.denominator}", "-i", str(frames), "-i", str(palette)],
        *["-filter_complex", "[0:v][1:v]paletteuse", "-fps_mode", "passthrough"],
        *["-loop", "0", "-final_delay", str(last), "-f", "gif", str(part)],
    ]


def start_tick(index: int, fps: Fraction) -> int:
    """The hundredth of a second at which frame `index` starts: the nearest, a half up.

    >>> [start_tick(k, Fraction(30)) for k in range(5)], start_tick(1, Fraction(40))
    ([0, 3, 7, 10, 13], 3)
    """
    return (2 * TICKS * index * fps.denominator + fps.numerator) // (2 * fps.numerator)
