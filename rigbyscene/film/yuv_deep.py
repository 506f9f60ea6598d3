"""RGBA to the planar YUV that films with alpha and films for editing use; BT.709, limited range, as in `yuv`.

- 8 bits, 4:2:0 with an alpha plane (VP9). Chroma averages six pixels as in `yuv`, each weighted by its alpha besides:
  what cannot be seen has no colour, and would else pull the chroma of every soft edge towards grey.
- 10 bits, 4:2:2 or 4:4:4, with or without alpha (ProRes)::

      Y  =  64 + 876/255 * Y'        Cb, Cr = 512 + 896/255 * ...        A = 1023/255 * alpha

  4:2:2 chroma is sited on even columns, weights 1 2 1.

Pixels that make odd sizes fit the chroma grid are transparent where there is alpha, else of the background colour.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from rigbyscene.film.yuv import YuvPlanes, frame_bytes, padded_size, planes_of
from rigbyscene.jit import kernel

_KR, _KB = 0.2126, 0.0722
_KG = 1.0 - _KR - _KB
_CB = 0.5 / (1.0 - _KB)
_CR = 0.5 / (1.0 - _KR)


@dataclass(frozen=True, slots=True)
class AlphaPlanes:
    """Views into one frame of raw yuva420p: `color` and `alpha` uint8 (h, w), w and h even."""

    color: YuvPlanes
    alpha: NDArray[np.uint8]


def alpha_planes_of(frame: NDArray[np.uint8], size: tuple[int, int]) -> AlphaPlanes:
    """The planes of `frame`, in the order ffmpeg reads yuva420p: Y, Cb, Cr, A. Padding becomes transparent black."""
    width, height = padded_size(size)
    color_end = frame_bytes(size)
    alpha = frame[color_end:].reshape(height, width)
    frame[: width * height] = 16
    alpha[:] = 0
    return AlphaPlanes(planes_of(frame[:color_end], size), alpha)


def rgba_to_yuva(rgba: NDArray[np.uint8], planes: AlphaPlanes, first_row: int, end_row_exclusive: int) -> None:
    """Convert rows of `rgba`, premultiplied uint8 (h, w, 4), to straight colours and alpha.

    `first_row` is even, the end even or the height. The padding row and column are left as they are.
    """
    color = planes.color
    _convert_alpha_rows(rgba, color.luma, color.cb, color.cr, planes.alpha, first_row, end_row_exclusive)


@kernel
def _convert_alpha_rows(
    rgba: NDArray[np.uint8],
    luma: NDArray[np.uint8],
    cb: NDArray[np.uint8],
    cr: NDArray[np.uint8],
    alpha: NDArray[np.uint8],
    first_row: int,
    end_row_exclusive: int,
) -> None:
    height, width, _ = rgba.shape
    for row in range(first_row, end_row_exclusive):
        for x in range(width):
            a = rgba[row, x, 3]
            alpha[row, x] = a
            gray = _KR * rgba[row, x, 0] + _KG * rgba[row, x, 1] + _KB * rgba[row, x, 2]
            straight = min(gray / a, 1.0) if a else 0.0
            luma[row, x] = int(16.5 + 219.0 * straight)
    for pair in range(first_row // 2, (end_row_exclusive + 1) // 2):
        for j in range((width + 1) // 2):
            red = green = blue = whole = 0
            for row in (2 * pair, min(2 * pair + 1, height - 1)):
                for k in range(-1, 2):
                    x = min(max(2 * j + k, 0), width - 1)
                    weight = 2 - abs(k)
                    red += weight * rgba[row, x, 0]
                    green += weight * rgba[row, x, 1]
                    blue += weight * rgba[row, x, 2]
                    whole += weight * rgba[row, x, 3]
            u = v = 0.0
            if whole:
                gray = _KR * red + _KG * green + _KB * blue
                u = min(max(_CB * (blue - gray) / whole, -0.5), 0.5)
                v = min(max(_CR * (red - gray) / whole, -0.5), 0.5)
            cb[pair, j] = int(128.5 + 224.0 * u)
            cr[pair, j] = int(128.5 + 224.0 * v)


@dataclass(frozen=True, slots=True)
class DeepPlanes:
    """Views into one frame of 10 bits a sample, each in a uint16: `luma` (h, w), `cb` and `cr` (h, w / columns).

    `columns` is 2 for 4:2:2, 1 for 4:4:4; `alpha` is (h, w), or (0, 0) where there is none.
    """

    luma: NDArray[np.uint16]
    cb: NDArray[np.uint16]
    cr: NDArray[np.uint16]
    alpha: NDArray[np.uint16]
    columns: int


def deep_planes_of(frame: NDArray[np.uint8], size: tuple[int, int], *, columns: int, has_alpha: bool) -> DeepPlanes:
    """The planes of `frame`, in the order ffmpeg reads them: Y, Cb, Cr, A."""
    width, height = size[0] + size[0] % columns, size[1]
    samples = frame.view(np.uint16)
    sizes = [width * height, width // columns * height, width // columns * height]
    luma, cb, cr, alpha = np.split(samples, np.cumsum(sizes))
    return DeepPlanes(
        luma.reshape(height, width),
        cb.reshape(height, -1),
        cr.reshape(height, -1),
        alpha.reshape((height, width) if has_alpha else (0, 0)),
        columns,
    )


def rgba_to_deep(
    rgba: NDArray[np.uint8],
    planes: DeepPlanes,
    padding: tuple[int, int, int],
    first_row: int,
    end_row_exclusive: int,
) -> None:
    """Convert rows of `rgba`, uint8 (h, w, 4) with straight alpha; `padding` is the RGB of an added column."""
    red, green, blue = padding
    padding_luma = int(64.5 + 876.0 / 255.0 * (_KR * red + _KG * green + _KB * blue))
    _convert_deep_rows(
        rgba,
        planes.luma,
        planes.cb,
        planes.cr,
        planes.alpha,
        planes.columns,
        padding_luma,
        first_row,
        end_row_exclusive,
    )


@kernel
def _convert_deep_rows(
    rgba: NDArray[np.uint8],
    luma: NDArray[np.uint16],
    cb: NDArray[np.uint16],
    cr: NDArray[np.uint16],
    alpha: NDArray[np.uint16],
    columns: int,
    padding_luma: int,
    first_row: int,
    end_row_exclusive: int,
) -> None:
    width = rgba.shape[1]
    has_alpha = alpha.shape[0] > 0
    for row in range(first_row, end_row_exclusive):
        for x in range(width):
            gray = _KR * rgba[row, x, 0] + _KG * rgba[row, x, 1] + _KB * rgba[row, x, 2]
            luma[row, x] = int(64.5 + 876.0 / 255.0 * gray)
            if has_alpha:
                alpha[row, x] = int(0.5 + 1023.0 / 255.0 * rgba[row, x, 3])
        for x in range(width, luma.shape[1]):
            luma[row, x] = padding_luma
        for j in range(cb.shape[1]):
            x = columns * j
            red, green, blue = 4.0 * rgba[row, x, 0], 4.0 * rgba[row, x, 1], 4.0 * rgba[row, x, 2]
            if columns == 2:
                before, after = max(x - 1, 0), min(x + 1, width - 1)
                red = red * 0.5 + rgba[row, before, 0] + rgba[row, after, 0]
                green = green * 0.5 + rgba[row, before, 1] + rgba[row, after, 1]
                blue = blue * 0.5 + rgba[row, before, 2] + rgba[row, after, 2]
            gray = _KR * red + _KG * green + _KB * blue
            cb[row, j] = int(512.5 + 896.0 / 1020.0 * _CB * (blue - gray))
            cr[row, j] = int(512.5 + 896.0 / 1020.0 * _CR * (red - gray))
