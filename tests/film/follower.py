"""What every frame source is held to: its bands tell of every byte that changes."""

from __future__ import annotations

import numpy as np

from rigbyscene.draw.threads import Band
from rigbyscene.film.source import FrameSource


class Follower:
    """What someone has of a film who reads the bands that each frame names, and nothing else."""

    def __init__(self, source: FrameSource):
        self.source = source
        width, height = source.size
        self.pixels = np.zeros((height, width, 4), np.uint8)
        self._is_first = True

    def show(self, index: int) -> list[Band]:
        told: list[Band] = []

        def read(first: int, end: int, left: int, right: int) -> None:
            told.append((first, end))
            width = self.source.size[0]
            assert left % 2 == 0 and 0 <= left < right <= width and (right % 2 == 0 or right == width)
            self.pixels[first:end, left:right] = self.source.pixels[first:end, left:right]

        bands = list(self.source.show(index, read))
        assert sorted(told) == sorted(bands)
        assert all(first % 2 == 0 and first < end <= self.source.size[1] for first, end in bands)
        return bands
