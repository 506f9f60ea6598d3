"""Which bones carry a mesh's vertices, and by how much."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from .arrays import Points
from .meshing import Triangles

Weights = NDArray[np.float64]
Segment = tuple[tuple[float, float], tuple[float, float]]
"""A bone in the setup pose, from its origin to its tip, in skeleton units."""

Bend = tuple[float, float]
"""The least and the greatest turn of a bone against the one before it on its chain, in degrees."""


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


def unfolded(
    points: Points, triangles: Triangles, chain: Sequence[Segment], weights: Weights, bends: Sequence[Bend]
) -> Weights:
    """`weights` changed as little as keeps every triangle from turning over while `chain` bends within `bends`.

    The inner side of a bent elbow folds over itself where the weight passes over too quickly, and light that is added
    there counts twice. The corners of a triangle that would fold draw nearer to their common mean, round after round:
    with one weight for all three it turns and shrinks, but never turns over. ValueError if it still folds.
    """
    least, share_of_the_way, rounds = 0.04, 0.2, 400
    turns = _turns_within(chain, bends)
    flat = _areas(points[:, 0] + 1j * points[:, 1], triangles)
    for _ in range(rounds):
        bent = [_areas(_bent(points, chain, weights, turn), triangles) for turn in turns]
        folding = triangles[np.min(bent / flat, axis=0) < least]
        if not len(folding):
            return weights
        step, uses = np.zeros_like(weights), np.zeros((len(weights), 1))
        for triangle in folding:
            step[triangle] += weights[triangle].mean(axis=0) - weights[triangle]
            uses[triangle] += 1
        weights = weights + share_of_the_way * step / np.maximum(uses, 1)
    raise ValueError(
        f"{len(folding)} triangles still fold after {rounds} rounds: the mesh bends too far for its length"
    )


def _turns_within(chain: Sequence[Segment], bends: Sequence[Bend], steps: int = 6) -> Weights:
    """Turns (poses, joints) from the setup pose, in degrees: all joints and each alone, in steps to both ends."""
    angles = np.array([np.degrees(np.arctan2(tip[1] - at[1], tip[0] - at[0])) for at, tip in chain])
    setup = (np.diff(angles) + 180) % 360 - 180
    joints = len(setup)
    patterns = np.unique(np.concatenate([np.ones((1, joints)), np.eye(joints)]), axis=0)
    ends = np.array(bends, dtype=np.float64).T - setup
    shares = np.arange(1, steps + 1) / steps
    return np.asarray((shares[:, None, None, None] * ends[None, :, None, :] * patterns[None, None]).reshape(-1, joints))


def _bent(points: Points, chain: Sequence[Segment], weights: Weights, turns: Weights) -> NDArray[np.complex128]:
    """Where the points are, as x + iy, when each bone after the first turns by one of `turns` about its origin."""
    at = points[:, 0] + 1j * points[:, 1]
    total = weights[:, 0] * at
    turn, shift = 1 + 0j, 0j
    for index, degrees in enumerate(turns.tolist(), start=1):
        joint = complex(*chain[index][0])
        own = complex(np.exp(1j * np.radians(degrees)))
        turn, shift = turn * own, turn * (joint - own * joint) + shift
        total = total + weights[:, index] * (turn * at + shift)
    return np.asarray(total)


def _areas(at: NDArray[np.complex128], triangles: Triangles) -> Weights:
    """Twice the signed area of each triangle."""
    a, b, c = at[triangles].T
    return np.asarray(((b - a).conj() * (c - a)).imag)


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
