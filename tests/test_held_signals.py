"""Signals wait while code is compiled, and are not lost."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
from pathlib import Path

import pytest

from rigbyscene.held_signals import HeldSignals

pytestmark = pytest.mark.skipif(os.name == "nt", reason="signals here are those of POSIX systems")


@pytest.fixture(autouse=True)
def interrupts_raise() -> object:
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)


def test_an_interrupt_waits_for_the_outermost_release() -> None:
    held, reached = HeldSignals(), []
    held.hold()
    held.hold()
    os.kill(os.getpid(), signal.SIGINT)
    reached.append("inner")
    held.release()
    reached.append("outer")
    with pytest.raises(KeyboardInterrupt):
        held.release()
    assert reached == ["inner", "outer"]
    assert signal.getsignal(signal.SIGINT) is signal.default_int_handler
    held.hold()
    held.release()  # it is raised once


def test_an_interrupt_passes_where_that_is_safe_and_others_are_still_held() -> None:
    seen: list[int] = []
    before = signal.signal(signal.SIGTERM, lambda number, frame: seen.append(number))
    try:
        held = HeldSignals()
        held.let_pass()
        held.hold()
        held.hold()
        os.kill(os.getpid(), signal.SIGTERM)
        assert seen == []
        held.let_pass()
        assert seen == [signal.SIGTERM]
        os.kill(os.getpid(), signal.SIGINT)
        with pytest.raises(KeyboardInterrupt):
            held.let_pass()
        held.release()
        held.release()
        assert signal.getsignal(signal.SIGINT) is signal.default_int_handler
    finally:
        signal.signal(signal.SIGTERM, before)


def test_what_others_handle_ignore_or_leave_alone_stays_theirs() -> None:
    seen: list[int] = []
    before = signal.signal(signal.SIGTERM, lambda number, frame: seen.append(number))
    ignored = signal.signal(signal.SIGHUP, signal.SIG_IGN)
    try:
        held = HeldSignals()
        held.hold()
        os.kill(os.getpid(), signal.SIGTERM)
        os.kill(os.getpid(), signal.SIGHUP)
        assert seen == []
        held.release()
        assert seen == [signal.SIGTERM] and signal.getsignal(signal.SIGHUP) is signal.SIG_IGN
    finally:
        signal.signal(signal.SIGTERM, before)
        signal.signal(signal.SIGHUP, ignored)


def test_a_release_without_hold_and_other_threads_change_nothing() -> None:
    held = HeldSignals()
    held.release()
    thread = threading.Thread(target=lambda: (held.hold(), held.release()))
    thread.start()
    thread.join()
    assert signal.getsignal(signal.SIGINT) is signal.default_int_handler


COMPILES = """
import os, signal, sys
signal.signal(signal.SIGINT, signal.default_int_handler)
sys.path.insert(0, {folder!r})
from numba.core.codegen import JITCodeLibrary

# LLVM calls this from C++ with the code it has made
usual, sent = JITCodeLibrary._object_compiled_hook.__func__, []

def interrupt_once(cls, *arguments):
    if not sent:
        sent.append(os.kill(os.getpid(), signal.SIGINT))
    usual(cls, *arguments)

JITCodeLibrary._object_compiled_hook = classmethod(interrupt_once)
import interrupted
try:
    interrupted.double(2.0)
except KeyboardInterrupt:
    print("interrupted", flush=True)
print(interrupted.double(2.0))
"""


def test_an_interrupt_while_a_kernel_is_compiled_ends_it_cleanly_and_it_works_later(tmp_path: Path) -> None:
    module = "from rigbyscene.jit import kernel\n\n\n@kernel\ndef double(x):\n    return 2.0 * x\n"
    (tmp_path / "interrupted.py").write_text(module, encoding="utf-8")
    program = COMPILES.format(folder=str(tmp_path))
    environment = os.environ | {"RIGBYSCENE_CACHE": str(tmp_path / "cache")}
    ended = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=False, env=environment
    )
    assert (ended.returncode, ended.stdout) == (0, "interrupted\n4.0\n"), ended.stderr
    assert "ignored" not in ended.stderr
