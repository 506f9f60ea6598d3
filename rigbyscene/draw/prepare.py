"""Kernels: a draw list seen through a view, as integers: vertices, shapes, and per command bounds, mip level, colours.

Done once per picture; the bands that are then drawn on threads only read it.

**Snapping.** Vertices go to the nearest 1/256 pixel (half up). Beyond a million pixels they stop at that distance; a
vertex that is not finite (in place or texel) is marked, and triangles that use it are not drawn.

**Mip level.** One per command, so that no seam can show between the triangles of a mesh: with ``T`` the area of a
triangle in the pixels of its picture and ``P`` its area on the screen, the scale of the command is
``rho = sum(sqrt(T * P)) / sum(P)``: texels per pixel, each triangle counting by the area that it shows (for a region
simply ``sqrt(T / P)``). Up to ``rho = 1`` level 0 alone is sampled. Up to ``rho = HALF_AT`` level 1 is mixed in, in the
share ``(rho - 1) / (HALF_AT - 1)``. Beyond, with ``r = 2 * rho / HALF_AT``, level ``l = floor(log2(r))`` is mixed with
level ``l + 1`` in the share ``r / 2**l - 1``. Shares are rounded to 1/256; past the last level (one texel) it is that
one alone. Nothing here needs a logarithm, so every machine chooses the same.
"""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import NDArray

from rigbyscene.draw.art import FIRST_LEVEL, LEVEL_COLUMNS, LEVEL_COUNT, SCALE_X, SHIFT_X
from rigbyscene.draw.drawlist import (
    BLEND,
    COLOR_COLUMNS,
    FIRST_TRIANGLE,
    FIRST_VERTEX,
    LIGHT,
    PICTURE,
    SHAPE,
    SHAPE_QUAD,
    TRIANGLE_COUNT,
    VERTEX_COUNT,
)
from rigbyscene.jit import kernel

FARTHEST = 1 << 28  # 1/256 pixels; products of two differences of such numbers stay below 2**60
NOT_FINITE = -(1 << 31)

HALF_AT = 2.5
"""Texels per pixel where level 1 alone is right. Measured against 64 samples a pixel of level 0, at twenty scales from
0.15 to 0.97, mean error in levels for small text and for a character's art: 13.0 and 3.7 with 2 (too soft), 11.8 and
2.8 with 2.5, 12.1 and 2.7 with 2.8 (too coarse)."""

# columns of the plan (int64), a row per command
LEFT = 0  # the pixels that the command may touch; LEFT >= RIGHT where it draws nothing
TOP = 1
RIGHT = 2
BOTTOM = 3
WHOLE = 4  # 1: its four vertices from VERTEX on are one shape; 0: each triangle is
VERTEX = 5
SHAPES_FROM = 6  # rows of the triangles and the shapes' lines
SHAPES_END = 7
MODE = 8  # its blend mode
MIX = 9  # share of the next level, in 1/256; 0: this level alone
TINT = 10  # premultiplied light red, green, blue, alpha and dark red, green, blue, 0 to 255
LEVEL = TINT + COLOR_COLUMNS  # a row of Art.levels ...
NEXT_LEVEL = LEVEL + LEVEL_COLUMNS  # ... and the next one
LEVEL_INDEX = NEXT_LEVEL + LEVEL_COLUMNS
PLAN_COLUMNS = LEVEL_INDEX + 1

_PARALLEL = 1 / 64  # texels
_MOST = 1 << 30


@kernel
def place_vertices(
    xy: NDArray[np.float64],
    texels: NDArray[np.float64],
    commands: NDArray[np.int32],
    maps: NDArray[np.float64],
    view: NDArray[np.float64],
    points: NDArray[np.int32],
    places: NDArray[np.float64],
) -> None:
    """Write where vertices are: in 1/256 pixels (`points` int32 (n, 2)) and in pixels of their picture (`places`)."""
    for c in range(len(commands)):
        picture = commands[c, PICTURE]
        for v in range(commands[c, FIRST_VERTEX], commands[c, FIRST_VERTEX] + commands[c, VERTEX_COUNT]):
            finite = True
            for axis in range(2):
                at = (view[axis] * xy[v, 0] + view[2 + axis] * xy[v, 1] + view[4 + axis]) * 256
                place = texels[v, axis] * maps[picture, SCALE_X + axis] + maps[picture, SHIFT_X + axis]
                places[v, axis] = place
                finite &= math.isfinite(at) and math.isfinite(place)
                points[v, axis] = math.floor(min(max(at, -FARTHEST), FARTHEST) + 0.5) if finite else NOT_FINITE
            if not finite:
                points[v, 0] = NOT_FINITE


@kernel
def plan_commands(
    points: NDArray[np.int32],
    places: NDArray[np.float64],
    triangles: NDArray[np.int32],
    commands: NDArray[np.int32],
    colors: NDArray[np.float32],
    pictures: NDArray[np.int64],
    levels: NDArray[np.int64],
    plan: NDArray[np.int64],
) -> None:
    """Write each command's bounds, shapes, mip level and colours to `plan` int64 (commands, PLAN_COLUMNS)."""
    for c in range(len(commands)):
        row = plan[c]
        picture = commands[c, PICTURE]
        first = commands[c, FIRST_VERTEX]
        row[LEFT] = row[TOP] = _MOST
        row[RIGHT] = row[BOTTOM] = -_MOST
        # no shapes, should it turn out invisible: what is not written here is whatever the memory held
        row[SHAPES_FROM] = row[SHAPES_END] = 0
        row[MODE] = commands[c, BLEND]
        # a premultiplied colour is never above its alpha: blending relies on it
        alpha = 0.0
        for k in range(COLOR_COLUMNS):
            channel = (LIGHT + 3 + k) % COLOR_COLUMNS
            share = colors[c, channel] * 255.0
            share = min(share, alpha if k else 255.0) if share > 0 else 0.0
            row[TINT + channel] = int(share + 0.5)
            alpha = alpha if k else share
        if row[TINT + 3] == 0:
            continue
        for v in range(first, first + commands[c, VERTEX_COUNT]):
            for axis in range(2):
                if points[v, 0] != NOT_FINITE:
                    # the first pixel whose centre (128) is not before the vertex
                    pixel = (points[v, axis] + 127) >> 8
                    row[LEFT + axis] = min(row[LEFT + axis], pixel)
                    row[RIGHT + axis] = max(row[RIGHT + axis], pixel)
        shown = weighted = 0.0
        row[SHAPES_FROM] = commands[c, FIRST_TRIANGLE]
        row[SHAPES_END] = row[SHAPES_FROM] + commands[c, TRIANGLE_COUNT]
        for t in range(row[SHAPES_FROM], row[SHAPES_END]):
            p, q, r = triangles[t, 0], triangles[t, 1], triangles[t, 2]
            area = abs(float(double_area(points, p, q, r))) / 65536
            texel_area = abs(
                (places[q, 0] - places[p, 0]) * (places[r, 1] - places[p, 1])
                - (places[r, 0] - places[p, 0]) * (places[q, 1] - places[p, 1])
            )
            if area > 0:
                shown += area
                weighted += math.sqrt(texel_area * area)
        row[VERTEX] = first
        row[WHOLE] = commands[c, SHAPE] == SHAPE_QUAD and _is_parallelogram(points, places, first)
        if row[WHOLE]:
            row[SHAPES_END] = row[SHAPES_FROM] + 1
        level = pictures[picture, FIRST_LEVEL]
        last = level + pictures[picture, LEVEL_COUNT] - 1
        scale = weighted / shown
        share = (scale - 1) / (HALF_AT - 1)
        if scale >= HALF_AT:
            scale *= 2 / HALF_AT
            while scale >= 2 and level < last:
                scale *= 0.5
                level += 1
            share = scale - 1
        # not so for art that is enlarged, and for areas that are not numbers
        row[MIX] = int(share * 256 + 0.5) if 0 < share < 1 and level < last else 0
        if row[MIX] == 256:
            row[MIX] = 0
            level += 1
        for k in range(LEVEL_COLUMNS):
            row[LEVEL + k] = levels[level, k]
            row[NEXT_LEVEL + k] = levels[min(level + 1, last), k]
        row[LEVEL_INDEX] = level - pictures[picture, FIRST_LEVEL]


@kernel(inner=True)
def double_area(points: NDArray[np.int32], a: int, b: int, c: int) -> int:
    """Twice the area of a triangle in 1/256 pixels, positive if clockwise as seen; 0 if it is not finite."""
    if points[a, 0] == NOT_FINITE or points[b, 0] == NOT_FINITE or points[c, 0] == NOT_FINITE:
        return 0
    return (points[b, 0] - points[a, 0]) * (points[c, 1] - points[a, 1]) - (points[c, 0] - points[a, 0]) * (
        points[b, 1] - points[a, 1]
    )


@kernel(inner=True)
def _is_parallelogram(points: NDArray[np.int32], places: NDArray[np.float64], first: int) -> bool:
    """Whether four vertices, snapped, still make a convex parallelogram with texels to match, to be drawn as one shape.

    Snapping moves the corners of a true one by at most 2/256 against each other; a quad squeezed below that may fold.
    """
    for axis in range(2):
        off = points[first, axis] - points[first + 1, axis] + points[first + 2, axis] - points[first + 3, axis]
        skew = places[first, axis] - places[first + 1, axis] + places[first + 2, axis] - places[first + 3, axis]
        if abs(off) > 2 or not abs(skew) < _PARALLEL:
            return False
    clockwise = 0
    for k in range(4):
        turn = double_area(points, first + k, first + (k + 1) % 4, first + (k + 2) % 4)
        clockwise += (turn > 0) - (turn < 0)
    return abs(clockwise) == 4
