"""Kernels: which pixels a convex shape fills, exactly, and how its texels run across them.

A pixel is filled if its centre lies inside, counting the left and top edges and not the right and bottom ones. All of
it is integer arithmetic on vertices in 1/256 pixel, so of the triangles that share an edge each pixel belongs to
exactly one: no gaps, no pixel blended twice.
"""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import NDArray

from rigbyscene.draw.prepare import (
    LEVEL_INDEX,
    MIX,
    SHAPES_END,
    SHAPES_FROM,
    VERTEX,
    WHOLE,
    double_area,
)
from rigbyscene.jit import kernel

# columns of the lines (int64): how texel positions run over pixel centres, with 32 fractional bits, modulo 2**64:
# position = AT + x * ACROSS + y * DOWN; for s, then t, then both on the next mip level
S_AT = 0
S_ACROSS = 1
S_DOWN = 2
T_AT = 3
T_ACROSS = 4
T_DOWN = 5
NEXT_LINES = 6
KIND = 12
LINE_COLUMNS = 13

# how a shape's texels lie on the screen
AFFINE = 0
SHIFTED = 1  # unscaled and unturned: one texel a pixel, between texels by the same amount everywhere
ALIGNED = 2  # and that amount is nothing

_ONE = 4294967296.0
_STEEPEST = float(1 << 52)  # a million texels a pixel; `sampling.RUN` steps from inside a picture cannot wrap
_FARTHEST = float(1 << 61)

_DRIFT = 1 / 64
"""Texels by which a shape may depart from one texel a pixel, corner to corner, and still be drawn as unscaled: snapping
its corners to 1/256 pixel alone makes it differ by up to 1/128."""


@kernel(inner=True)
def trace_shape(
    points: NDArray[np.int32],
    corners: NDArray[np.int64],
    sides: int,
    y0: int,
    y1: int,
    spans: NDArray[np.int64],
) -> tuple[int, int]:
    """Find the pixels that a convex shape fills in rows [y0, y1); returns its rows [top, bottom) there.

    Row y has [``spans[0, y - y0]``, ``spans[1, y - y0]``); for other rows nothing is written.
    """
    clockwise = double_area(points, corners[0], corners[1], corners[2])
    top = y1
    bottom = y0
    for k in range(sides if clockwise else 0):
        a = corners[k]
        b = corners[(k + 1) % sides]
        # with y down, edges of a clockwise shape run down on its right side
        side = (points[b, 1] > points[a, 1]) == (clockwise > 0)
        if points[b, 1] < points[a, 1]:
            a, b = b, a
        x, y = points[a, 0], points[a, 1]
        width = points[b, 0] - x
        height = points[b, 1] - y
        row = max((y + 127) >> 8, y0)
        end = min((points[b, 1] + 127) >> 8, y1)
        if row < end:
            top = min(top, row)
            bottom = max(bottom, end)
            # ceil(numerator / denominator), then stepped with its remainder
            denominator = height << 8
            numerator = (x - 128) * height + ((row << 8) + 128 - y) * width
            at = -((-numerator) // denominator)
            slack = at * denominator - numerator
            step = (width << 8) // denominator
            gain = (width << 8) - step * denominator
            for i in range(row - y0, end - y0):
                spans[int(side), i] = at
                slack -= gain
                carry = slack < 0
                slack += denominator * carry
                at += step + carry
    return top, bottom


@kernel
def lay_texels(
    points: NDArray[np.int32],
    places: NDArray[np.float64],
    triangles: NDArray[np.int32],
    plan: NDArray[np.int64],
    lines: NDArray[np.int64],
) -> None:
    """Write how the texels of every shape run over the screen to `lines` int64 (triangles, LINE_COLUMNS).

    Positions count in the bordered rows of a mip level, rounded for fractions of 8 bits: 0.5 goes off for texel
    centres, 1 comes on for the border, 1/512 for rounding. They are made from the snapped corners: then every filled
    pixel centre lies between them, and its texel between theirs, however thin the shape. A parallelogram's edges are
    the means of its opposite ones. Integers that wrap make the position at a pixel independent of where a band or tile
    begins.
    """
    slopes = np.empty((2, 3))  # for s and t: at corner a, per pixel across, per pixel down
    for c in range(len(plan)):
        for shape in range(plan[c, SHAPES_FROM], plan[c, SHAPES_END]):
            a, b, d = triangles[shape, 0], triangles[shape, 1], triangles[shape, 2]
            ex = ey = 0.0
            if plan[c, WHOLE]:
                a = plan[c, VERTEX]
                b, d = a + 1, a + 3
                # the mean parallelogram's corner lies half of this from a
                ex = 0.5 * (points[a, 0] - points[b, 0] + points[a + 2, 0] - points[d, 0])
                ey = 0.5 * (points[a, 1] - points[b, 1] + points[a + 2, 1] - points[d, 1])
            if double_area(points, a, b, d) == 0:
                continue
            x, y = points[a, 0], points[a, 1]
            ux, uy = points[b, 0] - x + ex, points[b, 1] - y + ey
            vx, vy = points[d, 0] - x + ex, points[d, 1] - y + ey
            per_pixel = 256 / (ux * vy - vx * uy)
            kind = ALIGNED if plan[c, LEVEL_INDEX] == 0 and plan[c, MIX] == 0 else AFFINE
            for axis in range(2):
                at = places[a, axis]
                along_u = places[b, axis] - at
                along_v = places[d, axis] - at
                across = (along_u * vy - along_v * uy) * per_pixel
                down = (along_v * ux - along_u * vx) * per_pixel
                slopes[axis, 0] = at + (ex * across + ey * down) / 512
                slopes[axis, 1] = across
                slopes[axis, 2] = down
                drift = abs(across - (axis == 0)) * (abs(ux) + abs(vx)) + abs(down - (axis == 1)) * (abs(uy) + abs(vy))
                if not drift < _DRIFT * 256:
                    kind = AFFINE
            if kind == ALIGNED:
                for axis in range(2):
                    # what it is at the middle holds everywhere
                    middle = 0.5 * (places[b, axis] + places[d, axis])
                    way = ((ux + vx) * (axis == 0) + (uy + vy) * (axis == 1)) / 512
                    slopes[axis, 0] = middle - way
                    slopes[axis, 1] = axis == 0
                    slopes[axis, 2] = axis == 1
            px, py = x >> 8, y >> 8
            dx, dy = ((px << 8) + 128 - x) / 256, ((py << 8) + 128 - y) / 256
            for level in range(2):
                scale = 1 / (1 << (plan[c, LEVEL_INDEX] + level))
                for axis in range(2):
                    column = level * NEXT_LINES + axis * T_AT
                    at = slopes[axis, 0] + dx * slopes[axis, 1] + dy * slopes[axis, 2]
                    across_fixed = _fixed(slopes[axis, 1] * scale, _STEEPEST)
                    down_fixed = _fixed(slopes[axis, 2] * scale, _STEEPEST)
                    at_fixed = _fixed(at * scale + (0.5 + 1 / 512), _FARTHEST)
                    lines[shape, column] = at_fixed - px * across_fixed - py * down_fixed
                    lines[shape, column + 1] = across_fixed
                    lines[shape, column + 2] = down_fixed
            if kind == ALIGNED and ((lines[shape, S_AT] | lines[shape, T_AT]) >> 24) & 255:
                kind = SHIFTED
            lines[shape, KIND] = kind


@kernel(inner=True)
def _fixed(value: float, largest: float) -> int:
    """With 32 fractional bits, saturating at `largest`; what is not a number, too."""
    return math.floor(min(largest, max(-largest, value * _ONE)) + 0.5)
