"""The guides in docs/ are true: their commands run, their Python runs, what they say is printed is printed."""

from __future__ import annotations

import ast
import json
import re
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import rigbyscene
from rigbyscene.cli import main as cli_main
from tests.cli.conftest import Ran
from tests.cli.markdown import Block, blocks, command_lines, matches
from tests.cli.test_help import OPTIONS
from tests.conftest import REPOSITORY

DOCS = REPOSITORY / "docs"
PAGES = sorted(p.name for p in DOCS.glob("*.md"))


def made_small(arguments: list[str]) -> list[str]:
    """A film or picture that states no size gets a small one: the demo at full size would take minutes."""
    if arguments[0] in ("export", "still") and "--size" not in arguments:
        arguments = [*arguments, "--size", "48x27"]
    if arguments[0] == "export" and not {"--fps", "--frames"} & set(arguments):
        arguments = [*arguments, "--fps", "2"]
    return arguments


def test_the_renderer_in_the_guide_draws_no_bars_beside_pictures_whose_whitespace_was_trimmed() -> None:
    page = (DOCS / "python-api.md").read_text(encoding="utf-8")
    (block,) = (block.text for block in blocks(page) if block.language == "python" and "def draw(" in block.text)
    names: dict[str, Any] = {}
    exec(block.partition("\n\n\nsample = ")[0], names)
    scene, size = rigbyscene.load_scene(REPOSITORY / "examples" / "foxfire" / "foxfire.scene.json"), (320, 180)
    sample = scene.sample("foxfire", 8.2)
    mine = names["draw"](scene, scene.draw_list(sample), sample.view, size)
    theirs = scene.render("foxfire", 8.2, size, background="black") / 255.0
    off = np.abs(mine - theirs)[..., :3].max(axis=2)
    assert off.mean() < 0.02  # edges are rough and textures not smooth
    assert (off > 0.5).mean() < 1e-4  # 3.5e-5; with the edges of pictures repeated 3.1e-4


class Page:
    """Runs the blocks of one page, one after another."""

    def __init__(self, run: Callable[..., Ran], capsys: pytest.CaptureFixture[str]):
        self._run = run
        self._capsys = capsys
        self._names: dict[str, object] = {"__name__": "__main__"}
        self._printed: str | None = None

    def do(self, block: Block) -> None:
        act = {"bash": self._bash, "python": self._python, "text": self._text, "json": self._json}
        assert block.language in act, (
            f"line {block.line}: a block of {block.language!r} says nothing that can be tested"
        )
        act[block.language](block)

    def _bash(self, block: Block) -> None:
        code = re.fullmatch(r"exits with (\d+)", block.comment)
        self._printed = ""
        for program, *arguments in command_lines(block.text):
            assert program == "rigbyscene", f"line {block.line}: {program}"
            ran = self._run(*made_small(arguments))
            assert ran.code == (int(code[1]) if code else 0), f"line {block.line}: {arguments}: {ran}"
            self._printed += ran.out + (ran.err if ran.code else "")  # progress on stderr is for terminals

    def _python(self, block: Block) -> None:
        self._capsys.readouterr()
        tree = ast.parse(block.text)
        ast.increment_lineno(tree, block.line - 1)
        exec(compile(tree, "the page", "exec"), self._names)
        self._printed = self._capsys.readouterr().out

    def _text(self, block: Block) -> None:
        assert self._printed is not None, f"line {block.line}: an output of nothing"
        assert matches(block.text, self._printed), f"line {block.line}: this is printed instead:\n{self._printed}"
        self._printed = None

    def _json(self, block: Block) -> None:
        json.loads(block.text)
        name = re.fullmatch(r"file: (\S+)", block.comment)
        if name:
            Path(name[1]).write_text(block.text, encoding="utf-8")


@pytest.mark.parametrize("name", [*PAGES, "../README.md"])
def test_a_guide_runs_as_it_stands(
    name: str,
    tmp_path: Path,
    run: Callable[..., Ran],
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    shutil.copytree(
        REPOSITORY / "examples", tmp_path / "examples", ignore=shutil.ignore_patterns("*.py", "__pycache__")
    )
    monkeypatch.chdir(tmp_path)
    page = Page(run, capsys)
    for block in blocks((DOCS / name).read_text(encoding="utf-8")):
        if not block.comment.startswith("command: "):  # those set up an environment; test_readme looks at them
            page.do(block)


def outputs(page: str) -> list[str]:
    """The files that the commands and the Python of a page make, but for those that may replace one."""
    made = []
    for block in blocks(page):
        if block.language == "python":
            made += re.findall(r"\.(?:save|export)\(\"([^\"]+)\"", block.text)
        for line in command_lines(block.text) if block.language == "bash" else []:
            command = line[max((i for i, word in enumerate(line) if word.endswith("rigbyscene")), default=0) + 1 :]
            if "--overwrite" in command or not command:
                continue
            if command[0] in ("export", "still", "sheet", "timeline", "convert"):
                made.append(command[2])
            elif command[:2] == ["golden", "record"]:
                made.append(command[command.index("-o") + 1])
    return made


def test_who_follows_one_guide_after_another_meets_no_file_that_is_there_already() -> None:
    pages = ["../README.md", *PAGES, "../examples/foxfire/README.md"]
    made = [(name, page) for page in pages for name in outputs((DOCS / page).read_text(encoding="utf-8"))]
    assert len(made) > 20
    twice = [(name, page) for name, page in made if [n for n, _ in made].count(name) > 1]
    assert twice == []


def test_the_guides_that_were_promised_are_there() -> None:
    assert {"getting-started.md", "scene-format.md", "command-line.md", "python-api.md", "golden.md"} <= set(PAGES)


@pytest.mark.parametrize("command", OPTIONS)
def test_the_command_line_guide_tells_of_every_option(command: str) -> None:
    text = (DOCS / "command-line.md").read_text(encoding="utf-8")
    _, heading, section = text.partition(f"\n## {command}\n")
    section = section.partition("\n## ")[0]
    assert heading, f"no section about {command}"
    told = set(re.findall(r"`(--?[a-z][a-z-]*)", section))
    shared = set(re.findall(r"`(--[a-z-]+)", text.partition("\n## Pictures\n")[2].partition("\n## ")[0]))
    assert OPTIONS[command] <= told | (shared if command in ("export", "still") else set())
    assert told <= OPTIONS[command] | {"-q", "-o"}, "an option that does not exist"


def test_the_command_line_guide_begins_with_every_command() -> None:
    text = (DOCS / "command-line.md").read_text(encoding="utf-8")
    named = re.findall(r"^\| \[`([a-z ]+)`\]\(#([a-z-]+)\) \|", text.partition("\n## ")[0], re.MULTILINE)
    assert sorted(named) == sorted((command, command.replace(" ", "-")) for command in OPTIONS)


def test_the_command_line_guide_tells_of_every_exit_code() -> None:
    text = (DOCS / "command-line.md").read_text(encoding="utf-8")
    codes = {value for name, value in vars(cli_main).items() if name.startswith("EXIT_")}
    assert codes == {int(code) for code in re.findall(r"^\| `(\d+)` \|", text, re.MULTILINE)}


@pytest.mark.parametrize("name", [*PAGES, "../README.md", "../CONTRIBUTING.md"])
def test_links_lead_somewhere(name: str) -> None:
    page = DOCS / name
    for target in re.findall(r"\]\(([^)#\s]+)[^)]*\)", page.read_text(encoding="utf-8")):
        if not target.startswith(("http:", "https:")):
            assert (page.parent / target).exists(), target
