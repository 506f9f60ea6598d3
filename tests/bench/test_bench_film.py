"""The benchmark of films runs, on crowds that are what their names say."""

from __future__ import annotations

from pathlib import Path

import rigbyscene
from tests.bench.bench_film import Case, medians, timed
from tests.bench.synthetic import write_crowd


def test_a_crowd_has_the_actors_and_bones_that_were_asked_for_and_moves_or_not(tmp_path: Path) -> None:
    for moving in (True, False):
        scene = rigbyscene.load_scene(write_crowd(tmp_path / str(moving), actors=7, bones=5, moving=moving))
        assert len(scene.cast) == 7 and {len(member.rig.skeleton.bones) for member in scene.cast} == {5}
        first, later = (scene.render("all", t, (96, 54)) for t in (0.0, 0.25))
        assert first[..., 3].any() and (first != later).any() == moving


def test_each_round_times_the_film_of_the_case(tmp_path: Path) -> None:
    case = Case("small", write_crowd(tmp_path, actors=2, bones=3), preset="ultrafast", size=(64, 36))
    rounds = [timed(case, 0.1) for _ in range(2)]
    told = medians(rounds)
    assert (told["frames"], told["size"], told["preset"]) == (3, [64, 36], "ultrafast")
    assert min(r["ratio"] for r in rounds) <= told["ratio"] <= max(r["ratio"] for r in rounds)
