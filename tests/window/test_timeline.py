"""The lanes show what the schedule plays."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rigbyscene import Scene, load_scene
from rigbyscene.film.timeline_data import contents_of
from rigbyscene.play.controls import Controls
from rigbyscene.play.layout import BarMode, lay_out
from rigbyscene.play.timeline import ruler_step, timeline_of
from rigbyscene.play.tips import track_tip
from rigbyscene.scene.clips import SAME_TIME_S
from rigbyscene.scene.player import Player
from rigbyscene.scene.sampler import Sampler
from tests.conftest import REPOSITORY
from tests.posing import one_actor

a_clip = st.fixed_dictionaries(
    {
        "animation": st.sampled_from(["move", "far"]),
        "start": st.integers(-10, 60).map(lambda n: n / 10),
        "speed": st.sampled_from([1, 2, 0.5, -1, -2, 0]),
        "loops": st.sampled_from([0, 1, 2, 2.5, 0.5]),
        "in": st.sampled_from([0, 0.25, 0.5]),
        "out": st.sampled_from([None, 0.5, 0.75]),
        "blend": st.sampled_from([0, 0.2, 1.5]),
    }
)


@given(st.lists(a_clip, min_size=1, max_size=6), st.lists(st.floats(0, 1), min_size=1, max_size=20))
@settings(max_examples=60)
def test_at_any_moment_the_lane_names_the_clip_that_plays(clips: list[dict[str, Any]], shares: list[float]) -> None:
    scene = one_actor(clips)
    shot = scene.shot("shot")
    lane = timeline_of(scene, shot).lanes[1]
    schedule = scene.cast[0].schedules[shot.index]
    for before, after in zip(lane.blocks, lane.blocks[1:], strict=False):
        assert before.end == after.start, "no gap between one clip and the next"
    for share in shares:
        t = share * shot.duration
        layers = schedule.layers(t)
        block = lane.block_at(t)
        assert (block is None) == (not layers)
        if block is None:
            continue
        clip = schedule.clips[layers[-1].clip]
        assert block.name == clip.name
        on_an_edge = abs(t - block.blend_end) <= 2 * SAME_TIME_S
        assert on_an_edge or (len(layers) > 1) == (t < block.blend_end)
        if t > block.held_from + 1e-6:
            assert clip.animation_time(t) == clip.animation_time(t + 0.37), "what is drawn as held does not move"
        for loop in block.loop_times:
            assert block.start - 1e-6 <= loop <= block.end + 1e-6
            edge = clip.in_ if clip.speed > 0 else clip.out
            assert clip.animation_time(loop) == pytest.approx(edge, abs=1e-6)


def test_the_demos_lanes_are_its_manifest() -> None:
    scene: Scene = load_scene(REPOSITORY / "examples" / "foxfire" / "foxfire.scene.json", art="none")
    shot = scene.shot("foxfire")
    it = timeline_of(scene, shot)
    assert [lane.label for lane in it.lanes] == ["stage", "Wick", "Wick in the puddle", "Saffron"]
    stage, wick, mirror, saffron = it.lanes
    assert [(b.name, b.start, b.end) for b in stage.blocks] == [("foxfire", 0.0, shot.duration)]
    assert [b.name for b in wick.blocks] == ["sad", "notice", "kindle", "lift", "joy"]
    assert wick.blocks == mirror.blocks, "the same animations have the same colours"
    assert [b.note for b in saffron.blocks] == ["loops on", "blend 0.3 s", "loops on, blend 0.6 s"]
    events = scene.events(shot, 0.0, shot.duration, include_start=True)
    assert sorted((e.time, e.source) for lane in it.lanes for e in lane.events) == sorted(
        (e.time, e.source) for e in events
    )


@pytest.mark.parametrize("name", ["wick", "saffron"])
def test_a_lone_skeletons_lane_has_its_own_name_and_the_animation_in_window_and_chart(name: str) -> None:
    scene = load_scene(REPOSITORY / "examples" / "foxfire" / f"{name}.json", art="none")
    sampler = Sampler(scene)
    for shot in scene.shots:
        (lane,) = timeline_of(scene, shot).lanes
        (track,) = contents_of(scene, shot, sampler).tracks
        assert lane.label == track.name == name
        assert [b.name for b in lane.blocks] == [b.name for b in track.bars] == [shot.name]
        assert lane.block_at(0.0) is lane.block_at(shot.duration) is lane.blocks[0]


@pytest.mark.parametrize(("file", "label"), [("foxfire.scene.json", "stage"), ("wick.json", "wick")])
def test_pointing_at_the_stages_lane_tells_its_animation(file: str, label: str) -> None:
    scene = load_scene(REPOSITORY / "examples" / "foxfire" / file, art="none")
    controls = Controls(Player(scene))
    layout = lay_out((1280, 720), 1.0, BarMode.LANES, len(controls.timeline.lanes))
    row, track = layout.rows[0], layout.track
    told = track_tip(layout, controls, track.x + track.width * 0.03, row.middle)
    assert told is not None and told[0] == f"{label}: {scene.shots[0].name}" and "frame" in told[-1]


def test_the_stages_block_is_dimmed_where_its_animation_is_over_as_in_the_chart() -> None:
    scene = one_actor([{"animation": "move", "loops": 1}])
    shot = scene.shot("shot")
    own = scene.stage.skeleton.animations[shot.index].duration
    (block,) = timeline_of(scene, shot).lanes[0].blocks
    (bar,) = contents_of(scene, shot, Sampler(scene)).tracks[0].bars
    assert block.held_from == min(own, shot.duration) == (shot.duration if bar.held_from is None else bar.held_from)


def test_a_track_of_events_without_end_is_told_not_raised() -> None:
    scene = one_actor([{"animation": "move", "loops": 0, "in": 0.0, "out": 2e-8, "speed": 1.0}])
    it = timeline_of(scene, scene.shot("shot"))
    assert it.problem is not None and "loops" in it.problem
    assert not any(lane.events for lane in it.lanes)
    assert all(len(b.loop_times) <= 400 for lane in it.lanes for b in lane.blocks)


@given(st.floats(0.01, 1e5), st.floats(50, 4000), st.floats(20, 200))
def test_the_rulers_figures_keep_their_distance(duration: float, width: float, least: float) -> None:
    step = ruler_step(duration, width, least)
    assert step / duration * width >= least * (1 - 1e-9)
