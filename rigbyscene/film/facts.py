"""What finished films say of themselves, and how that is held against what was asked for."""

from __future__ import annotations

from dataclasses import dataclass

from rigbyscene.film.mp4 import ColorTags
from rigbyscene.film.plan import FilmPlan

BT709 = ColorTags(primaries=1, transfer=1, matrix=1, full_range=False)
SRGB = ColorTags(primaries=1, transfer=13, matrix=0, full_range=True)


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
    if facts.title != (tracks.title or None):
        faults.append(f"is titled {facts.title!r}")
    return faults
