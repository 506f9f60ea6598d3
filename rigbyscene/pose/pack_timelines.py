"""Packs animations: every timeline becomes one or more rows of a table, its keys lie back to back with all others."""

from __future__ import annotations

import itertools
from collections.abc import Sequence

import numpy as np

from rigbyscene.model.animation import (
    Animation,
    AttachmentTimeline,
    CurveTimeline,
    DeformTimeline,
    DrawOrderFolderTimeline,
    DrawOrderOffsets,
    DrawOrderTimeline,
    IkTimeline,
    InheritTimeline,
    SequenceTimeline,
)
from rigbyscene.model.constraints import PhysicsConstraint
from rigbyscene.model.enums import Property
from rigbyscene.model.skeleton import Skeleton
from rigbyscene.pose.layout import (
    BONE_STRIDE,
    CURVES,
    DARK,
    LIGHT,
    OP_ADD,
    OP_ATTACHMENT,
    OP_COLOR,
    OP_DARK,
    OP_DEFORM,
    OP_DRAW_ORDER,
    OP_FLAGS,
    OP_FOLDER,
    OP_INHERIT,
    OP_REPLACE,
    OP_SCALE,
    OP_SEQUENCE,
    ROTATION,
    SCALE_X,
    SCALE_Y,
    SHEAR_X,
    SHEAR_Y,
    SLOT_STRIDE,
    TIMELINE_COLUMNS,
    TIMELINES_OF,
    WIDTH,
    Floats,
    Ints,
    X,
    Y,
)
from rigbyscene.pose.pack_attachments import PackedAttachments
from rigbyscene.pose.pack_curves import NO_VALUES, PackedCubics

_BONE_OPS = {
    Property.ROTATE: (OP_ADD, ROTATION),
    Property.TRANSLATE: (OP_ADD, X),
    Property.TRANSLATE_X: (OP_ADD, X),
    Property.TRANSLATE_Y: (OP_ADD, Y),
    Property.SCALE: (OP_SCALE, SCALE_X),
    Property.SCALE_X: (OP_SCALE, SCALE_X),
    Property.SCALE_Y: (OP_SCALE, SCALE_Y),
    Property.SHEAR: (OP_ADD, SHEAR_X),
    Property.SHEAR_X: (OP_ADD, SHEAR_X),
    Property.SHEAR_Y: (OP_ADD, SHEAR_Y),
}
# (operation, where in the slot, first column of the key, numbers)
_SLOT_OPS = {
    Property.RGBA: ((OP_COLOR, LIGHT, 0, 4),),
    Property.RGB: ((OP_COLOR, LIGHT, 0, 3),),
    Property.ALPHA: ((OP_COLOR, LIGHT + 3, 0, 1),),
    Property.RGBA2: ((OP_DARK, LIGHT, 0, 7),),
    Property.RGB2: ((OP_COLOR, LIGHT, 0, 3), (OP_DARK, DARK, 3, 3)),
}
# where a constraint's property starts within its numbers in `values`
_CONSTRAINT_OFFSETS = {
    Property.TRANSFORM_MIX: 0,
    Property.PATH_POSITION: 0,
    Property.PATH_SPACING: 1,
    Property.PATH_MIX: 2,
    **{p: p - Property.PHYSICS_INERTIA for p in Property if p.group == "physics"},
    Property.SLIDER_TIME: 0,
    Property.SLIDER_MIX: 1,
}
# continuous numbers first, in one loop; a layer's attachments are settled before what is bound to them
_ORDER = {OP_ATTACHMENT: 1, OP_INHERIT: 2, OP_FLAGS: 2, OP_SEQUENCE: 3, OP_DEFORM: 3, OP_DRAW_ORDER: 4, OP_FOLDER: 5}


def draw_order_of(count: int, offsets: DrawOrderOffsets) -> list[int]:
    """The slots 0..count-1 back to front after `offsets` (specification, Deform, draw order and events).

    An offset that leads out of the list or to a taken place leaves its slot to the second step.

    >>> draw_order_of(4, ((3, -2), (0, 5)))
    [0, 3, 1, 2]
    """
    order = [-1] * count
    placed = set()
    for slot, offset in sorted(offsets):
        place = slot + offset
        if 0 <= slot < count and 0 <= place < count and order[place] < 0 and slot not in placed:
            order[place] = slot
            placed.add(slot)
    rest = (slot for slot in reversed(range(count)) if slot not in placed)
    for place in reversed(range(count)):
        if order[place] < 0:
            order[place] = next(rest)
    return order


class _Packer:
    """Grows the arrays; one row of the table at a time."""

    def __init__(self, skeleton: Skeleton, attachments: PackedAttachments, constraint_values: Sequence[int]):
        self.skeleton = skeleton
        self.attachments = attachments
        self.constraint_values = constraint_values
        self.first_slot_value = len(skeleton.bones) * BONE_STRIDE
        self.times: list[float] = []
        self.key_values: list[Floats] = []
        self.key_value_count = 0
        self.key_ints: list[int] = []
        self.cubics = PackedCubics()

    def add_times(self, times: Floats) -> tuple[int, int]:
        first = len(self.times)
        self.times.extend(times.tolist())
        return first, len(times)

    def add_values(self, values: Floats) -> int:
        first = self.key_value_count
        self.key_values.append(np.asarray(values, np.float64).ravel())
        self.key_value_count += self.key_values[-1].size
        return first

    def add_ints(self, ints: Sequence[int]) -> int:
        first = len(self.key_ints)
        self.key_ints.extend(ints)
        return first

    def curve_rows(self, timeline: CurveTimeline) -> list[list[int]]:
        keys = self.add_times(timeline.times)
        first_value = self.add_values(timeline.values)
        stride = timeline.values.shape[1]
        rows = []
        for op, target, column, width in self._targets(timeline):
            cubics = self.cubics.add(timeline.curves, keys, first_value, stride, column, width)
            rows.append([op, target, *keys, first_value + column, width, stride, cubics, 0])
        return rows

    def _targets(self, timeline: CurveTimeline) -> list[tuple[int, int, int, int]]:
        """(operation, index in `values`, first column of the key, numbers) for each part of the timeline."""
        prop = timeline.property
        if prop.group == "bone":
            op, channel = _BONE_OPS[prop]
            return [(op, timeline.target * BONE_STRIDE + channel, 0, prop.width)]
        if prop.group == "slot":
            slot = self.first_slot_value + timeline.target * SLOT_STRIDE
            return [(op, slot + at, column, width) for op, at, column, width in _SLOT_OPS[prop]]
        offset = _CONSTRAINT_OFFSETS[prop]
        if timeline.target >= 0:
            return [(OP_REPLACE, self.constraint_values[timeline.target] + offset, 0, prop.width)]
        return [
            (OP_REPLACE, self.constraint_values[i] + offset, 0, 1)
            for i, c in enumerate(self.skeleton.constraints)
            if isinstance(c, PhysicsConstraint) and c.globals_[offset]
        ]

    def ik_rows(self, timeline: IkTimeline) -> list[list[int]]:
        keys = self.add_times(timeline.times)
        target = self.constraint_values[timeline.target]
        mixes = self.add_values(timeline.values)
        curves = self.cubics.add(timeline.curves, keys, mixes, 2, 0, 2)
        flags = self.add_values(np.column_stack([timeline.bend_positive, timeline.compress, timeline.stretch]))
        return [
            [OP_REPLACE, target, *keys, mixes, 2, 2, curves, 0],
            [OP_FLAGS, target + 2, *keys, flags, 3, 3, -1, 0],
        ]

    def deform_rows(self, timeline: DeformTimeline) -> list[list[int]]:
        source = self.attachments.index[timeline.skin, timeline.slot, timeline.key]
        keys = self.add_times(timeline.times)
        curves = self.cubics.add(timeline.curves, keys, NO_VALUES, 0, 0, 1)
        stride = timeline.offsets[0].size
        values = self.add_values(timeline.offsets)
        return [
            [OP_DEFORM, slot, *keys, values, 1, stride, curves, source]
            for slot in self._slots_showing(source, timeline.slot)
        ]

    def sequence_rows(self, timeline: SequenceTimeline) -> list[list[int]]:
        source = self.attachments.index[timeline.skin, timeline.slot, timeline.key]
        keys = self.add_times(timeline.times)
        delays = self.add_values(timeline.delays)
        ints = self.add_ints(np.column_stack([timeline.modes, timeline.indices]).ravel().tolist())
        return [
            [OP_SEQUENCE, slot, *keys, ints, delays, 2, -1, source]
            for slot in self._slots_showing(source, timeline.slot)
        ]

    def _slots_showing(self, source: int, slot: int) -> list[int]:
        """The slots in which an attachment may stand that takes the keys of `source`: linked meshes reach others."""
        takers = np.flatnonzero(self.attachments.table[:, TIMELINES_OF] == source)
        return sorted({slot, *(self.attachments.places[i][1] for i in takers)})

    def held_rows(
        self, timeline: AttachmentTimeline | InheritTimeline | DrawOrderTimeline | DrawOrderFolderTimeline
    ) -> list[list[int]]:
        keys = self.add_times(timeline.times)
        slot_count = len(self.skeleton.slots)
        if isinstance(timeline, InheritTimeline):
            return [[OP_INHERIT, timeline.target, *keys, self.add_ints(timeline.modes.tolist()), 0, 1, -1, 0]]
        if isinstance(timeline, AttachmentTimeline):
            numbers = self.attachments.placeholders
            ints = [-1 if n is None else numbers[timeline.target, n] for n in timeline.names]
            return [[OP_ATTACHMENT, timeline.target, *keys, self.add_ints(ints), 0, 1, -1, 0]]
        if isinstance(timeline, DrawOrderTimeline):
            ints = [slot for offsets in timeline.offsets for slot in draw_order_of(slot_count, offsets)]
            return [[OP_DRAW_ORDER, 0, *keys, self.add_ints(ints), 0, slot_count, -1, 0]]
        members = timeline.slots
        place = {slot: i for i, slot in enumerate(members)}
        within = [tuple((place[slot], n) for slot, n in offsets if slot in place) for offsets in timeline.offsets]
        first_member = self.add_ints(members)
        first = self.add_ints([i for offsets in within for i in draw_order_of(len(members), offsets)])
        return [[OP_FOLDER, 0, *keys, first, 0, len(members), -1, first_member]]

    def animation_rows(self, animation: Animation) -> list[list[int]]:
        rows: list[list[int]] = []
        for timeline in animation.timelines:
            if isinstance(timeline, CurveTimeline):
                rows += self.curve_rows(timeline)
            elif isinstance(timeline, IkTimeline):
                rows += self.ik_rows(timeline)
            elif isinstance(timeline, DeformTimeline):
                rows += self.deform_rows(timeline)
            elif isinstance(timeline, SequenceTimeline):
                rows += self.sequence_rows(timeline)
            elif isinstance(
                timeline, AttachmentTimeline | InheritTimeline | DrawOrderTimeline | DrawOrderFolderTimeline
            ):
                rows += self.held_rows(timeline)
        return sorted(rows, key=lambda row: _ORDER.get(row[0], 0))


class PackedTimelines:
    """`timelines`, `animations`, `times`, `key_values`, `key_ints`, `cubics` as `RigArrays` describes them."""

    def __init__(self, skeleton: Skeleton, attachments: PackedAttachments, constraint_values: Sequence[int]):
        packer = _Packer(skeleton, attachments, constraint_values)
        rows: list[list[int]] = []
        firsts = [0]
        for animation in skeleton.animations:
            rows += packer.animation_rows(animation)
            firsts.append(len(rows))
        self.timelines: Ints = np.array(rows, np.int32).reshape(len(rows), TIMELINE_COLUMNS)
        self.animations: Ints = np.array(firsts, np.int32)
        spans = [self.timelines[a:b] for a, b in itertools.pairwise(firsts)]
        self.most_rows = max((len(span) for span in spans), default=0)
        """Timelines of the animation that has most of them."""
        self.most_curves = max((int(span[span[:, CURVES] >= 0, WIDTH].sum()) for span in spans), default=0)
        """Numbers on beziers of the animation that has most of them."""
        self.times: Floats = np.array(packer.times, np.float64)
        self.key_values: Floats = np.concatenate(packer.key_values) if packer.key_values else np.zeros(0)
        self.key_ints: Ints = np.array(packer.key_ints, np.int32)
        self.cubics: Floats = packer.cubics.packed(self.times, self.key_values)
