"""The pages: every mip level of every picture, borders and all, side by side in the layers of one array texture.

The art's own levels are uploaded as they are. The shader picks texels by number and weighs them itself, as the CPU
renderer does, so neighbours on a page can lie side by side and GL's own filters and mip-maps are not used.
"""

from __future__ import annotations

import ctypes
import weakref
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from rigbyscene.draw.art import HEIGHT, OFFSET, WIDTH, Art
from rigbyscene.draw.gl_context import GlUnavailableError
from rigbyscene.draw.gl_objects import GlObjects
from rigbyscene.draw.gl_state import uploading

# columns of slots (uint32)
ORIGIN = 0  # x and, 16 bits up, y of the bordered level's first texel on its page
EXTENT = 1  # width and, 16 bits up, height without the border
PAGE = 2
SLOT_COLUMNS = 3

MOST_PAGES = 256
"""What a byte of a vertex can tell apart, and what every OpenGL 3.3 has at least."""

_SMALLEST_SIDE = 256
_PIECE_TEXELS = 1 << 17  # half a megabyte: a fraction of a millisecond for any card
_LARGEST_SIDE = 8192  # 256 MiB a page; larger ones only for pictures that need them


@dataclass(frozen=True, slots=True, eq=False)
class PageLayout:
    """Where levels lie: `slots` uint32 (levels, SLOT_COLUMNS) on `page_count` pages of `width` x `height` texels."""

    slots: NDArray[np.uint32]
    width: int
    height: int
    page_count: int

    @property
    def texel_count(self) -> int:
        return self.width * self.height * self.page_count


def lay_out_pages(levels: NDArray[np.int64], largest_side: int) -> PageLayout | None:
    """Find room for all levels (rows of `Art.levels`) on pages as small as may be; None if they cannot fit.

    No page is wider or higher than `largest_side`. The last texel column of a page stays empty, and its last row: what
    is read beyond a border, with weight 0, is still on the page.
    """
    sizes = levels[:, [WIDTH, HEIGHT]] + 2
    needed = int(sizes.max(initial=1)) + 1
    if needed > largest_side:
        return None
    # tall ones first: every shelf that is there is high enough for what comes later
    order = np.lexsort((-sizes[:, 0], -sizes[:, 1])).tolist()
    widths, heights = sizes[:, 0].tolist(), sizes[:, 1].tolist()
    side = 1 << max(needed, min(_SMALLEST_SIDE, largest_side)).bit_length() - 1
    layouts = []
    while True:
        side = min(side, largest_side)
        if side >= needed:
            layouts.append(_fill_shelves(levels, order, widths, heights, side))
        if side == largest_side or (layouts and (side >= _LARGEST_SIDE or layouts[-1].page_count == 1)):
            break
        side *= 2
    fitting = [layout for layout in layouts if layout.page_count <= MOST_PAGES]
    return min(fitting, key=lambda layout: layout.texel_count) if fitting else None


def _fill_shelves(
    levels: NDArray[np.int64], order: list[int], widths: list[int], heights: list[int], side: int
) -> PageLayout:
    """Shelf by shelf on pages `side` wide: each level goes on the first shelf with room, else on a new one."""
    slots = np.zeros((len(levels), SLOT_COLUMNS), np.uint32)
    slots[:, EXTENT] = levels[:, WIDTH] | levels[:, HEIGHT] << 16
    shelves: list[list[int]] = []  # x of the next, y, page
    page = top = highest = 0
    open_from = 0  # shelves before this one are full
    for level in order:
        width, height = widths[level], heights[level]
        shelf = next((s for s in shelves[open_from:] if s[0] + width < side), None)
        if shelf is None:
            if top + height >= side:
                page, top = page + 1, 0
            shelf = [0, top, page]
            shelves.append(shelf)
            top += height
            highest = max(highest, top)
        slots[level, ORIGIN] = shelf[0] | shelf[1] << 16
        slots[level, PAGE] = shelf[2]
        shelf[0] += width
        while open_from < len(shelves) and shelves[open_from][0] + 3 >= side:
            open_from += 1
    return PageLayout(slots, side, highest + 1, page + 1)


class GlPages:
    """The pages of one art in the GL memory that some contexts share; uploaded once for all who use them there."""

    def __init__(self, gl: Any, context: Any, art: Art):
        """Use `of` or `begun`. GlUnavailableError if a picture is larger than this driver's textures."""
        largest_side, most_pages = ctypes.c_int(), ctypes.c_int()
        gl.glGetIntegerv(gl.GL_MAX_TEXTURE_SIZE, ctypes.byref(largest_side))
        gl.glGetIntegerv(gl.GL_MAX_ARRAY_TEXTURE_LAYERS, ctypes.byref(most_pages))
        layout = lay_out_pages(art.levels, largest_side.value)
        if layout is None or layout.page_count > most_pages.value:
            found = f"pictures do not fit textures of {largest_side.value} x {largest_side.value} pixels"
            raise GlUnavailableError.single(
                "pictures-too-large", "OpenGL", context.get_info().get_renderer(), found, "draw with the CPU renderer"
            )
        self.layout = layout
        self._gl = gl
        self._pieces = _pieces(layout, art)
        self._objects = GlObjects(gl, context)
        self._users = 0
        self._space = weakref.ref(context.object_space)
        self._art = art
        self.texture = self._objects.make_texture()
        try:
            with uploading(gl, gl.GL_TEXTURE_2D_ARRAY, self.texture):
                self._allocate()
        except BaseException:
            self._objects.free()
            raise

    @classmethod
    def of(cls, gl: Any, context: Any, art: Art) -> GlPages:
        """The pages of `art` for `context`, uploaded if they are not there yet. Each call needs a `release`."""
        pages = cls.begun(gl, context, art)
        try:
            while pages.upload_piece():
                pass
        except BaseException:
            pages.release()
            raise
        return pages

    @classmethod
    def begun(cls, gl: Any, context: Any, art: Art) -> GlPages:
        """The pages of `art` for `context`, not necessarily uploaded: see `upload_piece`. Each call needs a `release`.

        For who has other things to do meanwhile. Whoever calls `of` for the same art uploads what is left.
        """
        known = _shared.setdefault(context.object_space, {})
        if art not in known:
            known[art] = cls(gl, context, art)
        known[art]._users += 1
        return known[art]

    def upload_piece(self) -> bool:
        """Upload some more, about half a megabyte; whether there was anything left."""
        piece = next(self._pieces, None)
        if piece is None:
            return False
        gl = self._gl
        with uploading(gl, gl.GL_TEXTURE_2D_ARRAY, self.texture):
            while piece is not None:
                place, address = piece.place, ctypes.c_void_p(piece.address)
                gl.glTexSubImage3D(
                    gl.GL_TEXTURE_2D_ARRAY, 0, *place, gl.GL_RGBA, gl.GL_UNSIGNED_INT_8_8_8_8_REV, address
                )
                piece = None if piece.is_last else next(self._pieces, None)
        return True

    def release(self) -> None:
        """Give the pages up; the last user's release frees their memory."""
        self._users -= 1
        if self._users == 0:
            space = self._space()
            if space is not None:
                _shared[space].pop(self._art)
            self._objects.free()

    def _allocate(self) -> None:
        gl, target, layout = self._gl, self._gl.GL_TEXTURE_2D_ARRAY, self.layout
        gl.glTexParameteri(target, gl.GL_TEXTURE_MIN_FILTER, gl.GL_NEAREST)
        gl.glTexParameteri(target, gl.GL_TEXTURE_MAG_FILTER, gl.GL_NEAREST)
        gl.glTexParameteri(target, gl.GL_TEXTURE_MAX_LEVEL, 0)
        shape = (layout.width, layout.height, layout.page_count)
        gl.glTexImage3D(target, 0, gl.GL_RGBA8, *shape, 0, gl.GL_RGBA, gl.GL_UNSIGNED_BYTE, None)


@dataclass(frozen=True, slots=True)
class _Rows:
    """Rows of a level: x, y, page, width, height, 1 on the pages, and where their words are in memory.

    `is_last`: enough has come together for one piece of an upload.
    """

    place: tuple[int, int, int, int, int, int]
    address: int
    is_last: bool


def _pieces(layout: PageLayout, art: Art) -> Iterator[_Rows]:
    """All levels of `art`, large ones cut into rows."""
    texels, gathered = art.texels.ctypes.data, 0
    for (origin, _, page), level in zip(layout.slots.tolist(), art.levels.tolist(), strict=True):
        width, height = level[WIDTH] + 2, level[HEIGHT] + 2
        rows = max(1, _PIECE_TEXELS // width)
        for top in range(0, height, rows):
            count = min(rows, height - top)
            gathered += width * count
            place = (origin & 0xFFFF, (origin >> 16) + top, page, width, count, 1)
            yield _Rows(place, texels + 4 * (level[OFFSET] + top * width), gathered >= _PIECE_TEXELS)
            gathered %= _PIECE_TEXELS


_shared: weakref.WeakKeyDictionary[Any, dict[Art, GlPages]] = weakref.WeakKeyDictionary()
"""By the object space of contexts that share objects, then by art."""
