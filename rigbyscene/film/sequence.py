"""PNG sequences: one file a frame, numbered from 0, all of them or none under their names.

Frames are written into a hidden folder and moved when the last is there. ``out_####.png`` puts them into a folder that
exists, with as many digits as there are hashes; ``out/`` makes a folder of ``frame_0000.png`` and so on.
"""

from __future__ import annotations

import os
from pathlib import Path
from types import TracebackType

import numpy as np
from numpy.typing import NDArray

from rigbyscene.errors import BadFileError, UsageError
from rigbyscene.film.facts import FilmFacts
from rigbyscene.film.images import read_png
from rigbyscene.film.interrupt import interrupts_deferred
from rigbyscene.film.jobs import FrameJobs
from rigbyscene.film.names import FrameNames
from rigbyscene.film.output import WorkFolder, disk_error, flush_folder, move_without_replacing
from rigbyscene.film.plan import FilmPlan
from rigbyscene.film.png import png_bytes
from rigbyscene.film.replacing import replace_frames

_MOST_THREADS = 4


class PartFrames:
    """A context in which `path` is a hidden folder for the frames of `names`; `publish` gives them their names."""

    def __init__(self, names: FrameNames, frame_count: int, *, overwrite: bool):
        self._names = names
        self._frame_count = frame_count
        self._overwrite = overwrite
        self._work = WorkFolder(names.folder if not names.folder.exists() else names.folder / names.shown_name)

    @property
    def path(self) -> Path:
        return self._work.path

    def __enter__(self) -> PartFrames:
        self._work.__enter__()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._work.__exit__(kind, error, trace)

    def publish(self) -> None:
        """Move all frames to their names; with `overwrite` those of an older sequence of the same names are removed.

        Without `overwrite` a frame that has appeared under one of the names meanwhile is left alone, what was moved is
        taken back, and `UsageError` is raised. Raises `RenderError` where the disk refuses or a frame cannot be
        replaced; an older sequence is then as it was.
        """
        try:
            with interrupts_deferred():
                if not self._names.folder.exists():
                    flush_folder(self.path)
                    self._work.become(self._names.folder)
                elif self._overwrite:
                    newer = [self._names.name(index) for index in range(self._frame_count)]
                    replace_frames(self._work, sorted(self._names.existing().values()), newer, self._names.folder)
                else:
                    self._move_frames()
            flush_folder(self._names.folder)
        except FileExistsError as error:
            raise UsageError.single(
                "output-exists",
                str(error.filename2 or error.filename),
                "",
                "exists",
                "add --overwrite (in Python overwrite=True)",
            ) from None
        except OSError as error:
            raise disk_error(self._names.folder, error) from None

    def _move_frames(self) -> None:
        moved: list[Path] = []
        try:
            for index in range(self._frame_count):
                final = self._names.folder / self._names.name(index)
                move_without_replacing(self.path / final.name, final)
                moved.append(final)
        except OSError:
            for final in moved:
                final.unlink(missing_ok=True)
            raise


class SequenceWriter:
    """A `FrameWriter` that makes a PNG of every frame in the folder `part`; of one that has no names, in that file."""

    def __init__(self, plan: FilmPlan, part: Path):
        self._plan = plan
        self._part = part
        threads = min(_MOST_THREADS, os.cpu_count() or 1, plan.frame_count)
        self._jobs = FrameJobs(plan.frame_bytes, self._write_frame, lambda e: disk_error(plan.final, e), threads)

    def __enter__(self) -> SequenceWriter:
        self._jobs.__enter__()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._jobs.__exit__(kind, error, trace)

    def take(self) -> NDArray[np.uint8]:
        return self._jobs.take()

    def send(self, buffer: NDArray[np.uint8]) -> None:
        self._jobs.send(buffer)

    def finish(self) -> None:
        self._jobs.finish()

    def _write_frame(self, index: int, buffer: NDArray[np.uint8]) -> None:
        width, height = self._plan.size
        picture = buffer.reshape(height, width, 4)
        names = self._plan.names
        content = png_bytes(picture if self._plan.encoding.layout.has_alpha else picture[:, :, :3])
        with open(self._part if names is None else self._part / names.name(index), "wb") as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())


def check_sequence(plan: FilmPlan, path: Path) -> tuple[FilmFacts, list[str]]:
    """What the files say, and what is wrong with them."""
    names = plan.names
    files = [path] if names is None else [path / names.name(k) for k in range(plan.frame_count)]
    faults: dict[str, None] = {}
    byte_count = 0
    for file in files:
        try:
            picture = read_png(file)
            byte_count += file.stat().st_size
        except FileNotFoundError:
            faults[f"lacks {file.name}"] = None
            continue
        except BadFileError as error:
            faults[f"has {file.name}, which {error.diagnostics[0].found}"] = None
            continue
        if (picture.size, picture.has_alpha) != (plan.size, plan.encoding.layout.has_alpha):
            faults[f"has a picture of {picture.size[0]}x{picture.size[1]}"] = None
    return FilmFacts("PNG", byte_count), list(faults)
