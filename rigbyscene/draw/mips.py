"""Kernels that prepare one picture's texels: packed words, a one-texel border, mip levels, and where it is empty.

A level is stored row by row as packed RGBA words (red in the low byte) with a border of one texel on every side, so a
level of ``w x h`` texels takes ``(w + 2) * (h + 2)`` words. The border is transparent on a side whose whitespace was
trimmed away and repeats the edge on the others; a sampler that clamps its coordinates to the border's centres
therefore needs no further rule. Level ``k`` has ``ceil(size / 2**k)`` texels a side and its texel ``i`` covers exactly
``[i * 2**k, (i + 1) * 2**k)`` of the picture, the part beyond an odd size being what the border shows.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from rigbyscene.jit import kernel

_MIXED = 0
_CLEAR = 1
_SOLID = 2

FADE_LEFT = 1
FADE_TOP = 2
FADE_RIGHT = 4
FADE_BOTTOM = 8


@kernel
def add_border(texels: NDArray[np.uint32], offset: int, width: int, height: int, fade: int) -> None:
    """Write the border of the level at `offset`: transparent on the sides in `fade`, else the edge texels again."""
    stride = width + 2
    for y in range(1, height + 1):
        row = offset + y * stride
        texels[row] = 0 if fade & FADE_LEFT else texels[row + 1]
        texels[row + width + 1] = 0 if fade & FADE_RIGHT else texels[row + width]
    last = offset + (height + 1) * stride
    for x in range(stride):
        texels[offset + x] = 0 if fade & FADE_TOP else texels[offset + stride + x]
        texels[last + x] = 0 if fade & FADE_BOTTOM else texels[last - stride + x]


@kernel
def halve_level(texels: NDArray[np.uint32], source: int, width: int, height: int, target: int, fade: int) -> None:
    """Box-filter the bordered level at `source` (`width` x `height`) into the next one at `target`, border included.

    Sums of four premultiplied bytes are divided with halves going to the even neighbour: always rounding up would
    brighten a picture by an eighth of a level per mip level.
    """
    stride = width + 2
    half_width = (width + 1) >> 1
    half_height = (height + 1) >> 1
    for y in range(half_height):
        upper = source + (2 * y + 1) * stride + 1
        out = target + (y + 1) * (half_width + 2) + 1
        for x in range(half_width):
            i = upper + 2 * x
            packed = np.uint32(0)
            for shift in range(0, 32, 8):
                total = (
                    ((texels[i] >> shift) & 255)
                    + ((texels[i + 1] >> shift) & 255)
                    + ((texels[i + stride] >> shift) & 255)
                    + ((texels[i + stride + 1] >> shift) & 255)
                )
                packed |= np.uint32(((total + 1 + ((total >> 2) & 1)) >> 2) << shift)
            texels[out + x] = packed
    add_border(texels, target, half_width, half_height, fade)


@kernel
def measure_emptiness(
    texels: NDArray[np.uint32], offset: int, width: int, height: int, blocks: NDArray[np.int8], first: int
) -> int:
    """How far round each 4x4 block of a bordered level all texels are of one kind; returns 1 if all are opaque.

    ``blocks[first + by * columns + bx]`` with ``columns = ceil((width + 2) / 4)`` is, for any texel in that block,
    ``r > 0`` if all texels up to ``r`` away (in the larger of x and y) are transparent, ``-r`` if all are opaque, and
    0 otherwise. What lies beyond the border is of the border's kind. This lets a sampler skip or copy a run of pixels
    after one look at its middle.
    """
    stride = width + 2
    columns = (stride + 3) >> 2
    rows = (height + 2 + 3) >> 2
    solid = 1
    # one ring more than there are blocks, and blocks to the nearest block of another kind
    kind = np.empty((rows + 2, columns + 2), np.int8)
    depth = np.full((rows + 2, columns + 2), 1 << 20, np.int64)
    for by in range(rows):
        for bx in range(columns):
            lowest = 255
            highest = 0
            for y in range(by * 4, min(by * 4 + 4, height + 2)):
                for x in range(bx * 4, min(bx * 4 + 4, stride)):
                    alpha = np.int64(texels[offset + y * stride + x] >> np.uint32(24))
                    lowest = min(lowest, alpha)
                    highest = max(highest, alpha)
            kind[by + 1, bx + 1] = _CLEAR if highest == 0 else _SOLID if lowest == 255 else _MIXED
            if lowest < 255:
                solid = 0
    for by in range(rows + 2):
        inner = min(max(by, 1), rows)
        for bx in range(columns + 2):
            kind[by, bx] = kind[inner, min(max(bx, 1), columns)]
    # chessboard distance in two sweeps
    for sweep in range(2):
        back = 1 - 2 * sweep
        for i in range(rows):
            by = 1 + i if sweep == 0 else rows - i
            for j in range(columns):
                bx = 1 + j if sweep == 0 else columns - j
                here = kind[by, bx]
                best = depth[by, bx] if here != _MIXED else 0
                for k in range(4):
                    y = by - back if k < 3 else by
                    x = bx + k - 1 if k < 3 else bx - back
                    near = depth[y, x] if kind[y, x] == here else 0
                    best = min(best, near + 1)
                depth[by, bx] = best if here != _MIXED else 0
    for by in range(rows):
        for bx in range(columns):
            reach = min(max(4 * (depth[by + 1, bx + 1] - 1), 0), 120)
            blocks[first + by * columns + bx] = reach if kind[by + 1, bx + 1] == _CLEAR else -reach
    return solid
