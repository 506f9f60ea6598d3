"""`rigbyscene events`: all events of the shots, for people and for programs."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.cli.conftest import Ran
from tests.cli.tiny import STAGE, write_scene


def sounding(folder: Path, audio: str, **key: Any) -> None:
    """Give the stage's event `bell` a sound, and its key further values."""
    data = json.loads(json.dumps(STAGE))
    data["skeleton"]["audio"] = "sfx"
    data["events"]["bell"] = {"audio": audio, "volume": 0.5}
    data["animations"]["meet"]["events"][0].update(key)
    (folder / "street.json").write_text(json.dumps(data), encoding="utf-8")


def test_json_tells_of_every_event_by_shot_and_by_film(scene: Path, run: Callable[..., Ran]) -> None:
    """Nila's walk of 0.5 s loops, its step at 0.25 s, until she waves at 0.6 s; the bell is the stage's."""
    sounding(scene.parent, "bell.wav", balance=-0.25, int=3, string="x")
    (scene.parent / "sfx").mkdir()
    (scene.parent / "sfx" / "bell.wav").write_bytes(b"")
    ran = run("events", "street.scene.json", "--json", "--fps", "24", "--shot", "part", "--shot", "meet")
    assert ran.code == 0 and ran.err == ""
    told = json.loads(ran.out)
    step, bell = told.pop("events")
    assert told == {"file": "street.scene.json", "fps": "24"}
    assert step == {
        "shot": "meet", "shot_number": 2, "time": 0.25, "frame": 6, "film_time": 0.75, "film_frame": 18,
        "source": "nila", "animation": "walk", "clip": 0, "name": "step", "int": 1, "float": 0.0, "string": "",
        "audio": None, "volume": 1.0, "balance": 0.0, "audio_file": None,
    }  # fmt: skip
    assert bell == step | {
        "time": 0.5, "frame": 12, "film_time": 1.0, "film_frame": 24, "source": "stage", "animation": "meet",
        "clip": None, "name": "bell", "int": 3, "string": "x", "audio": "bell.wav", "volume": 0.5, "balance": -0.25,
        "audio_file": str(Path("sfx", "bell.wav")),
    }  # fmt: skip


def test_the_table_holds_every_fact_and_marks_sounds_that_are_not_there(scene: Path, run: Callable[..., Ran]) -> None:
    sounding(scene.parent, "bell.wav", balance=1)
    ran = run("events", "street.scene.json")
    rows = [line.split() for line in ran.out.splitlines()]
    assert ["meet", "0.25", "s", "7", "nila", "walk", "step", "1", "0"] in rows
    assert ["meet", "0.5", "s", "15", "stage", "meet", "bell", "0", "0", "bell.wav", "(missing)", "0.5", "1"] in rows
    assert ran.out.endswith("2 events in 2 shots; the sound files of 1 are missing\n")
    (scene.parent / "elsewhere").mkdir()
    (scene.parent / "elsewhere" / "bell.wav").write_bytes(b"")
    ran = run("events", "street.scene.json", "--sounds", "elsewhere")
    assert "missing" not in ran.out and "bell.wav   " in ran.out


@pytest.mark.parametrize(("time", "frame"), [(0.999, 29), (1.0, 29), (1.01, 29)])
def test_what_fires_as_a_shot_ends_belongs_to_its_last_frame(
    time: float, frame: int, scene: Path, run: Callable[..., Ran]
) -> None:
    sounding(scene.parent, "bell.wav", time=time)
    *_, bell = json.loads(run("events", "street.scene.json", "--json", "--shot", "meet").out)["events"]
    assert (bell["name"], bell["time"], bell["frame"], bell["film_frame"]) == ("bell", time, frame, frame)


def test_a_scene_without_events_and_one_without_pictures_are_told_of(scene: Path, run: Callable[..., Ran]) -> None:
    (scene.parent / "images" / "coat.png").unlink()
    assert run("events", "street.scene.json", "--shot", "part").out == "0 events in 1 shot\n"
    told = json.loads(run("events", "nila.json", "--json").out)["events"]
    assert [(e["shot"], e["source"], e["name"]) for e in told] == [("walk", "stage", "step")]


def test_names_from_files_cannot_steer_the_terminal(scene: Path, run: Callable[..., Ran]) -> None:
    sounding(scene.parent, "\x1b[2J.wav", string="[red]a\nb")
    ran = run("events", "street.scene.json")
    assert "\x1b" not in ran.out and "[red]a\\nb" in ran.out and "\\x1b[2J.wav (missing)" in ran.out


def test_what_is_not_there_is_refused_in_words(scene: Path, refused: Callable[..., list[str]]) -> None:
    (told,) = refused("events", "street.scene.json", "--shot", "meat", code=2)
    assert "'meat'" in told and "did you mean 'meet'?" in told
    (told,) = refused("events", "street.scene.json", "--fps", "0", code=2)
    assert "--fps" in told
    write_scene(scene.parent, stage="streat.json")
    (told,) = refused("events", "street.scene.json", code=1)
    assert "streat.json" in told
