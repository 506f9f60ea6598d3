"""What the files of a PNG sequence are called, judged before the first is drawn."""

from __future__ import annotations

import os
import re
import stat
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from rigbyscene.errors import UsageError
from rigbyscene.film.replacing import finish_replacing

_OWN_NAMES = ("frame_", ".png")
_OWN_DIGITS = 4


@dataclass(frozen=True, slots=True)
class FrameNames:
    """Files `before` + number + `after` in `folder` (absolute), numbers from 0, padded with zeros to `digits`.

    `shown_name` stands for all of them in the names of hidden folders.
    """

    folder: Path
    before: str
    digits: int
    after: str
    shown_name: str

    def name(self, index: int) -> str:
        """
        >>> FrameNames(Path("/tmp"), "out_", 4, ".png", "out").name(7)
        'out_0007.png'
        """
        return f"{self.before}{index:0{self.digits}d}{self.after}"

    def existing(self) -> dict[int, Path]:
        """The files that are there already under names of this sequence, whatever their number."""
        if not self.folder.is_dir():
            return {}
        pattern = re.compile(f"{re.escape(self.before)}([0-9]{{{self.digits}}}){re.escape(self.after)}")
        found = ((pattern.fullmatch(entry.name), entry) for entry in self.folder.iterdir())
        return {int(match[1]): entry for match, entry in found if match is not None}


def frame_names(
    path: str | os.PathLike[str], frame_count: int, *, overwrite: bool, inputs: Iterable[Path] = ()
) -> FrameNames | None:
    """The names for `path`: one with hashes, or a folder (a last slash, a folder that is there, a name without ending).

    None for the name of one file, which is for one frame. Raises `UsageError` where `frame_count` frames cannot go
    there: no such folder, too few hashes, a frame that exists without `overwrite`, one of `inputs` under such a name.
    What an export to these names that was killed left half replaced is brought to an end first (`RenderError`).
    """
    shown = os.fspath(path)
    head, tail = os.path.split(shown)
    is_folder = not tail or not Path(tail).suffix or os.path.isdir(shown)
    if "#" in tail:
        names = _with_hashes(shown, head, tail, frame_count)
    elif is_folder:
        names = _in_own_folder(shown, frame_count)
    elif frame_count == 1:
        return None
    else:
        stem, ending = os.path.splitext(tail)
        found = f"is one picture, and the film has {frame_count} frames"
        remedy = f"name a sequence: {stem}_####{ending}, or a folder: {stem}/"
        raise UsageError.single("too-many-frames", shown, "", found, remedy)
    finish_replacing(names.folder, names.shown_name)
    _check_existing(shown, names, overwrite, inputs)
    return names


def _with_hashes(shown: str, head: str, tail: str, frame_count: int) -> FrameNames:
    runs = re.findall("#+", tail)
    if len(runs) > 1:
        remedy = "write the hashes for the number once, such as out_####.png"
        raise UsageError.single("bad-output", shown, "", f"has {len(runs)} places for the number", remedy)
    digits = len(runs[0])
    if len(str(frame_count - 1)) > digits:
        found = f"has room for {10**digits} numbers, and the film has {frame_count} frames"
        raise UsageError.single("too-many-frames", shown, "", found, f"give {len(str(frame_count - 1))} hashes")
    folder = Path(os.path.realpath(head or "."))
    if not folder.is_dir():
        found = f"the folder {str(folder)!r} does not exist"
        raise UsageError.single("no-folder", shown, "", found, "make it first, or choose another")
    before, after = tail.split(runs[0])
    return FrameNames(folder, before, digits, after, f"{before}{after}")


def _in_own_folder(shown: str, frame_count: int) -> FrameNames:
    folder = Path(os.path.realpath(shown))
    if folder.exists() and not folder.is_dir():
        raise UsageError.single("bad-output", shown, "", "is no folder", "choose another name")
    if not folder.parent.is_dir():
        found = f"the folder {str(folder.parent)!r} does not exist"
        raise UsageError.single("no-folder", shown, "", found, "make it first, or choose another")
    digits = max(_OWN_DIGITS, len(str(frame_count - 1)))
    return FrameNames(folder, _OWN_NAMES[0], digits, _OWN_NAMES[1], "frames")


def _check_existing(shown: str, names: FrameNames, overwrite: bool, inputs: Iterable[Path]) -> None:
    existing = names.existing()
    no_files = [entry.name for entry in existing.values() if not stat.S_ISREG(entry.stat().st_mode)]
    if no_files:
        raise UsageError.single("bad-output", shown, "", f"{no_files[0]!r} is no regular file", "choose another name")
    sources = [Path(os.path.realpath(source)) for source in inputs]
    if any(entry.resolve() in sources for entry in existing.values()):
        found = "stands for a file that the picture is made from"
        raise UsageError.single("output-is-input", shown, "", found, "choose another name")
    if existing and not overwrite:
        first = existing[min(existing)].name
        found = f"{first!r} exists" if len(existing) == 1 else f"{first!r} and {len(existing) - 1} more exist"
        raise UsageError.single(
            "output-exists", shown, "", found, "add --overwrite (in Python overwrite=True), or choose another name"
        )
