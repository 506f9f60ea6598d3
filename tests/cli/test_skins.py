"""A skeleton that has more skins than its default one is not drawn without them in silence."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.cli.conftest import Ran
from tests.cli.tiny import NILA

DRAWING = {
    "still": ("still", "nila.json", "out.png"),
    "export": ("export", "nila.json", "out.mp4", "--size", "12x20", "--fps", "2"),
    "sheet": ("sheet", "nila.json", "out.png", "--count", "1", "--width", "120"),
}


@pytest.mark.parametrize("command", DRAWING)
def test_what_draws_a_skeleton_in_its_default_skin_names_the_others(
    command: str, scene: Path, run: Callable[..., Ran]
) -> None:
    ran = run(*DRAWING[command])
    assert ran.code == 0 and ran.err.count("--skin chooses another: rainy") == 1
    for choice in (("--skin", "rainy"), ("--skin", "default"), ("--quiet",)):
        assert "skin" not in run(*DRAWING[command], "--overwrite", *choice).err


def test_nothing_is_said_where_there_is_no_choice(scene: Path, run: Callable[..., Ran]) -> None:
    (scene.parent / "plain.json").write_text(json.dumps(NILA | {"skins": NILA["skins"][:1]}))
    for file in ("plain.json", "street.scene.json"):
        assert run("still", file, "out.png", "--overwrite").err == ""
    assert "skin chooses" not in run("timeline", "nila.json", "out.svg").err


def test_of_many_skins_the_first_are_named_and_all_are_counted(scene: Path, run: Callable[..., Ran]) -> None:
    many = [NILA["skins"][0], *({"name": f"coat{n}"} for n in range(40))]
    (scene.parent / "many.json").write_text(json.dumps(NILA | {"skins": many}))
    (line,) = run("still", "many.json", "out.png").err.splitlines()
    assert "coat0, coat1" in line and "40 skins: rigbyscene info" in line and "coat39" not in line and len(line) < 160
