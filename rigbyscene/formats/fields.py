"""Typed readers for the members of one JSON object. Each knows its JSON path and reports what does not fit.

One rule throughout: a number is a finite JSON number, never a text and never true or false; a whole number may be
written ``95.0``. `null` counts as left out for texts, lists, objects and colours, and is wrong for numbers and booleans
(a manifest, where `null` means the default everywhere, drops its nulls before it reads).
A reader that reports returns a value of the right type all the same, so that reading goes on and finds the rest.
"""

from __future__ import annotations

import functools
import math
import re
from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from typing import Any, TypeVar

from rigbyscene.errors import Report
from rigbyscene.formats.json_text import child, describe, quoted

_T = TypeVar("_T")
Color = tuple[float, float, float, float]

_HEX = re.compile(r"#?([0-9a-fA-F]{6})([0-9a-fA-F]{2})?")


@functools.lru_cache(4096)  # real files repeat a few hundred colours in thousands of keys
def parse_color(text: str) -> Color | None:
    """Straight RGBA, 0 to 1, of ``RRGGBB`` (alpha 1) or ``RRGGBBAA``, `#` allowed, any case; None for anything else.

    >>> parse_color("#FF000080") == (1.0, 0.0, 0.0, 128 / 255), parse_color("f0")
    (True, None)
    """
    match = _HEX.fullmatch(text)
    if match is None:
        return None
    red, green, blue = (int(match[1][i : i + 2], 16) / 255 for i in (0, 2, 4))
    return red, green, blue, int(match[2] or "ff", 16) / 255


def listing(names: Collection[str]) -> str:
    """The first of `names`, for a remedy.

    >>> listing(["walk", "run"]), listing([])
    (': "walk", "run"', '')
    """
    shown = ", ".join(quoted(name) for name in list(names)[:8])
    more = f" and {len(names) - 8} more" if len(names) > 8 else ""
    return f": {shown}{more}" if shown else ""


@dataclass(frozen=True, slots=True)
class Source:
    """The file being read, as the user knows it, and where its problems go."""

    file: str
    report: Report
    _unknown: dict[tuple[str, str], list[str]] = field(default_factory=dict)
    _nearest: dict[tuple[str, str], str | None] = field(default_factory=dict)

    def error(self, code: str, place: str, found: str, remedy: str, nearest: str | None = None) -> None:
        self.report.error(code, self.file, place, found, remedy, nearest)

    def warning(self, code: str, place: str, found: str, remedy: str, nearest: str | None = None) -> None:
        self.report.warning(code, self.file, place, found, remedy, nearest)

    def unknown(self, kind: str, name: str, place: str, known: Collection[str] = ()) -> None:
        """Note a `kind` (``attachment type``, ...) this package does not know; `tell_unknown` warns once for each.

        `known` are the names that may have been meant.
        """
        if (kind, name) not in self._unknown:
            self._nearest[kind, name] = self.report.nearest(name, known)
        self._unknown.setdefault((kind, name), []).append(place)

    def tell_unknown(self) -> None:
        for (kind, name), places in self._unknown.items():
            often = f", here and in {len(places) - 1} more places" if len(places) > 1 else ""
            what, _, of = kind.partition(" of ")
            code = "unknown-" + what.replace(" ", "-")
            owner = f" of {of}" if of else ""
            found = f"unknown {what} {quoted(name)}{owner}{often}"
            self.warning(code, places[0], found, "it is skipped", self._nearest[kind, name])

    def dangling(self, place: str, found: str, kind: str, name: str, known: Collection[str]) -> None:
        """An error for a reference to a `kind` that is not there. `found` says who names it."""
        self.error(
            f"unknown-{kind}",
            place,
            f"{found} {kind} {quoted(name)}, which does not exist",
            f"name an existing {kind}{listing(known)}",
            self.report.nearest(name, known),
        )


class Fields:
    """One JSON object, where it is, and typed access to its members."""

    __slots__ = ("data", "path", "source")

    def __init__(self, data: Mapping[str, Any], path: str, source: Source):
        self.data = data
        self.path = path
        self.source = source

    def place(self, key: str) -> str:
        return child(self.path, key)

    def wrong(self, key: str, wanted: str, code: str = "wrong-type") -> None:
        """Report that the member `key` is not `wanted`."""
        if key in self.data:
            self.source.error(code, self.place(key), f"{describe(self.data[key])} is not {wanted}", f"write {wanted}")
        else:
            self.source.error("missing-field", self.place(key), f"{key!r} is missing", f"add it: {wanted}")

    def first_of(self, *keys: str) -> str:
        """The first of `keys` that is present, else the first: one field under the names of several versions."""
        return next((k for k in keys if k in self.data), keys[0])

    def number(self, key: str, default: float) -> float:
        value = self.data.get(key, default)
        kind = type(value)
        if kind is float:
            if math.isfinite(value):
                return float(value)
        elif kind is int and abs(value) < 1 << 1023:
            return float(value)
        self.wrong(key, "a finite number")
        return default

    def required_number(self, key: str) -> float:
        if key not in self.data:
            self.wrong(key, "a finite number")
            return 0.0
        return self.number(key, 0.0)

    def integer(self, key: str, default: int, *, least: int = -(2**31), most: int = 2**31 - 1) -> int:
        value = self.data.get(key, default)
        kind = type(value)
        if (kind is int or (kind is float and value.is_integer())) and least <= value <= most:
            return int(value)
        narrowed = least > -(2**31) or most < 2**31 - 1
        self.wrong(key, f"a whole number from {least} to {most}" if narrowed else "a whole number")
        return default

    def boolean(self, key: str, default: bool) -> bool:
        value = self.data.get(key, default)
        if type(value) is bool:
            return value
        self.wrong(key, "true or false")
        return default

    def text(self, key: str) -> str | None:
        """A text, or None where it is left out or null."""
        value = self.data.get(key)
        if value is None or type(value) is str:
            return value
        self.wrong(key, "a text")
        return None

    def required_text(self, key: str) -> str | None:
        """A text; None, reported, where there is none."""
        if self.data.get(key) is None:
            self.wrong(key, "a text")
            return None
        return self.text(key)

    def color(self, key: str) -> Color | None:
        """RGBA, alpha 1 where only six digits are written; None where it is left out."""
        value = self.data.get(key)
        if value is None:
            return None
        color = parse_color(value) if type(value) is str else None
        if color is None:
            self.wrong(key, "a colour of 6 or 8 hexadecimal digits", "bad-color")
        return color

    def choice(self, key: str, choices: Mapping[str, _T], default: _T) -> _T:
        """A member of a closed vocabulary; letter case does not matter. `choices` has lower-case keys."""
        value = self.data.get(key)
        if value is None:
            return default
        if type(value) is str and value.lower() in choices:
            return choices[value.lower()]
        near = self.source.report.nearest(value, choices) if type(value) is str else None
        known = ", ".join(choices)
        self.source.error(
            "unknown-value", self.place(key), f"{describe(value)} is not a known {key}", f"use one of {known}", near
        )
        return default

    def reference(self, key: str, names: Mapping[str, int], kind: str, owner: str) -> int | None:
        """The index of the `kind` that the member names: -1 where it is left out, None, reported, where it is wrong."""
        name = self.text(key)
        if name is None:
            return None if self.data.get(key) is not None else -1
        found = names.get(name)
        if found is None:
            self.source.dangling(self.place(key), f"{owner} names", kind, name, names)
        return found

    def required_reference(self, key: str, names: Mapping[str, int], kind: str, owner: str) -> int | None:
        if self.data.get(key) is None:
            self.wrong(key, f"the name of a {kind}")
            return None
        return self.reference(key, names, kind, owner)

    def references(self, key: str, names: Mapping[str, int], kind: str, owner: str) -> tuple[int, ...]:
        """The indices of the `kind`s in a list of names; those that do not exist are reported and left out."""
        indices = []
        for i, name in enumerate(self.array(key)):
            place = f"{self.place(key)}[{i}]"
            if type(name) is not str:
                self.source.error("wrong-type", place, f"{describe(name)} is not a text", f"name a {kind}")
            elif name not in names:
                self.source.dangling(place, f"{owner} names", kind, name, names)
            else:
                indices.append(names[name])
        return tuple(indices)

    def array(self, key: str) -> list[Any]:
        """A list; empty where it is left out or null."""
        value = self.data.get(key)
        if value is None:
            return []
        if type(value) is list:
            return value
        self.wrong(key, "a list")
        return []

    def section(self, key: str) -> Fields:
        """An object; an empty one where it is left out or null."""
        value = self.data.get(key)
        if value is not None and type(value) is not dict:
            self.wrong(key, "an object")
        return Fields(value if type(value) is dict else {}, self.place(key), self.source)

    def objects(self, key: str) -> list[Fields]:
        """The objects of a list; items that are something else are reported and left out."""
        path = self.place(key)
        made = []
        for i, item in enumerate(self.array(key)):
            if type(item) is dict:
                made.append(Fields(item, f"{path}[{i}]", self.source))
            else:
                self.source.error("wrong-type", f"{path}[{i}]", f"{describe(item)} is not an object", "write an object")
        return made

    def members(self) -> list[tuple[str, Fields]]:
        """The members as objects; null ones and, reported, those that are something else are left out."""
        made = []
        for key, value in self.data.items():
            if type(value) is dict:
                made.append((key, Fields(value, self.place(key), self.source)))
            elif value is not None:
                self.wrong(key, "an object")
        return made
