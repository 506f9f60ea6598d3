"""Reading back what an MP4 file says of its video: enough to know that a film is whole, without decoding it.

The boxes are those of ISO/IEC 14496-12 (file format) and 14496-15 (avc1); MOV files have the same ones but for colour
tags (`colr` of kind `nclc`, always limited range) and titles. Only `moov` is read into memory, some 12 bytes a frame.
"""

from __future__ import annotations

import os
import struct
from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path
from typing import BinaryIO

import numpy as np
from numpy.typing import NDArray

from rigbyscene.errors import BadFileError

_VISUAL_ENTRY_BYTES = 78  # fixed fields of a visual sample entry, before its own boxes
_MAX_MOOV_BYTES = 1 << 28
CHAPTERS = "chap"
"""The kind that `OtherTrack` gives to a track of chapters: in the file it is text like any other."""


@dataclass(frozen=True, slots=True)
class ColorTags:
    """The `colr` box: code points of ITU-T H.273 (1 is BT.709) and whether the range is full."""

    primaries: int
    transfer: int
    matrix: int
    full_range: bool


@dataclass(frozen=True, slots=True)
class VideoTrack:
    """One video track.

    `codec` is the sample entry's name (``avc1``), `size` (width, height) in pixels as coded, `depth` its bits a pixel
    (32 where there is alpha, else 24), `frame_count` the number of samples. Times are in ticks of 1/`timescale` s:
    `start_ticks` int64 (frames,) when each is shown, ascending from the start of the film (edit list applied),
    `frame_ticks` int64 (frames,) how long in decoding order, `duration` the length of the whole track in seconds as its
    edit list states it. `sample_bytes` is the sum of all samples.
    """

    codec: str
    size: tuple[int, int]
    depth: int
    timescale: int
    frame_count: int
    start_ticks: NDArray[np.int64]
    frame_ticks: NDArray[np.int64]
    duration: Fraction
    color: ColorTags | None
    sample_bytes: int


@dataclass(frozen=True, slots=True)
class OtherTrack:
    """A track that is not video: `kind` is its handler (``soun``, ``sbtl``, ``text``), or `CHAPTERS`."""

    kind: str
    codec: str
    sample_count: int
    duration: Fraction


@dataclass(frozen=True, slots=True)
class Mp4Film:
    """What the boxes of one file say: names of the top-level boxes in file order, bytes in `mdat`, all tracks, the
    film's title."""

    boxes: tuple[str, ...]
    media_bytes: int
    videos: tuple[VideoTrack, ...]
    others: tuple[OtherTrack, ...] = ()
    title: str | None = None

    @property
    def is_faststart(self) -> bool:
        """Whether a player that reads from the start knows the film before its first picture arrives."""
        return "moov" in self.boxes and self.boxes.index("moov") < self.boxes.index("mdat")


def read_mp4(path: Path) -> Mp4Film:
    """Read the boxes of `path`. Raises `BadFileError` where they are cut off, inconsistent or no film at all."""
    try:
        with path.open("rb") as file:
            return _read(file)
    except (_BoxError, struct.error, IndexError, ValueError, ZeroDivisionError) as error:
        found = f"is not a whole MP4 film: {error}"
        raise BadFileError.single("bad-mp4", str(path), "", found, "export it again") from None


class _BoxError(Exception):
    pass


def _read(file: BinaryIO) -> Mp4Film:
    file_bytes = file.seek(0, os.SEEK_END)
    names: list[str] = []
    media_bytes = 0
    moov = b""
    offset = 0
    while offset < file_bytes:
        file.seek(offset)
        head = file.read(16)
        name, header_bytes, box_bytes = _header(head, file_bytes - offset)
        if box_bytes > file_bytes - offset:
            raise _BoxError(f"box {name!r} at offset {offset} is cut off")
        names.append(name)
        if name == "mdat":
            media_bytes += box_bytes - header_bytes
        elif name == "moov":
            if box_bytes > _MAX_MOOV_BYTES:
                raise _BoxError(f"box 'moov' has {box_bytes} bytes")
            file.seek(offset + header_bytes)
            moov = file.read(box_bytes - header_bytes)
        offset += box_bytes
    if not moov or "mdat" not in names:
        raise _BoxError(f"no {'pictures' if moov else 'index'} among the boxes {names}")
    header = _child(moov, "mvhd")
    movie_timescale = struct.unpack_from(">I", header, 20 if header[0] == 1 else 12)[0]
    tracks = [(_path(track, "mdia", "hdlr")[8:12].decode("latin-1"), track) for n, track in _boxes(moov) if n == "trak"]
    chapters = {number for kind, track in tracks if kind == "vide" for number in _references(track, "chap")}
    return Mp4Film(
        tuple(names),
        media_bytes,
        tuple(_video(track, movie_timescale) for kind, track in tracks if kind == "vide"),
        tuple(
            _other(CHAPTERS if _track_id(track) in chapters else kind, track, movie_timescale)
            for kind, track in tracks
            if kind != "vide"
        ),
        _title(moov),
    )


def _header(head: bytes, room: int) -> tuple[str, int, int]:
    """Name, length of the header and length of the whole box whose first bytes are `head`."""
    box_bytes, raw_name = struct.unpack_from(">I4s", head)
    name = raw_name.decode("latin-1")
    header_bytes = 8
    if box_bytes == 1:
        box_bytes = struct.unpack_from(">Q", head, 8)[0]
        header_bytes = 16
    elif box_bytes == 0:
        box_bytes = room
    if box_bytes < header_bytes:
        raise _BoxError(f"box {name!r} has {box_bytes} bytes")
    return name, header_bytes, box_bytes


def _boxes(content: bytes) -> Iterator[tuple[str, bytes]]:
    offset = 0
    while offset < len(content):
        name, header_bytes, box_bytes = _header(content[offset : offset + 16], len(content) - offset)
        if box_bytes > len(content) - offset:
            raise _BoxError(f"box {name!r} is longer than the box around it")
        yield name, content[offset + header_bytes : offset + box_bytes]
        offset += box_bytes


def _find(content: bytes, wanted: str) -> bytes | None:
    return next((inside for name, inside in _boxes(content) if name == wanted), None)


def _child(content: bytes, wanted: str) -> bytes:
    inside = _find(content, wanted)
    if inside is None:
        raise _BoxError(f"no box {wanted!r}")
    return inside


def _path(content: bytes, *names: str) -> bytes:
    for name in names:
        content = _child(content, name)
    return content


def _title(moov: bytes) -> str | None:
    """The film's name: in MP4 an item of a list in a box of metadata, in MOV a text with its length and language."""
    user = _find(moov, "udta") or b""
    meta = _find(user, "meta")
    if meta is not None:
        item = _find(_find(meta[4:], "ilst") or b"", "\xa9nam")
        return None if item is None else _child(item, "data")[8:].decode("utf-8", "replace")
    text = _find(user, "\xa9nam")
    return None if text is None else text[4 : 4 + struct.unpack_from(">H", text)[0]].decode("utf-8", "replace")


def _timescale(track: bytes) -> int:
    media_header = _path(track, "mdia", "mdhd")
    return int(struct.unpack_from(">I", media_header, 20 if media_header[0] == 1 else 12)[0])


def _references(track: bytes, kind: str) -> tuple[int, ...]:
    """The numbers of the tracks that `track` names as its `kind`."""
    numbers = _find(_find(track, "tref") or b"", kind) or b""
    return struct.unpack(f">{len(numbers) // 4}I", numbers)


def _track_id(track: bytes) -> int | None:
    header = _find(track, "tkhd")
    return None if header is None else int(struct.unpack_from(">I", header, 20 if header[0] == 1 else 12)[0])


def _other(kind: str, track: bytes, movie_timescale: int) -> OtherTrack:
    table = _path(track, "mdia", "minf", "stbl")
    codec = next((name for name, _ in _boxes(_child(table, "stsd")[8:])), "")
    sample_count = struct.unpack_from(">I", _child(table, "stsz"), 8)[0]
    ticks = _runs(_child(table, "stts"), sample_count, ">u4")
    _, duration = _edit(track, Fraction(int(ticks.sum()), _timescale(track)), movie_timescale)
    return OtherTrack(kind, codec, sample_count, duration)


def _video(track: bytes, movie_timescale: int) -> VideoTrack:
    timescale = _timescale(track)
    table = _path(track, "mdia", "minf", "stbl")
    codec, size, depth, color = _sample_entry(_child(table, "stsd"))
    sizes = _child(table, "stsz")
    same_bytes, frame_count = struct.unpack_from(">II", sizes, 4)
    if same_bytes:
        sample_bytes = same_bytes * frame_count
    else:
        sample_bytes = int(np.frombuffer(sizes, ">u4", frame_count, 12).sum(dtype=np.int64))
    frame_ticks = _runs(_child(table, "stts"), frame_count, ">u4")
    decode_ticks = np.cumsum(frame_ticks) - frame_ticks
    shift = _find(table, "ctts")
    if shift is not None:
        decode_ticks = decode_ticks + _runs(shift, frame_count, ">i4" if shift[0] == 1 else ">u4")
    media_start, duration = _edit(track, Fraction(int(frame_ticks.sum()), timescale), movie_timescale)
    return VideoTrack(
        codec=codec,
        size=size,
        depth=depth,
        timescale=timescale,
        frame_count=frame_count,
        start_ticks=np.sort(decode_ticks) - media_start,
        frame_ticks=frame_ticks,
        duration=duration,
        color=color,
        sample_bytes=sample_bytes,
    )


def _runs(box: bytes, frame_count: int, value_type: str) -> NDArray[np.int64]:
    """The values of a run-length table (`stts`, `ctts`): rows of count and value, int64 (frame_count,)."""
    row_count = struct.unpack_from(">I", box, 4)[0]
    rows = np.frombuffer(box, np.dtype([("count", ">u4"), ("value", value_type)]), row_count, 8)
    if int(rows["count"].sum(dtype=np.int64)) != frame_count:
        raise _BoxError(f"its tables disagree on the number of frames ({frame_count})")
    return np.repeat(rows["value"].astype(np.int64), rows["count"].astype(np.int64))


def _sample_entry(description: bytes) -> tuple[str, tuple[int, int], int, ColorTags | None]:
    codec, entry = next(_boxes(description[8:]), ("", b""))
    size = struct.unpack_from(">HH", entry, 24)
    depth = struct.unpack_from(">H", entry, 74)[0]
    tags = _find(entry[_VISUAL_ENTRY_BYTES:], "colr")
    color = None
    if tags is not None and tags[:4] in (b"nclx", b"nclc"):
        primaries, transfer, matrix = struct.unpack_from(">HHH", tags, 4)
        color = ColorTags(primaries, transfer, matrix, tags[:4] == b"nclx" and bool(tags[10] & 0x80))
    return codec, size, depth, color


def _edit(track: bytes, whole: Fraction, movie_timescale: int) -> tuple[int, Fraction]:
    """Where in the media the track starts (in its ticks) and how long it lasts, by its edit list if it has one."""
    edits = _find(track, "edts")
    if edits is None:
        return 0, whole
    box = _child(edits, "elst")
    layout = ">Qq" if box[0] == 1 else ">Ii"
    count = struct.unpack_from(">I", box, 4)[0]
    step = struct.calcsize(layout) + 4
    edits_found = [struct.unpack_from(layout, box, 8 + step * k) for k in range(count)]
    # an edit from -1 is a pause before the track begins: subtitles have one
    shown = [(length, start) for length, start in edits_found if start != -1]
    if len(shown) != 1:
        raise _BoxError(f"{len(shown)} edits in a track instead of one")
    return shown[0][1], Fraction(sum(length for length, _ in edits_found), movie_timescale)
