"""Films: frames from a source through the colour conversion and ffmpeg into a file that is whole or not there."""

from __future__ import annotations

import os
from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path

import numpy as np

from rigbyscene.errors import RenderError, RigbySceneError
from rigbyscene.film.ffmpeg import find_ffmpeg
from rigbyscene.film.interrupt import interrupts_raise
from rigbyscene.film.mp4 import ColorTags, Mp4Film, read_mp4
from rigbyscene.film.output import PartFile, checked_destination
from rigbyscene.film.pipe import FramePipe
from rigbyscene.film.progress import Phase, ProgressCallback, ProgressMeter
from rigbyscene.film.settings import FilmSettings, check_source, encode_command, film_format, track_timescale
from rigbyscene.film.source import FrameSource
from rigbyscene.film.yuv import frame_bytes, padded_size, planes_of, rgba_to_yuv

_BT709 = ColorTags(primaries=1, transfer=1, matrix=1, full_range=False)


@dataclass(frozen=True, slots=True)
class FilmReport:
    """A film that was made and verified.

    `path` is absolute, `size` (width, height) as encoded, `content_size` as drawn (they differ where an odd size was
    padded to even), `duration_s` exact, `elapsed_s` the time that making it took.
    """

    path: Path
    size: tuple[int, int]
    content_size: tuple[int, int]
    fps: Fraction
    frame_count: int
    duration_s: Fraction
    byte_count: int
    elapsed_s: float

    @property
    def is_padded(self) -> bool:
        return self.size != self.content_size


_DEFAULTS = FilmSettings()


def export_film(
    source: FrameSource,
    path: str | os.PathLike[str],
    settings: FilmSettings = _DEFAULTS,
    *,
    overwrite: bool = False,
    inputs: Iterable[Path] = (),
    progress: ProgressCallback | None = None,
) -> FilmReport:
    """Draw every frame of `source` and encode them to `path`; its ending chooses the kind of film.

    While one frame is encoded the next is drawn; memory does not grow with the film's length. The film is written
    beside its name, verified, and moved there when whole: an existing file is replaced only with `overwrite`, and only
    by a finished film. `inputs` are files that must never be replaced (those the frames are made from).

    Raises `UsageError` before the first frame for whatever cannot be asked for, `RenderError` where ffmpeg is missing
    or fails or the disk is full. What the source or `progress` raises passes through, as do KeyboardInterrupt and, for
    SIGTERM and SIGHUP, SystemExit. In all these cases nothing is left behind and no process stays.
    """
    row = film_format(Path(path), settings)
    check_source(source, row, Path(path))
    final = checked_destination(path, overwrite=overwrite, inputs=inputs)
    ffmpeg = find_ffmpeg()
    meter = ProgressMeter(source.frame_count)
    size = padded_size(source.size)
    with interrupts_raise(), PartFile(final, overwrite=overwrite) as part:
        command = encode_command(ffmpeg, row, settings, size, source.fps, part.path)
        with FramePipe(command, frame_bytes(source.size), str(final)) as pipe:
            _send_frames(source, settings, pipe, meter, progress)
            _report(meter, Phase.FINISHING, source.frame_count, progress)
            pipe.finish()
        verify_film(part.path, size, source.fps, source.frame_count, shown_as=final)
        byte_count = part.path.stat().st_size
        part.publish()
    _report(meter, Phase.DONE, source.frame_count, progress)
    return FilmReport(
        path=final,
        size=size,
        content_size=source.size,
        fps=source.fps,
        frame_count=source.frame_count,
        duration_s=source.frame_count / source.fps,
        byte_count=byte_count,
        elapsed_s=meter.elapsed_s,
    )


def _send_frames(
    source: FrameSource,
    settings: FilmSettings,
    pipe: FramePipe,
    meter: ProgressMeter,
    progress: ProgressCallback | None,
) -> None:
    frame = np.empty(frame_bytes(source.size), np.uint8)
    planes = planes_of(frame, source.size)

    def convert(first_row: int, end_row: int) -> None:
        rgba_to_yuv(source.pixels, planes, settings.background, first_row, end_row)

    for index in range(source.frame_count):
        if index == 0:
            source.show(0)
            convert(0, source.size[1])  # all rows once; from here on those that change, on the threads that drew them
        else:
            source.show(index, convert)
        buffer = pipe.take()
        buffer[:] = frame
        pipe.send(buffer)
        _report(meter, Phase.FRAMES, index + 1, progress)


def _report(meter: ProgressMeter, phase: Phase, frames_done: int, progress: ProgressCallback | None) -> None:
    if progress is not None:
        progress(meter.at(phase, frames_done))


def verify_film(path: Path, size: tuple[int, int], fps: Fraction, frame_count: int, shown_as: Path) -> None:
    """Raise `RenderError` unless `path` is a whole MP4 film of exactly these properties, tagged BT.709 limited.

    Every frame must start at exactly ``i / fps``. `shown_as` is the name for messages.
    """
    try:
        film = read_mp4(path)
    except RigbySceneError as error:
        faults = [diagnostic.found for diagnostic in error.diagnostics]
    else:
        faults = _faults(film, size, fps, frame_count)
    if faults:
        found = f"ffmpeg ended well, but the film {', '.join(faults)}"
        remedy = "export again, with the ffmpeg that imageio-ffmpeg brings if this one is another"
        raise RenderError.single("film-not-whole", str(shown_as), "", found, remedy)


def _faults(film: Mp4Film, size: tuple[int, int], fps: Fraction, frame_count: int) -> list[str]:
    if len(film.videos) != 1:
        return [f"has {len(film.videos)} video tracks"]
    video = film.videos[0]
    faults = []
    if video.frame_count != frame_count:
        faults.append(f"has {video.frame_count} frames instead of {frame_count}")
    if video.size != size:
        faults.append(f"measures {video.size[0]}x{video.size[1]} instead of {size[0]}x{size[1]}")
    timescale = track_timescale(fps)
    ticks = timescale // fps.numerator * fps.denominator
    exact = np.arange(video.frame_count, dtype=np.int64) * ticks
    if video.timescale != timescale or (video.start_ticks != exact).any() or (video.frame_ticks != ticks).any():
        faults.append(f"does not show its frames at exactly {fps} a second")
    elif video.duration != video.frame_count / fps:
        faults.append(f"lasts {float(video.duration):.6f} s instead of {float(video.frame_count / fps):.6f} s")
    if video.color != _BT709:
        faults.append(f"has the colour tags {video.color}")
    if film.media_bytes < video.sample_bytes:
        faults.append("lacks part of its pictures")
    if not film.is_faststart:
        faults.append("has its index at the end")
    return faults
