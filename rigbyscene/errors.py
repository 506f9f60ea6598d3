"""Errors are values first: a fault found in a file is a `Diagnostic`, many of them travel in one exception.

`formats` collects diagnostics while it reads and raises a single `RigbySceneError` that holds them all; the command
`rigbyscene check` prints the same values without raising. What people read of them is `abridged`: thousands of faults
of one kind are one fault of whatever wrote the file. Nothing in this module knows a file format.
"""

from __future__ import annotations

import difflib
import enum
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Self

_LONGEST = 1000
"""Characters that are told of what was found."""


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
        found = self.found
        if len(found) > _LONGEST:  # a file of one line may be taken for a name
            found = f"{found[: _LONGEST // 2]} ... {found[-_LONGEST // 2 :]}"
        text = f"{self.severity.value}: {where}: {found}; {self.remedy}{hint}"
        # names from damaged files, and paths on Linux, may hold half a surrogate pair, which no terminal takes
        return text.encode("utf-8", "backslashreplace").decode()


_Numbered = tuple[int, Diagnostic]
_SHOWN_OF_A_KIND = 10
_SHOWN_IN_ALL_FILES = 50


def abridged(diagnostics: Iterable[Diagnostic], remedy: str) -> list[Diagnostic]:
    """What is told of `diagnostics`, in their order: of each kind (severity and code) ten a file, fifty in all.

    After the last of a kind a diagnostic more says how many others there are, up to where, and has `remedy`, which says
    where to see them. So their number is limited by that of the codes, not by what a file holds.

    >>> faults = [Diagnostic("no-number", Severity.ERROR, "a", f"line {n}", "none", "write one") for n in range(40)]
    >>> told = abridged(faults, "see the log")
    >>> len(told), str(told[-1])
    (11, 'error: a: 30 more errors of this kind (no-number), the last at line 39; see the log')
    """
    kinds: dict[tuple[Severity, str], dict[str, list[_Numbered]]] = {}
    for numbered in enumerate(diagnostics):
        kind = kinds.setdefault((numbered[1].severity, numbered[1].code), {})
        kind.setdefault(numbered[1].file, []).append(numbered)
    told: list[_Numbered] = []
    for files in kinds.values():
        told += _told_of_a_kind(files, remedy)
    return [diagnostic for _, diagnostic in sorted(told, key=lambda numbered: numbered[0])]


def _told_of_a_kind(files: Mapping[str, list[_Numbered]], remedy: str) -> list[_Numbered]:
    """Of diagnostics of one kind, by file, those that are told, each with its number in the whole list."""
    told: list[_Numbered] = []
    left: list[list[_Numbered]] = []
    at = 0
    for found in files.values():
        shown = found[: max(0, min(_SHOWN_OF_A_KIND, _SHOWN_IN_ALL_FILES - len(told)))]
        rest = found[len(shown) :]
        if not shown:
            left.append(found)
            continue
        if len(rest) == 1:  # would take a line all the same
            shown, rest = found, []
        told += shown
        at = shown[-1][0]
        if rest:
            place = rest[-1][1].place
            told.append((at, _others(rest, f", the last at {place}" if place else "", remedy)))
    if left:
        others = f" in this and {len(left) - 1} other files" if len(left) > 1 else " in this file"
        told.append((at, _others([numbered for found in left for numbered in found], others, remedy)))
    return told


def _others(rest: Sequence[_Numbered], where: str, remedy: str) -> Diagnostic:
    first = rest[0][1]
    found = f"{len(rest)} more {first.severity.value}s of this kind ({first.code}){where}"
    return Diagnostic(first.code, first.severity, first.file, "", found, remedy)


class RigbySceneError(Exception):
    """Everything this package refuses to do, with the reasons. `diagnostics` holds every fault that was found.

    The message, which ends tracebacks and logs, is `abridged`.

    >>> print(RigbySceneError.single("empty", "a.json", "", "the file is empty", "export it again"))
    error: a.json: the file is empty; export it again
    """

    exit_code = 1

    def __init__(self, diagnostics: Iterable[Diagnostic]):
        self.diagnostics: tuple[Diagnostic, ...] = tuple(diagnostics)
        told = abridged(self.diagnostics, "the exception's diagnostics hold them all")
        super().__init__("\n".join(map(str, told)))

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
        self._compared = 0

    def add(self, diagnostic: Diagnostic) -> None:
        """Keep `diagnostic`; one that was already said is not repeated."""
        if diagnostic not in self._seen:
            self._seen.add(diagnostic)
            self._items.append(diagnostic)

    def error(self, code: str, file: str, place: str, found: str, remedy: str, nearest: str | None = None) -> None:
        self.add(Diagnostic(code, Severity.ERROR, file, place, found, remedy, nearest))

    def warning(self, code: str, file: str, place: str, found: str, remedy: str, nearest: str | None = None) -> None:
        self.add(Diagnostic(code, Severity.WARNING, file, place, found, remedy, nearest))

    def nearest(self, name: str, names: Collection[str]) -> str | None:
        """`nearest_name` until a hundred thousand names were looked at, then None: hints are for the first faults.

        Without a limit, 3000 references in a file of 3000 bones that all were renamed took 50 s.
        """
        if self._compared >= _MOST_COMPARED:
            return None
        self._compared += len(names)
        return nearest_name(name, names)

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


_MOST_COMPARED = 100_000
_CLOSE = 0.6
"""Of difflib's ratio; one letter added to one gives 0.67, two of four swapped 0.75."""
_CLOSE_STEM = 0.7


def _stems_are_close(name: str, other: str) -> bool:
    (stem, dot, ending), (other_stem, _, other_ending) = name.rpartition("."), other.rpartition(".")
    if not (dot and stem and other_stem and ending == other_ending):
        return True
    return difflib.SequenceMatcher(None, stem, other_stem).ratio() >= _CLOSE_STEM
