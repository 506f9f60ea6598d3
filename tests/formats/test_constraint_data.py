"""Constraint data of every version: fields, defaults and order of application."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rigbyscene.model.constraints import (
    Constraint,
    IkConstraint,
    PathConstraint,
    PhysicsConstraint,
    SliderConstraint,
    TransformConstraint,
    TransformMapping,
)
from rigbyscene.model.enums import PositionMode, RotateMode, ScaleYMode, SpacingMode, TransformProperty
from tests.formats.format_helpers import case, errors, only_error, only_warning, read, read_clean, skeleton


def _rig(version: str, kind: str, fields: dict[str, Any], **sections: Any) -> dict[str, Any]:
    entry = {"name": "c"} | fields
    listed = {"constraints": [{"type": kind} | entry]} if version == "4.3" else {kind: [entry]}
    return skeleton(version, animations={"go": {}, "stay": {}}, **listed, **sections)


def _read(version: str, kind: str, fields: dict[str, Any]) -> Constraint:
    (made,) = read_clean(_rig(version, kind, fields)).constraints
    return made


_IK = {"bones": ["b"], "target": "root"}
_MIXES = ("mixRotate", "mixX", "mixY", "mixScaleX", "mixScaleY", "mixShearY")


def test_ik_fields_and_defaults() -> None:
    assert _read("4.2", "ik", _IK) == IkConstraint("c", (1,), 0)
    full = {
        "order": 3,
        "skin": True,
        "mix": 0.5,
        "softness": 2,
        "bendPositive": False,
        "compress": True,
        "stretch": True,
    }
    wanted = IkConstraint("c", (1,), 0, 3, True, 0.5, 2, False, True, True, ScaleYMode.UNIFORM)
    assert _read("3.8", "ik", _IK | full | {"uniform": True}) == wanted
    for text, mode in (("none", ScaleYMode.NONE), ("Uniform", ScaleYMode.UNIFORM), ("VOLUME", ScaleYMode.VOLUME)):
        made = _read("4.3", "ik", _IK | {"scaleY": text})
        assert isinstance(made, IkConstraint)
        assert made.scale_y is mode


@pytest.mark.parametrize("bones", [["root", "b"], ["b"]])
def test_ik_has_one_bone_or_a_bone_and_its_child(bones: list[str]) -> None:
    assert isinstance(_read("4.2", "ik", _IK | {"bones": bones}), IkConstraint)


@pytest.mark.parametrize("bones", [[], ["b", "root"], ["b", "b"], ["root", "b", "b"], ["gone"], [7]])
def test_ik_on_other_bones_is_refused(bones: list[Any]) -> None:
    assert only_error(_rig("4.2", "ik", _IK | {"bones": bones})).place.startswith("ik[0].bones")


@pytest.mark.parametrize(("version", "driver"), [("3.8", "target"), ("4.2", "target"), ("4.3", "source")])
def test_transform_fields_have_the_names_of_their_version(version: str, driver: str) -> None:
    offsets = {"rotation": 1, "x": 2, "y": 3, "scaleX": 4, "scaleY": 5, "shearY": 6}
    made = _read(version, "transform", {"bones": ["b"], driver: "root", "local": True, "relative": True} | offsets)
    assert isinstance(made, TransformConstraint)
    assert (made.source, made.offsets, made.local, made.relative) == (0, (1, 2, 3, 4, 5, 6), True, True)
    assert (made.mappings is None) == (version != "4.3")


@pytest.mark.parametrize(
    ("version", "written", "mixes"),
    [
        ("4.2", {}, (1, 1, 1, 1, 1, 1)),
        ("4.2", {"mixX": 0.5}, (1, 0.5, 0.5, 1, 1, 1)),
        ("4.2", {"mixX": -1, "mixY": 0.25, "mixScaleX": 0.75}, (1, -1, 0.25, 0.75, 0.75, 1)),
        ("4.2", {"mixScaleY": 2}, (1, 1, 1, 1, 2, 1)),
        (
            "3.8",
            {"rotateMix": 0.1, "translateMix": 0.2, "scaleMix": 0.3, "shearMix": 0.4},
            (0.1, 0.2, 0.2, 0.3, 0.3, 0.4),
        ),
        ("3.8", {}, (1, 1, 1, 1, 1, 1)),
    ],
)
def test_transform_mixes_follow_their_twins(version: str, written: dict[str, float], mixes: tuple[float, ...]) -> None:
    made = _read(version, "transform", {"bones": ["b"], "target": "root"} | written)
    assert isinstance(made, TransformConstraint)
    assert made.mixes == mixes


@given(
    st.sets(st.sampled_from(["rotate", "x", "y", "scaleX", "scaleY", "shearY"])),
    st.dictionaries(st.sampled_from(_MIXES), st.floats(-2, 2)),
)
def test_4_3_mixes_count_only_for_mapped_properties(mapped: set[str], written: dict[str, float]) -> None:
    properties = {"x": {"to": {name: {} for name in sorted(mapped)}}}
    made = _read("4.3", "transform", {"bones": ["b"], "source": "root", "properties": properties} | written)
    assert isinstance(made, TransformConstraint)

    def wanted(name: str, mix: str, default: float) -> float:
        return written.get(mix, default) if name in mapped else 0

    x, scale_x = wanted("x", "mixX", 1), wanted("scaleX", "mixScaleX", 1)
    assert made.mixes == (
        wanted("rotate", "mixRotate", 1),
        x,
        wanted("y", "mixY", x),
        scale_x,
        wanted("scaleY", "mixScaleY", scale_x),
        wanted("shearY", "mixShearY", 1),
    )


def test_4_3_mappings_keep_their_order_and_numbers() -> None:
    properties = {
        "rotate": {"offset": 20, "to": {"x": {"offset": 3, "max": 100, "scale": 0.5}, "scaleY": {}}},
        "shearY": {"to": {"rotate": {"max": -1}}},
    }
    spaces = {"localSource": True, "localTarget": True, "additive": True, "clamp": True}
    made = _read("4.3", "transform", {"bones": ["b"], "source": "root", "properties": properties} | spaces)
    assert isinstance(made, TransformConstraint)
    assert (made.local_source, made.local_target, made.additive, made.clamp) == (True,) * 4
    p = TransformProperty
    assert made.mappings == (
        TransformMapping(p.ROTATE, 20, p.X, 3, 100, 0.5),
        TransformMapping(p.ROTATE, 20, p.SCALE_Y, 0, 1, 1),
        TransformMapping(p.SHEAR_Y, 0, p.ROTATE, 0, -1, 1),
    )


@pytest.mark.parametrize("properties", [{"spin": {"to": {"x": {}}}}, {"x": {"to": {"spin": {}}}}])
def test_a_property_that_is_none_is_refused(properties: dict[str, Any]) -> None:
    problem = only_error(_rig("4.3", "transform", {"bones": ["b"], "source": "root", "properties": properties}))
    assert problem.code == "unknown-value"


@pytest.mark.parametrize(("version", "slot"), [("3.8", "target"), ("4.2", "target"), ("4.3", "slot")])
def test_path_fields_and_defaults(version: str, slot: str) -> None:
    base = {"bones": ["b", "root"], slot: "s"}
    assert _read(version, "path", base) == PathConstraint("c", (1, 0), 0)
    full = {
        "positionMode": "fixed",
        "spacingMode": "proportional",
        "rotateMode": "chainScale",
        "rotation": 1,
        "position": 2,
        "spacing": 3,
    }
    made = _read(version, "path", base | full)
    assert isinstance(made, PathConstraint)
    assert (made.position_mode, made.spacing_mode) == (PositionMode.FIXED, SpacingMode.PROPORTIONAL)
    assert (made.rotate_mode, made.rotation, made.position, made.spacing) == (RotateMode.CHAIN_SCALE, 1, 2, 3)
    names = ("rotateMix", "translateMix") if version == "3.8" else ("mixRotate", "mixX")
    made = _read(version, "path", base | {names[0]: 0.25, names[1]: 0.5})
    assert isinstance(made, PathConstraint)
    assert made.mixes == (0.25, 0.5, 0.5)
    assert only_error(_rig(version, "path", base | {"rotateMode": "chaiin"})).nearest == "chain"


@pytest.mark.parametrize(("version", "inertia", "damping"), [("4.2", 1, 1), ("4.3", 0.5, 0.85)])
def test_physics_defaults_are_those_of_the_files_format(version: str, inertia: float, damping: float) -> None:
    made = _read(version, "physics", {"bone": "b"})
    assert made == PhysicsConstraint("c", 1, inertia=inertia, damping=damping)
    channels = {"x": 1, "y": 2, "rotate": 3, "scaleX": 4, "shearX": 5}
    others = {
        "limit": 6,
        "fps": 7,
        "inertia": 8,
        "strength": 9,
        "damping": 10,
        "mass": 11,
        "wind": 12,
        "gravity": 13,
        "mix": 14,
    }
    flags = {"massGlobal": True, "mixGlobal": True, "scaleY": "volume"}
    wanted = PhysicsConstraint(
        "c", 1, 0, False, (1, 2, 3, 4, 5), 6, 7, 8, 9, 10, 11, 12, 13, 14,
        (False, False, False, True, False, False, True), ScaleYMode.VOLUME,
    )  # fmt: skip
    assert _read(version, "physics", {"bone": "b"} | channels | others | flags) == wanted


@pytest.mark.parametrize(("field", "value"), [("fps", 0), ("fps", -60), ("mass", 0), ("mass", -1)])
def test_physics_that_would_divide_by_zero_is_refused(field: str, value: float) -> None:
    assert only_error(_rig("4.2", "physics", {"bone": "b", field: value})).place == f"physics[0].{field}"


def test_slider_fields_and_defaults() -> None:
    assert _read("4.3", "slider", {"animation": "stay"}) == SliderConstraint("c", 1)
    full = {
        "skin": True,
        "loop": True,
        "additive": True,
        "time": 1,
        "mix": 2,
        "bone": "b",
        "property": "scaleX",
        "from": 3,
        "to": 4,
        "scale": 5,
        "max": 6,
        "local": True,
    }
    wanted = SliderConstraint("c", 0, True, True, True, 1, 2, 1, TransformProperty.SCALE_X, 3, 4, 5, 6, True, 0)
    assert _read("4.3", "slider", {"animation": "go"} | full) == wanted
    assert only_error(_rig("4.3", "slider", {"animation": "gone"})).code == "unknown-animation"
    assert only_error(_rig("4.3", "slider", {"animation": "go", "bone": "b"})).place == "constraints[0].property"


@pytest.mark.parametrize(
    ("version", "kind", "fields"),
    [
        ("4.2", "ik", {"bones": ["b"]}),
        ("4.2", "ik", {"bones": ["b"], "target": "gone"}),
        ("4.2", "transform", {"bones": ["b"], "target": "gone"}),
        ("4.3", "transform", {"bones": ["b"], "source": None}),
        ("4.2", "path", {"bones": ["b"], "target": "gone"}),
        ("4.3", "path", {"bones": [], "slot": "s"}),
        ("4.2", "physics", {}),
        ("4.2", "physics", {"bone": "gone"}),
    ],
)
def test_a_constraint_on_nothing_is_refused_once_and_not_again_where_it_is_named(
    version: str, kind: str, fields: dict[str, Any]
) -> None:
    source = _rig(version, kind, fields, skins=[{"name": "k", kind: ["c"]}])
    keyed: Any = [{"time": 5}] if kind in ("ik", "transform") else {"mix": [{"time": 5}]}
    source["animations"] = {"go": {kind: {"c": keyed}}}
    assert only_error(source)
    made, _ = read(source)
    assert made is not None
    assert made.animations[0].duration == 5


# order of application


@st.composite
def _orders(draw: st.DrawFn) -> tuple[dict[str, list[dict[str, Any]]], list[str]]:
    """Lists of constraints by kind with random orders, and the names as they must be applied."""
    kinds = ("ik", "transform", "path", "physics")
    bases = {
        "ik": _IK,
        "transform": {"bones": ["b"], "target": "root"},
        "path": {"bones": ["b"], "target": "s"},
        "physics": {"bone": "b"},
    }
    lists: dict[str, list[dict[str, Any]]] = {}
    numbered: list[tuple[int, str]] = []
    for kind in kinds:
        orders = draw(st.lists(st.integers(0, 4), max_size=4))
        lists[kind] = []
        for i, order in enumerate(orders):
            name = f"{kind}{i}"
            written = {"order": order} if order or draw(st.booleans()) else {}
            lists[kind].append({"name": name} | bases[kind] | written)
            numbered.append((order, name))
    return lists, [name for _, name in sorted(numbered, key=lambda pair: pair[0])]


@given(_orders(), st.randoms())
def test_kinds_are_merged_by_order_and_equal_orders_keep_their_sequence(
    orders: tuple[dict[str, list[dict[str, Any]]], list[str]], chance: Any
) -> None:
    lists, wanted = orders
    sections = list(lists.items())
    chance.shuffle(sections)
    made = read_clean(skeleton("4.2.0", **dict(sections)))
    assert [c.name for c in made.constraints] == wanted


@given(
    st.permutations(
        [
            ("ik", _IK),
            ("transform", {"bones": ["b"], "source": "root"}),
            ("path", {"bones": ["b"], "slot": "s"}),
            ("physics", {"bone": "b"}),
        ]
    )
)
def test_4_3_constraints_keep_the_arrays_order(listed: list[tuple[str, dict[str, Any]]]) -> None:
    entries = [{"type": kind, "name": "same"} | fields for kind, fields in listed]
    made = read_clean(skeleton("4.3.0", constraints=entries))
    kinds = {IkConstraint: "ik", TransformConstraint: "transform", PathConstraint: "path", PhysicsConstraint: "physics"}
    assert [kinds[type(c)] for c in made.constraints] == [kind for kind, _ in listed]
    assert [c.order for c in made.constraints] == [0, 1, 2, 3]


def test_the_reported_rigs_apply_in_their_order() -> None:
    assert [c.name for c in read_clean(case("29", "o42.json")).constraints] == ["tr", "ik"]
    assert [c.name for c in read_clean(case("29", "o42_swapped.json")).constraints] == ["ik", "tr"]


def test_two_constraints_of_one_kind_and_name_are_refused() -> None:
    problem = only_error(skeleton(ik=[{"name": "c"} | _IK, {"name": "c"} | _IK]))
    assert (problem.code, problem.place) == ("duplicate-name", "ik[1].name")


def test_an_unknown_kind_between_others_is_skipped_and_may_be_named_by_skins_and_keys() -> None:
    entries = [{"type": "ik", "name": "i"} | _IK, {"type": "magnet", "name": "m"}, {"type": "ik", "name": "j"} | _IK]
    skins = [{"name": "k", "ik": ["i", "m"]}]
    animations = {"go": {"ik": {"m": [{"time": 4}]}}}
    made, warning = only_warning(skeleton("4.3.0", constraints=entries, skins=skins, animations=animations))
    assert warning.place == "constraints[1].type"
    assert [c.name for c in made.constraints] == ["i", "j"]
    assert (made.skins[0].constraints, made.animations[0].duration) == ((0,), 4)


def test_a_skin_lists_constraints_by_kind() -> None:
    lists = {"ik": [{"name": "c", "order": 1} | _IK], "transform": [{"name": "c", "bones": ["b"], "target": "root"}]}
    made = read_clean(skeleton(skins=[{"name": "k", "ik": ["c"]}, {"name": "l", "transform": ["c"]}], **lists))
    assert [made.constraints[s.constraints[0]].order for s in made.skins] == [1, 0]


def test_all_constraint_vectors_are_read_without_a_word(shared: Path) -> None:
    paths = sorted(shared.glob("cases-constraints/*/skeleton.json"))
    assert len(paths) > 70
    for path in paths:
        raw = json.loads(path.read_bytes())
        listed = [c for kind in ("ik", "transform", "path", "physics", "constraints") for c in raw.get(kind, [])]
        made = read_clean(path)
        assert sorted(c.name for c in made.constraints) == sorted(c["name"] for c in listed)
        assert not errors(read(path)[1])
