"""Folders for what is only needed while a film is made, in the system's place for such things.

Whoever makes one holds a lock in it. A process that is killed cannot remove its folder, but loses its lock: the next
one that makes a folder removes what it finds unlocked.
"""

from __future__ import annotations

import shutil
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from rigbyscene.film.locks import YOUNG_S, try_lock
from rigbyscene.film.output import disk_error

_PREFIX = "rigbyscene-scratch-"
_LOCK = "in-use"


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
            try_lock(lock.fileno())
            yield folder
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def _remove_abandoned(place: Path) -> None:
    for folder in place.glob(_PREFIX + "*"):
        try:
            if time.time() - folder.stat().st_mtime < YOUNG_S or folder.is_symlink():
                continue
            with open(folder / _LOCK, "ab") as lock:
                is_abandoned = try_lock(lock.fileno())
        except OSError:
            continue  # another's, or gone by now
        if is_abandoned:
            shutil.rmtree(folder, ignore_errors=True)
