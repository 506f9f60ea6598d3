"""Files that appear under their name only when they are whole, and never instead of a file that must stay.

A `PartFile` is written beside its final name, in the same folder (so that moving it is one atomic step), as
``.name.part-xxxxxxxx.ext``, and published when it is finished and on disk. Whatever ends the work before that leaves
the final name as it was and removes the part. Only a kill cannot do so: the next export to that name does.
"""

from __future__ import annotations

import errno
import os
import re
import secrets
import shutil
import stat
import sys
from collections.abc import Iterable
from pathlib import Path
from types import TracebackType

from rigbyscene.errors import RenderError, RigbySceneError, UsageError
from rigbyscene.film.interrupt import interrupts_deferred
from rigbyscene.film.locks import hold, remove_abandoned

_PART = "part"
_TOKEN_BYTES = 4
_MAX_NAME_BYTES = 255  # of one path component, on every file system in use

DISK_FULL = (errno.ENOSPC, errno.EDQUOT, errno.EFBIG)
"""What systems say where there is no room."""


def checked_destination(path: str | os.PathLike[str], *, overwrite: bool, inputs: Iterable[Path] = ()) -> Path:
    """The absolute path to write for `path`, links followed; raises `UsageError` where it must not be written.

    That is: its folder is missing or not a folder, the path is a folder, or ends as only those do, or is no regular
    file, it is one of `inputs` (files that the picture is made from), or it exists and `overwrite` is false.
    """
    shown = os.fspath(path)
    if shown.endswith(("/", os.sep)):
        raise UsageError.single("bad-output", shown, "", "names a folder", "leave out the slash at its end")
    try:
        final = Path(os.path.realpath(shown))
        folder_mode = _mode(final.parent)
        mode = _mode(final)
    except (OSError, ValueError) as error:
        reason = error.strerror if isinstance(error, OSError) else str(error)
        raise UsageError.single("bad-output", shown, "", f"cannot be a file: {reason}", "choose another name") from None
    if folder_mode is None:
        found = f"the folder {str(final.parent)!r} does not exist"
        raise UsageError.single("no-folder", shown, "", found, "make it first, or choose another")
    if not stat.S_ISDIR(folder_mode):
        found = f"{str(final.parent)!r} is not a folder"
        raise UsageError.single("no-folder", shown, "", found, "choose a file in a folder")
    if mode is None:
        return final
    if stat.S_ISDIR(mode):
        raise UsageError.single("output-is-folder", shown, "", "is a folder", "add the name of the file to write")
    if not stat.S_ISREG(mode):
        raise UsageError.single("bad-output", shown, "", "is no regular file", "choose another name")
    if any(_is_same_file(final, source) for source in inputs):
        found = "is one of the files that the picture is made from"
        raise UsageError.single("output-is-input", shown, "", found, "choose another name")
    if not overwrite:
        raise _exists(shown)
    return final


def check_standard_output() -> None:
    """Raise `UsageError` where frames must not go to standard output: there is none, or somebody would look at them."""
    if sys.stdout is None or sys.stdout.isatty():
        found = "standard output is a terminal" if sys.stdout is not None else "there is no standard output"
        remedy = "send it to a program or a file: rigbyscene export ... - --format y4m | ..."
        raise UsageError.single("bad-output", "-", "", found, remedy)


def _mode(path: Path) -> int | None:
    try:
        return path.stat().st_mode
    except (FileNotFoundError, NotADirectoryError):
        return None


def _is_same_file(path: Path, other: Path) -> bool:
    try:
        return path.samefile(other)
    except FileNotFoundError:
        return False


def _exists(shown: str) -> UsageError:
    return UsageError.single(
        "output-exists", shown, "", "exists", "add --overwrite (in Python overwrite=True), or choose another name"
    )


class PartFile:
    """A context in which `path` exists, empty and ours, to be written by whoever; `publish` makes it the final file.

    `final` comes from `checked_destination`. Entering raises `UsageError` where the folder cannot be written to.
    Leaving without `publish` removes the part.
    """

    def __init__(self, final: Path, *, overwrite: bool):
        self.final = final
        self.path = final.with_name(_part_name(final.name))
        self._overwrite = overwrite
        self._is_there = False
        self._held = -1

    def __enter__(self) -> PartFile:
        _remove_abandoned_parts(self.final)
        try:
            with interrupts_deferred():
                # O_EXCL: never an existing file; mode 0666 less the umask, as any program's new file
                descriptor = os.open(self.path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o666)
                self._is_there = True
                os.close(descriptor)
                self._held = hold(self.path)
        except OSError as error:
            raise cannot_create(self.final, error) from None
        except BaseException:
            self._remove()
            raise
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._remove()

    def publish(self) -> None:
        """Bring the part to disk and move it to its final name, atomically.

        Without `overwrite` a file that has appeared under that name in the meantime is left alone and `UsageError` is
        raised. Raises `RenderError` where the disk refuses.
        """
        try:
            flush_to_disk(self.path)
            with interrupts_deferred():
                if self._overwrite:
                    os.replace(self.path, self.final)
                    self._is_there = False
                else:
                    move_without_replacing(self.path, self.final)
                    self._is_there = self.path.exists()
            flush_folder(self.final.parent)
        except FileExistsError:
            raise _exists(str(self.final)) from None
        except OSError as error:
            raise disk_error(self.final, error) from None

    def _remove(self) -> None:
        with interrupts_deferred():
            if self._is_there:
                self.path.unlink(missing_ok=True)
                self._is_there = False
            if self._held >= 0:
                os.close(self._held)
                self._held = -1


class WorkFolder:
    """A context in which `path` is a hidden folder of ours beside `final`, removed with all that is in it at the end.

    Entering raises what entering a `PartFile` does.
    """

    def __init__(self, final: Path):
        self.final = final
        self.path = final.with_name(_part_name(final.name))
        self._is_there = False
        self._is_part = True
        self._held = -1

    def __enter__(self) -> WorkFolder:
        _remove_abandoned_parts(self.final)
        try:
            with interrupts_deferred():
                self.path.mkdir()
                self._is_there = True
                self._held = hold(self.path)
        except OSError as error:
            raise cannot_create(self.final, error) from None
        except BaseException:
            self.remove()
            raise
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.remove()

    def become(self, folder: Path) -> None:
        """Move the folder, as it is, to a name that nothing has; OSError where something has it."""
        with interrupts_deferred():
            os.rename(self.path, folder)
            self._is_there = False
            flush_folder(folder.parent)

    def call(self, word: str) -> None:
        """Rename the folder: `word`, of four letters, instead of ``part``. Under any other it is never removed."""
        path = self.path.with_name(_renamed(self.path.name, self.final.name, word))
        with interrupts_deferred():
            os.rename(self.path, path)
            self.path = path
            self._is_part = word == _PART

    def remove(self) -> None:
        """Remove the folder if it is still there, under the name of a part."""
        with interrupts_deferred():
            if self._is_there and self._is_part:
                shutil.rmtree(self.path, ignore_errors=True)  # what cannot be removed must not hide why the work ended
                self._is_there = False
            if self._held >= 0:
                os.close(self._held)
                self._held = -1


def _part_name(name: str) -> str:
    """Hidden, random, with the ending of `name`, and no longer than file systems allow.

    >>> len(_part_name("x" * 251 + ".mp4")), _part_name("a.mp4")[:8], _part_name("a.mp4")[-4:]
    (255, '.a.part-', '.mp4')
    """
    before, after = _around_token(name)
    return f"{before}{secrets.token_hex(_TOKEN_BYTES)}{after}"


def _renamed(hidden: str, name: str, word: str) -> str:
    """
    >>> _renamed(".a.part-00ff00ff.mp4", "a.mp4", "away")
    '.a.away-00ff00ff.mp4'
    """
    before, after = _around_token(name)
    token = hidden[len(before) : len(before) + 2 * _TOKEN_BYTES]
    return f"{before.removesuffix(f'{_PART}-')}{word}-{token}{after}"


def hidden_name_pattern(name: str, words: str) -> str:
    """A regular expression for what hidden files and folders beside `name` are called; `words` is one, too."""
    before, after = _around_token(name)
    token = f"[0-9a-f]{{{2 * _TOKEN_BYTES}}}"
    return f"{re.escape(before.removesuffix(f'{_PART}-'))}{words}-{token}{re.escape(after)}"


def _around_token(name: str) -> tuple[str, str]:
    stem, ending = os.path.splitext(name)
    room = _MAX_NAME_BYTES - len(os.fsencode(f"..part-{ending}")) - 2 * _TOKEN_BYTES
    while len(os.fsencode(stem)) > room:
        stem = stem[:-1]
    return f".{stem}.{_PART}-", ending


def _remove_abandoned_parts(final: Path) -> None:
    """Remove what exports to the same name left that were killed."""
    remove_abandoned(final.parent, re.compile(hidden_name_pattern(final.name, _PART)))


def move_without_replacing(part: Path, final: Path) -> None:
    """Give the file `part` its final name unless that is taken: FileExistsError then. Safe against others doing so."""
    if os.name == "nt":
        os.rename(part, final)  # on Windows this never replaces
        return
    try:
        os.link(part, final)
    except FileExistsError:
        raise
    except OSError:
        # no hard links here (FAT, some network folders): claim the name with an empty file, then replace our own claim
        os.close(os.open(final, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o666))
        os.replace(part, final)
    else:
        part.unlink()


def flush_to_disk(path: Path) -> None:
    """Return when the content of `path` is on disk."""
    # a crash after the move must not leave the new name with half the bytes
    descriptor = os.open(path, os.O_RDWR)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


def flush_folder(folder: Path) -> None:
    """Bring the names in `folder` to disk."""
    if os.name == "nt":
        return  # Windows has no handle for that
    try:
        descriptor = os.open(folder, os.O_RDONLY)
    except PermissionError:
        return  # names may be made there but not listed; the move itself is done
    try:
        os.fsync(descriptor)
    except OSError as error:
        if error.errno not in (errno.EINVAL, errno.ENOTSUP, errno.EROFS):
            raise
        # some network file systems cannot sync a folder; the move itself is done
    finally:
        os.close(descriptor)


def cannot_create(final: Path, error: OSError) -> RigbySceneError:
    """What to tell when nothing can be made in the folder of `final`."""
    if error.errno in (errno.ENOSPC, errno.EDQUOT, errno.EIO, errno.EMFILE, errno.ENFILE):
        return disk_error(final, error)
    found = f"cannot write in the folder {str(final.parent)!r}: {error.strerror}"
    return UsageError.single("not-writable", str(final), "", found, "choose a folder that you may write to")


def disk_error(path: Path, error: OSError) -> RenderError:
    """What to tell when writing `path` failed although it was allowed: disk full, quota, broken hardware."""
    full = error.errno in DISK_FULL
    remedy = "free some space there, or choose another disk" if full else "choose another folder or disk"
    return RenderError.single("write-failed", str(path), "", f"could not be written: {error.strerror or error}", remedy)
