"""Events and keys of the binary format sheet, also those that no real file at hand has, mean what the sheet says."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from rigbyscene.model.animation import (
    AttachmentTimeline,
    CurveTimeline,
    DeformTimeline,
    DrawOrderFolderTimeline,
    DrawOrderTimeline,
    EventKey,
    IkTimeline,
    InheritTimeline,
    PhysicsResetTimeline,
    SequenceTimeline,
)
from rigbyscene.model.enums import (
    Interpolation,
    Property,
    SequenceMode,
)
from rigbyscene.model.skeleton import EventData
from tests.formats.skel_bytes_by_hand import BOTH, MESH_REST, NOTHING, animation, b, f, n, s, skel, v
from tests.formats.skel_helpers import rewritten


@BOTH
def test_events_and_their_keys(version: str) -> None:
    """Volume and balance are there only where the event has audio; a null string is the event's own."""
    events = n(s("e") + v(5) + f(0.5) + s("own") + s("a.ogg") + f(0.5, -1), s("q") + v(0) + f(0) + s("") + s(None))
    keys = n(
        f(0) + v(0) + v(8) + f(2) + s(None) + f(1, 0),
        f(0.5) + v(1) + v(0) + f(0) + s("said"),
    )
    made = rewritten(skel(version, events=events, animations=n(animation(version, events=keys))))
    assert made.events == (EventData("e", -3, 0.5, "own", "a.ogg", 0.5, -1.0), EventData("q"))
    assert made.animations[0].events == (
        EventKey(0.0, 0, 4, 2.0, "own", 1.0, 0.0),
        EventKey(0.5, 1, 0, 0.0, "said"),
    )
    assert made.animations[0].duration == 0.5


def only_timeline(version: str, constraints: bytes | None = None, skin: bytes = NOTHING, **part: bytes) -> Any:
    data = skel(version, constraints=constraints, skin=skin, animations=n(animation(version, **part)))
    (timeline,) = rewritten(data).animations[0].timelines
    return timeline


CURVED = [
    ("slots", 1, "RGBA", 4),
    ("slots", 2, "RGB", 3),
    ("slots", 3, "RGBA2", 7),
    ("slots", 4, "RGB2", 6),
    ("slots", 5, "ALPHA", 1),
    *(("bones", i, name, 2 if name in ("TRANSLATE", "SCALE", "SHEAR") else 1) for i, name in enumerate(
        ("ROTATE", "TRANSLATE", "TRANSLATE_X", "TRANSLATE_Y", "SCALE", "SCALE_X", "SCALE_Y", "SHEAR", "SHEAR_X",
         "SHEAR_Y")
    )),
]  # fmt: skip


@BOTH
@pytest.mark.parametrize(("part", "kind", "name", "width"), CURVED, ids=[c[2] for c in CURVED])
def test_keys_with_curves(version: str, part: str, kind: int, name: str, width: int) -> None:
    """A curve stands behind the values of the key that it leads to: here linear, stepped, bezier."""
    bytes_each = part == "slots"
    values = np.arange(4 * width).reshape(4, width) % 256
    handles = [0.25 * i for i in range(4 * width)]
    keys = b""
    for i, row in enumerate(values.tolist()):
        keys += f(0.5 * i) + (b(*row) if bytes_each else f(*row))
        keys += (b"", b(0), b(1), b(2) + f(*handles))[i]
    found = only_timeline(version, **{part: n(v(2) + n(b(kind) + v(4) + v(width) + keys))})
    assert isinstance(found, CurveTimeline)
    assert (found.property, found.target, found.times.tolist()) == (Property[name], 2, [0, 0.5, 1, 1.5])
    assert found.values.tolist() == (values / 255 if bytes_each else values).tolist()
    assert found.curves.kinds[:3].tolist() == [Interpolation.LINEAR, Interpolation.STEPPED, Interpolation.BEZIER]
    assert found.curves.handles is not None
    assert found.curves.handles[2].ravel().tolist() == handles


@BOTH
def test_keys_without_curves(version: str) -> None:
    shown = only_timeline(version, slots=n(v(1) + n(b(0) + v(3) + f(0) + v(1) + f(1) + v(0) + f(2) + v(5))))
    assert isinstance(shown, AttachmentTimeline)
    assert (shown.target, shown.names, shown.times.tolist()) == (1, ("m", None, "pic"), [0, 1, 2])
    inherit = only_timeline(version, bones=n(v(3) + n(b(10) + v(2) + f(0) + b(4) + f(1) + b(1))))
    assert isinstance(inherit, InheritTimeline)
    assert (inherit.target, inherit.modes.tolist()) == (3, [4, 1])
    order = only_timeline(version, order=n(f(0) + n(v(0, 2), v(2, -2)), f(1) + NOTHING))
    assert isinstance(order, DrawOrderTimeline)
    assert order.offsets == (((0, 2), (2, -2)), ())


@BOTH
def test_ik_keys_say_how_the_key_before_goes_over(version: str) -> None:
    ik = v(1, 1) + v(3) + (b(0x22) if version == "4.2" else b(0x20))
    constraints = n(s("c") + (v(0) if version == "4.2" else b(0)) + ik) + (v(0, 0, 0) if version == "4.2" else b"")
    keys = b(0x09) + f(0) + b(0x01 | 0x02 | 0x04 | 0x40) + f(1, 0.5, 3) + b(0x82 | 0x30) + f(2) + f(*range(8))
    found = only_timeline(version, constraints, ik=n(v(0) + v(3) + v(2) + keys))
    assert isinstance(found, IkTimeline)
    assert found.values.tolist() == [[1, 0], [0.5, 3], [0, 0]]
    assert found.curves.kinds[:2].tolist() == [Interpolation.STEPPED, Interpolation.BEZIER]
    assert found.curves.handles is not None
    assert found.curves.handles[1].ravel().tolist() == list(range(8))
    assert found.bend_positive.tolist() == [True, False, False]
    assert (found.compress.tolist(), found.stretch.tolist()) == ([False, False, True], [False, False, True])


def test_constraint_keys_of_43_name_constraints_by_the_one_list() -> None:
    path = s("p") + b(1) + v(1, 1) + v(0) + b(2) + f(0, 0, 1, 1, 1)
    physics = s("y") + b(3) + v(1) + b(0) + b(60) + f(1, 100, 1) + f(0, 0) + b(0)
    slider = s("l") + b(4) + b(16)
    transform = s("t") + b(2) + v(1, 1) + v(3) + b(0) + b(0) + b(0)
    one = v(1) + v(0) + f(0.5)
    go = animation(
        "4.3",
        count=8,
        transform=n(v(3) + one + f(1, 2, 3, 4, 5, 6)),
        path=n(v(0) + n(b(0) + one + f(7), b(2) + one + f(1, 2, 3))),
        physics=n(v(2) + n(b(4) + one + f(8), b(8) + v(1) + f(0.25)), v(0) + n(b(7) + one + f(9))),
        slider=n(v(2) + n(b(0) + one + f(10), b(1) + one + f(11))),
    )
    data = skel("4.3", constraints=n(path, physics, slider, transform), animations=n(go), sliders=v(0))
    found = {}
    for timeline in rewritten(data).animations[0].timelines:
        if isinstance(timeline, CurveTimeline):
            found[timeline.property.name, timeline.target] = timeline.values.ravel().tolist()
        else:
            assert isinstance(timeline, PhysicsResetTimeline)
            assert (timeline.target, timeline.times.tolist()) == (1, [0.25])
    assert found == {
        ("TRANSFORM_MIX", 3): [1, 2, 3, 4, 5, 6],
        ("PATH_POSITION", 0): [7],
        ("PATH_MIX", 0): [1, 2, 3],
        ("PHYSICS_MASS", 1): [8],
        ("PHYSICS_MIX", -1): [9],
        ("SLIDER_TIME", 2): [10],
        ("SLIDER_MIX", 2): [11],
    }


@BOTH
def test_deform_and_sequence_keys(version: str) -> None:
    slots = b"" if version == "4.2" else v(0)
    mesh = v(1) + b(0x42) + v(4, 1, 0, 0) + MESH_REST + slots
    skin = n(v(1) + n(mesh))
    keys = f(0) + v(0) + f(1) + b(2) + f(*range(4)) + v(2) + v(3) + f(5, 6) + f(2) + b(1) + v(0)
    pictures = f(0) + b(0, 0, 0, 0x26) + f(0.125) + f(1) + b(0, 0, 0, 0) + f(0.125)
    timelines = n(v(1) + b(0) + v(3, 1) + keys, v(1) + b(1) + v(2) + pictures)
    go = animation(version, count=2, attachments=n(v(0) + n(v(1) + timelines)))
    deform, sequence = rewritten(skel(version, skin=skin, animations=n(go))).animations[0].timelines
    assert isinstance(deform, DeformTimeline)
    assert (deform.skin, deform.slot, deform.key, deform.times.tolist()) == (0, 1, "m", [0, 1, 2])
    assert deform.offsets.reshape(3, 6).tolist() == [[0] * 6, [0, 0, 0, 5, 6, 0], [0] * 6]
    assert deform.curves.kinds[:2].tolist() == [Interpolation.BEZIER, Interpolation.STEPPED]
    assert deform.curves.handles is not None
    assert deform.curves.handles[0].ravel().tolist() == [0, 1, 2, 3]
    assert isinstance(sequence, SequenceTimeline)
    assert sequence.modes.tolist() == [SequenceMode.PINGPONG_REVERSE, SequenceMode.HOLD]
    assert (sequence.indices.tolist(), sequence.delays.tolist()) == ([2, 0], [0.125, 0.125])


def test_folders_and_the_colour_of_an_animation_of_43() -> None:
    folders = n(v(2, 0, 2) + n(f(0.5) + n(v(0, 1))))
    go = animation("4.3", bytes.fromhex("ff00ff00"), folders=folders)
    (found,) = rewritten(skel("4.3", animations=n(go), nonessential=True)).animations
    (folder,) = found.timelines
    assert isinstance(folder, DrawOrderFolderTimeline)
    assert (folder.slots, folder.times.tolist(), folder.offsets) == ((0, 2), [0.5], (((0, 1),),))
    assert (found.color, found.duration) == ((1, 0, 1, 0), 0.5)


@BOTH
def test_text_is_utf8_and_names_may_be_anything(version: str) -> None:
    made = rewritten(
        skel(version, events=n(*(s(name) + v(0) + f(0) + s("") + s(None) for name in ("jäger", "跳", ""))))
    )
    assert [event.name for event in made.events] == ["jäger", "跳", ""]
