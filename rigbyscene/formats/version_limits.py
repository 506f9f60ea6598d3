"""What 4.2 has no word for: each thing of a 4.3 skeleton that stands against writing it as 4.2."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from rigbyscene.formats.json_text import quoted
from rigbyscene.formats.sections import Notes
from rigbyscene.model.animation import DrawOrderFolderTimeline
from rigbyscene.model.attachments import Attachment, Clipping, LinkedMesh, Mesh
from rigbyscene.model.constraints import (
    Constraint,
    IkConstraint,
    PhysicsConstraint,
    SliderConstraint,
    TransformConstraint,
)
from rigbyscene.model.enums import ScaleYMode
from rigbyscene.model.skeleton import Skeleton, Skin

_REMEDY = "4.2 does not have that: change it, or write 4.3"


def fits_42(skeleton: Skeleton, notes: Notes) -> bool:
    """Whether 4.2 can say all that `skeleton` does; what it cannot is reported, all of it."""
    found = [*_constraints(skeleton), *_attachments(skeleton), *_animations(skeleton)]
    for where, what in found:
        with notes.section(where):
            notes.error("only-4.3", what, _REMEDY)
    return not found


def _constraints(skeleton: Skeleton) -> Iterator[tuple[str, str]]:
    for constraint in skeleton.constraints:
        for what in _of_constraint(constraint):
            yield f"constraint {quoted(constraint.name)}", what


def _of_constraint(constraint: Constraint) -> Iterator[str]:
    match constraint:
        case SliderConstraint():
            yield "it is a slider constraint"
        case IkConstraint() if constraint.scale_y is ScaleYMode.VOLUME:
            yield "scaleY is volume"
        case PhysicsConstraint() if constraint.scale_y is not ScaleYMode.NONE:
            yield f"scaleY is {constraint.scale_y.name.lower()}"
        case TransformConstraint() if constraint.mappings is not None:
            yield from _of_transform(constraint)


def _of_transform(c: TransformConstraint) -> Iterator[str]:
    mappings = c.mappings or ()
    if any((m.source, m.source_offset, m.target_offset, m.scale) != (m.target, 0.0, 0.0, 1.0) for m in mappings):
        yield "it maps properties otherwise than each to itself"
    if len({m.target for m in mappings}) < len(mappings):
        yield "it writes a property twice"
    if c.clamp and mappings:
        yield "it clamps"
    if c.local_source != c.local_target and mappings:
        yield "its source and its target are in different spaces"


def _attachments(skeleton: Skeleton) -> Iterator[tuple[str, str]]:
    for skin in skeleton.skins:
        for (slot, key), attachment in skin.attachments.items():
            where = f"skin {quoted(skin.name)}, slot {quoted(skeleton.slots[slot].name)}, attachment {quoted(key)}"
            if isinstance(attachment, LinkedMesh) and attachment.source_slot != slot:
                other = skeleton.slots[attachment.source_slot].name
                yield where, f"its source is in another slot, {quoted(other)}"
            elif isinstance(attachment, Clipping) and attachment.inverse:
                yield where, "it clips away the inside"


def _animations(skeleton: Skeleton) -> Iterator[tuple[str, str]]:
    for animation in skeleton.animations:
        folders = sum(isinstance(t, DrawOrderFolderTimeline) for t in animation.timelines)
        if folders:
            yield f"animation {quoted(animation.name)}", f"it has {folders} draw order folders"


def without_editor_43(skeleton: Skeleton, notes: Notes) -> Skeleton:
    """`skeleton` without what only 4.3's editor shows: icons' sizes and turns, colours of animations, hints."""
    attachments = [a for skin in skeleton.skins for a in skin.attachments.values()]
    left_out = {
        "icons' sizes and rotations": any(b.icon_size != 1.0 or b.icon_rotation != 0.0 for b in skeleton.bones),
        "animations' colours": any(a.color is not None for a in skeleton.animations),
        "the hint that a clipping polygon is convex": any(isinstance(a, Clipping) and a.convex for a in attachments),
        "slots that need no mesh's timelines": any(isinstance(a, Mesh) and a.timeline_slots for a in attachments),
    }
    if any(left_out.values()):
        words = ", ".join(what for what, is_there in left_out.items() if is_there)
        notes.warning("left-out", f"4.2 does not have {words}", "they have no effect on poses")
    return replace(
        skeleton,
        bones=tuple(replace(b, icon_size=1.0, icon_rotation=0.0) for b in skeleton.bones),
        skins=tuple(_plain(skin) for skin in skeleton.skins),
        animations=tuple(replace(a, color=None) for a in skeleton.animations),
    )


def _plain(skin: Skin) -> Skin:
    made: dict[tuple[int, str], Attachment] = {}
    for at, attachment in skin.attachments.items():
        if isinstance(attachment, Clipping):
            attachment = replace(attachment, convex=False)
        elif isinstance(attachment, Mesh):
            attachment = replace(attachment, timeline_slots=())
        made[at] = attachment
    return replace(skin, attachments=made)
