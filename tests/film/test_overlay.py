"""Bars and burnt-in words: right whatever was shown before, read by people, told of in the bands."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from rigbyscene import Scene, load_scene
from rigbyscene.draw.renderer import SceneRenderer
from rigbyscene.errors import UsageError
from rigbyscene.film.burn_in import BurnIn, burnt_in
from rigbyscene.film.edit import Edit, assemble
from rigbyscene.film.frames import EditFrames
from rigbyscene.film.letterbox import Letterbox, parse_aspect
from rigbyscene.film.lettering import Letters
from rigbyscene.film.overlay import Overlaid
from rigbyscene.film.picture import Picture
from rigbyscene.film.times import parse_fps, timecode
from rigbyscene.film.transitions import Transition
from rigbyscene.scene.scene import Shot
from tests.film.follower import Follower

DEMO = Path(__file__).resolve().parents[2] / "examples" / "foxfire" / "foxfire.scene.json"
BLACK = [0, 0, 0, 255]


@pytest.fixture(scope="module")
def demo() -> Scene:
    return load_scene(DEMO)


def film(scene: Scene, size: tuple[int, int], *, reuse: bool) -> tuple[Edit, Overlaid]:
    edit = assemble(scene.shots[:2], Fraction(12), transition=Transition("dissolve", Fraction(1, 2)))
    picture = Picture(size, background=(0, 0, 0, 0), reuse=reuse, threads=2)
    frames = EditFrames(edit, scene, SceneRenderer(scene.art), picture)
    return edit, Overlaid(frames, [Letterbox(size, Fraction(21, 9)), BurnIn(size, edit)])


@pytest.mark.parametrize("size", [(320, 180), (151, 121)])
def test_whoever_follows_the_bands_reads_the_same_picture_as_one_who_begins_there(
    demo: Scene, size: tuple[int, int]
) -> None:
    edit, overlaid = film(demo, size, reuse=True)
    follower = Follower(overlaid)
    cut = edit.pieces[1].first_frame
    indices = [0, 1, 2, cut - 1, *range(cut, cut + 8), 2, 2, cut + 3, 1]
    for index in indices:
        bands = follower.show(index)
        _, anew = film(demo, size, reuse=False)
        anew.show(index)
        assert np.array_equal(follower.pixels, anew.pixels), f"frame {index}"
        assert sum(end - first for first, end in bands) <= size[1]
    assert follower.show(1) == []


def test_a_held_picture_changes_in_the_strip_of_numbers_only() -> None:
    edit = assemble([Shot("still", 0, 1.0)], Fraction(24))

    class Held:
        size, fps, frame_count = (400, 300), Fraction(24), 24
        pixels = np.full((300, 400, 4), 255, np.uint8)

        def show(self, index: int, after_band: object = None) -> list[tuple[int, int]]:
            return []

    burn_in = BurnIn((400, 300), edit)
    follower = Follower(Overlaid(Held(), [burn_in]))
    assert follower.show(0) == [(0, 300)]
    assert follower.show(1) == [burn_in.strip]
    assert (follower.pixels[: burn_in.strip[0]] == 255).all()
    strip = follower.pixels[burn_in.strip[0] :]
    assert (strip[:, :, 3] == 255).all() and strip[:, :, 0].min() == 102 and strip.shape[0] % 2 == 0


@pytest.mark.parametrize(
    ("size", "aspect", "rows", "columns"),
    [
        ((1920, 1080), "2.39", 138, 0),
        ((1280, 720), "16:9", 0, 0),
        ((1280, 720), "4:3", 0, 160),
        ((640, 480), "1.85:1", 68, 0),
        ((7, 5), "10", 2, 0),
        ((2, 1), "0.1", 0, 0),
    ],
)
def test_bars_leave_the_shape_that_was_asked_for_and_are_opaque(
    size: tuple[int, int], aspect: str, rows: int, columns: int
) -> None:
    box = Letterbox(size, parse_aspect(aspect))
    assert box.window == (rows, columns)
    width, height = size
    picture = np.full((height, width, 4), 77, np.uint8)
    for first in range(0, height, 2):
        box.paint(picture, first, min(first + 2, height))
    inside = picture[rows : height - rows, columns : width - columns]
    assert (inside == 77).all() and inside.size
    outside = np.ones((height, width), bool)
    outside[rows : height - rows, columns : width - columns] = False
    assert (picture[outside] == BLACK).all()


@given(st.integers(2, 4000), st.integers(2, 4000), st.fractions(Fraction(1, 10), 10, max_denominator=300))
def test_bars_miss_no_shape_by_more_than_a_pixel_and_a_half(width: int, height: int, aspect: Fraction) -> None:
    rows, columns = Letterbox((width, height), aspect).window
    assert rows % 2 == columns % 2 == 0
    if min(width, height) > 100 and Fraction(1, 4) < aspect * height / width < 4:
        kept = Fraction(width - 2 * columns), Fraction(height - 2 * rows)
        assert abs(kept[0] - kept[1] * aspect) <= 2 * max(1, aspect) and min(rows, columns) == 0


@pytest.mark.parametrize("text", ["", "wide", "0", "16:0", "-2", "11", "0.01", "1:2:3", "2,39", "nan", "inf", "1e1"])
def test_what_is_no_shape_is_refused(text: str) -> None:
    with pytest.raises(UsageError, match=r"such as 2\.39") as refusal:
        parse_aspect(text)
    assert repr(text) in str(refusal.value)


@pytest.mark.parametrize(
    ("fps", "frame", "code"),
    [
        ("24", 0, "00:00:00:00"),
        ("24", 24 * 3600 - 1, "00:59:59:23"),
        ("23.976", 24, "00:00:01:00"),
        ("29.97", 29, "00:00:00:29"),
        ("29.97", 30, "00:00:01:00"),
        ("29.97", 1800, "00:01:00:00"),
        ("29.97", 30 * 3600 * 25, "25:00:00:00"),
        ("59.94", 119, "00:00:01:59"),
        ("12.5", 13, "00:00:01:00"),
        ("120", 119, "00:00:00:119"),
    ],
)
def test_timecode_counts_every_frame_and_leaves_none_out(fps: str, frame: int, code: str) -> None:
    assert timecode(frame, parse_fps(fps)) == code


def test_words_tell_shots_and_the_place_in_the_whole_film() -> None:
    shots = [Shot("dusk", 0, 2.0), Shot("gust", 1, 2.0)]
    edit = assemble(shots, parse_fps("29.97"), transition=Transition("dissolve", Fraction(1, 3)))
    assert burnt_in(edit, 49) == ("dusk  frame 49", "film frame 49  00:00:01:19")
    assert burnt_in(edit, 52) == ("dusk  frame 52 › gust  frame 2", "film frame 52  00:00:01:22")
    excerpt = edit.trimmed(range(49, 100)).stepped(3).looped(2)
    assert burnt_in(excerpt, 1) == burnt_in(excerpt, 18) == burnt_in(edit, 52)


@pytest.mark.parametrize("size", [(1920, 1080), (320, 180), (64, 36), (3, 2), (1, 1)])
@pytest.mark.parametrize("name", ["a", "x" * 300, "夜 the\nnight", ""])
def test_words_fit_into_every_picture(size: tuple[int, int], name: str) -> None:
    edit = assemble([Shot(name, 0, 1.0)], Fraction(24))
    burn_in = BurnIn(size, edit)
    picture = np.full((size[1], size[0], 4), 255, np.uint8)
    assert burn_in.prepare(5) == (burn_in.strip,)
    burn_in.paint(picture, 0, size[1])
    first, end = burn_in.strip
    assert 0 <= first < end == size[1]
    assert (picture[:first] == 255).all()
    if size[0] >= 320:
        right = Letters(8).width("film frame 5  00:00:00:05")
        assert picture[first:, -right:, 0].max() > 200 and picture[first:, -2:, 0].max() == 102


def test_letters_that_no_font_has_are_shown_without_their_accents_or_as_boxes() -> None:
    letters = Letters(20)
    assert letters.mask("").shape == (letters.height, 0)
    for text in ("abc", "Ünïcödé", "夜", "\u0007", "a\nb", "\ud800"):
        mask = letters.mask(text)
        assert mask.shape == (letters.height, letters.width(text))
        assert bool(mask.any()) == (text not in ("\u0007", "\ud800"))
