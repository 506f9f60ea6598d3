"""Endings from outside: Ctrl-C, kill, a closed terminal. Long work is ended by them cleanly, never half-way in a move.

Python turns Ctrl-C into an exception, so `finally` blocks run; SIGTERM and SIGHUP end it on the spot and would leave
partial files. Inside `interrupts_raise` they raise, too, and inside `interrupts_deferred` all of them wait: creating a
file and noting that it exists, or moving a finished film, is not cut in two.
"""

from __future__ import annotations

import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType

_ENDINGS = tuple(getattr(signal, name) for name in ("SIGINT", "SIGTERM", "SIGHUP", "SIGBREAK") if hasattr(signal, name))


class _State:
    """Process-wide, as signal handlers are. Touched by the main thread only: handlers run there and nowhere else."""

    deferrals = 0
    pending: int | None = None


def _raise_for(signal_number: int) -> None:
    if signal_number == signal.SIGINT:
        raise KeyboardInterrupt
    # what a shell reports for a process ended by that signal
    raise SystemExit(128 + signal_number)


def _on_signal(signal_number: int, _frame: FrameType | None) -> None:
    if _State.deferrals:
        _State.pending = signal_number
    else:
        _raise_for(signal_number)


def _in_main_thread() -> bool:
    return threading.current_thread() is threading.main_thread()


@contextmanager
def interrupts_raise() -> Iterator[None]:
    """While open, SIGTERM and SIGHUP raise SystemExit(128 + number), SIGINT KeyboardInterrupt, in the main thread.

    Only signals that nobody else handles are taken (an application's own handlers stay), and only when entered in the
    main thread; elsewhere this does nothing. Handlers are put back at the end.
    """
    before = {}
    if _in_main_thread():
        for number in _ENDINGS:
            handler = signal.getsignal(number)
            if handler in (signal.SIG_DFL, signal.default_int_handler):
                before[number] = signal.signal(number, _on_signal)
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


@contextmanager
def interrupts_deferred() -> Iterator[None]:
    """While open, signals taken by `interrupts_raise` are held back; the last of them raises when this closes."""
    if not _in_main_thread():
        yield
        return
    _State.deferrals += 1
    try:
        yield
    finally:
        _State.deferrals -= 1
        pending = _State.pending
        if pending is not None and not _State.deferrals:
            _State.pending = None
            _raise_for(pending)
