"""What a kind of file cannot hold is told by its place: an error where poses would change, else a warning."""

from __future__ import annotations

import dataclasses
from typing import Any

import numpy as np
import pytest

from rigbyscene.errors import Diagnostic, Report, Severity
from rigbyscene.formats.versions import LABELS, brought_to
from rigbyscene.formats.write_json import write_skeleton_json
from rigbyscene.formats.write_skel import write_skel
from rigbyscene.model.animation import Animation, Curves, CurveTimeline
from rigbyscene.model.attachments import Mesh
from rigbyscene.model.constraints import TransformConstraint, TransformMapping
from rigbyscene.model.enums import Format, Property, TransformProperty
from rigbyscene.model.skeleton import Bone, Skeleton
from tests.formats.format_helpers import read, read_clean, rig, skeleton
from tests.formats.skel_helpers import as_json, as_skel, loaded
from tests.formats.skeleton_compare import differences, single

SQUARE = {
    "type": "mesh",
    "uvs": [0, 0, 1, 0, 1, 1, 0, 1],
    "triangles": [0, 1, 2, 0, 2, 3],
    "vertices": [0, 0, 4, 0, 4, 4, 0, 4],
    "hull": 4,
}
TRIANGLE = {"vertexCount": 3, "vertices": [0, 0, 1, 0, 0, 1]}


def told_of_skel(source: dict[str, Any]) -> tuple[list[Diagnostic], bytes]:
    report = Report()
    made, _ = read(source)
    assert made is not None
    data = write_skel(made, "out.skel", report)
    return list(report), data


def worn(attachment: dict[str, Any], version: str = "4.2.22", **sections: Any) -> dict[str, Any]:
    skins = [{"name": "default", "attachments": {"s": {"a": attachment}}}]
    return skeleton(version, skins=skins, **sections)


def keyed(groups: dict[str, Any], version: str = "4.2.22", **sections: Any) -> dict[str, Any]:
    return skeleton(version, animations={"go": groups}, **sections)


def constrained(kind: str, fields: dict[str, Any], version: str = "4.2.22") -> dict[str, Any]:
    made = {"name": "c"} | fields
    held = {"constraints": [{"type": kind} | made]} if version.startswith("4.3") else {kind: [made]}
    return skeleton(version, **held)


SHAKEN = {"bone": "b", "scaleX": 1}
ORDER = [{"offsets": [{"slot": "s", "offset": 0}]}]
SKEL_ERRORS = {
    "a number beyond 4 bytes": (skeleton(bones=[{"name": "root", "x": 1e39}]), 'bone "root"', "1e+39"),
    "numbers beyond 4 bytes in a list": (worn(SQUARE | {"vertices": [0, 0, 4e38, 0, 4, 4, 0, 4]}), '"a"', "4e+38"),
    "triangles without end": (worn(SQUARE | {"triangles": [0, 1, 2] * 7}), 'slot "s", attachment "a"', "7 triangles"),
    "an unknown attachment": (worn({"type": "hologram"}), 'attachment "a"', "hologram"),
    "a clip to the end of an order that changes": (
        worn({"type": "clipping"} | TRIANGLE, animations={"go": {"drawOrder": ORDER}}),
        'attachment "a"',
        "the end of the draw order",
    ),
    "a default skin that wakes bones": (
        skeleton(bones=[{"name": "root"}, {"name": "b", "parent": "root", "skin": True}], skins=[
            {"name": "default", "bones": ["b"]}
        ]),
        'skin "default"',
        "lists bones",
    ),
    "broken steps": (constrained("physics", {"bone": "b", "fps": 59.94}), 'constraint "c"', "59.94 steps"),
    "too many steps": (constrained("physics", {"bone": "b", "fps": 300}), 'constraint "c"', "300 steps"),
    "a channel below 0": (constrained("physics", {"bone": "b", "scaleX": -0.5}, "4.3.0"), 'constraint "c"', "-0.5"),
    "a channel above 1": (
        constrained("physics", {"bone": "b", "scaleX": 1.5, "scaleY": "uniform"}, "4.3.0"),
        'constraint "c"',
        "1.5 with scaleY uniform",
    ),
    "a picture far away": (
        worn({"width": 1, "height": 1, "sequence": {"count": 3}}, animations={
            "go": {"attachments": {"default": {"s": {"a": {"sequence": [{"index": 2**28}]}}}}}
        }),
        'animation "go"',
        "28 bits",
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", SKEL_ERRORS)
def test_what_binary_cannot_hold_is_an_error_at_its_place(name: str) -> None:
    source, place, says = SKEL_ERRORS[name]
    (problem,) = [d for d in told_of_skel(source)[0] if d.severity is Severity.ERROR]
    assert place in problem.place
    assert says in problem.found
    assert problem.remedy and problem.file == "out.skel"


SKEL_WARNINGS = {
    "a hash of another kind": (skeleton(), {"skeleton": {"spine": "4.2.0", "hash": "abc"}}, "hash"),
    "a hull that does not fit": (worn(SQUARE | {"hull": 3}), {}, "hull"),
    "a clip to the end": (worn({"type": "clipping"} | TRIANGLE), {}, "end-slot"),
    "alpha between the steps": (keyed({"slots": {"s": {"alpha": [{"value": 0.3}]}}}), {}, "rounded"),
    "alpha beyond 1": (keyed({"slots": {"s": {"alpha": [{"value": 1.5}]}}}), {}, "rounded"),
    "loudness without sound": (skeleton(events={"e": {"volume": 0.5}}), {}, "left-out"),
    "loudness of a key without sound": (
        keyed({"events": [{"name": "e", "balance": 1}]}, events={"e": {}}), {}, "left-out"
    ),
    "an end without a key": (keyed({"bones": {"gone": {"rotate": [{"time": 3}]}}}), {}, "duration"),
    "a mode that has nothing to do": (
        constrained("physics", {"bone": "b", "scaleY": "volume"}, "4.3.0"), {}, "left-out"
    ),
    "a limit without effect": (
        skeleton("4.3.0", animations={"go": {}}, constraints=[
            {"type": "slider", "name": "l", "animation": "go", "max": 5}
        ]),
        {},
        "left-out",
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", SKEL_WARNINGS)
def test_what_binary_leaves_out_without_effect_is_a_warning(name: str) -> None:
    source, more, code = SKEL_WARNINGS[name]
    told, data = told_of_skel(source | more)
    assert [(d.severity, d.code) for d in told] == [(Severity.WARNING, code)]
    assert loaded(data).bones


def test_alpha_of_four_decimals_is_taken_for_the_byte_that_it_means() -> None:
    keys = [{"time": i, "value": round(i / 255, 4)} for i in range(256)]
    told, data = told_of_skel(keyed({"slots": {"s": {"alpha": keys}}}))
    assert told == []
    (timeline,) = loaded(data).animations[0].timelines
    assert isinstance(timeline, CurveTimeline)
    assert timeline.values.ravel().tolist() == [i / 255 for i in range(256)]


def test_a_hull_gives_way_to_the_triangles_and_nothing_else_changes() -> None:
    for triangles, hull in (([0, 1, 2], 5), ([0, 1, 2, 0, 2, 3], 4), ([], 6)):
        _, data = told_of_skel(worn(SQUARE | {"triangles": triangles, "hull": 4}))
        mesh = loaded(data).skins[0].attachments[0, "a"]
        assert isinstance(mesh, Mesh)
        assert (mesh.hull, mesh.triangles.ravel().tolist()) == (hull, triangles)


def test_editor_fields_make_a_file_nonessential_and_files_without_them_stay_small() -> None:
    plain, rich = skeleton(), skeleton(bones=[{"name": "root"}, {"name": "b", "parent": "root", "icon": "ik"}])
    for source, nonessential in ((plain, False), (rich, True)):
        back = loaded(told_of_skel(source)[1])
        assert back.header.nonessential is nonessential
        assert back.bones[1].icon == (None if source is plain else "ik")


@pytest.mark.parametrize("version", ["4.2", "4.3"])
def test_an_open_path_may_have_a_length_too_few_or_too_many(version: str) -> None:
    line = {"type": "path", "vertexCount": 6, "vertices": [0] * 12}
    for lengths, wanted in (([5], [5, 5]), ([5, 6], [5, 6]), ([5, 6, 7], [5, 6])):
        told, data = told_of_skel(worn(line | {"lengths": lengths}, version + ".0"))
        assert told == []
        (path,) = loaded(data).skins[0].attachments.values()
        assert path.lengths.tolist() == wanted  # type: ignore[union-attr]


def test_json_cannot_say_that_a_property_is_read_twice() -> None:
    x, y = TransformProperty.X, TransformProperty.Y
    once, other = TransformMapping(x, 0.0, y), TransformMapping(x, 1.0, x)
    for mappings, says in (((once, other), "two offsets"), ((once, TransformMapping(y, 0.0, y), once), "order")):
        constraint = TransformConstraint("c", (0,), 0, mappings=mappings)
        made = dataclasses.replace(read_clean(skeleton("4.3.0")), constraints=(constraint,))
        report = Report()
        write_skeleton_json(made, "out.json", report)
        (problem,) = list(report)
        assert (problem.severity, problem.place) == (Severity.ERROR, 'constraint "c"')
        assert says in problem.found


def test_json_gives_the_empty_name_to_keys_of_all_physics_constraints() -> None:
    nameless = {"bone": "b", "name": ""}
    made = read_clean(keyed({"physics": {"": {"wind": [{"value": 1}]}}}, physics=[nameless]))
    assert as_json(made)  # keys of all of them
    keys = CurveTimeline(Property.PHYSICS_WIND, 0, np.zeros(1), np.ones((1, 1)), Curves(np.zeros(1, np.uint8)))
    of_one = dataclasses.replace(made, animations=(Animation("go", (keys,), 0.0),))
    report = Report()
    write_skeleton_json(of_one, "out.json", report)
    (problem,) = list(report)
    assert "without a name" in problem.found
    back = loaded(as_skel(of_one)).animations[0].timelines[0]
    assert isinstance(back, CurveTimeline) and back.target == 0


def test_the_last_of_two_timelines_that_key_the_same_is_written_to_both_kinds() -> None:
    """3.8 and 4.x call colours differently, so one file may hold both; a pose shows the last one."""
    groups = {"slots": {"s": {"color": [{"color": "ff0000ff"}], "rgba": [{"color": "00ff00ff"}]}}}
    made, _ = read(keyed(groups))
    assert made is not None and len(made.animations[0].timelines) == 2
    for write in (write_skel, write_skeleton_json):
        report = Report()
        data = write(made, "out", report)
        assert [d.code for d in report] == ["twice"]
        (timeline,) = loaded(data if isinstance(data, bytes) else data.encode(), "x.json").animations[0].timelines
        assert isinstance(timeline, CurveTimeline)
        assert timeline.values.tolist() == [[0, 1, 0, 1]]


@pytest.mark.parametrize("listed", [(), (1, 0, 2), (7, 7, 7)])
def test_constraints_are_applied_as_the_skeleton_has_them_whatever_their_orders_say(listed: tuple[int, ...]) -> None:
    """A model that was put together by hand may contradict itself; its constraints' order is what a pose shows."""
    made = read_clean(skeleton(physics=[{"name": name, "bone": "b", "order": i} for i, name in enumerate("abc")]))
    turned = dataclasses.replace(made, constraints=made.constraints[::-1], listed=listed)
    for data, file in ((as_skel(turned), "x.skel"), (as_json(turned), "x.json")):
        assert [c.name for c in loaded(data, file).constraints] == ["c", "b", "a"]


# versions


def test_everything_that_only_43_has_is_told_at_once() -> None:
    linked = {"type": "linkedmesh", "source": "m", "slot": "s"}
    folder = [{"slots": ["s"], "keys": [{"time": 1}]}]
    source = rig("4.3", {"drawOrderFolder": folder, "slider": {"l": {"time": [{}]}}})
    source["slots"].append({"name": "t", "bone": "b"})
    source["skins"][0]["attachments"]["t"] = {"k": linked, "c": {"type": "clipping", "inverse": True} | TRIANGLE}
    source["constraints"] += [
        {"type": "ik", "name": "i2", "bones": ["b"], "target": "root", "scaleY": "volume"},
        {"type": "physics", "name": "y2", "bone": "b", "scaleX": 1, "scaleY": "uniform"},
        {"type": "transform", "name": "t2", "bones": ["b"], "source": "root", "clamp": True, "localSource": True,
         "properties": {"x": {"to": {"x": {}, "y": {}}}}},
    ]  # fmt: skip
    made, _ = read(source)
    assert made is not None
    report = Report()
    brought_to(made, Format.V42, "out.json", report)
    told = {(d.place.split(",")[-1].strip(), d.found) for d in report if d.severity is Severity.ERROR}
    assert {place for place, _ in told} == {
        'constraint "l"',
        'constraint "i2"',
        'constraint "y2"',
        'constraint "t2"',
        'attachment "k"',
        'attachment "c"',
        'animation "go"',
    }
    assert len([found for place, found in told if place == 'constraint "t2"']) == 3


def test_what_only_43s_editor_shows_is_left_out_with_one_warning() -> None:
    made = read_clean(
        worn(
            {"type": "clipping", "convex": True, "end": "s"} | TRIANGLE,
            "4.3.0",
            bones=[{"name": "root", "iconSize": 2}, {"name": "b", "parent": "root"}],
            animations={"go": {"color": "ff0000ff"}},
        )
    )
    report = Report()
    older = brought_to(made, Format.V42, "out.json", report)
    (warning,) = list(report)
    assert warning.severity is Severity.WARNING
    assert all(what in warning.found for what in ("icons' sizes", "animations' colours", "convex"))
    assert differences(older, loaded(as_json(older), "x.json")) == []
    assert differences(older, loaded(as_skel(older)), single)[1:] == []  # the editor's fields are in the file now


@pytest.mark.parametrize(
    ("version", "target", "written"),
    [
        ("4.2.40", Format.V42, "4.2.40"),
        ("4.2-from-4.3.01", Format.V42, "4.2-from-4.3.01"),
        ("4.1.24", Format.V42, LABELS[Format.V42]),
        ("4.0.64", Format.V43, LABELS[Format.V43]),
        ("3.8.99", Format.V42, LABELS[Format.V42]),
        ("4.3.02", Format.V43, "4.3.02"),
        ("4.3.02", Format.V42, LABELS[Format.V42]),
    ],
)
def test_a_file_calls_itself_by_the_version_whose_layout_it_has(version: str, target: Format, written: str) -> None:
    made = read_clean(skeleton(version))
    report = Report()
    moved = brought_to(made, target, "x", report)
    assert not list(report)
    assert moved.header.version == written
    assert loaded(as_skel(moved)).header.version == written
    assert loaded(as_json(moved), "x.json").format is target


def test_a_38_skeleton_is_brought_on_if_it_has_no_constraints() -> None:
    groups = {
        "bones": {"b": {"rotate": [{"curve": 0.25, "c3": 0.5}, {"time": 1, "angle": 270}]}},
        "slots": {"s": {"twoColor": [{"light": "ff0000ff", "dark": "00ff00"}]}},
    }
    made = read_clean(keyed(groups, "3.8.99"))
    report = Report()
    moved = brought_to(made, Format.V42, "x", report)
    assert not list(report)
    back = loaded(as_json(moved), "x.json")
    assert differences(dataclasses.replace(made, format=Format.V42, header=moved.header), back) == []
    bound = read_clean(skeleton("3.8.99", ik=[{"name": "i", "bones": ["b"], "target": "root"}]))
    brought_to(bound, Format.V42, "x", report)
    (problem,) = list(report)
    assert problem.severity is Severity.ERROR
    assert '"i"' in problem.found and "3.8" in problem.found
    for write in (write_skel, write_skeleton_json):
        with pytest.raises(ValueError, match=r"3\.8"):
            write(bound, "x", report)
    with pytest.raises(ValueError, match=r"3\.8"):
        brought_to(bound, Format.V38, "x", report)


def test_mixes_that_43_passes_over_are_0_in_42() -> None:
    """A key holds six mixes; 4.3 uses those of mapped properties, 4.2 all of them."""
    source = {
        "type": "transform",
        "name": "t",
        "bones": ["b"],
        "source": "root",
        "properties": {"x": {"to": {"x": {"max": 100}}}},
    }
    made = read_clean(keyed({"transform": {"t": [{"mixX": 0.5}]}}, "4.3.0", constraints=[source]))
    older = brought_to(made, Format.V42, "x", Report())
    (timeline,) = older.animations[0].timelines
    assert isinstance(timeline, CurveTimeline)
    assert timeline.values.tolist() == [[0, 0.5, 0, 0, 0, 0]]
    (constraint,) = older.constraints
    assert isinstance(constraint, TransformConstraint)
    assert (constraint.mixes, constraint.mappings) == ((0, 1, 0, 0, 0, 0), None)


# text


def test_json_is_laid_out_to_be_read_and_compared() -> None:
    made = read_clean(
        skeleton(
            bones=[{"name": "root", "x": -0.0, "y": 95.0, "rotation": 1e-7, "length": 1e20}],
            slots=[],
            animations={"go": {"bones": {"root": {"rotate": [{"value": 0.1}, {"time": 1}]}}}},
        )
    )
    text = as_json(made).decode()
    assert text == (
        '{\n\t"skeleton": { "hash": "", "spine": "4.2.0", "x": 0, "y": 0, "width": 0, "height": 0 },\n'
        '\t"bones": [\n'
        '\t\t{ "name": "root", "length": 1e+20, "rotation": 1e-07, "x": -0.0, "y": 95 }\n'
        "\t],\n"
        '\t"animations": {\n\t\t"go": {\n\t\t\t"bones": {\n\t\t\t\t"root": {\n\t\t\t\t\t"rotate": [\n'
        '\t\t\t\t\t\t{ "value": 0.1 },\n\t\t\t\t\t\t{ "time": 1 }\n'
        "\t\t\t\t\t]\n\t\t\t\t}\n\t\t\t}\n\t\t}\n\t}\n}\n"
    )


def test_numbers_of_binary_files_are_the_shortest_decimals_of_4_bytes() -> None:
    """0.1 is not a 4-byte float; what stands for it in a binary file reads back as 0.1, not as 0.10000000149011612."""
    for value in (0.1, 1 / 3, 123456.789, 1e-30, 16777217.0):
        nearest = float(np.float32(value))
        made = dataclasses.replace(read_clean(skeleton()), bones=(Bone("root", -1, x=nearest),), slots=())
        (short,) = loaded(as_json(made, single=True), "x.json").bones
        assert np.float32(short.x) == np.float32(value)
        assert len(repr(short.x)) <= len(repr(nearest))
        (long,) = loaded(as_json(made), "x.json").bones
        assert long.x == nearest


def test_skeletons_share_nothing_with_what_they_were_made_from(shared: Any) -> None:
    """Bringing to another version makes a new skeleton; the one given stays what it was."""
    source: Skeleton = read_clean(shared / "skeletons/4.2/spineboy/spineboy.json")
    before = as_json(source)
    brought_to(source, Format.V43, "x", Report())
    assert as_json(source) == before
