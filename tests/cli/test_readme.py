"""The README's commands to set up: what they install and run exists, and the continuous check runs the same."""

from __future__ import annotations

import os
import shutil
import subprocess
import tomllib
from collections.abc import Callable
from pathlib import Path

import pytest

from rigbyscene.film.mp4 import read_mp4
from tests.cli.conftest import Ran
from tests.cli.markdown import Block, blocks, command_lines
from tests.conftest import REPOSITORY


def command(name: str) -> Block:
    page = (REPOSITORY / "README.md").read_text(encoding="utf-8")
    (block,) = [b for b in blocks(page) if b.comment == f"command: {name}"]
    return block


def steps(name: str) -> list[list[str]]:
    """The commands of a README line, which `&&` joins."""
    (line,) = command_lines(command(name).text)
    joined = "\0".join(line).split("\0&&\0")
    return [step.split("\0") for step in joined]


def test_the_first_command_makes_an_environment_installs_and_exports_the_demo(
    run: Callable[..., Ran], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    make, install, export = steps("film")
    assert make == ["python3", "-m", "venv", ".venv"] and install == [".venv/bin/pip", "install", "."]
    program, *arguments = export
    assert program == ".venv/bin/rigbyscene" and arguments[0] == "export"
    monkeypatch.chdir(REPOSITORY)
    scene, film = arguments[1:]
    ran = run("export", scene, tmp_path / film, "--size", "32x18", "--fps", "1")
    assert ran.code == 0 and read_mp4(tmp_path / film).videos[0].frame_count > 10


def test_the_second_command_installs_what_tests_need_and_runs_them() -> None:
    make, install, test = steps("test")
    assert make == ["python3", "-m", "venv", ".venv"] and install == [".venv/bin/pip", "install", "-e", ".[test]"]
    assert test == [".venv/bin/python", "-m", "pytest"]
    project = tomllib.loads((REPOSITORY / "pyproject.toml").read_text(encoding="utf-8"))
    assert {"pytest", "hypothesis"} <= {
        name.split(">")[0] for name in project["project"]["optional-dependencies"]["test"]
    }


@pytest.mark.skipif(os.name == "nt" or not shutil.which("bash"), reason="needs bash")
@pytest.mark.parametrize("name", ["film", "test"])
def test_the_continuous_check_runs_what_the_readme_says(name: str) -> None:
    script = (REPOSITORY / ".ci" / "run").read_text(encoding="utf-8")
    _, _, after = script.partition("readme_command() {")
    function = "readme_command() {" + after.partition("\n}\n")[0] + "\n}\n"
    answer = subprocess.run(
        ["bash", "-c", f"{function}readme_command {name}"], cwd=REPOSITORY, capture_output=True, text=True, check=True
    )
    assert answer.stdout == command(name).text
    assert f"\nrun_from_readme {name}\n" in script
    assert subprocess.run(["bash", "-n", ".ci/run"], cwd=REPOSITORY, check=False).returncode == 0
    assert os.access(REPOSITORY / ".ci" / "run", os.X_OK)
