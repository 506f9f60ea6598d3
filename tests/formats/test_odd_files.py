"""What is no plain file is read once, or refused with its reason; nothing is read without an end."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from rigbyscene.errors import BadFileError
from rigbyscene.formats import assets
from rigbyscene.formats.assets import FolderAssets
from rigbyscene.formats.images import load_page
from tests.posing import case

posix = pytest.mark.skipif(os.name == "nt", reason="pipes and devices with names are those of POSIX systems")
SKELETON = case(44) / "phys.json"


@posix
@pytest.mark.parametrize("command", [("check",), ("info",), ("golden", "compare")])
def test_a_skeleton_from_a_pipe_is_read_as_from_a_file(command: tuple[str, ...], tmp_path: Path) -> None:
    """As a shell makes them of `<(...)`."""
    read = [sys.executable, "-m", "rigbyscene", *command, "/dev/stdin"]
    if command[0] == "golden":
        read.append(str(SKELETON))
    ended = subprocess.run(read, input=SKELETON.read_bytes(), capture_output=True, check=False)
    assert b"is empty" not in ended.stdout + ended.stderr and b"internal error" not in ended.stderr
    assert (b"'frames' is missing" in ended.stderr) == (command[0] == "golden")


@posix
@pytest.mark.parametrize("device", ["/dev/zero", "/dev/null", "/dev/urandom"])
def test_devices_are_refused_before_they_are_read(device: str) -> None:
    with pytest.raises(BadFileError, match=f"{device} cannot be read .it is a device."):
        load_page(FolderAssets(), device, pma=False)


def test_files_beyond_all_use_are_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(assets, "MOST_BYTES", 1000)
    (tmp_path / "fits.bin").write_bytes(bytes(1000))
    (tmp_path / "large.bin").write_bytes(bytes(1001))
    assert FolderAssets(tmp_path).read("fits.bin") == bytes(1000)
    with pytest.raises(OSError, match="larger than"):
        FolderAssets(tmp_path).read("large.bin")


@posix
def test_what_a_pipe_held_is_read_again_and_again(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    writer = subprocess.Popen(["sh", "-c", f"printf content > '{tmp_path / 'pipe'}'"])
    folder = FolderAssets(tmp_path)
    assert [folder.read("pipe") for _ in range(3)] == [b"content"] * 3
    writer.wait()
