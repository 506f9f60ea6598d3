"""Collects the timelines and the duration of one animation of a binary skeleton."""

from __future__ import annotations

from collections.abc import Hashable, Iterable

from rigbyscene.formats.attachment_timelines import MOST_OFFSETS
from rigbyscene.formats.skel_bytes import ByteReader
from rigbyscene.formats.skel_context import SkelContext
from rigbyscene.formats.timeline_groups import timeline_identity
from rigbyscene.model.animation import Timeline


def most_offsets(file_bytes: int) -> int:
    """How many deformed vertex entries, 16 bytes each, a file of that size may take: keys that move nothing are small.

    Two millions (32 MB) are some five hundred times what real skeletons take; files that are full of vertices may more.
    """
    return min(MOST_OFFSETS, max(2_000_000, 8 * file_bytes))


class SkelBuilder:
    """Timelines in the order of the file; all keys count for the duration, those of skipped timelines too.

    `offsets` is how many deformed vertex entries the file's animations may still take (see `most_offsets`).
    """

    def __init__(self, context: SkelContext, offsets: int):
        self.context = context
        self.offsets = offsets
        self.duration = 0.0
        self._timelines: dict[Hashable, Timeline] = {}

    @property
    def reader(self) -> ByteReader:
        return self.context.reader

    @property
    def timelines(self) -> tuple[Timeline, ...]:
        return tuple(self._timelines.values())

    def add(self, timeline: Timeline, at: int) -> None:
        """Keep a timeline, which began at offset `at`, instead of one that keys the same."""
        key = timeline_identity(timeline)
        if self._timelines.pop(key, None) is not None:
            self.reader.warn("twice", "a second timeline keys the same", "the last one counts", at=at)
        self._timelines[key] = timeline

    def passed(self, times: Iterable[float]) -> None:
        """Count keys at `times` for the duration."""
        self.duration = max([self.duration, *map(float, times)])
