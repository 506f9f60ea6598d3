"""The keys of one timeline: sorted by time, read column by column, and how they go over into each other.

Real files hold tens of thousands of keys, so types are checked a column at a time and a single key's path is only
made for a message.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, TypeVar

import numpy as np
from numpy.typing import NDArray

from rigbyscene.formats.arrays import float_array, is_number
from rigbyscene.formats.fields import Fields, Source, parse_color
from rigbyscene.formats.json_text import describe
from rigbyscene.model.animation import Curves
from rigbyscene.model.enums import Interpolation

_T = TypeVar("_T")
FloatArray = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Keys:
    """One or more keys in ascending order of time, stable where times are equal.

    `places[i]` is the position of key i in the file's list, None where the list was in order.
    """

    items: list[dict[str, Any]]
    times: FloatArray
    path: str
    source: Source
    places: list[int] | None = None

    def __len__(self) -> int:
        return len(self.items)

    def place(self, i: int, name: str = "") -> str:
        at = i if self.places is None else self.places[i]
        return f"{self.path}[{at}].{name}" if name else f"{self.path}[{at}]"

    def fields(self, i: int) -> Fields:
        return Fields(self.items[i], self.place(i), self.source)

    def each(self, read: Callable[[Fields], _T]) -> list[_T]:
        """`read` applied to every key; for timelines whose keys are not plain columns of numbers."""
        return [read(self.fields(i)) for i in range(len(self.items))]

    def column(self, default: float, name: str, other: str = "") -> FloatArray:
        """Float64 (n,) of the member `name`, or `other`, its name in older files; `default` where it is left out."""
        if other:
            values = [k.get(name, k.get(other, default)) for k in self.items]
        else:
            values = [k.get(name, default) for k in self.items]
        array = float_array(values)
        if array is None:
            self._complain(values, is_number, "a finite number", name, other)
            return np.full(len(values), default)
        return array

    def follows(self, twin: FloatArray, name: str) -> FloatArray:
        """Like `column`, but a key that leaves `name` out has the value of `twin`."""
        written = [name in k for k in self.items]
        return np.where(written, self.column(0.0, name), twin) if any(written) else twin.copy()

    def matrix(self, default: float, names: Sequence[str]) -> FloatArray:
        """Float64 (n, len(names))."""
        values = np.empty((len(self.items), len(names)))
        for j, name in enumerate(names):
            values[:, j] = self.column(default, name)
        return values

    def flags(self, name: str, default: bool) -> NDArray[np.bool_]:
        values = [k.get(name, default) for k in self.items]
        if not set(map(type, values)) <= {bool}:
            self._complain(values, lambda v: type(v) is bool, "true or false", name)
            return np.full(len(values), default)
        return np.array(values, dtype=np.bool_)

    def colors(self, name: str) -> FloatArray:
        """Float64 (n, 4) of required colours."""
        values = [k.get(name) for k in self.items]
        colors = [parse_color(v) if type(v) is str else None for v in values]
        known = [c for c in colors if c is not None]
        if len(known) < len(colors):
            i = colors.index(None)
            self.fields(i).wrong(name, "a colour of 6 or 8 hexadecimal digits", "bad-color")
            return np.ones((len(values), 4))
        return np.array(known)

    def _complain(
        self, values: list[Any], fits: Callable[[Any], bool], wanted: str, name: str, other: str = ""
    ) -> None:
        wrong = [i for i, v in enumerate(values) if not fits(v)]
        more = f" ({len(wrong)} such keys)" if len(wrong) > 1 else ""
        i = wrong[0]
        written = other if other in self.items[i] and name not in self.items[i] else name
        found = f"{describe(values[i])} is not {wanted}{more}"
        self.source.error("wrong-type", self.place(i, written), found, f"write {wanted}")

    def curves(self, values: FloatArray, *, old: bool, unit_values: bool = False) -> Curves:
        """The interpolation from each key to the next for `values`, float64 (n, width).

        An array is 4 numbers per value, absolute; in an `old` file (3.8) 4 numbers for all values, normalised to 0..1
        in time and value like the number form (``curve c2 c3 c4``), which any file may use. `unit_values`: the value
        axis runs from 0 to 1 whatever the values are (deform). The last key's curve means nothing and is not looked at.
        Too few numbers are an error; of too many (an exporter wrote 12 for a translation, and the reference plays it)
        the first count, with a warning.
        """
        width = values.shape[1]
        kinds = np.zeros(len(self.items), dtype=np.uint8)
        rows: list[int] = []
        flat: list[Any] = []
        old_rows: list[int] = []
        old_flat: list[tuple[float, float, float, float]] = []
        for i in range(len(self.items) - 1):
            key = self.items[i]
            curve = key.get("curve")
            if curve is None:
                continue
            if curve == "stepped":
                kinds[i] = Interpolation.STEPPED
            elif type(curve) is list and not old:
                if len(curve) >= 4 * width:
                    rows.append(i)
                    flat += curve[: 4 * width]
                    if len(curve) > 4 * width:
                        self._long_curve(i, len(curve), 4 * width)
                else:
                    self._wrong_curve(i, f"{len(curve)} numbers", f"{4 * width} numbers, 4 for each value")
            else:
                handles = self._normalised(i, key, curve)
                if handles is not None:
                    old_rows.append(i)
                    old_flat.append(handles)
        if not rows and not old_rows:
            return Curves(kinds)
        made = np.zeros((len(self.items), width, 4))
        kinds[rows + old_rows] = Interpolation.BEZIER
        if rows:
            absolute = float_array(flat)
            if absolute is None:
                self._wrong_number_in_curve(rows)
            else:
                made[rows] = absolute.reshape(-1, width, 4)
        if old_rows:
            made[old_rows] = self._absolute(np.array(old_rows), np.array(old_flat), values, unit_values)
            if not np.isfinite(made).all():
                i = int(np.flatnonzero(~np.isfinite(made).all(axis=(1, 2)))[0])
                self._wrong_curve(i, "numbers that overflow a double", "numbers of a usable size")
        return Curves(kinds, made)

    def _normalised(self, i: int, key: dict[str, Any], curve: object) -> tuple[float, float, float, float] | None:
        if type(curve) is list:
            handles = curve
            if len(curve) != 4:
                self._wrong_curve(i, f"{len(curve)} numbers", "4 numbers from 0 to 1")
                return None
        elif type(curve) in (int, float):
            handles = [curve, key.get("c2", 0.0), key.get("c3", 1.0), key.get("c4", 1.0)]
        else:
            self._wrong_curve(i, describe(curve), '"stepped" or numbers')
            return None
        if not all(map(is_number, handles)):
            self._wrong_curve(i, "something that is not a finite number", "finite numbers only")
            return None
        return float(handles[0]), float(handles[1]), float(handles[2]), float(handles[3])

    def _absolute(
        self, rows: NDArray[np.intp], handles: FloatArray, values: FloatArray, unit_values: bool
    ) -> FloatArray:
        """Normalised handles (m, 4) of the keys `rows` in seconds and value units, (m, width, 4)."""
        start, span = self.times[rows, None], (self.times[rows + 1] - self.times[rows])[:, None]
        low = np.zeros((len(rows), values.shape[1])) if unit_values else values[rows]
        high = np.ones_like(low) if unit_values else values[rows + 1]
        made = np.empty((len(rows), values.shape[1], 4))
        with np.errstate(over="ignore", invalid="ignore"):  # what overflows is reported by the caller
            made[:, :, 0::2] = (start + handles[:, 0::2] * span)[:, None, :]
            made[:, :, 1::2] = low[:, :, None] + handles[:, None, 1::2] * (high - low)[:, :, None]
        return made

    def _long_curve(self, i: int, length: int, wanted: int) -> None:
        found = f"a curve of {length} numbers where {wanted} are used"
        self.source.warning("bad-curve", self.place(i, "curve"), found, "the first ones count; remove the others")

    def _wrong_curve(self, i: int, found: str, wanted: str) -> None:
        self.source.error("bad-curve", self.place(i, "curve"), f"a curve of {found}", f"give it {wanted}")

    def _wrong_number_in_curve(self, rows: list[int]) -> None:
        for i in rows:
            curve = self.items[i]["curve"]
            wrong = next((j for j, v in enumerate(curve) if not is_number(v)), None)
            if wrong is not None:
                found = f"{describe(curve[wrong])} is not a finite number"
                place = f"{self.place(i, 'curve')}[{wrong}]"
                self.source.error("bad-curve", place, found, "write a finite number")
                return


def read_keys(value: object, path: str, source: Source) -> Keys | None:
    """The keys in the list `value`; None where there are none, or they are not objects with times, reported."""
    if not isinstance(value, list):
        if value is not None:
            source.error("wrong-type", path, f"{describe(value)} is not a list of keys", "write a list")
        return None
    if not value:
        return None
    if not set(map(type, value)) <= {dict}:
        i = next(i for i, k in enumerate(value) if type(k) is not dict)
        source.error("wrong-type", f"{path}[{i}]", f"{describe(value[i])} is not a key", "write an object")
        return None
    unsorted = Keys(value, np.zeros(len(value)), path, source)
    times = unsorted.column(0.0, "time")
    if (times[1:] >= times[:-1]).all():
        return Keys(value, times, path, source)
    order = np.argsort(times, kind="stable")
    late = int(np.flatnonzero(times[1:] < times[:-1])[0]) + 1
    found = f"a key at {times[late]:g} s stands after one at {times[late - 1]:g} s"
    source.warning("unsorted-keys", f"{path}[{late}]", found, "keys are read in order of time")
    places: list[int] = order.tolist()
    return Keys([value[i] for i in places], times[order], path, source, places)


def last_time(value: object) -> float:
    """The latest time in a list of keys that is otherwise skipped; 0 where it holds nothing usable."""
    if not isinstance(value, list):
        return 0.0
    times = [k.get("time", 0) for k in value if isinstance(k, dict)]
    return max((float(t) for t in times if is_number(t)), default=0.0)
