"""Which slots a mesh's own timelines reach through linked meshes: 4.3's binary files list them with the mesh."""

from __future__ import annotations

from collections.abc import Sequence

from rigbyscene.formats.skeleton_context import AttachmentKey
from rigbyscene.model.attachments import LinkedMesh
from rigbyscene.model.skeleton import Skin


def sharing_slots(skins: Sequence[Skin]) -> dict[AttachmentKey, set[int]]:
    """By mesh, as (skin, slot, placeholder): the other slots in which a linked mesh takes its timelines."""
    found: dict[AttachmentKey, set[int]] = {}
    ends: dict[AttachmentKey, AttachmentKey] = {}  # so that a long chain of links is followed once, not from each link
    for number, skin in enumerate(skins):
        for slot, key in skin.attachments:
            end = _end_of((number, slot, key), skins, ends)
            if end[1] != slot:
                found.setdefault(end, set()).add(slot)
    return found


def _end_of(at: AttachmentKey, skins: Sequence[Skin], ends: dict[AttachmentKey, AttachmentKey]) -> AttachmentKey:
    """Whose timelines act on the attachment at `at`."""
    passed = []
    while at not in ends:
        attachment = skins[at[0]].attachments[at[1:]]
        if not isinstance(attachment, LinkedMesh) or not attachment.inherit_timelines:
            ends[at] = at
            break
        passed.append(at)
        at = attachment.source_skin, attachment.source_slot, attachment.source_key
    ends.update(dict.fromkeys(passed, ends[at]))
    return ends[at]
