"""Arrays of a skeleton or a pose kept in two buffers, one of integers and one of floats.

Calling a kernel costs about 60 ns for each array it takes, and a skeleton with its pose is near forty arrays. So they
are laid end to end in an int32 and a float64 buffer; the int32 buffer begins with a header of (start, end) for each
array, and the first thing a kernel does is to cut its arrays out again, which costs some 10 ns each.
"""

from __future__ import annotations

from typing import Any, TypeVar, cast

import numpy as np
from numpy.typing import NDArray

from rigbyscene.borrowing import borrowed
from rigbyscene.jit import kernel
from rigbyscene.pose.layout import (
    ATTACHMENT_COLUMNS,
    CONSTRAINT_COLUMNS,
    PHYSICS_COLUMNS,
    TIMELINE_COLUMNS,
    Floats,
    Ints,
    OutfitArrays,
    PoseArrays,
    RigArrays,
)

_T = TypeVar("_T", RigArrays, OutfitArrays, PoseArrays)


def lay_out(arrays: _T) -> tuple[_T, Ints, Floats]:
    """Copy every array of a named tuple into an int32 and a float64 buffer.

    Returns the tuple again, its arrays now views of the buffers in their old shapes, and the two buffers.
    """
    header = 2 * len(arrays)
    int_size, float_size = header, 0
    spans = []
    fields = cast("tuple[NDArray[Any], ...]", arrays)
    for array in fields:
        if array.dtype == np.int32:
            spans.append((int_size, int_size + array.size))
            int_size += array.size
        else:
            spans.append((float_size, float_size + array.size))
            float_size += array.size
    ints, floats = np.zeros(int_size, np.int32), np.zeros(float_size, np.float64)
    ints[:header] = np.array(spans, np.int64).ravel()
    views = []
    for array, (start, end) in zip(fields, spans, strict=True):
        view = (ints if array.dtype == np.int32 else floats)[start:end].reshape(array.shape)
        view[...] = array
        views.append(view)
    return type(arrays)(*cast("Any", views)), ints, floats


@kernel(inner=True, inline=True)
def rig_of(h: Ints, floats: Floats) -> RigArrays:
    """The arrays of a skeleton out of its buffers, in the order of `RigArrays`."""
    h = borrowed(h)
    floats = borrowed(floats)
    return RigArrays(
        h[h[0] : h[1]],
        floats[h[2] : h[3]],
        h[h[4] : h[5]],
        h[h[6] : h[7]],
        h[h[8] : h[9]],
        h[h[10] : h[11]],
        h[h[12] : h[13]],
        h[h[14] : h[15]].reshape((h[15] - h[14]) // ATTACHMENT_COLUMNS, ATTACHMENT_COLUMNS),
        floats[h[16] : h[17]].reshape((h[17] - h[16]) // 2, 2),
        h[h[18] : h[19]],
        floats[h[20] : h[21]],
        h[h[22] : h[23]],
        h[h[24] : h[25]].reshape((h[25] - h[24]) // TIMELINE_COLUMNS, TIMELINE_COLUMNS),
        h[h[26] : h[27]],
        floats[h[28] : h[29]],
        floats[h[30] : h[31]],
        h[h[32] : h[33]],
        floats[h[34] : h[35]],
        h[h[36] : h[37]].reshape((h[37] - h[36]) // CONSTRAINT_COLUMNS, CONSTRAINT_COLUMNS),
        h[h[38] : h[39]],
        floats[h[40] : h[41]],
        floats[h[42] : h[43]],
        h[h[44] : h[45]],
    )


@kernel(inner=True, inline=True)
def outfit_of(h: Ints) -> OutfitArrays:
    """The arrays of an outfit out of its buffer, in the order of `OutfitArrays`."""
    h = borrowed(h)
    return OutfitArrays(h[h[0] : h[1]], h[h[2] : h[3]], h[h[4] : h[5]], h[h[6] : h[7]])


@kernel(inner=True, inline=True)
def pose_of(h: Ints, floats: Floats) -> PoseArrays:
    """The arrays of a pose out of its buffers, in the order of `PoseArrays`."""
    h = borrowed(h)
    floats = borrowed(floats)
    return PoseArrays(
        floats[h[0] : h[1]],
        h[h[2] : h[3]],
        h[h[4] : h[5]],
        h[h[6] : h[7]],
        h[h[8] : h[9]],
        h[h[10] : h[11]],
        h[h[12] : h[13]],
        floats[h[14] : h[15]],
        floats[h[16] : h[17]].reshape((h[17] - h[16]) // 6, 6),
        floats[h[18] : h[19]].reshape((h[19] - h[18]) // 2, 2),
        h[h[20] : h[21]],
        floats[h[22] : h[23]].reshape((h[23] - h[22]) // PHYSICS_COLUMNS, PHYSICS_COLUMNS),
        h[h[24] : h[25]],
        floats[h[26] : h[27]],
        floats[h[28] : h[29]],
        floats[h[30] : h[31]],
        h[h[32] : h[33]],
        floats[h[34] : h[35]],
        floats[h[36] : h[37]],
    )
