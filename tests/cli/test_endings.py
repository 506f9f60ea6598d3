"""How commands end when something stands against them: interrupts, closed pipes, full disks, faults of our own."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest

import rigbyscene.api
from tests.cli.conftest import Ran, run_apart, without_notice
from tests.cli.tiny import NILA

posix = pytest.mark.skipif(os.name == "nt", reason="signals, devices and pipes here are those of POSIX systems")


def start_long_export(folder: Path, *options: str) -> subprocess.Popen[str]:
    """An export that takes minutes, once it has begun to write its film."""
    command = [sys.executable, "-m", "rigbyscene", "export", "street.scene.json", "film.mp4", "--overwrite"]
    # whatever started the tests (nohup, a background job) may have switched interrupts off for its children
    started = subprocess.Popen(
        [*command, "--fps", "1000", "--size", "1920x1080", *options],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.default_int_handler) and None,
    )
    deadline_s = time.monotonic() + 120
    while not any(p.name.startswith(".film.part-") for p in folder.iterdir()):
        assert started.poll() is None and time.monotonic() < deadline_s, started.communicate()
        time.sleep(0.02)
    return started


@posix
@pytest.mark.parametrize(("number", "code"), [(signal.SIGINT, 130), (signal.SIGTERM, 143)])
@pytest.mark.parametrize("options", [(), ("--quiet",)])
def test_an_interrupted_export_says_so_in_one_line_and_leaves_nothing(
    number: signal.Signals, code: int, options: tuple[str, ...], scene: Path, names: Callable[[], set[str]]
) -> None:
    film = scene.with_name("film.mp4")
    film.write_bytes(b"an older film")
    before = names()
    export = start_long_export(scene.parent, *options)
    os.killpg(export.pid, number)
    out, err = export.communicate(timeout=60)
    assert export.returncode == code
    assert out == "" and "Traceback" not in err
    assert err.endswith("interrupted\n") == (number == signal.SIGINT)
    assert names() == before and film.read_bytes() == b"an older film"


@posix
@pytest.mark.parametrize(
    "command", [("info", "street.scene.json"), ("check", "street.scene.json"), ("info", "street.scene.json", "--json")]
)
def test_whoever_stops_reading_is_not_complained_of(command: tuple[str, ...], scene: Path) -> None:
    reading, writing = os.pipe()
    os.close(reading)
    ended = subprocess.run(
        [sys.executable, "-m", "rigbyscene", *command], stdout=writing, stderr=subprocess.PIPE, text=True, check=False
    )
    os.close(writing)
    assert (ended.returncode, without_notice(ended.stderr)) == (141, "")


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs a device that is full")
def test_output_that_cannot_be_kept_is_an_error(scene: Path) -> None:
    with open("/dev/full", "w") as full:
        command = [sys.executable, "-m", "rigbyscene", "info", "street.scene.json"]
        ended = subprocess.run(command, stdout=full, stderr=subprocess.PIPE, text=True, check=False)
    assert ended.returncode == 3
    (line,) = without_notice(ended.stderr).splitlines()
    assert line.startswith("error: standard output: could not be written: ")


@posix
def test_closed_streams_do_no_harm(scene: Path) -> None:
    command = f"{sys.executable} -m rigbyscene export street.scene.json film.mp4 --frames 0"
    assert subprocess.run(["sh", "-c", f"{command} >&- 2>&-"], check=False).returncode == 0
    assert scene.with_name("film.mp4").stat().st_size > 0


def test_a_fault_of_our_own_asks_for_a_report_and_shows_its_trace_only_when_asked(
    scene: Path, run: Callable[..., Ran], monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*arguments: object, **options: object) -> None:
        raise ZeroDivisionError("there is\nno zero")

    monkeypatch.setattr("rigbyscene.cli.info.load_scene", fail)
    ran = run("info", scene)
    assert ran.code == 70 and ran.out == ""
    (line,) = ran.err.splitlines()
    assert line.startswith("internal error: ZeroDivisionError: there is no zero (rigbyscene ") and "report" in line
    assert "Traceback" in run("--debug", "info", scene).err
    monkeypatch.setenv("RIGBYSCENE_DEBUG", "1")
    assert "in fail" in run("info", scene).err
    monkeypatch.setenv("RIGBYSCENE_DEBUG", "0")
    assert "Traceback" not in run("info", scene).err


def test_debugging_shows_where_a_refusal_came_from(scene: Path, run: Callable[..., Ran]) -> None:
    ran = run("--debug", "export", scene, "film.mp4", "--shot", "none")
    assert ran.code == 2 and ran.err.startswith("error: ") and "Traceback" in ran.err


def test_too_little_memory_is_a_failure_with_a_remedy(
    scene: Path, refused: Callable[..., list[str]], monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*arguments: object, **options: object) -> None:
        raise MemoryError

    monkeypatch.setattr(rigbyscene.api.Scene, "render", fail)
    (line,) = refused("still", scene, "still.png", code=3)
    assert "memory" in line and "--size" in line


@posix
def test_names_that_no_encoding_holds_are_told_all_the_same(scene: Path) -> None:
    odd = scene.with_name("s\udcff.scene.json")
    try:
        odd.write_bytes(scene.read_bytes())
    except OSError:
        pytest.skip("this file system takes no such name")
    ended = run_apart("check", odd.name, env=os.environ | {"PYTHONIOENCODING": "ascii"})
    assert (ended.returncode, ended.stderr) == (0, "") and "0 errors" in ended.stdout


@posix
@pytest.mark.parametrize("progress", ["plain", "bar", "json"])
@pytest.mark.parametrize("reader", ["gone", "full"])
def test_remarks_that_nobody_can_read_cost_no_film(reader: str, progress: str, scene: Path) -> None:
    """Warnings of the files, progress in every form, and why a second time is refused."""
    scene.with_name("nila.json").write_text(json.dumps(NILA | {"surplus": 1}), encoding="utf-8")
    if reader == "full":
        if not Path("/dev/full").exists():
            pytest.skip("needs a device that is full")
        writing = os.open("/dev/full", os.O_WRONLY)
    else:
        reading, writing = os.pipe()
        os.close(reading)
    command = [sys.executable, "-m", "rigbyscene", "export", scene.name, "film.mp4", "--frames", "0-1", "--progress"]
    ended = subprocess.run([*command, progress], stderr=writing, stdout=subprocess.PIPE, text=True, check=False)
    assert ended.returncode == 0 and ended.stdout.startswith("film.mp4: 2 frames")
    refused = subprocess.run([*command, progress], stderr=writing, stdout=subprocess.PIPE, text=True, check=False)
    os.close(writing)
    assert (refused.returncode, refused.stdout) == (2, "")


@posix
def test_an_interrupt_that_comes_after_the_work_changes_nothing(scene: Path) -> None:
    program = """
import os, signal, sys
from rigbyscene.cli.main import main
code = main()
os.kill(os.getpid(), signal.SIGINT)
sys.exit(code)
"""
    command = [sys.executable, "-c", program, "still", scene.name, "still.png"]
    ended = subprocess.run(command, capture_output=True, text=True, check=False)
    assert ended.returncode == 0 and ended.stdout.startswith("still.png: ") and "Traceback" not in ended.stderr
