"""Timelines of attachments: deform and sequence."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from rigbyscene.formats.animation_builder import AnimationBuilder
from rigbyscene.formats.arrays import numbers
from rigbyscene.formats.fields import Fields
from rigbyscene.formats.json_text import child, describe, quoted
from rigbyscene.formats.keys import FloatArray, Keys
from rigbyscene.formats.skeleton_context import AttachmentKey, Context
from rigbyscene.model.animation import DeformTimeline, SequenceTimeline
from rigbyscene.model.attachments import BoundingBox, Clipping, LinkedMesh, Mesh, Path, Region, Vertices
from rigbyscene.model.enums import SequenceMode

"""Keys times vertices of one expanded deform timeline (800 MB); more is taken for a damaged file."""

_MODES = {
    "hold": SequenceMode.HOLD,
    "once": SequenceMode.ONCE,
    "loop": SequenceMode.LOOP,
    "pingpong": SequenceMode.PINGPONG,
    "oncereverse": SequenceMode.ONCE_REVERSE,
    "loopreverse": SequenceMode.LOOP_REVERSE,
    "pingpongreverse": SequenceMode.PINGPONG_REVERSE,
}


def read_attachment_timelines(section: Fields, builder: AnimationBuilder) -> None:
    """4.x: skin, slot, attachment, then timelines by name."""
    for at, value, path in _targets(section, builder):
        if not isinstance(value, dict):
            builder.source.error("wrong-type", path, f"{describe(value)} is not an object", "write timelines by name")
            continue
        for name, inner in value.items():
            inner_path = child(path, name)
            if name not in ("deform", "sequence"):
                builder.unknown("attachment", name, inner, inner_path)
                continue
            keys = builder.keys(inner, inner_path)
            if keys is not None:
                builder.add(_deform(keys, at, builder) if name == "deform" else _sequence(keys, at, builder.context))


def read_old_deform(section: Fields, builder: AnimationBuilder) -> None:
    """3.8: skin, slot, attachment, then the deform keys."""
    for at, value, path in _targets(section, builder):
        keys = builder.keys(value, path)
        if keys is not None:
            builder.add(_deform(keys, at, builder))


def _targets(section: Fields, builder: AnimationBuilder) -> Iterator[tuple[AttachmentKey, object, str]]:
    """(attachment, what is keyed, its path) for every attachment that is in the file; the others are warned about."""
    context = builder.context
    for skin_name, slots in section.members():
        skin = context.skin_names.get(skin_name)
        for slot_name, placeholders in slots.members():
            slot = context.slot_names.get(slot_name)
            for key, value in placeholders.data.items():
                path = placeholders.place(key)
                if value is None:
                    continue
                if skin is not None and slot is not None:
                    at = (skin, slot, key)
                    if context.attachment(at) is not None:
                        yield at, value, path
                        continue
                    if at in context.broken:
                        builder.skip(value)
                        continue
                builder.skip(value)
                found = f"keys for attachment {quoted(key)} of slot {quoted(slot_name)} in skin {quoted(skin_name)}"
                remedy = "they are skipped; rename or remove them"
                context.source.warning("unknown-attachment", path, f"{found}, which does not exist", remedy)


def _geometry(at: AttachmentKey, context: Context) -> Vertices | None:
    """The vertices that deform keys of this attachment move; None for kinds without vertices."""
    attachment = context.attachment(at)
    while isinstance(attachment, LinkedMesh):
        attachment = context.attachment((attachment.source_skin, attachment.source_slot, attachment.source_key))
    return attachment.vertices if isinstance(attachment, Mesh | Clipping | BoundingBox | Path) else None


def _deform(keys: Keys, at: AttachmentKey, builder: AnimationBuilder) -> DeformTimeline | None:
    vertices = _geometry(at, builder.context)
    if vertices is None:
        found = f"deform keys for {quoted(at[2])}, which has no vertices"
        builder.source.warning("bad-target", keys.path, found, "they are skipped; remove them")
        return None
    rows = len(vertices.xy)
    builder.context.offsets -= len(keys) * rows
    if builder.context.offsets < 0:
        found = f"{len(keys)} deform keys for {rows} vertex entries, more than any skeleton has"
        builder.source.error("too-large", keys.path, found, "split the mesh or the animation")
        builder.context.offsets = 0
        return None
    offsets = np.zeros((len(keys), rows, 2))
    flat = offsets.reshape(len(keys), 2 * rows)
    for i, key in enumerate(keys.items):
        if "vertices" in key or "offset" in key:
            _expand(keys.fields(i), flat[i])
    axis = np.zeros((len(keys), 1))
    curves = keys.curves(axis, old=builder.old, unit_values=True)
    return DeformTimeline(*at, keys.times, offsets, curves)


def _expand(key: Fields, row: FloatArray) -> None:
    """Write one key's sparse numbers into `row`, all its vertex entries' x and y."""
    moved = numbers(key, "vertices")
    start = key.integer("offset", 0, least=0)
    if len(moved) and start + len(moved) > len(row):
        found = f"{len(moved)} numbers from {start} on reach beyond the mesh's {len(row)}"
        key.source.error("bad-deform", key.place("vertices"), found, "export the file again")
        return
    row[start : start + len(moved)] = moved


def _sequence(keys: Keys, at: AttachmentKey, context: Context) -> SequenceTimeline | None:
    attachment = context.attachment(at)
    if not isinstance(attachment, Region | Mesh | LinkedMesh) or attachment.sequence is None:
        found = f"sequence keys for {quoted(at[2])}, which has no sequence"
        context.source.warning("bad-target", keys.path, found, "they are skipped; remove them")
        return None
    modes = np.array(keys.each(lambda key: key.choice("mode", _MODES, SequenceMode.HOLD)), dtype=np.int32)
    indices = np.array(keys.each(lambda key: key.integer("index", 0, least=0)), dtype=np.int32)
    delays = keys.column(0.0, "delay")
    for i, key in enumerate(keys.items):
        if i and "delay" not in key:
            delays[i] = delays[i - 1]
    return SequenceTimeline(*at, keys.times, modes, indices, delays)
