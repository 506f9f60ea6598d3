"""Lists of JSON numbers to arrays: types are checked in bulk, and the culprit is looked for only if there is one."""

from __future__ import annotations

import contextlib
import math
from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from rigbyscene.formats.fields import Fields, Source
from rigbyscene.formats.json_text import describe

_NUMBERS = frozenset((int, float))


def is_number(value: object) -> bool:
    """Whether a JSON value is a number that a double can hold."""
    return (type(value) is int and abs(value) < 1 << 1023) or (type(value) is float and math.isfinite(value))


def float_array(values: Sequence[Any]) -> NDArray[np.float64] | None:
    """The numbers as float64, or None where one of them is not a finite number (a boolean or a text is none)."""
    if not _NUMBERS.issuperset(map(type, values)):
        return None
    try:
        array = np.array(values, dtype=np.float64)
    except OverflowError:
        return None
    return array if _all_finite(values, array) else None


def _all_finite(values: Sequence[Any], array: NDArray[np.float64]) -> bool:
    """Of most lists the sum tells at once: they are short, and numpy takes longer to look than Python to add."""
    with contextlib.suppress(OverflowError):
        if math.isfinite(sum(values)):
            return True
    return bool(np.isfinite(array).all())


def numbers(fields: Fields, key: str) -> NDArray[np.float64]:
    """The list of numbers under `key` as float64 (n,); empty where it is left out; what is wrong is reported."""
    values = fields.array(key)
    array = float_array(values)
    if array is None:
        report_culprit(values, fields.place(key), fields.source)
        return np.zeros(0)
    return array


def required_numbers(fields: Fields, key: str) -> NDArray[np.float64]:
    """Like `numbers`, but a list that is left out is reported, too."""
    if fields.data.get(key) is None:
        fields.wrong(key, "a list of numbers")
        return np.zeros(0)
    return numbers(fields, key)


def report_culprit(values: Sequence[Any], path: str, source: Source) -> None:
    """Report the first value that is not a finite number, and how many there are."""
    wrong = [i for i, v in enumerate(values) if not is_number(v)]
    more = f" ({len(wrong)} such values)" if len(wrong) > 1 else ""
    found = f"{describe(values[wrong[0]])} is not a finite number{more}"
    source.error("wrong-type", f"{path}[{wrong[0]}]", found, "write a finite number")


def whole_numbers(fields: Fields, key: str, end_exclusive: int, what: str) -> NDArray[np.int32] | None:
    """The list under `key` as int32, each from 0 to before `end_exclusive`; None, reported, where one is not.

    `what` names them in the message (``a vertex index``).
    """
    array = numbers(fields, key)
    wrong = np.flatnonzero((array != np.floor(array)) | (array < 0) | (array >= end_exclusive))
    if wrong.size:
        i = int(wrong[0])
        wanted = f"{what} from 0 to {end_exclusive - 1}" if end_exclusive else f"{what} (there are none)"
        fields.source.error(
            "out-of-range", f"{fields.place(key)}[{i}]", f"{array[i]:g} is not {wanted}", "export the file again"
        )
        return None
    return array.astype(np.int32)
