"""What command tests share: a tiny scene in a folder of its own, and ways to run the command."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import pytest

from rigbyscene.cli.main import main
from tests.cli.tiny import write_scene


@dataclass(frozen=True, slots=True)
class Ran:
    """A command that ended: its exit code, what it said (`out`), what it remarked (`err`)."""

    code: int
    out: str
    err: str


def without_notice(err: str) -> str:
    """`err` without the line that kernels are compiled: which command is the first on a machine, no test knows."""
    return "".join(line for line in err.splitlines(True) if "compiling kernels" not in line)


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str]) -> Callable[..., Ran]:
    """Runs a command in this process."""

    def run_command(*arguments: object) -> Ran:
        capsys.readouterr()
        code = main([str(a) for a in arguments])
        printed = capsys.readouterr()
        return Ran(code, printed.out, without_notice(printed.err))

    return run_command


@pytest.fixture
def refused(run: Callable[..., Ran]) -> Callable[..., list[str]]:
    """Runs a command that must be refused with exit code `code`; the lines of its messages, no traceback among them."""

    def run_refused(*arguments: object, code: int) -> list[str]:
        ran = run(*arguments)
        assert ran.code == code, ran
        assert ran.out == "" and "Traceback" not in ran.err
        return ran.err.splitlines()

    return run_refused


def run_apart(*arguments: object, **options: object) -> subprocess.CompletedProcess[str]:
    """Runs a command as a user does, in a process of its own."""
    command = [sys.executable, "-m", "rigbyscene", *map(str, arguments)]
    ended = subprocess.run(command, capture_output=True, text=True, check=False, **options)  # type: ignore[call-overload]
    ended.stderr = without_notice(ended.stderr)
    return ended  # type: ignore[no-any-return]


@pytest.fixture
def scene(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The tiny scene as `street.scene.json` in the working folder, which is the test's own."""
    monkeypatch.chdir(tmp_path)
    return write_scene(tmp_path)


@pytest.fixture
def names(tmp_path: Path) -> Callable[[], set[str]]:
    """The names in the test's folder, hidden ones too."""
    return lambda: {p.name for p in tmp_path.iterdir()}
