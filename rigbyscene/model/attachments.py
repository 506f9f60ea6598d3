"""What a slot can show. Images are named here, never held: an attachment's image is looked up in an atlas by name."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

FloatArray = NDArray[np.float64]
IntArray = NDArray[np.int32]

_WHITE = (1.0, 1.0, 1.0, 1.0)


@dataclass(frozen=True, slots=True)
class Sequence:
    """Numbered pictures: picture i (from 0) is the region ``path + zero-padded(start + i, digits)``."""

    count: int
    start: int = 1
    digits: int = 0
    setup: int = 0

    def picture(self, path: str, index: int) -> str:
        """The image name of picture `index`.

        >>> Sequence(4, start=1, digits=2).picture("fx/spark_", 2)
        'fx/spark_03'
        """
        return f"{path}{self.start + index:0{self.digits}d}" if self.digits else f"{path}{self.start + index}"


@dataclass(frozen=True, slots=True, eq=False)
class Vertices:
    """Vertex positions, weighted to bones or not.

    Not weighted: `xy` float64 (count, 2) in the slot bone's space; `bones`, `weights`, `starts` are None.
    Weighted: entries of all vertices back to back, `xy` float64 (entries, 2) each in its bone's space, `bones` int32
    (entries,), `weights` float64 (entries,), and `starts` int32 (count + 1,): vertex v owns entries
    ``starts[v]:starts[v + 1]``. Deform offsets come one (x, y) per row of `xy` either way.
    """

    count: int
    xy: FloatArray
    bones: IntArray | None = None
    weights: FloatArray | None = None
    starts: IntArray | None = None

    @property
    def weighted(self) -> bool:
        return self.bones is not None


@dataclass(frozen=True, slots=True, eq=False)
class Region:
    """A rectangle of an image, `width` x `height` units, centred on its offset from the slot's bone."""

    key: str
    name: str
    path: str | None = None
    x: float = 0.0
    y: float = 0.0
    rotation: float = 0.0
    scale_x: float = 1.0
    scale_y: float = 1.0
    width: float = 0.0
    height: float = 0.0
    color: tuple[float, float, float, float] = _WHITE
    sequence: Sequence | None = None

    @property
    def image(self) -> str:
        """The image's name in the atlas (a sequence appends its number)."""
        return self.path if self.path is not None else self.name


@dataclass(frozen=True, slots=True, eq=False)
class Mesh:
    """A textured mesh. `uvs` float64 (n, 2) over the untrimmed image, `triangles` int32 (t, 3), `vertices` of count n.

    `hull`, `edges`, `width`, `height` are the editor's. `timeline_slots` (4.3 binary) are further slots that the file
    says take this mesh's timelines, though no linked mesh there does.
    """

    key: str
    name: str
    uvs: FloatArray
    triangles: IntArray
    vertices: Vertices
    path: str | None = None
    color: tuple[float, float, float, float] = _WHITE
    sequence: Sequence | None = None
    hull: int = 0
    edges: tuple[int, ...] | None = None
    width: float = 0.0
    height: float = 0.0
    timeline_slots: tuple[int, ...] = ()

    @property
    def image(self) -> str:
        return self.path if self.path is not None else self.name


@dataclass(frozen=True, slots=True, eq=False)
class LinkedMesh:
    """The geometry of another mesh with an image of its own.

    The source is the attachment at ``(source_slot, source_key)`` of the skin with index `source_skin`; the reader has
    checked that it is a Mesh or a LinkedMesh that leads to one. `inherit_timelines`: the source's deform and sequence
    keys act on this mesh too.
    """

    key: str
    name: str
    source_skin: int
    source_slot: int
    source_key: str
    inherit_timelines: bool = True
    path: str | None = None
    color: tuple[float, float, float, float] = _WHITE
    sequence: Sequence | None = None
    width: float = 0.0
    height: float = 0.0

    @property
    def image(self) -> str:
        return self.path if self.path is not None else self.name


@dataclass(frozen=True, slots=True, eq=False)
class Clipping:
    """A polygon that masks the slots from its own to `end_slot`, both included (-1: to the end of the draw order)."""

    key: str
    name: str
    end_slot: int
    vertices: Vertices
    convex: bool = False
    inverse: bool = False
    color: tuple[float, float, float, float] | None = None


@dataclass(frozen=True, slots=True, eq=False)
class BoundingBox:
    """A polygon for games to hit; never drawn."""

    key: str
    name: str
    vertices: Vertices
    color: tuple[float, float, float, float] | None = None


@dataclass(frozen=True, slots=True, eq=False)
class Path:
    """A chain of bezier curves for path constraints; never drawn.

    `vertices` come in threes (handle in, knot, handle out); `lengths` float64 (knots,) are the setup lengths along the
    path, cumulative.
    """

    key: str
    name: str
    vertices: Vertices
    lengths: FloatArray
    closed: bool = False
    constant_speed: bool = True
    color: tuple[float, float, float, float] | None = None


@dataclass(frozen=True, slots=True, eq=False)
class Point:
    """A position and direction for games; never drawn."""

    key: str
    name: str
    x: float = 0.0
    y: float = 0.0
    rotation: float = 0.0
    color: tuple[float, float, float, float] | None = None


@dataclass(frozen=True, slots=True, eq=False)
class UnknownAttachment:
    """A kind this package does not know: it can be shown and hidden, and draws nothing."""

    key: str
    name: str
    type: str


Attachment = Region | Mesh | LinkedMesh | Clipping | BoundingBox | Path | Point | UnknownAttachment
Drawn = Region | Mesh | LinkedMesh
