"""`rigbyscene info`: what is in a scene, for people and for programs."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

from tests.cli.conftest import Ran
from tests.cli.tiny import write_scene


def test_json_tells_all_there_is(scene: Path, run: Callable[..., Ran]) -> None:
    ran = run("info", "street.scene.json", "--json", "--fps", "24")
    assert ran.code == 0 and ran.err == ""
    told = json.loads(ran.out)
    stage, nila = told.pop("skeletons")
    (actor,) = told.pop("actors")
    assert told == {
        "file": "street.scene.json",
        "kind": "scene",
        "fps": 24.0,
        "rate": "24",
        "duration": 1.5,
        "frames": 36,
        "frame": [64.0, 48.0],
        "camera": None,
        "focal": 1000.0,
        "depth": {},
        "shots": [
            {"name": "meet", "duration": 1.0, "frames": 24},
            {"name": "part", "duration": 0.5, "frames": 12},
        ],
        "warnings": 0,
    }
    clips = actor.pop("clips")
    assert actor == {
        "id": "nila", "name": "nila", "skeleton": "nila.json", "skin": None,
        "bone": "spot", "slot": "place", "flip": False, "ground": 0.0,
    }  # fmt: skip
    walk = {"animation": "walk", "start": 0.0, "in": 0.0, "out": None, "speed": 1.0, "loops": 0.0, "blend": 0.0}
    wave = walk | {"animation": "wave", "start": 0.6, "loops": 1.0, "blend": 0.2}
    assert clips == {"meet": [walk, wave]}
    assert (stage["version"], stage["bones"], stage["slots"], stage["attachments"]) == ("4.2.22", 3, 3, 2)
    assert nila["skins"] == ["default", "rainy"] and nila["events"] == ["step"]
    assert nila["animations"] == [{"name": "walk", "duration": 0.5}, {"name": "wave", "duration": 0.6}]
    assert [(Path(p["file"]).name, p["width"], p["height"]) for p in nila["pages"]] == [
        ("body.png", 12, 20),
        ("coat.png", 12, 20),
    ]


def test_the_tables_hold_every_fact(scene: Path, run: Callable[..., Ran]) -> None:
    actor = {"id": "n", "name": "Nila", "bone": "spot", "slot": "place", "skeleton": "nila.json", "skin": "rainy"}
    clips = [
        {"animation": "walk", "in": 0.1, "speed": -2, "loops": 2.5},
        {"animation": "wave", "start": 0.6, "out": 0.3, "blend": 0.2},
        {"animation": "walk", "start": 0.6},
    ]
    write_scene(scene.parent, focal=800, actors=[actor | {"flip": True, "ground": -2.5, "clips": {"meet": clips}}])
    ran = run("info", "street.scene.json", "--fps", "30000/1001")
    rows = {tuple(line.split()) for line in ran.out.splitlines()}
    assert ("street.scene.json:", "scene,", "1.502", "s,", "45", "frames", "at", "30000/1001", "fps") in rows
    assert {("meet", "1", "s", "30"), ("part", "0.5", "s", "15")} <= rows
    assert ("n", "(Nila)", "nila.json", "rainy", "spot", "place", "yes", "-2.5") in rows
    assert "walk at 0 s (0.1 s to the end, speed -2, 2.5 loops), wave at 0.6 s (0 s to 0.3 s, blend 0.2 s)" in ran.out
    assert ("nila.json", "4.2.22", "2", "1", "2", "0", "default,", "rainy") in rows
    assert ("nila.json", "walk", "0.5", "s,", "wave", "0.6", "s") in rows
    assert any(row[-1:] == ("12x20",) for row in rows)
    assert "1 warning: rigbyscene check street.scene.json" in ran.out


def test_a_lone_skeleton_and_one_without_its_pictures_are_described(scene: Path, run: Callable[..., Ran]) -> None:
    told = json.loads(run("info", "nila.json", "--json").out)
    assert told["kind"] == "skeleton" and [s["name"] for s in told["shots"]] == ["walk", "wave"]
    (scene.parent / "images" / "coat.png").unlink()
    ran = run("info", "nila.json")
    assert ran.code == 0 and "warning" in ran.out and "coat.png" not in ran.out


def test_names_from_files_cannot_steer_the_terminal_or_the_layout(scene: Path, run: Callable[..., Ran]) -> None:
    actor = {"id": "\x1b[2J[red]n\n", "bone": "spot", "slot": "place", "skeleton": "nila.json"}
    write_scene(scene.parent, actors=[actor])
    ran = run("info", "street.scene.json")
    assert "\x1b" not in ran.out and "\\x1b[2J[red]n\\n   nila.json" in ran.out


def test_the_reference_scenes_are_described(shared: Path, run: Callable[..., Ran]) -> None:
    ran = run("info", shared / "scenes" / "s1_camera.scene.json")
    assert ran.code == 0
    for told in ("through bone camera", "sky 4000, hills 500, fore -300 (focal 1000)", "zoomroll", "goblingirl"):
        assert told in ran.out
