"""What is drawn beside the screen: a framebuffer of one's own, read back into arrays, in tiles where it must be."""

from __future__ import annotations

import ctypes
from collections.abc import Iterator
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from rigbyscene.draw.blending import average_blocks
from rigbyscene.draw.canvas import MOST_SAMPLES
from rigbyscene.draw.gl_context import GlUnavailableError
from rigbyscene.draw.gl_objects import GlObjects

Window = tuple[int, int, int, int]
"""left, top, right, bottom in pixels of a picture, y down."""

_TILE_SAMPLES = 1 << 22
"""Supersampled pictures are drawn in tiles of about this many samples at most (16 MiB)."""


class Tile(NamedTuple):
    """A rectangle of a picture, in samples."""

    left: int
    top: int
    width: int
    height: int

    def part_of(self, window: Window) -> tuple[int, int, int, int]:
        """What it shows of `window`: x, y, width, height from its own corner."""
        x, y = max(window[0] - self.left, 0), max(window[1] - self.top, 0)
        right, bottom = min(window[2] - self.left, self.width), min(window[3] - self.top, self.height)
        return x, y, max(right - x, 0), max(bottom - y, 0)


class OffscreenTarget:
    """A framebuffer with one RGBA8 colour buffer, in the context that is current when it is made."""

    def __init__(self, gl: Any, objects: GlObjects):
        self._gl = gl
        self.framebuffer = objects.make_framebuffer()
        self.renderbuffer = objects.make_renderbuffer()
        side, port = ctypes.c_int(), (ctypes.c_int * 2)()
        gl.glGetIntegerv(gl.GL_MAX_RENDERBUFFER_SIZE, ctypes.byref(side))
        gl.glGetIntegerv(gl.GL_MAX_VIEWPORT_DIMS, port)
        self.largest_side = min(side.value, *port)
        self._size = (0, 0)
        self._samples = np.empty(0, np.uint8)

    def resize(self, size: tuple[int, int]) -> None:
        """Make it exactly `size` pixels; framebuffer and renderbuffer are bound. Costs nothing if it was so."""
        if size == self._size:
            return
        gl = self._gl
        self._size = (0, 0)
        gl.glRenderbufferStorage(gl.GL_RENDERBUFFER, gl.GL_RGBA8, *size)
        gl.glFramebufferRenderbuffer(gl.GL_FRAMEBUFFER, gl.GL_COLOR_ATTACHMENT0, gl.GL_RENDERBUFFER, self.renderbuffer)
        status = gl.glCheckFramebufferStatus(gl.GL_FRAMEBUFFER)
        if status != gl.GL_FRAMEBUFFER_COMPLETE:
            raise GlUnavailableError.single(
                "no-framebuffer",
                "OpenGL",
                "",
                f"the driver makes no framebuffer of {size[0]} x {size[1]} pixels (status {status:#x})",
                "draw a smaller picture, or draw with the CPU renderer",
            )
        self._size = size

    def read(self, tile: Tile, supersample: int, out: NDArray[np.uint8]) -> None:
        """Copy its first pixels, which show `tile`, to where they belong in `out` uint8 (h, w, 4), C-contiguous.

        Row 0 in GL's sense is the tile's first. Supersampled ones are averaged as the CPU renderer does.
        """
        if supersample == 1:
            self._read_rows(tile, out.shape[1], out.ctypes.data + 4 * (tile.top * out.shape[1] + tile.left))
            return
        count = 4 * tile.width * tile.height
        if len(self._samples) < count:
            self._samples = np.empty(count, np.uint8)
        self._read_rows(tile, tile.width, self._samples.ctypes.data)
        left, top, width, height = (side // supersample for side in tile)
        averaged = np.empty(width * height, np.uint32)
        average_blocks(self._samples[:count].view(np.uint32), width, supersample, averaged, 0, height)
        out[top : top + height, left : left + width] = averaged.view(np.uint8).reshape(height, width, 4)

    def _read_rows(self, tile: Tile, stride: int, address: int) -> None:
        gl = self._gl
        gl.glPixelStorei(gl.GL_PACK_ROW_LENGTH, stride)
        pixels = ctypes.c_void_p(address)
        gl.glReadPixels(0, 0, tile.width, tile.height, gl.GL_RGBA, gl.GL_UNSIGNED_BYTE, pixels)


def tiles(size: tuple[int, int], supersample: int, largest_side: int) -> Iterator[Tile]:
    """Cut a picture into tiles that a framebuffer can hold, each whole pixels of `supersample` x `supersample` samples.

    The first is as large as any.

    >>> list(tiles((100, 60), 1, 64))
    [Tile(left=0, top=0, width=64, height=60), Tile(left=64, top=0, width=36, height=60)]
    """
    width, height = size[0] * supersample, size[1] * supersample
    side = largest_side // supersample * supersample
    across, down = min(width, side), min(height, side)
    if supersample > 1:
        down = min(down, max(1, _TILE_SAMPLES // (across * supersample)) * supersample)
    for top in range(0, height, down):
        for left in range(0, width, across):
            yield Tile(left, top, min(across, width - left), min(down, height - top))


def within(window: Window | None, size: tuple[int, int], supersample: int = 1) -> Window:
    """The part of a picture of `size` that `window` shows (None: all of it), in samples; right is not below left."""
    width, height = size
    left, top, right, bottom = window or (0, 0, width, height)
    left, top = min(max(left, 0), width), min(max(top, 0), height)
    right, bottom = max(min(right, width), left), max(min(bottom, height), top)
    return left * supersample, top * supersample, right * supersample, bottom * supersample


def checked_size(size: tuple[int, int]) -> tuple[int, int]:
    """`size`; ValueError if no picture can have it."""
    if size[0] < 1 or size[1] < 1:
        raise ValueError(f"a picture needs a size of at least 1, not {size}")
    return size


def checked_out(out: NDArray[np.uint8] | None, size: tuple[int, int], supersample: int) -> NDArray[np.uint8]:
    """`out`, or a new array for a picture of `size`; ValueError if they cannot be."""
    width, height = checked_size(size)
    if not 1 <= supersample <= MOST_SAMPLES:
        raise ValueError(f"a picture needs 1 to {MOST_SAMPLES} samples, not {supersample}")
    if out is None:
        return np.empty((height, width, 4), np.uint8)
    if out.shape != (height, width, 4) or out.dtype != np.uint8 or not out.flags.c_contiguous:
        raise ValueError(f"out must be a contiguous uint8 array of shape {(height, width, 4)}")
    return out
