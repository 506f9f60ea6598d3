"""`rigbyscene sheet`: its pictures are stills of the scene, where its layout says, and people can read whose."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image

import rigbyscene
from rigbyscene.film.sheet import PAPER, chosen_frames, placed_cells, sheet_layout
from rigbyscene.scene.scene import Shot
from tests.cli.conftest import Ran


def test_a_sheet_shows_stills_of_every_shot_and_writes_beside_them(scene: Path, run: Callable[..., Ran]) -> None:
    ran = run("sheet", scene, "sheet.png", "--count", "4", "--width", "700", "--fps", "10", "--supersample", "1")
    assert ran.code == 0 and ran.err == ""
    assert ran.out.startswith("sheet.png: 700x") and ", 8 frames of 2 shots, " in ran.out
    street = rigbyscene.load_scene(scene)
    layout = sheet_layout(700, 4, street.frame)
    cells = placed_cells(street.shots, Fraction(10), 4, 4)
    *tops, height = layout.tops(cells)
    page = np.asarray(Image.open("sheet.png")).astype(int)
    assert page.shape == (height, 700, 3)
    blank = page.copy()
    for cell in cells:
        left, top = layout.left(cell.column), tops[cell.row]
        width, down = layout.picture
        still = street.render(cell.shot, cell.frame / 10, layout.picture, background="black")
        assert np.array_equal(page[top : top + down, left : left + width], still[:, :, :3])
        words = page[top + down : top + down + layout.caption_height, left : left + width]
        assert (words != PAPER).any(axis=2).mean() > 0.02
        blank[top : top + down + layout.caption_height, left : left + width] = PAPER
    for top in tops:
        heading = blank[top - layout.heading_height : top, layout.margin :]
        assert (heading != PAPER).any()
        blank[top - layout.heading_height : top] = PAPER
    blank[: layout.margin + layout.title_height] = PAPER
    assert (blank == PAPER).all(), "nothing is written where it would run into something"


@pytest.mark.parametrize(
    ("options", "words"),
    [
        (("--count", "0", "--columns", "-1", "--width", "5"), ("--count", "--columns", "--width")),
        (("--columns", "90", "--width", "300"), ("90 pictures have no room in 300 pixels",)),
        (("--shot", "meat"), ("did you mean 'meet'?",)),
        (("--count", "1000", "--columns", "1", "--width", "16384"), ("are too much for one sheet",)),
    ],
)
def test_a_sheet_that_cannot_be_is_refused(
    options: tuple[str, ...], words: tuple[str, ...], scene: Path, run: Callable[..., Ran]
) -> None:
    ran = run("sheet", scene, "sheet.png", *options)
    assert ran.code == 2 and all(word in ran.err for word in words) and not Path("sheet.png").exists()


def test_a_sheet_of_a_transparent_scene_with_odd_names_is_made(scene: Path, run: Callable[..., Ran]) -> None:
    ran = run("sheet", scene, "夜 %d.png", "--shot", "part", "--shot", "part", "--count", "1", "--columns", "2",
              "--background", "transparent", "--frame", "200x48", "--width", "400")  # fmt: skip
    assert ran.code == 0 and "2 frames of 2 shots" in ran.out
    with Image.open("夜 %d.png") as picture:
        assert picture.mode == "RGB"


@given(st.integers(1, 500), st.integers(1, 60))
def test_frames_of_a_sheet_are_distinct_and_evenly_spread(frames: int, count: int) -> None:
    chosen = chosen_frames(frames, count)
    assert len(chosen) == min(frames, count) and chosen == sorted(set(chosen))
    assert chosen[0] >= 0 and chosen[-1] < frames
    gaps = np.diff([-0.5 - chosen[0], *chosen])[1:]
    assert gaps.size == 0 or gaps.max() - gaps.min() <= 1


@given(st.lists(st.integers(1, 30), min_size=1, max_size=8), st.integers(1, 9), st.integers(1, 9))
def test_pictures_of_a_sheet_never_share_a_place_and_shots_begin_rows_or_fit_into_them(
    lengths: list[int], count: int, columns: int
) -> None:
    shots = [Shot(str(k), k, length / 24) for k, length in enumerate(lengths)]
    cells = placed_cells(shots, Fraction(24), count, columns)
    places = [(cell.row, cell.column) for cell in cells]
    assert places == sorted(set(places)) and all(cell.column < columns for cell in cells)
    assert [cell.shot for cell in cells if cell.leads] == shots
    for shot in shots:
        own = [cell for cell in cells if cell.shot == shot]
        assert own[0].column == 0 or own[-1].row == own[0].row
