"""Packs the beziers of all timelines at once: numpy would spend more on ten numbers at a time than on all together."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from rigbyscene.model.animation import Curves
from rigbyscene.model.enums import Interpolation
from rigbyscene.pose.curves import CUBIC_COLUMNS, KIND, STEPPED, cubic_rows
from rigbyscene.pose.layout import Floats

NO_VALUES = -1
"""In the place of the first value: the curve itself is what is sampled, from 0 to 1 (deform)."""

# what is noted of a timeline's curves
_FIRST_KEY, _KEYS, _FIRST_VALUE, _STRIDE, _WIDTH, _FIRST_KIND, _FIRST_HANDLE = range(7)


class PackedCubics:
    """Timelines whose values are not linear between all keys, and what they make of `RigArrays.cubics`."""

    def __init__(self) -> None:
        self._noted: list[tuple[int, ...]] = []
        self._kinds: list[NDArray[np.uint8]] = []
        self._handles: list[Floats] = []
        self._count = self._key_count = self._handle_count = 0

    def add(self, curves: Curves, keys: tuple[int, int], first_value: int, stride: int, column: int, width: int) -> int:
        """Note `width` values of every key, from `column` on; their first cubic, -1 where all is linear.

        `keys` is the first of them among all times, and how many there are; the values of one are `stride` after
        those of the one before, from `first_value` among all values on.
        """
        first_key, count = keys
        if not curves.kinds[: count - 1].any():
            return -1
        first = self._count
        first_handle = -1
        if curves.handles is not None:
            first_handle = self._handle_count
            handles = curves.handles[: count - 1, column : column + width]
            self._handles.append(handles.reshape(-1, 4))
            self._handle_count += len(self._handles[-1])
        value = NO_VALUES if first_value == NO_VALUES else first_value + column
        self._noted.append((first_key, count, value, stride, width, self._key_count, first_handle))
        self._kinds.append(curves.kinds[:count])
        self._key_count += count
        self._count += count * width
        return first

    def packed(self, times: Floats, values: Floats) -> Floats:
        """All rows back to back: CUBIC_COLUMNS numbers for each value of each key. The last key's say nothing."""
        rows = np.zeros((self._count, CUBIC_COLUMNS))
        if not self._noted:
            return rows.ravel()
        noted = np.array(self._noted, np.int64)
        sizes = noted[:, _KEYS] * noted[:, _WIDTH]
        of = np.repeat(noted, sizes, axis=0)
        at = np.arange(self._count) - np.repeat(np.cumsum(sizes) - sizes, sizes)
        key, column = np.divmod(at, of[:, _WIDTH])
        last = key == of[:, _KEYS] - 1
        kinds = np.concatenate(self._kinds)[of[:, _FIRST_KIND] + key]
        rows[~last & (kinds == Interpolation.STEPPED), KIND] = STEPPED

        i = np.flatnonzero(~last & (kinds == Interpolation.BEZIER) & (of[:, _FIRST_HANDLE] >= 0))
        of, key, column = of[i], key[i], column[i]
        t1, t2 = times[of[:, _FIRST_KEY] + key], times[of[:, _FIRST_KEY] + key + 1]
        v1, v2 = np.zeros(len(i)), np.ones(len(i))
        valued = of[:, _FIRST_VALUE] != NO_VALUES
        first = (of[:, _FIRST_VALUE] + key * of[:, _STRIDE] + column)[valued]
        v1[valued], v2[valued] = values[first], values[first + of[valued, _STRIDE]]
        curved = (t2 > t1) & (v1 != v2)  # else linear says the same
        handles = np.concatenate(self._handles) if self._handles else np.zeros((0, 4))
        handle = (of[:, _FIRST_HANDLE] + key * of[:, _WIDTH] + column)[curved]
        rows[i[curved]] = cubic_rows(t1[curved], t2[curved], v1[curved], v2[curved], handles[handle])
        return rows.ravel()
