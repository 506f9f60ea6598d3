"""Events: each fires once, in order, at its time, whatever the steps."""

from __future__ import annotations

import itertools
from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rigbyscene import BadFileError, Scene
from rigbyscene.scene.events import SceneEvent
from rigbyscene.scene.player import Player
from tests.posing import case_scene, expected, one_actor


def fired(scene: Scene, times: list[float], shot: str = "shot") -> list[SceneEvent]:
    """What playing through `times`, the first of them 0, fires."""
    events = scene.events(shot, times[0], times[0], include_start=True)
    for before, after in itertools.pairwise(times):
        events += scene.events(shot, before, after)
    return events


def test_events_at_zero_and_at_the_end_fire_at_any_rate() -> None:
    scene, wanted = case_scene(46, "c.scene.json"), expected(46)
    for fps in wanted["for_fps"]:
        events = fired(scene, [float(Fraction(i, fps)) for i in range(5 * fps + 1)])
        assert [e.name for e in events] == ["first", "mid", "last"]
        assert (events[1].int_value, events[1].string_value) == (4, "x")
    assert [e.name for e in fired(scene, [0.0, 5.0])] == wanted["single_step_5s"]


def test_a_finished_clip_fires_nothing_more() -> None:
    scene = case_scene(48, "c.scene.json")
    assert len(fired(scene, [i / 30 for i in range(8 * 30 + 1)])) == expected(48)["events_total"]


steps = st.lists(st.floats(0.001, 2.5), min_size=1, max_size=40)
a_clip = st.fixed_dictionaries(
    {
        "animation": st.sampled_from(["move", "far"]),
        "start": st.integers(-10, 50).map(lambda n: n / 10),
        "speed": st.sampled_from([1, 2, 0.5, -1, -2, 0]),
        "loops": st.sampled_from([0, 1, 2, 2.5, 0.5]),
        "in": st.sampled_from([0, 0.25, 0.5]),
        "out": st.sampled_from([None, 0.5, 0.75]),
    }
)


@given(st.lists(a_clip, min_size=1, max_size=4), steps)
@settings(max_examples=80)
def test_the_same_events_fire_in_the_same_order_in_one_step_or_many(clips: list[dict], gaps: list[float]) -> None:  # type: ignore[type-arg]
    scene = one_actor(clips)
    times = [0.0]
    for gap in gaps:
        times.append(times[-1] + gap)
    whole = scene.events("shot", 0.0, times[-1], include_start=True)
    assert fired(scene, times) == whole
    assert all(b.time > a.time - 2e-9 for a, b in itertools.pairwise(whole))
    assert all(0.0 <= e.time <= times[-1] + 1e-9 for e in whole)


@given(st.sampled_from([1, 2, 0.5, -1, -0.5]), st.sampled_from([1, 2, 3, 2.5, 0.5]), st.floats(0.0, 2.0))
def test_a_looping_clip_fires_in_every_loop_and_a_key_at_the_seam_twice(
    speed: float, loops: float, start: float
) -> None:
    """`move` has keys at 0, 0.5 and 1 of its second."""
    events = one_actor([{"animation": "move", "start": start, "speed": speed, "loops": loops}]).events(
        "shot", 0.0, 100.0, include_start=True
    )
    order = ["first", "mid", "last"] if speed > 0 else ["last", "mid", "first"]
    count = {1: 3, 2: 6, 3: 9, 2.5: 8, 0.5: 2}[loops]  # half a loop ends on the middle key, as the hold begins
    assert [e.name for e in events] == (order * 3)[:count]
    times = [e.time for e in events]
    halves = [0, 1, 2, 2, 3, 4, 4, 5, 6]
    assert times == pytest.approx([start + h * 0.5 / abs(speed) for h in halves[:count]])


def test_a_hold_fires_the_keys_at_its_moment_once_when_it_starts() -> None:
    for hold in ({"speed": 0, "in": 0.5}, {"in": 0.5, "out": 0.5}):
        events = one_actor([{"animation": "move", "start": 1.5, "loops": 0, **hold}]).events("shot", 0.0, 50.0)
        assert [(e.name, e.time) for e in events] == [("mid", 1.5)]


def test_at_one_time_the_ending_clip_fires_before_the_beginning_one() -> None:
    clips = [{"animation": "move", "start": 0, "loops": 0}, {"animation": "move", "start": 1}]
    events = one_actor(clips).events("shot", 0.9, 1.1)
    assert [e.name for e in events] == ["last", "first", "first"]  # loop 1's end, loop 2's start, the next clip's


def test_an_outgoing_clip_fires_nothing_after_the_next_has_started() -> None:
    clips = [{"animation": "move", "start": 0, "loops": 0}, {"animation": "far", "start": 1.2, "blend": 1}]
    assert [e.name for e in one_actor(clips).events("shot", 1.0, 9.0)] == []


def test_a_clip_of_no_length_does_not_spin() -> None:
    clips = [{"animation": "move", "start": 0, "in": 0.5, "out": 0.5 + 1e-7, "loops": 0, "speed": 100}]
    scene = one_actor(clips)
    assert scene.sample("shot", 3.0)
    with pytest.raises(BadFileError, match="widen") as refused:
        scene.events("shot", 0.0, 3.0)
    (told,) = refused.value.diagnostics
    assert (told.file, told.place) == ("t.scene.json", "actors[0].clips.shot[0]")


def test_seeking_fires_nothing_and_playing_on_fires_what_follows() -> None:
    player = Player(case_scene(46, "c.scene.json"))
    names: list[str] = []
    player.event_fired.connect(lambda event: names.append(event.name))
    player.play("shot")
    player.seek(0.75)
    player.update(0.1)
    assert names == []
    player.update(0.2)
    assert names == ["last"]
    player.seek(0.0)
    player.update(0.6)
    assert names == ["last", "mid"]


def test_a_player_fires_the_start_the_end_and_goes_on_to_the_next_shot() -> None:
    player = Player(case_scene(46, "c.scene.json"))
    names: list[str] = []
    ended: list[str] = []
    player.event_fired.connect(lambda event: names.append(event.name))
    player.shot_finished.connect(lambda shot: ended.append(shot.name))
    player.play()
    player.update(0.0)
    assert names == ["first"]
    player.update(8.5)  # the first shot lasts 8 s
    assert names == ["first", "mid", "last"]
    assert ended == ["shot"] and player.shot.name == "two" and player.time == pytest.approx(0.5)
    player.update(99.0)
    assert ended == ["shot", "two"] and not player.playing and player.finished and player.time == player.shot.duration
    player.play()
    assert player.shot.name == "shot" and player.time == 0.0


@given(fps=st.sampled_from([12, 24, 25, 30, 43, 60, 144]), speed=st.sampled_from([0.1, 1.0, 3.0]))
@settings(max_examples=21)
def test_a_player_in_steps_of_any_rate_comes_to_stand_exactly_at_the_end(fps: int, speed: float) -> None:
    player = Player(case_scene(46, "c.scene.json"), ["two"])
    player.speed = speed
    player.play()
    for _ in range(2 * 144 * 10 + 1):
        player.update(1 / fps)
    assert not player.playing and player.finished and player.time == player.shot.duration


@pytest.mark.parametrize("loop", ["shot", "all"])
def test_a_looping_player_goes_round_as_often_as_the_time_says(loop: str) -> None:
    player = Player(case_scene(46, "c.scene.json"), ["two"])
    player.loop = loop  # type: ignore[assignment]
    ended: list[str] = []
    player.shot_finished.connect(lambda shot: ended.append(shot.name))
    player.play()
    player.update(7.0)  # the shot lasts 2 s
    assert ended == ["two"] * 3 and player.time == pytest.approx(1.0)


def test_speed_multiplies_the_clock_and_zero_stands_still() -> None:
    player = Player(case_scene(46, "c.scene.json"))
    player.play()
    player.speed = 2.0
    player.update(0.25)
    assert player.time == pytest.approx(0.5)
    player.speed = 0.0
    player.update(10.0)
    assert player.time == pytest.approx(0.5)
