"""Ctrl-C and its like wait while compiled code is made or loaded.

An exception that a signal raises while LLVM calls back into Python is printed and lost, and what is being compiled
stays half-made: the next call of it fails or crashes. So signals are noted meanwhile and raised afterwards.
`rigbyscene.jit` says when.
"""

from __future__ import annotations

import signal
import threading
from types import FrameType

_ENDINGS = tuple(getattr(signal, name) for name in ("SIGINT", "SIGTERM", "SIGHUP", "SIGBREAK") if hasattr(signal, name))


class HeldSignals:
    """Between `hold` and the `release` that belongs to it, Python handlers of ending signals do not run.

    Both may be nested, and do nothing outside the main thread, where no handler ever runs. What ends the process at
    once (SIG_DFL) or not at all (SIG_IGN) stays so.
    """

    def __init__(self) -> None:
        self._depth = 0
        self._handlers: dict[int, object] = {}
        self._pending: int | None = None

    def hold(self) -> None:
        """Note signals instead of handling them, until `release`."""
        if threading.current_thread() is not threading.main_thread():
            return
        self._depth += 1
        if self._depth > 1:
            return
        try:
            self._take()
        except BaseException:  # one that came just before its handler was changed: `release` will not be called
            self._depth = 0
            self._put_back()
            raise

    def let_pass(self) -> None:
        """Raise a signal that was noted, here where nothing is half-made, and go on holding if it changes nothing."""
        if self._pending is not None and self._depth and threading.current_thread() is threading.main_thread():
            self._put_back()
            self._raise_pending()
            self._take()

    def release(self) -> None:
        """Handle signals again. The last one noted is raised now, so that this may raise KeyboardInterrupt."""
        if threading.current_thread() is not threading.main_thread() or self._depth == 0:
            return
        self._depth -= 1
        if self._depth == 0:
            self._put_back()
            self._raise_pending()

    def _raise_pending(self) -> None:
        pending, self._pending = self._pending, None
        if pending is not None:
            signal.raise_signal(pending)

    def _take(self) -> None:
        for number in _ENDINGS:
            handler = signal.getsignal(number)
            if callable(handler):
                self._handlers[number] = handler
                signal.signal(number, self._note)

    def _put_back(self) -> None:
        handlers, self._handlers = self._handlers, {}
        for number, handler in handlers.items():
            signal.signal(number, handler)  # type: ignore[arg-type]

    def _note(self, signal_number: int, _frame: FrameType | None) -> None:
        self._pending = signal_number
