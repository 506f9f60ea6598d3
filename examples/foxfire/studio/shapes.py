"""Outlines as arrays of points: smooth curves through authored points, and the few primitives worth naming.

Every function returns a float64 array (n, 2) of points in the drawing's own units, y up. Closed outlines do not
repeat their first point.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import cos, pi, sin

import numpy as np
from numpy.typing import NDArray

from .arrays import Knot, Points

STEPS_PER_SEGMENT = 14


def closed(knots: Sequence[Knot]) -> Points:
    """A closed curve through `knots` (a Catmull-Rom spline whose tangents shrink at knots marked as corners)."""
    positions, smooth = _split(knots)
    before, after = np.roll(positions, 1, axis=0), np.roll(positions, -1, axis=0)
    return _spline(positions, _tangents(before, positions, after, smooth), wrap=True)


def open_curve(knots: Sequence[Knot]) -> Points:
    """An open curve through `knots`, from the first to the last."""
    positions, smooth = _split(knots)
    before = np.vstack([2 * positions[:1] - positions[1:2], positions[:-1]])
    after = np.vstack([positions[1:], 2 * positions[-1:] - positions[-2:-1]])
    return _spline(positions, _tangents(before, positions, after, smooth), wrap=False)


def ellipse(x: float, y: float, rx: float, ry: float, turn_deg: float = 0.0, power: float = 2.0) -> Points:
    """An ellipse; `power` above 2 squares its shoulders (a superellipse)."""
    t = np.linspace(0.0, 2 * pi, 96, endpoint=False)
    px = np.sign(np.cos(t)) * np.abs(np.cos(t)) ** (2 / power) * rx
    py = np.sign(np.sin(t)) * np.abs(np.sin(t)) ** (2 / power) * ry
    return moved(turned(np.stack([px, py], axis=1), turn_deg), x, y)


def box(x0: float, y0: float, x1: float, y1: float, radius: float = 0.0) -> Points:
    """An upright rectangle with rounded corners."""
    if radius <= 0.0:
        return np.array([(x0, y0), (x1, y0), (x1, y1), (x0, y1)])
    left, right, bottom, top = x0 + radius, x1 - radius, y0 + radius, y1 - radius
    corners = ((right, bottom, -90.0), (right, top, 0.0), (left, top, 90.0), (left, bottom, 180.0))
    angles = np.radians(np.linspace(0, 90, 10))
    arcs = [
        np.stack([cx + radius * np.cos(angles + start * pi / 180), cy + radius * np.sin(angles + start * pi / 180)], 1)
        for cx, cy, start in corners
    ]
    return np.concatenate(arcs)


def ribbon(knots: Sequence[Knot], widths: Sequence[float], round_ends: bool = True) -> Points:
    """The outline of a stroke along a smooth curve whose full width runs through `widths`, spread evenly over it."""
    spine = open_curve(knots)
    along = arc_lengths(spine)
    half = 0.5 * np.interp(along / along[-1], np.linspace(0, 1, len(widths)), widths)
    normals = _normals(spine)
    left, right = spine + normals * half[:, None], spine - normals * half[:, None]
    if not round_ends:
        return np.concatenate([left, right[::-1]])
    return np.concatenate([left, _cap(spine, half, -1), right[::-1], _cap(spine, half, 0)])


def leaf(x: float, y: float, length: float, width: float, turn_deg: float) -> Points:
    """A pointed leaf that starts at (x, y) and points along `turn_deg`."""
    shape = closed([(0, 0, 0.0), (0.35, 0.5), (0.7, 0.36), (1, 0, 0.0), (0.7, -0.36), (0.35, -0.5)])
    return moved(turned(shape * np.array((length, width)), turn_deg), x, y)


def turned(points: Points, degrees: float) -> Points:
    """`points` turned counterclockwise about the origin."""
    c, s = cos(degrees * pi / 180), sin(degrees * pi / 180)
    return np.asarray(points @ np.array([[c, s], [-s, c]]))


def moved(points: Points, x: float, y: float) -> Points:
    """`points` moved by (x, y)."""
    return np.asarray(points + np.array((x, y)))


def arc_lengths(points: Points) -> NDArray[np.float64]:
    """The distance travelled along `points` at each of them, from 0."""
    return np.concatenate([[0.0], np.cumsum(np.hypot(*np.diff(points, axis=0).T))])


def resampled(points: Points, count: int) -> Points:
    """`count` points spread evenly along an open polyline, ends included."""
    along = arc_lengths(points)
    at = np.linspace(0, along[-1], count)
    return np.stack([np.interp(at, along, points[:, 0]), np.interp(at, along, points[:, 1])], axis=1)


def _split(knots: Sequence[Knot]) -> tuple[Points, NDArray[np.float64]]:
    positions = np.array([(k[0], k[1]) for k in knots], dtype=np.float64)
    return positions, np.array([k[2] if len(k) == 3 else 1.0 for k in knots])


def _tangents(before: Points, at: Points, after: Points, smooth: NDArray[np.float64]) -> tuple[Points, Points]:
    """Arriving and leaving tangents, each scaled to its own side's length so that uneven knots do not overshoot."""
    chord = after - before
    length = np.maximum(np.hypot(*chord.T), 1e-9)[:, None]
    direction = chord / length * smooth[:, None]
    arriving = np.hypot(*(at - before).T)[:, None]
    leaving = np.hypot(*(after - at).T)[:, None]
    return direction * arriving, direction * leaving


def _spline(positions: Points, tangents: tuple[Points, Points], wrap: bool) -> Points:
    arriving, leaving = tangents
    t = np.linspace(0, 1, STEPS_PER_SEGMENT, endpoint=False)[:, None]
    h00, h10, h01, h11 = 2 * t**3 - 3 * t**2 + 1, t**3 - 2 * t**2 + t, -2 * t**3 + 3 * t**2, t**3 - t**2
    count = len(positions)
    pieces = []
    for i in range(count if wrap else count - 1):
        j = (i + 1) % count
        pieces.append(h00 * positions[i] + h10 * leaving[i] + h01 * positions[j] + h11 * arriving[j])
    return np.concatenate(pieces if wrap else [*pieces, positions[-1:]])


def _normals(points: Points) -> Points:
    direction = np.gradient(points, axis=0)
    direction /= np.maximum(np.hypot(*direction.T), 1e-9)[:, None]
    return np.stack([-direction[:, 1], direction[:, 0]], axis=1)


def _cap(spine: Points, half: NDArray[np.float64], end: int) -> Points:
    """A half circle round one end of a stroke, from its left side to its right (last end) or back (first end)."""
    normal = _normals(spine)[end]
    start = np.arctan2(normal[1], normal[0]) + (pi if end == 0 else 0)
    angles = start - np.linspace(0, pi, 12)[1:-1]
    return np.asarray(spine[end] + half[end] * np.array([(cos(a), sin(a)) for a in angles]))
