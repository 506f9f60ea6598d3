"""Every record of the binary format sheet, also those that no real file at hand has, means what the sheet says."""

from __future__ import annotations

from typing import Any

import pytest

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
    PositionMode,
    RotateMode,
    ScaleYMode,
    SpacingMode,
    TransformProperty,
)
from rigbyscene.model.skeleton import Skin
from tests.formats.skel_bytes_by_hand import BOTH, MESH_REST, NOTHING, TRIANGLE, animation, b, f, n, s, skel, v
from tests.formats.skel_helpers import rewritten

# constraints

IK_42 = [
    (b(0x21), {"skin_required": True, "bend_positive": False}),
    (b(0xFE) + f(0.5, 8), {"mix": 0.5, "softness": 8.0, "compress": True, "stretch": True, "scale_y": "UNIFORM"}),
    (b(0x42), {"mix": 0.0}),
]
IK_43 = [
    (b(0x25), {"skin_required": True, "bend_positive": False}),
    (b(0xFA) + b(2) + f(0.5, 8), {"mix": 0.5, "softness": 8.0, "compress": True, "stretch": True, "scale_y": "VOLUME"}),
    (b(0x40), {"mix": 0.0}),
    (b(0x22) + b(1), {"scale_y": "UNIFORM"}),
]


def only_constraint(version: str, kind: str, rest: bytes) -> Constraint:
    """A file's one constraint "c"; `rest` follows its name and order, or its name and kind."""
    if version == "4.3":
        numbers = {"ik": 0, "path": 1, "transform": 2, "physics": 3, "slider": 4}
        constraints = n(s("c") + b(numbers[kind]) + rest)
    else:
        kinds = ("ik", "transform", "path", "physics")
        constraints = b"".join(n(s("c") + v(5) + rest) if k == kind else NOTHING for k in kinds)
    made = rewritten(skel(version, constraints=constraints))
    (constraint,) = made.constraints
    assert constraint.order == (5 if version == "4.2" else 0)
    return constraint  # type: ignore[no-any-return]


@pytest.mark.parametrize(("version", "rest", "fields"), [("4.2", *c) for c in IK_42] + [("4.3", *c) for c in IK_43])
def test_ik(version: str, rest: bytes, fields: dict[str, Any]) -> None:
    found = only_constraint(version, "ik", v(2, 1, 2) + v(3) + rest)
    fields = {"scale_y": "NONE", **fields}
    fields["scale_y"] = ScaleYMode[fields["scale_y"]]
    assert found == IkConstraint("c", (1, 2), 3, found.order, **fields)


def test_transform_of_42() -> None:
    rest = v(1, 2) + v(3) + b(0x86 | 0x18) + f(45, 7, -0.5) + b(0x4B) + f(12, 0.25, 0.75, 1.0)
    assert only_constraint("4.2", "transform", rest) == TransformConstraint(
        "c",
        (2,),
        3,
        5,
        offsets=(45.0, 7.0, 0.0, 0.0, -0.5, 12.0),
        mixes=(0.25, 0.0, 0.75, 0.0, 0.0, 1.0),
        local=True,
        relative=True,
    )


def test_transform_of_43() -> None:
    mappings = b(0) + f(10) + n(b(1) + f(1, 2, 3), b(4) + f(4, 5, 6)) + b(5) + f(0) + n(b(5) + f(0, 100, 1))
    rest = v(1, 2) + v(3) + b(0x5F) + mappings + b(0x09) + f(45, 0.5) + b(0x32) + f(0.25, 0.5, 2.0)
    found = only_constraint("4.3", "transform", rest)
    rotate, x, scale_y, shear_y = (TransformProperty[p] for p in ("ROTATE", "X", "SCALE_Y", "SHEAR_Y"))
    assert found == TransformConstraint(
        "c",
        (2,),
        3,
        0,
        True,
        offsets=(45.0, 0.0, 0.0, 0.5, 0.0, 0.0),
        mixes=(0.0, 0.25, 0.0, 0.0, 0.5, 2.0),
        local_source=True,
        local_target=True,
        additive=True,
        clamp=True,
        mappings=(
            TransformMapping(rotate, 10.0, x, 1.0, 2.0, 3.0),
            TransformMapping(rotate, 10.0, scale_y, 4.0, 5.0, 6.0),
            TransformMapping(shear_y, 0.0, shear_y, 0.0, 100.0, 1.0),
        ),
    )


@BOTH
def test_path(version: str) -> None:
    modes = 0 | 3 << 1 | 2 << 3  # fixed, proportional, chainScale
    floats = f(90, 0.5, 4, 1, 0.5, 0)
    skin_first = b(1) + v(2, 1, 2) + v(1) + b(modes | 0x80) + floats
    skin_in_flags = v(2, 1, 2) + v(1) + b(1 | modes << 1 | 0x80) + floats
    found = only_constraint(version, "path", skin_first if version == "4.2" else skin_in_flags)
    assert found == PathConstraint(
        "c",
        (1, 2),
        1,
        found.order,
        True,
        PositionMode.FIXED,
        SpacingMode.PROPORTIONAL,
        RotateMode.CHAIN_SCALE,
        rotation=90.0,
        position=0.5,
        spacing=4.0,
        mixes=(1.0, 0.5, 0.0),
    )


@BOTH
def test_physics(version: str) -> None:
    head = v(2) + b(0xFB & ~0x10) + f(1, 0.5, 0.25, 900)  # skin, x, rotate, shearX, limit, mass
    rest = b(30) + f(0.5, 80, 0.875) + f(0.25) + f(3, -4) + b(0xC5) + f(0.75)
    found = only_constraint(version, "physics", head + rest)
    assert found == PhysicsConstraint(
        "c",
        2,
        found.order,
        True,
        channels=(1.0, 0.0, 0.5, 0.0, 0.25),
        limit=900.0,
        fps=30.0,
        inertia=0.5,
        strength=80.0,
        damping=0.875,
        mass=4.0,
        wind=3.0,
        gravity=-4.0,
        mix=0.75,
        globals_=(True, False, True, False, False, False, True),
    )


def test_physics_without_announced_floats_takes_the_defaults() -> None:
    found = only_constraint("4.2", "physics", v(1) + b(0) + b(60) + f(1, 100, 1) + f(0, 0) + b(0))
    assert found == PhysicsConstraint("c", 1, 5)


@pytest.mark.parametrize(
    ("stored", "scale_x", "mode"),
    [(0.5, 0.5, "NONE"), (-1.25, 0.25, "UNIFORM"), (-2, 1, "UNIFORM"), (-1, 0, "UNIFORM"), (-2.25, 0.25, "VOLUME")],
)
def test_physics_of_43_keep_the_mode_of_scale_y_in_the_channel(stored: float, scale_x: float, mode: str) -> None:
    rest = v(1) + b(0x10) + f(stored) + b(60) + f(1, 100, 1) + f(0, 0) + b(0)
    found = only_constraint("4.3", "physics", rest)
    assert isinstance(found, PhysicsConstraint)
    assert (found.channels[3], found.scale_y) == (scale_x, ScaleYMode[mode])


def test_slider_and_its_animation_at_the_end_of_the_file() -> None:
    driven = s("c") + b(4) + b(1 | 2 | 4 | 8 | 16 | 32 | 64 | 128) + f(2, 0.5) + v(3) + f(1) + b(4) + f(2, 3)
    timed = s("d") + b(4) + b(32)
    first = animation("4.3", count=0)
    second = s("other") + first[len(s("go")) :]
    data = skel("4.3", constraints=n(driven, timed), animations=n(first, second), sliders=v(1, 0))
    made = rewritten(data)
    assert made.constraints == (
        SliderConstraint(
            "c",
            1,
            True,
            loop=True,
            additive=True,
            time=2.0,
            mix=0.5,
            bone=3,
            property=TransformProperty.SCALE_Y,
            source_from=1.0,
            to=2.0,
            scale=3.0,
            local=True,
        ),
        SliderConstraint("d", 0, mix=0.0, order=1),
    )


def test_42_applies_constraints_by_their_order_and_numbers_them_by_their_lists() -> None:
    ik = [s(name) + v(order) + v(1, 1) + v(3) + b(0x22) for name, order in (("late", 2), ("early", 0))]
    physics = s("between") + v(1) + v(1) + b(0) + b(60) + f(1, 100, 1) + f(0, 0) + b(0)
    keys = v(1) + v(0) + b(0x09) + f(0)
    go = animation(
        "4.2",
        count=3,
        ik=n(v(1) + keys),
        physics=n(v(0) + n(b(8) + v(1) + f(0.5)), v(1) + n(b(0) + v(1) + v(0) + f(0, 2))),
    )
    skins = n(s("k") + v(0) + v(1, 0) + v(0) + v(0) + v(1, 0) + NOTHING)
    made = rewritten(skel("4.2", constraints=n(*ik) + v(0, 0) + n(physics), skins=skins, animations=n(go)))
    assert [c.name for c in made.constraints] == ["early", "between", "late"]
    assert made.listed == (2, 0, 1)
    assert made.skins[0].constraints == (2, 1)
    targets = [(type(t).__name__, t.target) for t in made.animations[0].timelines]
    assert targets == [("IkTimeline", 0), ("PhysicsResetTimeline", -1), ("CurveTimeline", 1)]


# skins and attachments


def only_attachment(version: str, rest: bytes, *, nonessential: bool = False) -> Attachment:
    """The attachment "x" of slot b in the default skin."""
    skin = n(v(1) + n(v(6) + rest))
    made = rewritten(skel(version, skin=skin, nonessential=nonessential))
    (found,) = made.skins[0].attachments.items()
    assert found[0] == (1, "x")
    return found[1]  # type: ignore[no-any-return]


@BOTH
def test_region(version: str) -> None:
    plain = only_attachment(version, b(0) + f(1, 2, 3, 4, 5, 6))
    assert isinstance(plain, Region)
    assert (plain.x, plain.y, plain.scale_x, plain.scale_y, plain.width, plain.height) == (1, 2, 3, 4, 5, 6)
    assert (plain.name, plain.path, plain.rotation, plain.color, plain.sequence) == ("x", None, 0, (1, 1, 1, 1), None)
    rest = b(0xF8) + v(2) + v(5) + bytes.fromhex("00ff0080") + v(4, 1, 2, 3) + f(30) + f(0, 0, 1, 1, 5, 6)
    rich = only_attachment(version, rest)
    assert isinstance(rich, Region)
    assert (rich.name, rich.path, rich.rotation) == ("r", "pic", 30)
    assert rich.color == (0, 1, 0, 128 / 255)
    assert rich.sequence == Sequence(4, 1, 2, 3)


@BOTH
def test_mesh(version: str) -> None:
    slots = b"" if version == "4.2" else v(0)
    found = only_attachment(version, b(2) + MESH_REST + slots + v(2, 0, 2) + f(8, 9), nonessential=True)
    assert isinstance(found, Mesh)
    assert found.vertices.xy.tolist() == [[0, 0], [8, 0], [0, 8]]
    assert found.uvs.tolist() == [[0, 0], [1, 0], [0, 1]]
    assert found.triangles.tolist() == [[0, 1, 2]]
    assert (found.hull, found.edges, found.width, found.height) == (3, (0, 2), 8, 9)
    entries = v(1, 1) + f(1, 2, 1) + v(2, 1) + f(3, 4, 0.25) + v(2) + f(5, 6, 0.75) + v(1, 3) + f(7, 8, 1)
    listed = b"" if version == "4.2" else v(7)
    weighted = b(0x82) + v(3) + v(3) + listed + entries + f(0, 0, 1, 0, 0, 1) + v(0, 1, 2) + slots
    found = only_attachment(version, weighted)
    assert isinstance(found, Mesh)
    vertices = found.vertices
    assert vertices.xy.tolist() == [[1, 2], [3, 4], [5, 6], [7, 8]]
    assert vertices.bones is not None and vertices.weights is not None and vertices.starts is not None
    assert (vertices.bones.tolist(), vertices.weights.tolist()) == ([1, 1, 2, 3], [1, 0.25, 0.75, 1])
    assert vertices.starts.tolist() == [0, 1, 3, 4]


@BOTH
def test_linked_mesh(version: str) -> None:
    """Its source may be in a later skin, and in 4.3 in another slot; which slots a mesh serves follows from that."""
    where = b"" if version == "4.2" else v(0)
    slot = 1 if version == "4.2" else 0
    link = b(0x93) + v(5) + where + v(1) + v(1)
    skin = n(v(1) + n(v(6) + link))
    shared = b"" if version == "4.2" else v(1, 1)
    empty = v(0, 0, 0, 0) if version == "4.2" else v(0)
    skins = n(s("k") + v(0) + empty + n(v(slot) + n(v(1) + b(2) + MESH_REST + shared)))
    made = rewritten(skel(version, skin=skin, skins=skins))
    found = made.skins[0].attachments[1, "x"]
    assert isinstance(found, LinkedMesh)
    assert (found.source_skin, found.source_slot, found.source_key) == (1, slot, "m")
    assert (found.inherit_timelines, found.path) == (True, "pic")
    assert made.skins[1].attachments[slot, "m"].timeline_slots == ()


@BOTH
def test_other_attachments(version: str) -> None:
    point = only_attachment(version, b(5) + f(30, 1, 2) + bytes.fromhex("f1f100ff"), nonessential=True)
    assert isinstance(point, Point)
    assert (point.rotation, point.x, point.y, point.color) == (30, 1, 2, None)
    box = only_attachment(version, b(1) + v(3) + TRIANGLE + bytes.fromhex("ff000000"), nonessential=True)
    assert isinstance(box, BoundingBox)
    assert box.color == (1, 0, 0, 0)
    path = only_attachment(version, b(0x34) + v(6) + f(*range(12)) + f(3, 7))
    assert isinstance(path, Path)
    assert (path.closed, path.constant_speed, path.lengths.tolist()) == (True, True, [3, 7])
    path = only_attachment(version, b(0x04) + v(6) + f(*range(12)) + f(3, 7))
    assert isinstance(path, Path)
    assert (path.closed, path.constant_speed) == (False, False)
    clipping = only_attachment(version, b(6) + v(2) + v(3) + TRIANGLE)
    assert isinstance(clipping, Clipping)
    assert (clipping.end_slot, clipping.convex, clipping.inverse) == (2, False, False)


def test_clipping_bits_of_43() -> None:
    clipping = only_attachment("4.3", b(0x66) + v(2) + v(3) + TRIANGLE)
    assert isinstance(clipping, Clipping)
    assert (clipping.convex, clipping.inverse) == (True, True)


@BOTH
def test_skins_wake_bones_and_constraints_and_may_have_a_colour(version: str) -> None:
    ik = v(1, 1) + v(3) + b(0x23) if version == "4.2" else v(1, 1) + v(3) + b(0x21)
    if version == "4.2":
        constraints, woken = n(s("c") + v(0) + ik) + v(0, 0, 0), v(1, 0) + v(0, 0, 0)
    else:
        constraints, woken = n(s("c") + b(0) + ik), v(1, 0)
    skins = n(s("k") + bytes.fromhex("11223344") + v(1, 3) + woken + NOTHING)
    made = rewritten(skel(version, constraints=constraints, skins=skins, nonessential=True))
    (skin,) = made.skins
    assert isinstance(skin, Skin)
    assert (skin.name, skin.bones, skin.constraints, skin.attachments) == ("k", (3,), (0,), {})
    assert skin.color == (0x11 / 255, 0x22 / 255, 0x33 / 255, 0x44 / 255)
