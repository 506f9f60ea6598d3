"""Real windows on a real display, in processes of their own: the examples, a batch, and what needs no display."""

from __future__ import annotations

import importlib.util
import os
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
from PIL import Image

from rigbyscene import ScenePlayer, load_scene
from rigbyscene.draw import cpu
from tests.conftest import REPOSITORY
from tests.play.conftest import SIZE
from tests.play.little import little_scene
from tests.play.test_view import BLUE, Sprites, alike, filled, over, rgb

EXAMPLES = REPOSITORY / "examples"


def run(command: list[str], **environment: str) -> str:
    """What a program prints, run as a user does in the repository."""
    answer = subprocess.run(
        [sys.executable, *command],
        cwd=REPOSITORY,
        env={**os.environ, "LIBGL_ALWAYS_SOFTWARE": "1", "PYTHONPATH": str(REPOSITORY), **environment},
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
    )
    assert answer.returncode == 0, answer.stderr
    return answer.stdout


def needs(module: str, package: str) -> None:
    if importlib.util.find_spec(module) is None:
        pytest.skip(f"needs {package}, which is no dependency (pip install {package})")


def looks_drawn(path: Path, size: tuple[int, int]) -> bool:
    with Image.open(path) as image:
        colors = len(np.unique(np.asarray(image.convert("RGB")).reshape(-1, 3), axis=0))
        return image.size == size and colors > 300


def test_the_pyglet_game_gives_control_to_the_cutscene_and_takes_it_back(display: str, tmp_path: Path) -> None:
    picture = tmp_path / "last.png"
    options = ["--size", "320x180", "--frames", "250", "--autopilot", "--screenshot", str(picture)]
    told = run(["examples/pyglet_game/game.py", *options], DISPLAY=display).splitlines()
    assert told == ["cutscene: gust at 0.00 s", "skipped", "control returns"]
    assert looks_drawn(picture, (320, 180))


def test_the_arcade_game_gives_control_to_the_cutscene_and_takes_it_back(display: str, tmp_path: Path) -> None:
    needs("arcade", "arcade")
    picture = tmp_path / "last.png"
    options = ["--size", "320x180", "--frames", "130", "--autopilot", "--screenshot", str(picture)]
    told = run(["examples/arcade_cutscene/game.py", *options], DISPLAY=display).splitlines()
    assert told == ["cutscene", "control returns"]


def test_the_pygame_cutscene_plays_and_is_skipped(tmp_path: Path) -> None:
    needs("pygame", "pygame-ce")
    picture = tmp_path / "last.png"
    command = ["examples/pygame_cutscene/game.py", "--size", "320x180", "--screenshot", str(picture), "--frames"]
    told = run([*command, "12"], SDL_VIDEODRIVER="dummy", SDL_AUDIODRIVER="dummy")
    assert told.splitlines()[-1] == "cutscene" and looks_drawn(picture, (320, 180))
    told = run([*command, "20", "--skip-at", "10"], SDL_VIDEODRIVER="dummy", SDL_AUDIODRIVER="dummy")
    scene = load_scene(EXAMPLES / "foxfire" / "foxfire.scene.json", art="none")
    count = sum(len(scene.events(shot, 0.0, shot.duration, include_start=True)) for shot in scene.shots)
    assert told.splitlines()[-2:] == ["cutscene", f"control returns after {count} events"]


_IN_A_WINDOW = """
import sys
import pyglet
from rigbyscene import ScenePlayer, load_scene
from rigbyscene.play import SceneView
from rigbyscene.scene.affine import Affine
from tests.play.little import little_scene
from tests.play.test_view import Sprites

window = pyglet.window.Window(320, 180)
sprites = Sprites(0, 2)
player = ScenePlayer(little_scene())
player.seek(0.4)
placement = Affine.translation(140, 90).after(Affine.scaling(2.0, 2.0))
view = SceneView(player, batch=sprites.batch, order=1, camera="game", placement=placement)

@window.event
def on_draw():
    pyglet.gl.glClearColor(0, 0, 1, 1)
    window.clear()
    sprites.batch.draw()

for _ in range(3):
    window.dispatch_events()
    window.switch_to()
    window.dispatch_event("on_draw")
    pyglet.image.get_buffer_manager().get_color_buffer().save(sys.argv[1])
    window.flip()
"""


def test_in_a_window_on_a_display_the_scene_is_between_the_sprites(display: str, tmp_path: Path) -> None:
    picture = tmp_path / "frame.png"
    run(["-c", _IN_A_WINDOW, str(picture)], DISPLAY=display)
    player = ScenePlayer(little_scene())
    player.seek(0.4)
    to_pixels = np.array([2.0, 0.0, 0.0, -2.0, 140.0, SIZE[1] - 90.0])
    scene = cpu.render(player.draw_list(), player.art.art, to_pixels, SIZE, (0, 0, 0, 0))
    wanted = Sprites.painted(over(scene, Sprites.painted(filled(BLUE), 0)), 1)
    with Image.open(picture) as got:
        assert alike(rgb(np.asarray(got.convert("RGBA"))), rgb(wanted))


def test_what_needs_no_display_asks_for_none() -> None:
    """Importing, loading without GL, playing, drawing on the CPU: pyglet does not even look for a window."""
    program = (
        "import sys, rigbyscene; from rigbyscene.play import SceneLoader, SceneView;"
        "from tests.play.little import little_files; from rigbyscene.formats.assets import MemoryAssets;"
        "loader = rigbyscene.load_in_background("
        "'little.scene.json', gl=False, assets=MemoryAssets(little_files()));"
        "player = rigbyscene.ScenePlayer(loader.wait()); player.skip();"
        "print(player.render((64, 48)).shape, 'pyglet.gl' in sys.modules)"
    )
    assert run(["-c", program], DISPLAY="") == "(48, 64, 4) False\n"
