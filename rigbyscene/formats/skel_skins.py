"""Skins of binary skeletons, and linked meshes bound to their sources."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from rigbyscene.formats.json_text import quoted
from rigbyscene.formats.mesh_links import sharing_slots
from rigbyscene.formats.skel_attachments import Link, read_attachment
from rigbyscene.formats.skel_bytes import EXPORT_AGAIN, BrokenSkel
from rigbyscene.formats.skel_context import SkelContext
from rigbyscene.formats.skel_layout import SKIN_COLOR
from rigbyscene.formats.skeleton_context import AttachmentKey
from rigbyscene.model.attachments import Attachment, LinkedMesh, Mesh
from rigbyscene.model.constraints import (
    Constraint,
    IkConstraint,
    PathConstraint,
    PhysicsConstraint,
    TransformConstraint,
)
from rigbyscene.model.skeleton import Skin

_LISTS = (IkConstraint, TransformConstraint, PathConstraint, PhysicsConstraint)
_Entries = dict[tuple[int, str], Attachment]
_Links = dict[AttachmentKey, Link]


def read_skins(context: SkelContext) -> None:
    """The default skin, if the file has one, is skin 0, and the others follow."""
    r = context.reader
    skins: list[Skin] = []
    entries: list[_Entries] = []
    links: _Links = {}
    names: set[str] = set()
    with r.section('skin "default"'):
        count = r.count("slots of the default skin", 2)
        if count:
            entries.append(_slot_entries(context, 0, count, links))
            skins.append(Skin("default", entries[0]))
            names.add("default")
    with r.section("skins"):
        for _ in range(r.count("skins", 2)):
            at, name = r.pos, r.name("a skin")
            context.unique("skin", name, names, at)
            names.add(name)
            with r.section(f"skin {quoted(name)}"):
                color = context.editor_color(SKIN_COLOR)
                bones, constraints = context.bone_list(), _constraints(context)
                entries.append(_slot_entries(context, len(skins), r.count("slots of the skin", 2), links))
                skins.append(Skin(name, entries[-1], bones, constraints, color))
    context.skins = tuple(skins)
    _check_sources(context, links)
    _drop_explained(context, entries)


def _constraints(context: SkelContext) -> tuple[int, ...]:
    r = context.reader
    found: list[int] = []
    lists: Sequence[type[Constraint] | None] = (None,) if context.newer else _LISTS
    for kind in lists:
        for _ in range(r.count("constraints of the skin")):
            at = r.pos
            found.append(context.constraint(kind, r.varint("the number of a constraint"), at))
    return tuple(found)


def _slot_entries(context: SkelContext, skin: int, count: int, links: _Links) -> _Entries:
    """The attachments of `count` slots. Where a linked mesh leads is looked at when all are there."""
    r = context.reader
    entries: _Entries = {}
    for _ in range(count):
        slot = context.slot()
        with r.section(f"slot {quoted(context.slots[slot].name)}"):
            for _ in range(r.count("attachments", 2)):
                at = r.pos
                key = r.ref_name("the placeholder")
                with r.section(f"attachment {quoted(key)}"):
                    context.attachment_places[skin, slot, key] = r.place(at)
                    read = read_attachment(context, slot, key)
                    links.pop((skin, slot, key), None)
                    if isinstance(read, Link):
                        links[skin, slot, key] = read
                    entries[slot, key] = read.mesh if isinstance(read, Link) else read
    return entries


def _check_sources(context: SkelContext, links: _Links) -> None:
    """Make sure that every chain of linked meshes ends in a mesh, and note in which."""
    for key, link in links.items():
        seen = {key}
        at = link
        while (source := _source(context, key, at)) in links and source not in context.meshes:
            if source in seen:
                found = f"linked mesh {quoted(key[2])} leads in a circle"
                raise BrokenSkel("linked-circle", at.place, found, "link it to a mesh")
            seen.add(source)
            at = links[source]
        context.meshes.update(dict.fromkeys(seen, context.meshes.get(source, source)))


def _source(context: SkelContext, key: AttachmentKey, link: Link) -> AttachmentKey:
    """Where `link` has its geometry from, which is there and is a mesh or a linked mesh."""
    owner, mesh = f"linked mesh {quoted(key[2])}", link.mesh
    skin, slot, name = mesh.source_skin, mesh.source_slot, mesh.source_key
    if skin >= len(context.skins):
        found = f"{owner}: {skin} is not the number of a skin, of which there are {len(context.skins)}"
        raise BrokenSkel("out-of-range", link.place, found, EXPORT_AGAIN)
    source = context.skins[skin].attachments.get((slot, name))
    if not isinstance(source, Mesh | LinkedMesh):
        kind = "nothing" if source is None else f"a {type(source).__name__.lower()}"
        where = f"slot {quoted(context.slots[slot].name)} of skin {quoted(context.skins[skin].name)}"
        found = f"{owner} takes its geometry from {quoted(name)} in {where}, which is {kind}"
        raise BrokenSkel("missing-source", link.place, found, "link it to a mesh")
    return skin, slot, name


def _drop_explained(context: SkelContext, entries: list[_Entries]) -> None:
    """Leave only those of a mesh's timeline slots that no linked mesh explains: JSON has none, the links say it all."""
    meshes = [
        ((skin, *at), mesh)
        for skin, own in enumerate(entries)
        for at, mesh in own.items()
        if isinstance(mesh, Mesh) and mesh.timeline_slots
    ]
    shared = sharing_slots(context.skins) if meshes else {}
    for key, mesh in meshes:
        rest = tuple(slot for slot in mesh.timeline_slots if slot not in shared.get(key, ()))
        entries[key[0]][key[1:]] = replace(mesh, timeline_slots=rest)
