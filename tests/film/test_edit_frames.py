"""Cut, mixed and blurred frames: each is the rounded sum of its stills, and bands tell of every byte that changed."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray

from rigbyscene import Scene, load_scene
from rigbyscene.draw.renderer import SceneRenderer
from rigbyscene.film.blur import SHARP, Shutter
from rigbyscene.film.edit import Edit, assemble
from rigbyscene.film.frames import EditFrames
from rigbyscene.film.mixing import MOST_WEIGHT, Mixer
from rigbyscene.film.picture import Picture
from rigbyscene.film.transitions import Transition
from rigbyscene.scene.camera import picture_map
from tests.film.follower import Follower

DEMO = Path(__file__).resolve().parents[2] / "examples" / "foxfire" / "foxfire.scene.json"
SIZE = (320, 182)
FPS = Fraction(30000, 1001)
GLASS = (40, 90, 200, 128)


@pytest.fixture(scope="module")
def demo() -> Scene:
    return load_scene(DEMO)


def edit_of(scene: Scene, kind: str, **options: Fraction) -> Edit:
    """Two shots of the demo with a transition of a third of a second."""
    return assemble(scene.shots[:2], FPS, transition=Transition(kind, Fraction(1, 3)), **options)


def frames_of(scene: Scene, edit: Edit, shutter: Shutter = SHARP, **look: object) -> EditFrames:
    picture = Picture(SIZE, **{"background": GLASS, **look})
    return EditFrames(edit, scene, SceneRenderer(scene.art), picture, shutter)


def still(scene: Scene, edit: Edit, shot: int, frame: Fraction) -> NDArray[np.int64]:
    """One moment of a shot, premultiplied, drawn on its own."""
    t = edit.shot_time_s(0, frame)
    sample = scene.sample(scene.shots[shot], t)
    seen = picture_map(sample.view, scene.frame, SIZE)
    return SceneRenderer(scene.art).render(sample, seen, SIZE, GLASS).astype(np.int64)


def around_the_cut(edit: Edit, margin: int = 4) -> Iterator[int]:
    first, second = edit.pieces[:2]
    rise = max(second.rise, 1)
    yield from range(min(first.end_frame - first.fall, second.first_frame) - margin, second.first_frame + rise + margin)


@pytest.mark.parametrize("kind", ["cut", "dissolve", "fade"])
@pytest.mark.parametrize("shutter", [SHARP, Shutter(3)], ids=["sharp", "blurred"])
def test_whoever_follows_the_bands_has_the_frames_of_a_film_drawn_anew(
    demo: Scene, kind: str, shutter: Shutter
) -> None:
    edit = edit_of(demo, kind)
    anew = frames_of(demo, edit, shutter, reuse=False, threads=1)
    followers = [Follower(frames_of(demo, edit, shutter, threads=n)) for n in (1, 3)]
    indices = list(around_the_cut(edit))
    jumps = np.random.default_rng(3).permutation(indices)[:12].tolist()
    for index in [*indices, *jumps, jumps[-1]]:
        anew.show(index)
        for follower in followers:
            follower.show(index)
            assert np.array_equal(follower.pixels, anew.pixels), f"frame {index}"
    for follower in followers:
        assert follower.show(jumps[-1]) == []


def test_each_frame_of_a_dissolve_is_the_rounded_mix_of_two_stills(demo: Scene) -> None:
    edit = edit_of(demo, "dissolve", speed=Fraction(3, 2))
    frames = frames_of(demo, edit)
    n = edit.pieces[0].fall
    first = edit.pieces[1].first_frame
    assert n == 10 and not edit.layers(first - 1)[1:]
    for k in (0, 4, 9):
        frames.show(first + k)
        out = still(demo, edit, 0, Fraction(first + k))
        into = still(demo, edit, 1, Fraction(k))
        mix = (out * (2 * n - 2 * k - 1) + into * (2 * k + 1) + n) // (2 * n)
        assert np.array_equal(frames.pixels, mix)
        assert not np.array_equal(out, into)


def test_a_fade_goes_to_the_background_with_its_alpha(demo: Scene) -> None:
    edit = edit_of(demo, "fade")
    frames = frames_of(demo, edit)
    half = edit.pieces[0].fall
    glass = np.array([20, 45, 100, 128])
    for index, shot, frame in [(edit.pieces[0].end_frame - 1, 0, edit.pieces[0].end_frame - 1),
                               (edit.pieces[1].first_frame, 1, 0)]:  # fmt: skip
        frames.show(index)
        seen = still(demo, edit, shot, Fraction(frame))
        assert np.array_equal(frames.pixels, (seen + glass * (2 * half - 1) + half) // (2 * half))


def test_a_blurred_frame_is_the_rounded_average_of_the_moments_while_the_shutter_is_open(demo: Scene) -> None:
    edit = edit_of(demo, "cut")
    frames = frames_of(demo, edit, Shutter(5, Fraction(270)))
    for index in (0, 70, edit.pieces[1].first_frame - 1, edit.pieces[1].first_frame):
        frames.show(index)
        (layer,) = edit.layers(index)
        shot = demo.shots.index(layer.shot)
        moments = [still(demo, edit, shot, layer.shot_frame + Fraction(3 * k, 20)) for k in range(5)]
        assert np.array_equal(frames.pixels, (sum(moments) + 2) // 5)


def test_an_excerpt_shows_the_frames_of_the_whole(demo: Scene) -> None:
    edit = edit_of(demo, "dissolve")
    first = edit.pieces[1].first_frame
    part = edit.trimmed(range(first - 6, first + 17)).stepped(7).looped(2)
    whole, excerpt = frames_of(demo, edit, Shutter(2)), Follower(frames_of(demo, part, Shutter(2)))
    assert part.frame_count == 8
    for index in range(8):
        excerpt.show(index)
        whole.show(first - 6 + 7 * (index % 4))
        assert np.array_equal(excerpt.pixels, whole.pixels)


@given(st.lists(st.integers(1, MOST_WEIGHT // 4), min_size=1, max_size=3), st.integers(0, 3), st.integers(0, 99))
def test_weighted_sums_are_exact_for_all_weights_and_bytes(weights: list[int], rest: int, seed: int) -> None:
    total = sum(weights) + rest
    pictures = np.random.default_rng(seed).integers(0, 256, (len(weights), 3, 5, 4), np.uint8)
    pictures[:, 0] = [0, 255, 128, 1]
    target = np.zeros((3, 5, 4), np.uint8)
    mixer = Mixer(target, np.uint32(0xFF804020), 1)
    mixer.begin(total)
    for picture, weight in zip(pictures, weights, strict=True):
        mixer.add(picture, weight)
    mixer.finish(None)
    wide = np.array(weights)[:, None, None, None] * pictures.astype(np.int64)
    exact = (wide.sum(axis=0) + rest * np.array([0x20, 0x40, 0x80, 0xFF]) + total // 2) // total
    assert np.array_equal(target, exact)
    assert mixer.finish(None) == []
