"""An ffmpeg that makes something else than was asked for is found out, in every kind of film; so is one that cannot."""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray

from rigbyscene.errors import RenderError
from rigbyscene.film.export import export_film
from rigbyscene.film.ffmpeg import find_ffmpeg
from rigbyscene.film.settings import FilmSettings
from rigbyscene.film.spans import Chapter
from rigbyscene.film.tracks import Tracks

OLD = b"an older film"
LAST = "if 'pipe:0' in real and real[-1].endswith(('.png', '.mkv')) and 'palettegen' in ' '.join(real): exec_real()\n"
"""A GIF is made in two steps: the first is left alone."""


def moving(index: int, out: NDArray[np.uint8]) -> None:
    out[index, :, :3] = 255


CHANGES: dict[str, tuple[str, list[str], str]] = {
    "loses frames": (
        "real[-1:-1] = ['-frames:v', '4']; exec_real()",
        [".mp4", ".webm", ".mov", ".mkv", ".gif", ".apng"],
        "has 4 frames instead of 6|announces",
    ),
    "shows frames for longer": (
        "real[real.index('-r') + 1] = '10'; exec_real()",
        [".mp4", ".webm", ".mov", ".mkv", ".gif", ".apng", ".webp"],
        "does not show its frames at|lasts ",
    ),
    "changes the size": (
        "real[-1:-1] = ['-s', '48x48']; exec_real()",
        [".mp4", ".webm", ".mov", ".mkv", ".apng", ".webp"],
        "measures 48x48 instead of 32x32",
    ),
    "loses tags": (
        "real = ['smpte170m' if word == 'bt709' else word for word in real]; exec_real()",
        [".mp4", ".webm", ".mov"],
        "has the colour tags",
    ),
    "encodes otherwise": (
        "at = real.index('-c:v'); real[at + 1] = 'mpeg4' if out.endswith(('mov', 'mp4')) else 'mjpeg'\n"
        "real = [w for w in real if w not in ('hq', '-profile:v', '-vendor', 'apl0')]; exec_real()",
        [".mov", ".mkv"],
        "is encoded as",
    ),
    "loses the title": (
        "at = real.index('-metadata'); del real[at : at + 2]; exec_real()",
        [".mp4", ".webm", ".mov", ".mkv"],
        "is titled None",
    ),
    "loses a chapter": (
        "at = real.index('-map_chapters'); real[at + 1] = '-1'; exec_real()",
        [".mp4", ".webm", ".mov", ".mkv"],
        "has 0 chapters instead of 2",
    ),
    "makes nothing": ("sys.stdin.buffer.read()", [".webm", ".mov", ".mkv", ".apng", ".webp"], "is not a whole"),
}


@pytest.mark.parametrize(
    ("change", "ending"), [(change, ending) for change, (_, endings, _) in CHANGES.items() for ending in endings]
)
def test_a_film_that_is_not_what_was_asked_for_never_gets_its_name(
    change: str,
    ending: str,
    tmp_path: Path,
    painted: Callable[..., object],
    stand_in: Callable[[str], Path],
    assert_alone: Callable[[Path], None],
) -> None:
    body, _, told = CHANGES[change]
    stand_in(LAST + body)
    film = tmp_path / f"film{ending}"
    film.write_bytes(OLD)
    tracks = Tracks()
    if ending in (".mp4", ".webm", ".mov", ".mkv"):
        tracks = Tracks(chapters=(Chapter(0, 0.1, "a"), Chapter(0.1, 0.2, "b")), title="T")
    with pytest.raises(RenderError, match=told):
        export_film(painted((32, 32), 6, moving), film, overwrite=True, tracks=tracks)
    assert film.read_bytes() == OLD
    assert_alone(film)


def without(program: Path, *encoders: str) -> Path:
    """An ffmpeg that lacks some encoders."""
    program.write_text(
        f"#!{sys.executable}\nimport os, subprocess, sys\nreal = {find_ffmpeg()!r}\n"
        "if '-encoders' not in sys.argv: os.execv(real, [real, *sys.argv[1:]])\n"
        "lines = subprocess.run([real, *sys.argv[1:]], capture_output=True, text=True).stdout.splitlines()\n"
        f"print('\\n'.join(line for line in lines if not set(line.split()) & {set(encoders)!r}))\n",
        encoding="utf-8",
    )
    program.chmod(0o755)
    return program


@pytest.mark.skipif(sys.platform == "win32", reason="the stand-in is a script with a first line for POSIX systems")
def test_an_ffmpeg_without_the_encoder_is_told_before_the_first_frame_and_another_one_of_the_kind_serves(
    tmp_path: Path,
    tmp_path_factory: pytest.TempPathFactory,
    painted: Callable[..., object],
    use_ffmpeg: Callable[..., None],
) -> None:
    programs = tmp_path_factory.mktemp("programs")
    source = painted((32, 32), 3, moving)
    use_ffmpeg(without(programs / "one", "libsvtav1"))
    assert export_film(source, tmp_path / "a.webm", FilmSettings(format="av1", preset="13")).codec == "V_AV1"
    use_ffmpeg(without(programs / "two", "libsvtav1", "libaom-av1", "libx264"))
    source = painted((32, 32), 3, moving)
    for name, settings, missing in (
        ("b.webm", FilmSettings(format="av1"), "libsvtav1 or libaom-av1"),
        ("b.mp4", FilmSettings(), "libx264"),
    ):
        with pytest.raises(RenderError, match=f"cannot encode with {missing}; use an ffmpeg that can"):
            export_film(source, tmp_path / name, settings)
    assert source.drawn == [] and [path.name for path in tmp_path.iterdir()] == ["a.webm"]
