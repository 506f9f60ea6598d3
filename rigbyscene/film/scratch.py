"""Folders for what is only needed while a film is made, in the system's place for such things.

Whoever makes one holds a lock in it. A process that is killed cannot remove its folder, but loses its lock: the next
one that makes a folder removes what it finds unlocked.
"""

from __future__ import annotations

import shutil
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO

from rigbyscene.film.output import disk_error

_PREFIX = "rigbyscene-scratch-"
_LOCK = "in-use"
_YOUNG_S = 60.0
"""A folder that is younger may be one whose maker has not come to lock it yet."""


@contextmanager
def scratch_folder() -> Iterator[Path]:
    """A new empty folder but for a lock, removed at the end with all that is in it. Raises `RenderError` if the disk
    refuses."""
    place = Path(tempfile.gettempdir())
    try:
        _remove_abandoned(place)
        folder = Path(tempfile.mkdtemp(prefix=_PREFIX, dir=place))
    except OSError as error:
        raise disk_error(place, error) from None
    try:
        with open(folder / _LOCK, "wb") as lock:
            _take(lock)
            yield folder
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def _remove_abandoned(place: Path) -> None:
    for folder in place.glob(_PREFIX + "*"):
        try:
            if time.time() - folder.stat().st_mtime < _YOUNG_S or folder.is_symlink():
                continue
            with open(folder / _LOCK, "ab") as lock:
                is_abandoned = _take(lock)
        except OSError:
            continue  # another's, or gone by now
        if is_abandoned:
            shutil.rmtree(folder, ignore_errors=True)


if sys.platform == "win32":
    import msvcrt

    def _take(lock: IO[bytes]) -> bool:
        """Lock the file; False where another process holds it."""
        try:
            msvcrt.locking(lock.fileno(), msvcrt.LK_NBLCK, 1)
        except OSError:
            return False
        return True

else:
    import fcntl

    def _take(lock: IO[bytes]) -> bool:
        """Lock the file; False where another process holds it."""
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            return False
        return True
