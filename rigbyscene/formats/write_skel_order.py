"""Deform and sequence timelines, draw order and events of binary skeletons, written."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from rigbyscene.formats.skel_bytes import FloatArray
from rigbyscene.formats.skel_layout import ATTACHMENT_DEFORM, ATTACHMENT_SEQUENCE
from rigbyscene.formats.write_skel_bytes import ByteWriter
from rigbyscene.formats.write_skel_frames import curve_count, write_interpolation
from rigbyscene.model.animation import (
    DeformTimeline,
    DrawOrderFolderTimeline,
    DrawOrderOffsets,
    DrawOrderTimeline,
    EventKey,
    SequenceTimeline,
)
from rigbyscene.model.skeleton import EventData


def write_attachment_timeline(w: ByteWriter, timeline: DeformTimeline | SequenceTimeline) -> None:
    if isinstance(timeline, DeformTimeline):
        _deform(w, timeline)
    else:
        _sequence(w, timeline)


def moved_part(offsets: FloatArray) -> tuple[int, FloatArray]:
    """Where in one deform key's numbers, end to end, the first that is not 0 is, and all from there to the last.

    >>> moved_part(np.array([[0.0, 0.0], [0.0, 3.0], [2.0, 0.0]]))
    (3, array([3., 2.]))
    """
    flat = offsets.ravel()
    moved = np.flatnonzero((flat != 0) | np.signbit(flat))
    return (int(moved[0]), flat[moved[0] : moved[-1] + 1]) if len(moved) else (0, flat[:0])


def _deform(w: ByteWriter, timeline: DeformTimeline) -> None:
    w.byte(ATTACHMENT_DEFORM)
    w.varint(len(timeline.times))
    w.varint(curve_count(timeline.curves))
    for i, time in enumerate(timeline.times.tolist()):
        w.number(time)
        if i:
            write_interpolation(w, timeline.curves, i - 1)
        first, numbers = moved_part(timeline.offsets[i])
        w.varint(len(numbers))
        if len(numbers):
            w.varint(first)
            w.floats(numbers)


def _sequence(w: ByteWriter, timeline: SequenceTimeline) -> None:
    w.byte(ATTACHMENT_SEQUENCE)
    w.varint(len(timeline.times))
    keys = (timeline.times.tolist(), timeline.modes.tolist(), timeline.indices.tolist(), timeline.delays.tolist())
    for time, mode, index, delay in zip(*keys, strict=True):
        if not -(1 << 27) <= index < 1 << 27:
            w.error("too-large", f"picture {index} is more than 28 bits", "make it smaller, or write JSON")
        w.number(time)
        w.uint32((index << 4 | mode) & 0xFFFFFFFF)
        w.number(delay)


def write_draw_order(w: ByteWriter, timeline: DrawOrderTimeline | None) -> None:
    if timeline is None:
        w.varint(0)
    else:
        _order_keys(w, timeline.times, timeline.offsets)


def write_folders(w: ByteWriter, folders: Sequence[DrawOrderFolderTimeline]) -> None:
    w.varint(len(folders))
    for folder in folders:
        w.varints(folder.slots)
        _order_keys(w, folder.times, folder.offsets)


def _order_keys(w: ByteWriter, times: FloatArray, offsets: Sequence[DrawOrderOffsets]) -> None:
    w.varint(len(times))
    for time, moves in zip(times.tolist(), offsets, strict=True):
        w.number(time)
        w.varint(len(moves))
        for slot, offset in moves:
            w.varint(slot)
            w.varint(offset)


def write_events(w: ByteWriter, keys: Sequence[EventKey], events: Sequence[EventData]) -> None:
    w.varint(len(keys))
    for key in keys:
        event = events[key.event]
        w.number(key.time)
        w.varint(key.event)
        w.zigzag(key.int_value)
        w.number(key.float_value)
        w.string(None if key.string_value == event.string_value else key.string_value)
        if event.audio is not None:
            w.number(key.volume)
            w.number(key.balance)
        elif (key.volume, key.balance) != (1.0, 0.0):
            found = f"event {event.name} has no audio, but a key a volume and balance"
            w.warning("left-out", found, "a .skel does not hold them; they have no effect")
