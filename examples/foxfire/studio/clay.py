"""Light on rounded things: a mask is inflated like a balloon, and the balloon's normals are lit.

The height field is the square root of the solution of the Poisson equation with zero rim (a paraboloid's root is a
sphere's cap), solved on a coarse grid, so any outline gets a plausible volume without being modelled.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from PIL import Image

from .arrays import Floats
from .canvas import Canvas, Picture, blur
from .colour import Rgb, smoothstep

_LONG_SIDE, _SHORT_SIDE = 96, 20
_SWEEPS = 700


@dataclass(frozen=True, slots=True)
class Finish:
    """How a surface takes the light: `shade` in shadow, `base` in half light, `light` where the light is square on.

    `rim` is the colour of the light from behind, `rim_strength` how much of it shows, `gloss` the strength of a soft
    highlight, `bulge` how round the surface is (1 a balloon, 0 flat).
    """

    shade: Rgb
    base: Rgb
    light: Rgb
    rim: Rgb = (1.0, 1.0, 1.0)
    rim_strength: float = 0.0
    gloss: float = 0.0
    bulge: float = 1.0


class LitCanvas(Canvas):
    """A canvas that also keeps what one warm light would add to the painting: a second picture for an additive slot.

    Everything painted hides the light on what is below it; only what `model` paints catches light of its own, tinted
    by its own colour.
    """

    def __init__(
        self,
        left: float,
        bottom: float,
        right: float,
        top: float,
        scale: float,
        light_from: tuple[float, float, float],
        light: Rgb,
    ) -> None:
        super().__init__(left, bottom, right, top, scale)
        self.light_from, self.light = light_from, light
        self.caught: Floats = np.zeros((*self.shape, 3), dtype=np.float32)

    def catch(self, mask: Floats, volume: Volume, albedo: Floats) -> None:
        """Light `mask` by its volume."""
        facing = volume.towards(*self.light_from)
        amount = smoothstep(0.10, 0.95, facing) * mask
        tone = (0.25 + 0.75 * albedo) * np.asarray(self.light, np.float32)
        self.caught = self.caught + amount[..., None] * tone

    def paint(self, mask: Floats, colour: Rgb | Floats, opacity: float = 1.0) -> None:
        super().paint(mask, colour, opacity)
        self.caught = self.caught * (1 - (mask * opacity)[..., None])

    def layer(self) -> LitCanvas:
        """An empty canvas of the same kind and place."""
        height, width = self.shape
        right, top = self.left + width / self.scale, self.bottom + height / self.scale
        return LitCanvas(self.left, self.bottom, right, top, self.scale, self.light_from, self.light)

    def keep(self, mask: Floats) -> None:
        """Drop what lies outside `mask`."""
        self.pixels[...] *= mask[..., None]
        self.caught = self.caught * mask[..., None]

    def shade(self, colour: Rgb) -> None:
        """Multiply everything by `colour`: a part on the far side of the body, where little of the lamp gets to."""
        self.pixels[..., :3] *= np.asarray(colour, np.float32)
        self.caught = self.caught * np.asarray(colour, np.float32) * np.float32(0.6)

    def over(self, other: Canvas) -> None:
        super().over(other)
        covered = 1 - other.pixels[..., 3:]
        self.caught = self.caught * covered + (other.caught if isinstance(other, LitCanvas) else 0)

    def light_picture(self, name: str) -> Picture:
        """The caught light: straight colour whose alpha is its strength, so that it fades by the slot's alpha."""
        light = self.caught * self.pixels[..., 3:]
        alpha = np.clip(light.max(axis=-1, keepdims=True), 0, 1)
        alpha = np.where(alpha < 0.02, 0, alpha)
        straight = np.concatenate([np.where(alpha > 0, light / np.maximum(alpha, 1e-4), 0), alpha], axis=-1)
        pixels = np.round(np.clip(straight, 0, 1) * 255).astype(np.uint8)
        pixels[pixels[..., 3] == 0] = 0
        height, width = self.shape
        return Picture(name, pixels, self.left, self.bottom, width / self.scale, height / self.scale)


@dataclass(frozen=True, slots=True, eq=False)
class Volume:
    """Unit normals of an inflated mask: x to the right, y up, z to the viewer, each float32 (h, w)."""

    x: Floats
    y: Floats
    z: Floats

    def towards(self, x: float, y: float, z: float) -> Floats:
        """The cosine between the surface and a light from direction (x, y, z)."""
        length = (x * x + y * y + z * z) ** 0.5
        return np.asarray((self.x * x + self.y * y + self.z * z) / length, dtype=np.float32)


def inflate(mask: Floats, bulge: float = 1.0) -> Volume:
    """The normals of `mask` (h, w) blown up into a cushion; outside its bounding box they face the viewer."""
    flat = Volume(np.zeros_like(mask), np.zeros_like(mask), np.ones_like(mask))
    rows, cols = np.flatnonzero(mask.any(axis=1)), np.flatnonzero(mask.any(axis=0))
    if not len(rows):
        return flat
    margin = 3
    top, bottom = max(rows[0] - margin, 0), min(rows[-1] + margin + 1, mask.shape[0])
    left, right = max(cols[0] - margin, 0), min(cols[-1] + margin + 1, mask.shape[1])
    inner = _inflated(np.ascontiguousarray(mask[top:bottom, left:right]), bulge)
    for whole, part in zip((flat.x, flat.y, flat.z), (inner.x, inner.y, inner.z), strict=True):
        whole[top:bottom, left:right] = part
    return flat


def _inflated(mask: Floats, bulge: float) -> Volume:
    height, width = mask.shape
    shrink = max(1.0, min(max(height, width) / _LONG_SIDE, min(height, width) / _SHORT_SIDE))
    small = (max(4, round(height / shrink)), max(4, round(width / shrink)))
    inside = np.pad(_resized(mask, small), 1)
    u = np.zeros_like(inside)
    for _ in range(min(_SWEEPS, min(small) ** 2)):
        around = u[:-2, 1:-1] + u[2:, 1:-1] + u[1:-1, :-2] + u[1:-1, 2:]
        u[1:-1, 1:-1] = inside[1:-1, 1:-1] * (around + 1.0) * np.float32(0.25)
    dome = blur(np.sqrt(np.maximum(u[1:-1, 1:-1], 0) * 4), 1.0)
    full = blur(_resized(dome, (height, width)), shrink * 0.7) * np.float32(shrink)
    dy, dx = np.gradient(full)
    dx, dy = dx * np.float32(bulge * 0.55), dy * np.float32(bulge * 0.55)
    length = np.sqrt(dx * dx + dy * dy + 1)
    return Volume(-dx / length, dy / length, 1 / length)


def model(
    canvas: Canvas,
    mask: Floats,
    finish: Finish,
    light: tuple[float, float, float] = (-0.45, 0.75, 0.55),
    rim_from: tuple[float, float] = (-1.0, 0.35),
    grain: Floats | None = None,
) -> Volume:
    """Paint `mask` as a rounded body of `finish`, lit from `light`, with back light from `rim_from`.

    `grain` (h, w), about 0.5 on average, breaks up the terminator like a dry brush.
    """
    volume = inflate(mask, finish.bulge)
    facing = volume.towards(*light)
    if grain is not None:
        facing = facing + (grain - np.float32(0.5)) * np.float32(0.35)
    colour: Floats = np.asarray(finish.shade, dtype=np.float32) + smoothstep(-0.25, 0.62, facing)[
        ..., None
    ] * np.subtract(finish.base, finish.shade, dtype=np.float32)
    colour = colour + smoothstep(0.55, 1.0, facing)[..., None] * (np.asarray(finish.light, np.float32) - colour)
    if finish.rim_strength > 0:
        colour = _screened(colour, rim_light(volume, rim_from) * np.float32(finish.rim_strength), finish.rim)
    if finish.gloss > 0:
        spot = smoothstep(0.93, 0.995, volume.towards(light[0], light[1], light[2] + 0.9))
        colour = _screened(colour, spot * np.float32(finish.gloss), (1.0, 1.0, 1.0))
    canvas.paint(mask, colour)
    if isinstance(canvas, LitCanvas):
        canvas.catch(mask, volume, colour)
    return volume


def rim_light(volume: Volume, direction: tuple[float, float]) -> Floats:
    """How much of a light from behind catches the edge that faces `direction`, 0..1."""
    length = (direction[0] ** 2 + direction[1] ** 2) ** 0.5
    side = (volume.x * direction[0] + volume.y * direction[1]) / length
    return smoothstep(0.35, 0.85, np.asarray(side, np.float32)) * smoothstep(0.85, 0.45, volume.z)


def _screened(colour: Floats, amount: Floats, light: Rgb) -> Floats:
    return colour + amount[..., None] * np.asarray(light, np.float32) * (1 - colour)


def _resized(values: Floats, shape: tuple[int, int]) -> Floats:
    image = Image.fromarray(values.astype(np.float32)).resize((shape[1], shape[0]), Image.Resampling.BILINEAR)
    return np.asarray(image, dtype=np.float32).copy()
