"""Who makes the parts of a film: this process, one after another. Others: `crew` (processes), `cluster` (dask)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import ExitStack
from types import TracebackType
from typing import Protocol

from rigbyscene.film.interrupt import interrupts_deferred
from rigbyscene.film.join import part_writer
from rigbyscene.film.parts import Part, finish_part
from rigbyscene.film.pipe import FramePipe
from rigbyscene.film.plan import FilmPlan
from rigbyscene.film.writers import send_frames


class PartMaker(Protocol):
    """Makes parts in whatever order, until all are whole; raises `RigbySceneError` where one cannot be made."""

    def make(self, plan: FilmPlan, parts: Sequence[Part], after_frames: Callable[[int], None]) -> None:
        """Make `parts` of the film; `after_frames` is told, in this thread, how many more frames are done."""


class PartsHere:
    """Makes parts in this process. While the encoder of one finishes its last frames, the next one's are drawn."""

    def make(self, plan: FilmPlan, parts: Sequence[Part], after_frames: Callable[[int], None]) -> None:
        with ThreadPoolExecutor(1, thread_name_prefix="rigbyscene-finish") as thread, ExitStack() as finishing:
            for part in parts:
                with ExitStack() as drawing:
                    writer = drawing.enter_context(part_writer(plan, part))
                    send_frames(plan, writer, part.frames, lambda done: after_frames(1))
                    finishing.close()  # the part before this one is whole
                    with interrupts_deferred():
                        # left in reverse: waits for the part, or kills its encoder where this ends early
                        finishing.push(drawing.pop_all())
                        finishing.push(_Wait(thread.submit(_finish, writer, part)))


class _Wait:
    """Waits for `future` where its context is left in peace."""

    def __init__(self, future: Future[None]):
        self._future = future

    def __enter__(self) -> None:
        pass

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if kind is None:
            self._future.result()


def make_part(plan: FilmPlan, part: Part, after_frames: Callable[[int], None]) -> None:
    """Make one part, whole."""
    with part_writer(plan, part) as writer:
        send_frames(plan, writer, part.frames, lambda done: after_frames(1))
        _finish(writer, part)


def _finish(writer: FramePipe, part: Part) -> None:
    writer.finish()
    finish_part(part)
