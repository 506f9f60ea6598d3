"""Attachments of skeleton JSON, all kinds and versions. Linked meshes are bound to their sources afterwards."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from rigbyscene.formats.arrays import required_numbers, whole_numbers
from rigbyscene.formats.fields import Fields
from rigbyscene.formats.skeleton_context import Context
from rigbyscene.formats.vertices import read_vertices
from rigbyscene.model.attachments import (
    Attachment,
    BoundingBox,
    Clipping,
    Mesh,
    Path,
    Point,
    Region,
    Sequence,
    UnknownAttachment,
    Vertices,
)
from rigbyscene.model.skeleton import WHITE

MOST_PICTURES = 10_000
"""More pictures in one sequence are taken for a damaged file: each is looked up when the file is loaded."""

_Reader = Callable[[Fields, str, str, Context], Attachment | None]


def read_attachment(fields: Fields, key: str, context: Context) -> Attachment | None:
    """The attachment under placeholder `key`, or None with the reasons reported. Not for linked meshes."""
    kind = attachment_type(fields)
    name = fields.text("name")
    reader = _READERS.get(kind)
    if reader is not None:
        return reader(fields, key, key if name is None else name, context)
    context.source.unknown("attachment type", kind, fields.place("type"))
    return UnknownAttachment(key, key if name is None else name, kind)


def attachment_type(fields: Fields) -> str:
    kind = fields.text("type")
    return "region" if kind is None else kind


def read_sequence(fields: Fields) -> Sequence | None:
    if fields.data.get("sequence") is None:
        return None
    inner = fields.section("sequence")
    if "count" not in inner.data:
        inner.wrong("count", "the number of pictures")
        return None
    count = inner.integer("count", 1, least=1, most=MOST_PICTURES)
    return Sequence(
        count,
        inner.integer("start", 1),
        inner.integer("digits", 0, least=0, most=32),
        inner.integer("setup", 0, least=0, most=count - 1),
    )


def image_fields(fields: Fields) -> dict[str, Any]:
    """What regions, meshes and linked meshes have in common, as arguments of their classes."""
    color = fields.color("color")
    return {
        "path": fields.text("path"),
        "color": WHITE if color is None else color,
        "sequence": read_sequence(fields),
    }


def _region(fields: Fields, key: str, name: str, context: Context) -> Region:
    return Region(
        key,
        name,
        x=fields.number("x", 0.0),
        y=fields.number("y", 0.0),
        rotation=fields.number("rotation", 0.0),
        scale_x=fields.number("scaleX", 1.0),
        scale_y=fields.number("scaleY", 1.0),
        width=fields.required_number("width"),
        height=fields.required_number("height"),
        **image_fields(fields),
    )


def _mesh(fields: Fields, key: str, name: str, context: Context) -> Mesh | None:
    before = len(fields.source.report)
    uvs = required_numbers(fields, "uvs")
    if len(fields.source.report) > before:
        return None
    if len(uvs) % 2 or not len(uvs):
        found = f"{len(uvs)} numbers are not one or more pairs u, v"
        context.source.error("bad-vertices", fields.place("uvs"), found, "export the file again")
        return None
    count = len(uvs) // 2
    triangles = whole_numbers(fields, "triangles", count, "a vertex index")
    if triangles is not None and len(triangles) % 3:
        found = f"{len(triangles)} vertex indices are not whole triangles"
        context.source.error("bad-triangles", fields.place("triangles"), found, "export the file again")
        return None
    vertices = read_vertices(fields, count, len(context.bones))
    edges = (
        whole_numbers(fields, "edges", 2 * count, "an edge's vertex index times 2") if _has(fields, "edges") else None
    )
    if triangles is None or vertices is None:
        return None
    return Mesh(
        key,
        name,
        uvs.reshape(count, 2),
        triangles.reshape(-1, 3),
        vertices,
        hull=fields.integer("hull", 0, least=0),
        edges=None if edges is None else tuple(edges.tolist()),
        width=fields.number("width", 0.0),
        height=fields.number("height", 0.0),
        **image_fields(fields),
    )


def _has(fields: Fields, key: str) -> bool:
    return fields.data.get(key) is not None


def _counted_vertices(fields: Fields, context: Context) -> Vertices | None:
    if "vertexCount" not in fields.data:
        fields.wrong("vertexCount", "the number of vertices")
        return None
    count = fields.integer("vertexCount", -1, least=0)
    return None if count < 0 else read_vertices(fields, count, len(context.bones))


def _polygon(fields: Fields, context: Context) -> Vertices | None:
    vertices = _counted_vertices(fields, context)
    if vertices is not None and vertices.count < 3:
        found = f"a polygon of {vertices.count} vertices encloses nothing"
        context.source.warning("bad-polygon", fields.place("vertexCount"), found, "give it three or more")
    return vertices


def _clipping(fields: Fields, key: str, name: str, context: Context) -> Clipping | None:
    end = fields.reference("end", context.slot_names, "slot", f"the end of clipping {key!r}")
    vertices = _polygon(fields, context)
    if vertices is None or end is None:
        return None
    return Clipping(
        key,
        name,
        end,
        vertices,
        convex=fields.boolean("convex", False),
        inverse=fields.boolean("inverse", False),
        color=fields.color("color"),
    )


def _bounding_box(fields: Fields, key: str, name: str, context: Context) -> BoundingBox | None:
    vertices = _polygon(fields, context)
    return None if vertices is None else BoundingBox(key, name, vertices, fields.color("color"))


def _path(fields: Fields, key: str, name: str, context: Context) -> Path | None:
    vertices = _counted_vertices(fields, context)
    before = len(fields.source.report)
    lengths = required_numbers(fields, "lengths")
    if vertices is None or len(fields.source.report) > before:
        return None
    knots, rest = divmod(vertices.count, 3)
    closed = fields.boolean("closed", False)
    curves = knots if closed else knots - 1
    if rest or knots < 2:
        found = f"a path of {vertices.count} vertices; they come in threes, two or more"
        context.source.error("bad-path", fields.place("vertexCount"), found, "export the file again")
        return None
    if len(lengths) < curves:
        found = f"{len(lengths)} lengths for {curves} curves"
        context.source.error("bad-path", fields.place("lengths"), found, "give every curve its cumulative length")
        return None
    return Path(
        key,
        name,
        vertices,
        np.ascontiguousarray(lengths),
        closed=closed,
        constant_speed=fields.boolean("constantSpeed", True),
        color=fields.color("color"),
    )


def _point(fields: Fields, key: str, name: str, context: Context) -> Point:
    return Point(
        key,
        name,
        x=fields.number("x", 0.0),
        y=fields.number("y", 0.0),
        rotation=fields.number("rotation", 0.0),
        color=fields.color("color"),
    )


_READERS: dict[str, _Reader] = {
    "region": _region,
    "mesh": _mesh,
    "clipping": _clipping,
    "boundingbox": _bounding_box,
    "path": _path,
    "point": _point,
}
