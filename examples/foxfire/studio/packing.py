"""Pictures into atlas pages: trimmed, turned where that packs better, padded, written as `.atlas` and `.png`."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from PIL import Image

from .arrays import Bytes
from .canvas import Picture

PADDING_PX = 2


@dataclass(frozen=True, slots=True, eq=False)
class _Trimmed:
    """A picture without its transparent border; `left`, `bottom` are the pixels trimmed away on those sides."""

    picture: Picture
    pixels: Bytes
    left: int
    bottom: int


@dataclass(frozen=True, slots=True)
class _Spot:
    page: int
    x: int
    y: int
    turned: bool


@dataclass(slots=True)
class _Page:
    width: int
    height: int
    free: list[tuple[int, int, int, int]]


def write_atlas(pictures: Sequence[Picture], atlas: Path, page_size: tuple[int, int] = (2048, 2048)) -> None:
    """Pack `pictures` into pages `atlas`.png, `atlas`_2.png ... of at most `page_size` and describe them in `atlas`."""
    names = [picture.name for picture in pictures]
    repeated = sorted({name for name in names if names.count(name) > 1})
    if repeated:
        raise ValueError(f"two pictures of one name: {', '.join(repeated)}")
    trimmed = sorted((_trimmed(picture) for picture in pictures), key=_packing_order)
    pages: list[_Page] = []
    spots = [_place(part.pixels.shape[1], part.pixels.shape[0], pages, page_size) for part in trimmed]
    lines: list[str] = []
    for index in range(len(pages)):
        here = [(part, spot) for part, spot in zip(trimmed, spots, strict=True) if spot.page == index]
        image_path = atlas.with_name(f"{atlas.stem}{'' if index == 0 else f'_{index + 1}'}.png")
        sheet = _sheet(here)
        image = Image.fromarray(sheet)
        if sheet[..., 3].min() == 255:
            image = image.convert("RGB")
        image.save(image_path, optimize=True)
        lines += [] if index == 0 else [""]
        lines += [image_path.name, f"size: {sheet.shape[1]}, {sheet.shape[0]}", "filter: MipMapLinearLinear, Linear"]
        for part, spot in sorted(here, key=lambda item: item[0].picture.name):
            lines += _region_lines(part, spot)
    atlas.write_text("\n".join(lines) + "\n", encoding="utf-8", newline="\n")


def _trimmed(picture: Picture) -> _Trimmed:
    alpha = picture.pixels[..., 3]
    rows, cols = np.flatnonzero(alpha.any(axis=1)), np.flatnonzero(alpha.any(axis=0))
    if not len(rows):
        raise ValueError(f"picture {picture.name} is empty")
    top, end, left, right = int(rows[0]), int(rows[-1]) + 1, int(cols[0]), int(cols[-1]) + 1
    return _Trimmed(picture, picture.pixels[top:end, left:right], left, alpha.shape[0] - end)


def _packing_order(part: _Trimmed) -> tuple[int, int, str]:
    height, width = part.pixels.shape[:2]
    return (-max(height, width), -min(height, width), part.picture.name)


def _place(width: int, height: int, pages: list[_Page], page_size: tuple[int, int]) -> _Spot:
    """The tightest free rectangle on any page (best short side fit), turning the picture where that fits better."""
    w, h = width + PADDING_PX, height + PADDING_PX
    if max(w, h) > max(page_size) + PADDING_PX or min(w, h) > min(page_size) + PADDING_PX:
        raise ValueError(f"a picture of {width} x {height} pixels does not fit a page of {page_size}")
    while True:
        best: tuple[int, int, _Spot] | None = None
        for index, page in enumerate(pages):
            for x, y, fw, fh in page.free:
                for turned, (pw, ph) in ((False, (w, h)), (True, (h, w))):
                    if pw <= fw and ph <= fh:
                        found = (min(fw - pw, fh - ph), max(fw - pw, fh - ph), _Spot(index, x, y, turned))
                        if best is None or found[:2] < best[:2]:
                            best = found
            if best is not None:
                _occupy(pages[best[2].page], best[2], w, h)
                return best[2]
        room = (page_size[0] + PADDING_PX, page_size[1] + PADDING_PX)
        pages.append(_Page(*page_size, [(0, 0, *room)]))


def _occupy(page: _Page, spot: _Spot, width: int, height: int) -> None:
    w, h = (height, width) if spot.turned else (width, height)
    x0, y0, x1, y1 = spot.x, spot.y, spot.x + w, spot.y + h
    pieces: list[tuple[int, int, int, int]] = []
    for x, y, fw, fh in page.free:
        if x1 <= x or x >= x + fw or x0 >= x + fw or y1 <= y or y0 >= y + fh:
            pieces.append((x, y, fw, fh))
            continue
        if x0 > x:
            pieces.append((x, y, x0 - x, fh))
        if x1 < x + fw:
            pieces.append((x1, y, x + fw - x1, fh))
        if y0 > y:
            pieces.append((x, y, fw, y0 - y))
        if y1 < y + fh:
            pieces.append((x, y1, fw, y + fh - y1))
    unique = sorted(set(pieces))
    page.free = [a for a in unique if not any(_inside(a, b) for b in unique if b != a)]


def _inside(a: tuple[int, int, int, int], b: tuple[int, int, int, int]) -> bool:
    return b[0] <= a[0] and b[1] <= a[1] and a[0] + a[2] <= b[0] + b[2] and a[1] + a[3] <= b[1] + b[3]


def _sheet(parts: list[tuple[_Trimmed, _Spot]]) -> Bytes:
    """The page's pixels, cut to what is used."""
    placed = [(np.rot90(part.pixels) if spot.turned else part.pixels, spot) for part, spot in parts]
    width = max(spot.x + pixels.shape[1] for pixels, spot in placed)
    height = max(spot.y + pixels.shape[0] for pixels, spot in placed)
    sheet = np.zeros((height, width, 4), dtype=np.uint8)
    for pixels, spot in placed:
        sheet[spot.y : spot.y + pixels.shape[0], spot.x : spot.x + pixels.shape[1]] = pixels
    return sheet


def _region_lines(part: _Trimmed, spot: _Spot) -> list[str]:
    height, width = part.pixels.shape[:2]
    whole_height, whole_width = part.picture.pixels.shape[:2]
    lines = [part.picture.name, f"bounds: {spot.x}, {spot.y}, {width}, {height}"]
    lines.append(f"offsets: {part.left}, {part.bottom}, {whole_width}, {whole_height}")
    return [*lines, "rotate: 90"] if spot.turned else lines
