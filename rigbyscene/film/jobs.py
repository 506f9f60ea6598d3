"""Frames written without ffmpeg: buffers that go round between who fills them and threads that write them out.

The caller waits for an empty buffer only, wakes five times a second, and leaves when a thread has failed. A thread
waits for a full buffer, or for the disk or reader that it writes to. Queues are never bounded below the number of
buffers, so putting never waits, and nobody waits in a circle. Memory is one frame a thread and two more.
"""

from __future__ import annotations

import queue
import threading
from collections.abc import Callable
from types import TracebackType

import numpy as np
from numpy.typing import NDArray

_WAKE_S = 0.2
_LEAVE_S = 5.0


class FrameJobs:
    """A `FrameWriter` that calls `write(index, buffer)` for every frame, on `thread_count` threads of its own.

    With one thread frames are written in order. What `write` raises ends the work: it is raised again by the next call
    of `take` or by `finish`, after `blame` has made of an OSError what users are told.
    """

    def __init__(
        self,
        frame_bytes: int,
        write: Callable[[int, NDArray[np.uint8]], None],
        blame: Callable[[OSError], Exception],
        thread_count: int = 1,
    ):
        self._write = write
        self._blame = blame
        self._count = 0
        self._empty: queue.SimpleQueue[NDArray[np.uint8]] = queue.SimpleQueue()
        self._full: queue.SimpleQueue[tuple[int, NDArray[np.uint8]] | None] = queue.SimpleQueue()
        for _ in range(thread_count + 2):
            self._empty.put(np.empty(frame_bytes, np.uint8))
        self._error: Exception | None = None
        self._is_over = False
        # daemons: a reader of standard output that stops reading must not keep us from ending
        self._threads = [threading.Thread(target=self._work, daemon=True) for _ in range(thread_count)]

    def __enter__(self) -> FrameJobs:
        for thread in self._threads:
            thread.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._is_over = True
        for _ in self._threads:
            self._full.put(None)
        for thread in self._threads:
            thread.join(_LEAVE_S)

    def take(self) -> NDArray[np.uint8]:
        while True:
            self._raise_error()
            try:
                return self._empty.get(timeout=_WAKE_S)
            except queue.Empty:
                continue

    def send(self, buffer: NDArray[np.uint8]) -> None:
        self._full.put((self._count, buffer))
        self._count += 1

    def finish(self) -> None:
        for _ in self._threads:
            self._full.put(None)
        for thread in self._threads:
            while thread.is_alive():
                thread.join(_WAKE_S)
        self._raise_error()

    def _raise_error(self) -> None:
        if isinstance(self._error, OSError):
            raise self._blame(self._error) from None
        if self._error is not None:
            raise self._error

    def _work(self) -> None:
        while (job := self._full.get()) is not None:
            index, buffer = job
            if not self._is_over and self._error is None:
                try:
                    self._write(index, buffer)
                except Exception as error:  # whatever it is, it belongs to the caller, who is in another thread
                    self._error = error
            self._empty.put(buffer)
