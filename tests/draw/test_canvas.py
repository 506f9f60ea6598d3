"""A canvas shows what the renderer draws, whatever it showed before, and draws no more than what changed."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rigbyscene.draw.art import Art
from rigbyscene.draw.canvas import TILE, Canvas
from rigbyscene.draw.cpu import render
from rigbyscene.draw.drawlist import DrawList
from rigbyscene.model.enums import Blend
from tests.draw.drawing import PIXELS, PLAIN, Sketch, art_of, flat, noise, turned

SIZE = (2 * TILE[0] + 37, 3 * TILE[1] + 11)
WHOLE = (0, 0, *SIZE)
BLUE = (10, 20, 60, 255)

ART = art_of(
    noise(np.random.default_rng(1), 40, 30),
    noise(np.random.default_rng(2), 100, 80, smooth=3),
    flat(64, 64, 200, 120, 10, 255),
)
SIZES = ((40, 30), (100, 80), (64, 64))

coordinate = st.floats(-80, 660, allow_nan=False)
piece = st.tuples(
    st.integers(0, 2),
    coordinate,
    st.floats(-60, 260, allow_nan=False),
    st.sampled_from([0.0, 0.0, 17.0, 90.0, 133.0]),
    st.sampled_from([0.3, 1.0, 1.0, 2.5, 7.0]),
    st.sampled_from(list(Blend)),
    st.sampled_from([PLAIN, (1.0, 0.5, 0.25, 0.5, 0.0, 0.0, 0.0), (0.8, 0.8, 0.8, 1.0, 0.3, 0.0, 0.1)]),
)


def sketch(pieces: list[tuple]) -> DrawList:
    drawing = Sketch()
    for picture, x, y, degrees, scale, blend, color in pieces:
        corners = turned(*SIZES[picture], centre=(x, y), degrees=degrees, scale=scale)
        drawing.quad(corners, SIZES[picture], picture=picture, blend=blend, color=color)
    return drawing.list()


@st.composite
def sequences(draw: st.DrawFn) -> list[DrawList]:
    """A few pictures in which some pieces stay, some move, come, go, or change places."""
    pieces = draw(st.lists(piece, max_size=6))
    pictures = [list(pieces)]
    for _ in range(draw(st.integers(1, 4))):
        if pieces:
            k = draw(st.integers(0, len(pieces) - 1))
            change = draw(st.sampled_from(["move", "drop", "turn over", "nothing", "color"]))
            if change == "move":
                pieces[k] = (pieces[k][0], draw(coordinate), *pieces[k][2:])
            elif change == "drop":
                del pieces[k]
            elif change == "turn over":
                pieces.reverse()
            elif change == "color":
                pieces[k] = (*pieces[k][:6], (0.25, 1.0, 0.5, 0.75, 0.0, 0.0, 0.0))
        else:
            pieces = draw(st.lists(piece, max_size=2))
        pictures.append(list(pieces))
    return [sketch(each) for each in pictures]


@settings(max_examples=60)
@given(sequences(), st.sampled_from([1, 2, 4]), st.sampled_from([1, 2]), st.booleans())
def test_any_sequence_shows_what_the_renderer_draws(
    pictures: list[DrawList], threads: int, supersample: int, reuse: bool
) -> None:
    canvas = Canvas(ART, SIZE, BLUE, threads=threads, supersample=supersample, reuse=reuse)
    before = None
    followed = np.zeros_like(canvas.pixels)  # what somebody has who reads the parts that are told, and nothing else
    told: list[tuple[int, int]] = []

    def follow(first: int, end: int, left: int, right: int) -> None:
        told.append((first, end))
        followed[first:end, left:right] = canvas.pixels[first:end, left:right]

    for picture in pictures:
        told.clear()
        bands = canvas.show(picture, PIXELS, WHOLE, follow)
        expected = render(picture, ART, PIXELS, SIZE, BLUE, threads=1, supersample=supersample)
        assert np.array_equal(canvas.pixels, expected) and np.array_equal(followed, expected)
        assert sorted(told) == sorted(bands) and all(first % 2 == 0 for first, _ in bands)
        if before is not None:
            changed_rows = np.flatnonzero((expected != before).any(axis=(1, 2)))
            assert all(any(first <= row < end for first, end in bands) for row in changed_rows)
        before = expected


def test_a_held_picture_is_not_drawn_again(monkeypatch: pytest.MonkeyPatch) -> None:
    picture = sketch([(0, 100, 100, 20.0, 2.0, Blend.NORMAL, PLAIN), (2, 300, 50, 0.0, 1.0, Blend.ADDITIVE, PLAIN)])
    canvas = Canvas(ART, SIZE, BLUE)
    assert canvas.show(picture, PIXELS, WHOLE)[0][0] == 0
    monkeypatch.setattr("rigbyscene.draw.frame.draw_rectangle", lambda *_: pytest.fail("something was drawn"))
    assert canvas.show(picture, PIXELS, WHOLE) == []
    copied = replace(picture, xy=picture.xy.copy(), triangles=picture.triangles.copy())
    assert canvas.show(copied, PIXELS, WHOLE) == []


def test_only_the_tiles_that_a_change_reaches_are_drawn(monkeypatch: pytest.MonkeyPatch) -> None:
    still = (1, 60.0, 40.0, 10.0, 1.0, Blend.NORMAL, PLAIN)

    def at(x: float) -> DrawList:
        return sketch([still, (2, x, 2 * TILE[1] + 33.0, 0.0, 0.5, Blend.NORMAL, PLAIN)])

    canvas = Canvas(ART, SIZE, BLUE)
    canvas.show(at(TILE[0] + 40.0), PIXELS, WHOLE)
    painted = canvas.pixels.copy()
    canvas.pixels[:] = 7  # what is not drawn keeps this
    assert canvas.show(at(TILE[0] + 41.0), PIXELS, WHOLE) == [(2 * TILE[1], 3 * TILE[1])]
    touched = (canvas.pixels != 7).any(axis=2)
    expected = np.zeros_like(touched)
    expected[2 * TILE[1] : 3 * TILE[1], TILE[0] : 2 * TILE[0]] = True
    assert np.array_equal(touched, expected)
    assert not np.array_equal(canvas.pixels[expected], painted[expected])


DIFFERENCES = {
    "vertex": {"xy": lambda a: a + np.eye(1, 2)},
    "texel": {"texels": lambda a: a * 0.75},
    "light": {"colors": lambda a: a * np.float32(0.5)},
    "triangles": {"triangles": lambda a: a[::-1, [0, 1, 1]]},
}


@pytest.mark.parametrize("changes", DIFFERENCES.values(), ids=DIFFERENCES)
def test_whatever_decides_a_pixel_is_seen_as_a_change(changes: dict) -> None:
    first = sketch([(1, 150, 90, 0.0, 1.0, Blend.NORMAL, PLAIN)])
    second = replace(
        first, **{name: np.ascontiguousarray(make(getattr(first, name))) for name, make in changes.items()}
    )
    canvas = Canvas(ART, SIZE, BLUE)
    canvas.show(first, PIXELS, WHOLE)
    assert canvas.show(second, PIXELS, WHOLE)
    assert np.array_equal(canvas.pixels, render(second, ART, PIXELS, SIZE, BLUE))


@pytest.mark.parametrize("column,value", [(0, 2), (1, int(Blend.SCREEN))], ids=["picture", "blend"])
def test_another_picture_or_blend_is_a_change(column: int, value: int) -> None:
    first = sketch([(0, 150, 90, 0.0, 1.0, Blend.NORMAL, PLAIN)])
    commands = first.commands.copy()
    commands[0, column] = value
    second = replace(first, commands=commands)
    canvas = Canvas(ART, SIZE, BLUE)
    canvas.show(first, PIXELS, WHOLE)
    assert canvas.show(second, PIXELS, WHOLE)
    assert np.array_equal(canvas.pixels, render(second, ART, PIXELS, SIZE, BLUE))


@pytest.mark.parametrize("supersample", [1, 3])
def test_a_window_keeps_the_background_beside_it(supersample: int) -> None:
    picture = sketch([(1, 200, 100, 30.0, 5.0, Blend.NORMAL, PLAIN)])
    canvas = Canvas(ART, SIZE, BLUE, supersample=supersample)
    for window in (WHOLE, (100, 30, 301, 111), (-5, -9, 44, 9999), (300, 100, 200, 50)):
        canvas.show(picture, PIXELS, window)
        expected = render(picture, ART, PIXELS, SIZE, BLUE, supersample=supersample, window=window)
        assert np.array_equal(canvas.pixels, expected)
        assert canvas.show(picture, PIXELS, window) == []


def test_an_empty_list_is_the_background_and_numbers_that_are_none_hide_what_they_touch() -> None:
    canvas = Canvas(Art.of([]), (70, 70), (255, 0, 0, 128))
    assert canvas.show(DrawList.empty(), PIXELS, (0, 0, 70, 70)) == [(0, 64), (64, 70)]
    assert (canvas.pixels == (128, 0, 0, 128)).all()
    broken = Sketch().quad([(np.nan, 0), (30, 0), (30, 30), (0, 30)], (40, 30)).list()
    for _ in range(2):
        canvas = Canvas(ART, (70, 70), BLUE)
        canvas.show(broken, PIXELS, (0, 0, 70, 70))
        assert np.array_equal(canvas.pixels, render(broken, ART, PIXELS, (70, 70), BLUE))


@pytest.mark.parametrize("size,supersample", [((0, 5), 1), ((5, -1), 1), ((5, 5), 0), ((5, 5), 17)])
def test_what_cannot_be_a_picture_is_refused(size: tuple[int, int], supersample: int) -> None:
    with pytest.raises(ValueError, match="a size of at least 1"):
        Canvas(ART, size, BLUE, supersample=supersample)
