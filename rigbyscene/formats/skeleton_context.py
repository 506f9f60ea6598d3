"""What the readers of one skeleton file share: its format, its names, and what has been read so far."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from rigbyscene.formats.fields import Source
from rigbyscene.model.attachments import Attachment
from rigbyscene.model.constraints import Constraint
from rigbyscene.model.enums import Format, Inherit
from rigbyscene.model.skeleton import Bone, EventData, Skin, Slot

INHERIT: Mapping[str, Inherit] = {
    "normal": Inherit.NORMAL,
    "onlytranslation": Inherit.ONLY_TRANSLATION,
    "norotationorreflection": Inherit.NO_ROTATION_OR_REFLECTION,
    "noscale": Inherit.NO_SCALE,
    "noscaleorreflection": Inherit.NO_SCALE_OR_REFLECTION,
}

AttachmentKey = tuple[int, int, str]
"""Skin index, slot index, placeholder."""

MOST_EXPANDED = 50_000_000


def most_expanded(file_bytes: int) -> int:
    """How many deformed vertex entries, 16 bytes each, and how many places in draw orders a file of that size may take.

    Keys that move nothing are small. Two millions are some five hundred times what real skeletons take; files that are
    full of vertices may have more.
    """
    return min(MOST_EXPANDED, max(2_000_000, 8 * file_bytes))


@dataclass(slots=True)
class Context:
    """Filled in from top to bottom while a skeleton file is read.

    `bone_names` and the other name maps give indices. `constraint_names` is keyed by kind (``ik``, ``transform``,
    ``path``, ``physics``, ``slider``) and name. `broken` and `broken_constraints` name what is in the file but could
    not be read, so that what refers to it is not reported a second time. `offsets` and `places` are how much of
    `most_expanded` the animations may still take.
    """

    source: Source
    format: Format
    bones: tuple[Bone, ...] = ()
    slots: tuple[Slot, ...] = ()
    events: tuple[EventData, ...] = ()
    constraints: tuple[Constraint, ...] = ()
    listed: tuple[int, ...] = ()
    skins: tuple[Skin, ...] = ()
    bone_names: dict[str, int] = field(default_factory=dict)
    slot_names: dict[str, int] = field(default_factory=dict)
    skin_names: dict[str, int] = field(default_factory=dict)
    event_names: dict[str, int] = field(default_factory=dict)
    animation_names: dict[str, int] = field(default_factory=dict)
    constraint_names: dict[tuple[str, str], int] = field(default_factory=dict)
    attachment_places: dict[AttachmentKey, str] = field(default_factory=dict)
    offsets: int = MOST_EXPANDED
    places: int = MOST_EXPANDED
    broken: set[AttachmentKey] = field(default_factory=set)
    broken_constraints: set[tuple[str, str]] = field(default_factory=set)

    def attachment(self, key: AttachmentKey) -> Attachment | None:
        skin, slot, name = key
        return self.skins[skin].attachments.get((slot, name))
