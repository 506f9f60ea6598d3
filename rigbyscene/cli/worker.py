"""Workers of an export: the same scene opened in other processes, here or on a cluster, to make parts of its films.

``python -m rigbyscene.cli.worker`` reads tasks, one a line of JSON, from stdin and answers on stdout (see
`rigbyscene.film.crew`). It ends with its stdin.
"""

from __future__ import annotations

import argparse
import dataclasses
import json
import os
import queue
import signal
import sys
import tempfile
import threading
from contextlib import ExitStack
from pathlib import Path
from typing import Any

from rigbyscene.cli.check import as_object
from rigbyscene.cli.fingerprint import fingerprint_of
from rigbyscene.cli.requests import Coding, Cutting, Export, Look, Sound, Staging, Work
from rigbyscene.cli.shooting import burning_of, checked_request, opened_shooting
from rigbyscene.errors import Diagnostic, RenderError, RigbySceneError, Severity
from rigbyscene.film.crew import Task
from rigbyscene.film.interrupt import interrupts_raise
from rigbyscene.film.part_makers import make_part
from rigbyscene.film.parts import Part
from rigbyscene.film.plan import FilmPlan, prepare_film
from rigbyscene.film.settings import film_format
from rigbyscene.film.tracks import NO_TRACKS

COMMAND = (sys.executable, "-m", "rigbyscene.cli.worker")

_GROUPS = {"staging": Staging, "look": Look, "cutting": Cutting, "coding": Coding, "sound": Sound, "work": Work}


def task_for(request: Export, film: int, marks: dict[str, str]) -> Task:
    """What workers are told to make parts of film number `film`; `marks` is the fingerprint of its files."""
    told = dataclasses.replace(
        request,
        staging=dataclasses.replace(request.staging, scene=os.path.abspath(request.staging.scene)),
        # what is heard is added here, when the parts are joined
        sound=Sound(
            mute=True,
            subtitles=None if request.sound.subtitles is None else os.path.abspath(request.sound.subtitles),
            subtitles_mode=request.sound.subtitles_mode,
        ),
        work=Work(overwrite=True),  # whether the film may be replaced has been judged by whoever asks
    )
    common = json.dumps(dataclasses.asdict(told), sort_keys=True)

    def task(part: Part) -> dict[str, Any]:
        frames = [part.frames.start, part.frames.stop]
        return {"request": common, "film": film, "frames": frames, "path": str(part.path), "marks": marks}

    return task


class _Studio:
    """One film of one request, opened once for all the parts that a thread makes of it."""

    def __init__(self, text: str, film: int, marks: dict[str, str]):
        fields = json.loads(text)
        fields["cutting"]["shots"] = tuple(fields["cutting"]["shots"])
        request = Export(**{name: group(**fields[name]) for name, group in _GROUPS.items()})
        shooting = opened_shooting(request, checked_request(request), quiet=True)
        _compare(fingerprint_of(request, shooting.files), marks)
        output = shooting.films[film].output
        row = film_format(output, shooting.checked.settings)
        with ExitStack() as stack:
            renderer = stack.enter_context(shooting.renderer())
            source = shooting.source(film, renderer, burning_of(shooting.checked.sound, row.subtitles))
            settings = dataclasses.replace(shooting.checked.settings, format=row.key)
            with tempfile.TemporaryDirectory(prefix="rigbyscene-") as folder:
                # where the film will be is the affair of the process that asked; its folder may not be here at all
                name = Path(folder) / f"film{row.endings[0]}"
                plan = prepare_film(source, name, settings, overwrite=True, inputs=[], tracks=NO_TRACKS)
            self.plan: FilmPlan = dataclasses.replace(plan, final=Path(output), output=output)
            self._open = stack.pop_all()

    def close(self) -> None:
        self._open.close()


def _compare(here: dict[str, str], there: dict[str, str]) -> None:
    """Raise RenderError where this machine's files or programs are not those of the one that asked."""
    remedy = "let all workers see the same files, with the same rigbyscene and ffmpeg"
    faults = [
        Diagnostic("other-files", Severity.ERROR, "worker", "", f"{name} is not the same on a worker", remedy)
        for name in sorted(here.keys() | there.keys())
        if here.get(name) != there.get(name)
    ]
    if faults:
        raise RenderError(faults)


_studios = threading.local()


def _plan_for(task: dict[str, Any]) -> FilmPlan:
    key = (task["request"], task["film"], json.dumps(task["marks"], sort_keys=True))
    if getattr(_studios, "key", None) != key:
        if getattr(_studios, "key", None) is not None:
            _studios.studio.close()
            _studios.key = None
        _studios.studio = _Studio(task["request"], task["film"], task["marks"])
        _studios.key = key
    plan: FilmPlan = _studios.studio.plan
    return plan


def make_remotely(task: dict[str, Any]) -> bytes:
    """Make a part on a worker of a cluster and return its bytes."""
    plan = _plan_for(task)
    with tempfile.TemporaryDirectory(prefix="rigbyscene-") as folder:
        part = Part(0, range(*task["frames"]), Path(folder) / Path(task["path"]).name)
        make_part(plan, part, lambda count: None)
        return part.path.read_bytes()


def main() -> None:
    """Make parts until stdin ends. The command takes no arguments, and says with `--help` what it is for."""
    about = (
        "Make parts of films for an export with --workers, which starts it and sends it tasks, until its input ends."
    )
    argparse.ArgumentParser("python -m rigbyscene.cli.worker", description=about).parse_args()
    tasks: queue.SimpleQueue[dict[str, Any]] = queue.SimpleQueue()
    # libraries may write to stdout: answers go through a descriptor that only we know
    answers = os.fdopen(os.dup(1), "w", encoding="ascii", buffering=1)
    os.dup2(2, 1)
    threading.Thread(target=_read_tasks, args=(tasks,), daemon=True).start()

    def answer(**content: Any) -> None:
        answers.write(json.dumps(content) + "\n")

    with interrupts_raise():
        try:
            while True:
                task = tasks.get()
                part = Part(0, range(*task["frames"]), Path(task["path"]))
                make_part(_plan_for(task), part, lambda count: answer(frames=count))
                answer(whole=task["path"])
        except RigbySceneError as refusal:
            answer(exit_code=refusal.exit_code, diagnostics=[as_object(d) for d in refusal.diagnostics])
        except Exception as fault:  # told where a user sees it: this process has no terminal
            answer(fault=" ".join(f"{type(fault).__name__}: {fault}".split()))


def _read_tasks(tasks: queue.SimpleQueue[dict[str, Any]]) -> None:
    for line in sys.stdin.buffer:
        tasks.put(json.loads(line))
    # whoever asked has ended or has no more work: what is half made is nobody's
    os.kill(os.getpid(), signal.SIGTERM)


if __name__ == "__main__":
    main()
