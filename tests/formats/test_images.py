"""Pictures of every kind become premultiplied pixels, once and correctly rounded."""

from __future__ import annotations

import io
import struct
import tracemalloc
import warnings
import zlib
from typing import Any

import numpy as np
import pytest
from PIL import Image

from rigbyscene.errors import BadFileError, Report
from rigbyscene.formats.assets import MemoryAssets
from rigbyscene.formats.images import MOST_PIXELS, Pixels, decode, image_size, load_page


def _png(image: Image.Image, **options: Any) -> bytes:
    held = io.BytesIO()
    image.save(held, "PNG", **options)
    return held.getvalue()


def _every_pair() -> Pixels:
    """All 65 536 pairs of colour and alpha: red rises to the right, alpha downwards, green falls, blue is red."""
    red, alpha = np.meshgrid(np.arange(256), np.arange(256))
    return np.dstack((red, 255 - red, red, alpha)).astype(np.uint8)


def _decoded(data: bytes, pma: bool = False) -> Pixels:
    report = Report()
    pixels = decode(data, "p.png", report, pma=pma)
    assert pixels is not None, list(report)
    return pixels


def test_colours_are_multiplied_by_alpha_rounded_to_nearest_for_every_pair() -> None:
    straight = _every_pair()
    found = _decoded(_png(Image.fromarray(straight)))
    wanted = np.floor(straight[:, :, :3] * (straight[:, :, 3:] / 255) + 0.5)
    assert (found[:, :, :3] == wanted).all()
    assert (found[:, :, 3] == straight[:, :, 3]).all()


def test_premultiplied_pages_are_taken_as_they_are_but_never_brighter_than_alpha() -> None:
    given = _every_pair()
    found = _decoded(_png(Image.fromarray(given)), pma=True)
    assert (found == np.dstack((np.minimum(given[:, :, :3], given[:, :, 3:]), given[:, :, 3]))).all()


def test_a_straight_and_a_premultiplied_page_of_one_picture_agree() -> None:
    y, x = np.mgrid[0:16, 0:16]
    alpha = np.clip((7 - np.hypot(x - 7.5, y - 7.5)) * 128, 0, 255).astype(np.uint8)
    straight = np.dstack((np.full_like(alpha, 220), np.full_like(alpha, 60), np.full_like(alpha, 60), alpha))
    multiplied = np.dstack((straight[:, :, :3] * (alpha[:, :, None] / 255), alpha)).astype(np.uint8)
    one, other = _decoded(_png(Image.fromarray(straight))), _decoded(_png(Image.fromarray(multiplied)), pma=True)
    assert np.abs(one.astype(int) - other).max() <= 1


def _grey(mode: str, levels: list[int]) -> Image.Image:
    if mode == "I;16":
        return Image.fromarray(np.array([levels], dtype=np.uint16))
    return Image.fromarray(np.array([levels], dtype=np.uint8)).convert(mode)


@pytest.mark.parametrize(
    ("image", "wanted"),
    [
        (_grey("L", [0, 100, 255]), [(0, 0, 0, 255), (100, 100, 100, 255), (255, 255, 255, 255)]),
        (_grey("1", [0, 255]), [(0, 0, 0, 255), (255, 255, 255, 255)]),
        (_grey("I;16", [0, 0x8080, 65535, 128, 129]), [(v, v, v, 255) for v in (0, 128, 255, 0, 1)]),
        (Image.new("RGB", (1, 1), (1, 2, 3)), [(1, 2, 3, 255)]),
        (Image.new("LA", (1, 1), (200, 128)), [(100, 100, 100, 128)]),
        (Image.new("RGBA", (1, 1), (255, 0, 0, 128)), [(128, 0, 0, 128)]),
        (Image.new("RGB", (1, 1), (9, 8, 7)).quantize(), [(9, 8, 7, 255)]),
    ],
    ids=["grey", "black-white", "deep grey", "rgb", "grey-alpha", "rgba", "palette"],
)
def test_every_mode_of_picture_is_read(image: Image.Image, wanted: list[tuple[int, ...]]) -> None:
    found = _decoded(_png(image))
    assert (found.dtype, found.shape) == (np.uint8, (1, len(wanted), 4))
    assert [tuple(p) for p in found[0].tolist()] == wanted


def test_transparent_colours_of_pictures_without_alpha_are_honoured() -> None:
    palette = Image.new("P", (2, 1))
    palette.putpalette([10, 20, 30, 40, 50, 60])
    palette.putpixel((1, 0), 1)
    assert _decoded(_png(palette, transparency=0))[0].tolist() == [[0, 0, 0, 0], [40, 50, 60, 255]]
    assert _decoded(_png(_grey("L", [7, 8]), transparency=7))[0].tolist() == [[0, 0, 0, 0], [8, 8, 8, 255]]
    rgb = Image.new("RGB", (1, 1), (1, 2, 3))
    assert _decoded(_png(rgb, transparency=(1, 2, 3)))[0].tolist() == [[0, 0, 0, 0]]


@pytest.mark.parametrize("suffix", ["JPEG", "WEBP", "BMP", "GIF", "TIFF"])
def test_other_file_formats_are_read(suffix: str) -> None:
    held = io.BytesIO()
    Image.new("RGB", (3, 2), (255, 255, 255)).save(held, suffix)
    assert (_decoded(held.getvalue()) > 250).all()


def test_large_pictures_are_multiplied_row_by_row_without_a_seam() -> None:
    straight = np.tile(_every_pair()[::3], (9, 1, 1))
    found = _decoded(_png(Image.fromarray(straight)))
    assert len(found) > 600
    assert (found[:86] == found[-86:]).all()
    assert (found[:, :, :3] == np.floor(straight[:, :, :3] * (straight[:, :, 3:] / 255) + 0.5)).all()


def _header(width: int, height: int) -> bytes:
    """A PNG that claims a size and holds next to nothing."""

    def chunk(kind: bytes, data: bytes) -> bytes:
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    head = struct.pack(">IIBBBBB", width, height, 8, 6, 0, 0, 0)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + chunk(b"IDAT", zlib.compress(b"")) + chunk(b"IEND", b"")


def test_the_size_is_known_without_decoding() -> None:
    report = Report()
    assert image_size(_header(640, 480), "p.png", report) == (640, 480)
    assert not list(report)


_GOOD = _png(Image.fromarray(_every_pair()))


@pytest.mark.parametrize(
    ("data", "code"),
    [
        (b"", "bad-picture"),
        (b"hello", "bad-picture"),
        (_GOOD[: len(_GOOD) // 2], "bad-picture"),
        (_GOOD[:40] + b"\0" * 40 + _GOOD[80:], "bad-picture"),
        (_header(640, 480), "bad-picture"),
        (_header(0, 0), "bad-picture"),
        (_header(2**15, 2**15), "too-large"),
        (_header(2**31 - 1, 2**31 - 1), "too-large"),
        (b"<svg xmlns='http://www.w3.org/2000/svg'/>", "bad-picture"),
    ],
)
def test_a_broken_or_absurd_picture_is_one_error_that_names_it(data: bytes, code: str) -> None:
    with pytest.raises(BadFileError) as caught:
        load_page(MemoryAssets({"art/p.png": data}), "art/p.png", pma=False)
    assert [(d.code, d.file) for d in caught.value.diagnostics] == [(code, "art/p.png")]


def test_a_missing_picture_is_an_error_with_the_nearest_name() -> None:
    with pytest.raises(BadFileError) as caught:
        load_page(MemoryAssets({"art/hero.png": _GOOD}), "art/heroe.png", pma=False)
    (problem,) = caught.value.diagnostics
    assert (problem.code, problem.nearest) == ("missing-file", "hero.png")


@pytest.mark.filterwarnings("error")
def test_a_page_of_8192_square_is_within_the_limit_and_raises_no_warning() -> None:
    assert MOST_PIXELS >= 8192 * 8192
    report = Report()
    assert image_size(_header(8192, 8192), "p.png", report) == (8192, 8192)


@pytest.mark.filterwarnings("error")
def test_pictures_up_to_the_limit_raise_no_warning_and_leave_the_filters_and_limits_of_others() -> None:
    before = (list(warnings.filters), Image.MAX_IMAGE_PIXELS)
    for side in (9500, 11585):  # Pillow warns from 89 million pixels on
        assert side * side <= MOST_PIXELS
        assert image_size(_header(side, side), "p.png", Report()) == (side, side)
    assert (list(warnings.filters), Image.MAX_IMAGE_PIXELS) == before


@pytest.mark.parametrize("mode", ["L", "1", "I;16", "RGB", "RGBA", "P", "LA"])
def test_a_picture_takes_little_memory_beside_its_pixels(mode: str) -> None:
    """Python's allocations: numpy's arrays and the bytes that leave Pillow, not what Pillow holds itself."""
    side = 2400
    plain = np.add.outer(np.arange(side), np.arange(side))
    image = _grey(mode, [0]).resize((side, side)) if mode == "I;16" else Image.fromarray(plain.astype(np.uint8))
    data = _png(image if mode == "I;16" else image.convert(mode))
    tracemalloc.start()
    try:
        pixels = _decoded(data)
        _, peak = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert peak < 1.6 * pixels.nbytes


@pytest.mark.parametrize("mode", ["L", "I;16", "RGBA"])
def test_rows_are_read_in_their_places_whatever_the_height(mode: str) -> None:
    for height in (1, 255, 256, 257, 600):
        ramp = np.arange(height) % 200
        if mode == "I;16":
            image = Image.fromarray((ramp * 257).astype(np.uint16)[:, None].repeat(3, 1))
        else:
            image = Image.fromarray(ramp.astype(np.uint8)[:, None].repeat(3, 1)).convert(mode)
        assert (_decoded(_png(image))[:, :, 0] == ramp[:, None]).all()


@pytest.mark.parametrize("orientation", range(1, 9))
def test_pictures_lie_as_they_are_stored_whatever_a_camera_says(orientation: int) -> None:
    stored = Image.new("RGB", (8, 4))
    stored.paste("white", (0, 0, 4, 4))
    exif = Image.Exif()
    exif[0x112] = orientation
    held = io.BytesIO()
    stored.save(held, "JPEG", quality=100, exif=exif.tobytes())
    report = Report()
    assert image_size(held.getvalue(), "p.jpg", report) == (8, 4)
    pixels = _decoded(held.getvalue())
    assert pixels.shape == (4, 8, 4) and (pixels[:, :4, 0] > 250).all() and (pixels[:, 4:, 0] < 5).all()
