"""Where a timeline is sampled: one animation, at one time, laid over a pose with a weight.

The rule for everything continuous is ``current + (value - current) * alpha``; whatever cannot be interpolated switches
where alpha is at least one half (specification, Playing animations; scene semantics, sections 3 and 8).
"""

from __future__ import annotations

import math

from rigbyscene.jit import kernel
from rigbyscene.pose.curves import CUBIC_COLUMNS, KIND, X1, X2, X3, Y1, Y2, Y3, find_key, solve_parameter
from rigbyscene.pose.layout import (
    AUX,
    CURVES,
    DELAYS,
    FIRST_KEY,
    FIRST_VALUE,
    HAS_DARK,
    KEY_COUNT,
    OP,
    OP_ADD,
    OP_ATTACHMENT,
    OP_DARK,
    OP_DEFORM,
    OP_DRAW_ORDER,
    OP_FLAGS,
    OP_FOLDER,
    OP_INHERIT,
    OP_REPLACE,
    OP_SCALE,
    OP_SEQUENCE,
    PICTURE_COUNT,
    ROW_COUNT,
    SAME_TIME_S,
    SIZE_SLOT_VALUES,
    SLOT_STRIDE,
    STRIDE,
    TARGET,
    TIMELINES_OF,
    WIDTH,
    Floats,
    Ints,
    PoseArrays,
    RigArrays,
)

SWITCH_ALPHA = 0.5
PICTURE_EPSILON = 1e-3
"""A picture that is due within a thousandth of its own time is shown: key times and delays are rounded in files."""

HOLD, ONCE, LOOP, PINGPONG, ONCE_REVERSE, LOOP_REVERSE, PINGPONG_REVERSE = range(7)


@kernel(inner=True)
def curve_value(cubics: Floats, row: int, fraction: float, start: float, end: float) -> float:
    """From `start` to `end` as row `row` of the cubics says; `fraction` 0 to 1 is the elapsed part of the time."""
    kind = cubics[row + KIND]
    if kind == 0.0:
        return start + (end - start) * fraction
    if kind == 1.0:
        return start
    s = solve_parameter(fraction, cubics[row + X1], cubics[row + X2], cubics[row + X3])
    return start + s * (cubics[row + Y1] + s * (cubics[row + Y2] + s * cubics[row + Y3]))


@kernel(inner=True)
def sequence_picture(mode: int, index: int, elapsed_s: float, delay_s: float, count: int) -> int:
    """The picture, from 0, that a sequence of `count` shows `elapsed_s` after its key (format sheet, section 6)."""
    n = index
    if mode != HOLD and delay_s > 0.0 and elapsed_s > 0.0:
        n += int(min(math.floor(elapsed_s / delay_s + PICTURE_EPSILON), 1e9))
    last = count - 1
    if last <= 0:
        return 0
    if mode == ONCE_REVERSE:
        return max(last - n, 0)
    if mode == LOOP:
        return n % count
    if mode == LOOP_REVERSE:
        return last - n % count
    if mode in (PINGPONG, PINGPONG_REVERSE):
        if mode == PINGPONG_REVERSE:
            n += last
        n = n % (2 * last)
        return n if n <= last else 2 * last - n
    return min(n, last)


@kernel(inner=True)
def apply_deform(
    rig: RigArrays, pose: PoseArrays, t: int, key: int, fraction: float, alpha: float, additive: bool
) -> None:
    """Blend a deform timeline into its slot, if its attachment (or one that takes its keys) is the one shown."""
    slot = rig.timelines[t, TARGET]
    attachment = pose.shown[slot]
    if attachment < 0 or rig.attachments[attachment, TIMELINES_OF] != rig.timelines[t, AUX]:
        return
    weight = fraction
    if rig.timelines[t, CURVES] >= 0 and fraction > 0.0:
        weight = curve_value(rig.cubics, (rig.timelines[t, CURVES] + key) * CUBIC_COLUMNS, fraction, 0.0, 1.0)
    stride = rig.timelines[t, STRIDE]
    at = rig.timelines[t, FIRST_VALUE] + key * stride
    following = at + stride if fraction > 0.0 else at
    start = rig.slot_deforms[slot]
    count = 2 * rig.attachments[attachment, ROW_COUNT]
    if pose.deform_of[slot] != attachment:
        pose.deform_of[slot] = attachment
        for i in range(count):
            pose.deforms[start + i] = 0.0
    for i in range(count):
        current = pose.deforms[start + i]
        offset = rig.key_values[at + i]
        offset += (rig.key_values[following + i] - offset) * weight
        pose.deforms[start + i] = current + (offset if additive else offset - current) * alpha


@kernel(inner=True)
def apply_folder(rig: RigArrays, pose: PoseArrays, t: int, key: int) -> None:
    """Permute a folder's slots among the places in the draw order that they hold now (format sheet, section 7)."""
    count = rig.timelines[t, STRIDE]
    members = rig.timelines[t, AUX]
    at = rig.timelines[t, FIRST_VALUE] + key * count
    member = 0
    for place in range(len(pose.draw_order)):
        slot = pose.draw_order[place]
        for i in range(count):
            if rig.key_ints[members + i] == slot:
                pose.draw_order[place] = rig.key_ints[members + rig.key_ints[at + member]]
                member += 1
                break


@kernel(inner=True)
def apply_held(rig: RigArrays, attachment_of: Ints, pose: PoseArrays, t: int, key: int, elapsed_s: float) -> None:
    """Switch what cannot be interpolated to what it is at `key`; called where alpha is at least one half."""
    op = rig.timelines[t, OP]
    target = rig.timelines[t, TARGET]
    at = rig.timelines[t, FIRST_VALUE] + key * rig.timelines[t, STRIDE]
    if op == OP_ATTACHMENT:
        placeholder = rig.key_ints[at]
        attachment = attachment_of[placeholder] if placeholder >= 0 else -1
        pose.placeholders[target] = placeholder
        if attachment != pose.shown[target]:
            pose.shown[target] = attachment
            pose.deform_of[target] = -1
            pose.pictures[target] = -1
    elif op == OP_FLAGS:
        for j in range(rig.timelines[t, WIDTH]):
            pose.values[target + j] = rig.key_values[at + j]
    elif op == OP_INHERIT:
        pose.inherit[target] = rig.key_ints[at]
    elif op == OP_DRAW_ORDER:
        for i in range(len(pose.draw_order)):
            pose.draw_order[i] = rig.key_ints[at + i]
    elif op == OP_FOLDER:
        apply_folder(rig, pose, t, key)
    elif op == OP_SEQUENCE:
        attachment = pose.shown[target]
        if attachment >= 0 and rig.attachments[attachment, TIMELINES_OF] == rig.timelines[t, AUX]:
            pose.pictures[target] = sequence_picture(
                rig.key_ints[at],
                rig.key_ints[at + 1],
                elapsed_s,
                rig.key_values[rig.timelines[t, DELAYS] + key],
                rig.attachments[attachment, PICTURE_COUNT],
            )


@kernel(inner=True)
def apply_animation(
    rig: RigArrays,
    attachment_of: Ints,
    pose: PoseArrays,
    animation: int,
    time_s: float,
    alpha: float,
    switch_alpha: float,
    additive: bool,
) -> None:
    """Lay `animation` at `time_s` over `pose` with weight `alpha`. Before a timeline's first key that key holds.

    What cannot be interpolated switches from `switch_alpha` on (`SWITCH_ALPHA`; sliders have their own). `additive`
    (sliders): bones and deforms get the keys' changes on top of what they are.
    """
    due = time_s + SAME_TIME_S
    for t in range(rig.animations[animation], rig.animations[animation + 1]):
        first = rig.timelines[t, FIRST_KEY]
        count = rig.timelines[t, KEY_COUNT]
        key = find_key(rig.times, first, count, due)
        elapsed_s = 0.0
        fraction = 0.0
        if key < 0:
            key = 0
        else:
            elapsed_s = time_s - rig.times[first + key]
            if key + 1 < count and elapsed_s > 0.0:
                fraction = min(elapsed_s / (rig.times[first + key + 1] - rig.times[first + key]), 1.0)
        op = rig.timelines[t, OP]
        if op <= OP_DARK:
            # written out here: handing all arrays to a function for each timeline costs more than the sampling
            target = rig.timelines[t, TARGET]
            width = rig.timelines[t, WIDTH]
            stride = rig.timelines[t, STRIDE]
            at = rig.timelines[t, FIRST_VALUE] + key * stride
            row = -1 if rig.timelines[t, CURVES] < 0 else (rig.timelines[t, CURVES] + key * width) * CUBIC_COLUMNS
            for j in range(width):
                value = rig.key_values[at + j]
                if fraction > 0.0:
                    following = rig.key_values[at + j + stride]
                    if row < 0:
                        value += (following - value) * fraction
                    else:
                        value = curve_value(rig.cubics, row + j * CUBIC_COLUMNS, fraction, value, following)
                setup = rig.setup[target + j]
                if op == OP_ADD:
                    value += setup
                elif op == OP_SCALE:
                    value *= setup
                elif op != OP_REPLACE:
                    value = min(max(value, 0.0), 1.0)
                current = pose.values[target + j]
                from_value = setup if additive and op <= OP_SCALE else current
                pose.values[target + j] = current + (value - from_value) * alpha
            if op == OP_DARK:
                slots = rig.sizes[SIZE_SLOT_VALUES]
                pose.values[slots + (target - slots) // SLOT_STRIDE * SLOT_STRIDE + HAS_DARK] = 1.0
        elif op == OP_DEFORM:
            apply_deform(rig, pose, t, key, fraction, alpha, additive)
        elif alpha >= switch_alpha:
            apply_held(rig, attachment_of, pose, t, key, elapsed_s)
