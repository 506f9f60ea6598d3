"""Path constraints: bones placed along a chain of bezier curves (constraint sheet, section 4).

A path attachment's vertices come in threes: handle in, knot, handle out; curve i runs from knot i to knot i + 1. At
constant speed a curve's length is the sum of 4 chords, and inside a curve lengths become parameters through 10 chords:
those two numbers decide the last decimals. Each position is found on its own.
"""

from __future__ import annotations

import math

from rigbyscene.jit import kernel
from rigbyscene.pose.angles import angle_deg, length, turn_axes, wrap_once
from rigbyscene.pose.layout import (
    BONE_COUNT,
    BONE_STRIDE,
    FIRST_FLOAT,
    FIRST_INT,
    FIRST_LENGTH,
    FLAG_CLOSED,
    FLAG_CONSTANT_SPEED,
    FLAGS,
    KIND,
    KIND_PATH,
    LENGTH,
    SIZE_FORMAT,
    VALUES,
    VERTEX_COUNT,
    Floats,
    Ints,
    PoseArrays,
    RigArrays,
)
from rigbyscene.pose.skinning import slot_vertices
from rigbyscene.pose.trig import sin_cos_deg

POSITION, SPACING, MIX_ROTATE, MIX_X, MIX_Y = range(5)
FIXED, PERCENT = range(2)
SPACING_LENGTH, SPACING_FIXED, SPACING_PERCENT, SPACING_PROPORTIONAL = range(4)
TANGENT, CHAIN, CHAIN_SCALE = range(3)

SHORT = 1e-5
"""Bones and spaces below this have no length of their own."""
CURVE_CHORDS = 4.0
PARAMETER_CHORDS = 10.0
AT_KNOT = 0.001
"""Below this parameter the tangent is the line from the knot to its handle, which the derivative may not tell."""


@kernel(inner=True)
def curve_point(points: Floats, first: int, count: int, curve: int, t: float) -> tuple[float, float]:
    """The point of a curve at parameter t; `points[first : first + count]` are the attachment's vertices."""
    p0 = first + 3 * curve + 1
    p2 = first + (3 * curve + 3) % count
    u = 1.0 - t
    w0 = u * u * u
    w1 = 3.0 * u * u * t
    w2 = 3.0 * u * t * t
    w3 = t * t * t
    x = w0 * points[p0, 0] + w1 * points[p0 + 1, 0] + w2 * points[p2, 0] + w3 * points[p2 + 1, 0]
    y = w0 * points[p0, 1] + w1 * points[p0 + 1, 1] + w2 * points[p2, 1] + w3 * points[p2 + 1, 1]
    return x, y


@kernel(inner=True)
def curve_direction(points: Floats, first: int, count: int, curve: int, t: float) -> float:
    """The tangent's direction in degrees."""
    p0 = first + 3 * curve + 1
    p2 = first + (3 * curve + 3) % count
    if t < AT_KNOT:
        return angle_deg(points[p0 + 1, 0] - points[p0, 0], points[p0 + 1, 1] - points[p0, 1])
    u = 1.0 - t
    w0 = u * u
    w1 = 2.0 * u * t
    w2 = t * t
    dx = w0 * (points[p0 + 1, 0] - points[p0, 0]) + w1 * (points[p2, 0] - points[p0 + 1, 0])
    dy = w0 * (points[p0 + 1, 1] - points[p0, 1]) + w1 * (points[p2, 1] - points[p0 + 1, 1])
    dx += w2 * (points[p2 + 1, 0] - points[p2, 0])
    dy += w2 * (points[p2 + 1, 1] - points[p2, 1])
    return angle_deg(dx, dy)


@kernel(inner=True)
def chord_length(points: Floats, first: int, count: int, curve: int, chords: float, chord: int) -> float:
    """The length of chord number `chord` of `chords` with equal parameter steps."""
    x0, y0 = curve_point(points, first, count, curve, chord / chords)
    x1, y1 = curve_point(points, first, count, curve, (chord + 1) / chords)
    return length(x1 - x0, y1 - y0)


@kernel(inner=True)
def parameter_at(points: Floats, first: int, count: int, curve: int, share: float) -> float:
    """The parameter at which `share` (0 to 1) of the curve's length has been run, through its 10 chords."""
    whole = 0.0
    for chord in range(int(PARAMETER_CHORDS)):
        whole += chord_length(points, first, count, curve, PARAMETER_CHORDS, chord)
    rest = share * whole
    for chord in range(int(PARAMETER_CHORDS)):
        step = chord_length(points, first, count, curve, PARAMETER_CHORDS, chord)
        if rest <= step or chord + 1 == PARAMETER_CHORDS:
            return (chord + (rest / step if step > 0.0 else 0.0)) / PARAMETER_CHORDS
        rest -= step
    return 1.0


@kernel(inner=True)
def measure_curves(
    rig: RigArrays, attachment: int, points: Floats, first: int, count: int, curves: int, ends: Floats
) -> float:
    """Write where each curve ends along the path to `ends`; returns the path's length.

    At constant speed that is measured; else the file's own setup lengths count.
    """
    constant_speed = rig.attachments[attachment, FLAGS] & FLAG_CONSTANT_SPEED != 0
    total = 0.0
    for curve in range(curves):
        if constant_speed:
            for chord in range(int(CURVE_CHORDS)):
                total += chord_length(points, first, count, curve, CURVE_CHORDS, chord)
        else:
            total = rig.lengths[rig.attachments[attachment, FIRST_LENGTH] + curve]
        ends[curve] = total
    return total


@kernel(inner=True)
def extend(points: Floats, knot: int, from_vertex: int, to_vertex: int, distance: float) -> tuple[float, float, float]:
    """A point on the straight line through two vertices, `distance` beyond the knot, and the line's direction."""
    direction = angle_deg(points[to_vertex, 0] - points[from_vertex, 0], points[to_vertex, 1] - points[from_vertex, 1])
    sin, cos = sin_cos_deg(direction)
    return points[knot, 0] + cos * distance, points[knot, 1] + sin * distance, direction


@kernel(inner=True)
def path_position(
    points: Floats,
    first: int,
    count: int,
    curves: int,
    ends: Floats,
    position: float,
    closed: bool,
    constant_speed: bool,
) -> tuple[float, float, float]:
    """(x, y, tangent in degrees) at `position` units along the path."""
    if curves == 0:
        return points[first + 1, 0], points[first + 1, 1], 0.0
    total = ends[curves - 1]
    if closed:
        turns = math.floor(position / total) if total > 0.0 else 0.0
        # a path of next to no length: what rounding leaves of the position is many times as long
        position = min(max(position - total * turns, 0.0), total)
    elif position < 0.0:
        return extend(points, first + 1, first + 1, first + 2, position)
    elif position > total:
        last = first + count - 2
        return extend(points, last, last - 1, last, position - total)
    curve = 0
    while curve < curves - 1 and position > ends[curve]:
        curve += 1
    start = ends[curve - 1] if curve > 0 else 0.0
    size = ends[curve] - start
    t = (position - start) / size if size > 0.0 else 0.0
    if constant_speed:
        t = parameter_at(points, first, count, curve, t)
    x, y = curve_point(points, first, count, curve, t)
    return x, y, curve_direction(points, first, count, curve, t)


@kernel(inner=True)
def spaces(
    rig: RigArrays, pose: PoseArrays, constraint: int, positions: int, total: float, rotate_mode: int, out: Floats
) -> None:
    """Write to `out` how far along the path each bone reaches: the way from its position to the next one's."""
    row = rig.constraints[constraint]
    ints = row[FIRST_INT]
    mode = rig.constraint_ints[ints + 2]
    spacing = pose.values[row[VALUES] + SPACING]
    version = rig.sizes[SIZE_FORMAT]
    sum_of_lengths = 0.0
    for i in range(positions - 1):
        own = pose.values[rig.constraint_ints[ints + 4 + i] * BONE_STRIDE + LENGTH]
        out[i] = 0.0
        if own >= SHORT:
            sum_of_lengths += world_length(rig, pose, ints, i)
    for i in range(positions - 1):
        own = pose.values[rig.constraint_ints[ints + 4 + i] * BONE_STRIDE + LENGTH]
        in_world = world_length(rig, pose, ints, i)
        if mode == SPACING_PROPORTIONAL:
            if sum_of_lengths > 0.0:
                out[i] = spacing * total * (in_world if own >= SHORT else spacing) / sum_of_lengths
            else:
                out[i] = spacing * total / positions
        elif version == 38 and own < SHORT and (mode != SPACING_PERCENT or rotate_mode == CHAIN_SCALE):
            out[i] = 0.0
        elif mode == SPACING_PERCENT:
            out[i] = spacing * total
        elif own < SHORT:
            out[i] = spacing
        elif mode == SPACING_FIXED:
            out[i] = spacing * in_world / own
        else:
            bracket = own + spacing
            if version >= 43:
                bracket = bracket if bracket > 0.0 else 0.0
            out[i] = bracket * in_world / own


@kernel(inner=True)
def world_length(rig: RigArrays, pose: PoseArrays, ints: int, i: int) -> float:
    """The length of the constraint's i-th bone as its world matrix scales it."""
    bone = rig.constraint_ints[ints + 4 + i]
    return pose.values[bone * BONE_STRIDE + LENGTH] * length(pose.world[bone, 0], pose.world[bone, 1])


@kernel(inner=True)
def place_bones(
    rig: RigArrays, pose: PoseArrays, constraint: int, found: Floats, gaps: Floats, reflected: bool, rotate_mode: int
) -> None:
    """Move and turn the bones; `found` (positions, 3) are the points of the path, `gaps` the spaces between."""
    row = rig.constraints[constraint]
    ints = row[FIRST_INT]
    numbers = row[VALUES]
    rotation = rig.constraint_floats[row[FIRST_FLOAT]]
    mix_rotate = pose.values[numbers + MIX_ROTATE]
    world = pose.world
    bx = found[0, 0]
    by = found[0, 1]
    for i in range(row[BONE_COUNT]):
        bone = rig.constraint_ints[ints + 4 + i]
        own = pose.values[bone * BONE_STRIDE + LENGTH]
        world[bone, 4] += (bx - world[bone, 4]) * pose.values[numbers + MIX_X]
        world[bone, 5] += (by - world[bone, 5]) * pose.values[numbers + MIX_Y]
        dx = 0.0
        dy = 0.0
        if rotate_mode != TANGENT:
            dx = found[i + 1, 0] - bx
            dy = found[i + 1, 1] - by
            in_world = own * length(world[bone, 0], world[bone, 1])
            if rotate_mode == CHAIN_SCALE and in_world >= SHORT:
                s = 1.0 + (length(dx, dy) / in_world - 1.0) * mix_rotate
                world[bone, 0] *= s
                world[bone, 1] *= s
            bx = found[i + 1, 0]
            by = found[i + 1, 1]
        elif i + 1 < row[BONE_COUNT]:
            bx = found[i + 1, 0]
            by = found[i + 1, 1]
        if mix_rotate <= 0.0:
            continue
        if rotate_mode == TANGENT:
            wanted = found[i, 2]
        elif abs(gaps[i]) < SHORT:
            wanted = found[i + 1, 2]
        else:
            wanted = angle_deg(dx, dy)
        turn = wanted - angle_deg(world[bone, 0], world[bone, 1])
        if rotate_mode == CHAIN and rotation == 0.0:
            # the next bone starts at this one's tip
            sin, cos = sin_cos_deg(turn)
            hx = own * (cos * world[bone, 0] - sin * world[bone, 1])
            hy = own * (sin * world[bone, 0] + cos * world[bone, 1])
            bx += (hx - dx) * mix_rotate
            by += (hy - dy) * mix_rotate
        else:
            turn += -rotation if reflected else rotation
        turn_axes(world, bone, wrap_once(turn) * mix_rotate)


@kernel(inner=True)
def solve_path(rig: RigArrays, pose: PoseArrays, slot_active: Ints, constraint: int) -> None:
    """Apply one path constraint, if its slot shows a path."""
    row = rig.constraints[constraint]
    ints = row[FIRST_INT]
    numbers = row[VALUES]
    slot = rig.constraint_ints[ints]
    attachment = pose.shown[slot]
    if attachment < 0 or not slot_active[slot] or rig.attachments[attachment, KIND] != KIND_PATH:
        return
    if (
        pose.values[numbers + MIX_ROTATE] == 0.0
        and pose.values[numbers + MIX_X] == 0.0
        and pose.values[numbers + MIX_Y] == 0.0
    ):
        return
    rotate_mode = rig.constraint_ints[ints + 3]
    positions = row[BONE_COUNT] + (0 if rotate_mode == TANGENT else 1)
    first = rig.slot_vertices[slot]
    count = rig.attachments[attachment, VERTEX_COUNT]
    flags = rig.attachments[attachment, FLAGS]
    closed = flags & FLAG_CLOSED != 0
    constant_speed = flags & FLAG_CONSTANT_SPEED != 0
    curves = count // 3 if closed else count // 3 - 1
    if count < 3:
        return
    slot_vertices(rig, slot_active, pose, slot)
    ends = pose.scratch[:curves]
    total = measure_curves(rig, attachment, pose.vertices, first, count, curves, ends)
    gaps = pose.scratch[curves : curves + positions]
    spaces(rig, pose, constraint, positions, total, rotate_mode, gaps)
    position = pose.values[numbers + POSITION]
    if rig.constraint_ints[ints + 1] == PERCENT:
        position *= total
    elif rig.sizes[SIZE_FORMAT] == 38 and constant_speed and curves > 0:
        in_file = rig.lengths[rig.attachments[attachment, FIRST_LENGTH] + curves - 1]
        if in_file > 0.0:
            position *= total / in_file
    found = pose.scratch[curves + positions : curves + 4 * positions].reshape(positions, 3)
    for i in range(positions):
        x, y, direction = path_position(pose.vertices, first, count, curves, ends, position, closed, constant_speed)
        found[i, 0] = x
        found[i, 1] = y
        found[i, 2] = direction
        if i < positions - 1:
            position += gaps[i]
    bone = rig.slot_bones[slot]
    det = pose.world[bone, 0] * pose.world[bone, 3] - pose.world[bone, 1] * pose.world[bone, 2]
    place_bones(rig, pose, constraint, found, gaps, det < 0.0, rotate_mode)
