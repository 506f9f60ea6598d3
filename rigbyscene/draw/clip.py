"""Kernels that cut textured triangles to the convex pieces of a clipping polygon (`rigbyscene.draw.decompose`).

Every new vertex is either a triangle's, a piece's, or where an edge of one crosses an edge of the other, computed from
those four ends in an order that depends on their coordinates alone. Pieces that meet along an edge, and triangles that
do, therefore get the same vertices there, bit for bit, and the fill rule leaves no seam.
"""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import NDArray

from rigbyscene.jit import kernel

OUTSIDE = 0
INSIDE = 1
CUT = 2

# columns of a corner: place, then texel
_X = 0
_Y = 1
_S = 2
_CORNER_COLUMNS = 4

_FLAT = 1e-9
"""A corner that turns by less than this share of the shape's size squared counts as straight."""


@kernel
def classify_vertices(
    xy: NDArray[np.float64],
    first: int,
    count: int,
    piece_xy: NDArray[np.float64],
    piece_start: NDArray[np.int64],
    piece_count: int,
) -> int:
    """What clipping does to a shape spanned by `count` vertices from `first` on: OUTSIDE, INSIDE or CUT.

    OUTSIDE: nothing of it is left, for no piece reaches its bounding box. INSIDE: all of it is, for one piece holds all
    its vertices; it can be drawn as it is. CUT: `clip_triangles` must tell.
    """
    x0 = y0 = np.inf
    x1 = y1 = -np.inf
    for v in range(first, first + count):
        # in this order what is not a number changes nothing
        x0, x1 = min(x0, xy[v, 0]), max(x1, xy[v, 0])
        y0, y1 = min(y0, xy[v, 1]), max(y1, xy[v, 1])
    found = OUTSIDE
    for k in range(piece_count):
        start, end = piece_start[k], piece_start[k + 1]
        if not _boxes_meet(piece_xy, start, end, x0, y0, x1, y1):
            continue
        found = CUT
        holds = True
        for i in range(start, end):
            j = i + 1 if i + 1 < end else start
            for v in range(first, first + count):
                if not _side(piece_xy[i, 0], piece_xy[i, 1], piece_xy[j, 0], piece_xy[j, 1], xy[v, 0], xy[v, 1]) >= 0:
                    holds = False
                    break
            if not holds:
                break
        if holds:
            return INSIDE
    return found


@kernel
def clip_triangles(
    xy: NDArray[np.float64],
    texels: NDArray[np.float64],
    triangles: NDArray[np.int32],
    first: int,
    count: int,
    piece_xy: NDArray[np.float64],
    piece_start: NDArray[np.int64],
    piece_count: int,
    out_xy: NDArray[np.float64],
    out_texels: NDArray[np.float64],
    out_triangles: NDArray[np.int32],
    vertex_at: int,
    triangle_at: int,
) -> tuple[int, int]:
    """Append what of ``triangles[first : first + count]`` lies in the pieces; returns the ends (vertices, triangles).

    New vertices go to `out_xy` and `out_texels` from row `vertex_at` on, new triangles, naming those vertices by row,
    to `out_triangles` from `triangle_at` on. If an end returned is beyond its array, nothing was written past it: give
    it at least that many rows and call again. Either winding is cut and comes out counterclockwise (y up); triangles
    without area or with coordinates that are not finite are dropped. The output arrays may be the input ones if they
    are written behind what is read.
    """
    longest = 0
    for k in range(piece_count):
        longest = max(longest, piece_start[k + 1] - piece_start[k])
    # a cut by one side adds at most one corner
    shapes = np.empty((2, longest + 4, _CORNER_COLUMNS))
    origins = np.empty((2, longest + 4), np.int64)
    corners = np.empty((3, _CORNER_COLUMNS))
    for t in range(first, first + count):
        if not _take_corners(xy, texels, triangles, t, corners):
            continue
        x0 = min(corners[0, _X], min(corners[1, _X], corners[2, _X]))
        x1 = max(corners[0, _X], max(corners[1, _X], corners[2, _X]))
        y0 = min(corners[0, _Y], min(corners[1, _Y], corners[2, _Y]))
        y1 = max(corners[0, _Y], max(corners[1, _Y], corners[2, _Y]))
        for k in range(piece_count):
            start, end = piece_start[k], piece_start[k + 1]
            if not _boxes_meet(piece_xy, start, end, x0, y0, x1, y1):
                continue
            size = _clip_piece(corners, piece_xy, start, end, shapes, origins)
            if size >= 3:
                vertex_at, triangle_at = _append(
                    shapes, size, out_xy, out_texels, out_triangles, vertex_at, triangle_at
                )
    return vertex_at, triangle_at


@kernel(inner=True)
def _boxes_meet(
    piece_xy: NDArray[np.float64], start: int, end: int, x0: float, y0: float, x1: float, y1: float
) -> bool:
    left = bottom = np.inf
    right = top = -np.inf
    for i in range(start, end):
        left, right = min(left, piece_xy[i, 0]), max(right, piece_xy[i, 0])
        bottom, top = min(bottom, piece_xy[i, 1]), max(top, piece_xy[i, 1])
    return left < x1 and right > x0 and bottom < y1 and top > y0


@kernel(inner=True)
def _side(ax: float, ay: float, bx: float, by: float, x: float, y: float) -> float:
    """Positive if (x, y) is left of the way from a to b (y up). From b to a it is the same number negated, exactly."""
    if ax < bx or (ax == bx and ay < by):
        return (bx - ax) * (y - ay) - (by - ay) * (x - ax)
    return -((ax - bx) * (y - by) - (ay - by) * (x - bx))


@kernel(inner=True)
def _take_corners(
    xy: NDArray[np.float64],
    texels: NDArray[np.float64],
    triangles: NDArray[np.int32],
    t: int,
    corners: NDArray[np.float64],
) -> bool:
    """Copy the corners of triangle `t` counterclockwise; False if it has no area or is not finite."""
    finite = True
    for i in range(3):
        for k in range(2):
            corners[i, _X + k] = xy[triangles[t, i], k]
            corners[i, _S + k] = texels[triangles[t, i], k]
            finite &= math.isfinite(corners[i, _X + k]) and math.isfinite(corners[i, _S + k])
    ux, uy = corners[1, _X] - corners[0, _X], corners[1, _Y] - corners[0, _Y]
    turn = ux * (corners[2, _Y] - corners[0, _Y]) - uy * (corners[2, _X] - corners[0, _X])
    if turn < 0:
        for k in range(_CORNER_COLUMNS):
            corners[1, k], corners[2, k] = corners[2, k], corners[1, k]
    return finite and turn != 0


@kernel(inner=True)
def _clip_piece(
    corners: NDArray[np.float64],
    piece_xy: NDArray[np.float64],
    start: int,
    end: int,
    shapes: NDArray[np.float64],
    origins: NDArray[np.int64],
) -> int:
    """Cut a piece by the triangle's three sides; the result is in ``shapes[1]``, its number of corners returned.

    ``origins[., i]`` says where the side from corner i to the next comes from: a side of the piece, or -1 - a side of
    the triangle (side k runs from corner k to the next).
    """
    ux, uy = corners[1, _X] - corners[0, _X], corners[1, _Y] - corners[0, _Y]
    vx, vy = corners[2, _X] - corners[0, _X], corners[2, _Y] - corners[0, _Y]
    area = ux * vy - uy * vx
    size = end - start
    for i in range(size):
        x, y = piece_xy[start + i, 0], piece_xy[start + i, 1]
        shapes[0, i, _X], shapes[0, i, _Y] = x, y
        p = ((x - corners[0, _X]) * vy - (y - corners[0, _Y]) * vx) / area
        q = ((y - corners[0, _Y]) * ux - (x - corners[0, _X]) * uy) / area
        for k in range(_S, _CORNER_COLUMNS):
            here = corners[0, k]
            shapes[0, i, k] = here + p * (corners[1, k] - here) + q * (corners[2, k] - here)
        origins[0, i] = i
    for side in range(3):
        old = side % 2
        new = 1 - old
        px, py = corners[side, _X], corners[side, _Y]
        qx, qy = corners[(side + 1) % 3, _X], corners[(side + 1) % 3, _Y]
        made = 0
        here = _side(px, py, qx, qy, shapes[old, 0, _X], shapes[old, 0, _Y]) if size > 0 else 0.0
        for i in range(size):
            j = (i + 1) % size
            there = _side(px, py, qx, qy, shapes[old, j, _X], shapes[old, j, _Y])
            origin = origins[old, i]
            if here >= 0:
                for k in range(_CORNER_COLUMNS):
                    shapes[new, made, k] = shapes[old, i, k]
                # from a corner on the side itself the way out runs along that side
                origins[new, made] = -1 - side if here == 0 and there < 0 else origin
                made += 1
            if (here > 0 and there < 0) or (here < 0 and there > 0):
                if origin < 0:
                    # where two sides of the triangle meet is a corner of it
                    meeting = side if -1 - origin == (side + 2) % 3 else -1 - origin
                    for k in range(_CORNER_COLUMNS):
                        shapes[new, made, k] = corners[meeting, k]
                else:
                    a = start + origin
                    b = a + 1 if a + 1 < end else start
                    _cross(corners, side, piece_xy, a, b, shapes, new, made)
                origins[new, made] = -1 - side if here > 0 else origin
                made += 1
            here = there
        size = made
    return size


@kernel(inner=True)
def _cross(
    corners: NDArray[np.float64],
    side: int,
    piece_xy: NDArray[np.float64],
    a: int,
    b: int,
    shapes: NDArray[np.float64],
    new: int,
    made: int,
) -> None:
    """Write the corner where the line through two vertices of a piece meets a side of the triangle.

    Always computed from the lesser end of that side (in x, then y): so the neighbour's triangle finds the same bits.
    """
    p = side
    q = (side + 1) % 3
    if corners[p, _X] > corners[q, _X] or (corners[p, _X] == corners[q, _X] and corners[p, _Y] > corners[q, _Y]):
        p, q = q, p
    ax, ay, bx, by = piece_xy[a, 0], piece_xy[a, 1], piece_xy[b, 0], piece_xy[b, 1]
    from_p = _side(ax, ay, bx, by, corners[p, _X], corners[p, _Y])
    from_q = _side(ax, ay, bx, by, corners[q, _X], corners[q, _Y])
    # parallel to the last bit, and so the same line: either end is on it
    share = from_p / (from_p - from_q) if from_p != from_q else 0.0
    for k in range(_CORNER_COLUMNS):
        shapes[new, made, k] = corners[p, k] + share * (corners[q, k] - corners[p, k])


@kernel(inner=True)
def _append(
    shapes: NDArray[np.float64],
    size: int,
    out_xy: NDArray[np.float64],
    out_texels: NDArray[np.float64],
    out_triangles: NDArray[np.int32],
    vertex_at: int,
    triangle_at: int,
) -> tuple[int, int]:
    """Append the convex shape ``shapes[1]`` as a fan: from its first corner, or its middle if it has straight corners.

    A straight corner is there because a neighbour has it; a fan from a corner beside it would leave it out.
    """
    reach = 0.0
    for k in range(_CORNER_COLUMNS):
        shapes[1, size, k] = 0.0
        for i in range(size):
            shapes[1, size, k] += shapes[1, i, k] / size
            if k <= _Y:
                reach = max(reach, abs(shapes[1, i, k] - shapes[1, 0, k]))
    straight = False
    for i in range(size):
        j = (i + 1) % size
        n = (i + 2) % size
        turn = _side(
            shapes[1, i, _X], shapes[1, i, _Y], shapes[1, j, _X], shapes[1, j, _Y], shapes[1, n, _X], shapes[1, n, _Y]
        )
        straight |= turn < _FLAT * reach * reach
    hub = int(straight and size > 3)
    vertices_end = vertex_at + size + hub
    triangles_end = triangle_at + size - 2 + 2 * hub
    if vertices_end <= len(out_xy) and triangles_end <= len(out_triangles):
        for i in range(size + hub):
            for k in range(2):
                out_xy[vertex_at + i, k] = shapes[1, i, _X + k]
                out_texels[vertex_at + i, k] = shapes[1, i, _S + k]
        for i in range(triangles_end - triangle_at):
            out_triangles[triangle_at + i, 0] = vertex_at + size * hub
            out_triangles[triangle_at + i, 1] = vertex_at + i + 1 - hub
            out_triangles[triangle_at + i, 2] = vertex_at + (i + 2 - hub) % size
    return vertices_end, triangles_end
