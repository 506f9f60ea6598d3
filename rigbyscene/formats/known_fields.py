"""Fields that nothing reads: most are misspelt, and a file with one means more than it says."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

from rigbyscene.formats.fields import Fields

MANIFEST = ("rigbyScene", "stage", "focal", "depth", "actors")
ACTOR = ("id", "name", "bone", "slot", "skeleton", "skin", "flip", "ground", "clips")
CLIP = ("animation", "start", "in", "out", "speed", "loops", "blend")

_HEADER = ("hash", "spine", "version", "x", "y", "width", "height", "referenceScale", "fps", "images", "audio", "name")
_BONE = (
    *("name", "parent", "length", "x", "y", "rotation", "scaleX", "scaleY", "shearX", "shearY", "inherit", "transform"),
    *("skin", "color", "icon", "iconSize", "iconRotation", "visible"),
)
_SLOT = ("name", "bone", "color", "dark", "attachment", "blend", "visible")
_SKIN = ("name", "attachments", "bones", "ik", "transform", "path", "physics", "slider", "constraints", "color")
_ATTACHMENT = (
    *("name", "path", "type", "x", "y", "scaleX", "scaleY", "rotation", "width", "height", "color", "sequence", "uvs"),
    *("triangles", "vertices", "hull", "edges", "vertexCount", "closed", "constantSpeed", "lengths", "end", "convex"),
    *("inverse", "parent", "source", "skin", "slot", "timelines", "deform"),
)
_ATTACHMENT_TYPES = (None, "region", "mesh", "linkedmesh", "boundingbox", "path", "point", "clipping")
_CONSTRAINT = (
    *("name", "type", "order", "skin", "bone", "bones", "slot", "target", "source", "mix", "softness", "bendPositive"),
    *("compress", "stretch", "uniform", "local", "relative", "localSource", "localTarget", "additive", "clamp"),
    *("rotation", "x", "y", "scaleX", "scaleY", "shearX", "shearY", "rotate", "scale", "properties", "property"),
    *("mixRotate", "mixX", "mixY", "mixScaleX", "mixScaleY", "mixShearY", "rotateMix", "translateMix", "scaleMix"),
    *("shearMix", "positionMode", "spacingMode", "rotateMode", "position", "spacing", "fps", "limit", "inertia"),
    *(
        "strength",
        "damping",
        "mass",
        "massInverse",
        "wind",
        "gravity",
        "animation",
        "time",
        "loop",
        "from",
        "to",
        "max",
    ),
    *("power", "offset", "color", "visible"),
    *(f"{channel}Global" for channel in ("inertia", "strength", "damping", "mass", "wind", "gravity", "mix")),
)
_KEY = (
    *("time", "curve", "c2", "c3", "c4", "value", "angle", "x", "y", "name", "color", "light", "dark", "inherit"),
    *("mix", "softness", "bendPositive", "compress", "stretch", "mixRotate", "mixX", "mixY", "mixScaleX", "mixScaleY"),
    *("mixShearY", "rotateMix", "translateMix", "scaleMix", "shearMix", "position", "spacing", "vertices", "offset"),
    *("mode", "index", "delay", "offsets", "slot", "slots", "keys", "int", "float", "string", "audio", "volume"),
    *("balance",),
)
_KEYS = frozenset(_KEY)
_CONSTRAINTS = ("ik", "transform", "path", "physics", "slider", "constraints")
_DEEPEST = 8
"""Lists of keys lie no deeper in an animation."""

_EVENT = ("int", "float", "string", "audio", "volume", "balance")


def note_unknown(fields: Fields, kind: str, known: Collection[str]) -> None:
    """Note members of `fields`, a `kind` of thing, that are none of `known`; `Source.tell_unknown` warns of them."""
    for key in fields.data:
        if key not in known:
            fields.source.unknown(f"field of {kind}", key, fields.place(key), known)


def note_unknown_of_skeleton(root: Fields) -> None:
    """Note what the parts of a skeleton file hold beside the fields of any version and kind of part."""
    note_unknown(root.section("skeleton"), "the header", _HEADER)
    for key, kind, known in (("bones", "a bone", _BONE), ("slots", "a slot", _SLOT)):
        _note_items(root, key, kind, known)
    for key in _CONSTRAINTS:
        _note_items(root, key, "a constraint", _CONSTRAINT)
    _note_items(root, "skins", "a skin", _SKIN)
    skins = root.data.get("skins")
    for i, skin in enumerate(skins if type(skins) is list else ()):
        if type(skin) is dict:
            _note_attachments(Fields(skin, f"{root.place('skins')}[{i}]", root.source), "attachments")
    if type(skins) is dict:  # the older form: the slots of each skin under its name
        for name in skins:
            _note_attachments(root.section("skins"), name)
    for name, fields in _members(root, "events"):
        note_unknown(Fields(fields, root.section("events").place(name), root.source), "an event", _EVENT)
    if type(root.data.get("animations")) is dict:
        _note_keys(root.section("animations"), _DEEPEST)


def _members(fields: Fields, key: str) -> list[tuple[str, dict[str, Any]]]:
    """The members of section `key` that are objects; what is none is told by who reads it."""
    section = fields.data.get(key)
    return [(name, item) for name, item in (section.items() if type(section) is dict else ()) if type(item) is dict]


def _note_items(fields: Fields, key: str, kind: str, known: Collection[str]) -> None:
    items = fields.data.get(key)
    for i, item in enumerate(items if type(items) is list else ()):
        if type(item) is dict and item.get("type", key) in (key, *_CONSTRAINTS):  # an unknown kind may hold anything
            note_unknown(Fields(item, f"{fields.place(key)}[{i}]", fields.source), kind, known)


def _note_attachments(fields: Fields, key: str) -> None:
    """Of all slots in section `key`."""
    for slot, _ in _members(fields, key):
        slots = fields.section(key)
        for name, attachment in _members(slots, slot):
            if attachment.get("type") in _ATTACHMENT_TYPES:
                place = slots.section(slot).place(name)
                note_unknown(Fields(attachment, place, fields.source), "an attachment", _ATTACHMENT)


def _note_keys(fields: Fields, depth: int) -> None:
    """Of all lists of keys in `fields` and below."""
    for name, inner in fields.data.items():
        if type(inner) is dict and depth:
            _note_keys(fields.section(name), depth - 1)
        elif type(inner) is list:
            for i, item in enumerate(inner):
                if type(item) is dict and not item.keys() <= _KEYS:
                    note_unknown(Fields(item, f"{fields.place(name)}[{i}]", fields.source), "a key", _KEY)
