"""Small random skeletons that use everything the model has, for hypothesis: as JSON and binary files can hold them."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
from hypothesis import strategies as st

from rigbyscene.formats.skel_constraints import mass_of
from rigbyscene.formats.skel_layout import (
    BONE_COLOR,
    BOUNDING_BOX_COLOR,
    PATH_COLOR,
    POINT_COLOR,
    SKIN_COLOR,
)
from rigbyscene.formats.skeleton_constraints import file_order
from rigbyscene.formats.versions import LABELS
from rigbyscene.model.animation import (
    Animation,
)
from rigbyscene.model.attachments import (
    Attachment,
    BoundingBox,
    Clipping,
    LinkedMesh,
    Mesh,
    Path,
    Point,
    Region,
    Sequence,
    Vertices,
)
from rigbyscene.model.constraints import (
    Constraint,
    IkConstraint,
    PathConstraint,
    PhysicsConstraint,
    SliderConstraint,
    TransformConstraint,
    TransformMapping,
)
from rigbyscene.model.enums import (
    Blend,
    Format,
    Inherit,
    PositionMode,
    RotateMode,
    ScaleYMode,
    SpacingMode,
    TransformProperty,
)
from rigbyscene.model.skeleton import Bone, EventData, Header, Skeleton, Skin, Slot
from tests.formats.animation_strategies import animations
from tests.formats.model_basics import Draw, array, flag, maybe, names, number, rgb, rgba, six, text, unlike, whole


@st.composite
def vertices(draw: Draw, bones: int, count: int) -> Vertices:
    if draw(flag):
        return Vertices(count, array(draw, count, 2))
    sizes = draw(st.lists(st.integers(1, 2), min_size=count, max_size=count))
    total = sum(sizes)
    hung = draw(st.lists(st.integers(0, bones - 1), min_size=total, max_size=total))
    starts = np.concatenate(([0], np.cumsum(sizes))).astype(np.int32)
    return Vertices(count, array(draw, total, 2), np.array(hung, np.int32), array(draw, total), starts)


@st.composite
def sequences(draw: Draw) -> Sequence:
    count = draw(st.integers(1, 5))
    return Sequence(count, draw(st.integers(-1, 3)), draw(st.integers(0, 3)), draw(st.integers(0, count - 1)))


def _image(draw: Draw) -> dict[str, Any]:
    return {"path": draw(maybe(text)), "color": draw(rgba), "sequence": draw(maybe(sequences()))}


@st.composite
def attachments(draw: Draw, key: str, bones: int, slots: int, newer: bool) -> Attachment:
    name = draw(st.just(key) | text)
    kind = draw(st.sampled_from(["region", "mesh", "clipping", "box", "path", "point"]))
    if kind == "region":
        x, y, rotation, scale_x, scale_y, width = draw(six)
        return Region(key, name, None, x, y, rotation, scale_x, scale_y, width, draw(number), **{
            "color": draw(rgba), "sequence": draw(maybe(sequences()))
        })  # fmt: skip
    if kind == "mesh":
        count = draw(st.integers(1, 4))
        triangles = draw(st.integers(0, 2 * count - 2))
        corners = draw(st.lists(st.integers(0, count - 1), min_size=3 * triangles, max_size=3 * triangles))
        edges = tuple(draw(st.lists(st.integers(0, 2 * count - 1), min_size=1, max_size=4)))
        return Mesh(
            key,
            name,
            array(draw, count, 2),
            np.array(corners, np.int32).reshape(-1, 3),
            draw(vertices(bones, count)),
            hull=2 * count - 2 - triangles,
            edges=draw(st.none() | st.just(edges)),
            width=draw(number),
            height=draw(number),
            **_image(draw),
        )
    if kind == "point":
        return Point(key, name, draw(number), draw(number), draw(number), draw(unlike(POINT_COLOR)))
    shape = draw(vertices(bones, draw(st.sampled_from([6, 9])) if kind == "path" else 3))
    if kind == "box":
        return BoundingBox(key, name, shape, draw(unlike(BOUNDING_BOX_COLOR)))
    if kind == "path":
        lengths = array(draw, shape.count // 3)
        return Path(key, name, shape, lengths, draw(flag), draw(flag), draw(unlike(PATH_COLOR)))
    convex, inverse = (draw(flag), draw(flag)) if newer else (False, False)
    return Clipping(key, name, draw(st.integers(0, slots - 1)), shape, convex, inverse, draw(rgba))


@st.composite
def skins(draw: Draw, bones: int, slots: int, constraints: tuple[Constraint, ...], newer: bool) -> tuple[Skin, ...]:
    made: list[Skin] = []
    kinds = (IkConstraint, TransformConstraint, PathConstraint, PhysicsConstraint, SliderConstraint)
    woken = [i for kind in kinds for i, c in enumerate(constraints) if isinstance(c, kind)]
    for name in ["default", *draw(names(0, 2))]:
        entries: dict[tuple[int, str], Attachment] = {}
        for slot in draw(st.lists(st.integers(0, slots - 1), max_size=2, unique=True)):
            for key in draw(names(1, 3)):
                entries[slot, key] = draw(attachments(key, bones, slots, newer))
        if name != "default":
            listed = tuple(draw(st.lists(st.integers(0, bones - 1), max_size=2)))
            subset = tuple(i for i in woken if draw(flag))
            made.append(Skin(name, entries, listed, subset, draw(unlike(SKIN_COLOR))))
        elif entries:  # a default skin without anything is none
            made.append(Skin(name, entries))
    return _linked(draw, made, slots, newer)


def _linked(draw: Draw, made: list[Skin], slots: int, newer: bool) -> tuple[Skin, ...]:
    """Add linked meshes to meshes that are there."""
    sources = [
        (i, slot, key) for i, s in enumerate(made) for (slot, key), a in s.attachments.items() if type(a) is Mesh
    ]
    for skin, slot, key in sources[:2]:
        target = draw(st.integers(0, len(made) - 1))
        own_slot = draw(st.integers(0, slots - 1)) if newer else slot
        link = LinkedMesh(
            "link" + key,
            draw(text),
            skin,
            slot,
            key,
            draw(flag),
            width=draw(number),
            height=draw(number),
            **_image(draw),
        )
        entries = {**made[target].attachments, (own_slot, link.key): link}
        by_slot = sorted(entries.items(), key=lambda item: item[0][0])  # files have attachments by slot
        made[target] = replace(made[target], attachments=dict(by_slot))
    return tuple(made)


@st.composite
def constraints(
    draw: Draw, bones: tuple[Bone, ...], slots: int, newer: bool
) -> tuple[tuple[Constraint, ...], tuple[int, ...]]:
    """Constraints in their order, and the order of 4.2's lists."""
    bone = st.integers(0, len(bones) - 1)
    several = st.lists(bone, min_size=1, max_size=3).map(tuple)
    chains = [(i,) for i in range(len(bones))] + [(b.parent, i) for i, b in enumerate(bones) if b.parent >= 0]
    modes = st.sampled_from(ScaleYMode if newer else [ScaleYMode.NONE, ScaleYMode.UNIFORM])
    made: list[Constraint] = []
    for name in draw(names(0, 2)):
        chain = draw(st.sampled_from(chains))
        bits = [draw(flag) for _ in range(3)]
        made.append(
            IkConstraint(name, chain, draw(bone), 0, draw(flag), draw(number), draw(number), *bits, draw(modes))
        )
    for name in draw(names(0, 2)):
        made.append(_transform(draw, name, draw(several), draw(bone), newer))
    for name in draw(names(0, 1) if slots else st.just([])):
        made.append(
            PathConstraint(
                name,
                draw(several),
                draw(st.integers(0, slots - 1)),
                0,
                draw(flag),
                draw(st.sampled_from(PositionMode)),
                draw(st.sampled_from(SpacingMode)),
                draw(st.sampled_from(RotateMode)),
                draw(number),
                draw(number),
                draw(number),
                draw(st.tuples(number, number, number)),
            )
        )
    for name in draw(names(0, 2)):
        # JSON gives the empty name to keys of all physics constraints
        made.append(_physics(draw, name or "y", draw(bone), newer))
    if newer:
        for name in draw(names(0, 2)):
            made.append(_slider(draw, name, bone))
        mixed = draw(st.permutations(made))
        return tuple(replace(c, order=i) for i, c in enumerate(mixed)), ()
    made = [replace(c, order=draw(st.integers(0, 3))) for c in made]
    turn = sorted(range(len(made)), key=lambda i: made[i].order)
    return tuple(made[i] for i in turn), file_order(turn)


def _transform(draw: Draw, name: str, bones: tuple[int, ...], source: int, newer: bool) -> TransformConstraint:
    made = TransformConstraint(name, bones, source, 0, draw(flag), draw(six), draw(six))
    if not newer:
        return replace(made, local=draw(flag), relative=draw(flag))
    mappings = []
    properties = st.sampled_from(TransformProperty)
    for read in draw(st.lists(properties, max_size=3, unique=True)):
        offset = draw(number)
        for written in draw(st.lists(properties, min_size=1, max_size=2, unique=True)):
            mappings.append(TransformMapping(read, offset, written, draw(number), draw(number), draw(number)))
    used = {m.target for m in mappings}
    return replace(
        made,
        mixes=tuple(mix if p in used else 0.0 for p, mix in zip(TransformProperty, made.mixes, strict=True)),
        local_source=draw(flag),
        local_target=draw(flag),
        additive=draw(flag),
        clamp=draw(flag),
        mappings=tuple(mappings),
    )


def _physics(draw: Draw, name: str, bone: int, newer: bool) -> PhysicsConstraint:
    x, y, rotate, shear_x = (draw(number) for _ in range(4))
    mode = draw(st.sampled_from(ScaleYMode)) if newer else ScaleYMode.NONE
    # below 0 and above 1 it would be read as another mode
    scale_x = draw(st.integers(int(mode is ScaleYMode.VOLUME), 64)) / 64
    inverse = draw(st.floats(2.0**-10, 1024, width=32))
    inertia, strength, damping, wind, gravity, mix = draw(six)
    return PhysicsConstraint(
        name,
        bone,
        0,
        draw(flag),
        (x, y, rotate, scale_x, shear_x),
        draw(number),
        float(draw(st.integers(1, 255))),
        inertia,
        strength,
        damping,
        mass_of(inverse),
        wind,
        gravity,
        mix,
        draw(st.tuples(*[flag] * 7)),
        mode,
    )


def _slider(draw: Draw, name: str, bone: st.SearchStrategy[int]) -> SliderConstraint:
    made = SliderConstraint(
        name,
        0,
        draw(flag),
        loop=draw(flag),
        additive=draw(flag),
        time=draw(number),
        mix=draw(number),
        local=draw(flag),
    )
    if draw(flag):
        return made
    prop = draw(st.sampled_from(TransformProperty))
    start, to, scale = draw(number), draw(number), draw(number)
    return replace(made, bone=draw(bone), property=prop, source_from=start, to=to, scale=scale)


@st.composite
def skeletons(draw: Draw, version: Format) -> Skeleton:
    """A skeleton of 4.2 or 4.3 that JSON and binary files can both hold."""
    newer = version is Format.V43
    bones = []
    for index, name in enumerate(draw(names(1, 3))):
        x, y, rotation, scale_x, scale_y, length = draw(six)
        bones.append(
            Bone(
                name,
                draw(st.integers(0, index - 1)) if index else -1,
                length,
                x,
                y,
                rotation,
                scale_x,
                scale_y,
                draw(number),
                draw(number),
                draw(st.sampled_from(Inherit)),
                draw(flag),
                draw(unlike(BONE_COLOR)),
                draw(maybe(text)),
                draw(number) if newer else 1.0,
                draw(number) if newer else 0.0,
                draw(flag),
            )
        )
    slots = tuple(
        Slot(
            name,
            draw(st.integers(0, len(bones) - 1)),
            draw(rgba),
            draw(maybe(rgb)),
            draw(maybe(text)),
            draw(st.sampled_from(Blend)),
            draw(flag),
        )
        for name in draw(names(0, 3))
    )
    events = []
    for name in draw(names(0, 2)):
        audio = draw(maybe(text))
        volume, balance = (draw(number), draw(number)) if audio is not None else (1.0, 0.0)
        events.append(EventData(name, draw(whole), draw(number), draw(text), audio, volume, balance))
    listed: tuple[int, ...]
    made, listed = draw(constraints(tuple(bones), len(slots), newer))
    x, y, width, height, _, fps = draw(six)
    scale = draw(st.integers(1, 4096)) / 4  # no other passes without a remark
    hash_ = draw(st.sampled_from(["", "dr3Kr/vMgPA", "AQIDBAUGBwg"]))
    header = Header(hash_, LABELS[version], x, y, width, height, scale, fps, draw(maybe(text)), draw(maybe(text)), True)
    worn = draw(skins(len(bones), len(slots), made, newer)) if slots else ()
    skeleton = Skeleton("x", version, header, tuple(bones), slots, worn, made, tuple(events), (), listed)
    played = draw(names(1, 2))
    skeleton = replace(skeleton, animations=tuple(Animation(name, (), 0.0) for name in played))
    return replace(skeleton, animations=tuple(draw(animations(name, skeleton)) for name in played))
