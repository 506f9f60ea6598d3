"""`rigbyscene check`, and commands on files that cannot be used: every finding with file, place and remedy."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.cli.conftest import Ran
from tests.cli.tiny import write_scene
from tests.conftest import shared_folder

SHARED = shared_folder()

WARNED = {"meet": [{"animation": "walk"}, {"animation": "wave"}]}
"""Two clips with one start: the first never plays."""


def actor(**fields: object) -> dict[str, object]:
    return {"id": "n", "bone": "spot", "slot": "place", "skeleton": "nila.json"} | fields


def test_a_clean_scene_passes(scene: Path, run: Callable[..., Ran]) -> None:
    assert run("check", "street.scene.json") == Ran(0, "street.scene.json: 0 errors, 0 warnings\n", "")
    assert run("check", "nila.json", "street.scene.json").out == "2 files: 0 errors, 0 warnings\n"
    assert json.loads(run("check", "nila.json", "--json").out) == {"findings": []}


def test_warnings_are_findings_unless_only_errors_matter(scene: Path, run: Callable[..., Ran]) -> None:
    write_scene(scene.parent, actors=[actor(clips=WARNED)])
    ran = run("check", "street.scene.json")
    warning, count = ran.out.splitlines()
    assert ran.code == 1 and count == "street.scene.json: 0 errors, 1 warning"
    assert warning.startswith("warning: street.scene.json: actors[0].clips.meet[0].start: ")
    assert run("check", "street.scene.json", "--errors-only") == Ran(0, "street.scene.json: 0 errors\n", "")


def test_findings_of_all_files_are_listed_errors_first(scene: Path, run: Callable[..., Ran]) -> None:
    write_scene(scene.parent, "b.scene.json", actors=[actor(clips=WARNED | {"prat": []})])
    write_scene(scene.parent, "a.scene.json", actors=[actor(bone="sopt", skin="rany")])
    (scene.parent / "broken.json").write_text("{]")
    ran = run("check", "b.scene.json", "a.scene.json", "broken.json", "none.json")
    assert ran.code == 1 and ran.err == ""
    *findings, count = ran.out.splitlines()
    begins = [
        "error: a.scene.json: actors[0].bone: ",
        "error: a.scene.json: actors[0].skin: ",
        "error: b.scene.json: actors[0].clips.prat: ",
        "error: broken.json: line 1 column 2: ",
        "error: none.json: ",
        "warning: b.scene.json: actors[0].clips.meet[0].start: ",
    ]
    assert [finding[: len(begin)] for finding, begin in zip(findings, begins, strict=True)] == begins
    assert count == "4 files: 5 errors, 1 warning"
    assert all("; " in finding for finding in findings)


def test_json_has_every_part_of_a_finding(scene: Path, run: Callable[..., Ran]) -> None:
    write_scene(scene.parent, actors=[actor(bone="sopt")])
    ran = run("check", "street.scene.json", "--json")
    (finding,) = json.loads(ran.out)["findings"]
    assert ran.code == 1 and finding["nearest"] == "spot" and finding["severity"] == "error"
    assert (finding["code"], finding["file"], finding["place"]) == (
        "unknown-bone",
        "street.scene.json",
        "actors[0].bone",
    )
    assert set(finding) == {"code", "severity", "file", "place", "found", "remedy", "nearest"}


@pytest.mark.parametrize("damage", [lambda data: data[: len(data) // 2], lambda data: b"", None])
def test_pictures_are_looked_into(
    damage: Callable[[bytes], bytes] | None, scene: Path, run: Callable[..., Ran], refused: Callable[..., list[str]]
) -> None:
    picture = scene.parent / "images" / "sky.png"
    if damage is None:
        picture.unlink()
    else:
        picture.write_bytes(damage(picture.read_bytes()))
    ran = run("check", "street.scene.json")
    assert ran.code == 1 and "sky" in ran.out.splitlines()[0] and not ran.out.endswith(" 0 errors, 0 warnings\n")
    for command in (("export", scene, "out.mp4"), ("still", scene, "out.png")):
        assert any("sky" in line for line in refused(*command, code=1))
    assert not list(scene.parent.glob("*out*"))


def bad_scenes() -> list[str]:
    return [] if SHARED is None else sorted(p.name for p in (SHARED / "scenes" / "bad").glob("[!_]*.scene.json"))


PLACES = {
    "depth_at_focal": ("depth.fore", "-1000"),
    "depth_not_top_level": ("depth.SB", "top-level"),
    "depth_on_camera": ("depth.camera", "remove"),
    "depth_unknown_bone": ("depth.nope", '"hills"'),
    "duplicate_id": ("actors[1].id", "of its own"),
    "focal_negative": ("focal", "above 0"),
    "missing_animation_field": ("actors[0].clips.pan[0].animation", "add it"),
    "missing_skeleton": ("actors[0].skeleton", "correct the path"),
    "missing_stage": ("stage", "correct the path"),
    "negative_blend": ("actors[0].clips.pan[0].blend", "0 or more"),
    "unknown_animation": ("actors[0].clips.pan[0].animation", '"lin"'),
    "unknown_bone": ("actors[0].bone", '"hills"'),
    "unknown_shot": ("actors[0].clips.nope", '"zoomroll"'),
    "unknown_skin": ("actors[0].skin", '"fancy"'),
}


@pytest.mark.parametrize("name", bad_scenes())
def test_a_bad_reference_scene_is_refused_with_file_place_and_remedy(
    name: str, shared: Path, tmp_path: Path, run: Callable[..., Ran], refused: Callable[..., list[str]]
) -> None:
    path = shared / "scenes" / "bad" / name
    place, remedy = PLACES[name.removesuffix(".scene.json")]
    ran = run("check", path)
    assert ran.code == 1 and ran.err == ""
    assert sum(line.startswith("error: ") for line in ran.out.splitlines()) == 1
    for first in (ran.out.splitlines()[0], refused("export", path, tmp_path / "out.mp4", code=1)[0]):
        assert first.startswith(f"error: {path}: {place}: ") and remedy in first.partition("; ")[2]
    assert list(tmp_path.iterdir()) == []


def test_the_control_among_the_bad_scenes_has_no_error(shared: Path, run: Callable[..., Ran]) -> None:
    path = shared / "scenes" / "bad" / "_control_ok.scene.json"
    assert run("check", path, "--errors-only").code == 0


@pytest.mark.parametrize("command", [("info",), ("check",), ("export", "out.mp4"), ("still", "out.png")])
def test_a_file_that_is_missing_or_none_of_ours_is_refused_by_every_command(
    command: tuple[str, ...], scene: Path, run: Callable[..., Ran]
) -> None:
    for content, name in (
        (None, "streat.scene.json"),
        (b"\x89PNG", "a.scene.json"),
        (b"[1]", "a.json"),
        (b"", "b.json"),
    ):
        if content is not None:
            (scene.parent / name).write_bytes(content)
        ran = run(command[0], name, *command[1:])
        assert ran.code == 1 and (ran.out + ran.err).startswith(f"error: {name}"), ran
        assert content is not None or "did you mean 'street.scene.json'?" in ran.out + ran.err
