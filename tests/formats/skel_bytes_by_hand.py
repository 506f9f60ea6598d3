"""Binary skeletons put together by hand, byte by byte from the format sheet, without the package's writer."""

from __future__ import annotations

import struct

import pytest

VERSIONS = {"4.2": "4.2.22", "4.3": "4.3.75-beta"}


def v(*numbers: int) -> bytes:
    """Varints: 7 bits a byte, the lowest first; negative numbers as 32-bit two's complement."""
    made = bytearray()
    for number in numbers:
        left = number & 0xFFFFFFFF
        while left >= 0x80:
            made.append(left & 0x7F | 0x80)
            left >>= 7
        made.append(left)
    return bytes(made)


def f(*numbers: float) -> bytes:
    return struct.pack(f">{len(numbers)}f", *numbers)


def s(text: str | None) -> bytes:
    return v(0) if text is None else v(len(text.encode()) + 1) + text.encode()


def b(*values: int) -> bytes:
    return bytes(values)


def n(*records: bytes) -> bytes:
    """Records behind their number."""
    return v(len(records)) + b"".join(records)


NOTHING = v(0)


def bone(version: str, name: str, parent: int | None, *, nonessential: bool = False) -> bytes:
    made = s(name) + (b"" if parent is None else v(parent)) + f(0, 0, 0, 1, 1, 0, 0)
    made += f(10) + b(0) if version == "4.2" else b(0) + f(10)
    made += b(0)
    if nonessential:
        made += bytes.fromhex("9b9b9bff") + s(None) + (b"" if version == "4.2" else f(1, 0)) + b(1)
    return made


def slot(name: str, bone_index: int, *, nonessential: bool = False) -> bytes:
    made = s(name) + v(bone_index) + b"\xff" * 8 + v(0) + v(0)
    return made + (b(1) if nonessential else b"")


STRINGS = ("m", "r", "p", "l", "pic", "x")
"""References to them count from 1."""


def skel(
    version: str,
    *,
    constraints: bytes | None = None,
    skin: bytes = NOTHING,
    skins: bytes = NOTHING,
    events: bytes = NOTHING,
    animations: bytes = NOTHING,
    sliders: bytes = b"",
    nonessential: bool = False,
) -> bytes:
    """A file with bones root, upper, lower (its child) and aim, and slots a, b, c on the root."""
    made = bytes.fromhex("0102030405060708") + s(VERSIONS[version]) + f(1, 2, 3, 4, 100) + b(nonessential)
    if nonessential:
        made += f(30) + s("./images/") + s(None)
    made += n(*map(s, STRINGS))
    parents = (("root", None), ("upper", 0), ("lower", 1), ("aim", 0))
    made += n(*(bone(version, name, parent, nonessential=nonessential) for name, parent in parents))
    made += n(*(slot(name, 0, nonessential=nonessential) for name in "abc"))
    if constraints is None:
        constraints = v(0) if version == "4.3" else v(0, 0, 0, 0)
    return made + constraints + skin + skins + events + animations + sliders


def animation(version: str, color: bytes = b"", *, count: int = 1, **parts: bytes) -> bytes:
    """An animation "go" with these parts, `count` timelines in all; other parts are empty."""
    names = ["slots", "bones", "ik", "transform", "path", "physics", "slider", "attachments", "order", "folders"]
    names.append("events")
    if version == "4.2":
        names = [name for name in names if name not in ("slider", "folders")]
    assert set(parts) <= set(names)
    return s("go") + v(count) + b"".join(parts.get(name, NOTHING) for name in names) + color


BOTH = pytest.mark.parametrize("version", list(VERSIONS))
TRIANGLE = f(0, 0, 8, 0, 0, 8)
MESH_REST = v(3) + v(3) + TRIANGLE + f(0, 0, 1, 0, 0, 1) + v(0, 1, 2)
"""Hull, vertices, uvs, one triangle."""
