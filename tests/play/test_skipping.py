"""Skipping, and callbacks that interfere: each happening is told once and in order, whoever does what meanwhile."""

from __future__ import annotations

import itertools
from collections.abc import Callable

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rigbyscene.scene.events import SceneEvent
from rigbyscene.scene.moments import ClipStart
from rigbyscene.scene.player import Loop, Player
from tests.play.hearing import Told, listen, played, without_skips
from tests.play.little import little_scene

SCENE = little_scene(art="none")
SHOTS = st.lists(st.sampled_from(["meet", "part"]), min_size=1, max_size=4)
STEPS = st.lists(st.sampled_from([0.0, 0.01, 0.05, 0.1, 0.3, 1.0]), max_size=8)


def whole(shots: list[str]) -> list[Told]:
    """All that playing `shots` tells."""
    player = Player(SCENE, shots)
    told = listen(player)
    played(player)
    return told


def test_clips_start_with_the_shot_or_in_it_before_the_events_of_that_moment() -> None:
    told = [
        (t.actor, t.animation, t.time) if isinstance(t, ClipStart) else (t.source, t.name, t.time)
        for t in whole(["meet"])
        if not isinstance(t, tuple)
    ]
    assert told[:3] == [("hero", "walk", 0.0), ("twin", "walk", 0.0), ("stage", "bell", 0.0)]
    assert told[-3:] == [("hero", "wave", 0.6), ("twin", "wave", 0.6), ("stage", "bell", 0.6)]


@given(shots=SHOTS, steps=STEPS, loop=st.sampled_from(["none", "shot", "all"]), paused=st.booleans())
@settings(max_examples=60)
def test_a_skip_tells_the_rest_once_in_order_and_stands_on_the_last_frame(
    shots: list[str], steps: list[float], loop: Loop, paused: bool
) -> None:
    player = Player(SCENE, shots)
    told = listen(player)
    player.play()
    for dt in steps:
        player.update(dt)
    if not player.finished:
        player.loop = loop
        asked = ("skipped", player.shot.name)
        if paused:
            player.pause()
        player.skip()
        assert told == [*whole(shots), asked]
    assert player.finished and not player.playing
    assert player.shot.name == shots[-1] and player.time == player.shot.duration
    count = len(told)
    player.skip()
    player.update(1.0)
    assert len(told) == count


@given(shots=SHOTS, steps=STEPS, skip_at=st.integers(0, 30), how=st.sampled_from(["event", "clip", "finished"]))
@settings(max_examples=60)
def test_a_skip_that_a_callback_asks_for_is_the_same(
    shots: list[str], steps: list[float], skip_at: int, how: str
) -> None:
    player = Player(SCENE, shots)
    counter = itertools.count()

    def skip_now(_: object) -> None:
        if next(counter) == skip_at:
            player.skip()

    told = listen(player)
    signal = {"event": player.event_fired, "clip": player.clip_started, "finished": player.shot_finished}[how]
    signal.connect(skip_now)  # type: ignore[attr-defined]
    player.play()
    for dt in [*steps, 100.0]:
        player.update(dt)
    assert without_skips(told) == whole(shots)
    assert player.finished


def test_without_events_a_skip_tells_the_ends_of_shots_alone() -> None:
    player = Player(SCENE)
    told = listen(player)
    player.play()
    player.update(0.0)
    del told[:]
    player.skip(fire_events=False)
    assert told == [("finished", "meet"), ("finished", "part"), ("skipped", "meet")]
    assert player.finished and player.time == player.shot.duration


@pytest.mark.parametrize("dt", [0.01, 0.4, 5.0])
def test_a_player_paused_at_each_end_goes_on_with_the_next_shot(dt: float) -> None:
    """Waiting for a key between shots: an end that was told is not told again by the next update."""
    player = Player(SCENE, ["meet", "part", "meet"])
    told = listen(player)
    player.shot_finished.connect(lambda shot: player.pause())
    for _ in range(3):
        assert not player.finished
        player.play()
        for _ in range(200):
            player.update(dt)
    assert player.finished and told == whole(["meet", "part", "meet"])


MOVES: dict[str, Callable[[Player], None]] = {
    "seek": lambda player: player.seek(0.2, "part"),
    "play": lambda player: player.play("part"),
    "restore": lambda player: player.restore(Player(SCENE).save()),
}


@pytest.mark.parametrize("way", ["update", "skip"])
@pytest.mark.parametrize("move", MOVES)
def test_moving_the_clock_in_a_callback_leaves_the_rest_of_the_way_untold(move: str, way: str) -> None:
    player = Player(SCENE)
    names: list[str] = []

    def on_event(event: SceneEvent) -> None:
        names.append(event.name)
        if len(names) == 2:
            MOVES[move](player)

    player.event_fired.connect(on_event)
    player.play()
    if way == "update":
        player.update(50.0)
    else:
        player.skip()
    there = Player(SCENE)
    MOVES[move](there)
    assert len(names) == 2 and (player.shot, player.time) == (there.shot, there.time)


@given(step=st.sampled_from([0.05, 0.3, 5.0]), fails_at=st.integers(0, 12), way=st.sampled_from(["update", "skip"]))
@settings(max_examples=30)
def test_what_a_failing_callback_kept_back_is_told_next_time(step: float, fails_at: int, way: str) -> None:
    player = Player(SCENE)
    told = listen(player)
    counter = itertools.count()

    def fail(_: object) -> None:
        if next(counter) == fails_at:
            raise ValueError("the game's own fault")

    player.event_fired.connect(fail)
    player.play()
    for _ in range(100):
        try:
            player.update(step) if way == "update" else player.skip()
        except ValueError:
            continue
    assert without_skips(told) == whole(["meet", "part"])
