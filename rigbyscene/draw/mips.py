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

FADE_LEFT = 1
FADE_TOP = 2
FADE_RIGHT = 4
FADE_BOTTOM = 8

_FAR = 1 << 20
_REACH = 120  # texels; fits the blocks' bytes

_PAIR = np.uint32(0xFF00FF)
_ONES = np.uint32(0x10001)
_2 = np.uint32(2)
_8 = np.uint32(8)
_24 = np.uint32(24)


@kernel
def add_border(texels: NDArray[np.uint32], offset: int, width: int, height: int, fade: int) -> None:
    """Write the border of the level at `offset`: transparent on the sides in `fade`, else the edge texels again."""
    stride = width + 2
    left = np.uint32(fade & FADE_LEFT == 0)
    right = np.uint32(fade & FADE_RIGHT == 0)
    for row in range(offset + stride, offset + (height + 1) * stride, stride):
        texels[row] = texels[row + 1] * left
        texels[row + width + 1] = texels[row + width] * right
    top = np.uint32(fade & FADE_TOP == 0)
    bottom = np.uint32(fade & FADE_BOTTOM == 0)
    last = (height + 1) * stride
    for i in range(offset, offset + stride):
        texels[i] = texels[i + stride] * top
        texels[i + last] = texels[i + last - stride] * bottom


@kernel
def halve_level(texels: NDArray[np.uint32], source: int, width: int, height: int, target: int) -> None:
    """Box-filter the bordered level at `source` (`width` x `height`) into the next one at `target`, but for its border.

    Sums of four premultiplied bytes are divided with halves going to the even neighbour: always rounding up would
    brighten a picture by an eighth of a level per mip level.
    """
    stride = width + 2
    half_width = (width + 1) >> 1
    for y in range((height + 1) >> 1):
        i = source + (2 * y + 1) * stride + 1
        out = target + (y + 1) * (half_width + 2) + 1
        for x in range(out, out + half_width):
            a, b, c, d = texels[i], texels[i + 1], texels[i + stride], texels[i + stride + 1]
            low = np.uint32((a & _PAIR) + (b & _PAIR) + (c & _PAIR) + (d & _PAIR))
            high = np.uint32(((a >> _8) & _PAIR) + ((b >> _8) & _PAIR) + ((c >> _8) & _PAIR) + ((d >> _8) & _PAIR))
            low = np.uint32(low + _ONES + ((low >> _2) & _ONES)) >> _2
            high = np.uint32(high + _ONES + ((high >> _2) & _ONES)) >> _2
            texels[x] = (low & _PAIR) | ((high & _PAIR) << _8)
            i += 2


@kernel
def measure_emptiness(
    texels: NDArray[np.uint32], offset: int, width: int, height: int, blocks: NDArray[np.int8], first: int
) -> int:
    """How far round each 4x4 block of a bordered level all texels are of one kind.

    ``blocks[first + by * columns + bx]`` with ``columns = ceil((width + 2) / 4)`` is, for any texel in that block,
    ``r > 0`` if all texels up to ``r`` away (in the larger of x and y) are transparent, ``-r`` if all are opaque, and
    0 otherwise. What lies beyond the border is of the border's kind. This lets a sampler skip or copy a run of pixels
    after one look at its middle. Returns 3 if all texels are the same, 2 if they are opaque, 1 if no block is known to
    be of one kind, else 0.
    """
    stride = width + 2
    columns = (width + 5) >> 2
    rows = (height + 5) >> 2
    kind = np.empty(rows * columns, np.int64)  # 1 transparent, -1 opaque, 0 mixed
    depth = np.empty(rows * columns, np.int64)  # blocks to the nearest of another kind
    opaque = same = 0
    for by in range(rows):
        for bx in range(columns):
            lowest = np.uint32(255)
            highest = np.uint32(0)
            for y in range(by * 4, min(by * 4 + 4, height + 2)):
                for i in range(offset + y * stride + bx * 4, offset + y * stride + min(bx * 4 + 4, stride)):
                    alpha = texels[i] >> _24
                    lowest = min(lowest, alpha)
                    highest = max(highest, alpha)
                    same += texels[i] == texels[offset]
            opaque += lowest == 255
            kind[by * columns + bx] = (highest == 0) - (lowest == 255)
            depth[by * columns + bx] = _FAR
    # chessboard distance: a sweep down and right, then one up and left, then the results
    known = 0
    for sweep in range(2):
        step = 1 - 2 * sweep
        for i in range(rows * columns):
            here = i if sweep == 0 else rows * columns - 1 - i
            by = here // columns
            bx = here - by * columns
            for k in range(4):
                y = min(max(by - step * (k < 3), 0), rows - 1)
                x = min(max(bx + (k - 1) * (k < 3) - step * (k == 3), 0), columns - 1)
                near = y * columns + x
                if near != here:
                    depth[here] = min(depth[here], depth[near] * (kind[near] == kind[here]) + 1)
            reach = min(4 * (depth[here] - 1), _REACH)
            blocks[first + here] = reach * kind[here]
            known += sweep * (reach * kind[here] != 0)
    if same == stride * (height + 2):
        return 3
    return 2 if opaque == rows * columns else int(known == 0)
