"""Manifests, and whole scenes with their files."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rigbyscene.errors import BadFileError, Diagnostic, Report, Severity
from rigbyscene.formats.assets import FolderAssets, MemoryAssets
from rigbyscene.formats.load import camera_bone, check_file, load_scene_files, load_skeleton_files
from rigbyscene.formats.manifest import read_manifest
from rigbyscene.model.manifest import Manifest

STAGE: dict[str, Any] = {
    "skeleton": {"spine": "4.2.0"},
    "bones": [
        {"name": "root"},
        {"name": "rig", "parent": "root"},
        {"name": "camera", "parent": "rig"},
        {"name": "street", "parent": "root"},
        {"name": "spot", "parent": "street"},
    ],
    "slots": [{"name": "place", "bone": "spot"}],
    "animations": {"meet": {}, "part": {}},
}
ACTOR: dict[str, Any] = {
    "skeleton": {"spine": "4.2.0"},
    "bones": [{"name": "root"}],
    "skins": [{"name": "red"}],
    "animations": {"wave": {}, "walk": {}},
}


def _actor(**fields: Any) -> dict[str, Any]:
    return {"id": "nila", "bone": "spot", "slot": "place", "skeleton": "nila.json"} | fields


def _scene(*actors: Any, **fields: Any) -> dict[str, Any]:
    return {"rigbyScene": 1, "stage": "stage.json", "actors": list(actors)} | fields


def _assets(scene: Any, **files: Any) -> MemoryAssets:
    held = {"a.scene.json": scene, "stage.json": STAGE, "nila.json": ACTOR}
    held |= {name.replace("__", "/"): content for name, content in files.items()}
    return MemoryAssets({n: c if isinstance(c, bytes) else json.dumps(c).encode() for n, c in held.items()})


def _problems(scene: Any, **options: Any) -> list[Diagnostic]:
    with pytest.raises(BadFileError) as caught:
        load_scene_files("a.scene.json", assets=_assets(scene), **options)
    return [d for d in caught.value.diagnostics if d.severity is Severity.ERROR]


def _manifest(scene: Any) -> tuple[Manifest | None, Report]:
    report = Report()
    return read_manifest(json.dumps(scene).encode(), "a.scene.json", report), report


# manifests


def test_every_field_is_read() -> None:
    clip = {"animation": "wave", "start": 1, "in": 2, "out": 3, "speed": -4, "loops": 5.5, "blend": 6}
    actor = _actor(
        name="NILA", skin="red", flip=True, ground=-276, clips={"meet": [{"animation": "walk"}, clip], "part": []}
    )
    made, report = _manifest(_scene(actor, stage="sub\\stage.json", focal=500, depth={"street": 250}))
    assert not list(report)
    assert made is not None
    assert (made.stage, made.focal, made.depth) == ("sub/stage.json", 500, {"street": 250})
    (nila,) = made.actors
    assert (nila.id, nila.name, nila.bone, nila.slot, nila.skeleton) == ("nila", "NILA", "spot", "place", "nila.json")
    assert (nila.skin, nila.flip, nila.ground, list(nila.clips)) == ("red", True, -276, ["meet", "part"])
    first, second = nila.clips["meet"]
    assert (first.start, first.in_, first.out, first.speed, first.loops, first.blend, first.index) == (
        0,
        0,
        None,
        1,
        1,
        0,
        0,
    )
    assert (second.start, second.in_, second.out, second.speed) == (1, 2, 3, -4)
    assert (second.loops, second.blend, second.index) == (5.5, 6, 1)


def _nulled(value: Any) -> Any:
    required = {"rigbyScene", "stage", "actors", "id", "bone", "slot", "skeleton", "clips", "animation", "meet"}
    if isinstance(value, dict):
        return {k: _nulled(v) if k in required else None for k, v in value.items()}
    return [_nulled(v) for v in value] if isinstance(value, list) else value


def test_null_is_the_default_of_every_field_that_has_one() -> None:
    clip = {"animation": "wave", "start": 1, "in": 2, "out": 3, "speed": -4, "loops": 5.5, "blend": 6}
    full = _scene(
        _actor(name="N", skin="red", flip=True, ground=1, clips={"meet": [clip]}), focal=5, depth={"street": 1}
    )
    made, report = _manifest(_nulled(full))
    bare, _ = _manifest(_scene(_actor(clips={"meet": [{"animation": "wave"}]})))
    assert not list(report)
    assert made is not None
    assert bare is not None
    assert (made.stage, made.focal, made.depth) == (bare.stage, bare.focal, bare.depth)
    (one,), (other,) = made.actors, bare.actors
    assert all(getattr(one, f) == getattr(other, f) for f in one.__dataclass_fields__)


def test_unknown_fields_are_skipped_with_a_warning_each() -> None:
    made, report = _manifest(
        _scene(_actor(mood="happy", clips={"meet": [{"animation": "wave", "ease": 1}]}), extra=[1])
    )
    assert made is not None
    places = {"actors[0].mood", "actors[0].clips.meet[0].ease", "extra"}
    assert {(d.code, d.severity, d.place) for d in report} == {("unknown-field", Severity.WARNING, p) for p in places}


_CLIP = "actors[0].clips.meet[0]"


def _with_clip(**fields: Any) -> dict[str, Any]:
    return _scene(_actor(clips={"meet": [{"animation": "wave"} | fields]}))


@pytest.mark.parametrize(
    ("scene", "place"),
    [
        (_scene() | {"rigbyScene": 2}, "rigbyScene"),
        (_scene() | {"rigbyScene": "1"}, "rigbyScene"),
        (_scene() | {"rigbyScene": True}, "rigbyScene"),
        ({"stage": "stage.json"}, "rigbyScene"),
        ({"rigbyScene": 1}, "stage"),
        (_scene(stage=""), "stage"),
        (_scene(stage=5), "stage"),
        (_scene(stage="gone.json"), "stage"),
        (_scene(focal=0), "focal"),
        (_scene(focal=-5), "focal"),
        (_scene(focal="1000"), "focal"),
        (_scene(depth={"street": -1000}), "depth.street"),
        (_scene(depth={"street": -501}, focal=500), "depth.street"),
        (_scene(depth={"street": "far"}), "depth.street"),
        (_scene(depth={"strret": 5}), "depth.strret"),
        (_scene(depth={"camera": 5}), "depth.camera"),
        (_scene(depth={"rig": 5}), "depth.rig"),
        (_scene(depth={"root": 5}), "depth.root"),
        (_scene(depth={"spot": 5}), "depth.spot"),
        (_scene(depth=[]), "depth"),
        (_scene(_actor(id="")), "actors[0].id"),
        (_scene(_actor(id=None)), "actors[0].id"),
        (_scene(_actor(id="stage")), "actors[0].id"),
        (_scene(_actor(), _actor()), "actors[1].id"),
        (_scene(_actor(bone="gone")), "actors[0].bone"),
        (_scene(_actor(bone=None)), "actors[0].bone"),
        (_scene(_actor(slot="gone")), "actors[0].slot"),
        (_scene(_actor(skeleton="gone.json")), "actors[0].skeleton"),
        (_scene(_actor(skeleton=None)), "actors[0].skeleton"),
        (_scene(_actor(skin="gone")), "actors[0].skin"),
        (_scene(_actor(skin="")), "actors[0].skin"),
        (_scene(_actor(flip=1)), "actors[0].flip"),
        (_scene(_actor(ground="low")), "actors[0].ground"),
        (_scene(_actor(clips={"gone": []})), "actors[0].clips.gone"),
        (_scene(_actor(clips={"meet": {}})), "actors[0].clips.meet"),
        (_scene(_actor(clips={"meet": [5]})), "actors[0].clips.meet[0]"),
        (_scene("nila"), "actors[0]"),
        (_with_clip(animation="gone"), f"{_CLIP}.animation"),
        (_with_clip(animation=None), f"{_CLIP}.animation"),
        (_with_clip(animation=""), f"{_CLIP}.animation"),
        (_with_clip(loops=-1), f"{_CLIP}.loops"),
        (_with_clip(blend=-0.1), f"{_CLIP}.blend"),
        (_with_clip(out=-1), f"{_CLIP}.out"),
        (_with_clip(**{"in": 2, "out": 1.5}), f"{_CLIP}.out"),
        *[(_with_clip(**{f: float("inf")}), f"{_CLIP}.{f}") for f in ("start", "in", "out", "speed", "loops", "blend")],
        *[(_with_clip(**{f: "1"}), f"{_CLIP}.{f}") for f in ("start", "in", "out", "speed", "loops", "blend")],
    ],
)  # fmt: skip
def test_every_rule_of_the_manifest_is_held_and_told_by_place(scene: Any, place: str) -> None:
    problems = _problems(scene)
    assert {d.place for d in problems} == {place}
    assert all(d.file == "a.scene.json" and d.found and d.remedy for d in problems)


def test_a_wrong_name_is_answered_with_the_nearest_one_and_with_what_there_is() -> None:
    (problem,) = _problems(_scene(_actor(clips={"meet": [{"animation": "wavve"}]})))
    assert problem.nearest == "wave"
    assert '"walk"' in problem.remedy


def test_everything_wrong_in_all_files_of_a_scene_is_told_at_once() -> None:
    scene = _scene(_actor(skin="gone", bone="gone"), _actor(id="b", skeleton="broken.json"), depth={"gone": 1})
    assets = _assets(scene, **{"broken.json": ACTOR | {"bones": [{"name": "root", "x": "1"}]}})
    with pytest.raises(BadFileError) as caught:
        load_scene_files("a.scene.json", assets=assets)
    told = {(d.file, d.place) for d in caught.value.diagnostics}
    assert told == {
        ("a.scene.json", "actors[0].skin"),
        ("a.scene.json", "actors[0].bone"),
        ("a.scene.json", "depth.gone"),
        ("broken.json", "bones[0].x"),
    }
    assert {(d.file, d.place) for d in check_file("a.scene.json", assets=assets)} == told


@given(st.lists(st.sampled_from([0.0, 0.5, 0.5 + 5e-10, 1.0, -1.0]), min_size=1, max_size=6))
def test_clips_that_start_together_are_all_kept_and_all_but_the_last_warned_about(starts: list[float]) -> None:
    made, report = _manifest(_scene(_actor(clips={"meet": [{"animation": "wave", "start": s} for s in starts]})))
    assert made is not None
    assert [c.start for c in made.actors[0].clips["meet"]] == starts
    doomed = [i for i, s in enumerate(starts) if any(abs(t - s) <= 1e-9 for t in starts[i + 1 :])]
    assert [d.place for d in report] == [f"actors[0].clips.meet[{i}].start" for i in doomed]


def test_the_default_skin_may_be_named_though_the_file_leaves_it_out() -> None:
    files = load_scene_files("a.scene.json", assets=_assets(_scene(_actor(skin="default"))))
    assert files.actors[0].skeleton.default_skin is None


# cameras


def test_the_camera_is_found_by_name_and_its_depth_is_refused_under_any_name() -> None:
    made = load_scene_files("a.scene.json", assets=_assets(_scene())).stage.skeleton
    assert camera_bone(made) == 2
    assert camera_bone(made, "spot") == 4
    assert camera_bone(made, "gone") == -1
    assert load_scene_files("a.scene.json", assets=_assets(_scene(depth={"street": 5})))
    (problem,) = _problems(_scene(depth={"street": 5}), camera="spot")
    assert problem.place == "depth.street"
    (problem,) = _problems(_scene(), camera="Camera")
    assert problem.nearest == "camera"


# files


def test_actors_of_one_file_share_one_skeleton_however_it_is_written() -> None:
    actors = [
        _actor(),
        _actor(id="b", skeleton="./x/../nila.json"),
        _actor(id="c", skeleton="x\\..\\nila.json"),
        _actor(id="d", skeleton="stage.json"),
    ]
    files = load_scene_files("a.scene.json", assets=_assets(_scene(*actors)))
    assert files.actors[0] is files.actors[1] is files.actors[2]
    assert files.actors[3] is files.stage
    assert [a.id for a in files.manifest.actors] == ["nila", "b", "c", "d"]


@pytest.mark.parametrize("separator", ["/", "\\"])
def test_paths_are_relative_to_the_manifest_with_either_separator(tmp_path: Path, separator: str) -> None:
    (tmp_path / "scenes" / "deep").mkdir(parents=True)
    (tmp_path / "rigs").mkdir()
    (tmp_path / "rigs" / "stage.json").write_text(json.dumps(STAGE), encoding="utf-8")
    (tmp_path / "rigs" / "nila.json").write_text(
        "\ufeff" + json.dumps(ACTOR, indent=1), encoding="utf-8", newline="\r\n"
    )
    up = separator.join(["..", "..", "rigs", ""])
    scene = tmp_path / "scenes" / "deep" / "a.scene.json"
    scene.write_text(json.dumps(_scene(_actor(skeleton=up + "nila.json"), stage=up + "stage.json")), encoding="utf-8")
    files = load_scene_files(scene)
    assert Path(files.stage.path) == tmp_path / "rigs" / "stage.json"
    assert files.manifest.stage == "../../rigs/stage.json"


def test_dots_lead_where_the_system_says_even_behind_a_link(tmp_path: Path) -> None:
    (tmp_path / "real" / "scenes").mkdir(parents=True)
    (tmp_path / "real" / "stage.json").write_text(json.dumps(STAGE), encoding="utf-8")
    (tmp_path / "real" / "scenes" / "a.scene.json").write_text(
        json.dumps(_scene(stage="../stage.json")), encoding="utf-8"
    )
    try:
        (tmp_path / "link").symlink_to(tmp_path / "real" / "scenes", target_is_directory=True)
    except OSError:
        pytest.skip("this system does not let us make links")
    assert load_scene_files(tmp_path / "link" / "a.scene.json").stage.skeleton.bones


@pytest.mark.parametrize("name", ["no\0where.json", "folder", "\ud800.json", "a/b/c.json"])
def test_a_path_that_leads_nowhere_is_an_error_never_a_traceback(tmp_path: Path, name: str) -> None:
    (tmp_path / "folder").mkdir()
    scene = tmp_path / "a.scene.json"
    scene.write_text(json.dumps(_scene(stage=name)), encoding="utf-8")
    with pytest.raises(BadFileError):
        load_scene_files(scene)
    with pytest.raises(BadFileError):
        load_skeleton_files(str(tmp_path / name))


def test_a_misspelt_file_is_answered_with_the_nearest_of_its_kind() -> None:
    (problem,) = _problems(_scene(_actor(skeleton="nilla.json")))
    assert problem.nearest == "nila.json"
    (problem,) = _problems(_scene(stage="Stage.JSON"))
    assert problem.nearest == "stage.json"


def test_a_file_named_twice_and_missing_is_told_at_both_places() -> None:
    problems = _problems(_scene(_actor(skeleton="x.json"), _actor(id="b", skeleton="x.json")))
    assert [d.place for d in problems] == ["actors[0].skeleton", "actors[1].skeleton"]


def test_folder_assets_are_relative_to_their_root(tmp_path: Path) -> None:
    (tmp_path / "stage.json").write_text(json.dumps(STAGE), encoding="utf-8")
    assets = FolderAssets(tmp_path)
    assert load_skeleton_files("stage.json", assets=assets).skeleton.name == "stage"
    assert assets.siblings("x.json") == ("stage.json",)


# the reference scenes


def test_the_reference_scenes_load(shared: Path) -> None:
    paths = sorted(shared.glob("scenes/*.scene.json"))
    assert len(paths) == 5
    for path in paths:
        files = load_scene_files(path)
        raw = json.loads(path.read_bytes())
        assert [a.id for a in files.manifest.actors] == [a["id"] for a in raw["actors"]]
        for actor, entry in zip(files.manifest.actors, raw["actors"], strict=True):
            assert {s: len(c) for s, c in actor.clips.items()} == {s: len(c) for s, c in entry.get("clips", {}).items()}
        assert len({id(a) for a in files.actors}) == len({a["skeleton"] for a in raw["actors"]})
        assert {d.code for d in files.diagnostics} <= {"bad-curve", "same-start"}


_BAD = {
    "depth_at_focal": ("depth.fore", "-1000"),
    "depth_not_top_level": ("depth.SB", "root"),
    "depth_on_camera": ("depth.camera", "camera"),
    "depth_unknown_bone": ("depth.nope", "nope"),
    "duplicate_id": ("actors[1].id", '"x"'),
    "focal_negative": ("focal", "-5"),
    "missing_animation_field": ("actors[0].clips.pan[0].animation", "animation"),
    "missing_skeleton": ("actors[0].skeleton", "none.json"),
    "missing_stage": ("stage", "none.json"),
    "negative_blend": ("actors[0].clips.pan[0].blend", "-1"),
    "unknown_animation": ("actors[0].clips.pan[0].animation", "nope"),
    "unknown_bone": ("actors[0].bone", "nope"),
    "unknown_shot": ("actors[0].clips.nope", "nope"),
    "unknown_skin": ("actors[0].skin", "nope"),
}


def test_the_bad_reference_scenes_are_refused_with_file_place_and_remedy(shared: Path) -> None:
    paths = {p.name.removesuffix(".scene.json"): p for p in shared.glob("scenes/bad/*.scene.json")}
    assert load_scene_files(paths.pop("_control_ok"))
    assert set(paths) == set(_BAD)
    for name, (place, found) in _BAD.items():
        with pytest.raises(BadFileError) as caught:
            load_scene_files(paths[name])
        (problem,) = (d for d in caught.value.diagnostics if d.severity is Severity.ERROR)
        assert (problem.file, problem.place) == (str(paths[name]), place)
        assert found in problem.found
        assert problem.remedy
        assert str(paths[name]) in str(caught.value)


def test_a_path_that_no_terminal_can_print_is_told_all_the_same() -> None:
    with pytest.raises(BadFileError) as caught:
        load_skeleton_files("caf\udce9.json", assets=MemoryAssets({}))
    assert "caf\\udce9.json" in str(caught.value)
    str(caught.value).encode()
