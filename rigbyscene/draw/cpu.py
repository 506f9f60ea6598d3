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

import numpy as np
from numpy.typing import NDArray

from rigbyscene.draw.art import Art
from rigbyscene.draw.blending import straighten
from rigbyscene.draw.canvas import Canvas
from rigbyscene.draw.colors import Rgba
from rigbyscene.draw.drawlist import DrawList


def render(
    draw_list: DrawList,
    art: Art,
    view: NDArray[np.float64],
    size: tuple[int, int],
    background: Rgba,
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
    canvas = Canvas(art, size, background, threads=threads, supersample=supersample, reuse=False, pixels=out)
    canvas.show(draw_list, view, window or (0, 0, *size))
    return canvas.pixels


def to_straight(premultiplied: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """A picture uint8 (h, w, 4) with straight alpha: colours divided by alpha, rounded; where alpha is 0 all is 0."""
    source = np.ascontiguousarray(premultiplied)
    straight = np.empty_like(source)
    straighten(source.reshape(-1).view(np.uint32), straight.reshape(-1).view(np.uint32))
    return straight
