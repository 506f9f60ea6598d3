"""Animations: timelines with keys relative to the setup pose. One shape for all versions; times in seconds."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from rigbyscene.model.enums import Property

FloatArray = NDArray[np.float64]
IntArray = NDArray[np.int32]
ByteArray = NDArray[np.uint8]


@dataclass(frozen=True, slots=True, eq=False)
class Curves:
    """How each key goes over into the next.

    `kinds` uint8 (n,) of `Interpolation`, the last one meaningless. `handles` float64 (n, width, 4): cx1, cy1, cx2, cy2
    per value, absolute (seconds and the value's own units), meaningful only where the kind is BEZIER; None where no
    key has a bezier. 3.8's normalised curve is made absolute by its reader.
    """

    kinds: ByteArray
    handles: FloatArray | None = None


@dataclass(frozen=True, slots=True, eq=False)
class CurveTimeline:
    """Numbers over time: `times` float64 (n,) ascending, `values` float64 (n, property.width) as in the file.

    `target` is a bone, slot or constraint index, as `property.group` says; -1 with a physics property: every constraint
    whose flag for it is global. Rotation values of 3.8 are already moved to the short way round.
    """

    property: Property
    target: int
    times: FloatArray
    values: FloatArray
    curves: Curves


@dataclass(frozen=True, slots=True, eq=False)
class IkTimeline:
    """`values` float64 (n, 2): mix and softness, interpolated; the flags, bool (n,), hold from key to key."""

    target: int
    times: FloatArray
    values: FloatArray
    curves: Curves
    bend_positive: NDArray[np.bool_]
    compress: NDArray[np.bool_]
    stretch: NDArray[np.bool_]


@dataclass(frozen=True, slots=True, eq=False)
class InheritTimeline:
    """A bone's inherit mode, `modes` int32 (n,) of `Inherit`, held."""

    target: int
    times: FloatArray
    modes: IntArray


@dataclass(frozen=True, slots=True, eq=False)
class AttachmentTimeline:
    """What a slot shows: placeholder names, None for nothing, held. Names need not exist in any skin."""

    target: int
    times: FloatArray
    names: tuple[str | None, ...]


@dataclass(frozen=True, slots=True, eq=False)
class DeformTimeline:
    """Vertex offsets of the attachment at (skin, slot, key), expanded.

    `offsets` is float64 (n, rows, 2), rows as in `Vertices.xy`.
    `curves.handles` is (n, 1, 4), its value axis 0 to 1.
    """

    skin: int
    slot: int
    key: str
    times: FloatArray
    offsets: FloatArray
    curves: Curves


@dataclass(frozen=True, slots=True, eq=False)
class SequenceTimeline:
    """Which picture of its sequence an attachment shows.

    Arrays (n,): `SequenceMode`, first picture, seconds a picture.
    """

    skin: int
    slot: int
    key: str
    times: FloatArray
    modes: IntArray
    indices: IntArray
    delays: FloatArray


DrawOrderOffsets = tuple[tuple[int, int], ...]
"""(slot, offset) pairs as the file has them; an empty tuple is the setup order."""


@dataclass(frozen=True, slots=True, eq=False)
class DrawOrderTimeline:
    times: FloatArray
    offsets: tuple[DrawOrderOffsets, ...]


@dataclass(frozen=True, slots=True, eq=False)
class DrawOrderFolderTimeline:
    """4.3: keys that permute `slots` (indices in setup order) among the places they hold.

    Offsets count within that list. Each pair is (slot index in the skeleton, offset).
    """

    slots: tuple[int, ...]
    times: FloatArray
    offsets: tuple[DrawOrderOffsets, ...]


@dataclass(frozen=True, slots=True)
class EventKey:
    """One firing, its values already the key's own or the event's."""

    time: float
    event: int
    int_value: int
    float_value: float
    string_value: str
    volume: float = 1.0
    balance: float = 0.0


@dataclass(frozen=True, slots=True, eq=False)
class EventTimeline:
    """Keys ascending in time, file order where times are equal."""

    keys: tuple[EventKey, ...]


@dataclass(frozen=True, slots=True, eq=False)
class PhysicsResetTimeline:
    """Moments at which a physics constraint (-1: all) starts afresh."""

    target: int
    times: FloatArray


Timeline = (
    CurveTimeline
    | IkTimeline
    | InheritTimeline
    | AttachmentTimeline
    | DeformTimeline
    | SequenceTimeline
    | DrawOrderTimeline
    | DrawOrderFolderTimeline
    | EventTimeline
    | PhysicsResetTimeline
)


@dataclass(frozen=True, slots=True, eq=False)
class Animation:
    """`duration`: time in seconds of the last key in the file, keys of skipped timelines included, never below 0."""

    name: str
    timelines: tuple[Timeline, ...]
    duration: float
    color: tuple[float, float, float, float] | None = None

    @property
    def events(self) -> tuple[EventKey, ...]:
        return tuple(k for t in self.timelines if isinstance(t, EventTimeline) for k in t.keys)
