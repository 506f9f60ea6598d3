"""Wick's clips, in the order in which the film needs them."""

from __future__ import annotations

from studio.clip import Clip
from studio.rig import Rig

from .cloth import envelope
from .wick_moves import (
    LAMP_AT,
    blink_squash,
    breath,
    faces,
    flame,
    free_arm,
    gaze,
    light,
    pole_arm,
    scarves,
    skirts,
    stand,
    steady,
    stride,
)

CARRY_HAND, CARRY_TIP = (62.0, 86.0), (84.0, 400.0)
REST_HAND = (-38.0, 68.0)
REACH_HAND = (63.0, 144.0)
WARM, GREEN = "ffb066", "7dffd6"


def build(rig: Rig) -> list[Clip]:
    """All clips of Wick."""
    return [
        light_lamp(rig),
        walk(rig),
        reach_up(rig),
        blown(rig),
        sad(rig),
        notice(rig),
        kindle(rig),
        lift(rig),
        joy(rig),
    ]


def light_lamp(rig: Rig) -> Clip:
    """Stretches to a lamp, lights it at 0.7 s, is pleased, and takes up the pole to go on."""
    clip = Clip("light_lamp", 2.8)
    clip.move(
        "hips",
        [
            (0, (0, 0)),
            (0.62, (4, 8), "out"),
            (0.95, (4, 7)),
            (1.5, (-1, -5)),
            (1.8, (0, 0)),
            (2.35, (-2, -3)),
            (2.8, (0, -4)),
        ],
    )
    clip.rotate("torso1", [(0, -2), (0.62, -7), (0.95, -6), (1.55, 3), (1.9, 0), (2.4, 3), (2.8, -3)])
    clip.rotate("torso2", [(0, -2), (0.62, -5), (0.95, -5), (1.6, 2), (2.0, 0), (2.8, -1)])
    clip.rotate("head", [(0, 9), (0.62, 15), (1.0, 16), (1.5, 0), (1.75, -5), (2.05, 3), (2.4, 4), (2.8, 2)])
    clip.rotate("cap", [(0, 0), (0.62, -3), (0.8, 3), (1.1, 0), (1.5, 6), (1.72, -4), (1.95, 2), (2.2, 0)])
    clip.move("cap", [(0, (0, 0)), (1.42, (0, 0)), (1.6, (0, 5)), (1.8, (0, -1)), (1.95, (0, 0))])
    gaze(clip, rig, [(0, 3, 6), (0.62, 4, 8), (1.1, 4, 8), (1.5, 1, -2), (2.1, 2, 0), (2.8, 4, 1)])
    faces(
        clip,
        [(0, "open", "flat"), (0.45, "wide", "o"), (0.86, "happy", "grin"), (1.75, "open", "smile")],
        blinks=(2.15,),
    )
    blink_squash(clip, (2.15,))
    stand(clip, rig, envelope((0, 0), (0.6, 9), (0.95, 8), (1.4, 0)))
    tip = (LAMP_AT[0] - 4, LAMP_AT[1] - 2)
    pole_arm(
        clip,
        rig,
        [
            (0, (54, 140), (64, 330)),
            (0.62, REACH_HAND, tip, "soft"),
            (0.98, REACH_HAND, tip, "soft"),
            (1.55, (60, 82), (104, 300)),
            (1.85, (62, 90), (78, 400)),
            (2.8, CARRY_HAND, CARRY_TIP),
        ],
    )
    free_arm(
        clip,
        rig,
        [(0, (-46, 78)), (0.62, (-52, 88)), (1.0, (-52, 88)), (1.45, (-20, 76)), (1.75, (-44, 70)), (2.8, REST_HAND)],
    )
    flame(clip, [(0, 1.0), (0.6, 1.1), (0.75, 1.35), (1.0, 1.0), (1.5, 1.15), (1.8, 1.0)])
    light(clip, [(0, WARM, 0.40), (0.68, WARM, 0.45, "snap"), (0.85, WARM, 0.95), (1.3, WARM, 0.72), (2.8, WARM, 0.42)])
    scarves(clip, envelope((0, 1), (2.4, 1), (2.8, 0.85)), steady(4.0), 2)
    skirts(clip, envelope((0, 0), (1.5, 3), (1.9, -1), (2.2, 0)), 1.0, 2)
    clip.event(0.72, "lamp", string="first")
    return clip


def walk(rig: Rig) -> Clip:
    """Steps out with a springy walk, pole in front, scarf behind; loops."""
    clip = Clip("walk", 1.0, loop=True)
    clip.bob("hips", 0, 2.6, cycles=2, phase=0.10, centre=(0, -6))
    clip.sway("hips", 1.2, cycles=1, phase=0.1)
    clip.sway("torso1", 2.0, cycles=2, phase=0.20, centre=-4)
    clip.sway("torso2", 1.6, cycles=1, phase=0.30, centre=-1)
    clip.bob("neck", 0, 1.4, cycles=2, phase=0.20)
    clip.sway("head", 2.4, cycles=2, phase=0.30, centre=4)
    clip.sway("cap", 3.4, cycles=2, phase=0.42)
    clip.bob("cap", 0, 1.6, cycles=2, phase=0.30, centre=(0, 0.8))
    gaze(clip, rig, [(0, 4, 1), (0.5, 5, 2), (1.0, 4, 1)])
    faces(clip, [(0, "open", "smile")])
    stride(clip, rig)
    arm = [(0, (-14, 74)), (0.25, (-34, 68)), (0.5, (-54, 76)), (0.75, (-36, 68)), (1.0, (-14, 74))]
    free_arm(clip, rig, arm)
    clip.sway("hand_near", 10, phase=0.35)
    pole_arm(
        clip,
        rig,
        [
            (0, (62, 86), (86, 400)),
            (0.25, (60, 90), (80, 400)),
            (0.5, (62, 85), (88, 400)),
            (0.75, (60, 90), (82, 400)),
            (1.0, (62, 86), (86, 400)),
        ],
    )
    flame(clip, [(0, 1.0), (0.3, 1.1), (0.55, 0.96), (0.8, 1.08), (1.0, 1.0)])
    light(clip, [(0, WARM, 0.42), (0.3, WARM, 0.5), (0.55, WARM, 0.4), (0.8, WARM, 0.48), (1.0, WARM, 0.42)])
    scarves(clip, steady(0.22), steady(9.0), 2)
    skirts(clip, steady(-2.0), 4.0, 2)
    clip.event(0.02, "step", string="near")
    clip.event(0.52, "step", string="far")
    return clip


def reach_up(rig: Rig) -> Clip:
    """Comes to a stop and stretches for the lamp, nearly there at 1.5 s."""
    clip = Clip("reach", 2.2)
    clip.move(
        "hips",
        [
            (0, (0, -5)),
            (0.3, (3, -6)),
            (0.62, (-1, -1)),
            (0.85, (-1, -6)),
            (1.45, (4, 8), "out"),
            (1.9, (5, 9)),
            (2.2, (5, 9)),
        ],
    )
    clip.rotate("torso1", [(0, -4), (0.3, -7), (0.62, 2), (0.85, 4), (1.45, -7), (2.2, -8)])
    clip.rotate("torso2", [(0, 0), (0.62, 1), (0.85, 3), (1.5, -5), (2.2, -6)])
    clip.rotate("head", [(0, 4), (0.35, -3), (0.7, 10), (1.5, 15), (2.2, 16)])
    clip.rotate("cap", [(0, 0), (0.3, -5), (0.5, 4), (0.72, -1), (1.2, 2), (1.55, -3), (1.8, 0)])
    gaze(clip, rig, [(0, 4, 1), (0.45, 3, -1), (0.8, 4, 7), (2.2, 4, 8)])
    faces(clip, [(0, "open", "smile"), (0.95, "open", "flat"), (1.5, "wide", "o")], blinks=(0.42,))
    blink_squash(clip, (0.42,))
    stand(clip, rig, envelope((0, 0), (0.9, 0), (1.45, 9), (2.2, 9)))
    near = (LAMP_AT[0] - 14, LAMP_AT[1] - 22)
    pole_arm(
        clip,
        rig,
        [
            (0, CARRY_HAND, CARRY_TIP),
            (0.35, (66, 82), (110, 380)),
            (0.85, (56, 82), (58, 330)),
            (1.45, (54, 146), near),
            (1.75, (54, 147), (near[0] + 3, near[1] + 4)),
            (2.2, (55, 149), (near[0] + 6, near[1] + 9)),
        ],
    )
    free_arm(clip, rig, [(0, (-30, 70)), (0.4, (-20, 74)), (0.85, (-40, 66)), (1.45, (-52, 90)), (2.2, (-53, 92))])
    flame(clip, [(0, 1.0), (0.35, 1.2), (0.7, 0.95), (1.1, 1.05), (1.6, 1.0), (2.2, 0.95)])
    light(clip, [(0, WARM, 0.42), (1.4, WARM, 0.55), (2.2, WARM, 0.5)])
    scarves(clip, envelope((0, 0.2), (0.4, 0.1), (1.0, 1.0)), envelope((0, 9), (0.6, 8), (1.2, 4)), 3)
    skirts(clip, envelope((0, -2), (0.35, -7), (0.75, 4), (1.1, 0)), 1.4, 3)
    return clip


def blown(rig: Rig) -> Clip:
    """The gust: it takes him by surprise, blows the flame out at 0.5 s, and leaves him looking at the dark wick."""
    clip = Clip("blown", 2.8)
    clip.move(
        "hips",
        [
            (0, (5, 9)),
            (0.18, (2, 4)),
            (0.5, (-9, -7), "out"),
            (0.75, (-7, -4)),
            (1.0, (-9, -6)),
            (1.5, (-3, -2)),
            (2.1, (-1, -6)),
            (2.8, (-1, -8)),
        ],
    )
    clip.rotate("torso1", [(0, -8), (0.2, -2), (0.5, 12, "out"), (0.78, 8), (1.0, 11), (1.55, 2), (2.2, -5), (2.8, -7)])
    clip.rotate("torso2", [(0, -6), (0.5, 7), (0.8, 4), (1.0, 6), (1.6, 0), (2.2, -5), (2.8, -6)])
    clip.rotate(
        "head", [(0, 16), (0.22, 10), (0.55, -2), (0.8, 3), (1.05, -1), (1.5, 12), (1.9, 12), (2.4, -9), (2.8, -10)]
    )
    clip.rotate(
        "cap",
        [(0, 0), (0.25, 5), (0.5, 16), (0.66, 9), (0.82, 15), (1.0, 10), (1.35, 2), (1.6, -3), (1.9, 0), (2.4, -2)],
    )
    clip.move("cap", [(0, (0, 0)), (0.3, (-1, 4)), (0.5, (-4, 9)), (0.7, (-2, 3)), (1.1, (-1, 1)), (1.5, (0, 0))])
    gaze(
        clip,
        rig,
        [(0, 4, 8), (0.3, 1, 2), (0.55, -4, -3), (1.0, -4, -2), (1.4, 4, 7), (1.95, 4, 7), (2.45, 2, -6), (2.8, 2, -7)],
    )
    faces(clip, [(0, "wide", "o"), (0.34, "closed", "flat"), (1.28, "wide", "o"), (2.1, "sad", "sad")], blinks=(1.72,))
    blink_squash(clip, (1.72,))
    stand(clip, rig, envelope((0, 9), (0.35, 0)))
    pole_arm(
        clip,
        rig,
        [
            (0, (55, 149), (LAMP_AT[0] - 8, LAMP_AT[1] - 13)),
            (0.2, (52, 140), (40, 320)),
            (0.5, (38, 108), (-28, 286), "out"),
            (0.8, (42, 112), (-6, 290)),
            (1.0, (40, 110), (-20, 288)),
            (1.5, (58, 112), (70, 300)),
            (1.9, (60, 112), (78, 300)),
            (2.45, (58, 78), (120, 250)),
            (2.8, (57, 74), (128, 246)),
        ],
    )
    free_arm(
        clip,
        rig,
        [
            (0, (-53, 92)),
            (0.22, (-40, 100)),
            (0.5, (-32, 150), "out"),
            (1.1, (-33, 150)),
            (1.7, (-44, 80)),
            (2.4, (-34, 66)),
            (2.8, (-33, 64)),
        ],
    )
    flame(clip, [(0, 0.95), (0.2, 1.15), (0.32, 0.7), (0.42, 0.9), (0.52, 0.0)])
    clip.show("flame", [(0, "flame"), (0.53, None)])
    clip.rotate("flame", [(0, 0), (0.18, 20), (0.3, 62), (0.4, 48), (0.52, 75)])
    light(clip, [(0, WARM, 0.5), (0.3, WARM, 0.45), (0.42, WARM, 0.5), (0.54, WARM, 0.0)])
    scarves(
        clip,
        envelope((0, 1), (0.25, -0.35), (1.0, -0.3), (1.8, 0.9), (2.3, 1.05)),
        envelope((0, 4), (0.3, 17), (1.0, 16), (1.8, 5), (2.8, 2)),
        8,
    )
    skirts(clip, envelope((0, 0), (0.3, -16), (1.0, -14), (1.5, 3), (2.0, 0)), 3.0, 9)
    clip.colour("eye_glow", [(0, "ffb45a90"), (1.9, "ffb45aa8"), (2.5, "ffb45aa0")])
    places = list(rig.slots)
    behind_arm = places.index("sleeve_near") - places.index("collar")
    clip.draw_order(0.3, {"collar": behind_arm, "collar_lit": behind_arm})
    clip.draw_order(1.6, {})
    clip.event(0.5, "out")
    return clip


def sad(rig: Rig) -> Clip:
    """Hangs his head, breathing slowly; loops."""
    clip = Clip("sad", 2.4, loop=True)
    clip.bob("hips", 0, 0.7, centre=(-1, -8))
    clip.sway("torso1", 0.8, phase=0.05, centre=-7)
    clip.sway("torso2", 1.0, phase=0.10, centre=-6)
    breath(clip, 1)
    clip.sway("head", 1.4, phase=0.18, centre=-10)
    clip.sway("cap", 0.8, phase=0.3, centre=-2)
    gaze(clip, rig, [(0, 2, -7), (1.2, 2.4, -7.6), (2.4, 2, -7)])
    faces(clip, [(0, "sad", "sad")], blinks=(1.5,))
    blink_squash(clip, (1.5,))
    stand(clip, rig)
    pole_arm(clip, rig, [(0, (57, 74), (128, 246)), (1.2, (57, 75.2), (127, 247)), (2.4, (57, 74), (128, 246))])
    free_arm(clip, rig, [(0, (-33, 64)), (1.2, (-33, 65)), (2.4, (-33, 64))])
    flame(clip, [(0, 0.0)])
    clip.show("flame", [(0, None)])
    light(clip, [(0, WARM, 0.0)])
    scarves(clip, steady(1.05), steady(2.2), 1)
    skirts(clip, steady(0.0), 0.6, 1)
    clip.colour("eye_glow", [(0, "ffb45aa0")])
    return clip


def notice(rig: Rig) -> Clip:
    """A green light in the dark: he looks round, leans back, and follows it with his eyes as it flies over him."""
    clip = Clip("notice", 1.9)
    clip.move(
        "hips",
        [(0, (-1, -8)), (0.22, (-1, -10)), (0.5, (-4, -1), "out"), (0.8, (-3, -3)), (1.2, (-2, 0)), (1.9, (-1, -2))],
    )
    clip.rotate("torso1", [(0, -7), (0.22, -9), (0.52, 5, "out"), (0.85, 2), (1.3, 5), (1.9, 2)])
    clip.rotate("torso2", [(0, -6), (0.25, -7), (0.55, 4), (0.9, 2), (1.4, 4), (1.9, 1)])
    clip.rotate("head", [(0, -10), (0.2, -12), (0.48, 7), (0.75, 4), (1.1, 4), (1.5, 14), (1.9, 8)])
    clip.rotate("cap", [(0, -2), (0.3, -6), (0.55, 9), (0.75, -3), (0.95, 2), (1.2, 0), (1.5, 4), (1.9, 0)])
    clip.move("cap", [(0, (0, 0)), (0.4, (0, 0)), (0.55, (0, 6)), (0.72, (0, -1)), (0.85, (0, 0))])
    gaze(
        clip, rig, [(0, 2, -7), (0.2, 2, -7), (0.46, 7, 3, "out"), (1.0, 7, 4), (1.3, 6, 7), (1.55, 2, 9), (1.9, -3, 7)]
    )
    faces(clip, [(0, "sad", "sad"), (0.3, "wide", "o")], blinks=(0.24, 0.8))
    blink_squash(clip, (0.24, 0.8))
    stand(clip, rig)
    pole_arm(
        clip,
        rig,
        [
            (0, (57, 74), (128, 246)),
            (0.25, (56, 72), (130, 246)),
            (0.55, (54, 84), (104, 272)),
            (1.9, (58, 84), (108, 290)),
        ],
    )
    free_arm(
        clip,
        rig,
        [(0, (-33, 64)), (0.25, (-32, 62)), (0.6, (-50, 82)), (1.0, (-46, 80)), (1.5, (-56, 92)), (1.9, (-50, 86))],
    )
    flame(clip, [(0, 0.0)])
    clip.show("flame", [(0, None)])
    light(
        clip,
        [
            (0, GREEN, 0.0),
            (0.2, GREEN, 0.10),
            (0.45, GREEN, 0.34),
            (1.0, GREEN, 0.34),
            (1.4, GREEN, 0.6),
            (1.9, GREEN, 0.5),
        ],
    )
    scarves(clip, steady(1.0), envelope((0, 2), (0.5, 6), (1.2, 3)), 2)
    skirts(clip, envelope((0, 0), (0.45, 4), (0.8, -1), (1.1, 0)), 0.8, 2)
    clip.colour("eye_glow", [(0, "ffb45aa0"), (0.3, "ffb45aa8"), (0.5, "ffd08aa8"), (1.9, "ffd08a90")])
    return clip


def kindle(rig: Rig) -> Clip:
    """Holds out the wick while the little fire flies round him; it lands at 0.8 s, green first, then gold."""
    clip = Clip("kindle", 1.7)
    clip.move("hips", [(0, (-1, -2)), (0.3, (-3, -5)), (0.75, (2, -1)), (0.92, (1, -5)), (1.2, (2, -1)), (1.7, (2, 0))])
    clip.rotate("torso1", [(0, 0), (0.3, 4), (0.75, -4), (1.1, -3), (1.7, -2)])
    clip.rotate("torso2", [(0, 0), (0.3, 3), (0.75, -2), (1.1, -2), (1.7, 0)])
    clip.rotate("head", [(0, 8), (0.2, 9), (0.42, 0), (0.62, -7), (0.85, 6), (1.15, 8), (1.7, 8)])
    clip.rotate("cap", [(0, 0), (0.25, 4), (0.5, -4), (0.85, 4), (1.0, -3), (1.2, 0)])
    gaze(clip, rig, [(0, -3, 6), (0.18, -7, 1), (0.42, -5, -6), (0.62, 3, -6), (0.8, 7, 5), (1.7, 6, 7)])
    faces(clip, [(0, "wide", "o"), (0.95, "wide", "smile"), (1.25, "open", "grin")], blinks=(0.9,))
    blink_squash(clip, (0.9,))
    stand(clip, rig)
    wick = (102, 292)
    hold = [
        (0, (58, 84), (108, 290)),
        (0.35, (54, 84), (92, 290)),
        (0.8, (64, 96), wick),
        (0.95, (62, 91), (98, 288)),
        (1.2, (64, 97), wick),
    ]
    pole_arm(clip, rig, [*hold, (1.7, (64, 98), (108, 296))])
    free_arm(clip, rig, [(0, (-50, 84)), (0.3, (-56, 94)), (0.7, (-44, 80)), (1.1, (-40, 84)), (1.7, (-40, 78))])
    flame(
        clip, [(0, 0.0), (0.8, 0.0), (0.9, 1.25), (1.02, 0.75), (1.2, 1.15), (1.45, 0.95), (1.7, 1.05)], glow="c8ffb0"
    )
    clip.show("flame", [(0, None), (0.8, "foxfire"), (1.2, "flame")])
    clip.play_pictures("flame", "foxfire", 1 / 15)
    light(
        clip,
        [
            (0, GREEN, 0.55),
            (0.25, GREEN, 0.35),
            (0.6, GREEN, 0.5),
            (0.85, "9effc0", 0.85),
            (1.2, "ffd890", 0.8),
            (1.7, WARM, 0.72),
        ],
    )
    scarves(clip, steady(1.0), envelope((0, 4), (0.6, 7), (1.2, 4)), 2)
    skirts(clip, envelope((0, 0), (0.3, 2), (0.75, -2), (1.2, 1), (1.6, 0)), 0.8, 1)
    clip.colour("eye_glow", [(0, "ffd08a90"), (0.9, "ffe0a0c0"), (1.7, "ffd08a90")])
    clip.event(0.8, "catch")
    return clip


def lift(rig: Rig) -> Clip:
    """Raises the new flame to the lamp, lights it at 0.9 s, and stands amazed."""
    clip = Clip("lift", 1.9)
    clip.move(
        "hips", [(0, (2, 0)), (0.25, (0, -7)), (0.8, (4, 8), "out"), (1.2, (4, 7)), (1.6, (0, -5)), (1.9, (0, 0))]
    )
    clip.rotate("torso1", [(0, -2), (0.25, 4), (0.8, -7), (1.2, -6), (1.6, 3), (1.9, 0)])
    clip.rotate("torso2", [(0, 0), (0.25, 2), (0.8, -5), (1.2, -4), (1.65, 2), (1.9, 0)])
    clip.rotate("head", [(0, 8), (0.25, 4), (0.85, 16), (1.25, 16), (1.65, 2), (1.9, 3)])
    clip.rotate("cap", [(0, 0), (0.3, 3), (0.85, -4), (1.05, 3), (1.3, 0), (1.62, 5), (1.8, -2), (1.9, 0)])
    gaze(clip, rig, [(0, 6, 6), (0.85, 4, 8), (1.3, 4, 8), (1.7, 5, 2), (1.9, 6, 2)])
    faces(clip, [(0, "open", "smile"), (0.7, "wide", "o"), (1.12, "wide", "grin"), (1.45, "happy", "grin")])
    stand(clip, rig, envelope((0, 0), (0.3, 0), (0.8, 9), (1.2, 8), (1.55, 0)))
    tip = (LAMP_AT[0] - 4, LAMP_AT[1] - 2)
    pole_arm(
        clip,
        rig,
        [
            (0, (64, 98), (108, 296)),
            (0.25, (56, 84), (86, 290)),
            (0.8, REACH_HAND, tip),
            (1.18, REACH_HAND, tip),
            (1.6, (60, 84), (70, 320)),
            (1.9, CARRY_HAND, (20, 400)),
        ],
    )
    free_arm(
        clip,
        rig,
        [(0, (-40, 76)), (0.3, (-30, 66)), (0.8, (-52, 92)), (1.2, (-52, 94)), (1.55, (-26, 84)), (1.9, (-40, 96))],
    )
    flame(clip, [(0, 1.05), (0.3, 0.95), (0.8, 1.1), (0.95, 1.5), (1.2, 1.1), (1.9, 1.0)])
    light(clip, [(0, WARM, 0.75), (0.85, WARM, 0.75, "snap"), (1.0, WARM, 1.0), (1.9, WARM, 0.85)])
    scarves(clip, steady(1.0), envelope((0, 3), (1.0, 5), (1.9, 4)), 2)
    skirts(clip, envelope((0, 0), (0.3, 2), (0.8, -1), (1.6, 4), (1.9, 0)), 1.0, 2)
    clip.colour("eye_glow", [(0, "ffd08a90"), (1.0, "ffe0a0d0"), (1.9, "ffd08ab0")])
    clip.event(0.9, "lamp", string="last")
    return clip


def joy(rig: Rig) -> Clip:
    """Bobs on his toes with shut, smiling eyes and one hand waving; loops."""
    clip = Clip("joy", 1.2, loop=True)
    clip.bob("hips", 0, 3.2, cycles=2, phase=0.0, centre=(0, -1))
    clip.sway("hips", 1.5, cycles=1)
    clip.sway("torso1", 2.4, cycles=1, phase=0.1, centre=-1)
    clip.sway("torso2", 2.4, cycles=1, phase=0.2)
    clip.swell("torso1", 0.02, 0.03, cycles=2, phase=0.25)
    clip.sway("head", 4.5, cycles=1, phase=0.25, centre=4)
    clip.sway("cap", 4.0, cycles=2, phase=0.35)
    clip.bob("cap", 0, 2.0, cycles=2, phase=0.2, centre=(0, 1.0))
    gaze(clip, rig, [(0, 6, 2), (0.6, 5, 3), (1.2, 6, 2)])
    faces(clip, [(0, "happy", "grin")])
    stand(clip, rig)
    pole_arm(clip, rig, [(0, (60, 90), (2, 400)), (0.6, (60, 94), (12, 400)), (1.2, (60, 90), (2, 400))])
    wave = [(0, (-50, 152)), (0.3, (-68, 142)), (0.6, (-50, 153)), (0.9, (-68, 142)), (1.2, (-50, 152))]
    free_arm(clip, rig, wave)
    clip.sway("hand_near", 16, cycles=2, phase=0.1)
    flame(clip, [(0, 0.8), (0.3, 0.9), (0.6, 0.78), (0.9, 0.88), (1.2, 0.8)])
    light(clip, [(0, WARM, 0.85), (0.4, WARM, 0.9), (0.8, WARM, 0.82), (1.2, WARM, 0.85)])
    scarves(clip, steady(0.95), steady(5.0), 2)
    skirts(clip, steady(0.0), 2.4, 2)
    clip.colour("eye_glow", [(0, "ffd08ab0"), (0.6, "ffe0a0c8"), (1.2, "ffd08ab0")])
    return clip
