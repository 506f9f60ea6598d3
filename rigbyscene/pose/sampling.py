"""Where a timeline is sampled: one animation, at one time, laid over a pose with a weight.

The rule for everything continuous is ``current + (value - current) * alpha``; whatever cannot be interpolated switches
where alpha is at least one half (specification, Playing animations; scene semantics, sections 3 and 8).
"""

from __future__ import annotations

import math

from rigbyscene.jit import kernel
from rigbyscene.pose.curves import (
    BEZIER,
    CUBIC_COLUMNS,
    FRACTION,
    KIND,
    LANES,
    LINEAR,
    X1,
    X2,
    X3,
    Y1,
    Y2,
    Y3,
    S,
    find_key,
    lane_of,
    solve_curves,
)
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
def find_places(
    timelines: Ints,
    times: Floats,
    cubics: Floats,
    first_row: int,
    rows: int,
    time_s: float,
    keys: Ints,
    fractions: Floats,
    curves: Floats,
) -> int:
    """Write the key that each timeline is at and the fraction of the way to the next one; collect beziers to solve.

    Before a timeline's first key that key holds. Returns the number of beziers, one for each number on a curve.
    """
    due = time_s + SAME_TIME_S
    count = 0
    for i in range(rows):
        t = first_row + i
        first = timelines[t, FIRST_KEY]
        key = max(find_key(times, first, timelines[t, KEY_COUNT], due), 0)
        fraction = 0.0
        elapsed_s = time_s - times[first + key]
        if key + 1 < timelines[t, KEY_COUNT] and elapsed_s > 0.0:
            fraction = min(elapsed_s / (times[first + key + 1] - times[first + key]), 1.0)
        keys[i] = key
        fractions[i] = fraction
        if fraction > 0.0 and timelines[t, CURVES] >= 0:
            width = timelines[t, WIDTH]
            row = (timelines[t, CURVES] + key * width) * CUBIC_COLUMNS
            for _ in range(width):
                if cubics[row + KIND] == BEZIER:
                    lane = lane_of(count)
                    curves[lane + FRACTION] = fraction
                    curves[lane + X1 * LANES] = cubics[row + X1]
                    curves[lane + X2 * LANES] = cubics[row + X2]
                    curves[lane + X3 * LANES] = cubics[row + X3]
                    count += 1
                row += CUBIC_COLUMNS
    return count


@kernel(inner=True)
def blend_numbers(
    timelines: Ints,
    key_values: Floats,
    cubics: Floats,
    setup: Floats,
    slots: int,
    first_row: int,
    rows: int,
    keys: Ints,
    fractions: Floats,
    curves: Floats,
    values: Floats,
    alpha: float,
    additive: bool,
) -> tuple[int, int]:
    """Blend the continuous timelines, which come first in an animation; `slots` is where slots start in `values`.

    Returns how many timelines and how many of the solved beziers that were.
    """
    curve = 0
    for i in range(rows):
        t = first_row + i
        op = timelines[t, OP]
        if op > OP_DARK:
            return i, curve
        fraction = fractions[i]
        target = timelines[t, TARGET]
        width = timelines[t, WIDTH]
        stride = timelines[t, STRIDE]
        at = timelines[t, FIRST_VALUE] + keys[i] * stride
        curved = fraction > 0.0 and timelines[t, CURVES] >= 0
        row = (timelines[t, CURVES] + keys[i] * width) * CUBIC_COLUMNS
        for j in range(width):
            value = key_values[at + j]
            if curved and cubics[row + KIND] != LINEAR:
                if cubics[row + KIND] == BEZIER:
                    s = curves[lane_of(curve) + S]
                    value += s * (cubics[row + Y1] + s * (cubics[row + Y2] + s * cubics[row + Y3]))
                    curve += 1
            elif fraction > 0.0:
                value += (key_values[at + j + stride] - value) * fraction
            row += CUBIC_COLUMNS
            base = setup[target + j]
            if op == OP_ADD:
                value += base
            elif op == OP_SCALE:
                value *= base
            elif op != OP_REPLACE:
                value = min(max(value, 0.0), 1.0)
            current = values[target + j]
            from_value = base if additive and op <= OP_SCALE else current
            values[target + j] = current + (value - from_value) * alpha
        if op == OP_DARK:
            values[slots + (target - slots) // SLOT_STRIDE * SLOT_STRIDE + HAS_DARK] = 1.0
    return rows, curve


@kernel(inner=True)
def blend_offsets(
    deforms: Floats, start: int, count: int, key_values: Floats, at: int, following: int, weight: float, alpha: float,
    additive: bool,
) -> None:  # fmt: skip
    """Blend the offsets between two keys into `deforms[start : start + count]`."""
    for i in range(count):
        current = deforms[start + i]
        offset = key_values[at + i]
        offset += (key_values[following + i] - offset) * weight
        deforms[start + i] = current + (offset if additive else offset - current) * alpha


@kernel(inner=True)
def permute_folder(draw_order: Ints, key_ints: Ints, members: int, at: int, count: int) -> None:
    """Permute a folder's slots among the places in the draw order that they hold now (format sheet, section 7)."""
    member = 0
    for place in range(len(draw_order)):
        slot = draw_order[place]
        for i in range(count):
            if key_ints[members + i] == slot:
                draw_order[place] = key_ints[members + key_ints[at + member]]
                member += 1
                break


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
    timelines = rig.timelines
    key_ints = rig.key_ints
    first_row = rig.animations[animation]
    rows = rig.animations[animation + 1] - first_row
    count = find_places(
        timelines, rig.times, rig.cubics, first_row, rows, time_s, pose.keys, pose.fractions, pose.curves
    )
    solve_curves(pose.curves, count)
    done, curve = blend_numbers(
        timelines, rig.key_values, rig.cubics, rig.setup, rig.sizes[SIZE_SLOT_VALUES], first_row, rows, pose.keys,
        pose.fractions, pose.curves, pose.values, alpha, additive,
    )  # fmt: skip
    # written out here: handing all arrays to a function for each timeline costs more than the sampling
    for i in range(done, rows):
        t = first_row + i
        op = timelines[t, OP]
        target = timelines[t, TARGET]
        key = pose.keys[i]
        at = timelines[t, FIRST_VALUE] + key * timelines[t, STRIDE]
        if op == OP_DEFORM:
            weight = pose.fractions[i]
            following = at + timelines[t, STRIDE] if weight > 0.0 else at
            if timelines[t, CURVES] >= 0 and weight > 0.0:
                kind = rig.cubics[(timelines[t, CURVES] + key) * CUBIC_COLUMNS + KIND]
                if kind == BEZIER:
                    row = (timelines[t, CURVES] + key) * CUBIC_COLUMNS
                    s = pose.curves[lane_of(curve) + S]
                    curve += 1
                    weight = s * (rig.cubics[row + Y1] + s * (rig.cubics[row + Y2] + s * rig.cubics[row + Y3]))
                elif kind != LINEAR:
                    weight = 0.0
            attachment = pose.shown[target]
            # only where its attachment, or one that takes its keys, is the one shown
            if attachment >= 0 and rig.attachments[attachment, TIMELINES_OF] == timelines[t, AUX]:
                start = rig.slot_deforms[target]
                numbers = 2 * rig.attachments[attachment, ROW_COUNT]
                if pose.deform_of[target] != attachment:
                    pose.deform_of[target] = attachment
                    for j in range(numbers):
                        pose.deforms[start + j] = 0.0
                blend_offsets(pose.deforms, start, numbers, rig.key_values, at, following, weight, alpha, additive)
        elif alpha < switch_alpha:
            continue
        elif op == OP_ATTACHMENT:
            placeholder = key_ints[at]
            attachment = attachment_of[placeholder] if placeholder >= 0 else -1
            pose.placeholders[target] = placeholder
            if attachment != pose.shown[target]:
                pose.shown[target] = attachment
                pose.deform_of[target] = -1
                pose.pictures[target] = -1
        elif op == OP_FLAGS:
            for j in range(timelines[t, WIDTH]):
                pose.values[target + j] = rig.key_values[at + j]
        elif op == OP_INHERIT:
            pose.inherit[target] = key_ints[at]
        elif op == OP_DRAW_ORDER:
            for j in range(len(pose.draw_order)):
                pose.draw_order[j] = key_ints[at + j]
        elif op == OP_FOLDER:
            permute_folder(pose.draw_order, key_ints, timelines[t, AUX], at, timelines[t, STRIDE])
        elif op == OP_SEQUENCE:
            attachment = pose.shown[target]
            if attachment >= 0 and rig.attachments[attachment, TIMELINES_OF] == timelines[t, AUX]:
                elapsed_s = time_s - rig.times[timelines[t, FIRST_KEY] + key]
                pose.pictures[target] = sequence_picture(
                    key_ints[at],
                    key_ints[at + 1],
                    elapsed_s,
                    rig.key_values[timelines[t, DELAYS] + key],
                    rig.attachments[attachment, PICTURE_COUNT],
                )
