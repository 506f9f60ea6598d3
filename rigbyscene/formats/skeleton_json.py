"""Skeleton JSON of 3.8, 4.0 to 4.2 and 4.3 to the one model.

Readers go by the keys they find, not by the version, but for the few meanings that no key tells apart: physics
defaults, 3.8's curves and short-way rotation, and what a left-out mix of a 4.3 key is.
"""

from __future__ import annotations

import re
from collections.abc import Mapping

from rigbyscene.errors import Report
from rigbyscene.formats.animations_json import read_animations
from rigbyscene.formats.fields import Fields, Source
from rigbyscene.formats.json_text import parse_json, quoted
from rigbyscene.formats.known_fields import note_unknown_of_skeleton
from rigbyscene.formats.skeleton_constraints import read_constraints
from rigbyscene.formats.skeleton_context import INHERIT, AttachmentKey, Context, most_expanded
from rigbyscene.formats.skeleton_skins import read_skins
from rigbyscene.model.enums import Blend, Format, Inherit
from rigbyscene.model.skeleton import REFERENCE_SCALES, WHITE, Bone, EventData, Header, Skeleton, Slot

VERSIONS: Mapping[tuple[int, int], Format] = {
    (3, 8): Format.V38,
    (4, 0): Format.V42,
    (4, 1): Format.V42,
    (4, 2): Format.V42,
    (4, 3): Format.V43,
}
SUPPORTED = "3.8, 4.0, 4.1, 4.2 and 4.3"

_BLEND = {
    "normal": Blend.NORMAL,
    "additive": Blend.ADDITIVE,
    "multiply": Blend.MULTIPLY,
    "screen": Blend.SCREEN,
}
_SECTIONS = frozenset(
    ("skeleton", "bones", "slots", "ik", "transform", "path", "physics", "constraints", "skins", "events", "animations")
)


def format_of(version: str) -> Format | None:
    """The format that a version text such as ``4.2.22``, ``4.3.75-beta`` or ``4.2-from-4.3.01`` names; None for others.

    >>> format_of("4.2-from-4.3.01"), format_of("3.6.53")
    (<Format.V42: 42>, None)
    """
    match = re.match(r"\s*(\d{1,4})\.(\d{1,4})(?!\d)", version)
    return VERSIONS.get((int(match[1]), int(match[2]))) if match else None


def read_skeleton_json(
    data: bytes, file: str, name: str, report: Report
) -> tuple[Skeleton, Mapping[AttachmentKey, str]] | None:
    """The skeleton in `data`, and the JSON path of each attachment by (skin, slot, placeholder).

    `file` is the path for messages, `name` the skeleton's name. Problems go to `report`; after errors the skeleton
    holds what could be read (to find more problems with), and None means that there is nothing to go on with.
    """
    parsed = parse_json(data, file, report)
    if parsed is None:
        return None
    source = Source(file, report)
    root = Fields(parsed, "", source)
    if "rigbyScene" in parsed:
        source.error(
            "not-a-skeleton", "rigbyScene", "this is a scene manifest", "load it as a scene, or name a skeleton"
        )
        return None
    found = _header(root)
    if found is None:
        return None
    header, file_format = found
    most = most_expanded(len(data))
    context = Context(source, file_format, offsets=most, places=most)
    for key in parsed:
        if key not in _SECTIONS:
            source.unknown("section", key, root.place(key), _SECTIONS)
    note_unknown_of_skeleton(root)
    _bones(root, context)
    _slots(root, context)
    _events(root, context)
    animations = root.section("animations")
    context.animation_names = {n: i for i, (n, _) in enumerate(animations.members())}
    read_constraints(root, context)
    read_skins(root, context)
    made = read_animations(root, context)
    source.tell_unknown()
    skeleton = Skeleton(
        name,
        file_format,
        header,
        context.bones,
        context.slots,
        context.skins,
        context.constraints,
        context.events,
        made,
        context.listed,
    )
    return skeleton, context.attachment_places


def _header(root: Fields) -> tuple[Header, Format] | None:
    fields = root.section("skeleton")
    key = fields.first_of("spine", "version")
    version = fields.text(key)
    if version is None and fields.data.get(key) is not None:
        return None
    if not version:
        place = fields.place("spine")
        root.source.warning("no-version", place, "the file does not say its version", "it is read as 4.2; add it")
        version, file_format = "", Format.V42
    else:
        known = format_of(version)
        if known is None:
            remedy = f"export it as one of {SUPPORTED}, which can be read"
            root.source.error("bad-version", fields.place(key), f"format version {quoted(version)}", remedy)
            return None
        file_format = known
    scale = fields.number("referenceScale", 100.0)
    if not REFERENCE_SCALES[0] <= scale <= REFERENCE_SCALES[1] and (
        "physics" in root.data or "constraints" in root.data
    ):
        found = f"physics cannot be scaled by {scale:g}"
        root.source.warning("bad-reference-scale", fields.place("referenceScale"), found, "it moves as with 100")
    header = Header(
        hash=fields.text("hash") or "",
        version=version,
        x=fields.number("x", 0.0),
        y=fields.number("y", 0.0),
        width=fields.number("width", 0.0),
        height=fields.number("height", 0.0),
        reference_scale=scale,
        fps=fields.number("fps", 30.0),
        images=fields.text("images"),
        audio=fields.text("audio"),
        nonessential="images" in fields.data or "fps" in fields.data,
    )
    return header, file_format


def _register(names: dict[str, int], index: int, kind: str, fields: Fields) -> str:
    """The name of a bone or slot, noted with its index; empty, reported, where there is none."""
    name = fields.required_text("name")
    if name is None:
        return ""
    if name in names:
        found = f"{kind} {index} is called {quoted(name)} like {kind} {names[name]}"
        fields.source.error("duplicate-name", fields.place("name"), found, f"give every {kind} a name of its own")
    names.setdefault(name, index)
    return name


def _bones(root: Fields, context: Context) -> None:
    made: list[Bone] = []
    every = root.objects("bones")
    for index, fields in enumerate(every):
        parent = _parent(fields, index, every, context)
        name = _register(context.bone_names, index, "bone", fields)
        made.append(
            Bone(
                name,
                parent,
                length=fields.number("length", 0.0),
                x=fields.number("x", 0.0),
                y=fields.number("y", 0.0),
                rotation=fields.number("rotation", 0.0),
                scale_x=fields.number("scaleX", 1.0),
                scale_y=fields.number("scaleY", 1.0),
                shear_x=fields.number("shearX", 0.0),
                shear_y=fields.number("shearY", 0.0),
                inherit=fields.choice(fields.first_of("inherit", "transform"), INHERIT, Inherit.NORMAL),
                skin_required=fields.boolean("skin", False),
                color=fields.color("color"),
                icon=fields.text("icon"),
                icon_size=fields.number("iconSize", 1.0),
                icon_rotation=fields.number("iconRotation", 0.0),
                visible=fields.boolean("visible", True),
            )
        )
    if not every:
        context.source.error("no-bones", "bones", "the skeleton has no bones", "export a skeleton with a root bone")
    context.bones = tuple(made)


def _parent(fields: Fields, index: int, every: list[Fields], context: Context) -> int:
    """The parent's index. A wrong parent is reported and taken for the root, so that the rest can be read."""
    name = str(fields.data.get("name", ""))
    parent = fields.text("parent")
    if parent is None:
        if index and fields.data.get("parent") is None:
            root = quoted(next(iter(context.bone_names), ""))
            found = f"bone {quoted(name)} has no parent, but the root is {root}"
            context.source.error("second-root", fields.path, found, "give it a parent: a skeleton has one root")
        return -1 if not index else 0
    found_index = context.bone_names.get(parent)
    if found_index is not None:
        return found_index
    if any(f.data.get("name") == parent for f in every[index:]):
        found = f"bone {quoted(name)} comes before its parent {quoted(parent)}"
        context.source.error("late-parent", fields.place("parent"), found, "put parents before their children")
    else:
        names = context.bone_names
        context.source.dangling(fields.place("parent"), f"bone {quoted(name)} names parent", "bone", parent, names)
    return -1 if not index else 0


def _slots(root: Fields, context: Context) -> None:
    made = []
    for index, fields in enumerate(root.objects("slots")):
        name = _register(context.slot_names, index, "slot", fields)
        bone = fields.required_reference("bone", context.bone_names, "bone", f"slot {quoted(name)}")
        color, dark = fields.color("color"), fields.color("dark")
        made.append(
            Slot(
                name,
                0 if bone is None else bone,
                color=WHITE if color is None else color,
                dark=None if dark is None else dark[:3],
                attachment=fields.text("attachment"),
                blend=fields.choice("blend", _BLEND, Blend.NORMAL),
                visible=fields.boolean("visible", True),
            )
        )
    context.slots = tuple(made)


def _events(root: Fields, context: Context) -> None:
    made = []
    for index, (name, fields) in enumerate(root.section("events").members()):
        context.event_names[name] = index
        made.append(
            EventData(
                name,
                int_value=fields.integer("int", 0),
                float_value=fields.number("float", 0.0),
                string_value=fields.text("string") or "",
                audio=fields.text("audio"),
                volume=fields.number("volume", 1.0),
                balance=fields.number("balance", 0.0),
            )
        )
    context.events = tuple(made)
