"""What film tests share: synthetic frame sources, ffmpeg as an independent reader, and stand-ins for ffmpeg."""

from __future__ import annotations

import os
import stat
import subprocess
import sys
from collections.abc import Callable
from fractions import Fraction
from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray

from rigbyscene.film.ffmpeg import FFMPEG_VARIABLE, find_ffmpeg
from rigbyscene.film.source import WholeFrames

HERE = Path(__file__).resolve().parent


class PaintedFrames(WholeFrames):
    """A frame source whose frames are painted by `paint(index, out)` over opaque black; remembers what was asked."""

    def __init__(
        self,
        size: tuple[int, int],
        frame_count: int,
        paint: Callable[[int, NDArray[np.uint8]], None] | None = None,
        fps: Fraction = Fraction(30),
    ):
        super().__init__((max(size[0], 1), max(size[1], 1)), frame_count, fps)
        self.size = size  # impossible ones too: they must be refused before anything is drawn
        self.drawn: list[int] = []
        self._paint = paint

    def draw(self, index: int) -> None:
        self.drawn.append(index)
        self.pixels[...] = (0, 0, 0, 255)
        if self._paint is not None:
            self._paint(index, self.pixels)


@pytest.fixture(scope="session")
def painted() -> type[PaintedFrames]:
    return PaintedFrames


@pytest.fixture(scope="session")
def ffmpeg() -> Callable[..., subprocess.CompletedProcess[bytes]]:
    """Runs the real ffmpeg with the given arguments; what it prints comes back."""

    def run(*arguments: object) -> subprocess.CompletedProcess[bytes]:
        command = [find_ffmpeg(), "-hide_banner", "-nostdin", "-nostats", *map(str, arguments)]
        return subprocess.run(command, capture_output=True, check=False)

    return run


@pytest.fixture(scope="session")
def decoded(ffmpeg: Callable[..., subprocess.CompletedProcess[bytes]]) -> Callable[..., NDArray[np.uint8]]:
    """Decodes a film to all its frames, uint8 (frames, h, w) for gray or (frames, h, w, 3) for rgb24."""

    def decode(path: Path, size: tuple[int, int], pixel_format: str = "gray") -> NDArray[np.uint8]:
        arguments = ("-fps_mode", "passthrough", "-f", "rawvideo", "-pix_fmt", pixel_format)
        answer = ffmpeg("-i", path, *arguments, "-sws_flags", "accurate_rnd+full_chroma_int", "pipe:1")
        assert answer.returncode == 0, answer.stderr.decode()
        channels = () if pixel_format == "gray" else (3,)
        return np.frombuffer(answer.stdout, np.uint8).reshape(-1, size[1], size[0], *channels)

    return decode


@pytest.fixture
def use_ffmpeg(monkeypatch: pytest.MonkeyPatch) -> Callable[[Path | str], None]:
    """Makes exports of this test use another program as ffmpeg."""
    return lambda program: monkeypatch.setenv(FFMPEG_VARIABLE, str(program))


@pytest.fixture
def stand_in(tmp_path_factory: pytest.TempPathFactory, use_ffmpeg: Callable[[Path], None]) -> Callable[[str], Path]:
    """Makes exports of this test use a program in Python: `body`, after it has answered to -version and -encoders.

    `body` finds `out` (where the film is to be written), `real` (the command with the real ffmpeg) and the modules os,
    sys, time, signal and resource. `exec_real()` turns it into the real ffmpeg.
    """
    real = find_ffmpeg()

    def make(body: str) -> Path:
        program = tmp_path_factory.mktemp("stand-in") / "ffmpeg"
        head = (
            f"#!{sys.executable}\nimport os, resource, signal, sys, time\n"
            "if '-version' in sys.argv: print('ffmpeg version 6.0'); sys.exit(0)\n"
            f"out, real = sys.argv[-1], [{real!r}, *sys.argv[1:]]\n"
            "if '-encoders' in sys.argv: os.execv(real[0], real)\n"
            "def exec_real(): os.execv(real[0], real)\n"
        )
        program.write_text(head + body, encoding="utf-8")
        program.chmod(program.stat().st_mode | stat.S_IXUSR)
        use_ffmpeg(program)
        return program

    return make


@pytest.fixture
def assert_no_child() -> Callable[[], None]:
    """Asserts that this test left no process behind, running or zombie (others may have some, a display for one)."""
    before = child_pids()

    def check() -> None:
        assert child_pids() <= before

    return check


@pytest.fixture
def assert_alone(assert_no_child: Callable[[], None]) -> Callable[[Path], None]:
    """Asserts that `path` is the only thing in its folder and that no process is left."""

    def check(path: Path) -> None:
        assert [entry.name for entry in path.parent.iterdir()] == [path.name]
        assert_no_child()

    return check


def child_pids() -> set[int]:
    """Processes whose parent is this one; empty where the system does not tell."""
    found = set()
    for entry in Path("/proc").glob("[0-9]*/stat"):
        try:
            parent = entry.read_text().rpartition(")")[2].split()[1]
        except (FileNotFoundError, ProcessLookupError):
            continue  # it has just ended
        if int(parent) == os.getpid():
            found.add(int(entry.parent.name))
    return found
