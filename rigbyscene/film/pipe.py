"""A running ffmpeg that is fed frames: bounded memory, its last words kept, ended with us whatever happens.

Three threads touch the process: the caller fills buffers, the writer thread pushes them into ffmpeg's stdin, the
reader thread empties its stderr. Why they cannot wait for each other in a circle:

- The reader waits for ffmpeg only and never for us. So ffmpeg never blocks on stderr, however much it complains, and
  always gets back to reading stdin. (stdout goes nowhere: films are written to files.)
- The writer waits for a full buffer (from the caller) or for ffmpeg to read. If ffmpeg dies, its end of the pipe closes
  and the write fails at once; the writer then says so to a waiting caller and ends.
- The caller waits for an empty buffer (from the writer), wakes five times a second and leaves when ffmpeg has ended.
  Queues hold at most as many items as there are buffers, so putting never waits.

With `DEPTH` = 3 buffers at most 3 frames are queued: 9.3 MB at 1920x1080 in yuv420p, 37 MB at 3840x2160, however long
the film. One is being written, one is full and waiting, one is being filled. The pipe holds 1 MiB besides on Linux.
"""

from __future__ import annotations

import os
import queue
import shlex
import signal
import subprocess
import sys
import threading
from collections.abc import Callable, Sequence
from contextlib import suppress
from types import TracebackType
from typing import IO

import numpy as np
from numpy.typing import NDArray

from rigbyscene.errors import RenderError
from rigbyscene.film.interrupt import interrupts_deferred

if sys.platform == "linux":
    import fcntl

DEPTH = 3
_LAST_WORDS_BYTES = 1024
_WAKE_S = 0.2
_PIPE_BYTES = 1 << 20  # the most that Linux grants anybody
_LEAVE_S = 5.0  # for a process that closed its stdin to end by itself, and for the threads of a killed one to notice


class FramePipe:
    """A context around one ffmpeg process that reads raw frames of `frame_bytes` bytes from its stdin.

    For each frame: `take()` an empty buffer, fill it, `send()` it. At the end `finish()`. Leaving the context without
    `finish` kills the process. `output` names what is being made, for messages. The process is in a session of its
    own: a terminal's Ctrl-C reaches us only, and we end it. All methods belong to one thread. With anything but a
    pipe as `stdin` there is nothing to send: see `run_to_end`.
    """

    def __init__(
        self, command: Sequence[str], frame_bytes: int, output: str, *, stdin: int | IO[bytes] = subprocess.PIPE
    ):
        self.command = tuple(command)
        self.frames_sent = 0
        self._output = output
        self._stdin = stdin
        self._frame_bytes = frame_bytes
        self._empty: queue.SimpleQueue[NDArray[np.uint8] | None] = queue.SimpleQueue()
        self._full: queue.SimpleQueue[NDArray[np.uint8] | None] = queue.SimpleQueue()
        for _ in range(DEPTH):
            self._empty.put(np.empty(frame_bytes, np.uint8))
        self._write_failed = threading.Event()
        self._last_words = bytearray()
        self._process: subprocess.Popen[bytes] | None = None
        self._threads: list[threading.Thread] = []

    def __enter__(self) -> FramePipe:
        try:
            with interrupts_deferred():
                self._process = process = _start(self.command, self._stdin)
                if process.stdin is not None:
                    _widen(process.stdin)
                    self._start_thread(self._write_frames, process.stdin)
                self._start_thread(self._read_words, process.stderr)
        except OSError as error:
            found = f"ffmpeg cannot be started: {error.strerror}"
            remedy = "check the program, and that memory and process limits allow another one"
            raise RenderError.single("ffmpeg-failed", self._output, "", found, remedy) from None
        except BaseException:
            self._end()
            raise
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._end()

    def take(self) -> NDArray[np.uint8]:
        """An empty buffer, uint8 (frame_bytes,); waits for one. Raises `RenderError` if ffmpeg has ended."""
        while True:
            try:
                buffer = self._empty.get(timeout=_WAKE_S)
            except queue.Empty:
                if self._running().poll() is None:
                    continue
                buffer = None
            if buffer is None or self._write_failed.is_set():
                raise self._failure()
            return buffer

    def send(self, buffer: NDArray[np.uint8]) -> None:
        """Hand over a filled buffer from `take`; does not wait, and the buffer is no longer the caller's."""
        if buffer.dtype != np.uint8 or buffer.shape != (self._frame_bytes,):
            raise ValueError(f"a frame of {buffer.dtype} {buffer.shape}, not {self._frame_bytes} bytes")
        self._full.put(buffer)
        self.frames_sent += 1

    def finish(self) -> None:
        """Wait until ffmpeg has read every frame and ended well; raises `RenderError` if it did not."""
        process = self._running()
        self._full.put(None)
        for thread in self._threads:
            while thread.is_alive() and process.poll() is None:
                thread.join(_WAKE_S)
        process.wait()
        for thread in self._threads:
            thread.join(_LEAVE_S)  # what is left to read is read at once, unless a child of ffmpeg holds the pipe open
        if process.returncode != 0 or self._write_failed.is_set():
            raise self._failure()

    def last_words(self) -> str:
        """The end of what ffmpeg wrote to stderr so far, as one line."""
        text = bytes(self._last_words).decode("utf-8", "replace")
        return " / ".join(line.strip() for line in text.splitlines() if line.strip())

    def _running(self) -> subprocess.Popen[bytes]:
        if self._process is None:
            raise ValueError("the pipe is used outside its context")
        return self._process

    def _failure(self) -> RenderError:
        process = self._running()
        try:
            ending = _ending(process.wait(_LEAVE_S))
        except subprocess.TimeoutExpired:
            ending = "stopped reading frames"
        self._end()
        words = self.last_words()
        sent = f" after it was sent {self.frames_sent} frames" if self._stdin == subprocess.PIPE else ""
        found = f"ffmpeg {ending}{sent}: {words or '(it said nothing)'}"
        remedy = f"{_remedy(words)}; the command was: {shlex.join(self.command)}"
        return RenderError.single("ffmpeg-failed", self._output, "", found, remedy)

    def _end(self) -> None:
        with interrupts_deferred():
            if self._process is not None:
                _kill(self._process)
            self._full.put(None)
            for thread in self._threads:
                thread.join(_LEAVE_S)

    def _start_thread(self, work: Callable[[IO[bytes]], None], stream: IO[bytes] | None) -> None:
        # daemons: should a pipe be held open by someone else's process for ever, it must not keep us from ending
        thread = threading.Thread(target=work, args=(stream,), name=f"ffmpeg{work.__name__}", daemon=True)
        thread.start()
        self._threads.append(thread)

    def _write_frames(self, stdin: IO[bytes]) -> None:
        try:
            with stdin:
                while (buffer := self._full.get()) is not None:
                    rest = buffer.data
                    while rest:
                        rest = rest[os.write(stdin.fileno(), rest) :]
                    self._empty.put(buffer)
        except OSError:
            # ffmpeg has ended (EPIPE; EINVAL on Windows): why is in its code and words, which the caller reports
            self._write_failed.set()
            self._empty.put(None)

    def _read_words(self, stderr: IO[bytes]) -> None:
        with stderr:
            while words := os.read(stderr.fileno(), 65536):
                self._last_words += words
                del self._last_words[:-_LAST_WORDS_BYTES]


def run_to_end(command: Sequence[str], output: str, stdin: int | IO[bytes] = subprocess.DEVNULL) -> None:
    """Run an ffmpeg that reads files until it ends; raises `RenderError` as `FramePipe` does.

    `stdin` may be an open file, read from where it stands.
    """
    with FramePipe(command, 1, output, stdin=stdin) as pipe:
        pipe.finish()


if sys.platform == "win32":

    def _start(command: Sequence[str], stdin: int | IO[bytes]) -> subprocess.Popen[bytes]:
        apart = subprocess.CREATE_NEW_PROCESS_GROUP | subprocess.CREATE_NO_WINDOW
        return subprocess.Popen(
            command,
            stdin=stdin,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.PIPE,
            bufsize=0,
            creationflags=apart,
        )

    def _kill(process: subprocess.Popen[bytes]) -> None:
        process.kill()
        process.wait()

else:

    def _start(command: Sequence[str], stdin: int | IO[bytes]) -> subprocess.Popen[bytes]:
        return subprocess.Popen(
            command,
            stdin=stdin,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.PIPE,
            bufsize=0,
            start_new_session=True,
        )

    def _kill(process: subprocess.Popen[bytes]) -> None:
        """End the process and what it started, if it has not ended; collect it, so that no zombie stays."""
        if process.poll() is None:
            try:
                os.killpg(process.pid, signal.SIGKILL)
            except (ProcessLookupError, PermissionError):
                process.kill()  # macOS refuses to signal a group whose leader has just ended
        process.wait()


def _widen(stream: IO[bytes]) -> None:
    """Let a pipe hold more: with the usual 64 KiB the two ends wake each other 48 times a frame of 1920x1080.

    That was half of what handing a frame over costs either side. Only Linux can; elsewhere, and where a user's share of
    such memory is used up, the pipe stays as it is.
    """
    if sys.platform == "linux":
        with suppress(OSError):
            fcntl.fcntl(stream.fileno(), fcntl.F_SETPIPE_SZ, _PIPE_BYTES)


def _ending(code: int) -> str:
    if code >= 0:
        return f"ended with code {code}"
    try:
        return f"was killed by {signal.Signals(-code).name}"
    except ValueError:
        return f"was killed by signal {-code}"


def _remedy(words: str) -> str:
    if "No space left" in words or "quota" in words or "File too large" in words:
        return "free some space on that disk, or choose another"
    if "Unknown encoder" in words or "Unrecognized option" in words:
        return "use an ffmpeg with libx264 (the one that imageio-ffmpeg brings has it)"
    if not words:
        return "see that nothing ends it (memory limits do) and try again"
    return "mend what ffmpeg names and try again"
