"""How far an export is: a bar on a terminal, a line now and then elsewhere. On stderr; stdout is for results."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager

from rigbyscene.cli import messages
from rigbyscene.film.progress import FilmProgress, Phase, ProgressCallback
from rigbyscene.film.source import FrameSource

LINE_EVERY_S = 5.0
"""Between plain lines: often enough to see that it lives, seldom enough for a log."""

JSON_EVERY_S = 0.5
"""Between lines of JSON: what reads them draws a bar of its own."""


PROGRESS_KINDS = ("auto", "bar", "plain", "json", "none")


@contextmanager
def progress_view(name: str, source: FrameSource, kind: str) -> Iterator[ProgressCallback | None]:
    """What to hand `export_film` so that the user sees how it goes; None where nobody wants to.

    `kind` is one of `PROGRESS_KINDS`; ``auto`` is a bar on a terminal, else plain lines.
    """
    if kind == "auto":
        kind = "bar" if sys.stderr is not None and sys.stderr.isatty() and os.environ.get("TERM") != "dumb" else "plain"
    if kind == "none" or sys.stderr is None:
        yield None
    elif kind == "bar":
        with _bar(name) as progress:
            yield progress
    elif kind == "json":
        yield JsonProgress(name)
    else:
        width, height = source.size
        messages.tell(
            f"{messages.printable(name)}: exporting {messages.counted(source.frame_count, 'frame')}"
            f" of {width}x{height} pixels"
        )
        yield PlainProgress()


class PlainProgress:
    """Tells a line every `LINE_EVERY_S` seconds of an export, and that the encoder is waited for."""

    def __init__(self) -> None:
        self._next_s = LINE_EVERY_S
        self._has_begun = False

    def __call__(self, progress: FilmProgress) -> None:
        if not self._has_begun and progress.frames_done > 1:
            messages.tell(f"going on after frame {progress.frames_done} of {progress.frame_count}")
        self._has_begun = True
        if progress.phase is Phase.FRAMES and progress.elapsed_s >= self._next_s:
            self._next_s = progress.elapsed_s + LINE_EVERY_S
            percent = 100 * progress.frames_done // progress.frame_count
            parts = [f"frame {progress.frames_done} of {progress.frame_count} ({percent} %)", *rate_and_rest(progress)]
            messages.tell(", ".join(parts))


class JsonProgress:
    """Tells a line of JSON for other programs: at each change of phase, and every `JSON_EVERY_S` seconds."""

    def __init__(self, name: str) -> None:
        self._name = name
        self._phase: Phase | None = None
        self._next_s = 0.0

    def __call__(self, progress: FilmProgress) -> None:
        if progress.phase is self._phase and progress.elapsed_s < self._next_s:
            return
        self._phase, self._next_s = progress.phase, progress.elapsed_s + JSON_EVERY_S
        told = {
            "film": self._name,
            "phase": progress.phase.value,
            "frames_done": progress.frames_done,
            "frame_count": progress.frame_count,
            "frames_per_s": progress.frames_per_s,
            "remaining_s": progress.remaining_s,
            "elapsed_s": round(progress.elapsed_s, 3),
        }
        messages.tell(json.dumps(told))


def rate_and_rest(progress: FilmProgress) -> list[str]:
    """Frames a second and time left, where they are known."""
    if progress.frames_per_s is None or progress.remaining_s is None:
        return []
    return [f"{progress.frames_per_s:.1f} frames/s", f"{clock(progress.remaining_s)} left"]


def clock(seconds: float) -> str:
    """
    >>> clock(7.4), clock(75), clock(3675)
    ('0:07', '1:15', '1:01:15')
    """
    whole = round(seconds)
    hours, minutes = whole // 3600, whole // 60 % 60
    return f"{hours}:{minutes:02d}:{whole % 60:02d}" if hours else f"{minutes}:{whole % 60:02d}"


@contextmanager
def _bar(name: str) -> Iterator[ProgressCallback]:
    # rich takes a tenth of a second to import: only who sees it pays
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn
    from rich.text import Text

    columns = (
        TextColumn("{task.description}", markup=False),
        BarColumn(),
        MofNCompleteColumn(),
        TextColumn("{task.fields[how]}", markup=False),
    )
    # while the bar is up rich prints above it what others write to stderr: the notice that kernels are compiled
    with Progress(*columns, console=Console(stderr=True), transient=True) as bar:
        shown = Text(messages.printable(name))
        shown.truncate(40, overflow="ellipsis")
        task = bar.add_task(shown.plain, total=None, how="starting")

        def show(progress: FilmProgress) -> None:
            how = "finishing" if progress.phase is not Phase.FRAMES else ", ".join(rate_and_rest(progress))
            bar.update(task, total=progress.frame_count, completed=progress.frames_done, how=how)

        yield show
