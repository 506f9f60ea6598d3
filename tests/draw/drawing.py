"""Hand-made pictures and draw lists for the tests of the draw room."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from rigbyscene.draw.art import Art
from rigbyscene.draw.cpu import render
from rigbyscene.draw.drawlist import SHAPE_MESH, SHAPE_QUAD, DrawList
from rigbyscene.model.atlas import Atlas, AtlasPage, AtlasRegion
from rigbyscene.model.enums import Blend

PIXELS = np.array([1.0, 0, 0, 1, 0, 0])
"""The view for lists whose stage units are pixels already, y down."""

PLAIN = (1.0, 1.0, 1.0, 1.0, 0.0, 0.0, 0.0)
"""Light and dark of a command that shows its art as it is."""

BLACK = (0, 0, 0, 255)
WHITE = (255, 255, 255, 255)
NOTHING = (0, 0, 0, 0)

Image = NDArray[np.uint8]


def flat(width: int, height: int, *rgba: int) -> Image:
    """A premultiplied image of one colour."""
    image = np.empty((height, width, 4), np.uint8)
    image[:] = rgba
    return image


def premultiplied(straight: Image) -> Image:
    alpha = straight[..., 3:].astype(int)
    rgb = (straight[..., :3] * alpha + 127) // 255
    return np.concatenate([rgb, alpha], -1).astype(np.uint8)


def noise(rng: np.random.Generator, width: int, height: int, *, opaque: bool = False, smooth: int = 1) -> Image:
    """A premultiplied image of random texels, each `smooth` pixels a side, some of them transparent or opaque."""
    w, h = -(-width // smooth), -(-height // smooth)
    straight = rng.integers(0, 256, (h, w, 4), np.uint8)
    kind = rng.integers(0, 4, (h, w))
    straight[..., 3] = np.where(kind == 0, 0, np.where(kind == 1, 255, straight[..., 3]))
    if opaque:
        straight[..., 3] = 255
    return premultiplied(np.repeat(np.repeat(straight, smooth, 0), smooth, 1)[:height, :width])


def whole_page(image: Image, *, trims: tuple[int, int, int, int] = (0, 0, 0, 0)) -> tuple[Atlas, list[Image]]:
    """An atlas whose one region is the page; `trims` is what was trimmed left, top, right, bottom."""
    height, width = image.shape[:2]
    left, top, right, bottom = trims
    region = AtlasRegion("picture", 0, 0, 0, width, height, left, bottom, left + width + right, top + height + bottom)
    return Atlas((AtlasPage("page.png", width, height),), (region,)), [image]


def art_of(*images: Image) -> Art:
    """Art whose picture k is image k, untrimmed."""
    return Art.of([whole_page(image) for image in images])


Corners = Sequence[tuple[float, float]]


def rectangle(x0: float, y0: float, x1: float, y1: float) -> list[tuple[float, float]]:
    return [(x0, y0), (x1, y0), (x1, y1), (x0, y1)]


def turned(
    width: float,
    height: float,
    *,
    centre: tuple[float, float],
    degrees: float = 0,
    scale: float | tuple[float, float] = 1,
) -> list[tuple[float, float]]:
    """The corners of a width x height rectangle, scaled, then turned about its centre."""
    c, s = math.cos(math.radians(degrees)), math.sin(math.radians(degrees))
    sx, sy = scale if isinstance(scale, tuple) else (scale, scale)
    corners = rectangle(-width / 2 * sx, -height / 2 * sy, width / 2 * sx, height / 2 * sy)
    return [(centre[0] + c * x - s * y, centre[1] + s * x + c * y) for x, y in corners]


@dataclass
class Sketch:
    """A draw list under construction."""

    xy: list[tuple[float, float]] = field(default_factory=list)
    texels: list[tuple[float, float]] = field(default_factory=list)
    triangles: list[tuple[int, int, int]] = field(default_factory=list)
    commands: list[list[int]] = field(default_factory=list)
    colors: list[tuple[float, ...]] = field(default_factory=list)

    def mesh(
        self,
        xy: Corners,
        texels: Corners,
        triangles: Sequence[tuple[int, int, int]],
        *,
        picture: int = 0,
        blend: Blend = Blend.NORMAL,
        color: tuple[float, ...] = PLAIN,
        shape: int = SHAPE_MESH,
    ) -> Sketch:
        """Add a command; its triangles count its own vertices."""
        first, first_triangle = len(self.xy), len(self.triangles)
        self.xy += list(xy)
        self.texels += list(texels)
        self.triangles += [(first + a, first + b, first + c) for a, b, c in triangles]
        self.commands.append([picture, int(blend), first, len(xy), first_triangle, len(triangles), shape, 0, 0])
        self.colors.append(color)
        return self

    def quad(
        self,
        corners: Corners,
        size: tuple[float, float],
        *,
        picture: int = 0,
        blend: Blend = Blend.NORMAL,
        color: tuple[float, ...] = PLAIN,
        shape: int = SHAPE_QUAD,
    ) -> Sketch:
        """Add the whole of a picture of `size`."""
        return self.mesh(
            corners,
            rectangle(0, 0, *size),
            [(0, 1, 2), (0, 2, 3)],
            picture=picture,
            blend=blend,
            color=color,
            shape=shape,
        )

    def list(self) -> DrawList:
        return DrawList(
            np.array(self.xy, np.float64).reshape(-1, 2),
            np.array(self.texels, np.float64).reshape(-1, 2),
            np.array(self.triangles, np.int32).reshape(-1, 3),
            np.array(self.commands, np.int32).reshape(-1, 9),
            np.array(self.colors, np.float32).reshape(-1, 7),
        )

    def drawn(
        self,
        art: Art,
        size: tuple[int, int],
        background: tuple[int, int, int, int] = BLACK,
        *,
        threads: int = 1,
        supersample: int = 1,
    ) -> Image:
        return render(self.list(), art, PIXELS, size, background, threads=threads, supersample=supersample)
