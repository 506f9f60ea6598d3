"""What kinds of film there are, and what may be asked of them; checked before the first frame.

`FORMATS` is the one table: everything that depends on the kind of file is in its row. More kinds are more rows.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path

from rigbyscene.errors import UsageError, nearest_name
from rigbyscene.film.source import FrameSource
from rigbyscene.film.times import MAX_FPS, MAX_FPS_TERM
from rigbyscene.film.yuv import padded_size

X264_PRESETS = (
    "ultrafast",
    "superfast",
    "veryfast",
    "faster",
    "fast",
    "medium",
    "slow",
    "slower",
    "veryslow",
    "placebo",
)


@dataclass(frozen=True, slots=True)
class FilmFormat:
    """One kind of film.

    `encoder` is ffmpeg's name of the codec, `muxer` of the container; `crf_range` holds the legal qualities (lowest is
    best), both included; `max_side_px` is the largest width or height that the encoder takes.
    """

    name: str
    endings: tuple[str, ...]
    encoder: str
    muxer: str
    presets: tuple[str, ...]
    crf_range: tuple[float, float]
    max_side_px: int


FORMATS = (
    FilmFormat(
        name="MP4 with H.264",
        endings=(".mp4", ".m4v"),
        encoder="libx264",
        muxer="mp4",
        presets=X264_PRESETS,
        crf_range=(0.0, 51.0),
        max_side_px=16384,
    ),
)


@dataclass(frozen=True, slots=True)
class FilmSettings:
    """How a film is encoded.

    - `crf`: constant quality of x264, 0 (lossless) to 51; 18 cannot be told from the source by eye.
    - `preset`: x264's trade of time for size, one of `X264_PRESETS`.
    - `background`: RGB, 0 to 255 each, of the row and column that make an odd size even.
    """

    crf: float = 18.0
    preset: str = "medium"
    background: tuple[int, int, int] = (0, 0, 0)


def film_format(path: Path, settings: FilmSettings) -> FilmFormat:
    """The row of `FORMATS` for the ending of `path`, after checking `settings` against it; raises `UsageError`."""
    endings = [ending for row in FORMATS for ending in row.endings]
    ending = path.suffix.lower()
    row = next((row for row in FORMATS if ending in row.endings), None)
    if row is None:
        found = (
            f"the ending {path.suffix!r} is no kind of film" if ending else "has no ending that tells the kind of film"
        )
        near = nearest_name(ending, endings)
        raise UsageError.single("unknown-format", str(path), "", found, f"end the name in {' or '.join(endings)}", near)
    if settings.preset not in row.presets:
        found = f"{settings.preset!r} is no preset of {row.encoder}"
        near = nearest_name(settings.preset, row.presets)
        raise UsageError.single("bad-preset", "--preset", "", found, f"choose from {', '.join(row.presets)}", near)
    low, high = row.crf_range
    if not (math.isfinite(settings.crf) and low <= settings.crf <= high):
        found = f"{settings.crf} is no quality of {row.encoder}"
        raise UsageError.single("bad-crf", "--crf", "", found, f"give a number from {low:g} (best) to {high:g}")
    return row


def check_source(source: FrameSource, row: FilmFormat, path: Path) -> None:
    """Raise `UsageError` where `source` has no frames, or a size or rate that a film of this kind cannot have."""
    width, height = source.size
    if source.frame_count < 1:
        raise UsageError.single("no-frames", str(path), "", "there is no frame to export", "choose a shot or a range")
    if width < 1 or height < 1:
        found = f"a size of {width}x{height} pixels has no picture"
        raise UsageError.single("bad-size", str(path), "--size", found, "give width and height of at least 1")
    if max(padded_size(source.size)) > row.max_side_px:
        found = f"a size of {width}x{height} pixels is too large for {row.name}"
        remedy = f"give at most {row.max_side_px} pixels a side"
        raise UsageError.single("bad-size", str(path), "--size", found, remedy)
    if not 0 < source.fps <= MAX_FPS or max(source.fps.numerator, source.fps.denominator) > MAX_FPS_TERM:
        found = f"{source.fps} frames a second cannot be held exactly"
        remedy = f"give a rate above 0, at most {MAX_FPS}, with terms of at most {MAX_FPS_TERM}"
        raise UsageError.single("bad-fps", str(path), "--fps", found, remedy)


def track_timescale(fps: Fraction) -> int:
    """Ticks a second in which every frame of `fps` starts on a whole tick: its numerator, doubled to 10000 or more.

    >>> track_timescale(Fraction(30)), track_timescale(Fraction(30000, 1001)), track_timescale(Fraction(43))
    (15360, 30000, 11008)
    """
    timescale = fps.numerator
    while timescale < 10000:
        timescale *= 2
    return timescale


def encode_command(
    ffmpeg: str, row: FilmFormat, settings: FilmSettings, size: tuple[int, int], fps: Fraction, part: Path
) -> list[str]:
    """The ffmpeg command that reads raw yuv420p of `size` (even) from stdin and writes the film to `part`.

    The arguments go to the program as they are: no shell, and an absolute path, so that no name is taken for an option
    or a protocol. The input is tagged as well as the output, so that no filter converts between them.
    """
    tags = ["-color_range", "tv", "-colorspace", "bt709", "-color_primaries", "bt709", "-color_trc", "bt709"]
    timescale = str(track_timescale(fps))
    return [
        *[ffmpeg, "-hide_banner", "-nostdin", "-nostats", "-loglevel", "warning", "-y"],
        *["-f", "rawvideo", "-pixel_format", "yuv420p", "-video_size", f"{size[0]}x{size[1]}"],
        # -r and not -framerate: with that alone ffmpeg 9 guesses a rounder rate, 120 for 120000/1001
        *["-r", f"{fps.numerator}/{fps.denominator}", *tags, "-i", "pipe:0"],
        *["-an", "-c:v", row.encoder, "-preset", settings.preset, "-crf", f"{settings.crf:g}"],
        *["-pix_fmt", "yuv420p", *tags, "-chroma_sample_location", "left"],
        # both clocks: at the movie's usual 1000 ticks a second the film's length would be rounded to milliseconds
        *["-video_track_timescale", timescale, "-movie_timescale", timescale],
        *["-movflags", "+faststart", "-f", row.muxer, str(part)],
    ]
