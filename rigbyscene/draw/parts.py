"""What a skeleton's attachments need to be drawn beside their positions: triangles, texture coordinates, pictures."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from rigbyscene.model.atlas import Atlas
from rigbyscene.model.attachments import LinkedMesh, Mesh, Region
from rigbyscene.pose.layout import Floats, Ints
from rigbyscene.pose.pack_attachments import AttachmentPlace, resolve_mesh
from rigbyscene.pose.rig import Rig

# columns of Parts.table
FIRST_TRIANGLE = 0
TRIANGLE_COUNT = 1
FIRST_UV = 2
FIRST_PICTURE = 3  # into Parts.pictures; as many as its sequence has, or one
PART_COLUMNS = 4

# columns of picture_metrics: declared pixels
ORIGINAL_WIDTH = 0
ORIGINAL_HEIGHT = 1
LEFT = 2  # trimmed away there
TOP = 3
WIDTH = 4  # what is left
HEIGHT = 5
METRIC_COLUMNS = 6


@dataclass(frozen=True, slots=True, eq=False)
class Parts:
    """Arrays by attachment number of a rig, and the blend mode of each slot.

    `triangles` int32 (n, 3) count vertices of their own attachment; `uvs` float64 (n, 2) run over the untrimmed image;
    `pictures` int32 are indices into the art, -1 where a picture is missing; `colors` float64 (attachments, 4).
    """

    table: Ints
    triangles: Ints
    uvs: Floats
    pictures: Ints
    colors: Floats
    blends: Ints


def parts_of(rig: Rig, regions: Mapping[AttachmentPlace, Sequence[int]], first_picture: int) -> Parts:
    """Gather the parts of `rig`; `regions` gives the atlas regions of each drawn attachment, -1 for a missing one.

    An attachment that is not in `regions` has no picture at all (none was looked for) and draws nothing. The atlas's
    region r is picture ``first_picture + r`` of the art.
    """
    table = np.zeros((len(rig.attachments), PART_COLUMNS), np.int32)
    colors = np.ones((len(rig.attachments), 4))
    triangles: list[Ints] = []
    uvs: list[Floats] = []
    pictures: list[int] = []
    known: dict[int, tuple[int, int, int]] = {}
    triangle_count = uv_count = 0
    for i, (attachment, place) in enumerate(zip(rig.attachments, rig.places, strict=True)):
        table[i, FIRST_PICTURE] = len(pictures)
        if not isinstance(attachment, Region | Mesh | LinkedMesh):
            continue
        shown = attachment.sequence.count if attachment.sequence is not None else 1
        pictures += [first_picture + r if r >= 0 else -1 for r in regions.get(place, (-1,) * shown)]
        colors[i] = attachment.color
        if isinstance(attachment, Region):
            continue
        mesh = resolve_mesh(rig.skeleton, attachment)
        if id(mesh) not in known:
            known[id(mesh)] = (triangle_count, len(mesh.triangles), uv_count)
            triangles.append(mesh.triangles)
            uvs.append(mesh.uvs)
            triangle_count += len(mesh.triangles)
            uv_count += len(mesh.uvs)
        table[i, FIRST_TRIANGLE], table[i, TRIANGLE_COUNT], table[i, FIRST_UV] = known[id(mesh)]
    return Parts(
        table=table,
        triangles=np.concatenate(triangles).astype(np.int32) if triangles else np.zeros((0, 3), np.int32),
        uvs=np.concatenate(uvs).astype(np.float64) if uvs else np.zeros((0, 2)),
        pictures=np.array(pictures, np.int32),
        colors=colors,
        blends=np.array([int(s.blend) for s in rig.skeleton.slots], np.int32),
    )


def picture_metrics(atlases: Sequence[Atlas]) -> Floats:
    """The sizes and trims of every region of every atlas, in the order of the art's pictures."""
    rows = [
        (r.original_width, r.original_height, r.offset_left, r.offset_top, r.width, r.height)
        for atlas in atlases
        for r in atlas.regions
    ]
    return np.array(rows, np.float64).reshape(len(rows), METRIC_COLUMNS)
