"""How frames lie in memory on their way to a file: one row for each arrangement of pixels, and the way into it.

Frames come premultiplied. Arrangements without alpha take the colours as they are, from opaque pictures; those with
alpha hold straight colours. YUV is BT.709, limited range, made by this room's own kernels (see `yuv` and `yuv_deep`);
alpha always uses its full range.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from rigbyscene.draw.blending import straighten
from rigbyscene.draw.threads import AfterBand
from rigbyscene.film import yuv, yuv_deep

Rgb = tuple[int, int, int]


@dataclass(frozen=True, slots=True)
class Layout:
    """One arrangement of pixels, under the name that ffmpeg gives it.

    `bytes_of_two` is what two pixels take, planes together; `grid` (columns, rows) is what width and height must be
    multiples of: chroma planes have a sample for so many pixels.
    """

    name: str
    bytes_of_two: int
    grid: tuple[int, int]
    has_alpha: bool

    def padded_size(self, size: tuple[int, int]) -> tuple[int, int]:
        """`size` (width, height) with each side grown to the grid.

        >>> LAYOUTS["yuv422p10le"].padded_size((853, 481)), LAYOUTS["rgba"].padded_size((853, 481))
        ((854, 481), (853, 481))
        """
        return size[0] + -size[0] % self.grid[0], size[1] + -size[1] % self.grid[1]

    def frame_bytes(self, size: tuple[int, int]) -> int:
        """Bytes of one frame that holds a picture of `size` (width, height) pixels.

        >>> LAYOUTS["yuv420p"].frame_bytes((1920, 1080)), LAYOUTS["yuva444p10le"].frame_bytes((3, 3))
        (3110400, 72)
        """
        width, height = self.padded_size(size)
        return width * height * self.bytes_of_two // 2


LAYOUTS = {
    layout.name: layout
    for layout in (
        Layout("yuv420p", 3, (2, 2), False),
        Layout("yuva420p", 5, (2, 2), True),
        Layout("yuv422p10le", 8, (2, 1), False),
        Layout("yuv444p10le", 12, (1, 1), False),
        Layout("yuva444p10le", 16, (1, 1), True),
        Layout("rgb0", 8, (1, 1), False),
        Layout("rgba", 8, (1, 1), True),
    )
}


def converter(
    layout: Layout, pixels: NDArray[np.uint8], frame: NDArray[np.uint8], background: Rgb = (0, 0, 0)
) -> AfterBand:
    """A function that brings a band of `pixels` into `frame`, at least those columns of it that it is told of.

    `pixels` is uint8 (h, w, 4) premultiplied, `frame` uint8 (`layout.frame_bytes`,). `background` paints the column and
    row that make odd sizes fit the grid (in arrangements with alpha they are transparent). Bands may be converted by
    several threads at once and in any order.
    """
    return _CONVERTERS[layout.name](pixels, frame, background)


def _size(pixels: NDArray[np.uint8]) -> tuple[int, int]:
    return pixels.shape[1], pixels.shape[0]


def _to_yuv420(pixels: NDArray[np.uint8], frame: NDArray[np.uint8], background: Rgb) -> AfterBand:
    planes = yuv.planes_of(frame, _size(pixels))
    return lambda *part: yuv.rgba_to_yuv(pixels, planes, background, *part)


def _to_yuva420(pixels: NDArray[np.uint8], frame: NDArray[np.uint8], _background: Rgb) -> AfterBand:
    planes = yuv_deep.alpha_planes_of(frame, _size(pixels))
    return lambda first, end, _left, _right: yuv_deep.rgba_to_yuva(pixels, planes, first, end)


def _to_yuv422(pixels: NDArray[np.uint8], frame: NDArray[np.uint8], background: Rgb) -> AfterBand:
    planes = yuv_deep.deep_planes_of(frame, _size(pixels), columns=2, has_alpha=False)
    return lambda first, end, _left, _right: yuv_deep.rgba_to_deep(pixels, planes, background, first, end)


def _to_yuv444(pixels: NDArray[np.uint8], frame: NDArray[np.uint8], background: Rgb) -> AfterBand:
    planes = yuv_deep.deep_planes_of(frame, _size(pixels), columns=1, has_alpha=False)
    return lambda first, end, _left, _right: yuv_deep.rgba_to_deep(pixels, planes, background, first, end)


def _to_yuva444(pixels: NDArray[np.uint8], frame: NDArray[np.uint8], background: Rgb) -> AfterBand:
    planes = yuv_deep.deep_planes_of(frame, _size(pixels), columns=1, has_alpha=True)
    straight = np.empty_like(pixels)

    def convert(first: int, end: int, _left: int, _right: int) -> None:
        _straighten_rows(pixels, straight, first, end)
        yuv_deep.rgba_to_deep(straight, planes, background, first, end)

    return convert


def _to_opaque(pixels: NDArray[np.uint8], frame: NDArray[np.uint8], _background: Rgb) -> AfterBand:
    rows = frame.reshape(pixels.shape)

    def convert(first: int, end: int, left: int, right: int) -> None:
        rows[first:end, left:right] = pixels[first:end, left:right]

    return convert


def _to_straight(pixels: NDArray[np.uint8], frame: NDArray[np.uint8], _background: Rgb) -> AfterBand:
    rows = frame.reshape(pixels.shape)
    return lambda first, end, _left, _right: _straighten_rows(pixels, rows, first, end)


def _straighten_rows(pixels: NDArray[np.uint8], straight: NDArray[np.uint8], first: int, end: int) -> None:
    straighten(pixels[first:end].reshape(-1).view(np.uint32), straight[first:end].reshape(-1).view(np.uint32))


_CONVERTERS: dict[str, Callable[[NDArray[np.uint8], NDArray[np.uint8], Rgb], AfterBand]] = {
    "yuv420p": _to_yuv420,
    "yuva420p": _to_yuva420,
    "yuv422p10le": _to_yuv422,
    "yuv444p10le": _to_yuv444,
    "yuva444p10le": _to_yuva444,
    "rgb0": _to_opaque,
    "rgba": _to_straight,
}
