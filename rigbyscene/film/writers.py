"""What frames are written to: one protocol, whether an ffmpeg encodes them or they become files one by one."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from types import TracebackType
from typing import Protocol, Self

import numpy as np
from numpy.typing import NDArray

from rigbyscene.film.encode import encode_command
from rigbyscene.film.formats import Container
from rigbyscene.film.gif import GifWriter
from rigbyscene.film.layouts import converter
from rigbyscene.film.output import PartFile
from rigbyscene.film.pipe import FramePipe
from rigbyscene.film.plan import FilmPlan
from rigbyscene.film.sequence import PartFrames, SequenceWriter
from rigbyscene.film.settings import STREAM, STREAM_CONTAINERS
from rigbyscene.film.stream import StreamWriter


class FrameWriter(Protocol):
    """A context that takes raw frames in order, each of as many bytes as its film's layout has.

    For each frame: `take()` an empty buffer, uint8, flat; fill it; `send()` it. At the end `finish()`, which returns
    when everything is in the file. Leaving the context without `finish` ends all processes and threads; what is in the
    file by then is nobody's film. `RenderError` is raised by each of the three where the encoder or the disk fails.
    """

    def __enter__(self) -> Self: ...

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None: ...

    def take(self) -> NDArray[np.uint8]: ...

    def send(self, buffer: NDArray[np.uint8]) -> None: ...

    def finish(self) -> None: ...


class Part(Protocol):
    """A context in which `path` is the place for a film that is not whole yet; `publish` gives it its name.

    Leaving it without `publish` leaves everything as it was.
    """

    @property
    def path(self) -> Path: ...

    def __enter__(self) -> Self: ...

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None: ...

    def publish(self) -> None: ...


class _StandardOutput:
    """The `Part` of what is out as soon as it is written."""

    path = Path(STREAM)

    def __enter__(self) -> _StandardOutput:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Nothing is ours to remove."""

    def publish(self) -> None:
        """It is there."""


def open_part(plan: FilmPlan) -> Part:
    """The place, not yet entered, where the film of `plan` is made."""
    if str(plan.final) == STREAM:
        return _StandardOutput()
    if plan.names is not None:
        return PartFrames(plan.names, plan.frame_count, overwrite=plan.overwrite)
    return PartFile(plan.final, overwrite=plan.overwrite)


def open_writer(plan: FilmPlan, part: Path) -> FrameWriter:
    """The writer, not yet entered, that makes the film of `plan` in `part`."""
    container = plan.encoding.row.container
    if container is Container.GIF:
        return GifWriter(plan, part)
    if container is Container.PNG:
        return SequenceWriter(plan, part)
    if container in STREAM_CONTAINERS:
        return StreamWriter(plan, part)
    command = encode_command(plan.encoding, plan.size, plan.fps, plan.frame_count, part, plan.tracks)
    return FramePipe(command, plan.frame_bytes, str(plan.final))


def send_frames(plan: FilmPlan, writer: FrameWriter, frames: range, after_frame: Callable[[int], None]) -> None:
    """Draw the frames `frames` of the plan's source and send them; `after_frame` is told how many are done.

    What changes is converted on the threads that drew it; the rest stays as it was in the frame before.
    """
    source = plan.source
    width, height = source.size
    frame = np.empty(plan.frame_bytes, np.uint8)
    convert = converter(plan.encoding.layout, source.pixels, frame, plan.background)
    for done, index in enumerate(frames):
        if done == 0:
            source.show(index)
            convert(0, height, 0, width)  # all of it once; from here on what changes
        else:
            source.show(index, convert)
        buffer = writer.take()
        buffer[:] = frame
        writer.send(buffer)
        after_frame(done + 1)
