"""In what order the bones and constraints of a skeleton are worked, so that each world matrix is computed when needed.

Constraints run in their order. Before one, the matrices that it reads are computed if they are not up to date; after
it, those of all descendants of the bones that it set are out of date (but not those that it set itself). What nobody
asks for again is computed once, at the end. The result is that of computing everything after every step.

A constraint that works in world space also gives its bones new local values; that costs some angles, so it is done
only where somebody later starts from them.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from rigbyscene.model.animation import CurveTimeline, InheritTimeline
from rigbyscene.model.attachments import Path
from rigbyscene.model.constraints import (
    Constraint,
    IkConstraint,
    PathConstraint,
    PhysicsConstraint,
    SliderConstraint,
    TransformConstraint,
)
from rigbyscene.model.skeleton import Skeleton
from rigbyscene.pose.layout import Ints


@dataclass(frozen=True, slots=True)
class _Footprint:
    """What a constraint reads in the world, whose local values it starts from, and what it sets.

    `sets_world`: matrices directly (the bones then need new local values); `sets_local`: local values, the matrices of
    those bones included; `stale`: bones whose local values changed and whose matrices are to be computed again.
    """

    reads: frozenset[int]
    reads_local: frozenset[int]
    sets_world: tuple[int, ...] = ()
    sets_local: tuple[int, ...] = ()
    stale: tuple[int, ...] = ()


def _path_bones(skeleton: Skeleton, slot: int) -> Iterator[int]:
    """The bones that the path attachments of a slot hang on."""
    yield skeleton.slots[slot].bone
    for skin in skeleton.skins:
        for (at, _), attachment in skin.attachments.items():
            if at == slot and isinstance(attachment, Path) and attachment.vertices.bones is not None:
                yield from attachment.vertices.bones.tolist()


def _slider_bones(skeleton: Skeleton, constraint: SliderConstraint) -> list[int]:
    """The bones that a slider's animation keys."""
    keyed = set()
    for timeline in skeleton.animations[constraint.animation].timelines:
        if isinstance(timeline, InheritTimeline) or (
            isinstance(timeline, CurveTimeline) and timeline.property.group == "bone"
        ):
            keyed.add(timeline.target)
    return sorted(keyed)


def _footprint(skeleton: Skeleton, constraint: Constraint) -> _Footprint:
    def with_parents(bones: Sequence[int]) -> set[int]:
        return {*bones, *(skeleton.bones[b].parent for b in bones)} - {-1}

    match constraint:
        case IkConstraint() as c:
            reads = frozenset(with_parents(c.bones) | {c.target})
            return _Footprint(reads, frozenset(c.bones), sets_local=c.bones)
        case TransformConstraint() as c:
            local_target = c.local_target if c.mappings is not None else c.local
            local_source = c.local_source if c.mappings is not None else c.local
            reads = frozenset(with_parents(c.bones) | {c.source})
            read_local = frozenset((c.bones if local_target else ()) + ((c.source,) if local_source else ()))
            if local_target:
                return _Footprint(reads, read_local, sets_local=c.bones)
            return _Footprint(reads, read_local, sets_world=c.bones)
        case PathConstraint() as c:
            reads = frozenset(with_parents(c.bones) | set(_path_bones(skeleton, c.slot)))
            return _Footprint(reads, frozenset(), sets_world=c.bones)
        case PhysicsConstraint() as c:
            return _Footprint(frozenset(with_parents((c.bone,))), frozenset(), sets_world=(c.bone,))
        case SliderConstraint() as c:
            driver = frozenset() if c.bone < 0 else frozenset((c.bone,))
            keyed = _slider_bones(skeleton, c)
            return _Footprint(driver, frozenset(keyed) | (driver if c.local else frozenset()), stale=tuple(keyed))


def _is_awake(constraint: Constraint, number: int, awake: frozenset[int], skeleton: Skeleton, active: Ints) -> bool:
    """Not asleep for want of a skin, and no bone that it turns or follows asleep."""
    if constraint.skin_required and number not in awake:
        return False
    match constraint:
        case IkConstraint() as c:
            return bool(active[c.target] and all(active[b] for b in c.bones))
        case TransformConstraint() as c:
            return bool(active[c.source] and any(active[b] for b in c.bones))
        case PathConstraint() as c:
            return bool(active[skeleton.slots[c.slot].bone] and any(active[b] for b in c.bones))
        case PhysicsConstraint() as c:
            return bool(active[c.bone])
        case SliderConstraint() as c:
            return bool(c.bone < 0 or active[c.bone])


class _Plan:
    """Keeps account of which matrices are up to date while the program is written."""

    def __init__(self, skeleton: Skeleton):
        self.skeleton = skeleton
        self.children: list[list[int]] = [[] for _ in skeleton.bones]
        for i, bone in enumerate(skeleton.bones):
            if bone.parent >= 0:
                self.children[bone.parent].append(i)
        self.fresh = [False] * len(skeleton.bones)
        self.steps: list[tuple[str, int]] = []

    def require(self, bone: int) -> None:
        chain = []
        while bone >= 0 and not self.fresh[bone]:
            chain.append(bone)
            bone = self.skeleton.bones[bone].parent
        for b in reversed(chain):
            self.steps.append(("bone", b))
            self.fresh[b] = True

    def outdate_below(self, bones: Sequence[int], keep: Sequence[int]) -> None:
        kept = set(keep)
        waiting = [child for bone in bones for child in self.children[bone]]
        while waiting:
            bone = waiting.pop()
            if bone not in kept:
                self.fresh[bone] = False
            waiting += self.children[bone]


def write_program(skeleton: Skeleton, listed: frozenset[int], active: Ints) -> Ints:
    """The steps for a skin that lists the constraints `listed`, with bones awake as in `active`.

    int32: ``b`` < bones: compute the matrix of bone b; ``bones + b``: give bone b local values from its matrix; ``~c``:
    solve constraint c. Sleeping bones are computed too, so that every matrix is finite and defined.
    """
    plan = _Plan(skeleton)
    footprints: dict[int, _Footprint] = {}
    for number, constraint in enumerate(skeleton.constraints):
        if not _is_awake(constraint, number, listed, skeleton, active):
            continue
        footprint = footprints[number] = _footprint(skeleton, constraint)
        for bone in sorted(footprint.reads):
            plan.require(bone)
        plan.steps.append(("constraint", number))
        changed = (*footprint.sets_world, *footprint.sets_local)
        plan.steps += [("local", bone) for bone in footprint.sets_world]
        plan.outdate_below((*changed, *footprint.stale), changed)
        for bone in footprint.stale:
            plan.fresh[bone] = False
    for bone in range(len(skeleton.bones)):
        plan.require(bone)
    count = len(skeleton.bones)
    program = [
        {"bone": bone_or_number, "local": count + bone_or_number, "constraint": ~bone_or_number}[step]
        for step, bone_or_number in _without_idle_locals(plan.steps, footprints)
    ]
    return np.array(program, np.int32)


def _without_idle_locals(steps: Sequence[tuple[str, int]], footprints: dict[int, _Footprint]) -> list[tuple[str, int]]:
    """Drop each step that gives a bone local values which nobody reads before they are given again."""
    kept: list[tuple[str, int]] = []
    read: set[int] = set()
    for step, number in reversed(steps):
        if step == "bone":
            read.add(number)
        elif step == "constraint":
            read |= footprints[number].reads_local
        elif number not in read:
            continue
        else:
            read.discard(number)
        kept.append((step, number))
    return kept[::-1]
