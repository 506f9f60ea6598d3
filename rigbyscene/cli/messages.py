"""Words for people: diagnostics and remarks to stderr, results to stdout, whatever the names in them are made of."""

from __future__ import annotations

import io
import os
import shlex
import sys
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any, TextIO

from rigbyscene.errors import Diagnostic, RenderError, Severity, abridged

_SHOWN_WARNINGS = 3
_COLORS = {Severity.ERROR: "\x1b[1;31m", Severity.WARNING: "\x1b[1;33m"}
_PLAIN = "\x1b[0m"
_CONTROLS = {n: f"\\x{n:02x}" for n in (*range(32), *range(127, 160))} | {10: "\\n", 9: "\\t", 13: "\\r"}


def make_streams_safe() -> None:
    """Let stdout and stderr escape what their encoding lacks (a terminal in ASCII, half a surrogate in a path).

    What is said on stderr, by whomever, is dropped where nobody reads it or the disk is full: nobody loses a film for
    words about it.
    """
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")
    binary = getattr(sys.stderr, "buffer", None)
    raw = getattr(binary, "raw", binary)  # Python opens stderr without a buffer
    if isinstance(raw, io.RawIOBase) and not isinstance(raw, _Unheard):
        heard = io.BufferedWriter(_Unheard(raw))
        encoding = sys.stderr.encoding
        sys.stderr = io.TextIOWrapper(heard, encoding, errors="backslashreplace", line_buffering=True)


class _Unheard(io.RawIOBase):
    """Writes to `stream` what that takes."""

    def __init__(self, stream: io.RawIOBase):
        self._stream = stream

    def writable(self) -> bool:
        return True

    def write(self, data: Any) -> int:
        try:
            written = self._stream.write(data)
        except OSError:
            written = None
        return len(data) if written is None else written

    def fileno(self) -> int:
        return self._stream.fileno()

    def isatty(self) -> bool:
        return self._stream.isatty()


def printable(text: str) -> str:
    """`text` on one line, control characters escaped: a name from a file must not steer a terminal.

    >>> printable("a\\nb\\x1b[2J")
    'a\\\\nb\\\\x1b[2J'
    """
    return text.translate(_CONTROLS)


class OutputClosed(Exception):
    """Whoever read stdout has stopped: nothing is wrong, and nothing more is to be said."""


def say(text: str) -> None:
    """A result, to stdout. Raises OutputClosed where nobody reads it any more, RenderError where it cannot be kept."""
    if sys.stdout is not None:
        with _output_errors():
            print(text)


def tell(text: str) -> None:
    """A remark, to stderr; see `make_streams_safe`."""
    if sys.stderr is not None:
        print(text, file=sys.stderr, flush=True)


def flush() -> None:
    """Bring what was said out, so that a closed pipe or a full disk shows now and not when Python ends. See `say`."""
    if sys.stdout is not None:
        with _output_errors():
            sys.stdout.flush()


@contextmanager
def _output_errors() -> Iterator[None]:
    try:
        yield
    except OSError as error:
        discard_output()
        if isinstance(error, BrokenPipeError):
            raise OutputClosed from None
        found, remedy = f"could not be written: {error.strerror}", "free some space, or send the output elsewhere"
        raise RenderError.single("write-failed", "standard output", "", found, remedy) from None


def discard_output() -> None:
    """Let what is still buffered for stdout go nowhere: Python would try, and complain, once more when it ends."""
    try:
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, sys.stdout.fileno())
        os.close(nowhere)
    except (OSError, ValueError):
        return  # a stream in memory, as in tests: nothing is flushed at the end


def _line(diagnostic: Diagnostic, stream: TextIO) -> str:
    text = printable(str(diagnostic))
    word = diagnostic.severity.value
    if wants_color(stream) and text.startswith(word):
        return f"{_COLORS[diagnostic.severity]}{word}{_PLAIN}{text[len(word) :]}"
    return text


def wants_color(stream: TextIO | None) -> bool:
    """Whether `stream` is a terminal that takes colours, and the user has not said NO_COLOR."""
    if stream is None or not stream.isatty() or sys.platform == "win32":
        return False
    return not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"


def print_diagnostics(
    diagnostics: Iterable[Diagnostic], *, to_stdout: bool = False, others: str = "correct those above first"
) -> None:
    """`abridged`, each on a line of its own: to stderr, or to stdout where they are what was asked for.

    `others` says what to do about those that are counted only.
    """
    for diagnostic in abridged(diagnostics, others):
        if to_stdout:
            say(_line(diagnostic, sys.stdout))
        else:
            tell(_line(diagnostic, sys.stderr))


def remark_on_warnings(warnings: Sequence[Diagnostic], path: str) -> None:
    """The first few warnings of files that are about to be used, and where to read the others."""
    print_diagnostics(warnings[:_SHOWN_WARNINGS])
    left = len(warnings) - _SHOWN_WARNINGS
    if left > 0:
        tell(f"{left} more {'warning' if left == 1 else 'warnings'}: rigbyscene check {shlex.quote(printable(path))}")


def counted(count: int, noun: str) -> str:
    """
    >>> counted(1, "error"), counted(0, "warning")
    ('1 error', '0 warnings')
    """
    return f"{count} {noun}" if count == 1 else f"{count} {noun}s"


def seconds(value: float) -> str:
    """A time or duration to the millisecond, without idle zeros.

    >>> seconds(2.0), seconds(1.73333333), seconds(0.0004)
    ('2 s', '1.733 s', '0 s')
    """
    return f"{value:.3f}".rstrip("0").rstrip(".") + " s"


def bytes_of(count: int) -> str:
    """A file's size as people say it, in powers of ten.

    >>> bytes_of(812), bytes_of(45_678), bytes_of(3_201_234)
    ('812 bytes', '45.7 kB', '3.2 MB')
    """
    if count < 10_000:
        return counted(count, "byte")
    for unit, size in (("GB", 10**9), ("MB", 10**6)):
        if count >= size:
            return f"{count / size:.1f} {unit}"
    return f"{count / 1000:.1f} kB"
