"""Fields that nothing reads: most are misspelt, and a file with one means more than it says."""

from __future__ import annotations

from collections.abc import Collection

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
_SEQUENCE = ("count", "start", "digits", "setup")
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
_FROM = ("offset", "to")
_TO = ("offset", "max", "scale")
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
_LISTS_IN_ITEMS = {"drawOrder": "offsets", "draworder": "offsets", "drawOrderFolder": "keys", "keys": "offsets"}
"""The lists whose items hold a list of objects again, and under which name."""

_EVENT = ("int", "float", "string", "audio", "volume", "balance")


def note_unknown(fields: Fields, kind: str, known: Collection[str]) -> None:
    """Note members of `fields`, a `kind` of thing, that are none of `known`; `Source.tell_unknown` warns of them."""
    for key in fields.data:
        if key not in known:
            fields.source.unknown(f"field of {kind}", key, fields.place(key), known)


def note_unknown_of_skeleton(root: Fields) -> None:
    """Note what the parts of a skeleton file hold beside the fields of any version and kind of part."""
    note_unknown(root.section("skeleton"), "the header", _HEADER)
    for key, kind, known in (("bones", "a bone", _BONE), ("slots", "a slot", _SLOT), ("skins", "a skin", _SKIN)):
        for item in _items(root, key):
            note_unknown(item, kind, known)
    for key in _CONSTRAINTS:
        for item in _items(root, key):
            if item.data.get("type", key) in _CONSTRAINTS:  # an unknown kind may hold anything
                note_unknown(item, "a constraint", _CONSTRAINT)
                _note_mappings(item)
    for skin in _items(root, "skins"):
        _note_attachments(skin, "attachments")
    for name, _ in _members(root, "skins"):  # the older form: the slots of each skin under its name
        _note_attachments(root.section("skins"), name)
    for _, event in _members(root, "events"):
        note_unknown(event, "an event", _EVENT)
    if type(root.data.get("animations")) is dict:
        _note_keys(root.section("animations"), _DEEPEST)


def _members(fields: Fields, key: str) -> list[tuple[str, Fields]]:
    """The members of section `key` that are objects; what is none is told by who reads it."""
    if type(fields.data.get(key)) is not dict:
        return []
    section = fields.section(key)
    return [(n, Fields(v, section.place(n), fields.source)) for n, v in section.data.items() if type(v) is dict]


def _items(fields: Fields, key: str) -> list[Fields]:
    """The objects in list `key`; what is none is told by who reads it."""
    items, path = fields.data.get(key), fields.place(key)
    listed = enumerate(items if type(items) is list else ())
    return [Fields(item, f"{path}[{i}]", fields.source) for i, item in listed if type(item) is dict]


def _note_mappings(constraint: Fields) -> None:
    """Of the properties that a 4.3 constraint maps, from and to."""
    for _, source in _members(constraint, "properties"):
        note_unknown(source, "a mapped property", _FROM)
        for _, target in _members(source, "to"):
            note_unknown(target, "a property's target", _TO)


def _note_attachments(fields: Fields, key: str) -> None:
    """Of all slots in section `key`."""
    for slot, _ in _members(fields, key):
        for _, attachment in _members(fields.section(key), slot):
            if attachment.data.get("type") in _ATTACHMENT_TYPES:
                note_unknown(attachment, "an attachment", _ATTACHMENT)
                if type(attachment.data.get("sequence")) is dict:
                    note_unknown(attachment.section("sequence"), "a sequence", _SEQUENCE)


def _note_keys(fields: Fields, depth: int) -> None:
    """Of all lists of keys in `fields` and below."""
    for name, inner in fields.data.items():
        if type(inner) is dict and depth:
            _note_keys(fields.section(name), depth - 1)
        elif type(inner) is list:
            within = _LISTS_IN_ITEMS.get(name)
            for i, item in enumerate(inner):
                if type(item) is not dict:
                    continue
                if not item.keys() <= _KEYS:
                    note_unknown(Fields(item, f"{fields.place(name)}[{i}]", fields.source), "a key", _KEY)
                if within is not None and type(item.get(within)) is list:
                    _note_keys(Fields({within: item[within]}, f"{fields.place(name)}[{i}]", fields.source), 0)
