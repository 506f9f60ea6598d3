"""A canvas in drawing units (y up) that is painted through masks, premultiplied float32 inside."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageDraw

from .arrays import Bytes, Floats, Points
from .colour import Rgb

SUPERSAMPLE = 4


@dataclass(frozen=True, slots=True, eq=False)
class Picture:
    """A finished image: straight-alpha uint8 `pixels` (h, w, 4), and the rectangle that it covers in drawing units."""

    name: str
    pixels: Bytes
    left: float
    bottom: float
    width: float
    height: float

    @property
    def centre(self) -> tuple[float, float]:
        return self.left + self.width / 2, self.bottom + self.height / 2


class Canvas:
    """Paint on the rectangle (left, bottom)-(right, top), `scale` pixels to the unit."""

    def __init__(self, left: float, bottom: float, right: float, top: float, scale: float) -> None:
        self.left, self.bottom, self.scale = left, bottom, scale
        self.shape = (round((top - bottom) * scale), round((right - left) * scale))
        self.top = bottom + self.shape[0] / scale
        self.pixels: Floats = np.zeros((*self.shape, 4), dtype=np.float32)

    def window(self, left: float, bottom: float, right: float, top: float) -> Canvas:
        """The part of this canvas round a rectangle, as a canvas that paints into the same pixels."""
        height, width = self.shape
        x0 = min(max(int((left - self.left) * self.scale), 0), width - 1)
        x1 = min(max(int((right - self.left) * self.scale) + 1, x0 + 1), width)
        y0 = min(max(int((self.top - top) * self.scale), 0), height - 1)
        y1 = min(max(int((self.top - bottom) * self.scale) + 1, y0 + 1), height)
        view = Canvas.__new__(Canvas)
        view.scale, view.shape = self.scale, (y1 - y0, x1 - x0)
        view.left, view.top = self.left + x0 / self.scale, self.top - y0 / self.scale
        view.bottom = view.top - view.shape[0] / self.scale
        view.pixels = self.pixels[y0:y1, x0:x1]
        return view

    def grid(self) -> tuple[Floats, Floats]:
        """The x and y of every pixel's centre, in drawing units, as broadcastable row and column arrays."""
        x = self.left + (np.arange(self.shape[1], dtype=np.float32) + 0.5) / self.scale
        y = self.top - (np.arange(self.shape[0], dtype=np.float32) + 0.5) / self.scale
        return x[None, :], y[:, None]

    def mask(self, *outlines: Points) -> Floats:
        """Coverage 0..1 of the union of closed outlines, antialiased by supersampling."""
        height, width = self.shape
        image = Image.new("L", (width * SUPERSAMPLE, height * SUPERSAMPLE))
        draw = ImageDraw.Draw(image)
        for outline in outlines:
            px = (outline[:, 0] - self.left) * self.scale * SUPERSAMPLE
            py = (self.top - outline[:, 1]) * self.scale * SUPERSAMPLE
            draw.polygon(list(zip(px.tolist(), py.tolist(), strict=True)), fill=255)
        reduced = image.reduce(SUPERSAMPLE)
        return np.asarray(reduced, dtype=np.float32) / np.float32(255)

    def paint(self, mask: Floats, colour: Rgb | Floats, opacity: float = 1.0) -> None:
        """Lay `colour` (one, or float32 (h, w, 3)) over what is there, through `mask`."""
        alpha = (mask * np.float32(opacity))[..., None]
        source = np.asarray(colour, dtype=np.float32) * alpha
        self.pixels[..., :3] = source + self.pixels[..., :3] * (1 - alpha)
        self.pixels[..., 3:] = alpha + self.pixels[..., 3:] * (1 - alpha)

    def tint(self, mask: Floats, colour: Rgb | Floats, opacity: float = 1.0) -> None:
        """Lay `colour` over what is there without growing it: only where the canvas is already covered."""
        alpha = (mask * np.float32(opacity))[..., None]
        source = np.asarray(colour, dtype=np.float32) * alpha * self.pixels[..., 3:]
        self.pixels[..., :3] = source + self.pixels[..., :3] * (1 - alpha)

    def add_light(self, mask: Floats, colour: Rgb | Floats, opacity: float = 1.0) -> None:
        """Brighten what is there (screen), only where the canvas is already covered."""
        light = (mask * np.float32(opacity))[..., None] * np.asarray(colour, dtype=np.float32)
        covered = self.pixels[..., 3:]
        self.pixels[..., :3] += light * (covered - self.pixels[..., :3])

    def multiply(self, mask: Floats, colour: Rgb | Floats, opacity: float = 1.0) -> None:
        """Darken what is there towards `colour` times itself."""
        weight = (mask * np.float32(opacity))[..., None]
        self.pixels[..., :3] *= 1 - weight * (1 - np.asarray(colour, dtype=np.float32))

    def erase(self, mask: Floats, opacity: float = 1.0) -> None:
        """Make what is under `mask` transparent."""
        self.pixels *= (1 - mask * np.float32(opacity))[..., None]

    def over(self, other: Canvas) -> None:
        """Lay another canvas of the same rectangle on top."""
        self.pixels[...] = other.pixels + self.pixels * (1 - other.pixels[..., 3:])

    @property
    def coverage(self) -> Floats:
        return np.ascontiguousarray(self.pixels[..., 3])

    def picture(self, name: str) -> Picture:
        """The painting so far as straight-alpha bytes; colour under zero alpha is zero, so that it packs small."""
        alpha = np.clip(self.pixels[..., 3:], 0, 1)
        colour = np.where(alpha > 0, self.pixels[..., :3] / np.maximum(alpha, 1e-6), 0)
        straight = np.concatenate([np.clip(colour, 0, 1), alpha], axis=-1)
        pixels = np.round(straight * 255).astype(np.uint8)
        pixels[pixels[..., 3] == 0] = 0
        height, width = self.shape
        return Picture(name, pixels, self.left, self.bottom, width / self.scale, height / self.scale)


def blur(values: Floats, radius_px: float) -> Floats:
    """A Gaussian-like blur (three box passes each way) in float32, free of 8-bit banding; outside counts as 0."""
    if radius_px < 0.3:
        return values
    pad = int(radius_px * 3) + 2
    return _along(_along(values, radius_px, pad, 0), radius_px, pad, 1)


def shifted(values: Floats, right_px: float, down_px: float) -> Floats:
    """`values` moved by whole pixels, zeros coming in."""
    dx, dy = round(right_px), round(down_px)
    height, width = values.shape
    moved = np.zeros_like(values)
    moved[max(dy, 0) : height + min(dy, 0), max(dx, 0) : width + min(dx, 0)] = values[
        max(-dy, 0) : height + min(-dy, 0), max(-dx, 0) : width + min(-dx, 0)
    ]
    return moved


def _along(values: Floats, radius_px: float, pad: int, axis: int) -> Floats:
    width = max(1, round(radius_px * 1.2) * 2 + 1)
    padding = [(pad, pad) if i == axis else (0, 0) for i in range(2)]
    padded = np.pad(values, padding).astype(np.float64)
    half = width // 2
    for _ in range(3):
        sums = np.cumsum(padded, axis=axis)
        ahead = np.take(sums, np.minimum(np.arange(sums.shape[axis]) + half, sums.shape[axis] - 1), axis=axis)
        index = np.arange(sums.shape[axis]) - half - 1
        behind = np.take(sums, np.maximum(index, 0), axis=axis)
        behind = np.where(_column(index >= 0, axis), behind, 0.0)
        padded = (ahead - behind) / width
    return np.take(padded, np.arange(pad, padded.shape[axis] - pad), axis=axis).astype(np.float32)


def _column(flags: NDArray[np.bool_], axis: int) -> NDArray[np.bool_]:
    return flags[:, None] if axis == 0 else flags[None, :]
