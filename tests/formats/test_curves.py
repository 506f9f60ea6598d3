"""Rows of numbers over time and the curves between them, for every timeline of every version."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from rigbyscene.model.animation import (
    CurveTimeline,
)
from rigbyscene.model.enums import Interpolation, Property
from tests.formats.format_helpers import (
    animated,
    case,
    case_files,
    errors,
    expected,
    key_of,
    nest,
    only_error,
    only_warning,
    read,
    read_clean,
    rig,
    timeline,
)

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


_ids = [f"{v}-{p.name}-{path[0]}" for v, p, path, _, _ in _CURVES]


@pytest.mark.parametrize(("version", "prop", "path", "fields", "defaults"), _CURVES, ids=_ids)
def test_values_are_read_as_written_and_have_their_defaults(
    version: str, prop: Property, path: list[str], fields: list[str], defaults: list[float]
) -> None:
    full = {name: 0.25 * (i + 1) for i, name in enumerate(fields)}
    found = key_of(version, nest(path, [{}, {"time": 1.5} | full]))
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
    found = key_of(version, nest(path, [{"curve": curve}, {"time": 1, fields[0]: 2}]))
    assert isinstance(found, CurveTimeline)
    assert found.curves.handles is not None
    assert found.curves.kinds[0] == Interpolation.BEZIER
    if version != "3.8":
        assert found.curves.handles[0].ravel().tolist() == curve
    for short in ([], curve[:-1], curve[: wide // 2]):
        problem = only_error(rig(version, nest(path, [{"curve": short}, {"time": 1}])))
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
    found = key_of("3.8", {"transform": {"t": keys}})
    assert found.values.tolist() == [[0.1, 0.2, 0.2, 0.3, 0.3, 0.4]]
    found = key_of("3.8", {"path": {"p": {"mix": [{"rotateMix": 0.1, "translateMix": 0.2}]}}})
    assert found.values.tolist() == [[0.1, 0.2, 0.2]]


@pytest.mark.parametrize(("version", "scale_y"), [("4.2", 0.3), ("4.3", 1.0)])
def test_left_out_y_mixes_follow_their_x_twin_but_for_4_3_scale(version: str, scale_y: float) -> None:
    found = key_of(version, {"transform": {"t": [{"mixX": 0.2, "mixScaleX": 0.3}]}})
    assert found.values.tolist() == [[1, 0.2, 0.2, 0.3, scale_y, 1]]
