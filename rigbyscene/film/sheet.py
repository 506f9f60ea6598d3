"""Contact sheets: some frames of every shot on one page, each with its shot, its time and its number."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from rigbyscene.film.lettering import letters, write
from rigbyscene.film.picture import Picture
from rigbyscene.film.times import frame_count, frame_time_s
from rigbyscene.scene.camera import picture_map
from rigbyscene.scene.sampler import Sampler
from rigbyscene.scene.scene import Scene, Shot

if TYPE_CHECKING:
    from rigbyscene.draw.gl_scene import PictureRenderer

PAPER = (24, 25, 29)
PANEL = (36, 38, 44)
BRIGHT = (236, 238, 242)
DIM = (148, 153, 164)
ACCENT = (242, 158, 76)


@dataclass(frozen=True, slots=True)
class Cell:
    """One picture of a sheet: frame `frame` of `shot`. `leads` tells whether the shot's heading stands over it."""

    shot: Shot
    frame: int
    row: int
    column: int
    leads: bool


@dataclass(frozen=True, slots=True)
class SheetLayout:
    """Where everything is on a sheet, in pixels.

    Pictures of `picture` (width, height) in `columns`, `margin` from the edges and `gap` from one another; sizes of
    letters for the title, for headings and for captions.
    """

    width: int
    columns: int
    margin: int
    gap: int
    picture: tuple[int, int]
    title: int
    heading: int
    caption: int

    @property
    def title_height(self) -> int:
        return letters(self.title).height + self.margin

    @property
    def heading_height(self) -> int:
        return letters(self.heading).height + self.gap // 2

    @property
    def caption_height(self) -> int:
        return letters(self.caption).height + self.gap // 4

    def left(self, column: int) -> int:
        return self.margin + column * (self.picture[0] + self.gap)

    def tops(self, cells: Sequence[Cell]) -> list[int]:
        """Where the pictures of each row begin, and last the height of the whole sheet."""
        headed = {cell.row for cell in cells if cell.leads}
        below = self.picture[1] + self.caption_height + self.gap
        tops = []
        y = self.margin + self.title_height
        for row in range(cells[-1].row + 1):
            y += self.heading_height + self.gap * (row > 0) if row in headed else 0
            tops.append(y)
            y += below
        return [*tops, y - self.gap + self.margin]


def sheet_layout(width: int, columns: int, frame: tuple[float, float]) -> SheetLayout:
    """A sheet of `width` pixels; its pictures have the shape of `frame`. ValueError where they would have no pixels."""
    margin = max(8, width // 60)
    gap = max(4, width // 120)
    across = (width - 2 * margin - (columns - 1) * gap) // columns
    if across < 1:
        raise ValueError(f"{columns} pictures side by side in {width} pixels")
    down = max(1, round(across * frame[1] / frame[0]))
    title = min(max(width // 60, 12), 44)
    caption = min(max(across // 20, 9), 24)
    return SheetLayout(width, columns, margin, gap, (across, down), title, min(max(caption + 3, 10), title), caption)


def chosen_frames(frames: int, count: int) -> list[int]:
    """`count` of a shot's `frames` frames (or all, if there are fewer): the middles of as many equal parts.

    First and last frames are left to fades, which would show nothing.

    >>> chosen_frames(60, 4), chosen_frames(3, 6), chosen_frames(60, 1)
    ([7, 22, 37, 52], [0, 1, 2], [30])
    """
    return sorted({(2 * k + 1) * frames // (2 * count) for k in range(count)})


def placed_cells(shots: Sequence[Shot], fps: Fraction, count: int, columns: int) -> list[Cell]:
    """The pictures of a sheet. A shot begins a row unless all of it fits into what is left of the last one."""
    cells: list[Cell] = []
    at = 0
    for shot in shots:
        frames = chosen_frames(frame_count(shot.duration, fps), count)
        if at % columns + len(frames) > columns:
            at += -at % columns
        for k, frame in enumerate(frames, start=at):
            cells.append(Cell(shot, frame, k // columns, k % columns, k == at))
        at += len(frames)
    return cells


def draw_sheet(
    scene: Scene,
    renderer: PictureRenderer,
    cells: Sequence[Cell],
    fps: Fraction,
    layout: SheetLayout,
    look: Picture,
    title: str,
) -> NDArray[np.uint8]:
    """The sheet, uint8 (height, width, 3), top row first. Of `look` the size does not matter: the layout has one."""
    *tops, height = layout.tops(cells)
    page = np.full((height, layout.width, 3), PAPER, np.uint8)
    shots = len({cell.shot for cell in cells})
    told = f"{shots} shot{'s' * (shots != 1)}, {len(cells)} frames"
    right = layout.width - layout.margin - letters(layout.caption).width(told)
    shortened = letters(layout.title).shortened(title, right - 2 * layout.margin)
    write(page, (layout.margin, layout.margin), shortened, layout.title, BRIGHT)
    lower = letters(layout.title).height - letters(layout.caption).height
    write(page, (right, layout.margin + lower), told, layout.caption, DIM)
    sampler = Sampler(scene)
    for number, cell in enumerate(cells):
        t = frame_time_s(cell.frame, fps)
        sample = sampler.sample(cell.shot, t)
        pixels = renderer.render(
            sample,
            picture_map(sample.view, look.frame or scene.frame, layout.picture, look.fit),
            layout.picture,
            look.background,
            threads=look.threads,
            supersample=look.supersample,
        )
        at = layout.left(cell.column), tops[cell.row]
        _put(page, at, pixels)
        _label(page, layout, at, cell, t)
        if cell.leads:
            _head(page, layout, at, cell, fps, _together(cells, number))
    return page


def _together(cells: Sequence[Cell], number: int) -> int:
    """How many pictures of one shot stand side by side from cell `number` on: the room for its heading."""
    end = number + 1
    while end < len(cells) and cells[end].row == cells[number].row and not cells[end].leads:
        end += 1
    return end - number


def _put(page: NDArray[np.uint8], at: tuple[int, int], pixels: NDArray[np.uint8]) -> None:
    """The picture, over a panel where it is transparent."""
    (left, top), (height, width) = at, pixels.shape[:2]
    clear = 255 - pixels[:, :, 3:].astype(np.int32)
    page[top : top + height, left : left + width] = pixels[:, :, :3] + (np.array(PANEL) * clear + 127) // 255


def _label(page: NDArray[np.uint8], layout: SheetLayout, at: tuple[int, int], cell: Cell, t: float) -> None:
    """Below a picture: the shot and its time on the left, the frame's number on the right."""
    width, height = layout.picture
    left, top = at[0], at[1] + height + layout.gap // 4
    own = letters(layout.caption)
    time, number = f"{t:.2f} s", f"frame {cell.frame}"
    space = own.width("  ")
    if own.width(time) + own.width(number) + space <= width:
        write(page, (left + width - own.width(number), top), number, layout.caption, DIM)
        taken = own.width(time) + own.width(number) + 2 * space
    else:
        taken = own.width(time) + space
    name = own.shortened(cell.shot.name, width - taken)
    write(page, (left, top), name, layout.caption, DIM)
    write(page, (left + own.width(name) + (space if name else 0), top), time, layout.caption, BRIGHT)


def _head(
    page: NDArray[np.uint8], layout: SheetLayout, at: tuple[int, int], cell: Cell, fps: Fraction, together: int
) -> None:
    """Over a shot's first picture: its name, and how long it is; beside it a mark in the accent colour."""
    left, top = at[0], at[1] - layout.heading_height
    right = left + together * layout.picture[0] + (together - 1) * layout.gap
    large, small = letters(layout.heading), letters(layout.caption)
    mark = max(2, layout.heading // 5)
    page[top + mark : top + large.height - mark, left : left + mark] = ACCENT
    left += 3 * mark
    name = large.shortened(cell.shot.name, right - left)
    write(page, (left, top), name, layout.heading, BRIGHT)
    left += large.width(name) + layout.gap
    frames = frame_count(cell.shot.duration, fps)
    told = f"{cell.shot.duration:.2f} s, {frames} frame{'s' * (frames != 1)}"
    if left + small.width(told) <= right:
        write(page, (left, top + large.height - small.height), told, layout.caption, DIM)
