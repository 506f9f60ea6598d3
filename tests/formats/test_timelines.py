"""Keys and curves of every timeline, in every version."""

from __future__ import annotations

import json
import math
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from rigbyscene.model.animation import (
    AttachmentTimeline,
    CurveTimeline,
    DeformTimeline,
    DrawOrderFolderTimeline,
    DrawOrderTimeline,
    EventTimeline,
    IkTimeline,
    InheritTimeline,
    PhysicsResetTimeline,
    SequenceTimeline,
)
from rigbyscene.model.enums import Inherit, Interpolation, Property, SequenceMode
from tests.formats.format_helpers import (
    animated,
    animation_of,
    case,
    case_files,
    errors,
    expected,
    only_error,
    only_warning,
    read,
    read_clean,
    skeleton,
    timeline,
)

# the rig that every timeline below finds its target in

MESH = {"type": "mesh", "uvs": [0, 0, 1, 0, 1, 1], "triangles": [0, 1, 2], "vertices": [0, 0, 1, 0, 1, 1]}
ATTACHMENTS = {
    "s": {"m": MESH, "r": {"width": 1, "height": 1, "sequence": {"count": 3}}, "plain": {"width": 1, "height": 1}}
}
PATH = {"type": "path", "vertexCount": 6, "vertices": [0] * 12, "lengths": [1, 2]}


def _rig(version: str, groups: dict[str, Any]) -> dict[str, Any]:
    ik = {"name": "i", "bones": ["b"], "target": "root"}
    transform = {"name": "t", "bones": ["b"], ("source" if version == "4.3" else "target"): "root"}
    path = {"name": "p", "bones": ["b"], ("slot" if version == "4.3" else "target"): "s"}
    physics = {"name": "y", "bone": "b"}
    slider = {"name": "l", "animation": "go"}
    kinds = {"ik": ik, "transform": transform, "path": path, "physics": physics, "slider": slider}
    held: dict[str, Any] = {k: [v] for k, v in kinds.items() if k != "slider"}
    if version == "4.3":
        held = {"constraints": [{"type": kind} | fields for kind, fields in kinds.items()]}
    skins = [{"name": "default", "attachments": ATTACHMENTS}]
    return animated(groups, version, skins=skins, events={"e": {"int": 3, "string": "x"}}, **held)


def _key_of(version: str, groups: dict[str, Any]) -> Any:
    return timeline(_rig(version, groups))


# every timeline that is a row of numbers: where it is, its value fields, what leaving them out means

_CURVES: list[tuple[str, Property, list[str], list[str], list[float]]] = [
    ("4.2", Property.ROTATE, ["bones", "b", "rotate"], ["value"], [0]),
    ("3.8", Property.ROTATE, ["bones", "b", "rotate"], ["angle"], [0]),
    *[
        ("4.2", prop, ["bones", "b", name], ["x", "y"], [default] * 2)
        for prop, name, default in (
            (Property.TRANSLATE, "translate", 0.0),
            (Property.SCALE, "scale", 1.0),
            (Property.SHEAR, "shear", 0.0),
        )
    ],
    *[
        ("4.2", Property[f"{name.upper()}_{axis.upper()}"], ["bones", "b", name + axis], ["value"], [default])
        for name, default in (("translate", 0.0), ("scale", 1.0), ("shear", 0.0))
        for axis in "xy"
    ],
    ("4.2", Property.ALPHA, ["slots", "s", "alpha"], ["value"], [0]),
    (
        "4.2",
        Property.TRANSFORM_MIX,
        ["transform", "t"],
        ["mixRotate", "mixX", "mixY", "mixScaleX", "mixScaleY", "mixShearY"],
        [1] * 6,
    ),
    (
        "4.3",
        Property.TRANSFORM_MIX,
        ["transform", "t"],
        ["mixRotate", "mixX", "mixY", "mixScaleX", "mixScaleY", "mixShearY"],
        [1] * 6,
    ),
    ("4.2", Property.PATH_POSITION, ["path", "p", "position"], ["value"], [0]),
    ("3.8", Property.PATH_POSITION, ["path", "p", "position"], ["position"], [0]),
    ("3.8", Property.PATH_SPACING, ["paths", "p", "spacing"], ["spacing"], [0]),
    ("4.3", Property.PATH_SPACING, ["path", "p", "spacing"], ["value"], [0]),
    ("4.2", Property.PATH_MIX, ["path", "p", "mix"], ["mixRotate", "mixX", "mixY"], [1, 1, 1]),
    *[
        (
            version,
            Property[f"PHYSICS_{name.upper()}"],
            ["physics", "y", name],
            ["value"],
            [1 if version == "4.3" and name == "mix" else 0],
        )
        for version in ("4.2", "4.3")
        for name in ("inertia", "strength", "damping", "mass", "wind", "gravity", "mix")
    ],
    ("4.3", Property.SLIDER_TIME, ["slider", "l", "time"], ["value"], [1]),
    ("4.3", Property.SLIDER_MIX, ["slider", "l", "mix"], ["value"], [1]),
]


def _nest(path: list[str], keys: Any) -> dict[str, Any]:
    for part in reversed(path):
        keys = {part: keys}
    return dict(keys)


_ids = [f"{v}-{p.name}-{path[0]}" for v, p, path, _, _ in _CURVES]


@pytest.mark.parametrize(("version", "prop", "path", "fields", "defaults"), _CURVES, ids=_ids)
def test_values_are_read_as_written_and_have_their_defaults(
    version: str, prop: Property, path: list[str], fields: list[str], defaults: list[float]
) -> None:
    full = {name: 0.25 * (i + 1) for i, name in enumerate(fields)}
    found = _key_of(version, _nest(path, [{}, {"time": 1.5} | full]))
    assert isinstance(found, CurveTimeline)
    assert found.property is prop
    assert found.times.tolist() == [0, 1.5]
    assert found.values.tolist() == [defaults, list(full.values())]
    assert found.values.shape == (2, prop.width)
    assert found.curves.kinds.tolist()[0] == Interpolation.LINEAR


@pytest.mark.parametrize(("version", "prop", "path", "fields", "defaults"), _CURVES, ids=_ids)
def test_beziers_have_four_numbers_for_each_value_and_fewer_are_an_error_by_name(
    version: str, prop: Property, path: list[str], fields: list[str], defaults: list[float]
) -> None:
    wide = 4 if version == "3.8" else 4 * prop.width
    curve = [0.5 + i / 100 for i in range(wide)]
    found = _key_of(version, _nest(path, [{"curve": curve}, {"time": 1, fields[0]: 2}]))
    assert isinstance(found, CurveTimeline)
    assert found.curves.handles is not None
    assert found.curves.kinds[0] == Interpolation.BEZIER
    if version != "3.8":
        assert found.curves.handles[0].ravel().tolist() == curve
    for short in ([], curve[:-1], curve[: wide // 2]):
        problem = only_error(_rig(version, _nest(path, [{"curve": short}, {"time": 1}])))
        assert problem.code == "bad-curve"
        assert problem.place == ".".join(["animations", "go", *path]) + "[0].curve"


def test_the_reported_short_curve_is_an_error_that_names_animation_bone_and_timeline() -> None:
    (path,) = case_files("16", "*.json")
    problems = errors(read(path)[1])
    assert [d.place for d in problems] == [
        "animations.go.bones.b.translate[0].curve",
        "animations.go.bones.b.rotate[0].curve",
    ]


def test_of_a_curve_with_too_many_numbers_the_first_count_as_in_the_reference() -> None:
    keys = [{"curve": [1, 2, 3, 4, 5, 6]}, {"time": 1, "value": 1}]
    made, warning = only_warning(animated({"bones": {"b": {"rotate": keys}}}))
    (found,) = made.animations[0].timelines
    assert isinstance(found, CurveTimeline)
    assert found.curves.handles is not None
    assert (warning.code, found.curves.handles[0].tolist()) == ("bad-curve", [[1, 2, 3, 4]])


@pytest.mark.parametrize("curve", ["bounce", True, {}, ["a", 0, 0, 0], [0, 0, None, 0], [True, 0, 0, 0]])
def test_a_curve_that_is_no_curve_is_refused(curve: Any) -> None:
    problem = only_error(animated({"bones": {"b": {"rotate": [{"curve": curve}, {"time": 1}]}}}))
    assert problem.place.startswith("animations.go.bones.b.rotate[0].curve")


def test_the_last_keys_curve_means_nothing_whatever_it_is() -> None:
    found = timeline(animated({"bones": {"b": {"rotate": [{}, {"time": 1, "curve": [1, 2, 3]}]}}}))
    assert isinstance(found, CurveTimeline)
    assert found.curves.handles is None


def test_stepped_linear_and_bezier_keys_may_follow_each_other() -> None:
    keys = [{"curve": "stepped"}, {"time": 1}, {"time": 2, "curve": [2, 0, 3, 1]}, {"time": 3}]
    found = timeline(animated({"bones": {"b": {"rotate": keys}}}))
    assert isinstance(found, CurveTimeline)
    assert found.curves.kinds.tolist()[:3] == [Interpolation.STEPPED, Interpolation.LINEAR, Interpolation.BEZIER]


# 3.8

_unit = st.floats(0, 1)


@given(
    _unit,
    st.floats(-1, 2),
    _unit,
    st.floats(-1, 2),
    st.floats(-9, 9),
    st.floats(0.1, 9),
    st.lists(st.floats(-99, 99), min_size=4, max_size=4),
)
def test_a_normalised_curve_becomes_absolute_for_each_value(
    cx1: float, cy1: float, cx2: float, cy2: float, start: float, span: float, values: list[float]
) -> None:
    (x1, y1, x2, y2), end = values, start + span
    number_form = {"curve": cx1, "c2": cy1, "c3": cx2, "c4": cy2}
    for curve in (number_form, {"curve": [cx1, cy1, cx2, cy2]}):
        keys = [{"time": start, "x": x1, "y": y1} | curve, {"time": end, "x": x2, "y": y2}]
        found = timeline(animated({"bones": {"b": {"translate": keys}}}, "3.8.99"))
        assert isinstance(found, CurveTimeline)
        assert found.curves.handles is not None
        for handles, low, high in ((found.curves.handles[0, 0], x1, x2), (found.curves.handles[0, 1], y1, y2)):
            wanted = [start + cx1 * span, low + cy1 * (high - low), start + cx2 * span, low + cy2 * (high - low)]
            assert np.allclose(handles, wanted, atol=1e-9)


def test_the_reported_3_8_curves_have_their_defaults_even_where_the_number_is_zero() -> None:
    (animation,) = read_clean(case("15", "c38.json")).animations
    scale, translate = animation.timelines
    assert isinstance(scale, CurveTimeline)
    assert isinstance(translate, CurveTimeline)
    assert scale.curves.handles is not None
    assert translate.curves.handles is not None
    # scale 0 to 1 over a second; translate 0 to 10 with c2 = 0, c4 = 1 left out
    assert np.allclose(scale.curves.handles[0], [[0, 0.69, 0.917, 0.23]] * 2)
    assert np.allclose(translate.curves.handles[0, 0], [0.25, 0, 0.75, 10])
    wanted = expected("15")["t=0.5"]
    assert _bezier_at(scale, 0, 0.5) == pytest.approx(wanted["scaleX"], abs=1e-3)
    assert _bezier_at(translate, 0, 0.5) == pytest.approx(wanted["x"], abs=1e-3)


def _bezier_at(found: CurveTimeline, column: int, time: float) -> float:
    """The first segment's value, by bisection: the definition of the curve, told independently of the pose room."""
    assert found.curves.handles is not None
    x1, y1, x2, y2 = found.curves.handles[0, column]
    xs, ys = [found.times[0], x1, x2, found.times[1]], [found.values[0, column], y1, y2, found.values[1, column]]

    def at(points: list[float], s: float) -> float:
        return sum(c * (1 - s) ** (3 - i) * s**i * p for i, (c, p) in enumerate(zip((1, 3, 3, 1), points, strict=True)))

    low, high = 0.0, 1.0
    for _ in range(60):
        middle = (low + high) / 2
        low, high = (middle, high) if at(xs, middle) < time else (low, middle)
    return at(ys, low)


@given(st.lists(st.floats(-2000, 2000), min_size=1, max_size=9))
def test_3_8_rotations_go_the_short_way_and_mean_the_same_angles(angles: list[float]) -> None:
    keys = [{"time": i, "angle": a} for i, a in enumerate(angles)]
    found = timeline(animated({"bones": {"b": {"rotate": keys}}}, "3.8.99"))
    assert isinstance(found, CurveTimeline)
    moved = found.values[:, 0]
    assert moved[0] == angles[0]
    assert all(-180 - 1e-6 <= step <= 180 + 1e-6 for step in np.diff(moved))
    turns = (moved - angles) / 360
    assert np.allclose(turns, np.round(turns), atol=1e-9)


def test_3_8_rotations_wrap_half_open_and_4_x_rotations_never() -> None:
    keys = [{"angle": 0, "value": 0}, {"time": 1, "angle": 180, "value": 180}, {"time": 2, "angle": 720, "value": 720}]
    old, new = (timeline(animated({"bones": {"b": {"rotate": keys}}}, v)) for v in ("3.8.99", "4.2.0"))
    assert isinstance(old, CurveTimeline)
    assert isinstance(new, CurveTimeline)
    assert (old.values.ravel().tolist(), new.values.ravel().tolist()) == ([0, -180, -360], [0, 180, 720])


def test_3_8_curves_are_laid_between_the_moved_angles() -> None:
    keys = [{"angle": 350, "curve": 0.5, "c2": 0.5, "c3": 0.5, "c4": 0.5}, {"time": 1, "angle": 10}]
    found = timeline(animated({"bones": {"b": {"rotate": keys}}}, "3.8.99"))
    assert isinstance(found, CurveTimeline)
    assert found.curves.handles is not None
    assert found.curves.handles[0, 0].tolist() == [0.5, 360, 0.5, 360]


def test_3_8_mixes_are_spread_over_those_of_4_2() -> None:
    keys = [{"rotateMix": 0.1, "translateMix": 0.2, "scaleMix": 0.3, "shearMix": 0.4}]
    found = _key_of("3.8", {"transform": {"t": keys}})
    assert found.values.tolist() == [[0.1, 0.2, 0.2, 0.3, 0.3, 0.4]]
    found = _key_of("3.8", {"path": {"p": {"mix": [{"rotateMix": 0.1, "translateMix": 0.2}]}}})
    assert found.values.tolist() == [[0.1, 0.2, 0.2]]


@pytest.mark.parametrize(("version", "scale_y"), [("4.2", 0.3), ("4.3", 1.0)])
def test_left_out_y_mixes_follow_their_x_twin_but_for_4_3_scale(version: str, scale_y: float) -> None:
    found = _key_of(version, {"transform": {"t": [{"mixX": 0.2, "mixScaleX": 0.3}]}})
    assert found.values.tolist() == [[1, 0.2, 0.2, 0.3, scale_y, 1]]


# colours

_COLOURS = [
    ("4.2", "rgba", Property.RGBA, {"color": "ff000080"}, [1, 0, 0, 128 / 255]),
    ("3.8", "color", Property.RGBA, {"color": "ff0000"}, [1, 0, 0, 1]),
    ("4.2", "rgb", Property.RGB, {"color": "00ff00"}, [0, 1, 0]),
    ("4.2", "rgba2", Property.RGBA2, {"light": "ff000080", "dark": "0000ff"}, [1, 0, 0, 128 / 255, 0, 0, 1]),
    ("3.8", "twoColor", Property.RGBA2, {"light": "ff000080", "dark": "0000ff"}, [1, 0, 0, 128 / 255, 0, 0, 1]),
    ("4.2", "rgb2", Property.RGB2, {"light": "ff0000", "dark": "0000ff"}, [1, 0, 0, 0, 0, 1]),
]


@pytest.mark.parametrize(("version", "name", "prop", "key", "values"), _COLOURS)
def test_colour_timelines_are_channels_from_0_to_1(
    version: str, name: str, prop: Property, key: dict[str, str], values: list[float]
) -> None:
    found = _key_of(version, {"slots": {"s": {name: [key]}}})
    assert isinstance(found, CurveTimeline)
    assert (found.property, found.values.tolist()) == (prop, [values])
    for field in key:
        for bad in ({k: v for k, v in key.items() if k != field}, key | {field: "red"}, key | {field: 7}):
            problem = only_error(_rig(version, {"slots": {"s": {name: [bad]}}}))
            assert problem.place == f"animations.go.slots.s.{name}[0].{field}"


# times


@given(st.lists(st.sampled_from([-1.0, 0.0, 0.25, 0.5, 1.0, 2.0]), min_size=1, max_size=12))
def test_keys_in_any_order_are_sorted_and_stay_in_file_order_where_times_are_equal(times: list[float]) -> None:
    keys = [{"time": t, "value": i} for i, t in enumerate(times)]
    made, report = read(animated({"bones": {"b": {"rotate": keys}}}))
    assert made is not None
    (found,) = made.animations[0].timelines
    assert isinstance(found, CurveTimeline)
    order = sorted(range(len(times)), key=lambda i: times[i])
    assert found.values.ravel().tolist() == order
    assert found.times.tolist() == sorted(times)
    assert [d.code for d in report] == ([] if times == sorted(times) else ["unsorted-keys"])
    assert made.animations[0].duration == max(0, *times)


def test_a_message_about_a_moved_key_names_its_place_in_the_file() -> None:
    keys = [{"time": 2}, {"time": 1, "curve": [1]}, {"time": 0}]
    found = {d.place for d in errors(read(animated({"bones": {"b": {"rotate": keys}}}))[1])}
    assert found == {"animations.go.bones.b.rotate[1].curve"}


def test_the_reported_unsorted_equal_and_negative_times_are_read() -> None:
    made, warning = only_warning(case("27", "k.json"))
    rotate, translate = made.animations[0].timelines
    assert isinstance(rotate, CurveTimeline)
    assert isinstance(translate, CurveTimeline)
    wanted = expected("27")
    assert warning.place == "animations.go.bones.b.rotate[1]"
    assert made.animations[0].duration == wanted["duration"]
    assert (rotate.times.tolist(), rotate.values.ravel().tolist()) == ([0, 1, 2, 2, 3], [0, 10, 20, 80, 90])
    for time, value in wanted["x_at"].items():
        assert np.interp(float(time), translate.times, translate.values[:, 0]) == pytest.approx(value)


def test_animations_without_keys_and_without_length_load() -> None:
    made = read_clean(case("28", "z.json"))
    assert {a.name: a.duration for a in made.animations} == expected("28")["durations"]
    assert [len(a.timelines) for a in made.animations] == [0, 2]
    assert animation_of(animated({"bones": {"b": {"rotate": []}}, "drawOrder": [], "events": None})).timelines == ()


def test_animations_keep_the_files_order_and_colour() -> None:
    names = ["zeta", "alpha", "Mid", "10", "2"]
    made = read_clean(skeleton(animations={n: {"color": "ff0000ff"} for n in names}))
    assert [a.name for a in made.animations] == names
    assert made.animations[0].color == (1, 0, 0, 1)


# targets that are not in the file

_LOST = [
    {"bones": {"gone": {"rotate": [{"time": 7}]}}},
    {"slots": {"gone": {"attachment": [{"time": 7}], "rgba": [{"time": 3}]}}},
    {"ik": {"gone": [{"time": 7}]}},
    {"transform": {"gone": [{"time": 7}]}},
    {"path": {"gone": {"mix": [{"time": 7}]}}},
    {"physics": {"gone": {"wind": [{"time": 7}]}}},
    {"slider": {"gone": {"time": [{"time": 7}]}}},
    {"attachments": {"gone": {"s": {"m": {"deform": [{"time": 7}]}}}}},
    {"attachments": {"default": {"gone": {"m": {"sequence": [{"time": 7}]}}}}},
    {"attachments": {"default": {"s": {"gone": {"deform": [{"time": 7}]}}}}},
    {"deform": {"default": {"s": {"gone": [{"time": 7}]}}}},
    {"attachments": {"default": {"s": {"plain": {"deform": [{"time": 7}]}}}}},
    {"attachments": {"default": {"s": {"plain": {"sequence": [{"time": 7}]}}}}},
    {"events": [{"time": 7, "name": "gone"}]},
    {"drawOrderFolder": [{"slots": ["s", "gone"], "keys": [{"time": 7}]}]},
    {"bones": {"b": {"wobble": [{"time": 7}]}}},
    {"slots": {"s": {"wobble": [{"time": 7}]}}},
    {"path": {"p": {"wobble": [{"time": 7}]}}},
    {"physics": {"y": {"wobble": [{"time": 7}]}}},
    {"slider": {"l": {"wobble": [{"time": 7}]}}},
    {"attachments": {"default": {"s": {"m": {"wobble": [{"time": 7}]}}}}},
]


@pytest.mark.parametrize("groups", _LOST, ids=lambda g: json.dumps(g)[:60])
def test_keys_for_what_is_not_there_are_skipped_with_a_warning_and_still_count(groups: dict[str, Any]) -> None:
    made, warning = only_warning(_rig("4.3", groups))
    (animation,) = made.animations
    assert animation.timelines == ()
    assert animation.duration == 7
    assert any(word in warning.found + warning.place for word in ("gone", "plain", "wobble"))


def test_the_reported_lost_targets_are_each_named() -> None:
    made, report = read(case("22", "d.json"))
    assert made is not None
    assert not errors(report)
    told = " ".join(map(str, report))
    assert all(name in told for name in expected("22")["warnings_mention"])
    (rotate,) = made.animations[0].timelines
    assert isinstance(rotate, CurveTimeline)
    assert made.animations[0].duration == 1


# timelines that are not rows of numbers


def test_ik_keys_interpolate_two_values_and_hold_three_flags() -> None:
    full = {"time": 1, "mix": 0.5, "softness": 2, "bendPositive": False, "compress": True, "stretch": True}
    found = _key_of("4.2", {"ik": {"i": [{"curve": list(range(8))}, full]}})
    assert isinstance(found, IkTimeline)
    assert found.values.tolist() == [[1, 0], [0.5, 2]]
    assert found.curves.handles is not None
    assert found.curves.handles[0].ravel().tolist() == list(range(8))
    assert [found.bend_positive.tolist(), found.compress.tolist(), found.stretch.tolist()] == [
        [True, False],
        [False, True],
        [False, True],
    ]
    problem = only_error(_rig("4.2", {"ik": {"i": [{"stretch": 1}]}}))
    assert problem.place == "animations.go.ik.i[0].stretch"


def test_inherit_keys_name_a_mode_and_must() -> None:
    found = _key_of("4.2", {"bones": {"b": {"inherit": [{"inherit": "noScale"}, {"time": 1, "inherit": "normal"}]}}})
    assert isinstance(found, InheritTimeline)
    assert found.modes.tolist() == [Inherit.NO_SCALE, Inherit.NORMAL]
    for bad in ({}, {"inherit": "none"}):
        assert errors(read(animated({"bones": {"b": {"inherit": [bad]}}}))[1])


def test_attachment_keys_may_be_nameless_null_or_unknown() -> None:
    (animation,) = read_clean(case("20", "n.json")).animations
    (found,) = animation.timelines
    assert isinstance(found, AttachmentTimeline)
    assert found.names == (None, "a", None, "b")


def test_physics_keys_under_the_empty_name_are_for_all_constraints() -> None:
    found = _key_of("4.2", {"physics": {"": {"wind": [{"value": 5}]}}})
    assert (found.target, found.values.tolist()) == (-1, [[5]])
    reset = _key_of("4.2", {"physics": {"y": {"reset": [{}, {"time": 2}]}}})
    assert isinstance(reset, PhysicsResetTimeline)
    assert reset.times.tolist() == [0, 2]


@given(st.integers(0, 6), st.lists(st.floats(-9, 9), max_size=6))
def test_deform_numbers_are_sparse_offsets_and_may_not_reach_beyond_the_mesh(offset: int, moved: list[float]) -> None:
    source = _rig(
        "4.2",
        {"attachments": {"default": {"s": {"m": {"deform": [{"offset": offset, "vertices": moved}, {"time": 1}]}}}}},
    )
    if moved and offset + len(moved) > 6:
        assert only_error(source).code == "bad-deform"
        return
    found = timeline(source)
    assert isinstance(found, DeformTimeline)
    flat = [0.0] * 6
    flat[offset : offset + len(moved)] = moved
    assert found.offsets.reshape(2, 6).tolist() == [flat, [0] * 6]


@pytest.mark.parametrize(("version", "nest"), [("3.8", False), ("4.2", True)])
def test_deform_curves_run_from_0_to_1_in_every_version(version: str, nest: bool) -> None:
    curve: dict[str, Any] = (
        {"curve": [2.5, 0.1, 2.75, 0.9]} if nest else {"curve": 0.25, "c2": 0.1, "c3": 0.375, "c4": 0.9}
    )
    keys = [{"time": 2, "vertices": [5]} | curve, {"time": 4, "vertices": [9]}]
    inner: Any = {"deform": keys} if nest else keys
    found = _key_of(version, {"attachments" if nest else "deform": {"default": {"s": {"m": inner}}}})
    assert isinstance(found, DeformTimeline)
    assert found.curves.handles is not None
    assert np.allclose(found.curves.handles[0], [[2.5, 0.1, 2.75, 0.9]])


def test_deform_of_a_weighted_or_linked_mesh_has_a_row_for_each_entry() -> None:
    weighted = MESH | {"vertices": [2, 0, 0, 0, 0.5, 1, 0, 0, 0.5, 1, 0, 1, 0, 1, 1, 1, 1, 1, 1]}
    skins = [{"name": "default", "attachments": {"s": {"m": weighted, "l": {"type": "linkedmesh", "parent": "m"}}}}]
    for key in ("m", "l"):
        groups = {"attachments": {"default": {"s": {key: {"deform": [{"offset": 6, "vertices": [7, 8]}]}}}}}
        found = timeline(animated(groups, skins=skins))
        assert isinstance(found, DeformTimeline)
        assert found.offsets.tolist() == [[[0, 0], [0, 0], [0, 0], [7, 8]]]


def test_a_deform_timeline_of_absurd_size_is_refused_before_it_is_made() -> None:
    mesh = {"type": "boundingbox", "vertexCount": 60_000, "vertices": [0] * 120_000}
    groups = {"attachments": {"default": {"s": {"m": {"deform": [{}] * 1_000}}}}}
    source = animated(groups, skins=[{"name": "default", "attachments": {"s": {"m": mesh}}}])
    assert only_error(source).code == "too-large"


@pytest.mark.parametrize("mode", list(SequenceMode))
def test_sequence_keys_name_a_mode_and_pass_their_delay_on(mode: SequenceMode) -> None:
    words = mode.name.lower().split("_")
    text = words[0] + "".join(w.capitalize() for w in words[1:])
    keys = [{"mode": text, "index": 2, "delay": 0.1}, {"time": 1}, {"time": 2, "delay": 0.5}]
    found = _key_of("4.2", {"attachments": {"default": {"s": {"r": {"sequence": keys}}}}})
    assert isinstance(found, SequenceTimeline)
    assert found.modes.tolist() == [mode, SequenceMode.HOLD, SequenceMode.HOLD]
    assert (found.indices.tolist(), found.delays.tolist()) == ([2, 0, 0], [0.1, 0.1, 0.5])


_FOUR = [{"name": n, "bone": "b"} for n in "spqr"]


def _order(key: dict[str, Any], group: str = "drawOrder") -> tuple[Any, list[str]]:
    content: list[Any] = [key] if group == "drawOrder" else [{"slots": ["s", "q", "r"], "keys": [key]}]
    made, report = read(animated({group: content}, "4.3.0", slots=_FOUR))
    assert made is not None
    assert not errors(report)
    (found,) = made.animations[0].timelines
    return found, [d.code for d in report]


def test_draw_order_keys_are_kept_as_written_and_doubtful_entries_are_told() -> None:
    offsets = [{"slot": "r", "offset": -1}, {"slot": "s", "offset": 2}]
    found, told = _order({"offsets": offsets})
    assert isinstance(found, DrawOrderTimeline)
    assert (found.offsets, told) == ((((3, -1), (0, 2)),), ["bad-draw-order"])  # both go to place 2
    assert _order({"offsets": [{"slot": "r"}]})[1] == []
    assert _order({"offsets": [{"slot": "gone", "offset": 1}]})[1] == ["unknown-slot"]
    for beyond in (1, -4, 10**6):
        found, told = _order({"offsets": [{"slot": "r", "offset": beyond}]})
        assert (found.offsets, told) == ((((3, beyond),),), ["bad-draw-order"])
    found, told = _order({"offsets": [{"slot": "s", "offset": 1}, {"slot": "s", "offset": 2}]})
    assert (found.offsets, told) == ((((0, 1),),), ["bad-draw-order"])
    for nothing in ({}, {"offsets": None}, {"offsets": []}):
        assert _order(nothing)[0].offsets == ((),)


def test_draw_order_folders_count_within_their_own_slots() -> None:
    found, told = _order({"offsets": [{"slot": "s", "offset": 2}]}, "drawOrderFolder")
    assert isinstance(found, DrawOrderFolderTimeline)
    assert (found.slots, found.offsets, told) == ((0, 2, 3), (((0, 2),),), [])
    assert _order({"offsets": [{"slot": "s", "offset": 3}]}, "drawOrderFolder")[1] == ["bad-draw-order"]
    assert _order({"offsets": [{"slot": "p", "offset": 1}]}, "drawOrderFolder")[1] == ["unknown-slot"]


def test_event_keys_override_their_events_values() -> None:
    keys = [
        {"name": "e"},
        {"time": 1, "name": "e", "int": 7, "float": 0.5, "string": "y", "volume": 0.25, "balance": 1},
    ]
    found = _key_of("4.2", {"events": keys})
    assert isinstance(found, EventTimeline)
    first, second = found.keys
    assert (first.time, first.int_value, first.float_value, first.string_value, first.volume) == (0, 3, 0, "x", 1)
    assert (second.time, second.int_value, second.float_value, second.string_value) == (1, 7, 0.5, "y")
    assert (second.volume, second.balance) == (0.25, 1)


# wrong types

_SHAPES = [
    "bones",
    "bones.b",
    "bones.b.rotate",
    "slots.s.rgba",
    "ik.i",
    "path.p",
    "path.p.mix",
    "attachments.default.s.m",
    "attachments.default.s.m.deform",
    "drawOrder",
    "drawOrderFolder",
    "events",
]


@pytest.mark.parametrize("where", _SHAPES)
@given(wrong=st.sampled_from([5, "text", True, [7]]))
def test_what_is_not_keys_where_keys_belong_is_refused_by_place(where: str, wrong: Any) -> None:
    problem = only_error(_rig("4.2", _nest(where.split("."), wrong)))
    assert problem.place.startswith(f"animations.go.{where}")


@given(st.sampled_from(["time", "value"]), st.sampled_from(["1", True, None, [], {}]), st.integers(0, 30))
def test_a_wrong_value_among_many_keys_is_found(field: str, wrong: Any, at: int) -> None:
    keys = [{"time": i, "value": i} for i in range(31)]
    keys[at][field] = wrong
    problem = only_error(animated({"bones": {"b": {"rotate": keys}}}))
    assert problem.place == f"animations.go.bones.b.rotate[{at}].{field}"


def test_no_number_in_any_reported_file_becomes_nan() -> None:
    for number in ("15", "16", "22", "27", "28"):
        for path in case_files(number, "*.json"):
            made, _ = read(path)
            assert made is not None
            for animation in made.animations:
                assert math.isfinite(animation.duration)
                for found in animation.timelines:
                    if isinstance(found, CurveTimeline):
                        assert np.isfinite(found.values).all()
                        assert found.curves.handles is None or np.isfinite(found.curves.handles).all()
