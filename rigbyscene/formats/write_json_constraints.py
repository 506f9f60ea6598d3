"""Constraints of skeleton JSON, written: 4.2's four lists with an order each, and 4.3's one list."""

from __future__ import annotations

import numpy as np

from rigbyscene.formats.json_text import quoted
from rigbyscene.formats.write_json_context import JsonWriter, Members, flag, shortest
from rigbyscene.formats.write_json_names import MIX_NAMES, PROPERTY_NAMES, ROTATE_MODE_NAMES
from rigbyscene.formats.write_skel_context import in_lists, orders_42
from rigbyscene.model.constraints import (
    Constraint,
    IkConstraint,
    PathConstraint,
    PhysicsConstraint,
    SliderConstraint,
    TransformConstraint,
)
from rigbyscene.model.enums import PositionMode, RotateMode, ScaleYMode, SpacingMode, TransformProperty

KINDS: dict[type[Constraint], str] = {
    IkConstraint: "ik",
    TransformConstraint: "transform",
    PathConstraint: "path",
    PhysicsConstraint: "physics",
    SliderConstraint: "slider",
}
_TWINS = {TransformProperty.Y: TransformProperty.X, TransformProperty.SCALE_Y: TransformProperty.SCALE_X}
_OFFSET_NAMES = ("rotation", "x", "y", "scaleX", "scaleY", "shearY")
_GLOBAL_NAMES = ("inertia", "strength", "damping", "mass", "wind", "gravity", "mix")


def constraint_sections(w: JsonWriter) -> Members:
    """The members of the root that hold the constraints."""
    constraints = w.skeleton.constraints
    if w.newer:
        return {"constraints": [_members(w, c, 0) for c in constraints]}
    orders = orders_42(w.skeleton)
    kinds = [(kind, name) for kind, name in KINDS.items() if kind is not SliderConstraint]
    return {name: [_members(w, constraints[i], orders[i]) for i in in_lists(w.skeleton, kind)] for kind, name in kinds}


def _members(w: JsonWriter, constraint: Constraint, order: int) -> Members:
    to: Members = {"type": KINDS[type(constraint)]} if w.newer else {}
    to["name"] = constraint.name
    if order:
        to["order"] = order
    flag(to, "skin", constraint.skin_required)
    with w.section(f"constraint {quoted(constraint.name)}"):
        match constraint:
            case IkConstraint():
                _ik(w, to, constraint)
            case TransformConstraint():
                _transform(w, to, constraint)
            case PathConstraint():
                _path(w, to, constraint)
            case PhysicsConstraint():
                _physics(w, to, constraint)
            case SliderConstraint():
                _slider(w, to, constraint)
    return to


def _names(w: JsonWriter, bones: tuple[int, ...]) -> list[str]:
    return [w.bones[i] for i in bones]


def _ik(w: JsonWriter, to: Members, c: IkConstraint) -> None:
    if w.newer:
        to |= {"target": w.bones[c.target], "bones": _names(w, c.bones)}
    else:
        to |= {"bones": _names(w, c.bones), "target": w.bones[c.target]}
    w.put(to, "mix", c.mix, 1.0)
    w.put(to, "softness", c.softness, 0.0)
    flag(to, "bendPositive", c.bend_positive, True)
    flag(to, "compress", c.compress)
    flag(to, "stretch", c.stretch)
    _scale_y(w, to, c.scale_y)


def _scale_y(w: JsonWriter, to: Members, mode: ScaleYMode) -> None:
    if w.newer and mode is not ScaleYMode.NONE:
        to["scaleY"] = mode.name.lower()
    elif mode is ScaleYMode.UNIFORM:
        to["uniform"] = True


def _transform(w: JsonWriter, to: Members, c: TransformConstraint) -> None:
    if w.newer:
        to |= {"source": w.bones[c.source], "bones": _names(w, c.bones)}
        flag(to, "localSource", c.local_source)
        flag(to, "localTarget", c.local_target)
        flag(to, "additive", c.additive)
        flag(to, "clamp", c.clamp)
    else:
        to |= {"bones": _names(w, c.bones), "target": w.bones[c.source]}
        flag(to, "local", c.local)
        flag(to, "relative", c.relative)
    for name, offset in zip(_OFFSET_NAMES, c.offsets, strict=True):
        w.put(to, name, offset, 0.0)
    used = set(TransformProperty)
    if w.newer:
        to["properties"] = _properties(w, c)
        used = {m.target for m in c.mappings or ()}
    for prop, name, mix in zip(TransformProperty, MIX_NAMES, c.mixes, strict=True):
        twin = _TWINS.get(prop)  # left out, a y mix is what its x twin is, and that of an unused property is 0
        default = 1.0 if twin is None else c.mixes[twin] if twin in used else 0.0
        if prop in used:
            w.put(to, name, mix, w.value(default))


def _properties(w: JsonWriter, c: TransformConstraint) -> Members:
    """By the property read, then by the property written. JSON has each name once, and so one order of applying."""
    made: Members = {}
    offsets: dict[str, float] = {}
    written: list[tuple[str, str]] = []
    for m in c.mappings or ():
        source, target = PROPERTY_NAMES[m.source], PROPERTY_NAMES[m.target]
        if source not in made:
            made[source] = {}
            w.put(made[source], "offset", m.source_offset, 0.0)
            made[source]["to"] = {}
            offsets[source] = m.source_offset
        value: Members = {}
        w.put(value, "offset", m.target_offset, 0.0)
        w.put(value, "max", m.max, 1.0)
        w.put(value, "scale", m.scale, 1.0)
        written.append((source, target))
        made[source]["to"][target] = value
        if offsets[source] != m.source_offset:
            found = f"property {source} is read with two offsets"
            w.error("no-place", found, "JSON holds one; write .skel, or split the constraint")
    if written != [(source, target) for source, inner in made.items() for target in inner["to"]]:
        found = "its properties are read and written in an order, or as often, as JSON does not hold"
        w.error("no-place", found, "write .skel, or split the constraint")
    return made


def _path(w: JsonWriter, to: Members, c: PathConstraint) -> None:
    if w.newer:
        to |= {"slot": w.slots[c.slot], "bones": _names(w, c.bones)}
    else:
        to |= {"bones": _names(w, c.bones), "target": w.slots[c.slot]}
    if c.position_mode is not PositionMode.PERCENT:
        to["positionMode"] = c.position_mode.name.lower()
    if c.spacing_mode is not SpacingMode.LENGTH:
        to["spacingMode"] = c.spacing_mode.name.lower()
    if c.rotate_mode is not RotateMode.TANGENT:
        to["rotateMode"] = ROTATE_MODE_NAMES[c.rotate_mode]
    w.put(to, "rotation", c.rotation, 0.0)
    w.put(to, "position", c.position, 0.0)
    w.put(to, "spacing", c.spacing, 0.0)
    w.put(to, "mixRotate", c.mixes[0], 1.0)
    w.put(to, "mixX", c.mixes[1], 1.0)
    w.put(to, "mixY", c.mixes[2], w.value(c.mixes[1]))


def _physics(w: JsonWriter, to: Members, c: PhysicsConstraint) -> None:
    to["bone"] = w.bones[c.bone]
    x, y, rotate, scale_x, shear_x = c.channels
    for name, channel in (("x", x), ("y", y), ("rotate", rotate), ("shearX", shear_x), ("scaleX", scale_x)):
        w.put(to, name, channel, 0.0)
    if c.scale_y is not ScaleYMode.NONE:
        to["scaleY"] = c.scale_y.name.lower()
    w.put(to, "limit", c.limit, 5000.0)
    w.put(to, "fps", c.fps, 60.0)
    w.put(to, "inertia", c.inertia, 0.5 if w.newer else 1.0)
    w.put(to, "strength", c.strength, 100.0)
    w.put(to, "damping", c.damping, 0.85 if w.newer else 1.0)
    mass = w.value(c.mass)
    if np.float32(1.0 / mass) != np.float32(1.0 / c.mass):
        mass = c.mass  # a .skel holds the inverse, and not every 4-byte inverse is that of a 4-byte mass
    if mass != 1.0:
        to["mass"] = shortest(mass)
    w.put(to, "wind", c.wind, 0.0)
    w.put(to, "gravity", c.gravity, 0.0)
    w.put(to, "mix", c.mix, 1.0)
    for name, is_global in zip(_GLOBAL_NAMES, c.globals_, strict=True):
        flag(to, f"{name}Global", is_global)


def _slider(w: JsonWriter, to: Members, c: SliderConstraint) -> None:
    flag(to, "loop", c.loop)
    flag(to, "additive", c.additive)
    to["animation"] = w.skeleton.animations[c.animation].name
    w.put(to, "time", c.time, 0.0)
    w.put(to, "mix", c.mix, 1.0)
    if c.bone >= 0:
        to["bone"] = w.bones[c.bone]
    if c.bone >= 0 or c.property is not TransformProperty.ROTATE:
        to["property"] = PROPERTY_NAMES[c.property]
    w.put(to, "from", c.source_from, 0.0)
    w.put(to, "to", c.to, 0.0)
    w.put(to, "scale", c.scale, 1.0)
    w.put(to, "max", c.max, 0.0)
    flag(to, "local", c.local)
