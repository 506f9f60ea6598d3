"""Clipping attachments in force while a draw list is made: their convex pieces, and cutting what lies under them."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from rigbyscene.draw.clip import CUT, classify_vertices, clip_triangles
from rigbyscene.draw.decompose import decompose
from rigbyscene.jit import kernel
from rigbyscene.pose.layout import END_SLOT, FLAG_INVERSE, FLAGS, VERTEX_COUNT, Floats, Ints, PoseArrays, RigArrays

Longs = NDArray[np.int64]

FAR = 1e7
"""An inverse mask reaches this many units from the origin; a film of 16384 pixels at 1/600 scale ends there."""

# elements of a list's `counts`
VERTICES = 0
TRIANGLES = 1
COMMANDS = 2

# elements of a mask's `state`
PIECES = 0
ACTIVE = 1  # 0, 1 or ENDING
END = 2  # slot after which it ends, -1 never

ENDING = 2
"""In force until the next place of the draw order."""


class ListArrays(NamedTuple):
    """A draw list under construction; `counts` int64 (3,) says how much of each array is in use."""

    xy: Floats
    texels: Floats
    triangles: Ints
    commands: Ints
    colors: NDArray[np.float32]
    counts: Longs


class MaskArrays(NamedTuple):
    """The convex pieces of the clipping attachment in force; `state` int64 (3,)."""

    xy: Floats
    starts: Longs
    state: Longs


@kernel(inner=True)
def start_mask(
    rig: RigArrays, pose: PoseArrays, slot: int, attachment: int, placement: Floats, mask: MaskArrays
) -> bool:
    """Put the clipping attachment of `slot` in force; False if the mask's arrays are too small for its pieces."""
    first = rig.slot_vertices[slot]
    count = rig.attachments[attachment, VERTEX_COUNT]
    polygon = np.empty((count, 2))
    bounds = np.empty(4)
    bounds[0] = bounds[1] = -FAR
    bounds[2] = bounds[3] = FAR
    for i in range(count):
        x = pose.vertices[first + i, 0]
        y = pose.vertices[first + i, 1]
        polygon[i, 0] = placement[0] * x + placement[2] * y + placement[4]
        polygon[i, 1] = placement[1] * x + placement[3] * y + placement[5]
    inverse = rig.attachments[attachment, FLAGS] & FLAG_INVERSE != 0
    pieces = decompose(polygon, inverse, bounds, mask.xy, mask.starts)
    if pieces < 0:
        return False
    mask.state[PIECES] = pieces
    mask.state[ACTIVE] = 1
    end = rig.attachments[attachment, END_SLOT]
    mask.state[END] = end if end != slot else -1
    return True


@kernel(inner=True)
def cut_to_mask(out: ListArrays, vertices: int, triangles: int, mask: MaskArrays) -> int:
    """Cut the last `vertices` and `triangles` beyond the counts to `mask`; OUTSIDE, INSIDE or CUT, or -1 if full.

    After CUT the pieces stand where the whole stood and `out.counts` ends behind them; else `out` is as it was.
    """
    v0 = out.counts[VERTICES]
    t0 = out.counts[TRIANGLES]
    found = classify_vertices(out.xy, v0, vertices, mask.xy, mask.starts, mask.state[PIECES])
    if found != CUT:
        return found
    v1 = v0 + vertices
    t1 = t0 + triangles
    v2, t2 = clip_triangles(
        out.xy, out.texels, out.triangles, t0, triangles, mask.xy, mask.starts, mask.state[PIECES],
        out.xy, out.texels, out.triangles, v1, t1,
    )  # fmt: skip
    if v2 > len(out.xy) or t2 > len(out.triangles):
        return -1
    for v in range(v1, v2):
        for k in range(2):
            out.xy[v - vertices, k] = out.xy[v, k]
            out.texels[v - vertices, k] = out.texels[v, k]
    for t in range(t1, t2):
        for k in range(3):
            out.triangles[t - triangles, k] = out.triangles[t, k] - vertices
    out.counts[VERTICES] = v2 - vertices
    out.counts[TRIANGLES] = t2 - triangles
    return CUT
