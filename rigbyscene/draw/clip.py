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

# columns of a corner of the shape under work
_X = 0
_Y = 1
_S = 2
_T = 3
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

    New vertices go to `out_xy` and `out_texels` from row `vertex_at` on, new triangles, naming those vertices by row, to
    `out_triangles` from `triangle_at` on. If an end returned is beyond its array, nothing was written past it: give it
    at least that many rows and call again. Either winding is cut and comes out counterclockwise (y up); triangles
    without area or with coordinates that are not finite are dropped. The output arrays may be the input ones if they
    are written behind what is read.
    """
    longest = 0
    for k in range(piece_count):
        longest = max(longest, piece_start[k + 1] - piece_start[k])
    # a cut by one side adds at most one corner
    shape = np.empty((longest + 4, _CORNER_COLUMNS))
    origin = np.empty(longest + 4, np.int64)  # of the side from a corner to the next: piece side, or -1 - triangle side
    spare = np.empty((longest + 4, _CORNER_COLUMNS))
    spare_origin = np.empty(longest + 4, np.int64)
    corners = np.empty((3, _CORNER_COLUMNS))
    for t in range(first, first + count):
        if not _take_corners(xy, texels, triangles[t], corners):
            continue
        x0 = min(corners[0, _X], min(corners[1, _X], corners[2, _X]))
        x1 = max(corners[0, _X], max(corners[1, _X], corners[2, _X]))
        y0 = min(corners[0, _Y], min(corners[1, _Y], corners[2, _Y]))
        y1 = max(corners[0, _Y], max(corners[1, _Y], corners[2, _Y]))
        for k in range(piece_count):
            start, end = piece_start[k], piece_start[k + 1]
            if not _boxes_meet(piece_xy, start, end, x0, y0, x1, y1):
                continue
            size = end - start
            for i in range(size):
                shape[i, _X] = piece_xy[start + i, 0]
                shape[i, _Y] = piece_xy[start + i, 1]
                _texel_at(corners, shape[i])
                origin[i] = i
            for edge in range(3):
                size = _cut(corners, edge, piece_xy, start, end, shape, origin, size, spare, spare_origin)
                shape, spare = spare, shape
                origin, spare_origin = spare_origin, origin
            if size >= 3:
                vertex_at, triangle_at = _append(shape, size, out_xy, out_texels, out_triangles, vertex_at, triangle_at)
    return vertex_at, triangle_at


@kernel
def _boxes_meet(
    piece_xy: NDArray[np.float64], start: int, end: int, x0: float, y0: float, x1: float, y1: float
) -> bool:
    left = bottom = np.inf
    right = top = -np.inf
    for i in range(start, end):
        left, right = min(left, piece_xy[i, 0]), max(right, piece_xy[i, 0])
        bottom, top = min(bottom, piece_xy[i, 1]), max(top, piece_xy[i, 1])
    return left < x1 and right > x0 and bottom < y1 and top > y0


@kernel
def _side(ax: float, ay: float, bx: float, by: float, x: float, y: float) -> float:
    """Positive if (x, y) is left of the way from a to b (y up). From b to a it is the same number negated, exactly."""
    if ax < bx or (ax == bx and ay < by):
        return (bx - ax) * (y - ay) - (by - ay) * (x - ax)
    return -((ax - bx) * (y - by) - (ay - by) * (x - bx))


@kernel
def _take_corners(
    xy: NDArray[np.float64], texels: NDArray[np.float64], triangle: NDArray[np.int32], corners: NDArray[np.float64]
) -> bool:
    """Copy a triangle's corners counterclockwise; False if it has no area or is not finite."""
    for i in range(3):
        v = triangle[i]
        corners[i, _X], corners[i, _Y] = xy[v, 0], xy[v, 1]
        corners[i, _S], corners[i, _T] = texels[v, 0], texels[v, 1]
        for k in range(_CORNER_COLUMNS):
            if not math.isfinite(corners[i, k]):
                return False
    turn = _side(corners[0, _X], corners[0, _Y], corners[1, _X], corners[1, _Y], corners[2, _X], corners[2, _Y])
    if turn < 0:
        for k in range(_CORNER_COLUMNS):
            corners[1, k], corners[2, k] = corners[2, k], corners[1, k]
    return turn != 0


@kernel
def _texel_at(corners: NDArray[np.float64], point: NDArray[np.float64]) -> None:
    """Write the texel of a point of the triangle's plane."""
    ux, uy = corners[1, _X] - corners[0, _X], corners[1, _Y] - corners[0, _Y]
    vx, vy = corners[2, _X] - corners[0, _X], corners[2, _Y] - corners[0, _Y]
    dx, dy = point[_X] - corners[0, _X], point[_Y] - corners[0, _Y]
    area = ux * vy - uy * vx
    p = (dx * vy - dy * vx) / area
    q = (ux * dy - uy * dx) / area
    for k in range(_S, _T + 1):
        point[k] = corners[0, k] + p * (corners[1, k] - corners[0, k]) + q * (corners[2, k] - corners[0, k])


@kernel
def _cut(
    corners: NDArray[np.float64],
    edge: int,
    piece_xy: NDArray[np.float64],
    start: int,
    end: int,
    shape: NDArray[np.float64],
    origin: NDArray[np.int64],
    size: int,
    out: NDArray[np.float64],
    out_origin: NDArray[np.int64],
) -> int:
    """Write to `out` what of `shape` is on the inner side of the triangle's side `edge`; returns its corners."""
    p = edge
    q = edge + 1 if edge < 2 else 0
    made = 0
    for i in range(size):
        j = i + 1 if i + 1 < size else 0
        here = _side(corners[p, _X], corners[p, _Y], corners[q, _X], corners[q, _Y], shape[i, _X], shape[i, _Y])
        there = _side(corners[p, _X], corners[p, _Y], corners[q, _X], corners[q, _Y], shape[j, _X], shape[j, _Y])
        if here >= 0:
            for k in range(_CORNER_COLUMNS):
                out[made, k] = shape[i, k]
            # from a corner on the side itself the way out runs along that side
            out_origin[made] = -1 - edge if here == 0 and there < 0 else origin[i]
            made += 1
        if (here > 0 and there < 0) or (here < 0 and there > 0):
            if origin[i] < 0:
                _copy_shared_corner(corners, -1 - origin[i], edge, out[made])
            else:
                a = start + origin[i]
                b = a + 1 if a + 1 < end else start
                if not _cross(corners[p], corners[q], piece_xy[a], piece_xy[b], out[made]):
                    nearer = i if abs(here) < abs(there) else j
                    for k in range(_CORNER_COLUMNS):
                        out[made, k] = shape[nearer, k]
            out_origin[made] = -1 - edge if here > 0 else origin[i]
            made += 1
    return made


@kernel
def _copy_shared_corner(corners: NDArray[np.float64], side: int, other: int, out: NDArray[np.float64]) -> None:
    """Copy the corner where two sides of the triangle meet: side k runs from corner k to the next."""
    corner = side if side == (other + 1) % 3 else other
    for k in range(_CORNER_COLUMNS):
        out[k] = corners[corner, k]


@kernel
def _cross(
    p: NDArray[np.float64],
    q: NDArray[np.float64],
    a: NDArray[np.float64],
    b: NDArray[np.float64],
    out: NDArray[np.float64],
) -> bool:
    """Write the corner where line a b meets the triangle side p q; False, and nothing written, if they are parallel.

    Always computed from the lesser end of p q (in x, then y), so that the neighbour's triangle finds the same bits.
    """
    if p[_X] > q[_X] or (p[_X] == q[_X] and p[_Y] > q[_Y]):
        p, q = q, p
    from_p = _side(a[0], a[1], b[0], b[1], p[_X], p[_Y])
    from_q = _side(a[0], a[1], b[0], b[1], q[_X], q[_Y])
    if from_p == from_q:
        return False
    share = from_p / (from_p - from_q)
    for k in range(_CORNER_COLUMNS):
        out[k] = p[k] + share * (q[k] - p[k])
    return True


@kernel
def _append(
    shape: NDArray[np.float64],
    size: int,
    out_xy: NDArray[np.float64],
    out_texels: NDArray[np.float64],
    out_triangles: NDArray[np.int32],
    vertex_at: int,
    triangle_at: int,
) -> tuple[int, int]:
    """Append a convex shape as a fan: from its first corner, or from its middle if it has straight corners.

    A straight corner is there because a neighbour has it; a fan from a corner beside it would leave it out.
    """
    reach = 0.0
    middle = np.zeros(_CORNER_COLUMNS)
    for i in range(size):
        reach = max(reach, max(abs(shape[i, _X] - shape[0, _X]), abs(shape[i, _Y] - shape[0, _Y])))
        for k in range(_CORNER_COLUMNS):
            middle[k] += shape[i, k] / size
    straight = False
    for i in range(size):
        j = (i + 1) % size
        k = (i + 2) % size
        turn = _side(shape[i, _X], shape[i, _Y], shape[j, _X], shape[j, _Y], shape[k, _X], shape[k, _Y])
        if turn < _FLAT * reach * reach:
            straight = True
    hub = 1 if straight and size > 3 else 0
    vertices_end = vertex_at + size + hub
    triangles_end = triangle_at + (size if hub else size - 2)
    if vertices_end <= out_xy.shape[0] and vertices_end <= out_texels.shape[0]:
        for i in range(size + hub):
            corner = shape[i] if i < size else middle
            out_xy[vertex_at + i, 0], out_xy[vertex_at + i, 1] = corner[_X], corner[_Y]
            out_texels[vertex_at + i, 0], out_texels[vertex_at + i, 1] = corner[_S], corner[_T]
    if triangles_end <= out_triangles.shape[0]:
        for i in range(triangles_end - triangle_at):
            out_triangles[triangle_at + i, 0] = vertex_at + (size if hub else 0)
            out_triangles[triangle_at + i, 1] = vertex_at + (i if hub else i + 1)
            out_triangles[triangle_at + i, 2] = vertex_at + ((i + 1) % size if hub else i + 2)
    return vertices_end, triangles_end
