"""Vertex data of meshes, paths, clipping polygons and bounding boxes."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from rigbyscene.formats.arrays import required_numbers
from rigbyscene.formats.fields import Fields
from rigbyscene.model.attachments import Vertices


def read_vertices(fields: Fields, count: int, bone_count: int) -> Vertices | None:
    """The member ``vertices`` for `count` vertices of a skeleton with `bone_count` bones.

    Exactly ``2 * count`` numbers are unweighted; more are weighted (specification, Mesh; the other kinds use the same
    layout). None, reported, where the numbers do not add up.
    """
    before = len(fields.source.report)
    flat = required_numbers(fields, "vertices")
    if len(fields.source.report) > before:
        return None
    if len(flat) < 2 * count:
        _complain(fields, f"{len(flat)} numbers for {count} vertices, which need {2 * count}")
        return None
    if len(flat) == 2 * count:
        return Vertices(count, flat.reshape(count, 2))
    return _weighted(fields, flat, count, bone_count)


def _weighted(fields: Fields, flat: NDArray[np.float64], count: int, bone_count: int) -> Vertices | None:
    """Split ``boneCount, boneCount x (bone, x, y, weight)`` per vertex into entries."""
    values = flat.tolist()
    end = len(values)
    heads = []
    starts = [0]
    at = 0
    for vertex in range(count):
        if at >= end:
            _complain(fields, f"the weights end at vertex {vertex} of {count}")
            return None
        bones = values[at]
        if bones < 1 or bones != int(bones):
            _complain(fields, f"vertex {vertex} has {bones:g} bones", f"[{at}]")
            return None
        heads.append(at)
        starts.append(starts[-1] + int(bones))
        at += 1 + 4 * int(bones)
    if at != end:
        _complain(fields, f"{end} numbers where {count} weighted vertices take {at}")
        return None
    entries = np.delete(flat, heads).reshape(-1, 4)
    bones_column = entries[:, 0]
    wrong = np.flatnonzero((bones_column != np.floor(bones_column)) | (bones_column < 0) | (bones_column >= bone_count))
    if wrong.size:
        entry = int(wrong[0])
        vertex = int(np.searchsorted(np.array(starts), entry, side="right")) - 1
        position = 4 * entry + vertex + 1
        found = f"vertex {vertex} hangs on bone {bones_column[entry]:g} of {bone_count}"
        _complain(fields, found, f"[{position}]")
        return None
    return Vertices(
        count,
        np.ascontiguousarray(entries[:, 1:3]),
        bones_column.astype(np.int32),
        np.ascontiguousarray(entries[:, 3]),
        np.array(starts, dtype=np.int32),
    )


def _complain(fields: Fields, found: str, index: str = "") -> None:
    fields.source.error("bad-vertices", fields.place("vertices") + index, found, "export the file again")
