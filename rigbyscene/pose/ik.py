"""Inverse kinematics with one or two bones (constraint sheet, section 2).

All of it happens in the space of the upper bone's parent, where the bone's own matrix is a rotation (and shear) of its
scales. One bone: turn the x axis at the target. Two bones, the lower one of length l2 starting at distance l1 from the
upper one's origin: by the law of cosines the lower bone turns by beta with

    cos(beta) = (D² - l1² - l2²) / (2 l1 l2)

for a target at distance D, and the upper one by what brings (l1 + l2 cos(beta), l2 sin(beta)) onto the target. Where
the upper bone's scales differ, the tip runs on an ellipse instead of a circle; `uneven_bend` solves that.
"""

from __future__ import annotations

import math

from rigbyscene.jit import kernel
from rigbyscene.pose.angles import angle_deg, length, wrap
from rigbyscene.pose.layout import (
    BONE_STRIDE,
    LENGTH,
    ROTATION,
    SCALE_X,
    SCALE_Y,
    SHEAR_X,
    SHEAR_Y,
    Floats,
    Ints,
    X,
    Y,
)
from rigbyscene.pose.transforms import bone_world, inherited
from rigbyscene.pose.trig import sin_cos_deg

MIX, SOFTNESS, BEND, COMPRESS, STRETCH = range(5)
SCALE_Y_NONE, SCALE_Y_UNIFORM, SCALE_Y_VOLUME = range(3)

TINY = 1e-4
"""Lengths and differences of scale below this count as none."""
TINY_43 = 1e-5
"""4.3 calls fewer scales equal: golden raptor, mix_gun-holster__jump frame 6, parts at a difference of 8.8e-5."""
SINGULAR = 1e-12


@kernel(inner=True)
def volume_factor(s: float) -> float:
    """What keeps the volume when scaleX grows by s: 1/s, eased below 0.7 so that it never exceeds 4."""
    return 1.0 / s if s >= 0.7 else 1.0 / (0.25 + 0.642857 * s)


@kernel(inner=True)
def stretch_bone(values: Floats, at: int, s: float, scale_y: int) -> None:
    """Multiply scaleX by s, and scaleY as the mode says."""
    values[at + SCALE_X] *= s
    if scale_y == SCALE_Y_UNIFORM:
        values[at + SCALE_Y] *= s
    elif scale_y == SCALE_Y_VOLUME:
        values[at + SCALE_Y] *= volume_factor(s)


@kernel(inner=True)
def target_from(world: Floats, bone: int, parent: int, mode: int, target: int) -> tuple[float, float, bool]:
    """The way from the bone's origin to the target in the space that the bone turns in; False if that has no size."""
    dx = world[target, 4] - world[bone, 4]
    dy = world[target, 5] - world[bone, 5]
    if parent < 0:
        return dx, dy, True
    a, b, c, d = inherited(mode, world[parent, 0], world[parent, 1], world[parent, 2], world[parent, 3])
    det = a * d - b * c
    if not abs(det) >= SINGULAR:
        return 0.0, 0.0, False
    return (d * dx - c * dy) / det, (a * dy - b * dx) / det, True


@kernel(inner=True)
def turn_toward(values: Floats, at: int, tx: float, ty: float, mix: float) -> None:
    """Turn a bone's x axis at its target (tx, ty). Leaves its world matrix to the caller."""
    turn = angle_deg(tx, ty) - values[at + ROTATION] - values[at + SHEAR_X]
    if values[at + SCALE_X] < 0.0:
        turn += 180.0
    values[at + ROTATION] += wrap(turn) * mix


@kernel(inner=True)
def reach_for(
    values: Floats, at: int, distance: float, compress: bool, stretch: bool, scale_y: int, mix: float
) -> None:
    """Make one bone as long as its target is far, if that is asked for."""
    reach = values[at + LENGTH] * values[at + SCALE_X]
    if reach > TINY and ((compress and distance < reach) or (stretch and distance > reach)):
        stretch_bone(values, at, 1.0 + (distance / reach - 1.0) * mix, scale_y)


@kernel(inner=True)
def soft_distance(distance: float, l1: float, reach: float, softness: float) -> float:
    """The distance eased toward the full reach: slope 1 at reach - softness, slope 0 at reach + softness."""
    excess = distance - l1 - reach + softness
    if excess <= 0.0:
        return distance
    u = min(1.0, excess / (2.0 * softness))
    return distance - excess + softness * (2.0 * u - u * u)


@kernel(inner=True)
def uneven_bend(
    tx: float, ty: float, distance: float, l1: float, l2: float, kx: float, ky: float, bend: float
) -> tuple[float, float]:
    """(alpha, beta) where the upper bone's scales differ: the tip runs on (l1 + m cos(beta), n sin(beta)).

    A point of that ellipse at the target's distance has an abscissa X with
    ``(m²-n²) X² + 2 n² l1 X + n² m² - n² l1² - D² m² = 0``; of its roots the smaller counts. Without one, the nearest
    or farthest point of the ellipse is taken.
    """
    m = kx * l2
    n = ky * l2
    mm = m * m
    nn = n * n
    dd = distance * distance
    a = mm - nn
    b = 2.0 * nn * l1
    c = nn * mm - nn * l1 * l1 - dd * mm
    discriminant = b * b - 4.0 * a * c
    direction = angle_deg(tx, ty)
    if discriminant >= 0.0:
        q = math.sqrt(discriminant)
        q = -(b + (q if b >= 0.0 else -q)) / 2.0
        x = dd * 4.0 + 1.0  # beyond any distance
        if a != 0.0:
            x = q / a
        if q != 0.0 and abs(c / q) < abs(x):
            x = c / q
        if x * x <= dd:
            y = bend * math.sqrt(dd - x * x)
            return direction - angle_deg(x, y), angle_deg((x - l1) / kx, y / ky)
    near_beta = 180.0
    near_x = l1 - m
    near_y = 0.0
    near = near_x * near_x
    far_beta = 0.0
    far_x = l1 + m
    far_y = 0.0
    far = far_x * far_x
    if near > far:
        near_beta, far_beta = far_beta, near_beta
        near_x, far_x = far_x, near_x
        near, far = far, near
    cosine = -m * l1 / a if a != 0.0 else 2.0
    if -1.0 <= cosine <= 1.0:
        x = l1 + m * cosine
        y = n * math.sqrt(1.0 - cosine * cosine)
        squared = x * x + y * y
        beta = angle_deg(cosine, math.sqrt(1.0 - cosine * cosine))
        if squared < near:
            near, near_x, near_y, near_beta = squared, x, y, beta
        if squared > far:
            far, far_x, far_y, far_beta = squared, x, y, beta
    if dd <= (near + far) / 2.0:
        return direction - angle_deg(near_x, bend * near_y), near_beta * bend
    return direction - angle_deg(far_x, bend * far_y), far_beta * bend


@kernel(inner=True)
def solve_two_bones(
    values: Floats,
    a: int,
    b: int,
    tx: float,
    ty: float,
    bend: float,
    stretch: bool,
    scale_y: int,
    softness: float,
    mix: float,
    version: int,
) -> None:
    """Bring the tip of the lower bone, a child of the upper one, to the target (tx, ty).

    `a`, `b` are where the two start in `values`. Leaves both world matrices to the caller.
    """
    kx = abs(values[a + SCALE_X])
    ky = abs(values[a + SCALE_Y])
    even = abs(kx - ky) <= (TINY if version < 43 else TINY_43)
    if not even or (stretch and version > 38):
        values[b + Y] = 0.0
    bx = values[b + X]
    by = values[b + Y]
    sin_x, cos_x = sin_cos_deg(values[a + SHEAR_X])
    sin_y, cos_y = sin_cos_deg(values[a + SHEAR_Y])
    # the way to the lower bone in the upper one's matrix, turned back by its rotation, which does not change a length
    l1 = length(
        cos_x * values[a + SCALE_X] * bx - sin_y * values[a + SCALE_Y] * by,
        sin_x * values[a + SCALE_X] * bx + cos_y * values[a + SCALE_Y] * by,
    )
    l2 = values[b + LENGTH] * abs(values[b + SCALE_X])
    if l1 < TINY:
        turn_toward(values, a, tx, ty, mix)
        values[b + ROTATION] = 0.0
        return
    distance = length(tx, ty)
    if softness > 0.0:
        soft = softness * kx * (abs(values[b + SCALE_X]) + 1.0) / 2.0
        eased = soft_distance(distance, l1, l2 * kx, soft) if soft > 0.0 else distance
        if distance > 0.0:
            tx *= eased / distance
            ty *= eased / distance
        distance = eased
        stretch = False
    if even:
        reach = l2 * kx
        beta = 0.0
        straight = l1 + reach
        sum_of_cosine = distance * distance - l1 * l1 - reach * reach
        if reach < SINGULAR:
            beta = 180.0 * bend if distance < l1 else 0.0
        elif sum_of_cosine < -2.0 * l1 * reach:
            beta = 180.0 * bend
        elif sum_of_cosine > 2.0 * l1 * reach:
            if stretch and straight > SINGULAR:
                s = 1.0 + (distance / straight - 1.0) * mix
                if version > 38:
                    stretch_bone(values, a, s, scale_y)
                else:
                    values[a + SCALE_X] *= s
        else:
            cosine = sum_of_cosine / (2.0 * l1 * reach)
            beta = bend * angle_deg(cosine, math.sqrt(max(1.0 - cosine * cosine, 0.0)))
        sin_beta, cos_beta = sin_cos_deg(beta)
        alpha = angle_deg(tx, ty) - angle_deg(l1 + reach * cos_beta, reach * sin_beta)
    elif l2 < SINGULAR or kx < SINGULAR or ky < SINGULAR:
        alpha = angle_deg(tx, ty)
        beta = 180.0 * bend if distance < l1 else 0.0
    else:
        alpha, beta = uneven_bend(tx, ty, distance, l1, l2, kx, ky, bend)
    sign = 1.0
    upper_half = 0.0
    if values[a + SCALE_X] < 0.0:
        sign = -sign
        upper_half = 180.0
    if values[a + SCALE_Y] < 0.0:
        sign = -sign
    lower_half = 180.0 if values[b + SCALE_X] < 0.0 else 0.0
    omega = angle_deg(bx, by) * sign
    values[a + ROTATION] += wrap(alpha - omega + upper_half - values[a + ROTATION]) * mix
    values[b + ROTATION] += wrap((beta + omega - values[b + SHEAR_X]) * sign + lower_half - values[b + ROTATION]) * mix
    if version < 43:
        values[a + SHEAR_X] = 0.0
        values[a + SHEAR_Y] = 0.0


@kernel(inner=True)
def solve_ik(
    parents: Ints,
    inherit: Ints,
    values: Floats,
    world: Floats,
    ints: Ints,
    at: int,
    count: int,
    numbers: int,
    version: int,
) -> None:
    """Solve one IK constraint and compute the world matrices of its bones again.

    `ints[at:]` are its target, scaleY mode and `count` bones; `numbers` is where its mixes and flags start in `values`.
    """
    mix = values[numbers + MIX]
    if mix == 0.0:
        return
    target = ints[at]
    scale_y = ints[at + 1]
    upper = ints[at + 2]
    parent = parents[upper]
    tx, ty, sound = target_from(world, upper, parent, inherit[upper], target)
    if not sound:
        return
    stretch = values[numbers + STRETCH] != 0.0
    if count == 1:
        compress = values[numbers + COMPRESS] != 0.0
        turn_toward(values, upper * BONE_STRIDE, tx, ty, mix)
        reach_for(values, upper * BONE_STRIDE, length(tx, ty), compress, stretch, scale_y, mix)
        bone_world(upper, parent, inherit[upper], values, world)
        return
    lower = ints[at + 3]
    bend = 1.0 if values[numbers + BEND] != 0.0 else -1.0
    softness = values[numbers + SOFTNESS]
    a = upper * BONE_STRIDE
    b = lower * BONE_STRIDE
    solve_two_bones(values, a, b, tx, ty, bend, stretch, scale_y, softness, mix, version)
    bone_world(upper, parent, inherit[upper], values, world)
    bone_world(lower, parents[lower], inherit[lower], values, world)
