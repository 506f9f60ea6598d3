"""Wick's clips after the lights went out: sorrow, wonder, and joy."""

from __future__ import annotations

from studio.clip import Clip
from studio.rig import Rig

from .cloth import envelope
from .wick_moves import (
    CARRY_HAND,
    CYAN,
    LAMP_AT,
    REACH_HAND,
    WARM,
    blink_squash,
    breath,
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
)


def sad(rig: Rig) -> Clip:
    """Hangs his head, breathing slowly; loops."""
    clip = Clip("sad", 2.4, loop=True)
    clip.bob("hips", 0, 0.7, centre=(-1, -8))
    clip.sway("torso1", 0.8, phase=0.05, centre=-7)
    clip.sway("torso2", 1.0, phase=0.10, centre=-6)
    breath(clip, 1)
    clip.sway("head", 1.4, phase=0.18, centre=-10)
    clip.sway("cap", 0.8, phase=0.3, centre=-2)
    gaze(clip, rig, [(0, 2, -3.4), (1.2, 2.4, -4), (2.4, 2, -3.4)])
    faces(clip, [(0, "sad", "sad")], blinks=(1.5,))
    blink_squash(clip, (1.5,))
    stand(clip, rig)
    pole_arm(clip, rig, [(0, (57, 74), (92, 280)), (1.2, (57, 75.2), (92, 281)), (2.4, (57, 74), (92, 280))])
    free_arm(clip, rig, [(0, (-33, 64)), (1.2, (-33, 65)), (2.4, (-33, 64))])
    flame(clip, [(0, 0.0)])
    clip.show("flame", [(0, None)])
    light(clip, [(0, WARM, 0.0)])
    scarves(clip, steady(1.05), steady(2.2), 1)
    skirts(clip, steady(0.0), 0.6, 1)
    eye_light(clip, [(0, "ffb45aa0")])
    return clip


def notice(rig: Rig) -> Clip:
    """A cyan light in the dark: he looks round, leans back, and follows it with his eyes as it flies over him."""
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
        clip,
        rig,
        [(0, 2, -3.4), (0.2, 2, -3.6), (0.46, 7, 3, "out"), (1.0, 7, 4), (1.3, 6, 7), (1.55, 2, 9), (1.9, -3, 7)],
    )
    faces(clip, [(0, "sad", "sad"), (0.3, "wide", "o")], blinks=(0.24, 0.8))
    blink_squash(clip, (0.24, 0.8))
    stand(clip, rig)
    pole_arm(
        clip,
        rig,
        [
            (0, (57, 74), (92, 280)),
            (0.25, (56, 72), (94, 278)),
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
            (0, CYAN, 0.0),
            (0.2, CYAN, 0.10),
            (0.45, CYAN, 0.34),
            (1.0, CYAN, 0.34),
            (1.4, CYAN, 0.6),
            (1.9, CYAN, 0.5),
        ],
    )
    scarves(clip, steady(1.0), envelope((0, 2), (0.5, 6), (1.2, 3)), 2)
    skirts(clip, envelope((0, 0), (0.45, 4), (0.8, -1), (1.1, 0)), 0.8, 2)
    eye_light(clip, [(0, "ffb45aa0"), (0.3, "ffb45aa8"), (0.5, "ffd08aa8"), (1.9, "ffd08a90")])
    return clip


def kindle(rig: Rig) -> Clip:
    """Holds out the wick while the little fire flies round him; it lands at 0.8 s, cyan first, then gold."""
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
            (0, CYAN, 0.55),
            (0.25, CYAN, 0.35),
            (0.6, CYAN, 0.5),
            (0.85, "9effc0", 0.85),
            (1.2, "ffd890", 0.8),
            (1.7, WARM, 0.72),
        ],
    )
    scarves(clip, steady(1.0), envelope((0, 4), (0.6, 7), (1.2, 4)), 2)
    skirts(clip, envelope((0, 0), (0.3, 2), (0.75, -2), (1.2, 1), (1.6, 0)), 0.8, 1)
    eye_light(clip, [(0, "ffd08a90"), (0.9, "ffe0a0c0"), (1.7, "ffd08a90")])
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
    eye_light(clip, [(0, "ffd08a90"), (1.0, "ffe0a0d0"), (1.9, "ffd08ab0")])
    clip.event(0.9, "lamp", string="last")
    return clip


def joy(rig: Rig) -> Clip:
    """Bobs on his toes with shut, smiling eyes and one hand waving; loops."""
    clip = Clip("joy", 1.2, loop=True)
    clip.bob("hips", 0, 3.0, cycles=2, phase=0.0, centre=(0, -4))
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
    eye_light(clip, [(0, "ffd08ab0"), (0.6, "ffe0a0c8"), (1.2, "ffd08ab0")])
    return clip
