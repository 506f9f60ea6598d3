"""Deform and sequence timelines of binary skeletons, draw order and events."""

from __future__ import annotations

import numpy as np

from rigbyscene.formats.json_text import quoted
from rigbyscene.formats.skel_builder import SkelBuilder
from rigbyscene.formats.skel_bytes import FloatArray, signed
from rigbyscene.formats.skel_context import SkelContext
from rigbyscene.formats.skel_frames import CurveList, in_order, order_of
from rigbyscene.formats.skel_layout import ATTACHMENT_DEFORM
from rigbyscene.formats.skeleton_context import AttachmentKey
from rigbyscene.model.animation import (
    DeformTimeline,
    DrawOrderFolderTimeline,
    DrawOrderOffsets,
    DrawOrderTimeline,
    EventKey,
    EventTimeline,
    SequenceTimeline,
)
from rigbyscene.model.attachments import BoundingBox, Clipping, LinkedMesh, Mesh, Path, Region
from rigbyscene.model.enums import SequenceMode

_LEAST_EVENT = 4 + 1 + 1 + 4 + 1


def read_attachment_timeline(builder: SkelBuilder, at: AttachmentKey) -> None:
    """One timeline of the attachment `at`, which is warned of and skipped where it finds no hold."""
    r = builder.reader
    kind = r.choice(2, "the kind of timeline")
    with r.section("timeline deform" if kind == ATTACHMENT_DEFORM else "timeline sequence"):
        (_deform if kind == ATTACHMENT_DEFORM else _sequence)(builder, at)


def _rows(context: SkelContext, at: AttachmentKey) -> int | None:
    """How many vertex entries deform keys of an attachment move; None where it has no vertices."""
    skin, slot, key = context.meshes.get(at, at)
    attachment = context.skins[skin].attachments.get((slot, key))
    return len(attachment.vertices.xy) if isinstance(attachment, Mesh | Clipping | BoundingBox | Path) else None


def _skip(builder: SkelBuilder, kind: str, at: AttachmentKey, start: int, lacks: str) -> None:
    skin, slot, key = at
    context = builder.context
    if (slot, key) in context.skins[skin].attachments:
        found = f"{kind} keys for {quoted(key)}, which has no {lacks}"
        builder.reader.warn("bad-target", found, "they are skipped; remove them", at=start)
    else:
        where = f"slot {quoted(context.slots[slot].name)} in skin {quoted(context.skins[skin].name)}"
        found = f"keys for attachment {quoted(key)} of {where}, which does not exist"
        builder.reader.warn("unknown-attachment", found, "they are skipped; rename or remove them", at=start)


def _deform(builder: SkelBuilder, at: AttachmentKey) -> None:
    r = builder.reader
    start = r.pos
    count = r.count("keys", 5)
    r.varint("the number of curves")
    if not count:
        return
    rows = _rows(builder.context, at)
    builder.offsets -= count * (rows or 0)
    if builder.offsets < 0:
        r.fail("too-large", f"{count} deform keys for {rows} vertex entries", at=start, remedy="split the mesh")
    offsets = np.zeros((count, 2 * (rows or 0)))
    times = np.zeros(count)
    curves = CurveList(r, count, 1)
    for i in range(count):
        times[i] = r.number("a key's time")
        if i:
            curves.read(i - 1)
        moved = r.count("offsets", 4)
        if moved:
            first_at, first = r.pos, r.varint("the first offset")
            numbers = r.floats(moved, "the offsets")
            if rows is not None:
                if first + moved > 2 * rows:
                    found = f"{moved} numbers from {first} on reach beyond the mesh's {2 * rows}"
                    r.fail("bad-deform", found, at=first_at)
                offsets[i, first : first + moved] = numbers
    builder.passed(times)
    if rows is None:
        _skip(builder, "deform", at, start, "vertices")
        return
    order = order_of(r, times)
    if order is not None:
        times, offsets = times[order], offsets[order]
    builder.add(DeformTimeline(*at, times, offsets.reshape(count, rows, 2), curves.made(order)), start)


def _sequence(builder: SkelBuilder, at: AttachmentKey) -> None:
    r = builder.reader
    start = r.pos
    keys = in_order(r, [_sequence_key(builder) for _ in range(r.count("keys", 12))])
    if not keys:
        return
    times: FloatArray = np.array([key[0] for key in keys])
    builder.passed(times)
    skin, slot, key = at
    attachment = builder.context.skins[skin].attachments.get((slot, key))
    if not isinstance(attachment, Region | Mesh | LinkedMesh) or attachment.sequence is None:
        _skip(builder, "sequence", at, start, "sequence")
        return
    modes, indices = (np.array([key[i] for key in keys], np.int32) for i in (1, 2))
    builder.add(SequenceTimeline(*at, times, modes, indices, np.array([key[3] for key in keys])), start)


def _sequence_key(builder: SkelBuilder) -> tuple[float, int, int, float]:
    r = builder.reader
    time, at = r.number("a key's time"), r.pos
    packed = signed(r.uint32("the mode and the picture"))
    if packed & 15 >= len(SequenceMode):
        r.fail("out-of-range", f"sequence mode {packed & 15}; modes go up to {len(SequenceMode) - 1}", at=at)
    if packed < 0:
        r.fail("out-of-range", f"picture {packed >> 4} of a sequence; pictures count from 0", at=at)
    return time, packed & 15, packed >> 4, r.number("the delay")


def read_draw_order(builder: SkelBuilder) -> None:
    r = builder.reader
    start = r.pos
    keys = _order_keys(builder, len(builder.context.slots))
    if keys:
        builder.passed(time for time, _ in keys)
        times = np.array([time for time, _ in keys])
        builder.add(DrawOrderTimeline(times, tuple(offsets for _, offsets in keys)), start)


def read_folders(builder: SkelBuilder) -> None:
    """4.3: keys that permute some slots among the places that these hold."""
    r = builder.reader
    for _ in range(r.count("draw order folders", 2)):
        start = r.pos
        slots = tuple(sorted({builder.context.slot() for _ in range(r.count("slots of the folder"))}))
        keys = _order_keys(builder, len(slots))
        if keys:
            builder.passed(time for time, _ in keys)
        if keys and slots:
            times = np.array([time for time, _ in keys])
            builder.add(DrawOrderFolderTimeline(slots, times, tuple(offsets for _, offsets in keys)), start)


def _order_keys(builder: SkelBuilder, slots: int) -> list[tuple[float, DrawOrderOffsets]]:
    """Keys that each order so many slots."""
    at, count = builder.reader.pos, builder.reader.count("draw order keys", 5)
    builder.context.places -= count * slots
    if builder.context.places < 0:
        found = f"{count} draw order keys for {slots} slots, more than any skeleton has"
        builder.reader.fail("too-large", found, at=at, remedy="split the skeleton or the animation")
    return in_order(builder.reader, [_order_key(builder) for _ in range(count)])


def _order_key(builder: SkelBuilder) -> tuple[float, DrawOrderOffsets]:
    r = builder.reader
    time = r.number("a key's time")
    moved: dict[int, int] = {}
    for _ in range(r.count("moved slots", 2)):
        at, slot = r.pos, builder.context.slot()
        offset = signed(r.varint("the offset"))
        if slot in moved:
            name = quoted(builder.context.slots[slot].name)
            found = f"the draw order moves slot {name} twice in one key"
            r.warn("bad-draw-order", found, "the first one counts; remove the other", at=at)
        moved.setdefault(slot, offset)
    return time, tuple(moved.items())


def read_events(builder: SkelBuilder) -> None:
    r = builder.reader
    start = r.pos
    keys = [_event(builder) for _ in range(r.count("event keys", _LEAST_EVENT))]
    keys = [key for _, key in in_order(r, [(key.time, key) for key in keys])]
    if keys:
        builder.passed(key.time for key in keys)
        builder.add(EventTimeline(tuple(keys)), start)


def _event(builder: SkelBuilder) -> EventKey:
    r = builder.reader
    time = r.number("a key's time")
    index = r.index(len(builder.context.events), "an event")
    event = builder.context.events[index]
    int_value, float_value, string = r.zigzag("the int"), r.number("the float"), r.string("the string")
    volume, balance = 1.0, 0.0
    if event.audio is not None:
        volume, balance = r.number("the volume"), r.number("the balance")
    return EventKey(
        time, index, int_value, float_value, event.string_value if string is None else string, volume, balance
    )
