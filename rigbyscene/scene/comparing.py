"""Compares two recordings (of `record_skeleton` or `record_shot`) and says where they part."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True, slots=True)
class Tolerances:
    """How far numbers may differ: matrices relative to their size (at least 1), vertices in units, others absolute."""

    matrix_relative: float = 1e-6
    vertex: float = 1e-4
    number: float = 1e-6


@dataclass(frozen=True, slots=True)
class Difference:
    """One place where two recordings differ; `distance` is 0 where they differ in kind, not in number."""

    frame: int | None
    place: str
    expected: Any
    found: Any
    distance: float = 0.0

    def __str__(self) -> str:
        where = "" if self.frame is None else f"frame {self.frame}: "
        by = f" (by {self.distance:.3g})" if self.distance else ""
        return f"{where}{self.place}: expected {_short(self.expected)}, found {_short(self.found)}{by}"


def _short(value: Any) -> str:
    text = repr(value)
    return text if len(text) <= 70 else text[:67] + "..."


_IGNORED = frozenset({"file", "scene", "note", "mode"})
_MATRICES = frozenset({"bones", "stage", "placement", "camera", "view"})
# what only some recorders write: a mask list that is empty, a dark colour that is black or was not multiplied yet
_OPTIONAL: Mapping[str, Any] = {"clip": None, "dark": [0.0, 0.0, 0.0], "darkTinted": None}


def compare_recordings(
    expected: Mapping[str, Any], found: Mapping[str, Any], tolerances: Tolerances | None = None
) -> list[Difference]:
    """All differences, in frame order. Matrices of inactive bones are not compared: they have no defined value.

    An event's volume and balance count only where it has audio or the recording says which audio it has.
    """
    compare = _Compare(tolerances or Tolerances())
    differences: list[Difference] = []
    for key, value in expected.items():
        if key != "frames" and key not in _IGNORED:
            differences += compare.values(None, key, key, value, found.get(key))
    theirs, ours = expected.get("frames", []), found.get("frames", [])
    if len(theirs) != len(ours):
        differences.append(Difference(None, "frames", len(theirs), len(ours)))
    for a, b in zip(theirs, ours, strict=False):
        differences += compare.frame(a, b, inactive_of(expected, a))
    return differences


def inactive_of(recording: Mapping[str, Any], frame: Mapping[str, Any]) -> dict[str, set[int]]:
    """Bone numbers without a defined matrix, by ``stage`` or actor id."""
    inactive = {"stage": _numbers(recording.get("stageBones", ()), frame.get("inactive", ()))}
    bones = recording.get("actorBones", {})
    for actor in frame.get("actors", ()):
        inactive[actor["id"]] = _numbers(bones.get(actor["id"], ()), actor.get("inactive", ()))
        if not actor.get("drawn", True):
            inactive[actor["id"]] = set(range(len(actor["bones"])))
    return inactive


def _numbers(names: Sequence[str], chosen: Sequence[str]) -> set[int]:
    return {names.index(name) for name in chosen}


class _Compare:
    def __init__(self, tolerances: Tolerances):
        self.tolerances = tolerances

    def frame(
        self, expected: Mapping[str, Any], found: Mapping[str, Any], inactive: Mapping[str, set[int]]
    ) -> Iterator[Difference]:
        i = expected["i"]
        for key, value in expected.items():
            if key in ("bones", "stage"):
                yield from self.matrices(i, key, value, found.get(key), inactive["stage"])
            elif key == "actors":
                ours = {a["id"]: a for a in found.get("actors", ())}
                for actor in value:
                    yield from self.actor(i, actor, ours.get(actor["id"], {}), inactive[actor["id"]])
            elif key == "events":
                yield from self.events(i, value, found.get(key, []))
            else:
                yield from self.values(i, key, key, value, found.get(key))

    def actor(
        self, i: int, expected: Mapping[str, Any], found: Mapping[str, Any], inactive: set[int]
    ) -> Iterator[Difference]:
        place = f"actors[{expected['id']}]"
        for key, value in expected.items():
            if key == "bones":
                yield from self.matrices(i, f"{place}.bones", value, found.get(key), inactive)
            elif expected.get("drawn", True) or key != "placement":
                yield from self.values(i, f"{place}.{key}", key, value, found.get(key))

    def matrices(
        self, i: int, place: str, expected: Sequence[Any], found: Sequence[Any] | None, inactive: set[int]
    ) -> Iterator[Difference]:
        if found is None or len(expected) != len(found):
            yield Difference(i, place, len(expected), None if found is None else len(found))
            return
        for n, (a, b) in enumerate(zip(expected, found, strict=True)):
            if n not in inactive and a is not None:
                yield from self.values(i, f"{place}[{n}]", "bones", a, b)

    def events(self, i: int, expected: Sequence[Any], found: Sequence[Any]) -> Iterator[Difference]:
        if len(expected) != len(found):
            yield Difference(i, "events", [e["name"] for e in expected], [e["name"] for e in found])
            return
        for n, (a, b) in enumerate(zip(expected, found, strict=True)):
            for key, value in a.items():
                if key in ("volume", "balance") and "audio" not in a:
                    continue
                yield from self.values(i, f"events[{n}].{key}", key, value, b.get(key))

    def values(self, i: int | None, place: str, key: str, expected: Any, found: Any) -> Iterator[Difference]:
        """Compare anything: numbers within the tolerance that belongs to `key`, the rest for equality."""
        if isinstance(expected, Mapping) and isinstance(found, Mapping):
            for name, value in expected.items():
                other = found.get(name, _OPTIONAL.get(name))
                yield from self.values(i, f"{place}.{name}", name, value, other)
        elif isinstance(expected, list) and isinstance(found, list):
            if len(expected) != len(found):
                yield Difference(i, place, f"{len(expected)} items", f"{len(found)} items")
                return
            for n, (a, b) in enumerate(zip(expected, found, strict=True)):
                yield from self.values(i, f"{place}[{n}]", key, a, b)
        elif _is_number(expected) and _is_number(found):
            distance = abs(expected - found)
            if not distance <= self.allowed(key, expected):
                yield Difference(i, place, expected, found, distance)
        elif expected != found:
            yield Difference(i, place, expected, found)

    def allowed(self, key: str, expected: float) -> float:
        if key in _MATRICES:
            return self.tolerances.matrix_relative * max(1.0, abs(expected))
        return self.tolerances.vertex if key == "xy" else self.tolerances.number


def _is_number(value: Any) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool)
