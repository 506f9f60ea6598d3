"""`rigbyscene golden`: recordings are made, made again to the byte, and held against each other."""

from __future__ import annotations

import gzip
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from rigbyscene.cli.recordings import MOST_BYTES
from tests.cli.conftest import Ran
from tests.conftest import shared_folder

SHARED = shared_folder()
WALK = ("golden", "record", "nila.json", "--animation", "walk")
MEET = ("golden", "record", "street.scene.json", "--shot", "meet")


def loaded(path: str) -> dict[str, Any]:
    data = Path(path).read_bytes()
    recording: dict[str, Any] = json.loads(gzip.decompress(data) if path.endswith(".gz") else data)
    return recording


def test_a_skeleton_is_recorded_in_the_shape_of_the_golden_data(scene: Path, run: Callable[..., Ran]) -> None:
    ran = run(
        *WALK, "-o", "walk.json.gz", "--skin", "rainy", "--fps", "24", "--offset", "1/4", "--loop", "--frames", "7"
    )
    assert ran.code == 0
    assert ran.out == f"walk.json.gz: 7 frames, {Path('walk.json.gz').stat().st_size} bytes\n" and ran.err == ""
    made = loaded("walk.json.gz")
    assert {k: made[k] for k in ("file", "animation", "skin", "fps", "offset", "loop", "duration")} == {
        "file": "nila.json", "animation": "walk", "skin": "rainy", "fps": 24, "offset": 0.25, "loop": True,
        "duration": 0.5,
    }  # fmt: skip
    assert (made["boneNames"], made["slotNames"]) == (["root", "hip"], ["body"])
    assert [frame["t"] for frame in made["frames"]] == [(i + 0.25) / 24 for i in range(7)]
    assert [i for i, frame in enumerate(made["frames"]) if "draws" in frame] == [0, 5]
    assert made["frames"][0]["draws"][0]["att"] == "body"
    assert [e["name"] for frame in made["frames"] for e in frame["events"]] == ["step"]


def test_a_fade_is_recorded_from_the_animation_before(scene: Path, run: Callable[..., Ran]) -> None:
    run(*WALK, "-o", "mix.json", "--from", "wave", "--mix", "0.3", "--mix-at", "0.1", "--offset", "0")
    made = loaded("mix.json")
    assert (made["mixFrom"], made["mix"], made["mixAt"]) == ("wave", 0.3, 0.1)
    heights = [frame["bones"][1][5] for frame in made["frames"]]
    # at 0.2 s wave has lifted the hip by 5 * 0.2 / 0.3, and walk, which does not lift it, has a third of the weight
    assert heights[6] == pytest.approx(10 + 5 * 0.2 / 0.3) and heights[-1] == 10
    turned = [frame["bones"][1][1] for frame in made["frames"]]
    assert turned[3] == 0 < turned[6]


def test_a_shot_is_recorded_with_its_actors(scene: Path, run: Callable[..., Ran]) -> None:
    ran = run(*MEET, "-o", "meet.json.gz")
    assert ran.code == 0 and ran.out.startswith("meet.json.gz: 30 frames, ")
    made = loaded("meet.json.gz")
    assert (made["scene"], made["shot"], made["frameCount"]) == ("street.scene.json", "meet", 30)
    assert [c["animation"] for c in made["clips"]["nila"]] == ["walk", "wave"]
    assert [(e["source"], e["name"]) for e in made["allEvents"]] == [("nila", "step"), ("stage", "bell")]
    assert made["frames"][0]["order"] == ["stage/sky/sky", "nila/body/body", "stage/grass/grass"]


def test_recording_again_gives_the_same_bytes_wherever_one_stands(
    scene: Path, run: Callable[..., Ran], monkeypatch: pytest.MonkeyPatch
) -> None:
    Path("kept").mkdir()
    run(*WALK, "-o", "kept/a.json.gz")
    monkeypatch.chdir("kept")
    run("golden", "record", scene.with_name("nila.json"), "--animation", "walk", "-o", "b.json.gz")
    assert Path("a.json.gz").read_bytes() == Path("b.json.gz").read_bytes()
    assert loaded("b.json.gz")["file"] == "../nila.json"


def test_recordings_that_agree_pass_and_others_are_told_by_frame_place_and_distance(
    scene: Path, run: Callable[..., Ran]
) -> None:
    run(*WALK, "-o", "a.json.gz")
    run(*WALK, "-o", "b.json")
    assert run("golden", "compare", "a.json.gz", "b.json") == Ran(0, "b.json: agrees with a.json.gz\n", "")
    other = loaded("b.json")
    other["frames"][5]["bones"][1][4] += 0.5
    other["frames"][10]["draws"][0]["xy"][2] += 5e-5
    other["frames"][11]["drawOrder"] = [0, 1]
    Path("b.json").write_text(json.dumps(other))
    ran = run("golden", "compare", "a.json.gz", "b.json")
    assert ran.code == 1 and ran.err == ""
    first, second, count = ran.out.splitlines()
    assert first.startswith("frame 5: bones[1][4]: ") and first.endswith("(by 0.5)")
    assert second.startswith("frame 11: drawOrder: ")
    assert count == "b.json: 2 differences from a.json.gz"
    told = json.loads(run("golden", "compare", "a.json.gz", "b.json", "--json", "--limit", "1").out)
    assert told["count"] == 2 and [d["frame"] for d in told["differences"]] == [5]
    assert run("golden", "compare", "a.json.gz", "b.json", "--limit", "1").out.endswith(
        "b.json: 2 differences from a.json.gz, 1 of them shown\n"
    )
    assert run("golden", "compare", "a.json.gz", "b.json", "--matrix", "1").out.count("\n") == 2
    assert run("golden", "compare", "a.json.gz", "b.json", "--vertex", "1e-6").out.count("\n") == 4


def test_a_recording_that_exists_is_replaced_only_when_asked(
    scene: Path, run: Callable[..., Ran], refused: Callable[..., list[str]]
) -> None:
    Path("walk.json").write_text("an older one")
    (line,) = refused(*WALK, "-o", "walk.json", code=2)
    assert "exists; add --overwrite" in line and Path("walk.json").read_text() == "an older one"
    assert run(*WALK, "-o", "walk.json", "--overwrite").code == 0 and loaded("walk.json")["animation"] == "walk"


GZIPPED = gzip.compress(b'{"frames": []}', mtime=0)
DAMAGED = {
    "missing": None,
    "not JSON": b"frames",
    "cut short": GZIPPED[:-9],
    "not gzip after all": b"\x1f\x8b\x00\x00",
    "no frames": b'{"file": "a.json"}',
    "frames that are none": b'{"frames": {"i": 0}}',
    "a frame that is none": b'{"frames": [7]}',
    "a frame without number": b'{"frames": [{"bones": []}]}',
    "a frame without bones": b'{"frames": [{"i": 0, "bones": 3}]}',
    "an event without name": b'{"frames": [{"i": 0, "bones": [], "events": [{}]}]}',
    "an actor without id": b'{"shot": "meet", "frames": [{"i": 0, "stage": [], "actors": [{"bones": []}]}]}',
    "events that are none": b'{"frames": [{"i": 0, "bones": [], "events": 3}]}',
    "inactive bones that are none": b'{"frames": [{"i": 0, "bones": [], "inactive": 5}]}',
    "an inactive bone without a name": b'{"frames": [{"i": 0, "bones": [], "inactive": [{}]}]}',
    "an inactive bone that is not there": b'{"frames": [{"i": 0, "bones": [], "inactive": ["hip"]}]}',
    "an actor's inactive bone that is not there": b'{"shot": "meet", "actorBones": {"a": ["x"]}, "frames": [{"i": 0, '
    b'"stage": [], "actors": [{"id": "a", "bones": [], "inactive": ["y"]}]}]}',
    "bone names that are none": b'{"stageBones": {}, "actorBones": {"a": 4}, "frames": [{"i": 0, "bones": []}]}',
    "actors' bones that are a list": b'{"actorBones": [], "frames": [{"i": 0, "bones": []}]}',
    "a number beyond all": b'{"frames": [{"i": 0, "bones": [[1, 1' + b"0" * 400 + b"]]}]}",
    "packed zeros": gzip.compress(bytes(MOST_BYTES + 1), 1, mtime=0),
}


@pytest.mark.parametrize("damage", DAMAGED)
@pytest.mark.parametrize("is_expected", [True, False])
def test_what_is_no_recording_is_refused(
    damage: str, is_expected: bool, scene: Path, run: Callable[..., Ran], refused: Callable[..., list[str]]
) -> None:
    run(*WALK, "-o", "good.json.gz")
    data = DAMAGED[damage]
    if data is not None:
        Path("bad.json.gz").write_bytes(data)
    pair = ("bad.json.gz", "good.json.gz") if is_expected else ("good.json.gz", "bad.json.gz")
    lines = refused("golden", "compare", *pair, code=1)
    assert all(line.startswith("error: bad.json.gz") and "; " in line for line in lines)


def test_a_skeleton_is_not_compared_with_a_scene(
    scene: Path, run: Callable[..., Ran], refused: Callable[..., list[str]]
) -> None:
    run(*WALK, "-o", "walk.json")
    run(*MEET, "-o", "meet.json")
    (line,) = refused("golden", "compare", "walk.json", "meet.json", code=1)
    assert "meet.json: is of a scene, walk.json of a skeleton" in line


def takes() -> list[str]:
    names = ("3.8/goblins/walk", "4.2/coin/animation", "4.2/goblins/walk", "4.3/coin/animation", "4.3/goblins/walk")
    return [] if SHARED is None else list(names)


@pytest.mark.parametrize("name", takes())
def test_what_the_command_records_of_a_reference_skeleton_agrees_with_the_golden_data(
    name: str, shared: Path, tmp_path: Path, run: Callable[..., Ran]
) -> None:
    golden = shared / "golden" / f"{name}.json.gz"
    told = loaded(str(golden))
    options = ["--animation", told["animation"], *(["--loop"] if told["loop"] else [])]
    options += ["--skin", told["skin"]] if told["skin"] else []
    made = tmp_path / "made.json.gz"
    assert run("golden", "record", shared / told["file"], *options, "-o", made).code == 0
    ran = run("golden", "compare", golden, made)
    assert ran.code == 0, ran.out


@pytest.mark.parametrize("name", [] if SHARED is None else ["s1_camera/pan", "s3_clips/long", "s8_static/still"])
def test_what_the_command_records_of_a_reference_scene_agrees_with_the_golden_data(
    name: str, shared: Path, tmp_path: Path, run: Callable[..., Ran]
) -> None:
    golden = shared / "golden" / "scenes" / f"{name}.off.json.gz"
    told = loaded(str(golden))
    made = tmp_path / "made.json.gz"
    assert run("golden", "record", shared / "scenes" / told["scene"], "--shot", told["shot"], "-o", made).code == 0
    ran = run("golden", "compare", golden, made)
    assert ran.code == 0, ran.out


@pytest.mark.parametrize("version", ["3.8", "4.2", "4.3"])
def test_recordings_have_as_many_frames_as_the_golden_data(
    version: str, shared: Path, tmp_path: Path, run: Callable[..., Ran]
) -> None:
    mixes = sorted((shared / "golden" / version / "raptor").glob("*.json.gz"))
    assert len(mixes) > 3
    for golden in mixes:
        told = loaded(str(golden))
        options = ["--animation", told["animation"], *(["--loop"] if told["loop"] else [])]
        if told.get("mixFrom"):
            options += ["--from", told["mixFrom"], "--mix", told["mix"], "--mix-at", told["mixAt"]]
        made = tmp_path / golden.name
        run("golden", "record", shared / told["file"], *options, "-o", made)
        assert [f["t"] for f in loaded(str(made))["frames"]] == pytest.approx([f["t"] for f in told["frames"]])


def test_the_line_says_how_much_of_a_long_animation_was_recorded(scene: Path, run: Callable[..., Ran]) -> None:
    record = ("golden", "record", "nila.json", "--animation", "wave", "--overwrite", "-o", "wave.json")
    whole = 0.6 * 200 + 2
    for options, told in (
        ((), "90 of 122 frames"),
        (("--frames", "7"), "7 frames"),
        (("--frames", "all"), "122 f"),
    ):
        ran = run(*record, "--fps", "200", *options)
        assert ran.out.startswith(f"wave.json: {told}"), ran
        count = len(json.loads(Path("wave.json").read_text())["frames"])
        assert count == int(told.split()[0]) <= whole
    assert run(*record).out.startswith("wave.json: 20 frames")
    shot = ("golden", "record", "street.scene.json", "--shot", "meet", "-o", "meet.json", "--overwrite")
    assert run(*shot).out.startswith("meet.json: 30 frames")
    assert run(*shot, "--frames", "4").out.startswith("meet.json: 4 frames")
    assert run(*shot, "--settle", "0").out.startswith("meet.json: 30 frames")
