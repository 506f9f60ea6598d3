"""Random animations of a skeleton, for hypothesis: every kind of timeline that it can have."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from hypothesis import strategies as st

from rigbyscene.formats.skel_layout import (
    ANIMATION_COLOR,
)
from rigbyscene.model.animation import (
    Animation,
    AttachmentTimeline,
    CurveTimeline,
    DeformTimeline,
    DrawOrderFolderTimeline,
    DrawOrderTimeline,
    EventKey,
    EventTimeline,
    IkTimeline,
    InheritTimeline,
    PhysicsResetTimeline,
    SequenceTimeline,
    Timeline,
)
from rigbyscene.model.attachments import (
    Attachment,
    BoundingBox,
    Clipping,
    LinkedMesh,
    Mesh,
    Path,
    Region,
)
from rigbyscene.model.constraints import (
    IkConstraint,
    PathConstraint,
    PhysicsConstraint,
    SliderConstraint,
    TransformConstraint,
)
from rigbyscene.model.enums import (
    Format,
    Inherit,
    Property,
    SequenceMode,
)
from rigbyscene.model.skeleton import Skeleton
from tests.formats.model_basics import Draw, array, curves, flag, maybe, number, text, times, unlike, whole


@st.composite
def animations(draw: Draw, name: str, skeleton: Skeleton) -> Animation:
    newer = skeleton.format is Format.V43
    made: list[Timeline] = []

    def curve(prop: Property, target: int, *, colors: bool = False) -> None:
        if draw(st.integers(0, 3)) == 0:
            at = times(draw)
            values = array(draw, len(at), prop.width, bytes_of=colors)
            made.append(CurveTimeline(prop, target, at, values, curves(draw, len(at), prop.width)))

    for target in range(len(skeleton.slots)):
        for prop in (Property.RGBA, Property.RGB, Property.ALPHA, Property.RGBA2, Property.RGB2):
            curve(prop, target, colors=True)
        if draw(flag):
            at = times(draw)
            shown = tuple(draw(maybe(text)) for _ in at)
            made.append(AttachmentTimeline(target, at, shown))
    for target in range(len(skeleton.bones)):
        for prop in (p for p in Property if p.group == "bone"):
            curve(prop, target)
        if draw(flag):
            at = times(draw)
            modes = np.array([draw(st.sampled_from(Inherit)) for _ in at], np.int32)
            made.append(InheritTimeline(target, at, modes))
    _constraint_timelines(draw, skeleton, curve, made)
    for number_, skin in enumerate(skeleton.skins):
        for (slot, key), attachment in skin.attachments.items():
            made += _attachment_timelines(draw, skeleton, (number_, slot, key), attachment)
    made += _order_timelines(draw, skeleton, newer)
    if skeleton.events and draw(flag):
        made.append(EventTimeline(tuple(_event(draw, skeleton, t) for t in times(draw).tolist())))
    ends = [t.keys[-1].time if isinstance(t, EventTimeline) else float(t.times[-1]) for t in made]
    return Animation(name, tuple(made), max([0.0, *ends]), draw(unlike(ANIMATION_COLOR)) if newer else None)


def _constraint_timelines(draw: Draw, skeleton: Skeleton, curve: Callable[..., None], made: list[Timeline]) -> None:
    physics = [p for p in Property if p.group == "physics"]
    for target, constraint in enumerate(skeleton.constraints):
        match constraint:
            case IkConstraint():
                if draw(flag):
                    at = times(draw)
                    bits = [np.array([draw(flag) for _ in at]) for _ in range(3)]
                    made.append(IkTimeline(target, at, array(draw, len(at), 2), curves(draw, len(at), 2), *bits))
            case TransformConstraint():
                curve(Property.TRANSFORM_MIX, target)
            case PathConstraint():
                for prop in (Property.PATH_POSITION, Property.PATH_SPACING, Property.PATH_MIX):
                    curve(prop, target)
            case PhysicsConstraint():
                for prop in physics:
                    curve(prop, target)
                if draw(flag):
                    made.append(PhysicsResetTimeline(target, times(draw)))
            case SliderConstraint():
                curve(Property.SLIDER_TIME, target)
                curve(Property.SLIDER_MIX, target)
    for prop in physics:
        curve(prop, -1)
    if draw(flag):
        made.append(PhysicsResetTimeline(-1, times(draw)))


def _attachment_timelines(
    draw: Draw, skeleton: Skeleton, at: tuple[int, int, str], attachment: Attachment
) -> list[Timeline]:
    made: list[Timeline] = []
    shape = attachment
    while isinstance(shape, LinkedMesh):
        shape = skeleton.skins[shape.source_skin].attachments[shape.source_slot, shape.source_key]
    if isinstance(shape, Mesh | Clipping | BoundingBox | Path) and draw(flag):
        when = times(draw)
        offsets = array(draw, len(when), len(shape.vertices.xy), 2)
        made.append(DeformTimeline(*at, when, offsets, curves(draw, len(when), 1)))
    if isinstance(attachment, Region | Mesh | LinkedMesh) and attachment.sequence is not None and draw(flag):
        when = times(draw)
        modes = np.array([draw(st.sampled_from(SequenceMode)) for _ in when], np.int32)
        indices = np.array([draw(st.integers(0, 9)) for _ in when], np.int32)
        made.append(SequenceTimeline(*at, when, modes, indices, array(draw, len(when))))
    return made


def _order_timelines(draw: Draw, skeleton: Skeleton, newer: bool) -> list[Timeline]:
    made: list[Timeline] = []
    count = len(skeleton.slots)

    def moves(slots: list[int]) -> tuple[tuple[int, int], ...]:
        """Some of `slots` at places of their own."""
        moved = draw(st.lists(st.sampled_from(slots), max_size=2, unique=True))
        places = draw(st.permutations(range(len(slots))))
        return tuple((slot, places[i] - slots.index(slot)) for i, slot in enumerate(moved))

    if count and draw(flag):
        at = times(draw)
        made.append(DrawOrderTimeline(at, tuple(moves(list(range(count))) for _ in at)))
    if count and newer and draw(flag):
        listed = sorted(draw(st.sets(st.integers(0, count - 1), min_size=1)))
        at = times(draw)
        made.append(DrawOrderFolderTimeline(tuple(listed), at, tuple(moves(listed) for _ in at)))
    return made


def _event(draw: Draw, skeleton: Skeleton, time: float) -> EventKey:
    index = draw(st.integers(0, len(skeleton.events) - 1))
    audible = skeleton.events[index].audio is not None
    volume, balance = (draw(number), draw(number)) if audible else (1.0, 0.0)
    return EventKey(time, index, draw(whole), draw(number), draw(text), volume, balance)
