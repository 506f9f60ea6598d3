"""Kernels: which pixels a convex shape fills, exactly, and how its texels run across them.

A pixel is filled if its centre lies inside, counting the left and top edges and not the right and bottom ones. All of
it is integer arithmetic on vertices in 1/256 pixel, so of the triangles that share an edge each pixel belongs to
exactly one: no gaps, no pixel blended twice.
"""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import NDArray

from rigbyscene.jit import kernel

# entries of the coordinate lines (int64, 32 fractional bits): texel position = AT + x * ACROSS + y * DOWN, modulo 2**64
S_AT = 0
S_ACROSS = 1
S_DOWN = 2
T_AT = 3
T_ACROSS = 4
T_DOWN = 5
LINES = 6

_ONE = 4294967296.0
_STEEPEST = float(1 << 52)  # a million texels a pixel; `sampling.RUN` steps from inside a picture cannot wrap
_FARTHEST = float(1 << 61)


@kernel
def trace_edge(
    x0: int,
    y0: int,
    x1: int,
    y1: int,
    first_row: int,
    end_row: int,
    left: NDArray[np.int64],
    right: NDArray[np.int64],
    clockwise: bool,
) -> None:
    """Write, per row, the first pixel whose centre is not left of the edge (x0, y0)-(x1, y1) of a convex shape.

    Into `right` (where it ends the span, exclusive) if the edge runs down and the shape is `clockwise` as seen (y
    down), or neither; else into `left`. Entry 0 is row `first_row`.
    """
    if y0 == y1:
        return
    side = right if (y1 > y0) == clockwise else left
    if y1 < y0:
        x0, y0, x1, y1 = x1, y1, x0, y0
    row = max((y0 + 127) >> 8, first_row)
    end = min((y1 + 127) >> 8, end_row)
    if row >= end:
        return
    width = x1 - x0
    # ceil(numerator / denominator), then stepped with its remainder
    denominator = (y1 - y0) << 8
    numerator = (x0 - 128) * (y1 - y0) + ((row << 8) + 128 - y0) * width
    at = -((-numerator) // denominator)
    slack = at * denominator - numerator
    step = (width << 8) // denominator
    gain = (width << 8) - step * denominator
    for y in range(row - first_row, end - first_row):
        side[y] = at
        at += step
        slack -= gain
        if slack < 0:
            slack += denominator
            at += 1


@kernel
def set_lines(
    x: int,
    y: int,
    s: float,
    t: float,
    s_across: float,
    s_down: float,
    t_across: float,
    t_down: float,
    level: int,
    lines: NDArray[np.int64],
) -> None:
    """Write how the texel position in the bordered rows of mip level `level` runs over pixel centres.

    (`x`, `y`) in 1/256 pixel is a point with picture position (`s`, `t`); the slopes are per pixel. The result is
    rounded for fractions of 8 bits: 0.5 goes off for texel centres, 1 comes on for the border, 1/512 for rounding.
    Integers that wrap make the position at a pixel independent of where a band or tile begins.
    """
    px = x >> 8
    py = y >> 8
    dx = ((px << 8) + 128 - x) / 256.0
    dy = ((py << 8) + 128 - y) / 256.0
    scale = 1.0
    for _ in range(level):
        scale *= 0.5
    shift = 0.5 + 1 / 512
    lines[S_ACROSS] = _fixed(s_across * scale, _STEEPEST)
    lines[S_DOWN] = _fixed(s_down * scale, _STEEPEST)
    lines[T_ACROSS] = _fixed(t_across * scale, _STEEPEST)
    lines[T_DOWN] = _fixed(t_down * scale, _STEEPEST)
    s_here = _fixed((s + dx * s_across + dy * s_down) * scale + shift, _FARTHEST)
    t_here = _fixed((t + dx * t_across + dy * t_down) * scale + shift, _FARTHEST)
    lines[S_AT] = s_here - px * lines[S_ACROSS] - py * lines[S_DOWN]
    lines[T_AT] = t_here - px * lines[T_ACROSS] - py * lines[T_DOWN]


@kernel
def _fixed(value: float, largest: float) -> int:
    """With 32 fractional bits, saturating at `largest`."""
    return np.int64(math.floor(min(max(value * _ONE, -largest), largest) + 0.5))
