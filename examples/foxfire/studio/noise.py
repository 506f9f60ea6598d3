"""Seeded value noise: the texture of clouds, plaster and brush strokes."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from .arrays import Floats


def value_noise(shape: tuple[int, int], cell_px: tuple[float, float], seed: int) -> Floats:
    """Smooth noise in 0..1 of `shape` (h, w) whose blobs are about `cell_px` (height, width) large."""
    height, width = shape
    rows, cols = int(height / cell_px[0]) + 3, int(width / cell_px[1]) + 3
    grid = np.random.default_rng(seed).random((rows, cols), dtype=np.float32)
    y, x = np.arange(height) / cell_px[0], np.arange(width) / cell_px[1]
    yi, xi = y.astype(int), x.astype(int)
    fy, fx = _fade(y - yi)[:, None], _fade(x - xi)[None, :]
    top = grid[yi][:, xi] * (1 - fx) + grid[yi][:, xi + 1] * fx
    bottom = grid[yi + 1][:, xi] * (1 - fx) + grid[yi + 1][:, xi + 1] * fx
    return np.asarray(top * (1 - fy) + bottom * fy, dtype=np.float32)


def fbm(shape: tuple[int, int], cell_px: tuple[float, float], seed: int, octaves: int = 4) -> Floats:
    """Noise with detail at `octaves` scales, each half as large and half as strong, in 0..1 with mean about 0.5."""
    total = np.zeros(shape, dtype=np.float32)
    weight, weights = 1.0, 0.0
    for octave in range(octaves):
        cell = (max(cell_px[0] / 2**octave, 1.0), max(cell_px[1] / 2**octave, 1.0))
        total += weight * value_noise(shape, cell, seed * 101 + octave)
        weights += weight
        weight *= 0.5
    return total / weights


def _fade(t: NDArray[np.float64]) -> Floats:
    return np.asarray(t * t * t * (t * (t * 6 - 15) + 10), dtype=np.float32)
