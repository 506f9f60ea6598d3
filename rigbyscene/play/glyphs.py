"""Letters and signs for the window, drawn by Pillow into one picture that never changes its size.

The font is the one that comes with Pillow, so that the window looks the same on every machine. What it lacks is looked
for in fonts that systems usually have.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import cast

import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageDraw, ImageFont

SIDE = 1024
"""Texels of the picture's sides: at 30 pixels a letter some thousand letters."""

_FALLBACKS = (
    "DejaVuSans.ttf",
    "NotoSans-Regular.ttf",
    "NotoSansCJK-Regular.ttc",
    "arial.ttf",
    "segoeui.ttf",
    "msgothic.ttc",
    "Arial Unicode.ttf",
    "Hiragino Sans GB.ttc",
)
_NEVER_THERE = "\U0010fffe"
_MOST_RUNS = 256
_LEAST_SPACE_EM = 0.3
"""Pillow's font has 2 pixels between words at sizes up to 11, 3 up to 16, which read as none."""


@dataclass(frozen=True, slots=True)
class Cell:
    """A sign in the picture: `u`, `v` its upper left texel; `left`, `top` from the pen, y down from the line's top."""

    u: int
    v: int
    width: int
    height: int
    left: int
    top: int
    advance: int


@dataclass(frozen=True, slots=True, eq=False)
class Run:
    """A text laid out, `width` pixels long: rows of `cells` float32 (n, 6) are left, top, width, height, u, v."""

    cells: NDArray[np.float32]
    width: int


class Glyphs:
    """Draws signs when they are first needed. `picture` uint8 (SIDE, SIDE) is how much of each texel is covered.

    `take_changes` tells which rows were drawn since it was last asked. When the picture is full, all is forgotten and
    drawn anew as needed; `generation` counts that, for whoever keeps runs.
    """

    def __init__(self) -> None:
        self.picture: NDArray[np.uint8] = np.zeros((SIDE, SIDE), np.uint8)
        self.generation = 0
        self._cells: dict[tuple[str, int], Cell] = {}
        self._runs: dict[tuple[str, int], Run] = {}
        self._fonts: dict[int, ImageFont.FreeTypeFont] = {}
        self._digit_advances: dict[int, int] = {}
        self._pen = (0, 0)
        self._shelf_height = 0
        self._changed = (0, SIDE)

    def run(self, text: str, size: int) -> Run:
        """`text` on one line in letters of `size` pixels. Digits are equally wide, so that times stand still."""
        known = self._runs.get((text, size))
        if known is not None:
            return known
        rows: list[tuple[int, ...]] = []
        pen = 0
        generation = self.generation
        for letter in text:
            cell = self.cell(letter, size)
            extra = (self._digit_advance(size) - cell.advance) // 2 if letter.isdecimal() and letter.isascii() else 0
            if cell.width:
                rows.append((pen + extra + cell.left, cell.top, cell.width, cell.height, cell.u, cell.v))
            pen += self._digit_advance(size) if letter.isdecimal() and letter.isascii() else cell.advance
        if generation != self.generation:
            return self.run(text, size)  # the picture was emptied halfway through
        if len(self._runs) >= _MOST_RUNS:
            self._runs.clear()
        run = Run(np.array(rows, np.float32).reshape(len(rows), 6), pen)
        self._runs[text, size] = run
        return run

    def fitted(self, text: str, size: int, width: float) -> Run:
        """`text`, cut short with an ellipsis where it is wider than `width` pixels; empty without room for a letter."""
        run = self.run(text, size)
        if run.width <= width:
            return run
        low, high = 0, len(text)
        while low < high:
            middle = (low + high + 1) // 2
            low, high = (middle, high) if self._width(text[:middle] + "…", size) <= width else (low, middle - 1)
        return self.run(text[:low].rstrip() + "…" if low else "", size)

    def _width(self, text: str, size: int) -> int:
        return sum(
            self._digit_advance(size) if c.isdecimal() and c.isascii() else self.cell(c, size).advance for c in text
        )

    def cell(self, letter: str, size: int) -> Cell:
        """Where `letter` is in the picture, drawn now if it was not there."""
        known = self._cells.get((letter, size))
        if known is not None:
            return known
        font = self._font_for(letter, size)
        left, top, right, bottom = (round(n) for n in font.getbbox(letter))
        width, height = max(right - left, 0), max(bottom - top, 0)
        image = Image.new("L", (max(width, 1), max(height, 1)))
        ImageDraw.Draw(image).text((-left, -top), letter, fill=255, font=font)
        advance = round(font.getlength(letter))
        if letter.isspace():
            advance = max(advance, math.ceil(_LEAST_SPACE_EM * size))
        return self._place(letter, size, np.asarray(image), (width, height), (left, top), advance)

    def sign(self, name: str, size: int, image: NDArray[np.uint8]) -> Cell:
        """A picture of one's own, uint8 (height, width), kept under `name` and `size`."""
        known = self._cells.get((name, size))
        if known is not None:
            return known
        height, width = image.shape
        return self._place(name, size, image, (width, height), (0, 0), width)

    def line_height(self, size: int) -> int:
        """From the top of a line of letters to its bottom, in pixels."""
        ascent, descent = self._font(size).getmetrics()
        return int(ascent + descent)

    def take_changes(self) -> tuple[int, int]:
        """Rows [first, end) of the picture that were drawn since the last call; none are (0, 0)."""
        changed, self._changed = self._changed, (0, 0)
        return changed

    def _place(
        self,
        letter: str,
        size: int,
        image: NDArray[np.uint8],
        extent: tuple[int, int],
        offset: tuple[int, int],
        advance: int,
    ) -> Cell:
        width, height = min(extent[0], SIDE), min(extent[1], SIDE)
        x, y = self._pen
        if x + width > SIDE:
            x, y = 0, y + self._shelf_height
            self._shelf_height = 0
        if y + height > SIDE:
            self._forget()
            x = y = 0
        self.picture[y : y + height, x : x + width] = image[:height, :width]
        self._pen = (x + width + 1, y)
        self._shelf_height = max(self._shelf_height, height + 1)
        first, end = self._changed
        self._changed = (min(first, y), max(end, y + height)) if end > first else (y, y + height)
        cell = Cell(x, y, width, height, *offset, advance)
        self._cells[letter, size] = cell
        return cell

    def _forget(self) -> None:
        self._cells.clear()
        self._runs.clear()
        self.picture[:] = 0
        self._shelf_height = 0
        self._changed = (0, SIDE)
        self.generation += 1

    def _digit_advance(self, size: int) -> int:
        if size not in self._digit_advances:
            self._digit_advances[size] = max(round(self._font(size).getlength(d)) for d in "0123456789")
        return self._digit_advances[size]

    def _font(self, size: int) -> ImageFont.FreeTypeFont:
        if size not in self._fonts:
            self._fonts[size] = cast("ImageFont.FreeTypeFont", ImageFont.load_default(size))
        return self._fonts[size]

    def _font_for(self, letter: str, size: int) -> ImageFont.FreeTypeFont:
        font = self._font(size)
        if letter.isspace() or _has(font, letter):
            return font
        for file in self._system_fonts:
            other = file.font_variant(size=size)
            if _has(other, letter):
                return other
        return font

    @cached_property
    def _system_fonts(self) -> list[ImageFont.FreeTypeFont]:
        return list(_found_fonts())


def _has(font: ImageFont.FreeTypeFont, letter: str) -> bool:
    """Whether `font` draws `letter` as anything but its sign for letters that it lacks."""
    missing, drawn = font.getmask(_NEVER_THERE), font.getmask(letter)
    return (drawn.size, bytes(drawn)) != (missing.size, bytes(missing))


def _found_fonts() -> Iterator[ImageFont.FreeTypeFont]:
    for name in _FALLBACKS:
        try:
            yield ImageFont.truetype(name, 16)
        except OSError:
            continue  # not on this system
