"""Exports that are ended from outside: by signals, by the death of ffmpeg, by a full disk."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray

from rigbyscene.errors import RenderError
from rigbyscene.film.export import export_film
from rigbyscene.film.interrupt import interrupts_deferred, interrupts_raise

pytestmark = pytest.mark.skipif(os.name == "nt", reason="signals and stand-ins here are those of POSIX systems")

EXPORTER = Path(__file__).resolve().parent / "exporter.py"
OLD = b"an older film"

NOTES_PID = "open({pids!r}, 'a').write(f'{{os.getpid()}}\\n')\nexec_real()"


@pytest.fixture
def film(tmp_path: Path) -> Path:
    (tmp_path / "films").mkdir()
    path = tmp_path / "films" / "film.mp4"
    path.write_bytes(OLD)
    return path


@pytest.fixture
def pids(tmp_path: Path, stand_in: Callable[[str], Path]) -> Path:
    """A file that gets the process id of every ffmpeg that this test runs."""
    path = tmp_path / "pids"
    stand_in(NOTES_PID.format(pids=str(path)))
    return path


def is_alive(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    return True


def wait_until(condition: Callable[[], object], what: str) -> None:
    deadline_s = time.monotonic() + 60
    while not condition():
        assert time.monotonic() < deadline_s, f"waited a minute until {what}"
        time.sleep(0.01)


def the_pid(pids: Path) -> int:
    wait_until(lambda: pids.exists() and pids.read_text().endswith("\n"), "ffmpeg runs")
    return int(pids.read_text())


@pytest.mark.parametrize("moment", ["1", "20", "40", "finishing"])
@pytest.mark.parametrize(
    ("name", "code"), [("SIGINT", -signal.SIGINT), ("SIGTERM", 128 + signal.SIGTERM), ("SIGHUP", 128 + signal.SIGHUP)]
)
def test_a_signal_at_any_moment_leaves_the_old_film_and_nothing_else(
    name: str, code: int, moment: str, film: Path, pids: Path
) -> None:
    command = [sys.executable, EXPORTER, film, "40", "0", f"{name}@{moment}"]
    ended = subprocess.run(command, capture_output=True, text=True, check=False)
    assert ended.returncode == code, ended.stderr
    assert film.read_bytes() == OLD
    assert list(film.parent.iterdir()) == [film]
    assert not is_alive(the_pid(pids))


def test_a_terminals_interrupt_reaches_us_alone_and_we_end_ffmpeg(film: Path, pids: Path) -> None:
    # as a terminal does: to the whole foreground group, twice because users are impatient
    command = [sys.executable, EXPORTER, film, "100000", "0.01"]
    exporter = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, start_new_session=True)
    with exporter:
        pid = the_pid(pids)
        assert exporter.stdout is not None and exporter.stdout.readline()
        assert os.getpgid(pid) == pid != os.getpgid(exporter.pid) and os.getsid(pid) == pid
        os.killpg(exporter.pid, signal.SIGINT)
        os.killpg(exporter.pid, signal.SIGINT)
        exporter.communicate(timeout=60)
    assert exporter.returncode == -signal.SIGINT
    assert not is_alive(pid)
    assert film.read_bytes() == OLD and list(film.parent.iterdir()) == [film]


def test_when_we_are_killed_the_old_film_stays_and_ffmpeg_ends_by_itself(film: Path, pids: Path) -> None:
    command = [sys.executable, EXPORTER, film, "100000", "0.01"]
    with subprocess.Popen(command, stdout=subprocess.PIPE) as exporter:
        pid = the_pid(pids)
        assert exporter.stdout is not None and exporter.stdout.readline()
        exporter.kill()
    wait_until(lambda: not is_alive(pid), "ffmpeg has seen the end of its input")
    assert film.read_bytes() == OLD
    left = sorted(path.name for path in film.parent.iterdir() if path != film)
    parts = [name for name in left if name != ".film.mp4.parts"]
    assert len(parts) <= 1 and all(name.startswith(".film.part-") and name.endswith(".mp4") for name in parts)


@pytest.mark.parametrize("number", [signal.SIGKILL, signal.SIGTERM, signal.SIGSEGV])
@pytest.mark.parametrize("moment", [0, 25])
def test_the_death_of_ffmpeg_leaves_the_old_film_and_nothing_else(
    number: signal.Signals,
    moment: int,
    film: Path,
    pids: Path,
    painted: Callable[..., object],
    assert_alone: Callable[[Path], None],
) -> None:
    def shoot(index: int, out: NDArray[np.uint8]) -> None:
        if index == moment:
            os.kill(the_pid(pids), number)

    with pytest.raises(RenderError, match=r"ffmpeg (was killed by|ended with code)") as failure:
        export_film(painted((320, 240), 50, shoot), film, overwrite=True)
    assert failure.value.exit_code == 3
    assert film.read_bytes() == OLD
    assert_alone(film)


def noise(index: int, out: NDArray[np.uint8]) -> None:
    out[..., :3] = np.random.default_rng(index).integers(0, 256, (*out.shape[:2], 1), dtype=np.uint8)


FULL_DISK = (
    "signal.signal(signal.SIGXFSZ, signal.SIG_IGN)\nresource.setrlimit(resource.RLIMIT_FSIZE, ({0}, {0}))\nexec_real()"
)


def test_a_disk_that_fills_up_at_any_byte_leaves_the_old_film_and_nothing_else(
    film: Path, painted: Callable[..., object], stand_in: Callable[[str], Path], assert_alone: Callable[[Path], None]
) -> None:
    source = painted((320, 240), 10, noise)
    whole = export_film(source, film, overwrite=True).byte_count
    film.write_bytes(OLD)
    # in the pictures, in the index, in the move of the index to the front; and the very last byte
    for limit in (0, 1, 4096, whole // 2, whole - 3000, whole - 600, whole - 1):
        stand_in(FULL_DISK.format(limit))
        with pytest.raises(RenderError) as failure:
            export_film(source, film, overwrite=True)
        assert failure.value.exit_code == 3
        assert film.read_bytes() == OLD
        assert_alone(film)
    stand_in(FULL_DISK.format(whole))
    assert export_film(source, film, overwrite=True).byte_count == whole


def test_a_really_full_disk_is_told_with_the_remedy(
    tmp_path: Path, painted: Callable[..., object], assert_alone: Callable[[Path], None]
) -> None:
    disk = tmp_path / "disk"
    disk.mkdir()
    mounting = ["mount", "-t", "tmpfs", "-o", "size=256k", "tmpfs", str(disk)]
    try:
        mounted = subprocess.run(mounting, capture_output=True, check=False).returncode == 0
    except FileNotFoundError:
        mounted = False
    if not mounted:
        pytest.skip("mounting a small disk takes the superuser")
    try:
        film = disk / "film.mp4"
        film.write_bytes(OLD)
        with pytest.raises(RenderError, match=r"No space left on device.*free some space"):
            export_film(painted((320, 240), 60, noise), film, overwrite=True)
        assert film.read_bytes() == OLD
        assert_alone(film)
    finally:
        subprocess.run(["umount", str(disk)], check=True)


def test_signals_wait_while_deferred_and_handlers_are_put_back() -> None:
    before = signal.getsignal(signal.SIGTERM)
    reached = []
    with pytest.raises(SystemExit) as ending, interrupts_raise(), interrupts_deferred():
        with interrupts_deferred():
            os.kill(os.getpid(), signal.SIGTERM)
            reached.append("inner")
        reached.append("outer")
    assert reached == ["inner", "outer"] and ending.value.code == 143
    assert signal.getsignal(signal.SIGTERM) == before


def test_an_applications_own_signal_handler_stays_in_charge() -> None:
    received = []
    before = signal.signal(signal.SIGTERM, lambda number, frame: received.append(number))
    try:
        with interrupts_raise():
            os.kill(os.getpid(), signal.SIGTERM)
    finally:
        signal.signal(signal.SIGTERM, before)
    assert received == [signal.SIGTERM]
