"""Skins and attachments of skeleton JSON, written."""

from __future__ import annotations

import itertools

from rigbyscene.formats.json_text import quoted
from rigbyscene.formats.write_json_constraints import KINDS
from rigbyscene.formats.write_json_context import JsonWriter, Members, Number, flag, hex_color
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
from rigbyscene.model.skeleton import WHITE

_WHITE = hex_color(WHITE)


def skin_members(w: JsonWriter, index: int) -> Members:
    """The skin with that index."""
    skeleton = w.skeleton
    skin = skeleton.skins[index]
    to: Members = {"name": skin.name}
    if skin.bones:
        to["bones"] = [w.bones[i] for i in skin.bones]
    listed = [skeleton.constraints[i] for i in skin.constraints]
    for kind, name in KINDS.items():
        names = [c.name for c in listed if isinstance(c, kind)]
        if names:
            to[name] = names
    if skin.color is not None:
        to["color"] = hex_color(skin.color)
    attachments: dict[str, Members] = {}
    with w.section(f"skin {quoted(skin.name)}"):
        for (slot, key), attachment in skin.attachments.items():
            with w.section(f"slot {quoted(w.slots[slot])}"), w.section(f"attachment {quoted(key)}"):
                attachments.setdefault(w.slots[slot], {})[key] = _members(w, index, slot, attachment)
    if attachments:
        to["attachments"] = attachments
    return to


def _members(w: JsonWriter, skin: int, slot: int, a: Attachment) -> Members:
    to: Members = {}
    if a.name != a.key:
        to["name"] = a.name
    match a:
        case Region():
            _region(w, to, a)
        case Mesh():
            _mesh(w, to, a)
        case LinkedMesh():
            _linked_mesh(w, to, a, skin, slot)
        case Clipping():
            to["type"] = "clipping"
            if a.end_slot >= 0:
                to["end"] = w.slots[a.end_slot]
            flag(to, "convex", a.convex)
            flag(to, "inverse", a.inverse)
            _polygon(w, to, a.vertices, a.color)
        case BoundingBox():
            to["type"] = "boundingbox"
            _polygon(w, to, a.vertices, a.color)
        case Path():
            to["type"] = "path"
            flag(to, "closed", a.closed)
            flag(to, "constantSpeed", a.constant_speed, True)
            to["lengths"] = w.numbers(a.lengths)
            _polygon(w, to, a.vertices, a.color)
        case Point():
            to["type"] = "point"
            w.put(to, "x", a.x, 0.0)
            w.put(to, "y", a.y, 0.0)
            w.put(to, "rotation", a.rotation, 0.0)
            _editor_color(to, a.color)
        case UnknownAttachment():
            w.warning("left-out", f"an attachment of the unknown type {quoted(a.type)}", "its fields are not written")
            to["type"] = a.type
    return to


def _editor_color(to: Members, color: tuple[float, ...] | None) -> None:
    if color is not None:
        to["color"] = hex_color(color)


def _image(w: JsonWriter, to: Members, a: Region | Mesh | LinkedMesh) -> None:
    if a.path is not None:
        to["path"] = a.path
    if hex_color(a.color) != _WHITE:
        to["color"] = hex_color(a.color)


def _sequence(to: Members, a: Region | Mesh | LinkedMesh) -> None:
    if a.sequence is not None:
        made: Members = {"count": a.sequence.count}
        for name, value, default in (("start", a.sequence.start, 1), ("digits", a.sequence.digits, 0)):
            if value != default:
                made[name] = value
        if a.sequence.setup:
            made["setup"] = a.sequence.setup
        to["sequence"] = made


def _region(w: JsonWriter, to: Members, a: Region) -> None:
    _image(w, to, a)
    w.put(to, "x", a.x, 0.0)
    w.put(to, "y", a.y, 0.0)
    w.put(to, "scaleX", a.scale_x, 1.0)
    w.put(to, "scaleY", a.scale_y, 1.0)
    w.put(to, "rotation", a.rotation, 0.0)
    to |= {"width": w.number(a.width), "height": w.number(a.height)}
    _sequence(to, a)


def _mesh(w: JsonWriter, to: Members, a: Mesh) -> None:
    to["type"] = "mesh"
    _image(w, to, a)
    to["uvs"] = w.numbers(a.uvs)
    to["triangles"] = a.triangles.ravel().tolist()
    to["vertices"] = vertex_numbers(w, a.vertices)
    if a.hull:
        to["hull"] = a.hull
    _sequence(to, a)
    if a.edges is not None:
        to["edges"] = list(a.edges)
    w.put(to, "width", a.width, 0.0)
    w.put(to, "height", a.height, 0.0)
    if a.timeline_slots:
        found = "slots take its timelines for which there is no linked mesh"
        w.warning("left-out", found, "JSON does not hold that; it has no effect")


def _linked_mesh(w: JsonWriter, to: Members, a: LinkedMesh, skin: int, slot: int) -> None:
    """A left-out skin is the link's own for some loaders and the default one for others: it is where both agree."""
    to["type"] = "linkedmesh"
    _image(w, to, a)
    skins = w.skeleton.skins
    is_default = skins[a.source_skin].name == "default"
    in_own = skin != a.source_skin and (a.source_slot, a.source_key) in skins[skin].attachments
    if not is_default or in_own:
        to["skin"] = skins[a.source_skin].name
    to["source" if w.newer else "parent"] = a.source_key
    if a.source_slot != slot:
        to["slot"] = w.slots[a.source_slot]
    if not a.inherit_timelines:
        to["timelines"] = False
        if not w.newer:
            to["deform"] = False  # the specification page's name for it in 4.2
    _sequence(to, a)
    w.put(to, "width", a.width, 0.0)
    w.put(to, "height", a.height, 0.0)


def _polygon(w: JsonWriter, to: Members, vertices: Vertices, color: tuple[float, ...] | None) -> None:
    to["vertexCount"] = vertices.count
    to["vertices"] = vertex_numbers(w, vertices)
    _editor_color(to, color)


def vertex_numbers(w: JsonWriter, vertices: Vertices) -> list[Number]:
    """x, y of each vertex; or, of weighted ones, the number of bones and then bone, x, y, weight for each of them."""
    xy = w.numbers(vertices.xy)
    if vertices.bones is None or vertices.weights is None or vertices.starts is None:
        return xy
    weights, bones = w.numbers(vertices.weights), vertices.bones.tolist()
    made: list[Number] = []
    for first, end in itertools.pairwise(vertices.starts.tolist()):
        made.append(end - first)
        for entry in range(first, end):
            made += (bones[entry], xy[2 * entry], xy[2 * entry + 1], weights[entry])
    return made
