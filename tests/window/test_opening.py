"""Opening a window: what may be wrong, change or break in while it happens, and that none of it hangs."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
import weakref
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray
from PIL import Image

from rigbyscene.cli import play, window
from rigbyscene.cli.interrupts import interrupts_heard
from rigbyscene.cli.requests import Look, Staging
from rigbyscene.errors import RigbySceneError
from rigbyscene.play.window import PlayWindow
from tests.cli.conftest import run_apart, without_notice
from tests.cli.tiny import STAGE
from tests.conftest import REPOSITORY
from tests.window import hand as own
from tests.window.conftest import Hand, server

FOXFIRE = REPOSITORY / "examples" / "foxfire" / "foxfire.scene.json"


@contextmanager
def put(owner: Any, name: str, value: Any) -> Iterator[None]:
    before = getattr(owner, name)
    setattr(owner, name, value)
    try:
        yield
    finally:
        setattr(owner, name, before)


def refused_without_a_sight(scene: str) -> tuple[str, int, int]:
    """What the command raises, how often a window was shown, how many are left."""
    import pyglet

    own.close()
    shown: list[bool] = []
    set_visible = pyglet.window.Window.set_visible

    def watched(self: Any, visible: bool = True) -> None:
        shown.append(visible)
        set_visible(self, visible)

    with put(pyglet.window.Window, "set_visible", watched):
        try:
            play.play_scene(play.Play(Staging(scene), Look()))
            raise AssertionError("nothing was refused")
        except RigbySceneError as refusal:
            return str(refusal), sum(shown), len(pyglet.app.windows)


@pytest.mark.parametrize("kept", [0, 30, 60])
def test_a_picture_that_cannot_be_decoded_is_told_and_no_window_flashes_up(
    hands: Hand, street: Path, kept: int
) -> None:
    for name in ("sky.png", "body.png"):
        path = street.parent / "images" / name
        path.write_bytes(path.read_bytes()[:kept])
    told, shown, left = hands.call(__name__, "refused_without_a_sight", str(street))
    assert "sky.png" in told and "body.png" in told and "export it again" in told
    assert (shown, left) == (0, 0)


def test_the_command_ends_where_a_picture_is_broken(display: str, street: Path, hands: Hand) -> None:
    (street.parent / "images" / "sky.png").write_bytes(b"\x89PNG and so on")
    ended = run_apart("play", street, env=os.environ | {"DISPLAY": display})
    (line,) = without_notice(ended.stderr).splitlines()
    assert ended.returncode == 1 and line.startswith("error: ") and "sky.png" in line


@pytest.mark.parametrize(
    "older",
    [
        {"MESA_GL_VERSION_OVERRIDE": "2.1"},
        {"MESA_GL_VERSION_OVERRIDE": "3.2"},
        {"MESA_GL_VERSION_OVERRIDE": "3.3", "MESA_GLSL_VERSION_OVERRIDE": "120"},
    ],
)
def test_gl_that_is_too_old_is_told_in_one_line(
    display: str, street: Path, hands: Hand, older: dict[str, str], tmp_path: Path
) -> None:
    environment = os.environ | {"DISPLAY": display, "LIBGL_ALWAYS_SOFTWARE": "1"} | older
    ended = run_apart("play", street, "--screenshot", tmp_path / "out.png", env=environment)
    (line,) = without_notice(ended.stderr).splitlines()
    assert ended.returncode == 3 and not (tmp_path / "out.png").exists()
    assert line.startswith("error: window: no window with OpenGL 3.3 can be opened") and "rigbyscene still" in line


def test_a_display_without_gl_is_told_in_one_line(street: Path, hands: Hand) -> None:
    with server("-extension", "GLX") as bare:
        ended = run_apart("play", street, env=os.environ | {"DISPLAY": bare})
    (line,) = ended.stderr.splitlines()
    assert ended.returncode == 3 and line.startswith("error: window: no window with OpenGL 3.3 can be opened")
    assert "the display offers none" in line and "rigbyscene still" in line


def picture_after(scene: str, change: str, wanted: str) -> NDArray[np.uint8]:
    """The window of a command during whose opening a function of this module changed files, when `wanted` holds."""
    own.close()
    taken: list[NDArray[np.uint8]] = []
    open_window = window.open_window

    def meddled(*arguments: Any) -> Any:
        globals()[change](Path(scene).parent)
        return open_window(*arguments)

    def run(it: PlayWindow) -> None:
        assert it._watcher is not None
        it._watcher.start()
        own._window = it
        own.tick_until(wanted)
        own.tick(3.0)
        taken.append(it.picture())
        own._window = None

    with put(window, "open_window", meddled), put(PlayWindow, "run", run):
        play.play_scene(play.Play(Staging(scene), Look("640x480"), paused=True))
    return taken[0]


def paint_the_sky(folder: Path) -> None:
    part = folder / "images" / "part.png"
    Image.new("RGBA", (64, 48), "crimson").save(part)
    os.replace(part, folder / "images" / "sky.png")


def tint_the_sky(folder: Path) -> None:
    slots = [STAGE["slots"][0] | {"color": "ff0000ff"}, *STAGE["slots"][1:]]
    (folder / "street.json").write_text(json.dumps(STAGE | {"slots": slots}), encoding="utf-8")


def cut_the_skeleton(folder: Path) -> None:
    (folder / "street.json").write_text('{"skel', encoding="utf-8")


def test_files_that_are_saved_while_the_window_opens_are_seen(hands: Hand, street: Path) -> None:
    picture = hands.call(__name__, "picture_after", str(street), "paint_the_sky", "s.toast == 'Loaded again'")
    assert picture[90, 200].tolist() == [220, 20, 60]
    picture = hands.call(__name__, "picture_after", str(street), "tint_the_sky", "s.toast == 'Loaded again'")
    assert picture[90, 200].tolist() == [220, 0, 0]


def test_a_file_that_breaks_while_the_window_opens_is_told_in_it(hands: Hand, street: Path) -> None:
    picture = hands.call(__name__, "picture_after", str(street), "cut_the_skeleton", "s.diagnostics")
    red = picture[..., 0].astype(int) - picture[..., 2] > 90
    assert red.sum() > 100


def closed_before_its_picture() -> str:
    import pyglet
    from pyglet.libs.x11 import xlib

    it = own._window
    send_only = put(it.window, "dispatch_events", lambda: None)
    with send_only:
        own.ask_to_close()
    xlib.XSync(it.window._x_display, False)
    try:
        it.first_picture()
        raise AssertionError("a picture of what is not there")
    except RigbySceneError as refusal:
        return f"{refusal}, {len(pyglet.app.windows)} windows"


def test_a_window_that_is_closed_before_its_picture_is_taken_says_so(hand: Hand, street: Path) -> None:
    hand.open_scene(str(street))
    told = hand.call(__name__, "closed_before_its_picture")
    assert "closed before its picture" in told and told.endswith(", 0 windows")


def test_several_windows_at_once_and_full_screens_have_their_pictures(
    display: str, street: Path, hands: Hand, tmp_path: Path
) -> None:
    command = [sys.executable, "-m", "rigbyscene", "play", str(street), "--time", "0.4", "--full-screen"]
    environment = os.environ | {"DISPLAY": display, "LIBGL_ALWAYS_SOFTWARE": "1"}
    pictures = [tmp_path / f"{n}.png" for n in range(3)]
    running = [
        subprocess.Popen([*command, "--screenshot", str(picture)], env=environment, stdout=subprocess.DEVNULL)
        for picture in pictures
    ]
    assert [process.wait(120) for process in running] == [0, 0, 0]
    first, *others = (np.asarray(Image.open(picture)) for picture in pictures)
    assert first.shape[:2] == (1200, 1600) and first.std() > 20
    assert all((other == first).all() for other in others)


def test_a_window_larger_than_gl_draws_is_refused(tmp_path: Path) -> None:
    ended = run_apart("play", FOXFIRE, "--size", "8193x40", "--time", "-1")
    assert ended.returncode == 2 and ended.stderr.count("\n") == 2
    assert "error: --size: a window of 8193x40 pixels cannot be; give up to 8192x8192" in ended.stderr


def ended_by(number: signal.Signals, after_s: float, display: str, times: int = 1) -> tuple[int, str]:
    """How the command ends that is given a signal after so many seconds."""
    started = subprocess.Popen(
        [sys.executable, "-m", "rigbyscene", "play", str(FOXFIRE)],
        env=os.environ | {"DISPLAY": display, "LIBGL_ALWAYS_SOFTWARE": "1"},
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        text=True,
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.default_int_handler) and None,
    )
    time.sleep(after_s)
    for _ in range(times):
        started.send_signal(number)
    _, told = started.communicate(timeout=60)
    return started.returncode, without_notice(told)


@pytest.mark.parametrize("after_s", [0.25, 0.5, 0.75, 1.0, 1.4, 1.8])
def test_an_interrupt_at_any_moment_of_opening_ends_it_quietly(display: str, hands: Hand, after_s: float) -> None:
    code, told = ended_by(signal.SIGINT, after_s, display)
    # Python ends itself by the signal where that came into a piece of code made from text: shells report 130, too
    assert code in (130, -signal.SIGINT) and told in ("", "interrupted\n"), (code, told)
    assert ended_by(signal.SIGTERM, after_s, display) == (-signal.SIGTERM, "")


INTERRUPTED_IN_IMPORT = """
import os, signal, sys
from importlib.abc import MetaPathFinder

class Interrupt(MetaPathFinder):
    def find_spec(self, name, path, target=None):
        if name == sys.argv[1]:
            sys.meta_path.remove(self)  # once
            os.kill(os.getpid(), signal.SIGINT)

sys.meta_path.insert(0, Interrupt())
signal.signal(signal.SIGINT, signal.default_int_handler)
from rigbyscene.cli.main import main
sys.exit(main(["play", sys.argv[2]]))
"""


@pytest.mark.parametrize("library", ["xinerama", "xsync", "xf86vmode"])
def test_an_interrupt_is_not_taken_for_a_library_that_is_missing(display: str, street: Path, library: str) -> None:
    ended = subprocess.run(
        [sys.executable, "-c", INTERRUPTED_IN_IMPORT, f"pyglet.libs.x11.{library}", str(street)],
        env=os.environ | {"DISPLAY": display, "LIBGL_ALWAYS_SOFTWARE": "1"},
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert (ended.returncode, without_notice(ended.stderr)) == (130, "interrupted\n")


def test_an_interrupt_that_python_would_drop_is_heard_and_other_dropped_errors_are_told(
    capsys: pytest.CaptureFixture[str],
) -> None:
    class Thing:
        pass

    def let_go(error: type[BaseException]) -> None:
        def callback(gone: object) -> None:
            raise error

        thing = Thing()
        watched = weakref.ref(thing, callback)
        del thing
        assert watched() is None

    hook = sys.unraisablehook
    sys.unraisablehook = sys.__unraisablehook__
    handler = signal.signal(signal.SIGINT, signal.default_int_handler)  # tests in the background have none
    try:
        with interrupts_heard():
            let_go(ZeroDivisionError)
            told = capsys.readouterr().err
            with pytest.raises(KeyboardInterrupt):
                let_go(KeyboardInterrupt)
                time.sleep(30)
        assert sys.unraisablehook is sys.__unraisablehook__
    finally:
        sys.unraisablehook = hook
        signal.signal(signal.SIGINT, handler)
    assert "ZeroDivisionError" in told and capsys.readouterr().err == ""


@pytest.mark.parametrize("after_s", [0.6, 1.0, 1.5])
def test_two_interrupts_at_once_end_it_quietly_too(display: str, hands: Hand, after_s: float) -> None:
    code, told = ended_by(signal.SIGINT, after_s, display, times=2)
    assert code in (130, -signal.SIGINT) and told in ("", "interrupted\n"), (code, told)
