"""docs/films.md: each command of "I want …" makes what it says, at a small size."""

from __future__ import annotations

import re
import shlex
import shutil
import wave
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

from rigbyscene.film.formats import FORMATS, SUPERSAMPLE, Effort, Quality
from rigbyscene.film.transitions import parse_transition
from tests.cli.conftest import Ran
from tests.conftest import REPOSITORY

PAGE = (REPOSITORY / "docs" / "films.md").read_text(encoding="utf-8")
WISHES = re.findall(r"^\| ([^|`]+) \| `(rigbyscene [^`]+)` \|$", PAGE, re.MULTILINE)
SUBTITLES = "1\n00:00:01,000 --> 00:00:03,000\nA lamp, a gust\n\n2\n00:00:10,000 --> 00:00:12,500\nand a fox\n"


@pytest.fixture
def desk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with the examples and what the commands of the guide want to find."""
    ignored = shutil.ignore_patterns("*.py", "__pycache__", "art", "rigs", "studio")
    shutil.copytree(REPOSITORY / "examples" / "foxfire", tmp_path / "examples" / "foxfire", ignore=ignored)
    (tmp_path / "lines.srt").write_text(SUBTITLES, encoding="utf-8")
    with wave.open(str(tmp_path / "music.wav"), "wb") as file:
        file.setparams((1, 2, 8000, 0, "NONE", ""))
        file.writeframes((8000 * np.sin(np.arange(16000) / 9)).astype("<i2").tobytes())
    monkeypatch.chdir(tmp_path)
    return tmp_path


def small(arguments: list[str]) -> list[str]:
    """The same at a size and rate that take a moment."""
    if arguments[0] != "export":
        return arguments
    return [*arguments, "--size", "128x72", *([] if "--fps" in arguments else ["--fps", "2"])]


def test_the_guide_tells_of_all_that_films_can_be() -> None:
    assert len(WISHES) > 30
    kinds = PAGE.partition("## Kinds of film")[2].partition("**Colour.**")[0]
    for row in FORMATS:
        assert f"`{row.key}`" in kinds and all(f"`{e}`" in kinds or e in kinds for e in row.endings)


def told_effort(effort: Effort) -> str:
    crf = [] if effort.crf is None else [f"crf {effort.crf:g}"]
    return ", ".join([*crf, *([] if effort.preset is None else [f"`{effort.preset}`"])])


def test_the_guide_tells_what_each_quality_means_to_each_kind_and_how_long_a_transition_is() -> None:
    table = PAGE.partition("**Quality.**")[2].partition("**GIF**")[0]
    told = {key: cells.split(" | ") for key, cells in re.findall(r"^\| `([a-z0-9]+)` \| (.+) \|$", table, re.MULTILINE)}
    known = {row.key: [told_effort(row.effort(quality)) for quality in Quality] for row in FORMATS}
    assert told == {key: cells for key, cells in known.items() if any(cells)}
    assert {quality for quality, samples in SUPERSAMPLE.items() if samples != 1} == {Quality.MASTER}
    assert "2 x 2 samples" in table and SUPERSAMPLE[Quality.MASTER] == 2
    seconds = {float(parse_transition(kind).seconds) for kind in ("fade", "dissolve")}
    assert [f"{s:g} s" for s in seconds] == re.findall(r"Without seconds both take ([0-9.]+ s)\.", PAGE)


@pytest.mark.parametrize(("wish", "command"), WISHES, ids=[wish for wish, _ in WISHES])
def test_a_wish_is_granted(wish: str, command: str, desk: Path, run: Callable[..., Ran]) -> None:
    _, *arguments = shlex.split(command)
    before = set(desk.rglob("*"))
    ran = run(*small(arguments))
    assert ran.code == 0, ran
    made = sorted(path for path in set(desk.rglob("*")) - before if path.is_file())
    if arguments[0] == "events":
        assert not made and "foxfire" in ran.out
        return
    assert made and all(path.stat().st_size > 100 for path in made)
    for path in made:
        assert re.sub(r"\d+(?=\.png$)", "", path.name) in ran.out.replace("#", "") or "_####.png" in command
