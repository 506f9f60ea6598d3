"""What is laid over the picture, as one array: boxes, lines, discs and letters, each a row, drawn in order.

A row is `COLUMNS` 32-bit words: centre x and y; the unit vector of its own x axis; half its width and height and the
radius of its corners, all in pixels, y down; texel u and v of its upper left corner in the picture of glyphs, -1 for a
plain shape; its colour. Edges of plain shapes are smooth over a pixel. The array grows and is used again every frame.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from rigbyscene.play.glyphs import Glyphs, Run
from rigbyscene.play.icons import icon
from rigbyscene.play.style import Color, Rect

COLUMNS = 10
COLOR = 9
"""The column that holds the colour's bits."""


class Shapes:
    """Shapes in the order in which they are drawn. `rows` is float32 (count, COLUMNS), valid until the next change."""

    def __init__(self, glyphs: Glyphs, scale: float = 1.0):
        self.glyphs = glyphs
        self.scale = scale
        self._rows = np.zeros((2048, COLUMNS), np.float32)
        self._count = 0

    @property
    def rows(self) -> NDArray[np.float32]:
        return self._rows[: self._count]

    def clear(self) -> None:
        self._count = 0

    def px(self, points: float) -> int:
        """A length in points as whole pixels, at least one where it is not 0."""
        return max(round(points * self.scale), 1) if points else 0

    def add(self, rows: NDArray[np.float32]) -> None:
        """Rows that were made before."""
        self._room(len(rows))[:] = rows

    def box(self, rect: Rect, color: Color, radius: float = 0.0) -> None:
        """A filled rectangle, its corners rounded by `radius` pixels."""
        row = self._room(1)
        row[0, :9] = (
            rect.x + rect.width / 2, rect.y + rect.height / 2, 1, 0, rect.width / 2, rect.height / 2, radius, -1, -1
        )  # fmt: skip
        _paint(row, color)

    def frame(self, rect: Rect, color: Color, width: float = 1.0) -> None:
        """The outline of a rectangle, drawn inside it."""
        x, y, w, h = rect
        self.box(Rect(x, y, w, width), color)
        self.box(Rect(x, rect.bottom - width, w, width), color)
        self.box(Rect(x, y + width, width, h - 2 * width), color)
        self.box(Rect(rect.right - width, y + width, width, h - 2 * width), color)

    def panel(self, rect: Rect, color: Color, edge: Color, radius: float) -> None:
        """A rounded box with a line around it, which nothing shines through."""
        self.box(Rect(rect.x - 1, rect.y - 1, rect.width + 2, rect.height + 2), edge, radius + 1)
        self.box(rect, color | 0xFF000000, radius)

    def line(self, x0: float, y0: float, x1: float, y1: float, color: Color, width: float = 1.0) -> None:
        """A line with round ends."""
        self.lines(np.array([[x0, y0]]), np.array([[x1, y1]]), color, width)

    def lines(
        self, starts: NDArray[np.float64], ends: NDArray[np.float64], color: Color, width: float | NDArray[np.float64]
    ) -> None:
        """Lines with round ends from `starts` float64 (n, 2) to `ends`. Those that are not finite are left out."""
        ways = ends - starts
        finite = np.isfinite(ways).all(axis=1) & np.isfinite(starts).all(axis=1)
        if not finite.all():
            starts, ways = starts[finite], ways[finite]
            width = np.broadcast_to(width, finite.shape)[finite]
        lengths = np.hypot(ways[:, 0], ways[:, 1])
        rows = self._room(len(starts))
        rows[:, 0:2] = starts + ways / 2
        safe = np.where(lengths > 0.0, lengths, 1.0)
        rows[:, 2] = np.where(lengths > 0.0, ways[:, 0] / safe, 1.0)
        rows[:, 3] = ways[:, 1] / safe
        half = np.asarray(width) / 2
        rows[:, 4] = lengths / 2 + half
        rows[:, 5] = half
        rows[:, 6] = half
        rows[:, 7:9] = -1
        _paint(rows, color)

    def columns(
        self,
        x: NDArray[Any],
        tops: NDArray[Any],
        bottoms: NDArray[Any],
        color: Color,
        width: float,
    ) -> None:
        """Upright boxes `width` wide about each `x`."""
        rows = self._room(len(x))
        rows[:, 0], rows[:, 1] = x, (tops + bottoms) / 2
        rows[:, 2:4] = (1, 0)
        rows[:, 4], rows[:, 5] = width / 2, (bottoms - tops) / 2
        rows[:, 6:9] = (0, -1, -1)
        _paint(rows, color)

    def discs(self, centres: NDArray[np.float64], radius: float, color: Color) -> None:
        """Filled circles about `centres` float64 (n, 2)."""
        self.lines(centres, centres, color, 2 * radius)

    def diamonds(self, centres: NDArray[np.float64], radius: float, color: Color) -> None:
        """Squares on their tips."""
        rows = self._room(len(centres))
        side = radius * 0.7071
        rows[:, 0:2] = centres
        rows[:, 2:9] = (0.7071, 0.7071, side, side, 0.0, -1, -1)
        _paint(rows, color)

    def text(self, text: str | Run, x: float, y: float, color: Color, size: float = 13, align: float = 0.0) -> float:
        """A line of letters of `size` points; `y` is its middle, `x` its left end (`align` 1: right, 0.5: middle).

        Returns the x of its right end.
        """
        pixels = self.px(size)
        run = self.glyphs.run(text, pixels) if isinstance(text, str) else text
        left = round(x - run.width * align)
        top = round(y - self.glyphs.line_height(pixels) / 2)
        cells = run.cells
        rows = self._room(len(cells))
        rows[:, 0] = cells[:, 0] + left + cells[:, 2] / 2
        rows[:, 1] = cells[:, 1] + top + cells[:, 3] / 2
        rows[:, 2:4] = (1, 0)
        rows[:, 4:6] = cells[:, 2:4] / 2
        rows[:, 6] = 0
        rows[:, 7:9] = cells[:, 4:6]
        _paint(rows, color)
        return left + run.width

    def labels(
        self, runs: Sequence[Run], places: NDArray[np.float64], color: Color, back: Color, size: float = 11
    ) -> None:
        """Many lines of letters of `size` points on boxes of colour `back`.

        `places` float64 (n, 2): the left end and the middle of each, in whole pixels.
        """
        if not runs:
            return
        widths = np.array([run.width for run in runs], np.float64)
        half = self.px(size + 3) / 2
        rows = self._room(len(runs))
        rows[:, 0], rows[:, 1] = places[:, 0] + widths / 2, places[:, 1]
        rows[:, 2:4] = (1, 0)
        rows[:, 4], rows[:, 5] = widths / 2 + self.px(3), half
        rows[:, 6:9] = (self.px(3), -1, -1)
        _paint(rows, back)
        cells = np.concatenate([run.cells for run in runs])
        owners = np.repeat(np.arange(len(runs)), [len(run.cells) for run in runs])
        rows = self._room(len(cells))
        rows[:, 0] = cells[:, 0] + np.round(places[owners, 0]) + cells[:, 2] / 2
        top = np.round(places[:, 1] - self.glyphs.line_height(self.px(size)) / 2)
        rows[:, 1] = cells[:, 1] + top[owners] + cells[:, 3] / 2
        rows[:, 2:4] = (1, 0)
        rows[:, 4:6] = cells[:, 2:4] / 2
        rows[:, 6] = 0
        rows[:, 7:9] = cells[:, 4:6]
        _paint(rows, color)

    def fitted(self, text: str, x: float, y: float, width: float, color: Color, size: float = 13) -> float:
        """Like `text`, cut short where it is wider than `width` pixels."""
        return self.text(self.glyphs.fitted(text, self.px(size), width), x, y, color, size)

    def width(self, text: str, size: float = 13) -> int:
        """How many pixels wide a text of `size` points is."""
        return self.glyphs.run(text, self.px(size)).width

    def icon(self, name: str, x: float, y: float, color: Color, size: float = 16) -> None:
        """A sign of `rigbyscene.play.icons`, its middle at (x, y)."""
        side = self.px(size)
        cell = self.glyphs.sign(f"icon {name}", side, icon(name, side))
        row = self._room(1)
        half = side / 2
        row[0, :9] = (round(x - half) + half, round(y - half) + half, 1, 0, half, half, 0, cell.u, cell.v)
        _paint(row, color)

    def _room(self, count: int) -> NDArray[np.float32]:
        first, self._count = self._count, self._count + count
        if self._count > len(self._rows):
            grown = np.zeros((max(2 * len(self._rows), self._count), COLUMNS), np.float32)
            grown[:first] = self._rows[:first]
            self._rows = grown
        return self._rows[first : self._count]


def _paint(rows: NDArray[np.float32], color: Color) -> None:
    rows[:, COLOR].view(np.uint32)[:] = color
