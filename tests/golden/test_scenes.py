"""Whole scenes agree with the golden data: clips, layers, placement, camera, parallax, order, masks, events."""

from __future__ import annotations

import gzip
import json
from fractions import Fraction
from pathlib import Path

import pytest

from rigbyscene.film.times import frame_count
from rigbyscene.formats.load import load_scene_files
from rigbyscene.scene.comparing import compare_recordings
from rigbyscene.scene.recording import record_shot
from rigbyscene.scene.scene import Scene
from tests.conftest import shared_folder

SHARED = shared_folder()


def recordings() -> list[str]:
    """Those off the frame grid: on it, a switch may fall to either side of a rounded time."""
    if SHARED is None:
        return []
    folder = SHARED / "golden" / "scenes"
    return sorted(p.relative_to(folder).as_posix() for p in folder.rglob("*.off.json.gz"))


def scene_of(shared: Path, name: str) -> Scene:
    files = load_scene_files(shared / "scenes" / name, art="none")
    return Scene(files.manifest, files.stage.skeleton, [a.skeleton for a in files.actors], name=name)


@pytest.mark.parametrize("name", recordings())
def test_a_shot_plays_like_its_golden_data(shared: Path, name: str) -> None:
    golden = json.loads(gzip.decompress((shared / "golden" / "scenes" / name).read_bytes()))
    scene = scene_of(shared, golden["scene"])
    offset = Fraction(golden["offset"]).limit_denominator(100)
    found = record_shot(scene, golden["shot"], golden["scene"], len(golden["frames"]), Fraction(golden["fps"]), offset)
    differences = compare_recordings(golden, found)
    assert not differences, "\n".join(map(str, differences[:10]))


def test_shots_have_as_many_frames_as_the_golden_counts(shared: Path) -> None:
    rows = json.loads((shared / "golden" / "scenes" / "frame_counts.json").read_text())
    rows = [r for r in rows if (shared / "scenes" / f"{r[0]}.scene.json").exists()]  # some scenes are not handed out
    scenes: dict[str, Scene] = {}
    assert len(rows) > 50
    for name, shot, duration, fps, frames in rows:
        if name not in scenes:
            scenes[name] = scene_of(shared, f"{name}.scene.json")
        played = scenes[name].shot(shot)
        assert played.duration == pytest.approx(duration, abs=1e-9), (name, shot)
        assert frame_count(played.duration, Fraction(fps)) == frames, (name, shot, fps)
