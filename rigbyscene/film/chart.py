"""Charts as lists of shapes: one layout, painted as SVG (`chart_svg`) or as pixels (`chart_png`)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

Point = tuple[float, float]
Color = str
"""``#rrggbb``."""


@dataclass(frozen=True, slots=True)
class Box:
    """A filled rectangle; `radius` rounds its corners. `title` is what shapes say when they are pointed at."""

    x: float
    y: float
    width: float
    height: float
    color: Color
    opacity: float = 1.0
    radius: float = 0.0
    title: str = ""


@dataclass(frozen=True, slots=True)
class Area:
    """A filled polygon."""

    points: tuple[Point, ...]
    color: Color
    opacity: float = 1.0
    title: str = ""


@dataclass(frozen=True, slots=True)
class Line:
    """A line through `points`, `width` pixels wide; `dash` is the length of dashes and of the gaps between, 0: none."""

    points: tuple[Point, ...]
    color: Color
    width: float = 1.0
    opacity: float = 1.0
    dash: float = 0.0
    title: str = ""


@dataclass(frozen=True, slots=True)
class Words:
    """One line of text; `y` is its base line, `size` that of the letters in pixels."""

    x: float
    y: float
    text: str
    size: int
    color: Color
    anchor: Literal["start", "middle", "end"] = "start"


Shape = Box | Area | Line | Words


@dataclass(frozen=True, slots=True)
class Chart:
    """Shapes on a page, the last on top; all numbers in pixels from the upper left corner, y down."""

    width: int
    height: int
    background: Color
    shapes: tuple[Shape, ...]
    title: str


def within(points: tuple[Point, ...], left: float, right: float) -> tuple[Point, ...]:
    """The part of a convex polygon between two vertical lines; empty where nothing is.

    >>> within(((0, 0), (10, 0), (10, 10)), 5, 20)
    ((5.0, 5.0), (5.0, 0.0), (10, 0), (10, 10))
    """
    for limit, side in ((left, 1.0), (right, -1.0)):
        kept: list[Point] = []
        for (x0, y0), (x1, y1) in zip((points[-1:] + points)[:-1], points, strict=True):
            before, after = side * (x0 - limit) >= 0.0, side * (x1 - limit) >= 0.0
            if before != after:
                kept.append((float(limit), y0 + (y1 - y0) * (limit - x0) / (x1 - x0)))
            if after:
                kept.append((x1, y1))
        points = tuple(kept)
    return points
