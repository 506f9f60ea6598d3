"""Words over the picture, none on top of another: where there is room for labels, and the list of the depths."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np
from numpy.typing import NDArray

from rigbyscene.play import style
from rigbyscene.play.glyphs import Run
from rigbyscene.play.shapes import Shapes
from rigbyscene.play.style import Color, Rect

SIZE = 11
"""Points of a label's letters."""

_BACK = style.rgba("000000", 0.55)
_FIRM_BACK = style.rgba("0c0e10", 0.82)
_LEGEND_LINE = 18
_LEGEND_MARGIN = 16
_FARTHEST = 6  # cells from where it need not lie on another
_NEAR = (0, 1, -1, 2, -2, 3, -3)


class Places:
    """Which of `area` is taken by words: for names in square cells as high as they are, a bit a cell, an int a row.

    Names of bones give way to all else (`keep`), and to one another where that is possible nearby. All else is drawn
    by `finish`, over names that found no room beside it; labels for which there is no room at all are left out.
    """

    def __init__(self, shapes: Shapes, area: Rect):
        self._shapes = shapes
        self._area = area
        self._side = shapes.px(SIZE + 4)
        self._rows = max(int(area.height // self._side), 1)
        self._kept: list[Rect] = []
        self._kept_cells = [0] * self._rows
        self._named_cells = [0] * self._rows
        self._labels: list[tuple[Run, Rect, Color]] = []

    def keep(self, rect: Rect) -> None:
        """Nothing else is to lie on `rect`."""
        self._kept.append(rect)
        columns = self._columns(rect.x, rect.width)
        first, last = ((y - self._area.y) // self._side for y in (rect.y, rect.bottom - 1))
        for row in range(max(int(first), 0), min(int(last), self._rows - 1) + 1):
            self._kept_cells[row] |= columns

    def is_free(self, rect: Rect) -> bool:
        return not any(
            rect.x < kept.right and kept.x < rect.right and rect.y < kept.bottom and kept.y < rect.bottom
            for kept in self._kept
        )

    def label(self, text: str, x: float, y: float, color: Color) -> None:
        """A label whose letters begin at `x`, on the line nearest to `y`, or else as near to that as there is room."""
        run = self._run(text)
        least, most = self._area.x + self._shapes.px(6), self._area.right - run.width - self._shapes.px(6)
        first, x = self._row(y), max(min(x, most), least)
        lefts = np.arange(least, max(most, least) + 1.0, self._side)
        for left in (x, *lefts[np.argsort(np.abs(lefts - x), kind="stable")].tolist()):
            for row in sorted(range(self._rows), key=lambda row: abs(row - first)):
                rect = self._box(round(left), self._middle(row), run.width)
                if self.is_free(rect):
                    return self._put(run, rect, color)

    def label_on_lines(self, text: str, x: float, levels: Sequence[float], end: float, color: Color) -> None:
        """A label on the first of the level lines at `levels` that has room from `x` to `end`, leftmost there."""
        run = self._run(text)
        for y in levels:
            for left in np.arange(x, max(end - run.width, x) + 1.0, self._side).tolist():
                rect = self._box(round(left), y, run.width)
                if self.is_free(rect):
                    return self._put(run, rect, color)

    def names(self, texts: Sequence[str], joints: NDArray[np.float64], color: Color) -> None:
        """Draw names beside `joints`, float64 (n, 2); a line leads to one that had to go farther."""
        runs = [self._run(text) for text in texts]
        gap = 6 * self._shapes.scale
        places = np.empty((len(runs), 2))
        for place, (x, y), run in zip(places, joints.tolist(), runs, strict=True):
            left = round(x + gap)
            if left + run.width > self._area.right:
                left = round(x - gap - run.width)
            place[:] = self._place_of_name(left, y, run.width)
            if place[0] != left:
                self._shapes.line(x, y, place[0], place[1], style.with_alpha(color, 0.6), self._shapes.scale)
        self._shapes.labels(runs, places, color, _BACK, SIZE)

    def legend(self, lines: Sequence[tuple[str, Color]]) -> None:
        """Lines from the area's upper left corner on, in columns, around what is taken.

        Where there is too little room for all, the last one says how many more there are.
        """
        if not lines:
            return
        px = self._shapes.px
        most = max(self._area.width - 2 * px(_LEGEND_MARGIN), 1)
        width = min(max(self._run(text).width for text, _ in lines), most)
        shown = list(zip(self._legend_boxes(width), lines, strict=False))
        left = len(lines) - len(shown)
        for n, (rect, (text, color)) in enumerate(shown, start=1):
            if left and n == len(shown):
                text, color = f"and {left + 1} more", style.TEXT
            self._put(self._shapes.glyphs.fitted(text, px(SIZE), width), rect, color)

    def _legend_boxes(self, width: float) -> Iterator[Rect]:
        px, area = self._shapes.px, self._area
        x = area.x + px(_LEGEND_MARGIN)
        while x + width <= area.right - px(3):
            middle = area.y + px(_LEGEND_MARGIN + 8)
            while middle + px(10) <= area.bottom:
                rect = self._box(x, middle, width)
                if self.is_free(rect):
                    yield rect
                middle += px(_LEGEND_LINE)
            x += width + px(_LEGEND_MARGIN)

    def _place_of_name(self, x: float, y: float, width: int) -> tuple[float, float]:
        first = self._row(y)
        rows = [row for row in (first + step for step in _NEAR) if 0 <= row < self._rows]
        beside: tuple[float, float] | None = None
        for left in (x, *range(round(x) + self._side, int(self._area.right) - width, self._side)):
            columns = self._columns(left, width)
            for row in rows:
                if not self._kept_cells[row] & columns:
                    if not self._named_cells[row] & columns:
                        self._named_cells[row] |= columns
                        return left, self._middle(row)
                    beside = beside or (left, self._middle(row))
            if beside is not None and (beside[0] == x or left - beside[0] >= _FARTHEST * self._side):
                return beside
        return beside or (x, self._middle(first))

    def _run(self, text: str) -> Run:
        return self._shapes.glyphs.run(text, self._shapes.px(SIZE))

    def _row(self, y: float) -> int:
        return min(max(int((y - self._area.y) // self._side), 0), self._rows - 1)

    def _middle(self, row: int) -> float:
        return self._area.y + (row + 0.5) * self._side

    def _box(self, x: float, middle: float, width: float) -> Rect:
        """The box of a label whose letters begin at `x`."""
        pad, high = self._shapes.px(3), self._shapes.px(SIZE + 3)
        return Rect(x - pad, round(middle - high / 2), width + 2 * pad, high)

    def _put(self, run: Run, box: Rect, color: Color) -> None:
        self.keep(box)
        self._labels.append((run, box, color))

    def finish(self) -> None:
        """Draw all but names, which are drawn."""
        pad = self._shapes.px(3)
        for run, box, color in self._labels:
            self._shapes.box(Rect(box.x, box.y, run.width + 2 * pad, box.height), _FIRM_BACK, pad)
            self._shapes.text(run, box.x + pad, box.middle, color, SIZE)

    def _columns(self, x: float, width: float) -> int:
        """The cells of a row from `x` on."""
        first = max(int((x - self._area.x) // self._side), 0)
        end = max(int((x + width - 1 - self._area.x) // self._side) + 1, first)
        return (1 << end) - (1 << first)
