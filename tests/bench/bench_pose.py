"""Microseconds to pose a skeleton for one frame, as JSON: ``python -m tests.bench.bench_pose``.

Two layers in a crossfade, constraints, world matrices, from Python in a loop over copies; every frame is another
moment. Loop and call are part of the time; of each stretch of frames the fastest of several runs counts. Then what a
scene costs with more actors, and a skeleton with more bones, vertices or keyed constraints. Without the reference
material there are only synthetic skeletons.
"""

from __future__ import annotations

import argparse
import functools
import json
import math
import os
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from rigbyscene.api import load_scene
from rigbyscene.formats.load import load_skeleton_files
from rigbyscene.pose.pose import NO_SHIFTS, Layer, Pose
from rigbyscene.pose.rig import Rig
from rigbyscene.scene.sampler import Sampler
from tests.bench.synthetic import figure, write_crowd
from tests.posing import rig_from

SHARED = Path(os.environ.get("RIGBYSCENE_SHARED", Path(__file__).resolve().parents[3] / "shared"))
MOMENTS = 64
STRETCH = 64
"""Frames between two looks at the clock: about a millisecond, so that other programs disturb few of them."""


@dataclass(frozen=True, slots=True)
class Case:
    """A skeleton in the crossfade from one animation to another; `target_us` is what the project promises."""

    name: str
    rig: Rig
    animations: tuple[str, str]
    target_us: float | None = None


@dataclass(frozen=True, slots=True)
class Effort:
    """How long to measure: frames for each number, and how often each stretch of them is repeated."""

    frames: int = 1024
    repeats: int = 20


def real_cases() -> Iterator[Case]:
    """The skeletons of the project's targets, where they are."""
    for name, below, over, target in (
        ("spineboy", "run", "walk", 10.0),
        ("raptor", "walk", "roar", 25.0),
        ("celestial-circus", "swing", "wind-idle", 25.0),
    ):
        path = SHARED / "skeletons" / "4.2" / name / f"{name}.json"
        if path.exists():
            yield Case(name, Rig(load_skeleton_files(path, art="none").skeleton), (below, over), target)


def growing_cases(sizes: Sequence[int]) -> Iterator[Case]:
    """Skeletons that grow by one thing at a time."""
    stride = ("stride", "stride")
    for size in sizes:
        yield Case(f"{size} bones, each keyed on a bezier and with a picture", rig_from(figure(size)), stride)
    for size in sizes:
        yield Case(f"20 bones, a mesh of {size} vertices on one bone", with_mesh(size, 1), stride)
    for size in sizes:
        yield Case(f"20 bones, a mesh of {size} vertices on three bones each", with_mesh(size, 3), stride)
    for size in sizes:
        yield Case(f"{size} bones in {size // 2} legs with IK", with_legs(size // 2), stride)


def with_mesh(vertices: int, influences: int) -> Rig:
    """The figure of 20 bones without pictures and with one mesh."""
    data = figure(20)
    triangles = [i for k in range(vertices - 2) for i in (0, k + 1, k + 2)]
    around = [(40.0 * math.cos(k), 40.0 * math.sin(k)) for k in range(vertices)]
    if influences == 1:
        numbers = [number for point in around for number in point]
    else:
        numbers = []
        for k, (x, y) in enumerate(around):
            numbers.append(influences)
            for j in range(influences):
                numbers += [(k + j) % 20, x, y, 1.0 / influences]
    mesh = {"type": "mesh", "uvs": [0.5] * (2 * vertices), "triangles": triangles, "vertices": numbers, "hull": 3}
    data["slots"] = [{"name": "s0", "bone": "b0", "attachment": "mesh"}]
    data["skins"] = [{"name": "default", "attachments": {"s0": {"mesh": mesh}}}]
    return rig_from(data)


def with_legs(legs: int) -> Rig:
    """Pairs of bones on the root, each reaching for a keyed target."""
    sway = [{"curve": [0.2, 0, 0.3, 30]}, {"time": 0.5, "value": 30, "curve": [0.7, 30, 0.8, 0]}, {"time": 1.0}]
    bones: list[dict[str, Any]] = [{"name": "root"}, {"name": "target", "parent": "root", "x": 30, "y": 40}]
    constraints = []
    for k in range(legs):
        bones += [
            {"name": f"upper{k}", "parent": "root", "x": k, "length": 30},
            {"name": f"lower{k}", "parent": f"upper{k}", "x": 30, "length": 30},
        ]
        constraints.append({"name": f"leg{k}", "order": k, "bones": [f"upper{k}", f"lower{k}"], "target": "target"})
    return rig_from(
        {
            "skeleton": {"spine": "4.2.22"},
            "bones": bones,
            "ik": constraints,
            "animations": {"stride": {"bones": {"target": {"translatex": sway}}}},
        }
    )


def fastest_us(run: Callable[[], object], repeats: int) -> float:
    best = math.inf
    for _ in range(repeats):
        start = time.perf_counter()
        run()
        best = min(best, time.perf_counter() - start)
    return best * 1e6


def pose_us(case: Case, copies: int, with_vertices: bool, effort: Effort) -> float:
    """Microseconds per skeleton and frame, the copies one after another in each frame."""
    poses = [Pose(case.rig) for _ in range(copies)]
    for pose in poses:
        pose.arrays.motion[:2] = 1 / 60, 1.0  # physics runs
    indices = [case.rig.animation_index[name] for name in case.animations]
    spans = [case.rig.skeleton.animations[index].duration for index in indices]
    animations = np.array(indices, np.int32)
    moments = [
        np.array([[(k + 0.3) / MOMENTS * spans[0], 1.0, 0.0], [(k + 0.6) / MOMENTS * spans[1], 0.5, 0.0]])
        for k in range(MOMENTS)
    ]
    turns = [(poses[i % copies], moments[i // copies % MOMENTS]) for i in range(max(effort.frames, copies))]
    poses[0].update_packed(animations, moments[0], False, NO_SHIFTS, with_vertices)  # compiles, once

    def run(part: Sequence[tuple[Pose, np.ndarray]]) -> None:
        for pose, numbers in part:
            pose.update_packed(animations, numbers, False, NO_SHIFTS, with_vertices)

    parts = [turns[first : first + STRETCH] for first in range(0, len(turns), STRETCH)]
    return sum(fastest_us(functools.partial(run, part), effort.repeats) for part in parts) / len(turns)


def posing(case: Case, effort: Effort) -> dict[str, Any]:
    skeleton = case.rig.skeleton
    return {
        "skeleton": case.name,
        "bones": len(skeleton.bones),
        "constraints": len(skeleton.constraints),
        "vertices": case.rig.vertex_count,
        "us": round(pose_us(case, 16, True, effort), 2),
        "us_without_vertices": round(pose_us(case, 16, False, effort), 2),
    } | ({} if case.target_us is None else {"target_us": case.target_us})


def copying(case: Case, counts: Sequence[int], effort: Effort) -> dict[str, Any]:
    """Microseconds per skeleton and frame with more and more copies: what caches make of them."""
    return {
        "skeleton": case.name,
        "us_by_copies": {str(n): round(pose_us(case, n, True, effort), 2) for n in counts},
    }


def crowding(folder: Path, counts: Sequence[int], effort: Effort) -> list[dict[str, Any]]:
    """Sampling whole scenes as films do: clips, placements and tints of each actor count, and so does the stage."""
    told: list[dict[str, Any]] = []
    for count in counts:
        scene = load_scene(write_crowd(folder / str(count), actors=count, bones=60))
        sampler, shot = Sampler(scene), scene.shots[0]
        moments = [4.0 * k / MOMENTS for k in range(min(MOMENTS, effort.frames))]
        us = sum(fastest_us(functools.partial(sampler.sample, shot, t), effort.repeats) for t in moments) / len(moments)
        one = told[0]["us"] / told[0]["actors"] if told else us / count
        told.append({"actors": count, "us": round(us, 2), "times_one": round(us / one, 2)})
    return told


def overhead_us(effort: Effort) -> dict[str, float]:
    """What is not posing: a skeleton of one bone, with its two layers, from arrays and from `Layer`s."""
    case = Case("", rig_from(figure(1)), ("stride", "stride"))
    pose = Pose(case.rig)
    layers = [Layer(0, 0.1), Layer(0, 0.2, 0.5)]

    def run() -> None:
        for _ in range(STRETCH):
            pose.update(layers)

    return {
        "one_bone_update_packed_us": round(pose_us(case, 1, True, effort), 2),
        "one_bone_update_us": round(fastest_us(run, effort.repeats) / STRETCH, 2),
    }


def results(effort: Effort, counts: Sequence[int], sizes: Sequence[int], folder: Path) -> dict[str, Any]:
    real = list(real_cases())
    return {
        "unit": "microseconds per skeleton and frame",
        "around": overhead_us(effort),
        "skeletons": [posing(case, effort) for case in real],
        "copies": [copying(case, counts, effort) for case in real or growing_cases(sizes[:1])],
        "growth": [posing(case, effort) for case in growing_cases(sizes)],
        "scenes": crowding(folder, counts, effort),
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--frames", type=int, default=1024, help="frames for each number")
    parser.add_argument("--repeats", type=int, default=20, help="runs of each stretch of frames")
    parser.add_argument("--copies", type=int, nargs="+", default=[1, 10, 100], help="copies and actors")
    parser.add_argument("--sizes", type=int, nargs="+", default=[10, 100, 1000], help="bones and vertices")
    arguments = parser.parse_args()
    effort = Effort(arguments.frames, arguments.repeats)
    with tempfile.TemporaryDirectory() as folder:
        print(json.dumps(results(effort, arguments.copies, arguments.sizes, Path(folder)), indent=2))


if __name__ == "__main__":
    main()
