"""Wick's clips: at work, and what the wind does to it. The happier half is in wick_wonder."""

from __future__ import annotations

from studio.clip import Clip
from studio.rig import Rig

from .cloth import envelope
from .wick_moves import (
    CARRY_HAND,
    CARRY_TIP,
    LAMP_AT,
    REACH_HAND,
    REST_HAND,
    WARM,
    blink_squash,
    eye_light,
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
from .wick_wonder import joy, kindle, lift, notice, sad


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
    scarves(clip, steady(0.22), steady(13.0), 2)
    skirts(clip, steady(-2.0), 4.0, 2)
    clip.event(0.02, "step", string="near")
    clip.event(0.52, "step", string="far", volume=0.13)
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
        [
            (0, 4, 8),
            (0.3, 1, 2),
            (0.55, -4, -3),
            (1.0, -4, -2),
            (1.4, 4, 7),
            (1.95, 4, 7),
            (2.45, 2, -3),
            (2.8, 2, -3.4),
        ],
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
            (2.45, (58, 78), (92, 280)),
            (2.8, (57, 74), (92, 280)),
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
        envelope((0, 4), (0.3, 24), (1.0, 22), (1.8, 5), (2.8, 2)),
        8,
    )
    skirts(clip, envelope((0, 0), (0.3, -16), (1.0, -14), (1.5, 3), (2.0, 0)), 3.0, 9)
    eye_light(clip, [(0, "ffb45a90"), (1.9, "ffb45aa8"), (2.5, "ffb45aa0")])
    places = list(rig.slots)
    behind_arm = places.index("sleeve_near") - places.index("collar")
    clip.draw_order(0.3, {"collar": behind_arm, "collar_lit": behind_arm})
    clip.draw_order(1.6, {})
    clip.event(0.5, "out")
    return clip
