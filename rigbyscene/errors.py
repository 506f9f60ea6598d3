"""Errors are values first: a fault found in a file is a `Diagnostic`, many of them travel in one exception.

`formats` collects diagnostics while it reads and raises a single `RigbySceneError` that prints them all; the command
`rigbyscene check` prints the same values without raising. Nothing in this module knows a file format.
"""

from __future__ import annotations

import difflib
import enum
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Self


class Severity(enum.Enum):
    """How much a diagnostic matters: an error refuses the file, a warning is told and lived with."""

    ERROR = "error"
    WARNING = "warning"


@dataclass(frozen=True, slots=True)
class Diagnostic:
    """One fault in one place.

    `code` is a short stable word such as ``unknown-bone``; `file` the path as the user would recognise it; `place`
    a JSON path (``actors[0].clips.meet[1].blend``), ``line 12`` or ``offset 0x1f``, empty for the whole file;
    `found` says what is there; `remedy` what to do about it; `nearest` an existing name that was probably meant.
    """

    code: str
    severity: Severity
    file: str
    place: str
    found: str
    remedy: str
    nearest: str | None = None

    def __str__(self) -> str:
        where = f"{self.file}: {self.place}" if self.place else self.file
        hint = f" (did you mean {self.nearest!r}?)" if self.nearest is not None else ""
        text = f"{self.severity.value}: {where}: {self.found}; {self.remedy}{hint}"
        # names from damaged files, and paths on Linux, may hold half a surrogate pair, which no terminal takes
        return text.encode("utf-8", "backslashreplace").decode()


class RigbySceneError(Exception):
    """Everything this package refuses to do, with the reasons. `diagnostics` holds every fault that was found.

    >>> print(RigbySceneError.single("empty", "a.json", "", "the file is empty", "export it again"))
    error: a.json: the file is empty; export it again
    """

    exit_code = 1

    def __init__(self, diagnostics: Iterable[Diagnostic]):
        self.diagnostics: tuple[Diagnostic, ...] = tuple(diagnostics)
        super().__init__("\n".join(str(d) for d in self.diagnostics))

    @classmethod
    def single(cls, code: str, file: str, place: str, found: str, remedy: str, nearest: str | None = None) -> Self:
        return cls([Diagnostic(code, Severity.ERROR, file, place, found, remedy, nearest)])

    def __reduce__(self) -> tuple[type, tuple[tuple[Diagnostic, ...]]]:
        return type(self), (self.diagnostics,)  # survives the way back from a worker process


class BadFileError(RigbySceneError):
    """A file that was read is wrong, missing or of a version that is not supported."""


class UsageError(RigbySceneError):
    """The request itself is wrong: an unknown shot, an impossible size, an output that exists."""

    exit_code = 2


class RenderError(RigbySceneError):
    """Rendering or encoding failed although the input was good (ffmpeg missing or dead, disk full)."""

    exit_code = 3


class Report:
    """Collects diagnostics while files are read. `raise_errors` ends a load that found errors.

    >>> report = Report()
    >>> report.warning("no-version", "a.json", "skeleton.spine", "no version", "read as 4.2")
    >>> report.has_errors, len(report)
    (False, 1)
    """

    def __init__(self) -> None:
        self._items: list[Diagnostic] = []
        self._seen: set[Diagnostic] = set()

    def add(self, diagnostic: Diagnostic) -> None:
        """Keep `diagnostic`; one that was already said is not repeated."""
        if diagnostic not in self._seen:
            self._seen.add(diagnostic)
            self._items.append(diagnostic)

    def error(self, code: str, file: str, place: str, found: str, remedy: str, nearest: str | None = None) -> None:
        self.add(Diagnostic(code, Severity.ERROR, file, place, found, remedy, nearest))

    def warning(self, code: str, file: str, place: str, found: str, remedy: str, nearest: str | None = None) -> None:
        self.add(Diagnostic(code, Severity.WARNING, file, place, found, remedy, nearest))

    @property
    def has_errors(self) -> bool:
        return any(d.severity is Severity.ERROR for d in self._items)

    def raise_errors(self) -> None:
        """Raise one `BadFileError` with everything found (warnings too, after the errors) if there is an error."""
        if self.has_errors:
            raise BadFileError(sorted(self._items, key=lambda d: d.severity is not Severity.ERROR))

    def __iter__(self) -> Iterator[Diagnostic]:
        return iter(self._items)

    def __len__(self) -> int:
        return len(self._items)


def nearest_name(name: str, names: Iterable[str]) -> str | None:
    """The existing name closest to `name`, or None where nothing is close. Of files, an ending in common counts little.

    >>> nearest_name("moove", ["move", "still"]), nearest_name("nope.json", ["vnone.json"])
    ('move', None)
    """
    candidates = list(names)
    folded = {n.strip().lower(): n for n in candidates}
    same_but_case = folded.get(name.strip().lower())
    if same_but_case is not None:
        return same_but_case
    close = difflib.get_close_matches(name, candidates, n=1, cutoff=_CLOSE)
    return close[0] if close and _stems_are_close(name, close[0]) else None


_CLOSE = 0.6
"""Of difflib's ratio; one letter added to one gives 0.67, two of four swapped 0.75."""
_CLOSE_STEM = 0.7


def _stems_are_close(name: str, other: str) -> bool:
    (stem, dot, ending), (other_stem, _, other_ending) = name.rpartition("."), other.rpartition(".")
    if not (dot and stem and other_stem and ending == other_ending):
        return True
    return difflib.SequenceMatcher(None, stem, other_stem).ratio() >= _CLOSE_STEM
