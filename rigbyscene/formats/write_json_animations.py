"""Animations of skeleton JSON, written: groups by target, timelines by name."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, TypeVar

from rigbyscene.formats.json_text import quoted
from rigbyscene.formats.timeline_groups import TimelineGroups, timeline_groups
from rigbyscene.formats.write_json_context import JsonWriter, Members, hex_color
from rigbyscene.formats.write_json_keys import (
    bone_timeline,
    constraint_timeline,
    deform_keys,
    draw_order_keys,
    ik_keys,
    sequence_keys,
    slot_timeline,
    transform_keys,
)
from rigbyscene.model.animation import Animation, DeformTimeline, EventKey

_T = TypeVar("_T")
_Named = tuple[str, list[Members]]


def animation_members(w: JsonWriter, animation: Animation) -> Members:
    """All groups of an animation that hold something."""
    with w.section(f"animation {quoted(animation.name)}"):
        groups = timeline_groups(animation, w)
    constraints = [c.name for c in w.skeleton.constraints]
    if any(target >= 0 and not constraints[target] for target in groups.physics):
        found = f"animation {quoted(animation.name)} keys a physics constraint without a name"
        w.error("no-place", found, "JSON gives that name to keys of all such constraints: name it, or write .skel")
    to: dict[str, Any] = {
        "slots": _several(w, w.slots, groups.slots, slot_timeline),
        "bones": _several(w, w.bones, groups.bones, bone_timeline),
        "ik": {constraints[i]: ik_keys(w, t) for i, t in groups.ik.items()},
        "transform": {constraints[i]: transform_keys(w, t) for i, t in groups.transform.items()},
        "path": _several(w, constraints, groups.path, constraint_timeline),
        "physics": _several(w, [*constraints, ""], groups.physics, constraint_timeline),
        "slider": _several(w, constraints, groups.slider, constraint_timeline),
        "attachments": _attachments(w, groups),
        "drawOrder": draw_order_keys(w, groups.draw_order) if groups.draw_order else [],
        "drawOrderFolder": [
            {"slots": [w.slots[i] for i in folder.slots], "keys": draw_order_keys(w, folder)}
            for folder in groups.folders
        ],
        "events": [_event(w, key) for key in groups.events],
    }
    made = {name: group for name, group in to.items() if group}
    if animation.color is not None:
        made["color"] = hex_color(animation.color)
    return made


def _several(
    w: JsonWriter,
    names: Sequence[str],
    group: Mapping[int, Sequence[_T]],
    write: Callable[[JsonWriter, _T], _Named],
) -> Members:
    """Targets with several timelines each; -1 is the last of `names`."""
    return {names[target]: dict(write(w, t) for t in timelines) for target, timelines in group.items()}


def _attachments(w: JsonWriter, groups: TimelineGroups) -> Members:
    made: Members = {}
    for skin, slots in groups.attachments.items():
        in_skin = made.setdefault(w.skeleton.skins[skin].name, {})
        for slot, keys in slots.items():
            in_slot = in_skin.setdefault(w.slots[slot], {})
            for key, timelines in keys.items():
                to = in_slot.setdefault(key, {})
                for timeline in timelines:
                    if isinstance(timeline, DeformTimeline):
                        to["deform"] = deform_keys(w, timeline)
                    else:
                        to["sequence"] = sequence_keys(w, timeline)
    return made


def _event(w: JsonWriter, key: EventKey) -> Members:
    """What the key leaves out is the event's own."""
    event = w.skeleton.events[key.event]
    to: Members = {}
    w.put(to, "time", key.time, 0.0)
    to["name"] = event.name
    if key.int_value != event.int_value:
        to["int"] = key.int_value
    w.put(to, "float", key.float_value, w.value(event.float_value))
    if key.string_value != event.string_value:
        to["string"] = key.string_value
    w.put(to, "volume", key.volume, w.value(event.volume))
    w.put(to, "balance", key.balance, w.value(event.balance))
    return to
