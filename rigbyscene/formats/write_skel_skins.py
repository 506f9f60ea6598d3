"""Skins and attachments of binary skeletons, written."""

from __future__ import annotations

import itertools

import numpy as np

from rigbyscene.formats.json_text import quoted
from rigbyscene.formats.skel_layout import (
    BOUNDING_BOX,
    BOUNDING_BOX_COLOR,
    CLIPPING,
    CLIPPING_COLOR,
    LINKED_MESH,
    MESH,
    PATH_ATTACHMENT,
    PATH_COLOR,
    POINT,
    POINT_COLOR,
    REGION,
    SKIN_COLOR,
)
from rigbyscene.formats.skeleton_context import AttachmentKey
from rigbyscene.formats.write_skel_bytes import rgba_of
from rigbyscene.formats.write_skel_constraints import is_written
from rigbyscene.formats.write_skel_context import LISTS, Skel
from rigbyscene.model.animation import DrawOrderFolderTimeline, DrawOrderTimeline
from rigbyscene.model.attachments import (
    Attachment,
    BoundingBox,
    Clipping,
    LinkedMesh,
    Mesh,
    Path,
    Point,
    Region,
    UnknownAttachment,
    Vertices,
)
from rigbyscene.model.skeleton import WHITE, Skin

_WHITE = rgba_of(WHITE)


def write_skins(skel: Skel) -> None:
    """The default skin first, without a name, then the others."""
    w, skins = skel.writer, skel.skeleton.skins
    others = [i for i in skel.skin_numbers if skins[i].name != "default"]
    default = next((i for i in skel.skin_numbers if skins[i].name == "default"), None)
    with w.section('skin "default"'):
        for skin in skins:
            if skin.name == "default" and (skin.bones or skin.constraints or skin.color):
                found = "the default skin lists bones or constraints, or has a colour, and in a .skel it cannot"
                w.error("no-place", found, "move them to a skin with a name, or write JSON")
        if default is None:
            w.varint(0)
        else:
            _slots(skel, default)
    w.varint(len(others))
    for index in others:
        skin = skins[index]
        with w.section(f"skin {quoted(skin.name)}"):
            w.string(skin.name)
            skel.editor_color(skin.color, SKIN_COLOR)
            w.varints(skin.bones)
            _constraints(skel, skin)
            _slots(skel, index)


def _constraints(skel: Skel, skin: Skin) -> None:
    numbers, constraints = skel.constraint_numbers, skel.skeleton.constraints
    if skel.newer:
        skel.writer.varints(numbers[i] for i in skin.constraints)
        return
    for kind in LISTS:
        skel.writer.varints(numbers[i] for i in skin.constraints if isinstance(constraints[i], kind))


def _slots(skel: Skel, skin: int) -> None:
    w = skel.writer
    by_slot: dict[int, list[tuple[str, Attachment]]] = {}
    for (slot, key), attachment in skel.skeleton.skins[skin].attachments.items():
        by_slot.setdefault(slot, []).append((key, attachment))
    w.varint(len(by_slot))
    for slot, entries in by_slot.items():
        w.varint(slot)
        w.varint(len(entries))
        for key, attachment in entries:
            with w.section(f"slot {quoted(skel.skeleton.slots[slot].name)}"), w.section(f"attachment {quoted(key)}"):
                w.ref(key)
                _attachment(skel, (skin, slot, key), attachment)


def _attachment(skel: Skel, at: AttachmentKey, attachment: Attachment) -> None:
    key = at[2]
    match attachment:
        case Region():
            _region(skel, attachment, key)
        case Mesh():
            _mesh(skel, attachment, at)
        case LinkedMesh():
            _linked_mesh(skel, attachment, key)
        case Clipping():
            _clipping(skel, attachment, key)
        case BoundingBox() as box:
            _head(skel, BOUNDING_BOX | 16 * box.vertices.weighted, box.name, key)
            _vertices(skel, box.vertices)
            skel.editor_color(box.color, BOUNDING_BOX_COLOR)
        case Path():
            _path(skel, attachment, key)
        case Point() as point:
            _head(skel, POINT, point.name, key)
            for value in (point.rotation, point.x, point.y):
                skel.writer.number(value)
            skel.editor_color(point.color, POINT_COLOR)
        case UnknownAttachment() as unknown:
            found = f"an attachment of the unknown type {quoted(unknown.type)}"
            skel.writer.error("no-place", found, "remove it: a .skel holds only types that are known")


def _head(skel: Skel, flags: int, name: str, key: str) -> None:
    w = skel.writer
    w.byte(flags | 8 * (name != key))
    if name != key:
        w.ref(name)


def _image(skel: Skel, flags: int, attachment: Region | Mesh | LinkedMesh, key: str) -> None:
    """Flags and name, then path, colour and sequence where there are some."""
    w, a = skel.writer, attachment
    rgba = rgba_of(a.color)
    flags |= 16 * (a.path is not None) | 32 * (rgba != _WHITE) | 64 * (a.sequence is not None)
    _head(skel, flags, a.name, key)
    if a.path is not None:
        w.ref(a.path)
    if rgba != _WHITE:
        w.uint32(rgba)
    if a.sequence is not None:
        for number in (a.sequence.count, a.sequence.start, a.sequence.digits, a.sequence.setup):
            w.varint(number)


def _vertices(skel: Skel, vertices: Vertices) -> None:
    """Their number and the vertices; a flag of the attachment says whether they are weighted."""
    w = skel.writer
    w.varint(vertices.count)
    bones, weights, starts = vertices.bones, vertices.weights, vertices.starts
    if bones is None or weights is None or starts is None:
        w.floats(vertices.xy)
        return
    if skel.newer:
        w.varint(vertices.count + len(bones))
    rows = np.column_stack((vertices.xy, weights))
    for first, end in itertools.pairwise(starts.tolist()):
        w.varint(end - first)
        for entry in range(first, end):
            w.varint(int(bones[entry]))
            w.floats(rows[entry])


def _region(skel: Skel, a: Region, key: str) -> None:
    turned = is_written(a.rotation)
    _image(skel, REGION | 128 * turned, a, key)
    if turned:
        skel.writer.number(a.rotation)
    for value in (a.x, a.y, a.scale_x, a.scale_y, a.width, a.height):
        skel.writer.number(value)


def _mesh(skel: Skel, a: Mesh, at: AttachmentKey) -> None:
    w = skel.writer
    _image(skel, MESH | 128 * a.vertices.weighted, a, at[2])
    # the file has no number of triangles: it follows from the hull, which is the editor's and has to give way
    hull = 2 * a.vertices.count - 2 - len(a.triangles)
    if hull < 0:
        found = f"{len(a.triangles)} triangles are more than a .skel holds for {a.vertices.count} vertices"
        w.error("no-place", found, "remove triangles that lie on others, or write JSON")
    elif hull != a.hull:
        found = f"a hull of {a.hull} vertices does not fit {len(a.triangles)} triangles"
        w.warning("hull", found, f"{hull} is written, from which a .skel has the number of triangles")
    w.varint(hull)
    _vertices(skel, a.vertices)
    w.floats(a.uvs)
    for corner in a.triangles.ravel().tolist():
        w.varint(corner)
    if skel.newer:
        w.varints(sorted({*skel.sharing_slots.get(at, ()), *a.timeline_slots}))
    if skel.nonessential:
        w.varints(a.edges or ())
        w.number(a.width)
        w.number(a.height)


def _linked_mesh(skel: Skel, a: LinkedMesh, key: str) -> None:
    w = skel.writer
    _image(skel, LINKED_MESH | 128 * a.inherit_timelines, a, key)
    if skel.newer:
        w.varint(a.source_slot)
    w.varint(skel.skin_numbers[a.source_skin])
    w.ref(a.source_key)
    if skel.nonessential:
        w.number(a.width)
        w.number(a.height)


def _path(skel: Skel, a: Path, key: str) -> None:
    flags = PATH_ATTACHMENT | 16 * a.closed | 32 * a.constant_speed | 64 * a.vertices.weighted
    _head(skel, flags, a.name, key)
    _vertices(skel, a.vertices)
    knots = a.vertices.count // 3
    # an open path needs one length less than it has knots; the file has one for each
    lengths = np.concatenate((a.lengths[:knots], np.repeat(a.lengths[-1:], max(knots - len(a.lengths), 0))))
    skel.writer.floats(lengths)
    skel.editor_color(a.color, PATH_COLOR)


def _clipping(skel: Skel, a: Clipping, key: str) -> None:
    w = skel.writer
    flags = CLIPPING | 16 * a.vertices.weighted
    if skel.newer:
        flags |= 32 * a.convex | 64 * a.inverse
    _head(skel, flags, a.name, key)
    end = a.end_slot
    if end < 0:
        # the last slot is the end of the draw order as long as nothing is drawn behind it
        end = len(skel.skeleton.slots) - 1
        if _reorders(skel):
            found = "it clips to the end of the draw order, which animations change; a .skel has to name a slot"
            w.error("no-place", found, "give it an end slot, or write JSON")
        else:
            name = quoted(skel.skeleton.slots[end].name)
            w.warning("end-slot", "it clips to the end of the draw order", f"the last slot, {name}, is written")
    w.varint(end)
    _vertices(skel, a.vertices)
    skel.editor_color(a.color, CLIPPING_COLOR)


def _reorders(skel: Skel) -> bool:
    order = DrawOrderTimeline | DrawOrderFolderTimeline
    return any(isinstance(t, order) for animation in skel.skeleton.animations for t in animation.timelines)
