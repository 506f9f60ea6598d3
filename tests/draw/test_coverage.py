"""Which pixels are filled: exactly those whose centres lie inside, each once, whatever the rectangles and threads."""

from __future__ import annotations

from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rigbyscene.draw.cpu import render
from rigbyscene.draw.drawlist import SHAPE_MESH, SHAPE_QUAD, DrawList
from rigbyscene.draw.frame import Frame
from rigbyscene.model.enums import Blend
from tests.draw.drawing import BLACK, NOTHING, PIXELS, PLAIN, WHITE, Sketch, art_of, flat, noise, rectangle, turned
from tests.draw.reference import covered

ONE = flat(1, 1, 1, 1, 1, 255)
"""Drawn additively it counts how often a pixel is filled."""

SIZE = (40, 30)


def counted(sketch: Sketch, size: tuple[int, int] = SIZE) -> np.ndarray:
    return sketch.drawn(art_of(ONE), size, NOTHING)[..., 0]


def turn(a: tuple[int, int], b: tuple[int, int], c: tuple[int, int]) -> int:
    return (b[0] - a[0]) * (c[1] - a[1]) - (c[0] - a[0]) * (b[1] - a[1])


def triangulation(
    rng: np.random.Generator, points: list[tuple[int, int]], inner: int, step: int
) -> list[tuple[int, int, int]]:
    """Split a quadrilateral at random points of its inside, again and again, slivers and all; extends `points`."""
    triangles = [(0, 1, 2), (0, 2, 3)]
    for _ in range(inner):
        chosen = int(rng.integers(len(triangles)))
        a, b, c = triangles[chosen]
        x, y = rng.dirichlet([0.4, 0.4, 0.4]) @ np.array([points[a], points[b], points[c]])
        at = (round(x / step) * step, round(y / step) * step)
        whole = turn(points[a], points[b], points[c])
        sides = [turn(points[p], points[q], at) * whole for p, q in ((a, b), (b, c), (c, a))]
        if whole and min(sides) >= 0:
            n = len(points)
            points.append(at)
            triangles[chosen] = (a, b, n)
            triangles += [(b, c, n), (c, a, n)]
    return triangles


@given(
    seed=st.integers(0, 2**32 - 1),
    inner=st.integers(0, 80),
    degrees=st.one_of(st.floats(0, 360), st.sampled_from([0.0, 45.0, 90.0])),
    step=st.sampled_from([1, 64, 128]),
)
@settings(max_examples=120)
def test_triangles_that_share_edges_fill_every_pixel_between_them_once(
    seed: int, inner: int, degrees: float, step: int
) -> None:
    """`step` in 1/256 pixels: with 128, many pixel centres lie on edges and corners."""
    rng = np.random.default_rng(seed)
    corners = turned(26.3, 17.7, centre=(rng.uniform(14, 22), rng.uniform(14, 22)), degrees=degrees)
    points = [(round(x * 256 / step) * step, round(y * 256 / step) * step) for x, y in corners]
    outline = covered(np.array(points[:3]), SIZE) | covered(np.array([points[0], *points[2:]]), SIZE)
    triangles = triangulation(rng, points, inner, step)
    at = [(x / 256, y / 256) for x, y in points]
    count = counted(Sketch().mesh(at, [(0, 0)] * len(at), triangles, blend=Blend.ADDITIVE))
    assert np.array_equal(count, outline.astype(np.uint8))


@given(
    degrees=st.one_of(st.floats(0, 360), st.sampled_from([0.0, 45.0, 90.0, 180.0, 270.0])),
    width=st.floats(0, 40),
    height=st.one_of(st.floats(0, 40), st.floats(0, 0.02)),
    skew=st.floats(-2, 2),
    x=st.floats(-5, 45),
    y=st.floats(-5, 35),
)
@settings(max_examples=200)
def test_a_quad_fills_the_pixels_of_its_two_triangles(
    degrees: float, width: float, height: float, skew: float, x: float, y: float
) -> None:
    corners = turned(width, height, centre=(x, y), degrees=degrees)
    shift = skew * (corners[1][0] - corners[0][0])
    corners = [corners[0], corners[1], (corners[2][0] + shift, corners[2][1]), (corners[3][0] + shift, corners[3][1])]
    quad = counted(Sketch().quad(corners, (1, 1), blend=Blend.ADDITIVE, shape=SHAPE_QUAD))
    mesh = counted(Sketch().quad(corners, (1, 1), blend=Blend.ADDITIVE, shape=SHAPE_MESH))
    assert np.array_equal(quad, mesh)


def busy_sketch(seed: int, size: tuple[int, int]) -> Sketch:
    """Commands of every kind, many of them across the whole picture."""
    rng = np.random.default_rng(seed)
    sketch = Sketch()
    for k in range(12):
        unscaled = k % 3 == 0
        corners = turned(
            64,
            48,
            centre=(rng.uniform(0, size[0]), rng.uniform(0, size[1])),
            degrees=0 if unscaled else rng.uniform(0, 360),
            scale=1 if unscaled else float(rng.choice([0.2, 0.6, 1, 3])),
        )
        alpha = float(rng.choice([1, 0.6]))
        color = (*(float(c) * alpha for c in rng.uniform(0, 1, 3)), alpha, 0.1 * alpha, 0, 0)
        sketch.quad(
            corners,
            (64, 48),
            picture=k % 2,
            blend=Blend(k % 4),
            color=PLAIN if k % 5 == 0 else color,
            shape=SHAPE_QUAD if k % 2 else SHAPE_MESH,
        )
    return sketch


def busy_art() -> tuple[np.ndarray, np.ndarray]:
    rng = np.random.default_rng(5)
    spotted = noise(rng, 64, 48)
    spotted[:, 30:] = 0
    return noise(rng, 64, 48, opaque=True), spotted


@given(
    seed=st.integers(0, 1000),
    cuts=st.lists(st.integers(1, 99), max_size=5),
    columns=st.lists(st.integers(1, 129), max_size=4),
)
@settings(max_examples=25)
def test_bands_and_tiles_give_the_bytes_of_the_whole(seed: int, cuts: list[int], columns: list[int]) -> None:
    size = (130, 100)
    sketch, art = busy_sketch(seed, size), art_of(*busy_art())
    whole = sketch.drawn(art, size, (40, 80, 120, 200))
    frame = Frame(sketch.list(), art, PIXELS)
    tiled = np.empty(size[0] * size[1], np.uint32)
    tiled[:] = render(Sketch().list(), art, PIXELS, (1, 1), (40, 80, 120, 200)).view(np.uint32)[0, 0, 0]
    rows, lines = sorted({0, *cuts, size[1]}), sorted({0, *columns, size[0]})
    for y0, y1 in pairwise(rows):
        for x0, x1 in pairwise(lines):
            frame.draw(tiled, size[0], (0, 0), (x0, y0, x1, y1))
    assert np.array_equal(tiled.view(np.uint8).reshape(whole.shape), whole)


@pytest.mark.parametrize("size", [(1, 1), (3, 2), (101, 67), (1366, 769)])
@pytest.mark.parametrize("supersample", [1, 2])
def test_one_two_and_four_threads_give_the_same_bytes(size: tuple[int, int], supersample: int) -> None:
    sketch, art = busy_sketch(1, size), art_of(*busy_art())
    one, two, four = (sketch.drawn(art, size, (9, 8, 7, 255), threads=n, supersample=supersample) for n in (1, 2, 4))
    assert one.shape == (size[1], size[0], 4)
    assert np.array_equal(one, two)
    assert np.array_equal(one, four)


@pytest.mark.parametrize("supersample", [1, 3])
@pytest.mark.parametrize("window", [(20, 10, 110, 90), (-5, 40, 60, 1000), (50, 50, 50, 60), (0, 0, 130, 100)])
def test_beside_the_window_there_is_background_only(window: tuple[int, int, int, int], supersample: int) -> None:
    size, background = (130, 100), (40, 80, 120, 200)
    sketch, art = busy_sketch(2, size), art_of(*busy_art())
    whole = sketch.drawn(art, size, background, supersample=supersample)
    seen = render(sketch.list(), art, PIXELS, size, background, supersample=supersample, window=window, threads=2)
    y, x = np.mgrid[0 : size[1], 0 : size[0]]
    inside = (x >= window[0]) & (y >= window[1]) & (x < window[2]) & (y < window[3])
    assert np.array_equal(seen[inside], whole[inside])
    assert (seen[~inside] == render(DrawList.empty(), art, PIXELS, (1, 1), background)[0, 0]).all()


@pytest.mark.parametrize("far", [1e5, 1e7, 1e12, 1e300, float("inf"), float("-inf"), float("nan")])
@pytest.mark.parametrize("shape", [SHAPE_QUAD, SHAPE_MESH])
def test_a_corner_however_far_away_neither_crashes_nor_hides_the_rest(far: float, shape: int) -> None:
    sketch = (
        Sketch()
        .quad(rectangle(0, 0, 20, 20), (8, 8))
        .quad([(5, 5), (far, 5), (far, far), (5, far)], (8, 8), shape=shape)
    )
    sketch.quad(rectangle(30, 20, 35, 25), (8, 8))
    image = sketch.drawn(art_of(flat(8, 8, 0, 255, 0, 255)), SIZE)
    assert image[2, 2].tolist() == [0, 255, 0, 255]
    assert image[22, 32].tolist() == [0, 255, 0, 255]
    assert image[2, 30].tolist() == list(BLACK)
    if np.isfinite(far):
        assert image[29, 39].tolist() == [0, 255, 0, 255]


@pytest.mark.parametrize("texel", [1e9, -1e300, float("inf"), float("nan")])
def test_texels_however_wrong_stay_within_the_picture_or_are_not_drawn(texel: float) -> None:
    sketch = Sketch().mesh(
        rectangle(2, 2, 30, 28), [(0, 0), (texel, 0), (texel, 8), (0, texel)], [(0, 1, 2), (0, 2, 3)]
    )
    image = sketch.drawn(art_of(flat(8, 8, 0, 90, 0, 255)), SIZE)
    drawn = image[2:28, 2:30].reshape(-1, 4)
    assert (drawn == [0, 90, 0, 255]).all() if np.isfinite(texel) else (drawn == BLACK).all()


def test_a_view_that_is_not_finite_shows_the_background() -> None:
    sketch = Sketch().quad(rectangle(0, 0, 40, 30), (1, 1))
    for bad in (np.nan, np.inf):
        view = np.array([bad, 0, 0, 1, 0, 0])
        assert (render(sketch.list(), art_of(ONE), view, SIZE, WHITE) == 255).all()
