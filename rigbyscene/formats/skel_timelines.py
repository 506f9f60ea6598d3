"""Timelines of slots, bones and constraints of binary skeletons. Each reads the keys of one timeline."""

from __future__ import annotations

import struct

import numpy as np

from rigbyscene.formats.skel_builder import SkelBuilder
from rigbyscene.formats.skel_bytes import key_struct
from rigbyscene.formats.skel_frames import CurveList, in_order, order_of, read_frames
from rigbyscene.formats.skel_layout import (
    BONE_INHERIT,
    BONE_VALUES,
    PATH,
    PHYSICS,
    PHYSICS_RESET,
    SLIDER,
    SLOT_ATTACHMENT,
    SLOT_COLORS,
)
from rigbyscene.model.animation import (
    AttachmentTimeline,
    CurveTimeline,
    IkTimeline,
    InheritTimeline,
    PhysicsResetTimeline,
)
from rigbyscene.model.enums import Inherit, Interpolation, Property

_TIME = key_struct(1)
_TIME_AND_BYTE = key_struct(1, 1)
_IK_HEAD = struct.Struct(">Bf")
_IK_STEPPED, _IK_BEZIER = 64, 128


def _curve(builder: SkelBuilder, prop: Property, target: int, *, colors: bool = False) -> None:
    at = builder.reader.pos
    frames = read_frames(builder.reader, prop.width, colors=colors)
    if frames is not None:
        builder.passed(frames.times)
        builder.add(CurveTimeline(prop, target, frames.times, frames.values, frames.curves), at)


def read_slot_timeline(builder: SkelBuilder, slot: int) -> None:
    r = builder.reader
    kind = r.choice(len(SLOT_COLORS) + 1, "the kind of timeline")
    if kind != SLOT_ATTACHMENT:
        with r.section(f"timeline {SLOT_COLORS[kind].name.lower()}"):
            _curve(builder, SLOT_COLORS[kind], slot, colors=True)
        return
    with r.section("timeline attachment"):
        at = r.pos
        count = r.count("keys", 5)
        keys = in_order(r, [(r.number("a key's time"), r.ref("an attachment's name")) for _ in range(count)])
        if keys:
            builder.passed(time for time, _ in keys)
            times = np.array([time for time, _ in keys])
            builder.add(AttachmentTimeline(slot, times, tuple(name for _, name in keys)), at)


def read_bone_timeline(builder: SkelBuilder, bone: int) -> None:
    r = builder.reader
    kind = r.choice(len(BONE_VALUES) + 1, "the kind of timeline")
    if kind != BONE_INHERIT:
        with r.section(f"timeline {BONE_VALUES[kind].name.lower()}"):
            _curve(builder, BONE_VALUES[kind], bone)
        return
    with r.section("timeline inherit"):
        at = r.pos
        count = r.count("keys", _TIME_AND_BYTE.size)
        keys = in_order(r, [(r.number("a key's time"), r.choice(len(Inherit), "the mode")) for _ in range(count)])
        if keys:
            builder.passed(time for time, _ in keys)
            modes = np.array([mode for _, mode in keys], np.int32)
            builder.add(InheritTimeline(bone, np.array([time for time, _ in keys]), modes), at)


def read_ik_timeline(builder: SkelBuilder, target: int) -> None:
    """Flags, mix and softness in one record each; a record's flags say how the key before goes over into it."""
    r = builder.reader
    at = r.pos
    count = r.count("keys", _IK_HEAD.size)
    r.varint("the number of curves")
    if not count:
        return
    curves = CurveList(r, count, 2)
    rows = np.zeros((count, 3))
    flags = np.zeros(count, np.uint8)
    for i in range(count):
        flag, time = r.unpack(_IK_HEAD, "a key")
        bits = int(flag)
        mix = (r.number("mix") if bits & 2 else 1.0) if bits & 1 else 0.0
        rows[i] = time, mix, r.number("softness") if bits & 4 else 0.0
        flags[i] = bits
        if i and bits & _IK_STEPPED:
            curves.kinds[i - 1] = Interpolation.STEPPED
        elif i and bits & _IK_BEZIER:
            curves.read_handles(i - 1)
    order = order_of(r, rows[:, 0])
    if order is not None:
        rows, flags = rows[order], flags[order]
    builder.passed(rows[:, 0])
    bend, compress, stretch = ((flags & bit) > 0 for bit in (8, 16, 32))
    times, values = np.ascontiguousarray(rows[:, 0]), np.ascontiguousarray(rows[:, 1:])
    builder.add(IkTimeline(target, times, values, curves.made(order), bend, compress, stretch), at)


def read_transform_timeline(builder: SkelBuilder, target: int) -> None:
    _curve(builder, Property.TRANSFORM_MIX, target)


def read_path_timeline(builder: SkelBuilder, target: int) -> None:
    kind = builder.reader.choice(len(PATH), "the kind of timeline")
    with builder.reader.section(f"timeline {PATH[kind].name.lower().removeprefix('path_')}"):
        _curve(builder, PATH[kind], target)


def read_physics_timeline(builder: SkelBuilder, target: int) -> None:
    r = builder.reader
    at = r.pos
    kind = r.choice(PHYSICS_RESET + 1, "the kind of timeline")
    if kind == PHYSICS_RESET:
        with r.section("timeline reset"):
            keys = in_order(r, [(r.number("a key's time"),) for _ in range(r.count("keys", _TIME.size))])
            if keys:
                times = np.array(keys).ravel()
                builder.passed(times)
                builder.add(PhysicsResetTimeline(target, times), at)
        return
    if kind not in PHYSICS:
        r.fail("out-of-range", f"physics timeline kind {kind} does not exist", at=at)
    with r.section(f"timeline {PHYSICS[kind].name.lower().removeprefix('physics_')}"):
        _curve(builder, PHYSICS[kind], target)


def read_slider_timeline(builder: SkelBuilder, target: int) -> None:
    kind = builder.reader.choice(len(SLIDER), "the kind of timeline")
    with builder.reader.section(f"timeline {SLIDER[kind].name.lower().removeprefix('slider_')}"):
        _curve(builder, SLIDER[kind], target)
