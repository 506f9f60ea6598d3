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


def ended(command: list[str], **environment: str) -> tuple[int, str]:
    """How a program ends that is not to succeed: its status and what it says of that."""
    answer = subprocess.run(
        [sys.executable, *command],
        cwd=REPOSITORY,
        env={**os.environ, **environment},
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
    )
    return answer.returncode, answer.stderr


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


_LEAVING = """
import sys
sys.path.insert(0, "examples/pyglet_game")
from lamp_game import FOX_AT, Game, key

told = []
game = Game((320, 180), told.append)
game.loader.wait()

def press(symbol):
    game.window.dispatch_event("on_key_press", symbol, 0)  # into the queue
    game.window.dispatch_events()

def frames(count):
    for _ in range(count):
        game.update(1 / 30)

def state():
    game.update(1 / 30)
    game.window.switch_to()
    game.draw()
    flame = game.wick.player.look("stage").swaps
    print(len(told), told[-1:], game.met, bool(flame), game.fox.player.shot.name, "|", game.hint.text)

state()
game.wick.x = FOX_AT - 100
frames(212)  # to 7.03 s of gust
if "paused" in sys.argv:
    press(key.P)
    state()
press(key.S)
state()
frames(40)  # he stands beside the fox, and is left in peace
state()
press(key.S)
press(key.L)
state()
press(key.S)
press(key.L)
press(key.L)
press(key.ESCAPE)
state()
press(key.L)
state()
"""

_WALK = "Arrow keys: walk"
_LEFT = f"False False sit | L: go on with the cutscene   {_WALK}"
_PLAYS = "False False sit | Esc: skip   P: pause   S: save and leave"


@pytest.mark.parametrize("paused", [[], ["paused"]])
def test_a_cutscene_that_is_saved_and_left_has_not_happened_until_it_is_ended(display: str, paused: list[str]) -> None:
    told = run(["-c", _LEAVING, *paused], DISPLAY=display).splitlines()
    kept = "gust at 7.03 s"
    wanted = [
        f"0 [] False False sit | {_WALK}",
        *(["1 ['cutscene: gust at 0.00 s'] False False sit | P: go on"] if paused else []),
        f"2 ['control returns'] {_LEFT}",
        f"2 ['control returns'] {_LEFT}",
        f"3 ['cutscene: {kept}'] {_PLAYS}",
        f"7 ['control returns'] True True content | The last lamp burns. {_WALK}",
        f"7 ['control returns'] True True content | The last lamp burns. {_WALK}",
    ]
    assert told == wanted


GAMES = ("pyglet_game", "arcade_cutscene", "pygame_cutscene")
NEEDED = {"arcade_cutscene": ("arcade", "arcade"), "pygame_cutscene": ("pygame", "pygame-ce")}


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize(
    ("options", "words"),
    [
        (["--size", "960"], "--size: '960' is no size: give width x height in pixels, such as 960x540"),
        (["--size", "0x540"], "--size: '0x540' is no size"),
        (["--size", "960x540x3"], "--size: '960x540x3' is no size"),
        (["--size", "-1x5"], "--size"),
        (["--frames", "0"], "--frames: '0' is no number of frames"),
        (["--frames", "1", "--screenshot", "nodir/x.png"], "--screenshot: there is no folder 'nodir': make it first"),
        (["--frames", "1", "--screenshot", "x.gif"], "--screenshot: 'x.gif' is no PNG file"),
        (["--frames", "1", "--screenshot", "examples/foxfire/wick.png"], "wick.png' is there already: give another"),
        (["--screenshot", "x.png"], "--screenshot: give --frames as well"),
    ],
)
def test_a_mistake_in_a_games_command_is_told_before_a_window_is_asked_for(
    game: str, options: list[str], words: str
) -> None:
    status, told = ended([f"examples/{game}/game.py", *options], DISPLAY="", SDL_VIDEODRIVER="x11")
    assert status == 2 and words in told and "Traceback" not in told


def test_a_frame_to_skip_in_is_a_number() -> None:
    status, told = ended(["examples/pygame_cutscene/game.py", "--skip-at", "soon"])
    assert status == 2 and "--skip-at: 'soon' is no number of a frame" in told


@pytest.mark.skipif(os.name != "posix" or os.geteuid() == 0, reason="needs a user who may not write everywhere")
@pytest.mark.parametrize("game", GAMES)
def test_a_folder_that_cannot_be_written_to_is_told_before_a_window_is_asked_for(game: str, tmp_path: Path) -> None:
    tmp_path.chmod(0o500)
    command = [f"examples/{game}/game.py", "--frames", "1", "--screenshot", str(tmp_path / "x.png")]
    status, told = ended(command, DISPLAY="")
    assert status == 2 and "cannot be written to" in told


@pytest.mark.skipif(not Path("/proc/self").exists(), reason="needs a folder in which nobody can make files")
@pytest.mark.parametrize("game", GAMES)
def test_a_picture_that_cannot_be_kept_is_told_in_one_line(game: str, display: str) -> None:
    if game in NEEDED:
        needs(*NEEDED[game])
    if not os.access("/proc", os.W_OK):
        pytest.skip("it is known beforehand here that the folder takes no files")
    command = [f"examples/{game}/game.py", "--size", "320x180", "--frames", "1", "--screenshot", "/proc/x.png"]
    status, told = ended(command, DISPLAY=display, LIBGL_ALWAYS_SOFTWARE="1", SDL_VIDEODRIVER="dummy")
    assert status == 1 and told.count("\n") == 1 and told.startswith("game.py: /proc/x.png cannot be written"), told


@pytest.mark.parametrize("game", GAMES)
def test_without_a_display_a_game_says_so_in_one_line(game: str) -> None:
    if game in NEEDED:
        needs(*NEEDED[game])
    status, told = ended([f"examples/{game}/game.py"], DISPLAY="", WAYLAND_DISPLAY="", SDL_VIDEODRIVER="x11")
    assert status == 1 and told.count("\n") == 1 and told.startswith("game.py: no window can be opened"), told


@pytest.mark.parametrize("game", NEEDED)
def test_without_its_toolkit_a_game_says_what_to_install(game: str) -> None:
    module, package = NEEDED[game]
    if importlib.util.find_spec(module) is not None:
        pytest.skip(f"{module} is installed")
    status, told = ended([f"examples/{game}/game.py"])
    assert status == 1 and told.count("\n") == 1, told
    assert told.startswith("game.py: the game cannot start") and package in told.partition("pip install")[2]


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
    picture.unlink()
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
