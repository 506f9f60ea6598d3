"""How large a stage is: the header's words, or what its setup pose draws."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from rigbyscene.model.skeleton import Skeleton
from rigbyscene.pose.layout import KIND, KIND_MESH, KIND_REGION, VERTEX_COUNT
from rigbyscene.pose.pose import Pose


class Bounds(NamedTuple):
    """A rectangle in stage units, y up."""

    x: float
    y: float
    width: float
    height: float

    @property
    def centre(self) -> tuple[float, float]:
        return self.x + self.width / 2, self.y + self.height / 2


def drawn_bounds(pose: Pose) -> Bounds | None:
    """The rectangle around everything that `pose` shows and that can be drawn; None where it shows nothing."""
    rig, arrays = pose.rig.arrays, pose.arrays
    corners = []
    for slot, attachment in enumerate(arrays.shown.tolist()):
        if attachment < 0 or not pose.outfit.arrays.slot_active[slot]:
            continue
        entry = rig.attachments[attachment]
        if entry[KIND] in (KIND_REGION, KIND_MESH):
            first = rig.slot_vertices[slot]
            corners.append(arrays.vertices[first : first + entry[VERTEX_COUNT]])
    if not corners:
        return None
    points = np.concatenate(corners)
    low, high = points.min(axis=0), points.max(axis=0)
    if not np.all(np.isfinite(high - low)):
        return None
    return Bounds(float(low[0]), float(low[1]), float(high[0] - low[0]), float(high[1] - low[1]))


def setup_bounds(stage: Skeleton, setup: Pose) -> Bounds:
    """The stage's setup bounds: the header's, or where its width or height is missing or 0, those of what is drawn.

    A stage that draws nothing gets one unit, so that there is a frame to divide by.
    """
    header = stage.header
    if header.width > 0.0 and header.height > 0.0:
        return Bounds(header.x, header.y, header.width, header.height)
    drawn = drawn_bounds(setup)
    if drawn is None or drawn.width <= 0.0 or drawn.height <= 0.0:
        return Bounds(-0.5, -0.5, 1.0, 1.0)
    return drawn
