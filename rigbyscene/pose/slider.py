"""Sliders (4.3): a constraint that lays an animation over the pose, at a time that a bone or a key gives.

Constraint sheet, section 6. Without `additive` the animation is blended by ``current + (setup∘key - current) * mix``;
with it rotation, translation and shear add ``key * mix``, scale adds ``setup * (key - 1) * mix``. Whatever cannot be
interpolated switches at any mix above 0.
"""

from __future__ import annotations

import math

from rigbyscene.jit import kernel
from rigbyscene.pose.layout import (
    BONE_STRIDE,
    FIRST_FLOAT,
    FIRST_INT,
    VALUES,
    Ints,
    PoseArrays,
    RigArrays,
)
from rigbyscene.pose.sampling import apply_animation
from rigbyscene.pose.transform_constraint import local_place, world_property

TIME, MIX = range(2)
ANIMATION, LOOP, ADDITIVE, BONE, PROPERTY, LOCAL = range(6)
FROM, TO, SCALE, DURATION = range(4)


@kernel(inner=True)
def solve_slider(rig: RigArrays, attachment_of: Ints, pose: PoseArrays, constraint: int) -> None:
    """Apply one slider. The matrices of the bones that it keys are computed afterwards, by the program."""
    row = rig.constraints[constraint]
    ints = row[FIRST_INT]
    floats = row[FIRST_FLOAT]
    mix = pose.values[row[VALUES] + MIX]
    if mix == 0.0:
        return
    time_s = pose.values[row[VALUES] + TIME]
    loops = rig.constraint_ints[ints + LOOP] != 0
    duration = rig.constraint_floats[floats + DURATION]
    bone = rig.constraint_ints[ints + BONE]
    if bone >= 0:
        kind = rig.constraint_ints[ints + PROPERTY]
        if rig.constraint_ints[ints + LOCAL] != 0:
            value = pose.values[bone * BONE_STRIDE + local_place(kind)]
        else:
            value = world_property(pose.world, bone, kind, 0.0, 0.0, 0.0)
        scale = rig.constraint_floats[floats + SCALE]
        time_s = rig.constraint_floats[floats + TO] + (value - rig.constraint_floats[floats + FROM]) * scale
        if loops and duration > 0.0:
            time_s -= duration * math.floor(time_s / duration)
        else:
            time_s = min(max(time_s, 0.0), duration)
    elif loops and duration > 0.0 and time_s >= 0.0:
        time_s -= duration * math.floor(time_s / duration)
    additive = rig.constraint_ints[ints + ADDITIVE] != 0
    apply_animation(rig, attachment_of, pose, rig.constraint_ints[ints + ANIMATION], time_s, mix, 0.0, additive)
