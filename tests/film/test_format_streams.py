"""Raw frames and Y4M, in files and on standard output."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable
from fractions import Fraction
from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray

from rigbyscene.draw.cpu import to_straight
from rigbyscene.errors import UsageError
from rigbyscene.film.export import export_film
from rigbyscene.film.formats import Alpha
from rigbyscene.film.settings import FilmSettings

Run = Callable[..., "subprocess.CompletedProcess[bytes]"]

STREAMER = Path(__file__).resolve().parent / "streamer.py"


def glass(index: int, out: NDArray[np.uint8]) -> None:
    out[...] = (100 - index, 40, 20, 128)


def test_raw_frames_are_straight_rgba_one_after_another(tmp_path: Path, painted: Callable[..., object]) -> None:
    source = painted((5, 3), 4, glass)
    report = export_film(source, tmp_path / "film.rgba", FilmSettings(alpha=Alpha.STRAIGHT))
    frames = np.frombuffer((tmp_path / "film.rgba").read_bytes(), np.uint8).reshape(4, 3, 5, 4)
    for k, frame in enumerate(frames):
        source.draw(k)
        assert (frame == to_straight(source.pixels)).all()
    assert (report.byte_count, report.format) == (4 * 60, "rgba")


def test_a_y4m_film_is_read_by_others_with_its_rate_count_and_colours(
    tmp_path: Path, painted: Callable[..., object], ffmpeg: Run
) -> None:
    def green(index: int, out: NDArray[np.uint8]) -> None:
        out[..., :3] = (30, 170, 60)

    path = tmp_path / "film.y4m"
    report = export_film(painted((17, 9), 5, green, fps=Fraction(30000, 1001)), path)
    assert report.size == (18, 10)
    how = ("-vf", "scale=in_color_matrix=bt709:flags=accurate_rnd+full_chroma_int", "-pix_fmt", "rgb24")
    answer = ffmpeg("-i", path, "-fps_mode", "passthrough", *how, "-f", "rawvideo", "pipe:1")
    assert b"29.97 fps" in answer.stderr and b"18x10" in answer.stderr
    frames = np.frombuffer(answer.stdout, np.uint8).reshape(5, 10, 18, 3)[:, :9, :17]
    assert np.abs(frames.astype(int) - (30, 170, 60)).max() <= 2


def test_standard_output_gets_the_same_bytes_as_a_file(tmp_path: Path) -> None:
    kind = "y4m"
    piped = subprocess.run([sys.executable, STREAMER, "-", kind, "6"], capture_output=True, check=True)
    subprocess.run(
        [sys.executable, STREAMER, str(tmp_path / f"film.{kind}"), kind, "6"], capture_output=True, check=True
    )
    assert piped.stdout == (tmp_path / f"film.{kind}").read_bytes()
    assert len(piped.stdout) > 6 * 64 * 48


def test_a_reader_that_leaves_ends_the_work_with_one_line(tmp_path: Path) -> None:
    command = [sys.executable, STREAMER, "-", "rgba", "100000"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as streamer:
        assert streamer.stdout is not None and streamer.stderr is not None
        assert len(streamer.stdout.read(5000)) == 5000
        streamer.stdout.close()
        told = streamer.stderr.read().decode()
        assert streamer.wait(timeout=60) == 3
    assert "standard output: was closed by its reader" in told and "Traceback" not in told


@pytest.mark.parametrize(
    ("format_name", "why"),
    [(None, "what to write to standard output is not said; add --format rgba or y4m"), ("h264", "choose rgba or y4m")],
)
def test_standard_output_takes_streams_only(
    format_name: str | None, why: str, painted: Callable[..., object], monkeypatch: pytest.MonkeyPatch
) -> None:
    source = painted((4, 4), 2)
    with pytest.raises(UsageError, match=why):
        export_film(source, "-", FilmSettings(format=format_name))
    monkeypatch.setattr(sys.stdout, "isatty", lambda: True, raising=False)
    with pytest.raises(UsageError, match="standard output is a terminal"):
        export_film(source, "-", FilmSettings(format="rgba"))
    assert source.drawn == []
