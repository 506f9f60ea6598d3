"""Films and pictures from Python: `Scene.export`, and the pictures that draw lists speak of."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from PIL import Image

import rigbyscene
from rigbyscene.draw.art import Art
from rigbyscene.draw.drawlist import PICTURE
from rigbyscene.draw.pictures import Pictures
from rigbyscene.film.settings import FilmSettings
from rigbyscene.model.atlas import Atlas, AtlasPage, AtlasRegion
from tests.cli.tiny import PICTURES, write_scene


def test_an_exported_film_has_the_frames_that_render_draws(tmp_path: Path) -> None:
    scene = rigbyscene.load_scene(write_scene(tmp_path))
    told: list[int] = []
    report = scene.export(
        tmp_path / "film_##.png", ["part", "meet"], 8, (40, 20), progress=lambda p: told.append(p.frames_done)
    )
    assert (report.frame_count, report.size, told[-1]) == (12, (40, 20), 12)
    for i, (shot, t) in enumerate([("part", 0.25), ("meet", 0.5)]):
        with Image.open(tmp_path / f"film_{(2, 8)[i]:02}.png") as frame:
            expected = scene.render(shot, t, (40, 20), background="black")
            assert np.array_equal(np.asarray(frame.convert("RGBA")), expected)


def test_a_film_from_python_has_all_shots_at_the_frames_own_size_and_spares_what_is_there(tmp_path: Path) -> None:
    scene = rigbyscene.load_scene(write_scene(tmp_path))
    film = tmp_path / "film.mp4"
    report = scene.export(film, settings=FilmSettings(preset="ultrafast"))
    assert (report.frame_count, report.size, report.fps) == (45, (64, 48), 30)
    before = film.read_bytes()
    with pytest.raises(rigbyscene.UsageError, match="overwrite=True"):
        scene.export(film)
    assert film.read_bytes() == before
    with pytest.raises(rigbyscene.UsageError, match="made from"):
        scene.export(tmp_path / "images" / "sky.png", ["meet"], 1, overwrite=True)
    assert scene.export(film, ["part"], 4, overwrite=True).frame_count == 2


def test_the_pictures_of_a_scene_are_what_its_draw_lists_count(tmp_path: Path) -> None:
    scene = rigbyscene.load_scene(write_scene(tmp_path))
    drawn = scene.draw_list(scene.sample("meet", 0.5))
    seen = [scene.pictures[command[PICTURE]].pixels for command in drawn.commands]
    assert [p.shape for p in seen] == [(*PICTURES[name][:2][::-1], 4) for name in ("sky", "body", "grass")]
    assert len(scene.pictures) == len(list(scene.pictures)) and len(scene.pictures[:2]) == 2
    with pytest.raises(IndexError):
        scene.pictures[len(scene.pictures)]


@pytest.mark.parametrize("factor", [1, 2])
def test_texels_lie_where_they_should_on_pages_of_any_size(factor: int) -> None:
    atlas = Atlas((AtlasPage("page", 8, 8),), (AtlasRegion("dot", 0, 2, 2, 4, 2, 0, 0, 4, 2),))
    page = np.zeros((8 * factor, 8 * factor, 4), np.uint8)
    page[2 * factor : 4 * factor, 4 * factor : 6 * factor] = 255  # the right half of the region
    (picture,) = Pictures(Art.of([(atlas, [page])]))
    assert picture.pixels.shape == (2 * factor, 4 * factor, 4)
    corners = picture.uv(np.array([[0.0, 0.0], [4.0, 2.0], [2.0, 1.0]]))
    assert np.allclose(corners, [[0, 0], [1, 1], [0.5, 0.5]])
    column = int(picture.uv(np.array([[2.5, 0.5]]))[0, 0] * picture.pixels.shape[1])
    assert picture.pixels[0, column, 3] == 255 and picture.pixels[0, column - factor, 3] == 0
