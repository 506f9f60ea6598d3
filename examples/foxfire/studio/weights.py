"""Which bones carry a mesh's vertices, and by how much."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from .arrays import Points

Weights = NDArray[np.float64]
Segment = tuple[tuple[float, float], tuple[float, float]]
"""A bone in the setup pose, from its origin to its tip, in skeleton units."""


def along_chain(points: Points, chain: Sequence[Segment]) -> Weights:
    """Weights (n, bones) for something that bends along `chain`: even at every joint, one bone's at its middle.

    A vertex belongs to the place on the chain that is nearest to it; between the middles of two neighbours the
    weight passes over in an S curve, which keeps tails and sleeves round.
    """
    count = len(chain)
    place = np.zeros(len(points))
    nearest = np.full(len(points), np.inf)
    for index, (start, end) in enumerate(chain):
        share, distance = _nearest(points, start, end)
        closer = distance < nearest - 1e-9
        place = np.where(closer, index + share, place)
        nearest = np.where(closer, distance, nearest)
    place = np.clip(place - 0.5, 0, count - 1)
    low = np.minimum(place.astype(int), count - 1)
    high = np.minimum(low + 1, count - 1)
    share = place - low
    share = share * share * (3 - 2 * share)
    weights = np.zeros((len(points), count))
    rows = np.arange(len(points))
    weights[rows, low] += 1 - share
    weights[rows, high] += share
    return weights


def by_distance(points: Points, bones: Sequence[Segment], sharpness: float = 3.0) -> Weights:
    """Weights (n, bones) that fall with the distance to each bone to the power of `sharpness`."""
    distances = np.stack([_nearest(points, start, end)[1] for start, end in bones], axis=1)
    strength = 1.0 / (distances + 1.0) ** sharpness
    return np.asarray(strength / strength.sum(axis=1, keepdims=True))


def tidied(weights: Weights, least: float = 0.03, most: int = 3) -> Weights:
    """At most `most` bones a vertex, none with less than `least`, sums of exactly 1 at three decimals."""
    kept = np.where(weights < least, 0.0, weights)
    order = np.argsort(-kept, axis=1)
    for rank in range(most, kept.shape[1]):
        kept[np.arange(len(kept)), order[:, rank]] = 0.0
    kept = np.round(kept / kept.sum(axis=1, keepdims=True), 3)
    kept[np.arange(len(kept)), order[:, 0]] += 1.0 - kept.sum(axis=1)
    return np.asarray(np.round(kept, 3))


def _nearest(points: Points, start: tuple[float, float], end: tuple[float, float]) -> tuple[Weights, Weights]:
    """How far along the segment (0..1) its point nearest to each of `points` lies, and the distance to it."""
    a, along = np.array(start), np.array(end) - np.array(start)
    square = max(float(along @ along), 1e-9)
    share = np.clip((points - a) @ along / square, 0.0, 1.0)
    distance = np.hypot(*(points - (a + share[:, None] * along)).T)
    return share, distance
