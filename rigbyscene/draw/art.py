"""The pictures of a scene, cut out of their atlas pages: flat arrays that a renderer's kernels (or a GL upload) read.

Every atlas region becomes a picture of its own, turned upright, so texel (p, q) of the atlas sheet (section 3) is pixel
(p, q) of the picture and no neighbour on the page can bleed into it. `rigbyscene.draw.mips` tells how a level is laid
out, bordered and halved.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from rigbyscene.draw.mips import (
    FADE_BOTTOM,
    FADE_LEFT,
    FADE_RIGHT,
    FADE_TOP,
    add_border,
    halve_level,
    measure_emptiness,
)
from rigbyscene.draw.threads import available_cores, share_out
from rigbyscene.model.atlas import Atlas, AtlasPage, AtlasRegion

# columns of Art.pictures (int64)
FIRST_LEVEL = 0  # row of Art.levels that holds the full size; smaller ones follow it down to 1 x 1
LEVEL_COUNT = 1
PICTURE_COLUMNS = 2

# columns of Art.levels (int64)
OFFSET = 0  # where the level's bordered rows begin in Art.texels
WIDTH = 1  # without the border
HEIGHT = 2
BLOCKS = 3  # where its blocks begin in Art.emptiness
CONTENTS = 4  # LOOK, MIXED, OPAQUE or FLAT
LEVEL_COLUMNS = 5

# what Art.emptiness says of a whole level
LOOK = 0  # some blocks are known to be transparent or opaque
MIXED = 1  # none is
OPAQUE = 2  # every texel is, the border too
FLAT = 3  # every texel is the same, the border too

# columns of Art.maps (float64): picture pixel = texel * scale + shift
SCALE_X = 0
SCALE_Y = 1
SHIFT_X = 2
SHIFT_Y = 3
MAP_COLUMNS = 4

_TOUCHING = 1e-6  # page pixels: an edge this close to a pixel's edge lies on it

_SHARE_TEXELS = 1 << 16  # a millisecond's work: a thread that takes the next share costs next to nothing of it


@dataclass(frozen=True, slots=True, eq=False)
class Art:
    """All pictures of a scene, premultiplied.

    - `texels` uint32: RGBA words, red in the low byte, of all levels, bordered.
    - `pictures` int64 (pictures, PICTURE_COLUMNS), `levels` int64 (levels, LEVEL_COLUMNS): where they are.
    - `maps` float64 (pictures, MAP_COLUMNS): from the texels of a DrawList (declared page pixels) to picture pixels;
      the identity unless a page image has another size than its atlas says.
    - `emptiness` int8: see `rigbyscene.draw.mips.measure_emptiness`.
    - `first_picture`: the picture of region 0 of each atlas; region r of atlas k is picture ``first_picture[k] + r``.
    """

    texels: NDArray[np.uint32]
    pictures: NDArray[np.int64]
    levels: NDArray[np.int64]
    maps: NDArray[np.float64]
    emptiness: NDArray[np.int8]
    first_picture: tuple[int, ...]

    @classmethod
    def of(cls, sources: Sequence[tuple[Atlas, Sequence[NDArray[np.uint8]]]]) -> Art:
        """Cut out every region of every atlas. Each comes with its page images: uint8 (h, w, 4), premultiplied.

        A page image of another size than the atlas declares is used at its own resolution: regions keep their declared
        size and take the pixels that lie wholly inside them. The part of a region outside its page is left out; one
        wholly outside is a single transparent texel. Raises ValueError where images and pages do not match.
        """
        cuts: list[_Cut] = []
        row_of_cut: dict[tuple[int, ...], int] = {}
        cut_of_picture: list[int] = []
        first_picture = []
        images: list[NDArray[np.uint32]] = []
        for atlas, pages in sources:
            if len(atlas.pages) != len(pages):
                raise ValueError(f"{len(atlas.pages)} atlas pages need as many images, not {len(pages)}")
            first_picture.append(len(cut_of_picture))
            for region in atlas.regions:
                cut = _cut(atlas.pages[region.page], region, len(images) + region.page, pages[region.page].shape)
                known = row_of_cut.setdefault(cut.key(), len(cuts))
                if known == len(cuts):
                    cuts.append(cut)
                cut_of_picture.append(known)
            images.extend(_packed(page) for page in pages)
        return cls._from_cuts(cuts, cut_of_picture, images, tuple(first_picture))

    @classmethod
    def _from_cuts(
        cls,
        cuts: list[_Cut],
        cut_of_picture: list[int],
        images: list[NDArray[np.uint32]],
        first_picture: tuple[int, ...],
    ) -> Art:
        levels: list[list[int]] = []
        records = np.zeros((len(cuts), PICTURE_COLUMNS), np.int64)
        maps = np.array([cut.map for cut in cuts], np.float64).reshape(-1, MAP_COLUMNS)
        offset = blocks = 0
        for i, cut in enumerate(cuts):
            records[i, FIRST_LEVEL] = len(levels)
            for width, height in _level_sizes(cut.width, cut.height):
                levels.append([offset, width, height, blocks, LOOK])
                offset += (width + 2) * (height + 2)
                blocks += ((width + 5) // 4) * ((height + 5) // 4)
            records[i, LEVEL_COUNT] = len(levels) - records[i, FIRST_LEVEL]
        # a sampler at the far end of a border reads one texel and one row further, with weight 0
        overhang = max((width + 3 for _, width, *_ in levels), default=0)
        texels = np.empty(offset + overhang, np.uint32)
        texels[offset:] = 0
        emptiness = np.empty(blocks, np.int8)
        own = [levels[record[FIRST_LEVEL] :][: record[LEVEL_COUNT]] for record in records]

        def fill(first: int, end: int) -> None:
            for cut, its in zip(cuts[first:end], own[first:end], strict=True):
                _fill(cut, images, texels, emptiness, its)

        share_out(fill, iter(_shares([cut.width * cut.height for cut in cuts])), available_cores())
        chosen = np.array(cut_of_picture, np.int64)
        table = np.array(levels, np.int64).reshape(-1, LEVEL_COLUMNS)
        return cls(texels, records[chosen], table, maps[chosen], emptiness, first_picture)

    def picture(self, index: int, level: int = 0) -> NDArray[np.uint8]:
        """The pixels of picture `index` at `level`, uint8 (h, w, 4), without the border: a read-only copy."""
        offset, width, height, *_ = self.levels[self.pictures[index, FIRST_LEVEL] + level].tolist()
        bordered = self.texels[offset : offset + (width + 2) * (height + 2)].reshape(height + 2, width + 2)
        pixels = np.ascontiguousarray(bordered[1:-1, 1:-1]).view(np.uint8).reshape(height, width, 4)
        pixels.flags.writeable = False
        return pixels


@dataclass(frozen=True, slots=True)
class _Cut:
    """What to take from which page image: a rectangle of its pixels, then quarter turns; no pixels if width is 0."""

    image: int
    left: int
    top: int
    right: int
    bottom: int
    degrees: int
    fade: int
    map: tuple[float, float, float, float]

    @property
    def empty(self) -> bool:
        return self.right <= self.left or self.bottom <= self.top

    @property
    def width(self) -> int:
        if self.empty:
            return 1
        return self.bottom - self.top if self.degrees in (90, 270) else self.right - self.left

    @property
    def height(self) -> int:
        if self.empty:
            return 1
        return self.right - self.left if self.degrees in (90, 270) else self.bottom - self.top

    def key(self) -> tuple[int, ...]:
        return self.image, self.left, self.top, self.right, self.bottom, self.degrees, self.fade


def _cut(page: AtlasPage, region: AtlasRegion, image: int, shape: tuple[int, ...]) -> _Cut:
    sx = shape[1] / page.width if page.width > 0 else 1.0
    sy = shape[0] / page.height if page.height > 0 else 1.0
    sideways = region.degrees in (90, 270)
    stored_width, stored_height = (region.height, region.width) if sideways else (region.width, region.height)
    x0, x1 = region.x * sx, (region.x + stored_width) * sx
    y0, y1 = region.y * sy, (region.y + stored_height) * sy
    left, right = _pixels_inside(x0, x1, shape[1])
    top, bottom = _pixels_inside(y0, y1, shape[0])
    if region.degrees == 90:
        to_picture = (sy, sx, bottom - y1, x0 - left)
    elif region.degrees == 180:
        to_picture = (sx, sy, right - x1, bottom - y1)
    elif region.degrees == 270:
        to_picture = (sy, sx, y0 - top, right - x1)
    else:
        to_picture = (sx, sy, x0 - left, y0 - top)
    trimmed_right = region.original_width - region.width - region.offset_left
    fade = (
        (FADE_LEFT if region.offset_left > 0 else 0)
        | (FADE_TOP if region.offset_top > 0 else 0)
        | (FADE_RIGHT if trimmed_right > 0 else 0)
        | (FADE_BOTTOM if region.offset_bottom > 0 else 0)
    )
    return _Cut(image, left, top, right, bottom, region.degrees, fade, to_picture)


def _pixels_inside(start: float, end: float, size: int) -> tuple[int, int]:
    """The pixels wholly within [start, end) of an image `size` pixels long; the nearest one where none is."""
    first = math.ceil(start - _TOUCHING)
    last = math.floor(end + _TOUCHING)
    if last <= first and end > start:
        first = math.floor((start + end) / 2)
        last = first + 1
    return min(max(first, 0), size), min(max(last, 0), size)


def _level_sizes(width: int, height: int) -> list[tuple[int, int]]:
    sizes = [(width, height)]
    while sizes[-1] != (1, 1):
        width, height = (width + 1) >> 1, (height + 1) >> 1
        sizes.append((width, height))
    return sizes


def _shares(texels: Sequence[int]) -> list[tuple[int, int]]:
    """Cuts in a row, from first to end, that have some work together; a large one has a share of its own."""
    shares = []
    first = total = 0
    for i, count in enumerate(texels, start=1):
        total += count
        if total >= _SHARE_TEXELS or i == len(texels):
            shares.append((first, i))
            first, total = i, 0
    return shares


def _packed(page: NDArray[np.uint8]) -> NDArray[np.uint32]:
    if page.dtype != np.uint8 or page.ndim != 3 or page.shape[2] != 4:
        raise ValueError(f"a page image is uint8 (height, width, 4), not {page.dtype} {page.shape}")
    words: NDArray[np.uint32] = np.ascontiguousarray(page).view("<u4").astype(np.uint32, copy=False)
    return words.reshape(page.shape[0], page.shape[1])


def _fill(
    cut: _Cut,
    images: list[NDArray[np.uint32]],
    texels: NDArray[np.uint32],
    emptiness: NDArray[np.int8],
    levels: list[list[int]],
) -> None:
    """Write the texels and the emptiness of all levels of one cut, and the levels' contents."""
    offset, width, height, *_ = levels[0]
    larger = (offset, width, height)
    interior = texels[offset : offset + (width + 2) * (height + 2)].reshape(height + 2, width + 2)[1:-1, 1:-1]
    if cut.empty:
        interior[:] = 0
    else:
        stored = images[cut.image][cut.top : cut.bottom, cut.left : cut.right]
        interior[:] = np.rot90(stored, {90: -1, 180: 2, 270: 1}.get(cut.degrees, 0))
    for level in levels:
        at, w, h, first, _ = level
        if at != offset:
            halve_level(texels, *larger, at)
        add_border(texels, at, w, h, cut.fade)
        larger = (at, w, h)
        level[CONTENTS] = measure_emptiness(texels, at, w, h, emptiness, first)
