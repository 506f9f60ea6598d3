"""Collects the timelines and the duration of one animation of a binary skeleton."""

from __future__ import annotations

from collections.abc import Hashable, Iterable

from rigbyscene.formats.skel_bytes import ByteReader
from rigbyscene.formats.skel_context import SkelContext
from rigbyscene.formats.timeline_groups import timeline_identity
from rigbyscene.model.animation import Timeline


class SkelBuilder:
    """Timelines in the order of the file; all keys count for the duration, those of skipped timelines too.

    `offsets` is how many deformed vertex entries the file's animations may still take (see `most_expanded`).
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
