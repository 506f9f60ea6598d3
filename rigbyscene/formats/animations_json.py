"""Animations of skeleton JSON: which group is read by what."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from rigbyscene.formats.animation_builder import AnimationBuilder
from rigbyscene.formats.attachment_timelines import read_attachment_timelines, read_old_deform
from rigbyscene.formats.bone_timelines import read_bone_timelines, read_slot_timelines
from rigbyscene.formats.constraint_timelines import (
    read_ik_timelines,
    read_path_timelines,
    read_physics_timelines,
    read_slider_timelines,
    read_transform_timelines,
)
from rigbyscene.formats.fields import Fields
from rigbyscene.formats.order_timelines import read_draw_order, read_events, read_folders
from rigbyscene.formats.skeleton_context import Context
from rigbyscene.model.animation import Animation

_OBJECTS: Mapping[str, Callable[[Fields, AnimationBuilder], None]] = {
    "bones": read_bone_timelines,
    "slots": read_slot_timelines,
    "ik": read_ik_timelines,
    "transform": read_transform_timelines,
    "path": read_path_timelines,
    "paths": read_path_timelines,
    "physics": read_physics_timelines,
    "slider": read_slider_timelines,
    "attachments": read_attachment_timelines,
    "deform": read_old_deform,
}
"""Groups that are objects by target name. ``paths`` and ``draworder`` are older spellings."""

_LISTS: Mapping[str, Callable[[Fields, str, AnimationBuilder], None]] = {
    "drawOrder": read_draw_order,
    "draworder": read_draw_order,
    "drawOrderFolder": read_folders,
    "events": read_events,
}


def read_animations(root: Fields, context: Context) -> tuple[Animation, ...]:
    """All animations in file order. Bones, slots, skins, constraints and events must be in `context` already."""
    return tuple(_animation(name, fields, context) for name, fields in root.section("animations").members())


def _animation(name: str, fields: Fields, context: Context) -> Animation:
    builder = AnimationBuilder(context)
    for group in fields.data:
        if group in _OBJECTS:
            _OBJECTS[group](fields.section(group), builder)
        elif group in _LISTS:
            _LISTS[group](fields, group, builder)
        elif group != "color":
            context.source.unknown("animation section", group, fields.place(group))
    return Animation(name, tuple(builder.timelines), builder.duration, fields.color("color"))
