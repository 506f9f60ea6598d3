"""The keys of one timeline of skeleton JSON, written: time, values, and the curve to the next key."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from rigbyscene.formats.write_json_context import JsonWriter, Members, flag, hex_color
from rigbyscene.formats.write_json_names import INHERIT_NAMES, MIX_NAMES, SEQUENCE_MODE_NAMES
from rigbyscene.formats.write_skel_order import moved_part
from rigbyscene.model.animation import (
    AttachmentTimeline,
    Curves,
    CurveTimeline,
    DeformTimeline,
    DrawOrderFolderTimeline,
    DrawOrderTimeline,
    IkTimeline,
    InheritTimeline,
    PhysicsResetTimeline,
    SequenceTimeline,
)
from rigbyscene.model.enums import Inherit, Interpolation, Property, SequenceMode

_Keys = list[Members]

_NAMES: Mapping[Property, str] = {
    Property.TRANSLATE_X: "translatex",
    Property.TRANSLATE_Y: "translatey",
    Property.SCALE_X: "scalex",
    Property.SCALE_Y: "scaley",
    Property.SHEAR_X: "shearx",
    Property.SHEAR_Y: "sheary",
}
_SCALES = frozenset((Property.SCALE, Property.SCALE_X, Property.SCALE_Y))


def _times(w: JsonWriter, times: Sequence[float]) -> _Keys:
    """Keys with nothing but their times, of which 0 is left out."""
    keys: _Keys = []
    for time in times:
        key: Members = {}
        w.put(key, "time", time, 0.0)
        keys.append(key)
    return keys


def _add_curves(w: JsonWriter, keys: _Keys, curves: Curves) -> _Keys:
    for i, kind in enumerate(curves.kinds[:-1].tolist()):
        if kind == Interpolation.STEPPED:
            keys[i]["curve"] = "stepped"
        elif kind == Interpolation.BEZIER and curves.handles is not None:
            keys[i]["curve"] = w.numbers(curves.handles[i])
    return keys


def _columns(w: JsonWriter, timeline: CurveTimeline, names: Sequence[str], default: float) -> _Keys:
    keys = _times(w, timeline.times.tolist())
    for key, row in zip(keys, timeline.values.tolist(), strict=True):
        for name, value in zip(names, row, strict=True):
            w.put(key, name, value, default)
    return _add_curves(w, keys, timeline.curves)


def bone_timeline(w: JsonWriter, timeline: CurveTimeline | InheritTimeline) -> tuple[str, _Keys]:
    if isinstance(timeline, InheritTimeline):
        keys = _times(w, timeline.times.tolist())
        for key, mode in zip(keys, timeline.modes.tolist(), strict=True):
            key["inherit"] = INHERIT_NAMES[Inherit(mode)]
        return "inherit", keys
    prop = timeline.property
    names = ("value",) if prop.width == 1 else ("x", "y")
    default = 1.0 if prop in _SCALES else 0.0
    return _NAMES.get(prop, prop.name.lower()), _columns(w, timeline, names, default)


def slot_timeline(w: JsonWriter, timeline: CurveTimeline | AttachmentTimeline) -> tuple[str, _Keys]:
    if isinstance(timeline, AttachmentTimeline):
        keys = _times(w, timeline.times.tolist())
        for key, name in zip(keys, timeline.names, strict=True):
            if name is not None:
                key["name"] = name
        return "attachment", keys
    prop = timeline.property
    if prop is Property.ALPHA:
        return "alpha", _columns(w, timeline, ("value",), 0.0)
    keys = _times(w, timeline.times.tolist())
    for key, row in zip(keys, timeline.values.tolist(), strict=True):
        if prop in (Property.RGBA, Property.RGB):
            key["color"] = hex_color(tuple(row))
        else:
            key["light"] = hex_color(tuple(row[:-3]))
            key["dark"] = hex_color(tuple(row[-3:]))
    return prop.name.lower(), _add_curves(w, keys, timeline.curves)


def ik_keys(w: JsonWriter, timeline: IkTimeline) -> _Keys:
    keys = _times(w, timeline.times.tolist())
    for i, (key, (mix, softness)) in enumerate(zip(keys, timeline.values.tolist(), strict=True)):
        w.put(key, "mix", mix, 1.0)
        w.put(key, "softness", softness, 0.0)
        flag(key, "bendPositive", bool(timeline.bend_positive[i]), True)
        flag(key, "compress", bool(timeline.compress[i]))
        flag(key, "stretch", bool(timeline.stretch[i]))
    return _add_curves(w, keys, timeline.curves)


def transform_keys(w: JsonWriter, timeline: CurveTimeline) -> _Keys:
    """A left-out mixY is mixX; a left-out mixScaleY is mixScaleX in 4.2, and 1 in 4.3."""
    keys = _times(w, timeline.times.tolist())
    for key, (rotate, x, y, scale_x, scale_y, shear_y) in zip(keys, timeline.values.tolist(), strict=True):
        defaults = (1.0, 1.0, x, 1.0, 1.0 if w.newer else scale_x, 1.0)
        for name, mix, default in zip(MIX_NAMES, (rotate, x, y, scale_x, scale_y, shear_y), defaults, strict=True):
            w.put(key, name, mix, w.value(default))
    return _add_curves(w, keys, timeline.curves)


def constraint_timeline(w: JsonWriter, timeline: CurveTimeline | PhysicsResetTimeline) -> tuple[str, _Keys]:
    """One timeline of a path, physics or slider constraint."""
    if isinstance(timeline, PhysicsResetTimeline):
        return "reset", _times(w, timeline.times.tolist())
    prop = timeline.property
    name = prop.name.lower().removeprefix(f"{prop.group}_")
    if prop is Property.PATH_MIX:
        keys = _times(w, timeline.times.tolist())
        for key, (rotate, x, y) in zip(keys, timeline.values.tolist(), strict=True):
            w.put(key, "mixRotate", rotate, 1.0)
            w.put(key, "mixX", x, 1.0)
            w.put(key, "mixY", y, w.value(x))
        return name, _add_curves(w, keys, timeline.curves)
    is_one = prop.group == "slider" or (prop is Property.PHYSICS_MIX and w.newer)
    return name, _columns(w, timeline, ("value",), 1.0 if is_one else 0.0)


def deform_keys(w: JsonWriter, timeline: DeformTimeline) -> _Keys:
    keys = _times(w, timeline.times.tolist())
    for key, offsets in zip(keys, timeline.offsets, strict=True):
        first, numbers = moved_part(offsets)
        if first:
            key["offset"] = first
        if len(numbers):
            key["vertices"] = w.numbers(numbers)
    return _add_curves(w, keys, timeline.curves)


def sequence_keys(w: JsonWriter, timeline: SequenceTimeline) -> _Keys:
    """A left-out delay is that of the key before, at first 0."""
    keys = _times(w, timeline.times.tolist())
    before = 0.0
    rows = zip(timeline.modes.tolist(), timeline.indices.tolist(), timeline.delays.tolist(), strict=True)
    for key, (mode, index, delay) in zip(keys, rows, strict=True):
        if mode != SequenceMode.HOLD:
            key["mode"] = SEQUENCE_MODE_NAMES[SequenceMode(mode)]
        if index:
            key["index"] = index
        w.put(key, "delay", delay, w.value(before))
        before = delay
    return keys


def draw_order_keys(w: JsonWriter, timeline: DrawOrderTimeline | DrawOrderFolderTimeline) -> _Keys:
    keys = _times(w, timeline.times.tolist())
    for key, moves in zip(keys, timeline.offsets, strict=True):
        if moves:
            key["offsets"] = [{"slot": w.slots[slot], "offset": offset} for slot, offset in moves]
    return keys
