"""Weighted sums of pictures, rounded once: dissolves, fades and motion blur are all made of these.

Bytes are summed as they are, premultiplied: a mix of two pictures is what an editor's dissolve shows, and what is half
transparent in one of them mixes without a fringe.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

from rigbyscene.draw.threads import AfterBand, Band, share_out
from rigbyscene.jit import kernel

MOST_WEIGHT = (1 << 20) - 1
"""Largest sum of weights for which `_finish` divides exactly; sums of 255 times that fit into 28 bits."""

BAND_ROWS = 64
_SHIFT = np.uint64(48)


def bands_of(height: int) -> list[Band]:
    """A picture of `height` rows as bands for threads to share."""
    return [(first, min(first + BAND_ROWS, height)) for first in range(0, height, BAND_ROWS)]


class Mixer:
    """Makes one picture after another out of weighted ones, all uint8 (height, width, 4), premultiplied, contiguous.

    For each: `begin`, `add` as often as needed, `finish`. Memory is four times the picture's, however many are added.
    """

    def __init__(self, target: NDArray[np.uint8], background: np.uint32, threads: int):
        """`target` is where the mixes appear; `background`, a packed word, fills what weights leave of their total."""
        height, width = target.shape[:2]
        self._target = target.reshape(height, width * 4)
        self._background = np.array([background]).view(np.uint8).astype(np.uint32)
        self._sums: NDArray[np.uint32] = np.empty(self._target.shape, np.uint32)
        self._threads = threads
        self._bands = bands_of(height)
        self._total = 1
        self._rest = 0
        self._is_empty = True

    def begin(self, total: int) -> None:
        """A new picture in which a weight of `total`, 1 to `MOST_WEIGHT`, is the whole."""
        if not 1 <= total <= MOST_WEIGHT:
            raise ValueError(f"weights of {total} in all")
        self._total = self._rest = total
        self._is_empty = True

    def add(self, pixels: NDArray[np.uint8], weight: int) -> None:
        """`weight` of `pixels`. Weights are above 0 and sum up to the total at most."""
        if not 1 <= weight <= self._rest:
            raise ValueError(f"a weight of {weight} where {self._rest} are left")
        rows = pixels.reshape(self._target.shape)
        kept = np.uint32(not self._is_empty)
        self._each_band(lambda first, end: _add(rows, np.uint32(weight), self._sums, kept, first, end))
        self._rest -= weight
        self._is_empty = False

    def finish(self, after_band: AfterBand | None) -> list[Band]:
        """Bring the target to the mix, halves rounded up; returns the bands in which that changed a byte.

        At least one picture has been added. `after_band` is called for each of them, as `FrameSource.show` says.
        """
        offsets = (self._background * np.uint32(self._rest) + np.uint32(self._total // 2)).astype(np.uint32)
        reciprocal = np.uint64((1 << int(_SHIFT)) // self._total + 1)
        changed: list[Band] = []

        def finish_band(first: int, end: int) -> None:
            if _finish(self._sums, offsets, reciprocal, self._target, first, end):
                changed.append((first, end))
                if after_band is not None:
                    after_band(first, end, 0, self._target.shape[1] // 4)

        self._each_band(finish_band)
        return sorted(changed)

    def _each_band(self, work: Callable[[int, int], None]) -> None:
        share_out(work, iter(self._bands), min(self._threads, len(self._bands)))


@kernel
def _add(
    pixels: NDArray[np.uint8],
    weight: np.uint32,
    sums: NDArray[np.uint32],
    kept: np.uint32,
    first_row: int,
    end_row_exclusive: int,
) -> None:
    """Add `weight` times `pixels` to `kept` (0 or 1) times `sums`: the first addition needs no cleared sums."""
    for row in range(first_row, end_row_exclusive):
        source, target = pixels[row], sums[row]
        for i in range(source.shape[0]):
            target[i] = kept * target[i] + weight * np.uint32(source[i])


@kernel
def _finish(
    sums: NDArray[np.uint32],
    offsets: NDArray[np.uint32],
    reciprocal: np.uint64,
    target: NDArray[np.uint8],
    first_row: int,
    end_row_exclusive: int,
) -> bool:
    """Divide sums plus their channel's offset by the total, rounded down; whether that changed a byte of `target`.

    `reciprocal` is ``2**48 // total + 1``. A sum is below 256 totals, so the error of the product is below
    ``256 * total / 2**48``, which is less than ``1 / total`` for totals below 2**20: the quotient is exact.
    """
    changed = np.uint8(0)
    for row in range(first_row, end_row_exclusive):
        source, out = sums[row], target[row]
        for i in range(source.shape[0]):
            value = np.uint8((np.uint64(source[i] + offsets[i & 3]) * reciprocal) >> _SHIFT)
            changed |= value ^ out[i]
            out[i] = value
    return changed != 0
