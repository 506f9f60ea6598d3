"""MP4 and MOV films against what was asked for."""

from __future__ import annotations

from pathlib import Path

import numpy as np

from rigbyscene.film.facts import BT709, FilmFacts, picture_faults, track_faults
from rigbyscene.film.mp4 import CHAPTERS, VideoTrack, read_mp4
from rigbyscene.film.plan import FilmPlan
from rigbyscene.film.settings import track_timescale

_CODECS = {"libx264": ("avc1",), "libx265": ("hvc1",), "prores_ks": ("apco", "apcs", "apcn", "apch", "ap4h", "ap4x")}


def check_mp4(plan: FilmPlan, path: Path) -> tuple[FilmFacts, list[str]]:
    """What the file says, and what is wrong with it. Raises `BadFileError` where it is no whole film."""
    film = read_mp4(path)
    sounds = [track for track in film.others if track.kind == "soun"]
    subtitles = [track for track in film.others if track.kind in ("sbtl", "text")]
    chapters = [track.sample_count for track in film.others if track.kind == CHAPTERS]
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
    if video.codec not in _CODECS[plan.encoding.encoder]:
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
    if video.color != BT709:
        faults.append(f"has the colour tags {video.color}")
    return faults
