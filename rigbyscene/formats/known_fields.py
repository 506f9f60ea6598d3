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
_EVENT = ("int", "float", "string", "audio", "volume", "balance")


def note_unknown(fields: Fields, kind: str, known: Collection[str]) -> None:
    """Note members of `fields`, a `kind` of thing, that are none of `known`; `Source.tell_unknown` warns of them."""
    for key in fields.data:
        if key not in known:
            fields.source.unknown(f"field of {kind}", key, fields.place(key), known)


def note_unknown_of_skeleton(root: Fields) -> None:
    """Note what the header, bones, slots and events of a skeleton file hold beside the fields of any version."""
    note_unknown(root.section("skeleton"), "the header", _HEADER)
    for key, kind, known in (("bones", "a bone", _BONE), ("slots", "a slot", _SLOT)):
        items = root.data.get(key)
        for i, item in enumerate(items if type(items) is list else ()):
            if type(item) is dict:  # what is none is told by who reads it
                note_unknown(Fields(item, f"{root.place(key)}[{i}]", root.source), kind, known)
    events = root.data.get("events")
    for name, event in events.items() if type(events) is dict else ():
        if type(event) is dict:
            note_unknown(Fields(event, root.section("events").place(name), root.source), "an event", _EVENT)
