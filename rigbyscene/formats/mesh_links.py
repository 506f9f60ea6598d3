"""Which slots a mesh's own timelines reach through linked meshes: 4.3's binary files list them with the mesh."""

from __future__ import annotations

from collections.abc import Sequence

from rigbyscene.formats.skeleton_context import AttachmentKey
from rigbyscene.model.attachments import LinkedMesh
from rigbyscene.model.skeleton import Skin


def sharing_slots(skins: Sequence[Skin]) -> dict[AttachmentKey, set[int]]:
    """By mesh, as (skin, slot, placeholder): the other slots in which a linked mesh takes its timelines."""
    found: dict[AttachmentKey, set[int]] = {}
    for number, skin in enumerate(skins):
        for (slot, key), attachment in skin.attachments.items():
            at = (number, slot, key)
            while isinstance(attachment, LinkedMesh) and attachment.inherit_timelines:
                at = attachment.source_skin, attachment.source_slot, attachment.source_key
                attachment = skins[at[0]].attachments[at[1:]]
            if at[1] != slot:
                found.setdefault(at, set()).add(slot)
    return found
