"""The keys of one timeline of a binary skeleton: times, values, and the curve that each key but the last goes over by.

A curve stands behind the key that it leads to, so key i's is read with key i + 1.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, TypeVar

import numpy as np
from numpy.typing import NDArray

from rigbyscene.formats.skel_bytes import ByteReader, FloatArray, key_struct
from rigbyscene.formats.skel_layout import CURVE_BEZIER
from rigbyscene.model.animation import Curves
from rigbyscene.model.enums import Interpolation

_Order = NDArray[np.intp]
_Key = TypeVar("_Key", bound=tuple[float, *tuple[Any, ...]])


@dataclass(frozen=True, slots=True)
class Frames:
    """Keys in ascending order of time. `order` is how they were brought there, None where they stood like this."""

    times: FloatArray
    values: FloatArray
    curves: Curves
    order: _Order | None


class CurveList:
    """The curves of `count` keys with `width` values while they are read."""

    def __init__(self, reader: ByteReader, count: int, width: int):
        self._reader = reader
        self._layout = key_struct(4 * width)
        self._rows: list[int] = []
        self._handles: list[tuple[float, ...]] = []
        self._width = width
        self.kinds = np.zeros(count, np.uint8)

    def read(self, key: int) -> None:
        """The byte that says how `key` goes over, and its handles."""
        kind = self._reader.choice(3, "the curve")
        self.kinds[key] = kind
        if kind == CURVE_BEZIER:
            self.read_handles(key)

    def read_handles(self, key: int) -> None:
        self.kinds[key] = Interpolation.BEZIER
        self._rows.append(key)
        self._handles.append(self._reader.unpack(self._layout, "the curve's handles"))

    def made(self, order: _Order | None) -> Curves:
        if not self._rows:
            return Curves(self.kinds if order is None else self.kinds[order])
        handles = np.zeros((len(self.kinds), self._width, 4))
        handles[self._rows] = np.array(self._handles).reshape(-1, self._width, 4)
        return Curves(self.kinds, handles) if order is None else Curves(self.kinds[order], handles[order])


def read_frames(reader: ByteReader, width: int, *, colors: bool = False) -> Frames | None:
    """Keys of `width` numbers: floats, or `colors`, a byte each. None where there are no keys."""
    layout = key_struct(1, width) if colors else key_struct(1 + width)
    count = reader.count("keys", layout.size)
    reader.varint("the number of curves")  # a hint, for who wants to make room
    if not count:
        return None
    curves = CurveList(reader, count, width)
    rows = [reader.unpack(layout, "a key")]
    for i in range(1, count):
        rows.append(reader.unpack(layout, "a key"))
        curves.read(i - 1)
    table = np.array(rows, np.float64)
    order = order_of(reader, table[:, 0])
    if order is not None:
        table = table[order]
    values = np.ascontiguousarray(table[:, 1:])
    return Frames(np.ascontiguousarray(table[:, 0]), values / 255 if colors else values, curves.made(order), order)


def order_of(reader: ByteReader, times: FloatArray) -> _Order | None:
    """How to bring keys into order of time, stable; None, as nearly always, where they are. Others are warned of."""
    if (times[1:] >= times[:-1]).all():
        return None
    late = int(np.flatnonzero(times[1:] < times[:-1])[0]) + 1
    found = f"a key at {times[late]:g} s stands after one at {times[late - 1]:g} s"
    reader.warn("unsorted-keys", found, "keys are read in order of time")
    return np.argsort(times, kind="stable")


def in_order(reader: ByteReader, keys: list[_Key]) -> list[_Key]:
    """`keys`, which begin with their times, brought into order like those of `order_of`."""
    order = order_of(reader, np.array([key[0] for key in keys], np.float64))
    return keys if order is None else [keys[i] for i in order]
