"""Kernel: a draw list seen through a view, as integers: snapped vertices, and per command bounds, mip level and colours.

Done once per picture; the bands that are then drawn on threads only read it.

**Snapping.** Vertices go to the nearest 1/256 pixel (half up). Beyond a million pixels they stop at that distance; a
vertex that is not finite (in place or texel) is marked, and triangles that use it are not drawn.

**Mip level.** One per command, so that no seam can show between the triangles of a mesh: with ``T`` the area of a
triangle in the pixels of its picture and ``P`` its area on the screen, the scale of the command is
``rho = sum(sqrt(T * P)) / sum(P)``: texels per pixel, each triangle counting by the area that it shows (for a region
simply ``sqrt(T / P)``). ``r = rho * MIP_SHARPNESS``; up to ``r = 1`` level 0 alone is sampled, above it level
``l = floor(log2(r))`` mixed with ``l + 1`` in the share ``r / 2**l - 1``, rounded to 1/256; past the last level (one
texel) that one alone. Nothing here needs a logarithm, so every machine chooses the same.
"""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import NDArray

from rigbyscene.draw.art import FIRST_LEVEL, LEVEL_COUNT, SCALE_X, SCALE_Y
from rigbyscene.draw.drawlist import (
    COLOR_COLUMNS,
    FIRST_TRIANGLE,
    FIRST_VERTEX,
    LIGHT,
    PICTURE,
    TRIANGLE_COUNT,
    VERTEX_COUNT,
)
from rigbyscene.jit import kernel

SUBPIXELS = 256
FARTHEST = 1 << 28  # subpixels; products of two differences of such numbers stay below 2**60
NOT_FINITE = -(1 << 31)

MIP_SHARPNESS = 1.0

# columns of the plan (int64), a row per command
LEFT = 0  # the pixels that the command may touch; LEFT >= RIGHT where it draws nothing
TOP = 1
RIGHT = 2
BOTTOM = 3
LEVEL = 4  # row of Art.levels
MIX = 5  # share of the next level, in 1/256; 0: this level alone
TINT = 6  # premultiplied light red, green, blue, alpha and dark red, green, blue, 0 to 255
PLAN_COLUMNS = TINT + COLOR_COLUMNS


@kernel
def snap_vertices(
    xy: NDArray[np.float64], texels: NDArray[np.float64], view: NDArray[np.float64], points: NDArray[np.int32]
) -> None:
    """Write the pixel position of every vertex in 1/256 pixel to `points` int32 (vertices, 2)."""
    a, b, c, d, tx, ty = view[0], view[1], view[2], view[3], view[4], view[5]
    for i in range(xy.shape[0]):
        x = (a * xy[i, 0] + c * xy[i, 1] + tx) * SUBPIXELS
        y = (b * xy[i, 0] + d * xy[i, 1] + ty) * SUBPIXELS
        if math.isfinite(x) and math.isfinite(y) and math.isfinite(texels[i, 0]) and math.isfinite(texels[i, 1]):
            points[i, 0] = np.int32(math.floor(min(max(x, -FARTHEST), FARTHEST) + 0.5))
            points[i, 1] = np.int32(math.floor(min(max(y, -FARTHEST), FARTHEST) + 0.5))
        else:
            points[i, 0] = NOT_FINITE
            points[i, 1] = NOT_FINITE


@kernel
def plan_commands(
    points: NDArray[np.int32],
    texels: NDArray[np.float64],
    triangles: NDArray[np.int32],
    commands: NDArray[np.int32],
    colors: NDArray[np.float32],
    pictures: NDArray[np.int64],
    maps: NDArray[np.float64],
    plan: NDArray[np.int64],
) -> None:
    """Write each command's bounds, mip level and colours to `plan` int64 (commands, PLAN_COLUMNS)."""
    for i in range(commands.shape[0]):
        command = commands[i]
        picture = command[PICTURE]
        plan[i, LEFT] = plan[i, TOP] = FARTHEST
        plan[i, RIGHT] = plan[i, BOTTOM] = -FARTHEST
        alpha = _byte(colors[i, LIGHT + 3], np.int64(255))
        for k in range(COLOR_COLUMNS):
            # a premultiplied colour is never above its alpha; the blend kernels rely on it
            plan[i, TINT + k] = _byte(colors[i, k], alpha)
        plan[i, TINT + 3] = alpha
        if alpha == 0:
            continue
        for v in range(command[FIRST_VERTEX], command[FIRST_VERTEX] + command[VERTEX_COUNT]):
            if points[v, 0] != NOT_FINITE:
                # first and last pixel whose centre (128) can lie between the vertices
                plan[i, LEFT] = min(plan[i, LEFT], (np.int64(points[v, 0]) + 127) >> 8)
                plan[i, TOP] = min(plan[i, TOP], (np.int64(points[v, 1]) + 127) >> 8)
                plan[i, RIGHT] = max(plan[i, RIGHT], (np.int64(points[v, 0]) + 127) >> 8)
                plan[i, BOTTOM] = max(plan[i, BOTTOM], (np.int64(points[v, 1]) + 127) >> 8)
        shown = 0.0
        weighted = 0.0
        stretch = maps[picture, SCALE_X] * maps[picture, SCALE_Y]
        for t in range(command[FIRST_TRIANGLE], command[FIRST_TRIANGLE] + command[TRIANGLE_COUNT]):
            p, q, r = triangles[t, 0], triangles[t, 1], triangles[t, 2]
            if points[p, 0] == NOT_FINITE or points[q, 0] == NOT_FINITE or points[r, 0] == NOT_FINITE:
                continue
            area = abs(
                float(np.int64(points[q, 0]) - points[p, 0]) * float(np.int64(points[r, 1]) - points[p, 1])
                - float(np.int64(points[r, 0]) - points[p, 0]) * float(np.int64(points[q, 1]) - points[p, 1])
            ) / (SUBPIXELS * SUBPIXELS)
            texel_area = stretch * abs(
                (texels[q, 0] - texels[p, 0]) * (texels[r, 1] - texels[p, 1])
                - (texels[r, 0] - texels[p, 0]) * (texels[q, 1] - texels[p, 1])
            )
            shown += area
            weighted += math.sqrt(texel_area * area)
        row = pictures[picture, FIRST_LEVEL]
        last = row + pictures[picture, LEVEL_COUNT] - 1
        scale = weighted / shown * MIP_SHARPNESS if shown > 0 else 1.0
        while scale >= 2 and row < last:
            scale *= 0.5
            row += 1
        # not so for art that is enlarged, and for areas that are not numbers
        mix = np.int64((scale - 1) * 256 + 0.5) if 1 < scale < 2 and row < last else 0
        if mix == 256:
            row += 1
            mix = 0
        plan[i, LEVEL] = row
        plan[i, MIX] = mix


@kernel
def _byte(value: float, highest: int) -> int:
    """0 to 1 as 0 to 255, rounded, at most `highest`; 0 for what is not a number."""
    if not value > 0:
        return 0
    return min(int(min(value, 1.0) * 255 + 0.5), highest)
