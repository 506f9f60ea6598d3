"""Bands of a picture shared out to threads: the kernels let go of the interpreter while they draw."""

from __future__ import annotations

import itertools
import os
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor

Band = tuple[int, int]
"""Rows [first, end) of a picture; `first` is even."""

AfterBand = Callable[[int, int, int, int], None]
"""Told of a band that is done, from whichever thread drew it: first row, end row, and the columns [left, right) that
hold all that may have changed in it; `left` is even, `right` even or the width."""


def available_cores() -> int:
    """Cores that this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


_pool: ThreadPoolExecutor | None = None
_pool_lock = threading.Lock()


def _workers() -> ThreadPoolExecutor:
    global _pool
    with _pool_lock:
        if _pool is None:
            _pool = ThreadPoolExecutor(max_workers=32, thread_name_prefix="rigbyscene-draw")
            if hasattr(os, "register_at_fork"):
                os.register_at_fork(after_in_child=_forget_workers)
    return _pool


def _forget_workers() -> None:
    global _pool
    _pool = None  # threads do not survive a fork


def share_out(draw_band: Callable[[int, int], None], bands: Iterator[tuple[int, int]], threads: int) -> None:
    """Call `draw_band` for all bands on `threads` threads, this one among them; each takes the next when it is free.

    `bands` is asked from several threads at once: an iterator over a list, not a generator.
    """

    def work() -> None:
        while (band := next(bands, None)) is not None:
            draw_band(*band)

    helpers: list[Future[None]] = [_workers().submit(work) for _ in itertools.repeat(None, threads - 1)]
    work()
    for helper in helpers:
        helper.result()
