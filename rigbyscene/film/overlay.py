"""Things painted over frames: bars, burnt-in words. They are drawn on a copy, so that what lies under them stays whole.

A source draws only what changes, on top of what it drew before. Nothing may therefore be painted into its pixels;
`Overlaid` copies the bands that the source names and paints those again, and the rows whose overlay has changed.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from rigbyscene.draw.threads import AfterBand, Band, available_cores, share_out
from rigbyscene.film.source import FrameSource


class Overlay(Protocol):
    """Something that is painted over every frame of a film."""

    def prepare(self, index: int) -> Sequence[Band]:
        """Get ready for frame `index`; returns the rows in which it may look different from the frame before.

        "Before" is the frame last prepared, of any index. What is returned for the first frame does not matter.
        """

    def paint(self, pixels: NDArray[np.uint8], first_row: int, end_row: int) -> None:
        """Paint what was prepared over these rows of `pixels`, uint8 (height, width, 4), premultiplied; on any thread.

        The rows hold the frame without the overlay. No others may be touched.
        """


class Overlaid:
    """A `FrameSource`: the frames of `source` under `overlays`, the last of them on top."""

    def __init__(self, source: FrameSource, overlays: Sequence[Overlay], threads: int | None = None):
        """`threads` None for all cores; the source's bands are painted on the threads that drew them."""
        self._source = source
        self._overlays = tuple(overlays)
        self._threads = threads or available_cores()
        self.pixels: NDArray[np.uint8] = np.zeros_like(source.pixels)
        self._is_fresh = True

    @property
    def size(self) -> tuple[int, int]:
        return self._source.size

    @property
    def frame_count(self) -> int:
        return self._source.frame_count

    @property
    def fps(self) -> Fraction:
        return self._source.fps

    def show(self, index: int, after_band: AfterBand | None = None) -> Sequence[Band]:
        """Copy and paint what frame `index` changes, as `FrameSource` says."""
        width, height = self.size
        stale = np.zeros((height + 1) // 2, np.bool_)  # by pairs of rows, as bands begin on even ones
        stale[:] = self._is_fresh
        for overlay in self._overlays:
            for first, end in overlay.prepare(index):
                stale[first // 2 : (end + 1) // 2] = True
        self._is_fresh = False

        def paint(first: int, end: int, _left: int = 0, _right: int = 0) -> None:
            # whole rows: an overlay may reach beyond what changed, and cannot be painted twice
            self.pixels[first:end] = self._source.pixels[first:end]
            for overlay in self._overlays:
                overlay.paint(self.pixels, first, end)
            if after_band is not None:
                after_band(first, end, 0, width)

        drawn = self._source.show(index, paint)
        for first, end in drawn:
            stale[first // 2 : (end + 1) // 2] = False
        edges = np.flatnonzero(np.diff(stale, prepend=False, append=False)).tolist()
        left = [(2 * a, min(2 * b, height)) for a, b in zip(edges[::2], edges[1::2], strict=True)]
        share_out(paint, iter(left), min(self._threads, max(1, len(left))))
        return sorted([*drawn, *left])
