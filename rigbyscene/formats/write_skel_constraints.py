"""Constraints of binary skeletons, written: the reader's layouts, 4.2's lists and 4.3's one list."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from rigbyscene.formats.json_text import quoted
from rigbyscene.formats.skel_constraints import scale_channel
from rigbyscene.formats.skel_layout import (
    IK,
    PATH_CONSTRAINT,
    PHYSICS_CONSTRAINT,
    PHYSICS_LIMIT,
    SLIDER_CONSTRAINT,
    TRANSFORM,
)
from rigbyscene.formats.write_skel_bytes import ByteWriter
from rigbyscene.formats.write_skel_context import LISTS, Skel, in_lists, orders_42
from rigbyscene.model.constraints import (
    Constraint,
    IkConstraint,
    PathConstraint,
    PhysicsConstraint,
    SliderConstraint,
    TransformConstraint,
    TransformMapping,
)
from rigbyscene.model.enums import ScaleYMode

MOST_SOURCES = 7
"""Of one transform constraint; their number has three bits."""


def write_constraints(skel: Skel) -> None:
    w, constraints, orders = skel.writer, skel.skeleton.constraints, orders_42(skel.skeleton)
    if skel.newer:
        w.varint(len(constraints))
        for constraint in constraints:
            _write(skel, constraint, 0)
        return
    for kind in LISTS:
        indices = in_lists(skel.skeleton, kind)
        w.varint(len(indices))
        for index in indices:
            _write(skel, constraints[index], orders[index])


def _write(skel: Skel, constraint: Constraint, order: int) -> None:
    w = skel.writer
    with w.section(f"constraint {quoted(constraint.name)}"):
        w.string(constraint.name)
        match constraint:
            case IkConstraint():
                _start(skel, IK, order)
                (_ik_43 if skel.newer else _ik_42)(w, constraint)
            case TransformConstraint():
                _start(skel, TRANSFORM, order)
                (_transform_43 if skel.newer else _transform_42)(w, constraint)
            case PathConstraint():
                _start(skel, PATH_CONSTRAINT, order)
                (_path_43 if skel.newer else _path_42)(w, constraint)
            case PhysicsConstraint():
                _start(skel, PHYSICS_CONSTRAINT, order)
                _physics(skel, constraint)
            case SliderConstraint():
                _start(skel, SLIDER_CONSTRAINT, order)
                _slider(w, constraint)


def _start(skel: Skel, kind: int, order: int) -> None:
    if skel.newer:
        skel.writer.byte(kind)
    else:
        skel.writer.varint(order)


def _announce(w: ByteWriter, values: Sequence[float], bits: int = 0, first: int = 1) -> None:
    """A byte that tells which of `values` are not 0, the first with bit `first`, and `bits`; then those values."""
    for i, value in enumerate(values):
        bits |= (first << i) * is_written(value)
    w.byte(bits)
    for value in values:
        if is_written(value):
            w.number(value)


def is_written(value: float, default: float = 0.0) -> bool:
    """Whether a 4-byte file has to hold `value` where `default` need not be said. A negative zero has to."""
    return repr(np.float32(value)) != repr(np.float32(default))


def _mix(w: ByteWriter, mix: float, bits: int, not_zero: int, not_one: int) -> None:
    """A mix that is neither 0 nor 1 follows, as its two bits say."""
    if bits & not_zero and bits & not_one:
        w.number(mix)


def _mix_bits(mix: float, not_zero: int, not_one: int) -> int:
    return not_zero * is_written(mix) | not_one * is_written(mix, 1.0)


def _ik_42(w: ByteWriter, c: IkConstraint) -> None:
    w.varints(c.bones)
    w.varint(c.target)
    bits = c.skin_required | 2 * c.bend_positive | 4 * c.compress | 8 * c.stretch
    bits |= 16 * (c.scale_y is ScaleYMode.UNIFORM) | _mix_bits(c.mix, 32, 64) | 128 * is_written(c.softness)
    w.byte(bits)
    _mix_and_softness(w, bits, c)


def _ik_43(w: ByteWriter, c: IkConstraint) -> None:
    w.varints(c.bones)
    w.varint(c.target)
    bits = c.skin_required | 2 * (c.scale_y is not ScaleYMode.NONE) | 4 * (not c.bend_positive) | 8 * c.compress
    bits |= 16 * c.stretch | _mix_bits(c.mix, 32, 64) | 128 * is_written(c.softness)
    w.byte(bits)
    if bits & 2:
        w.byte(c.scale_y)
    _mix_and_softness(w, bits, c)


def _mix_and_softness(w: ByteWriter, bits: int, c: IkConstraint) -> None:
    _mix(w, c.mix, bits, 32, 64)
    if bits & 128:
        w.number(c.softness)


def _transform_42(w: ByteWriter, c: TransformConstraint) -> None:
    w.varints(c.bones)
    w.varint(c.source)
    _announce(w, c.offsets[:5], c.skin_required | 2 * c.local | 4 * c.relative, 8)
    _announce(w, (c.offsets[5], *c.mixes))


def _transform_43(w: ByteWriter, c: TransformConstraint) -> None:
    w.varints(c.bones)
    w.varint(c.source)
    sources: list[list[TransformMapping]] = []
    for mapping in c.mappings or ():
        if sources and _from(sources[-1][0]) == _from(mapping):
            sources[-1].append(mapping)
        else:
            sources.append([mapping])
    if len(sources) > MOST_SOURCES:
        found = f"{len(sources)} properties are read, and a .skel holds {MOST_SOURCES}"
        w.error("too-large", found, "list what one of them writes together, or write JSON")
    bits = c.skin_required | 2 * c.local_source | 4 * c.local_target | 8 * c.additive | 16 * c.clamp
    w.byte(bits | (len(sources) & 7) << 5)
    for mappings in sources:
        w.byte(mappings[0].source)
        w.number(mappings[0].source_offset)
        w.varint(len(mappings))
        for m in mappings:
            w.byte(m.target)
            for value in (m.target_offset, m.max, m.scale):
                w.number(value)
    _announce(w, c.offsets)
    _announce(w, c.mixes)


def _from(mapping: TransformMapping) -> tuple[int, float]:
    return mapping.source, mapping.source_offset


def _path_modes(c: PathConstraint) -> int:
    return c.position_mode | c.spacing_mode << 1 | c.rotate_mode << 3


def _path_42(w: ByteWriter, c: PathConstraint) -> None:
    w.boolean(c.skin_required)
    w.varints(c.bones)
    w.varint(c.slot)
    w.byte(_path_modes(c) | 128 * is_written(c.rotation))
    _path_floats(w, c)


def _path_43(w: ByteWriter, c: PathConstraint) -> None:
    w.varints(c.bones)
    w.varint(c.slot)
    w.byte(c.skin_required | _path_modes(c) << 1 | 128 * is_written(c.rotation))
    _path_floats(w, c)


def _path_floats(w: ByteWriter, c: PathConstraint) -> None:
    if is_written(c.rotation):
        w.number(c.rotation)
    for value in (c.position, c.spacing, *c.mixes):
        w.number(value)


def _physics(skel: Skel, c: PhysicsConstraint) -> None:
    w = skel.writer
    w.varint(c.bone)
    x, y, rotate, scale_x, shear_x = c.channels
    if skel.newer:
        scale_x = _stored_scale(w, scale_x, c.scale_y)
    channels = (x, y, rotate, scale_x, shear_x)
    bits = c.skin_required | 64 * is_written(c.limit, PHYSICS_LIMIT) | 128 * is_written(1.0 / c.mass, 1.0)
    for i, channel in enumerate(channels):
        bits |= (2 << i) * is_written(channel)
    w.byte(bits)
    for channel in channels:
        if is_written(channel):
            w.number(channel)
    if bits & 64:
        w.number(c.limit)
    if not (c.fps.is_integer() and 0 < c.fps < 256):
        found = f"{c.fps:g} steps a second; a .skel holds whole numbers from 1 to 255"
        w.error("too-large", found, "change fps, or write JSON")
    w.byte(int(c.fps) & 255)
    for value in (c.inertia, c.strength, c.damping):
        w.number(value)
    if bits & 128:
        w.number(1.0 / c.mass)
    w.number(c.wind)
    w.number(c.gravity)
    more = sum(1 << i for i, flag in enumerate(c.globals_) if flag)
    w.byte(more | 128 * is_written(c.mix, 1.0))
    if is_written(c.mix, 1.0):
        w.number(c.mix)


def _stored_scale(w: ByteWriter, scale_x: float, mode: ScaleYMode) -> float:
    """The scaleX channel and the mode of scaleY as the one float that `scale_channel` takes apart."""
    if mode is ScaleYMode.VOLUME and scale_x == 0:
        w.warning("left-out", "scaleY is volume with scaleX off", "a .skel does not hold that; it has no effect")
        return 0.0
    stored = {ScaleYMode.NONE: scale_x, ScaleYMode.UNIFORM: -1.0 - scale_x, ScaleYMode.VOLUME: -2.0 - scale_x}[mode]
    if scale_channel(float(np.float32(stored)))[1] is not mode:
        found = f"scaleX {scale_x:g} with scaleY {mode.name.lower()} cannot be told from another mode in a .skel"
        w.error("no-place", found, "give scaleX a value from 0 to 1, or write JSON")
    return stored


def _slider(w: ByteWriter, c: SliderConstraint) -> None:
    bits = c.skin_required | 2 * c.loop | 4 * c.additive | 8 * is_written(c.time) | _mix_bits(c.mix, 16, 32)
    bits |= 64 * (c.bone >= 0) | 128 * c.local
    w.byte(bits)
    if bits & 8:
        w.number(c.time)
    _mix(w, c.mix, bits, 16, 32)
    if c.bone >= 0:
        w.varint(c.bone)
        w.number(c.source_from)
        w.byte(c.property)
        w.number(c.to)
        w.number(c.scale)
    if is_written(c.max):
        w.warning("left-out", f"max is {c.max:g}", "a .skel does not hold it; it has no effect")
