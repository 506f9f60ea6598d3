"""The game's own street, drawn with pyglet's shapes: groups of lower orders first."""

from __future__ import annotations

import random

from pyglet.graphics import Batch, Group
from pyglet.shapes import Circle, Rectangle, Triangle

LEFT_END, RIGHT_END = 0.0, 1900.0
FOX_AT = 1500.0
PAVEMENT = 84.0

_SKY, _FAR, _NEAR, _MORTAR, _WALL, _FRONT = (Group(order) for order in (0, 1, 2, 3, 4, 20))


class World:
    """All shapes, kept alive; `follow` moves what is far away."""

    def __init__(self, batch: Batch):
        self._batch = batch
        self._random = random.Random(7)
        self._sky: list[Rectangle | Circle] = []
        self._still: list[Rectangle | Triangle] = []
        for band in range(72):
            share = band / 71
            color = (int(196 - 170 * share), int(138 - 110 * share), int(150 - 70 * share), 255)
            self._sky.append(Rectangle(0, 120 + band * 6, 2600, 7, color, batch=batch, group=_SKY))
        self._sky.append(Circle(980, 430, 34, color=(255, 240, 205, 255), batch=batch, group=_SKY))
        self._sky_home = [shape.x for shape in self._sky]
        self._houses(_FAR, 170, (74, 62, 104), 34)
        self._houses(_NEAR, 90, (52, 44, 82), 26)
        self._rectangle(-300, 80, 2600, 70, (70, 63, 86, 255), _MORTAR)
        for x in range(-200, 2200, 66):
            for row in range(3):
                shade = self._random.randint(-6, 6)
                color = (92 + shade, 84 + shade, 110 + shade, 255)
                self._rectangle(x + 33 * (row % 2), 84 + row * 22, 64, 20, color, _WALL)
        self._rectangle(-300, 146, 2600, 10, (124, 116, 142, 255), _WALL)
        self._rectangle(-300, 0, 2600, 84, (70, 64, 88, 255), _WALL)
        for x in range(-200, 2200, 90):
            self._rectangle(x, 66, 84, 4, (86, 80, 106, 255), _WALL)
        for x in range(-200, 2200, 17):
            height = self._random.randint(14, 46)
            blade = Triangle(x, -4, x + 14, -4, x + self._random.randint(-6, 20), height, (30, 34, 52, 255),
                             batch=batch, group=_FRONT)  # fmt: skip
            self._still.append(blade)

    def _rectangle(self, x: float, y: float, width: float, height: float, color: tuple[int, ...], group: Group) -> None:
        self._still.append(Rectangle(x, y, width, height, color, batch=self._batch, group=group))

    def _houses(self, group: Group, height: int, rgb: tuple[int, int, int], count: int) -> None:
        at = -240.0
        for _ in range(count):
            width, top = self._random.randint(60, 120), 150 + height + self._random.randint(-30, 50)
            self._rectangle(at, 100, width, top - 100, (*rgb, 255), group)
            roof = Triangle(at - 6, top, at + width + 6, top, at + width / 2, top + 34, (*rgb, 255),
                            batch=self._batch, group=group)  # fmt: skip
            self._still.append(roof)
            for x in range(int(at) + 12, int(at + width) - 18, 22):
                for y in range(170, top - 14, 30):
                    if self._random.random() < 0.45:
                        self._rectangle(x, y, 9, 13, (255, 204, 120, 200), group)
            at += width + self._random.randint(0, 14)

    def follow(self, left: float) -> None:
        """Let the sky stand still behind a camera whose left edge is at `left`."""
        for shape, home in zip(self._sky, self._sky_home, strict=True):
            shape.x = home + left * 0.9 - 160.0
