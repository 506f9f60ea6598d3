"""Black bars that give a picture the shape of a cinema screen."""

from __future__ import annotations

import re
from collections.abc import Sequence
from fractions import Fraction

import numpy as np
from numpy.typing import NDArray

from rigbyscene.draw.colors import BLACK, premultiplied_word
from rigbyscene.draw.threads import Band
from rigbyscene.errors import UsageError

_BLACK = premultiplied_word(BLACK)
_NUMBER = r"[0-9]{1,6}(?:\.[0-9]{1,9})?"


def parse_aspect(text: str) -> Fraction:
    """Width by height: ``2.39``, ``2.39:1``, ``16:9`` or ``16/9``, from 1/10 to 10. Raises UsageError.

    >>> parse_aspect("2.39:1"), parse_aspect("16:9")
    (Fraction(239, 100), Fraction(16, 9))
    """
    match = re.fullmatch(rf"\s*({_NUMBER})\s*(?:[:/]\s*({_NUMBER}))?\s*", text)
    across, down = (Fraction(match[1]), Fraction(match[2] or 1)) if match else (Fraction(0), Fraction(1))
    if not across or not down or not Fraction(1, 10) <= across / down <= 10:
        remedy = "give width by height, such as 2.39, 1.85:1 or 4:3"
        raise UsageError.single("bad-aspect", "--letterbox", "", f"{text!r} is no shape of a picture", remedy)
    return across / down


class Letterbox:
    """An `Overlay`: opaque black above and below what has the shape `aspect`, or beside it where that is narrower.

    Bars that face each other are equal, and of an even number of pixels, so that no colour of the picture runs into
    them where films halve the resolution of colours. A picture that has the shape already gets none.
    """

    def __init__(self, size: tuple[int, int], aspect: Fraction):
        width, height = size
        self._rows = _bar(Fraction(width) / aspect, height)
        self._columns = _bar(height * aspect, width)

    @property
    def window(self) -> tuple[int, int]:
        """Pixels of the bar on top (and below), pixels of the bar on the left (and right)."""
        return self._rows, self._columns

    def prepare(self, index: int) -> Sequence[Band]:
        """Bars never change."""
        return ()

    def paint(self, pixels: NDArray[np.uint8], first_row: int, end_row: int) -> None:
        """See `Overlay.paint`."""
        words = pixels.view(np.uint32)[:, :, 0]
        height, width = words.shape
        words[first_row : min(end_row, self._rows)] = _BLACK
        words[max(first_row, height - self._rows) : end_row] = _BLACK
        if self._columns:
            words[first_row:end_row, : self._columns] = _BLACK
            words[first_row:end_row, width - self._columns :] = _BLACK


def _bar(kept: Fraction, side: int) -> int:
    """The width of each of two bars that leave about `kept` of `side` pixels, an even number; something is left."""
    return min(max(0, 2 * round((side - kept) / 4)), (side - 1) // 4 * 2)
