"""The CPU renderer: a draw list, the art and a view make a picture. The same bytes on every machine and thread count.

>>> import numpy as np
>>> from rigbyscene.draw.art import Art
>>> from rigbyscene.draw.drawlist import COLOR_COLUMNS, COMMAND_COLUMNS, DrawList
>>> nothing = DrawList(
...     np.empty((0, 2)), np.empty((0, 2)), np.empty((0, 3), np.int32),
...     np.empty((0, COMMAND_COLUMNS), np.int32), np.empty((0, COLOR_COLUMNS), np.float32),
... )
>>> render(nothing, Art.of([]), np.array([1.0, 0, 0, -1, 0, 0]), (2, 1), (255, 0, 0, 128)).tolist()
[[[128, 0, 0, 128], [128, 0, 0, 128]]]
"""

from __future__ import annotations

import itertools
import os
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor

import numpy as np
from numpy.typing import NDArray

from rigbyscene.draw.art import Art
from rigbyscene.draw.blending import average_blocks, straighten
from rigbyscene.draw.coverage import LINE_COLUMNS, lay_texels
from rigbyscene.draw.drawlist import DrawList
from rigbyscene.draw.prepare import PLAN_COLUMNS, place_vertices, plan_commands
from rigbyscene.draw.raster import draw_rectangle

BAND_ROWS = 64
"""Rows that are drawn at a time: a 1080p band is half a megabyte and stays in a core's cache."""

MOST_SAMPLES = 16
"""Largest `supersample`: sums of 256 bytes fit into 16 bits."""

_SAMPLES_IN_A_BAND = 1 << 20
"""Supersampled bands are made of fewer rows, to hold at most about this many samples (4 MiB) a thread."""


def render(
    draw_list: DrawList,
    art: Art,
    view: NDArray[np.float64],
    size: tuple[int, int],
    background: tuple[int, int, int, int],
    *,
    threads: int | None = None,
    supersample: int = 1,
    window: tuple[int, int, int, int] | None = None,
    out: NDArray[np.uint8] | None = None,
) -> NDArray[np.uint8]:
    """Draw a picture of `size` (width, height): uint8 (height, width, 4), premultiplied RGBA, top row first.

    - `view` float64 (6,): ``[a, b, c, d, tx, ty]`` maps stage units to pixels, ``x = a*sx + c*sy + tx``,
      ``y = b*sx + d*sy + ty``; (0, 0) is the top left corner of the picture, the first pixel's centre (0.5, 0.5).
    - `background`: straight red, green, blue, alpha, 0 to 255.
    - `threads`: how many bands are drawn at once; None: as many as this process has cores. Never changes a byte.
    - `supersample`: N draws N x N samples a pixel and averages them (premultiplied).
    - `window`: (left, top, right, bottom) in pixels; beside it there is background only. None: the whole picture.
    - `out`: a C-contiguous array to draw into and return, else a new one.

    A vertex or view that is not finite hides the triangles it touches. Raises ValueError for sizes, counts or arrays
    that cannot be.
    """
    width, height = size
    if width < 1 or height < 1 or not 1 <= supersample <= MOST_SAMPLES:
        raise ValueError(
            f"a picture needs a size of at least 1 and 1 to {MOST_SAMPLES} samples, not {size}, {supersample}"
        )
    if out is None:
        out = np.empty((height, width, 4), np.uint8)
    elif out.shape != (height, width, 4) or out.dtype != np.uint8 or not out.flags.c_contiguous:
        raise ValueError(f"out must be a contiguous uint8 array of shape {(height, width, 4)}")
    pixels = out.reshape(-1).view(np.uint32)
    colour = premultiplied_word(background)
    left, first_row, right, end_row = window or (0, 0, width, height)
    left, right = max(left, 0), min(right, width)
    frame = Frame(draw_list, art, np.asarray(view, np.float64) * supersample)
    if supersample == 1:

        def draw_band(top: int, bottom: int) -> None:
            pixels[top * width : bottom * width] = colour
            frame.draw(pixels, width, (0, 0), (left, max(top, first_row), right, min(bottom, end_row)))

        rows = BAND_ROWS
    else:
        rows = max(1, min(BAND_ROWS, _SAMPLES_IN_A_BAND // (width * supersample * supersample)))
        scratch = threading.local()

        def draw_band(top: int, bottom: int) -> None:
            if not hasattr(scratch, "samples"):
                scratch.samples = np.empty(rows * supersample * width * supersample, np.uint32)
            samples = scratch.samples
            first, end, across = top * supersample, bottom * supersample, width * supersample
            samples[:] = colour
            shown = max(first, first_row * supersample), min(end, end_row * supersample)
            frame.draw(samples, across, (0, first), (left * supersample, shown[0], right * supersample, shown[1]))
            average_blocks(samples, width, supersample, pixels, top * width, bottom - top)

    bands = [(top, min(top + rows, height)) for top in range(0, height, rows)]
    _share_out(draw_band, iter(bands), min(threads or available_cores(), len(bands)))
    return out


def to_straight(premultiplied: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """A picture uint8 (h, w, 4) with straight alpha: colours divided by alpha, rounded; where alpha is 0 all is 0."""
    source = np.ascontiguousarray(premultiplied)
    straight = np.empty_like(source)
    straighten(source.reshape(-1).view(np.uint32), straight.reshape(-1).view(np.uint32))
    return straight


class Frame:
    """A draw list as seen through a view, ready to be drawn into any rectangle of its picture, from any thread."""

    def __init__(self, draw_list: DrawList, art: Art, view: NDArray[np.float64]):
        """Snap the vertices and choose mip levels and colours, as `rigbyscene.draw.prepare` tells."""
        points = np.empty(draw_list.xy.shape, np.int32)
        places = np.empty(draw_list.xy.shape)
        plan = np.empty((len(draw_list.commands), PLAN_COLUMNS), np.int64)
        lines = np.empty((len(draw_list.triangles), LINE_COLUMNS), np.int64)
        triangles, commands = draw_list.triangles, draw_list.commands
        place_vertices(draw_list.xy, draw_list.texels, commands, art.maps, view, points, places)
        plan_commands(points, places, triangles, commands, draw_list.colors, art.pictures, art.levels, plan)
        lay_texels(points, places, triangles, plan, lines)
        self._points, self._triangles, self._plan, self._lines = points, triangles, plan, lines
        self._texels, self._emptiness = art.texels, art.emptiness

    def draw(
        self, target: NDArray[np.uint32], stride: int, origin: tuple[int, int], rectangle: tuple[int, int, int, int]
    ) -> None:
        """Draw over the pixels [x0, x1) x [y0, y1) of `target`: RGBA words, rows `stride` apart, the first `origin`."""
        draw_rectangle(
            target,
            stride,
            *origin,
            *rectangle,
            self._points,
            self._triangles,
            self._plan,
            self._lines,
            self._texels,
            self._emptiness,
        )


def premultiplied_word(color: tuple[int, int, int, int]) -> np.uint32:
    """A straight RGBA colour, 0 to 255, as the packed premultiplied word that pictures are made of."""
    red, green, blue, alpha = (min(max(int(c), 0), 255) for c in color)
    r, g, b = ((c * alpha + 127) // 255 for c in (red, green, blue))
    return np.uint32(r | g << 8 | b << 16 | alpha << 24)


def available_cores() -> int:
    """Cores that this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


_pool: ThreadPoolExecutor | None = None
_pool_lock = threading.Lock()


def _workers() -> ThreadPoolExecutor:
    global _pool
    with _pool_lock:
        if _pool is None:
            _pool = ThreadPoolExecutor(max_workers=32, thread_name_prefix="rigbyscene-draw")
            if hasattr(os, "register_at_fork"):
                os.register_at_fork(after_in_child=_forget_workers)
    return _pool


def _forget_workers() -> None:
    global _pool
    _pool = None  # threads do not survive a fork


def _share_out(draw_band: Callable[[int, int], None], bands: Iterator[tuple[int, int]], threads: int) -> None:
    """Call `draw_band` for all bands on `threads` threads, this one among them; each takes the next when it is free."""

    def work() -> None:
        while (band := next(bands, None)) is not None:
            draw_band(*band)

    helpers: list[Future[None]] = [_workers().submit(work) for _ in itertools.repeat(None, threads - 1)]
    work()
    for helper in helpers:
        helper.result()
