"""Timelines of bones and slots."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from rigbyscene.formats.animation_builder import AnimationBuilder
from rigbyscene.formats.fields import Fields
from rigbyscene.formats.json_text import child
from rigbyscene.formats.keys import FloatArray, Keys
from rigbyscene.formats.skeleton_context import INHERIT
from rigbyscene.model.animation import AttachmentTimeline, InheritTimeline
from rigbyscene.model.enums import Inherit, Property

_BONE: Mapping[str, tuple[Property, tuple[str, ...], float]] = {
    "rotate": (Property.ROTATE, ("value",), 0.0),
    "translate": (Property.TRANSLATE, ("x", "y"), 0.0),
    "translatex": (Property.TRANSLATE_X, ("value",), 0.0),
    "translatey": (Property.TRANSLATE_Y, ("value",), 0.0),
    "scale": (Property.SCALE, ("x", "y"), 1.0),
    "scalex": (Property.SCALE_X, ("value",), 1.0),
    "scaley": (Property.SCALE_Y, ("value",), 1.0),
    "shear": (Property.SHEAR, ("x", "y"), 0.0),
    "shearx": (Property.SHEAR_X, ("value",), 0.0),
    "sheary": (Property.SHEAR_Y, ("value",), 0.0),
}
"""Timeline: property, names of its values, what a key that leaves them out means."""

_SLOT: Mapping[str, Property] = {
    "rgba": Property.RGBA,
    "color": Property.RGBA,
    "rgb": Property.RGB,
    "alpha": Property.ALPHA,
    "rgba2": Property.RGBA2,
    "twoColor": Property.RGBA2,
    "rgb2": Property.RGB2,
}
"""``color`` and ``twoColor`` are the names of 3.8."""


def read_bone_timelines(section: Fields, builder: AnimationBuilder) -> None:
    names = builder.context.bone_names
    for name, timelines in section.members():
        bone = names.get(name)
        if bone is None:
            builder.missing(timelines.data, timelines.path, "bone", name, names)
            continue
        for kind, value in timelines.data.items():
            path = child(timelines.path, kind)
            if kind in _BONE:
                _bone_values(kind, bone, builder.keys(value, path), builder)
            elif kind == "inherit":
                keys = builder.keys(value, path)
                if keys is not None:
                    modes = np.array(keys.each(_inherit_mode), dtype=np.int32)
                    builder.add(InheritTimeline(bone, keys.times, modes))
            else:
                builder.unknown("bone", kind, value, path)


def _bone_values(kind: str, bone: int, keys: Keys | None, builder: AnimationBuilder) -> None:
    if keys is None:
        return
    prop, names, default = _BONE[kind]
    if prop is Property.ROTATE:
        angles = keys.column(default, "value", "angle")
        values = (short_way(angles) if builder.old else angles)[:, None]
    else:
        values = keys.matrix(default, names)
    builder.curve(prop, bone, keys, values)


def short_way(angles: FloatArray) -> FloatArray:
    """3.8: each angle moved by whole turns to within [-180, 180) of the one before (scene semantics, section 8).

    >>> short_way(np.array([0.0, 270.0, 350.0, 10.0]))
    array([  0., -90., -10.,  10.])
    """
    with np.errstate(over="ignore", invalid="ignore"):
        turns = np.floor((np.diff(angles) + 180.0) / 360.0)
        moved = angles - 360.0 * np.concatenate(([0.0], np.cumsum(turns)))
    # where a turn is lost in the rounding of an absurd angle (1e300), there is no shorter way
    return moved if np.isfinite(moved).all() else angles


def _inherit_mode(key: Fields) -> Inherit:
    if key.data.get("inherit") is None:
        key.wrong("inherit", "an inherit mode")
    return key.choice("inherit", INHERIT, Inherit.NORMAL)


def read_slot_timelines(section: Fields, builder: AnimationBuilder) -> None:
    names = builder.context.slot_names
    for name, timelines in section.members():
        slot = names.get(name)
        if slot is None:
            builder.missing(timelines.data, timelines.path, "slot", name, names)
            continue
        for kind, value in timelines.data.items():
            path = child(timelines.path, kind)
            if kind in _SLOT:
                keys = builder.keys(value, path)
                if keys is not None:
                    builder.curve(_SLOT[kind], slot, keys, _slot_values(_SLOT[kind], keys))
            elif kind == "attachment":
                keys = builder.keys(value, path)
                if keys is not None:
                    shown = tuple(keys.each(lambda key: key.text("name")))
                    builder.add(AttachmentTimeline(slot, keys.times, shown))
            else:
                builder.unknown("slot", kind, value, path)


def _slot_values(prop: Property, keys: Keys) -> FloatArray:
    if prop is Property.ALPHA:
        return keys.column(0.0, "value")[:, None]
    if prop is Property.RGBA:
        return keys.colors("color")
    if prop is Property.RGB:
        return np.ascontiguousarray(keys.colors("color")[:, :3])
    light, dark = keys.colors("light"), keys.colors("dark")[:, :3]
    return np.hstack((light if prop is Property.RGBA2 else light[:, :3], dark))
