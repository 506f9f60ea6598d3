"""What the writers of one skeleton JSON share: the skeleton, how numbers are written, and what is left out."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
from numpy.typing import NDArray

from rigbyscene.errors import Report
from rigbyscene.formats.sections import Notes
from rigbyscene.formats.write_skel_bytes import byte_of
from rigbyscene.model.enums import Format
from rigbyscene.model.skeleton import Skeleton

Members = dict[str, Any]
Number = int | float

_LARGEST_WHOLE = 1e15
"""Whole numbers up to here are written without a point; all of them are exact in a double."""


class JsonWriter(Notes):
    """`single`: the numbers are 4-byte floats, written as the shortest decimals that read back as the same ones.

    Else they are doubles, and the decimals are those that read back as the same doubles.
    """

    def __init__(self, skeleton: Skeleton, file: str, report: Report, *, single: bool):
        super().__init__(file, report)
        self.skeleton = skeleton
        self.single = single
        self.newer = skeleton.format is Format.V43
        self.bones = [bone.name for bone in skeleton.bones]
        self.slots = [slot.name for slot in skeleton.slots]

    def value(self, value: float) -> float:
        """The number that stands for `value` in the file."""
        return float(str(np.float32(value))) if self.single else value

    def number(self, value: float) -> Number:
        """`value` as it is written."""
        return shortest(self.value(value))

    def numbers(self, values: NDArray[np.float64]) -> list[Number]:
        """All of `values`, end to end."""
        flat = values.ravel()
        if self.single:
            return [shortest(float(text)) for text in flat.astype(np.float32).astype(str).tolist()]
        return [shortest(value) for value in flat.tolist()]

    def put(self, to: Members, key: str, value: float, default: float) -> None:
        """Set a number that may be left out where it is `default`. A negative zero is not left out for a zero."""
        written = self.value(value)
        if written != default or (written == 0 and math.copysign(1, written) != math.copysign(1, default)):
            to[key] = shortest(written)


def shortest(value: float) -> Number:
    """A number as the shortest JSON that reads back as the same double; whole ones without a point.

    >>> shortest(95.0), shortest(0.1), shortest(-0.0)
    (95, 0.1, -0.0)
    """
    if value.is_integer() and abs(value) < _LARGEST_WHOLE and (value or math.copysign(1, value) > 0):
        return int(value)
    return value


def flag(to: Members, key: str, value: bool, default: bool = False) -> None:
    if value is not default:
        to[key] = value


def hex_color(channels: tuple[float, ...]) -> str:
    """``RRGGBB`` or ``RRGGBBAA`` of three or four channels, 0 to 1.

    >>> hex_color((1.0, 0.0, 128 / 255))
    'ff0080'
    """
    return bytes(map(byte_of, channels)).hex()
