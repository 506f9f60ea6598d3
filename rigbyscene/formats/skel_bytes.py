"""The primitives of binary skeletons, read so that no byte outside the file and no absurd number is ever believed.

Every count is held against the bytes that are left before anything is made or looped over: a record takes at least some
bytes, so a count that the rest of the file cannot hold is a fault where it stands. The first fault ends the reading,
since nothing behind it can be trusted: a `BrokenSkel` with the offset and the section.
"""

from __future__ import annotations

import functools
import math
import struct
from collections.abc import Sequence
from typing import NoReturn

import numpy as np
from numpy.typing import NDArray

from rigbyscene.formats.fields import Source
from rigbyscene.formats.json_text import quoted
from rigbyscene.formats.sections import OpenSection, Sections

FloatArray = NDArray[np.float64]
IntArray = NDArray[np.int32]
Color = tuple[float, float, float, float]

EXPORT_AGAIN = "the file is cut short or damaged: export or copy it again"
NO_DARK = 0xFFFFFFFF
_FLOAT = struct.Struct(">f")
_INT = struct.Struct(">I")


class BrokenSkel(Exception):
    """The one fault that ends the reading of a binary skeleton, as a diagnostic has it."""

    def __init__(self, code: str, place: str, found: str, remedy: str):
        super().__init__(found)
        self.code, self.place, self.found, self.remedy = code, place, found, remedy


@functools.cache
def key_struct(floats_before: int, unsigned_bytes: int = 0) -> struct.Struct:
    """A record of some floats and then some bytes."""
    return struct.Struct(f">{floats_before}f{unsigned_bytes}B")


def signed(value: int) -> int:
    """A 32-bit number read as two's complement.

    >>> signed(0xFFFFFFFE), signed(5)
    (-2, 5)
    """
    return value - (1 << 32) if value & 0x80000000 else value


def color_of(rgba: int) -> Color:
    """RRGGBBAA as straight red, green, blue, alpha, 0 to 1."""
    return (rgba >> 24) / 255, (rgba >> 16 & 255) / 255, (rgba >> 8 & 255) / 255, (rgba & 255) / 255


class ByteReader:
    """Goes through `data` front to back. `strings` is the string table, once it has been read.

    What `source` is told is where and in which section it was found.
    """

    __slots__ = ("_sections", "data", "end", "pos", "source", "strings")

    def __init__(self, data: bytes, source: Source):
        self.data = data
        self.source = source
        self.end = len(data)
        self.pos = 0
        self.strings: Sequence[str] = ()
        self._sections = Sections()

    @property
    def left(self) -> int:
        return self.end - self.pos

    def section(self, name: str) -> OpenSection:
        """A context in which faults are said to be in the section `name`."""
        return self._sections.open(name)

    def place(self, offset: int | None = None) -> str:
        """``offset 0x1f, animation "walk", bone "hip"``: where the reader is, or was at `offset`."""
        return ", ".join([f"offset 0x{self.pos if offset is None else offset:x}", *self._sections.names])

    def fail(self, code: str, found: str, *, at: int | None = None, remedy: str = EXPORT_AGAIN) -> NoReturn:
        raise BrokenSkel(code, self.place(at), found, remedy)

    def warn(self, code: str, found: str, remedy: str, *, at: int | None = None) -> None:
        self.source.warning(code, self.place(at), found, remedy)

    def need(self, size: int, what: str) -> int:
        """Go over `size` bytes that hold `what`: their offset."""
        start = self.pos
        if size > self.end - start:
            self.fail("cut-short", f"the file ends in {what}: {size} bytes are wanted and {self.left} left")
        self.pos = start + size
        return start

    def byte(self, what: str = "a byte") -> int:
        return self.data[self.need(1, what)]

    def boolean(self, what: str) -> bool:
        at = self.need(1, what)
        value = self.data[at]
        if value > 1:
            self.fail("out-of-range", f"{what} is {value}, neither 0 nor 1", at=at)
        return value == 1

    def flags(self, known: int, what: str) -> int:
        """A byte of flags. A bit that is not `known` is warned of: it may announce bytes that nobody reads here."""
        at = self.need(1, what)
        value = self.data[at]
        if value & ~known:
            found = f"{what} are 0x{value:02x}, of which 0x{value & ~known:02x} is unknown"
            self.warn("unknown-flag", found, "it is ignored; what follows may be misread", at=at)
        return value

    def choice(self, end_exclusive: int, what: str) -> int:
        """A byte that is one of a closed vocabulary's numbers."""
        at = self.need(1, what)
        value = self.data[at]
        if value >= end_exclusive:
            self.fail("out-of-range", f"{what} is {value}; it goes up to {end_exclusive - 1}", at=at)
        return value

    def uint32(self, what: str) -> int:
        value: int = _INT.unpack_from(self.data, self.need(4, what))[0]
        return value

    def number(self, what: str = "a float") -> float:
        at = self.need(4, what)
        value: float = _FLOAT.unpack_from(self.data, at)[0]
        if not math.isfinite(value):
            self.fail("bad-number", f"{what} is {value}, not a finite number", at=at)
        return value

    def unpack(self, layout: struct.Struct, what: str) -> tuple[float, ...]:
        """A record of floats and bytes, all floats finite."""
        at = self.need(layout.size, what)
        values = layout.unpack_from(self.data, at)
        if not math.isfinite(sum(values)):  # 32-bit floats cannot overflow the sum
            self.fail("bad-number", f"{what} holds something that is not a finite number", at=at)
        return values

    def floats(self, count: int, what: str) -> FloatArray:
        """Float64 (count,)."""
        at = self.need(4 * count, what)
        with np.errstate(invalid="ignore"):  # of the many bit patterns that are no number, some make numpy warn
            values = np.frombuffer(self.data, ">f4", count, at).astype(np.float64)
        if not np.isfinite(values).all():
            wrong = int(np.flatnonzero(~np.isfinite(values))[0])
            self.fail("bad-number", f"{what}: {values[wrong]} is not a finite number", at=at + 4 * wrong)
        return values

    def varint(self, what: str = "a number") -> int:
        """Up to 5 bytes of 7 bits, the lowest first: 0 to 2**32 - 1."""
        start = self.pos
        value = shift = 0
        while True:
            if self.pos >= self.end:
                self.fail("cut-short", f"the file ends in {what}", at=start)
            byte = self.data[self.pos]
            self.pos += 1
            value |= (byte & 127) << shift
            if byte < 128:
                break
            shift += 7
            if shift > 28:
                self.fail("bad-number", f"{what} takes more than 5 bytes", at=start)
        if value >> 32:
            self.fail("bad-number", f"{what} takes more than 32 bits", at=start)
        return value

    def zigzag(self, what: str) -> int:
        value = self.varint(what)
        return value >> 1 ^ -(value & 1)

    def count(self, what: str, least_bytes: int = 1) -> int:
        """A number of records of `least_bytes` or more each; one that the rest of the file cannot hold is a fault."""
        at = self.pos
        value = self.varint(f"the number of {what}")
        if value * least_bytes > self.left:
            room = f"{self.left} bytes that are left"
            self.fail("absurd-count", f"{value} {what} cannot be in the {room}", at=at)
        return value

    def index(self, end_exclusive: int, what: str) -> int:
        """The number of `what` (``a bone``), from 0 to before `end_exclusive`."""
        at = self.pos
        value = self.varint(f"the number of {what}")
        if value >= end_exclusive:
            self.fail("out-of-range", f"{value} is not the number of {what}, of which there are {end_exclusive}", at=at)
        return value

    def indices(self, end_exclusive: int, what: str, whats: str) -> tuple[int, ...]:
        return tuple(self.index(end_exclusive, what) for _ in range(self.count(whats)))

    def varints(self, count: int, end_exclusive: int, what: str) -> IntArray:
        """Int32 (count,), each below `end_exclusive`."""
        at = self.pos
        if count > self.left:
            self.fail("cut-short", f"the file ends in {what}: {count} are wanted and {self.left} bytes left")
        if not count or max(self.data[at : at + count]) < 128:  # nearly always: one byte each
            values = np.frombuffer(self.data, np.uint8, count, at)
            self.pos += count
        else:
            values = np.array([self.varint(what) for _ in range(count)], np.uint32)
        if count and int(values.max()) >= end_exclusive:
            self.fail("out-of-range", f"{what}: {values.max()} is not one of {end_exclusive}", at=at)
        return values.astype(np.int32)

    def string(self, what: str) -> str | None:
        """UTF-8 behind its length; None for null."""
        at = self.pos
        length = self.varint(f"the length of {what}")
        if length < 2:
            return "" if length else None
        if length - 1 > self.left:
            found = f"{what} is said to take {length - 1} bytes, and {self.left} are left"
            self.fail("absurd-count", found, at=at)
        start = self.need(length - 1, what)
        try:
            return self.data[start : self.pos].decode("utf-8")
        except UnicodeDecodeError as problem:
            found = f"{what} is not UTF-8: {quoted(self.data[start : self.pos].decode('utf-8', 'replace'))}"
            self.fail("bad-text", found, at=start + problem.start)

    def name(self, what: str) -> str:
        """A string that must be there."""
        at = self.pos
        value = self.string(f"the name of {what}")
        if value is None:
            self.fail("missing-field", f"{what} has no name", at=at)
        return value

    def ref(self, what: str) -> str | None:
        """An entry of the string table; None for null."""
        at = self.pos
        number = self.varint(what)
        if number > len(self.strings):
            self.fail("out-of-range", f"{what} is string {number} of {len(self.strings)}", at=at)
        return self.strings[number - 1] if number else None

    def ref_name(self, what: str) -> str:
        at = self.pos
        value = self.ref(what)
        if value is None:
            self.fail("missing-field", f"{what} is missing", at=at)
        return value

    def color(self, what: str) -> Color:
        return color_of(self.uint32(what))
