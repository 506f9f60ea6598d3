"""What the overlay of frame times says is measured, or said to be not."""

from __future__ import annotations

import itertools
import re

from hypothesis import given
from hypothesis import strategies as st

from rigbyscene.play.timing import FrameTimes

frames = st.lists(st.tuples(st.floats(0.001, 0.1), st.booleans()), max_size=200)


@given(frames, st.booleans())
def test_only_frames_while_time_passes_are_counted_and_only_then_there_is_a_rate(
    drawn: list[tuple[float, bool]], moving: bool
) -> None:
    times = FrameTimes()
    for between_s, moves in drawn:
        times.add(between_s if moves else 30.0, 0.0005, moving=moves)
    followed = [b for (_, before), (b, now) in itertools.pairwise(drawn) if before and now]
    rate, work = times.words(moving)
    assert times.recorded == min(len(followed), len(times.between_ms))
    assert ("0.50 ms" in work) == bool(followed)
    found = re.match(r"(\d+) frames a second", rate)
    assert bool(found) == (moving and bool(followed)), rate
    if found:
        last = followed[-30:]
        assert 1 / max(last) - 1 <= int(found[1]) <= 1 / min(last) + 1


def test_a_window_that_stands_still_and_a_first_frame_have_no_numbers() -> None:
    for moving in (False, True):
        rate, work = FrameTimes().words(moving)
        assert not re.search(r"\d", rate) and "ms" not in work
