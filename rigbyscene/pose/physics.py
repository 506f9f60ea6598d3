"""Physics constraints: a bone that lags behind its movement and swings back (constraint sheet, section 5).

A frame moves the state on by dt: movement of the bone since the last frame becomes offset (times inertia), then whole
steps of h = 1/fps pull the offset back like a damped spring under wind and gravity. Rotation swings by the same rule,
driven by how the bone's tip was carried along. What is shown is the offset after the last step (4.2), or between the
last two, by how much of the next step has passed (4.3).

The state is in the *physics frame*: the skeleton's own space for a skeleton alone, or on a stage that space as the
actor's placement turns, flips and moves it, with scale divided out (scene semantics, section 6).
"""

from __future__ import annotations

import math

from rigbyscene.jit import kernel
from rigbyscene.pose.layout import BONE_STRIDE, LENGTH, Floats, Ints

# numbers in `values`
INERTIA, STRENGTH, DAMPING, MASS, WIND, GRAVITY, MIX = range(7)
# constraint_floats
CHANNEL_X, CHANNEL_Y, CHANNEL_ROTATE, CHANNEL_SCALE_X, CHANNEL_SHEAR_X, LIMIT, FPS, REFERENCE_SCALE = range(8)
# columns of PoseArrays.physics: offset, velocity and lag of the channels x, y, rotation (radians), scale
OFFSET = 0
VELOCITY = 4
LAG = 8
PLACE = 12  # of the bone when it last ran
SHOWN = 14  # where it was shown then
TIP = 16  # from there to the tip, as shown
UNSPENT = 18  # time not yet made into steps
PENDING = 19  # time since it last ran
BETWEEN = 20  # how far the pose last shown was short of the last step
STARTED = 21

# PoseArrays.motion: what the caller says about this frame
FRAME_DT = 0  # seconds since the last one
FRAME_RUNS = 1  # 0: physics rests, bones stay where animation put them
FRAME_MATRIX = 2  # six numbers: skeleton space to the physics frame, a turn, perhaps a flip, and a shift

BEYOND = 1e12
"""Offsets, speeds and places that add up to this have run away (a spring too stiff for its steps, a mass near 0): the
bone is shown where animation has it and the physics begins anew, before numbers become infinite."""

SCALE_Y_NONE, SCALE_Y_UNIFORM, SCALE_Y_VOLUME = range(3)


@kernel(inner=True)
def turned_once(radians: float) -> float:
    if radians > math.pi:
        return radians - 2.0 * math.pi
    if radians < -math.pi:
        return radians + 2.0 * math.pi
    return radians


@kernel(inner=True)
def limited(value: float, limit: float) -> float:
    return min(max(value, -limit), limit)


@kernel(inner=True)
def swing(
    state: Floats,
    steps: int,
    h: float,
    strength: float,
    damping: float,
    inverse_mass: float,
    push_x: float,
    push_y: float,
) -> None:
    """Run the x and y offsets `steps` steps on and remember their lags."""
    for axis in range(2):
        push = push_x if axis == 0 else push_y
        before = state[OFFSET + axis]
        for _ in range(steps):
            state[VELOCITY + axis] += (push - state[OFFSET + axis] * strength) * inverse_mass * h
            state[OFFSET + axis] += state[VELOCITY + axis] * h
            state[VELOCITY + axis] *= damping
        state[LAG + axis] = state[OFFSET + axis] - before


@kernel(inner=True)
def volume_of(g: float) -> float:
    """scaleY that keeps the volume while scaleX is g: 1/g, from 0.7 down linear to 4."""
    return 1.0 / g if g >= 0.7 else 4.0 - g * (4.0 - 1.0 / 0.7) / 0.7


@kernel(inner=True)
def solve_physics(
    values: Floats,
    world: Floats,
    state: Floats,
    resets: Ints,
    motion: Floats,
    ints: Ints,
    at: int,
    floats: Floats,
    numbers: int,
    version: int,
) -> None:
    """Move one physics constraint on by this frame and show its bone so.

    `ints[at:]` are its bone, scaleY mode and number; `state` and `resets` are its own row and element of the pose's;
    `floats` are its channels, limit, rate and the skeleton's reference scale; `numbers` is where its inertia starts.
    """
    if motion[FRAME_RUNS] == 0.0:
        return
    state[PENDING] += motion[FRAME_DT]
    mix = values[numbers + MIX]
    if mix == 0.0:
        return
    bone = ints[at]
    number = ints[at + 2]
    dt = state[PENDING]
    state[PENDING] = 0.0
    h = 1.0 / floats[FPS]
    interpolates = version >= 43
    own_length = values[bone * BONE_STRIDE + LENGTH]
    # into the physics frame
    fa = motion[FRAME_MATRIX]
    fb = motion[FRAME_MATRIX + 1]
    fc = motion[FRAME_MATRIX + 2]
    fd = motion[FRAME_MATRIX + 3]
    ftx = motion[FRAME_MATRIX + 4]
    fty = motion[FRAME_MATRIX + 5]
    w = world[bone]
    ax = fa * w[0] + fc * w[1]
    ay = fb * w[0] + fd * w[1]
    cx = fa * w[2] + fc * w[3]
    cy = fb * w[2] + fd * w[3]
    tx = fa * w[4] + fc * w[5] + ftx
    ty = fb * w[4] + fd * w[5] + fty
    k_x = floats[CHANNEL_X]
    k_y = floats[CHANNEL_Y]
    k_rotate = floats[CHANNEL_ROTATE]
    k_shear = floats[CHANNEL_SHEAR_X]
    k_scale = floats[CHANNEL_SCALE_X]
    k_r = k_rotate + k_shear
    if state[STARTED] == 0.0 or resets[number] != 0:
        resets[number] = 0
        for i in range(12):
            state[i] = 0.0
        state[STARTED] = 1.0
        state[UNSPENT] = dt
        state[PLACE] = tx
        state[PLACE + 1] = ty
        z = max(0.0, 1.0 - state[UNSPENT] / h) if interpolates else 0.0
    else:
        state[UNSPENT] += dt
        steps = 0
        while state[UNSPENT] >= h:
            state[UNSPENT] -= h
            steps += 1
        z = max(0.0, 1.0 - state[UNSPENT] / h) if interpolates else 0.0
        z_before = state[BETWEEN]
        inertia = values[numbers + INERTIA]
        strength = values[numbers + STRENGTH]
        damping = values[numbers + DAMPING] ** (60.0 * h)
        inverse_mass = 1.0 / values[numbers + MASS]
        wind = values[numbers + WIND]
        gravity = values[numbers + GRAVITY]
        reference = floats[REFERENCE_SCALE]
        reach = floats[LIMIT] * dt
        if k_x > 0.0:
            state[OFFSET] += limited((state[PLACE] - tx) * inertia, reach)
        if k_y > 0.0:
            state[OFFSET + 1] += limited((state[PLACE + 1] - ty) * inertia, reach)
        state[PLACE] = tx
        state[PLACE + 1] = ty
        if steps > 0:
            push_x = wind * reference
            push_y = -gravity * reference
            swing(state, steps, h, strength, damping, inverse_mass, push_x, push_y)
            if k_x <= 0.0:
                state[OFFSET] = 0.0
                state[VELOCITY] = 0.0
                state[LAG] = 0.0
            if k_y <= 0.0:
                state[OFFSET + 1] = 0.0
                state[VELOCITY + 1] = 0.0
                state[LAG + 1] = 0.0
        tx += (state[OFFSET] - state[LAG] * z) * mix * k_x
        ty += (state[OFFSET + 1] - state[LAG + 1] * z) * mix * k_y
        if k_r > 0.0 or k_scale > 0.0:
            ca = math.atan2(ay, ax)
            ex = limited(state[SHOWN] - tx, reach)
            ey = limited(state[SHOWN + 1] - ty, reach)
            phi = ca
            if k_r > 0.0:
                before = state[OFFSET + 2] - state[LAG + 2] * z_before
                rho = math.atan2(ey + state[TIP + 1], ex + state[TIP]) - ca - before * k_r * mix
                state[OFFSET + 2] += turned_once(rho) * inertia
                phi = ca + (state[OFFSET + 2] - state[LAG + 2] * z_before) * k_r * mix
            if k_scale > 0.0:
                in_world = own_length * math.sqrt(ax * ax + ay * ay)
                if interpolates and k_r <= 0.0:
                    in_world -= state[LAG + 3] * z_before  # the recorded runtime's own way, seen in its numbers
                if in_world > 0.0:
                    state[OFFSET + 3] += (ex * math.cos(phi) + ey * math.sin(phi)) * inertia / in_world
            r_before = state[OFFSET + 2]
            s_before = state[OFFSET + 3]
            for _ in range(steps):
                sin = math.sin(phi)
                cos = math.cos(phi)
                if k_scale > 0.0:
                    push = wind * cos - gravity * sin
                    state[VELOCITY + 3] += (push - state[OFFSET + 3] * strength) * inverse_mass * h
                    state[OFFSET + 3] += state[VELOCITY + 3] * h
                    state[VELOCITY + 3] *= damping
                if k_r > 0.0:
                    push = (wind * sin + gravity * cos) * own_length / reference
                    state[VELOCITY + 2] -= (push + state[OFFSET + 2] * strength) * inverse_mass * h
                    state[OFFSET + 2] += state[VELOCITY + 2] * h
                    state[VELOCITY + 2] *= damping
                    phi = ca + state[OFFSET + 2] * k_r * mix
            if steps > 0:
                state[LAG + 2] = state[OFFSET + 2] - r_before
                state[LAG + 3] = state[OFFSET + 3] - s_before
    state[BETWEEN] = z
    state[SHOWN] = tx
    state[SHOWN + 1] = ty
    turn = (state[OFFSET + 2] - state[LAG + 2] * z) * mix
    sin = math.sin(turn * k_rotate)
    cos = math.cos(turn * k_rotate)
    cx, cy = cos * cx - sin * cy, sin * cx + cos * cy
    sin = math.sin(turn * k_r)
    cos = math.cos(turn * k_r)
    ax, ay = cos * ax - sin * ay, sin * ax + cos * ay
    if k_scale > 0.0:
        g = 1.0 + (state[OFFSET + 3] - state[LAG + 3] * z) * mix * k_scale
        ax *= g
        ay *= g
        mode = ints[at + 1]
        if mode == SCALE_Y_UNIFORM:
            cx *= g
            cy *= g
        elif mode == SCALE_Y_VOLUME:
            cx *= volume_of(g)
            cy *= volume_of(g)
    whole = abs(tx) + abs(ty) + abs(ax) + abs(ay) + abs(cx) + abs(cy)
    for i in range(12):
        whole += abs(state[i])
    if not whole < BEYOND:
        state[STARTED] = 0.0
        return
    state[TIP] = own_length * ax
    state[TIP + 1] = own_length * ay
    # and back: the frame's linear part is a turn with or without a flip, so its inverse is its transpose
    w[0] = fa * ax + fb * ay
    w[1] = fc * ax + fd * ay
    w[2] = fa * cx + fb * cy
    w[3] = fc * cx + fd * cy
    w[4] = fa * (tx - ftx) + fb * (ty - fty)
    w[5] = fc * (tx - ftx) + fd * (ty - fty)
