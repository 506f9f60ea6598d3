"""A picture that is drawn again and again: parts that did not change since the last time are left as they are."""

from __future__ import annotations

import threading

import numpy as np
from numpy.typing import NDArray

from rigbyscene.draw.art import Art
from rigbyscene.draw.blending import average_blocks
from rigbyscene.draw.colors import Rgba, premultiplied_word
from rigbyscene.draw.drawlist import DrawList
from rigbyscene.draw.frame import Frame
from rigbyscene.draw.threads import AfterBand, Band, available_cores, share_out

TILE = (256, 64)
"""Pixels. Rows of tiles are the bands that threads share; wide tiles lose little to the beginnings of their rows."""

MOST_SAMPLES = 16
"""Largest `supersample`: sums of 256 bytes fit into 16 bits."""

_SAMPLES_AT_ONCE = 1 << 20
"""Supersampled tiles are drawn in pieces of at most about this many samples (4 MiB) a thread."""

Window = tuple[int, int, int, int]


class Canvas:
    """Pixels that follow one draw list after another, each drawing only the tiles that differ from the one before.

    `pixels` is uint8 (height, width, 4), premultiplied, top row first, and the same bytes as `cpu.render` gives,
    whatever was shown before and on however many threads.
    """

    def __init__(
        self,
        art: Art,
        size: tuple[int, int],
        background: Rgba,
        *,
        threads: int | None = None,
        supersample: int = 1,
        reuse: bool = True,
        pixels: NDArray[np.uint8] | None = None,
    ):
        """The arguments of `cpu.render`, `pixels` its `out`. `reuse` False draws everything every time."""
        width, height = size
        if min(size) < 1 or not 1 <= supersample <= MOST_SAMPLES:
            raise ValueError(
                f"a picture needs a size of at least 1 and 1 to {MOST_SAMPLES} samples, not {size}, {supersample}"
            )
        if pixels is None:
            pixels = np.empty((height, width, 4), np.uint8)
        elif pixels.shape != (height, width, 4) or pixels.dtype != np.uint8 or not pixels.flags.c_contiguous:
            raise ValueError(f"pixels must be a contiguous uint8 array of shape {(height, width, 4)}")
        self.pixels = pixels
        self._words: NDArray[np.uint32] = pixels.view(np.uint32).reshape(height, width)
        self._art = art
        self._color = premultiplied_word(background)
        self._threads = threads or available_cores()
        self._samples = supersample
        self._reuse = reuse
        rows, columns = -(-height // TILE[1]), -(-width // TILE[0])
        self._tiles: NDArray[np.uint64] = np.zeros((rows, columns), np.uint64)
        self._changed: NDArray[np.uint8] = np.ones((rows, columns), np.uint8)
        self._window: Window | None = None
        self._scratch = threading.local()

    def show(
        self,
        draw_list: DrawList,
        view: NDArray[np.float64],
        window: Window,
        after_band: AfterBand | None = None,
    ) -> list[Band]:
        """Bring `pixels` to `draw_list` seen through `view` in `window`; returns the bands of rows that were drawn in.

        `after_band` is called for each of them when it is done, from the thread that drew it.
        """
        height, width = self._words.shape
        n = self._samples
        frame = Frame(draw_list, self._art, np.asarray(view, np.float64) * n)
        if self._reuse:
            frame.find_changes((TILE[0] * n, TILE[1] * n), self._tiles, self._changed)
        if window != self._window:
            self._changed[:] = 1
            self._window = window
        left, top, right, bottom = max(window[0], 0), window[1], min(window[2], width), window[3]
        bands = []
        for row in np.flatnonzero(self._changed.any(axis=1)).tolist():
            bands.append((row * TILE[1], min((row + 1) * TILE[1], height)))

        def draw_band(first: int, end: int) -> None:
            runs = self._runs(first // TILE[1], width)
            for x0, x1 in runs:
                inside = (max(left, x0), max(top, first), min(right, x1), min(bottom, end))
                if n == 1:
                    self._words[first:end, x0:x1] = self._color
                    frame.draw(self._words.reshape(-1), width, (0, 0), inside)
                else:
                    self._draw_averaged(frame, (x0, first, x1, end), inside)
            if after_band is not None:
                after_band(first, end, runs[0][0], runs[-1][1])

        share_out(draw_band, iter(bands), min(self._threads, len(bands)))
        return bands

    def _runs(self, row: int, width: int) -> list[tuple[int, int]]:
        """The stretches [x0, x1) of changed tiles in one row of tiles."""
        edges = np.flatnonzero(np.diff(self._changed[row], prepend=0, append=0)).tolist()
        return [(a * TILE[0], min(b * TILE[0], width)) for a, b in zip(edges[::2], edges[1::2], strict=True)]

    def _draw_averaged(self, frame: Frame, part: Window, inside: Window) -> None:
        """Draw the pixels of `part` from n x n samples each; `inside` is what of it lies in the window."""
        x0, first, x1, end = part
        n, width = self._samples, x1 - x0
        across = width * n
        rows = max(1, min(end - first, _SAMPLES_AT_ONCE // (across * n)))
        if getattr(self._scratch, "words", None) is None or self._scratch.words.size < rows * n * across:
            self._scratch.words = np.empty(rows * n * across, np.uint32)
            self._scratch.averaged = np.empty(rows * width, np.uint32)
        for top in range(first, end, rows):
            count = min(rows, end - top)
            samples = self._scratch.words[: count * n * across]
            samples[:] = self._color
            shown = (inside[0] * n, max(inside[1], top) * n, inside[2] * n, min(inside[3], top + count) * n)
            frame.draw(samples, across, (x0 * n, top * n), shown)
            averaged = self._scratch.averaged[: count * width]
            average_blocks(samples, width, n, averaged, 0, count)
            self._words[top : top + count, x0:x1] = averaged.reshape(count, width)
