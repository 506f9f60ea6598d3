"""How far an export is: a bar on a terminal, a line now and then elsewhere. On stderr; stdout is for results."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager

from rigbyscene.cli import messages
from rigbyscene.film.progress import FilmProgress, Phase, ProgressCallback
from rigbyscene.film.source import FrameSource

LINE_EVERY_S = 5.0
"""Between plain lines: often enough to see that it lives, seldom enough for a log."""


@contextmanager
def progress_view(name: str, source: FrameSource, *, quiet: bool) -> Iterator[ProgressCallback | None]:
    """What to hand `export_film` so that the user sees how it goes; None where nobody wants to."""
    if quiet or sys.stderr is None:
        yield None
    elif sys.stderr.isatty() and os.environ.get("TERM") != "dumb":
        with _bar(name) as progress:
            yield progress
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

    def __call__(self, progress: FilmProgress) -> None:
        if progress.phase is Phase.FRAMES and progress.elapsed_s >= self._next_s:
            self._next_s = progress.elapsed_s + LINE_EVERY_S
            percent = 100 * progress.frames_done // progress.frame_count
            parts = [f"frame {progress.frames_done} of {progress.frame_count} ({percent} %)", *rate_and_rest(progress)]
            messages.tell(", ".join(parts))


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
