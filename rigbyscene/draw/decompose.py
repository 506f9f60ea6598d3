"""Kernels: a clipping polygon cut into convex pieces that share whole edges, bit for bit.

A simple polygon, of either winding and concave or not, is cut along diagonals between its own vertices (ears first,
then pieces joined again across every diagonal that convexity does not need): most become one to four pieces. A polygon
whose edges cross or touch, and the outside of one (`inverse` clipping), is cut into trapezoids by
`rigbyscene.draw.slabs`.
"""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import NDArray

from rigbyscene.draw.slabs import cut_into_slabs
from rigbyscene.jit import kernel


@kernel
def decompose(
    polygon: NDArray[np.float64],
    inverse: bool,
    bounds: NDArray[np.float64],
    piece_xy: NDArray[np.float64],
    piece_start: NDArray[np.int64],
) -> int:
    """Cut `polygon` float64 (n, 2) into convex pieces; returns their number, or -1 if the output arrays are too small.

    Piece k is ``piece_xy[piece_start[k] : piece_start[k + 1]]``, counterclockwise where y is up. `inverse` cuts what
    lies outside the polygon, as far as `bounds` (x0, y0, x1, y1) at least; they are not looked at otherwise. Points
    inside are those with a winding number that is not 0. Repeated and collinear vertices and edges that touch or cross
    are fine; fewer than three vertices, no area, or a number that is not finite give no pieces (inverse: the whole of
    the bounds). ``piece_xy`` of 3n rows and ``piece_start`` of n + 2 are enough for a simple polygon.
    """
    ring = np.empty((max(len(polygon), 1), 2))
    count = _clean(polygon, ring)
    pieces = np.empty((max(count, 1), max(count, 1)), np.int64)
    sizes = np.zeros(max(count, 1), np.int64)
    made = -1
    if not (inverse or _meets_itself(ring, count)):
        made = _cut_ears(ring, count, pieces, sizes)
    if made < 0:
        return cut_into_slabs(ring, count, inverse, bounds, piece_xy, piece_start)
    if len(piece_start) < made + 1:
        return -1
    at = kept = 0
    piece_start[0] = 0
    for k in range(made):
        if at + sizes[k] > len(piece_xy):
            return -1
        for i in range(sizes[k]):
            piece_xy[at, 0] = ring[pieces[k, i], 0]
            piece_xy[at, 1] = ring[pieces[k, i], 1]
            at += 1
        kept += sizes[k] > 0
        piece_start[kept] = at
    return kept


@kernel(inner=True)
def _turn(xy: NDArray[np.float64], a: int, b: int, c: int) -> float:
    """Twice the area of the triangle of three vertices, positive if counterclockwise (y up)."""
    return (xy[b, 0] - xy[a, 0]) * (xy[c, 1] - xy[a, 1]) - (xy[b, 1] - xy[a, 1]) * (xy[c, 0] - xy[a, 0])


@kernel(inner=True)
def _clean(polygon: NDArray[np.float64], ring: NDArray[np.float64]) -> int:
    """Copy counterclockwise, without repeated or exactly collinear vertices; returns how many are left.

    None if a number is not finite or fewer than three are left.
    """
    count = len(polygon)
    finite = True
    for i in range(count):
        for axis in range(2):
            ring[i, axis] = polygon[i, axis]
            finite &= math.isfinite(polygon[i, axis])
    i = settled = 0
    while finite and count >= 3 and settled < count:
        settled += 1
        if _turn(ring, (i + count - 1) % count, i, (i + 1) % count) == 0:
            count -= 1
            for j in range(i, count):
                ring[j, 0] = ring[j + 1, 0]
                ring[j, 1] = ring[j + 1, 1]
            settled = 0
            i -= 1  # its removal may have made a spike of the one before
        else:
            i += 1
        i = (i + count) % count
    if count < 3 or not finite:
        return 0
    area = 0.0
    for i in range(1, count - 1):
        area += _turn(ring, i - i, i, i + 1)
    for i in range(count // 2 if area < 0 else 0):
        for axis in range(2):
            ring[i, axis], ring[count - 1 - i, axis] = ring[count - 1 - i, axis], ring[i, axis]
    return count


@kernel(inner=True)
def _meets_itself(ring: NDArray[np.float64], count: int) -> bool:
    """Whether two edges that are not neighbours have a point in common."""
    for a in range(count):
        b = (a + 1) % count
        for c in range(a + 2, count - (a == 0)):
            d = (c + 1) % count
            apart = False
            for k in range(2):
                apart |= max(ring[a, k], ring[b, k]) < min(ring[c, k], ring[d, k])
                apart |= min(ring[a, k], ring[b, k]) > max(ring[c, k], ring[d, k])
            # products of opposite signs, of which 0 is none
            across = _turn(ring, a, b, c) * _turn(ring, a, b, d)
            if not apart and across <= 0 and _turn(ring, c, d, a) * _turn(ring, c, d, b) <= 0:
                return True
    return False


@kernel(inner=True)
def _cut_ears(ring: NDArray[np.float64], count: int, pieces: NDArray[np.int64], sizes: NDArray[np.int64]) -> int:
    """Cut triangles off until three vertices are left, and join them; returns their number, -1 if that gets stuck."""
    after = np.empty(count, np.int64)
    before = np.empty(count, np.int64)
    for i in range(count):
        after[i] = (i + 1) % count
        before[i] = (i + count - 1) % count
    made = here = 0
    for left in range(count, 2, -1):
        tries = 0
        # a simple polygon always has an ear, but for what rounding does to slivers
        while not _is_ear(ring, before, after, here):
            here = after[here]
            tries += 1
            if tries == left:
                return -1
        a, c = before[here], after[here]
        pieces[made, 0], pieces[made, 1], pieces[made, 2] = a, here, c
        sizes[made] = 3
        made += 1
        after[a] = c
        before[c] = a
        here = c
    _join_pieces(ring, pieces, sizes, made)
    return made


@kernel(inner=True)
def _is_ear(ring: NDArray[np.float64], before: NDArray[np.int64], after: NDArray[np.int64], b: int) -> bool:
    """Whether the triangle at `b` can be cut off: it turns left and holds no other vertex, not even on its sides."""
    a = before[b]
    c = after[b]
    free = _turn(ring, a, b, c) > 0
    v = after[c]
    while free and v != a:
        free = _turn(ring, a, b, v) < 0 or _turn(ring, b, c, v) < 0 or _turn(ring, c, a, v) < 0
        v = after[v]
    return free


@kernel(inner=True)
def _join_pieces(ring: NDArray[np.float64], pieces: NDArray[np.int64], sizes: NDArray[np.int64], made: int) -> None:
    """Join two pieces across a diagonal wherever the whole stays convex; the one that vanishes gets size 0.

    Piece k was cut off along the diagonal from its last vertex to its first; a later piece has the two side by side,
    and takes in what lies between them.
    """
    for k in range(made - 1):
        size = sizes[k]
        q = at = 0
        for n in range(k + 1, made):
            for m in range(sizes[n]):
                if pieces[n, m] == pieces[k, 0] and pieces[n, (m + 1) % sizes[n]] == pieces[k, size - 1]:
                    q, at = n, m
        total = sizes[q]
        before = pieces[q, (at + total - 1) % total]
        after = pieces[q, (at + 2) % total]
        if (
            _turn(ring, before, pieces[k, 0], pieces[k, 1]) >= 0
            and _turn(ring, pieces[k, size - 2], pieces[k, size - 1], after) >= 0
        ):
            for m in range(total - 1, at, -1):
                pieces[q, m + size - 2] = pieces[q, m]
            for m in range(1, size - 1):
                pieces[q, at + m] = pieces[k, m]
            sizes[q] = total + size - 2
            sizes[k] = 0
