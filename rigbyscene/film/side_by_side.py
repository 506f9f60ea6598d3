"""Alpha as a second picture beside the first: for players and engines whose films hold none."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

import numpy as np
from numpy.typing import NDArray

from rigbyscene.draw.blending import straighten
from rigbyscene.draw.threads import AfterBand, Band
from rigbyscene.film.source import FrameSource


class SideBySide:
    """A `FrameSource` of twice the width: on the left the colours of `source`, straight, on the right alpha as grey.

    Both halves are opaque. Who shows the film takes the left half's colour with the right half's brightness as alpha.
    """

    def __init__(self, source: FrameSource):
        self._source = source
        width, height = source.size
        self._straight: NDArray[np.uint8] = np.zeros((height, width, 4), np.uint8)
        self.pixels: NDArray[np.uint8] = np.full((height, 2 * width, 4), 255, np.uint8)
        self._is_shown = False

    @property
    def size(self) -> tuple[int, int]:
        return 2 * self._source.size[0], self._source.size[1]

    @property
    def frame_count(self) -> int:
        return self._source.frame_count

    @property
    def fps(self) -> Fraction:
        return self._source.fps

    def show(self, index: int, after_band: AfterBand | None = None) -> Sequence[Band]:
        """Show the source's frame, its changed rows taken apart on the threads that drew them."""
        width, height = self.size
        if not self._is_shown:
            self._source.show(index)
            self._take_apart(0, height)
            self._is_shown = True
            if after_band is not None:
                after_band(0, height, 0, width)
            return [(0, height)]

        def after(first: int, end: int, _left: int, _right: int) -> None:
            self._take_apart(first, end)
            if after_band is not None:
                after_band(first, end, 0, width)

        return self._source.show(index, after)

    def _take_apart(self, first: int, end: int) -> None:
        width = self._source.size[0]
        drawn, straight = self._source.pixels[first:end], self._straight[first:end]
        straighten(drawn.reshape(-1).view(np.uint32), straight.reshape(-1).view(np.uint32))
        self.pixels[first:end, :width, :3] = straight[:, :, :3]
        self.pixels[first:end, width:, :3] = straight[:, :, 3:]
