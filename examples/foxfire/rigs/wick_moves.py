"""What Wick's clips are built of: faces, light, gazes, feet, cloth."""

from __future__ import annotations

from collections.abc import Sequence
from math import pi, sin
from typing import Any

from studio.clip import Clip
from studio.posing import FootPath, aim, reach, walk_leg
from studio.rig import Rig

from . import wick
from .cloth import Envelope, envelope, stream
from .faces import turned_face

LAMP_AT = (75.0, 334.0)
"""Where the lamp's burner is from Wick's feet whenever he reaches for it."""
WALK_SPEED = 80.0
"""Units a second that his feet pass under him in the walk."""

CARRY_HAND, CARRY_TIP = (62.0, 86.0), (84.0, 400.0)
REST_HAND = (-38.0, 68.0)
REACH_HAND = (63.0, 144.0)
"""Where the hands are when he carries the pole, lets an arm hang, and reaches for a lamp."""
WARM, CYAN = "ffb066", "7dffd6"

_HANG = (38.0, 24.0, 12.0, 6.0)
_SIDES = (("near", wick.LEG_NEAR), ("far", wick.LEG_FAR))


def faces(clip: Clip, moments: Sequence[tuple[float, str, str]], blinks: Sequence[float] = ()) -> None:
    """Show eyes and mouth by (time, eyes, mouth), and close the eyes for three frames at each of `blinks`."""
    for side in ("left", "right"):
        keys: list[tuple[float, str | None]] = [(t, f"eye_{eyes}") for t, eyes, _ in moments]
        for at in blinks:
            before = [eyes for t, eyes, _ in moments if t <= at + 0.1][-1]
            keys += [(at, "eye_closed"), (at + 0.1, f"eye_{before}")]
        clip.show(f"eye_{side}", keys)
    clip.show("mouth", [(t, f"mouth_{mouth}") for t, _, mouth in moments])


def blink_squash(clip: Clip, blinks: Sequence[float]) -> None:
    """Squash the eyes just before they shut and stretch them as they open."""
    for side in ("left", "right"):
        keys: list[tuple[Any, ...]] = [] if blinks and blinks[0] < 0.1 else [(0.0, (1.0, 1.0))]
        for at in blinks:
            keys += [
                (at - 0.07, (1.0, 1.0)),
                (at, (1.12, 0.55)),
                (at + 0.1, (1.1, 0.7)),
                (at + 0.2, (0.97, 1.06)),
                (at + 0.32, (1.0, 1.0)),
            ]
        clip.scale(f"eye_{side}", keys)


def eye_light(clip: Clip, keys: Sequence[tuple[Any, ...]]) -> None:
    """How much his eyes shine: keys (time, "rrggbbaa"[, ease])."""
    for side in ("left", "right"):
        clip.colour(f"eye_glow_{side}", keys)


def light(clip: Clip, keys: Sequence[tuple[Any, ...]]) -> None:
    """The lamp's light on him: keys (time, "rrggbb", strength 0..1[, ease])."""
    for part in wick.LIT_PARTS:
        clip.colour(f"{part}_lit", [(k[0], f"{k[1]}{round(k[2] * 255):02x}", *k[3:]) for k in keys])


def flame(clip: Clip, keys: Sequence[tuple[float, float]], glow: str = "ffb45a") -> None:
    """How large the flame on the pole is, by (time, size); its glow fades with it."""
    clip.scale("flame", [(t, (max(size, 0.01), max(size, 0.01))) for t, size in keys])
    clip.colour("flame_glow", [(t, f"{glow}{round(min(size, 1.0) * 208):02x}") for t, size in keys])
    clip.play_pictures("flame", "flame", 1 / 15)


def gaze(clip: Clip, rig: Rig, keys: Sequence[tuple[Any, ...]]) -> None:
    """Turn the head within its outline: keys (time, right, up[, ease]) in units at the middle of the face."""
    clip.move("face", [(k[0], (k[1], k[2]), *k[3:]) for k in keys])
    turned = [
        (k[0], turned_face(rig, "head", "head", wick.FACE_CENTRE, wick.FACE_RADIUS, k[1], k[2]), *k[3:]) for k in keys
    ]
    clip.deform("head", "head", turned)
    clip.move("glint", [(k[0], (-1.6 * k[1], -0.6 * k[2]), *k[3:]) for k in keys])


def stand(clip: Clip, rig: Rig, tiptoe: Envelope | None = None, spread: float = 0.0) -> None:
    """Keep both feet where they are; `tiptoe` lifts the heels by so many units."""
    for side, leg in _SIDES:
        foot = rig.bones[leg.foot].world
        shift = spread if side == "far" else -spread
        walk_leg(rig, clip, leg, _standing(foot.tx + shift, foot.ty, tiptoe or (lambda _: 0.0)))


def _standing(x: float, y: float, tiptoe: Envelope) -> FootPath:
    def path(time: float) -> tuple[float, float, float]:
        lift = tiptoe(time)
        return x + lift * 0.25, y + lift, -2.4 * lift

    return path


def stride(clip: Clip, rig: Rig) -> None:
    """Two steps a loop: a foot is down for 55 % of the time and passes under him at WALK_SPEED."""
    down = 0.55
    reach_x = WALK_SPEED * clip.duration * down / 2

    def path_of(phase: float, x0: float, y0: float) -> FootPath:
        def path(time: float) -> tuple[float, float, float]:
            turn = (time / clip.duration + phase) % 1.0
            if turn < down:
                share = turn / down
                heel = max(0.0, (share - 0.62) / 0.38)
                toe = max(0.0, 1 - share / 0.16)
                x = x0 + reach_x * (1 - 2 * share)
                return x + 3.0 * heel, y0 + 8.0 * heel * heel + 1.0 * toe, -34.0 * heel * heel + 20.0 * toe
            share = (turn - down) / (1 - down)
            glide = share - sin(2 * pi * share) / (2 * pi) * 0.55
            x = x0 + reach_x * (2 * glide - 1) + 3.0 * (1 - share)
            lift = 8.0 * (1 - share) ** 2 + 17.0 * sin(pi * share) ** 1.2 + 1.0 * share
            return x, y0 + lift, -34.0 * (1 - share) ** 1.6 + 20.0 * share**2

        return path

    for (_, leg), phase in zip(_SIDES, (0.0, 0.5), strict=True):
        foot = rig.bones[leg.foot].world
        x0 = foot.tx * 0.45 + 1.5
        walk_leg(rig, clip, leg, path_of(phase, x0, foot.ty), step=clip.duration / 24)


def scarves(clip: Clip, hang: Envelope, flutter: Envelope, cycles: float) -> None:
    """Both ends of the scarf: hanging by `hang` (0 streams behind him), waving by `flutter` degrees."""
    stream(clip, wick.SCARF_NEAR, _HANG, hang, flutter, cycles)
    stream(clip, wick.SCARF_FAR, _HANG[:3], hang, flutter, cycles, phase=0.2)


def skirts(clip: Clip, sway: Envelope, flutter: float, cycles: float) -> None:
    """The coat's hem: blown to the right by `sway` degrees and rippling."""

    def angle(phase: float, share: float) -> Any:
        return lambda time: (sway(time) * share + flutter * sin(2 * pi * (cycles * time / clip.duration - phase)),)

    for bone, phase, share in (("skirt_left", 0.0, 1.0), ("skirt_middle", 0.12, 0.6), ("skirt_right", 0.24, 0.9)):
        clip.bake(bone, "rotate", angle(phase, share), 1 / 12, ease="auto")


def pole_arm(clip: Clip, rig: Rig, poses: Sequence[tuple[Any, ...]]) -> None:
    """The arm with the pole by (time, hand (x, y), tip (x, y)[, ease]): the pole points from the hand at the tip.

    Call it after the body is keyed. Between the poses arm and pole swing in arcs.
    """
    uppers, lowers = [], []
    for pose in poses:
        upper, lower = reach(rig, clip, pose[0], "arm_far", "forearm_far", pose[1])
        uppers.append((pose[0], upper, *pose[3:]))
        lowers.append((pose[0], lower, *pose[3:]))
    clip.rotate("arm_far", uppers)
    clip.rotate("forearm_far", lowers)
    clip.rotate("hand_far", [(0.0, 0.0)])
    clip.rotate("pole", [(pose[0], aim(rig, clip, pose[0], "pole", pose[2]), *pose[3:]) for pose in poses])


def free_arm(clip: Clip, rig: Rig, poses: Sequence[tuple[Any, ...]]) -> None:
    """The near arm by (time, hand (x, y)[, ease]); call it after the body is keyed."""
    solved = [(p[0], reach(rig, clip, p[0], "arm_near", "forearm_near", p[1]), *p[2:]) for p in poses]
    clip.rotate("arm_near", [(t, angles[0], *rest) for t, angles, *rest in solved])
    clip.rotate("forearm_near", [(t, angles[1], *rest) for t, angles, *rest in solved])


def breath(clip: Clip, cycles: int, depth: float = 1.0) -> None:
    """Rise and fall of the chest, the head a little later."""
    clip.swell("torso1", 0.012 * depth, 0.016 * depth, cycles)
    clip.bob("neck", 0.0, 1.2 * depth, cycles, phase=0.08)


def steady(value: float) -> Envelope:
    """An envelope that does not change."""
    return envelope((0.0, value))
