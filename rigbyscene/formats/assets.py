"""Where bytes come from: a folder on disk, memory, or anything a game brings that answers the same questions.

Loaders never touch the file system themselves. A path is a text that only its `Assets` understands; those written in
files (a manifest's `skeleton`, an atlas page) are relative to the file that names them and may use `/` or `\\`.
"""

from __future__ import annotations

import errno
import os
import posixpath
import stat
from collections.abc import Mapping
from typing import Protocol

from rigbyscene.errors import Report

MOST_BYTES = 1 << 30
"""Of one file: ten times what the largest page or skeleton takes."""

_FAMILIES = (("json", "skel"), ("png", "jpg", "jpeg", "webp"))


class Assets(Protocol):
    """What a loader asks of a place that holds files."""

    def read(self, path: str) -> bytes:
        """All bytes at `path`. Raises OSError (FileNotFoundError where there is nothing) if that cannot be done."""
        ...

    def exists(self, path: str) -> bool:
        """Whether `path` is a file. Never raises."""
        ...

    def join(self, base: str, relative: str) -> str:
        """The path that `relative`, as written inside the file `base`, means."""
        ...

    def siblings(self, path: str) -> tuple[str, ...]:
        """The names of the files in the folder that `path` is in, for "did you mean"; empty where unknown."""
        ...

    def identity(self, path: str) -> str:
        """A text that is equal for two paths exactly if they lead to the same file."""
        ...


class FolderAssets:
    """Files on disk. Paths are the system's own, relative ones from `root` (default: the working folder).

    A pipe is a file, too, waited for until its writer ends it, and remembered: it tells all it holds only once.
    """

    def __init__(self, root: str | os.PathLike[str] = ""):
        self._root = os.fspath(root)
        self._piped: dict[str, bytes] = {}

    def _full(self, path: str) -> str:
        return os.path.join(self._root, path)

    def read(self, path: str) -> bytes:
        full = self._full(path)
        if full in self._piped:
            return self._piped[full]
        try:
            mode = os.stat(full).st_mode
            if stat.S_ISCHR(mode) or stat.S_ISBLK(mode):
                raise OSError(errno.EINVAL, "it is a device")  # some never end
            with open(full, "rb") as file:
                data = file.read(MOST_BYTES + 1)
            if len(data) > MOST_BYTES:
                raise OSError(errno.EFBIG, f"it is larger than {MOST_BYTES >> 30} GiB")
            if stat.S_ISFIFO(mode):
                self._piped[full] = data
            return data
        except ValueError as problem:  # a NUL or half a surrogate pair: no file can have such a name
            raise FileNotFoundError(str(problem)) from problem

    def exists(self, path: str) -> bool:
        try:
            return os.path.isfile(self._full(path))
        except ValueError:
            return False

    def join(self, base: str, relative: str) -> str:
        joined = os.path.join(os.path.dirname(base), relative.replace("\\", "/"))
        tidy = os.path.normpath(joined)
        # `link/../x` is a neighbour of what the link leads to, so `..` may only be folded where that changes nothing
        return tidy if self.identity(tidy) == self.identity(joined) else joined

    def siblings(self, path: str) -> tuple[str, ...]:
        try:
            with os.scandir(os.path.dirname(self._full(path)) or ".") as entries:
                return tuple(sorted(e.name for e in entries if e.is_file()))
        except (OSError, ValueError):
            return ()

    def identity(self, path: str) -> str:
        try:
            return os.path.normcase(os.path.realpath(self._full(path)))
        except (OSError, ValueError):
            return path


class PackedPaths:
    """How paths work where no file system has a say: `/` between the parts, case counts, nothing links anywhere."""

    def join(self, base: str, relative: str) -> str:
        return posixpath.normpath(posixpath.join(posixpath.dirname(base), relative.replace("\\", "/")))

    def identity(self, path: str) -> str:
        return posixpath.normpath(path)


class MemoryAssets(PackedPaths):
    """Files in a mapping from path (with `/`) to bytes.

    >>> assets = MemoryAssets({"scenes/a.json": b"{}"})
    >>> assets.join("scenes/manifests/m.scene.json", "..\\\\a.json"), assets.exists("scenes/a.json")
    ('scenes/a.json', True)
    """

    def __init__(self, files: Mapping[str, bytes]):
        self._files = files

    def read(self, path: str) -> bytes:
        try:
            return self._files[path]
        except KeyError:
            raise FileNotFoundError(path) from None

    def exists(self, path: str) -> bool:
        return path in self._files

    def siblings(self, path: str) -> tuple[str, ...]:
        folder = posixpath.dirname(path)
        return tuple(sorted(posixpath.basename(p) for p in self._files if posixpath.dirname(p) == folder))


def base_name(path: str) -> str:
    """The last part of a path with either separator.

    >>> base_name("a/b\\\\c.json")
    'c.json'
    """
    return path.replace("\\", "/").rpartition("/")[2]


def stem_of(path: str) -> str:
    """The last part of a path without its ending.

    >>> stem_of("a.b/c.d.json"), stem_of("street")
    ('c.d', 'street')
    """
    return base_name(path).rpartition(".")[0] or base_name(path)


def _nearest_file(name: str, siblings: tuple[str, ...], report: Report) -> str | None:
    """The file that was probably meant: one of the same kind, if `name` has an ending, whose stem is near."""
    ending = name.lower().rpartition(".")[2] if "." in name else ""
    family = next((f for f in _FAMILIES if ending in f), (ending,))
    endings = tuple("." + e for e in family)
    stems = {stem_of(s): s for s in siblings if not ending or s.lower().endswith(endings)}
    near = report.nearest(stem_of(name), stems)
    return None if near is None else stems[near]


def read_or_report(assets: Assets, path: str, report: Report, *, what: str, named_by: tuple[str, str]) -> bytes | None:
    """The bytes at `path`, or None with an error in `report`.

    `what` says what the file should be (``the stage skeleton``); `named_by` is the file and place that name it, or
    ``(path, "")`` where the user did. A missing file is reported with the nearest name in its folder.
    """
    file, place = named_by
    try:
        return assets.read(path)
    except FileNotFoundError:
        near = _nearest_file(base_name(path), assets.siblings(path), report)
        report.error(
            "missing-file", file, place, f"{what} {path} does not exist", "correct the path or add the file", near
        )
    except OSError as problem:
        reason = problem.strerror or type(problem).__name__
        report.error(
            "unreadable-file", file, place, f"{what} {path} cannot be read ({reason})", "make it a readable file"
        )
    return None
