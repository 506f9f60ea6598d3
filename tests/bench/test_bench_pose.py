"""The benchmark of posing runs, on skeletons that are what their names say."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np

from tests.bench.bench_pose import Effort, growing_cases, results
from tests.posing import posed


def test_skeletons_that_grow_have_the_bones_and_vertices_of_their_names_and_move() -> None:
    for size in (10, 40):
        for case in growing_cases([size]):
            rig = case.rig
            count = rig.vertex_count if "vertices" in case.name else len(rig.skeleton.bones)
            assert count - size in ((0, 2) if "IK" in case.name else (0,)), case.name
            assert len(rig.skeleton.constraints) == (size // 2 if "IK" in case.name else 0)
            first, later = (posed(rig, ("stride", t)).world for t in (0.0, 0.3))
            assert np.abs(first - later).max() > 0.01, case.name


def test_everything_is_timed_and_told_as_json(tmp_path: Path) -> None:
    told = json.loads(json.dumps(results(Effort(frames=3, repeats=1), [1, 2], [4, 6], tmp_path)))
    assert [row["actors"] for row in told["scenes"]] == [1, 2]
    assert len(told["growth"]) == 8
    assert all(row["us"] > 0 and row["us_without_vertices"] > 0 for row in told["growth"] + told["skeletons"])
    assert all(set(row["us_by_copies"]) == {"1", "2"} for row in told["copies"])
    assert told["around"]["one_bone_update_packed_us"] > 0
