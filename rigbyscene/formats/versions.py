"""Skeletons from one version of the format to another, where nothing that moves a bone or a picture is lost.

4.2 to 4.3: the four lists of constraints become one, and a transform constraint maps every property to itself. Back:
whatever 4.2 has no word for is an error, but for what only the editor shows, which is left out with a warning.

Each version solves some constraints by rules of its own (`model.enums.Format`): physics, sheared bones. Between 4.2 and
4.3 that is little, and can only be told by posing both; 3.8's rules differ so much that a 3.8 skeleton is brought on
only if it has no constraints.
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from rigbyscene.errors import Report
from rigbyscene.formats.fields import listing
from rigbyscene.formats.sections import Notes
from rigbyscene.formats.skel_head import layout_named
from rigbyscene.formats.version_limits import fits_42, without_editor_43
from rigbyscene.model.animation import Animation, CurveTimeline, Timeline
from rigbyscene.model.constraints import Constraint, TransformConstraint, TransformMapping
from rigbyscene.model.enums import Format, Property, TransformProperty
from rigbyscene.model.skeleton import Skeleton

LABELS = {Format.V42: "4.2.22", Format.V43: "4.3.75-beta"}
"""The exporters' versions whose files the layouts were found in: what a file made for another format calls itself."""

_SCALES = (TransformProperty.SCALE_X, TransformProperty.SCALE_Y)


def brought_to(skeleton: Skeleton, target: Format, file: str, report: Report) -> Skeleton:
    """`skeleton` in the terms of `target`, 4.2 or 4.3 (ValueError for 3.8, which is not written).

    Of the same format it stays as it is. What `target` cannot hold goes to `report` as errors, all of them; what only
    the editor shows, and is left out, as warnings. `file` is the path for messages.
    """
    if target not in LABELS:
        raise ValueError("3.8 is read, not written")
    notes = Notes(file, report)
    made = skeleton
    if skeleton.format is Format.V38:
        _tell_38(skeleton, notes)
        made = replace(made, format=Format.V42)
    if made.format is not target:
        made = _to_43(made) if target is Format.V43 else _to_42(made, notes)
    if layout_named(made.header.version) is not target:
        made = replace(made, header=replace(made.header, version=LABELS[target]))
    return made


def _tell_38(skeleton: Skeleton, notes: Notes) -> None:
    if skeleton.constraints:
        named = listing([constraint.name for constraint in skeleton.constraints])
        found = f"its constraints follow 3.8's rules, by which bones move otherwise than in 4.x{named}"
        notes.error("other-rules", found, "export from the editor in the version that is wanted")


def _to_43(skeleton: Skeleton) -> Skeleton:
    keyed = _keyed_mixes(skeleton)
    made: list[Constraint] = []
    for i, constraint in enumerate(skeleton.constraints):
        if isinstance(constraint, TransformConstraint) and constraint.mappings is None:
            constraint = _mapped(constraint, keyed.get(i, ()))
        made.append(replace(constraint, order=i))
    return replace(skeleton, format=Format.V43, constraints=tuple(made), listed=())


def _keyed_mixes(skeleton: Skeleton) -> dict[int, set[TransformProperty]]:
    """By transform constraint: which of its mixes some animation makes something else than 0."""
    found: dict[int, set[TransformProperty]] = {}
    for timeline in (t for a in skeleton.animations for t in a.timelines):
        if isinstance(timeline, CurveTimeline) and timeline.property is Property.TRANSFORM_MIX:
            used = {TransformProperty(int(p)) for p in np.flatnonzero(timeline.values.any(axis=0))}
            found.setdefault(timeline.target, set()).update(used)
    return found


def _mapped(c: TransformConstraint, keyed: set[TransformProperty] | tuple[()]) -> TransformConstraint:
    """Every property that is ever mixed, mapped to itself; the limits, unused, are those that exporters write."""
    used = [p for p in TransformProperty if c.mixes[p] != 0 or p in keyed]
    return replace(
        c,
        local=False,
        relative=False,
        local_source=c.local,
        local_target=c.local,
        additive=c.relative,
        mappings=tuple(TransformMapping(p, 0.0, p, 0.0, 1.0 if p in _SCALES else 100.0, 1.0) for p in used),
    )


def _to_42(skeleton: Skeleton, notes: Notes) -> Skeleton:
    if not fits_42(skeleton, notes):
        return skeleton
    plain = without_editor_43(skeleton, notes)
    unused: dict[int, list[int]] = {}
    made: list[Constraint] = []
    for i, constraint in enumerate(plain.constraints):
        if isinstance(constraint, TransformConstraint) and constraint.mappings is not None:
            written = {m.target for m in constraint.mappings}
            unused[i] = [p for p in TransformProperty if p not in written]
            constraint = _unmapped(constraint)
        made.append(replace(constraint, order=i))
    animations = tuple(_without_mixes(a, unused) for a in plain.animations)
    return replace(plain, format=Format.V42, constraints=tuple(made), animations=animations)


def _unmapped(c: TransformConstraint) -> TransformConstraint:
    """4.2's form, in which every property is used: the mixes of those that were not mapped are 0 already."""
    return replace(
        c,
        local=c.local_source,
        relative=c.additive,
        local_source=False,
        local_target=False,
        additive=False,
        clamp=False,
        mappings=None,
    )


def _without_mixes(animation: Animation, unused: dict[int, list[int]]) -> Animation:
    """Keys of mixes that 4.3 passes over become 0, since 4.2 uses all."""

    def quiet(timeline: Timeline) -> Timeline:
        if not isinstance(timeline, CurveTimeline) or timeline.property is not Property.TRANSFORM_MIX:
            return timeline
        values = timeline.values.copy()
        values[:, unused.get(timeline.target, [])] = 0.0
        return replace(timeline, values=values)

    return replace(animation, timelines=tuple(quiet(t) for t in animation.timelines))
