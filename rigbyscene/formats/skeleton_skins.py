"""Skins of skeleton JSON: the array of 3.8 and later, the object of files before it, and linked mesh resolution."""

from __future__ import annotations

from dataclasses import dataclass

from rigbyscene.formats.fields import Fields
from rigbyscene.formats.json_text import quoted
from rigbyscene.formats.skeleton_attachments import attachment_type, image_fields, read_attachment
from rigbyscene.formats.skeleton_context import AttachmentKey, Context
from rigbyscene.model.attachments import Attachment, LinkedMesh, Mesh
from rigbyscene.model.skeleton import Skin

_CONSTRAINT_LISTS = ("ik", "transform", "path", "physics", "slider")


@dataclass(frozen=True, slots=True)
class _Link:
    """A linked mesh as the file has it: names, not yet indices."""

    fields: Fields
    key: AttachmentKey
    source_key: str
    skin: str | None
    source_slot: int


def read_skins(root: Fields, context: Context) -> None:
    """Read all skins into `context`: attachments first, then links between them, since a source may come later."""
    entries: list[tuple[str | None, Fields, Fields]] = []
    if isinstance(root.data.get("skins"), dict):
        entries = [
            (name, Fields({}, slots.path, slots.source), slots) for name, slots in root.section("skins").members()
        ]
    else:
        entries = [(f.required_text("name"), f, f.section("attachments")) for f in root.objects("skins")]
    skins: list[dict[tuple[int, str], Attachment | None]] = []
    names: list[str] = []
    links: list[_Link] = []
    for name, fields, slots in entries:
        if name is None:
            continue
        if name in context.skin_names:
            found = f"a second skin is called {quoted(name)}"
            context.source.error("duplicate-name", fields.place("name"), found, "give every skin a name of its own")
        index = len(names)
        context.skin_names.setdefault(name, index)
        names.append(name)
        skins.append(_attachments(slots, index, name, context, links))
    resolved = _resolve(links, names, skins, context)
    for key, mesh in resolved.items():
        skins[key[0]][key[1:]] = mesh
    made = [{k: a for k, a in skin.items() if a is not None} for skin in skins]
    context.skins = tuple(
        Skin(
            name,
            made[i],
            fields.references("bones", context.bone_names, "bone", f"skin {quoted(name)}"),
            _constraints(fields, name, context),
            fields.color("color"),
        )
        for i, (name, fields) in enumerate((n, f) for n, f, _ in entries if n is not None)
    )


def _attachments(
    slots: Fields, skin: int, skin_name: str, context: Context, links: list[_Link]
) -> dict[tuple[int, str], Attachment | None]:
    """The attachments of one skin; None holds the place of what comes later (links) or could not be read."""
    found: dict[tuple[int, str], Attachment | None] = {}
    for slot_name, placeholders in slots.members():
        slot = context.slot_names.get(slot_name)
        if slot is None:
            owner = f"skin {quoted(skin_name)} names"
            context.source.dangling(placeholders.path, owner, "slot", slot_name, context.slot_names)
            continue
        for key, fields in placeholders.members():
            at = (skin, slot, key)
            context.attachment_places[at] = fields.path
            if attachment_type(fields) == "linkedmesh":
                found[slot, key] = None
                _note_link(fields, at, context, links)
                continue
            found[slot, key] = read_attachment(fields, key, context)
            if found[slot, key] is None:
                context.broken.add(at)
    return found


def _note_link(fields: Fields, at: AttachmentKey, context: Context, links: list[_Link]) -> None:
    source_key = fields.required_text(fields.first_of("source", "parent"))
    slot = fields.reference("slot", context.slot_names, "slot", f"linked mesh {quoted(at[2])}")
    if source_key is None or slot is None:
        context.broken.add(at)
        return
    links.append(_Link(fields, at, source_key, fields.text("skin"), at[1] if slot < 0 else slot))


def _constraints(fields: Fields, name: str, context: Context) -> tuple[int, ...]:
    indices: list[int] = []
    for kind in _CONSTRAINT_LISTS:
        known = {n: i for (k, n), i in context.constraint_names.items() if k == kind}
        skipped = {n: -1 for k, n in context.broken_constraints if k == kind}
        owner = f"skin {quoted(name)} names {kind}"
        indices += [i for i in fields.references(kind, known | skipped, "constraint", owner) if i >= 0]
    return tuple(indices)


def _resolve(
    links: list[_Link], names: list[str], skins: list[dict[tuple[int, str], Attachment | None]], context: Context
) -> dict[AttachmentKey, LinkedMesh]:
    """Bind every link to its source. A chain of links must end in a mesh; a circle, or anything else, is an error."""
    sources: dict[AttachmentKey, AttachmentKey] = {}
    for link in links:
        source = _source_of(link, names, skins, context)
        if source is None:
            context.broken.add(link.key)
        else:
            sources[link.key] = source
    made: dict[AttachmentKey, LinkedMesh] = {}
    for link in links:
        if link.key in sources and _leads_to_mesh(link, sources, skins, context):
            made[link.key] = _linked_mesh(link, sources[link.key])
    return made


def _source_of(
    link: _Link, names: list[str], skins: list[dict[tuple[int, str], Attachment | None]], context: Context
) -> AttachmentKey | None:
    """Where the source is: in the named skin; without one in the link's own skin, else in the default skin.

    The specification's default is the link's own skin, the format sheet's the default skin; real files satisfy both.
    """
    source = context.source
    if link.skin is not None:
        named = context.skin_names.get(link.skin)
        if named is None:
            place = link.fields.place("skin")
            owner = f"linked mesh {quoted(link.key[2])} names"
            source.dangling(place, owner, "skin", link.skin, context.skin_names)
            return None
        candidates = [named]
    else:
        candidates = [link.key[0]]
        candidates += [context.skin_names["default"]] if "default" in context.skin_names else []
    for skin in candidates:
        at = (skin, link.source_slot, link.source_key)
        if (link.source_slot, link.source_key) in skins[skin] and at != link.key:
            return at
        if at in context.broken:
            return None
    place = link.fields.place(link.fields.first_of("source", "parent"))
    owner = f"linked mesh {quoted(link.key[2])}"
    if (candidates[0], link.source_slot, link.source_key) == link.key:
        source.error("linked-circle", place, f"{owner} takes its geometry from itself", "link it to a mesh")
        return None
    here = [k for s, k in skins[candidates[0]] if s == link.source_slot]
    slot = context.slots[link.source_slot].name
    where = f"slot {quoted(slot)} of skin {quoted(names[candidates[0]])}"
    found = f"{owner} takes its geometry from {quoted(link.source_key)}, not in {where}"
    source.error("missing-source", place, found, "name an existing mesh", source.report.nearest(link.source_key, here))
    return None


def _leads_to_mesh(
    link: _Link,
    sources: dict[AttachmentKey, AttachmentKey],
    skins: list[dict[tuple[int, str], Attachment | None]],
    context: Context,
) -> bool:
    seen = [link.key]
    at = sources[link.key]
    place = link.fields.place(link.fields.first_of("source", "parent"))
    owner = f"linked mesh {quoted(link.key[2])}"
    while at in sources:
        if at in seen:
            circle = " → ".join(quoted(key) for _, _, key in [*seen, at])
            context.source.error("linked-circle", place, f"{owner} leads in a circle: {circle}", "link it to a mesh")
            return False
        seen.append(at)
        at = sources[at]
    end = skins[at[0]][at[1:]]
    if at in context.broken:
        return False  # reported where it stands
    if not isinstance(end, Mesh):
        kind = type(end).__name__.lower()
        found = f"{owner} takes its geometry from {quoted(at[2])}, a {kind}"
        context.source.error("missing-source", place, found, "link it to a mesh")
        return False
    return True


def _linked_mesh(link: _Link, source: AttachmentKey) -> LinkedMesh:
    fields = link.fields
    name = fields.text("name")
    skin, slot, key = source
    return LinkedMesh(
        link.key[2],
        link.key[2] if name is None else name,
        skin,
        slot,
        key,
        inherit_timelines=fields.boolean(fields.first_of("timelines", "deform"), True),
        width=fields.number("width", 0.0),
        height=fields.number("height", 0.0),
        **image_fields(fields),
    )
