"""Ctrl-C, wherever it comes in."""

from __future__ import annotations

import _thread
import signal
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any


@contextmanager
def interrupts_heard() -> Iterator[None]:
    """Inside, an interrupt that comes where Python can only drop it, comes again a moment later, and no trace is shown.

    Such are the callbacks of weak references, of which there are many while modules are imported, and those of C
    libraries: two interrupts in a second were enough for a lost one and a page of words about it.
    """
    before = sys.unraisablehook

    def hook(dropped: Any) -> None:
        if isinstance(dropped.exc_value, KeyboardInterrupt) or dropped.exc_type is KeyboardInterrupt:
            _thread.start_new_thread(_again, ())  # now would be here, where it is dropped once more
        else:
            before(dropped)

    sys.unraisablehook = hook
    try:
        yield
    finally:
        sys.unraisablehook = before


def _again() -> None:
    time.sleep(0.02)
    main = threading.main_thread().ident
    if sys.platform == "win32" or main is None:
        _thread.interrupt_main()
    else:
        signal.pthread_kill(main, signal.SIGINT)  # wakes what waits for the system, too
