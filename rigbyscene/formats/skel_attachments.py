"""Attachments of binary skeletons, all kinds. Linked meshes are bound to their sources when all skins are read."""

from __future__ import annotations

import struct
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from rigbyscene.formats.skel_bytes import color_of, signed
from rigbyscene.formats.skel_context import SkelContext
from rigbyscene.formats.skel_layout import (
    BOUNDING_BOX,
    BOUNDING_BOX_COLOR,
    CLIPPING,
    LINKED_MESH,
    MESH,
    PATH_ATTACHMENT,
    PATH_COLOR,
    POINT,
    POINT_COLOR,
    REGION,
)
from rigbyscene.formats.skeleton_attachments import MOST_PICTURES
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
from rigbyscene.model.skeleton import WHITE, Color

MOST_PICTURES_OF_ALL = 10 * MOST_PICTURES


@dataclass(frozen=True, slots=True)
class Link:
    """A linked mesh whose source is yet to be looked at, and the place of what names it."""

    mesh: LinkedMesh
    place: str


_Reader = Callable[[SkelContext, int, str, str, int], Attachment | Link]


def read_attachment(context: SkelContext, slot: int, key: str) -> Attachment | Link:
    """The attachment for placeholder `key` of `slot`."""
    flags = context.reader.byte("an attachment")
    kind = flags & 7
    if kind not in _READERS:
        found = f"attachment type {kind} is unknown; types go up to {CLIPPING}"
        context.reader.fail("out-of-range", found, at=context.reader.pos - 1)
    name = context.reader.ref_name("the attachment's name") if flags & 8 else key
    return _READERS[kind](context, slot, key, name, flags)


def _image(context: SkelContext, flags: int) -> tuple[str | None, Color, Sequence | None]:
    """Path, colour and sequence, each where its flag is set."""
    r = context.reader
    path = r.ref("the path") if flags & 16 else None
    color = color_of(r.uint32("the colour")) if flags & 32 else WHITE
    return path, color, _sequence(context) if flags & 64 else None


def _sequence(context: SkelContext) -> Sequence:
    r = context.reader
    with r.section("sequence"):
        at = r.pos
        count, start = r.varint("the number of pictures"), signed(r.varint("the start"))
        digits, setup = r.varint("the digits"), r.varint("the setup picture")
        if not 0 < count <= MOST_PICTURES or digits > 32 or setup >= count:
            found = f"{count} pictures, {digits} digits, setup picture {setup}"
            wanted = f"there are 1 to {MOST_PICTURES} pictures, up to 32 digits, and the setup picture is one of them"
            r.fail("out-of-range", f"{found}; {wanted}", at=at)
        context.pictures += count
        if context.pictures > MOST_PICTURES_OF_ALL:
            r.fail("too-large", f"more than {MOST_PICTURES_OF_ALL} pictures in sequences", at=at)
    return Sequence(count, start, digits, setup)


def _vertices(context: SkelContext, count: int, weighted: bool) -> Vertices:
    r = context.reader
    if not weighted:
        return Vertices(count, r.floats(2 * count, "the vertices").reshape(count, 2))
    if context.newer:
        r.count("entries of the bone list")  # their sum is in the file again, vertex by vertex
    starts, bones = [0], []
    numbers: list[float] = []
    for _ in range(count):
        at = r.pos
        entries = r.count("bones of a vertex", 13)
        if not entries:
            r.fail("bad-vertices", "a vertex hangs on no bone", at=at)
        for _ in range(entries):
            bones.append(context.bone("a vertex's bone"))
            numbers += r.unpack(_ENTRY, "a vertex")
        starts.append(len(bones))
    entry = np.array(numbers, np.float64).reshape(-1, 3)
    return Vertices(
        count,
        np.ascontiguousarray(entry[:, :2]),
        np.array(bones, np.int32),
        np.ascontiguousarray(entry[:, 2]),
        np.array(starts, np.int32),
    )


def _counted(context: SkelContext, weighted: int) -> Vertices:
    least = 14 if weighted else 8
    return _vertices(context, context.reader.count("vertices", least), bool(weighted))


def _region(context: SkelContext, slot: int, key: str, name: str, flags: int) -> Region:
    path, color, sequence = _image(context, flags)
    rotation = context.reader.number("rotation") if flags & 128 else 0.0
    x, y, scale_x, scale_y, width, height = context.reader.unpack(_REGION, "the region")
    return Region(key, name, path, x, y, rotation, scale_x, scale_y, width, height, color, sequence)


def _bounding_box(context: SkelContext, slot: int, key: str, name: str, flags: int) -> BoundingBox:
    return BoundingBox(key, name, _counted(context, flags & 16), context.editor_color(BOUNDING_BOX_COLOR))


def _mesh(context: SkelContext, slot: int, key: str, name: str, flags: int) -> Mesh:
    r = context.reader
    path, color, sequence = _image(context, flags)
    at = r.pos
    hull = r.varint("the hull")
    vertices = _counted(context, flags & 128)
    uvs = r.floats(2 * vertices.count, "the uvs").reshape(vertices.count, 2)
    triangles = 2 * vertices.count - hull - 2  # of a polygon without holes: Euler's formula
    if not vertices.count or triangles < 0:
        r.fail("bad-vertices", f"a hull of {hull} vertices does not fit a mesh of {vertices.count}", at=at)
    corners = r.varints(3 * triangles, vertices.count, "the triangles' vertices").reshape(-1, 3)
    timeline_slots: tuple[int, ...] = ()
    if context.newer:
        timeline_slots = r.indices(len(context.slots), "a slot", "slots that share timelines")
    edges: list[int] = []
    width = height = 0.0
    if context.nonessential:
        edges = r.varints(r.count("edges"), 2 * vertices.count, "an edge's vertex index times 2").tolist()
        width, height = r.number("the width"), r.number("the height")
    return Mesh(
        key,
        name,
        uvs,
        corners,
        vertices,
        path,
        color,
        sequence,
        hull=hull,
        edges=tuple(edges) if edges else None,
        width=width,
        height=height,
        timeline_slots=timeline_slots,
    )


def _linked_mesh(context: SkelContext, slot: int, key: str, name: str, flags: int) -> Link:
    r = context.reader
    path, color, sequence = _image(context, flags)
    source_slot = context.slot("the source's slot") if context.newer else slot
    place = r.place()
    skin = r.varint("the source's skin")
    source_key = r.ref_name("the source")
    width = height = 0.0
    if context.nonessential:
        width, height = r.number("the width"), r.number("the height")
    shares = bool(flags & 128)
    mesh = LinkedMesh(key, name, skin, source_slot, source_key, shares, path, color, sequence, width, height)
    return Link(mesh, place)


def _path(context: SkelContext, slot: int, key: str, name: str, flags: int) -> Path:
    r = context.reader
    at = r.pos
    vertices = _counted(context, flags & 64)
    knots, rest = divmod(vertices.count, 3)
    if rest or knots < 2:
        r.fail("bad-path", f"a path of {vertices.count} vertices; they come in threes, two or more", at=at)
    lengths = r.floats(knots, "the lengths")
    color = context.editor_color(PATH_COLOR)
    return Path(key, name, vertices, lengths, bool(flags & 16), bool(flags & 32), color)


def _point(context: SkelContext, slot: int, key: str, name: str, flags: int) -> Point:
    r = context.reader
    rotation, x, y = r.number("rotation"), r.number("x"), r.number("y")
    return Point(key, name, x, y, rotation, context.editor_color(POINT_COLOR))


def _clipping(context: SkelContext, slot: int, key: str, name: str, flags: int) -> Clipping:
    end = context.slot("the end slot")
    vertices = _counted(context, flags & 16)
    convex, inverse = (bool(flags & 32), bool(flags & 64)) if context.newer else (False, False)
    return Clipping(key, name, end, vertices, convex, inverse, context.editor_color(None))


_REGION = struct.Struct(">6f")
_ENTRY = struct.Struct(">3f")

_READERS: dict[int, _Reader] = {
    REGION: _region,
    BOUNDING_BOX: _bounding_box,
    MESH: _mesh,
    LINKED_MESH: _linked_mesh,
    PATH_ATTACHMENT: _path,
    POINT: _point,
    CLIPPING: _clipping,
}
