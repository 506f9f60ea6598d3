"""World transforms of bones (specification, World transforms). Matrices are a b c d tx ty."""

from __future__ import annotations

import math

from rigbyscene.jit import kernel
from rigbyscene.pose.layout import (
    BONE_STRIDE,
    ROTATION,
    SCALE_X,
    SCALE_Y,
    SHEAR_X,
    SHEAR_Y,
    Floats,
    X,
    Y,
)
from rigbyscene.pose.trig import sin_cos_deg

NORMAL, ONLY_TRANSLATION, NO_ROTATION_OR_REFLECTION, NO_SCALE, NO_SCALE_OR_REFLECTION = range(5)

VANISHING = 1e-12
"""A parent whose x axis is shorter than this has no direction and no size."""


@kernel(inner=True)
def turn_bones(values: Floats, turns: Floats, bones: int) -> None:
    """Write the angle of every bone's x axis, then their sines, then their cosines: one loop, which vectorises."""
    for bone in range(bones):
        angle = values[bone * BONE_STRIDE + ROTATION] + values[bone * BONE_STRIDE + SHEAR_X]
        sin, cos = sin_cos_deg(angle)
        turns[bone] = angle
        turns[bones + bone] = sin
        turns[2 * bones + bone] = cos


@kernel(inner=True)
def turn_of(bone: int, values: Floats, turns: Floats, bones: int) -> tuple[float, float]:
    """(sin, cos) of a bone's x axis: from `turns`, unless a constraint has turned the bone since."""
    angle = values[bone * BONE_STRIDE + ROTATION] + values[bone * BONE_STRIDE + SHEAR_X]
    if angle == turns[bone]:
        return turns[bones + bone], turns[2 * bones + bone]
    return sin_cos_deg(angle)


@kernel(inner=True)
def bone_world(bone: int, parent: int, mode: int, values: Floats, world: Floats) -> None:
    """Write row `bone` of `world` from the bone's local numbers and its parent's row; `parent` -1 is the root."""
    at = bone * BONE_STRIDE
    sin_x, cos_x = sin_cos_deg(values[at + ROTATION] + values[at + SHEAR_X])
    place_bone(bone, parent, mode, values, world, sin_x, cos_x)


@kernel(inner=True)
def place_bone(bone: int, parent: int, mode: int, values: Floats, world: Floats, sin_x: float, cos_x: float) -> None:
    """`bone_world` with the sine and cosine of the bone's x axis given."""
    at = bone * BONE_STRIDE
    rotation = values[at + ROTATION]
    sin_y = sin_x
    cos_y = cos_x
    if values[at + SHEAR_X] != 0.0 or values[at + SHEAR_Y] != 0.0:
        sin_y, cos_y = sin_cos_deg(rotation + values[at + SHEAR_Y])
    # the y axis stands at rotation + 90 + shearY
    la = cos_x * values[at + SCALE_X]
    lb = sin_x * values[at + SCALE_X]
    lc = -sin_y * values[at + SCALE_Y]
    ld = cos_y * values[at + SCALE_Y]
    x = values[at + X]
    y = values[at + Y]
    if parent < 0:
        world[bone, 0] = la
        world[bone, 1] = lb
        world[bone, 2] = lc
        world[bone, 3] = ld
        world[bone, 4] = x
        world[bone, 5] = y
        return
    a = world[parent, 0]
    b = world[parent, 1]
    c = world[parent, 2]
    d = world[parent, 3]
    world[bone, 4] = a * x + c * y + world[parent, 4]
    world[bone, 5] = b * x + d * y + world[parent, 5]
    if mode != NORMAL:
        a, b, c, d = inherited(mode, a, b, c, d)
    world[bone, 0] = a * la + c * lb
    world[bone, 1] = b * la + d * lb
    world[bone, 2] = a * lc + c * ld
    world[bone, 3] = b * lc + d * ld


@kernel(inner=True)
def inherited(mode: int, a: float, b: float, c: float, d: float) -> tuple[float, float, float, float]:
    """What stands for the parent's linear part under an inherit mode: the specification's table of Q."""
    if mode == NORMAL:
        return a, b, c, d
    if mode == ONLY_TRANSLATION:
        return 1.0, 0.0, 0.0, 1.0
    s = math.sqrt(a * a + b * b)
    det = a * d - b * c
    if s < VANISHING:
        s = 0.0
        ux = 1.0
        uy = 0.0
        height = 0.0
    else:
        ux = a / s
        uy = b / s
        height = abs(det) / s
    if mode == NO_ROTATION_OR_REFLECTION:
        return s, 0.0, 0.0, height
    f = -1.0 if mode == NO_SCALE and det < 0.0 else 1.0
    return ux, uy, -uy * f, ux * f
