"""WebM and Matroska films against what was asked for."""

from __future__ import annotations

from pathlib import Path

import numpy as np

from rigbyscene.film.facts import BT709, SRGB, FilmFacts, picture_faults, track_faults
from rigbyscene.film.matroska import MatroskaTrack, read_matroska
from rigbyscene.film.plan import FilmPlan

_CODECS = {"libvpx-vp9": "V_VP9", "libsvtav1": "V_AV1", "libaom-av1": "V_AV1", "ffv1": "V_FFV1"}
_GRID_MS = 0.501
"""How far a frame may start from its time: half the millisecond that times are counted in."""
_SOUND_TAIL_MS = 60.0
"""How much longer than its pictures a film may be: sound comes in packets of 20 ms, and codecs add a lead-in."""


def check_matroska(plan: FilmPlan, path: Path) -> tuple[FilmFacts, list[str]]:
    """What the file says, and what is wrong with it. Raises `BadFileError` where it is no whole film."""
    film = read_matroska(path)
    of_kind = {kind: [t for t in film.tracks if t.kind == kind] for kind in ("video", "audio", "subtitle")}
    codecs = {kind: tracks[0].codec if tracks else None for kind, tracks in of_kind.items()}
    facts = FilmFacts(
        codec=codecs["video"] or "",
        byte_count=path.stat().st_size,
        sound=codecs["audio"],
        subtitles=codecs["subtitle"],
        chapters=film.chapters,
        title=film.title,
    )
    if len(of_kind["video"]) != 1:
        return facts, [f"has {len(of_kind['video'])} video tracks"]
    faults = _video_faults(of_kind["video"][0], plan) + track_faults(facts, plan)
    if film.doc_type != plan.encoding.row.container.value:
        faults.append(f"calls itself {film.doc_type!r}")
    end_ms = float(1000 * plan.duration_s)
    if not end_ms - 1.0 <= film.duration_ms <= end_ms + (1.0 if facts.sound is None else _SOUND_TAIL_MS):
        faults.append(f"lasts {film.duration_ms:.0f} ms instead of {end_ms:.0f} ms")
    if not film.is_index_in_front:
        faults.append("has its index at the end")
    return facts, faults


def _video_faults(video: MatroskaTrack, plan: FilmPlan) -> list[str]:
    faults = picture_faults(video.size, len(video.start_ms), plan)
    if video.codec != _CODECS[plan.encoding.encoder]:
        faults.append(f"is encoded as {video.codec!r}")
    exact_ms = np.arange(len(video.start_ms)) * float(1000 / plan.fps)
    is_on_time = bool((np.abs(np.sort(video.start_ms) - exact_ms) <= _GRID_MS).all())
    if not is_on_time or abs(video.frame_ns - 1e9 / plan.fps) > 1.0:
        faults.append(f"does not show its frames at {plan.fps} a second")
    if video.codec == "V_VP9" and plan.encoding.layout.has_alpha:
        if not video.has_alpha_mode or video.alpha_count != len(video.start_ms):
            faults.append(f"has alpha in {video.alpha_count} of {len(video.start_ms)} frames")
    elif video.has_alpha_mode:
        faults.append("claims to have alpha")
    if video.color != (BT709 if plan.encoding.pixels.stored.startswith("yuv") else SRGB):
        faults.append(f"has the colour tags {video.color}")
    return faults
