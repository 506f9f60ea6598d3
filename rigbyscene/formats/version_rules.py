"""Constraints that 4.2 and 4.3 solve by other rules though their data is the same (constraint sheet): warnings."""

from __future__ import annotations

from collections.abc import Iterator

from rigbyscene.formats.fields import listing
from rigbyscene.formats.sections import Notes
from rigbyscene.model.animation import CurveTimeline
from rigbyscene.model.constraints import (
    Constraint,
    IkConstraint,
    PathConstraint,
    PhysicsConstraint,
    TransformConstraint,
)
from rigbyscene.model.enums import Format, Property, SpacingMode, TransformProperty
from rigbyscene.model.skeleton import Skeleton

_SHEARS = (Property.SHEAR, Property.SHEAR_X, Property.SHEAR_Y)
_SCALES = (TransformProperty.SCALE_X, TransformProperty.SCALE_Y)


def tell_other_rules(skeleton: Skeleton, target: Format, notes: Notes) -> None:
    """Warn of constraints of `skeleton`, in 4.2's terms, that may pose differently in `target`, a kind at a time."""
    other = "4.2" if target is Format.V43 else "4.3"
    for what, constraints in _found(skeleton):
        found = f"{what}{listing([c.name for c in constraints])}"
        remedy = f"look whether they still move as in {other}"
        notes.warning("other-rules", f"4.2 and 4.3 solve differently {found}", remedy)


def _found(skeleton: Skeleton) -> Iterator[tuple[str, list[Constraint]]]:
    curves = [t for a in skeleton.animations for t in a.timelines if isinstance(t, CurveTimeline)]
    sheared = {t.target for t in curves if t.property in _SHEARS}
    sheared |= {i for i, b in enumerate(skeleton.bones) if b.shear_x != 0.0 or b.shear_y != 0.0}
    mixed = {t.target for t in curves if t.property is Property.TRANSFORM_MIX}

    def bends_sheared(c: Constraint) -> bool:
        return isinstance(c, IkConstraint) and len(c.bones) == 2 and c.bones[0] in sheared

    def copies_local_scale(i: int, c: Constraint) -> bool:
        if not isinstance(c, TransformConstraint) or c.mappings is not None or not c.local or c.relative:
            return False
        return i in mixed or any(c.mixes[p] != 0 for p in _SCALES)

    def folds_back(c: Constraint) -> bool:
        if not isinstance(c, PathConstraint) or c.spacing_mode is not SpacingMode.LENGTH:
            return False
        return any(skeleton.bones[b].length + c.spacing < 0 for b in c.bones)

    every = list(enumerate(skeleton.constraints))
    kinds: tuple[tuple[str, list[Constraint]], ...] = (
        ("physics, which 4.3 shows up to a step later", [c for _, c in every if isinstance(c, PhysicsConstraint)]),
        ("IK of two bones of which the first is sheared", [c for _, c in every if bends_sheared(c)]),
        ("transform constraints that copy a local scale", [c for i, c in every if copies_local_scale(i, c)]),
        ("path constraints whose spacing is negative", [c for _, c in every if folds_back(c)]),
    )
    return ((what, constraints) for what, constraints in kinds if constraints)
