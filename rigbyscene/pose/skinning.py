"""World positions of what slots show: regions' corners, meshes, clipping polygons, paths (specification, Drawing)."""

from __future__ import annotations

from rigbyscene.jit import kernel
from rigbyscene.pose.layout import (
    FIRST_ROW,
    FIRST_START,
    KIND,
    KIND_CLIPPING,
    KIND_PATH,
    VERTEX_COUNT,
    Floats,
    Ints,
    PoseArrays,
    RigArrays,
)


@kernel(inner=True, inline=True)
def unweighted_vertices(
    rows: Floats, first: int, count: int, world: Floats, bone: int, deforms: Floats, deform: int, out: Floats, at: int
) -> None:
    """The slot bone's matrix on position plus offset; `deform` is where the offsets start, below 0 without any."""
    a = world[bone, 0]
    b = world[bone, 1]
    c = world[bone, 2]
    d = world[bone, 3]
    tx = world[bone, 4]
    ty = world[bone, 5]
    for i in range(count):
        x = rows[first + i, 0]
        y = rows[first + i, 1]
        if deform >= 0:
            x += deforms[deform + 2 * i]
            y += deforms[deform + 2 * i + 1]
        out[at + i, 0] = a * x + c * y + tx
        out[at + i, 1] = b * x + d * y + ty


@kernel(inner=True, inline=True)
def weighted_vertices(
    rows: Floats,
    row_bones: Ints,
    row_weights: Floats,
    starts: Ints,
    start: int,
    first: int,
    count: int,
    world: Floats,
    deforms: Floats,
    deform: int,
    out: Floats,
    at: int,
) -> None:
    """The sum of ``weight * boneWorld(position + offset)`` over each vertex's entries."""
    row = first
    for i in range(count):
        px = 0.0
        py = 0.0
        end = first + starts[start + i + 1]
        while row < end:
            x = rows[row, 0]
            y = rows[row, 1]
            if deform >= 0:
                x += deforms[deform + 2 * (row - first)]
                y += deforms[deform + 2 * (row - first) + 1]
            bone = row_bones[row]
            weight = row_weights[row]
            px += (world[bone, 0] * x + world[bone, 2] * y + world[bone, 4]) * weight
            py += (world[bone, 1] * x + world[bone, 3] * y + world[bone, 5]) * weight
            row += 1
        out[at + i, 0] = px
        out[at + i, 1] = py


@kernel(inner=True)
def slot_vertices(rig: RigArrays, slot_active: Ints, pose: PoseArrays, only_slot: int) -> None:
    """World vertices of what slots show, each slot at its own place in `pose.vertices`, in the skeleton's space.

    `only_slot` ALL_SLOTS: of all that is drawn or masks; else of the path that this slot shows.
    """
    all_slots = only_slot < 0
    last_kind = KIND_CLIPPING if all_slots else KIND_PATH
    for slot in range(0 if all_slots else only_slot, len(pose.shown) if all_slots else only_slot + 1):
        attachment = pose.shown[slot]
        if attachment < 0 or slot_active[slot] == 0 or rig.attachments[attachment, KIND] > last_kind:
            continue
        first = rig.attachments[attachment, FIRST_ROW]
        count = rig.attachments[attachment, VERTEX_COUNT]
        deform = rig.slot_deforms[slot]
        if pose.deform_of[slot] != attachment:
            deform = ~deform
        at = rig.slot_vertices[slot]
        start = rig.attachments[attachment, FIRST_START]
        if start < 0:
            bone = rig.slot_bones[slot]
            unweighted_vertices(rig.rows, first, count, pose.world, bone, pose.deforms, deform, pose.vertices, at)
        else:
            weighted_vertices(
                rig.rows, rig.row_bones, rig.row_weights, rig.starts, start, first, count, pose.world, pose.deforms,
                deform, pose.vertices, at,
            )  # fmt: skip
