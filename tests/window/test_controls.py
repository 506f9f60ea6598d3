"""What the user decides, without a window: clock, shots, frames, and going on after a reload."""

from __future__ import annotations

import functools
import re
import tempfile
from fractions import Fraction
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rigbyscene import Scene, load_scene
from rigbyscene.play.choices import OVERLAYS
from rigbyscene.play.controls import SPEEDS, Controls
from rigbyscene.play.keys import ACTIONS, LAYERS, LOOKING, OVERLAY_KEYS, PLAYBACK
from rigbyscene.scene.arguments import LOOPS
from rigbyscene.scene.player import Player
from tests.cli.tiny import write_scene
from tests.conftest import REPOSITORY


@functools.cache
def street() -> Scene:
    with tempfile.TemporaryDirectory() as folder:
        return load_scene(write_scene(Path(folder)), art="none")


def controls(fps: Fraction = Fraction(30)) -> Controls:
    return Controls(Player(street()), fps=fps)


rates = st.sampled_from([Fraction(24), Fraction(30), Fraction(25), Fraction(30000, 1001), Fraction(60), Fraction(1000)])


@given(rates, st.lists(st.integers(-40, 40), max_size=12), st.floats(0, 1))
def test_frame_steps_stay_on_the_grid_and_in_the_shot(fps: Fraction, steps: list[int], start: float) -> None:
    it = controls(fps)
    it.player.play()
    it.seek(start)
    for by in steps:
        before = it.frame
        it.step(by)
        assert not it.player.playing
        last = it.player.shot.duration
        wanted = max(before + by, 0)
        if wanted / fps < last:
            assert it.frame == wanted and it.player.time == float(wanted / fps)
        else:
            assert it.player.time == last


moves = st.sampled_from(
    ["toggle_play", "to_start", "to_end", "next_shot", "cycle_loop", "begin_scrub", "end_scrub", "reset_speed"]
)


@given(st.lists(st.one_of(moves, st.floats(0, 3), st.integers(-3, 3)), max_size=30))
def test_whatever_is_done_time_stays_in_the_shot_and_the_speed_among_those_offered(deeds: list[object]) -> None:
    it = controls()
    for deed in deeds:
        if isinstance(deed, str):
            getattr(it, deed)()
        elif isinstance(deed, float):
            it.tick(deed)
        elif isinstance(deed, int):
            it.change_speed(deed)
            it.seek_by(deed / 3)
        assert 0.0 <= it.player.time <= it.player.shot.duration
        assert it.player.speed in SPEEDS and it.player.loop in LOOPS
        assert it.timeline.shot == it.player.shot.name


def test_a_window_that_slept_goes_on_where_it_was() -> None:
    it = controls()
    it.player.play()
    it.tick(1000.0)
    assert it.player.shot.name == "meet" and it.player.time == 0.25


def test_playing_at_the_end_begins_again() -> None:
    it = controls()
    it.to_end()
    it.toggle_play()
    assert it.player.playing and it.player.time == 0.0
    for loop, shot in (("shot", "part"), ("none", "meet")):
        it.player.loop = loop
        it.go_shot(1)
        it.to_end()
        it.toggle_play()
        assert (it.player.shot.name, it.player.time) == (shot, 0.0), "all again only where all were played"


def test_another_player_goes_on_at_the_same_shot_and_time() -> None:
    it = controls()
    it.go_shot(1)
    it.seek(0.3)
    it.player.play()
    it.player.speed, it.player.loop = 0.5, "all"
    it.replace_player(Player(street()))
    assert (it.player.shot.name, it.player.time, it.player.playing) == ("part", 0.3, True)
    assert (it.player.speed, it.player.loop) == (0.5, "all")
    it.replace_player(Player(street(), ["meet"]))
    assert (it.player.shot.name, it.player.time) == ("meet", 0.0), "its shot is gone: the last there is"
    it.player.speed = 1.0
    it.tick(0.25)
    it.tick(0.25)
    assert [e.name for e in it.log] == ["step", "bell"], "events of the new player come into the log, once"


def test_remarks_go_away_by_themselves() -> None:
    it = controls()
    it.toggle_overlay("bones")
    assert it.toast is not None and it.toast.text == "Bones on"
    assert not it.tick(1.0) and it.toast is not None
    assert it.tick(5.0) and it.toast is None


def test_no_key_means_two_things_and_every_overlay_has_one() -> None:
    bindings = (*PLAYBACK, *LOOKING, *LAYERS)
    keys = [key for b in bindings for key in b.keys]
    assert len(keys) == len(set(keys)) == len(ACTIONS)
    assert set(OVERLAY_KEYS) == set(OVERLAYS)


def test_an_unknown_overlay_is_refused() -> None:
    with pytest.raises(KeyError):
        controls().toggle_overlay("skeletons")


def test_the_guide_tells_of_every_key_and_overlay() -> None:
    text = (REPOSITORY / "docs" / "window.md").read_text(encoding="utf-8")
    told = set(re.findall(r"`([^`]+)`", text))
    assert {b.shown for b in (*PLAYBACK, *LOOKING, *LAYERS) if b.shown} <= told
    assert set(OVERLAYS) <= told
