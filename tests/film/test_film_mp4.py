"""The reader of MP4 boxes: on whole films, on every kind of broken one, and on the 64-bit forms of long ones."""

from __future__ import annotations

import struct
from collections.abc import Callable
from fractions import Fraction
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rigbyscene.errors import BadFileError
from rigbyscene.film.export import export_film
from rigbyscene.film.mp4 import read_mp4


@pytest.fixture(scope="module")
def film(tmp_path_factory: pytest.TempPathFactory, painted: Callable[..., object]) -> Path:
    path = tmp_path_factory.mktemp("films") / "film.mp4"
    return export_film(painted((32, 16), 9, fps=Fraction(25)), path).path


@pytest.fixture(scope="module")
def scratch(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("scratch") / "film.mp4"


def test_a_film_cut_off_anywhere_is_not_whole(film: Path, scratch: Path) -> None:
    whole = film.read_bytes()
    for end in [*range(0, len(whole), 7), len(whole) - 1]:
        scratch.write_bytes(whole[:end])
        with pytest.raises(BadFileError, match="is not a whole MP4 film"):
            read_mp4(scratch)


@given(damage=st.lists(st.tuples(st.integers(0, 1200), st.integers(0, 255)), min_size=1, max_size=4))
@settings(max_examples=300)
def test_damage_in_the_index_is_told_as_such_or_changes_what_is_read_but_never_more(
    film: Path, scratch: Path, damage: list[tuple[int, int]]
) -> None:
    content = bytearray(film.read_bytes())
    for offset, value in damage:
        content[offset % len(content)] = value
    scratch.write_bytes(content)
    try:
        read_mp4(scratch)
    except BadFileError as error:
        assert str(scratch) in str(error) and "\n" not in str(error)


def box(name: str, *content: bytes) -> bytes:
    inside = b"".join(content)
    return struct.pack(">I4s", 8 + len(inside), name.encode()) + inside


def long_film(frame_count: int, ticks: int, timescale: int, shift: int) -> bytes:
    """A film of one flat 64x48 frame after another, written with the 64-bit forms that films of many hours need."""
    media_ticks = frame_count * ticks
    visual = bytes(24) + struct.pack(">HH", 64, 48) + bytes(50)
    color = box("colr", b"nclx", struct.pack(">HHHB", 9, 16, 9, 0x80))
    table = box(
        "stbl",
        box("stsd", struct.pack(">II", 0, 1), box("avc1", visual, color)),
        box("stts", struct.pack(">IIII", 0, 1, frame_count, ticks)),
        box("ctts", struct.pack(">BxxxIIi", 1, 1, frame_count, shift)),
        box("stsz", struct.pack(">III", 0, 10, frame_count)),
    )
    media = box(
        "mdia",
        box("mdhd", struct.pack(">BxxxQQIQI", 1, 0, 0, timescale, media_ticks, 0)),
        box("hdlr", bytes(8), b"vide", bytes(13)),
        box("minf", table),
    )
    edits = box("edts", box("elst", struct.pack(">BxxxIQqI", 1, 1, media_ticks, shift, 1 << 16)))
    movie = box("mvhd", struct.pack(">BxxxQQIQ", 1, 0, 0, timescale, media_ticks), bytes(80))
    pictures = frame_count * 10
    large = struct.pack(">I4sQ", 1, b"mdat", 16 + pictures) + bytes(pictures)
    samples = box(
        "stbl",
        box("stsd", struct.pack(">II", 0, 1), box("mp4a", bytes(28))),
        box("stts", struct.pack(">IIII", 0, 1, 5, 9600)),
        box("stsz", struct.pack(">III", 0, 4, 5)),
    )
    clock = box("mdhd", struct.pack(">IIIII", 0, 0, 0, 48000, 48000), bytes(4))
    sound = box("trak", box("mdia", clock, box("hdlr", bytes(8), b"soun", bytes(13)), box("minf", samples)))
    return box("ftyp", b"isom") + large + box("moov", movie, box("trak", edits, media), sound)


def test_the_64_bit_forms_of_long_films_are_read(scratch: Path) -> None:
    scratch.write_bytes(long_film(frame_count=500, ticks=2**31, timescale=30000, shift=-7))
    film = read_mp4(scratch)
    (video,) = film.videos
    assert film.boxes == ("ftyp", "mdat", "moov") and not film.is_faststart
    assert film.media_bytes == video.sample_bytes == 5000
    assert (video.codec, video.size, video.timescale, video.frame_count) == ("avc1", (64, 48), 30000, 500)
    assert video.start_ticks.tolist() == [index * 2**31 for index in range(500)]
    assert video.duration == Fraction(500 * 2**31, 30000)
    (sound,) = film.others
    assert (sound.kind, sound.codec, sound.sample_count, sound.duration) == ("soun", "mp4a", 5, 1)
    assert video.color is not None and (video.color.primaries, video.color.full_range) == (9, True)
