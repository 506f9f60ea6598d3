"""One PNG sequence in place of an older one: the older whole or the newer whole, whatever ends the work in between.

The hidden folder of the new frames is renamed as the work goes on, so that its name tells what a killed export was at:

- ``part``: no older frame has been touched; what is left of the folder may go.
- ``away``: older frames are being moved into its folder ``old``; they are to be moved back.
- ``come``: all older frames are in there and the new ones are on their way out; the rest of them is to follow.

While it is called ``away`` or ``come`` nobody removes it: the next export to the same name brings it to an end.
"""

from __future__ import annotations

import errno
import os
import re
import shutil
from collections.abc import Iterable, Sequence
from pathlib import Path

from rigbyscene.errors import RenderError
from rigbyscene.film.locks import abandoned
from rigbyscene.film.output import DISK_FULL, WorkFolder, disk_error, flush_folder, hidden_name_pattern

_OLD = "old"
_AWAY, _COME, _PART = "away", "come", "part"


def replace_frames(work: WorkFolder, older: Iterable[Path], newer: Sequence[str], folder: Path) -> None:
    """Move the files `newer` out of `work` into `folder`, and the files `older` from there into `work`.

    Raises `RenderError` that names the file in `folder` that could not be replaced, `OSError` where the disk refuses
    something else. All is then as it was; where even that is refused, the error says where the older frames are.
    """
    work.call(_AWAY)
    came: list[Path] = []
    try:
        (work.path / _OLD).mkdir()
        for path in older:
            _move(path, work.path / _OLD / path.name, path)
        work.call(_COME)
        for name in newer:
            _move(work.path / name, folder / name, folder / name)
            came.append(folder / name)
        flush_folder(folder)
        work.call(_PART)
    except (OSError, RenderError) as error:
        _undo(work, came, folder, error)
        raise


def finish_replacing(folder: Path, shown_name: str) -> None:
    """Bring to an end what exports that were killed left half done in `folder`; `shown_name` is that of their frames.

    Raises `RenderError` that names a file that cannot be moved.
    """
    pattern = hidden_name_pattern(shown_name, f"(?P<word>{_AWAY}|{_COME})")
    for path in abandoned(folder, re.compile(pattern), least_age_s=0.0):
        match = re.fullmatch(pattern, path.name)
        assert match is not None
        _move_all(path / _OLD if match["word"] == _AWAY else path, folder)
        flush_folder(folder)
        shutil.rmtree(path, ignore_errors=True)  # empty, or it holds what has been replaced


def _undo(work: WorkFolder, came: Iterable[Path], folder: Path, error: OSError | RenderError) -> None:
    try:
        for path in came:
            _move(path, work.path / path.name, path)
        work.call(_AWAY)
        _move_all(work.path / _OLD, folder)
        work.call(_PART)
    except (OSError, RenderError) as second:
        found = f"{_words(error)}; nor could the older frames be put back: {_words(second)}"
        remedy = f"they are in {str(work.path / _OLD)!r}: free the way and export to the same name again"
        raise RenderError.single("write-failed", str(folder), "", found, remedy) from None


def _words(error: OSError | RenderError) -> str:
    if isinstance(error, OSError):
        return error.strerror or str(error)
    return "; ".join(f"{d.file} {d.found}" for d in error.diagnostics)


def _move_all(source: Path, folder: Path) -> None:
    if source.is_dir():
        for path in sorted(entry for entry in source.iterdir() if entry.name != _OLD):
            _move(path, folder / path.name, folder / path.name)


def _move(source: Path, target: Path, shown: Path) -> None:
    try:
        if shown.is_dir():
            raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR))
        os.replace(source, target)
    except OSError as error:
        if error.errno in DISK_FULL:
            raise disk_error(shown, error) from None
        found = f"could not be replaced: {error.strerror or error}"
        remedy = "see that it may be moved and deleted, or choose another name"
        raise RenderError.single("write-failed", str(shown), "", found, remedy) from None
