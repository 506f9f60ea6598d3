"""Binary skeletons of 4.2 and 4.3 to the one model, section by section from the file's front to its back.

The layout is the project's own sheet, found by decoding; what it leaves open is said where it matters.
"""

from __future__ import annotations

import base64
from collections.abc import Mapping

from rigbyscene.errors import Report
from rigbyscene.formats.fields import Source
from rigbyscene.formats.json_text import quoted
from rigbyscene.formats.skel_animations import read_animations, read_slider_animations
from rigbyscene.formats.skel_bytes import NO_DARK, BrokenSkel, ByteReader, color_of
from rigbyscene.formats.skel_constraints import read_constraints
from rigbyscene.formats.skel_context import SkelContext
from rigbyscene.formats.skel_head import HASH_BYTES, layout_of
from rigbyscene.formats.skel_layout import BONE_COLOR
from rigbyscene.formats.skel_skins import read_skins
from rigbyscene.formats.skeleton_context import AttachmentKey
from rigbyscene.model.constraints import PhysicsConstraint
from rigbyscene.model.enums import Blend, Inherit
from rigbyscene.model.skeleton import REFERENCE_SCALES, Bone, EventData, Header, Skeleton, Slot


def read_skel(data: bytes, file: str, name: str, report: Report) -> tuple[Skeleton, Mapping[AttachmentKey, str]] | None:
    """The skeleton in `data`, and the place (offset and section) of each attachment by (skin, slot, placeholder).

    `file` is the path for messages, `name` the skeleton's name. The first fault of the layout is reported and ends the
    reading with None; memory and time are bounded by the file's size. Numbers are the file's 32-bit floats, exactly.
    """
    layout = layout_of(data, file, report)
    if layout is None:
        return None
    context = SkelContext(ByteReader(data, Source(file, report)), layout)
    try:
        return _skeleton(context, name), context.attachment_places
    except BrokenSkel as broken:
        report.error(broken.code, file, broken.place, broken.found, broken.remedy)
        return None


def _skeleton(context: SkelContext, name: str) -> Skeleton:
    r = context.reader
    with r.section("header"):
        header = _header(context)
    with r.section("string table"):
        r.strings = [r.string("a string") or "" for _ in range(r.count("strings"))]
    with r.section("bones"):
        context.bones = _bones(context)
    with r.section("slots"):
        context.slots = _slots(context)
    read_constraints(context)
    read_skins(context)
    with r.section("events"):
        context.events = _events(context)
    animations = read_animations(context)
    if context.newer:
        context.constraints = read_slider_animations(context, len(animations))
    if r.left:
        remedy = "they are ignored; export the file again if something is missing"
        r.warn("trailing-bytes", f"{r.left} bytes behind the skeleton's end", remedy)
    least, most = REFERENCE_SCALES
    swings = any(isinstance(constraint, PhysicsConstraint) for constraint in context.constraints)
    if swings and not least <= header.reference_scale <= most:
        found = f"physics cannot be scaled by {header.reference_scale:g}"
        r.warn("bad-reference-scale", found, "it moves as with 100")
    return Skeleton(
        name,
        context.format,
        header,
        context.bones,
        context.slots,
        context.skins,
        context.constraints,
        context.events,
        animations,
        context.listed,
    )


def _header(context: SkelContext) -> Header:
    r = context.reader
    at = r.need(HASH_BYTES, "the hash")
    digest = r.data[at : at + HASH_BYTES]
    version = r.string("the version") or ""
    x, y, width, height, reference_scale = (
        r.number(what) for what in ("x", "y", "the width", "the height", "the reference scale")
    )
    context.nonessential = r.boolean("the nonessential flag")
    return Header(
        hash=base64.b64encode(digest).decode().rstrip("=") if any(digest) else "",
        version=version,
        x=x,
        y=y,
        width=width,
        height=height,
        reference_scale=reference_scale,
        fps=r.number("fps") if context.nonessential else 30.0,
        images=r.string("the images' folder") if context.nonessential else None,
        audio=r.string("the sounds' folder") if context.nonessential else None,
        nonessential=context.nonessential,
    )


def _bones(context: SkelContext) -> tuple[Bone, ...]:
    r = context.reader
    made: list[Bone] = []
    names: set[str] = set()
    count = r.count("bones", 35)
    if not count:
        r.fail("no-bones", "the skeleton has no bones", remedy="export a skeleton with a root bone")
    for index in range(count):
        at, name = r.pos, r.name("a bone")
        context.unique("bone", name, names, at)
        names.add(name)
        with r.section(f"bone {quoted(name)}"):
            made.append(_bone(context, name, index))
    return tuple(made)


def _bone(context: SkelContext, name: str, index: int) -> Bone:
    r = context.reader
    parent = r.index(index, "a bone before this one") if index else -1
    rotation, x, y, scale_x, scale_y, shear_x, shear_y = (r.number(what) for what in _TRANSFORM)
    if context.newer:
        inherit = Inherit(r.choice(len(Inherit), "the inherit mode"))
        length = r.number("the length")
    else:
        length = r.number("the length")
        inherit = Inherit(r.choice(len(Inherit), "the inherit mode"))
    skin_required = r.boolean("skin")
    color = context.editor_color(BONE_COLOR)
    icon, icon_size, icon_rotation, visible = None, 1.0, 0.0, True
    if context.nonessential:
        icon = r.string("the icon")
        if context.newer:
            icon_size, icon_rotation = r.number("the icon's size"), r.number("the icon's rotation")
        visible = r.boolean("visible")
    return Bone(
        name,
        parent,
        length=length,
        x=x,
        y=y,
        rotation=rotation,
        scale_x=scale_x,
        scale_y=scale_y,
        shear_x=shear_x,
        shear_y=shear_y,
        inherit=inherit,
        skin_required=skin_required,
        color=color,
        icon=icon,
        icon_size=icon_size,
        icon_rotation=icon_rotation,
        visible=visible,
    )


_TRANSFORM = ("rotation", "x", "y", "scaleX", "scaleY", "shearX", "shearY")


def _slots(context: SkelContext) -> tuple[Slot, ...]:
    r = context.reader
    made: list[Slot] = []
    names: set[str] = set()
    for _ in range(r.count("slots", 12)):
        at, name = r.pos, r.name("a slot")
        context.unique("slot", name, names, at)
        names.add(name)
        with r.section(f"slot {quoted(name)}"):
            bone = context.bone()
            color, dark = color_of(r.uint32("the colour")), r.uint32("the dark colour")
            attachment = r.ref("the attachment")
            blend_at, blend = r.pos, r.varint("the blend mode")
            if blend >= len(Blend):
                r.fail("out-of-range", f"the blend mode is {blend}; it goes up to {len(Blend) - 1}", at=blend_at)
            visible = r.boolean("visible") if context.nonessential else True
            rgb = None if dark == NO_DARK else color_of(dark << 8 & 0xFFFFFFFF)[:3]
            made.append(Slot(name, bone, color, rgb, attachment, Blend(blend), visible))
    return tuple(made)


def _events(context: SkelContext) -> tuple[EventData, ...]:
    r = context.reader
    made: list[EventData] = []
    names: set[str] = set()
    for _ in range(r.count("events", 8)):
        at, name = r.pos, r.name("an event")
        context.unique("event", name, names, at)
        names.add(name)
        with r.section(f"event {quoted(name)}"):
            int_value, float_value = r.zigzag("the int"), r.number("the float")
            string, audio = r.string("the string") or "", r.string("the audio")
            volume, balance = 1.0, 0.0
            if audio is not None:
                volume, balance = r.number("the volume"), r.number("the balance")
            made.append(EventData(name, int_value, float_value, string, audio, volume, balance))
    return tuple(made)
