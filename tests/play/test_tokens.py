"""Saving and restoring: a token stands for the whole future of a player, also in another process."""

from __future__ import annotations

import json
import subprocess
import sys
from copy import deepcopy
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rigbyscene import UsageError
from rigbyscene.api import load_scene
from rigbyscene.formats.assets import MemoryAssets
from rigbyscene.scene.player import Loop, Player
from tests.conftest import REPOSITORY
from tests.play.hearing import listen
from tests.play.little import HERO, little_files, little_scene

SCENE = little_scene(art="none")


def future(player: Player) -> list[object]:
    """What a player tells and shows from now on, for a while."""
    told = listen(player)
    seen: list[object] = [player.shot, player.time, player.playing, player.finished, player.speed, player.loop]
    for dt in (0.0, 0.13, 0.4, 0.0, 1.7):
        player.update(dt)
        seen += [player.shot, player.time, player.actor_bone_transform("hero", "hand")]
        seen += [a.pose.arrays.shown.tolist() for a in player.sample().actors]
    player.skip()
    return seen + list(told)


def wandered(moves: list[tuple[str, float]], loop: Loop) -> Player:
    player = Player(SCENE)
    player.loop = loop
    for move, number in moves:
        if move == "update":
            player.update(number)
        elif move == "seek":
            player.seek(number, "part" if number > 0.5 else None)
        elif move == "speed":
            player.speed = number
        elif move == "play":
            player.play()
        elif move == "pause":
            player.pause()
        elif move == "wear":
            player.wear("hero", "fox" if number > 0.5 else "rainy")
        else:
            player.replace_attachment("hero", "held", "lamp", "torch" if number > 0.5 else None)
    return player


MOVES = st.lists(
    st.tuples(
        st.sampled_from(["update", "update", "seek", "speed", "play", "pause", "wear", "replace"]),
        st.sampled_from([0.0, 0.1, 0.25, 0.7, 1.0, 3.0]),
    ),
    max_size=8,
)


@given(moves=MOVES, loop=st.sampled_from(["none", "shot", "all"]))
@settings(max_examples=60)
def test_a_restored_player_has_the_future_of_the_one_that_was_saved(moves: list[tuple[str, float]], loop: Loop) -> None:
    player = wandered(moves, loop)
    token = player.save()
    restored = Player(SCENE)
    restored.restore(token)
    assert restored.save() == token
    assert future(restored) == future(player)


@given(at=st.integers(0, 20), dt=st.sampled_from([0.05, 0.5, 5.0]), kind=st.sampled_from(["event", "clip", "finished"]))
@settings(max_examples=40)
def test_a_token_of_the_middle_of_a_step_still_tells_what_was_due(at: int, dt: float, kind: str) -> None:
    """A game that saves at an event loses no later event of the same frame."""
    player = Player(SCENE)
    tokens: list[tuple[str, int]] = []
    signal = {"event": player.event_fired, "clip": player.clip_started, "finished": player.shot_finished}[kind]
    told = listen(player)
    signal.connect(lambda _: tokens.append((player.save(), len(told))))  # type: ignore[attr-defined]
    player.play()
    while player.playing:
        player.update(dt)
    token, count = tokens[min(at, len(tokens) - 1)]
    restored = Player(SCENE)
    restored.restore(token)
    rest = listen(restored)
    while restored.playing:
        restored.update(dt)
    assert rest == told[count:]


_OTHER_PROCESS = """
import json, sys
from rigbyscene.scene.player import Player
from tests.play.test_tokens import SCENE, future
player = Player(SCENE)
player.restore(sys.stdin.read())
print(json.dumps([player.save(), repr(future(player))]))
"""


def test_a_token_survives_a_restart() -> None:
    player = wandered([("play", 0), ("speed", 0.7), ("update", 0.7), ("wear", 1.0), ("replace", 1.0)], "all")
    token = player.save()
    assert "\n" not in token
    answer = subprocess.run(
        [sys.executable, "-c", _OTHER_PROCESS],
        input=token,
        capture_output=True,
        text=True,
        check=True,
        cwd=REPOSITORY,
    )
    assert json.loads(answer.stdout) == [token, repr(future(player))]


def other_scene(change: str) -> Player:
    """A player of the scene after it was edited."""
    hero, files = deepcopy(HERO), little_files()
    if change == "event":
        hero["animations"]["walk"]["events"][1]["time"] = 0.2
    elif change == "clip":
        data = json.loads(files["little.scene.json"])
        data["actors"][0]["clips"]["meet"][2]["start"] = 0.5
        files["little.scene.json"] = json.dumps(data).encode()
    elif change == "shot":
        stage = json.loads(files["stage.json"])
        stage["animations"]["meet"]["bones"]["spot"]["translate"][1]["time"] = 2
        files["stage.json"] = json.dumps(stage).encode()
    else:
        hero["bones"][1]["y"] = 11  # what plays when is the same
        hero["skins"][0]["attachments"]["body"]["body"]["path"] = "green"
    files["hero.json"] = json.dumps(hero).encode()
    return Player(load_scene("little.scene.json", art="none", assets=MemoryAssets(files)))


@pytest.mark.parametrize("change", ["event", "clip", "shot"])
def test_a_token_of_an_earlier_version_of_the_scene_is_refused(change: str) -> None:
    player = other_scene(change)
    with pytest.raises(UsageError, match=r"another version of 'little.scene.json'"):
        player.restore(Player(SCENE).save())


def test_what_only_looks_different_takes_the_token() -> None:
    player = other_scene("looks")
    player.restore(wandered([("play", 0), ("update", 0.7)], "none").save())
    assert player.time == pytest.approx(0.7)


def test_a_token_of_another_scene_or_of_other_shots_is_refused() -> None:
    single = Player(SCENE, ["part"])
    with pytest.raises(UsageError, match="of the shots"):
        single.restore(Player(SCENE).save())
    other = json.loads(Player(SCENE).save()) | {"scene": "castle.scene.json", "fingerprint": "0"}
    with pytest.raises(UsageError, match=r"for the scene 'castle.scene.json', not for 'little.scene.json'"):
        single.restore(json.dumps(other))


@pytest.mark.parametrize(
    "text", ["", "not a token", "[1]", "{}", '{"rigbyscene-player": 1}', "null", '"x"', "[" * 99999]
)
def test_what_is_no_token_is_refused_in_plain_words(text: str) -> None:
    with pytest.raises(UsageError, match=r"^error: token: "):
        Player(SCENE).restore(text)


def test_a_token_of_a_later_version_is_refused() -> None:
    token = json.loads(Player(SCENE).save()) | {"rigbyscene-player": 2}
    with pytest.raises(UsageError, match="version"):
        Player(SCENE).restore(json.dumps(token))


HUGE = st.sampled_from([10**308, -(10**308), 10**309, 10**400, -(10**400), 10**4000])
"""Whole numbers that JSON may hold; most of them no float can."""
JUNK = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(-3, 3),
    HUGE,
    st.floats(),
    st.text(max_size=3),
    st.lists(st.integers(0, 2), max_size=4),
    st.tuples(HUGE | st.floats(), st.booleans(), st.integers(0, 3) | HUGE).map(list),
)


@given(
    field=st.sampled_from(["position", "time", "fresh", "ended", "step", "playing", "speed", "loop", "looks"]),
    value=JUNK,
)
@settings(max_examples=300)
def test_a_damaged_token_is_refused_whole_or_good(field: str, value: Any) -> None:
    token = json.dumps(json.loads(Player(SCENE).save()) | {field: value})
    player = wandered([("play", 0), ("update", 0.7), ("wear", 1.0)], "all")
    before = player.save()
    try:
        player.restore(token)
    except UsageError as error:
        assert [d.place for d in error.diagnostics] == [field] and len(str(error)) < 250
        assert player.save() == before
    else:
        future(player)


def test_every_damaged_field_of_a_token_is_told_at_once() -> None:
    damaged = {"time": -1, "playing": "yes", "loop": "ever", "looks": {"hero": {"skin": 1}}}
    with pytest.raises(UsageError) as refused:
        Player(SCENE).restore(json.dumps(json.loads(Player(SCENE).save()) | damaged))
    assert [d.place for d in refused.value.diagnostics] == list(damaged)


def test_a_skin_that_is_gone_is_named() -> None:
    looks = {"hero": {"skin": "foxy", "swaps": []}}
    with pytest.raises(UsageError, match=r"no skin 'foxy'.*did you mean 'fox'"):
        Player(SCENE).restore(json.dumps(json.loads(Player(SCENE).save()) | {"looks": looks}))
