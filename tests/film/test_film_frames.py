"""What a finished film holds, as an independent reader sees it: frames, times, colours, tags, sizes."""

from __future__ import annotations

import re
import subprocess
from collections.abc import Callable
from fractions import Fraction
from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray

from rigbyscene.film.export import export_film
from rigbyscene.film.mp4 import ColorTags, read_mp4
from rigbyscene.film.settings import FilmSettings
from rigbyscene.film.source import FrameRange
from rigbyscene.film.times import parse_fps

Run = Callable[..., subprocess.CompletedProcess[bytes]]
QUICK = FilmSettings(preset="veryfast")

_CODE_BITS = 9
_BLOCK = 16


def paint_index(index: int, out: NDArray[np.uint8]) -> None:
    """The frame's number as a row of black and white blocks."""
    for bit in range(_CODE_BITS):
        out[:, bit * _BLOCK : (bit + 1) * _BLOCK, :3] = 255 if index >> bit & 1 else 0


def read_indices(frames: NDArray[np.uint8]) -> list[int]:
    """The number that each gray frame shows; -1 where a block is neither black nor white."""
    numbers = []
    for frame in frames:
        blocks = [frame[2:-2, bit * _BLOCK + 4 : (bit + 1) * _BLOCK - 4] for bit in range(_CODE_BITS)]
        clear = all(block.min() > 200 or block.max() < 55 for block in blocks)
        numbers.append(sum(int(block[0, 0] > 127) << bit for bit, block in enumerate(blocks)) if clear else -1)
    return numbers


RATES = ["12", "23.976", "24", "25", "29.97", "30", "43", "50", "59.94", "60", "119.88", "12.5", "1199/50"]


@pytest.mark.parametrize("rate", RATES)
@pytest.mark.parametrize("preset", ["ultrafast", "medium"])  # without and with B-frames: another order in the file
def test_a_film_shows_exactly_its_frames_in_order_each_at_its_exact_time(
    rate: str, preset: str, tmp_path: Path, painted: Callable[..., object], ffmpeg: Run, decoded: Callable[..., object]
) -> None:
    fps = parse_fps(rate)
    frame_count = 300 if rate in ("29.97", "43") else 61
    size = (_CODE_BITS * _BLOCK, 16)
    report = export_film(
        painted(size, frame_count, paint_index, fps), tmp_path / "film.mp4", FilmSettings(preset=preset)
    )
    assert read_indices(decoded(report.path, size)) == list(range(frame_count))
    times = shown_times(ffmpeg("-i", report.path, "-c", "copy", "-f", "framecrc", "pipe:1").stdout.decode())
    assert times == [index / fps for index in range(frame_count)]
    assert read_mp4(report.path).videos[0].duration == report.duration_s == frame_count / fps


def shown_times(framecrc: str) -> list[Fraction]:
    """When each frame is shown, in seconds, from ffmpeg's own list of the packets of a film."""
    tick_s = Fraction(re.search(r"#tb 0: (\d+/\d+)", framecrc)[1])
    return sorted(int(line.split(",")[2]) * tick_s for line in framecrc.splitlines() if not line.startswith("#"))


def test_300_frames_at_29_97_last_10_01_seconds(tmp_path: Path, painted: Callable[..., object]) -> None:
    report = export_film(painted((16, 16), 300, fps=parse_fps("29.97")), tmp_path / "film.mp4", QUICK)
    assert report.duration_s == Fraction(1001, 100)


def test_a_single_frame_is_a_film(
    tmp_path: Path, painted: Callable[..., object], decoded: Callable[..., object]
) -> None:
    size = (_CODE_BITS * _BLOCK, 16)
    report = export_film(painted(size, 1, paint_index, Fraction(24)), tmp_path / "film.mp4")
    assert report.frame_count == 1 and report.duration_s == Fraction(1, 24)
    assert read_indices(decoded(report.path, size)) == [0]


def test_a_range_of_a_film_shows_those_frames_only(
    tmp_path: Path, painted: Callable[..., object], decoded: Callable[..., object]
) -> None:
    size = (_CODE_BITS * _BLOCK, 16)
    whole = painted(size, 40, paint_index)
    report = export_film(FrameRange(whole, range(7, 12)), tmp_path / "film.mp4")
    assert read_indices(decoded(report.path, size)) == [7, 8, 9, 10, 11] == whole.drawn
    for outside in (range(0), range(38, 41), range(-1, 3)):
        with pytest.raises(ValueError):
            FrameRange(whole, outside)


PATCHES = {
    "white": (255, 255, 255),
    "black": (0, 0, 0),
    "grey": (128, 128, 128),
    "red": (255, 0, 0),
    "green": (0, 255, 0),
    "blue": (0, 0, 255),
    "magenta": (255, 0, 255),
    "skin": (220, 170, 140),
}


@pytest.mark.parametrize("size", [(320, 240), (1280, 720)])
def test_flat_colours_decode_within_two_levels_in_small_and_large_films(
    size: tuple[int, int], tmp_path: Path, painted: Callable[..., object], decoded: Callable[..., object]
) -> None:
    side = 64
    places = [(side * (k % 4), side * (k // 4)) for k in range(len(PATCHES))]

    def paint(index: int, out: NDArray[np.uint8]) -> None:
        for (x, y), color in zip(places, PATCHES.values(), strict=True):
            out[y : y + side, x : x + side, :3] = color

    report = export_film(painted(size, 3, paint), tmp_path / "film.mp4")
    frames = decoded(report.path, size, "rgb24").astype(int)
    for (x, y), (name, color) in zip(places, PATCHES.items(), strict=True):
        off = np.abs(frames[:, y : y + side, x : x + side] - color).max(axis=(0, 3))
        # near a patch's edge lossy coding at crf 18 rings by one level more
        assert off[12:-12, 12:-12].max() <= 2 and off[4:-4, 4:-4].max() <= 3, name


def test_a_film_is_tagged_bt709_limited_in_its_container_and_in_its_stream(
    tmp_path: Path, painted: Callable[..., object], ffmpeg: Run
) -> None:
    report = export_film(painted((64, 48), 3), tmp_path / "film.mp4")
    film = read_mp4(report.path)
    assert film.videos[0].color == ColorTags(primaries=1, transfer=1, matrix=1, full_range=False)
    assert film.videos[0].codec == "avc1"
    stream = tmp_path / "bare.h264"  # no container any more: what ffmpeg says of it comes from the stream's own tags
    assert ffmpeg("-i", report.path, "-c", "copy", stream).returncode == 0
    for path in (report.path, stream):
        said = ffmpeg("-i", path).stderr.decode()
        assert re.search(r"Video: h264.*yuv420p\(tv, bt709, progressive\)", said), said


def test_a_player_that_reads_from_the_start_finds_the_index_first(
    tmp_path: Path, painted: Callable[..., object]
) -> None:
    report = export_film(painted((64, 48), 30), tmp_path / "film.mp4")
    start = report.path.read_bytes()
    assert 0 < start.index(b"moov") < start.index(b"mdat")
    assert read_mp4(report.path).boxes[:2] == ("ftyp", "moov")


@pytest.mark.parametrize("size", [(1920, 1080), (100, 50), (853, 481), (1366, 769), (1, 1), (2, 3), (3, 2), (17, 16)])
def test_any_size_is_kept_and_odd_ones_gain_a_row_or_column_of_background_while_no_pixel_moves(
    size: tuple[int, int], tmp_path: Path, painted: Callable[..., object], decoded: Callable[..., object]
) -> None:
    width, height = size
    ramp = np.add.outer(np.arange(height) * 2, np.arange(width) * 3) % 400
    ramp = np.abs(ramp - 200).astype(np.uint8) + 20  # greys, so that chroma shared with the padding plays no part

    def paint(index: int, out: NDArray[np.uint8]) -> None:
        out[:, :, :3] = ramp[:, :, None]

    report = export_film(
        painted(size, 2, paint),
        tmp_path / "film.mp4",
        FilmSettings(crf=1, preset="veryfast", background=(255, 255, 255)),
    )
    even = (width + width % 2, height + height % 2)
    assert (report.size, report.content_size, report.is_padded) == (even, size, even != size)
    assert read_mp4(report.path).videos[0].size == even
    frames = decoded(report.path, even, "rgb24").astype(int)
    assert np.abs(frames[:, :height, :width] - ramp[None, :, :, None]).max() <= 6
    assert (frames[:, height:] >= 249).all() and (frames[:, :, width:] >= 249).all()


def test_the_same_film_is_the_same_bytes(tmp_path: Path, painted: Callable[..., object]) -> None:
    films = [
        export_film(painted((144, 32), 20, paint_index), tmp_path / name).path.read_bytes()
        for name in ("a.mp4", "b.mp4")
    ]
    assert films[0] == films[1]
