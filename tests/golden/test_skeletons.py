"""Skeletons agree with the golden data, frame by frame: matrices, vertices, order, attachments, colours, events."""

from __future__ import annotations

import functools
import gzip
import json
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from rigbyscene.formats.load import load_skeleton_files
from rigbyscene.pose.recording import Take, record_skeleton
from rigbyscene.pose.rig import Rig
from rigbyscene.scene.comparing import Difference, compare_recordings
from tests.conftest import shared_folder

SHARED = shared_folder()


def recordings() -> list[str]:
    if SHARED is None:
        return []
    folder = SHARED / "golden"
    return sorted(p.relative_to(folder).as_posix() for v in ("3.8", "4.2", "4.3") for p in (folder / v).rglob("*.gz"))


@functools.cache
def rig(path: Path) -> Rig:
    return Rig(load_skeleton_files(path, art="none").skeleton)


def take_of(golden: dict[str, Any]) -> Take:
    return Take(
        golden["animation"],
        skin=golden["skin"],
        fps=Fraction(str(golden["fps"])),
        offset=Fraction(golden["offset"]).limit_denominator(100),
        loop=golden["loop"],
        mix_from=golden.get("mixFrom"),
        mix_s=golden.get("mix", 0.0),
        mix_at_s=golden.get("mixAt", 0.0),
        frames=len(golden["frames"]),
    )


def differences(shared: Path, name: str) -> list[Difference]:
    golden = json.loads(gzip.decompress((shared / "golden" / name).read_bytes()))
    return compare_recordings(golden, record_skeleton(rig(shared / golden["file"]), golden["file"], take_of(golden)))


def test_there_is_golden_data_where_the_reference_material_is(shared: Path) -> None:
    assert len(recordings()) > 100


@pytest.mark.parametrize("name", recordings())
def test_a_skeleton_plays_like_its_golden_data(shared: Path, name: str) -> None:
    found = differences(shared, name)
    assert not found, "\n".join(map(str, found[:10]))
