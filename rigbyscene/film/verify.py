"""Reading a finished film back: is it whole, and is it what was asked for?

Each kind of container has a reader of its own, without decoding; the file tells, not the command that made it.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from rigbyscene.errors import RenderError, RigbySceneError
from rigbyscene.film.formats import Container
from rigbyscene.film.mp4 import ColorTags, VideoTrack, read_mp4
from rigbyscene.film.plan import FilmPlan
from rigbyscene.film.settings import track_timescale

_BT709 = ColorTags(primaries=1, transfer=1, matrix=1, full_range=False)
_MP4_CODECS = {
    "libx264": ("avc1",),
    "libx265": ("hvc1",),
    "prores_ks": ("apco", "apcs", "apcn", "apch", "ap4h", "ap4x"),
}


@dataclass(frozen=True, slots=True)
class FilmFacts:
    """What a file says of itself: codecs by the container's own names, `note` what its users must know of its times."""

    codec: str
    byte_count: int
    sound: str | None = None
    subtitles: str | None = None
    chapters: int = 0
    title: str | None = None
    note: str = ""


def verify_film(plan: FilmPlan, path: Path) -> FilmFacts:
    """Read `path` back. Raises `RenderError` unless it is the whole film of `plan`, frame for frame, and tagged so."""
    try:
        facts, faults = _READERS[plan.encoding.row.container](plan, path)
    except RigbySceneError as error:
        faults = [diagnostic.found for diagnostic in error.diagnostics]
    if faults:
        found = f"ffmpeg ended well, but the film {', '.join(faults)}"
        remedy = "export again, with the ffmpeg that imageio-ffmpeg brings if this one is another"
        raise RenderError.single("film-not-whole", str(plan.final), "", found, remedy)
    return facts


def _read_mp4(plan: FilmPlan, path: Path) -> tuple[FilmFacts, list[str]]:
    film = read_mp4(path)
    sounds = [track for track in film.others if track.kind == "soun"]
    subtitles = [track for track in film.others if track.kind in ("sbtl", "subt")]
    chapters = [track.sample_count for track in film.others if track.kind == "text"]
    facts = FilmFacts(
        codec=film.videos[0].codec if film.videos else "",
        byte_count=path.stat().st_size,
        sound=sounds[0].codec if sounds else None,
        subtitles=subtitles[0].codec if subtitles else None,
        chapters=sum(chapters),
        title=film.title,
    )
    if len(film.videos) != 1:
        return facts, [f"has {len(film.videos)} video tracks"]
    faults = _video_faults(film.videos[0], plan) + track_faults(facts, plan)
    if film.media_bytes < film.videos[0].sample_bytes:
        faults.append("lacks part of its pictures")
    if not film.is_faststart:
        faults.append("has its index at the end")
    return facts, faults


def _video_faults(video: VideoTrack, plan: FilmPlan) -> list[str]:
    faults = picture_faults(video.size, video.frame_count, plan)
    if video.codec not in _MP4_CODECS[plan.encoding.encoder]:
        faults.append(f"is encoded as {video.codec!r}")
    if plan.encoding.layout.has_alpha != (video.depth == 32):
        faults.append("does not say whether it has alpha")
    timescale = track_timescale(plan.fps)
    ticks = timescale // plan.fps.numerator * plan.fps.denominator
    exact = np.arange(video.frame_count, dtype=np.int64) * ticks
    if video.timescale != timescale or (video.start_ticks != exact).any() or (video.frame_ticks != ticks).any():
        faults.append(f"does not show its frames at exactly {plan.fps} a second")
    elif video.duration != video.frame_count / plan.fps:
        faults.append(f"lasts {float(video.duration):.6f} s instead of {float(video.frame_count / plan.fps):.6f} s")
    if video.color != _BT709:
        faults.append(f"has the colour tags {video.color}")
    return faults


def picture_faults(size: tuple[int, int], frame_count: int, plan: FilmPlan) -> list[str]:
    """Whether a film measures and counts what it should."""
    faults = []
    if frame_count != plan.frame_count:
        faults.append(f"has {frame_count} frames instead of {plan.frame_count}")
    if size != plan.size:
        faults.append(f"measures {size[0]}x{size[1]} instead of {plan.size[0]}x{plan.size[1]}")
    return faults


def track_faults(facts: FilmFacts, plan: FilmPlan) -> list[str]:
    """Whether all that belongs beside the pictures is there, and nothing else."""
    tracks = plan.tracks
    pairs = (
        ("sound", facts.sound is not None, tracks.audio is not None),
        ("subtitles", facts.subtitles is not None, tracks.subtitles is not None),
    )
    faults = [f"has {what if there else f'no {what}'}" for what, there, wanted in pairs if there != wanted]
    if facts.chapters != len(tracks.chapters):
        faults.append(f"has {facts.chapters} chapters instead of {len(tracks.chapters)}")
    if facts.title != tracks.title:
        faults.append(f"is titled {facts.title!r}")
    return faults


_Reader = Callable[[FilmPlan, Path], tuple[FilmFacts, list[str]]]
_READERS: dict[Container, _Reader] = {Container.MP4: _read_mp4, Container.MOV: _read_mp4}
