"""Kernels: any polygon, however it crosses itself, or the outside of one, as trapezoids with horizontal parallels.

Between two neighbouring heights at which edges begin, end or cross, the edges stand in one order, and the winding
number says which gaps between them are inside. A trapezoid goes on upwards as long as the same two edges bound it.

Heights are rounded to a grid of a billionth of the polygon's, else those that differ in their last bits only would make
trapezoids without a thickness, whose snapped corners overlap.
"""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import NDArray

from rigbyscene.jit import kernel

# columns of an edge
_X0 = 0  # lower end
_Y0 = 1
_X1 = 2  # upper end
_Y1 = 3
_WINDING = 4  # 1 if the polygon runs up along it, -1 down, 0 for the sides of the bounds
_EDGE_COLUMNS = 5

# columns of a trapezoid
_LOW = 0
_HIGH = 1
_LEFT_EDGE = 2
_RIGHT_EDGE = 3
_LOW_LEFT = 4
_LOW_RIGHT = 5
_HIGH_LEFT = 6
_HIGH_RIGHT = 7
_SHAPE_COLUMNS = 8

_GRID = 1.0 / (1 << 30)


@kernel(inner=True)
def cut_into_slabs(
    ring: NDArray[np.float64],
    count: int,
    inverse: bool,
    bounds: NDArray[np.float64],
    piece_xy: NDArray[np.float64],
    piece_start: NDArray[np.int64],
) -> int:
    """As `rigbyscene.draw.decompose.decompose` for `ring`, `count` vertices, none repeated, whose heights are rounded.

    A trapezoid gets its neighbours' corners on its horizontal sides as vertices too, so that pieces share whole edges.
    """
    lowest = highest = ring[0, 1] if count else 0.0
    for i in range(count):
        lowest, highest = min(lowest, ring[i, 1]), max(highest, ring[i, 1])
    grid = (highest - lowest) * _GRID
    for i in range(count):
        ring[i, 1] = lowest + _rounded(ring[i, 1] - lowest, grid)
    edges = np.empty((count + 2, _EDGE_COLUMNS))
    edge_count = _list_edges(ring, count, inverse, bounds, edges)
    heights = np.empty(2 * edge_count + edge_count * edge_count // 2 + 1)
    height_count = _list_heights(edges, edge_count, lowest, grid, heights)
    order = np.empty(edge_count, np.int64)
    keys = np.empty(edge_count)
    shapes = np.empty((len(piece_start), _SHAPE_COLUMNS))
    made = 0
    for h in range(height_count - 1):
        low, high = heights[h], heights[h + 1]
        middle = low + 0.5 * (high - low)
        if not low < middle < high:
            continue
        active = 0
        for e in range(edge_count):
            if edges[e, _Y0] <= low and edges[e, _Y1] >= high:
                at = _x_at(edges, e, middle)
                n = active
                while n > 0 and keys[n - 1] > at:
                    keys[n] = keys[n - 1]
                    order[n] = order[n - 1]
                    n -= 1
                keys[n] = at
                order[n] = e
                active += 1
        winding = 0.0
        begun = -1
        for n in range(active):
            e = order[n]
            winding += edges[e, _WINDING]
            inside = (winding == 0 and n < active - 1) if inverse else winding != 0
            if inside and begun < 0:
                begun = e
            elif begun >= 0 and not inside:
                made = _add_slab(shapes, made, edges, begun, e, low, high)
                if made < 0:
                    return -1
                begun = -1
    return _write_pieces(shapes, made, piece_xy, piece_start)


@kernel(inner=True)
def _list_edges(
    ring: NDArray[np.float64], count: int, inverse: bool, bounds: NDArray[np.float64], edges: NDArray[np.float64]
) -> int:
    """The edges that are not level, and for the outside two more: the sides of bounds that hold the polygon, too."""
    made = 0
    for i in range(count):
        j = i + 1 if i + 1 < count else 0
        if ring[i, 1] == ring[j, 1]:
            continue
        up = ring[i, 1] < ring[j, 1]
        low, high = (i, j) if up else (j, i)
        edges[made, _X0], edges[made, _Y0] = ring[low, 0], ring[low, 1]
        edges[made, _X1], edges[made, _Y1] = ring[high, 0], ring[high, 1]
        edges[made, _WINDING] = 1.0 if up else -1.0
        made += 1
    if inverse:
        x0, y0, x1, y1 = bounds[0], bounds[1], bounds[2], bounds[3]
        for i in range(count):
            # a margin, so that no edge lies on a side
            x0, x1 = min(x0, ring[i, 0] - 1), max(x1, ring[i, 0] + 1)
            y0, y1 = min(y0, ring[i, 1] - 1), max(y1, ring[i, 1] + 1)
        for side in range(2):
            edges[made, _X0] = edges[made, _X1] = x1 if side else x0
            edges[made, _Y0], edges[made, _Y1] = y0, y1
            edges[made, _WINDING] = 0.0
            made += 1
    return made


@kernel(inner=True)
def _list_heights(
    edges: NDArray[np.float64], count: int, lowest: float, grid: float, heights: NDArray[np.float64]
) -> int:
    """All heights at which edges begin, end or cross one another, sorted; returns how many."""
    n = 0
    for i in range(count):
        heights[n] = edges[i, _Y0]
        heights[n + 1] = edges[i, _Y1]
        n += 2
        ux, uy = edges[i, _X1] - edges[i, _X0], edges[i, _Y1] - edges[i, _Y0]
        for j in range(i):
            vx, vy = edges[j, _X1] - edges[j, _X0], edges[j, _Y1] - edges[j, _Y0]
            wx, wy = edges[j, _X0] - edges[i, _X0], edges[j, _Y0] - edges[i, _Y0]
            turn = ux * vy - uy * vx
            if turn != 0:
                mine = (wx * vy - wy * vx) / turn
                theirs = (wx * uy - wy * ux) / turn
                if 0 < mine < 1 and 0 < theirs < 1:
                    heights[n] = lowest + _rounded(edges[i, _Y0] + mine * uy - lowest, grid)
                    n += 1
    # few enough that sorting by insertion compiles and runs faster than a library's sort
    for i in range(1, n):
        height = heights[i]
        k = i
        while k > 0 and heights[k - 1] > height:
            heights[k] = heights[k - 1]
            k -= 1
        heights[k] = height
    return n


@kernel(inner=True)
def _rounded(value: float, grid: float) -> float:
    return math.floor(value / grid + 0.5) * grid


@kernel(inner=True)
def _x_at(edges: NDArray[np.float64], e: int, y: float) -> float:
    """Where edge `e` is at height `y`; at its ends exactly its vertices."""
    if y <= edges[e, _Y0]:
        return edges[e, _X0]
    if y >= edges[e, _Y1]:
        return edges[e, _X1]
    share = (y - edges[e, _Y0]) / (edges[e, _Y1] - edges[e, _Y0])
    return edges[e, _X0] + share * (edges[e, _X1] - edges[e, _X0])


@kernel(inner=True)
def _add_slab(
    shapes: NDArray[np.float64],
    made: int,
    edges: NDArray[np.float64],
    left: int,
    right: int,
    low: float,
    high: float,
) -> int:
    """Add the gap between two edges, or let the trapezoid below it grow; returns how many there are, -1 if too many."""
    at = made
    for k in range(made):
        if shapes[k, _HIGH] == low and shapes[k, _LEFT_EDGE] == left and shapes[k, _RIGHT_EDGE] == right:
            at = k
    if at == len(shapes):
        return -1
    if at == made:
        shapes[at, _LOW], shapes[at, _LEFT_EDGE], shapes[at, _RIGHT_EDGE] = low, left, right
        shapes[at, _LOW_LEFT], shapes[at, _LOW_RIGHT] = _x_at(edges, left, low), _x_at(edges, right, low)
        made += 1
    shapes[at, _HIGH] = high
    shapes[at, _HIGH_LEFT], shapes[at, _HIGH_RIGHT] = _x_at(edges, left, high), _x_at(edges, right, high)
    return made


@kernel(inner=True)
def _write_pieces(
    shapes: NDArray[np.float64], made: int, piece_xy: NDArray[np.float64], piece_start: NDArray[np.int64]
) -> int:
    """Write the trapezoids with all corners that lie on their parallels; returns how many, -1 if there is no room."""
    if made >= len(piece_start):
        return -1
    at = 0
    piece_start[0] = 0
    for k in range(made):
        # along the lower parallel to the right, along the upper one back
        for side in range(2):
            y = shapes[k, _LOW + side]
            # where edges cross, rounding may have changed left and right
            left = min(shapes[k, _LOW_LEFT + 2 * side], shapes[k, _LOW_RIGHT + 2 * side])
            right = max(shapes[k, _LOW_LEFT + 2 * side], shapes[k, _LOW_RIGHT + 2 * side])
            first = at
            for other in range(made):
                for corner in range(4):
                    x = shapes[other, _LOW_LEFT + corner]
                    if shapes[other, _LOW + corner // 2] != y or x < left or x > right:
                        continue
                    n = first
                    while n < at and (piece_xy[n, 0] < x if side == 0 else piece_xy[n, 0] > x):
                        n += 1
                    if n < at and piece_xy[n, 0] == x:
                        continue
                    if at == len(piece_xy):
                        return -1
                    for m in range(at, n, -1):
                        piece_xy[m, 0] = piece_xy[m - 1, 0]
                        piece_xy[m, 1] = piece_xy[m - 1, 1]
                    piece_xy[n, 0] = x
                    piece_xy[n, 1] = y
                    at += 1
        piece_start[k + 1] = at
    return made
