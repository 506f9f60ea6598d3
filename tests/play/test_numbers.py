"""Numbers that a game gives a player, however wild: judged before anything moves, and never a step without an end."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rigbyscene import UsageError
from rigbyscene.scene.clock import MOST_ROUNDS_A_STEP
from rigbyscene.scene.player import Player
from rigbyscene.scene.scene import Shot
from tests.play.hearing import listen
from tests.play.little import little_scene

SCENE = little_scene(art="none")

NO_NUMBERS = [
    10**400,
    -(10**400),
    10**5000,
    math.nan,
    math.inf,
    "1",
    "9" * 999,
    None,
    [1.0],
    1j,
    True,
    np.float64("nan"),
]


def set_speed(player: Player, value: Any) -> None:
    player.speed = value


ASKS: dict[str, Callable[[Player, Any], object]] = {
    "seek": lambda player, value: player.seek(value),
    "speed": set_speed,
    "update": lambda player, value: player.update(value),
    "shot 'part'": lambda player, value: player.scene.sample("part", value),
}


@pytest.mark.parametrize("value", NO_NUMBERS, ids=lambda value: repr(type(value)))
@pytest.mark.parametrize("place", ASKS)
def test_what_is_no_number_is_refused_by_name_and_in_few_words(place: str, value: Any) -> None:
    player = Player(SCENE)
    player.play("part")
    before = player.save()
    with pytest.raises(UsageError, match=f"little.scene.json: {place}: the [a-z]+ is .*; give ") as refused:
        ASKS[place](player, value)
    assert len(str(refused.value)) < 250
    assert player.save() == before


@pytest.mark.parametrize("kind", [int, np.int64, np.float32, np.float64])
def test_any_kind_of_real_number_will_do(kind: Any) -> None:
    player = Player(SCENE)
    player.speed = kind(2)
    player.play("meet")
    player.update(kind(1) / 4)
    assert player.time == 0.5
    player.seek(kind(1), "meet")
    later = Player(SCENE)
    later.restore(player.save())
    assert (later.time, later.speed) == (player.time, player.speed)


@given(
    loop=st.sampled_from(["shot", "all"]),
    shots=st.sampled_from([["meet"], ["part"], ["meet", "part"], ["part", "meet", "part"]]),
    dt=st.one_of(st.sampled_from([1e308, 1.7e308, 1e9, 3600.0 * 8]), st.floats(2000.0, 1e12)),
    speed=st.sampled_from([1.0, 1e300]),
)
@settings(max_examples=6)
def test_a_step_of_any_length_ends_and_leaves_out_whole_rounds_alone(
    loop: Any, shots: list[str], dt: float, speed: float
) -> None:
    player = Player(SCENE, shots)
    player.loop, player.speed = loop, speed
    ends: list[Shot] = []
    player.shot_finished.connect(ends.append)
    player.play()
    player.update(dt)
    in_a_round = player.shots[:1] if loop == "shot" else player.shots
    rounds = ends[: MOST_ROUNDS_A_STEP * len(in_a_round)]
    assert rounds == list(in_a_round) * MOST_ROUNDS_A_STEP
    assert len(ends) - len(rounds) <= len(in_a_round) and player.playing
    assert 0.0 <= player.time <= player.shot.duration


@given(rounds=st.integers(0, 40), rest=st.sampled_from([0.1, 0.35]), loop=st.sampled_from(["shot", "all"]))
@settings(max_examples=20)
def test_a_long_step_within_the_limit_tells_what_short_ones_tell(rounds: int, rest: float, loop: Any) -> None:
    once, often = Player(SCENE, ["part", "meet"]), Player(SCENE, ["part", "meet"])
    heard = [listen(player) for player in (once, often)]
    for player in (once, often):
        player.loop = loop
        player.play()
    whole = once.shot.duration if loop == "shot" else sum(shot.duration for shot in once.shots)
    once.update(rounds * whole + rest)
    for _ in range(rounds):
        often.update(whole)
    often.update(rest)
    assert heard[0] == heard[1]
    assert once.shot == often.shot and once.time == pytest.approx(often.time)


def test_what_follows_the_rounds_left_out_is_where_it_would_have_been() -> None:
    player = Player(SCENE, ["meet", "part"])
    player.loop = "all"
    whole = sum(shot.duration for shot in player.shots)
    player.play()
    player.update(whole * 2**40 + 0.25)
    assert player.shot.name == "meet" and player.time == pytest.approx(0.25, abs=1e-3)
