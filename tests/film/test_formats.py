"""Every kind of film, read back by decoders that are not ours: colours, alpha, counts, times."""

from __future__ import annotations

import re
import subprocess
from collections.abc import Callable
from fractions import Fraction
from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray

from rigbyscene.errors import UsageError
from rigbyscene.film.export import export_film
from rigbyscene.film.formats import FORMATS, Alpha, Container, FilmFormat, Quality
from rigbyscene.film.settings import FilmSettings, film_format

ENCODED = [row for row in FORMATS if row.encoders]
MANY_RATES = ["12", "24000/1001", "24", "25", "30000/1001", "30", "43", "50", "60000/1001", "60"]
FEW_RATES = ["30000/1001", "43"]
ONE_OF_EACH_CONTAINER = list({row.container: row for row in reversed(ENCODED)}.values())
RED, GREEN, BLUE = (200, 24, 40), (30, 170, 60), (24, 40, 210)

Run = Callable[..., "subprocess.CompletedProcess[bytes]"]


def patches(index: int, out: NDArray[np.uint8]) -> None:
    """Three columns of colour, and a dot that moves: WebP makes one frame of those that are alike."""
    third = out.shape[1] // 3
    for k, color in enumerate((RED, GREEN, BLUE)):
        out[:, k * third : (k + 1) * third, :3] = color
    out[0, index, :3] = 255


def growing(index: int, out: NDArray[np.uint8]) -> None:
    """White from above, one row more with every frame: no two frames are alike."""
    out[: index + 1, :, :3] = 255


def see_through(index: int, out: NDArray[np.uint8]) -> None:
    """The same colours, premultiplied: solid above, half there below, nothing on the right half."""
    patches(index, out)
    alpha = np.full(out.shape[:2], 255)
    alpha[out.shape[0] // 2 :] = 128
    alpha[:, out.shape[1] // 2 :] = 0
    out[..., :3] = (out[..., :3] * alpha[..., None] + 127) // 255
    out[..., 3] = alpha


@pytest.fixture(scope="session")
def frames_of(ffmpeg: Run) -> Callable[[Path, tuple[int, int]], NDArray[np.uint8]]:
    """Decodes a film to straight RGBA, uint8 (frames, h, w, 4)."""

    def decode(path: Path, size: tuple[int, int]) -> NDArray[np.uint8]:
        # the decoder that ffmpeg prefers for VP9 does not look at alpha
        decoder = ["-c:v", "libvpx-vp9"] if path.suffix == ".webm" and "av1" not in path.name else []
        how = ["-fps_mode", "passthrough", "-f", "rawvideo", "-pix_fmt", "rgba"]
        scaling = ["-sws_flags", "accurate_rnd+full_chroma_int"]
        answer = ffmpeg(*decoder, "-i", path, *how, *scaling, "pipe:1")
        assert answer.returncode == 0, answer.stderr.decode()
        return np.frombuffer(answer.stdout, np.uint8).reshape(-1, size[1], size[0], 4)

    return decode


def named(row: FilmFormat) -> str:
    return row.key


def output(folder: Path, row: FilmFormat, name: str = "film") -> Path:
    return folder / f"{name}-{row.key}{row.endings[0]}"


def at_least(row: FilmFormat, size: tuple[int, int]) -> tuple[int, int]:
    return max(size[0], row.min_side_px), max(size[1], row.min_side_px)


@pytest.mark.parametrize("quality", [Quality.WEB, Quality.MASTER], ids=lambda q: q.value)
@pytest.mark.parametrize("row", ENCODED, ids=named)
def test_colours_decode_within_two_levels_in_every_kind_of_film(
    row: FilmFormat,
    quality: Quality,
    tmp_path: Path,
    painted: Callable[..., object],
    frames_of: Callable[..., NDArray[np.uint8]],
) -> None:
    size = (144, 64)
    path = output(tmp_path, row)
    report = export_film(painted(size, 2, patches), path, FilmSettings(format=row.key, quality=quality))
    assert (report.size, report.frame_count, report.format) == (size, 2, row.key)
    shown = frames_of(path, size)
    assert len(shown) == 2
    for k, color in enumerate((RED, GREEN, BLUE)):
        # away from the neighbours, whose colours halved chroma mixes and lossy coding lets ring
        patch = shown[:, 12:-12, 48 * k + 12 : 48 * k + 36].astype(int)
        assert np.abs(patch[..., :3] - color).max() <= 2
        assert (patch[..., 3] == 255).all()


@pytest.mark.parametrize("row", [row for row in ENCODED if row.alpha is not None], ids=named)
def test_alpha_survives_in_every_kind_of_film_that_has_it(
    row: FilmFormat, tmp_path: Path, painted: Callable[..., object], frames_of: Callable[..., NDArray[np.uint8]]
) -> None:
    size = (96, 64)
    path = output(tmp_path, row)
    report = export_film(painted(size, 2, see_through), path, FilmSettings(format=row.key, alpha=Alpha.STRAIGHT))
    assert report.alpha == "straight"
    shown = frames_of(path, size).astype(int)
    solid, half, nothing = shown[:, 8:28, 8:28], shown[:, 36:60, 8:28], shown[:, 4:60, 56:92]
    has_half = row.container is not Container.GIF  # a GIF's pixel is there or not
    assert np.abs(solid - [*RED, 255]).max() <= 2
    assert np.abs(half[..., 3] - (128 if has_half else 255)).max() <= 1
    assert np.abs(half[..., :3] - RED).max() <= 3
    assert nothing[..., 3].max() == 0


@pytest.mark.parametrize("row", [row for row in FORMATS if row.key in ("h264", "av1", "gif")], ids=named)
def test_alpha_side_by_side_is_grey_on_the_right_in_kinds_of_film_that_hold_none(
    row: FilmFormat, tmp_path: Path, painted: Callable[..., object], frames_of: Callable[..., NDArray[np.uint8]]
) -> None:
    path = output(tmp_path, row)
    settings = FilmSettings(format=row.key, alpha=Alpha.SIDE_BY_SIDE, background=(255, 0, 255))
    report = export_film(painted((96, 63), 2, see_through), path, settings)
    assert (report.content_size, report.size[0], report.alpha) == ((192, 63), 192, "side-by-side")
    shown = frames_of(path, report.size).astype(int)[..., :3]
    solid, half, nothing = shown[:, 8:26, :], shown[:, 38:58, :], shown[:, 8:58, 56:88]
    tolerance = 3
    assert np.abs(solid[:, :, 8:24] - RED).max() <= tolerance and np.abs(half[:, :, 8:24] - RED).max() <= tolerance
    assert (
        np.abs(solid[:, :, 104:136] - 255).max() <= tolerance and np.abs(half[:, :, 104:136] - 128).max() <= tolerance
    )
    assert max(nothing.max(), shown[:, 8:58, 152:184].max()) <= tolerance


@pytest.mark.parametrize("row", [row for row in FORMATS if row.alpha is None], ids=named)
def test_a_kind_of_film_without_alpha_says_which_have_it(
    row: FilmFormat, tmp_path: Path, painted: Callable[..., object]
) -> None:
    source = painted((16, 16), 2)
    able = ", ".join(f"{other.key} ({other.endings[0]})" for other in FORMATS if other.alpha is not None)
    with pytest.raises(UsageError, match="holds no alpha; choose " + re.escape(able)):
        export_film(source, output(tmp_path, row), FilmSettings(format=row.key, alpha=Alpha.STRAIGHT))
    assert source.drawn == [] and list(tmp_path.iterdir()) == []


def test_the_ending_stands_for_the_kind_that_holds_what_is_asked_for() -> None:
    assert film_format("a.mov", FilmSettings()).key == "prores"
    assert film_format("a.mov", FilmSettings(alpha=Alpha.STRAIGHT)).key == "prores4444"
    assert film_format("a.webm", FilmSettings(alpha=Alpha.STRAIGHT)).key == "vp9"
    with pytest.raises(UsageError, match=r"MP4 with H\.265 does not go into .* '\.webm'; end the name in \.mp4"):
        film_format("a.webm", FilmSettings(format="h265"))
    with pytest.raises(UsageError, match=r"'h256' is no format; .*did you mean 'h265'"):
        film_format("a.mp4", FilmSettings(format="h256"))


@pytest.mark.parametrize("row", FORMATS, ids=named)
def test_quality_is_a_number_in_the_range_of_the_encoder_or_refused(row: FilmFormat) -> None:
    name = f"film{row.endings[0]}"
    for settings in (FilmSettings(format=row.key, crf=101), FilmSettings(format=row.key, crf=-1)):
        with pytest.raises(UsageError, match=r"is no quality of|has no quality to choose by number"):
            film_format(name, settings)
    with pytest.raises(UsageError, match="'quick' is no preset of"):
        film_format(name, FilmSettings(format=row.key, preset="quick"))
    for quality in Quality:
        effort = row.effort(quality)
        assert film_format(name, FilmSettings(None, effort.preset, format=row.key)) is row
        if row.crf_range is not None:
            assert film_format(name, FilmSettings(effort.crf, format=row.key)) is row


@pytest.mark.parametrize("row", ENCODED, ids=named)
@pytest.mark.parametrize("size", [(17, 19), (50, 31), (1, 1)], ids=str)
def test_films_of_odd_sizes_and_of_one_frame_are_whole(
    row: FilmFormat,
    size: tuple[int, int],
    tmp_path: Path,
    painted: Callable[..., object],
    frames_of: Callable[..., NDArray[np.uint8]],
) -> None:
    size = at_least(row, size)
    path = output(tmp_path, row)
    report = export_film(painted(size, 1, growing), path, FilmSettings(format=row.key))
    assert report.content_size == size
    assert all(0 <= now - before <= 1 for now, before in zip(report.size, size, strict=True))
    shown = frames_of(path, report.size).astype(int)
    assert len(shown) == 1 and (shown[0, 0, 0, :3] > 200).all()


@pytest.mark.parametrize(
    ("row", "rate"),
    [(row, rate) for row in ENCODED for rate in (MANY_RATES if row in ONE_OF_EACH_CONTAINER else FEW_RATES)],
    ids=lambda value: value if isinstance(value, str) else value.key,
)
def test_frame_counts_and_times_are_right_at_every_rate(
    row: FilmFormat,
    rate: str,
    tmp_path: Path,
    painted: Callable[..., object],
    frames_of: Callable[..., NDArray[np.uint8]],
) -> None:
    fps = Fraction(rate)
    if row.max_fps is not None and fps > row.max_fps:
        pytest.skip(f"{row.name} shows at most {row.max_fps} frames a second, and says so")
    count = 11
    source = painted(at_least(row, (16, 16)), count, growing, fps=fps)
    report = export_film(source, output(tmp_path, row), FilmSettings(format=row.key))
    # how long the file says that each frame is shown was read back from the file by the export itself
    assert (report.frame_count, report.fps, report.duration_s) == (count, fps, count / fps)
    shown = frames_of(output(tmp_path, row), report.size)
    white = (shown[:, :, 8, 1] > 128).sum(axis=1)
    assert white.tolist() == list(range(1, count + 1))
