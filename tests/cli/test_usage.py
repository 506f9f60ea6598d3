"""Requests that cannot be met: refused with exit code 2 before anything is made, each mistake named with its remedy."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.cli.conftest import Ran
from tests.cli.tiny import write_scene

EXPORT = ("export", "street.scene.json", "out.mp4")
STILL = ("still", "street.scene.json", "out.png")
RECORD = ("golden", "record", "nila.json", "-o", "out.json.gz")

MISTAKES = {
    "an unknown option": ((*EXPORT, "--shto", "meet"), ["--shto", "--shot", "see rigbyscene export --help"]),
    "an option for all commands after one": (
        ("info", "street.scene.json", "--debug"),
        ["--debug", "before the command"],
    ),
    "an unknown command": (("exprot", "street.scene.json"), ["'exprot'", "'export'"]),
    "a missing file name": (EXPORT[:2], ["export", "not named", "film.mp4"]),
    "a missing value": ((*EXPORT, "--fps"), ["--fps"]),
    "one argument too many": ((*EXPORT, "more.mp4"), ["more.mp4"]),
    "text for a number": ((*EXPORT, "--crf", "good"), ["error: --crf: 'good' is not a number; give one such as 1.5"]),
    "a decimal comma": ((*STILL, "--time", "8,2"), ["error: --time: '8,2' is not a number"]),
    "half a thread": ((*EXPORT, "--threads", "0.5"), ["error: --threads: '0.5' is not a whole number"]),
    "an unknown shot": ((*EXPORT, "--shot", "meat"), ["'meat'", "meet, part", "did you mean 'meet'?"]),
    "an unknown shot of a still": ((*STILL, "--shot", "MEET"), ["'MEET'", "did you mean 'meet'?"]),
    "an unknown preset": ((*EXPORT, "--preset", "slwo"), ["--preset", "'slwo'", "did you mean 'slow'?"]),
    "an unknown fit": ((*EXPORT, "--fit", "covr"), ["--fit", "contain, cover, fill", "did you mean 'cover'?"]),
    "an unknown crossfade": ((*EXPORT, "--crossfade", "smoth"), ["--crossfade", "did you mean 'smooth'?"]),
    "an unknown camera": ((*EXPORT, "--camera", "groudn"), ["--camera", '"groudn"', "did you mean 'ground'?"]),
    "an unknown colour": ((*EXPORT, "--background", "teeal"), ["--background", "did you mean 'teal'?"]),
    "a colour to see through in a film": ((*EXPORT, "--background", "#ff000080"), ["--background", "opaque"]),
    "an unknown ending": (("export", "street.scene.json", "out.mp3"), ["'.mp3'", "did you mean '.mp4'?"]),
    "no ending": (("still", "street.scene.json", "out"), ["no ending", ".png"]),
    "a size without height": ((*EXPORT, "--size", "640"), ["--size", "'640'", "1280x720"]),
    "a size of nothing": ((*EXPORT, "--size", "0x720"), ["--size", "'0x720'"]),
    "a size beyond the codec": ((*EXPORT, "--size", "30000x2"), ["--size", "30000x2", "16384"]),
    "a frame of nothing": ((*EXPORT, "--frame", "0x720"), ["--frame", "'0x720'"]),
    "a frame that is no number": ((*EXPORT, "--frame", "1.2.3x4"), ["--frame", "'1.2.3x4'"]),
    "a rate of nothing": ((*EXPORT, "--fps", "0"), ["--fps", "'0'"]),
    "a rate that is none": ((*EXPORT, "--fps", "fast"), ["--fps", "'fast'", "30000/1001"]),
    "a range outside the film": ((*EXPORT, "--frames", "40-99"), ["--frames", "'40-99'", "45 frames", "0 to 44"]),
    "a range that is none": ((*EXPORT, "--frames", "a-b"), ["--frames", "'a-b'"]),
    "a quality that is none": ((*EXPORT, "--crf", "99"), ["--crf", "99", "51"]),
    "samples below one": ((*EXPORT, "--supersample", "0"), ["--supersample"]),
    "threads below one": ((*EXPORT, "--threads", "0"), ["--threads"]),
    "negative settling": ((*EXPORT, "--settle", "-1"), ["--settle", "-1"]),
    "settling for ever": ((*EXPORT, "--settle", "inf"), ["--settle"]),
    "a time before the shot": ((*STILL, "--time", "-0.5"), ["--time", "-0.5"]),
    "a time that is none": ((*STILL, "--time", "nan"), ["--time", "nan"]),
    "a skin for a scene": ((*EXPORT, "--skin", "rainy"), ["--skin", "street.scene.json"]),
    "an unknown skin": (("export", "nila.json", "out.mp4", "--skin", "rany"), ["--skin", "did you mean 'rainy'?"]),
    "a folder that is missing": (("export", "street.scene.json", "films/out.mp4"), ["films", "does not exist"]),
    "a folder as output": (("export", "street.scene.json", "images.mp4"), ["images.mp4", "is a folder"]),
    "a picture of the scene as output": (
        ("still", "street.scene.json", "images/sky.png", "--overwrite"),
        ["made from"],
    ),
    "the scene itself as output": (
        ("golden", "record", "street.scene.json", "--shot", "meet", "-o", "street.scene.json", "--overwrite"),
        ["street.scene.json", "made from"],
    ),
    "a recording without a name for what": (RECORD, ["--animation", "--shot"]),
    "a recording of both": ((*RECORD, "--animation", "walk", "--shot", "meet"), ["--animation", "--shot", "not both"]),
    "an unknown animation": (
        (*RECORD, "--animation", "wlak"),
        ["nila.json: --animation", "walk, wave", "did you mean 'walk'?"],
    ),
    "an unknown animation to fade from": ((*RECORD, "--animation", "walk", "--from", "wvae"), ["--from", "'wave'"]),
    "an unknown skin to record": ((*RECORD, "--animation", "walk", "--skin", "rany"), ["--skin", "'rainy'"]),
    "a fade from nothing": ((*RECORD, "--animation", "walk", "--mix", "0.2"), ["--mix", "--from"]),
    "a negative fade": ((*RECORD, "--animation", "walk", "--from", "wave", "--mix", "-1"), ["--mix", "-1"]),
    "an offset that is none": ((*RECORD, "--animation", "walk", "--offset", "1/0"), ["--offset", "'1/0'"]),
    "no frames": ((*RECORD, "--animation", "walk", "--frames", "0"), ["--frames"]),
    "frames that are no number": ((*RECORD, "--animation", "walk", "--frames", "al"), ["--frames", "al", "or all"]),
    "an offset of a whole frame": ((*RECORD, "--animation", "walk", "--offset", "2"), ["--offset", "'2'", "below 1"]),
    "settling of an animation": ((*RECORD, "--animation", "walk", "--settle", "2"), ["--settle", "--shot"]),
    "a recording with another ending": (
        ("golden", "record", "nila.json", "--animation", "walk", "-o", "out.gz"),
        ["out.gz", ".json.gz"],
    ),
    "an animation of a scene": (
        ("golden", "record", "street.scene.json", "--animation", "meet", "-o", "out.json"),
        ["--animation", "--shot"],
    ),
    "an unknown shot to record": (
        ("golden", "record", "street.scene.json", "--shot", "meat", "-o", "out.json"),
        ["'meat'", "did you mean 'meet'?"],
    ),
    "a negative tolerance": (("golden", "compare", "a.json", "b.json", "--vertex", "-1"), ["--vertex", "-1"]),
    "no scene to check": (("check",), ["SCENE"]),
}


@pytest.mark.parametrize("mistake", MISTAKES)
def test_a_mistake_is_named_with_what_to_do_about_it_and_nothing_is_written(
    mistake: str, scene: Path, refused: Callable[..., list[str]], names: Callable[[], set[str]]
) -> None:
    (scene.parent / "images.mp4").mkdir()
    before = names()
    arguments, told = MISTAKES[mistake]
    (line,) = refused(*arguments, code=2)
    assert line.startswith("error: ")
    for words in told:
        assert words in line
    assert names() == before


def test_all_mistakes_of_a_request_are_told_at_once(scene: Path, refused: Callable[..., list[str]]) -> None:
    options = ("--fps", "x", "--size", "y", "--fit", "z", "--background", "q", "--crf", "60", "--preset", "w")
    lines = refused("export", scene, "no/film.mp4", *options, "--supersample", "0", "--threads", "0", code=2)
    looks = {"--size", "--fit", "--background", "--supersample", "--threads"}
    named = [line.split(": ")[1] for line in lines]
    assert set(named) == looks | {"no/film.mp4", "--fps", "--crf", "--preset"} and len(named) == 9
    assert refused("export", scene, "film.mp4", "--shot", "a", "--shot", "b", code=2)[1].count("'b'") == 1


def test_a_film_is_no_output_for_the_scene_it_is_made_from_whatever_it_is_called(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, refused: Callable[..., list[str]]
) -> None:
    monkeypatch.chdir(tmp_path)
    scene = write_scene(tmp_path, "scene.mp4")
    before = scene.read_bytes()
    (line,) = refused("export", "scene.mp4", os.path.join(".", "scene.mp4"), "--overwrite", code=2)
    assert "made from" in line and scene.read_bytes() == before


def test_a_stage_without_animations_has_no_film(
    scene: Path, run: Callable[..., Ran], refused: Callable[..., list[str]]
) -> None:
    (scene.parent / "still.json").write_text('{"skeleton": {"spine": "4.2.22"}, "bones": [{"name": "root"}]}')
    (line,) = refused("export", "still.json", "out.mp4", "--size", "8x8", code=2)
    assert "no shots" in line
