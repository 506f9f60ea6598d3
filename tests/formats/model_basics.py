"""Numbers, names, colours and keys that JSON and binary files can both hold, for hypothesis.

Numbers are 4-byte floats, so that both kinds of file give them back exactly, and colours are bytes.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
from hypothesis import strategies as st

from rigbyscene.model.animation import (
    Curves,
)

Draw = Callable[[st.SearchStrategy[Any]], Any]

number = st.sampled_from([0.0, 1.0, -1.0, 0.5, 100.0, 0.25, -0.0]) | st.floats(-1e6, 1e6, width=32)
flag = st.booleans()
text = st.text('abc äß跳/"\\\n', max_size=4)
byte = st.integers(0, 255)
rgba = st.tuples(byte, byte, byte, byte).map(lambda c: tuple(v / 255 for v in c))
rgb = st.tuples(byte, byte, byte).map(lambda c: tuple(v / 255 for v in c))
six = st.tuples(*[number] * 6)


def maybe(strategy: st.SearchStrategy[Any]) -> st.SearchStrategy[Any]:
    return st.none() | strategy


def unlike(default: tuple[float, ...]) -> st.SearchStrategy[Any]:
    """A colour of the editor; what it has by default is None in the model."""
    return maybe(rgba.filter(lambda color: color != default))


def names(least: int, most: int) -> st.SearchStrategy[list[str]]:
    return st.lists(text, min_size=least, max_size=most, unique=True)


def array(draw: Draw, *shape: int, bytes_of: bool = False) -> np.ndarray:
    """Numbers, or channels of colours, made from one drawn seed: hypothesis has better things to vary."""
    rng = np.random.default_rng(draw(st.integers(0, 999)))
    if bytes_of:
        return rng.integers(0, 256, shape) / 255
    made = rng.uniform(-1e4, 1e4, shape).astype(np.float32).astype(np.float64)
    made[rng.random(shape) < 0.4] = rng.choice([0.0, 1.0, 0.5, -0.0])
    return made


def times(draw: Draw) -> np.ndarray:
    """One to four ascending times, some of them equal."""
    steps = draw(st.lists(st.sampled_from([0.0, 0.5, 1.0, 0.0333251953125]), min_size=1, max_size=4))
    return np.cumsum(steps)


def curves(draw: Draw, count: int, width: int) -> Curves:
    """The last key's curve means nothing; handles are there where a bezier is."""
    kinds = np.array([*draw(st.lists(st.integers(0, 2), min_size=count - 1, max_size=count - 1)), 0], np.uint8)
    return Curves(kinds, array(draw, count, width, 4) if (kinds == 2).any() else None)


whole = st.sampled_from([0, -1, 2**31 - 1, -(2**31)]) | st.integers(-1000, 1000)
