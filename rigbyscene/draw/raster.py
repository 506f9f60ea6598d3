"""The renderer's core kernel: a draw list drawn into one rectangle of a picture.

The picture is the same whatever rectangles it is drawn in, byte for byte: all that a pixel needs is computed from its
own position. That is what lets bands run on threads, and tiles be kept from the picture before.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from rigbyscene.draw.art import FIRST_LEVEL, SCALE_X, SCALE_Y, SHIFT_X, SHIFT_Y, SOLID
from rigbyscene.draw.coverage import LINES, S_AT, T_AT, set_lines, trace_edge
from rigbyscene.draw.drawlist import BLEND, FIRST_TRIANGLE, FIRST_VERTEX, PICTURE, SHAPE, SHAPE_QUAD, TRIANGLE_COUNT
from rigbyscene.draw.prepare import BOTTOM, LEFT, MIX, NOT_FINITE, RIGHT, TOP
from rigbyscene.draw.prepare import LEVEL as PLAN_LEVEL
from rigbyscene.draw.sampling import RUN
from rigbyscene.draw.spans import AFFINE, ALIGNED, SHIFTED, draw_span
from rigbyscene.jit import kernel

_UNSCALED_DRIFT = 1 / 64
"""Texels by which a shape may depart from one texel a pixel, corner to corner, and still be drawn as unscaled: snapping
its corners to 1/256 pixel alone makes it differ by up to 1/128."""


@kernel
def draw_rectangle(
    target: NDArray[np.uint32],
    stride: int,
    origin_x: int,
    origin_y: int,
    x0: int,
    y0: int,
    x1: int,
    y1: int,
    points: NDArray[np.int32],
    uv: NDArray[np.float64],
    triangles: NDArray[np.int32],
    commands: NDArray[np.int32],
    plan: NDArray[np.int64],
    texels: NDArray[np.uint32],
    pictures: NDArray[np.int64],
    levels: NDArray[np.int64],
    maps: NDArray[np.float64],
    emptiness: NDArray[np.int8],
) -> None:
    """Draw all commands into the pixels [x0, x1) x [y0, y1).

    `target` holds RGBA words, rows `stride` apart, its first word being pixel (`origin_x`, `origin_y`). `points` and
    `plan` come from `rigbyscene.draw.prepare`; `uv` are the draw list's texels; the rest is the draw list and the art.
    """
    rows = y1 - y0
    left = np.empty(rows, np.int64)
    right = np.empty(rows, np.int64)
    lines = np.empty((2, LINES), np.int64)
    corners = np.empty(4, np.int64)
    upper = np.empty(RUN, np.uint64)
    lower = np.empty(RUN, np.uint64)
    weights = np.empty(RUN, np.uint32)
    words = np.empty(RUN, np.uint32)
    others = np.empty(RUN, np.uint32)
    for c in range(commands.shape[0]):
        if (
            plan[c, LEFT] >= min(plan[c, RIGHT], x1)
            or plan[c, TOP] >= min(plan[c, BOTTOM], y1)
            or plan[c, RIGHT] <= x0
            or plan[c, BOTTOM] <= y0
        ):
            continue
        command = commands[c]
        whole = False
        if command[SHAPE] == SHAPE_QUAD:
            for k in range(4):
                corners[k] = command[FIRST_VERTEX] + k
            whole = _is_parallelogram(points, uv, corners)
        for k in range(1 if whole else command[TRIANGLE_COUNT]):
            sides = 4
            if not whole:
                sides = 3
                for j in range(3):
                    corners[j] = triangles[command[FIRST_TRIANGLE] + k, j]
            top, bottom, clockwise = _extent(points, corners, sides)
            top = max(top, y0)
            bottom = min(bottom, y1)
            if top >= bottom:
                continue
            for j in range(sides):
                a = corners[j]
                b = corners[j + 1 if j + 1 < sides else 0]
                trace_edge(points[a, 0], points[a, 1], points[b, 0], points[b, 1], y0, y1, left, right, clockwise)
            kind = -1
            for y in range(top, bottom):
                first = max(left[y - y0], x0)
                end = min(right[y - y0], x1)
                if first >= end:
                    continue
                if kind < 0:
                    kind = _lay_texels(points, uv, corners, sides, command[PICTURE], plan[c], pictures, maps, lines)
                draw_span(
                    target,
                    (y - origin_y) * stride - origin_x,
                    first,
                    end,
                    y,
                    kind,
                    command[BLEND],
                    pictures[command[PICTURE], SOLID],
                    plan[c],
                    lines,
                    texels,
                    levels,
                    emptiness,
                    upper,
                    lower,
                    weights,
                    words,
                    others,
                )


@kernel
def _is_parallelogram(points: NDArray[np.int32], uv: NDArray[np.float64], corners: NDArray[np.int64]) -> bool:
    """Whether four corners, snapped, still make a convex parallelogram with texels to match, to be drawn as one shape.

    Snapping moves the corners of a true one by at most 2/256 against each other; a quad squeezed below that may fold.
    """
    a, b, c, d = corners[0], corners[1], corners[2], corners[3]
    for k in range(4):
        if points[corners[k], 0] == NOT_FINITE:
            return False
    for axis in range(2):
        if abs(np.int64(points[a, axis]) + points[c, axis] - points[b, axis] - points[d, axis]) > 2:
            return False
        if not abs(uv[a, axis] + uv[c, axis] - uv[b, axis] - uv[d, axis]) < _UNSCALED_DRIFT:
            return False
    turn = _turn(points, a, b, c)
    others = (_turn(points, b, c, d), _turn(points, c, d, a), _turn(points, d, a, b))
    for other in others:
        if (other > 0) != (turn > 0) or (other < 0) != (turn < 0):
            return False
    return turn != 0


@kernel
def _turn(points: NDArray[np.int32], a: int, b: int, c: int) -> int:
    """Twice the area of a triangle in 1/256 pixels, positive if clockwise as seen (y down)."""
    return (np.int64(points[b, 0]) - points[a, 0]) * (np.int64(points[c, 1]) - points[a, 1]) - (
        np.int64(points[c, 0]) - points[a, 0]
    ) * (np.int64(points[b, 1]) - points[a, 1])


@kernel
def _extent(points: NDArray[np.int32], corners: NDArray[np.int64], sides: int) -> tuple[int, int, bool]:
    """First and last (exclusive) row of a convex shape, and whether it turns clockwise; no rows if it has no area."""
    top = np.int64(1) << 40
    bottom = -top
    for k in range(sides):
        y = np.int64(points[corners[k], 1])
        if y == NOT_FINITE:
            return 0, 0, False
        top = min(top, y)
        bottom = max(bottom, y)
    turn = _turn(points, corners[0], corners[1], corners[2])
    if turn == 0:
        return 0, 0, False
    return (top + 127) >> 8, (bottom + 127) >> 8, turn > 0


@kernel
def _lay_texels(
    points: NDArray[np.int32],
    uv: NDArray[np.float64],
    corners: NDArray[np.int64],
    sides: int,
    picture: int,
    plan: NDArray[np.int64],
    pictures: NDArray[np.int64],
    maps: NDArray[np.float64],
    lines: NDArray[np.int64],
) -> int:
    """Write the coordinate lines of a triangle or parallelogram, for its level and the next; returns its kind.

    Made from the snapped corners: then every filled pixel centre lies between them, and its texel between theirs,
    however thin the shape. A parallelogram's edges are the means of its opposite ones.
    """
    a, b = corners[0], corners[1]
    d = corners[2] if sides == 3 else corners[3]
    sx, sy = maps[picture, SCALE_X], maps[picture, SCALE_Y]
    ux, uy = float(np.int64(points[b, 0]) - points[a, 0]), float(np.int64(points[b, 1]) - points[a, 1])
    vx, vy = float(np.int64(points[d, 0]) - points[a, 0]), float(np.int64(points[d, 1]) - points[a, 1])
    us, ut = (uv[b, 0] - uv[a, 0]) * sx, (uv[b, 1] - uv[a, 1]) * sy
    vs, vt = (uv[d, 0] - uv[a, 0]) * sx, (uv[d, 1] - uv[a, 1]) * sy
    x, y = np.int64(points[a, 0]), np.int64(points[a, 1])
    s, t = uv[a, 0] * sx + maps[picture, SHIFT_X], uv[a, 1] * sy + maps[picture, SHIFT_Y]
    if sides == 4:
        # a lies half of (ex, ey) away from the mean parallelogram's corner
        ex = 0.5 * float(np.int64(points[corners[2], 0]) - points[b, 0] - points[d, 0] + x)
        ey = 0.5 * float(np.int64(points[corners[2], 1]) - points[b, 1] - points[d, 1] + y)
        ux, uy, vx, vy = ux + ex, uy + ey, vx + ex, vy + ey
    else:
        ex = ey = 0.0
    per_area = 256.0 / (ux * vy - vx * uy)
    s_across = (us * vy - vs * uy) * per_area
    s_down = (vs * ux - us * vx) * per_area
    t_across = (ut * vy - vt * uy) * per_area
    t_down = (vt * ux - ut * vx) * per_area
    s += (ex * s_across + ey * s_down) / 512
    t += (ex * t_across + ey * t_down) / 512
    level = plan[PLAN_LEVEL] - pictures[picture, FIRST_LEVEL]
    if level == 0 and plan[MIX] == 0:
        width = (abs(ux) + abs(vx)) / 256
        height = (abs(uy) + abs(vy)) / 256
        if (
            abs(s_across - 1) * width + abs(s_down) * height < _UNSCALED_DRIFT
            and abs(t_across) * width + abs(t_down - 1) * height < _UNSCALED_DRIFT
        ):
            # what they are at the middle holds everywhere
            s += 0.5 * ((us + vs) - (ux + vx) / 256)
            t += 0.5 * ((ut + vt) - (uy + vy) / 256)
            set_lines(x, y, s, t, 1.0, 0.0, 0.0, 1.0, level, lines[0])
            return ALIGNED if (lines[0, S_AT] >> 24) & 255 == 0 and (lines[0, T_AT] >> 24) & 255 == 0 else SHIFTED
    set_lines(x, y, s, t, s_across, s_down, t_across, t_down, level, lines[0])
    if plan[MIX]:
        set_lines(x, y, s, t, s_across, s_down, t_across, t_down, level + 1, lines[1])
    return AFFINE
