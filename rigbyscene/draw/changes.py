"""Kernels: which tiles of a picture differ from the picture before, told by hashes of what is drawn there.

A command's hash covers everything that decides its pixels: snapped vertices, their places on the picture, triangles,
mip level, colours, blend mode. A tile's hash is that of the commands that reach it, in order. Equal hashes mean equal
pixels, but for one chance in 2**64 a tile; a held background or a character standing still need not be drawn again.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from rigbyscene.draw.drawlist import FIRST_TRIANGLE, FIRST_VERTEX, TRIANGLE_COUNT, VERTEX_COUNT
from rigbyscene.draw.prepare import BOTTOM, LEFT, MIX, MODE, NEXT_LEVEL, PLAN_COLUMNS, RIGHT, TOP, WHOLE
from rigbyscene.jit import kernel

_SEED = np.uint64(0xCBF29CE484222325)
_PRIME = np.uint64(0x9E3779B97F4A7C15)  # 2**64 / golden ratio, odd
_FOLD = np.uint64(29)


@kernel(inner=True)
def stir(state: np.uint64, word: np.uint64) -> np.uint64:
    """Take `word` into the hash `state`."""
    mixed = np.uint64((state ^ word) * _PRIME)
    return np.uint64(mixed ^ (mixed >> _FOLD))


@kernel
def hash_commands(
    points: NDArray[np.int32],
    places: NDArray[np.uint64],
    triangles: NDArray[np.int32],
    commands: NDArray[np.int32],
    plan: NDArray[np.int64],
    hashes: NDArray[np.uint64],
) -> None:
    """Write each command's hash. `places` are the bits of the vertices' places on their pictures, (n, 2)."""
    for c in range(len(commands)):
        state = _SEED
        state = stir(state, np.uint64(plan[c, WHOLE]))
        for k in range(MODE, PLAN_COLUMNS):
            # without MIX the next level is not looked at
            if plan[c, MIX] != 0 or not NEXT_LEVEL <= k < PLAN_COLUMNS - 1:
                state = stir(state, np.uint64(plan[c, k]))
        first = commands[c, FIRST_VERTEX]
        for v in range(first, first + commands[c, VERTEX_COUNT]):
            state = stir(state, np.uint64(points[v, 0]) ^ (np.uint64(points[v, 1]) << np.uint64(32)))
            state = stir(state, places[v, 0])
            state = stir(state, places[v, 1])
        start = commands[c, FIRST_TRIANGLE]
        for t in range(start, start + commands[c, TRIANGLE_COUNT]):
            for k in range(3):
                state = stir(state, np.uint64(triangles[t, k] - first))
        hashes[c] = state


@kernel
def mark_changes(
    plan: NDArray[np.int64],
    hashes: NDArray[np.uint64],
    tile_width: int,
    tile_height: int,
    tiles: NDArray[np.uint64],
    changed: NDArray[np.uint8],
) -> None:
    """Bring `tiles` uint64 (rows, columns), the hashes of the picture before, up to this one.

    `changed` uint8 (rows, columns) is 1 where a tile differs, else 0.
    """
    rows, columns = tiles.shape
    now = np.empty((rows, columns), np.uint64)
    for i in range(rows):
        for j in range(columns):
            now[i, j] = _SEED
    for c in range(len(plan)):
        if plan[c, LEFT] >= plan[c, RIGHT] or plan[c, TOP] >= plan[c, BOTTOM]:
            continue
        first_row = max(plan[c, TOP], 0) // tile_height
        last_row = min((plan[c, BOTTOM] - 1) // tile_height, rows - 1)
        first_column = max(plan[c, LEFT], 0) // tile_width
        last_column = min((plan[c, RIGHT] - 1) // tile_width, columns - 1)
        for i in range(first_row, last_row + 1):
            for j in range(first_column, last_column + 1):
                now[i, j] = stir(now[i, j], hashes[c])
    for i in range(rows):
        for j in range(columns):
            changed[i, j] = 1 if now[i, j] != tiles[i, j] else 0
            tiles[i, j] = now[i, j]
