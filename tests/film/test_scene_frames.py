"""The frames of a scene: what was shown before, the threads and the reuse of unchanged tiles never show in them."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path

import numpy as np
import pytest

from rigbyscene import Scene, load_scene
from rigbyscene.film.frames import SceneFrames
from rigbyscene.film.picture import Picture

DEMO = Path(__file__).resolve().parents[2] / "examples" / "foxfire" / "foxfire.scene.json"
SIZE = (640, 360)


@pytest.fixture(scope="module")
def demo() -> Scene:
    return load_scene(DEMO)


def frames_of(scene: Scene, **look: object) -> SceneFrames:
    return SceneFrames(scene, scene.art, scene.shots, Fraction(10), Picture(SIZE, **look))


@pytest.mark.parametrize("supersample", [1, 2])
def test_reuse_and_threads_give_the_same_bytes_in_any_order(demo: Scene, supersample: int) -> None:
    reference = frames_of(demo, reuse=False, threads=1, supersample=supersample)
    in_order = [frames_of(demo, threads=n, supersample=supersample) for n in (1, 2, 4)]
    jumping = frames_of(demo, supersample=supersample)
    count = reference.frame_count
    indices = [*range(0, 12), *(first + k for first in reference.first_frames[1:] for k in (-1, 0, 1)), count - 1]
    shown: dict[int, np.ndarray] = {}
    for index in indices:
        reference.show(index)
        shown[index] = reference.pixels.copy()
        for frames in in_order:
            frames.show(index)
            assert np.array_equal(frames.pixels, shown[index])
    for index in np.random.default_rng(5).permutation(indices):
        jumping.show(int(index))
        assert np.array_equal(jumping.pixels, shown[int(index)])


def test_the_same_moment_again_changes_nothing(demo: Scene) -> None:
    frames = frames_of(demo)
    assert frames.show(40)
    assert frames.show(40) == []
