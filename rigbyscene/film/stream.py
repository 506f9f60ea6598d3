"""Raw frames and Y4M, to a file or to standard output, for other tools to read."""

from __future__ import annotations

import os
import sys
from fractions import Fraction
from pathlib import Path
from types import TracebackType

import numpy as np
from numpy.typing import NDArray

from rigbyscene.errors import RenderError
from rigbyscene.film.facts import FilmFacts
from rigbyscene.film.formats import Container
from rigbyscene.film.jobs import FrameJobs
from rigbyscene.film.output import disk_error
from rigbyscene.film.plan import FilmPlan
from rigbyscene.film.settings import STREAM

_Y4M_FRAME = b"FRAME\n"


def y4m_header(size: tuple[int, int], fps: Fraction) -> bytes:
    """The first line of a YUV4MPEG2 stream: progressive, square pixels, 4:2:0 with chroma sited left, limited range.

    The format has no word for the matrix, which is BT.709: readers that guess by size need to be told.

    >>> y4m_header((640, 360), Fraction(30000, 1001))
    b'YUV4MPEG2 W640 H360 F30000:1001 Ip A1:1 C420mpeg2 XYSCSS=420MPEG2 XCOLORRANGE=LIMITED\\n'
    """
    width, height = size
    rate = f"{fps.numerator}:{fps.denominator}"
    return f"YUV4MPEG2 W{width} H{height} F{rate} Ip A1:1 C420mpeg2 XYSCSS=420MPEG2 XCOLORRANGE=LIMITED\n".encode()


class StreamWriter:
    """A `FrameWriter` of raw frames, one after another, with Y4M's words around them where the film is one.

    `part` is the file to write, or ``-`` for standard output.
    """

    def __init__(self, plan: FilmPlan, part: Path):
        self._plan = plan
        self._part = part
        self._is_y4m = plan.encoding.row.container is Container.Y4M
        self._descriptor = -1
        self._jobs = FrameJobs(plan.frame_bytes, self._write_frame, self._blame)

    def __enter__(self) -> StreamWriter:
        self._descriptor = sys.stdout.fileno() if self._is_standard_output else os.open(self._part, os.O_WRONLY)
        self._jobs.__enter__()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._jobs.__exit__(kind, error, trace)
        if not self._is_standard_output:
            os.close(self._descriptor)

    def take(self) -> NDArray[np.uint8]:
        return self._jobs.take()

    def send(self, buffer: NDArray[np.uint8]) -> None:
        self._jobs.send(buffer)

    def finish(self) -> None:
        self._jobs.finish()

    @property
    def _is_standard_output(self) -> bool:
        return str(self._part) == STREAM

    def _write_frame(self, index: int, buffer: NDArray[np.uint8]) -> None:
        if self._is_y4m:
            self._write_bytes(_Y4M_FRAME if index else y4m_header(self._plan.size, self._plan.fps) + _Y4M_FRAME)
        self._write_bytes(buffer.data)

    def _write_bytes(self, content: bytes | memoryview) -> None:
        rest = memoryview(content)
        while rest:
            rest = rest[os.write(self._descriptor, rest) :]

    def _blame(self, error: OSError) -> Exception:
        if not self._is_standard_output:
            return disk_error(self._plan.final, error)
        if isinstance(error, BrokenPipeError):
            found = f"was closed by its reader before all {self._plan.frame_count} frames were written"
            remedy = "see what the reader said"
        else:
            found, remedy = f"could not be written: {error.strerror}", "free some space, or send the frames elsewhere"
        return RenderError.single("write-failed", "standard output", "", found, remedy)


def stream_bytes(plan: FilmPlan) -> int:
    """How many bytes all frames of `plan` are, with what is around them."""
    if plan.encoding.row.container is Container.Y4M:
        return len(y4m_header(plan.size, plan.fps)) + plan.frame_count * (len(_Y4M_FRAME) + plan.frame_bytes)
    return plan.frame_count * plan.frame_bytes


def check_stream(plan: FilmPlan, path: Path) -> tuple[FilmFacts, list[str]]:
    """What a stream is, and whether it is all there; of standard output only the writer knows that."""
    expected = stream_bytes(plan)
    facts = FilmFacts(plan.encoding.row.key, expected)
    if str(path) == STREAM:
        return facts, []
    found = path.stat().st_size
    return facts, [] if found == expected else [f"has {found} bytes instead of {expected}"]
