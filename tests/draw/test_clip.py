"""Clipping: what is left is exactly what lies in the polygon, and its pieces meet without a seam."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray

from rigbyscene.draw.clip import CUT, INSIDE, OUTSIDE, classify_vertices, clip_triangles
from rigbyscene.draw.decompose import decompose
from rigbyscene.model.enums import Blend
from tests.draw.drawing import NOTHING, Corners, Sketch, art_of, flat

Floats = NDArray[np.float64]
NO_BOUNDS = np.zeros(4)
BOUNDS = np.array([-100.0, -100, 100, 100])

L_SHAPE = [(-20, -20), (20, -20), (20, 0), (0, 0), (0, 20), (-20, 20)]
BOX = [(-20, 20), (20, 20), (20, -20), (-20, -20)]
BOX_TRIANGLES = [(0, 1, 2), (0, 2, 3)]


def area(polygon: Floats) -> float:
    x, y = polygon[:, 0], polygon[:, 1]
    return float(0.5 * (x * np.roll(y, -1) - np.roll(x, -1) * y).sum())


def pieces_of(polygon: Corners, *, inverse: bool = False) -> list[Floats]:
    room = 2
    while True:
        xy, starts = np.empty((room, 2)), np.empty(room, np.int64)
        count = decompose(
            np.array(polygon, float).reshape(-1, 2), inverse, BOUNDS if inverse else NO_BOUNDS, xy, starts
        )
        if count >= 0:
            return [xy[starts[k] : starts[k + 1]] for k in range(count)]
        room *= 2


def packed(pieces: list[Floats]) -> tuple[Floats, NDArray[np.int64], int]:
    starts = np.cumsum([0, *(len(p) for p in pieces)])
    return (np.concatenate(pieces) if pieces else np.empty((0, 2))), starts, len(pieces)


def clipped(
    xy: Corners, triangles: list[tuple[int, int, int]], pieces: list[Floats], texels: Corners | None = None
) -> tuple[Floats, Floats, NDArray[np.int32]]:
    """Places, texels and triangles of what is left; the arrays given to the kernel start too small."""
    source = np.array(xy, float)
    uv = np.array(texels if texels is not None else xy, float)
    vertices = faces = 1
    while True:
        out_xy, out_uv = np.full((vertices, 2), np.nan), np.full((vertices, 2), np.nan)
        out = np.full((faces, 3), -1, np.int32)
        v, t = clip_triangles(
            source, uv, np.array(triangles, np.int32), 0, len(triangles), *packed(pieces), out_xy, out_uv, out, 0, 0
        )
        if v <= vertices and t <= faces:
            return out_xy[:v], out_uv[:v], out[:t]
        vertices, faces = max(v, vertices), max(t, faces)


def left_over(xy: Corners, triangles: list[tuple[int, int, int]], pieces: list[Floats]) -> float:
    out, _, faces = clipped(xy, triangles, pieces)
    assert np.isfinite(out).all()
    areas = [area(out[f]) for f in faces]
    assert min(areas, default=0) > -1e-9
    return sum(areas)


def wobbly(rng: np.random.Generator, corners: int) -> list[tuple[float, float]]:
    """A simple polygon that is concave more often than not: distances from a centre, some of them equal."""
    angles = np.arange(corners) * 2 * math.pi / corners
    if rng.integers(2):
        angles = np.sort(rng.uniform(0, 2 * math.pi, corners))
    if np.diff(np.append(angles, angles[0] + 2 * math.pi)).max() > math.pi:
        angles = np.arange(corners) * 2 * math.pi / corners
    radii = rng.uniform(4, 30, corners) if rng.integers(3) else np.resize([30.0, 8.0], corners)
    return [(float(r * math.cos(a)), float(r * math.sin(a))) for r, a in zip(radii, angles, strict=True)]


def even_odd_area(polygon: list[tuple[float, float]], triangle: Corners, samples: int = 150) -> float:
    """The area of polygon and triangle together, by counting crossings along lines: exact in x, sampled in y."""
    ys = np.array([p[1] for p in triangle])
    low, high = ys.min(), ys.max()
    rows = low + (np.arange(samples) + 0.5) * (high - low) / samples

    def intervals(shape: Corners, y: float) -> list[float]:
        xs = []
        for (ax, ay), (bx, by) in zip(shape, [*shape[1:], shape[0]], strict=True):
            if (ay <= y) != (by <= y):
                xs.append(ax + (y - ay) / (by - ay) * (bx - ax))
        return sorted(xs)

    total = 0.0
    for y in rows:
        spans, cut = intervals(polygon, y), intervals(triangle, y)
        if cut:
            total += sum(
                max(0.0, min(b, cut[1]) - max(a, cut[0])) for a, b in zip(spans[::2], spans[1::2], strict=True)
            )
    return total * (high - low) / samples


@given(seed=st.integers(0, 2**32 - 1), corners=st.integers(3, 14), reverse=st.booleans())
@settings(max_examples=120)
def test_pieces_are_convex_and_make_up_the_polygon(seed: int, corners: int, reverse: bool) -> None:
    polygon = wobbly(np.random.default_rng(seed), corners)
    pieces = pieces_of(polygon[::-1] if reverse else polygon)
    total = abs(area(np.array(polygon)))
    assert sum(area(p) for p in pieces) == pytest.approx(total, abs=1e-9 * max(total, 1))
    assert len(pieces) <= max(corners - 2, 0)
    for piece in pieces:
        u = np.roll(piece, -1, 0) - piece
        v = np.roll(u, -1, 0)
        assert (u[:, 0] * v[:, 1] - u[:, 1] * v[:, 0]).min() >= -1e-9


@given(seed=st.integers(0, 2**32 - 1), corners=st.integers(3, 12), reverse=st.booleans(), inverse=st.booleans())
@settings(max_examples=120)
def test_what_is_left_of_a_triangle_is_its_area_in_the_polygon(
    seed: int, corners: int, reverse: bool, inverse: bool
) -> None:
    rng = np.random.default_rng(seed)
    polygon = wobbly(rng, corners)
    triangle = [(float(x), float(y)) for x, y in rng.uniform(-35, 35, (3, 2))]
    within = even_odd_area(polygon, triangle)
    whole = abs(area(np.array(triangle)))
    expected = whole - within if inverse else within
    pieces = pieces_of(polygon[::-1] if reverse else polygon, inverse=inverse)
    # the reference samples 150 lines
    assert left_over(triangle, [(0, 1, 2)], pieces) == pytest.approx(expected, abs=0.02 * whole + 1e-6)


@pytest.mark.parametrize("polygon", [L_SHAPE, L_SHAPE[::-1]])
def test_a_box_whose_edges_are_those_of_an_l_shaped_mask_loses_the_notch(polygon: Corners) -> None:
    pieces = pieces_of(polygon)
    assert len(pieces) == 2
    assert left_over(BOX, BOX_TRIANGLES, pieces) == pytest.approx(1200)
    out, _, faces = clipped(BOX, BOX_TRIANGLES, pieces)
    for point, shown in (((10, 10), False), ((-10, 10), True), ((10, -10), True), ((-10, -10), True)):
        inside = [
            all(
                (b[0] - a[0]) * (point[1] - a[1]) - (b[1] - a[1]) * (point[0] - a[0]) >= 0
                for a, b in zip(f, np.roll(f, -1, 0), strict=True)
            )
            for f in out[faces]
        ]
        assert any(inside) == shown
    assert left_over(BOX, BOX_TRIANGLES, pieces_of(polygon, inverse=True)) == pytest.approx(400)


def test_repeated_collinear_and_touching_vertices_change_nothing() -> None:
    doubled = [p for p in L_SHAPE for _ in range(2)]
    midpoints = [
        p
        for a, b in zip(L_SHAPE, [*L_SHAPE[1:], L_SHAPE[0]], strict=True)
        for p in (a, ((a[0] + b[0]) / 2, (a[1] + b[1]) / 2))
    ]
    spike = [*L_SHAPE[:1], (0, -20), (0, -60), (0, -20), *L_SHAPE[1:]]
    for polygon in (doubled, midpoints, spike):
        pieces = pieces_of(polygon)
        assert left_over(BOX, BOX_TRIANGLES, pieces) == pytest.approx(1200)
    # two squares that meet in a corner, and a square with a slot that is closed at its mouth
    touching = [(-20, -20), (0, -20), (0, 0), (20, 0), (20, 20), (0, 20), (0, 0), (-20, 0)]
    assert left_over(BOX, BOX_TRIANGLES, pieces_of(touching)) == pytest.approx(800)
    ring = [
        (-20, -20),
        (20, -20),
        (20, 20),
        (-20, 20),
        (-20, -20),
        (-10, -10),
        (-10, 10),
        (10, 10),
        (10, -10),
        (-10, -10),
    ]
    assert left_over(BOX, BOX_TRIANGLES, pieces_of(ring)) == pytest.approx(1200)


@pytest.mark.parametrize("turns", [1, 2])
def test_polygons_that_cross_themselves_show_all_that_they_wind_round(turns: int) -> None:
    bow_tie = [(-10, -10), (10, 10), (10, -10), (-10, 10)]
    assert left_over(BOX, BOX_TRIANGLES, pieces_of(bow_tie)) == pytest.approx(200)
    star = [(15 * math.cos(0.3 + a), 15 * math.sin(0.3 + a)) for a in (2 * math.pi * 2 * k / 5 for k in range(5))]
    pentagram = 15**2 * 10 * math.tan(math.pi / 10) / (3 - math.tan(math.pi / 10) ** 2)
    assert left_over(BOX, BOX_TRIANGLES, pieces_of(star * turns)) == pytest.approx(pentagram)


@given(seed=st.integers(0, 2**32 - 1), corners=st.integers(3, 9))
@settings(max_examples=60)
def test_any_polygon_gives_finite_pieces_that_do_not_overlap(seed: int, corners: int) -> None:
    polygon = [(float(x), float(y)) for x, y in np.random.default_rng(seed).integers(-6, 7, (corners, 2)) * 3]
    inside = left_over(BOX, BOX_TRIANGLES, pieces_of(polygon))
    outside = left_over(BOX, BOX_TRIANGLES, pieces_of(polygon, inverse=True))
    assert inside + outside == pytest.approx(1600)


@pytest.mark.parametrize(
    "polygon",
    [
        [],
        [(0, 0)],
        [(0, 0), (9, 9)],
        [(0, 0), (9, 9), (18, 18)],
        [(0, 0), (9, 0), (math.nan, 9)],
        [(0, 0), (9, 0), (math.inf, 9)],
    ],
)
def test_a_polygon_without_an_inside_hides_everything(polygon: Corners) -> None:
    assert pieces_of(polygon) == []
    assert left_over(BOX, BOX_TRIANGLES, []) == 0
    assert left_over(BOX, BOX_TRIANGLES, pieces_of(polygon, inverse=True)) == pytest.approx(1600)


def test_triangles_without_area_or_not_finite_are_dropped() -> None:
    pieces = pieces_of(L_SHAPE)
    for corner in ((math.nan, 0.0), (math.inf, 0.0), (0.0, 0.0)):
        out, _, faces = clipped(
            [(-10, -10), (10, -10), (0, -10) if corner == (0.0, 0.0) else corner], [(0, 1, 2)], pieces
        )
        assert len(out) == len(faces) == 0


@given(seed=st.integers(0, 2**32 - 1), inverse=st.booleans())
@settings(max_examples=60)
def test_texels_keep_their_place_on_the_triangle(seed: int, inverse: bool) -> None:
    rng = np.random.default_rng(seed)
    xy = rng.uniform(-30, 30, (3, 2))
    texels = rng.uniform(0, 200, (3, 2))
    if abs(area(xy)) < 1:
        return
    out, uv, _ = clipped(xy.tolist(), [(0, 1, 2)], pieces_of(wobbly(rng, 8), inverse=inverse), texels.tolist())
    affine = np.linalg.solve(np.column_stack([xy, np.ones(3)]), texels)
    assert np.abs(np.column_stack([out, np.ones(len(out))]) @ affine - uv).max(initial=0) < 1e-6


@given(
    seed=st.integers(0, 2**32 - 1),
    corners=st.integers(3, 12),
    degrees=st.floats(0, 360),
    inverse=st.booleans(),
    crossing=st.booleans(),
)
@settings(max_examples=100)
def test_the_pieces_of_a_mesh_meet_without_gap_or_overlap(
    seed: int, corners: int, degrees: float, inverse: bool, crossing: bool
) -> None:
    """Drawn additively, each pixel must be counted once; what the view does to the pieces must not open seams."""
    rng = np.random.default_rng(seed)
    polygon = wobbly(rng, corners)
    if crossing:
        polygon = [polygon[k] for k in rng.permutation(corners)]
    n = 4
    lines = np.arange(n + 1) * 60 / n - 30
    grid = np.stack(np.meshgrid(lines, lines), -1)
    grid[1:-1, 1:-1] += rng.uniform(-2, 2, (n - 1, n - 1, 2))  # more would fold it
    cells = [j * (n + 1) + i for j in range(n) for i in range(n)]
    triangles = [t for k in cells for t in ((k, k + 1, k + n + 2), (k, k + n + 2, k + n + 1))]
    out, uv, faces = clipped(grid.reshape(-1, 2).tolist(), triangles, pieces_of(polygon, inverse=inverse))
    c, s = math.cos(math.radians(degrees)), math.sin(math.radians(degrees))
    places = out @ np.array([[c, s], [-s, c]]) + 45.3
    sketch = Sketch().mesh(places.tolist(), (uv * 0).tolist(), faces.tolist(), blend=Blend.ADDITIVE)
    count = sketch.drawn(art_of(flat(1, 1, 1, 1, 1, 255)), (90, 90), NOTHING)[..., 0]
    y, x = np.mgrid[0:90, 0:90] + 0.5 - 45.3
    centres = np.stack([x, y], -1) @ np.array([[c, -s], [s, c]])
    expected = (winding(np.array(polygon), centres) != 0) ^ inverse
    expected &= winding(np.array(BOX) * 1.5, centres) != 0
    # slivers between both outlines, thinner than a few snapping steps of 1/256 pixel, may fold
    clear = np.minimum(distance(np.array(polygon), centres), distance(np.array(BOX) * 1.5, centres)) > 1 / 32
    assert np.array_equal(count[clear], expected[clear])


@given(seed=st.integers(0, 2**32 - 1), corners=st.integers(3, 12), inverse=st.booleans(), crossing=st.booleans())
@settings(max_examples=100)
def test_inner_edges_have_twins_with_the_same_bits(seed: int, corners: int, inverse: bool, crossing: bool) -> None:
    """Each edge of what is left runs along an outline, or some other triangle has it the other way round, exactly.

    "Along": where edges cross at a small angle, the grid of heights moves their crossing by more than its step.
    """
    rng = np.random.default_rng(seed)
    polygon = wobbly(rng, corners)
    if crossing:
        polygon = [polygon[k] for k in rng.permutation(corners)]
    hub, rim = (0.3, -0.7), [(28 * math.cos(a) + rng.uniform(-3, 3), 28 * math.sin(a)) for a in np.arange(7) * 0.9]
    out, _, faces = clipped(
        [hub, *rim], [(0, k + 1, (k + 1) % 7 + 1) for k in range(7)], pieces_of(polygon, inverse=inverse)
    )
    edges = [(tuple(out[f[k]]), tuple(out[f[(k + 1) % 3]])) for f in faces for k in range(3)]
    alone = np.array([(p, q) for p, q in set(edges) if p != q and (q, p) not in set(edges)]).reshape(-1, 2, 2)
    for share in (0.25, 0.5):
        along = alone[:, 0] * (1 - share) + alone[:, 1] * share
        assert np.minimum(distance(np.array(polygon), along), distance(np.array(rim), along)).max(initial=0) < 1e-3


def winding(polygon: Floats, points: Floats) -> NDArray[np.int64]:
    total = np.zeros(points.shape[:-1], np.int64)
    for a, b in zip(polygon, np.roll(polygon, -1, 0), strict=True):
        left = (b[0] - a[0]) * (points[..., 1] - a[1]) - (b[1] - a[1]) * (points[..., 0] - a[0])
        total += (a[1] <= points[..., 1]) & (b[1] > points[..., 1]) & (left > 0)
        total -= (a[1] > points[..., 1]) & (b[1] <= points[..., 1]) & (left < 0)
    return total


def distance(polygon: Floats, points: Floats) -> Floats:
    """From each point to the nearest edge."""
    nearest = np.full(points.shape[:-1], np.inf)
    for a, b in zip(polygon, np.roll(polygon, -1, 0), strict=True):
        along = b - a
        share = np.clip(((points - a) @ along) / max(float(along @ along), 1e-30), 0, 1)
        nearest = np.minimum(nearest, np.linalg.norm(points - a - share[..., None] * along, axis=-1))
    return nearest


def test_shapes_within_one_piece_or_beyond_all_are_known_without_cutting() -> None:
    pieces = packed(pieces_of(L_SHAPE))
    for xy, expected in (
        ([(-15, -18), (15, -18), (15, -5)], INSIDE),
        ([(-20, -20), (20, -20), (20, 0)], INSIDE),
        ([(5, 5), (15, 5), (15, 15)], OUTSIDE),
        ([(30, 30), (40, 30), (40, 40)], OUTSIDE),
        ([(-15, -15), (15, -15), (-15, 15)], CUT),
        ([(math.nan, 0), (-15, -15), (-14, -15)], CUT),
    ):
        assert classify_vertices(np.array(xy, float), 0, 3, *pieces) == expected
