"""Where a rig's bones are at a moment of a clip, and legs that are told where their feet go.

Legs are keyed twice over: as rotations that put the foot where it belongs, and as the motion of the target that the
leg's IK constraint follows. Players with and without IK thus show the same walk.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from math import acos, atan2, degrees, hypot

from .affine import Affine, wrapped
from .clip import Clip, Track
from .rig import Rig

FootPath = Callable[[float], tuple[float, float, float]]
"""Where a foot's joint is at a time, and how far the foot is turned from its setup angle: x, y, degrees."""

BAKE_STEP_S = 1 / 15


@dataclass(frozen=True, slots=True)
class Leg:
    """A two-bone leg with a foot at its end; `target` is a bone of the root that IK follows.

    `bend_positive` as in the file: the lower bone turns counterclockwise from the upper one.
    """

    upper: str
    lower: str
    foot: str
    target: str
    bend_positive: bool


def world(rig: Rig, clip: Clip, bone: str, time: float) -> Affine:
    """The world matrix of `bone`; scales and every inherit mode but noRotationOrReflection's reflection included."""
    item = rig.bones[bone]
    rotation = _value(clip, bone, "rotate", time, (0.0,))[0]
    x, y = _position(rig, clip, bone, time)
    sx, sy = _value(clip, bone, "scale", time, (1.0, 1.0))
    local = Affine.local(x, y, item.rotation + rotation, sx, sy)
    if item.parent is None:
        return local
    parent = world(rig, clip, item.parent, time)
    placed = parent.times(local)
    if item.inherit == "normal":
        return placed
    size = hypot(parent.a, parent.b)
    return Affine(local.a * size, local.b * size, local.c * size, local.d * size, placed.tx, placed.ty)


def two_bone_angles(
    root: tuple[float, float], goal: tuple[float, float], upper: float, lower: float, bend_positive: bool
) -> tuple[float, float]:
    """World angles in degrees of two bones that reach from `root` towards `goal` (law of cosines)."""
    dx, dy = goal[0] - root[0], goal[1] - root[1]
    distance = min(max(hypot(dx, dy), abs(upper - lower) + 1e-6), upper + lower - 1e-6)
    inner = acos((upper * upper + distance * distance - lower * lower) / (2 * upper * distance))
    outer = acos((upper * upper + lower * lower - distance * distance) / (2 * upper * lower))
    sign = 1.0 if bend_positive else -1.0
    first = degrees(atan2(dy, dx)) - sign * degrees(inner)
    return first, first + sign * (180.0 - degrees(outer))


def walk_leg(rig: Rig, clip: Clip, leg: Leg, path: FootPath, step: float = BAKE_STEP_S) -> None:
    """Key `leg` so that its foot follows `path`: upper, lower and foot rotations, and the IK target's translation.

    Call it after everything above the leg is keyed. A goal out of reach is approached as far as the leg goes.
    """
    upper, lower, foot, target = (rig.bones[name] for name in (leg.upper, leg.lower, leg.foot, leg.target))

    def angles(time: float) -> tuple[float, float, float]:
        base = world(rig, clip, upper.above, time)
        hip = base.point(*_position(rig, clip, leg.upper, time))
        x, y, turn = path(time)
        first, second = two_bone_angles(hip, (x, y), upper.length, lower.length, leg.bend_positive)
        return (
            wrapped(first - base.angle - upper.rotation),
            wrapped(second - first - lower.rotation),
            wrapped(foot.world.angle + turn - second - foot.rotation),
        )

    def step_to(time: float) -> tuple[float, float]:
        x, y, _ = path(time)
        return x - target.world.tx, y - target.world.ty

    clip.bake(leg.upper, "rotate", lambda time: (angles(time)[0],), step)
    clip.bake(leg.lower, "rotate", lambda time: (angles(time)[1],), step)
    clip.bake(leg.foot, "rotate", lambda time: (angles(time)[2],), step)
    clip.bake(leg.target, "translate", step_to, step)


def reach(
    rig: Rig, clip: Clip, time: float, upper: str, lower: str, goal: tuple[float, float], bend_positive: bool = True
) -> tuple[float, float]:
    """The rotation keys that bring the tip of a two-bone arm to `goal` at `time`, as far as the arm goes."""
    first_bone, second_bone = rig.bones[upper], rig.bones[lower]
    base = world(rig, clip, first_bone.above, time)
    shoulder = base.point(*_position(rig, clip, upper, time))
    first, second = two_bone_angles(shoulder, goal, first_bone.length, second_bone.length, bend_positive)
    return wrapped(first - base.angle - first_bone.rotation), wrapped(second - first - second_bone.rotation)


def aim(rig: Rig, clip: Clip, time: float, bone: str, goal: tuple[float, float]) -> float:
    """The rotation key that points `bone` at `goal` at `time`."""
    item = rig.bones[bone]
    base = world(rig, clip, item.above, time)
    at = base.point(*_position(rig, clip, bone, time))
    return wrapped(degrees(atan2(goal[1] - at[1], goal[0] - at[0])) - base.angle - item.rotation)


def _position(rig: Rig, clip: Clip, bone: str, time: float) -> tuple[float, float]:
    """Where a bone is in its parent's space."""
    item = rig.bones[bone]
    dx, dy = _value(clip, bone, "translate", time, (0.0, 0.0))
    return item.x + dx, item.y + dy


def _value(clip: Clip, bone: str, kind: str, time: float, default: tuple[float, ...]) -> tuple[float, ...]:
    track: Track | None = clip.bones.get((bone, kind))
    return default if track is None else track.at(time)
