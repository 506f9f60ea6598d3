"""Folders for sounds and captions: gone at the end, and those of killed processes with the next one."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from rigbyscene.film.scratch import scratch_folder

HOLD = """
import sys
from rigbyscene.film.scratch import scratch_folder
with scratch_folder() as folder:
    (folder / "mix.wav").write_bytes(bytes(1000))
    print(folder, flush=True)
    sys.stdin.read()
"""


@pytest.fixture
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("TMPDIR", str(tmp_path))
    monkeypatch.setattr("tempfile.tempdir", None)
    return tmp_path


def holder(place: Path) -> tuple[subprocess.Popen[str], Path]:
    """A process that has a scratch folder, which is made to look old, and the folder."""
    process = subprocess.Popen(
        [sys.executable, "-c", HOLD], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, env=os.environ
    )
    assert process.stdout is not None
    folder = Path(process.stdout.readline().strip())
    hour_ago = time.time() - 3600
    os.utime(folder, (hour_ago, hour_ago))
    return process, folder


def test_a_folder_is_there_as_long_as_it_is_needed(place: Path) -> None:
    with pytest.raises(ValueError, match="x"), scratch_folder() as folder:
        (folder / "sound.wav").write_bytes(b"x")
        assert folder.parent == place
        raise ValueError("x")
    assert list(place.iterdir()) == []


@pytest.mark.skipif(not hasattr(signal, "SIGKILL"), reason="needs a way to kill without a last word")
def test_what_a_killed_process_left_goes_with_the_next_one_and_a_living_ones_stays(
    place: Path, assert_no_child: Callable[[], None]
) -> None:
    living, kept = holder(place)
    killed, left = holder(place)
    killed.send_signal(signal.SIGKILL)
    killed.communicate()
    assert left.exists()
    with scratch_folder() as folder:
        assert {p.name for p in place.iterdir()} == {kept.name, folder.name}
        assert (kept / "mix.wav").stat().st_size == 1000
    living.communicate("")
    assert list(place.iterdir()) == []
    assert_no_child()
