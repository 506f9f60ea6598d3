"""Cutting lists: every frame's moment is exact, spans and frames tell one story, impossible edits are refused."""

from __future__ import annotations

import math
import pickle
from fractions import Fraction
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rigbyscene.errors import UsageError
from rigbyscene.film.edit import Edit, assemble
from rigbyscene.film.times import parse_fps
from rigbyscene.film.transitions import Transition
from rigbyscene.scene.scene import Shot

RATES = [parse_fps(text) for text in ("12", "23.976", "24", "25", "29.97", "30", "43", "50", "59.94", "60")]

rates = st.sampled_from(RATES)
speeds = st.sampled_from([Fraction(1), Fraction(2), Fraction(1, 2), Fraction(3, 7), Fraction("1.37")])
on_grid = st.builds(lambda n, fps: n / float(fps), st.integers(0, 90), rates)
off_grid = st.floats(0.0, 3.0)
durations = st.lists(on_grid | off_grid, min_size=1, max_size=5)
transitions = st.builds(
    Transition, st.sampled_from(["cut", "fade", "dissolve"]), st.sampled_from([Fraction(1, 30), Fraction(1, 2)])
)


def shots_of(durations: list[float]) -> list[Shot]:
    return [Shot(f"shot {k}", k, duration) for k, duration in enumerate(durations)]


@st.composite
def edits(draw: st.DrawFn) -> Edit:
    """Edits of all kinds: a cut film where the shots that were drawn are too short for the transition."""
    shots, fps, speed = shots_of(draw(durations)), draw(rates), draw(speeds)
    try:
        edit = assemble(shots, fps, speed=speed, transition=draw(transitions))
    except UsageError:
        edit = assemble(shots, fps, speed=speed)
    first = draw(st.integers(0, edit.uncut_frame_count - 1))
    last = draw(st.integers(first, edit.uncut_frame_count - 1))
    if draw(st.booleans()):
        edit = edit.trimmed(range(first, last + 1))
    return edit.stepped(draw(st.sampled_from([1, 1, 2, 3, 7]))).looped(draw(st.sampled_from([1, 1, 2, 3])))


@given(durations, rates, speeds)
def test_a_shot_has_the_frames_of_its_length_at_its_speed(lengths: list[float], fps: Fraction, speed: Fraction) -> None:
    edit = assemble(shots_of(lengths), fps, speed=speed)
    counts = [piece.end_frame - piece.first_frame for piece in edit.pieces]
    for count, length in zip(counts, lengths, strict=True):
        exact = Fraction(length) / speed * fps
        assert count == max(1, math.floor(exact + Fraction(1, 2) + Fraction(1, 1_000_000)))
    assert edit.frame_count == edit.uncut_frame_count == sum(counts)


@pytest.mark.parametrize("fps", RATES)
@pytest.mark.parametrize("count", [1, 2, 59, 100, 1001])
def test_a_shot_of_n_frames_has_n_frames_at_every_rate(fps: Fraction, count: int) -> None:
    shots = shots_of([count / float(fps)] * 3)
    assert assemble(shots, fps).frame_count == 3 * count
    assert assemble(shots, fps, speed=Fraction(1, 2)).frame_count == 6 * count


@given(edits())
def test_each_frame_shows_what_its_spans_say_at_that_moment(edit: Edit) -> None:
    for index in {0, edit.frame_count // 2, edit.frame_count - 1, *range(min(20, edit.frame_count))}:
        film_time = index / edit.fps
        loop = index // len(edit.frames)
        running = [
            span
            for span in edit.spans()
            if span.film_start_s <= film_time < span.film_end_s
            and loop * len(edit.frames) <= span.film_start_s * edit.fps < (loop + 1) * len(edit.frames)
        ]
        layers = edit.layers(index)
        assert [span.shot for span in running] == [layer.shot for layer in layers]
        for span, layer in zip(running, layers, strict=True):
            shot_time = span.shot_start_s + (film_time - span.film_start_s) * span.speed
            assert edit.shot_time_s(layer.shot_frame) == float(shot_time)
            assert span.film_time_s(shot_time) == film_time


@given(edits())
def test_spans_are_as_long_as_the_film_and_overlap_by_its_dissolves(edit: Edit) -> None:
    spans = edit.spans()
    overlaps = sum(max(Fraction(0), a.film_end_s - b.film_start_s) for a, b in pairwise(spans))
    uncut_length = Fraction(edit.frames.stop - edit.frames.start) / (edit.fps * edit.frames.step)
    if edit.loops == 1:
        assert sum(span.length_s for span in spans) - overlaps == uncut_length
    assert 0 <= edit.duration_s - edit.loops * uncut_length < edit.loops / edit.fps
    assert all(span.length_s > 0 for span in spans)


@given(edits(), st.floats(0.0, 3.0), st.integers(0, 4))
def test_a_moment_of_a_shot_lies_in_one_stretch_a_loop_where_the_film_shows_it(
    edit: Edit, moment: float, number: int
) -> None:
    piece = edit.pieces[number % len(edit.pieces)]
    holding = [span for span in edit.spans() if span.shot == piece.shot and span.holds(moment)]
    frame = piece.first_frame + Fraction(moment) * edit.fps / edit.speed
    tolerance = Fraction(1, 1000)
    if edit.frames.start + tolerance < frame < min(piece.end_frame, edit.frames.stop) - tolerance:
        assert len(holding) == edit.loops
        for loop, span in enumerate(holding):
            place = (frame - edit.frames.start) / edit.frames.step + loop * len(edit.frames)
            assert span.film_time_s(moment) * edit.fps == place
    elif (moment > piece.shot.duration + 1e-6 and frame > piece.end_frame) or frame < edit.frames.start - tolerance:
        assert holding == []


@pytest.mark.parametrize("fps", RATES)
def test_the_end_of_a_shot_is_held_whether_its_frames_round_up_or_down(fps: Fraction) -> None:
    for part in (-0.49, -0.2, 0.0, 0.2, 0.49):
        (span,) = assemble(shots_of([(40 + part) / float(fps)]), fps).spans()
        assert span.holds(0.0) and span.holds(span.shot.duration)
        assert abs(span.film_time_s(span.shot.duration) - span.film_end_s) * fps <= Fraction(1, 2)


@given(edits())
def test_weights_are_whole_but_in_transitions_and_sum_to_one_but_in_fades(edit: Edit) -> None:
    rises = any(piece.rise for piece in edit.pieces)
    dissolves = any(b.first_frame < a.end_frame for a, b in pairwise(edit.pieces))
    assert edit.is_mixed == rises or len(edit.pieces) == 1
    for index in range(edit.frame_count):
        layers = edit.layers(index)
        total = sum(layer.weight for layer in layers)
        assert 1 <= len(layers) <= (2 if dissolves else 1)
        assert total == 1 or (rises and not dissolves and 0 < total < 1)


def test_a_dissolve_overlaps_two_shots_and_is_the_same_backwards() -> None:
    edit = assemble(shots_of([2.0, 1.0]), Fraction(30), transition=Transition("dissolve", Fraction(1, 2)))
    assert edit.frame_count == 60 + 30 - 15
    mixed = [edit.layers(i) for i in range(45, 60)]
    assert [tuple(layer.shot_frame for layer in layers) for layers in mixed] == [(45 + k, k) for k in range(15)]
    incoming = [layers[1].weight for layers in mixed]
    assert incoming == [1 - weight for weight in reversed(incoming)]
    assert incoming[7] == Fraction(1, 2)
    assert [len(edit.layers(i)) for i in (0, 44, 60, 74)] == [1, 1, 1, 1]


def test_a_fade_takes_half_its_time_on_each_side_of_the_cut_and_none_of_the_film() -> None:
    edit = assemble(shots_of([1.0, 1.0]), Fraction(24), transition=Transition("fade", Fraction(1, 3)))
    assert edit.frame_count == 48
    weights = [edit.layers(i)[0].weight for i in range(48)]
    assert weights[:20] == [1] * 20 and weights[28:] == [1] * 20
    assert weights[20:24] == [Fraction(n, 8) for n in (7, 5, 3, 1)] == weights[27:23:-1]


def test_every_shot_that_is_too_short_for_its_transitions_is_named_in_one_refusal() -> None:
    shots = [Shot("long", 0, 2.0), Shot("short", 1, 0.5), Shot("middle", 2, 0.9), Shot("brief", 3, 0.4)]
    with pytest.raises(UsageError) as refusal:
        assemble(shots, Fraction(30), transition=Transition("dissolve", Fraction(1, 2)))
    told = str(refusal.value).splitlines()
    assert [name for name in ("long", "short", "middle", "brief") if any(repr(name) in line for line in told)] == [
        "short",
        "middle",
        "brief",
    ]
    assert "has 27 frames, and its dissolves take 30" in told[1]
    whole = assemble(shots[:1] * 2, Fraction(30), transition=Transition("dissolve", Fraction(2)))
    assert whole.frame_count == 60


@given(edits())
def test_chapters_cover_the_film_without_gaps_and_begin_where_their_shot_is_first_seen(edit: Edit) -> None:
    chapters = edit.chapters()
    assert chapters[0].start_s == 0 and chapters[-1].end_s == edit.duration_s
    assert all(a.end_s == b.start_s for a, b in pairwise(chapters))
    for chapter in chapters:
        frame = int(chapter.start_s * edit.fps)
        assert frame == chapter.start_s * edit.fps and chapter.start_s < chapter.end_s
        assert chapter.title == edit.layers(frame)[-1].shot.name


def test_an_excerpt_of_a_film_in_steps_shows_frames_of_the_whole_and_returns_whole_from_another_process() -> None:
    whole = assemble(shots_of([1.0, 1.0, 1.0]), Fraction(30000, 1001), speed=Fraction(2))
    part = whole.trimmed(range(10, 40)).stepped(4).looped(2)
    assert part.frame_count == 16
    for index in range(16):
        assert part.layers(index) == whole.layers(10 + 4 * (index % 8))
    assert pickle.loads(pickle.dumps(part)) == part
    for index in (-1, 16):
        with pytest.raises(IndexError):
            part.layers(index)
