"""Packs constraints: the numbers that keys may change go to `values`, the rest to tables of their own."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from rigbyscene.model.constraints import (
    Constraint,
    IkConstraint,
    PathConstraint,
    PhysicsConstraint,
    SliderConstraint,
    TransformConstraint,
)
from rigbyscene.model.skeleton import REFERENCE_SCALES, Skeleton
from rigbyscene.pose.layout import (
    CONSTRAINT_COLUMNS,
    CONSTRAINT_IK,
    CONSTRAINT_PATH,
    CONSTRAINT_PHYSICS,
    CONSTRAINT_SLIDER,
    CONSTRAINT_TRANSFORM,
    TRANSFORM_ADDITIVE,
    TRANSFORM_CLAMP,
    TRANSFORM_LOCAL_SOURCE,
    TRANSFORM_LOCAL_TARGET,
    TRANSFORM_MAPPED,
    TRANSFORM_RELATIVE,
    Floats,
    Ints,
)


def constraint_values(constraint: Constraint) -> list[float]:
    """The setup numbers of a constraint, in the order that `rigbyscene.pose.layout` gives for its kind."""
    match constraint:
        case IkConstraint():
            flags = (constraint.bend_positive, constraint.compress, constraint.stretch)
            return [constraint.mix, constraint.softness, *map(float, flags)]
        case TransformConstraint():
            return list(constraint.mixes)
        case PathConstraint():
            return [constraint.position, constraint.spacing, *constraint.mixes]
        case PhysicsConstraint() as c:
            return [c.inertia, c.strength, c.damping, c.mass, c.wind, c.gravity, c.mix]
        case SliderConstraint():
            return [constraint.time, constraint.mix]


def _transform_flags(c: TransformConstraint) -> int:
    if c.mappings is None:
        spaces = (TRANSFORM_LOCAL_SOURCE | TRANSFORM_LOCAL_TARGET) * c.local
        return spaces | TRANSFORM_RELATIVE * c.relative
    return (
        TRANSFORM_MAPPED
        | TRANSFORM_LOCAL_SOURCE * c.local_source
        | TRANSFORM_LOCAL_TARGET * c.local_target
        | TRANSFORM_ADDITIVE * c.additive
        | TRANSFORM_CLAMP * c.clamp
    )


def _packed(constraint: Constraint, skeleton: Skeleton, number: int) -> tuple[int, list[int], list[float]]:
    """(kind, integers, floats) of a constraint, as its own module reads them."""
    match constraint:
        case IkConstraint() as c:
            return CONSTRAINT_IK, [c.target, c.scale_y, *c.bones], []
        case TransformConstraint() as c:
            mappings = c.mappings or ()
            ints = [c.source, _transform_flags(c), len(mappings)]
            ints += [i for m in mappings for i in (m.source, m.target)]
            floats = [*c.offsets]
            floats += [f for m in mappings for f in (m.source_offset, m.target_offset, m.max, m.scale)]
            return CONSTRAINT_TRANSFORM, [*ints, *c.bones], floats
        case PathConstraint() as c:
            modes = [c.position_mode, c.spacing_mode, c.rotate_mode]
            return CONSTRAINT_PATH, [c.slot, *modes, *c.bones], [c.rotation]
        case PhysicsConstraint() as c:
            scale = skeleton.header.reference_scale
            is_usable = REFERENCE_SCALES[0] <= scale <= REFERENCE_SCALES[1]
            floats = [*c.channels, c.limit, c.fps, scale if is_usable else 100.0]
            return CONSTRAINT_PHYSICS, [c.bone, c.scale_y, number], floats
        case SliderConstraint() as c:
            ints = [c.animation, int(c.loop), int(c.additive), c.bone, c.property, int(c.local)]
            duration = skeleton.animations[c.animation].duration
            return CONSTRAINT_SLIDER, ints, [c.source_from, c.to, c.scale, duration]


@dataclass(frozen=True, slots=True)
class PackedConstraints:
    """`first_values` is where each constraint's numbers start in `values`; `setup` are all of them back to back.

    `table`, `ints`, `floats` are those of `RigArrays`; `physics_count` is how many keep a state.
    """

    first_values: tuple[int, ...]
    setup: Floats
    table: Ints
    ints: Ints
    floats: Floats
    physics_count: int


def pack_constraints(skeleton: Skeleton, first_value: int) -> PackedConstraints:
    """Lay the numbers of all constraints back to back, the first at index `first_value` of `values`."""
    firsts: list[int] = []
    setup: list[float] = []
    ints: list[int] = []
    floats: list[float] = []
    table = np.zeros((len(skeleton.constraints), CONSTRAINT_COLUMNS), np.int32)
    physics_count = 0
    for i, constraint in enumerate(skeleton.constraints):
        kind, own_ints, own_floats = _packed(constraint, skeleton, physics_count)
        bones = getattr(constraint, "bones", ())
        table[i] = kind, len(ints), len(floats), first_value + len(setup), len(bones)
        firsts.append(first_value + len(setup))
        setup += constraint_values(constraint)
        ints += own_ints
        floats += own_floats
        physics_count += kind == CONSTRAINT_PHYSICS
    return PackedConstraints(
        tuple(firsts),
        np.array(setup, np.float64),
        table,
        np.array(ints, np.int32),
        np.array(floats, np.float64),
        physics_count,
    )
