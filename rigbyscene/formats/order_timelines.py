"""Timelines of the whole skeleton: draw order, 4.3's folders of it, events."""

from __future__ import annotations

from collections.abc import Mapping

from rigbyscene.formats.animation_builder import AnimationBuilder
from rigbyscene.formats.fields import Fields
from rigbyscene.formats.json_text import quoted
from rigbyscene.model.animation import (
    DrawOrderFolderTimeline,
    DrawOrderOffsets,
    DrawOrderTimeline,
    EventKey,
    EventTimeline,
)


def read_draw_order(animation: Fields, group: str, builder: AnimationBuilder) -> None:
    keys = builder.keys(animation.data[group], animation.place(group))
    if keys is None:
        return
    names = builder.context.slot_names
    if not _fits(len(keys), len(names), animation.place(group), builder):
        return
    places = {slot: slot for slot in names.values()}
    offsets = tuple(keys.each(lambda key: _offsets(key, names, places)))
    builder.add(DrawOrderTimeline(keys.times, offsets))


def _offsets(key: Fields, names: Mapping[str, int], places: Mapping[int, int]) -> DrawOrderOffsets:
    """The (slot, offset) pairs of one key; what the draw order's algorithm will pass over is diagnosed.

    `places` gives each slot that may be moved its setup place; offsets count among ``len(places)`` of them. Slots that
    do not exist, or are named twice, are left out. A place that is out of range or already taken stays in the data:
    the specification's algorithm says what happens then.
    """
    source = key.source
    moved: dict[int, int] = {}
    taken: set[int] = set()
    for entry in key.objects("offsets"):
        name = entry.required_text("slot")
        offset = entry.integer("offset", 0)
        if name is None:
            continue
        slot = names.get(name)
        if slot is None or slot not in places:
            found = f"the draw order moves slot {quoted(name)}, which is not there"
            near = source.report.nearest(name, names)
            source.warning("unknown-slot", entry.place("slot"), found, "it is left out", near)
            continue
        if slot in moved:
            found = f"the draw order moves slot {quoted(name)} twice in one key"
            source.warning("bad-draw-order", entry.path, found, "the first one counts; remove the other")
            continue
        place = places[slot] + offset
        if not 0 <= place < len(places):
            found = f"slot {quoted(name)} moves to place {place} of {len(places)}"
            source.warning(
                "bad-draw-order", entry.place("offset"), found, "it is placed like a slot that is not listed"
            )
        elif place in taken:
            found = f"slot {quoted(name)} moves to place {place}, which another slot of this key takes"
            source.warning("bad-draw-order", entry.place("offset"), found, "the one that is further back gets it")
        taken.add(place)
        moved[slot] = offset
    return tuple(moved.items())


def _fits(keys: int, slots: int, path: str, builder: AnimationBuilder) -> bool:
    """Whether so many keys for so many slots may still be spread out; reported where not."""
    builder.context.places -= keys * slots
    if builder.context.places >= 0:
        return True
    found = f"{keys} draw order keys for {slots} slots, more than any skeleton has"
    builder.source.error("too-large", path, found, "split the skeleton or the animation")
    builder.context.places = 0
    return False


def read_folders(animation: Fields, group: str, builder: AnimationBuilder) -> None:
    """4.3: keys that permute some slots among the places that these hold."""
    names = builder.context.slot_names
    for folder in animation.objects(group):
        keys = builder.keys(folder.data.get("keys"), folder.place("keys"))
        listed = folder.array("slots")
        unknown = [n for n in listed if type(n) is not str or n not in names]
        if unknown:
            found = f"the draw order of a folder lists slot {quoted(str(unknown[0]))}, which does not exist"
            near = builder.source.report.nearest(str(unknown[0]), names)
            remedy = "the folder's keys are skipped; name existing slots"
            builder.source.warning("unknown-slot", folder.place("slots"), found, remedy, near)
            continue
        slots = tuple(sorted({names[n] for n in listed}))
        if keys is None or not slots or not _fits(len(keys), len(slots), folder.path, builder):
            continue
        places = {slot: place for place, slot in enumerate(slots)}
        offsets = tuple(_offsets(keys.fields(i), names, places) for i in range(len(keys)))
        builder.add(DrawOrderFolderTimeline(slots, keys.times, offsets))


def read_events(animation: Fields, group: str, builder: AnimationBuilder) -> None:
    keys = builder.keys(animation.data[group], animation.place(group))
    if keys is None:
        return
    made = tuple(_event(keys.fields(i), float(keys.times[i]), builder) for i in range(len(keys)))
    known = tuple(event for event in made if event is not None)
    if known:
        builder.add(EventTimeline(known))


def _event(key: Fields, time: float, builder: AnimationBuilder) -> EventKey | None:
    context = builder.context
    name = key.required_text("name")
    if name is None:
        return None
    index = context.event_names.get(name)
    if index is None:
        found = f"a key for event {quoted(name)}, which does not exist"
        near = context.source.report.nearest(name, context.event_names)
        context.source.warning("unknown-event", key.place("name"), found, "it is skipped; rename or remove it", near)
        return None
    event = context.events[index]
    string = key.text("string")
    return EventKey(
        time,
        index,
        key.integer("int", event.int_value),
        key.number("float", event.float_value),
        event.string_value if string is None else string,
        key.number("volume", event.volume),
        key.number("balance", event.balance),
    )
