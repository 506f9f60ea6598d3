"""Reading back what an MP4 file says of its video: enough to know that a film is whole, without decoding it.

The boxes are those of ISO/IEC 14496-12 (file format) and 14496-15 (avc1). Only `moov` is read into memory, some 12
bytes a frame.
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


@dataclass(frozen=True, slots=True)
class ColorTags:
    """The `colr` box of kind `nclx`: code points of ITU-T H.273 (1 is BT.709) and whether the range is full."""

    primaries: int
    transfer: int
    matrix: int
    full_range: bool


@dataclass(frozen=True, slots=True)
class VideoTrack:
    """One video track.

    `codec` is the sample entry's name (``avc1``), `size` (width, height) in pixels as coded, `frame_count` the number
    of samples. Times are in ticks of 1/`timescale` s: `start_ticks` int64 (frames,) when each is shown, ascending from
    the start of the film (edit list applied), `frame_ticks` int64 (frames,) how long in decoding order, `duration` the
    length of the whole track in seconds as its edit list states it. `sample_bytes` is the sum of all samples.
    """

    codec: str
    size: tuple[int, int]
    timescale: int
    frame_count: int
    start_ticks: NDArray[np.int64]
    frame_ticks: NDArray[np.int64]
    duration: Fraction
    color: ColorTags | None
    sample_bytes: int


@dataclass(frozen=True, slots=True)
class Mp4Film:
    """What the boxes of one file say: names of the top-level boxes in file order, bytes in `mdat`, all video tracks."""

    boxes: tuple[str, ...]
    media_bytes: int
    videos: tuple[VideoTrack, ...]

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
    videos = [
        _video(track, movie_timescale)
        for name, track in _boxes(moov)
        if name == "trak" and _path(track, "mdia", "hdlr")[8:12] == b"vide"
    ]
    return Mp4Film(tuple(names), media_bytes, tuple(videos))


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


def _video(track: bytes, movie_timescale: int) -> VideoTrack:
    media_header = _path(track, "mdia", "mdhd")
    timescale = struct.unpack_from(">I", media_header, 20 if media_header[0] == 1 else 12)[0]
    table = _path(track, "mdia", "minf", "stbl")
    codec, size, color = _sample_entry(_child(table, "stsd"))
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


def _sample_entry(description: bytes) -> tuple[str, tuple[int, int], ColorTags | None]:
    codec, entry = next(_boxes(description[8:]), ("", b""))
    size = struct.unpack_from(">HH", entry, 24)
    tags = _find(entry[_VISUAL_ENTRY_BYTES:], "colr")
    color = None
    if tags is not None and tags[:4] == b"nclx":
        primaries, transfer, matrix, flags = struct.unpack_from(">HHHB", tags, 4)
        color = ColorTags(primaries, transfer, matrix, bool(flags & 0x80))
    return codec, size, color


def _edit(track: bytes, whole: Fraction, movie_timescale: int) -> tuple[int, Fraction]:
    """Where in the media the track starts (in its ticks) and how long it lasts, by its edit list if it has one."""
    edits = _find(track, "edts")
    if edits is None:
        return 0, whole
    box = _child(edits, "elst")
    layout = ">Qq" if box[0] == 1 else ">Ii"
    if struct.unpack_from(">I", box, 4)[0] != 1:
        raise _BoxError("more than one edit")
    length, media_start = struct.unpack_from(layout, box, 8)
    return media_start, Fraction(length, movie_timescale)
