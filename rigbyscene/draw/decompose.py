"""Kernels: a clipping polygon cut into convex pieces that share whole edges, bit for bit.

A simple polygon, of either winding and concave or not, is cut along diagonals between its own vertices (ears first, then
pieces joined again across every diagonal that convexity does not need), so most become one to four pieces. A polygon
whose edges cross, and the outside of one (`inverse` clipping), is cut into trapezoids by `rigbyscene.draw.slabs`.
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

    Piece k is ``piece_xy[piece_start[k] : piece_start[k + 1]]``, counterclockwise where y is up. `inverse` cuts what lies
    outside the polygon, as far as `bounds` (x0, y0, x1, y1) at least; they are not looked at otherwise. Points inside
    are those with a winding number that is not 0. Repeated and collinear vertices and edges that touch are fine; fewer
    than three vertices, no area, or a number that is not finite give no pieces (inverse: the whole of the bounds).
    ``piece_xy`` of 3n rows and ``piece_start`` of n + 2 are enough unless edges cross or `inverse` is asked for; then
    grow both and call again.
    """
    ring = _cleaned(polygon)
    if inverse:
        return cut_into_slabs(ring, inverse, bounds, piece_xy, piece_start)
    count = ring.shape[0]
    if count < 3:
        piece_start[0] = 0
        return 0
    if _crosses_itself(ring):
        return cut_into_slabs(ring, inverse, bounds, piece_xy, piece_start)
    pieces = np.empty((count, count), np.int64)
    sizes = np.zeros(count, np.int64)
    diagonals = np.empty((count, 2), np.int64)
    made = _cut_ears(ring, pieces, sizes, diagonals)
    if made == 0:
        return cut_into_slabs(ring, inverse, bounds, piece_xy, piece_start)
    _join_pieces(ring, pieces, sizes, diagonals, made)
    at = 0
    kept = 0
    if piece_start.shape[0] < made + 1:
        return -1
    piece_start[0] = 0
    for k in range(made):
        if sizes[k] == 0:
            continue
        if at + sizes[k] > piece_xy.shape[0]:
            return -1
        for i in range(sizes[k]):
            piece_xy[at + i, 0] = ring[pieces[k, i], 0]
            piece_xy[at + i, 1] = ring[pieces[k, i], 1]
        at += sizes[k]
        kept += 1
        piece_start[kept] = at
    return kept


@kernel
def _turn(xy: NDArray[np.float64], a: int, b: int, c: int) -> float:
    """Twice the area of the triangle of three vertices, positive if counterclockwise (y up)."""
    return (xy[b, 0] - xy[a, 0]) * (xy[c, 1] - xy[a, 1]) - (xy[b, 1] - xy[a, 1]) * (xy[c, 0] - xy[a, 0])


@kernel
def _cleaned(polygon: NDArray[np.float64]) -> NDArray[np.float64]:
    """A copy, counterclockwise, without repeated or exactly collinear vertices; empty if not finite or without area."""
    ring = polygon.copy()
    count = ring.shape[0]
    for i in range(count):
        if not (math.isfinite(ring[i, 0]) and math.isfinite(ring[i, 1])):
            return ring[:0]
    i = 0
    settled = 0
    while count >= 3 and settled < count:
        before = (i + count - 1) % count
        after = (i + 1) % count
        if _turn(ring, before, i, after) == 0:
            for j in range(i, count - 1):
                ring[j, 0] = ring[j + 1, 0]
                ring[j, 1] = ring[j + 1, 1]
            count -= 1
            i = (i + count - 1) % count  # its removal may have made a spike of the one before
            settled = 0
        else:
            i = after
            settled += 1
    if count < 3:
        return ring[:0]
    area = 0.0
    for i in range(1, count - 1):
        area += (ring[i, 0] - ring[0, 0]) * (ring[i + 1, 1] - ring[0, 1])
        area -= (ring[i, 1] - ring[0, 1]) * (ring[i + 1, 0] - ring[0, 0])
    if area < 0:
        return ring[:count][::-1].copy()
    return ring[:count]


@kernel
def _crosses_itself(ring: NDArray[np.float64]) -> bool:
    """Whether two edges pass through each other; touching is not crossing."""
    count = ring.shape[0]
    for i in range(count):
        a = i
        b = (i + 1) % count
        for j in range(i + 2, count):
            c = j
            d = (j + 1) % count
            p, q = _turn(ring, a, b, c), _turn(ring, a, b, d)
            if (p > 0 and q < 0) or (p < 0 and q > 0):
                p, q = _turn(ring, c, d, a), _turn(ring, c, d, b)
                if (p > 0 and q < 0) or (p < 0 and q > 0):
                    return True
    return False


@kernel
def _cut_ears(
    ring: NDArray[np.float64], pieces: NDArray[np.int64], sizes: NDArray[np.int64], diagonals: NDArray[np.int64]
) -> int:
    """Cut triangles off until three vertices are left; returns how many, or 0 if that gets stuck.

    Triangle k > 0 hangs at ``diagonals[k - 1]`` (both vertices) on a later one.
    """
    count = ring.shape[0]
    after = np.empty(count, np.int64)
    before = np.empty(count, np.int64)
    for i in range(count):
        after[i] = (i + 1) % count
        before[i] = (i + count - 1) % count
    left = count
    made = 0
    here = after[0]
    while left > 3:
        found = False
        # where touching edges leave no clean ear, what merely touches one does not forbid it
        for strict in range(2):
            for _ in range(left):
                if _is_ear(ring, before, after, here, strict == 1):
                    found = True
                    break
                here = after[here]
            if found:
                break
        if not found:
            return 0
        a, c = before[here], after[here]
        pieces[made, 0] = a
        pieces[made, 1] = here
        pieces[made, 2] = c
        sizes[made] = 3
        diagonals[made, 0] = a
        diagonals[made, 1] = c
        made += 1
        after[a] = c
        before[c] = a
        left -= 1
        here = c
    pieces[made, 0] = before[here]
    pieces[made, 1] = here
    pieces[made, 2] = after[here]
    sizes[made] = 3
    return made + 1 if _turn(ring, before[here], here, after[here]) >= 0 else 0


@kernel
def _is_ear(
    ring: NDArray[np.float64], before: NDArray[np.int64], after: NDArray[np.int64], b: int, strict: bool
) -> bool:
    """Whether the triangle at `b` can be cut off: convex, and no vertex in it (`strict`: none strictly inside)."""
    a = before[b]
    c = after[b]
    if not _turn(ring, a, b, c) > 0:
        return False
    v = after[c]
    while v != a:
        p, q, r = _turn(ring, a, b, v), _turn(ring, b, c, v), _turn(ring, c, a, v)
        if strict:
            if p > 0 and q > 0 and r > 0:
                return False
        elif p >= 0 and q >= 0 and r >= 0:
            at_a = ring[v, 0] == ring[a, 0] and ring[v, 1] == ring[a, 1]
            at_c = ring[v, 0] == ring[c, 0] and ring[v, 1] == ring[c, 1]
            if not (at_a or at_c):
                return False
        v = after[v]
    return True


@kernel
def _join_pieces(
    ring: NDArray[np.float64],
    pieces: NDArray[np.int64],
    sizes: NDArray[np.int64],
    diagonals: NDArray[np.int64],
    made: int,
) -> None:
    """Join two pieces across a diagonal wherever the whole stays convex; the one that vanishes gets size 0."""
    joined = np.empty(ring.shape[0], np.int64)
    for k in range(made - 1):
        i, j = diagonals[k, 0], diagonals[k, 1]
        p = q = -1
        p_at = q_at = 0
        for n in range(made):
            for m in range(sizes[n]):
                following = pieces[n, m + 1 if m + 1 < sizes[n] else 0]
                if pieces[n, m] == i and following == j:
                    p, p_at = n, m
                elif pieces[n, m] == j and following == i:
                    q, q_at = n, m
        # from j round p to i, then what q has between i and j
        size = 0
        for m in range(sizes[p]):
            joined[size] = pieces[p, (p_at + 1 + m) % sizes[p]]
            size += 1
        for m in range(sizes[q] - 2):
            joined[size] = pieces[q, (q_at + 2 + m) % sizes[q]]
            size += 1
        at_i = sizes[p] - 1
        if _turn(ring, joined[at_i - 1], i, joined[at_i + 1]) >= 0 and _turn(ring, joined[size - 1], j, joined[1]) >= 0:
            for m in range(size):
                pieces[p, m] = joined[m]
            sizes[p] = size
            sizes[q] = 0
