"""The project's own crossfade: nothing jumps when a fade ends (scene semantics, section 3, ``crossfade="smooth"``).

The reference rule lets what only the outgoing clip keys hold until the fade ends. Here the incoming clip counts as
keying everything: what it does not key, it draws toward the setup pose with its own alpha, so that at alpha 1 the
outgoing clip has left nothing behind.
"""

from __future__ import annotations

from rigbyscene.jit import kernel
from rigbyscene.pose.layout import (
    OP,
    OP_ATTACHMENT,
    OP_DEFORM,
    OP_DRAW_ORDER,
    OP_FOLDER,
    OP_INHERIT,
    OP_SEQUENCE,
    ROW_COUNT,
    TARGET,
    WIDTH,
    Ints,
    PoseArrays,
    RigArrays,
)
from rigbyscene.pose.sampling import SWITCH_ALPHA


@kernel(inner=True)
def mark_keyed(rig: RigArrays, pose: PoseArrays, animation: int) -> None:
    """Set `pose.marks` to 1 for all that `animation` keys.

    Marks lie like `values`, then the inherit modes, and of each slot attachment, deform, picture; last the draw order.
    """
    for i in range(len(pose.marks)):
        pose.marks[i] = 0
    bones = len(pose.inherit)
    slots = len(pose.shown)
    inherit = len(pose.values)
    attachment = inherit + bones
    deform = attachment + slots
    picture = deform + slots
    for t in range(rig.animations[animation], rig.animations[animation + 1]):
        op = rig.timelines[t, OP]
        target = rig.timelines[t, TARGET]
        if op == OP_ATTACHMENT:
            pose.marks[attachment + target] = 1
        elif op == OP_DEFORM:
            pose.marks[deform + target] = 1
        elif op == OP_SEQUENCE:
            pose.marks[picture + target] = 1
        elif op == OP_INHERIT:
            pose.marks[inherit + target] = 1
        elif op in (OP_DRAW_ORDER, OP_FOLDER):
            pose.marks[picture + slots] = 1
        else:
            for j in range(rig.timelines[t, WIDTH]):
                pose.marks[target + j] = 1


@kernel(inner=True)
def fade_unkeyed(rig: RigArrays, attachment_of: Ints, pose: PoseArrays, animation: int, alpha: float) -> None:
    """Draw all that `animation` does not key toward the setup pose by `alpha`, before it is applied itself."""
    mark_keyed(rig, pose, animation)
    for i in range(len(pose.values)):
        if pose.marks[i] == 0:
            pose.values[i] += (rig.setup[i] - pose.values[i]) * alpha
    switches = alpha >= SWITCH_ALPHA
    at = len(pose.values)
    for bone in range(len(pose.inherit)):
        if switches and pose.marks[at + bone] == 0:
            pose.inherit[bone] = rig.inherit[bone]
    at += len(pose.inherit)
    slots = len(pose.shown)
    for slot in range(slots):
        if switches and pose.marks[at + slot] == 0:
            placeholder = rig.slot_placeholders[slot]
            shown = attachment_of[placeholder] if placeholder >= 0 else -1
            pose.placeholders[slot] = placeholder
            if shown != pose.shown[slot]:
                pose.shown[slot] = shown
                pose.deform_of[slot] = -1
                pose.pictures[slot] = -1
        if pose.deform_of[slot] >= 0 and pose.marks[at + slots + slot] == 0:
            start = rig.slot_deforms[slot]
            for i in range(2 * rig.attachments[pose.deform_of[slot], ROW_COUNT]):
                pose.deforms[start + i] -= pose.deforms[start + i] * alpha
        if switches and pose.marks[at + 2 * slots + slot] == 0:
            pose.pictures[slot] = -1
    if switches and pose.marks[at + 3 * slots] == 0:
        for place in range(slots):
            pose.draw_order[place] = place
