"""What the window shows is what the CPU renderer draws, wherever the picture lies in it."""

from __future__ import annotations

import os
from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray
from PIL import Image

from rigbyscene import Scene, load_scene
from rigbyscene.draw.cpu import to_straight
from rigbyscene.draw.renderer import SceneRenderer
from rigbyscene.play.keys import OVERLAY_KEYS
from rigbyscene.play.viewport import View, seen
from rigbyscene.scene.camera import Fit
from tests.cli.conftest import run_apart
from tests.conftest import REPOSITORY
from tests.draw.gl_helpers import difference
from tests.window.conftest import Hand

FOXFIRE = REPOSITORY / "examples" / "foxfire" / "foxfire.scene.json"
BLACK = (0, 0, 0, 255)

Picture = NDArray[np.uint8]


@pytest.fixture(scope="module")
def foxfire() -> Scene:
    return load_scene(FOXFIRE)


def drawn_by_cpu(scene: Scene, shot: str, t: float, size: tuple[int, int], view: View) -> tuple[Picture, slice, slice]:
    """The picture's area as the CPU renderer draws it, and the rows and columns that show the frame."""
    sample = scene.sample(shot, t)
    picture, _ = seen(view, sample.view, scene.frame, size)
    pixels = SceneRenderer(scene.art).render(sample, picture, size, BLACK)
    left, top, right, bottom = picture.window
    return to_straight(pixels)[..., :3], slice(top, bottom), slice(left, right)


def assert_alike(window: Picture, scene: Scene, shot: str, t: float, size: tuple[int, int], view: View) -> None:
    wanted, rows, columns = drawn_by_cpu(scene, shot, t, size, view)
    assert wanted[rows, columns].std() > 10, "a picture without anything in it proves nothing"
    mean, beyond = difference(window[: size[1]][rows, columns], wanted[rows, columns])
    assert mean <= 0.5 and beyond <= 0.001, (mean, beyond)


@pytest.mark.parametrize(("shot", "t"), [("dusk", 4.0), ("gust", 3.3), ("foxfire", 8.0)])
def test_the_picture_is_the_cpu_renderers(hand: Hand, foxfire: Scene, shot: str, t: float) -> None:
    at = hand.open_scene(str(FOXFIRE), shot=shot, time_s=t)
    assert_alike(hand.picture(), foxfire, shot, t, at.layout.scene_size, View())


def test_so_it_is_enlarged_pushed_and_in_other_fits(hand: Hand, foxfire: Scene) -> None:
    hand.open_scene(str(FOXFIRE), shot="foxfire", time_s=8.0, size=(900, 700))
    fits = []
    for _ in range(3):
        at = hand.press_key("z")
        fits.append(at.view.fit)
        hand.tick(3.0)  # the remark goes
        assert_alike(hand.picture(), foxfire, "foxfire", 8.0, at.layout.scene_size, at.view)
    assert set(fits) == set(Fit)
    hand.turn_wheel(500, 200, 4)
    at = hand.drag((500, 200), (420, 260))[-1]
    assert at.view.zoom > 1.0 and at.view.shift != (0.0, 0.0)
    hand.point(10, 10)
    assert_alike(hand.picture(), foxfire, "foxfire", 8.0, at.layout.scene_size, at.view)
    at = hand.press_key("0")
    assert at.view == View(at.view.fit)


def test_beside_the_picture_is_the_surround_and_the_bar_is_below_it(hand: Hand) -> None:
    at = hand.open_scene(str(FOXFIRE), shot="foxfire", time_s=8.0, size=(1000, 500))
    window = hand.picture()
    assert window.shape == (500, 1000, 3)
    scene_rows = at.layout.scene_size[1]
    sides = window[: scene_rows - 1, :20]
    assert len(np.unique(sides.reshape(-1, 3), axis=0)) == 1
    bar = window[scene_rows:]
    assert bar.mean() < 90 and len(np.unique(bar.reshape(-1, 3), axis=0)) > 50


def test_each_overlay_adds_something_of_its_own_and_all_go_again(hand: Hand) -> None:
    hand.open_scene(str(FOXFIRE), shot="gust", time_s=5.9)
    plain = hand.picture()
    for name, key in OVERLAY_KEYS.items():
        if name == "frame":
            continue
        at = hand.press_key(key)
        assert at.overlays == {name}
        hand.tick(3.0)
        laid_over = hand.picture()
        area = laid_over[: at.layout.scene_size[1]] != plain[: at.layout.scene_size[1]]
        assert area.any(axis=-1).sum() > 300, name
        hand.press_key(key)
    hand.press_key("k", "minus")
    hand.tick(3.0)
    around = hand.picture()[:20]
    assert around.std() > 5, "outside the camera's frame the stage goes on"
    hand.press_key("k", "0")
    hand.tick(3.0)
    assert (hand.picture() == plain).all()


@pytest.mark.parametrize("scale", [1.5, 2.0])
def test_on_a_fine_screen_the_bar_grows_and_the_picture_stays_sharp(hand: Hand, foxfire: Scene, scale: float) -> None:
    before = hand.open_scene(str(FOXFIRE), shot="foxfire", time_s=8.0, size=(1200, 900)).layout
    at = hand.pretend_scale(scale)
    play = at.layout.buttons["play"]
    assert play.width == pytest.approx(before.buttons["play"].width * scale, abs=1)
    assert_alike(hand.picture(), foxfire, "foxfire", 8.0, at.layout.scene_size, at.view)
    assert hand.click(play.x + play.width / 2, play.middle).playing


def test_a_screenshot_is_written_without_anyone_there(display: str, hands: Hand, tmp_path: Path) -> None:
    out = tmp_path / "window.png"
    environment = os.environ | {"DISPLAY": display}
    command = ("play", FOXFIRE, "--shot", "foxfire", "--time", 8, "--size", "800x500", "--overlay", "bones")
    ended = run_apart(*command, "--screenshot", out, env=environment)
    assert ended.returncode == 0, ended.stderr
    assert "800x500" in ended.stdout
    hands.open_scene(str(FOXFIRE), shot="foxfire", time_s=8.0, size=(800, 500), overlays=("bones",))
    written = np.asarray(Image.open(out).convert("RGB"))
    assert (written == hands.picture()).mean() > 0.999
    again = run_apart(*command, "--screenshot", out, env=environment)
    assert again.returncode == 2 and "--overwrite" in again.stderr


def test_the_still_is_the_picture_of_the_still_command(
    hand: Hand, foxfire: Scene, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    hand.go_to_folder(str(tmp_path))
    hand.open_scene(str(FOXFIRE), shot="foxfire", time_s=8.0, size=(400, 300))
    hand.press_key("F12")
    at = hand.tick_until("s.toast and s.toast.startswith('Saved')")
    still = tmp_path / at.toast.removeprefix("Saved ")
    wanted = foxfire.render("foxfire", 8.0, background="black")
    mean, beyond = difference(np.asarray(Image.open(still)), wanted)
    assert mean <= 0.5 and beyond <= 0.001
    hand.press_key("F12")
    hand.tick_until("s.toast and s.toast.endswith('-2.png')")
