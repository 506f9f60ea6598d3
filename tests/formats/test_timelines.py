"""Timelines that are not plain rows of numbers, and keys that have no target, no order or no sense."""

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
from rigbyscene.model.enums import Inherit, Property, SequenceMode
from tests.formats.format_helpers import (
    MESH,
    animated,
    animation_of,
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
    skeleton,
    timeline,
)

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
    found = key_of(version, {"slots": {"s": {name: [key]}}})
    assert isinstance(found, CurveTimeline)
    assert (found.property, found.values.tolist()) == (prop, [values])
    for field in key:
        for bad in ({k: v for k, v in key.items() if k != field}, key | {field: "red"}, key | {field: 7}):
            problem = only_error(rig(version, {"slots": {"s": {name: [bad]}}}))
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
    made, warning = only_warning(rig("4.3", groups))
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
    found = key_of("4.2", {"ik": {"i": [{"curve": list(range(8))}, full]}})
    assert isinstance(found, IkTimeline)
    assert found.values.tolist() == [[1, 0], [0.5, 2]]
    assert found.curves.handles is not None
    assert found.curves.handles[0].ravel().tolist() == list(range(8))
    assert [found.bend_positive.tolist(), found.compress.tolist(), found.stretch.tolist()] == [
        [True, False],
        [False, True],
        [False, True],
    ]
    problem = only_error(rig("4.2", {"ik": {"i": [{"stretch": 1}]}}))
    assert problem.place == "animations.go.ik.i[0].stretch"


def test_inherit_keys_name_a_mode_and_must() -> None:
    found = key_of("4.2", {"bones": {"b": {"inherit": [{"inherit": "noScale"}, {"time": 1, "inherit": "normal"}]}}})
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
    found = key_of("4.2", {"physics": {"": {"wind": [{"value": 5}]}}})
    assert (found.target, found.values.tolist()) == (-1, [[5]])
    reset = key_of("4.2", {"physics": {"y": {"reset": [{}, {"time": 2}]}}})
    assert isinstance(reset, PhysicsResetTimeline)
    assert reset.times.tolist() == [0, 2]


@given(st.integers(0, 6), st.lists(st.floats(-9, 9), max_size=6))
def test_deform_numbers_are_sparse_offsets_and_may_not_reach_beyond_the_mesh(offset: int, moved: list[float]) -> None:
    source = rig(
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
    found = key_of(version, {"attachments" if nest else "deform": {"default": {"s": {"m": inner}}}})
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
    found = key_of("4.2", {"attachments": {"default": {"s": {"r": {"sequence": keys}}}}})
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
    nothings: list[dict[str, Any]] = [{}, {"offsets": None}, {"offsets": []}]
    for nothing in nothings:
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
    found = key_of("4.2", {"events": keys})
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
    problem = only_error(rig("4.2", nest(where.split("."), wrong)))
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
