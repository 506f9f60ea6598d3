"""World positions of what slots show: regions' corners, meshes, clipping polygons, paths (specification, Drawing)."""

from __future__ import annotations

from rigbyscene.jit import kernel
from rigbyscene.pose.layout import (
    FIRST_ROW,
    FIRST_START,
    KIND,
    KIND_CLIPPING,
    VERTEX_COUNT,
    Floats,
    Ints,
    PoseArrays,
    RigArrays,
)


@kernel(inner=True)
def attachment_vertices(rig: RigArrays, pose: PoseArrays, slot: int, attachment: int, out: Floats, at: int) -> None:
    """Write the vertices of `attachment` in `slot` to rows `at` .. of `out`, in the skeleton's space.

    Unweighted: the slot bone's matrix on position plus deform offset. Weighted: the sum of
    ``weight * boneWorld(position + offset)`` over the vertex's entries.
    """
    first = rig.attachments[attachment, FIRST_ROW]
    count = rig.attachments[attachment, VERTEX_COUNT]
    deformed = pose.deform_of[slot] == attachment
    deform = rig.slot_deforms[slot]
    world = pose.world
    starts = rig.attachments[attachment, FIRST_START]
    if starts < 0:
        bone = rig.slot_bones[slot]
        a = world[bone, 0]
        b = world[bone, 1]
        c = world[bone, 2]
        d = world[bone, 3]
        tx = world[bone, 4]
        ty = world[bone, 5]
        for i in range(count):
            x = rig.rows[first + i, 0]
            y = rig.rows[first + i, 1]
            if deformed:
                x += pose.deforms[deform + 2 * i]
                y += pose.deforms[deform + 2 * i + 1]
            out[at + i, 0] = a * x + c * y + tx
            out[at + i, 1] = b * x + d * y + ty
        return
    for i in range(count):
        px = 0.0
        py = 0.0
        for row in range(rig.starts[starts + i], rig.starts[starts + i + 1]):
            x = rig.rows[first + row, 0]
            y = rig.rows[first + row, 1]
            if deformed:
                x += pose.deforms[deform + 2 * row]
                y += pose.deforms[deform + 2 * row + 1]
            bone = rig.row_bones[first + row]
            weight = rig.row_weights[first + row]
            px += (world[bone, 0] * x + world[bone, 2] * y + world[bone, 4]) * weight
            py += (world[bone, 1] * x + world[bone, 3] * y + world[bone, 5]) * weight
        out[at + i, 0] = px
        out[at + i, 1] = py


@kernel(inner=True)
def all_vertices(rig: RigArrays, slot_active: Ints, pose: PoseArrays) -> None:
    """World vertices of all that is drawn or masks, each slot at its own place in `pose.vertices`."""
    for slot in range(len(pose.shown)):
        attachment = pose.shown[slot]
        if attachment >= 0 and slot_active[slot] and rig.attachments[attachment, KIND] <= KIND_CLIPPING:
            attachment_vertices(rig, pose, slot, attachment, pose.vertices, rig.slot_vertices[slot])
