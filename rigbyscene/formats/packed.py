"""Files out of a zip archive, or from wherever a function of the game's own finds them."""

from __future__ import annotations

import lzma
import os
import posixpath
import zipfile
import zlib
from collections.abc import Callable
from types import TracebackType
from typing import IO

from rigbyscene.errors import BadFileError, UsageError
from rigbyscene.formats.assets import PackedPaths, base_name

_DAMAGE = (zipfile.BadZipFile, zlib.error, lzma.LZMAError, EOFError, RuntimeError, NotImplementedError, ValueError)
"""Besides OSError, what zipfile raises for damaged, encrypted or newer archives; NotImplementedError even as it opens
one, where an entry asks for a later version of the format."""


class ZipAssets(PackedPaths):
    """The files of a zip archive, open until `close` or the end of a ``with``.

    A path is a member's name with `/`, with or without the archive's own name in front: what a message says of
    ``cutscenes.zip/scenes/a.scene.json`` is easier to find than of ``scenes/a.scene.json``, and `path` writes it so.
    Several threads may read. Of members with one name the last counts.
    """

    def __init__(self, archive: str | os.PathLike[str] | IO[bytes], name: str | None = None):
        """`archive` is a path or a seekable binary file, `name` what messages call it (None: its file's name).

        BadFileError if it is no zip archive, cannot be read or does not exist.
        """
        text = os.fspath(archive) if isinstance(archive, str | os.PathLike) else getattr(archive, "name", None)
        self.name = name or (base_name(text) if isinstance(text, str) and text else "archive.zip")
        try:
            self._zip = zipfile.ZipFile(archive)
        except FileNotFoundError:
            raise BadFileError.single(
                "missing-file", str(text), "", "the archive does not exist", "correct the path or add the file"
            ) from None
        except (OSError, *_DAMAGE) as problem:
            raise BadFileError.single(
                "bad-archive", self.name, "", f"not a zip archive that can be read ({problem})", "pack it again"
            ) from None
        self._members = {
            posixpath.normpath(info.filename.replace("\\", "/")): info
            for info in self._zip.infolist()
            if not info.filename.endswith("/")  # is_dir() takes no empty name, which a damaged archive may have
        }

    def path(self, member: str) -> str:
        """How messages should name `member`: with the archive in front."""
        return posixpath.join(self.name, member)

    def read(self, path: str) -> bytes:
        """All bytes of a member. Raises OSError for one that is damaged, encrypted or packed in an unknown way."""
        info = self._members.get(self._member(path))
        if info is None:
            raise FileNotFoundError(path)
        try:
            return self._zip.read(info)
        except _DAMAGE as problem:
            raise OSError(0, f"in {self.name}: {problem}") from problem

    def exists(self, path: str) -> bool:
        return self._member(path) in self._members

    def siblings(self, path: str) -> tuple[str, ...]:
        folder = posixpath.dirname(self._member(path))
        return tuple(sorted(posixpath.basename(m) for m in self._members if posixpath.dirname(m) == folder))

    def identity(self, path: str) -> str:
        return self._member(path)

    def _member(self, path: str) -> str:
        tidy = posixpath.normpath(path.replace("\\", "/"))
        inside = tidy.removeprefix(self.name + "/")
        return tidy if tidy in self._members else inside

    def close(self) -> None:
        """Close the archive. Once is enough."""
        self._zip.close()

    def __enter__(self) -> ZipAssets:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()


class ResolverAssets(PackedPaths):
    """Files from a function: packed resources, a download, a database.

    >>> assets = ResolverAssets({"scenes/a.json": b"{}"}.get)
    >>> assets.exists("scenes/a.json"), assets.exists("scenes/b.json")
    (True, False)
    """

    def __init__(self, resolve: Callable[[str], bytes | None]):
        """`resolve(path)` gives the bytes at `path`, a text with `/`; None, or an OSError, where there is nothing.

        It is called from whatever thread loads, several at once, and again for what was asked for before. A bytearray
        or memoryview is copied; anything else that it gives is a UsageError when it is read, and so is a `resolve` that
        cannot be called.
        """
        if not callable(resolve):
            found = f"a {type(resolve).__name__} cannot be called"
            raise UsageError.single(
                "bad-resolver", "ResolverAssets", "resolve", found, "give a function of a path, such as a dict's get"
            )
        self._resolve = resolve

    def read(self, path: str) -> bytes:
        data: object = self._resolve(path)
        if data is None:
            raise FileNotFoundError(path)
        if isinstance(data, bytes):
            return data
        if isinstance(data, bytearray | memoryview):
            return bytes(data)
        found = f"resolve({path!r}) gave a {type(data).__name__}"
        remedy = "give the file's bytes (of a text: text.encode()), or None where there is no such file"
        raise UsageError.single("bad-resolver", "ResolverAssets", "resolve", found, remedy)

    def exists(self, path: str) -> bool:
        try:
            return self._resolve(path) is not None
        except OSError:
            return False

    def siblings(self, path: str) -> tuple[str, ...]:
        return ()
