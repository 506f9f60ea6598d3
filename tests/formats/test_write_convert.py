"""Converting files as a user does: what is written, under which name, and what is refused."""

from __future__ import annotations

import json
import os
from pathlib import Path

import numpy as np
import pytest

from rigbyscene.cli.convert import convert
from rigbyscene.errors import BadFileError, RigbySceneError, UsageError
from rigbyscene.formats.load import load_skeleton_files
from rigbyscene.model.enums import Format
from tests.conftest import DATA, REPOSITORY
from tests.formats.skel_helpers import real, worlds
from tests.formats.skeleton_compare import differences, single

WICK = REPOSITORY / "examples/foxfire/wick.json"


def refused(kind: type[RigbySceneError], source: Path, output: Path, **options: str) -> str:
    """The words of the refusal; nothing is written, and nothing left behind."""
    before = sorted(output.parent.glob("*")) if output.parent.is_dir() else []
    held = output.read_bytes() if output.is_file() else None
    with pytest.raises(kind) as caught:
        convert(source, output, **options)
    assert (sorted(output.parent.glob("*")) if output.parent.is_dir() else []) == before
    assert (output.read_bytes() if output.is_file() else None) == held
    return str(caught.value)


def test_json_to_binary_and_back(tmp_path: Path) -> None:
    binary, text = tmp_path / "wick.skel", tmp_path / "wick.json"
    made = convert(WICK, binary)
    assert (made.path, made.size, made.version) == (binary, binary.stat().st_size, real(WICK).header.version)
    assert binary.stat().st_size < WICK.stat().st_size / 2
    convert(binary, text)
    assert sorted(p.name for p in tmp_path.iterdir()) == ["wick.json", "wick.skel"]
    (tmp_path / "again").mkdir()
    convert(text, tmp_path / "again/wick.skel.bytes")
    assert (tmp_path / "again/wick.skel.bytes").read_bytes() == binary.read_bytes()
    # the clipping polygon's colour, which JSON may leave out, is spelled out in binary
    assert [d for d in differences(real(WICK), real(text), single) if "'visor')].color" not in d] == []


def test_json_to_json_is_exact_and_done_twice_the_same_file(tmp_path: Path) -> None:
    once, twice = tmp_path / "once.json", tmp_path / "twice.json"
    convert(WICK, once)
    convert(once, twice)
    assert once.read_bytes() == twice.read_bytes()
    assert differences(real(WICK), real(once)) == []


def test_another_version_is_made_on_demand_and_its_poses_are_compared(tmp_path: Path, shared: Path) -> None:
    spineboy = shared / "skeletons/4.3/spineboy/spineboy.skel"
    made = convert(spineboy, tmp_path / "spineboy.json", version="4.2")
    assert (made.version, made.warnings) == ("4.2.22", ())
    older = real(tmp_path / "spineboy.json")
    assert older.format is Format.V42
    np.testing.assert_allclose(worlds(older), worlds(real(spineboy)), atol=1e-3)
    physics = convert(shared / "skeletons/4.2/cloud-pot/cloud-pot.json", tmp_path / "c.skel", version="4.3")
    (warning,) = physics.warnings
    assert warning.code == "other-poses"
    assert "rain" in warning.found


@pytest.mark.parametrize(
    ("vector", "version", "differs"),
    [("09-", "4.3", True), ("10-", "4.2", True), ("13-", "4.3", False), ("22-", "4.2", False), ("26-", "4.2", True)],
)
def test_constraints_that_move_otherwise_in_the_other_version_are_told(
    tmp_path: Path, vector: str, version: str, differs: bool
) -> None:
    (folder,) = (DATA / "cases-constraints").glob(vector + "*")
    made = convert(folder / "skeleton.json", tmp_path / "o.json", version=version)
    assert [d.code for d in made.warnings] == (["other-poses"] if differs else [])


def test_what_the_reader_or_the_writer_has_to_say_is_handed_on(tmp_path: Path) -> None:
    skeleton = {
        "skeleton": {"spine": "4.2.0", "hash": "abc"},
        "bones": [{"name": "root"}],
        "animations": {"go": {"bones": {"gone": {"rotate": [{}]}}}},
    }
    (tmp_path / "a.json").write_text(json.dumps(skeleton))
    made = convert(tmp_path / "a.json", tmp_path / "a.skel")
    assert [d.code for d in made.warnings] == ["unknown-bone", "hash"]
    assert [d.file for d in made.warnings] == [str(tmp_path / "a.json"), str(tmp_path / "a.skel")]


def test_an_existing_file_stays_unless_it_is_to_be_overwritten(tmp_path: Path) -> None:
    output = tmp_path / "o.skel"
    output.write_bytes(b"precious")
    assert "--overwrite" in refused(UsageError, WICK, output)
    convert(WICK, output, overwrite=True)
    assert real(output).bones


def test_the_file_that_is_converted_is_never_replaced(tmp_path: Path) -> None:
    source = tmp_path / "a.json"
    source.write_bytes(WICK.read_bytes())
    os.link(source, tmp_path / "same.json")
    (tmp_path / "link.json").symlink_to(source)
    for name in ("a.json", "same.json", "link.json"):
        with pytest.raises(UsageError, match="is the file to convert"):
            convert(source, tmp_path / name, overwrite=True)
    assert source.read_bytes() == WICK.read_bytes()


def test_what_cannot_be_asked_for_is_a_mistake_of_the_request(tmp_path: Path) -> None:
    assert ".json or .skel" in refused(UsageError, WICK, tmp_path / "o.txt")
    assert ".json or .skel" in refused(UsageError, WICK, tmp_path / "o")
    assert "scene" in refused(UsageError, WICK, tmp_path / "o.scene.json")
    assert "folder" in refused(UsageError, WICK, tmp_path / "no/such/o.json")
    assert "4.2 or 4.3" in refused(UsageError, WICK, tmp_path / "o.json", version="3.8")
    (tmp_path / "o.json").mkdir()
    with pytest.raises(UsageError, match="folder"):
        convert(WICK, tmp_path / "o.json")


def test_a_source_that_is_wrong_or_does_not_fit_is_refused_with_every_reason(tmp_path: Path) -> None:
    output = tmp_path / "o.skel"
    assert "does not exist" in refused(BadFileError, tmp_path / "gone.json", output)
    (tmp_path / "cut.skel").write_bytes((DATA / "cases/31-skel-version-and-truncation/cut43.skel").read_bytes())
    assert "offset 0x13" in refused(BadFileError, tmp_path / "cut.skel", tmp_path / "o.json")
    scene = REPOSITORY / "examples/foxfire/foxfire.scene.json"
    assert "scene manifest" in refused(BadFileError, scene, output)
    (old,) = (DATA / "cases-constraints").glob("05-*")
    assert "3.8's rules" in refused(BadFileError, old / "skeleton.json", output)
    many = {
        "skeleton": {"spine": "4.3.0"},
        "bones": [{"name": "root"}, {"name": "b", "parent": "root"}],
        "animations": {"go": {}},
        "constraints": [{"type": "slider", "name": name, "animation": "go"} for name in ("one", "two")],
    }
    (tmp_path / "many.json").write_text(json.dumps(many))
    words = refused(BadFileError, tmp_path / "many.json", output, version="4.2")
    assert '"one"' in words and '"two"' in words


def test_a_converted_skeleton_stands_beside_its_atlas_like_the_original(tmp_path: Path) -> None:
    folder = WICK.parent
    for name in ("wick.atlas", "wick.png"):
        (tmp_path / name).write_bytes((folder / name).read_bytes())
    convert(WICK, tmp_path / "wick.skel")
    files = load_skeleton_files(tmp_path / "wick.skel")
    assert files.diagnostics == ()
    assert files.regions == load_skeleton_files(WICK).regions
