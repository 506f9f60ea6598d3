"""Saffron's clips, in the order in which the film needs them."""

from __future__ import annotations

from studio.clip import Clip
from studio.rig import Rig

from .saffron_moves import (
    CROOK_TAIL,
    LOOSE_TAIL,
    brows,
    ears,
    faces,
    fire,
    gaze,
    light,
    sit_body,
    sit_feet,
    tail,
    trot_feet,
)

WARM, CYAN = "ffb066", "7dffd6"
SIT_HEAD = -34.0
"""How far the head turns back to level when the chest is up."""


def build(rig: Rig) -> list[Clip]:
    """All clips of Saffron."""
    return [trot(rig), sit(rig), flinch(rig), worry(rig), foxfire(rig), content(rig)]


def trot(rig: Rig) -> Clip:
    """Trots along with her tail up, ears forward; loops."""
    clip = Clip("trot", 0.72, loop=True)
    clip.bob("hips", 0, 2.2, cycles=2, phase=0.08, centre=(0, -4.5))
    clip.sway("hips", 1.6, cycles=2, phase=0.25)
    clip.sway("spine", 1.6, cycles=2, phase=0.4)
    clip.sway("chest", 1.8, cycles=2, phase=0.5)
    clip.sway("neck", 2.0, cycles=2, phase=0.6, centre=3)
    clip.bob("head", 0, 1.4, cycles=2, phase=0.3)
    clip.sway("head", 2.2, cycles=2, phase=0.75, centre=1)
    clip.sway("ruff", 2.5, cycles=2, phase=0.2)
    gaze(clip, rig, [(0, 0, 0), (0.36, 1, 0.5), (0.72, 0, 0)])
    brows(clip, [(0, 1.5, 0)])
    ears(clip, [(0, -3), (0.18, 4), (0.36, -3), (0.54, 4), (0.72, -3)])
    faces(clip, [(0, "open", "smile")])
    trot_feet(clip, rig)
    tail(clip, rig, [(0, (188, 168, 154, 146, 142, 140))], wave=7.0, cycles=1)
    light(clip, [(0, WARM, 0.10)])
    return clip


def sit(rig: Rig) -> Clip:
    """Sits on the wall and looks on, tail sweeping; blinks, flicks an ear; loops."""
    clip = Clip("sit", 3.0, loop=True)
    sit_body(clip, 1)
    clip.sway("neck", 1.4, phase=0.1, centre=-2)
    clip.rotate("head", [(0, SIT_HEAD), (0.7, SIT_HEAD + 1), (1.3, SIT_HEAD + 7), (2.3, SIT_HEAD + 6), (3.0, SIT_HEAD)])
    gaze(clip, rig, [(0, 1, -2), (0.7, 1, -2), (1.2, 2, 1), (2.3, 2, 1), (3.0, 1, -2)])
    brows(clip, [(0, 0, 0), (1.2, 2.5, 0), (2.3, 2, 0), (3.0, 0, 0)])
    ears(clip, [(0, 0), (0.5, 0), (0.58, 16, "out"), (0.72, -4), (0.85, 2), (1.0, 0), (2.2, -3), (3.0, 0)])
    faces(clip, [(0, "open", "calm")], blinks=(1.22, 2.45))
    sit_feet(clip, rig)
    tail(clip, rig, [(0, LOOSE_TAIL)], wave=9.0)
    light(clip, [(0, WARM, 0.55), (0.8, WARM, 0.48), (1.7, WARM, 0.58), (3.0, WARM, 0.55)])
    return clip


def flinch(rig: Rig) -> Clip:
    """The gust in her face: ducks, ears flat, eyes shut, tail whipped back; comes up worried."""
    clip = Clip("flinch", 2.4)
    clip.move("hips", [(0, (6, -33)), (0.2, (3, -34)), (1.0, (3, -34)), (1.5, (6, -33))])
    clip.rotate("hips", [(0, 33), (0.25, 28, "out"), (1.0, 28), (1.55, 34), (2.4, 33)])
    clip.rotate("spine", [(0, 4), (0.25, -3), (1.0, -2), (1.6, 5), (2.4, 4)])
    clip.rotate("chest", [(0, 8), (0.25, 0), (0.6, 2), (1.0, 0), (1.6, 10), (2.4, 8)])
    clip.rotate("neck", [(0, -2), (0.28, -16), (0.6, -13), (1.0, -16), (1.6, 0), (2.4, -2)])
    clip.rotate("head", [(0, -34), (0.28, -22, "out"), (0.6, -25), (1.0, -22), (1.6, -30), (2.4, -36)])
    clip.rotate("ruff", [(0, 0), (0.25, -16), (0.5, -10), (0.75, -17), (1.0, -12), (1.5, 3), (1.9, 0)])
    gaze(clip, rig, [(0, 1, 0), (0.25, -5, -4), (1.0, -5, -4), (1.5, 2, 0), (2.4, 3, -3)])
    brows(clip, [(0, 0, 0), (0.2, -3, -6), (1.0, -3, -6), (1.45, 3, 12), (2.4, 2, 14)])
    ears(
        clip,
        [(0, 0), (0.05, -8), (0.24, 58, "out"), (0.5, 48), (0.72, 60), (1.0, 52), (1.45, 10), (1.8, 18), (2.3, 16)],
    )
    faces(clip, [(0, "open", "calm"), (0.14, "closed", "worried"), (1.2, "open", "worried")], blinks=(1.62,))
    sit_feet(clip, rig)
    tail(
        clip,
        rig,
        [
            (0, LOOSE_TAIL),
            (0.35, (176, 170, 172, 176, 182, 188)),
            (1.1, (178, 172, 172, 174, 178, 184)),
            (1.9, (196, 186, 176, 168, 160, 152)),
        ],
        wave=8.0,
        cycles=4,
    )
    light(clip, [(0, WARM, 0.55), (0.3, WARM, 0.45), (0.62, WARM, 0.5), (0.75, WARM, 0.0)])
    return clip


def worry(rig: Rig) -> Clip:
    """Watches him with her head on one side; loops."""
    clip = Clip("worry", 2.6, loop=True)
    sit_body(clip, 1)
    clip.sway("neck", 1.2, phase=0.1, centre=-2)
    clip.rotate("head", [(0, -36), (0.6, -36), (1.0, -46), (2.0, -45), (2.6, -36)])
    gaze(clip, rig, [(0, 3, -3), (1.0, 4, -4), (2.0, 4, -4), (2.6, 3, -3)])
    brows(clip, [(0, 2, 14), (1.0, 3.5, 17), (2.0, 3, 16), (2.6, 2, 14)])
    ears(clip, [(0, 16), (0.7, 16), (1.0, 4), (1.4, 8), (2.0, 8), (2.6, 16)])
    faces(clip, [(0, "open", "worried")], blinks=(0.72, 1.9))
    sit_feet(clip, rig)
    tail(clip, rig, [(0, (196, 186, 176, 168, 160, 152))], wave=5.0)
    light(clip, [(0, WARM, 0.0)])
    return clip


def foxfire(rig: Rig) -> Clip:
    """An idea: shuts her eyes, lifts her tail like a lamp post, and it burns from 1.15 s on; flicks it at 2.0 s."""
    clip = Clip("foxfire", 4.6)
    clip.move("hips", [(0, (6, -33)), (0.45, (5, -35)), (0.95, (8, -30)), (1.4, (7, -32)), (4.6, (6, -33))])
    clip.rotate("hips", [(0, 33), (0.45, 30), (1.0, 35), (1.5, 34), (4.6, 34)])
    clip.rotate("spine", [(0, 4), (0.45, 1), (1.0, 5), (1.5, 5), (3.0, 4), (4.6, 5)])
    clip.rotate("chest", [(0, 8), (0.45, 3), (1.0, 10), (1.5, 9), (3.0, 8), (4.6, 9)])
    clip.rotate("neck", [(0, -2), (0.45, -9), (1.0, 3), (1.5, 0), (2.6, -3), (4.6, -1)])
    clip.rotate(
        "head",
        [(0, -36), (0.45, -42), (1.0, -28), (1.5, -33), (1.75, -30), (2.02, -44), (2.4, -34), (3.2, -36), (4.6, -34)],
    )
    clip.rotate("ruff", [(0, 0), (0.5, -4), (1.05, 6), (1.35, -2), (1.7, 0)])
    gaze(clip, rig, [(0, 3, -3), (0.45, 1, -5), (1.05, 2, 3), (1.8, 3, 0), (2.6, 4, -2), (3.6, 3, 1), (4.6, 3, 2)])
    brows(clip, [(0, 2, 14), (0.45, -2, 0), (1.1, 4, 0), (2.0, 1, 0), (4.6, 2, 0)])
    ears(
        clip,
        [
            (0, 16),
            (0.35, 24),
            (0.62, -12, "out"),
            (0.9, 2),
            (1.15, -8),
            (1.5, 0),
            (2.9, -4),
            (3.0, 10, "out"),
            (3.2, -3),
            (3.4, 0),
        ],
    )
    faces(
        clip,
        [
            (0, "open", "worried"),
            (0.3, "closed", "calm"),
            (1.15, "open", "smile"),
            (3.3, "open", "open"),
            (4.1, "open", "smile"),
        ],
        blinks=(1.9, 2.7),
    )
    sit_feet(clip, rig)
    poses = [
        (0, (196, 186, 176, 168, 160, 152)),
        (0.45, (206, 200, 192, 186, 182, 178)),
        (1.1, (106, 96, 90, 86, 80, 74)),
        (1.45, CROOK_TAIL),
        (1.75, (122, 116, 110, 104, 96, 86)),
        (2.0, (111, 97, 86, 77, 64, 46)),
        (2.35, (120, 108, 98, 90, 80, 62)),
        (3.0, CROOK_TAIL),
        (4.2, (116, 104, 94, 84, 70, 48)),
        (4.6, CROOK_TAIL),
    ]
    tail(clip, rig, poses, wave=2.0, cycles=4)
    fire(
        clip,
        [
            (0, 0.0),
            (1.12, 0.0),
            (1.24, 1.35),
            (1.42, 0.9),
            (1.65, 1.05),
            (1.98, 1.3),
            (2.08, 0.6),
            (2.6, 0.85),
            (4.6, 0.9),
        ],
        shown_from=1.12,
    )
    light(
        clip,
        [
            (0, CYAN, 0.0),
            (1.12, CYAN, 0.02),
            (1.3, CYAN, 0.34),
            (1.6, CYAN, 0.24),
            (3.0, CYAN, 0.2),
            (4.6, CYAN, 0.25),
        ],
    )
    for part in ("body", "head", "ruff", "tail"):
        clip.two_colours(
            part,
            [
                (0, "ffffffff", "141a44"),
                (1.12, "ffffffff", "141a44"),
                (1.4, "ffffffff", "0d3f52"),
                (3.2, "ffffffff", "0d3f52"),
                (4.6, "ffffffff", "2a2450"),
            ],
        )
    clip.event(1.15, "foxfire")
    return clip


def content(rig: Rig) -> Clip:
    """Eyes shut with pleasure, swaying, tail waving its little flame; loops."""
    clip = Clip("content", 2.4, loop=True)
    clip.move("hips", [(0, (6, -33))])
    clip.sway("hips", 1.2, centre=34)
    clip.sway("spine", 1.5, phase=0.08, centre=5)
    clip.sway("chest", 2.0, phase=0.16, centre=9)
    clip.sway("neck", 2.4, phase=0.24, centre=-1)
    clip.sway("head", 3.4, phase=0.32, centre=-33)
    clip.sway("ruff", 2.0, phase=0.2)
    gaze(clip, rig, [(0, 3, 2), (1.2, 2, 3), (2.4, 3, 2)])
    brows(clip, [(0, 3, 0), (1.2, 4, 0), (2.4, 3, 0)])
    ears(clip, [(0, 0), (0.8, 6), (1.6, -2), (2.0, 12, "out"), (2.15, -3), (2.4, 0)])
    faces(clip, [(0, "happy", "open")])
    sit_feet(clip, rig)
    tail(clip, rig, [(0, CROOK_TAIL)], wave=6.0, lag=0.09)
    fire(clip, [(0, 0.66), (0.6, 0.74), (1.2, 0.64), (1.8, 0.74), (2.4, 0.66)], shown_from=0.0)
    light(clip, [(0, WARM, 0.66), (0.8, WARM, 0.72), (1.6, WARM, 0.64), (2.4, WARM, 0.66)])
    for part in ("body", "head", "ruff", "tail"):
        clip.two_colours(part, [(0, "ffffffff", "2a2450")])
    return clip
