"""Charts as pixels: each shape's coverage drawn four times as large and averaged, its letters from `lettering`."""

from __future__ import annotations

import itertools
import math
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageColor, ImageDraw

from rigbyscene.film.chart import Area, Box, Chart, Color, Line, Point, Words
from rigbyscene.film.lettering import letters, write

_TIMES = 4


def pixels_of(chart: Chart) -> NDArray[np.uint8]:
    """The chart as uint8 (height, width, 3), top row first."""
    page = np.full((chart.height, chart.width, 3), _rgb(chart.background), np.uint8)
    for shape in chart.shapes:
        match shape:
            case Box():
                _box(page, shape)
            case Area():
                if len(shape.points) >= 3:
                    _fill(page, [shape.points], 0.0, shape.color, shape.opacity)
            case Line():
                parts = _dashes(shape.points, shape.dash) if shape.dash else [shape.points]
                if parts:  # a dashed line of no length has none
                    _fill(page, parts, shape.width, shape.color, shape.opacity)
            case Words():
                own = letters(shape.size)
                behind = {"start": 0.0, "middle": 0.5, "end": 1.0}[shape.anchor] * own.width(shape.text)
                at = round(shape.x - behind), round(shape.y) - own.ascent
                write(page, at, shape.text, shape.size, _rgb(shape.color))
    return page


def _box(page: NDArray[np.uint8], box: Box) -> None:
    corners = ((box.x, box.y), (box.x + box.width, box.y + box.height))
    whole = _Coverage(page, corners, 0.0)
    if whole.is_empty:
        return
    (x0, y0), (x1, y1) = map(whole.inside, corners)
    if x1 > x0 and y1 > y0:
        # Pillow's rectangles include their last pixel
        whole.draw.rounded_rectangle((x0, y0, max(x0, x1 - 1), max(y0, y1 - 1)), box.radius * _TIMES, fill=255)
        whole.blend(box.color, box.opacity)


def _fill(
    page: NDArray[np.uint8], parts: Sequence[Sequence[Point]], width: float, color: Color, opacity: float
) -> None:
    """Polygons (`width` 0) or lines, together one shape: where they overlap they cover no more than once."""
    whole = _Coverage(page, [point for part in parts for point in part], width)
    if whole.is_empty:
        return
    for part in parts:
        points = [whole.inside(point) for point in part]
        if width:
            whole.draw.line(points, fill=255, width=max(1, round(width * _TIMES)), joint="curve")
        else:
            whole.draw.polygon(points, fill=255)
    whole.blend(color, opacity)


class _Coverage:
    """A shape in the making: an enlarged mask of the part of the page that holds it."""

    def __init__(self, page: NDArray[np.uint8], points: Sequence[Point], spread: float):
        height, width = page.shape[:2]
        xs, ys = zip(*points, strict=True)
        self._left = max(0, math.floor(min(xs) - spread) - 1)
        self._top = max(0, math.floor(min(ys) - spread) - 1)
        self._right = min(width, math.ceil(max(xs) + spread) + 1)
        self._bottom = min(height, math.ceil(max(ys) + spread) + 1)
        self._page = page
        self.is_empty = self._left >= self._right or self._top >= self._bottom
        size = (max(1, self._right - self._left), max(1, self._bottom - self._top))
        self._mask = Image.new("L", (size[0] * _TIMES, size[1] * _TIMES))
        self.draw = ImageDraw.Draw(self._mask)

    def inside(self, point: Point) -> tuple[float, float]:
        """A point of the page in the mask."""
        return (point[0] - self._left) * _TIMES, (point[1] - self._top) * _TIMES

    def blend(self, color: Color, opacity: float) -> None:
        covered = np.asarray(self._mask.reduce(_TIMES), np.float32)[:, :, None] * np.float32(opacity / 255)
        under = self._page[self._top : self._bottom, self._left : self._right]
        under[:] = np.rint(under * (1 - covered) + np.array(_rgb(color), np.float32) * covered)


def _dashes(points: Sequence[Point], length: float) -> list[tuple[Point, Point]]:
    """The pieces of a dashed line, each within one straight part of it.

    >>> _dashes([(0, 0), (10, 0)], 4)
    [((0.0, 0.0), (4.0, 0.0)), ((8.0, 0.0), (10.0, 0.0))]
    """
    pieces = []
    gone = 0.0
    for (x0, y0), (x1, y1) in itertools.pairwise(points):
        distance = math.hypot(x1 - x0, y1 - y0)
        number = math.floor(gone / (2 * length))
        while distance and number * 2 * length < gone + distance:
            start = max(number * 2 * length, gone) - gone
            end = min((number * 2 + 1) * length, gone + distance) - gone
            if end > start:
                a, b = start / distance, end / distance
                pieces.append(((x0 + (x1 - x0) * a, y0 + (y1 - y0) * a), (x0 + (x1 - x0) * b, y0 + (y1 - y0) * b)))
            number += 1
        gone += distance
    return pieces


def _rgb(color: Color) -> tuple[int, int, int]:
    red, green, blue = ImageColor.getrgb(color)[:3]
    return red, green, blue
