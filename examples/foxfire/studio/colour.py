"""Colours as float triples 0..1 in sRGB values, as a painter mixes them on screen."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from .arrays import Floats

Rgb = tuple[float, float, float]


def rgb(text: str) -> Rgb:
    """A colour from six hex digits.

    >>> rgb("ff8000")
    (1.0, 0.5019607843137255, 0.0)
    """
    return (int(text[0:2], 16) / 255, int(text[2:4], 16) / 255, int(text[4:6], 16) / 255)


def mix(a: Rgb, b: Rgb, share: float) -> Rgb:
    """`a` with `share` (0..1) of `b` in it."""
    return (a[0] + (b[0] - a[0]) * share, a[1] + (b[1] - a[1]) * share, a[2] + (b[2] - a[2]) * share)


def ramp(values: Floats, stops: Sequence[tuple[float, Rgb]]) -> Floats:
    """`values` of shape (h, w) looked up in a gradient of (position, colour) stops: float32 (h, w, 3)."""
    at = [position for position, _ in stops]
    channels = [np.interp(values, at, [colour[i] for _, colour in stops]) for i in range(3)]
    return np.stack(channels, axis=-1).astype(np.float32)


def smoothstep(low: float, high: float, values: Floats) -> Floats:
    """0 below `low`, 1 above `high`, an S between; `low` may be the larger one."""
    t = np.clip((values - low) / (high - low), 0.0, 1.0)
    return np.asarray(t * t * (3.0 - 2.0 * t), dtype=np.float32)
