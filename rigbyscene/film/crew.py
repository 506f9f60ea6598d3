"""Parts made by several processes at once, each a rigbyscene of its own with its own encoder.

A worker is started by a command, reads one task a line from stdin and answers in lines of JSON on stdout: how many
frames it has done, that a part is whole, or what went wrong. When its stdin ends, which the death of this process
brings about, too, it leaves. So nothing needs to be cleaned up after a kill but the half-made part.
"""

from __future__ import annotations

import json
import queue
import subprocess
import sys
import threading
from collections.abc import Callable, Sequence
from contextlib import ExitStack
from typing import Any

from rigbyscene.errors import Diagnostic, RenderError, RigbySceneError, Severity, UsageError
from rigbyscene.film.interrupt import interrupts_deferred
from rigbyscene.film.parts import Part
from rigbyscene.film.plan import FilmPlan

_LEAVE_S = 5.0
_ERRORS: dict[int, type[RigbySceneError]] = {1: RigbySceneError, 2: UsageError, 3: RenderError}

Task = Callable[[Part], dict[str, Any]]
"""What a worker is sent for a part: anything that JSON can hold."""


class Crew:
    """A `PartMaker` of `size` processes started by `command`; `task` says what each is told."""

    def __init__(self, size: int, command: Sequence[str], task: Task):
        self._size = size
        self._command = list(command)
        self._task = task

    def make(self, plan: FilmPlan, parts: Sequence[Part], after_frames: Callable[[int], None]) -> None:
        waiting = list(reversed(parts))
        answers: queue.SimpleQueue[tuple[_Worker, dict[str, Any]]] = queue.SimpleQueue()
        with ExitStack() as workers:
            at_work = 0
            for _ in range(min(self._size, len(parts))):
                worker = workers.enter_context(_Worker(self._command, answers))
                worker.send(self._task(waiting.pop()))
                at_work += 1
            while at_work:
                worker, answer = answers.get()
                if "frames" in answer:
                    after_frames(int(answer["frames"]))
                elif "whole" in answer:
                    if waiting:
                        worker.send(self._task(waiting.pop()))
                    else:
                        at_work -= 1
                else:
                    raise failure_of(answer, str(plan.final))


class _Worker:
    """One process; its answers come through `answers`, at last one that says how it ended."""

    def __init__(self, command: Sequence[str], answers: queue.SimpleQueue[tuple[_Worker, dict[str, Any]]]):
        self._command = command
        self._answers = answers

    def __enter__(self) -> _Worker:
        with interrupts_deferred():
            self._process = _start(self._command)
            self._reader = threading.Thread(target=self._read, name="rigbyscene-worker", daemon=True)
            self._reader.start()
        return self

    def __exit__(self, *ending: object) -> None:
        with interrupts_deferred():
            assert self._process.stdin is not None
            try:
                self._process.stdin.close()  # it leaves, and takes its encoder along
            except BrokenPipeError:
                self._reader.join(0.0)  # it is gone already
            try:
                self._process.wait(_LEAVE_S)
            except subprocess.TimeoutExpired:
                self._process.kill()
                self._process.wait()
            self._reader.join(_LEAVE_S)

    def send(self, task: dict[str, Any]) -> None:
        assert self._process.stdin is not None
        try:
            self._process.stdin.write(json.dumps(task).encode("ascii") + b"\n")
            self._process.stdin.flush()
        except OSError:
            self._reader.join(0.0)  # it has ended: the reader tells

    def _read(self) -> None:
        assert self._process.stdout is not None
        with self._process.stdout as answers:
            for line in answers:
                try:
                    answer = json.loads(line)
                except ValueError:
                    continue  # a library's chatter
                self._answers.put((self, answer))
        self._answers.put((self, {"ended": self._process.wait()}))


def failure_of(answer: dict[str, Any], film: str) -> RigbySceneError:
    """The error that a worker told of, or its own end."""
    if "diagnostics" in answer:
        found = [
            Diagnostic(d["code"], Severity(d["severity"]), d["file"], d["place"], d["found"], d["remedy"], d["nearest"])
            for d in answer["diagnostics"]
        ]
        return _ERRORS.get(int(answer.get("exit_code", 3)), RenderError)(found)
    if "fault" in answer:
        return RenderError.single("worker-failed", film, "", f"a worker failed: {answer['fault']}", "report this line")
    code = answer.get("ended")
    how = f"was ended by signal {-code}" if isinstance(code, int) and code < 0 else f"ended with code {code}"
    remedy = "export again, with fewer --workers if memory ran out; with --resume what is made so far is kept"
    return RenderError.single("worker-died", film, "", f"a worker process {how}", remedy)


if sys.platform == "win32":

    def _start(command: Sequence[str]) -> subprocess.Popen[bytes]:
        return subprocess.Popen(
            command,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            creationflags=subprocess.CREATE_NEW_PROCESS_GROUP | subprocess.CREATE_NO_WINDOW,
        )

else:

    def _start(command: Sequence[str]) -> subprocess.Popen[bytes]:
        # a session of its own: a terminal's Ctrl-C reaches us only, and we end it
        return subprocess.Popen(
            command,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            start_new_session=True,
        )
