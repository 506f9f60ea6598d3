"""Records what a skeleton does, frame by frame, as plain numbers: the project's golden data and its comparisons.

The shape of a recording is described in docs/golden.md. Nothing here is on the way to a picture.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, TypeVar

from rigbyscene.model.animation import Animation, EventKey, PhysicsResetTimeline
from rigbyscene.model.attachments import LinkedMesh, Mesh, Region
from rigbyscene.model.skeleton import Skeleton
from rigbyscene.pose.layout import (
    END_SLOT,
    HAS_DARK,
    KIND,
    KIND_CLIPPING,
    KIND_MESH,
    KIND_REGION,
    SAME_TIME_S,
    SETUP_PICTURE,
    SIZE_SLOT_VALUES,
    SLOT_STRIDE,
    VERTEX_COUNT,
)
from rigbyscene.pose.pose import Layer, Pose
from rigbyscene.pose.rig import Rig

DRAWS_EVERY = 5
"""Frames from one with all vertices to the next: vertices are most of a recording."""
MOST_BY_DEFAULT = 90
"""Frames of an animation; `Take.frames` records more."""

BLEND_NAMES = ("normal", "additive", "multiply", "screen")


def rounded(numbers: Any) -> Any:
    """Numbers of a (nested) list rounded to 7 decimals; whole ones become integers, which keeps recordings small."""
    if isinstance(numbers, list | tuple):
        return [rounded(n) for n in numbers]
    if isinstance(numbers, float):
        short = round(numbers, 7)
        return int(short) if short == int(short) else short
    return numbers


@dataclass(frozen=True, slots=True)
class Drawn:
    """One attachment as drawn: straight colours, slot times attachment; `clip` is the slot of the active clipping.

    `picture` is the image that a sequence shows, None without one.
    """

    slot: int
    attachment: int
    type: str
    xy: list[float]
    color: list[float]
    dark: list[float] | None
    end: int | None
    clip: int | None
    picture: str | None


def drawn_attachments(pose: Pose) -> Iterator[Drawn]:
    """What the pose draws, back to front, and the clipping attachments among it, in the skeleton's own space.

    A clip starts at its slot and ends after its end slot has passed; the end slot's own clip, or one that comes before
    the clip in the draw order, never ends it. A second clip while one is active is ignored.
    """
    rig, arrays = pose.rig, pose.arrays
    table = rig.arrays.attachments
    clip = end_slot = None
    for slot in arrays.draw_order.tolist():
        attachment = int(arrays.shown[slot])
        kind = int(table[attachment, KIND]) if attachment >= 0 else -1
        active = bool(pose.outfit.arrays.slot_active[slot])
        starts_clip = active and kind == KIND_CLIPPING
        if active and (starts_clip or kind in (KIND_REGION, KIND_MESH)):
            yield _drawn(pose, slot, attachment, kind, clip)
        if starts_clip and clip is None:
            clip, end_slot = slot, int(table[attachment, END_SLOT])
        elif clip is not None and slot == end_slot:
            clip = end_slot = None


def _drawn(pose: Pose, slot: int, attachment: int, kind: int, clip: int | None) -> Drawn:
    rig, arrays = pose.rig, pose.arrays
    first = int(rig.arrays.slot_vertices[slot])
    count = int(rig.arrays.attachments[attachment, VERTEX_COUNT])
    at = int(rig.arrays.sizes[SIZE_SLOT_VALUES]) + slot * SLOT_STRIDE
    light = arrays.values[at : at + 4].tolist()
    own = getattr(rig.attachments[attachment], "color", None) or (1.0, 1.0, 1.0, 1.0)
    shown = rig.attachments[attachment]
    picture = None
    if isinstance(shown, Region | Mesh | LinkedMesh) and shown.sequence is not None:
        number = int(arrays.pictures[slot])
        number = int(rig.arrays.attachments[attachment, SETUP_PICTURE]) if number < 0 else number
        picture = shown.sequence.picture(shown.image, number)
    is_clip = kind == KIND_CLIPPING
    return Drawn(
        slot=slot,
        attachment=attachment,
        type="clip" if is_clip else "region" if isinstance(rig.attachments[attachment], Region) else "mesh",
        xy=arrays.vertices[first : first + count].ravel().tolist(),
        color=[a * b for a, b in zip(light, own, strict=True)],
        dark=arrays.values[at + 4 : at + 7].tolist() if arrays.values[at + HAS_DARK] else None,
        end=int(rig.arrays.attachments[attachment, END_SLOT]) if is_clip else None,
        clip=None if is_clip else clip,
        picture=picture,
    )


def _draw_entry(pose: Pose, drawn: Drawn) -> dict[str, Any]:
    entry: dict[str, Any] = {
        "slot": drawn.slot,
        "att": pose.rig.attachments[drawn.attachment].name,
        "type": drawn.type,
        "xy": rounded(drawn.xy),
    }
    if drawn.type == "clip":
        return {**entry, "end": drawn.end}
    entry |= {"color": rounded(drawn.color), "blend": int(pose.rig.skeleton.slots[drawn.slot].blend)}
    if drawn.dark is not None:
        entry["dark"] = rounded(drawn.dark)
    if drawn.picture is not None:
        entry["seq"] = drawn.picture
    if drawn.clip is not None:
        entry["clip"] = drawn.clip
    return entry


@dataclass(frozen=True, slots=True)
class Take:
    """What to record: `animation`, or `mix_from` looping until at `mix_at_s` `animation` fades in over `mix_s`.

    Frame i shows ``t = (i + offset) / fps``. `frames` None: until just past the animation's end (with a mix: a fifth of
    a second past the fade), and at most 90 frames.
    """

    animation: str
    skin: str | None = None
    fps: Fraction = Fraction(30)
    offset: Fraction = Fraction(1, 3)
    loop: bool = False
    mix_from: str | None = None
    mix_s: float = 0.0
    mix_at_s: float = 0.0
    frames: int | None = None

    def layers(self, skeleton: Skeleton, t: float) -> list[tuple[Animation, float, float]]:
        """(animation, its time, alpha) at `t`, lowest first."""
        top = skeleton.animation(self.animation)
        if self.mix_from is None:
            return [(top, animation_time(top, t, self.loop), 1.0)]
        below = skeleton.animation(self.mix_from)
        if t < self.mix_at_s:
            return [(below, animation_time(below, t, True), 1.0)]
        alpha = min(1.0, (t - self.mix_at_s) / self.mix_s) if self.mix_s > 0.0 else 1.0
        over = (top, animation_time(top, t - self.mix_at_s, self.loop), alpha)
        return [over] if alpha >= 1.0 else [(below, animation_time(below, t, True), 1.0), over]

    def passages(
        self, skeleton: Skeleton, t0: float, t1: float, starts: bool, below_until_s: float
    ) -> list[tuple[Animation, float, float, bool, bool]]:
        """(animation, its time before, its time now, loops, begins just now) of what plays between t0 and t1.

        What fades out is heard of until `below_until_s`.
        """
        top = skeleton.animation(self.animation)
        if self.mix_from is None:
            return [(top, t0, t1, self.loop, starts)]
        passed = []
        if t0 < below_until_s:
            passed.append((skeleton.animation(self.mix_from), t0, min(t1, below_until_s), True, starts))
        if t1 >= self.mix_at_s:
            begins = t0 < self.mix_at_s
            passed.append((top, 0.0 if begins else t0 - self.mix_at_s, t1 - self.mix_at_s, self.loop, begins))
        return passed

    def frame_count(self, skeleton: Skeleton) -> int:
        """How many frames are recorded: by default just past the end, and at most `MOST_BY_DEFAULT`."""
        return self.frames if self.frames is not None else min(self.whole_frame_count(skeleton), MOST_BY_DEFAULT)

    def whole_frame_count(self, skeleton: Skeleton) -> int:
        """How many frames there are to just past the end of the animation, or of the fade."""
        # format 4.3 rounds durations to 7 digits: 1.5333333 s are 46 frames at 30 a second, not 45.999999
        if self.mix_from is not None:
            return int((self.mix_at_s + self.mix_s + 0.2) * self.fps + 1e-4) + 1
        return int(skeleton.animation(self.animation).duration * self.fps + 1e-4) + 2


def animation_time(animation: Animation, t: float, loop: bool) -> float:
    """Where an animation stands `t` seconds after its start: modulo its duration if it loops, else held at its end."""
    if loop and animation.duration > 0.0:
        return t % animation.duration
    return min(t, animation.duration)


_K = TypeVar("_K")


def _passed(
    keys: Sequence[tuple[float, _K]], duration: float, t0: float, t1: float, loop: bool, include_start: bool
) -> list[_K]:
    """What playback passes in ``(t0, t1]`` of (time, key) pairs, loop after loop, in order."""
    fired = []
    loops = int(t1 // duration) + 1 if loop and duration > 0.0 else 1
    for n in range(loops):
        for time, key in keys:
            at = time + n * duration
            if at <= t1 + SAME_TIME_S and (at > t0 + SAME_TIME_S or (include_start and at >= t0 - SAME_TIME_S)):
                fired.append((at, n, key))
    return [key for _, _, key in sorted(fired, key=lambda f: f[:2])]


def fired_events(animation: Animation, t0: float, t1: float, loop: bool, *, include_start: bool) -> list[EventKey]:
    """The event keys that playback passes in ``(t0, t1]`` (with `include_start` from t0 on)."""
    keys = [(key.time, key) for key in animation.events]
    return _passed(keys, animation.duration, t0, t1, loop, include_start)


def fired_resets(animation: Animation, t0: float, t1: float, loop: bool, *, include_start: bool) -> list[int]:
    """The physics constraints (-1: all) whose reset keys playback passes."""
    keys = [
        (time, timeline.target)
        for timeline in animation.timelines
        if isinstance(timeline, PhysicsResetTimeline)
        for time in timeline.times.tolist()
    ]
    return _passed(keys, animation.duration, t0, t1, loop, include_start)


def record_skeleton(rig: Rig, file: str, take: Take) -> dict[str, Any]:
    """Play `take` and return the recording. UsageError for an unknown animation or skin."""
    skeleton = rig.skeleton
    pose = Pose(rig, take.skin)
    frames = []
    before = clock_s = 0.0
    for i in range(take.frame_count(skeleton)):
        t = float((i + take.offset) / take.fps)
        layers = take.layers(skeleton, t)
        # a game's clock sums its frames, and whether a step of physics is reached hangs on the last bit of that sum
        step_s = clock_s + float(1 / take.fps) - clock_s if i else 0.0
        clock_s += step_s
        for animation, t0, t1, loop, first in take.passages(skeleton, before, t, i == 0, take.mix_at_s + take.mix_s):
            pose.reset_physics_of(fired_resets(animation, t0, t1, loop, include_start=first))
        pose.update(
            [Layer(rig.animation_index[a.name], time, alpha) for a, time, alpha in layers],
            physics_dt_s=step_s,
        )
        frames.append(_frame(pose, take, i, t, before))
        before = t
    recording: dict[str, Any] = {
        "file": file,
        "animation": take.animation,
        "fps": _number(take.fps),
        "offset": float(take.offset),
        "loop": take.loop,
        "skin": take.skin,
    }
    if take.mix_from is not None:
        recording |= {"mixFrom": take.mix_from, "mix": take.mix_s, "mixAt": take.mix_at_s}
    recording |= {
        "boneNames": [b.name for b in skeleton.bones],
        "slotNames": [s.name for s in skeleton.slots],
        "duration": skeleton.animation(take.animation).duration,
        "frames": frames,
    }
    return recording


def _number(fps: Fraction) -> int | str:
    return int(fps) if fps.denominator == 1 else str(fps)


def _frame(pose: Pose, take: Take, i: int, t: float, before: float) -> dict[str, Any]:
    skeleton = pose.rig.skeleton
    fired = [
        key
        for animation, t0, t1, loop, first in take.passages(skeleton, before, t, i == 0, take.mix_at_s)
        for key in fired_events(animation, t0, t1, loop, include_start=first)
    ]
    frame = {
        "i": i,
        "t": t,
        "bones": rounded(pose.world.tolist()),
        "drawOrder": pose.arrays.draw_order.tolist(),
        "events": [
            {
                "name": skeleton.events[key.event].name,
                "time": rounded(key.time),
                "int": key.int_value,
                "float": key.float_value,
                "string": key.string_value,
                "volume": key.volume,
                "balance": key.balance,
            }
            for key in fired
        ],
    }
    if i % DRAWS_EVERY == 0:
        frame["draws"] = [_draw_entry(pose, drawn) for drawn in drawn_attachments(pose)]
    return frame
