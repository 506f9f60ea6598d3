"""Every kind of output, ended from outside: the old one stays, and what is left behind is hidden or nothing."""

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
from rigbyscene.film.locks import hold

pytestmark = pytest.mark.skipif(os.name == "nt", reason="signals and stand-ins here are those of POSIX systems")

EXPORTER = Path(__file__).resolve().parent / "exporter.py"
OLD = b"an older film"
ENCODED = ["film.webm", "film.mov", "film.mkv", "film.gif", "film.apng", "film.webp"]
NAMES = ["with space", "-dash", "ünï 视频", "100% %d done", "q'u\"o", "$HOME `id` ;&|*?", "a:b,c;[d]=e\\f"]


def old_file(folder: Path, name: str) -> Path:
    """An older film under that name: of a sequence its third frame."""
    path = folder / name.replace("####", "0002") if not name.endswith("/") else folder / name / "frame_0002.png"
    path.parent.mkdir(exist_ok=True)
    path.write_bytes(OLD)
    return path


def files(folder: Path) -> list[str]:
    return sorted(str(path.relative_to(folder)) for path in folder.rglob("*") if not path.is_dir())


def folders(folder: Path) -> list[str]:
    return sorted(str(path.relative_to(folder)) for path in folder.rglob("*") if path.is_dir())


@pytest.mark.parametrize(
    ("name", "moment"),
    [("film.webm", "3"), ("film.gif", "3"), ("film.gif", "finishing"), ("film_####.png", "3"), ("film/", "finishing")],
)
def test_a_signal_leaves_the_old_film_and_nothing_else(name: str, moment: str, tmp_path: Path) -> None:
    old = old_file(tmp_path, name)
    before = folders(tmp_path)
    command = [sys.executable, EXPORTER, f"{tmp_path}/{name}", "6", "0", f"SIGTERM@{moment}"]
    ended = subprocess.run(command, capture_output=True, text=True, check=False)
    assert ended.returncode == 128 + signal.SIGTERM, ended.stderr
    assert old.read_bytes() == OLD
    assert files(tmp_path) == [str(old.relative_to(tmp_path))] and folders(tmp_path) == before


@pytest.mark.parametrize("name", ["film.gif", "film/"])
def test_a_kill_leaves_the_old_film_and_only_what_is_hidden(name: str, tmp_path: Path) -> None:
    old = old_file(tmp_path, name)
    command = [sys.executable, EXPORTER, f"{tmp_path}/{name}", "6", "0", "SIGKILL@4"]
    assert subprocess.run(command, capture_output=True, check=False).returncode == -signal.SIGKILL
    assert old.read_bytes() == OLD
    left = {Path(path).parts[0 if not path.startswith("film/") else 1] for path in files(tmp_path)}
    assert all(part.startswith(".") for part in left - {old.name})


def noise(index: int, out: NDArray[np.uint8]) -> None:
    out[..., :3] = np.random.default_rng(index).integers(0, 256, (*out.shape[:2], 1), dtype=np.uint8)


FULL_DISK = (
    "signal.signal(signal.SIGXFSZ, signal.SIG_IGN)\nresource.setrlimit(resource.RLIMIT_FSIZE, ({0}, {0}))\nexec_real()"
)


@pytest.mark.parametrize("name", ENCODED)
def test_a_disk_that_fills_up_leaves_the_old_film_and_nothing_else(
    name: str,
    tmp_path: Path,
    painted: Callable[..., object],
    stand_in: Callable[[str], Path],
    assert_alone: Callable[[Path], None],
) -> None:
    film = tmp_path / name
    source = painted((64, 48), 6, noise)
    whole = export_film(source, film).byte_count
    film.write_bytes(OLD)
    for limit in (0, whole // 2, whole - 1):
        stand_in(FULL_DISK.format(limit))
        with pytest.raises(RenderError) as failure:
            export_film(source, film, overwrite=True)
        assert failure.value.exit_code == 3
        assert film.read_bytes() == OLD
        assert_alone(film)


@pytest.mark.parametrize("name", ["film.rgba", "film_####.png", "film/", "film.gif"])
def test_a_really_full_disk_is_told_with_the_remedy(name: str, tmp_path: Path, painted: Callable[..., object]) -> None:
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
        old = old_file(disk, name)
        with pytest.raises(RenderError, match=r"No space left on device.*free some space"):
            export_film(painted((320, 240), 20, noise), f"{disk}/{name}", overwrite=True)
        assert old.read_bytes() == OLD and files(disk) == [str(old.relative_to(disk))]
    finally:
        subprocess.run(["umount", str(disk)], check=True)


@pytest.mark.parametrize("stem", NAMES, ids=range(len(NAMES)))
def test_every_kind_of_film_is_made_under_exactly_the_name_that_was_asked_for(
    stem: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, painted: Callable[..., object]
) -> None:
    monkeypatch.chdir(tmp_path)
    endings = [".webm", ".mov", ".mkv", ".gif", ".apng", ".webp", ".y4m", ".rgba"]
    for ending in endings:
        export_film(painted((16, 16), 2), stem + ending)
    export_film(painted((16, 16), 2), f"{stem}_#.png")
    assert files(tmp_path) == sorted([*(stem + ending for ending in endings), f"{stem}_0.png", f"{stem}_1.png"])


@pytest.mark.parametrize("name", ["film.mp4", "film.gif", "film/"])
def test_what_a_killed_export_left_is_removed_by_the_next_one_to_that_name_and_nothing_else_is(
    name: str, tmp_path: Path, painted: Callable[..., object]
) -> None:
    command = [sys.executable, EXPORTER, f"{tmp_path}/{name}", "6", "0", "SIGKILL@4"]
    subprocess.run(command, capture_output=True, check=False)
    left = list(tmp_path.iterdir())
    assert left and all(path.name.startswith(".film.part-") for path in left)
    ending = "" if name == "film/" else Path(name).suffix
    others = [f".film.part-0123456{ending}", f".film.part-01234567{ending}x", f"film.part-01234567{ending}"]
    in_use, young = tmp_path / f".film.part-aaaaaaaa{ending}", tmp_path / f".film.part-bbbbbbbb{ending}"
    for path in (*(tmp_path / other for other in others), in_use, young):
        path.write_bytes(OLD)
    long_ago = time.time() - 1000
    for path in set(tmp_path.iterdir()) - {young}:
        os.utime(path, (long_ago, long_ago))
    held = hold(in_use)
    try:
        export_film(painted((16, 16), 2), f"{tmp_path}/{name}")
    finally:
        os.close(held)
    kept = sorted([*others, in_use.name, young.name, name.rstrip("/")])
    assert sorted(path.name for path in tmp_path.iterdir()) == kept
