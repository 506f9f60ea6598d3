"""Reading back what animated pictures say of their frames, without decoding: GIF, PNG and APNG, WebP.

GIF89a; PNG, third edition (chunks acTL and fcTL); RIFF as WebP's container uses it (VP8X, ANIM, ANMF).
"""

from __future__ import annotations

import mmap
import struct
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path

from rigbyscene.errors import BadFileError

_PNG_SIGNATURE = b"\x89PNG\r\n\x1a\n"
_PNG_HAS_ALPHA = {0: False, 2: False, 3: False, 4: True, 6: True}


@dataclass(frozen=True, slots=True)
class Animation:
    """One file: size in pixels, how long each frame is shown, in seconds, and whether it may be seen through.

    `delays_s` of a picture that does not move is ``(0,)``. `loops` is how often it plays, 0 for ever.
    """

    size: tuple[int, int]
    delays_s: tuple[Fraction, ...]
    has_alpha: bool
    loops: int

    @property
    def duration_s(self) -> Fraction:
        return sum(self.delays_s, Fraction(0))


class _PictureError(Exception):
    pass


def _read(path: Path, kind: str, parse: Callable[[bytes | mmap.mmap], Animation]) -> Animation:
    try:
        with path.open("rb") as file, mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ) as content:
            return parse(content)
    except (_PictureError, struct.error, IndexError, ValueError) as error:
        found = f"is not a whole {kind}: {error}"
        raise BadFileError.single("bad-animation", str(path), "", found, "export it again") from None


def read_gif(path: Path) -> Animation:
    """Raises `BadFileError` where the file is cut off or no GIF."""
    return _read(path, "GIF", _gif)


def read_png(path: Path) -> Animation:
    """A PNG, animated or not. Raises `BadFileError` where the file is cut off or no PNG."""
    return _read(path, "PNG", _png)


def read_webp(path: Path) -> Animation:
    """Raises `BadFileError` where the file is cut off or no WebP."""
    return _read(path, "WebP", _webp)


def _gif(data: bytes | mmap.mmap) -> Animation:
    if data[:6] != b"GIF89a":
        raise _PictureError("it does not begin as one")
    size = struct.unpack_from("<HH", data, 6)
    offset = 13 + _color_table_bytes(data[10])
    delays: list[Fraction] = []
    delay, has_alpha, loops = Fraction(0), False, 1
    while (kind := data[offset]) != 0x3B:
        if kind == 0x2C:
            delays.append(delay)
            offset = _after_blocks(data, offset + 11 + _color_table_bytes(data[offset + 9]))
        elif kind == 0x21:
            if data[offset + 1] == 0xF9:
                flags, hundredths = struct.unpack_from("<BH", data, offset + 3)
                delay, has_alpha = Fraction(hundredths, 100), has_alpha or bool(flags & 1)
            elif data[offset + 3 : offset + 14] == b"NETSCAPE2.0":
                loops = struct.unpack_from("<H", data, offset + 16)[0]
            offset = _after_blocks(data, offset + 2)
        else:
            raise _PictureError(f"no block at offset {offset}")
    return Animation(size, tuple(delays), has_alpha, loops)


def _color_table_bytes(flags: int) -> int:
    return 3 << (flags & 7) + 1 if flags & 0x80 else 0


def _after_blocks(data: bytes | mmap.mmap, offset: int) -> int:
    while length := data[offset]:
        offset += 1 + length
    return offset + 1


def _png(data: bytes | mmap.mmap) -> Animation:
    if data[:8] != _PNG_SIGNATURE:
        raise _PictureError("it does not begin as one")
    size, has_alpha, announced, loops = (0, 0), False, 0, 1
    delays: list[Fraction] = []
    has_pixels = False
    name = b""
    for name, offset, _ in _png_chunks(data):
        if name == b"IHDR":
            size = struct.unpack_from(">II", data, offset)
            has_alpha = _PNG_HAS_ALPHA.get(data[offset + 9], False)
        elif name == b"acTL":
            announced, loops = struct.unpack_from(">II", data, offset)
        elif name == b"fcTL":
            numerator, denominator = struct.unpack_from(">HH", data, offset + 20)
            delays.append(Fraction(numerator, denominator or 100))
        elif name == b"IDAT":
            has_pixels = True
    if name != b"IEND" or not has_pixels:
        raise _PictureError("it has no end" if has_pixels else "it has no pixels")
    if announced != len(delays):
        raise _PictureError(f"it announces {announced} frames and has {len(delays)}")
    return Animation(size, tuple(delays) or (Fraction(0),), has_alpha, loops)


def _png_chunks(data: bytes | mmap.mmap) -> Iterator[tuple[bytes, int, int]]:
    """Name, start and length of the content of each chunk."""
    offset = 8
    while offset < len(data):
        length, name = struct.unpack_from(">I4s", data, offset)
        if offset + 12 + length > len(data):
            raise _PictureError(f"its chunk {name!r} is cut off")
        yield name, offset + 8, length
        offset += 12 + length


def _webp(data: bytes | mmap.mmap) -> Animation:
    head, length, kind = struct.unpack_from("<4sI4s", data)
    if (head, kind) != (b"RIFF", b"WEBP"):
        raise _PictureError("it does not begin as one")
    if length + 8 != len(data):
        raise _PictureError(f"it has {len(data)} bytes instead of {length + 8}")
    size, has_alpha, loops = (0, 0), False, 1
    delays: list[Fraction] = []
    offset = 12
    while offset < len(data):
        name, length = struct.unpack_from("<4sI", data, offset)
        if offset + 8 + length > len(data):
            raise _PictureError(f"its chunk {name!r} is cut off")
        start = offset + 8
        if name == b"VP8X":
            has_alpha = bool(data[start] & 0x10)
            size = (_three_bytes(data, start + 4) + 1, _three_bytes(data, start + 7) + 1)
        elif name == b"ANIM":
            loops = struct.unpack_from("<H", data, start + 4)[0]
        elif name == b"ANMF":
            delays.append(Fraction(_three_bytes(data, start + 12), 1000))
        elif name in (b"VP8 ", b"VP8L"):
            delays.append(Fraction(0))
            size = size if size != (0, 0) else _webp_picture_size(data, name, start)
            has_alpha = has_alpha or (name == b"VP8L" and bool(data[start + 4] & 0x10))
        offset += 8 + length + length % 2
    if not delays:
        raise _PictureError("it has no picture")
    return Animation(size, tuple(delays), has_alpha, loops)


def _three_bytes(data: bytes | mmap.mmap, offset: int) -> int:
    return int.from_bytes(data[offset : offset + 3], "little")


def _webp_picture_size(data: bytes | mmap.mmap, name: bytes, start: int) -> tuple[int, int]:
    """Of a file that is one bare picture: lossless ones have 14 bits a side, lossy ones a key frame's header."""
    if name == b"VP8L":
        bits = struct.unpack_from("<I", data, start + 1)[0]
        return (bits & 0x3FFF) + 1, (bits >> 14 & 0x3FFF) + 1
    width, height = struct.unpack_from("<HH", data, start + 6)
    return width & 0x3FFF, height & 0x3FFF
