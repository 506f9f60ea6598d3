"""A film before its first frame: everything that can be refused is refused here, everything to choose is chosen."""

from __future__ import annotations

import os
from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path

from rigbyscene.film.encode import Encoding, chosen_encoding
from rigbyscene.film.ffmpeg import find_ffmpeg
from rigbyscene.film.formats import Alpha, Container, FilmFormat
from rigbyscene.film.layouts import Rgb
from rigbyscene.film.names import FrameNames, frame_names
from rigbyscene.film.output import check_standard_output, checked_destination
from rigbyscene.film.settings import STREAM, FilmSettings, check_source, check_tracks, film_format
from rigbyscene.film.side_by_side import SideBySide
from rigbyscene.film.source import FrameSource
from rigbyscene.film.tracks import Tracks


@dataclass(frozen=True, slots=True)
class FilmPlan:
    """What is made, and where.

    `output` is the name as it was given, for messages; `final` the absolute path (of a sequence its folder, of
    standard output ``-``); `names` are the files of a sequence. `background` is the colour around odd sizes.
    """

    source: FrameSource
    output: str
    final: Path
    names: FrameNames | None
    encoding: Encoding
    background: Rgb
    alpha: Alpha
    tracks: Tracks
    overwrite: bool

    @property
    def size(self) -> tuple[int, int]:
        """Width and height as encoded: those of the source, grown to what the pixels' layout needs."""
        return self.encoding.layout.padded_size(self.source.size)

    @property
    def frame_bytes(self) -> int:
        return self.encoding.layout.frame_bytes(self.source.size)

    @property
    def fps(self) -> Fraction:
        return self.source.fps

    @property
    def frame_count(self) -> int:
        return self.source.frame_count

    @property
    def duration_s(self) -> Fraction:
        return self.source.frame_count / self.source.fps


def prepare_film(
    source: FrameSource,
    path: str | os.PathLike[str],
    settings: FilmSettings,
    *,
    overwrite: bool,
    inputs: Iterable[Path],
    tracks: Tracks,
) -> FilmPlan:
    """Check all that a film needs; raises `UsageError` for what cannot be asked for, `RenderError` without ffmpeg.

    The plan's source is `source`, or for alpha side by side one of twice its width.
    """
    row = film_format(path, settings)
    is_double = settings.alpha is Alpha.SIDE_BY_SIDE
    if is_double and min(source.size) > 0:
        source = SideBySide(source)
    check_source(source, row, path)
    check_tracks(tracks, row, path)
    given = [track for track in (tracks.audio, tracks.subtitles) if track is not None]
    final, names = checked_output(path, row, source.frame_count, overwrite, [*inputs, *given])
    ffmpeg = find_ffmpeg() if row.encoders else ""
    encoding = chosen_encoding(ffmpeg, row, settings, tracks)
    return FilmPlan(
        source=source,
        output=os.fspath(path),
        final=final,
        names=names,
        encoding=encoding,
        background=(0, 0, 0) if is_double else settings.background,  # nothing is there: no colour, no alpha
        alpha=settings.alpha,
        tracks=tracks,
        overwrite=overwrite,
    )


def checked_output(
    path: str | os.PathLike[str], row: FilmFormat, frame_count: int, overwrite: bool, inputs: list[Path]
) -> tuple[Path, FrameNames | None]:
    """Where the film at `path` is to be, and the names of its pictures if it is some; raises `UsageError`."""
    if os.fspath(path) == STREAM:
        check_standard_output()
        return Path(STREAM), None
    if row.container is Container.PNG:
        names = frame_names(path, frame_count, overwrite=overwrite, inputs=inputs)
        if names is not None:
            return names.folder, names
    return checked_destination(path, overwrite=overwrite, inputs=inputs), None
