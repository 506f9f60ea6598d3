"""The folder under which compiled kernels are kept: one that can be written, with a word if it is not the one meant."""

from __future__ import annotations

import atexit
import functools
import os
import shutil
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

CACHE_VARIABLE = "RIGBYSCENE_CACHE"


@functools.cache
def cache_root() -> Path:
    """The folder for compiled kernels: RIGBYSCENE_CACHE, else the platform's user cache folder.

    Where that cannot be written, another that can be: the package's own, or else one that goes away with the process.
    Once per process a line on stderr tells of it.
    """
    refusal = ""
    for place in _places():
        reason = _unusable(place)
        if not reason:
            if refusal:
                _tell(f"{refusal}; compiled kernels are kept in {place} instead")
            return place
        refusal = refusal or f"the cache folder {place} cannot be used ({reason})"
    passing = Path(tempfile.mkdtemp(prefix="rigbyscene-"))
    atexit.register(shutil.rmtree, passing, ignore_errors=True)
    _tell(f"{refusal}; name another one in {CACHE_VARIABLE}, or every process compiles its kernels anew")
    return passing


def _places() -> Iterator[Path]:
    """Where kernels may be kept, best first."""
    chosen = os.environ.get(CACHE_VARIABLE)
    if chosen:
        yield Path(chosen)
    if sys.platform == "win32":
        base = Path(os.environ.get("LOCALAPPDATA") or os.path.expanduser("~/AppData/Local"))
    elif sys.platform == "darwin":
        base = Path(os.path.expanduser("~/Library/Caches"))
    else:
        base = Path(os.environ.get("XDG_CACHE_HOME") or os.path.expanduser("~/.cache"))
    if base.is_absolute():  # else there is no home, and ``~`` would be a folder where the user works
        yield base / "rigbyscene"
    # a service may have no home that it can write to, and a package that it can
    yield Path(__file__).resolve().parent / "__pycache__" / "kernels"


def _unusable(place: Path) -> str:
    """Why nothing can be kept in `place`; empty where something can."""
    try:
        place.mkdir(parents=True, exist_ok=True)
        tempfile.TemporaryFile(dir=place).close()
    except OSError as error:
        return error.strerror or str(error)
    return ""


def _tell(text: str) -> None:
    if sys.stderr is not None:
        print(f"rigbyscene: {text}", file=sys.stderr)
