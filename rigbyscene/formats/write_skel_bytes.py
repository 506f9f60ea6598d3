"""The primitives of binary skeletons, written; what a number's place in the file cannot hold is reported there."""

from __future__ import annotations

import struct
from collections.abc import Iterable

import numpy as np
from numpy.typing import NDArray

from rigbyscene.errors import Report
from rigbyscene.formats.sections import Notes
from rigbyscene.formats.skel_bytes import Color

_FLOAT = struct.Struct(">f")
_INT = struct.Struct(">I")


def rgba_of(color: Color) -> int:
    """RRGGBBAA of straight red, green, blue, alpha, 0 to 1."""
    red, green, blue, alpha = (byte_of(c) for c in color)
    return red << 24 | green << 16 | blue << 8 | alpha


def byte_of(channel: float) -> int:
    return min(max(round(channel * 255), 0), 255)


class ByteWriter(Notes):
    """Grows the bytes of a file.

    `strings` is the string table, a number for each, which grows with every reference. It begins with those given,
    of which some may be the same: the last one's number is used, as exporters do.
    """

    def __init__(self, file: str, report: Report, strings: Iterable[str] = ()):
        super().__init__(file, report)
        self.out = bytearray()
        self.strings: dict[str, int] = {}
        self._count = 0
        for string in strings:
            self._count += 1
            self.strings[string] = self._count

    def byte(self, value: int) -> None:
        self.out.append(value)

    def boolean(self, value: bool) -> None:
        self.out.append(int(value))

    def uint32(self, value: int) -> None:
        self.out += _INT.pack(value)

    def number(self, value: float) -> None:
        try:
            self.out += _FLOAT.pack(value)
        except OverflowError:
            self._too_large(value)

    def floats(self, values: NDArray[np.float64]) -> None:
        with np.errstate(over="ignore"):
            stored = values.astype(">f4")
        if not np.isfinite(stored).all():
            self._too_large(float(values.ravel()[np.flatnonzero(~np.isfinite(stored))[0]]))
        self.out += stored.tobytes()

    def _too_large(self, value: float) -> None:
        found = f"{value:g} is more than the 4-byte numbers of a .skel hold"
        self.error("too-large", found, "make it smaller, or write JSON")

    def varint(self, value: int) -> None:
        """0 to 2**32 - 1; a negative number as its two's complement."""
        if not -(1 << 31) <= value < 1 << 32:
            self.error("too-large", f"{value} is more than 32 bits", "make it smaller")
        left = value & 0xFFFFFFFF
        while left > 127:
            self.out.append(left & 127 | 128)
            left >>= 7
        self.out.append(left)

    def varints(self, values: Iterable[int]) -> None:
        """A number of numbers, each from 0."""
        listed = list(values)
        self.varint(len(listed))
        for value in listed:
            self.varint(value)

    def zigzag(self, value: int) -> None:
        self.varint(value << 1 if value >= 0 else ~(value << 1))

    def string(self, value: str | None) -> None:
        if value is None:
            self.varint(0)
        else:
            encoded = value.encode("utf-8")
            self.varint(len(encoded) + 1)
            self.out += encoded

    def ref(self, value: str | None) -> None:
        if value is None:
            self.varint(0)
            return
        if value not in self.strings:
            self._count += 1
            self.strings[value] = self._count
        self.varint(self.strings[value])

    def color(self, value: Color) -> None:
        self.uint32(rgba_of(value))
