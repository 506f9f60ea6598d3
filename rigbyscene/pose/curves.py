"""Bezier curves between keys, solved exactly (specification, Keys and curves).

A segment's time runs 0 to 1 as ``x(s) = 3 p s (1-s)^2 + 3 q s^2 (1-s) + s^3``; its value is the cubic through v1, cy1,
cy2, v2 at the same s. Both are kept as polynomials in s, one row of `CUBIC_COLUMNS` numbers a segment and value.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from rigbyscene.jit import kernel

Floats = NDArray[np.float64]

CUBIC_COLUMNS = 7
KIND = 0
X1 = 1  # x(s) = s (X1 + s (X2 + s X3))
X2 = 2
X3 = 3
Y1 = 4  # value(s) = v1 + s (Y1 + s (Y2 + s Y3))
Y2 = 5
Y3 = 6

# its kinds
LINEAR = 0.0
STEPPED = 1.0
BEZIER = 2.0

LANE_BITS = 5
LANES = 1 << LANE_BITS
"""Curves that are solved side by side."""
BLOCK = 7 * LANES
"""Numbers that they take: a row of LANES for each of elapsed fraction, X1, X2, X3, s and its bracket."""
FRACTION, S, LOW, HIGH = 0, 4 * LANES, 5 * LANES, 6 * LANES
ROUNDS = 8
"""Steps taken side by side: real curves need 2 to 6, and what needs more is solved alone."""

TOLERANCE = 1e-14
"""How far x(s) may miss the elapsed fraction; 1e-14 of a segment is far below what a float64 time can say."""


def cubic_rows(t1: Floats, t2: Floats, v1: Floats, v2: Floats, handles: Floats) -> Floats:
    """The rows (n, CUBIC_COLUMNS) of n bezier segments with absolute `handles` (n, 4): cx1, cy1, cx2, cy2.

    t2 must be above t1.
    """
    with np.errstate(over="ignore", invalid="ignore"):  # absurd numbers give absurd curves, not warnings
        p = (handles[:, 0] - t1) / (t2 - t1)
        q = (handles[:, 2] - t1) / (t2 - t1)
        dy1, dy2, dv = handles[:, 1] - v1, handles[:, 3] - v1, v2 - v1
        x = (3 * p, 3 * q - 6 * p, 1 + 3 * p - 3 * q)
        y = (3 * dy1, 3 * dy2 - 6 * dy1, dv + 3 * dy1 - 3 * dy2)
    return np.stack([np.full(len(p), BEZIER), *x, *y], axis=1)


@kernel(inner=True)
def solve_parameter(x: float, x1: float, x2: float, x3: float) -> float:
    """The s in 0..1 with ``s (x1 + s (x2 + s x3)) = x``: Newton's steps, kept inside a shrinking bracket.

    Handles outside the segment's time make x(s) turn back; one of the solutions is found then.
    """
    low = 0.0
    high = 1.0
    s = x
    for _ in range(60):
        error = s * (x1 + s * (x2 + s * x3)) - x
        if -TOLERANCE < error < TOLERANCE:
            break
        if error < 0.0:
            low = s
        else:
            high = s
        slope = x1 + s * (2.0 * x2 + 3.0 * s * x3)
        if slope != 0.0:
            s -= error / slope
        if not (low < s < high):
            s = 0.5 * (low + high)
            if high - low < TOLERANCE:
                break
    return s


@kernel(inner=True)
def lane_of(curve: int) -> int:
    """Where curve number `curve` has its elapsed fraction among blocks of BLOCK; its other numbers are LANES apart."""
    return (curve >> LANE_BITS) * BLOCK + (curve & (LANES - 1))


@kernel(inner=True)
def solve_curves(curves: NDArray[np.float64], count: int) -> None:
    """`solve_parameter` for `count` curves side by side, to the same bits: without a branch, so that it vectorises.

    A step's division alone takes as long as all else here, and eight of them go at once where the processor can.
    `curves` is blocks of BLOCK numbers, see `lane_of`; reads the fraction and X1 to X3 of each, writes its S.
    """
    blocks = (count + LANES - 1) >> LANE_BITS
    for i in range(count, blocks << LANE_BITS):
        curves[lane_of(i)] = 0.0  # solved at once
    for block in range(blocks):
        part = curves[block * BLOCK : (block + 1) * BLOCK]
        for i in range(LANES):
            part[S + i] = part[FRACTION + i]
            part[LOW + i] = 0.0
            part[HIGH + i] = 1.0
        unsolved = 0
        for _ in range(ROUNDS):
            unsolved = 0
            for i in range(LANES):
                s = part[S + i]
                x1 = part[X1 * LANES + i]
                x2 = part[X2 * LANES + i]
                x3 = part[X3 * LANES + i]
                error = s * (x1 + s * (x2 + s * x3)) - part[FRACTION + i]
                low = s if error < 0.0 else part[LOW + i]
                high = part[HIGH + i] if error < 0.0 else s
                following = s - error / (x1 + s * (2.0 * x2 + 3.0 * s * x3))
                inside = (low < following) & (following < high)
                following = following if inside else 0.5 * (low + high)
                solved = abs(error) < TOLERANCE
                unsolved += 0 if solved else 1
                part[S + i] = s if solved else following
                part[LOW + i] = low
                part[HIGH + i] = high
            if unsolved == 0:
                break
        if unsolved > 0:
            for i in range(LANES):
                x1 = part[X1 * LANES + i]
                part[S + i] = solve_parameter(part[FRACTION + i], x1, part[X2 * LANES + i], part[X3 * LANES + i])


@kernel(inner=True)
def find_key(times: NDArray[np.float64], first: int, count: int, time: float) -> int:
    """The last of `count` keys from `first` on whose time is not after `time`; -1 before the first key.

    `time` comes with the tolerance for equal times already added.
    """
    if time < times[first]:
        return -1
    low = 0
    high = count
    while high - low > 1:
        middle = (low + high) >> 1
        if times[first + middle] <= time:
            low = middle
        else:
            high = middle
    return low
