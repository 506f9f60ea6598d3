"""Compiled kernels are found again by what they were compiled from, and the user learns where they cannot be kept."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import rigbyscene

PACKAGE = Path(rigbyscene.__file__).parent
PROGRAM = """
import rigbyscene, sys
from rigbyscene.draw.mips import add_border
import numpy as np
add_border(np.zeros(9, np.uint32), 0, 1, 1, 0)
print(rigbyscene.__file__)
"""
"""Uses one kernel, of the smallest, and tells which copy of the package it is from."""


def ran(folder: Path, **environment: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-c", PROGRAM],
        cwd=folder,  # where a package of this name is, it comes before the installed one
        env=os.environ | environment,
        capture_output=True,
        text=True,
        check=True,
    )


@pytest.fixture
def clone(tmp_path: Path) -> Path:
    """A folder with a copy of the package, written later than the one that is installed."""
    shutil.copytree(
        PACKAGE, tmp_path / "clone" / "rigbyscene", ignore=shutil.ignore_patterns("__pycache__"), copy_function=copy
    )
    return tmp_path / "clone"


def copy(source: str, target: str) -> None:
    shutil.copyfile(source, target)


def test_every_copy_of_the_package_uses_what_one_has_compiled_until_a_source_changes(
    tmp_path: Path, clone: Path
) -> None:
    cache = str(tmp_path / "cache")
    first = ran(tmp_path, RIGBYSCENE_CACHE=cache)
    assert "compiling kernels" in first.stderr
    again = ran(clone, RIGBYSCENE_CACHE=cache)
    assert again.stdout != first.stdout and str(clone) in again.stdout
    assert again.stderr == ""
    for room in ("draw", "pose"):  # its own, and one that it may take constants from
        with (clone / "rigbyscene" / room / "__init__.py").open("a", encoding="utf-8") as source:
            source.write("\n# changed\n")
        assert "compiling kernels" in ran(clone, RIGBYSCENE_CACHE=cache).stderr
    assert ran(tmp_path, RIGBYSCENE_CACHE=cache).stderr == ""


def test_a_cache_folder_that_cannot_be_used_is_told_with_the_one_used_instead(tmp_path: Path) -> None:
    occupied = tmp_path / "occupied"
    occupied.write_text("a file")
    told = ran(tmp_path, RIGBYSCENE_CACHE=str(occupied), XDG_CACHE_HOME=str(tmp_path / "own")).stderr.splitlines()
    assert f"the cache folder {occupied} cannot be used" in told[0]
    used = Path(told[0].split(" are kept in ")[1].removesuffix(" instead"))
    assert list(used.rglob("*.nbi"))
    assert sum("cannot be used" in line for line in told) == 1


@pytest.mark.skipif(sys.platform != "linux", reason="elsewhere the user's cache folder is not named by XDG_CACHE_HOME")
def test_without_any_folder_kernels_are_compiled_all_the_same_and_nothing_is_left(tmp_path: Path, clone: Path) -> None:
    occupied = tmp_path / "occupied"
    occupied.write_text("a file")
    (clone / "rigbyscene" / "__pycache__").write_text("not a folder")
    (tmp_path / "passing").mkdir()
    ended = ran(clone, RIGBYSCENE_CACHE=str(occupied), XDG_CACHE_HOME=str(occupied), TMPDIR=str(tmp_path / "passing"))
    assert str(clone) in ended.stdout
    assert f"{occupied} cannot be used" in ended.stderr and "RIGBYSCENE_CACHE" in ended.stderr
    assert list((tmp_path / "passing").iterdir()) == []
