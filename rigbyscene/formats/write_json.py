"""A skeleton model to skeleton JSON of 4.2 or 4.3: what the readers read, in the order in which exporters write it."""

from __future__ import annotations

from rigbyscene.errors import Report
from rigbyscene.formats.json_layout import json_text
from rigbyscene.formats.write_json_animations import animation_members
from rigbyscene.formats.write_json_constraints import constraint_sections
from rigbyscene.formats.write_json_context import JsonWriter, Members, flag, hex_color
from rigbyscene.formats.write_json_names import INHERIT_NAMES
from rigbyscene.formats.write_json_skins import skin_members
from rigbyscene.model.enums import Blend, Format, Inherit
from rigbyscene.model.skeleton import WHITE, Skeleton


def write_skeleton_json(skeleton: Skeleton, file: str, report: Report, *, single: bool = False) -> str:
    """The text of `skeleton`, which is of 4.2 or 4.3 (ValueError for 3.8: see `versions.brought_to`).

    `single`: its numbers came from 4-byte floats and are written as the shortest decimals that give these again; else
    they are written so that the same doubles are read. Fields that hold their default are left out. What the format
    cannot hold goes to `report` as an error, or as a warning where it has no effect on poses; `file` is the path for
    messages. After errors the text is of no use.
    """
    if skeleton.format is Format.V38:
        raise ValueError("3.8 is not written")
    w = JsonWriter(skeleton, file, report, single=single)
    root: Members = {"skeleton": _header(w), "bones": _bones(w)}
    sections: Members = {"slots": _slots(w), **constraint_sections(w)}
    sections["skins"] = [skin_members(w, i) for i in range(len(skeleton.skins))]
    sections["events"] = _events(w)
    root |= {name: section for name, section in sections.items() if section}
    root["animations"] = {a.name: animation_members(w, a) for a in skeleton.animations}
    return json_text(root)


def _header(w: JsonWriter) -> Members:
    h = w.skeleton.header
    made: Members = {"hash": h.hash, "spine": h.version}
    for key, value in (("x", h.x), ("y", h.y), ("width", h.width), ("height", h.height)):
        made[key] = w.number(value)
    w.put(made, "referenceScale", h.reference_scale, 100.0)
    w.put(made, "fps", h.fps, 30.0)
    if h.nonessential or h.images is not None:
        made["images"] = h.images
    if h.nonessential or h.audio is not None:
        made["audio"] = h.audio
    return made


def _bones(w: JsonWriter) -> list[Members]:
    made = []
    for bone in w.skeleton.bones:
        to: Members = {"name": bone.name}
        if bone.parent >= 0:
            to["parent"] = w.bones[bone.parent]
        w.put(to, "length", bone.length, 0.0)
        w.put(to, "rotation", bone.rotation, 0.0)
        w.put(to, "x", bone.x, 0.0)
        w.put(to, "y", bone.y, 0.0)
        w.put(to, "scaleX", bone.scale_x, 1.0)
        w.put(to, "scaleY", bone.scale_y, 1.0)
        w.put(to, "shearX", bone.shear_x, 0.0)
        w.put(to, "shearY", bone.shear_y, 0.0)
        if bone.inherit is not Inherit.NORMAL:
            to["inherit"] = INHERIT_NAMES[bone.inherit]
        flag(to, "skin", bone.skin_required)
        if bone.color is not None:
            to["color"] = hex_color(bone.color)
        if bone.icon is not None:
            to["icon"] = bone.icon
        w.put(to, "iconSize", bone.icon_size, 1.0)
        w.put(to, "iconRotation", bone.icon_rotation, 0.0)
        flag(to, "visible", bone.visible, True)
        made.append(to)
    return made


def _slots(w: JsonWriter) -> list[Members]:
    made = []
    for slot in w.skeleton.slots:
        to: Members = {"name": slot.name, "bone": w.bones[slot.bone]}
        if hex_color(slot.color) != hex_color(WHITE):
            to["color"] = hex_color(slot.color)
        if slot.dark is not None:
            to["dark"] = hex_color(slot.dark)
        if slot.attachment is not None:
            to["attachment"] = slot.attachment
        if slot.blend is not Blend.NORMAL:
            to["blend"] = slot.blend.name.lower()
        flag(to, "visible", slot.visible, True)
        made.append(to)
    return made


def _events(w: JsonWriter) -> Members:
    made: Members = {}
    for event in w.skeleton.events:
        to: Members = {}
        if event.int_value:
            to["int"] = event.int_value
        w.put(to, "float", event.float_value, 0.0)
        if event.string_value:
            to["string"] = event.string_value
        if event.audio is not None:
            to["audio"] = event.audio
        w.put(to, "volume", event.volume, 1.0)
        w.put(to, "balance", event.balance, 0.0)
        made[event.name] = to
    return made
