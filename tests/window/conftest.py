"""What the window tests share: a display, where there is none an Xvfb, and a process that opens windows on it."""

from __future__ import annotations

import multiprocessing
import os
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from tests.cli.tiny import write_scene

REQUIRED = "RIGBYSCENE_REQUIRE_WINDOW"
"""Set where a machine must be able to open windows: what would be a skip is an error then."""


def unavailable(why: str) -> None:
    """Skip, or fail where windows are required."""
    if os.environ.get(REQUIRED):
        pytest.fail(f"{REQUIRED} is set, but {why}")
    pytest.skip(why)


@pytest.fixture(scope="session")
def display() -> Iterator[str]:
    """The name of an X display with software GL: an Xvfb of this run's own, whatever else there is."""
    if not sys.platform.startswith("linux"):
        unavailable("the window tests drive a window through X events")
    with server() as name:
        yield name


@contextmanager
def server(*options: str) -> Iterator[str]:
    """An Xvfb of one's own, by its display's name."""
    program = shutil.which("Xvfb")
    if program is None:
        unavailable("needs Xvfb, a display without a screen (on Debian and Ubuntu: apt-get install xvfb)")
        return
    told, tell = os.pipe()
    screen = ("-screen", "0", "1600x1200x24", "-nolisten", "tcp", "-noreset")
    command = [program, "-displayfd", str(tell), *screen, *options]
    process = subprocess.Popen(command, pass_fds=[tell], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    os.close(tell)
    try:
        with os.fdopen(told) as answer:
            number = answer.readline().strip()
        if not number:
            unavailable("Xvfb does not start")
        yield f":{number}"
    finally:
        process.terminate()
        process.wait(10)


class Hand:
    """Calls the functions of `tests.window.hand` in the process that has the window: `hand.press_key("space")`."""

    def __init__(self, display: str):
        context = multiprocessing.get_context("spawn")
        self._pipe, theirs = context.Pipe()
        before = {name: os.environ.get(name) for name in ("DISPLAY", "LIBGL_ALWAYS_SOFTWARE")}
        os.environ.update(DISPLAY=display, LIBGL_ALWAYS_SOFTWARE="1")
        try:
            self._process = context.Process(target=_serve, args=(theirs,), daemon=True)
            self._process.start()
        finally:
            for name, value in before.items():
                os.environ.pop(name) if value is None else os.environ.update({name: value})
        theirs.close()

    def __getattr__(self, name: str) -> Callable[..., Any]:
        def call(*arguments: Any, **options: Any) -> Any:
            self._pipe.send((name, arguments, options))
            done, answer = self._pipe.recv()
            if not done:
                raise AssertionError(f"in the window's process:\n{answer}")
            return answer

        return call

    def end(self) -> None:
        self._pipe.close()
        self._process.join(10)
        if self._process.is_alive():
            self._process.kill()
            self._process.join()


def _serve(pipe: Any) -> None:
    from tests.window.hand import serve

    serve(pipe)


@pytest.fixture(scope="session")
def hands(display: str, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Hand]:
    """A process that can open windows. Tests are skipped, saying so, where there is no GL."""
    hand = Hand(display)
    try:
        hand.open_scene(str(write_scene(tmp_path_factory.mktemp("first"))))
    except AssertionError as error:
        hand.end()
        unavailable(f"no window can be opened: {error}")
    yield hand
    hand.close()
    hand.end()


@pytest.fixture
def hand(hands: Hand) -> Iterator[Hand]:
    """The same for one test, which opens its own window."""
    yield hands
    hands.close()


@pytest.fixture
def street(tmp_path: Path) -> Path:
    """A small scene of a test's own."""
    return write_scene(tmp_path)
