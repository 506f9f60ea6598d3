"""Words over the picture, none on top of another: where there is room for labels, and the list of the depths."""

from __future__ import annotations

import math
from bisect import bisect_left, insort
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

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
_LINE_BACK = style.rgba("000000", 0.7)
_LEGEND_LINE = 18
_LEGEND_MARGIN = 16
_GAP = 6  # points from a joint to its name, and the least length of a line to it
_FARTHEST = 12  # rows that a name may be away from its joint: its line can still be followed

Point = tuple[float, float]


class _Rows:
    """The rows of `area` that names are written in, `high` pixels each, and what is taken of them, in whole pixels."""

    def __init__(self, area: Rect, high: int):
        self._area = area
        self.high = high
        self.count = max(int(area.height // high), 1)
        self._words: list[list[Point]] = [[] for _ in range(self.count)]
        self._taken: list[list[Point]] = [[] for _ in range(self.count)]
        self._joints: list[list[float]] = [[] for _ in range(self.count)]

    def copy(self) -> _Rows:
        twin = _Rows(self._area, self.high)
        twin._words, twin._taken = [[*row] for row in self._words], [[*row] for row in self._taken]
        return twin

    def at(self, y: float) -> int:
        """The row nearest to `y`."""
        return min(max(int((y - self._area.y) // self.high), 0), self.count - 1)

    def middle(self, row: int) -> float:
        return self._area.y + (row + 0.5) * self.high

    def take(self, rect: Rect) -> None:
        """No name and no line to a name is to lie on `rect`."""
        first, last = ((y - self._area.y) // self.high for y in (rect.y, rect.bottom - 1))
        for row in range(max(int(first), 0), min(int(last), self.count - 1) + 1):
            insort(self._words[row], (math.floor(rect.x), math.ceil(rect.right)))
            insort(self._taken[row], (math.floor(rect.x), math.ceil(rect.right)))

    def take_line(self, start: Point, end: Point) -> None:
        """No name is to lie on the line from a joint to its name's edge; other lines may cross it."""
        for row, left, right in self._way(start, end):
            insort(self._taken[row], (math.floor(left) - 1, math.ceil(right) + 1))

    def is_free(self, row: int, left: float, width: float) -> bool:
        if left < self._area.x or left + width > self._area.right:
            return False
        return not any(a < left + width and left < b for a, b in self._taken[row])

    def is_clear(self, start: Point, end: Point) -> bool:
        """Whether no words are on the line from a joint to its name's edge."""
        return not any(
            a < right + 1 and left - 1 < b for row, left, right in self._way(start, end) for a, b in self._words[row]
        )

    def nearest(self, row: int, wanted: int, width: int, least: int, most: int) -> int | None:
        """The free place of a row for `width` pixels within `least` and `most` that begins nearest to `wanted`."""
        found: int | None = None
        free = least
        for left, right in (*self._taken[row], (most, most)):
            end = int(min(left, most))
            if end - free >= width:
                place = min(max(wanted, free), end - width)
                if found is not None and abs(found - wanted) <= abs(place - wanted):
                    break
                found = place
            free = max(free, int(right))
        return found

    def know_joints(self, joints: NDArray[np.float64]) -> None:
        """Tell of joints that names had better not lie on: no line could lead away from them."""
        self._joints = [[] for _ in range(self.count)]
        for x, y in joints.tolist():
            insort(self._joints[self.at(y)], x)

    def joints_within(self, row: int, left: float, width: float) -> int:
        """How many joints there are in a part of a row."""
        return bisect_left(self._joints[row], left + width) - bisect_left(self._joints[row], left)

    def _way(self, start: Point, end: Point) -> Iterator[tuple[int, float, float]]:
        """The rows through which a line goes, with its least and its greatest x there; not that where it ends."""
        (x0, y0), (x1, y1) = start, end
        # from below it ends at the lower edge of a name, which may be the upper edge of the next row
        first, last = self.at(y0), self.at(y1 - 1 if y1 < y0 else y1)
        if first == last:
            yield first, min(x0, x1), max(x0, x1)
            return
        step = 1 if last > first else -1
        for row in range(first, last, step):
            top, bottom = self.middle(row) - self.high / 2, self.middle(row) + self.high / 2
            xs = [x0 + (x1 - x0) * min(max((y - y0) / (y1 - y0), 0.0), 1.0) for y in (top, bottom)]
            yield row, min(xs), max(xs)


@dataclass(frozen=True, slots=True)
class _Place:
    """The box of a name, and where on its edge the line from its joint ends: None right beside the joint."""

    box: Rect
    line_end: Point | None


class Places:
    """Which of `area` is taken by words.

    Names of bones give way to all else (`keep`), and none lies on another. All else is drawn by `finish`; labels for
    which there is no room are left out.
    """

    def __init__(self, shapes: Shapes, area: Rect):
        self._shapes = shapes
        self._area = area
        self._rows = _Rows(area, shapes.px(SIZE + 4))
        self._pad, self._high, self._gap = shapes.px(3), shapes.px(SIZE + 3), shapes.px(_GAP)
        self._kept: list[Rect] = []
        self._labels: list[tuple[Run, Rect, Color]] = []

    def keep(self, rect: Rect) -> None:
        """Nothing else is to lie on `rect`."""
        self._kept.append(rect)
        self._rows.take(rect)

    def is_free(self, rect: Rect) -> bool:
        return not any(
            rect.x < kept.right and kept.x < rect.right and rect.y < kept.bottom and kept.y < rect.bottom
            for kept in self._kept
        )

    def label(self, text: str, x: float, y: float, color: Color) -> None:
        """A label whose letters begin at `x`, on the line nearest to `y`, or else as near to that as there is room."""
        run = self._run(text)
        box = self._free_box(run.width, x, y)
        if box is not None:
            self._put(run, box, color)

    def label_on_lines(self, text: str, x: float, levels: Sequence[float], end: float, color: Color) -> None:
        """A label on the first of the level lines at `levels` that has room from `x` to `end`, leftmost there."""
        run = self._run(text)
        for y in levels:
            for left in np.arange(x, max(end - run.width, x) + 1.0, self._rows.high).tolist():
                rect = self._box(round(left), y, run.width)
                if self.is_free(rect):
                    return self._put(run, rect, color)

    def names(self, texts: Sequence[str], joints: NDArray[np.float64], colors: Sequence[Color]) -> None:
        """Draw names beside `joints`, float64 (n, 2), and say how many of them found no room.

        Those that come first have the choice. A line leads from its joint to each that had to go elsewhere, and no name
        lies on it.
        """
        runs = [self._shapes.glyphs.fitted(text, self._shapes.px(SIZE), self._area.width / 2) for text in texts]
        untaken = self._rows.copy()
        placed = self._places_of_names(runs, joints, until_missing=True)
        if None in placed:
            self._rows = untaken
            margin = self._shapes.px(_LEGEND_MARGIN)
            widest = self._run(_missing_words(len(runs))).width
            box = self._free_box(widest, self._area.x + margin, self._area.bottom - margin)
            if box is not None:
                self._rows.take(box)
            placed = self._places_of_names(runs, joints)
            if box is not None and None in placed:
                self._put(self._run(_missing_words(placed.count(None))), box, style.TEXT)
        self._draw_names(runs, joints, colors, placed)

    def _draw_names(
        self, runs: Sequence[Run], joints: NDArray[np.float64], colors: Sequence[Color], placed: Sequence[_Place | None]
    ) -> None:
        shapes = self._shapes
        found = [(*each, place) for *each, place in zip(runs, joints.tolist(), colors, placed, strict=True) if place]
        moved = [(joint, place.line_end, color) for _, joint, color, place in found if place.line_end is not None]
        starts, ends = (np.array([each[k] for each in moved], np.float64).reshape(len(moved), 2) for k in (0, 1))
        dots = np.array([joint for _, joint, *_ in found], np.float64).reshape(len(found), 2)
        shapes.lines(starts, ends, _LINE_BACK, 3 * shapes.scale)
        shapes.discs(dots, 2.6 * shapes.scale, _LINE_BACK)
        for color in dict.fromkeys(color for _, _, color, _ in found):
            own, own_lines = (np.array([each[2] == color for each in of], bool) for of in (found, moved))
            shapes.lines(starts[own_lines], ends[own_lines], color, max(shapes.scale, 1.0))
            shapes.discs(dots[own], 1.6 * shapes.scale, color)
        for color in dict.fromkeys(color for _, _, color, _ in found):
            own_runs = [(run, place.box) for run, _, of, place in found if of == color]
            places = np.array([(box.x + self._pad, box.middle) for _, box in own_runs], np.float64)
            shapes.labels([run for run, _ in own_runs], places, color, _BACK, SIZE)

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

    def _places_of_names(
        self, runs: Sequence[Run], joints: NDArray[np.float64], *, until_missing: bool = False
    ) -> list[_Place | None]:
        """The place of each name, None where there is none; `until_missing`: up to the first of these."""
        self._rows.know_joints(joints)
        placed: list[_Place | None] = []
        for (x, y), run in zip(joints.tolist(), runs, strict=True):
            place = self._place_of_name((x, y), run.width + 2 * self._pad)
            placed.append(place)
            if place is not None:
                self._rows.take(place.box)
                if place.line_end is not None:
                    self._rows.take_line((x, y), place.line_end)
            elif until_missing:
                break
        return placed

    def _place_of_name(self, joint: Point, width: int) -> _Place | None:
        """Beside the joint, or else the nearest place that a line can lead to past all other words."""
        if self._rows.high > self._area.height:
            return None
        x, y = joint
        gap, pad = self._gap, self._pad
        own = self._rows.at(y)
        right, left = round(x + gap) - pad, round(x - gap) + pad - width
        box = self._name_box(own, right, width)
        if box.y - 1 <= y <= box.bottom + 1:
            free = [at for at in (right, left) if self._rows.is_free(own, at, width)]
            if free:
                at = min(free, key=lambda at: self._rows.joints_within(own, at, width))
                return _Place(self._name_box(own, at, width), None)
        if not self._rows.is_clear(joint, joint):
            return None  # under other words: no line can lead away
        best: _Place | None = None
        least = float(_FARTHEST * self._rows.high)
        for row in sorted(
            range(max(own - _FARTHEST, 0), min(own + _FARTHEST + 1, self._rows.count)), key=lambda row: abs(row - own)
        ):
            box = self._name_box(row, right, width)
            down = max(box.y - y, y - box.bottom, 0.0)
            if down >= least:
                continue
            for at in self._places_in_row(row, joint, width, is_level=down < gap):
                box = self._name_box(row, at, width)
                end = min(max(x, box.x), box.right), min(max(y, box.y), box.bottom)
                way = abs(end[0] - x) + abs(end[1] - y)
                if way < least and self._rows.is_clear(joint, end):
                    best, least = _Place(box, end), way
        return best

    def _places_in_row(self, row: int, joint: Point, width: int, *, is_level: bool) -> Iterator[int]:
        """The nearest places in a row; where it `is_level` with the joint, those that leave room for a line."""
        (x, _), gap = joint, self._gap
        least, most = math.ceil(self._area.x), math.floor(self._area.right)
        right, left = math.ceil(x) + gap, math.floor(x) - gap
        sides = ((right, right, most), (left - width, least, left)) if is_level else ((right, least, most),)
        for wanted, first, end in sides:
            at = self._rows.nearest(row, wanted, width, max(first, least), min(end, most))
            if at is not None:
                yield at

    def _name_box(self, row: int, left: float, width: int) -> Rect:
        return Rect(left, round(self._rows.middle(row) - self._high / 2), width, self._high)

    def _free_box(self, width: int, x: float, y: float) -> Rect | None:
        """The free box nearest to the line at `y`, and there to `x`, for a label `width` pixels wide."""
        least, most = self._area.x + self._shapes.px(6), self._area.right - width - self._shapes.px(6)
        rows, x = self._rows, max(min(x, most), least)
        first = rows.at(y)
        lefts = np.arange(least, max(most, least) + 1.0, rows.high)
        for left in (x, *lefts[np.argsort(np.abs(lefts - x), kind="stable")].tolist()):
            for row in sorted(range(rows.count), key=lambda row: abs(row - first)):
                box = self._box(round(left), rows.middle(row), width)
                if self.is_free(box):
                    return box
        return None

    def _run(self, text: str) -> Run:
        return self._shapes.glyphs.run(text, self._shapes.px(SIZE))

    def _box(self, x: float, middle: float, width: float) -> Rect:
        """The box of a label whose letters begin at `x`."""
        return Rect(x - self._pad, round(middle - self._high / 2), width + 2 * self._pad, self._high)

    def _put(self, run: Run, box: Rect, color: Color) -> None:
        self.keep(box)
        self._labels.append((run, box, color))

    def finish(self) -> None:
        """Draw all but names, which are drawn."""
        pad = self._pad
        for run, box, color in self._labels:
            self._shapes.box(Rect(box.x, box.y, run.width + 2 * pad, box.height), _FIRM_BACK, pad)
            self._shapes.text(run, box.x + pad, box.middle, color, SIZE)


def _missing_words(count: int) -> str:
    return f"+{count} {'names' if count > 1 else 'name'}: zoom in"
