"""What Saffron's clips are built of: how she sits and trots, her tail by directions, her face and ears."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from math import cos, pi, radians, sin
from typing import Any

from studio.affine import wrapped
from studio.clip import Clip
from studio.posing import FootPath, walk_leg, world
from studio.rig import Rig

from . import saffron
from .faces import turned_face

TROT_SPEED = 92.0
"""Units a second that her feet pass under her in the trot."""

GLANCE = 0.3
"""How much farther than the face the eyes go, in shares of the face's motion."""
SIT_HIPS, SIT_PITCH = (6.0, -33.0), 33.0
_SIT_FEET: Mapping[str, tuple[float, float, float]] = {
    "hindpaw_near": (-40.0, 12.5, 40.0),
    "hindpaw_far": (-26.0, 14.0, 40.0),
    "forepaw_near": (23.0, 11.0, 0.0),
    "forepaw_far": (36.0, 12.0, 0.0),
}
_SHOULDERS_DOWN: Mapping[str, float] = {"upper_near": 10.5, "upper_far": 20.5}
"""How far the shoulders slide down her side when she sits up: the forelegs would not reach the ground else."""
LOOSE_TAIL = (192.0, 176.0, 164.0, 152.0, 140.0, 128.0)
"""World directions of the tail bones when she sits at ease: back along the wall, tip up."""
CROOK_TAIL = (112.0, 100.0, 91.0, 82.0, 68.0, 46.0)
"""Her tail as a lamp post: straight up behind her, its tip bent forward over her head."""


def sit_body(clip: Clip, cycles: int, depth: float = 1.0) -> None:
    """Hips down, chest up, breathing."""
    clip.move("hips", [(0, SIT_HIPS)])
    clip.rotate("hips", [(0, SIT_PITCH)])
    clip.sway("spine", 1.0 * depth, cycles, centre=4.0)
    clip.sway("chest", 1.2 * depth, cycles, phase=0.06, centre=8.0)
    clip.swell("ruff", 0.01, 0.05 * depth, cycles, phase=0.05)


def sit_feet(clip: Clip, rig: Rig) -> None:
    """All four feet where they are when she sits."""
    upright = -radians(world(rig, clip, "chest", 0.0).angle)
    for bone, down in _SHOULDERS_DOWN.items():
        clip.move(bone, [(0, (sin(upright) * down, -cos(upright) * down))])
    for leg in saffron.LEGS:
        walk_leg(rig, clip, leg, _still(_SIT_FEET[leg.foot]))


def _still(place: tuple[float, float, float]) -> FootPath:
    return lambda _: place


def trot_feet(clip: Clip, rig: Rig) -> None:
    """Diagonal pairs, each foot down for half the time."""
    phases = {"hindpaw_near": 0.0, "forepaw_far": 0.03, "hindpaw_far": 0.5, "forepaw_near": 0.53}
    for leg in saffron.LEGS:
        foot = rig.bones[leg.foot].world
        hind = leg.foot.startswith("hind")
        walk_leg(
            rig,
            clip,
            leg,
            _trotting(clip.duration, phases[leg.foot], foot.tx + (3 if hind else 2), foot.ty, hind),
            step=clip.duration / 20,
        )


def _trotting(period: float, phase: float, x0: float, y0: float, hind: bool) -> FootPath:
    down = 0.5
    reach = TROT_SPEED * period * down / 2

    def path(time: float) -> tuple[float, float, float]:
        turn = (time / period + phase) % 1.0
        if turn < down:
            share = turn / down
            heel = max(0.0, (share - 0.7) / 0.3)
            return x0 + reach * (1 - 2 * share), y0 + 4 * heel * heel, -26 * heel * heel
        share = (turn - down) / (1 - down)
        glide = share - sin(2 * pi * share) / (2 * pi) * 0.6
        lift = 4 * (1 - share) ** 2 + (13 if hind else 16) * sin(pi * share)
        return (
            x0 + reach * (2 * glide - 1),
            y0 + lift,
            -26 * (1 - share) ** 1.5 - (34 if not hind else 18) * sin(pi * share),
        )

    return path


def tail(
    clip: Clip, rig: Rig, poses: Sequence[tuple[Any, ...]], wave: float = 0.0, cycles: int = 1, lag: float = 0.10
) -> None:
    """The tail by (time, six world directions in degrees[, ease]), a travelling wave of `wave` degrees laid over it.

    Call it after the body is keyed. Between poses the directions pass evenly; each bone starts a little later.
    """
    before: list[dict[str, float]] = [dict(zip(saffron.TAIL, pose[1], strict=True)) for pose in poses]

    def direction(index: int, time: float) -> float:
        bone, late = saffron.TAIL[index], time - 0.035 * index
        value = before[0][bone]
        for here, there, a, b in zip(poses, poses[1:], before, before[1:], strict=False):
            share = min(max((late - here[0]) / (there[0] - here[0]), 0.0), 1.0)
            share = share * share * (3 - 2 * share)
            value += (b[bone] - a[bone]) * share
        return value + wave * (0.35 + 0.22 * index) * sin(2 * pi * (cycles * time / clip.duration - lag * index))

    def rotation(index: int) -> Callable[[float], tuple[float, ...]]:
        bone = rig.bones[saffron.TAIL[index]]

        def value(time: float) -> tuple[float, ...]:
            above = world(rig, clip, "pelvis", time).angle if index == 0 else direction(index - 1, time)
            return (wrapped(direction(index, time) - above - bone.rotation),)

        return value

    for index, name in enumerate(saffron.TAIL):
        clip.bake(name, "rotate", rotation(index), 1 / 12, ease="auto")


def faces(clip: Clip, moments: Sequence[tuple[float, str, str]], blinks: Sequence[float] = ()) -> None:
    """Eyes and mouth by (time, eyes, mouth), blinking for three frames at each of `blinks`, with squash and stretch."""
    for side in ("near", "far"):
        keys: list[tuple[float, str | None]] = [(t, f"eye_{side}_{eyes}") for t, eyes, _ in moments]
        for at in blinks:
            before = [eyes for t, eyes, _ in moments if t <= at + 0.1][-1]
            keys += [(at, f"eye_{side}_closed"), (at + 0.1, f"eye_{side}_{before}")]
        clip.show(f"eye_{side}", keys)
        squash: list[tuple[Any, ...]] = [(0.0, (1.0, 1.0))]
        for at in blinks:
            squash += [
                (at - 0.07, (1.0, 1.0)),
                (at, (1.08, 0.5)),
                (at + 0.1, (1.08, 0.65)),
                (at + 0.19, (0.97, 1.05)),
                (at + 0.3, (1.0, 1.0)),
            ]
        clip.scale(f"eye_{side}", squash)
    clip.show("mouth", [(t, f"mouth_{mouth}") for t, _, mouth in moments])


def gaze(clip: Clip, rig: Rig, keys: Sequence[tuple[Any, ...]]) -> None:
    """Turn the face within the head: keys (time, right, up[, ease]) in units at its middle."""
    clip.move("face", [(k[0], (k[1], k[2]), *k[3:]) for k in keys])
    for bone in ("look", "eye_near", "eye_far"):
        clip.move(bone, [(k[0], (GLANCE * k[1], GLANCE * k[2]), *k[3:]) for k in keys])
    turned = [
        (k[0], turned_face(rig, "head", "head", saffron.FACE_CENTRE, saffron.FACE_RADIUS, k[1], k[2]), *k[3:])
        for k in keys
    ]
    clip.deform("head", "head", turned)


def brows(clip: Clip, keys: Sequence[tuple[Any, ...]]) -> None:
    """Both brows: keys (time, up, slant degrees[, ease]); a positive slant looks worried."""
    for side, sign in (("near", 1.0), ("far", -0.8)):
        clip.move(f"brow_{side}", [(k[0], (0.0, k[1]), *k[3:]) for k in keys])
        clip.rotate(f"brow_{side}", [(k[0], sign * k[2], *k[3:]) for k in keys])


def ears(clip: Clip, keys: Sequence[tuple[Any, ...]]) -> None:
    """Both ears: keys (time, back degrees[, ease]); the tips follow, the far ear a frame later."""
    for name, share, late in (
        ("ear_near1", 1.0, 0.0),
        ("ear_near2", 0.5, 0.05),
        ("ear_far1", 0.85, 0.03),
        ("ear_far2", 0.45, 0.08),
    ):
        shifted = [(min(k[0] + (late if k[0] > 0 else 0.0), clip.duration), k[1] * share, *k[2:]) for k in keys]
        unique = [k for i, k in enumerate(shifted) if i == 0 or k[0] > shifted[i - 1][0] + 1e-4]
        clip.rotate(name, unique)


def light(clip: Clip, keys: Sequence[tuple[Any, ...]]) -> None:
    """The lamp's light on her: keys (time, "rrggbb", strength 0..1[, ease])."""
    for part in saffron.LIT_PARTS:
        clip.colour(f"{part}_lit", [(k[0], f"{k[1]}{round(k[2] * 255):02x}", *k[3:]) for k in keys])


def fire(clip: Clip, keys: Sequence[tuple[float, float]], shown_from: float | None = None) -> None:
    """The foxfire on her tail: keys (time, size)."""
    clip.scale("tail_fire", [(t, (max(size, 0.01), max(size, 0.01))) for t, size in keys])
    clip.colour("tail_glow", [(t, f"7dffd6{round(min(size, 1.0) * 165):02x}") for t, size in keys])
    if shown_from is not None:
        clip.show("tail_fire", [(shown_from, "foxfire")])
        clip.show("tail_glow", [(shown_from, "tail_glow")])
        clip.play_pictures("tail_fire", "foxfire", 1 / 15)
