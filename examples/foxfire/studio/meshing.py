"""A mesh round what a picture shows: its outline is traced, simplified, filled with points and triangulated."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageDraw

from .arrays import Floats, Points
from .canvas import Picture, blur

Triangles = NDArray[np.int32]


@dataclass(frozen=True, slots=True, eq=False)
class Net:
    """Mesh geometry: `points` (n, 2) in drawing units, the first `hull` of them the outline; `triangles` (t, 3)."""

    points: Points
    triangles: Triangles
    hull: int


def net_over(picture: Picture, spacing: float) -> Net:
    """Triangles that cover everything `picture` shows, about `spacing` units large.

    Raises ValueError if a pixel that shows would be left outside: an outline with a gap thinner than the spacing.
    """
    scale = picture.pixels.shape[1] / picture.width
    alpha = np.asarray(picture.pixels[..., 3], np.float32) / 255
    cell = max(2, round(spacing * scale / 6))
    outline = _outline(alpha, cell)
    outline = _thinned(outline, tolerance=0.7) * cell
    outline = _split_long(outline, spacing * scale * 1.3)
    inner = _inner_points(outline, spacing * scale)
    points = np.concatenate([outline, inner])
    triangles = _triangulated(points, outline)
    _require_cover(alpha, points, triangles, picture.name)
    units = np.stack(
        [picture.left + points[:, 0] / scale, picture.bottom + picture.height - points[:, 1] / scale], axis=1
    )
    return Net(units, triangles, len(outline))


def _outline(alpha: Floats, cell: int) -> Points:
    """The border of the largest piece of `alpha`, slightly grown, in cells of `cell` pixels, walked clockwise."""
    pad = 3
    height, width = alpha.shape
    rows, cols = -(-height // cell), -(-width // cell)
    full = np.zeros((rows * cell, cols * cell), np.float32)
    full[:height, :width] = alpha
    coarse = full.reshape(rows, cell, cols, cell).max(axis=(1, 3))
    grown = blur(np.pad((coarse > 0.02).astype(np.float32), pad), 0.9) > 0.12
    corners = _walk(_largest_piece(grown))
    smooth = (np.roll(corners, 1, axis=0) + 2 * corners + np.roll(corners, -1, axis=0)) / 4
    return smooth - pad


def _largest_piece(inside: NDArray[np.bool_]) -> NDArray[np.bool_]:
    seen = np.zeros_like(inside)
    best: list[tuple[int, int]] = []
    for start in zip(*np.nonzero(inside), strict=True):
        if seen[start]:
            continue
        piece, queue = [], [(int(start[0]), int(start[1]))]
        seen[start] = True
        while queue:
            y, x = queue.pop()
            piece.append((y, x))
            for ny, nx in ((y + 1, x), (y - 1, x), (y, x + 1), (y, x - 1)):
                if inside[ny, nx] and not seen[ny, nx]:
                    seen[ny, nx] = True
                    queue.append((ny, nx))
        best = piece if len(piece) > len(best) else best
    result = np.zeros_like(inside)
    result[tuple(np.array(best).T)] = True
    return result


def _walk(inside: NDArray[np.bool_]) -> Points:
    """Cell corners along the outer border, inside on the right hand (y down)."""
    rows, cols = np.nonzero(inside)
    y, x = int(rows[0]), int(cols[rows == rows[0]].min())
    start, heading = (x, y), (1, 0)
    path: list[tuple[int, int]] = []
    at = start
    while not path or (at, heading) != (start, (1, 0)):
        path.append(at)
        at = (at[0] + heading[0], at[1] + heading[1])
        for turn in (_left, _ahead, _right):
            way = turn(heading)
            if inside[_cell_right_of(at, way)] and not inside[_cell_left_of(at, way)]:
                heading = way
                break
    return np.array(path, dtype=np.float64)


def _left(way: tuple[int, int]) -> tuple[int, int]:
    return way[1], -way[0]


def _ahead(way: tuple[int, int]) -> tuple[int, int]:
    return way


def _right(way: tuple[int, int]) -> tuple[int, int]:
    return -way[1], way[0]


def _cell_right_of(at: tuple[int, int], way: tuple[int, int]) -> tuple[int, int]:
    side = _right(way)
    return at[1] + min(0, way[1] + side[1]), at[0] + min(0, way[0] + side[0])


def _cell_left_of(at: tuple[int, int], way: tuple[int, int]) -> tuple[int, int]:
    side = _left(way)
    return at[1] + min(0, way[1] + side[1]), at[0] + min(0, way[0] + side[0])


def _thinned(points: Points, tolerance: float) -> Points:
    """Douglas-Peucker on a closed outline, begun at its two most distant points."""
    far = int(np.argmax(np.hypot(*(points - points[0]).T)))
    first = _douglas_peucker(points[: far + 1], tolerance)
    second = _douglas_peucker(np.concatenate([points[far:], points[:1]]), tolerance)
    return np.concatenate([first[:-1], second[:-1]])


def _douglas_peucker(points: Points, tolerance: float) -> Points:
    if len(points) < 3:
        return points
    chord = points[-1] - points[0]
    length = max(float(np.hypot(*chord)), 1e-9)
    offset = points - points[0]
    distance = np.abs(chord[0] * offset[:, 1] - chord[1] * offset[:, 0]) / length
    split = int(np.argmax(distance))
    if distance[split] <= tolerance:
        return points[[0, -1]]
    return np.concatenate(
        [_douglas_peucker(points[: split + 1], tolerance)[:-1], _douglas_peucker(points[split:], tolerance)]
    )


def _split_long(outline: Points, longest: float) -> Points:
    pieces = []
    for a, b in zip(outline, np.roll(outline, -1, axis=0), strict=True):
        count = max(1, int(np.ceil(np.hypot(*(b - a)) / longest)))
        pieces.append(a + (b - a) * (np.arange(count) / count)[:, None])
    return np.concatenate(pieces)


def _inner_points(outline: Points, spacing: float) -> Points:
    """A staggered grid inside the outline, kept away from it."""
    low, high = outline.min(axis=0), outline.max(axis=0)
    points = []
    for row, y in enumerate(np.arange(low[1] + spacing * 0.5, high[1], spacing * 0.87)):
        for x in np.arange(low[0] + spacing * (0.5 if row % 2 else 0.0), high[0], spacing):
            at = np.array((x, y))
            if _contains(outline, at) and np.hypot(*(outline - at).T).min() > spacing * 0.55:
                points.append(at)
    return np.array(points).reshape(-1, 2)


def _contains(outline: Points, at: Points) -> bool:
    a, b = outline, np.roll(outline, -1, axis=0)
    crosses = (a[:, 1] > at[1]) != (b[:, 1] > at[1])
    with np.errstate(divide="ignore", invalid="ignore"):
        where = a[:, 0] + (at[1] - a[:, 1]) / (b[:, 1] - a[:, 1]) * (b[:, 0] - a[:, 0])
    return bool(np.count_nonzero(crosses & (at[0] < where)) % 2)


def _triangulated(points: Points, outline: Points) -> Triangles:
    """Delaunay triangles (Bowyer and Watson) whose centre lies inside the outline."""
    centre, reach = points.mean(axis=0), float(np.ptp(points, axis=0).max()) * 20
    corners = centre + reach * np.array([(-1.7, -1.0), (1.7, -1.0), (0.0, 2.0)])
    every = np.concatenate([points, corners])
    count = len(points)
    triangles = [(count, count + 1, count + 2)]
    for index in range(count):
        edges: dict[tuple[int, int], int] = {}
        kept = []
        for triangle in triangles:
            if _in_circumcircle(every, triangle, every[index]):
                for edge in ((triangle[0], triangle[1]), (triangle[1], triangle[2]), (triangle[2], triangle[0])):
                    key = (min(edge), max(edge))
                    edges[key] = edges.get(key, 0) + 1
            else:
                kept.append(triangle)
        triangles = kept + [(a, b, index) for (a, b), uses in edges.items() if uses == 1]
    inside = [t for t in triangles if max(t) < count and _contains(outline, every[list(t)].mean(axis=0))]
    return np.array(sorted(inside), dtype=np.int32)


def _in_circumcircle(points: Points, triangle: tuple[int, int, int], at: Points) -> bool:
    rows = points[list(triangle)] - at
    squares = (rows * rows).sum(axis=1)
    a, b, c = rows
    determinant = (
        squares[0] * (b[0] * c[1] - b[1] * c[0])
        - squares[1] * (a[0] * c[1] - a[1] * c[0])
        + squares[2] * (a[0] * b[1] - a[1] * b[0])
    )
    area = (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])
    return bool(determinant * area > 1e-9)


def _require_cover(alpha: Floats, points: Points, triangles: Triangles, name: str) -> None:
    image = Image.new("L", (alpha.shape[1], alpha.shape[0]))
    draw = ImageDraw.Draw(image)
    for triangle in triangles:
        draw.polygon([(float(x), float(y)) for x, y in points[triangle]], fill=255)
    bare = (alpha > 0.1) & (np.asarray(image) == 0)
    if bare.mean() > 1e-4:
        y, x = np.argwhere(bare)[0]
        raise ValueError(f"mesh of {name} leaves {int(bare.sum())} visible pixels bare, the first at ({x}, {y})")
