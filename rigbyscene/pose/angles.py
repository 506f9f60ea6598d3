"""Angles in degrees as the constraints use them, and the turning of matrix axes."""

from __future__ import annotations

import math

from rigbyscene.jit import kernel
from rigbyscene.pose.layout import Floats
from rigbyscene.pose.trig import sin_cos_deg

DEGREES = 180.0 / math.pi


@kernel(inner=True)
def angle_deg(x: float, y: float) -> float:
    """The direction of (x, y), -180 to 180; 0 for no vector."""
    return math.atan2(y, x) * DEGREES


@kernel(inner=True)
def wrap(degrees: float) -> float:
    """The same direction within (-180, 180]."""
    return degrees - 360.0 * math.ceil((degrees - 180.0) / 360.0)


@kernel(inner=True)
def wrap_once(degrees: float) -> float:
    """Brought nearer to 0 by at most one turn: the constraints' own differences are within two turns of it."""
    if degrees > 180.0:
        return degrees - 360.0
    if degrees <= -180.0:
        return degrees + 360.0
    return degrees


@kernel(inner=True)
def turn_axes(world: Floats, bone: int, degrees: float) -> None:
    """Turn both axes of a bone's world matrix, leaving its position."""
    sin, cos = sin_cos_deg(degrees)
    a = world[bone, 0]
    b = world[bone, 1]
    c = world[bone, 2]
    d = world[bone, 3]
    world[bone, 0] = cos * a - sin * b
    world[bone, 1] = sin * a + cos * b
    world[bone, 2] = cos * c - sin * d
    world[bone, 3] = sin * c + cos * d


@kernel(inner=True)
def length(x: float, y: float) -> float:
    return math.sqrt(x * x + y * y)
