"""Nanoseconds per pixel of the CPU renderer, by kind of art, as JSON: ``python tests/bench/bench_raster.py``.

Each case fills 1920x1080 with one quad (or a mesh); the best of several pictures counts, the time for the background
and for starting is taken off by measuring an empty list.
"""

from __future__ import annotations

import argparse
import json
import math
import time
from collections.abc import Callable

import numpy as np

from rigbyscene.draw.art import Art
from rigbyscene.draw.cpu import render
from rigbyscene.draw.drawlist import DrawList
from rigbyscene.model.atlas import Atlas, AtlasPage, AtlasRegion
from rigbyscene.model.enums import Blend

WIDTH, HEIGHT = 1920, 1080
SIDE = 2400


def art() -> Art:
    """Three pictures of 2400x2400: opaque, translucent, and a disc with transparent corners."""
    rng = np.random.default_rng(1)
    y, x = np.mgrid[0:SIDE, 0:SIDE]
    colour = np.stack([x % 256, y % 256, (x + y) % 256], -1).astype(np.uint8) // 2 + rng.integers(
        0, 128, (SIDE, SIDE, 3), np.uint8
    )
    alphas = [
        np.full((SIDE, SIDE), 255),
        rng.integers(1, 255, (SIDE, SIDE)),
        np.clip(500 - np.hypot(x - SIDE / 2, y - SIDE / 2), 0, 1) * 255,
    ]
    pages = []
    for alpha in alphas:
        page = np.empty((SIDE, SIDE, 4), np.uint8)
        page[..., 3] = alpha
        page[..., :3] = colour * (page[..., 3:] / 255.0)
        pages.append(page)
    region = AtlasRegion("picture", 0, 0, 0, SIDE, SIDE, original_width=SIDE, original_height=SIDE)
    atlas = Atlas((AtlasPage("page", SIDE, SIDE),), (region,))
    return Art.of([(atlas, [page]) for page in pages])


def grid(
    picture: int,
    *,
    scale: float = 1.0,
    degrees: float = 0.0,
    shift: tuple[float, float] = (0.0, 0.0),
    blend: Blend = Blend.NORMAL,
    color: tuple[float, ...] = (1, 1, 1, 1, 0, 0, 0),
    cells: int = 0,
) -> DrawList:
    """A picture turned and scaled about the middle of the frame; `cells` > 0: as a mesh of cells x cells squares."""
    n = max(cells, 1)
    c, s = math.cos(math.radians(degrees)) * scale, math.sin(math.radians(degrees)) * scale
    if cells:
        texels = np.array([(i * SIDE / n, j * SIDE / n) for j in range(n + 1) for i in range(n + 1)])
        corner = [j * (n + 1) + i for j in range(n) for i in range(n)]
        triangles = [t for k in corner for t in ((k, k + 1, k + n + 2), (k, k + n + 2, k + n + 1))]
    else:
        texels = np.array([(0, 0), (SIDE, 0), (SIDE, SIDE), (0, SIDE)], float)
        triangles = [(0, 1, 2), (0, 2, 3)]
    at = texels - SIDE / 2
    xy = np.stack([c * at[:, 0] - s * at[:, 1], s * at[:, 0] + c * at[:, 1]], -1)
    xy += (WIDTH / 2 + shift[0], HEIGHT / 2 + shift[1])
    command = [picture, blend, 0, len(texels), 0, len(triangles), 0 if cells else 1, 0, 0]
    return DrawList(
        xy,
        texels.astype(float),
        np.array(triangles, np.int32),
        np.array([command], np.int32),
        np.array([color], np.float32),
    )


def best_seconds(draw: Callable[[], object], repeats: int) -> float:
    draw()
    best = math.inf
    for _ in range(repeats):
        start = time.perf_counter()
        draw()
        best = min(best, time.perf_counter() - start)
    return best


def cases() -> dict[str, DrawList]:
    fog = (0.5, 0.5, 0.5, 0.5, 0, 0, 0)
    two_colours = (0.8, 0.6, 0.9, 1, 0.1, 0.2, 0.0)
    return {
        "1:1 opaque": grid(0),
        "1:1 alpha": grid(1),
        "fractional opaque": grid(0, shift=(0.3, 0.6)),
        "fractional alpha": grid(1, shift=(0.3, 0.6)),
        "rotated opaque": grid(0, degrees=20),
        "rotated alpha": grid(1, degrees=20),
        "rotated disc": grid(2, degrees=20),
        "scaled 0.9 alpha (trilinear)": grid(1, scale=0.9),
        "scaled 0.9, rotated opaque (trilinear)": grid(0, scale=0.9, degrees=10),
        "scaled 2x alpha": grid(1, scale=2),
        "mirrored alpha": grid(1, scale=-1),
        "faded alpha, 1:1": grid(1, color=fog),
        "two colours, 1:1 alpha": grid(1, color=two_colours),
        "two colours, rotated": grid(1, degrees=20, color=two_colours),
        "additive, 1:1": grid(1, blend=Blend.ADDITIVE),
        "multiply, 1:1": grid(1, blend=Blend.MULTIPLY),
        "screen, 1:1": grid(1, blend=Blend.SCREEN),
        "multiply, rotated": grid(1, degrees=20, blend=Blend.MULTIPLY),
        "mesh of 80x80 (30 px cells), rotated": grid(1, degrees=20, cells=80),
        "mesh of 240x240 (10 px cells), rotated": grid(1, degrees=20, cells=240),
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--threads", type=int, nargs="*", default=[1, 2])
    parser.add_argument("--repeats", type=int, default=5)
    arguments = parser.parse_args()
    pictures = art()
    view = np.array([1.0, 0, 0, 1, 0, 0])
    out = np.empty((HEIGHT, WIDTH, 4), np.uint8)
    results: dict[str, dict[str, float]] = {}
    for threads in arguments.threads:

        def seconds(drawn: DrawList, threads: int = threads) -> float:
            def draw() -> None:
                render(drawn, pictures, view, (WIDTH, HEIGHT), (0, 0, 0, 255), threads=threads, out=out)

            return best_seconds(draw, arguments.repeats)

        nothing = seconds(DrawList.empty())
        results[f"{threads} threads"] = {"empty picture, ms": round(nothing * 1000, 2)} | {
            name: round((seconds(drawn) - nothing) / (WIDTH * HEIGHT) * 1e9, 2) for name, drawn in cases().items()
        }
    print(json.dumps({"unit": "ns per pixel", "size": [WIDTH, HEIGHT], "results": results}, indent=2))


if __name__ == "__main__":
    main()
