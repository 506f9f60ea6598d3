"""When sounds begin: every event of a film at its own sample, whatever the frames, the speed and the cuts."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rigbyscene import Scene
from rigbyscene.film.cues import events_before, film_events
from rigbyscene.film.edit import Transition, assemble
from rigbyscene.film.times import parse_fps
from tests.film.sounding import RATE, heard_scene

FPS = ["12", "23.976", "24", "25", "29.97", "30", "43", "50", "59.94", "60"]
BEEP = {"beep": {"audio": "beep.wav"}}


def beeps(*times: float) -> list[dict[str, object]]:
    return [{"name": "beep", "time": t} for t in times]


@pytest.fixture(scope="module")
def one_second(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("scenes")


def starts(scene: Scene, **options: object) -> list[int]:
    return [e.sample for e in film_events(scene, assemble(scene.shots, **options))]  # type: ignore[arg-type]


@given(
    times=st.lists(st.floats(0.0, 0.95), min_size=1, max_size=6).map(sorted),
    fps=st.sampled_from(FPS).map(parse_fps),
    speed=st.sampled_from([Fraction(1), Fraction(2), Fraction(1, 2), Fraction(7, 5), Fraction(1, 3)]),
    duration=st.floats(0.96, 2.5),
)
@settings(max_examples=60)
def test_every_event_sounds_within_a_sample_of_its_time(
    one_second: Path, times: list[float], fps: Fraction, speed: Fraction, duration: float
) -> None:
    """Shot k begins on a frame; an event in it at t sounds t / speed after that, to the sample."""
    durations = {"a": duration, "b": duration}
    scene = heard_scene(one_second, events=BEEP, shots={"a": beeps(*times), "b": beeps(*times)}, durations=durations)
    frames = max(1, int(Fraction(duration) * fps / speed + Fraction(1, 2) + Fraction(1, 10**6)))
    wanted = [(start + t / float(speed)) * RATE for start in (0.0, float(frames / fps)) for t in times]
    found = starts(scene, fps=fps, speed=speed)
    assert len(found) == len(wanted)
    assert np.abs(np.array(found) - wanted).max() <= 1.0


def test_events_of_the_stage_and_of_actors_in_loops_are_all_heard(tmp_path: Path) -> None:
    clips = {"a": [{"animation": "move", "start": 0.25, "loops": 0, "speed": 2}]}
    scene = heard_scene(
        tmp_path, events=BEEP, shots={"a": beeps(0.1)}, moves=beeps(0.5), clips=clips, durations={"a": 2.0}
    )
    edit = assemble(scene.shots, Fraction(30))
    found = [(e.event.source, e.film_s) for e in film_events(scene, edit)]
    assert found == [("stage", Fraction(0.1)), *(("nila", Fraction(t)) for t in (0.5, 1.0, 1.5, 2.0))]


def test_what_lies_at_a_shots_very_start_and_end_is_heard_once(tmp_path: Path) -> None:
    """At 30 frames a second 1.01 s are 30 frames: the end's sound comes 10 ms into the next shot."""
    scene = heard_scene(
        tmp_path, events=BEEP, shots={"a": beeps(0, 1.01), "b": beeps(0)}, durations={"a": 1.01, "b": 1.0}
    )
    assert starts(scene, fps=Fraction(30)) == [0, 48480, 48000]
    assert starts(scene, fps=Fraction(100)) == [0, 48480, 48480]


@given(cuts=st.lists(st.integers(1, 59), max_size=6, unique=True).map(sorted), step=st.sampled_from([1, 2, 3]))
@settings(max_examples=40)
def test_excerpts_that_follow_each_other_hear_each_event_once(one_second: Path, cuts: list[int], step: int) -> None:
    """And what lies before an excerpt, at negative times, is all that those before it have heard."""
    keys = beeps(0, 0.1, 1 / 3, 0.5, 0.51, 1.0)
    scene = heard_scene(one_second, events=BEEP, shots={"a": keys, "b": keys})
    whole = assemble(scene.shots, Fraction(30))
    wanted = [float(e.film_s) for e in film_events(scene, whole)]
    heard: list[float] = []
    for first, end in zip([0, *cuts], [*cuts, 60], strict=True):
        part = whole.trimmed(range(first, end)).stepped(step)
        earlier = [float(e.film_s * step) + first / 30 for e in events_before(scene, part)]
        assert earlier == pytest.approx(heard)
        heard += [float(e.film_s * step) + first / 30 for e in film_events(scene, part)]
    assert heard == pytest.approx(wanted)


def test_in_a_dissolve_both_shots_are_heard_and_a_loop_repeats_them(tmp_path: Path) -> None:
    scene = heard_scene(tmp_path, events=BEEP, shots={"a": beeps(0.9), "b": beeps(0.05)})
    edit = assemble(scene.shots, Fraction(30), transition=Transition("dissolve", Fraction(1, 5))).looped(2)
    assert edit.duration_s == Fraction(18, 5)
    found = [float(e.film_s) for e in film_events(scene, edit)]
    assert found == pytest.approx([0.9, 0.85, 2.7, 2.65])
