"""`rigbyscene timeline`: a chart of a scene as SVG or PNG."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from xml.etree import ElementTree

import numpy as np
import pytest
from PIL import Image

from tests.cli.conftest import Ran
from tests.cli.tiny import SCENE, write_scene

SVG = "{http://www.w3.org/2000/svg}"


def test_a_chart_names_shots_actors_clips_and_events_in_both_formats(scene: Path, run: Callable[..., Ran]) -> None:
    for picture in (scene.parent / "images").iterdir():
        picture.unlink()  # a chart can be made before there are pictures
    ran = run("timeline", scene, "street.svg", "--width", "900")
    assert ran.code == 0 and ran.err == "" and ran.out.startswith("street.svg: 900x") and ", 2 shots, " in ran.out
    root = ElementTree.parse("street.svg").getroot()
    words = [text.text for text in root.iter(f"{SVG}text")]
    assert {"street", "meet", "part", "stage", "nila", "nila.json", "walk", "wave", "bell", "step"} <= set(words)
    titles = [title.text for title in root.iter(f"{SVG}title")]
    assert "wave: from 0.6 s, blend 0.2 s" in titles and any("bell at 0.500 s" in str(title) for title in titles)
    assert run("timeline", scene, "street.png", "--width", "900", "--quiet").out == ""
    with Image.open("street.png") as picture:
        assert picture.size == (900, int(root.get("height", 0)))
        assert len(np.unique(np.asarray(picture).reshape(-1, 3), axis=0)) > 50


def test_odd_names_and_one_shot_alone_make_a_chart(
    tmp_path: Path, run: Callable[..., Ran], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    actors = [{**SCENE["actors"][0], "id": '<&>" 夜\u0001', "name": ""}]
    scene = write_scene(tmp_path, actors=actors)
    assert run("timeline", scene, "-夜 %.svg", "--shot", "part").code == 2  # a dash begins an option
    ran = run("timeline", scene, "./-夜 %.svg", "--shot", "part")
    assert ran.code == 0, ran
    words = [text.text for text in ElementTree.parse("-夜 %.svg").getroot().iter(f"{SVG}text")]
    assert '<&>" 夜\ufffd' in words and "part" in words and "meet" not in words


@pytest.mark.parametrize(
    ("output", "options", "words"),
    [
        ("chart.pdf", (), ("'.pdf' is no kind of chart", ".svg or .png")),
        ("chart", ("--width", "3"), ("has no ending", "--width")),
        ("nowhere/chart.svg", (), ("does not exist",)),
        ("chart.svg", ("--shot", "prat"), ("did you mean 'part'?",)),
        ("chart.svg", ("--camera", "spott"), ("did you mean 'spot'?",)),
    ],
)
def test_a_chart_that_cannot_be_is_refused(
    output: str, options: tuple[str, ...], words: tuple[str, ...], scene: Path, run: Callable[..., Ran]
) -> None:
    ran = run("timeline", scene, output, *options)
    assert ran.code == 2 and all(word in ran.err for word in words) and not Path(output).exists()


def test_an_existing_chart_is_replaced_only_when_asked(scene: Path, run: Callable[..., Ran]) -> None:
    for name in ("chart.svg", "chart.png"):
        Path(name).write_text("mine", encoding="utf-8")
        assert run("timeline", scene, name).code == 2 and Path(name).read_text(encoding="utf-8") == "mine"
        assert run("timeline", scene, name, "--overwrite").code == 0 and Path(name).stat().st_size > 1000
