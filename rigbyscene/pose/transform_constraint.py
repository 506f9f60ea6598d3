"""Transform constraints: bones that follow another bone's transform (constraint sheet, section 3).

Before 4.3 each property follows the same property of the target (`follow_world`, `follow_local`), the four parts in the
order rotate, translate, scale, shear, each working on what the one before left. 4.3 maps any property to any other:

    v = to_offset + (source + offset - from_offset) * scale

limited, if clamped, to what lies between to_offset and max. Mixes may be negative or above 1.
"""

from __future__ import annotations

from rigbyscene.jit import kernel
from rigbyscene.pose.angles import angle_deg, length, turn_axes, wrap, wrap_once
from rigbyscene.pose.layout import (
    BONE_STRIDE,
    ROTATION,
    SCALE_X,
    SHEAR_Y,
    TRANSFORM_ADDITIVE,
    TRANSFORM_CLAMP,
    TRANSFORM_LOCAL_SOURCE,
    TRANSFORM_LOCAL_TARGET,
    TRANSFORM_MAPPED,
    TRANSFORM_RELATIVE,
    Floats,
    Ints,
    X,
)
from rigbyscene.pose.transforms import bone_world
from rigbyscene.pose.trig import sin_cos_deg

TO_ROTATE, TO_X, TO_Y, TO_SCALE_X, TO_SCALE_Y, TO_SHEAR_Y = range(6)
# mixes and offsets lie in the same order: rotate x y scaleX scaleY shearY

SMALLEST_SCALE = 1e-5
"""3.8 scales a local value only above this."""


@kernel(inner=True)
def scale_axis(world: Floats, bone: int, axis: int, factor: float) -> None:
    world[bone, 2 * axis] *= factor
    world[bone, 2 * axis + 1] *= factor


@kernel(inner=True)
def point_y_axis(world: Floats, bone: int, degrees: float) -> None:
    """Turn the y axis to a direction, keeping its length."""
    sin, cos = sin_cos_deg(degrees)
    size = length(world[bone, 2], world[bone, 3])
    world[bone, 2] = cos * size
    world[bone, 3] = sin * size


@kernel(inner=True)
def reflection(world: Floats, bone: int) -> float:
    """1 for a matrix that keeps orientation, -1 for one that mirrors or has no area."""
    return 1.0 if world[bone, 0] * world[bone, 3] - world[bone, 1] * world[bone, 2] > 0.0 else -1.0


@kernel(inner=True)
def follow_world(
    world: Floats, bone: int, source: int, offsets: Floats, mixes: Floats, relative: bool, only_growing_scale: bool
) -> None:
    """3.8 and 4.2, world space. `offsets`, `mixes` float64 (6,); `only_growing_scale`: 3.8 ignores scale mixes <= 0."""
    ta = world[source, 0]
    tb = world[source, 1]
    tc = world[source, 2]
    td = world[source, 3]
    f = reflection(world, source)
    if mixes[TO_ROTATE] != 0.0:
        turn = angle_deg(ta, tb) + f * offsets[TO_ROTATE]
        if not relative:
            turn -= angle_deg(world[bone, 0], world[bone, 1])
        turn_axes(world, bone, wrap_once(turn) * mixes[TO_ROTATE])
    px = ta * offsets[TO_X] + tc * offsets[TO_Y] + world[source, 4]
    py = tb * offsets[TO_X] + td * offsets[TO_Y] + world[source, 5]
    if relative:
        world[bone, 4] += px * mixes[TO_X]
        world[bone, 5] += py * mixes[TO_Y]
    else:
        world[bone, 4] += (px - world[bone, 4]) * mixes[TO_X]
        world[bone, 5] += (py - world[bone, 5]) * mixes[TO_Y]
    for axis in range(2):
        mix = mixes[TO_SCALE_X + axis]
        if mix == 0.0 or (only_growing_scale and mix <= 0.0):
            continue
        wanted = length(world[source, 2 * axis], world[source, 2 * axis + 1]) + offsets[TO_SCALE_X + axis]
        size = length(world[bone, 2 * axis], world[bone, 2 * axis + 1])
        if relative:
            scale_axis(world, bone, axis, 1.0 + (wanted - 1.0) * mix)
        elif size != 0.0:
            scale_axis(world, bone, axis, 1.0 + (wanted - size) * mix / size)
    if mixes[TO_SHEAR_Y] > 0.0:
        between = angle_deg(tc, td) - angle_deg(ta, tb)
        y_axis = angle_deg(world[bone, 2], world[bone, 3])
        if relative:
            turn = wrap_once(between) - 90.0 + f * offsets[TO_SHEAR_Y]
        else:
            turn = wrap_once(between - y_axis + angle_deg(world[bone, 0], world[bone, 1])) + f * offsets[TO_SHEAR_Y]
        point_y_axis(world, bone, y_axis + turn * mixes[TO_SHEAR_Y])


@kernel(inner=True)
def follow_local(
    values: Floats, bone: int, source: int, offsets: Floats, mixes: Floats, relative: bool, version: int
) -> None:
    """3.8 and 4.2, local values of both bones."""
    at = bone * BONE_STRIDE
    t = source * BONE_STRIDE
    turn = values[t + ROTATION] + offsets[TO_ROTATE]
    if not relative:
        turn -= values[at + ROTATION]
        if version == 38:
            turn = wrap(turn)
    values[at + ROTATION] += turn * mixes[TO_ROTATE]
    for axis in range(2):
        move = values[t + X + axis] + offsets[TO_X + axis]
        if not relative:
            move -= values[at + X + axis]
        values[at + X + axis] += move * mixes[TO_X + axis]
    for axis in range(2):
        mix = mixes[TO_SCALE_X + axis]
        scale = values[at + SCALE_X + axis]
        if mix == 0.0 or (version == 38 and (mix <= 0.0 or scale <= SMALLEST_SCALE)):
            continue
        wanted = values[t + SCALE_X + axis] + offsets[TO_SCALE_X + axis]
        if relative:
            values[at + SCALE_X + axis] = scale * (1.0 + (wanted - 1.0) * mix)
        elif scale != 0.0:
            # the division is what the numbers show; at mix 1 a bone of scale 1 does not notice it
            values[at + SCALE_X + axis] = (scale + (wanted - scale) * mix) / scale
    if relative or version != 38:
        shear = values[t + SHEAR_Y] + offsets[TO_SHEAR_Y]
        if not relative:
            shear -= values[at + SHEAR_Y]
        values[at + SHEAR_Y] += shear * mixes[TO_SHEAR_Y]


@kernel(inner=True)
def local_place(kind: int) -> int:
    """Where a mapped property lies among a bone's local values."""
    if kind == TO_ROTATE:
        return ROTATION
    if kind == TO_SHEAR_Y:
        return SHEAR_Y
    return X + (kind - TO_X) if kind <= TO_Y else SCALE_X + (kind - TO_SCALE_X)


@kernel(inner=True)
def world_property(world: Floats, source: int, kind: int, offset_x: float, offset_y: float, offset: float) -> float:
    """A bone's property in world space, its constraint offset included; rotation within [0, 360)."""
    a = world[source, 0]
    b = world[source, 1]
    c = world[source, 2]
    d = world[source, 3]
    if kind == TO_ROTATE:
        degrees = angle_deg(a, b) + reflection(world, source) * offset
        degrees -= 360.0 * (degrees // 360.0)
        return degrees if degrees < 360.0 else 0.0
    if kind == TO_X:
        return a * offset_x + c * offset_y + world[source, 4]
    if kind == TO_Y:
        return b * offset_x + d * offset_y + world[source, 5]
    if kind == TO_SCALE_X:
        return length(a, b) + offset
    if kind == TO_SCALE_Y:
        return length(c, d) + offset
    return angle_deg(c, d) - angle_deg(a, b) - 90.0 + offset


@kernel(inner=True)
def put_local(values: Floats, bone: int, kind: int, v: float, mix: float, additive: bool) -> None:
    """4.3: bring a local value to `v`, or add it, with weight `mix`."""
    at = bone * BONE_STRIDE + local_place(kind)
    is_scale = kind in (TO_SCALE_X, TO_SCALE_Y)
    if additive:
        if is_scale:
            values[at] *= 1.0 + (v - 1.0) * mix
        else:
            values[at] += v * mix
    elif not is_scale or values[at] != 0.0:
        values[at] += (v - values[at]) * mix


@kernel(inner=True)
def put_world(world: Floats, bone: int, kind: int, v: float, mix: float, additive: bool) -> None:
    """4.3: the same for the world matrix."""
    if kind == TO_ROTATE:
        turn = v if additive else v - angle_deg(world[bone, 0], world[bone, 1])
        turn_axes(world, bone, wrap_once(turn) * mix)
    elif kind in (TO_X, TO_Y):
        at = 4 + kind - TO_X
        world[bone, at] += (v if additive else v - world[bone, at]) * mix
    elif kind == TO_SHEAR_Y:
        y_axis = angle_deg(world[bone, 2], world[bone, 3])
        turn = v
        if not additive:
            turn = wrap_once(v + 90.0 - y_axis + angle_deg(world[bone, 0], world[bone, 1]))
        point_y_axis(world, bone, y_axis + turn * mix)
    else:
        axis = kind - TO_SCALE_X
        size = length(world[bone, 2 * axis], world[bone, 2 * axis + 1])
        if additive:
            scale_axis(world, bone, axis, 1.0 + (v - 1.0) * mix)
        elif size != 0.0:
            scale_axis(world, bone, axis, 1.0 + (v - size) * mix / size)


@kernel(inner=True)
def follow_mapped(
    values: Floats,
    world: Floats,
    ints: Ints,
    floats: Floats,
    bone: int,
    source: int,
    flags: int,
    count: int,
    mixes: Floats,
) -> None:
    """4.3: all `count` mappings of a constraint, in file order, on one bone.

    `ints` are pairs (from, to); `floats` the six offsets, then from-offset, to-offset, max, scale of each mapping.
    """
    additive = flags & TRANSFORM_ADDITIVE != 0
    for i in range(count):
        kind_from = ints[2 * i]
        kind_to = ints[2 * i + 1]
        mix = mixes[kind_to]
        if mix == 0.0:
            continue
        if flags & TRANSFORM_LOCAL_SOURCE != 0:
            value = values[source * BONE_STRIDE + local_place(kind_from)] + floats[kind_from]
        else:
            value = world_property(world, source, kind_from, floats[TO_X], floats[TO_Y], floats[kind_from])
        mapping = 6 + 4 * i
        low = floats[mapping + 1]
        high = floats[mapping + 2]
        v = low + (value - floats[mapping]) * floats[mapping + 3]
        if flags & TRANSFORM_CLAMP != 0:
            v = min(max(v, min(low, high)), max(low, high))
        if flags & TRANSFORM_LOCAL_TARGET != 0:
            put_local(values, bone, kind_to, v, mix, additive)
        else:
            put_world(world, bone, kind_to, v, mix, additive)


@kernel(inner=True)
def solve_transform(
    parents: Ints,
    inherit: Ints,
    values: Floats,
    world: Floats,
    ints: Ints,
    at: int,
    count: int,
    floats: Floats,
    numbers: int,
    version: int,
) -> None:
    """Apply one transform constraint to each of its `count` bones in turn.

    `ints[at:]` are its source, flags, number of mappings, mappings and bones; `floats` begin with its offsets; its six
    mixes start at `numbers` in `values`.
    """
    mixes = values[numbers : numbers + 6]
    idle = True
    for k in range(6):
        if mixes[k] != 0.0:
            idle = False
    if idle:
        return
    source = ints[at]
    flags = ints[at + 1]
    mappings = ints[at + 2]
    relative = flags & TRANSFORM_RELATIVE != 0
    local = flags & TRANSFORM_LOCAL_TARGET != 0
    for i in range(count):
        bone = ints[at + 3 + 2 * mappings + i]
        if flags & TRANSFORM_MAPPED != 0:
            follow_mapped(values, world, ints[at + 3 :], floats, bone, source, flags, mappings, mixes)
        elif local:
            follow_local(values, bone, source, floats, mixes, relative, version)
        else:
            follow_world(world, bone, source, floats, mixes, relative, version == 38)
        if local:
            bone_world(bone, parents[bone], inherit[bone], values, world)
