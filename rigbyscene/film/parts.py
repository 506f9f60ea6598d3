"""Long films are made in parts: stretches of frames that are each encoded alone, then joined without encoding again.

Where a film is cut into parts depends on its number of frames only. So it decodes to the same frames whoever made the
parts: this process one after another, several processes, a cluster, or an export that was interrupted and went on.
The price is small: x264 starts afresh after at most 250 frames anyway.

Parts lie in a hidden folder beside the film, with a note of what they were made from. A part has its name only when it
is whole. Only one export at a time has the folder; the lock is the system's, so that a killed export lets go of it.
"""

from __future__ import annotations

import hashlib
import itertools
import json
import os
import shutil
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from types import TracebackType

from rigbyscene.errors import Diagnostic, Severity, UsageError
from rigbyscene.film.locks import try_lock
from rigbyscene.film.output import cannot_create, disk_error, flush_to_disk

PART_FRAMES = 240
"""The most frames of a part: 8 s at 30 frames a second."""

Fingerprint = Mapping[str, str]
"""What decides the pixels of a film, by name: a content hash for each file, a text for each option and version."""

_NOTE = "made-from.json"
_LOCK = "lock"
_SUM = ".sum"


@dataclass(frozen=True, slots=True)
class Part:
    """Frames `frames` of the film, to be made in the file `path`."""

    number: int
    frames: range
    path: Path


def part_ranges(frame_count: int) -> tuple[range, ...]:
    """The frames of each part: as few parts as can be, as equal as can be.

    >>> part_ranges(240), part_ranges(481)
    ((range(0, 240),), (range(0, 161), range(161, 321), range(321, 481)))
    """
    count = max(1, -(-frame_count // PART_FRAMES))
    short, longer = divmod(frame_count, count)
    starts = [k * short + min(k, longer) for k in range(count + 1)]
    return tuple(range(a, b) for a, b in itertools.pairwise(starts))


class PartsFolder:
    """A context that has the folder in which the parts of `final` are made, for itself.

    With `resume` the whole parts of an export that ended early are kept and used, if `fingerprint` is theirs; otherwise
    the folder is emptied first. Leaving the context removes the folder, but with `resume` only after `done`. Entering
    raises `UsageError` where another export has it, or where the parts are of something else, with each difference.
    """

    def __init__(self, final: Path, ending: str, fingerprint: Fingerprint, *, resume: bool):
        self.path = final.with_name(f".{_shortened(final.name)}.parts")
        self._final = final
        self._ending = ending
        self._fingerprint = dict(fingerprint)
        self._resume = resume
        self._lock = -1
        self._is_done = False

    def __enter__(self) -> PartsFolder:
        try:
            self.path.mkdir(exist_ok=True)
        except FileExistsError:
            found = f"{self.path.name!r} beside it, where its parts are made, is no folder"
            raise UsageError.single("bad-output", str(self._final), "", found, "move that file away") from None
        except OSError as error:
            raise cannot_create(self._final, error) from None
        try:
            self._lock = os.open(self.path / _LOCK, os.O_RDWR | os.O_CREAT, 0o666)
            if not try_lock(self._lock):
                raise self._busy()
            self._take_over()
        except OSError as error:
            self._let_go()
            raise disk_error(self._final, error) from None
        except BaseException:
            self._let_go()
            raise
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._let_go()
        if self._is_done or not self._resume:
            # what cannot be removed (a virus scanner holds it) is emptied by the next export to this name
            shutil.rmtree(self.path, ignore_errors=True)

    def parts(self, frame_count: int) -> list[Part]:
        """All parts of a film of `frame_count` frames."""
        return [
            Part(k, frames, self.path / f"part-{k:05d}{self._ending}")
            for k, frames in enumerate(part_ranges(frame_count))
        ]

    def done(self) -> None:
        """The film is whole: its parts are not needed any more."""
        self._is_done = True

    def _take_over(self) -> None:
        note = self.path / _NOTE
        earlier = _read_note(note) if self._resume else None
        if earlier is not None:
            self._check(earlier)
        else:
            for entry in self.path.iterdir():
                if entry.name != _LOCK:
                    _remove(entry)
            half = note.with_suffix(".half")
            half.write_text(json.dumps(self._fingerprint, indent=1, sort_keys=True), encoding="utf-8")
            flush_to_disk(half)
            os.replace(half, note)
        for entry in (*self.path.glob("half-*"), *self.path.glob("part-*")):
            if entry.name.startswith("half-") or not (entry.suffix == _SUM or _is_sound(entry)):
                _remove(entry)

    def _check(self, earlier: dict[str, object]) -> None:
        remedy = "export without --resume to start again, or give the files and options of the first time"
        names = sorted(earlier.keys() | self._fingerprint.keys())
        differences = [
            Diagnostic("stale-parts", Severity.ERROR, str(self._final), "--resume", _difference(n, a, b), remedy)
            for n in names
            if (a := earlier.get(n)) != (b := self._fingerprint.get(n))
        ]
        if differences:
            raise UsageError(differences)

    def _busy(self) -> UsageError:
        found = "another export is making this film"
        return UsageError.single("busy", str(self._final), "", found, "wait until it ends, or choose another name")

    def _let_go(self) -> None:
        if self._lock >= 0:
            os.close(self._lock)
            self._lock = -1


def half_path(part: Part) -> Path:
    """Where a part is while it is made."""
    return part.path.with_name(f"half-{part.path.name}")


def finish_part(part: Part) -> None:
    """Give a part that is whole its name, and note what it holds: a power cut or a bad disk may damage it later."""
    half = half_path(part)
    flush_to_disk(half)
    sum_path(part.path).write_text(_sum_of(half), encoding="ascii")
    os.replace(half, part.path)


def sum_path(part: Path) -> Path:
    """Where the checksum of a part is."""
    return part.with_name(part.name + _SUM)


def _is_sound(part: Path) -> bool:
    """Whether the part is what it was when it was finished."""
    try:
        return sum_path(part).read_text(encoding="ascii") == _sum_of(part)
    except (OSError, ValueError):
        return False


def _sum_of(path: Path) -> str:
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def _read_note(note: Path) -> dict[str, object] | None:
    """What the parts that are there were made from; None where nothing can be known of them."""
    try:
        earlier = json.loads(note.read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return None
    return earlier if isinstance(earlier, dict) else None


def _remove(entry: Path) -> None:
    if entry.is_dir() and not entry.is_symlink():
        shutil.rmtree(entry)
    else:
        entry.unlink()


def _difference(name: str, earlier: object, now: object) -> str:
    if earlier is None:
        return f"the parts that are there were made without {name}"
    if now is None:
        return f"the parts that are there were made with {name}, which is not there now"
    if len(str(earlier)) == len(str(now)) == 64:
        return f"{name} has changed since the parts that are there were made"
    return f"the parts that are there were made with {name} {earlier}, not {now}"


def _shortened(name: str) -> str:
    while len(os.fsencode(name)) > 240:
        name = name[:-1]
    return name
