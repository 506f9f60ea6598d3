"""A skeleton file of any kind to a skeleton: its content, not its name, says whether it is JSON or binary."""

from __future__ import annotations

from collections.abc import Mapping

from rigbyscene.errors import Report
from rigbyscene.formats.assets import stem_of
from rigbyscene.formats.json_text import quoted
from rigbyscene.formats.skeleton_context import AttachmentKey
from rigbyscene.formats.skeleton_json import read_skeleton_json
from rigbyscene.model.skeleton import Skeleton

_HASH_BYTES = 8
_LONGEST_VERSION = 64


def read_skeleton(data: bytes, file: str, report: Report) -> tuple[Skeleton, Mapping[AttachmentKey, str]] | None:
    """The skeleton in `data` and the places of its attachments, as `read_skeleton_json` gives them.

    Binary skeletons are recognised and refused with the version that they name.
    """
    if not _is_binary(data):
        return read_skeleton_json(data, file, stem_of(file), report)
    version = binary_version(data)
    found = "a binary skeleton" if version is None else f"a binary skeleton of version {quoted(version)}"
    report.error("binary-skeleton", file, "", f"{found}; binary skeletons are not read yet", "export it as JSON")
    return None


def _is_binary(data: bytes) -> bool:
    """Not JSON: behind a byte order mark and blanks there is no `{`, and control characters that no text has."""
    head = data.removeprefix(b"\xef\xbb\xbf").lstrip(b" \t\r\n")[:64]
    return not head.startswith(b"{") and any(byte < 32 and byte not in b"\t\r\n" for byte in head)


def binary_version(data: bytes) -> str | None:
    """The version in a binary skeleton's head: 8 bytes hash, then a length-prefixed text; None where there is none.

    >>> binary_version(bytes(8) + b"\\x074.1.24" + bytes(8))
    '4.1.24'
    """
    length = data[_HASH_BYTES] - 1 if len(data) > _HASH_BYTES else -1
    text = data[_HASH_BYTES + 1 : _HASH_BYTES + 1 + max(length, 0)]
    if not 0 < length <= _LONGEST_VERSION or len(text) < length or not text[:1].isdigit() or not text.isascii():
        return None
    return text.decode("ascii")
