"""Clips in time: windows, loops, speeds, holds and crossfades."""

from __future__ import annotations

import math
import random
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rigbyscene import BadFileError, Scene
from rigbyscene.model.animation import Animation
from rigbyscene.model.enums import Format
from rigbyscene.model.manifest import Clip
from rigbyscene.model.skeleton import Bone, Header, Skeleton
from rigbyscene.scene.clips import schedule
from tests.posing import box_x, case_scene, expected, one_actor, rotation, shown

SKELETON = Skeleton(
    "s", Format.V42, Header(), (Bone("root", -1),), animations=(Animation("a", (), 1.0), Animation("still", (), 0.0))
)


def time_by_hand(clip: Clip, t: float, duration: float) -> float:
    """Scene semantics, section 2, word by word."""
    in_ = min(max(clip.in_, 0.0), duration)
    out = duration if clip.out is None else min(max(clip.out, in_), duration)
    length = out - in_
    if length == 0 or clip.speed == 0:
        return in_
    p = (t - clip.start) * abs(clip.speed)
    if clip.loops == 0 or p < clip.loops * length:
        local = p % length
    elif clip.loops == int(clip.loops):
        local = length
    else:
        local = (clip.loops * length) % length
    return in_ + local if clip.speed > 0 else out - local


tenths = st.integers(0, 30).map(lambda n: n / 10)
clips = st.builds(
    Clip,
    animation=st.sampled_from(["a", "still"]),
    start=st.integers(-20, 30).map(lambda n: n / 10),
    in_=st.sampled_from([0.0, 0.2, 0.5, 1.0, 3.0]),
    out=st.sampled_from([None, 0.5, 0.7, 1.0, 9.0]),
    speed=st.sampled_from([1.0, 2.0, 0.5, -1.0, -0.75, 0.0]),
    loops=st.sampled_from([0.0, 1.0, 2.0, 2.5, 0.25]),
    blend=st.just(0.0),
)


@given(clips, st.floats(0, 8))
@settings(max_examples=400)
def test_a_clip_shows_the_moment_that_the_rules_say(clip: Clip, t: float) -> None:
    (settled,) = schedule([clip], SKELETON).clips
    if t < clip.start:
        return
    found, wanted = settled.animation_time(t), time_by_hand(clip, t, settled.animation_duration)
    # a time within 1e-9 of the seam of two loops may count as either side of it
    seam = settled.length if not settled.is_hold else 0.0
    assert min(abs(found - wanted), abs(abs(found - wanted) - seam)) < 1e-8
    assert settled.in_ - 1e-9 <= found <= settled.out + 1e-9


def test_the_end_of_the_last_loop_holds_its_last_moment_and_a_seam_begins_the_next() -> None:
    (clip,) = schedule([Clip("a", start=0.3, loops=2)], SKELETON).clips
    assert clip.animation_time(0.3 + 1.0) == pytest.approx(0.0, abs=1e-8)
    assert clip.animation_time(0.3 + 2.0) == 1.0
    assert clip.animation_time(99.0) == 1.0


@given(st.lists(clips, max_size=6), tenths)
def test_of_clips_with_one_start_the_last_in_the_file_plays(listed: list[Clip], t: float) -> None:
    numbered = [Clip(c.animation, c.start, c.in_, c.out, c.speed, c.loops, c.blend, i) for i, c in enumerate(listed)]
    settled = schedule(numbered, SKELETON)
    active = settled.active(t)
    started = [c for c in numbered if c.start <= t + 1e-9]
    if not started:
        assert active is None and settled.layers(t) == ()
        return
    latest = max(c.start for c in started)
    assert active is not None
    assert settled.clips[active].index == max(c.index for c in started if c.start == latest)


def test_a_window_is_in_animation_seconds_and_untouched_by_speed() -> None:
    scene, wanted = case_scene(51, "w.scene.json"), expected(51)
    for t, x in wanted["w x_at"].items():
        assert box_x(scene, float(t)) == pytest.approx(x, abs=1e-6), t
    for t, x in wanted["unsorted x_at"].items():
        assert box_x(case_scene(51, "unsorted.scene.json"), float(t)) == pytest.approx(x, abs=1e-6), t
    assert box_x(case_scene(51, "outbig.scene.json"), 1.5) == pytest.approx(wanted["outbig x at 1.5"])


@pytest.mark.parametrize(
    ("file", "words"), [("bad.scene.json", ("moove", "move", "shot")), ("outin.scene.json", ("out",))]
)
def test_windows_and_animations_that_cannot_be_are_refused(file: str, words: tuple[str, ...]) -> None:
    with pytest.raises(BadFileError) as caught:
        case_scene(51, file)
    assert all(word in str(caught.value) for word in words)


@pytest.mark.parametrize("number", range(5))
def test_any_speed_gives_finite_poses_without_hanging(number: int) -> None:
    scene, wanted = case_scene(50, f"s{number}.scene.json"), expected(50)
    for t in np.linspace(0, 8, 50):
        assert math.isfinite(box_x(scene, float(t)))
    scene.events("shot", 0.0, 8.0, include_start=True)
    if number == 0:
        assert box_x(scene, 3.0) == wanted["s0 x"]
    if number == 1:
        for t, x in wanted["s1 (if supported) x_at"].items():
            assert box_x(scene, float(t)) == pytest.approx(x, abs=1e-6)


def test_an_interrupted_crossfade_keeps_the_mix_that_was_showing() -> None:
    scene, wanted = case_scene(53, "abc.scene.json"), expected(53)
    times = np.arange(0, 5, 1 / 240)
    xs = np.array([box_x(scene, float(t)) for t in times])
    assert np.abs(np.diff(xs)).max() <= wanted["max |x(t+1/240)-x(t)| for t in 0..5"]
    for t in wanted["continuity_at"]:
        assert box_x(scene, t - 1e-6) == pytest.approx(box_x(scene, t), abs=1e-2)
    assert box_x(scene, 1.5 - 1e-6) == pytest.approx(wanted["x just before 1.5"], abs=1e-2)


fading = st.lists(
    st.tuples(st.sampled_from(["far", "move", "back"]), st.floats(0.05, 1.5), st.floats(0.2, 3.0)),
    min_size=1,
    max_size=6,
)


@given(fading)
@settings(max_examples=60)
def test_no_crossfade_jumps_where_a_clip_starts_or_a_fade_ends(chain: list[tuple[str, float, float]]) -> None:
    start, listed, moments = 0.0, [], []
    for name, gap, blend in chain:
        listed.append({"animation": name, "start": start, "blend": blend, "loops": 1})
        moments += [start, start + blend]
        start += gap
    scene = one_actor(listed)
    for moment in moments[2:]:  # the first clip has nothing to fade from
        if moment > 1e-3:
            assert abs(box_x(scene, moment) - box_x(scene, moment - 1e-6)) < 1e-2


def test_what_cannot_be_mixed_switches_at_one_half_and_unkeyed_values_return_when_the_fade_ends() -> None:
    scene, wanted = case_scene(54, "h.scene.json"), expected(54)
    for t, name in wanted["slot shows"].items():
        assert shown(scene.sample("shot", float(t)).actors[0].pose, "s") == name, t
    for t, degrees in wanted["rotation"].items():
        assert rotation(scene.sample("shot", float(t)).actors[0].pose, "box") == pytest.approx(degrees, abs=1e-6), t


def test_a_smooth_crossfade_lets_unkeyed_values_fade_instead() -> None:
    scene = case_scene(54, "h.scene.json", crossfade="smooth")
    for t, degrees in ((1.0, 90.0), (1.25, 67.5), (1.75, 22.5), (2.0, 0.0), (2.5, 0.0)):
        assert rotation(scene.sample("shot", t).actors[0].pose, "box") == pytest.approx(degrees, abs=1e-6), t


def everything(scene: Scene, t: float) -> list[np.ndarray]:
    sample = scene.sample("shot", t)
    poses = [sample.stage, *(a.pose for a in sample.actors)]
    return [array.copy() for pose in poses for array in (*pose.arrays[:6], pose.world)]


SCENES: list[tuple[int, str]] = [
    (46, "c.scene.json"),
    (49, "c.scene.json"),
    (50, "s2.scene.json"),
    (51, "w.scene.json"),
    (53, "abc.scene.json"),
    (54, "h.scene.json"),
    (55, "p.scene.json"),
]


@pytest.mark.parametrize(("number", "file"), SCENES)
def test_a_moment_is_the_same_however_it_is_reached(number: int, file: str) -> None:
    options: dict[str, Any] = {"camera": "cam"} if number == 55 else {}
    scene = case_scene(number, file, **options)
    times = [n / 10 for n in range(41)]
    forwards = {t: everything(scene, t) for t in times}
    shuffled = times[::-1] + random.Random(7).sample(times, len(times))
    for t in shuffled:
        for a, b in zip(forwards[t], everything(scene, t), strict=True):
            assert np.array_equal(a, b), t


def test_a_finished_clip_holds_its_last_pose() -> None:
    scene, wanted = case_scene(48, "c.scene.json"), expected(48)
    for t, x in wanted["x_at"].items():
        assert box_x(scene, float(t)) == pytest.approx(x)


def test_a_hold_longer_than_the_shot_and_a_start_before_it_give_the_right_moment() -> None:
    scene = one_actor([{"animation": "move", "start": -0.25, "loops": 0}])
    assert box_x(scene, 0.0) == pytest.approx(25)
    assert box_x(scene, 0.75) == pytest.approx(0, abs=1e-6)
    assert box_x(one_actor([{"animation": "move", "start": 2.0}]), 1.0) == 0.0
