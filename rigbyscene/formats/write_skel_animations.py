"""Animations of binary skeletons, written part by part."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TypeVar

from rigbyscene.formats.json_text import quoted
from rigbyscene.formats.skel_layout import ANIMATION_COLOR
from rigbyscene.formats.timeline_groups import TimelineGroups, timeline_groups
from rigbyscene.formats.write_skel_bytes import ByteWriter
from rigbyscene.formats.write_skel_context import Skel
from rigbyscene.formats.write_skel_frames import (
    write_bone_timeline,
    write_constraint_timeline,
    write_curve,
    write_ik,
    write_slot_timeline,
)
from rigbyscene.formats.write_skel_order import (
    write_attachment_timeline,
    write_draw_order,
    write_events,
    write_folders,
)
from rigbyscene.model.animation import Animation
from rigbyscene.model.constraints import SliderConstraint

_T = TypeVar("_T")


def write_animations(skel: Skel) -> None:
    """All animations; behind them, in 4.3, which one each slider applies."""
    w, skeleton = skel.writer, skel.skeleton
    w.varint(len(skeleton.animations))
    for animation in skeleton.animations:
        with w.section(f"animation {quoted(animation.name)}"):
            _animation(skel, animation)
    for constraint in skeleton.constraints:
        if isinstance(constraint, SliderConstraint):
            w.varint(constraint.animation)


def _animation(skel: Skel, animation: Animation) -> None:
    w, skeleton, numbers = skel.writer, skel.skeleton, skel.constraint_numbers
    groups = timeline_groups(animation, w)
    w.string(animation.name)
    w.varint(groups.count)
    slots, bones = [s.name for s in skeleton.slots], [b.name for b in skeleton.bones]
    constraints = [c.name for c in skeleton.constraints]
    _several(w, "slot", slots, range(len(slots)), groups.slots, write_slot_timeline)
    _several(w, "bone", bones, range(len(bones)), groups.bones, write_bone_timeline)
    _one_each(w, constraints, numbers, groups.ik, write_ik)
    _one_each(w, constraints, numbers, groups.transform, write_curve)
    _several(w, "constraint", constraints, numbers, groups.path, write_constraint_timeline)
    from_one = {-1: 0} | {index: number + 1 for index, number in numbers.items()}
    _several(w, "constraint", [*constraints, ""], from_one, groups.physics, write_constraint_timeline)
    if skel.newer:
        _several(w, "constraint", constraints, numbers, groups.slider, write_constraint_timeline)
    _attachments(skel, groups)
    with w.section("draw order"):
        write_draw_order(w, groups.draw_order)
        if skel.newer:
            write_folders(w, groups.folders)
    with w.section("events"):
        write_events(w, groups.events, skeleton.events)
    if skel.newer:
        skel.editor_color(animation.color, ANIMATION_COLOR)


def _several(
    w: ByteWriter,
    kind: str,
    names: Sequence[str],
    numbers: Mapping[int, int] | Sequence[int],
    group: Mapping[int, Sequence[_T]],
    write: Callable[[ByteWriter, _T], None],
) -> None:
    """Targets with several timelines each. `names` and the file's `numbers` are by the target's index."""
    w.varint(len(group))
    for target, timelines in group.items():
        with w.section(f"{kind} {quoted(names[target])}"):
            w.varint(numbers[target])
            w.varint(len(timelines))
            for timeline in timelines:
                write(w, timeline)


def _one_each(
    w: ByteWriter,
    names: Sequence[str],
    numbers: Mapping[int, int],
    group: Mapping[int, _T],
    write: Callable[[ByteWriter, _T], None],
) -> None:
    w.varint(len(group))
    for target, timeline in group.items():
        with w.section(f"constraint {quoted(names[target])}"):
            w.varint(numbers[target])
            write(w, timeline)


def _attachments(skel: Skel, groups: TimelineGroups) -> None:
    """By skin, slot and placeholder. An entry is one timeline, so a placeholder with two comes twice."""
    w, skeleton = skel.writer, skel.skeleton
    w.varint(len(groups.attachments))
    for skin, slots in groups.attachments.items():
        w.varint(skel.skin_numbers[skin])
        w.varint(len(slots))
        for slot, keys in slots.items():
            w.varint(slot)
            w.varint(sum(map(len, keys.values())))
            for key, timelines in keys.items():
                with w.section(f"slot {quoted(skeleton.slots[slot].name)}"), w.section(f"attachment {quoted(key)}"):
                    for timeline in timelines:
                        w.ref(key)
                        write_attachment_timeline(w, timeline)
