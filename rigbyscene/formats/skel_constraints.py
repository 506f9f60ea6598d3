"""Constraints of binary skeletons: 4.2's four lists, each with its order, and 4.3's one list.

A float that a flag announces is in the file only where the flag is set; else it is the default given with it.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from rigbyscene.formats.json_text import quoted
from rigbyscene.formats.skel_context import SkelContext
from rigbyscene.formats.skel_layout import (
    IK,
    PATH_CONSTRAINT,
    PHYSICS_CONSTRAINT,
    PHYSICS_LIMIT,
    SLIDER_CONSTRAINT,
    TRANSFORM,
)
from rigbyscene.formats.skel_transform import read_transform_42, read_transform_43
from rigbyscene.formats.skeleton_constraints import file_order
from rigbyscene.model.constraints import (
    Constraint,
    IkConstraint,
    PathConstraint,
    PhysicsConstraint,
    SliderConstraint,
)
from rigbyscene.model.enums import PositionMode, RotateMode, ScaleYMode, SpacingMode, TransformProperty

_Reader = Callable[[SkelContext, str, int], Constraint]


def read_constraints(context: SkelContext) -> None:
    """All constraints, put in their order of application. Sliders have animation -1 until the file's end is read."""
    read = _one_list(context) if context.newer else _four_lists(context)
    turn = sorted(range(len(read)), key=lambda i: read[i].order)  # stable, like the JSON reader
    context.constraints = tuple(read[i] for i in turn)
    context.listed = file_order(turn)
    for index in context.listed or range(len(read)):
        context.of_kind.setdefault(type(context.constraints[index]), []).append(index)


def _four_lists(context: SkelContext) -> list[Constraint]:
    r = context.reader
    read: list[Constraint] = []
    kinds: tuple[tuple[str, _Reader], ...] = (
        ("ik", _ik_42),
        ("transform", read_transform_42),
        ("path", _path_42),
        ("physics", _physics),
    )
    for word, reader in kinds:
        names: set[str] = set()
        with r.section(f"{word} constraints"):
            for _ in range(r.count(f"{word} constraints", 4)):
                name = _name(context, word, names)
                with r.section(f"constraint {quoted(name)}"):
                    read.append(reader(context, name, r.varint("the order")))
    return read


def _one_list(context: SkelContext) -> list[Constraint]:
    r = context.reader
    read: list[Constraint] = []
    names: dict[str, set[str]] = {word: set() for word, _ in _KINDS.values()}
    with r.section("constraints"):
        for order in range(r.count("constraints", 4)):
            at, name = r.pos, r.name("a constraint")
            with r.section(f"constraint {quoted(name)}"):
                word, reader = _KINDS[r.choice(len(_KINDS), "the kind of the constraint")]
                context.unique(f"{word} constraint", name, names[word], at)
                names[word].add(name)
                read.append(reader(context, name, order))
    return read


def _name(context: SkelContext, word: str, names: set[str]) -> str:
    at, name = context.reader.pos, context.reader.name("a constraint")
    context.unique(f"{word} constraint", name, names, at)
    names.add(name)
    return name


def _checked_chain(context: SkelContext, bones: tuple[int, ...], at: int) -> None:
    """IK turns one bone, or a bone and its child."""
    if not 0 < len(bones) < 3:
        context.reader.fail("bad-constraint", f"{len(bones)} bones, where one or two are turned", at=at)
    if len(bones) == 2 and context.bones[bones[1]].parent != bones[0]:
        upper, lower = (quoted(context.bones[b].name) for b in bones)
        context.reader.fail("bad-constraint", f"bone {lower} is not a child of {upper}", at=at)


def _ik_42(context: SkelContext, name: str, order: int) -> IkConstraint:
    r = context.reader
    at = r.pos
    bones = context.bone_list()
    _checked_chain(context, bones, at)
    target = context.bone("the target")
    flags = r.flags(0xFF, "the flags")
    mix = (r.number("mix") if flags & 64 else 1.0) if flags & 32 else 0.0
    softness = r.number("softness") if flags & 128 else 0.0
    scale_y = ScaleYMode.UNIFORM if flags & 16 else ScaleYMode.NONE
    bits = bool(flags & 1), mix, softness, bool(flags & 2), bool(flags & 4), bool(flags & 8)
    return IkConstraint(name, bones, target, order, *bits, scale_y)


def _ik_43(context: SkelContext, name: str, order: int) -> IkConstraint:
    r = context.reader
    at = r.pos
    bones = context.bone_list()
    _checked_chain(context, bones, at)
    target = context.bone("the target")
    flags = r.flags(0xFF, "the flags")
    scale_y = ScaleYMode(r.choice(3, "the mode of scaleY")) if flags & 2 else ScaleYMode.NONE
    mix = (r.number("mix") if flags & 64 else 1.0) if flags & 32 else 0.0
    softness = r.number("softness") if flags & 128 else 0.0
    bits = bool(flags & 1), mix, softness, not flags & 4, bool(flags & 8), bool(flags & 16)
    return IkConstraint(name, bones, target, order, *bits, scale_y)


def _path_42(context: SkelContext, name: str, order: int) -> PathConstraint:
    skin_required = context.reader.boolean("skin")
    bones, slot = context.bone_list(), context.slot("the path's slot")
    flags = context.reader.flags(0x9F, "the flags")
    return _path(context, name, order, skin_required, bones, slot, flags & 31, bool(flags & 128))


def _path_43(context: SkelContext, name: str, order: int) -> PathConstraint:
    bones, slot = context.bone_list(), context.slot("the path's slot")
    flags = context.reader.flags(0xBF, "the flags")
    return _path(context, name, order, bool(flags & 1), bones, slot, flags >> 1 & 31, bool(flags & 128))


def _path(
    context: SkelContext,
    name: str,
    order: int,
    skin_required: bool,
    bones: tuple[int, ...],
    slot: int,
    modes: int,
    rotated: bool,
) -> PathConstraint:
    r = context.reader
    at = r.pos - 1
    if not bones:
        r.fail("bad-constraint", "the constraint has no bones")
    if modes >> 3 > RotateMode.CHAIN_SCALE:
        r.fail("out-of-range", "the rotate mode is 3; it goes up to 2", at=at)
    rotation = r.number("rotation") if rotated else 0.0
    position, spacing = r.number("position"), r.number("spacing")
    return PathConstraint(
        name,
        bones,
        slot,
        order,
        skin_required,
        position_mode=PositionMode(modes & 1),
        spacing_mode=SpacingMode(modes >> 1 & 3),
        rotate_mode=RotateMode(modes >> 3),
        rotation=rotation,
        position=position,
        spacing=spacing,
        mixes=(r.number("mixRotate"), r.number("mixX"), r.number("mixY")),
    )


def _physics(context: SkelContext, name: str, order: int) -> PhysicsConstraint:
    r = context.reader
    bone = context.bone()
    flags = r.flags(0xFF, "the flags")
    x, y, rotate, scale_x, shear_x = (r.number(c) if flags & 2 << i else 0.0 for i, c in enumerate(_CHANNELS))
    limit = r.number("limit") if flags & 64 else PHYSICS_LIMIT
    scale_y = ScaleYMode.NONE
    if context.newer:
        scale_x, scale_y = scale_channel(scale_x)
    at = r.pos
    fps = r.byte("fps")
    if not fps:
        r.fail("out-of-range", "fps is 0", at=at)
    inertia, strength, damping = r.number("inertia"), r.number("strength"), r.number("damping")
    at = r.pos
    inverse_mass = r.number("1/mass") if flags & 128 else 1.0
    if inverse_mass <= 0:
        r.fail("out-of-range", f"1/mass is {inverse_mass:g}; it must be above 0", at=at)
    wind, gravity = r.number("wind"), r.number("gravity")
    more = r.flags(0xFF, "the global flags")
    mix = r.number("mix") if more & 128 else 1.0
    inertia_, strength_, damping_, mass_, wind_, gravity_, mix_ = (bool(more & 1 << i) for i in range(7))
    return PhysicsConstraint(
        name,
        bone,
        order,
        bool(flags & 1),
        channels=(x, y, rotate, scale_x, shear_x),
        limit=limit,
        fps=float(fps),
        inertia=inertia,
        strength=strength,
        damping=damping,
        mass=mass_of(inverse_mass),
        wind=wind,
        gravity=gravity,
        mix=mix,
        globals_=(inertia_, strength_, damping_, mass_, wind_, gravity_, mix_),
        scale_y=scale_y,
    )


_CHANNELS = ("x", "y", "rotate", "scaleX", "shearX")


def scale_channel(stored: float) -> tuple[float, ScaleYMode]:
    """4.3 keeps the scaleX channel and the mode of scaleY in one float.

    >>> scale_channel(-1.75), scale_channel(-2.5)
    ((0.75, <ScaleYMode.UNIFORM: 1>), (0.5, <ScaleYMode.VOLUME: 2>))
    """
    if stored >= 0:
        return stored, ScaleYMode.NONE
    return (-1.0 - stored, ScaleYMode.UNIFORM) if stored >= -2 else (-2.0 - stored, ScaleYMode.VOLUME)


def mass_of(inverse: float) -> float:
    """The mass whose inverse is the 4-byte float `inverse`: the shortest decimal of those that are stored like this.

    >>> mass_of(float(np.float32(1 / 3.83))), mass_of(0.5)
    (3.83, 2.0)
    """
    mass = 1.0 / inverse
    decimals = (float(f"{mass:.{digits}g}") for digits in range(1, 17))
    return next((d for d in decimals if np.float32(1.0 / d) == inverse), mass)


def _slider(context: SkelContext, name: str, order: int) -> SliderConstraint:
    r = context.reader
    flags = r.flags(0xFF, "the flags")
    time = r.number("time") if flags & 8 else 0.0
    mix = (r.number("mix") if flags & 32 else 1.0) if flags & 16 else 0.0
    driven = bool(flags & 64)
    return SliderConstraint(
        name,
        -1,
        bool(flags & 1),
        loop=bool(flags & 2),
        additive=bool(flags & 4),
        time=time,
        mix=mix,
        bone=context.bone() if driven else -1,
        source_from=r.number("from") if driven else 0.0,
        property=TransformProperty(r.choice(6, "the property")) if driven else TransformProperty.ROTATE,
        to=r.number("to") if driven else 0.0,
        scale=r.number("scale") if driven else 1.0,
        local=bool(flags & 128),
        order=order,
    )


_KINDS: dict[int, tuple[str, _Reader]] = {
    IK: ("ik", _ik_43),
    PATH_CONSTRAINT: ("path", _path_43),
    TRANSFORM: ("transform", read_transform_43),
    PHYSICS_CONSTRAINT: ("physics", _physics),
    SLIDER_CONSTRAINT: ("slider", _slider),
}
