"""Exports by several processes, by a cluster, and those that were ended half-way: the same frames as in one go."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from rigbyscene.film.ffmpeg import find_ffmpeg
from rigbyscene.film.parts import PART_FRAMES
from tests.cli.conftest import Ran

FILM = ("--size", "64x48", "--fps", "400", "--preset", "ultrafast")
"""600 frames of the tiny scene: three parts."""

linux = pytest.mark.skipif(not sys.platform.startswith("linux"), reason="looks at processes through /proc")


def frame_hashes(path: Path | str) -> list[str]:
    """A hash of each decoded frame."""
    command = [find_ffmpeg(), "-nostdin", "-v", "error", "-i", str(path), "-map", "0:v", "-f", "framemd5", "-"]
    answer = subprocess.run(command, capture_output=True, text=True, check=True)
    return [line.rsplit(",", 1)[1].strip() for line in answer.stdout.splitlines() if not line.startswith("#")]


@pytest.fixture
def one_go(scene: Path, run: Callable[..., Ran]) -> list[str]:
    """The frames of the film as one process makes it without a break."""
    assert run("export", scene, "one-go.mp4", *FILM).code == 0
    hashes = frame_hashes("one-go.mp4")
    assert len(hashes) > 2 * PART_FRAMES
    return hashes


def test_workers_make_the_same_frames(
    scene: Path, one_go: list[str], run: Callable[..., Ran], names: Callable[[], set[str]]
) -> None:
    before = names()
    ran = run("export", scene, "film.mp4", *FILM, "--workers", "2")
    assert ran.code == 0 and f"{len(one_go)} frames" in ran.out
    assert frame_hashes("film.mp4") == one_go
    assert names() == before | {"film.mp4"}


@contextmanager
def exporting(*arguments: object) -> Iterator[subprocess.Popen[bytes]]:
    command = [sys.executable, "-m", "rigbyscene", "export", *map(str, arguments)]
    with subprocess.Popen(command, stderr=subprocess.PIPE, stdout=subprocess.DEVNULL) as process:
        try:
            yield process
        finally:
            process.kill()


def wait_for(condition: Callable[[], Any], process: subprocess.Popen[bytes]) -> None:
    for _ in range(30_000):
        if condition():
            return
        assert process.poll() is None, process.stderr.read().decode() if process.stderr else ""
        time.sleep(0.01)
    raise AssertionError("waited for five minutes")


SLOW = ("--supersample", "4", "--size", "192x144", "--fps", "400", "--preset", "ultrafast")
"""The same film with work enough that a test can look on."""


@pytest.mark.skipif(os.name == "nt", reason="sends signals")
@pytest.mark.parametrize("ending", ["SIGKILL", "SIGTERM", "SIGINT"])
def test_what_is_made_when_an_export_is_ended_is_used_by_the_next_with_resume(
    ending: str, scene: Path, run: Callable[..., Ran], names: Callable[[], set[str]]
) -> None:
    before = names()
    folder = scene.parent / ".film.mp4.parts"
    with exporting(scene, "film.mp4", *SLOW, "--resume") as process:
        wait_for(lambda: any(folder.glob("part-*")), process)
        process.send_signal(getattr(signal, ending))
        process.wait(30)
    made = sorted(p.name for p in folder.glob("part-*"))
    whole = len(list(folder.glob("part-*.mp4")))
    assert made and names() == before | {folder.name}
    if ending == "SIGKILL":  # once is enough for what takes long
        ran = run("export", scene, "film.mp4", *SLOW, "--resume", "--progress", "json")
        assert ran.code == 0 and names() == before | {"film.mp4"}
        first = int(ran.err.split('"frames_done": ')[1].split(",")[0])
        assert first >= 200 * whole, "whole parts are not drawn again"
        assert run("export", scene, "one-go.mp4", *SLOW).code == 0
        assert frame_hashes("film.mp4") == frame_hashes("one-go.mp4")


@pytest.mark.skipif(os.name == "nt", reason="sends signals")
@pytest.mark.parametrize("ending", ["SIGTERM", "SIGINT"])
def test_without_resume_an_ended_export_leaves_nothing(ending: str, scene: Path, names: Callable[[], set[str]]) -> None:
    (scene.parent / "film.mp4").write_bytes(b"an older film")
    before = names()
    folder = scene.parent / ".film.mp4.parts"
    with exporting(scene, "film.mp4", *SLOW, "--overwrite", "--workers", "2") as process:
        wait_for(lambda: folder.exists() and len(list(folder.iterdir())) > 2, process)
        process.send_signal(getattr(signal, ending))
        code = process.wait(30)
    assert code == {"SIGTERM": 143, "SIGINT": 130}[ending]
    assert names() == before and (scene.parent / "film.mp4").read_bytes() == b"an older film"


def test_parts_of_other_files_or_options_are_refused_with_what_differs(
    scene: Path, run: Callable[..., Ran], refused: Callable[..., list[str]], monkeypatch: pytest.MonkeyPatch
) -> None:
    def interrupted(*_: object) -> None:
        raise KeyboardInterrupt

    with monkeypatch.context() as patch:
        patch.setattr("rigbyscene.film.assembly.join_parts", interrupted)
        assert run("export", scene, "film.mp4", *FILM, "--resume").code == 130
    picture = scene.parent / "images" / "body.png"
    picture.write_bytes(picture.read_bytes() + b" ")
    lines = refused("export", scene, "film.mp4", *FILM, "--resume", "--crf", "30", "--quiet", code=2)
    assert len(lines) == 2 and all("--resume" in line and "film.mp4" in line for line in lines)
    assert any("body.png has changed" in line for line in lines) and any("without --crf" in x for x in lines)


@pytest.mark.parametrize("lost", [0, 1, 3])
def test_a_resumed_export_says_how_many_parts_it_found(
    lost: int, scene: Path, run: Callable[..., Ran], monkeypatch: pytest.MonkeyPatch
) -> None:
    def interrupted(*_: object) -> None:
        raise KeyboardInterrupt

    def spoil() -> None:
        with monkeypatch.context() as patch:
            patch.setattr("rigbyscene.film.assembly.join_parts", interrupted)
            assert run("export", scene, "film.mp4", *FILM, "--resume", "--overwrite").code == 130
        for part in sorted((scene.parent / ".film.mp4.parts").glob("part-*.mp4"))[:lost]:
            part.write_bytes(b"damaged")

    spoil()
    ran = run("export", scene, "film.mp4", *FILM, "--resume")
    assert ran.code == 0 and ran.out.endswith(f" s with {3 - lost} of 3 parts from before\n")
    spoil()
    (film,) = json.loads(run("export", scene, "film.mp4", *FILM, "--resume", "--overwrite", "--json").out)["films"]
    assert (film["parts"], film["kept_parts"]) == (3, 3 - lost)
    ran = run("export", scene, "film.mp4", *FILM, "--overwrite")
    assert ran.code == 0 and "from before" not in ran.out
    (film,) = json.loads(run("export", scene, "film.mp4", *FILM, "--overwrite", "--json").out)["films"]
    assert (film["parts"], film["kept_parts"]) == (3, None)


@linux
def test_a_worker_that_is_killed_ends_the_export_with_a_word_about_it(
    scene: Path, names: Callable[[], set[str]]
) -> None:
    before = names()
    with exporting(scene, "film.mp4", *SLOW, "--workers", "2") as process:
        folder = scene.parent / ".film.mp4.parts"
        wait_for(lambda: folder.exists() and len(list(folder.glob("half-*"))) == 2, process)
        os.kill(workers_of(process.pid)[0], signal.SIGKILL)
        _, words = process.communicate(timeout=60)
    assert process.returncode == 3 and b"a worker process was ended by signal 9" in words and b"Traceback" not in words
    assert names() == before


def workers_of(pid: int) -> list[int]:
    children = []
    for task in Path(f"/proc/{pid}/task").iterdir():
        children += [int(child) for child in (task / "children").read_text().split()]
    return [c for c in children if b"rigbyscene.cli.worker" in Path(f"/proc/{c}/cmdline").read_bytes()]


def test_a_cluster_makes_the_same_frames_though_a_worker_is_killed(
    scene: Path, one_go: list[str], run: Callable[..., Ran], names: Callable[[], set[str]]
) -> None:
    distributed = pytest.importorskip("distributed", reason="the extra 'cluster' is not installed")
    before = names()
    with distributed.LocalCluster(
        n_workers=2, threads_per_worker=1, processes=True, dashboard_address=None, memory_limit=0
    ) as cluster:
        killed: list[int] = []

        def kill_one() -> None:
            worker = next(iter(cluster.workers.values()))
            while not killed:
                if worker.status.name == "running" and any(cluster.scheduler.tasks.values()):
                    os.kill(worker.process.pid, signal.SIGKILL)
                    killed.append(worker.process.pid)
                time.sleep(0.01)

        import threading

        killer = threading.Thread(target=kill_one, daemon=True)
        killer.start()
        ran = run("export", scene, "film.mp4", *FILM, "--dask", cluster.scheduler_address)
        killer.join(1)
    assert ran.code == 0, ran
    assert killed and frame_hashes("film.mp4") == one_go
    assert names() == before | {"film.mp4"}


def test_a_cluster_that_does_not_answer_is_told(
    scene: Path, refused: Callable[..., list[str]], monkeypatch: Any
) -> None:
    pytest.importorskip("distributed", reason="the extra 'cluster' is not installed")
    monkeypatch.setattr("rigbyscene.film.cluster._CONNECT_S", 1.0)
    (line,) = refused("export", scene, "film.mp4", *FILM, "--dask", "tcp://127.0.0.1:1", "--quiet", code=2)
    assert "--dask" in line and "dask scheduler" in line
