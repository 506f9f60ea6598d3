"""Constraints of skeleton JSON, all kinds and versions, read completely and put in their order of application."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from rigbyscene.formats.fields import Fields
from rigbyscene.formats.json_text import quoted
from rigbyscene.formats.skeleton_context import Context
from rigbyscene.formats.transform_constraints import PROPERTIES, bones_of, read_transform
from rigbyscene.model.constraints import (
    Constraint,
    IkConstraint,
    PathConstraint,
    PhysicsConstraint,
    SliderConstraint,
)
from rigbyscene.model.enums import Format, PositionMode, RotateMode, ScaleYMode, SpacingMode, TransformProperty

_SCALE_Y = {"none": ScaleYMode.NONE, "uniform": ScaleYMode.UNIFORM, "volume": ScaleYMode.VOLUME}
_POSITION = {"fixed": PositionMode.FIXED, "percent": PositionMode.PERCENT}
_SPACING = {
    "length": SpacingMode.LENGTH,
    "fixed": SpacingMode.FIXED,
    "percent": SpacingMode.PERCENT,
    "proportional": SpacingMode.PROPORTIONAL,
}
_ROTATE = {"tangent": RotateMode.TANGENT, "chain": RotateMode.CHAIN, "chainscale": RotateMode.CHAIN_SCALE}
_GLOBALS = ("inertia", "strength", "damping", "mass", "wind", "gravity", "mix")

MOST_STEPS_PER_S = 1000
"""Of physics: binary files hold up to 255, and each step of every second takes its time."""

_Reader = Callable[[Fields, str, int, Context], Constraint | None]


def read_constraints(root: Fields, context: Context) -> None:
    """Read all constraints into `context`: by `order` where kinds have lists of their own, else as the array has them.

    Constraints of kinds this package does not know are skipped with a warning; the others keep their order.
    """
    listed: list[tuple[int, str, Constraint]] = []
    for kind in ("ik", "transform", "path", "physics"):
        for fields in root.objects(kind):
            order = fields.integer("order", 0)
            _add(kind, fields, order, context, listed)
    turn = sorted(range(len(listed)), key=lambda i: listed[i][0])  # stable: equal orders keep the file's sequence
    context.listed = file_order(turn)
    listed = [listed[i] for i in turn]
    for i, fields in enumerate(root.objects("constraints")):
        named = fields.required_text("type")
        if named is None:
            continue
        if named not in _READERS:
            context.source.unknown("constraint type", named, fields.place("type"))
            name = fields.text("name")
            context.broken_constraints.update([] if name is None else [(group, name) for group in _READERS])
            continue
        _add(named, fields, i, context, listed)
    context.constraints = tuple(c for _, _, c in listed)
    for index, (_, kind, constraint) in enumerate(listed):
        context.constraint_names[kind, constraint.name] = index


def file_order(turn: Sequence[int]) -> tuple[int, ...]:
    """`Skeleton.listed` for constraints that are applied in the order `turn` of their places in the file.

    >>> file_order([2, 0, 1]), file_order([0, 1])
    ((1, 2, 0), ())
    """
    place = {i: index for index, i in enumerate(turn)}
    listed = tuple(place[i] for i in range(len(turn)))
    return () if listed == tuple(range(len(turn))) else listed


def _add(kind: str, fields: Fields, order: int, context: Context, listed: list[tuple[int, str, Constraint]]) -> None:
    name = fields.required_text("name")
    if name is None:
        return
    if any(k == kind and c.name == name for _, k, c in listed):
        found = f"a second {kind} constraint is called {quoted(name)}"
        context.source.error("duplicate-name", fields.place("name"), found, "give it a name of its own")
    constraint = _READERS[kind](fields, name, order, context)
    if constraint is None:
        context.broken_constraints.add((kind, name))
    else:
        listed.append((order, kind, constraint))


def _ik(fields: Fields, name: str, order: int, context: Context) -> Constraint | None:
    owner = f"ik constraint {quoted(name)}"
    bones = bones_of(fields, owner, context)
    target = fields.required_reference("target", context.bone_names, "bone", owner)
    if bones is None or target is None:
        return None
    if len(bones) > 2:
        found = f"{owner} has {len(bones)} bones"
        context.source.error("bad-constraint", fields.place("bones"), found, "name one or two")
        return None
    if len(bones) == 2 and context.bones[bones[1]].parent != bones[0]:
        upper, lower = (quoted(context.bones[b].name) for b in bones)
        found = f"{owner} has bones {upper} and {lower}, but {lower} is not a child of {upper}"
        context.source.error("bad-constraint", fields.place("bones"), found, "name a bone and its child")
        return None
    uniform = ScaleYMode.UNIFORM if fields.boolean("uniform", False) else ScaleYMode.NONE
    return IkConstraint(
        name,
        bones,
        target,
        order,
        fields.boolean("skin", False),
        mix=fields.number("mix", 1.0),
        softness=fields.number("softness", 0.0),
        bend_positive=fields.boolean("bendPositive", True),
        compress=fields.boolean("compress", False),
        stretch=fields.boolean("stretch", False),
        scale_y=fields.choice("scaleY", _SCALE_Y, uniform),
    )


def _path(fields: Fields, name: str, order: int, context: Context) -> Constraint | None:
    owner = f"path constraint {quoted(name)}"
    bones = bones_of(fields, owner, context)
    slot = fields.required_reference(fields.first_of("slot", "target"), context.slot_names, "slot", owner)
    if bones is None or slot is None:
        return None
    mix_x = fields.number(fields.first_of("mixX", "translateMix"), 1.0)
    return PathConstraint(
        name,
        bones,
        slot,
        order,
        fields.boolean("skin", False),
        position_mode=fields.choice("positionMode", _POSITION, PositionMode.PERCENT),
        spacing_mode=fields.choice("spacingMode", _SPACING, SpacingMode.LENGTH),
        rotate_mode=fields.choice("rotateMode", _ROTATE, RotateMode.TANGENT),
        rotation=fields.number("rotation", 0.0),
        position=fields.number("position", 0.0),
        spacing=fields.number("spacing", 0.0),
        mixes=(fields.number(fields.first_of("mixRotate", "rotateMix"), 1.0), mix_x, fields.number("mixY", mix_x)),
    )


def _physics(fields: Fields, name: str, order: int, context: Context) -> Constraint | None:
    owner = f"physics constraint {quoted(name)}"
    bone = fields.required_reference("bone", context.bone_names, "bone", owner)
    newer = context.format is Format.V43
    if fields.number("mass", 1.0) <= 0:
        fields.wrong("mass", "a number above 0", "out-of-range")
    if not 0 < fields.number("fps", 60.0) <= MOST_STEPS_PER_S:
        fields.wrong("fps", f"a number above 0, up to {MOST_STEPS_PER_S}", "out-of-range")
    flags = tuple(fields.boolean(f"{key}Global", False) for key in _GLOBALS)
    if bone is None:
        return None
    return PhysicsConstraint(
        name,
        bone,
        order,
        fields.boolean("skin", False),
        channels=(
            fields.number("x", 0.0),
            fields.number("y", 0.0),
            fields.number("rotate", 0.0),
            fields.number("scaleX", 0.0),
            fields.number("shearX", 0.0),
        ),
        limit=fields.number("limit", 5000.0),
        fps=fields.number("fps", 60.0),
        inertia=fields.number("inertia", 0.5 if newer else 1.0),
        strength=fields.number("strength", 100.0),
        damping=fields.number("damping", 0.85 if newer else 1.0),
        mass=fields.number("mass", 1.0),
        wind=fields.number("wind", 0.0),
        gravity=fields.number("gravity", 0.0),
        mix=fields.number("mix", 1.0),
        globals_=(flags[0], flags[1], flags[2], flags[3], flags[4], flags[5], flags[6]),
        scale_y=fields.choice("scaleY", _SCALE_Y, ScaleYMode.NONE),
    )


def _slider(fields: Fields, name: str, order: int, context: Context) -> Constraint | None:
    owner = f"slider constraint {quoted(name)}"
    animation = fields.required_reference("animation", context.animation_names, "animation", owner)
    bone = fields.reference("bone", context.bone_names, "bone", owner)
    if bone is not None and bone >= 0 and fields.data.get("property") is None:
        fields.wrong("property", "rotate, x, y, scaleX, scaleY or shearY")
    if animation is None or bone is None:
        return None
    return SliderConstraint(
        name,
        animation,
        fields.boolean("skin", False),
        loop=fields.boolean("loop", False),
        additive=fields.boolean("additive", False),
        time=fields.number("time", 0.0),
        mix=fields.number("mix", 1.0),
        bone=bone,
        property=fields.choice("property", PROPERTIES, TransformProperty.ROTATE),
        source_from=fields.number("from", 0.0),
        to=fields.number("to", 0.0),
        scale=fields.number("scale", 1.0),
        max=fields.number("max", 0.0),
        local=fields.boolean("local", False),
        order=order,
    )


_READERS: dict[str, _Reader] = {
    "ik": _ik,
    "transform": read_transform,
    "path": _path,
    "physics": _physics,
    "slider": _slider,
}
