"""What reviewers read in the picture: the shot and its frame, the film's frame and its timecode.

Frames are numbered from 0. All numbers are of the uncut film: a remark about an excerpt, a loop or a film in steps is
found again in the whole.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from rigbyscene.draw.threads import Band
from rigbyscene.film.edit import Edit
from rigbyscene.film.lettering import Letters, Mask
from rigbyscene.film.times import timecode

_SHADE = 102
"""What the strip leaves of the picture under it, of 255: dark enough for white letters on any picture."""

_SHADED: NDArray[np.uint8] = ((np.arange(256) * _SHADE + 127) // 255).astype(np.uint8)
_SMALLEST_LETTERS = 8
_LARGEST_LETTERS = 48


def burnt_in(edit: Edit, index: int) -> tuple[str, str]:
    """The words for film frame `index`, at the left and at the right."""
    frame = edit.uncut_frame(index)
    shots = " › ".join(f"{layer.shot.name}  frame {layer.shot_frame}" for layer in edit.layers(index))
    return shots, f"film frame {frame}  {timecode(frame, edit.fps)}"


class BurnIn:
    """An `Overlay`: a dark strip along the lower edge with white words, see `burnt_in`."""

    def __init__(self, size: tuple[int, int], edit: Edit):
        self._width, height = size
        self._edit = edit
        self._letters = self._fitting(height)
        self._margin = self._letters.size // 2
        strip = min(height, self._letters.height + 2 * (self._margin // 2))
        self._top = (height - strip) // 2 * 2
        self._strip = (self._top, height)
        self._words = ("", "")
        self._texts: list[tuple[int, Mask]] = []

    def _fitting(self, height: int) -> Letters:
        """The largest letters, up to a 32nd of the height, in which the longest words fit."""
        longest = max((piece.shot.name for piece in self._edit.pieces), key=len)
        last = self._edit.uncut_frame_count - 1
        right = f"film frame {last}  {timecode(last, self._edit.fps)}"
        size = min(max(height // 32, _SMALLEST_LETTERS), _LARGEST_LETTERS)
        while size > _SMALLEST_LETTERS:
            letters = Letters(size)
            if letters.width(f"{longest}  frame {last}  {right}") + size <= self._width:
                break
            size -= 1
        return Letters(size)

    @property
    def strip(self) -> Band:
        """The rows that it takes."""
        return self._strip

    def prepare(self, index: int) -> Sequence[Band]:
        """See `Overlay.prepare`."""
        words = burnt_in(self._edit, index)
        if words == self._words:
            return ()
        self._words = words
        right = self._letters.mask(words[1])[:, : self._width]
        start = max(0, self._width - self._margin - right.shape[1])
        room = max(0, start - 2 * self._margin)
        left = self._letters.mask(self._letters.shortened(words[0], room))
        self._texts = [(self._margin, left), (start, right)]
        return (self._strip,)

    def paint(self, pixels: NDArray[np.uint8], first_row: int, end_row: int) -> None:
        """See `Overlay.paint`."""
        first, end = max(first_row, self._top), end_row
        if first >= end:
            return
        strip = pixels[first:end]
        np.take(_SHADED, strip, out=strip)
        strip[:, :, 3] += 255 - _SHADE  # black at the rest of the weight: opaque stays opaque, glass gets darker
        text_top = self._top + (self._strip[1] - self._top - self._letters.height + 1) // 2
        for start, mask in self._texts:
            rows = slice(max(first, text_top), min(end, text_top + self._letters.height))
            if rows.start < rows.stop and mask.shape[1]:
                covered = mask[rows.start - text_top : rows.stop - text_top, :, None].astype(np.uint16)
                under = pixels[rows, start : start + mask.shape[1]]
                under += (((255 - under) * covered + 127) // 255).astype(np.uint8)
