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
from rigbyscene.model.skeleton import Skeleton
from rigbyscene.pose.layout import Floats


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


@dataclass(frozen=True, slots=True)
class PackedConstraints:
    """`first_values` is where each constraint's numbers start in `values`; `setup` are all of them back to back."""

    first_values: tuple[int, ...]
    setup: Floats


def pack_constraints(skeleton: Skeleton, first_value: int) -> PackedConstraints:
    """Lay the numbers of all constraints back to back, the first at index `first_value` of `values`."""
    firsts = []
    setup: list[float] = []
    for constraint in skeleton.constraints:
        firsts.append(first_value + len(setup))
        setup += constraint_values(constraint)
    return PackedConstraints(tuple(firsts), np.array(setup, np.float64))
