"""A skeleton compiled for posing: packed once at load, shared by every actor that uses it."""

from __future__ import annotations

import functools
from collections.abc import Mapping
from typing import NamedTuple

import numpy as np

from rigbyscene.model.attachments import Attachment
from rigbyscene.model.constraints import PathConstraint
from rigbyscene.model.skeleton import Skeleton, Skin
from rigbyscene.pose.buffers import lay_out
from rigbyscene.pose.layout import (
    BONE_STRIDE,
    KIND,
    KIND_PATH,
    ROW_COUNT,
    SLOT_STRIDE,
    VERTEX_COUNT,
    Floats,
    Ints,
    OutfitArrays,
    RigArrays,
)
from rigbyscene.pose.pack_attachments import AttachmentPlace, PackedAttachments, pack_attachments
from rigbyscene.pose.pack_constraints import PackedConstraints, pack_constraints
from rigbyscene.pose.pack_timelines import PackedTimelines
from rigbyscene.pose.program import write_program


class Outfit(NamedTuple):
    """A skin worn by a rig: its arrays, and the buffer that they are views of."""

    arrays: OutfitArrays
    ints: Ints


class Rig:
    """The packed form of a `Skeleton`.

    `arrays` is what kernels read, views of the buffers `ints` and `floats`; `attachments` and `places` name what its
    attachment numbers mean, `attachment_index` finds a place's number; `outfit(skin)` is what wearing a skin makes of
    it, `altered` an outfit with other attachments.
    """

    def __init__(self, skeleton: Skeleton):
        packed = pack_attachments(skeleton)
        first_slot = len(skeleton.bones) * BONE_STRIDE
        constraints = pack_constraints(skeleton, first_slot + len(skeleton.slots) * SLOT_STRIDE)
        timelines = PackedTimelines(skeleton, packed, constraints.first_values)
        self.skeleton = skeleton
        self.attachments: tuple[Attachment, ...] = packed.items
        self.places: tuple[AttachmentPlace, ...] = packed.places
        self.placeholders = packed.placeholders
        self.animation_index = {a.name: i for i, a in reversed(list(enumerate(skeleton.animations)))}
        self.attachment_index = packed.index
        self.deform_count, slot_deforms = _slot_spans(skeleton, packed, ROW_COUNT, 2)
        self.physics_count = constraints.physics_count
        self.scratch_count = _scratch_count(skeleton, packed)
        self.timeline_count = timelines.most_rows
        self.curve_count = timelines.most_curves
        self.vertex_count, slot_vertices = _slot_spans(skeleton, packed, VERTEX_COUNT, 1)
        arrays = RigArrays(
            parents=np.array([b.parent for b in skeleton.bones], np.int32),
            setup=_setup_values(skeleton, constraints),
            inherit=np.array([b.inherit for b in skeleton.bones], np.int32),
            slot_bones=np.array([s.bone for s in skeleton.slots], np.int32),
            slot_placeholders=np.array(
                [
                    -1 if s.attachment is None else packed.placeholders[i, s.attachment]
                    for i, s in enumerate(skeleton.slots)
                ],
                np.int32,
            ),
            slot_deforms=slot_deforms,
            slot_vertices=slot_vertices,
            attachments=packed.table,
            rows=packed.rows,
            row_bones=packed.row_bones,
            row_weights=packed.row_weights,
            starts=packed.starts,
            timelines=timelines.timelines,
            animations=timelines.animations,
            times=timelines.times,
            key_values=timelines.key_values,
            key_ints=timelines.key_ints,
            cubics=timelines.cubics,
            constraints=constraints.table,
            constraint_ints=constraints.ints,
            constraint_floats=constraints.floats,
            lengths=packed.lengths,
            sizes=np.array([int(skeleton.format), first_slot, -1], np.int32),
        )
        self.arrays, self.ints, self.floats = lay_out(arrays)

    @functools.cached_property
    def placeholder_names(self) -> dict[int, str]:
        """The name of each placeholder number."""
        return {number: name for (_, name), number in self.placeholders.items()}

    @functools.lru_cache(maxsize=64)  # noqa: B019 - an outfit lives as long as its rig, skins are few
    def outfit(self, skin: str | None) -> Outfit:
        """What the skeleton is while it wears `skin` (None or ``default``: the default skin alone).

        An attachment is looked up in the skin first, then in the default skin. UsageError for an unknown skin.
        """
        worn = [] if skin is None or skin == "default" else [self.skeleton.skin(skin)]
        default = self.skeleton.default_skin
        if default is not None:
            worn.append(default)
        attachment_of = np.full(len(self.placeholders), -1, np.int32)
        for wearing in reversed(worn):
            number = self.skeleton.skins.index(wearing)
            for slot, key in wearing.attachments:
                attachment_of[self.placeholders[slot, key]] = self.attachment_index[number, slot, key]
        bone_active = _active_bones(self.skeleton, worn)
        slot_active = np.array([bone_active[s.bone] for s in self.skeleton.slots], np.int32)
        listed = frozenset(number for skin in worn for number in skin.constraints)
        program = write_program(self.skeleton, listed, bone_active)
        arrays, ints, _ = lay_out(OutfitArrays(attachment_of, bone_active, slot_active, program))
        return Outfit(arrays, ints)

    def altered(self, outfit: Outfit, instead: Mapping[int, int]) -> Outfit:
        """`outfit` with other attachments: by placeholder number, the number of what it means, -1 for nothing.

        An attachment must be one of the placeholder's own slot: a slot's buffers have room for its own.
        """
        attachment_of = outfit.arrays.attachment_of.copy()
        for placeholder, attachment in instead.items():
            attachment_of[placeholder] = attachment
        arrays, ints, _ = lay_out(outfit.arrays._replace(attachment_of=attachment_of))
        return Outfit(arrays, ints)


def _setup_values(skeleton: Skeleton, constraints: PackedConstraints) -> Floats:
    bones = [(b.x, b.y, b.rotation, b.scale_x, b.scale_y, b.shear_x, b.shear_y, b.length) for b in skeleton.bones]
    slots = [(*s.color, *(s.dark or (0.0, 0.0, 0.0)), float(s.dark is not None)) for s in skeleton.slots]
    return np.concatenate([np.array(bones).ravel(), np.array(slots).ravel(), constraints.setup])


def _slot_spans(skeleton: Skeleton, packed: PackedAttachments, column: int, factor: int) -> tuple[int, Ints]:
    """Room for the largest attachment of every slot: the total, and where each slot's part starts."""
    largest = np.zeros(len(skeleton.slots), np.int64)
    for (_, slot, _), entry in zip(packed.places, packed.table, strict=True):
        largest[slot] = max(largest[slot], entry[column] * factor)
    ends = np.cumsum(largest)
    return (int(ends[-1]) if len(ends) else 0), (ends - largest).astype(np.int32)


def _scratch_count(skeleton: Skeleton, packed: PackedAttachments) -> int:
    """Room for the largest path constraint: ends of the curves, spaces and points of the positions."""
    curves = max((int(entry[VERTEX_COUNT]) // 3 for entry in packed.table if entry[KIND] == KIND_PATH), default=0)
    positions = max((len(c.bones) + 1 for c in skeleton.constraints if isinstance(c, PathConstraint)), default=0)
    return curves + 4 * positions


def _active_bones(skeleton: Skeleton, worn: list[Skin]) -> Ints:
    """A skin-required bone is awake while a worn skin lists it; what hangs on a sleeping bone sleeps too."""
    listed = {bone for skin in worn for bone in skin.bones}
    active = np.zeros(len(skeleton.bones), np.int32)
    for i, bone in enumerate(skeleton.bones):
        parent_active = bone.parent < 0 or active[bone.parent]
        active[i] = int(parent_active and (not bone.skin_required or i in listed))
    return active
