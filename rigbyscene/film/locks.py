"""Locks that the system lets go of when their holder ends, however it ends: they tell abandoned files from others.

And the removal of what a killed export left beside a film.
"""

from __future__ import annotations

import contextlib
import os
import re
import shutil
import sys
import time
from collections.abc import Iterator
from pathlib import Path

YOUNG_S = 60.0
"""What is younger may be somebody's who has not come to lock it yet, or an encoder's that outlives its exporter."""

if sys.platform == "win32":
    import msvcrt

    def try_lock(descriptor: int) -> bool:
        """Lock an open file for as long as it is open; False where somebody else holds it."""
        try:
            msvcrt.locking(descriptor, msvcrt.LK_NBLCK, 1)
        except OSError:
            return False
        return True

    def hold(path: Path) -> int:
        """Nothing: here a file that is locked could not be written or moved by anybody, its holder included."""
        return -1

    def abandoned(folder: Path, pattern: re.Pattern[str], *, least_age_s: float) -> Iterator[Path]:
        """Nothing, as nothing is held."""
        return iter(())

else:
    import fcntl

    def try_lock(descriptor: int) -> bool:
        """Lock an open file for as long as it is open; False where somebody else holds it."""
        try:
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            return False
        return True

    def hold(path: Path) -> int:
        """Mark the file or folder `path` as in use until the descriptor that is returned is closed; -1 if it cannot."""
        try:
            descriptor = os.open(path, os.O_RDONLY)
        except OSError:
            return -1
        try:
            try_lock(descriptor)
        except OSError:
            # no locks on this file system: then nobody can find it abandoned either
            os.close(descriptor)
            return -1
        return descriptor

    def abandoned(folder: Path, pattern: re.Pattern[str], *, least_age_s: float) -> Iterator[Path]:
        """Files and folders in `folder` whose names match and that nobody holds any more (see `hold`).

        Each is held until the next is asked for.
        """
        try:
            with os.scandir(folder) as entries:
                found = [Path(e.path) for e in entries if pattern.fullmatch(e.name) and not e.is_symlink()]
        except OSError:
            return  # a folder that cannot be looked into is told about by who wants to write there
        for path in found:
            try:
                if time.time() - path.stat().st_mtime < least_age_s:
                    continue
                descriptor = os.open(path, os.O_RDONLY)
            except OSError:
                continue  # gone by now, or another user's
            try:
                if _is_abandoned(descriptor, path):
                    yield path
            finally:
                os.close(descriptor)

    def _is_abandoned(descriptor: int, path: Path) -> bool:
        try:
            return try_lock(descriptor) and os.path.samestat(os.fstat(descriptor), path.stat())
        except OSError:
            return False  # no locks here, or its holder has just moved it


def remove_abandoned(folder: Path, pattern: re.Pattern[str]) -> None:
    """Remove files and folders in `folder` whose names match and that nobody holds any more (see `hold`)."""
    for path in abandoned(folder, pattern, least_age_s=YOUNG_S):
        if path.is_dir():
            shutil.rmtree(path, ignore_errors=True)
            continue
        with contextlib.suppress(OSError):  # another user's: it stays
            path.unlink()
