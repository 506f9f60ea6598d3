"""Cutting options as typed: all faults in one error, names of films, and the frames that come of them."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import rigbyscene
from rigbyscene.cli.cutting import checked_cut, planned_films
from rigbyscene.cli.naming import NamePattern, parse_name, safe_name
from rigbyscene.cli.parsing import Mistakes
from rigbyscene.cli.requests import Cutting
from rigbyscene.draw.renderer import SceneRenderer
from rigbyscene.errors import UsageError
from rigbyscene.film.compose import Composition
from rigbyscene.film.picture import Picture
from rigbyscene.film.times import frames_between, parse_time_range
from rigbyscene.film.transitions import Transition, parse_transition

SIZE = (64, 48)


def compositions(scene: rigbyscene.Scene, cutting: Cutting, name: str = "film.mp4") -> dict[str, Composition]:
    mistakes = Mistakes()
    cut = checked_cut(cutting, mistakes)
    mistakes.raise_all()
    return {film.output: film.composition for film in planned_films(scene, cut, parse_name(name), SIZE)}


def refused(scene: rigbyscene.Scene, cutting: Cutting, name: str = "film.mp4") -> str:
    with pytest.raises(UsageError) as refusal:
        compositions(scene, cutting, name)
    return str(refusal.value)


@pytest.fixture
def street(scene: Path) -> rigbyscene.Scene:
    return rigbyscene.load_scene(scene)


@pytest.mark.parametrize(
    ("cutting", "frames"),
    [
        (Cutting(), [("meet", i) for i in range(30)] + [("part", i) for i in range(15)]),
        (Cutting(shots=("part", "meet", "part"), fps="4"), [("part", 0), ("part", 1), ("meet", 0), ("meet", 1),
                                                            ("meet", 2), ("meet", 3), ("part", 0), ("part", 1)]),
        (Cutting(frames="28-31"), [("meet", 28), ("meet", 29), ("part", 0), ("part", 1)]),
        (Cutting(range="0.9s-1.1s"), [("meet", 27), ("meet", 28), ("meet", 29), ("part", 0), ("part", 1), ("part", 2)]),
        (Cutting(range="1.4-", loops=2), [("part", 12), ("part", 13), ("part", 14)] * 2),
        (Cutting(step=20), [("meet", 0), ("meet", 20), ("part", 10)]),
        (Cutting(speed=10.0, shots=("meet",)), [("meet", 0), ("meet", 1), ("meet", 2)]),
        (Cutting(fps="2", speed=0.25, shots=("part",)), [("part", i) for i in range(4)]),
    ],
)  # fmt: skip
def test_a_film_has_the_frames_that_were_asked_for(
    street: rigbyscene.Scene, cutting: Cutting, frames: list[tuple[str, int]]
) -> None:
    (film,) = compositions(street, cutting).values()
    edit = film.edit
    shown = [edit.layers(i) for i in range(edit.frame_count)]
    assert [(layer.shot.name, layer.shot_frame) for (layer,) in shown] == frames


def test_all_parts_of_a_composition_meet_in_its_pictures(street: rigbyscene.Scene) -> None:
    cutting = Cutting(letterbox="2:1", burn_in=True, samples=2, shutter_deg=360.0, transition="dissolve:0.2", step=3)
    (film,) = compositions(street, cutting).values()
    frames = film.frames(street, SceneRenderer(street.art), Picture(SIZE))
    assert (frames.size, frames.frame_count, frames.fps) == (SIZE, 13, 30)
    frames.show(9)
    plain = replace(film, burn_in=False, aspect=None).frames(street, SceneRenderer(street.art), Picture(SIZE))
    plain.show(9)
    top, _ = 8, plain.pixels
    assert (frames.pixels[:top] == [0, 0, 0, 255]).all() and (frames.pixels[-2:, :, :3] < 120).any()
    assert np.array_equal(frames.pixels[top:34], plain.pixels[top:34])
    assert len(film.edit.layers(9)) == 2


def test_every_fault_of_what_was_typed_is_told_at_once(street: rigbyscene.Scene) -> None:
    cutting = Cutting(
        fps="fast",
        frames="1-2",
        range="3s",
        step=0,
        speed=float("nan"),
        loops=-1,
        transition="disolve:1",
        letterbox="wide",
        samples=1000,
        shutter_deg=0.0,
    )
    told = refused(street, cutting)
    for option in ("fps", "range", "step", "speed", "loops", "transition", "letterbox", "samples", "shutter"):
        assert f"error: --{option}: " in told
    assert "did you mean 'dissolve'?" in told and "given together with --frames" in told
    assert len(told.splitlines()) == 10


@pytest.mark.parametrize(
    ("cutting", "words"),
    [
        (Cutting(shots=("met", "prat")), "did you mean 'meet'?"),
        (Cutting(range="1s-2s"), "2 s lies outside the film, which is 1.500 s long"),
        (Cutting(range="1.5s-"), "1.5 s lies outside"),
        (Cutting(frames="40-45"), "which has 45 frames"),
        (Cutting(transition="dissolve:0.6"), "shot 'part' has 15 frames, and its dissolves take 18"),
        (Cutting(transition="fade:9999"), "more than 8000 frames"),
    ],
)
def test_what_does_not_fit_the_scene_is_refused_with_its_numbers(
    street: rigbyscene.Scene, cutting: Cutting, words: str
) -> None:
    assert words in refused(street, cutting)


@pytest.mark.parametrize(
    "text", ["", "3", "3s", "-", "a-b", "3-1", "2s-2s", "-1--3", "1-2-3", "1h-2h", "1:2:3:4-", "٣-٤"]
)
def test_what_is_no_range_of_time_is_refused(text: str) -> None:
    with pytest.raises(UsageError, match="such as 1") as refusal:
        parse_time_range(text)
    assert repr(text) in str(refusal.value)


@given(st.integers(0, 400), st.integers(1, 400), st.sampled_from(["24", "30000/1001", "43", "60"]))
def test_a_range_on_frame_boundaries_is_those_frames(first: int, count: int, rate: str) -> None:
    fps = Fraction(rate)
    start, end = first / fps, (first + count) / fps
    text = f"{float(start):.9f}s - {float(end):.9f}s"
    assert frames_between(parse_time_range(text), fps, 900) == range(first, first + count)


@pytest.mark.parametrize(
    ("text", "meant"),
    [
        ("cut", Transition()),
        ("fade:1", Transition("fade", Fraction(1))),
        (" dissolve : .5 s", Transition("dissolve", Fraction(1, 2))),
        ("dissolve", Transition("dissolve", Fraction(1, 2))),
    ],
)
def test_transitions_are_read(text: str, meant: Transition) -> None:
    assert parse_transition(text) == meant


@pytest.mark.parametrize(
    "text", ["", "cut:1", "fade:", "fade:0", "dissolve:-1", "wipe:1", "fade:1:2", "Fade", "fade:1e3"]
)
def test_what_is_no_transition_is_refused(text: str) -> None:
    with pytest.raises(UsageError, match=r"such as dissolve:0\.5"):
        parse_transition(text)


def test_a_film_a_shot_is_made_where_the_name_tells_shots_apart(street: rigbyscene.Scene) -> None:
    films = compositions(street, Cutting(fps="29.97"), "out/{scene}_{n:02}_{shot}_{width}x{height}_{fps}.mp4")
    assert [*films] == ["out/street_01_meet_64x48_29.97.mp4", "out/street_02_part_64x48_29.97.mp4"]
    assert [[piece.shot.name for piece in film.edit.pieces] for film in films.values()] == [["meet"], ["part"]]
    assert [*compositions(street, Cutting(), "{scene} {{take}} {fps}.mp4")] == ["street {take} 30.mp4"]
    assert len(compositions(street, Cutting(shots=("meet",), transition="fade"), "{shot}.mp4")) == 1


@pytest.mark.parametrize(
    ("name", "cutting", "words"),
    [
        ("{shto}.mp4", Cutting(), "did you mean 'shot'?"),
        ("{}.mp4", Cutting(), "'{}' in the name is no field"),
        ("{shot:03}.mp4", Cutting(), "takes no digits"),
        ("{n!r}.mp4", Cutting(), "no field"),
        ("{shot.__class__}.mp4", Cutting(), "no field"),
        ("{shot.mp4", Cutting(), "is not closed"),
        ("shot}.mp4", Cutting(), "a '}' in the name is alone"),
        ("{shot}.mp4", Cutting(shots=("meet", "part", "meet")), "shots 'meet' and 'meet' would both be written to"),
        ("{shot}.mp4", Cutting(transition="fade"), "lies between the shots of one film"),
    ],
)
def test_a_name_that_cannot_be_filled_in_is_refused(
    street: rigbyscene.Scene, name: str, cutting: Cutting, words: str
) -> None:
    assert words in refused(street, cutting, name)


def test_names_that_differ_in_case_or_odd_characters_only_are_one_file_somewhere(street: rigbyscene.Scene) -> None:
    twins = [replace(street.shots[0], name=name) for name in ("a/b", "A_B", "c")]
    street.shots = tuple(twins)
    told = refused(street, Cutting(), "{shot}.mp4")
    assert "shots 'a/b' and 'A_B' would both be written to 'A_B.mp4'" in told and len(told.splitlines()) == 1
    assert len(compositions(street, Cutting(), "{n}{shot}.mp4")) == 3


@given(st.text(max_size=20))
def test_a_shots_name_becomes_part_of_one_file_name_whatever_it_is(shot: str) -> None:
    name = parse_name("{shot}{{.mp4").filled("films/a.scene.json", shot, 1, SIZE, Fraction(30))
    assert name == safe_name(shot) + "{.mp4"
    assert not set(name) & set('/\\:*?"<>|\0\n') and not name.startswith(".") and len(safe_name(shot)) == len(shot)
    name.encode()


@given(st.text(alphabet="{}ashotn:03/. ", max_size=12))
def test_a_pattern_is_filled_in_or_refused(text: str) -> None:
    try:
        pattern = parse_name(text)
    except UsageError:
        return
    pattern.filled("a.json", "b", 1, SIZE, Fraction(24))
    assert isinstance(pattern, NamePattern)
