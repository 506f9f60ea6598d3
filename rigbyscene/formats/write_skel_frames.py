"""Timelines of slots, bones and constraints of binary skeletons, written key by key."""

from __future__ import annotations

import numpy as np

from rigbyscene.formats.skel_bytes import FloatArray
from rigbyscene.formats.skel_layout import (
    BONE_INHERIT,
    BONE_VALUES,
    CURVE_BEZIER,
    CURVE_LINEAR,
    CURVE_STEPPED,
    PATH,
    PHYSICS,
    PHYSICS_RESET,
    SLIDER,
    SLOT_ATTACHMENT,
    SLOT_COLORS,
)
from rigbyscene.formats.write_skel_bytes import ByteWriter, byte_of
from rigbyscene.formats.write_skel_constraints import is_written
from rigbyscene.model.animation import (
    AttachmentTimeline,
    Curves,
    CurveTimeline,
    IkTimeline,
    InheritTimeline,
    PhysicsResetTimeline,
)
from rigbyscene.model.enums import Interpolation

ROUNDED_BYTE = 0.03
"""In steps of 1/255: as far as decimals of four digits may be from the channel that they mean."""
_COLOR_KINDS = {prop: kind for kind, prop in SLOT_COLORS.items()}
_BONE_KINDS = {prop: kind for kind, prop in BONE_VALUES.items()}
_CONSTRAINT_KINDS = {prop: kind for kinds in (PATH, PHYSICS, SLIDER) for kind, prop in kinds.items()}
_CURVE_BYTES = {
    Interpolation.LINEAR: CURVE_LINEAR,
    Interpolation.STEPPED: CURVE_STEPPED,
    Interpolation.BEZIER: CURVE_BEZIER,
}


def write_slot_timeline(w: ByteWriter, timeline: CurveTimeline | AttachmentTimeline) -> None:
    if isinstance(timeline, AttachmentTimeline):
        w.byte(SLOT_ATTACHMENT)
        w.varint(len(timeline.times))
        for time, name in zip(timeline.times.tolist(), timeline.names, strict=True):
            w.number(time)
            w.ref(name)
        return
    w.byte(_COLOR_KINDS[timeline.property])
    values = timeline.values
    off = np.abs(values * 255 - np.clip(np.round(values * 255), 0, 255)).max()
    if off > ROUNDED_BYTE:
        found = f"{timeline.property.name.lower()} keys that are not among the 256 steps of a channel in a .skel"
        w.warning("rounded", found, f"the nearest are written, up to {off / 255:.3f} away")
    _write_head(w, timeline.curves)
    for i, (time, row) in enumerate(zip(timeline.times.tolist(), values.tolist(), strict=True)):
        w.number(time)
        w.out += bytes(map(byte_of, row))
        if i:
            write_interpolation(w, timeline.curves, i - 1)


def write_bone_timeline(w: ByteWriter, timeline: CurveTimeline | InheritTimeline) -> None:
    if isinstance(timeline, InheritTimeline):
        w.byte(BONE_INHERIT)
        w.varint(len(timeline.times))
        for time, mode in zip(timeline.times.tolist(), timeline.modes.tolist(), strict=True):
            w.number(time)
            w.byte(mode)
        return
    w.byte(_BONE_KINDS[timeline.property])
    write_curve(w, timeline)


def write_constraint_timeline(w: ByteWriter, timeline: CurveTimeline | PhysicsResetTimeline) -> None:
    """One timeline of a path, physics or slider constraint."""
    if isinstance(timeline, PhysicsResetTimeline):
        w.byte(PHYSICS_RESET)
        w.varint(len(timeline.times))
        w.floats(timeline.times)
        return
    w.byte(_CONSTRAINT_KINDS[timeline.property])
    write_curve(w, timeline)


def write_curve(w: ByteWriter, timeline: CurveTimeline) -> None:
    """Keys of floats."""
    _write_head(w, timeline.curves)
    rows = np.column_stack((timeline.times, timeline.values))
    for i, row in enumerate(rows):
        w.floats(row)
        if i:
            write_interpolation(w, timeline.curves, i - 1)


def _write_head(w: ByteWriter, curves: Curves) -> None:
    w.varint(len(curves.kinds))
    w.varint(curve_count(curves))


def curve_count(curves: Curves) -> int:
    """How many beziers a timeline has, one for each value: a hint for who wants to make room."""
    if curves.handles is None:
        return 0
    return int((curves.kinds[:-1] == Interpolation.BEZIER).sum()) * curves.handles.shape[1]


def write_interpolation(w: ByteWriter, curves: Curves, key: int) -> None:
    """How `key` goes over into the next one."""
    kind = Interpolation(int(curves.kinds[key]))
    w.byte(_CURVE_BYTES[kind])
    if kind is Interpolation.BEZIER:
        w.floats(handles_of(curves, key))


def handles_of(curves: Curves, key: int) -> FloatArray:
    assert curves.handles is not None
    return curves.handles[key]


def write_ik(w: ByteWriter, timeline: IkTimeline) -> None:
    """Flags, time, mix and softness; a key's flags say how the one before goes over into it."""
    _write_head(w, timeline.curves)
    flags = 8 * timeline.bend_positive + 16 * timeline.compress + 32 * timeline.stretch
    for i, (time, (mix, softness)) in enumerate(zip(timeline.times.tolist(), timeline.values.tolist(), strict=True)):
        before = Interpolation(int(timeline.curves.kinds[i - 1])) if i else Interpolation.LINEAR
        bits = int(flags[i]) | is_written(mix) | 2 * is_written(mix, 1.0) | 4 * is_written(softness)
        bits |= 64 * (before is Interpolation.STEPPED) | 128 * (before is Interpolation.BEZIER)
        w.byte(bits)
        w.number(time)
        if bits & 3 == 3:
            w.number(mix)
        if bits & 4:
            w.number(softness)
        if before is Interpolation.BEZIER:
            w.floats(handles_of(timeline.curves, i - 1))
