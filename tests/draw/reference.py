"""A slow renderer in float64, written from the contracts and not from the kernels, to hold the real one to.

Coverage asks every pixel centre for its side of every edge; texels are weighed with unrounded fractions; mip levels and
blends are not rounded to bytes in between. Only vertices are snapped, as the contract says.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from rigbyscene.draw.drawlist import (
    BLEND,
    FIRST_TRIANGLE,
    FIRST_VERTEX,
    PICTURE,
    SHAPE,
    SHAPE_QUAD,
    TRIANGLE_COUNT,
    DrawList,
)
from rigbyscene.draw.prepare import HALF_AT
from rigbyscene.model.enums import Blend

Floats = NDArray[np.float64]


@dataclass
class Picture:
    """Premultiplied texels 0 to 255 and which sides were trimmed: left, top, right, bottom."""

    pixels: NDArray[np.uint8]
    trims: tuple[bool, bool, bool, bool] = (False, False, False, False)

    def levels(self) -> list[Floats]:
        """All mip levels with a border of one texel, unrounded."""
        levels = []
        inner = self.pixels.astype(float)
        while True:
            bordered = np.pad(inner, ((1, 1), (1, 1), (0, 0)), mode="edge")
            left, top, right, bottom = self.trims
            bordered[:, 0] *= not left
            bordered[0, :] *= not top
            bordered[:, -1] *= not right
            bordered[-1, :] *= not bottom
            levels.append(bordered)
            if inner.shape[:2] == (1, 1):
                return levels
            h, w = (inner.shape[0] + 1) // 2 * 2, (inner.shape[1] + 1) // 2 * 2
            even = bordered[1 : 1 + h, 1 : 1 + w]
            inner = even.reshape(h // 2, 2, w // 2, 2, 4).mean((1, 3))


def covered(points: NDArray[np.int64], size: tuple[int, int]) -> NDArray[np.bool_]:
    """Which pixels the triangle of snapped `points` (3, 2), in 1/256 pixels, fills by the top-left rule."""
    y, x = np.mgrid[0 : size[1], 0 : size[0]].astype(np.int64) * 256 + 128
    (ax, ay), (bx, by), (cx, cy) = points.tolist()
    turn = (bx - ax) * (cy - ay) - (cx - ax) * (by - ay)
    if turn == 0:
        return np.zeros(x.shape, bool)
    if turn < 0:
        bx, by, cx, cy = cx, cy, bx, by
    inside = np.ones(x.shape, bool)
    for px, py, qx, qy in ((ax, ay, bx, by), (bx, by, cx, cy), (cx, cy, ax, ay)):
        side = (qx - px) * (y - py) - (qy - py) * (x - px)
        # clockwise with y down: a top edge runs right, a left edge runs up
        owns = (py == qy and qx > px) or qy < py
        inside &= side >= 0 if owns else side > 0
    return inside


def bilinear(level: Floats, s: Floats, t: Floats) -> Floats:
    """Values at positions (`s`, `t`) in texels of the level without its border; (0, 0) its top left corner."""
    h, w = level.shape[0] - 2, level.shape[1] - 2
    s = np.clip(s + 0.5, 0, w + 1)
    t = np.clip(t + 0.5, 0, h + 1)
    x, y = np.minimum(s.astype(int), w), np.minimum(t.astype(int), h)
    fx, fy = (s - x)[..., None], (t - y)[..., None]
    top = level[y, x] * (1 - fx) + level[y, x + 1] * fx
    bottom = level[y + 1, x] * (1 - fx) + level[y + 1, x + 1] * fx
    return top * (1 - fy) + bottom * fy


def blended(mode: int, d: Floats, s: Floats) -> Floats:
    """Premultiplied source over destination, 0 to 1."""
    a = s[..., 3:]
    if mode == Blend.ADDITIVE:
        return np.minimum(d + s, 1)
    if mode == Blend.SCREEN:
        return s + d * (1 - s)
    out = s + d * (1 - a)
    if mode == Blend.MULTIPLY:
        out[..., :3] = s[..., :3] * d[..., :3] + d[..., :3] * (1 - a)
    return out


def render(
    drawn: DrawList,
    pictures: list[Picture],
    view: Floats,
    size: tuple[int, int],
    background: tuple[int, int, int, int],
) -> Floats:
    """Premultiplied RGBA 0 to 255, float64 (h, w, 4), not rounded."""
    alpha = background[3] / 255
    out = np.empty((size[1], size[0], 4))
    out[:] = np.round(np.array([*(c * alpha for c in background[:3]), background[3]])) / 255
    pixels = drawn.xy @ view[:4].reshape(2, 2) + view[4:]
    points = np.floor(pixels * 256 + 0.5).astype(np.int64)
    y, x = np.mgrid[0 : size[1], 0 : size[0]] + 0.5
    for command, color in zip(drawn.commands.tolist(), drawn.colors.astype(float), strict=True):
        picture = pictures[command[PICTURE]]
        triangles = drawn.triangles[command[FIRST_TRIANGLE] :][: command[TRIANGLE_COUNT]]
        levels = picture.levels()
        level, share = mip_level(points[triangles] / 256, drawn.texels[triangles], len(levels))
        light, dark = np.round(color[:4] * 255) / 255, np.round(color[4:] * 255) / 255
        for triangle in triangles:
            inside = covered(points[triangle], size)
            if not inside.any():
                continue
            is_quad = command[SHAPE] == SHAPE_QUAD
            corners = np.arange(4) + command[FIRST_VERTEX] if is_quad else triangle
            # the texel as an affine function of the place, exact for triangles, least squares for snapped quads
            basis = np.column_stack([points[corners] / 256, np.ones(len(corners))])
            affine = np.linalg.lstsq(basis, drawn.texels[corners], rcond=None)[0]
            s, t = np.moveaxis(np.stack([x[inside], y[inside], np.ones(inside.sum())], -1) @ affine, -1, 0)
            texel = bilinear(levels[level], s / 2**level, t / 2**level)
            if share:
                texel = texel * (1 - share) + share * bilinear(
                    levels[level + 1], s / 2 ** (level + 1), t / 2 ** (level + 1)
                )
            texel /= 255
            source = texel * light
            source[..., :3] += (texel[..., 3:] - texel[..., :3]) * dark
            out[inside] = blended(command[BLEND], out[inside], source)
    return out * 255


def mip_level(xy: Floats, texels: Floats, count: int) -> tuple[int, float]:
    """Level and share of the next for triangles (n, 3, 2), as `rigbyscene.draw.prepare` documents it."""

    def areas(corners: Floats) -> Floats:
        u, v = corners[:, 1] - corners[:, 0], corners[:, 2] - corners[:, 0]
        return np.abs(u[:, 0] * v[:, 1] - u[:, 1] * v[:, 0])

    shown = areas(xy)
    if not shown.sum():
        return 0, 0.0
    rho = np.sqrt(areas(texels) * shown).sum() / shown.sum()
    if rho <= 1:
        return 0, 0.0
    if rho < HALF_AT:
        level, share = 0, (rho - 1) / (HALF_AT - 1)
    else:
        level = int(np.floor(np.log2(2 * rho / HALF_AT)))
        share = 2 * rho / HALF_AT / 2**level - 1
    return (count - 1, 0.0) if level >= count - 1 else (level, share)
