"""Where things are: nothing lies on anything else, time and place on the track are one, zoom keeps its point."""

from __future__ import annotations

import itertools

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rigbyscene.play.layout import BarMode, lay_out
from rigbyscene.play.style import Rect
from rigbyscene.play.viewport import View, pushed, seen, zoomed
from rigbyscene.scene.affine import Affine
from rigbyscene.scene.camera import Fit, picture_map

sizes = st.tuples(st.integers(60, 4000), st.integers(40, 3000))
scales = st.sampled_from([1.0, 1.25, 1.5, 2.0, 3.0])


def overlap(a: Rect, b: Rect) -> bool:
    return a.x < b.right - 1e-6 and b.x < a.right - 1e-6 and a.y < b.bottom - 1e-6 and b.y < a.bottom - 1e-6


@given(sizes, scales, st.sampled_from(BarMode), st.integers(1, 60), st.integers(-5, 80))
def test_parts_lie_side_by_side_within_the_window(
    size: tuple[int, int], scale: float, mode: BarMode, lanes: int, first: int
) -> None:
    it = lay_out(size, scale, mode, lanes, first_row=first)
    window = Rect(0, 0, *size)
    parts = [*it.buttons.values(), *it.rows]
    if it.mode is not BarMode.NONE:
        parts += [it.scene, it.track] if not it.rows else [it.scene, it.ruler]
    for a, b in itertools.combinations(parts, 2):
        assert not overlap(a, b)
    for part in (*parts, it.track):
        assert part.y >= 0 and part.bottom <= window.bottom + 1e-6
    assert it.scene.height + it.bar.height == size[1] and it.scene.width == size[0]
    assert 0 <= it.first_row <= it.first_row + len(it.rows) <= lanes
    if it.mode is BarMode.LANES:
        assert it.rows and it.scene.height >= 60
    if size[0] >= 900 * scale and it.mode is not BarMode.NONE:
        assert len(it.buttons) == 14, "in a window of usual size all buttons have room"


@given(sizes, st.floats(0.01, 5000), st.floats(0, 1))
def test_time_and_place_on_the_track_are_one(size: tuple[int, int], duration: float, share: float) -> None:
    it = lay_out(size, 1.0, BarMode.LANES, 4)
    t = share * duration
    if it.mode is not BarMode.NONE:
        assert it.time_at(it.x_at(t, duration), duration) == pytest.approx(t, abs=1e-6 * duration)
    assert it.time_at(-1e9, duration) == 0.0 and it.time_at(1e9, duration) in (0.0, duration)


def test_a_still_has_its_place_at_the_start() -> None:
    it = lay_out((800, 600), 1.0, BarMode.LANES, 1)
    assert it.x_at(0.0, 0.0) == it.track.x and it.time_at(500, 0.0) == 0.0


VIEW_OF_SCENE = Affine(0.9, 0.1, -0.1, 0.9, 30.0, -12.0)
FRAME = (1280.0, 720.0)
views = st.builds(
    View,
    st.sampled_from(Fit),
    st.floats(0.3, 20),
    st.tuples(st.floats(-0.4, 0.4), st.floats(-0.4, 0.4)),
)
areas = st.tuples(st.integers(80, 3000), st.integers(60, 2000))


def corners_of(frame: tuple[float, float], to_pixels: Affine) -> list[tuple[float, float]]:
    from_view = VIEW_OF_SCENE.inverse()
    assert from_view is not None
    whole = to_pixels.after(from_view)
    return [whole.apply(sx * frame[0] / 2, sy * frame[1] / 2) for sx, sy in ((-1, 1), (1, -1))]


@given(views, areas)
def test_the_frames_rectangle_is_where_the_frames_corners_go(view: View, size: tuple[int, int]) -> None:
    picture, (x, y, width, height) = seen(view, VIEW_OF_SCENE, FRAME, size)
    assert picture.to_pixels is not None
    (left, top), (right, bottom) = corners_of(FRAME, picture.to_pixels)
    for got, wanted in ((x, left), (y, top), (x + width, right), (y + height, bottom)):
        assert got == pytest.approx(wanted, abs=1e-6 * max(width, 1))
    assert seen(view, VIEW_OF_SCENE, FRAME, size, beyond=True)[0].window == (0, 0, *size)


@given(st.sampled_from(Fit), areas)
def test_a_plain_view_is_the_picture_of_the_still_command(fit: Fit, size: tuple[int, int]) -> None:
    assert seen(View(fit), VIEW_OF_SCENE, FRAME, size)[0] == picture_map(VIEW_OF_SCENE, FRAME, size, fit)


@given(st.sampled_from(Fit), areas, st.floats(0.5, 4), st.tuples(st.floats(0.1, 0.9), st.floats(0.1, 0.9)))
def test_what_is_under_the_pointer_stays_there_while_it_grows(
    fit: Fit, size: tuple[int, int], factor: float, share: tuple[float, float]
) -> None:
    view = View(fit)
    at = (share[0] * size[0], share[1] * size[1])
    before = seen(view, VIEW_OF_SCENE, FRAME, size)[0].to_pixels
    after = seen(zoomed(view, factor, at, size), VIEW_OF_SCENE, FRAME, size)[0].to_pixels
    assert before is not None and after is not None
    back = before.inverse()
    assert back is not None
    assert after.after(back).apply(*at) == pytest.approx(at, abs=1e-6 * max(size))


@given(views, areas, st.lists(st.tuples(st.floats(-1e4, 1e4), st.floats(-1e4, 1e4)), max_size=5))
def test_the_picture_cannot_be_pushed_out_of_sight(
    view: View, size: tuple[int, int], ways: list[tuple[float, float]]
) -> None:
    for way in ways:
        view = pushed(view, way, size)
        _, (x, y, width, height) = seen(View(Fit.FILL, view.zoom, view.shift), VIEW_OF_SCENE, FRAME, size)
        assert x < size[0] and y < size[1] and x + width > 0 and y + height > 0


def test_a_camera_that_sees_nothing_has_no_map() -> None:
    picture, _ = seen(View(zoom=2.0), None, FRAME, (640, 360))
    assert picture.to_pixels is None
