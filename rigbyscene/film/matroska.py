"""Reading back what a Matroska or WebM file says of its tracks, frame by frame, without decoding.

The elements are those of RFC 9559, in EBML (RFC 8794). The file is mapped, not read: of each frame only its head is
looked at.
"""

from __future__ import annotations

import mmap
import os
import struct
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from rigbyscene.errors import BadFileError
from rigbyscene.film.mp4 import ColorTags

_HEADER, _DOC_TYPE, _SEGMENT = 0x1A45DFA3, 0x4282, 0x18538067
_INFO, _TIMESTAMP_SCALE, _DURATION, _TITLE = 0x1549A966, 0x2AD7B1, 0x4489, 0x7BA9
_TRACKS, _TRACK_ENTRY, _TRACK_NUMBER, _TRACK_TYPE, _CODEC_ID = 0x1654AE6B, 0xAE, 0xD7, 0x83, 0x86
_DEFAULT_DURATION, _VIDEO, _PIXEL_WIDTH, _PIXEL_HEIGHT, _ALPHA_MODE = 0x23E383, 0xE0, 0xB0, 0xBA, 0x53C0
_COLOUR, _MATRIX, _RANGE, _TRANSFER, _PRIMARIES = 0x55B0, 0x55B1, 0x55B9, 0x55BA, 0x55BB
_CLUSTER, _TIMESTAMP, _SIMPLE_BLOCK, _BLOCK_GROUP, _BLOCK, _ADDITIONS = 0x1F43B675, 0xE7, 0xA3, 0xA0, 0xA1, 0x75A1
_CUES, _CHAPTERS, _EDITION, _CHAPTER = 0x1C53BB6B, 0x1043A770, 0x45B9, 0xB6
_KINDS = {1: "video", 2: "audio", 17: "subtitle"}

Element = tuple[int, memoryview]


@dataclass(frozen=True, slots=True)
class MatroskaTrack:
    """One track: `kind` is ``video``, ``audio`` or ``subtitle``, `codec` its CodecID (``V_VP9``).

    `start_ms` float64 (frames,) is when each frame is shown, in file order; `frame_ns` how long, where the track says
    (0: it does not). `size` is (0, 0) and `color` None for what is not video; `alpha_count` is the number of frames
    that carry an alpha plane of their own, as VP9's do.
    """

    kind: str
    codec: str
    size: tuple[int, int]
    frame_ns: int
    has_alpha_mode: bool
    alpha_count: int
    color: ColorTags | None
    start_ms: NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class MatroskaFilm:
    """One file: `doc_type` is ``webm`` or ``matroska``, `is_index_in_front` whether a player finds the cues first."""

    doc_type: str
    duration_ms: float
    title: str | None
    tracks: tuple[MatroskaTrack, ...]
    chapters: int
    is_index_in_front: bool


class _ElementError(Exception):
    pass


def read_matroska(path: Path) -> MatroskaFilm:
    """Read the elements of `path`. Raises `BadFileError` where they are cut off, inconsistent or no film at all."""
    with path.open("rb") as file:
        if file.seek(0, os.SEEK_END) == 0:
            film: MatroskaFilm | str = "it is empty"
        else:
            with mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ) as content:
                film = _read_or_blame(content)
    if isinstance(film, str):
        found = f"is not a whole Matroska film: {film}"
        raise BadFileError.single("bad-matroska", str(path), "", found, "export it again")
    return film


def _read_or_blame(content: mmap.mmap) -> MatroskaFilm | str:
    # a mapped file cannot be closed while an exception on its way up holds views of it: none leaves this function
    try:
        return _read(memoryview(content))
    except (_ElementError, struct.error, IndexError, ValueError) as error:
        return str(error)


def _number(data: memoryview, offset: int, *, keep_marker: bool) -> tuple[int, int]:
    """A number of variable length at `offset`, and where it ends. Its first bits say how long it is."""
    first = data[offset]
    length = 9 - first.bit_length()
    if length > 8 or offset + length > len(data):
        raise _ElementError(f"no number at offset {offset}")
    value = int.from_bytes(data[offset : offset + length])
    if not keep_marker:
        value &= (1 << 7 * length) - 1
        if value == (1 << 7 * length) - 1:
            raise _ElementError("an element that was never finished")
    return value, offset + length


def _elements(data: memoryview) -> Iterator[Element]:
    offset = 0
    while offset < len(data):
        name, offset = _number(data, offset, keep_marker=True)
        size, offset = _number(data, offset, keep_marker=False)
        if size > len(data) - offset:
            raise _ElementError(f"element {name:#x} is cut off")
        yield name, data[offset : offset + size]
        offset += size


def _find(data: memoryview, *names: int) -> memoryview | None:
    """The element at the end of a path of names, the first of each."""
    found: memoryview | None = data
    for name in names:
        found = next((inside for known, inside in _elements(found) if known == name), None) if found else None
    return found


def _integer(data: memoryview, *names: int, otherwise: int = 0) -> int:
    found = _find(data, *names)
    return otherwise if found is None else int.from_bytes(found)


def _text(data: memoryview, *names: int) -> str | None:
    found = _find(data, *names)
    return None if found is None else bytes(found).rstrip(b"\0").decode("utf-8", "replace")


def _read(content: memoryview) -> MatroskaFilm:
    top = dict(_elements(content))
    if _HEADER not in top or _SEGMENT not in top:
        raise _ElementError("no header and segment")
    order: list[int] = []
    starts: dict[int, list[int]] = {}
    alphas: dict[int, int] = {}
    segment: dict[int, memoryview] = {}
    for name, inside in _elements(top[_SEGMENT]):
        order.append(name)
        segment.setdefault(name, inside)
        if name == _CLUSTER:
            _read_cluster(inside, starts, alphas)
    if _INFO not in segment or _TRACKS not in segment or _CUES not in segment:
        raise _ElementError("no description, tracks and index")
    scale_ms = _integer(segment[_INFO], _TIMESTAMP_SCALE, otherwise=1_000_000) / 1e6
    duration = _find(segment[_INFO], _DURATION)
    units = struct.unpack(">d" if len(duration or b"") == 8 else ">f", duration or bytes(4))[0]
    editions = [inside for name, inside in _elements(segment.get(_CHAPTERS, content[:0])) if name == _EDITION]
    return MatroskaFilm(
        doc_type=_text(top[_HEADER], _DOC_TYPE) or "",
        duration_ms=units * scale_ms,
        title=_text(segment[_INFO], _TITLE),
        tracks=tuple(
            _track(entry, starts, alphas, scale_ms) for n, entry in _elements(segment[_TRACKS]) if n == _TRACK_ENTRY
        ),
        chapters=sum(name == _CHAPTER for edition in editions for name, _ in _elements(edition)),
        is_index_in_front=_CLUSTER in order and order.index(_CUES) < order.index(_CLUSTER),
    )


def _read_cluster(cluster: memoryview, starts: dict[int, list[int]], alphas: dict[int, int]) -> None:
    """Note when each frame of `cluster` is shown, by number of track, and which have something added."""
    base = 0
    for name, inside in _elements(cluster):
        block: memoryview | None = inside
        if name == _TIMESTAMP:
            base = int.from_bytes(inside)
            continue
        if name == _BLOCK_GROUP:
            block = _find(inside, _BLOCK)
        elif name != _SIMPLE_BLOCK:
            continue
        if block is None:
            raise _ElementError("a group without a block")
        number, offset = _number(block, 0, keep_marker=False)
        starts.setdefault(number, []).append(base + struct.unpack_from(">h", block, offset)[0])
        if name == _BLOCK_GROUP and _find(inside, _ADDITIONS) is not None:
            alphas[number] = alphas.get(number, 0) + 1


def _track(entry: memoryview, starts: dict[int, list[int]], alphas: dict[int, int], scale_ms: float) -> MatroskaTrack:
    number = _integer(entry, _TRACK_NUMBER)
    colour = _find(entry, _VIDEO, _COLOUR)
    color = None
    if colour is not None:
        primaries, transfer, matrix = (_integer(colour, n, otherwise=2) for n in (_PRIMARIES, _TRANSFER, _MATRIX))
        color = ColorTags(primaries, transfer, matrix, full_range=_integer(colour, _RANGE) == 2)
    return MatroskaTrack(
        kind=_KINDS.get(_integer(entry, _TRACK_TYPE), "other"),
        codec=_text(entry, _CODEC_ID) or "",
        size=(_integer(entry, _VIDEO, _PIXEL_WIDTH), _integer(entry, _VIDEO, _PIXEL_HEIGHT)),
        frame_ns=_integer(entry, _DEFAULT_DURATION),
        has_alpha_mode=_integer(entry, _VIDEO, _ALPHA_MODE) == 1,
        alpha_count=alphas.get(number, 0),
        color=color,
        start_ms=np.array(starts.get(number, []), np.float64) * scale_ms,
    )
