"""New local values for a bone whose world matrix a constraint has changed (constraint sheet, section 1).

With m the linear part of parent⁻¹ · world: rotation is the direction of m's x axis, shearX is 0, scaleX the axis's
length, and shearY what is left of the y axis's direction; a reflection becomes a negative scaleY. |scaleY| is the y
axis's length in 4.3 and its height over the x axis before, so that a sheared bone gets shorter there when it is
recomputed.
"""

from __future__ import annotations

from rigbyscene.jit import kernel
from rigbyscene.pose.angles import angle_deg, length
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
from rigbyscene.pose.transforms import inherited

SMALLEST = 1e-12
"""Below this a parent's determinant or an axis's length says nothing; the bone keeps the local values it had."""


@kernel(inner=True)
def localize(bone: int, parent: int, mode: int, values: Floats, world: Floats, version: int) -> None:
    """Write the local values of `bone` that make its present world matrix, relative to its parent's present one."""
    at = bone * BONE_STRIDE
    a = world[bone, 0]
    b = world[bone, 1]
    c = world[bone, 2]
    d = world[bone, 3]
    x = world[bone, 4]
    y = world[bone, 5]
    if parent >= 0:
        pa = world[parent, 0]
        pb = world[parent, 1]
        pc = world[parent, 2]
        pd = world[parent, 3]
        det = pa * pd - pb * pc
        if not abs(det) >= SMALLEST:
            return
        dx = x - world[parent, 4]
        dy = y - world[parent, 5]
        x = (pd * dx - pc * dy) / det
        y = (pa * dy - pb * dx) / det
        pa, pb, pc, pd = inherited(mode, pa, pb, pc, pd)
        det = pa * pd - pb * pc
        if not abs(det) >= SMALLEST:
            return
        a, b, c, d = (pd * a - pc * b) / det, (pa * b - pb * a) / det, (pd * c - pc * d) / det, (pa * d - pb * c) / det
    scale_x = length(a, b)
    scale_y = length(c, d)
    det = a * d - b * c
    reflected = -1.0 if det < 0.0 else 1.0
    rotation = angle_deg(a, b)
    values[at + X] = x
    values[at + Y] = y
    values[at + ROTATION] = rotation
    values[at + SHEAR_X] = 0.0
    values[at + SHEAR_Y] = angle_deg(reflected * c, reflected * d) - rotation - 90.0
    values[at + SCALE_X] = scale_x
    if version < 43 and scale_x > SMALLEST:
        scale_y = abs(det) / scale_x
    values[at + SCALE_Y] = reflected * scale_y
