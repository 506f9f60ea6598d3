"""Turns the slots of one posed skeleton into commands of a draw list: positions, texels, colours, masks resolved."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from rigbyscene.draw.clip import CUT, OUTSIDE
from rigbyscene.draw.drawlist import (
    BLEND,
    FIRST_TRIANGLE,
    FIRST_VERTEX,
    PICTURE,
    SHAPE,
    SHAPE_MESH,
    SHAPE_QUAD,
    SLOT,
    SOURCE,
    TRIANGLE_COUNT,
    VERTEX_COUNT,
)
from rigbyscene.draw.masks import (
    ACTIVE,
    COMMANDS,
    END,
    ENDING,
    TRIANGLES,
    VERTICES,
    ListArrays,
    Longs,
    MaskArrays,
    cut_to_mask,
    start_mask,
)
from rigbyscene.draw.parts import (
    FIRST_PICTURE,
    FIRST_UV,
    HEIGHT,
    LEFT,
    ORIGINAL_HEIGHT,
    ORIGINAL_WIDTH,
    TOP,
    WIDTH,
)
from rigbyscene.draw.parts import FIRST_TRIANGLE as PART_TRIANGLE
from rigbyscene.draw.parts import TRIANGLE_COUNT as PART_TRIANGLES
from rigbyscene.jit import kernel
from rigbyscene.pose.buffers import outfit_of, pose_of, rig_of
from rigbyscene.pose.layout import (
    KIND,
    KIND_CLIPPING,
    KIND_MESH,
    KIND_REGION,
    SETUP_PICTURE,
    SIZE_SLOT_VALUES,
    SLOT_STRIDE,
    Floats,
    Ints,
    OutfitArrays,
    PoseArrays,
    RigArrays,
)
from rigbyscene.pose.layout import VERTEX_COUNT as ATTACHMENT_VERTICES

# what emit_slots returns
DONE = 0
LIST_FULL = 1
MASK_FULL = 2


class PartArrays(NamedTuple):
    """`rigbyscene.draw.parts.Parts` and the metrics of all pictures."""

    table: Ints
    triangles: Ints
    uvs: Floats
    pictures: Ints
    colors: Floats
    blends: Ints
    metrics: Floats


@kernel(inner=True)
def emit_region(
    pose: PoseArrays, first: int, metrics: Floats, picture: int, placement: Floats, out: ListArrays
) -> None:
    """The trimmed rectangle of a region as a quad (atlas sheet, section 3): what was trimmed away is never drawn.

    `first` is where its four untrimmed corners lie in the pose's vertices, top-left first, clockwise.
    """
    vertex = out.counts[VERTICES]
    triangle = out.counts[TRIANGLES]
    original_width = metrics[picture, ORIGINAL_WIDTH]
    original_height = metrics[picture, ORIGINAL_HEIGHT]
    width = metrics[picture, WIDTH]
    height = metrics[picture, HEIGHT]
    x0 = pose.vertices[first, 0]
    y0 = pose.vertices[first, 1]
    ux = pose.vertices[first + 1, 0] - x0
    uy = pose.vertices[first + 1, 1] - y0
    vx = pose.vertices[first + 3, 0] - x0
    vy = pose.vertices[first + 3, 1] - y0
    for corner in range(4):
        p = width if corner == 1 or corner == 2 else 0.0
        q = height if corner >= 2 else 0.0
        u = (metrics[picture, LEFT] + p) / original_width
        v = (metrics[picture, TOP] + q) / original_height
        x = x0 + u * ux + v * vx
        y = y0 + u * uy + v * vy
        out.xy[vertex + corner, 0] = placement[0] * x + placement[2] * y + placement[4]
        out.xy[vertex + corner, 1] = placement[1] * x + placement[3] * y + placement[5]
        out.texels[vertex + corner, 0] = p
        out.texels[vertex + corner, 1] = q
    for half in range(2):
        out.triangles[triangle + half, 0] = vertex
        out.triangles[triangle + half, 1] = vertex + 1 + half
        out.triangles[triangle + half, 2] = vertex + 2 + half


@kernel(inner=True)
def emit_mesh(
    pose: PoseArrays,
    first: int,
    count: int,
    parts: PartArrays,
    attachment: int,
    picture: int,
    placement: Floats,
    out: ListArrays,
) -> None:
    """A mesh; its uvs run over the untrimmed image, so texels may lie outside what was packed."""
    vertex = out.counts[VERTICES]
    triangle = out.counts[TRIANGLES]
    uv = parts.table[attachment, FIRST_UV]
    for i in range(count):
        x = pose.vertices[first + i, 0]
        y = pose.vertices[first + i, 1]
        out.xy[vertex + i, 0] = placement[0] * x + placement[2] * y + placement[4]
        out.xy[vertex + i, 1] = placement[1] * x + placement[3] * y + placement[5]
        u = parts.uvs[uv + i, 0]
        v = parts.uvs[uv + i, 1]
        out.texels[vertex + i, 0] = u * parts.metrics[picture, ORIGINAL_WIDTH] - parts.metrics[picture, LEFT]
        out.texels[vertex + i, 1] = v * parts.metrics[picture, ORIGINAL_HEIGHT] - parts.metrics[picture, TOP]
    source = parts.table[attachment, PART_TRIANGLE]
    for t in range(parts.table[attachment, PART_TRIANGLES]):
        for k in range(3):
            out.triangles[triangle + t, k] = vertex + parts.triangles[source + t, k]


@kernel(inner=True)
def emit_colors(
    values: Floats, light: int, own: Floats, tint: Floats, colors: NDArray[np.float32], command: int
) -> bool:
    """Slot times attachment times tint, premultiplied; the tint's rgb colours the dark too, its alpha does not.

    `light` is where the slot's colours start in `values`. The dark is multiplied by the light alpha, like the light.
    Returns whether anything can be seen.
    """
    alpha = values[light + 3] * own[3] * tint[3]
    for k in range(3):
        colors[command, k] = values[light + k] * own[k] * tint[k] * alpha
        colors[command, 4 + k] = values[light + 4 + k] * tint[k] * alpha
    colors[command, 3] = alpha
    return alpha > 0.0


@kernel(inner=True)
def emit_attachment(
    rig: RigArrays,
    pose: PoseArrays,
    parts: PartArrays,
    slot: int,
    attachment: int,
    placement: Floats,
    tint: Floats,
    source: int,
    own: MaskArrays,
    outer: MaskArrays,
    out: ListArrays,
) -> int:
    """One command for a region or mesh, cut to the masks in force; LIST_FULL if there is no room."""
    number = pose.pictures[slot]
    if number < 0:
        number = rig.attachments[attachment, SETUP_PICTURE]
    picture = parts.pictures[parts.table[attachment, FIRST_PICTURE] + number]
    command = out.counts[COMMANDS]
    is_region = rig.attachments[attachment, KIND] == KIND_REGION
    # of one type from the start: numba compiles what they are handed to once for each
    vertices = np.int64(rig.attachments[attachment, ATTACHMENT_VERTICES])
    triangles = np.int64(2 if is_region else parts.table[attachment, PART_TRIANGLES])
    v0 = out.counts[VERTICES]
    t0 = out.counts[TRIANGLES]
    if command >= len(out.commands) or v0 + vertices > len(out.xy) or t0 + triangles > len(out.triangles):
        return LIST_FULL
    light = rig.sizes[SIZE_SLOT_VALUES] + slot * SLOT_STRIDE
    if picture < 0 or not emit_colors(pose.values, light, parts.colors[attachment], tint, out.colors, command):
        return DONE
    first = rig.slot_vertices[slot]
    if is_region:
        emit_region(pose, first, parts.metrics, picture, placement, out)
    else:
        emit_mesh(pose, first, vertices, parts, attachment, picture, placement, out)
    shape = SHAPE_QUAD if is_region else SHAPE_MESH
    for layer in range(2):
        mask = own if layer == 0 else outer
        if mask.state[ACTIVE] == 0:
            continue
        found = cut_to_mask(out, vertices, triangles, mask)
        if found < 0:
            return LIST_FULL
        if found == CUT:
            vertices = out.counts[VERTICES] - v0
            triangles = out.counts[TRIANGLES] - t0
            shape = SHAPE_MESH
            out.counts[VERTICES] = v0
            out.counts[TRIANGLES] = t0
        if found == OUTSIDE or triangles == 0:
            return DONE
    row = out.commands[command]
    row[PICTURE] = picture
    row[BLEND] = parts.blends[slot]
    row[FIRST_VERTEX] = v0
    row[VERTEX_COUNT] = vertices
    row[FIRST_TRIANGLE] = t0
    row[TRIANGLE_COUNT] = triangles
    row[SHAPE] = shape
    row[SOURCE] = source
    row[SLOT] = slot
    out.counts[VERTICES] = v0 + vertices
    out.counts[TRIANGLES] = t0 + triangles
    out.counts[COMMANDS] = command + 1
    return DONE


@kernel(inner=True)
def emit_slots(
    rig: RigArrays,
    outfit: OutfitArrays,
    pose: PoseArrays,
    parts: PartArrays,
    placement: Floats,
    tint: Floats,
    source: int,
    first_place: int,
    end_place: int,
    own: MaskArrays,
    outer: MaskArrays,
    out: ListArrays,
) -> int:
    """Commands for the places ``first_place .. end_place - 1`` of a skeleton's draw order.

    A clip covers what is drawn from its own slot to its end slot, both included, and is never ended by its own slot; a
    second clip while one is active is ignored. `own` holds it from call to call, `outer` is a mask around all.
    """
    for place in range(first_place, end_place):
        slot = pose.draw_order[place]
        if own.state[ACTIVE] == ENDING:
            own.state[ACTIVE] = 0
        attachment = pose.shown[slot]
        kind = -1
        if attachment >= 0 and outfit.slot_active[slot]:
            kind = rig.attachments[attachment, KIND]
        if kind == KIND_CLIPPING and own.state[ACTIVE] == 0:
            if not start_mask(rig, pose, slot, attachment, placement, own):
                return MASK_FULL
            continue
        if kind in (KIND_REGION, KIND_MESH):
            status = emit_attachment(rig, pose, parts, slot, attachment, placement, tint, source, own, outer, out)
            if status != DONE:
                return status
        if own.state[ACTIVE] != 0 and slot == own.state[END]:
            own.state[ACTIVE] = ENDING  # what stands on this slot is covered too
    return DONE


@kernel
def emit(
    rig_ints: Ints,
    rig_floats: Floats,
    outfit_ints: Ints,
    pose_ints: Ints,
    pose_floats: Floats,
    table: Ints,
    part_triangles: Ints,
    uvs: Floats,
    pictures: Ints,
    part_colors: Floats,
    blends: Ints,
    metrics: Floats,
    placement: Floats,
    tint: Floats,
    source: int,
    first_place: int,
    end_place: int,
    own_xy: Floats,
    own_starts: Longs,
    own_state: Longs,
    outer_xy: Floats,
    outer_starts: Longs,
    outer_state: Longs,
    xy: Floats,
    texels: Floats,
    triangles: Ints,
    commands: Ints,
    colors: NDArray[np.float32],
    counts: Longs,
) -> int:
    """`emit_slots` from plain arrays, which are what a call from Python hands over fastest."""
    return emit_slots(
        rig_of(rig_ints, rig_floats),
        outfit_of(outfit_ints),
        pose_of(pose_ints, pose_floats),
        PartArrays(table, part_triangles, uvs, pictures, part_colors, blends, metrics),
        placement,
        tint,
        source,
        first_place,
        end_place,
        MaskArrays(own_xy, own_starts, own_state),
        MaskArrays(outer_xy, outer_starts, outer_state),
        ListArrays(xy, texels, triangles, commands, colors, counts),
    )
