"""Attachments of all kinds: fields, vertices, linked meshes."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

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
from tests.formats.format_helpers import errors, only_error, only_warning, read, read_clean, skeleton


def _with(attachment: dict[str, Any], **others: Any) -> dict[str, Any]:
    return skeleton(skins=[{"name": "default", "attachments": {"s": {"a": attachment, **others}}}])


def _read(attachment: dict[str, Any]) -> Attachment:
    return read_clean(_with(attachment)).skins[0].attachments[0, "a"]


SQUARE: dict[str, Any] = {
    "type": "mesh",
    "uvs": [0, 0, 1, 0, 1, 1, 0, 1],
    "triangles": [0, 1, 2, 0, 2, 3],
    "vertices": [0, 0, 1, 0, 1, 1, 0, 1],
}


def test_every_kind_is_read_with_all_its_fields() -> None:
    drawn = {"path": "p", "color": "ff000080", "sequence": {"count": 4, "start": 2, "digits": 3, "setup": 1}}
    region = _read({"x": 1, "y": 2, "rotation": 3, "scaleX": 4, "scaleY": 5, "width": 6, "height": 7, **drawn})
    assert isinstance(region, Region)
    assert (region.x, region.y, region.rotation, region.scale_x, region.scale_y) == (1, 2, 3, 4, 5)
    assert (region.width, region.height, region.image) == (6, 7, "p")
    assert (region.color, region.sequence) == ((1, 0, 0, 128 / 255), Sequence(4, 2, 3, 1))
    mesh = _read(SQUARE | drawn | {"hull": 4, "edges": [0, 2, 4, 6], "width": 8, "height": 9})
    assert isinstance(mesh, Mesh)
    assert (mesh.hull, mesh.edges, mesh.width, mesh.height) == (4, (0, 2, 4, 6), 8, 9)
    assert (mesh.image, mesh.sequence) == ("p", Sequence(4, 2, 3, 1))
    assert (mesh.uvs.shape, mesh.triangles.tolist()) == ((4, 2), [[0, 1, 2], [0, 2, 3]])
    polygon = {"vertexCount": 3, "vertices": [0, 0, 4, 0, 0, 4.0], "color": "00ff00"}
    clip = _read({"type": "clipping", "end": "s", "convex": True, "inverse": True, **polygon})
    assert isinstance(clip, Clipping)
    assert (clip.end_slot, clip.convex, clip.inverse, clip.color) == (0, True, True, (0, 1, 0, 1))
    open_end = _read({"type": "clipping", **polygon})
    assert isinstance(open_end, Clipping)
    assert open_end.end_slot == -1
    assert isinstance(_read({"type": "boundingbox", **polygon}), BoundingBox)
    path = _read(
        {
            "type": "path",
            "vertexCount": 6,
            "vertices": list(range(12)),
            "lengths": [1, 2],
            "closed": True,
            "constantSpeed": False,
        }
    )
    assert isinstance(path, Path)
    assert (path.closed, path.constant_speed, path.lengths.tolist()) == (True, False, [1, 2])
    point = _read({"type": "point", "x": 1, "y": 2, "rotation": 3})
    assert isinstance(point, Point)
    assert (point.x, point.y, point.rotation) == (1, 2, 3)


@pytest.mark.parametrize("field", ["width", "height"])
def test_a_region_without_a_size_is_refused(field: str) -> None:
    entry = {"width": 1, "height": 1}
    del entry[field]
    assert only_error(_with(entry)).place == f"skins[0].attachments.s.a.{field}"


@pytest.mark.parametrize("whole", [4, 4.0])
def test_whole_numbers_may_be_written_with_a_point(whole: float) -> None:
    made = _read({"type": "boundingbox", "vertexCount": whole, "vertices": [0] * 8})
    assert isinstance(made, BoundingBox)
    assert made.vertices.count == 4


# vertices

_weights = st.floats(-10, 10, allow_nan=False).map(lambda v: round(v, 3))
_entry = st.tuples(st.integers(0, 1), _weights, _weights, _weights)


@given(st.lists(st.lists(_entry, min_size=1, max_size=5), min_size=3, max_size=9))
def test_weighted_vertices_are_split_into_bones_positions_and_weights(
    vertices: list[list[tuple[int, float, float, float]]],
) -> None:
    flat = [number for entries in vertices for number in [len(entries), *(n for e in entries for n in e)]]
    uvs = [0.5] * (2 * len(vertices))
    mesh = _read({"type": "mesh", "uvs": uvs, "triangles": [0, 1, 2], "vertices": flat})
    assert isinstance(mesh, Mesh)
    read_back = mesh.vertices
    assert read_back.bones is not None
    assert read_back.weights is not None
    assert read_back.starts is not None
    for i, entries in enumerate(vertices):
        rows = slice(read_back.starts[i], read_back.starts[i + 1])
        found = zip(read_back.bones[rows], *read_back.xy[rows].T, read_back.weights[rows], strict=True)
        assert [tuple(map(float, f)) for f in found] == entries
    assert read_back.starts[-1] == len(read_back.xy)


@given(st.data())
def test_weighted_vertices_that_do_not_add_up_are_refused_not_misread(data: st.DataObject) -> None:
    good = [1, 0, 1, 2, 1, 2, 0, 1, 2, 0.5, 1, 1, 2, 0.5, 1, 1, 5, 6, 1]
    at = data.draw(st.integers(0, len(good) - 1))
    change = data.draw(st.sampled_from(["cut", "insert", "bone", "nan"]))
    if change == "cut":
        bad: list[Any] = good[:at] + good[at + 1 :]
    elif change == "insert":
        bad = [*good[:at], 0.25, *good[at:]]
    elif change == "bone":
        bad = list(good)
        bad[data.draw(st.sampled_from([1, 6, 10, 15]))] = data.draw(st.sampled_from([-1, 2, 0.5, 1e9]))
    else:
        bad = [*good[:at], data.draw(st.sampled_from([None, "1", True])), *good[at + 1 :]]
    source = _with({"type": "mesh", "uvs": [0] * 6, "triangles": [0, 1, 2], "vertices": bad})
    problem = only_error(source)
    assert problem.place.startswith("skins[0].attachments.s.a.vertices")


def test_a_bone_that_is_not_there_is_reported_at_the_number_that_names_it() -> None:
    vertices = [1, 0, 1, 2, 1, 2, 0, 1, 2, 0.5, 1, 1, 2, 0.5, 1, 7, 5, 6, 1]
    problem = only_error(_with({"type": "mesh", "uvs": [0] * 6, "triangles": [0, 1, 2], "vertices": vertices}))
    assert problem.place == "skins[0].attachments.s.a.vertices[15]"
    assert vertices[15] == 7


def test_as_many_numbers_as_uvs_are_not_weighted() -> None:
    mesh = _read(SQUARE)
    assert isinstance(mesh, Mesh)
    assert not mesh.vertices.weighted
    assert mesh.vertices.xy.tolist() == [[0, 0], [1, 0], [1, 1], [0, 1]]


@pytest.mark.parametrize(
    ("change", "place"),
    [
        ({"triangles": [0, 1, 4]}, "triangles[2]"),
        ({"triangles": [0, -1, 2]}, "triangles[1]"),
        ({"triangles": [0, 1.5, 2]}, "triangles[1]"),
        ({"triangles": [0, 1]}, "triangles"),
        ({"uvs": [0, 0, 1]}, "uvs"),
        ({"uvs": []}, "uvs"),
        ({"vertices": [0, 0]}, "vertices"),
        ({"vertices": None}, "vertices"),
        ({"edges": [0, 9]}, "edges[1]"),
        ({"hull": -1}, "hull"),
        ({"sequence": {}}, "sequence.count"),
        ({"sequence": {"count": 0}}, "sequence.count"),
        ({"sequence": {"count": 10**9}}, "sequence.count"),
        ({"sequence": {"count": 2, "setup": 2}}, "sequence.setup"),
        ({"sequence": {"count": 2, "digits": 10**9}}, "sequence.digits"),
    ],
)
def test_a_damaged_mesh_is_refused_by_place(change: dict[str, Any], place: str) -> None:
    assert only_error(_with(SQUARE | change)).place == f"skins[0].attachments.s.a.{place}"


@pytest.mark.parametrize(
    ("entry", "place"),
    [
        ({"type": "path", "vertexCount": 7, "vertices": [0] * 14, "lengths": [1, 2]}, "vertexCount"),
        ({"type": "path", "vertexCount": 3, "vertices": [0] * 6, "lengths": [1]}, "vertexCount"),
        ({"type": "path", "vertexCount": 9, "vertices": [0] * 18, "lengths": [1]}, "lengths"),
        ({"type": "path", "vertexCount": 9, "vertices": [0] * 18, "lengths": [1, 2], "closed": True}, "lengths"),
        ({"type": "clipping", "vertexCount": 3, "vertices": [0] * 5}, "vertices"),
        ({"type": "clipping", "vertices": [0] * 6}, "vertexCount"),
        ({"type": "clipping", "vertexCount": -1, "vertices": []}, "vertexCount"),
        ({"type": "clipping", "vertexCount": 3, "vertices": [0] * 6, "end": "gone"}, "end"),
        ({"type": 5}, "type"),
    ],
)
def test_damaged_polygons_and_paths_are_refused_by_place(entry: dict[str, Any], place: str) -> None:
    found = errors(read(_with(entry))[1])
    assert f"skins[0].attachments.s.a.{place}" in {d.place for d in found}


def test_a_polygon_of_two_corners_is_warned_about() -> None:
    _, warning = only_warning(_with({"type": "boundingbox", "vertexCount": 2, "vertices": [0] * 4}))
    assert warning.code == "bad-polygon"


# linked meshes


def _chain(length: int, source_name: str) -> dict[str, Any]:
    """Skins k0 (the mesh) to k<length>, each linked to the one before; written last to first."""
    skins: list[dict[str, Any]] = []
    for i in range(length, 0, -1):
        entry = {"type": "linkedmesh", "skin": f"k{i - 1}", source_name: "a", "path": f"img{i}"}
        skins.append({"name": f"k{i}", "attachments": {"s": {"a": entry}}})
    skins.append({"name": "k0", "attachments": {"s": {"a": SQUARE}}})
    return skeleton(skins=skins)


def _geometry(made: Any, at: tuple[int, int, str]) -> Vertices:
    attachment = made.skins[at[0]].attachments[at[1:]]
    while isinstance(attachment, LinkedMesh):
        at = (attachment.source_skin, attachment.source_slot, attachment.source_key)
        attachment = made.skins[at[0]].attachments[at[1:]]
    assert isinstance(attachment, Mesh)
    return attachment.vertices


@given(st.integers(1, 30), st.sampled_from(["parent", "source"]))
def test_linked_meshes_lead_to_their_mesh_at_any_depth_whatever_comes_first(length: int, source_name: str) -> None:
    made = read_clean(_chain(length, source_name))
    assert np.array_equal(_geometry(made, (0, 0, "a")).xy.ravel(), SQUARE["vertices"])


@given(st.integers(1, 9), st.integers(0, 8))
def test_links_in_a_circle_are_refused(length: int, back_to: int) -> None:
    source = _chain(length, "parent")
    target = min(back_to, length - 1)
    source["skins"][-1]["attachments"]["s"]["a"] = {"type": "linkedmesh", "skin": f"k{target}", "parent": "a"}
    assert {d.code for d in errors(read(source)[1])} == {"linked-circle"}


@pytest.mark.parametrize(
    ("link", "names"),
    [
        ({"parent": "meshy"}, ["a", "meshy"]),
        ({"parent": "m", "skin": "gone"}, ["a", "gone"]),
        ({"parent": "m", "slot": "gone"}, ["a", "gone"]),
        ({"parent": "r"}, ["a", "r", "region"]),
        ({"parent": "a"}, ["a"]),
        ({}, ["source"]),
    ],
)
def test_a_linked_mesh_without_its_source_is_an_error_with_both_names(link: dict[str, Any], names: list[str]) -> None:
    problem = only_error(_with({"type": "linkedmesh", **link}, m=SQUARE, r={"width": 1, "height": 1}))
    assert all(name in problem.found for name in names)


def test_a_source_that_is_damaged_is_reported_once_not_as_missing_too() -> None:
    problem = only_error(_with({"type": "linkedmesh", "parent": "m"}, m=SQUARE | {"triangles": [9, 9, 9]}))
    assert problem.place == "skins[0].attachments.s.m.triangles[0]"


def test_without_a_skin_a_source_is_looked_for_in_the_own_skin_then_in_the_default_skin() -> None:
    link = {"type": "linkedmesh", "parent": "m"}
    default = {"name": "default", "attachments": {"s": {"m": SQUARE, "n": SQUARE}}}
    own = {"name": "k", "attachments": {"s": {"m": SQUARE, "a": link, "b": {"type": "linkedmesh", "parent": "n"}}}}
    made = read_clean(skeleton(skins=[default, own])).skins[1].attachments
    a, b = made[0, "a"], made[0, "b"]
    assert isinstance(a, LinkedMesh)
    assert isinstance(b, LinkedMesh)
    assert (a.source_skin, b.source_skin) == (1, 0)


@pytest.mark.parametrize(
    ("field", "inherits"),
    [({}, True), ({"deform": False}, False), ({"timelines": False}, False), ({"deform": True}, True)],
)
def test_a_linked_mesh_takes_its_sources_timelines_unless_it_says_no(field: dict[str, bool], inherits: bool) -> None:
    made = read_clean(_with({"type": "linkedmesh", "parent": "m", **field}, m=SQUARE)).skins[0].attachments[0, "a"]
    assert isinstance(made, LinkedMesh)
    assert made.inherit_timelines is inherits


def test_4_3_links_across_slots() -> None:
    skins = [
        {
            "name": "k",
            "attachments": {"s": {"a": {"type": "linkedmesh", "source": "m", "slot": "t"}}, "t": {"m": SQUARE}},
        }
    ]
    slots = [{"name": "s", "bone": "b"}, {"name": "t", "bone": "b"}]
    made = read_clean(skeleton("4.3.0", slots=slots, skins=skins)).skins[0].attachments[0, "a"]
    assert isinstance(made, LinkedMesh)
    assert (made.source_skin, made.source_slot, made.source_key) == (0, 1, "m")
