"""`rigbyscene check`, and commands on files that cannot be used: every finding with file, place and remedy."""

from __future__ import annotations

import copy
import json
import re
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.cli.conftest import Ran
from tests.cli.tiny import NILA, write_scene
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


def spoilt(folder: Path, what: str) -> str:
    """Writes a scene with thousands of faults of one kind into `folder`; the name of the file to look at."""
    clip = {"animation": "waltz"}
    manifests: dict[str, dict[str, object]] = {
        "actors": {"actors": [actor(id=f"n{n}", bone="sopt") for n in range(3000)]},
        "clips": {"actors": [actor(clips={"meet": [clip | {"start": n} for n in range(3000)]})]},
        "fields": {"actors": [actor(**{f"field{n}": n for n in range(3000)})]},
        "skeletons": {"actors": [actor(id=f"n{n}", skeleton=f"n{n}.json") for n in range(3000)]},
    }
    if what in manifests:
        write_scene(folder, **manifests[what])
        return "street.scene.json"
    skeleton = copy.deepcopy(NILA)
    if what == "bones":
        skeleton["bones"] += [{"name": f"b{n}", "parent": f"c{n}"} for n in range(3000)]
    elif what == "pictures":
        attachments = {f"body{n}": {"width": 1, "height": 1} for n in range(1000)}
        skeleton["skins"][0]["attachments"]["body"] = attachments
        for name in attachments:
            (folder / "images" / f"{name}.png").write_bytes(b"no picture")
    elif what == "regions":
        (folder / "nila.atlas").write_text("body.png\nsize: 12, 20\n" + "".join(f"r{n}\n" for n in range(3000)))
    elif what == "keys":
        skeleton["animations"]["walk"]["bones"] = {f"b{n}": {"rotate": [{}]} for n in range(3000)}
    else:
        skeleton["animations"]["walk"]["drawOrder"] = [
            {"time": n, "offsets": [{"slot": "boddy", "offset": 0}]} for n in range(3000)
        ]
    (folder / "nila.json").write_text(json.dumps(skeleton))
    return "nila.json"


KINDS = ("actors", "clips", "fields", "skeletons", "bones", "pictures", "regions", "keys", "draw order")


@pytest.mark.parametrize("what", KINDS)
def test_thousands_of_faults_of_one_kind_are_a_few_lines_and_their_number(
    what: str, scene: Path, run: Callable[..., Ran]
) -> None:
    name = spoilt(scene.parent, what)
    ran = run("check", name)
    *lines, count = ran.out.splitlines()
    total = 1000 if what == "pictures" else 3000
    assert ran.code == 1 and 11 <= len(lines) <= 80
    assert all(len(line) < 1500 for line in lines)
    rest = next(line for line in lines if "more" in line and "of this kind" in line)
    assert rest.endswith("; --json lists all")
    assert sum(map(int, re.findall(r"(\d+) (?:error|warning)", count))) >= total
    assert len(json.loads(run("check", name, "--json").out)["findings"]) >= total
    films = run("export", name, "out.mp4", "--size", "8x8", "--frames", "0-1")
    assert len(films.err.splitlines()) <= 80


def test_so_are_those_of_shots_and_subtitles(scene: Path, run: Callable[..., Ran]) -> None:
    backwards = "".join(f"{n}\n00:00:02,000 --> 00:00:01,000\nhi\n\n" for n in range(3000))
    (scene.parent / "words.srt").write_text("1\n00:00:00,000 --> 00:00:01,000\nhi\n\n" + backwards)
    (scene.parent / "wrong.srt").write_text("1\n00:00:01 -> 2\nhi\n\n" * 3000)
    shots = [word for n in range(3000) for word in ("--shot", f"s{n}")]
    for arguments, code, more in (
        (shots, 2, "2990 more errors of this kind (unknown-shot)"),
        (["--subtitles", "wrong.srt"], 1, "2990 more errors of this kind (bad-subtitle), the last at line 11998"),
        (["--subtitles", "words.srt"], 0, "2990 more warnings of this kind (empty-subtitle), the last at line 12002"),
    ):
        ran = run("export", "street.scene.json", "out.mp4", "--frames", "0-2", *arguments)
        assert ran.code == code and len(ran.err.splitlines()) < 20 and more in ran.err


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
