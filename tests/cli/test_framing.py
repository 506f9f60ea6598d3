"""A skeleton on its own is filmed whole: nothing that the chosen shots draw leaves the picture, whatever makes it."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray
from PIL import Image

import rigbyscene
from rigbyscene.cli.play import Play, framed_for
from rigbyscene.cli.requests import Look, Staging
from rigbyscene.draw.framing import WILD_HEADER
from tests.cli.conftest import Ran

WALL = (20, 40)
HEADER = {"spine": "4.2.22", "images": "./images/", "x": -10, "y": 0, "width": 20, "height": 40}


def moved(**keys: float) -> dict[str, object]:
    return {"bones": {"hip": {"translate": [{}, {"time": 0.5, **keys}, {"time": 1}]}}}


ANIMATIONS: dict[str, object] = {
    "stand": {"bones": {"hip": {"rotate": [{}, {"time": 1}]}}},
    "jump": moved(y=200),
    "run": moved(x=-90, y=10),
    "ghost": moved(x=900) | {"slots": {"body": {"rgba": [{"color": "ffffff00"}]}}},
    "unmasked": moved(x=900) | {"slots": {"mask": {"attachment": [{"name": "mask"}]}}},
}


def write_hopper(folder: Path, **header: float) -> Path:
    """A block of 20 x 40 units that stands on its root, jumps, runs, and leaves where nobody sees it."""
    corners = [-10, 0, 10, 0, 10, 40, -10, 40]
    skeleton = {
        "skeleton": HEADER | header,
        "bones": [{"name": "root"}, {"name": "hip", "parent": "root"}],
        "slots": [{"name": "mask", "bone": "root"}, {"name": "body", "bone": "hip", "attachment": "body"}],
        "skins": [
            {
                "name": "default",
                "attachments": {
                    "mask": {"mask": {"type": "clipping", "end": "body", "vertexCount": 4, "vertices": corners}},
                    "body": {"body": {"y": 20, "width": WALL[0], "height": WALL[1]}},
                },
            }
        ],
        "animations": ANIMATIONS,
    }
    (folder / "images").mkdir(exist_ok=True)
    Image.new("RGBA", WALL, "tomato").save(folder / "images" / "body.png")
    path = folder / "hopper.json"
    path.write_text(json.dumps(skeleton), encoding="utf-8")
    return path


def size_of(picture: str) -> tuple[int, int]:
    with Image.open(picture) as opened:
        return opened.size


@pytest.mark.parametrize(
    ("shot", "size"),
    # the setup bounds alone; grown up; grown left and up; what is transparent, and what is clipped away, needs no room
    [("stand", (20, 40)), ("jump", (20, 240)), ("run", (110, 50)), ("ghost", (20, 40)), ("unmasked", (20, 40))],
)
def test_the_frame_of_a_skeleton_holds_its_setup_bounds_and_all_that_the_shot_draws(
    shot: str, size: tuple[int, int], tmp_path: Path, monkeypatch: pytest.MonkeyPatch, run: Callable[..., Ran]
) -> None:
    monkeypatch.chdir(tmp_path)
    hopper = write_hopper(tmp_path)
    assert run("still", hopper, "still.png", "--shot", shot, "--time", "0.5").code == 0
    assert size_of("still.png") == size
    assert rigbyscene.load_scene(hopper).framed([shot]).frame == size


def opaque(picture: NDArray[np.uint8]) -> int:
    return int((picture[..., 3] == 255).sum())


def test_whoever_makes_the_picture_its_frame_is_that_of_all_shots_that_are_shown_with_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, run: Callable[..., Ran]
) -> None:
    monkeypatch.chdir(tmp_path)
    hopper = write_hopper(tmp_path)
    scene = rigbyscene.load_scene(hopper)
    assert scene.default_size == (110, 240)
    for shot in ("jump", "run"):
        picture = scene.render(shot, 0.5)
        assert picture.shape == (240, 110, 4) and opaque(picture) == WALL[0] * WALL[1]
    shots = ("--shot", "jump", "--shot", "run")
    made = run("export", hopper, "film.mp4", *shots)
    assert made.code == 0 and ", 110x240, " in made.out
    assert run("export", hopper, "{shot}_#.png", "--alpha", "straight", *shots, "--fps", "2").code == 0
    for name in ("jump_1.png", "run_1.png"):
        with Image.open(name) as frame:
            assert frame.size == (110, 240) and opaque(np.asarray(frame)) == WALL[0] * WALL[1]
    timed = json.loads(run("bench", hopper, *shots, "--seconds", "0.1", "--json").out)
    assert timed["size"] == [110, 240]
    assert run("sheet", hopper, "sheet.png", *shots, "--count", "1", "--width", "220").code == 0
    with Image.open("sheet.png") as sheet:
        is_block = (np.asarray(sheet.convert("RGB")) == (255, 99, 71)).all(axis=2)
    assert is_block[:, :110].any() and is_block[:, 110:].any()


def test_the_window_on_a_shot_of_a_skeleton_is_framed_for_that_shot(tmp_path: Path) -> None:
    hopper = write_hopper(tmp_path)
    for shot, frame in ((None, (110, 240)), ("jump", (20, 240))):
        request = Play(Staging(hopper), Look(), shot)
        assert framed_for(request, rigbyscene.load_scene(hopper)).frame == frame


def test_a_player_shows_what_render_shows_of_a_skeleton_on_its_own(tmp_path: Path) -> None:
    scene = rigbyscene.load_scene(write_hopper(tmp_path))
    for seen, size in ((scene, (110, 240)), (scene.framed(["jump"]), (20, 240))):
        player = rigbyscene.ScenePlayer(seen)
        assert player.scene.frame == size
        for shot in ("stand", "jump", "run"):
            player.play(shot)
            player.seek(0.5)
            assert np.array_equal(player.render(size), seen.render(shot, 0.5, size))


def test_a_frame_that_is_asked_for_lies_about_the_same_centre(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, run: Callable[..., Ran]
) -> None:
    monkeypatch.chdir(tmp_path)
    hopper = write_hopper(tmp_path)
    assert run("still", hopper, "near.png", "--shot", "jump", "--time", "0.25", "--frame", "20x40").code == 0
    with Image.open("near.png") as near:
        assert opaque(np.asarray(near)) == WALL[0] * WALL[1]  # halfway up is the centre, and the block fills the frame


def test_a_header_that_is_out_of_all_proportion_makes_no_frame(tmp_path: Path) -> None:
    right = write_hopper(tmp_path, height=40.0 * WILD_HEADER)
    assert rigbyscene.load_scene(right).framed(["stand"]).frame == (20, 400)
    wrong = write_hopper(tmp_path, y=-272846.84, height=273927.84)
    assert rigbyscene.load_scene(wrong).framed(["stand"]).frame == (20, 40)


def test_a_scene_keeps_its_own_frame_and_looking_into_a_skeleton_draws_nothing(
    scene: Path, run: Callable[..., Ran], monkeypatch: pytest.MonkeyPatch
) -> None:
    street = rigbyscene.load_scene(scene)
    assert street.framed() is street and street.default_size == (64, 48)
    hopper = write_hopper(scene.parent)
    camera = rigbyscene.load_scene(hopper, camera="hip")
    assert camera.framed() is camera and camera.frame == (1280, 720)
    monkeypatch.setattr("rigbyscene.api.room_of", lambda *_: pytest.fail("all its shots were drawn"))
    alone = rigbyscene.load_scene(hopper)
    alone.sample("jump", 0.5)
    assert alone.frame == (20, 40)
    assert run("info", hopper).code == 0 and run("check", hopper).code == 0


@pytest.mark.parametrize(("name", "shot"), [("4.2/spineboy/spineboy", "jump"), ("4.3/raptor/raptor", "jump")])
def test_no_frame_of_a_real_jump_is_cut_off(shared: Path, name: str, shot: str) -> None:
    scene = rigbyscene.load_scene(shared / "skeletons" / f"{name}.json").framed([shot])
    centre, (width, height) = scene.bounds.centre, scene.frame
    for i in range(int(scene.shot(shot).duration * 120) + 1):
        around = scene.draw_list(scene.sample(shot, i / 120)).xy - centre
        # half of these moments lie between two that were looked at
        assert (np.abs(around) <= np.array([width, height]) / 2 + 2.0).all()
