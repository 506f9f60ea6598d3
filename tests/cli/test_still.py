"""`rigbyscene still`: the picture is the one that `Scene.render` draws."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from PIL import Image

import rigbyscene
from tests.cli.conftest import Ran

CHOICES: dict[str, tuple[tuple[str, ...], dict[str, Any], dict[str, Any]]] = {
    "defaults": ((), {}, {}),
    "time": (("--time", "0.7"), {}, {"t": 0.7}),
    "shot": (("--shot", "part", "--time", "0.4"), {}, {"shot": "part", "t": 0.4}),
    "size": (("--size", "91x33"), {}, {"size": (91, 33)}),
    "cover": (("--size", "91x33", "--fit", "cover"), {}, {"size": (91, 33), "fit": "cover"}),
    "fill": (("--size", "91x33", "--fit", "fill"), {}, {"size": (91, 33), "fit": "fill"}),
    "frame": (("--frame", "80x80", "--size", "64x48"), {}, {"size": (64, 48), "frame": (80.0, 80.0)}),
    "frame alone": (("--frame", "40x20"), {}, {"size": (40, 20), "frame": (40.0, 20.0)}),
    "background": (
        ("--frame", "80x80", "--background", "#ff800080"),
        {},
        {"frame": (80.0, 80.0), "size": (80, 80), "background": "#ff800080"},
    ),
    "camera": (("--camera", "spot", "--size", "64x36"), {"camera": "spot"}, {"size": (64, 36)}),
    "smooth": (("--crossfade", "smooth", "--time", "0.7"), {"crossfade": "smooth"}, {"t": 0.7}),
    "supersample": (("--supersample", "3", "--time", "0.7"), {}, {"supersample": 3, "t": 0.7}),
    "threads": (("--threads", "1", "--time", "0.7"), {}, {"t": 0.7}),
}


@pytest.mark.parametrize("choice", CHOICES)
def test_a_still_is_what_the_library_draws(choice: str, scene: Path, run: Callable[..., Ran]) -> None:
    options, loading, drawing = CHOICES[choice]
    ran = run("still", scene, "still.png", *options)
    assert ran.code == 0, ran
    drawing = {"shot": "meet", "t": 0.0} | drawing
    expected = rigbyscene.load_scene(scene, **loading).render(**drawing)
    with Image.open("still.png") as picture:
        assert picture.mode == "RGBA" and np.array_equal(np.asarray(picture), expected)
    if choice not in ("defaults", "threads"):
        assert not np.array_equal(expected, rigbyscene.load_scene(scene).render("meet", 0.0))


def test_one_line_says_what_was_made(scene: Path, run: Callable[..., Ran]) -> None:
    ran = run("still", scene, "still.png", "--shot", "part", "--time", "0.25", "--size", "20x10")
    size = Path("still.png").stat().st_size
    assert ran.out.startswith(f"still.png: 20x10, shot part at 0.25 s, {size} bytes; made in ") and ran.err == ""


def test_a_time_after_the_end_shows_what_holds_and_says_so(scene: Path, run: Callable[..., Ran]) -> None:
    run("still", scene, "end.png", "--shot", "part", "--time", "0.5")
    ran = run("still", scene, "after.png", "--shot", "part", "--time", "7")
    assert ran.code == 0 and "shot part ends at 0.5 s" in ran.err
    with Image.open("end.png") as end, Image.open("after.png") as after:
        assert np.array_equal(np.asarray(end), np.asarray(after))


def test_an_existing_still_is_replaced_only_when_asked(
    scene: Path, run: Callable[..., Ran], refused: Callable[..., list[str]]
) -> None:
    Path("still.png").write_bytes(b"an older one")
    (line,) = refused("still", scene, "still.png", code=2)
    assert "exists; add --overwrite" in line and Path("still.png").read_bytes() == b"an older one"
    assert run("still", scene, "still.png", "--overwrite").code == 0
    with Image.open("still.png") as picture:
        assert picture.size == (64, 48)


def test_all_pictures_that_cannot_be_decoded_are_told_at_once(
    scene: Path, refused: Callable[..., list[str]], names: Callable[[], set[str]]
) -> None:
    broken = sorted((scene.parent / "images").glob("*.png"))[:2]
    for path in broken:
        path.write_bytes(path.read_bytes()[:60])  # the header says its size, the pixels are not there
    lines = refused("still", scene, "still.png", code=1)
    assert [line.split(":")[1].strip().rsplit("/", 1)[-1] for line in lines] == [path.name for path in broken]
    assert "still.png" not in names()


@pytest.mark.parametrize(("option", "seconds"), [("--time", "1e18"), ("--time", "nan"), ("--settle", "1e9")])
def test_times_that_nobody_lives_to_see_are_refused(
    option: str, seconds: str, scene: Path, refused: Callable[..., list[str]]
) -> None:
    (line,) = refused("still", scene, "still.png", option, seconds, code=2)
    assert option in line and "give 0 to " in line
