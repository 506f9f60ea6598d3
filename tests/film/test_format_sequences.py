"""PNG sequences: names, whole or not there, and nothing else in the folder touched."""

from __future__ import annotations

import errno
import io
import os
import zlib
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray
from PIL import Image

from rigbyscene.draw.cpu import to_straight
from rigbyscene.errors import RenderError, UsageError
from rigbyscene.film import sequence
from rigbyscene.film.export import export_film
from rigbyscene.film.formats import Alpha
from rigbyscene.film.png import png_bytes
from rigbyscene.film.settings import FilmSettings

OLD = b"an older frame"


def noise(index: int, out: NDArray[np.uint8]) -> None:
    random = np.random.default_rng(index)
    alpha = random.integers(0, 256, (*out.shape[:2], 1))
    out[...] = np.concatenate([random.integers(0, alpha + 1, (*out.shape[:2], 3)), alpha], axis=2)


def shown(path: Path) -> NDArray[np.uint8]:
    return shown_bytes(path.read_bytes())


def shown_bytes(png: bytes) -> NDArray[np.uint8]:
    with Image.open(io.BytesIO(png)) as image:
        assert image.format == "PNG"
        return np.asarray(image)


def files(folder: Path) -> list[str]:
    return sorted(str(path.relative_to(folder)) for path in folder.rglob("*") if path.is_file())


@given(st.integers(1, 9), st.integers(1, 9), st.sampled_from([3, 4]), st.integers(0, 1000))
def test_a_png_holds_every_byte_of_the_picture(width: int, height: int, channels: int, seed: int) -> None:
    picture = np.random.default_rng(seed).integers(0, 256, (height, width, channels), dtype=np.uint8)
    with Image.open(io.BytesIO(png_bytes(picture))) as image:
        image.verify()
    assert (shown_bytes(png_bytes(picture)) == picture).all()


@pytest.mark.parametrize("shape", [(700, 500, 4), (512, 341, 3), (1024, 341, 3), (513, 341, 3), (1, 200_000, 3)])
def test_a_large_png_is_made_of_bands_and_the_same_for_any_number_of_threads(shape: tuple[int, int, int]) -> None:
    height, width, channels = shape  # 512 rows of 341 x 3 bytes and the one before them are a band to the byte
    noise = np.random.default_rng(1).integers(0, 256, shape, dtype=np.uint8)
    noise[height // 3 :] //= 64  # something to compress
    alone = png_bytes(noise)
    assert alone == png_bytes(noise, threads=2) == png_bytes(noise, threads=7)
    start = alone.index(b"IDAT")
    length = int.from_bytes(alone[start - 4 : start])
    assert len(zlib.decompress(alone[start + 4 :][:length])) == height * (1 + width * channels)
    assert (shown_bytes(alone) == noise).all()


@pytest.mark.parametrize("alpha", [Alpha.NONE, Alpha.STRAIGHT])
def test_every_frame_is_a_picture_of_exactly_what_was_drawn(
    alpha: Alpha, tmp_path: Path, painted: Callable[..., object]
) -> None:
    source = painted((7, 5), 12, noise)
    report = export_film(source, tmp_path / "out_####.png", FilmSettings(alpha=alpha))
    assert files(tmp_path) == [f"out_{k:04d}.png" for k in range(12)]
    for k in range(12):
        source.draw(k)
        picture = shown(tmp_path / f"out_{k:04d}.png")
        wanted = source.pixels[:, :, :3] if alpha is Alpha.NONE else to_straight(source.pixels)
        assert picture.shape == wanted.shape and (picture == wanted).all()
    assert (report.format, report.frame_count, report.size, report.path) == ("png", 12, (7, 5), tmp_path)
    assert report.byte_count == sum((tmp_path / name).stat().st_size for name in files(tmp_path))


@pytest.mark.parametrize(
    ("name", "settings", "made"),
    [
        ("out/", FilmSettings(), ["out/frame_0000.png", "out/frame_0001.png"]),
        ("out", FilmSettings(format="png"), ["out/frame_0000.png", "out/frame_0001.png"]),
        ("##.png", FilmSettings(), ["00.png", "01.png"]),
        ("100% %d '#' \"x\".png", FilmSettings(), ["100% %d '0' \"x\".png", "100% %d '1' \"x\".png"]),
        ("-視 ###.PNG", FilmSettings(), ["-視 000.PNG", "-視 001.PNG"]),
    ],
)
def test_frames_get_the_names_that_were_asked_for(
    name: str,
    settings: FilmSettings,
    made: list[str],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    painted: Callable[..., object],
) -> None:
    monkeypatch.chdir(tmp_path)
    export_film(painted((3, 2), 2, noise), name, settings)
    assert files(tmp_path) == made


def test_one_frame_may_go_into_one_file(tmp_path: Path, painted: Callable[..., object]) -> None:
    report = export_film(painted((3, 2), 1, noise), tmp_path / "one.png", FilmSettings(alpha=Alpha.STRAIGHT))
    assert files(tmp_path) == ["one.png"] and report.frame_count == 1
    assert shown(tmp_path / "one.png").shape == (2, 3, 4)


@pytest.mark.parametrize(
    ("name", "frame_count", "why"),
    [
        ("film.png", 2, r"is one picture, .* 2 frames; name a sequence: film_####\.png, or a folder: film/"),
        ("a#.png", 11, "has room for 10 numbers, and the film has 11 frames; give 2 hashes"),
        ("a##b##.png", 2, "has 2 places for the number"),
        ("no/a##.png", 2, "does not exist; make it first"),
        ("no/sub/", 2, "does not exist; make it first"),
        ("old_##.png", 2, r"'old_07\.png' and 1 more exist; add --overwrite"),
        ("full/", 2, r"'frame_0000\.png' exists; add --overwrite"),
        ("old_07.png/", 2, "is no folder"),
        ("in_#.png", 2, "stands for a file that the picture is made from"),
    ],
)
def test_what_cannot_be_a_sequence_is_refused_before_the_first_frame(
    name: str,
    frame_count: int,
    why: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    painted: Callable[..., object],
) -> None:
    monkeypatch.chdir(tmp_path)
    for old in ("old_07.png", "old_33.png", "full/frame_0000.png", "in_3.png"):
        Path(old).parent.mkdir(exist_ok=True)
        Path(old).write_bytes(OLD)
    before = files(tmp_path)
    source = painted((3, 2), frame_count, noise)
    overwrite = name.startswith("in_")
    with pytest.raises(UsageError, match=why):
        export_film(source, name, FilmSettings(), overwrite=overwrite, inputs=[Path("in_3.png")])
    assert source.drawn == [] and files(tmp_path) == before
    assert all(Path(old).read_bytes() == OLD for old in before)


def test_a_newer_sequence_replaces_an_older_one_and_nothing_else(
    tmp_path: Path, painted: Callable[..., object]
) -> None:
    others = ["a_1.png", "a_00x.png", "notes.txt", "b_00.png"]
    for name in [f"a_{k:02d}.png" for k in range(9)] + others:
        (tmp_path / name).write_bytes(OLD)
    export_film(painted((3, 2), 4, noise), tmp_path / "a_##.png", overwrite=True)
    assert files(tmp_path) == sorted([f"a_{k:02d}.png" for k in range(4)] + others)
    assert all((tmp_path / name).read_bytes() == OLD for name in others)
    assert shown(tmp_path / "a_03.png").shape == (2, 3, 3)


@pytest.mark.parametrize("where", ["frame", "write", "move"])
@pytest.mark.parametrize("name", ["a_##.png", "new/", "old/"])
def test_whatever_ends_the_work_leaves_older_frames_and_nothing_else(
    name: str, where: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, painted: Callable[..., object]
) -> None:
    for old in ("a_01.png", "old/frame_0002.png"):
        (tmp_path / old).parent.mkdir(exist_ok=True)
        (tmp_path / old).write_bytes(OLD)
    before = files(tmp_path)
    full = OSError(errno.ENOSPC, "No space left on device")

    def refuse(*_: object) -> None:
        raise full

    def draw(index: int, out: NDArray[np.uint8]) -> None:
        if index == 5 and where == "frame":
            raise KeyboardInterrupt

    if where == "write":
        monkeypatch.setattr(sequence.os, "fsync", refuse)
    elif where == "move":
        monkeypatch.setattr(os, "replace", refuse)
        monkeypatch.setattr(os, "rename", refuse)
    kind = KeyboardInterrupt if where == "frame" else RenderError
    with pytest.raises(kind, match=None if where == "frame" else "No space left on device; free some space"):
        export_film(painted((16, 16), 8, draw), f"{tmp_path}/{name}", overwrite=True)
    assert files(tmp_path) == before
    assert all((tmp_path / old).read_bytes() == OLD for old in before)


def test_a_frame_that_appears_meanwhile_is_left_alone_and_what_was_moved_is_taken_back(
    tmp_path: Path, painted: Callable[..., object]
) -> None:
    def appear(index: int, out: NDArray[np.uint8]) -> None:
        (tmp_path / "a_2.png").write_bytes(OLD)

    with pytest.raises(UsageError, match="exists; add --overwrite"):
        export_film(painted((3, 2), 4, appear), tmp_path / "a_#.png")
    assert files(tmp_path) == ["a_2.png"] and (tmp_path / "a_2.png").read_bytes() == OLD
