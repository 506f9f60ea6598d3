"""What was asked of a film, checked against the table of `formats` before the first frame."""

from __future__ import annotations

import math
import os
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path
from typing import Protocol

from rigbyscene.errors import UsageError, nearest_name
from rigbyscene.film.formats import FORMATS, Alpha, Container, FilmFormat, Pixels, Quality
from rigbyscene.film.layouts import LAYOUTS
from rigbyscene.film.times import MAX_FPS, MAX_FPS_TERM
from rigbyscene.film.tracks import Tracks, chapters_address

STREAM = "-"
"""The output that means standard output."""
_MOST_CHAPTER_BYTES = 100_000
"""Chapters travel in one argument of a command, and Linux takes 128 KiB in one."""
STREAM_CONTAINERS = (Container.RGBA, Container.Y4M)


@dataclass(frozen=True, slots=True)
class FilmSettings:
    """How a film is encoded. None: what `quality` means for the kind of film.

    - `crf`: constant quality on the encoder's own scale (for H.264 0, lossless, to 51).
    - `preset`: the encoder's trade of time for size, or its profile, in its own words.
    - `background`: RGB, 0 to 255 each, of the row and column that make an odd size even.
    - `format`: the `key` of a row of `FORMATS`; None: the ending of the output tells.
    - `sound`: which of the format's `sounds`; None: the first.
    """

    crf: float | None = None
    preset: str | None = None
    background: tuple[int, int, int] = (0, 0, 0)
    format: str | None = None
    quality: Quality = Quality.WEB
    alpha: Alpha = Alpha.NONE
    sound: str | None = None


def film_format(path: str | os.PathLike[str], settings: FilmSettings) -> FilmFormat:
    """The row of `FORMATS` for `path` and `settings`, which are checked against it; raises `UsageError`.

    A `path` that ends in a slash is a folder for a PNG sequence, ``-`` is standard output.
    """
    row = _named(settings) or _by_ending(os.fspath(path), settings)
    _check_ending(os.fspath(path), row)
    if pixels_of(row, settings) is None:
        raise _no_alpha(row)
    if settings.preset is not None and settings.preset not in row.presets:
        found = f"{settings.preset!r} is no preset of {row.encoder or row.name}"
        remedy = f"choose from {', '.join(row.presets)}" if row.presets else "leave it out: there is nothing to choose"
        near = nearest_name(settings.preset, row.presets)
        raise UsageError.single("bad-preset", "--preset", "", found, remedy, near)
    if settings.crf is not None:
        _check_crf(settings.crf, row)
    if settings.sound is not None and settings.sound not in row.sounds:
        found = f"{row.name} holds no sound of the kind {settings.sound!r}"
        remedy = f"choose from {', '.join(row.sounds)}" if row.sounds else "choose another format for sound"
        raise UsageError.single("bad-sound", settings.sound, "", found, remedy)
    return row


def pixels_of(row: FilmFormat, settings: FilmSettings) -> Pixels | None:
    """How a film of this kind keeps its pixels; None where it cannot as `settings` want it."""
    return row.alpha if settings.alpha is Alpha.STRAIGHT else row.opaque


def _named(settings: FilmSettings) -> FilmFormat | None:
    if settings.format is None:
        return None
    known = {row.key: row for row in FORMATS}
    if settings.format not in known:
        found = f"{settings.format!r} is no format"
        near = nearest_name(settings.format, known)
        raise UsageError.single("unknown-format", "--format", "", found, f"choose from {', '.join(known)}", near)
    return known[settings.format]


def _by_ending(path: str, settings: FilmSettings) -> FilmFormat:
    if path == STREAM:
        found = "what to write to standard output is not said"
        remedy = f"add --format {' or '.join(row.key for row in FORMATS if row.container in STREAM_CONTAINERS)}"
        raise UsageError.single("unknown-format", path, "", found, remedy)
    if is_folder_name(path):
        return next(row for row in FORMATS if row.container is Container.PNG)
    ending = Path(path).suffix
    fitting = [row for row in FORMATS if ending.lower() in row.endings]
    if not fitting:
        endings = list(dict.fromkeys(ending for row in FORMATS for ending in row.endings))
        found = f"the ending {ending!r} is no kind of film" if ending else "has no ending that tells the kind of film"
        near = nearest_name(ending.lower(), endings)
        raise UsageError.single("unknown-format", path, "", found, f"end the name in {' or '.join(endings)}", near)
    return next((row for row in fitting if pixels_of(row, settings) is not None), fitting[0])


def is_folder_name(path: str) -> bool:
    """Whether `path` says by its last character that it is a folder."""
    return path.endswith(("/", os.sep))


def _check_ending(path: str, row: FilmFormat) -> None:
    if path == STREAM:
        if row.container not in STREAM_CONTAINERS:
            keys = " or ".join(other.key for other in FORMATS if other.container in STREAM_CONTAINERS)
            found = f"{row.name} cannot be written to standard output"
            raise UsageError.single("bad-format", "--format", "", found, f"choose {keys}, or write to a file")
    elif row.container is Container.PNG and (is_folder_name(path) or not Path(path).suffix):
        return
    elif Path(path).suffix.lower() not in row.endings:
        found = f"{row.name} does not go into a file with the ending {Path(path).suffix!r}"
        remedy = f"end the name in {' or '.join(row.endings)}"
        raise UsageError.single("bad-format", path, "", found, remedy)


def _no_alpha(row: FilmFormat) -> UsageError:
    able = ", ".join(f"{other.key} ({other.endings[0]})" for other in FORMATS if other.alpha is not None)
    found = f"{row.name} holds no alpha"
    return UsageError.single("no-alpha", "--alpha", "", found, f"choose {able}, or --alpha side-by-side")


def _check_crf(crf: float, row: FilmFormat) -> None:
    if row.crf_range is None:
        found = f"{row.name} has no quality to choose by number"
        remedy = f"leave it out, or use --preset {'|'.join(row.presets)}" if row.presets else "leave it out"
        raise UsageError.single("bad-crf", "--crf", "", found, remedy)
    best, worst = row.crf_range
    if not (math.isfinite(crf) and min(best, worst) <= crf <= max(best, worst)):
        found = f"{crf} is no quality of {row.encoder}"
        raise UsageError.single("bad-crf", "--crf", "", found, f"give a number from {best:g} (best) to {worst:g}")


class FilmShape(Protocol):
    """What can be said of a film before its frames are made: the same as of its `FrameSource`."""

    @property
    def size(self) -> tuple[int, int]: ...

    @property
    def frame_count(self) -> int: ...

    @property
    def fps(self) -> Fraction: ...


def check_source(source: FilmShape, row: FilmFormat, path: str | os.PathLike[str]) -> None:
    """Raise `UsageError` where `source` has no frames, or a size or rate that a film of this kind cannot have."""
    shown = os.fspath(path)
    width, height = source.size
    if source.frame_count < 1:
        raise UsageError.single("no-frames", shown, "", "there is no frame to export", "choose a shot or a range")
    if width < 1 or height < 1:
        found = f"a size of {width}x{height} pixels has no picture"
        raise UsageError.single("bad-size", shown, "--size", found, "give width and height of at least 1")
    layout = LAYOUTS[(row.opaque or row.alpha or Pixels("rgba", "")).layout]
    padded = layout.padded_size(source.size)
    if max(padded) > row.max_side_px:
        found = f"a size of {width}x{height} pixels is too large for {row.name}"
        remedy = f"give at most {row.max_side_px} pixels a side"
        raise UsageError.single("bad-size", shown, "--size", found, remedy)
    if min(padded) < row.min_side_px:
        found = f"a size of {width}x{height} pixels is too small for {row.name}"
        remedy = f"give at least {row.min_side_px} pixels a side"
        raise UsageError.single("bad-size", shown, "--size", found, remedy)
    if not 0 < source.fps <= MAX_FPS or max(source.fps.numerator, source.fps.denominator) > MAX_FPS_TERM:
        found = f"{source.fps} frames a second cannot be held exactly"
        remedy = f"give a rate above 0, at most {MAX_FPS}, with terms of at most {MAX_FPS_TERM}"
        raise UsageError.single("bad-fps", shown, "--fps", found, remedy)
    if row.max_fps is not None and source.fps > row.max_fps:
        found = f"{row.name} cannot show {source.fps} frames a second: players slow its shortest delays down"
        raise UsageError.single("bad-fps", shown, "--fps", found, f"give a rate up to {row.max_fps}")


def check_tracks(tracks: Tracks, row: FilmFormat, path: str | os.PathLike[str]) -> None:
    """Raise one `UsageError` for all that a film of this kind cannot hold beside its pictures."""
    lacks = {
        "sound": tracks.audio is not None and not row.sounds,
        "subtitle track": tracks.subtitles is not None and not row.subtitles,
        "chapters": bool(tracks.chapters) and not row.has_chapters,
        "title": tracks.title is not None and not row.has_title,
    }
    missing = [what for what, is_missing in lacks.items() if is_missing]
    if tracks.title is not None and not _is_text(tracks.title):
        found = f"{tracks.title!r} is not text that a film can hold"
        raise UsageError.single("bad-title", "--title", "", found, "choose another title")
    if len(chapters_address(tracks.chapters)) > _MOST_CHAPTER_BYTES:
        found = f"{len(tracks.chapters)} chapters are too many"
        raise UsageError.single("too-many-chapters", os.fspath(path), "", found, "leave the chapters out")
    if missing:
        found = f"{row.name} takes no {', no '.join(missing)}"
        remedy = "leave that out, or choose mp4, webm, mov or mkv"
        raise UsageError.single("no-such-track", os.fspath(path), "", found, remedy)


def _is_text(text: str) -> bool:
    """Whether `text` survives the way through UTF-8 and ffmpeg's command line."""
    return "\0" not in text and text.encode("utf-8", "replace").decode() == text


def track_timescale(fps: Fraction) -> int:
    """Ticks a second in which every frame of `fps` starts on a whole tick: its numerator, doubled to 10000 or more.

    >>> track_timescale(Fraction(30)), track_timescale(Fraction(30000, 1001)), track_timescale(Fraction(43))
    (15360, 30000, 11008)
    """
    timescale = fps.numerator
    while timescale < 10000:
        timescale *= 2
    return timescale
