"""A skeleton model to a binary skeleton of 4.2 or 4.3: everything that the model holds, in 4-byte floats."""

from __future__ import annotations

import base64
import binascii
from collections.abc import Sequence

from rigbyscene.errors import Report
from rigbyscene.formats.json_text import quoted
from rigbyscene.formats.skel_bytes import NO_DARK
from rigbyscene.formats.skel_head import HASH_BYTES
from rigbyscene.formats.skel_layout import BONE_COLOR
from rigbyscene.formats.write_skel_animations import write_animations
from rigbyscene.formats.write_skel_bytes import ByteWriter, rgba_of
from rigbyscene.formats.write_skel_constraints import write_constraints
from rigbyscene.formats.write_skel_context import Skel, skel_of
from rigbyscene.formats.write_skel_skins import write_skins
from rigbyscene.model.enums import Format
from rigbyscene.model.skeleton import Bone, Header, Skeleton


def write_skel(skeleton: Skeleton, file: str, report: Report, strings: Sequence[str] = ()) -> bytes:
    """The bytes of `skeleton`, which is of 4.2 or 4.3 (ValueError for 3.8: see `versions.brought_to`).

    What the format cannot hold goes to `report` as an error, or as a warning where it has no effect on poses; `file`
    is the path for messages. After errors the bytes are of no use. The string table begins with `strings`.
    """
    if skeleton.format is Format.V38:
        raise ValueError("there is no binary layout of 3.8")
    writer = ByteWriter(file, report, strings)
    skel = skel_of(skeleton, writer)
    for part in (_bones, _slots, write_constraints, write_skins, _events, write_animations):
        part(skel)
    head = ByteWriter(file, report)
    _header(head, skeleton.header, skel.nonessential)
    table = list(strings) + list(writer.strings)[len(dict.fromkeys(strings)) :]
    head.varint(len(table))
    for string in table:
        head.string(string)
    return bytes(head.out + writer.out)


def _header(w: ByteWriter, header: Header, nonessential: bool) -> None:
    with w.section("header"):
        digest = hash_bytes(header.hash)
        if digest is None:
            w.warning("hash", f"the hash {quoted(header.hash)} is not 8 bytes in base64", "none is written")
        w.out += digest or bytes(HASH_BYTES)
        w.string(header.version)
        for value in (header.x, header.y, header.width, header.height, header.reference_scale):
            w.number(value)
        w.boolean(nonessential)
        if nonessential:
            w.number(header.fps)
            w.string(header.images)
            w.string(header.audio)


def hash_bytes(text: str) -> bytes | None:
    """The 8 bytes whose base64 without padding is `text`, all 0 for none; None where it is something else.

    >>> hash_bytes("dr3Kr/vMgPA").hex(), hash_bytes("x")
    ('76bdcaaffbcc80f0', None)
    """
    if not text:
        return bytes(HASH_BYTES)
    try:
        digest = base64.b64decode(text + "=", validate=True)
    except (binascii.Error, ValueError):
        return None
    whole = len(digest) == HASH_BYTES and base64.b64encode(digest).decode().rstrip("=") == text
    return digest if whole else None


def _bones(skel: Skel) -> None:
    w = skel.writer
    w.varint(len(skel.skeleton.bones))
    for index, bone in enumerate(skel.skeleton.bones):
        with w.section(f"bone {quoted(bone.name)}"):
            _bone(skel, bone, is_root=index == 0)


def _bone(skel: Skel, b: Bone, *, is_root: bool) -> None:
    w = skel.writer
    w.string(b.name)
    if not is_root:
        w.varint(b.parent)
    for value in (b.rotation, b.x, b.y, b.scale_x, b.scale_y, b.shear_x, b.shear_y):
        w.number(value)
    if skel.newer:
        w.byte(b.inherit)
        w.number(b.length)
    else:
        w.number(b.length)
        w.byte(b.inherit)
    w.boolean(b.skin_required)
    if skel.nonessential:
        skel.editor_color(b.color, BONE_COLOR)
        w.string(b.icon)
        if skel.newer:
            w.number(b.icon_size)
            w.number(b.icon_rotation)
        w.boolean(b.visible)


def _slots(skel: Skel) -> None:
    w = skel.writer
    w.varint(len(skel.skeleton.slots))
    for slot in skel.skeleton.slots:
        w.string(slot.name)
        w.varint(slot.bone)
        w.color(slot.color)
        w.uint32(NO_DARK if slot.dark is None else rgba_of((*slot.dark, 0.0)) >> 8)
        w.ref(slot.attachment)
        w.varint(slot.blend)
        if skel.nonessential:
            w.boolean(slot.visible)


def _events(skel: Skel) -> None:
    w = skel.writer
    w.varint(len(skel.skeleton.events))
    for event in skel.skeleton.events:
        with w.section(f"event {quoted(event.name)}"):
            w.string(event.name)
            w.zigzag(event.int_value)
            w.number(event.float_value)
            w.string(event.string_value)
            w.string(event.audio)
            if event.audio is not None:
                w.number(event.volume)
                w.number(event.balance)
            elif (event.volume, event.balance) != (1.0, 0.0):
                found = "the event has no audio, but a volume and balance"
                w.warning("left-out", found, "a .skel does not hold them; they have no effect")
