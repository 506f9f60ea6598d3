"""The signs on the window's buttons, drawn as outlines on a square of 16 units and made smooth."""

from __future__ import annotations

import functools
from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageDraw

_FINE = 8
"""Samples a pixel and axis."""

Points = list[tuple[float, float]]


class _Pen:
    """Draws in units of the square."""

    def __init__(self, side: int):
        self._unit = side * _FINE / 16
        self._image = Image.new("L", (side * _FINE, side * _FINE))
        self._draw = ImageDraw.Draw(self._image)

    def _to(self, points: Points) -> Points:
        return [(x * self._unit, y * self._unit) for x, y in points]

    def fill(self, points: Points) -> None:
        self._draw.polygon(self._to(points), fill=255)

    def bar(self, x: float, y: float, width: float, height: float) -> None:
        self.fill([(x, y), (x + width, y), (x + width, y + height), (x, y + height)])

    def path(self, points: Points, width: float = 1.5) -> None:
        self._draw.line(self._to(points), fill=255, width=round(width * self._unit), joint="curve")

    def arc(self, box: tuple[float, float, float, float], start: float, end: float, width: float = 1.5) -> None:
        x0, y0, x1, y1 = (side * self._unit for side in box)
        self._draw.arc((x0, y0, x1, y1), start, end, fill=255, width=round(width * self._unit))

    def hole(self, box: tuple[float, float, float, float]) -> None:
        x0, y0, x1, y1 = (side * self._unit for side in box)
        self._draw.ellipse((x0, y0, x1, y1), fill=0)

    def picture(self) -> NDArray[np.uint8]:
        side = self._image.width // _FINE
        return np.asarray(self._image.resize((side, side), Image.Resampling.BOX))


def _play(pen: _Pen) -> None:
    pen.fill([(4, 2.5), (13.5, 8), (4, 13.5)])


def _pause(pen: _Pen) -> None:
    pen.bar(3.5, 3, 3, 10)
    pen.bar(9.5, 3, 3, 10)


def _next_shot(pen: _Pen) -> None:
    pen.fill([(3, 3), (10.5, 8), (3, 13)])
    pen.bar(11, 3, 2, 10)


def _previous_shot(pen: _Pen) -> None:
    pen.fill([(13, 3), (5.5, 8), (13, 13)])
    pen.bar(3, 3, 2, 10)


def _next_frame(pen: _Pen) -> None:
    pen.bar(4, 3.5, 1.6, 9)
    pen.path([(8, 4), (12, 8), (8, 12)], 1.7)


def _previous_frame(pen: _Pen) -> None:
    pen.bar(10.4, 3.5, 1.6, 9)
    pen.path([(8, 4), (4, 8), (8, 12)], 1.7)


def _loop(pen: _Pen) -> None:
    pen.path([(2.2, 8), (2.2, 4.4), (10.5, 4.4)])
    pen.path([(13.8, 8), (13.8, 11.6), (5.5, 11.6)])
    pen.fill([(10, 1.2), (14.4, 4.4), (10, 7.6)])
    pen.fill([(6, 8.4), (1.6, 11.6), (6, 14.8)])


def _layers(pen: _Pen) -> None:
    pen.fill([(8, 1.5), (15, 5.5), (8, 9.5), (1, 5.5)])
    pen.path([(1.2, 8.2), (8, 12), (14.8, 8.2)], 1.3)
    pen.path([(1.2, 11), (8, 14.8), (14.8, 11)], 1.3)


def _log(pen: _Pen) -> None:
    for y in (3.2, 7.2, 11.2):
        pen.bar(2, y, 1.8, 1.6)
        pen.bar(5.4, y, 8.6, 1.6)


def _help(pen: _Pen) -> None:
    pen.arc((1.2, 1.2, 14.8, 14.8), 0, 360, 1.3)
    pen.arc((5.2, 3.8, 10.8, 9), 190, 80, 1.5)
    pen.bar(7.25, 8.2, 1.5, 1.9)
    pen.bar(7.2, 11, 1.6, 1.6)


def _full_screen(pen: _Pen) -> None:
    for corner in ([(6, 2.5), (2.5, 2.5), (2.5, 6)], [(10, 2.5), (13.5, 2.5), (13.5, 6)]):
        pen.path(list(corner))
        pen.path([(x, 16 - y) for x, y in corner])


def _down(pen: _Pen) -> None:
    pen.path([(4.5, 9.5), (8, 6), (11.5, 9.5)], 1.6)


def _camera(pen: _Pen) -> None:
    pen.bar(1.5, 4.5, 13, 8.5)
    pen.bar(5.5, 3, 5, 2)
    pen.hole((5.4, 6, 10.6, 11.2))


def _check(pen: _Pen) -> None:
    pen.path([(3.5, 8.5), (6.8, 11.8), (12.8, 4.5)], 1.8)


_DRAWN: dict[str, Callable[[_Pen], None]] = {
    "play": _play,
    "pause": _pause,
    "next shot": _next_shot,
    "previous shot": _previous_shot,
    "next frame": _next_frame,
    "previous frame": _previous_frame,
    "loop": _loop,
    "layers": _layers,
    "log": _log,
    "help": _help,
    "full screen": _full_screen,
    "up": _down,
    "still": _camera,
    "check": _check,
}


@functools.lru_cache(maxsize=128)
def icon(name: str, side: int) -> NDArray[np.uint8]:
    """The sign called `name`: uint8 (side, side), how much of each pixel is covered. KeyError for an unknown one."""
    pen = _Pen(side)
    _DRAWN[name](pen)
    return pen.picture()
