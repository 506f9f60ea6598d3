"""Names of films from a pattern: `{scene}`, `{shot}` and their like, and what becomes of odd characters in them."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from pathlib import PurePath

from rigbyscene.errors import Diagnostic, Severity, UsageError, nearest_name

FIELDS = ("scene", "shot", "n", "width", "height", "fps")
_OF_A_SHOT = ("shot", "n")
_PART = re.compile(r"\{\{|\}\}|\{([^{}]*)\}|[{}]")
_FIELD = re.compile(r"\s*(\w*)\s*(?::(0?[1-9]))?\s*")
_UNSAFE = re.compile(r'[\x00-\x1f\x7f-\x9f/\\:*?"<>|]')


@dataclass(frozen=True, slots=True)
class NamePattern:
    """An output's name with fields in braces; ``{{`` and ``}}`` are braces. `text` has been checked by `parse_name`.

    `{scene}` is the scene file's name without its ending, `{shot}` the shot, `{n}` its number in the film from 1 on
    (``{n:03}`` with three digits), `{width}` and `{height}` are pixels, `{fps}` is a decimal. Characters that file
    names must not hold on some system (``/ \\ : * ? " < > |``, control characters) become ``_``, as does a first dot.
    """

    text: str

    @property
    def is_per_shot(self) -> bool:
        """Whether it asks for one film a shot: it names the shot or its number."""
        return any(name in _OF_A_SHOT for name, _ in self._fields())

    def _fields(self) -> list[tuple[str, str]]:
        """(name, digits) of each field."""
        found = []
        for part in _PART.finditer(self.text):
            if part[1] is not None:
                field = _FIELD.fullmatch(part[1])
                found.append((field[1], field[2] or "") if field else (part[1], ""))
        return found

    def filled(self, scene: str, shot: str, number: int, size: tuple[int, int], fps: Fraction) -> str:
        """The name of one film; `scene` is the path of the scene's file."""
        values: dict[str, str | int] = {
            "scene": scene_name(scene),
            "shot": shot,
            "n": number,
            "width": size[0],
            "height": size[1],
            "fps": f"{float(fps):.3f}".rstrip("0").rstrip("."),
        }
        fields = iter(self._fields())

        def fill(part: re.Match[str]) -> str:
            if part[1] is None:
                return part[0][0]
            name, digits = next(fields)
            value = values[name]
            return f"{value:{digits}}" if isinstance(value, int) else safe_name(value)

        return _PART.sub(fill, self.text)


def parse_name(text: str) -> NamePattern:
    """The pattern `text`. Raises one UsageError for all its faults: unknown fields, braces without their other half."""
    pattern = NamePattern(text)
    faults: list[Diagnostic] = []
    for part in _PART.finditer(text):
        remedy = (
            f"the fields are {', '.join('{' + name + '}' for name in FIELDS)}; a brace of the name itself is doubled"
        )
        near = None
        if part[0] in ("{", "}"):
            found = (
                f"the brace {part[0]!r} in the name is not closed" if part[0] == "{" else "a '}' in the name is alone"
            )
        elif part[1] is not None:
            field = _FIELD.fullmatch(part[1])
            name = field[1] if field else part[1]
            if field and name in FIELDS and not (field[2] and name in ("scene", "shot", "fps")):
                continue
            found = f"{part[0]!r} in the name is no field" if name not in FIELDS else f"{part[0]!r} takes no digits"
            near = None if name in FIELDS else nearest_name(name, FIELDS)
        else:
            continue
        faults.append(Diagnostic("bad-name", Severity.ERROR, text, "", found, remedy, near))
    if faults:
        raise UsageError(dict.fromkeys(faults))
    return pattern


def safe_name(text: str) -> str:
    """`text` as part of a file name on every system.

    >>> safe_name("day 2/night: rain?"), safe_name(".."), safe_name("夜")
    ('day 2_night_ rain_', '_.', '夜')
    """
    safe = _UNSAFE.sub("_", text).encode("utf-8", "replace").decode()
    return "_" + safe[1:] if safe.startswith(".") else safe


def scene_name(path: str) -> str:
    """What a scene's file is called without its folder and its ending.

    >>> scene_name("films/street.scene.json"), scene_name("nila.skel")
    ('street', 'nila')
    """
    name = PurePath(path).name
    for ending in (".scene.json", ".json", ".skel"):
        if name.lower().endswith(ending) and len(name) > len(ending):
            return name[: -len(ending)]
    return PurePath(name).stem


def check_distinct(names: Sequence[str], shots: Sequence[str], pattern: NamePattern) -> None:
    """Raise one UsageError for all films that would have the name of another.

    Names that differ in upper and lower case only are one file on many systems.
    """
    first: dict[str, int] = {}
    faults = []
    for number, (name, shot) in enumerate(zip(names, shots, strict=True)):
        other = first.setdefault(name.casefold(), number)
        if other != number:
            found = f"shots {shots[other]!r} and {shot!r} would both be written to {name!r}"
            remedy = "add {n} to the name, or choose each shot once"
            faults.append(Diagnostic("same-name", Severity.ERROR, pattern.text, "", found, remedy))
    if faults:
        raise UsageError(faults)
