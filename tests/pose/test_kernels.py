"""The numbers that poses are made of: angles, curves, keys, draw orders."""

from __future__ import annotations

import math

import numba
import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray

from rigbyscene.jit import plain
from rigbyscene.pose.curves import (
    BLOCK,
    LANES,
    X1,
    X2,
    X3,
    Y1,
    Y2,
    Y3,
    S,
    cubic_rows,
    find_key,
    solve_curves,
    solve_parameter,
)
from rigbyscene.pose.pack_timelines import draw_order_of
from rigbyscene.pose.sampling import sequence_picture
from rigbyscene.pose.trig import sin_cos_deg

# inner kernels have no way in from Python; their source is what is compiled
sin_cos = plain(sin_cos_deg)
solve = plain(solve_parameter)
key_at = plain(find_key)
picture_at = plain(sequence_picture)


def cubic_row(
    t1: float, t2: float, v1: float, v2: float, handles: tuple[float, float, float, float]
) -> NDArray[np.float64]:
    """One row of `cubic_rows`."""
    row: NDArray[np.float64] = cubic_rows(*(np.array([n]) for n in (t1, t2, v1, v2)), np.array([handles]))[0]
    return row


@given(st.floats(-1e6, 1e6))
def test_sine_and_cosine_are_right_to_the_last_bits(degrees: float) -> None:
    sin, cos = sin_cos(degrees)
    reduced = math.radians(math.fmod(degrees, 360.0))
    assert math.isclose(sin, math.sin(reduced), abs_tol=3e-15)
    assert math.isclose(cos, math.cos(reduced), abs_tol=3e-15)
    assert math.isclose(sin * sin + cos * cos, 1.0, abs_tol=4e-16)


def test_quarter_turns_are_exact() -> None:
    for turns in range(-9, 10):
        sin, cos = sin_cos(90.0 * turns)
        assert (sin, cos) == [(0, 1), (1, 0), (0, -1), (-1, 0)][turns % 4]


unit = st.floats(0.0, 1.0)


@given(unit, st.floats(-3, 3), unit, st.floats(-3, 3), unit)
def test_a_curve_is_solved_exactly(cx1: float, cy1: float, cx2: float, cy2: float, x: float) -> None:
    t1, t2, v1, v2 = 2.0, 4.5, -1.0, 3.0
    row = cubic_row(t1, t2, v1, v2, (t1 + cx1 * (t2 - t1), cy1, t1 + cx2 * (t2 - t1), cy2))
    s = solve(x, row[X1], row[X2], row[X3])
    assert 0.0 <= s <= 1.0
    at = 3 * (1 - s) ** 2 * s * cx1 + 3 * (1 - s) * s * s * cx2 + s**3
    assert math.isclose(at, x, abs_tol=1e-12)
    bernstein = (1 - s) ** 3 * v1 + 3 * (1 - s) ** 2 * s * cy1 + 3 * (1 - s) * s * s * cy2 + s**3 * v2
    assert math.isclose(v1 + s * (row[Y1] + s * (row[Y2] + s * row[Y3])), bernstein, abs_tol=1e-11)


@given(st.floats(-5, 5), st.floats(-5, 5), unit)
def test_handles_outside_their_segment_still_give_a_solution(cx1: float, cx2: float, x: float) -> None:
    row = cubic_row(0.0, 1.0, 0.0, 1.0, (cx1, 0.0, cx2, 1.0))
    s = solve(x, row[X1], row[X2], row[X3])
    assert 0.0 <= s <= 1.0
    assert abs(s * (row[X1] + s * (row[X2] + s * row[X3])) - x) < 1e-9


@numba.njit(error_model="numpy")
def solve_together(curves: np.ndarray, count: int) -> None:
    solve_curves(curves, count)


handle = st.floats(-5, 5)
curves_in_time = st.tuples(unit, st.one_of(unit, handle), st.one_of(unit, handle))


@given(st.lists(curves_in_time, min_size=1, max_size=9), st.integers(0, 2 * LANES))
def test_curves_solved_side_by_side_are_those_solved_alone_to_the_last_bit(
    given_curves: list[tuple[float, float, float]], others: int
) -> None:
    given_curves = [(0.5, 0.2, 0.9)] * others + given_curves
    count = len(given_curves)
    blocks = np.full(-(-count // LANES) * BLOCK, 0.25)  # what the moment before left behind
    rows = [cubic_row(0.0, 1.0, 0.0, 1.0, (cx1, 0.0, cx2, 1.0)) for _, cx1, cx2 in given_curves]
    lanes = [i // LANES * BLOCK + i % LANES for i in range(count)]
    for lane, (x, _, _), row in zip(lanes, given_curves, rows, strict=True):
        blocks[[lane, lane + X1 * LANES, lane + X2 * LANES, lane + X3 * LANES]] = x, *row[X1 : X3 + 1]
    solve_together(blocks, count)
    alone = [solve(x, row[X1], row[X2], row[X3]) for (x, _, _), row in zip(given_curves, rows, strict=True)]
    assert [blocks[lane + S] for lane in lanes] == alone


@given(st.lists(st.floats(-10, 10), min_size=1, max_size=12), st.floats(-12, 12))
def test_the_last_key_not_after_the_time_is_found(times: list[float], time: float) -> None:
    ordered = np.array([99.0, *sorted(times)])
    found = key_at(ordered, 1, len(times), time)
    assert found == int(np.searchsorted(ordered[1:], time, side="right")) - 1


@given(st.integers(1, 9), st.data())
def test_a_draw_order_is_always_a_permutation(count: int, data: st.DataObject) -> None:
    offsets = data.draw(st.lists(st.tuples(st.integers(0, count - 1), st.integers(-12, 12)), max_size=12))
    order = draw_order_of(count, tuple(offsets))
    assert sorted(order) == list(range(count))
    first: dict[int, int] = {}
    for slot, offset in sorted(offsets):
        first.setdefault(slot, offset)
    free = {slot + offset for slot, offset in first.items()}
    if len(free) == len(first) and all(0 <= place < count for place in free):  # nobody collides
        for slot, offset in first.items():
            assert order[slot + offset] == slot
        rest = [slot for slot in order if slot not in first]
        assert rest == sorted(rest)


@given(st.integers(0, 6), st.integers(0, 7), st.integers(1, 6), st.integers(0, 400))
@settings(max_examples=300)
def test_frame_n_of_a_sequence_shows_picture_n_whatever_the_rounding(mode: int, index: int, count: int, n: int) -> None:
    delay = 1 / 60
    for key_time in (0.0, 5.0, 5.00001):  # as files round 300/60
        for wrong in (1.0, 1.0 + 1e-7, 1.0 - 1e-7):
            shown = picture_at(
                mode, index, (5.0 + n * delay) - key_time if key_time else n * delay, delay * wrong, count
            )
            i = index if mode == 0 else index + n
            assert shown == picture_by_hand(mode, i, count)


def picture_by_hand(mode: int, n: int, count: int) -> int:
    forth_and_back = list(range(count)) + list(range(count - 2, 0, -1))
    return {
        0: min(n, count - 1),
        1: min(n, count - 1),
        2: n % count,
        3: forth_and_back[n % len(forth_and_back)],
        4: max(count - 1 - n, 0),
        5: count - 1 - n % count,
        6: forth_and_back[(n + count - 1) % len(forth_and_back)],
    }[mode]
