"""Is it a binary skeleton, of which version, and if it is none, what else: told from the first bytes alone."""

from __future__ import annotations

import re

from rigbyscene.errors import Report
from rigbyscene.formats.json_text import quoted
from rigbyscene.model.enums import Format

HASH_BYTES = 8
LAYOUTS = {"4.2": Format.V42, "4.3": Format.V43}
READABLE = "4.2 and 4.3"

_VERSION = re.compile(rb"\d{1,3}\.\d{1,3}[0-9A-Za-z.\-]*")
_LONGEST_VERSION = 64
_HEAD_BYTES = 128
_FOREIGN = (
    (b"\x89PNG", "a PNG picture"),
    (b"\xff\xd8\xff", "a JPEG picture"),
    (b"RIFF", "a WebP picture or a sound"),
    (b"PK\x03\x04", "a ZIP archive, as work files (.rigby) are"),
    (b"\x1f\x8b", "a gzip archive"),
    (b"\xff\xfe", "text in UTF-16"),
    (b"\xfe\xff", "text in UTF-16"),
)


def is_binary(data: bytes) -> bool:
    """Whether `data` is for the binary reader: it has a version where binary skeletons have it, or is no text.

    A hash may begin with any byte, a `{` too, so the version counts first. Text has no control characters.
    """
    if binary_version(data) is not None:
        return True
    head = _text_head(data)
    return not head.startswith(b"{") and any(byte < 32 and byte not in b"\t\r\n" for byte in head)


def is_other_text(data: bytes) -> bool:
    """Whether `data`, which is not binary, holds something, but no JSON object."""
    head = _text_head(data)
    return bool(head) and not head.startswith(b"{")


def _text_head(data: bytes) -> bytes:
    return data.removeprefix(b"\xef\xbb\xbf").lstrip(b" \t\r\n")[:64]


def binary_version(data: bytes) -> str | None:
    """The version in a binary skeleton's head: 8 bytes hash, then a length-prefixed text; None where there is none.

    >>> binary_version(bytes(8) + b"\\x074.1.24" + bytes(8))
    '4.1.24'
    """
    return _version_at(data, HASH_BYTES)


def _version_at(data: bytes, at: int) -> str | None:
    length = data[at] - 1 if len(data) > at else 0
    text = data[at + 1 : at + 1 + length]
    if not 0 < length <= _LONGEST_VERSION or len(text) < length or not _VERSION.fullmatch(text):
        return None
    return text.decode("ascii")


def layout_named(version: str) -> Format | None:
    """The layout of a version, 4.2 or 4.3, by its first two numbers; None for others.

    >>> layout_named("4.2-from-4.3.01"), layout_named("4.20.1")
    (<Format.V42: 42>, None)
    """
    return LAYOUTS.get(".".join(version.split(".")[:2]).split("-")[0])


def layout_of(data: bytes, file: str, report: Report) -> Format | None:
    """The layout in which `data`, for which `is_binary` holds, is read; None, reported, where there is none."""
    version = binary_version(data)
    if version is not None:
        known = layout_named(version)
        if known is not None:
            return known
        _tell_version(version, HASH_BYTES + 1, file, report)
        return None
    foreign = next((what for magic, what in _FOREIGN if data.startswith(magic)), None)
    if foreign is not None:
        report.error("not-a-skeleton", file, "", f"this is {foreign}", "name a skeleton's .skel or .json file")
        return None
    older = next(((v, at) for at in range(_HEAD_BYTES) if (v := _version_at(data, at)) is not None), None)
    if older is not None:  # before 4.0 the version stood elsewhere
        _tell_version(older[0], older[1] + 1, file, report)
        return None
    found = "the binary data is no skeleton: it does not have a version behind the hash"
    report.error("not-a-skeleton", file, f"offset 0x{HASH_BYTES:x}, header", found, "export the skeleton again")
    return None


def _tell_version(version: str, at: int, file: str, report: Report) -> None:
    found = f"the skel is {quoted(version)}, this reads {READABLE}"
    report.error("bad-version", file, f"offset 0x{at:x}, header", found, "export it as one of these, or as JSON")
