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
    """Check all that a film needs; raises `UsageError` for what cannot be asked for, `RenderError` without ffmpeg."""
    row = film_format(path, settings)
    check_source(source, row, path)
    check_tracks(tracks, row, path)
    given = [track for track in (tracks.audio, tracks.subtitles, tracks.burn_subtitles) if track is not None]
    final, names = _destination(path, row, source.frame_count, overwrite, [*inputs, *given])
    ffmpeg = find_ffmpeg() if row.encoders else ""
    encoding = chosen_encoding(ffmpeg, row, settings, tracks)
    return FilmPlan(
        source=source,
        output=os.fspath(path),
        final=final,
        names=names,
        encoding=encoding,
        background=settings.background,
        alpha=settings.alpha,
        tracks=tracks,
        overwrite=overwrite,
    )


def _destination(
    path: str | os.PathLike[str], row: FilmFormat, frame_count: int, overwrite: bool, inputs: list[Path]
) -> tuple[Path, FrameNames | None]:
    if os.fspath(path) == STREAM:
        check_standard_output()
        return Path(STREAM), None
    if row.container is Container.PNG:
        names = frame_names(path, frame_count, overwrite=overwrite, inputs=inputs)
        if names is not None:
            return names.folder, names
    return checked_destination(path, overwrite=overwrite, inputs=inputs), None
