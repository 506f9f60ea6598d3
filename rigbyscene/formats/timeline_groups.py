"""The timelines of one animation by what they key, as both file formats have them: what the writers share."""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass, field
from operator import attrgetter

from rigbyscene.formats.sections import Notes
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

ByName = dict[int, dict[str, list[DeformTimeline | SequenceTimeline]]]


def timeline_identity(timeline: Timeline) -> Hashable:
    """Equal for timelines that key the same: a file holds one of them, and of two in a pose the last one shows."""
    if isinstance(timeline, CurveTimeline):
        return timeline.property, timeline.target
    if isinstance(timeline, DeformTimeline | SequenceTimeline):
        return type(timeline), timeline.skin, timeline.slot, timeline.key
    if isinstance(timeline, DrawOrderFolderTimeline):
        return type(timeline), timeline.slots
    return type(timeline), getattr(timeline, "target", None)


@dataclass(slots=True)
class TimelineGroups:
    """Targets in the order of the animation, the timelines of one target too; `attachments` by skin, slot and key.

    `count` is how many timelines there are, `duration_s` the time of the last key.
    """

    slots: dict[int, list[CurveTimeline | AttachmentTimeline]] = field(default_factory=dict)
    bones: dict[int, list[CurveTimeline | InheritTimeline]] = field(default_factory=dict)
    ik: dict[int, IkTimeline] = field(default_factory=dict)
    transform: dict[int, CurveTimeline] = field(default_factory=dict)
    path: dict[int, list[CurveTimeline]] = field(default_factory=dict)
    physics: dict[int, list[CurveTimeline | PhysicsResetTimeline]] = field(default_factory=dict)
    slider: dict[int, list[CurveTimeline]] = field(default_factory=dict)
    attachments: dict[int, ByName] = field(default_factory=dict)
    draw_order: DrawOrderTimeline | None = None
    folders: list[DrawOrderFolderTimeline] = field(default_factory=list)
    events: tuple[EventKey, ...] = ()
    count: int = 0
    duration_s: float = 0.0


def timeline_groups(animation: Animation, notes: Notes) -> TimelineGroups:
    """The timelines of `animation` in groups. Timelines without keys are in none, as files do not have them.

    Told as warnings to `notes`: timelines that a later one keys again, and an end that no key marks.
    """
    last: dict[Hashable, Timeline] = {}
    for timeline in animation.timelines:
        if not isinstance(timeline, EventTimeline) and len(timeline.times):
            if last.pop(timeline_identity(timeline), None) is not None:
                notes.warning("twice", "a timeline is there twice", "the last one is written")
            last[timeline_identity(timeline)] = timeline
    groups = TimelineGroups(events=tuple(sorted(animation.events, key=attrgetter("time"))))
    for timeline in last.values():
        _put(groups, timeline)
    groups.count = len(last) + bool(groups.events)
    ends = [float(t.times[-1]) for t in last.values() if not isinstance(t, EventTimeline)]
    groups.duration_s = max([0.0, *ends, *(key.time for key in groups.events)])
    if groups.duration_s != animation.duration:
        found = f"it lasts {animation.duration:g} s, but its last key is at {groups.duration_s:g} s"
        notes.warning("duration", found, "it ends there; add a key where it is to end")
    return groups


def _put(groups: TimelineGroups, timeline: Timeline) -> None:
    match timeline:
        case CurveTimeline():
            _put_curve(groups, timeline)
        case AttachmentTimeline():
            groups.slots.setdefault(timeline.target, []).append(timeline)
        case InheritTimeline():
            groups.bones.setdefault(timeline.target, []).append(timeline)
        case IkTimeline():
            groups.ik[timeline.target] = timeline
        case PhysicsResetTimeline():
            groups.physics.setdefault(timeline.target, []).append(timeline)
        case DeformTimeline() | SequenceTimeline():
            slots = groups.attachments.setdefault(timeline.skin, {})
            slots.setdefault(timeline.slot, {}).setdefault(timeline.key, []).append(timeline)
        case DrawOrderTimeline():
            groups.draw_order = timeline
        case DrawOrderFolderTimeline():
            groups.folders.append(timeline)


def _put_curve(groups: TimelineGroups, timeline: CurveTimeline) -> None:
    match timeline.property.group:
        case "slot":
            groups.slots.setdefault(timeline.target, []).append(timeline)
        case "bone":
            groups.bones.setdefault(timeline.target, []).append(timeline)
        case "transform":
            groups.transform[timeline.target] = timeline
        case "path":
            groups.path.setdefault(timeline.target, []).append(timeline)
        case "physics":
            groups.physics.setdefault(timeline.target, []).append(timeline)
        case "slider":
            groups.slider.setdefault(timeline.target, []).append(timeline)
