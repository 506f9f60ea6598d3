"""Short texts as coverage masks, letter by letter from a cache: cheap enough for every frame of a film.

Letters come from the font that Pillow brings, so that pictures look alike on all machines. It knows little beyond
ASCII; other letters are taken from fonts that many systems have, where one is installed, else shown without their
accents, and as a box where nothing at all is known of them.
"""

from __future__ import annotations

import functools
import math
import unicodedata
from typing import cast

import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageDraw, ImageFont

_OTHER_FONTS = (
    "DejaVuSans.ttf",
    "NotoSans-Regular.ttf",
    "NotoSansCJK-Regular.ttc",
    "arial.ttf",
    "Arial Unicode.ttf",
    "msyh.ttc",
    "PingFang.ttc",
)
_NO_LETTER = "\uffff"
"""A code point that is no character in any font: what it shows as is a font's box for the unknown."""

_LEAST_SPACE_EM = 0.3
"""Pillow's font has 2 pixels between words at sizes up to 11, 3 up to 16, which read as none."""

Mask = NDArray[np.uint8]


class Letters:
    """The letters of one size. `height` is that of a line in pixels, `ascent` its part above the base line."""

    def __init__(self, size: int):
        self.size = size
        self._font = cast("ImageFont.FreeTypeFont", ImageFont.load_default(size))
        self.ascent, descent = self._font.getmetrics()
        self.height = self.ascent + descent
        self._cells: dict[str, Mask] = {}

    def width(self, text: str) -> int:
        """Of `text` in one line, in pixels."""
        return sum(self._cell(letter).shape[1] for letter in text)

    def mask(self, text: str) -> Mask:
        """`text` in one line: how much of each pixel its letters cover, uint8 (height, width)."""
        cells = [self._cell(letter) for letter in text]
        return np.concatenate(cells, axis=1) if cells else np.zeros((self.height, 0), np.uint8)

    def shortened(self, text: str, width: int) -> str:
        """`text` where it fits into `width` pixels, else as much of it as does with dots behind.

        >>> letters = Letters(12)
        >>> letters.shortened("a long name", 1000), letters.shortened("a long name", letters.width("a lo..."))
        ('a long name', 'a lo...')
        """
        if self.width(text) <= width:
            return text
        end = len(text)
        while end and self.width(text[:end] + "...") > width:
            end -= 1
        return text[:end].rstrip() + "..." if end else ""

    def _cell(self, letter: str) -> Mask:
        if letter not in self._cells:
            self._cells[letter] = self._drawn(letter)
        return self._cells[letter]

    def _drawn(self, letter: str) -> Mask:
        font, shown = self._found(letter)
        # a letter's ink may begin left of its place and end right of its advance: both stay within the cell
        left, _, right, _ = font.getbbox(shown)
        width = max(1, round(font.getlength(shown)), round(right))
        if shown == " ":
            width = max(width, math.ceil(_LEAST_SPACE_EM * self.size))
        image = Image.new("L", (width - min(0, round(left)), self.height))
        ImageDraw.Draw(image).text((-min(0, round(left)), self.ascent), shown, fill=255, font=font, anchor="ls")
        return np.asarray(image)

    def _found(self, letter: str) -> tuple[ImageFont.FreeTypeFont, str]:
        """A font that has the letter, or what of it there is."""
        if not letter.isprintable():
            letter = " "
        if _has(self._font, letter):
            return self._font, letter
        for font in _other_fonts(self.size):
            if _has(font, letter):
                return font, letter
        plain = unicodedata.normalize("NFKD", letter)[0]
        return self._font, plain if _has(self._font, plain) else letter


def _has(font: ImageFont.FreeTypeFont, letter: str) -> bool:
    return letter == " " or bytes(font.getmask(letter)) != bytes(font.getmask(_NO_LETTER))


@functools.cache
def _other_fonts(size: int) -> tuple[ImageFont.FreeTypeFont, ...]:
    """Looked for when the first letter is missing: walking the system's fonts takes a moment."""
    found = []
    for name in _OTHER_FONTS:
        try:
            found.append(ImageFont.truetype(name, size))
        except OSError:
            continue  # not installed
    return tuple(found)


@functools.cache
def letters(size: int) -> Letters:
    """The letters of that size, shared: sheets and charts use the same few sizes again and again."""
    return Letters(size)


def write(pixels: NDArray[np.uint8], at: tuple[int, int], text: str, size: int, color: tuple[int, int, int]) -> None:
    """Write `text` in one line into `pixels`, uint8 (height, width, 3), its upper left corner `at` (x, y).

    What lies outside the picture is cut off.
    """
    mask = letters(size).mask(text)
    (left, top), (height, width) = at, pixels.shape[:2]
    first_row, first_column = max(0, -top), max(0, -left)
    mask = mask[first_row : max(first_row, height - top), first_column : max(first_column, width - left)]
    if mask.size:
        rows = slice(top + first_row, top + first_row + mask.shape[0])
        under = pixels[rows, left + first_column : left + first_column + mask.shape[1]]
        covered = mask[:, :, None].astype(np.int32)
        under[:] = (under * (255 - covered) + np.array(color, np.int32) * covered + 127) // 255
