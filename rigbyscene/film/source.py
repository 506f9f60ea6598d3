"""What a film is made from: anything that has a size, a rate and a number of frames, and can draw each of them.

The exporters in this room know nothing else of scenes. A frame source may be asked for its frames in any order and
more than once; the same index gives the same bytes.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Protocol

import numpy as np
from numpy.typing import NDArray


class FrameSource(Protocol):
    """Draws frames on demand, into memory that belongs to the caller.

    `size` is (width, height) in pixels, both at least 1. `frame_count` is at least 1. `fps` is the exact rate; frame
    `i` is shown from ``i / fps`` to ``(i + 1) / fps``. None of the three changes while frames are drawn.
    """

    @property
    def size(self) -> tuple[int, int]: ...

    @property
    def frame_count(self) -> int: ...

    @property
    def fps(self) -> Fraction: ...

    def render_frame(self, index: int, out: NDArray[np.uint8]) -> None:
        """Fill `out`, uint8 (height, width, 4), C-contiguous, with frame `index`: premultiplied RGBA, top row first.

        Every byte is written; what `out` held before (usually an older frame) is of no use to the result. For films
        without alpha the picture is opaque: colours are read as they are and alpha is ignored.
        """


@dataclass(frozen=True, slots=True)
class FrameRange:
    """The frames `frames` of another source, renumbered from 0. `frames` is a non-empty range within the source.

    Raises ValueError where it is empty or reaches outside (`parse_frame_range` tells users first).
    """

    source: FrameSource
    frames: range

    def __post_init__(self) -> None:
        inside = range(self.source.frame_count)
        if not self.frames or self.frames[0] not in inside or self.frames[-1] not in inside:
            raise ValueError(f"{self.frames} of a film of {self.source.frame_count} frames")

    @property
    def size(self) -> tuple[int, int]:
        return self.source.size

    @property
    def frame_count(self) -> int:
        return len(self.frames)

    @property
    def fps(self) -> Fraction:
        return self.source.fps

    def render_frame(self, index: int, out: NDArray[np.uint8]) -> None:
        self.source.render_frame(self.frames[index], out)
