"""What a film is made from: anything that has a size, a rate and a number of frames, and can show each of them.

The exporters in this room know nothing else of scenes. A frame source may be asked for its frames in any order and
more than once; the same index gives the same bytes.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from rigbyscene.draw.threads import AfterBand, Band


class FrameSource(Protocol):
    """Shows one frame at a time in a picture of its own.

    `size` is (width, height) in pixels, both at least 1. `frame_count` is at least 1. `fps` is the exact rate; frame
    `i` is shown from ``i / fps`` to ``(i + 1) / fps``. None of the three changes while frames are drawn.

    `pixels` is uint8 (height, width, 4), C-contiguous, premultiplied RGBA, top row first, and always the same array.
    For films without alpha the picture is opaque: colours are read as they are and alpha is ignored.
    """

    @property
    def size(self) -> tuple[int, int]: ...

    @property
    def frame_count(self) -> int: ...

    @property
    def fps(self) -> Fraction: ...

    @property
    def pixels(self) -> NDArray[np.uint8]: ...

    def show(self, index: int, after_band: AfterBand | None = None) -> Sequence[Band]:
        """Bring `pixels` to frame `index`; returns the bands that may differ from what was shown before.

        Rows in no band hold what they held; an empty answer is a picture that is held. `after_band` is called once for
        each band when its rows are done, perhaps while others are still drawn.
        """


class WholeFrames:
    """The base of sources that make every pixel of every frame: they fill `pixels` in `draw`."""

    def __init__(self, size: tuple[int, int], frame_count: int, fps: Fraction):
        width, height = size
        self.size = size
        self.frame_count = frame_count
        self.fps = fps
        self.pixels: NDArray[np.uint8] = np.zeros((height, width, 4), np.uint8)

    def draw(self, index: int) -> None:
        """Fill `pixels` with frame `index`, whatever they held before."""
        raise NotImplementedError

    def show(self, index: int, after_band: AfterBand | None = None) -> Sequence[Band]:
        """Draw frame `index`; the whole picture is one band."""
        self.draw(index)
        width, height = self.size
        if after_band is not None:
            after_band(0, height, 0, width)
        return [(0, height)]


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

    @property
    def pixels(self) -> NDArray[np.uint8]:
        return self.source.pixels

    def show(self, index: int, after_band: AfterBand | None = None) -> Sequence[Band]:
        return self.source.show(self.frames[index], after_band)
