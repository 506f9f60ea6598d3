"""Rates, counts and times of frames."""

from __future__ import annotations

import json
from fractions import Fraction
from pathlib import Path

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from rigbyscene.errors import UsageError
from rigbyscene.film.times import MAX_FPS_TERM, frame_count, frame_time_s, parse_fps, parse_frame_range


@pytest.mark.parametrize(
    ("meant", "exact"),
    [
        (30, "30"),
        ("30", "30"),
        ("30.0", "30"),
        (" 24 ", "24"),
        ("12.5", "25/2"),
        (".5", "1/2"),
        ("23.976", "24000/1001"),
        ("23.98", "24000/1001"),
        ("23.976023976", "24000/1001"),
        ("29.97", "30000/1001"),
        ("29.970", "30000/1001"),
        (29.97, "30000/1001"),
        (30000 / 1001, "30000/1001"),
        ("47.952", "48000/1001"),
        ("59.94", "60000/1001"),
        (59.94, "60000/1001"),
        ("119.88", "120000/1001"),
        ("30000/1001", "30000/1001"),
        ("2997/100", "2997/100"),
        ("60/2", "30"),
        ("24.9", "249/10"),
        ("24.975", "999/40"),
        (Fraction(30000, 1001), "30000/1001"),
    ],
)
def test_a_rate_is_read_as_the_exact_fraction_that_is_meant(meant: object, exact: str) -> None:
    assert parse_fps(meant) == Fraction(exact)


@pytest.mark.parametrize(
    "text",
    ["", "0", "0/5", "5/0", "-25", "-1/2", "nan", "inf", "25fps", "30,5", "1e3", "24:1", "٣٠", "1001", "1/1001001",
     "12.34567890123", "1/2/3", "0x10", "."],
)  # fmt: skip
def test_what_is_no_rate_or_none_that_a_film_can_hold_is_refused(text: str) -> None:
    with pytest.raises(UsageError, match="give a rate such as") as refusal:
        parse_fps(text)
    assert repr(text) in str(refusal.value)


@pytest.mark.parametrize("value", [0.0, -1.0, float("nan"), float("inf"), 1e300, 1e-300])
def test_numbers_that_are_no_rate_are_refused_like_text(value: float) -> None:
    with pytest.raises(UsageError):
        parse_fps(value)


@given(st.integers(1, MAX_FPS_TERM), st.integers(1, MAX_FPS_TERM))
def test_every_fraction_in_range_means_itself(numerator: int, denominator: int) -> None:
    exact = Fraction(numerator, denominator)
    if exact <= 1000:
        assert parse_fps(f"{numerator}/{denominator}") == exact
        assert parse_fps(exact) == exact


def test_frame_counts_equal_the_reference_for_all_shots_and_rates(shared: Path) -> None:
    rows = json.loads((shared / "golden" / "scenes" / "frame_counts.json").read_text())
    assert len(rows) > 50
    wrong = [row for row in rows if frame_count(row[2], Fraction(row[3])) != row[4]]
    assert not wrong


@given(st.integers(1, 200_000), st.sampled_from(["12", "24000/1001", "24", "30000/1001", "43", "60", "25/2"]))
def test_a_duration_of_n_frames_has_n_frames_although_floats_are_inexact(frames: int, rate: str) -> None:
    fps = Fraction(rate)
    assert frame_count(float(frames / fps), fps) == frames


@given(st.integers(1, 100_000), st.integers(-3_000, 3_000))
@example(7, 0)
@example(7, -1)
@example(7, -2)
def test_a_half_frame_counts_and_so_does_what_lies_a_millionth_below(frames: int, millionths: int) -> None:
    # at 1 fps a duration is a number of frames; the float's own error (1e-11 here) stays clear of the millionth
    duration_s = float(frames + Fraction(1, 2) + Fraction(millionths, 1_000_000) + Fraction(1, 10**8))
    assert frame_count(duration_s, Fraction(1)) == frames + (millionths >= -1)


def test_no_duration_still_has_one_frame() -> None:
    assert [frame_count(duration_s, Fraction(24)) for duration_s in (0.0, 1e-9, 0.02)] == [1, 1, 1]


@pytest.mark.parametrize("duration_s", [-1.0, float("nan"), float("inf")])
def test_a_duration_that_is_none_is_a_mistake_of_the_caller(duration_s: float) -> None:
    with pytest.raises(ValueError):
        frame_count(duration_s, Fraction(24))


@given(st.integers(0, 10**7), st.fractions(min_value="1/100", max_value=1000))
def test_the_time_of_a_frame_is_the_nearest_number_to_the_exact_one(index: int, fps: Fraction) -> None:
    assert frame_time_s(index, fps) == float(index / fps)


@pytest.mark.parametrize(
    ("text", "frames"),
    [("0-9", range(10)), ("10-10", range(10, 11)), ("7", range(7, 8)), ("55-", range(55, 60)), ("-4", range(5)),
     (" 3 - 5 ", range(3, 6)), ("0-59", range(60))],
)  # fmt: skip
def test_a_range_of_frames_includes_both_its_ends(text: str, frames: range) -> None:
    assert parse_frame_range(text, 60) == frames


@pytest.mark.parametrize("text", ["", "-", "9-3", "60", "0-60", "60-", "-60", "a-b", "1.5-2", "--3", "1-2-3", "1..2"])
def test_a_range_that_is_empty_backwards_or_outside_is_refused_with_the_legal_one(text: str) -> None:
    with pytest.raises(UsageError, match="from 0 to 59"):
        parse_frame_range(text, 60)
