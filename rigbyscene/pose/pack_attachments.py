"""Packs attachments of all skins into rows, and numbers the placeholders that slots and keys name."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np

from rigbyscene.jit import plain
from rigbyscene.model.animation import AttachmentTimeline
from rigbyscene.model.attachments import (
    Attachment,
    BoundingBox,
    Clipping,
    LinkedMesh,
    Mesh,
    Path,
    Region,
    Vertices,
)
from rigbyscene.model.skeleton import Skeleton
from rigbyscene.pose.layout import (
    ATTACHMENT_COLUMNS,
    END_SLOT,
    FIRST_LENGTH,
    FIRST_ROW,
    FIRST_START,
    FLAG_CLOSED,
    FLAG_CONSTANT_SPEED,
    FLAG_INVERSE,
    FLAGS,
    KIND,
    KIND_BOUNDING_BOX,
    KIND_CLIPPING,
    KIND_MESH,
    KIND_OTHER,
    KIND_PATH,
    KIND_REGION,
    PICTURE_COUNT,
    ROW_COUNT,
    SETUP_PICTURE,
    TIMELINES_OF,
    VERTEX_COUNT,
    Floats,
    Ints,
)
from rigbyscene.pose.trig import sin_cos_deg

AttachmentPlace = tuple[int, int, str]
"""(skin index, slot index, placeholder)."""


@dataclass(frozen=True, slots=True)
class PackedAttachments:
    """`index` finds an attachment's number by its place, `placeholders` a placeholder's by (slot, name)."""

    items: tuple[Attachment, ...]
    places: tuple[AttachmentPlace, ...]
    index: dict[AttachmentPlace, int]
    placeholders: dict[tuple[int, str], int]
    table: Ints
    rows: Floats
    row_bones: Ints
    row_weights: Floats
    starts: Ints
    lengths: Floats


def resolve_mesh(skeleton: Skeleton, attachment: Mesh | LinkedMesh) -> Mesh:
    """The mesh whose geometry `attachment` shows: itself, or what its links lead to."""
    while isinstance(attachment, LinkedMesh):
        source = skeleton.skins[attachment.source_skin].attachments[attachment.source_slot, attachment.source_key]
        assert isinstance(source, Mesh | LinkedMesh)  # the reader refuses other links
        attachment = source
    return attachment


def region_corners(region: Region) -> Floats:
    """The corners top-left, top-right, bottom-right, bottom-left in the slot bone's space, float64 (4, 2)."""
    sin, cos = plain(sin_cos_deg)(region.rotation)
    x = region.width / 2.0 * region.scale_x
    y = region.height / 2.0 * region.scale_y
    corners = np.array([(-x, y), (x, y), (x, -y), (-x, -y)])
    with np.errstate(over="ignore", invalid="ignore"):  # of a size beyond any picture nothing is seen
        return corners @ np.array([(cos, sin), (-sin, cos)]) + (region.x, region.y)


def _geometry(skeleton: Skeleton, attachment: Attachment) -> Vertices | None:
    if isinstance(attachment, Region):
        return Vertices(4, region_corners(attachment))
    if isinstance(attachment, Mesh | LinkedMesh):
        return resolve_mesh(skeleton, attachment).vertices
    if isinstance(attachment, Clipping | Path | BoundingBox):
        return attachment.vertices
    return None


def _kind(attachment: Attachment) -> int:
    if isinstance(attachment, Region):
        return KIND_REGION
    if isinstance(attachment, Mesh | LinkedMesh):
        return KIND_MESH
    if isinstance(attachment, Clipping):
        return KIND_CLIPPING
    if isinstance(attachment, Path):
        return KIND_PATH
    return KIND_BOUNDING_BOX if isinstance(attachment, BoundingBox) else KIND_OTHER


def _timelines_of(skeleton: Skeleton, place: AttachmentPlace) -> AttachmentPlace:
    """Whose keys act on the attachment at `place`: a linked mesh that shares them follows its links."""
    skin, slot, key = place
    attachment = skeleton.skins[skin].attachments[slot, key]
    while isinstance(attachment, LinkedMesh) and attachment.inherit_timelines:
        skin, slot, key = attachment.source_skin, attachment.source_slot, attachment.source_key
        attachment = skeleton.skins[skin].attachments[slot, key]
    return skin, slot, key


def _placeholders(skeleton: Skeleton, places: Iterable[AttachmentPlace]) -> dict[tuple[int, str], int]:
    numbers: dict[tuple[int, str], int] = {}
    for _, slot, key in places:
        numbers.setdefault((slot, key), len(numbers))
    for index, data in enumerate(skeleton.slots):
        if data.attachment is not None:
            numbers.setdefault((index, data.attachment), len(numbers))
    for animation in skeleton.animations:
        for timeline in animation.timelines:
            if isinstance(timeline, AttachmentTimeline):
                for name in timeline.names:
                    if name is not None:
                        numbers.setdefault((timeline.target, name), len(numbers))
    return numbers


def pack_attachments(skeleton: Skeleton) -> PackedAttachments:
    """Rows, weights and table of every attachment of every skin, in file order. Shared geometry is kept once."""
    places = [(s, slot, key) for s, skin in enumerate(skeleton.skins) for slot, key in skin.attachments]
    index = {place: i for i, place in enumerate(places)}
    items = tuple(skeleton.skins[s].attachments[slot, key] for s, slot, key in places)
    table = np.zeros((len(items), ATTACHMENT_COLUMNS), np.int32)
    rows: list[Floats] = []
    bones: list[Ints] = []
    weights: list[Floats] = []
    starts: list[Ints] = []
    lengths: list[Floats] = []
    row_count = start_count = 0
    placed: dict[int, tuple[int, int]] = {}  # id of the geometry: its first row and first start
    alive: list[Vertices] = []  # an id is free again when its object is gone
    for i, attachment in enumerate(items):
        entry = table[i]
        entry[KIND] = _kind(attachment)
        entry[TIMELINES_OF] = index[_timelines_of(skeleton, places[i])]
        entry[END_SLOT] = attachment.end_slot if isinstance(attachment, Clipping) else -1
        sequence = getattr(attachment, "sequence", None)
        if sequence is not None:
            entry[PICTURE_COUNT] = sequence.count
            entry[SETUP_PICTURE] = min(max(sequence.setup, 0), sequence.count - 1)
        if isinstance(attachment, Path):
            entry[FLAGS] = FLAG_CLOSED * attachment.closed + FLAG_CONSTANT_SPEED * attachment.constant_speed
            entry[FIRST_LENGTH] = sum(len(a) for a in lengths)
            lengths.append(attachment.lengths)
        elif isinstance(attachment, Clipping):
            entry[FLAGS] = FLAG_INVERSE * attachment.inverse
        geometry = _geometry(skeleton, attachment)
        entry[FIRST_START] = -1
        if geometry is None:
            continue
        entry[VERTEX_COUNT] = geometry.count
        entry[ROW_COUNT] = len(geometry.xy)
        if id(geometry) not in placed:
            alive.append(geometry)
            placed[id(geometry)] = (row_count, start_count if geometry.weighted else -1)
            rows.append(geometry.xy)
            row_count += len(geometry.xy)
            if geometry.bones is not None and geometry.weights is not None and geometry.starts is not None:
                bones.append(geometry.bones)
                weights.append(geometry.weights)
                starts.append(geometry.starts)
                start_count += len(geometry.starts)
            else:
                bones.append(np.zeros(len(geometry.xy), np.int32))
                weights.append(np.ones(len(geometry.xy)))
        entry[FIRST_ROW], entry[FIRST_START] = placed[id(geometry)]
    return PackedAttachments(
        items=items,
        places=tuple(places),
        index=index,
        placeholders=_placeholders(skeleton, places),
        table=table,
        rows=np.ascontiguousarray(np.concatenate(rows), np.float64) if rows else np.zeros((0, 2)),
        row_bones=np.concatenate(bones).astype(np.int32) if bones else np.zeros(0, np.int32),
        row_weights=np.concatenate(weights).astype(np.float64) if weights else np.zeros(0),
        lengths=np.concatenate(lengths).astype(np.float64) if lengths else np.zeros(0),
        starts=np.concatenate(starts).astype(np.int32) if starts else np.zeros(0, np.int32),
    )
