"""Animated pictures: what moves, is held and can be seen through comes back from readers that are not ours."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray
from PIL import Image

from rigbyscene.draw.cpu import to_straight
from rigbyscene.errors import BadFileError, UsageError
from rigbyscene.film.export import export_film
from rigbyscene.film.formats import Alpha
from rigbyscene.film.images import read_gif, read_png, read_webp
from rigbyscene.film.matroska import read_matroska
from rigbyscene.film.settings import FilmSettings

SIZE = (40, 30)
COUNT = 12


def wandering(index: int, out: NDArray[np.uint8]) -> None:
    """A soft disc and a square on nothing: they move, stand still for three frames, and are gone in the last one."""
    step = min(index, 6) + max(0, index - 9)
    y, x = np.mgrid[: out.shape[0], : out.shape[1]]
    out[...] = 0
    if index == COUNT - 1:
        return
    far = np.hypot(x - 8 - 3 * step, y - 12)
    alpha = np.clip(9 - far, 0, 1)[..., None] * 255
    out[...] = np.round(alpha * (np.array([0.9, 0.4, 0.2, 1.0]))).astype(np.uint8)
    out[4 + step : 12 + step, 26:34] = (20, 90, 200, 255)


def read_back(path: Path) -> tuple[list[NDArray[np.uint8]], list[float]]:
    """Every picture as straight RGBA, and how long it is shown, in milliseconds."""
    pictures, delays = [], []
    with Image.open(path) as image:
        for k in range(getattr(image, "n_frames", 1)):
            image.seek(k)
            image.load()
            pictures.append(np.asarray(image.convert("RGBA")))
            delays.append(float(image.info["duration"]))
    return pictures, delays


@pytest.mark.parametrize("alpha", [Alpha.STRAIGHT, Alpha.NONE], ids=lambda a: a.value)
@pytest.mark.parametrize("ending", [".apng", ".webp", ".gif"])
def test_pictures_that_move_and_can_be_seen_through_come_back_frame_by_frame(
    ending: str, alpha: Alpha, tmp_path: Path, painted: Callable[..., object]
) -> None:
    source = painted(SIZE, COUNT, wandering, fps=Fraction(25))
    path = tmp_path / f"film{ending}"
    export_film(source, path, FilmSettings(alpha=alpha))
    pictures, delays = read_back(path)
    assert sum(delays) == pytest.approx(COUNT * 40, abs=2)
    ends = np.cumsum(delays)
    for index in range(COUNT):
        source.draw(index)
        wanted = to_straight(source.pixels) if alpha is Alpha.STRAIGHT else source.pixels
        got = pictures[int(np.searchsorted(ends, 40 * index + 20))].astype(int)
        if alpha is Alpha.NONE:
            assert (got[..., 3] == 255).all()
            seen = np.ones(got.shape[:2], bool)
        elif ending == ".gif":
            seen = wanted[..., 3] >= 128
            assert ((got[..., 3] == 255) == seen).all() and set(np.unique(got[..., 3])) <= {0, 255}
        else:
            seen = wanted[..., 3] > 0
            assert (got[..., 3] == wanted[..., 3]).all()
        off = np.abs(got[..., :3] - wanted[..., :3])[seen]
        assert not off.size or off.max() <= (24 if ending == ".gif" else 0)


def test_a_gif_tells_what_its_grid_made_of_the_rate_and_keeps_the_films_length(
    tmp_path: Path, painted: Callable[..., object]
) -> None:
    def dot(index: int, out: NDArray[np.uint8]) -> None:
        out[0, index] = 255

    report = export_film(painted((32, 8), 30, dot, fps=Fraction(30)), tmp_path / "a.gif")
    assert report.note == "frames of 30 and 40 ms, as GIF counts in 10 ms: 30 fps on average"
    assert sum(read_back(tmp_path / "a.gif")[1]) == 1000
    report = export_film(painted((32, 8), 30, dot, fps=Fraction(25)), tmp_path / "b.gif")
    assert report.note == "" and set(read_back(tmp_path / "b.gif")[1]) == {40}
    with pytest.raises(UsageError, match=r"GIF cannot show 60 frames a second.*give a rate up to 50"):
        export_film(painted((32, 8), 30, dot, fps=Fraction(60)), tmp_path / "c.gif")


def test_a_gifs_palette_is_made_of_the_whole_film(tmp_path: Path, painted: Callable[..., object]) -> None:
    def turns(index: int, out: NDArray[np.uint8]) -> None:
        out[..., :3] = np.linspace((10 * index, 0, 200), (0, 20 * index, 40), out.shape[1])

    source = painted((16, 4), 12, turns)
    export_film(source, tmp_path / "film.gif")
    for index, picture in enumerate(read_back(tmp_path / "film.gif")[0]):
        source.draw(index)
        # 192 colours: all of them fit, in the frames at the end as well as in the first
        assert np.abs(picture[..., :3].astype(int) - source.pixels[..., :3]).max() <= 4


READERS = {".gif": read_gif, ".apng": read_png, ".webp": read_webp, ".mkv": read_matroska, ".webm": read_matroska}


@pytest.mark.parametrize("ending", READERS)
def test_a_film_cut_off_anywhere_is_not_whole(ending: str, tmp_path: Path, painted: Callable[..., object]) -> None:
    path = tmp_path / f"film{ending}"
    export_film(painted((20, 10), 4, wandering), path, FilmSettings(alpha=Alpha.STRAIGHT))
    whole = path.read_bytes()
    READERS[ending](path)
    cut = tmp_path / f"cut{ending}"
    for end in [*range(0, len(whole), 1 + len(whole) // 80), len(whole) - 1]:
        cut.write_bytes(whole[:end])
        with pytest.raises(BadFileError, match="is not a whole"):
            READERS[ending](cut)


@pytest.mark.parametrize("ending", READERS)
def test_damage_is_told_as_such_or_changes_what_is_read_but_never_more(
    ending: str, tmp_path: Path, painted: Callable[..., object]
) -> None:
    path = tmp_path / f"film{ending}"
    export_film(painted((20, 10), 4, wandering), path, FilmSettings(alpha=Alpha.STRAIGHT))
    whole = path.read_bytes()
    random = np.random.default_rng(7)
    refused = 0
    for _ in range(150):
        content = bytearray(whole)
        for offset in random.integers(0, min(len(whole), 700), random.integers(1, 4)):
            content[offset] = random.integers(0, 256)
        path.write_bytes(content)
        try:
            READERS[ending](path)
        except BadFileError as error:
            refused += 1
            assert str(path) in str(error) and "\n" not in str(error)
    assert refused > 0
