"""Real binary skeletons: every byte is read, every number is that of the JSON twin, and the same bytes come back."""

from __future__ import annotations

import dataclasses
import re
from collections import Counter
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from rigbyscene.errors import Report
from rigbyscene.formats.fields import Source
from rigbyscene.formats.load import load_skeleton_files
from rigbyscene.formats.skel_bytes import ByteReader
from rigbyscene.model.constraints import IkConstraint
from rigbyscene.model.enums import Format
from rigbyscene.model.skeleton import Skeleton
from tests.conftest import shared_folder
from tests.formats.skel_helpers import as_skel, loaded, real, worlds
from tests.formats.skeleton_compare import differences

SHARED = shared_folder()
FILES = [] if SHARED is None else sorted(SHARED.glob("skeletons/*/*/*.skel"))
TWINS = [path for path in FILES if path.with_suffix(".json").exists()]

DECIMALS = (
    (r"\.uvs", 5),
    (r"'DeformTimeline'\)\]\.offsets", 3),  # 5, but one of 0.0001 is left out
    (r"\.times|\.time$|duration", 4),
    (r"bones\[\d+\]\.scale|attachments\[.*\]\.scale|constraints\[\d+\]\.channels", 4),
    (r"'(SCALE|PATH_POSITION|PHYSICS_WIND|TRANSFORM_MIX)'\)\]\.(values|curves\.handles)", 3),
    (r"constraints\[\d+\]\.offsets", 2),
    (r"\.weights|\.color|\.dark|constraints\[", 7),
)
"""How many decimals the JSON twins have, by path; everything else has 2, and the times of handles 3."""


def rounding(path: str) -> Any:
    """Half of the last decimal at `path`, or of the four numbers of a handle."""
    decimals = next((decimals for pattern, decimals in DECIMALS if re.search(pattern, path)), 2)
    half = 0.5 * 10.0**-decimals
    return np.array((0.5e-3, half, 0.5e-3, half)) if path.endswith(".handles") else half


def as_rounded(path: str, a: np.ndarray, b: np.ndarray) -> np.ndarray:
    """Equal but for the decimals of JSON, and the 24 bits of binary numbers."""
    fits: np.ndarray = np.abs(a - b) <= rounding(path) + np.abs(a) * 2.0**-23
    return fits


@pytest.fixture(params=FILES or [None], ids=[f"{p.parent.parent.name}/{p.stem}" for p in FILES] or ["none"])
def path(request: pytest.FixtureRequest, shared: Path) -> Path:
    found: Path = request.param
    return found


@pytest.fixture(params=TWINS or [None], ids=[p.stem for p in TWINS] or ["none"])
def twins(request: pytest.FixtureRequest, shared: Path) -> tuple[Skeleton, Skeleton]:
    """The same skeleton from binary and from JSON."""
    return real(request.param), real(request.param.with_suffix(".json"))


def test_all_binary_files_are_here(shared: Path) -> None:
    assert Counter(path.parent.parent.name for path in FILES) == {"4.2": 11, "4.3": 1}
    assert len(TWINS) == 11


def test_a_real_file_is_read_to_its_last_byte_without_a_word(path: Path) -> None:
    made = real(path)
    assert made.format is {"4.2": Format.V42, "4.3": Format.V43}[path.parent.parent.name]
    assert made.name == path.stem
    assert made.header.nonessential


def string_table(data: bytes) -> list[str]:
    """The string table behind a real file's header, whose editor fields are fps and two strings."""
    reader = ByteReader(data, Source("x.skel", Report()))
    reader.need(8, "the hash")
    reader.string("the version")
    reader.need(5 * 4 + 1 + 4, "bounds, scale, nonessential, fps")
    reader.string("images"), reader.string("audio")
    return [reader.string("a string") or "" for _ in range(reader.count("strings"))]


def test_what_is_read_is_written_as_the_same_bytes(path: Path) -> None:
    """Nothing in the file is lost, guessed or put elsewhere. Only the string table's order is the exporter's own."""
    data = path.read_bytes()
    assert as_skel(real(path), string_table(data)) == data


def test_a_tidier_string_table_changes_nothing_else(path: Path) -> None:
    data = path.read_bytes()
    own = as_skel(real(path))
    assert len(own) <= len(data)
    assert differences(real(path), loaded(own)) == []


def without_harmless(skeleton: Skeleton) -> Skeleton:
    """`skeleton` without what JSON exporters leave out: what only the editor shows, and what has no effect.

    That is: bones hidden in the editor, the bend of one bone, and the order of a skin's attachments.
    """
    return dataclasses.replace(
        skeleton,
        bones=tuple(dataclasses.replace(bone, visible=True) for bone in skeleton.bones),
        constraints=tuple(
            dataclasses.replace(c, bend_positive=True) if isinstance(c, IkConstraint) and len(c.bones) == 1 else c
            for c in skeleton.constraints
        ),
        skins=tuple(
            dataclasses.replace(skin, attachments=dict(sorted(skin.attachments.items()))) for skin in skeleton.skins
        ),
    )


def test_binary_and_json_of_one_skeleton_are_the_same_model(twins: tuple[Skeleton, Skeleton]) -> None:
    binary, json = map(without_harmless, twins)
    found = differences(binary, json, as_rounded)
    # the binary exporter dropped one "stepped" between keys that are equal
    if binary.name == "raptor":
        (dropped,) = [d for d in found if ".kinds: [0, 0] != [1, 0]" in d]
        found.remove(dropped)
    assert found == []


def jittered(value: Any, path: str, rng: np.random.Generator) -> Any:
    """A model whose every number is off by up to the rounding of a JSON twin; what is 0 is left out there, exactly."""
    if isinstance(value, np.ndarray) and value.dtype == np.float64:
        moved = value + rng.uniform(-1, 1, value.shape) * rounding(path) * (value != 0)
        return np.maximum.accumulate(moved) if path.endswith(".times") else moved
    if type(value) is float:
        return value + rng.uniform(-1, 1) * rounding(path) * (value != 0)
    if dataclasses.is_dataclass(value) and not isinstance(value, type):
        name = f"('{value.property.name}')]" if hasattr(value, "property") else f"('{type(value).__name__}')]"
        at = path + name if "timelines" in path and "." in path else path
        fields = {f.name: getattr(value, f.name) for f in dataclasses.fields(value) if f.init}
        return dataclasses.replace(value, **{k: jittered(v, f"{at}.{k}", rng) for k, v in fields.items()})
    if type(value) is tuple:
        return tuple(jittered(v, f"{path}[{i}]", rng) for i, v in enumerate(value))
    if isinstance(value, dict):
        return {k: jittered(v, f"{path}[{k}]", rng) for k, v in value.items()}
    return value


def test_binary_and_json_give_the_same_poses_within_the_rounding_of_json(twins: tuple[Skeleton, Skeleton]) -> None:
    """How far a bone may be off is measured: JSON is one of many skeletons whose numbers round to JSON's decimals.

    Twelve others, random ones, show how far each bone goes; JSON's goes no further than three times that.
    """
    binary, json = twins
    wanted = worlds(binary, physics=True)
    rng = np.random.default_rng(1)
    away = [np.abs(worlds(jittered(binary, "", rng), physics=True) - wanted).max(axis=0) for _ in range(12)]
    allowed = 3 * np.max(away, axis=0) + 1e-6
    size = np.abs(wanted[..., 4:]).max()
    assert np.median(allowed[:, 4:]) < 3e-3 * size  # what is allowed is little
    found = np.abs(worlds(json, physics=True) - wanted).max(axis=0)
    beyond = [bone.name for bone, fits in zip(binary.bones, (found <= allowed).all(axis=1), strict=True) if not fits]
    assert beyond == []


def test_43_and_42_of_one_rig_pose_alike(shared: Path) -> None:
    """spineboy's only 4.3 file is binary; an independent 4.2 file of it holds the same rig and keys."""
    newer = real(shared / "skeletons/4.3/spineboy/spineboy.skel")
    older = real(shared / "skeletons/4.2/spineboy/spineboy.skel")
    assert [b.name for b in newer.bones] == [b.name for b in older.bones]
    assert [a.name for a in newer.animations] == [a.name for a in older.animations]
    found, wanted = worlds(newer), worlds(older)
    assert np.isfinite(found).all()
    assert np.abs(found - wanted)[..., 4:].max() < 1e-3  # units; the rig is 686 of them high


def test_a_binary_skeleton_finds_its_atlas_as_json_does(shared: Path) -> None:
    for path in FILES:
        files = load_skeleton_files(path)
        assert files.diagnostics == ()
        assert files.regions and all(region >= 0 for regions in files.regions.values() for region in regions)
