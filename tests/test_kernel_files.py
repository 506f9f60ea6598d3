"""Whatever becomes of the files of compiled kernels, kernels work: found damaged, they are compiled and kept again."""

from __future__ import annotations

import os
import random
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

import rigbyscene
from rigbyscene import kernel_folder

PROGRAM = """
import numpy as np
from rigbyscene.draw.mips import add_border
texels = np.zeros(16, np.uint32)
texels[5] = 7
add_border(texels, 0, 2, 2, 0)
print(texels.tolist())
"""
"""Uses kernels of the smallest."""

CALLED_BY_ANOTHER = (
    PROGRAM
    + """
import sys
print("numba.np.linalg" in sys.modules)

from numba import njit

@njit
def twice(texels):
    texels[5] *= 2
    add_border(texels, 0, 2, 2, 0)

twice(texels)
print(texels.tolist())
"""
)
"""Has another kernel compiled that takes one of ours for a part."""


Run = Callable[..., subprocess.CompletedProcess[str]]


@pytest.fixture
def ran(tmp_path_factory: pytest.TempPathFactory) -> Run:
    """Runs a program with a cache, on a copy of the package that nobody edits between two runs."""
    clone = tmp_path_factory.mktemp("clone")
    shutil.copytree(
        Path(rigbyscene.__file__).parent, clone / "rigbyscene", ignore=shutil.ignore_patterns("__pycache__")
    )

    def run(cache: Path, program: str = PROGRAM) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            [sys.executable, "-c", program],
            cwd=clone,
            env=os.environ | {"RIGBYSCENE_CACHE": str(cache)},
            capture_output=True,
            text=True,
            check=False,
        )

    return run


def emptied(data: bytes) -> bytes:
    return b""


def cut_short(data: bytes) -> bytes:
    return data[: len(data) // 2]


def noise(data: bytes) -> bytes:
    return random.Random(1).randbytes(len(data))


def one_byte_changed(data: bytes) -> bytes:
    at = len(data) * 3 // 4
    return data[:at] + bytes([data[at] ^ 0x40]) + data[at + 1 :]


def lengthened(data: bytes) -> bytes:
    return data + b"\0"


@pytest.mark.parametrize("damage", [emptied, cut_short, noise, one_byte_changed, lengthened])
def test_damaged_files_are_compiled_once_more_and_are_whole_then(
    damage: Callable[[bytes], bytes], tmp_path: Path, ran: Run
) -> None:
    first = ran(tmp_path)
    kept = {path: path.read_bytes() for path in tmp_path.rglob("*.nb?")}
    assert first.returncode == 0 and {path.suffix for path in kept} == {".nbi", ".nbc"}
    for ending in (".nbi", ".nbc"):
        for path, data in kept.items():
            if path.suffix == ending:
                path.write_bytes(damage(data))
        again = ran(tmp_path)
        assert (again.returncode, again.stdout) == (0, first.stdout) and "compiling kernels" in again.stderr
        settled = ran(tmp_path)
        assert (settled.returncode, settled.stdout, settled.stderr) == (0, first.stdout, "")


def test_files_that_are_gone_are_compiled_once_more(tmp_path: Path, ran: Run) -> None:
    first = ran(tmp_path)
    for ending in (".nbc", ".nbi"):
        for path in tmp_path.rglob(f"*{ending}"):
            path.unlink()
        assert "compiling kernels" in ran(tmp_path).stderr
        settled = ran(tmp_path)
        assert (settled.stdout, settled.stderr) == (first.stdout, "")


@pytest.mark.skipif(os.name == "nt", reason="limits a process's files as POSIX systems do")
def test_a_disk_that_takes_no_kernels_is_told_once_with_the_folder(tmp_path: Path, ran: Run) -> None:
    limited = f"import resource, signal; resource.setrlimit(resource.RLIMIT_FSIZE, (9, 9));{PROGRAM}"
    ended = ran(tmp_path, limited)
    assert ended.returncode == 0 and ended.stdout == ran(tmp_path / "other").stdout
    (told,) = [line for line in ended.stderr.splitlines() if "cannot be kept" in line]
    assert str(tmp_path) in told
    assert not [path for path in tmp_path.iterdir() if path.name.startswith("draw") and any(path.iterdir())]


def test_without_a_home_nothing_is_kept_where_the_user_happens_to_work(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in (kernel_folder.CACHE_VARIABLE, "XDG_CACHE_HOME", "LOCALAPPDATA", "HOME", "USERPROFILE"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setattr(os.path, "expanduser", lambda path: path)  # as where the user is in no list of users either
    places = list(kernel_folder._places())
    assert places and all(place.is_absolute() for place in places)


def test_a_kernel_from_the_cache_imports_nothing_that_only_compiling_needs_and_others_can_still_call_it(
    tmp_path: Path, ran: Run
) -> None:
    compiled, loaded = ran(tmp_path, CALLED_BY_ANOTHER), ran(tmp_path, CALLED_BY_ANOTHER)
    assert compiled.returncode == 0 and loaded.returncode == 0, compiled.stderr + loaded.stderr
    assert "7" in compiled.stdout and "14" in compiled.stdout
    assert compiled.stdout.replace("True", "False") == loaded.stdout != compiled.stdout


OTHERS = """
import rigbyscene.jit
import numba

@numba.experimental.jitclass([("x", numba.int64)])
class Pair:
    def __init__(self, x):
        self.x = x

made = {}
exec("def one_more(x):\\n    return x + 1", made)
print(Pair(3).x, numba.njit(made["one_more"])(4))
"""


def test_what_users_compile_beside_us_is_none_of_our_business(tmp_path: Path, ran: Run) -> None:
    beside = ran(tmp_path, OTHERS)
    assert (beside.returncode, beside.stdout, beside.stderr) == (0, "3 5\n", "")


def test_without_a_compiler_nothing_is_tried(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, ran: Run) -> None:
    monkeypatch.setenv("NUMBA_DISABLE_JIT", "1")
    refused = ran(tmp_path)
    assert refused.returncode == 1 and "NUMBA_DISABLE_JIT" in refused.stderr and "unset it" in refused.stderr


def test_processors_that_differ_keep_their_kernels_apart(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, ran: Run
) -> None:
    assert ran(tmp_path).returncode == 0
    folders = set(tmp_path.iterdir())
    monkeypatch.setenv("NUMBA_CPU_NAME", "generic")
    monkeypatch.setenv("NUMBA_CPU_FEATURES", "")
    assert ran(tmp_path).returncode == 0
    others = set(tmp_path.iterdir()) - folders
    assert len(others) == len(folders) > 0 and all(any(folder.iterdir()) for folder in others)


def test_what_killed_writers_left_is_removed_in_time(tmp_path: Path, ran: Run) -> None:
    assert ran(tmp_path).returncode == 0
    index = next(tmp_path.rglob("*.nbi"))
    old, new = (index.with_name(f"{index.name}.tmp.{age}") for age in ("old", "new"))
    for part in (old, new):
        part.write_bytes(b"half")
    os.utime(old, (1, 1))
    index.unlink()
    assert ran(tmp_path).returncode == 0
    assert index.exists() and new.exists() and not old.exists()
