"""Animations of binary skeletons: which part comes when, and what its targets are."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from rigbyscene.formats.json_text import quoted
from rigbyscene.formats.skel_attachment_timelines import (
    read_attachment_timeline,
    read_draw_order,
    read_events,
    read_folders,
)
from rigbyscene.formats.skel_builder import SkelBuilder
from rigbyscene.formats.skel_context import SkelContext
from rigbyscene.formats.skel_layout import ANIMATION_COLOR
from rigbyscene.formats.skel_timelines import (
    read_bone_timeline,
    read_ik_timeline,
    read_path_timeline,
    read_physics_timeline,
    read_slider_timeline,
    read_slot_timeline,
    read_transform_timeline,
)
from rigbyscene.formats.skeleton_context import most_expanded
from rigbyscene.model.animation import Animation
from rigbyscene.model.constraints import (
    Constraint,
    IkConstraint,
    PathConstraint,
    PhysicsConstraint,
    SliderConstraint,
    TransformConstraint,
)

_Timeline = Callable[[SkelBuilder, int], None]


def read_animations(context: SkelContext) -> tuple[Animation, ...]:
    """All animations in file order. What their timelines name must be in `context` already."""
    r = context.reader
    made: list[Animation] = []
    names: set[str] = set()
    offsets = context.places = most_expanded(r.end)
    with r.section("animations"):
        for _ in range(r.count("animations", 2)):
            at, name = r.pos, r.name("an animation")
            context.unique("animation", name, names, at)
            names.add(name)
            with r.section(f"animation {quoted(name)}"):
                builder = SkelBuilder(context, offsets)
                _parts(builder)
                offsets = builder.offsets
                color = context.editor_color(ANIMATION_COLOR) if context.newer else None
                made.append(Animation(name, builder.timelines, builder.duration, color))
    return tuple(made)


def read_slider_animations(context: SkelContext, count: int) -> tuple[Constraint, ...]:
    """4.3's last part: which of the `count` animations each slider applies. The constraints with that filled in."""
    r = context.reader
    made: list[Constraint] = []
    for constraint in context.constraints:
        if isinstance(constraint, SliderConstraint):
            with r.section(f"animation of slider {quoted(constraint.name)}"):
                constraint = replace(constraint, animation=r.index(count, "an animation"))
        made.append(constraint)
    return tuple(made)


def _parts(builder: SkelBuilder) -> None:
    context, r = builder.context, builder.reader
    r.varint("the number of timelines")  # a hint, for who wants to make room
    for _ in range(r.count("slots with keys", 3)):
        slot = context.slot()
        _several(builder, "slot", context.slots[slot].name, slot, read_slot_timeline)
    for _ in range(r.count("bones with keys", 3)):
        bone = context.bone()
        _several(builder, "bone", context.bones[bone].name, bone, read_bone_timeline)
    _one_each(builder, "ik", IkConstraint, read_ik_timeline)
    _one_each(builder, "transform", TransformConstraint, read_transform_timeline)
    _constraints(builder, "path", PathConstraint, read_path_timeline)
    _constraints(builder, "physics", PhysicsConstraint, read_physics_timeline)
    if context.newer:
        _constraints(builder, "slider", SliderConstraint, read_slider_timeline)
    _attachments(builder)
    with r.section("draw order"):
        read_draw_order(builder)
    if context.newer:
        with r.section("draw order folders"):
            read_folders(builder)
    with r.section("events"):
        read_events(builder)


def _several(builder: SkelBuilder, kind: str, name: str, target: int, read: _Timeline) -> None:
    r = builder.reader
    with r.section(f"{kind} {quoted(name)}"):
        for _ in range(r.count("timelines", 2)):
            read(builder, target)


def _name(context: SkelContext, index: int) -> str:
    return context.constraints[index].name if index >= 0 else ""


def _constraints(builder: SkelBuilder, word: str, kind: type[Constraint], read: _Timeline) -> None:
    """Constraints of a kind with several timelines each. For physics, 0 means all whose flags are global."""
    context, r = builder.context, builder.reader
    for _ in range(r.count(f"{word} constraints with keys", 3)):
        at, number = r.pos, r.varint("the number of a constraint")
        if kind is PhysicsConstraint:
            index = context.constraint(kind, number - 1, at) if number else -1
        else:
            index = context.constraint(kind, number, at)
        _several(builder, f"{word} constraint", _name(context, index), index, read)


def _one_each(builder: SkelBuilder, word: str, kind: type[Constraint], read: _Timeline) -> None:
    """Constraints of a kind with one timeline each."""
    context, r = builder.context, builder.reader
    for _ in range(r.count(f"{word} constraints with keys", 3)):
        at = r.pos
        index = context.constraint(kind, r.varint("the number of a constraint"), at)
        with r.section(f"{word} constraint {quoted(_name(context, index))}"):
            read(builder, index)


def _attachments(builder: SkelBuilder) -> None:
    context, r = builder.context, builder.reader
    for _ in range(r.count("skins with keys", 3)):
        skin = r.index(len(context.skins), "a skin")
        with r.section(f"skin {quoted(context.skins[skin].name)}"):
            for _ in range(r.count("slots with keys", 3)):
                slot = context.slot()
                with r.section(f"slot {quoted(context.slots[slot].name)}"):
                    for _ in range(r.count("attachments with keys", 3)):
                        key = r.ref_name("the placeholder")
                        with r.section(f"attachment {quoted(key)}"):
                            read_attachment_timeline(builder, (skin, slot, key))
