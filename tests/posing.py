"""Short ways from test data to poses and scenes."""

from __future__ import annotations

import functools
import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from rigbyscene import Scene, load_scene
from rigbyscene.errors import BadFileError, Report
from rigbyscene.formats.assets import MemoryAssets
from rigbyscene.formats.skeleton_file import read_skeleton
from rigbyscene.pose.pose import Layer, Pose
from rigbyscene.pose.rig import Rig
from tests.conftest import DATA


def case(number: int) -> Path:
    """The folder of a reported fault."""
    return next((DATA / "cases").glob(f"{number:02}-*"))


def expected(number: int) -> Any:
    return json.loads((case(number) / "expect.json").read_text())


@functools.cache
def rig_of(path: Path) -> Rig:
    """The skeleton at `path`, packed; warnings are let pass."""
    return rig_from(json.loads(path.read_text()), str(path))


def rig_from(data: Mapping[str, Any], name: str = "test.json") -> Rig:
    """A skeleton written down in a test."""
    report = Report()
    read = read_skeleton(json.dumps(data).encode(), name, report)
    report.raise_errors()
    if read is None:
        raise BadFileError(report)
    return Rig(read[0])


def posed(
    rig: Rig, *layers: tuple[str, float] | tuple[str, float, float], skin: str | None = None, **options: Any
) -> Pose:
    """`rig` in `skin` with (animation, time[, alpha]) layers."""
    pose = Pose(rig, skin)
    pose.update([Layer(rig.animation_index[name], *rest) for name, *rest in layers], **options)
    return pose


def world(pose: Pose, bone: str) -> np.ndarray:
    return pose.world[pose.rig.skeleton.bone_index(bone)]


def rotation(pose: Pose, bone: str) -> float:
    """The direction of a bone's x axis, degrees."""
    a, b, *_ = world(pose, bone)
    return float(np.degrees(np.arctan2(b, a)))


def shown(pose: Pose, slot: str) -> str | None:
    """The placeholder of the attachment that `slot` shows, None for nothing."""
    number = int(pose.arrays.shown[pose.rig.skeleton.slot_index(slot)])
    return None if number < 0 else pose.rig.places[number][2]


def vertices(pose: Pose, slot: str) -> np.ndarray:
    """World vertices of what `slot` shows, (n, 2)."""
    index = pose.rig.skeleton.slot_index(slot)
    first = int(pose.rig.arrays.slot_vertices[index])
    count = int(pose.rig.arrays.attachments[pose.arrays.shown[index], 1])
    return pose.arrays.vertices[first : first + count]


def case_scene(number: int, file: str, **options: Any) -> Scene:
    return load_scene(case(number) / file, art="none", **options)


def one_actor(clips: Sequence[Mapping[str, Any]], number: int = 46, shot: str = "shot", **options: Any) -> Scene:
    """The small stage of the playback cases with one actor `a` that plays `clips`; an unknown shot has no keys."""
    folder = case(number)
    manifest = json.loads((folder / "c.scene.json").read_text())
    manifest["actors"][0]["clips"] = {shot: list(clips)}
    files = {str(p.name): p.read_bytes() for p in folder.iterdir() if p.suffix == ".json"}
    stage = json.loads(files["stage.json"])
    stage["animations"].setdefault(shot, {})
    files["stage.json"] = json.dumps(stage).encode()
    files["t.scene.json"] = json.dumps(manifest).encode()
    return load_scene("t.scene.json", art="none", assets=MemoryAssets(files), **options)


def box_x(scene: Scene, t: float, shot: str = "shot") -> float:
    """Where the actor's bone `box` stands, in the actor's own space."""
    actor = scene.sample(shot, t).actors[0]
    return float(world(actor.pose, "box")[4])
