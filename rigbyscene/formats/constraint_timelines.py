"""Timelines of constraints. Group names are the same in all versions; what a left-out value means is not."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

import numpy as np

from rigbyscene.formats.animation_builder import AnimationBuilder
from rigbyscene.formats.fields import Fields
from rigbyscene.formats.json_text import child, describe
from rigbyscene.formats.keys import Keys
from rigbyscene.model.animation import IkTimeline, PhysicsResetTimeline
from rigbyscene.model.enums import Property

_PATH: Mapping[str, Property] = {"position": Property.PATH_POSITION, "spacing": Property.PATH_SPACING}
_PHYSICS: Mapping[str, Property] = {
    "inertia": Property.PHYSICS_INERTIA,
    "strength": Property.PHYSICS_STRENGTH,
    "damping": Property.PHYSICS_DAMPING,
    "mass": Property.PHYSICS_MASS,
    "wind": Property.PHYSICS_WIND,
    "gravity": Property.PHYSICS_GRAVITY,
    "mix": Property.PHYSICS_MIX,
}
_SLIDER: Mapping[str, Property] = {"time": Property.SLIDER_TIME, "mix": Property.SLIDER_MIX}


def _targets(section: Fields, kind: str, builder: AnimationBuilder) -> Iterator[tuple[int, object, str]]:
    """(constraint index, what is keyed, its path) for every constraint of a group that exists."""
    context = builder.context
    known = {n: i for (k, n), i in context.constraint_names.items() if k == kind}
    if kind == "physics":
        known[""] = -1  # the empty name keys every constraint whose flag for the property is global
    for name, value in section.data.items():
        if name in known:
            yield known[name], value, section.place(name)
        elif (kind, name) in context.broken_constraints:
            builder.skip(value)
        else:
            builder.missing(value, section.place(name), f"{kind} constraint", name, known)


def _timelines(section: Fields, kind: str, builder: AnimationBuilder) -> Iterator[tuple[int, str, object, str]]:
    """(constraint index, timeline, its keys, its path) for kinds whose constraints have several timelines."""
    for target, value, path in _targets(section, kind, builder):
        if isinstance(value, dict):
            for name, keys in value.items():
                yield target, name, keys, child(path, name)
        elif value is not None:
            builder.source.error("wrong-type", path, f"{describe(value)} is not an object", "write timelines by name")


def read_ik_timelines(section: Fields, builder: AnimationBuilder) -> None:
    for target, value, path in _targets(section, "ik", builder):
        keys = builder.keys(value, path)
        if keys is None:
            continue
        values = np.column_stack((keys.column(1.0, "mix"), keys.column(0.0, "softness")))
        builder.add(
            IkTimeline(
                target,
                keys.times,
                values,
                keys.curves(values, old=builder.old),
                keys.flags("bendPositive", True),
                keys.flags("compress", False),
                keys.flags("stretch", False),
            )
        )


def read_transform_timelines(section: Fields, builder: AnimationBuilder) -> None:
    for target, value, path in _targets(section, "transform", builder):
        keys = builder.keys(value, path)
        if keys is None:
            continue
        mix_x = keys.column(1.0, "mixX", "translateMix")
        mix_scale_x = keys.column(1.0, "mixScaleX", "scaleMix")
        # a key's mixScaleY follows mixScaleX up to 4.2 and is 1 in 4.3 (constraint sheet, section 3)
        mix_scale_y = keys.column(1.0, "mixScaleY") if builder.newer else keys.follows(mix_scale_x, "mixScaleY")
        values = np.column_stack(
            (
                keys.column(1.0, "mixRotate", "rotateMix"),
                mix_x,
                keys.follows(mix_x, "mixY"),
                mix_scale_x,
                mix_scale_y,
                keys.column(1.0, "mixShearY", "shearMix"),
            )
        )
        builder.curve(Property.TRANSFORM_MIX, target, keys, values)


def read_path_timelines(section: Fields, builder: AnimationBuilder) -> None:
    for target, name, value, path in _timelines(section, "path", builder):
        if name not in _PATH and name != "mix":
            builder.unknown("path", name, value, path)
            continue
        keys = builder.keys(value, path)
        if keys is None:
            continue
        if name == "mix":
            mix_x = keys.column(1.0, "mixX", "translateMix")
            rotate = keys.column(1.0, "mixRotate", "rotateMix")
            values = np.column_stack((rotate, mix_x, keys.follows(mix_x, "mixY")))
            builder.curve(Property.PATH_MIX, target, keys, values)
        else:
            # up to 3.8 the value is called like the timeline
            builder.curve(_PATH[name], target, keys, keys.column(0.0, "value", name)[:, None])


def read_physics_timelines(section: Fields, builder: AnimationBuilder) -> None:
    for target, name, value, path in _timelines(section, "physics", builder):
        if name not in _PHYSICS and name != "reset":
            builder.unknown("physics", name, value, path)
            continue
        keys = builder.keys(value, path)
        if keys is None:
            continue
        if name == "reset":
            builder.add(PhysicsResetTimeline(target, keys.times))
        else:
            default = 1.0 if name == "mix" and builder.newer else 0.0
            _one_value(_PHYSICS[name], target, keys, default, builder)


def read_slider_timelines(section: Fields, builder: AnimationBuilder) -> None:
    for target, name, value, path in _timelines(section, "slider", builder):
        if name not in _SLIDER:
            builder.unknown("slider", name, value, path)
            continue
        keys = builder.keys(value, path)
        if keys is not None:
            _one_value(_SLIDER[name], target, keys, 1.0, builder)


def _one_value(prop: Property, target: int, keys: Keys, default: float, builder: AnimationBuilder) -> None:
    builder.curve(prop, target, keys, keys.column(default, "value")[:, None])
