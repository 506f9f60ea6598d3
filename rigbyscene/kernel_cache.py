"""Compiled kernels on disk, such that nothing that happens to the files there is more than another compilation.

numba trusts the files that it keeps: one that was cut short ends every later start, one whose machine code was changed
ends the process, a full disk ends the call that compiled, and a copied or moved package compiles everything again. Here
every file begins with a digest of the rest, what cannot be read is as good as not there, what cannot be written is told
and no more, and the folder's name alone tells what was compiled.
"""

from __future__ import annotations

import contextlib
import errno
import hashlib
import os
import pickle
import time
import uuid
from collections.abc import Callable
from pathlib import Path
from typing import Any

from numba.core import caching
from numba.core.serialize import dumps

from rigbyscene.kernel_loading import rebuilt, reduced, start_run_time

_DIGEST_BYTES = hashlib.sha256().digest_size

_Locator: Any = caching._SourceFileBackedLocatorMixin
_Implementation: Any = caching.CompileResultCacheImpl
_Files: Any = caching.IndexDataCacheFile
_Cache: Any = caching.FunctionCache


class _Place(_Locator):  # type: ignore[misc]
    """Where the files of one function are: a folder, whether it can be made or not."""

    def __init__(self, function: Any, folder: str):
        self._py_file = function.__code__.co_filename
        self._lineno = function.__code__.co_firstlineno
        self._folder = folder

    def get_cache_path(self) -> str:
        return self._folder

    def ensure_cache_path(self) -> None:
        os.makedirs(self._folder, exist_ok=True)

    def get_source_stamp(self) -> str:
        return ""  # a change of any source is another folder


class _CheckedFiles(_Files):  # type: ignore[misc]
    """numba's index and data files, each behind the digest of its content."""

    def _load_index(self) -> dict[Any, str]:
        content = _checked(self._index_path)
        return {} if content is None else pickle.loads(content)

    def _save_index(self, names: dict[Any, str]) -> None:
        _write(self._index_path, dumps(names))  # type: ignore[no-untyped-call]

    def _load_data(self, name: str) -> Any:
        content = _checked(self._data_path(name))
        if content is None:
            raise FileNotFoundError(errno.ENOENT, "no such kernel, or a damaged one")  # numba takes it for the former
        return pickle.loads(content)

    def _save_data(self, name: str, data: Any) -> None:
        _write(self._data_path(name), dumps(data))  # type: ignore[no-untyped-call]


def _checked(path: str) -> bytes | None:
    """What was written to `path`; None where that is not what is there."""
    try:
        data = Path(path).read_bytes()
    except OSError:
        return None
    content = data[_DIGEST_BYTES:]
    return content if hashlib.sha256(content).digest() == data[:_DIGEST_BYTES] else None


def _write(path: str, content: bytes) -> None:
    part = Path(f"{path}.tmp.{uuid.uuid4().hex[:16]}")
    try:
        part.write_bytes(hashlib.sha256(content).digest() + content)
        os.replace(part, path)
    finally:
        part.unlink(missing_ok=True)
    _remove_remains(part.parent)


def _remove_remains(folder: Path) -> None:
    """What processes left behind that were killed while they wrote: nobody writes for an hour."""
    for part in folder.glob("*.tmp.*"):
        with contextlib.suppress(OSError):  # another process removes them, too
            if time.time() - part.stat().st_mtime > 3600.0:
                part.unlink()


class KernelCache(_Cache):  # type: ignore[misc]
    """What numba asks for the compiled forms of `function`, kept in `folder`.

    `on_failure` is called with the reason where one cannot be kept; the function works all the same.
    """

    def __init__(self, function: Any, folder: str, on_failure: Callable[[OSError], None]):
        class Files(_Implementation):  # type: ignore[misc]
            _locator_classes = (_Maker(folder),)

            def reduce(self, result: Any) -> Any:
                return reduced(super().reduce(result))

            def rebuild(self, context: Any, payload: Any) -> Any:
                return rebuilt(context, payload)

        self._impl_class = Files
        super().__init__(function)
        self._cache_file: Any = _CheckedFiles(folder, self._impl.filename_base, "")
        self._on_failure = on_failure

    def load_overload(self, signature: Any, context: Any) -> Any:
        """The compiled form for `signature`, or None; see `rigbyscene.kernel_loading`."""
        if not hasattr(_Cache, "_load_overload") or not start_run_time(context):
            return super().load_overload(signature, context)
        return self._load_overload(signature, context)

    def save_overload(self, signature: Any, data: Any) -> None:
        """Keep what was compiled, if the disk takes it."""
        try:
            super().save_overload(signature, data)
        except OSError as error:
            # Windows refuses for the moment that another process has the file open: that one has just written it
            if not (os.name == "nt" and error.errno == errno.EACCES):
                self._on_failure(error)


class _Maker:
    """Stands where numba wants a class that it asks for a locator."""

    def __init__(self, folder: str):
        self._folder = folder

    def from_function(self, function: Any, _file: str) -> _Place:
        return _Place(function, self._folder)
