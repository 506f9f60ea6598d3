"""Physics on the shot's own clock: simulated in fixed frames from the shot's start, so that a moment is a function of
shot and time (scene semantics, section 6).

Skeletons whose constraints share a rate swing in one `SwingGroup`. Its *grid* are the times ``k / fps`` of the shot.
The state at a grid time is what simulating every grid frame from the start gives, after the settling; a moment between
two grid times is one shorter frame from the earlier one, whose state is forgotten again. Whatever order moments are
asked for, each goes through the same operations. `Checkpoints` keep states of every half second, so that a seek need
not start from the beginning.
"""

from __future__ import annotations

import bisect
import math
import threading
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

import numpy as np

from rigbyscene.model.animation import PhysicsResetTimeline
from rigbyscene.model.constraints import PhysicsConstraint
from rigbyscene.model.skeleton import Skeleton
from rigbyscene.pose.layout import Floats
from rigbyscene.pose.physics import FRAME_MATRIX
from rigbyscene.pose.pose import Pose
from rigbyscene.scene.affine import SINGULAR, Affine

CHECKPOINT_EVERY_S = 0.5
MAX_CHECKPOINT_BYTES = 64 << 20
"""All checkpoints of a scene; above this every other one is dropped. 30 constraints take 6 MB for ten minutes."""
ON_GRID = 1e-6
"""A time within this share of a grid frame of a grid time is that grid time."""


class Checkpoints:
    """States by (shot, group, grid frame), shared by everything that samples one scene; safe for threads."""

    def __init__(self, max_bytes: int = MAX_CHECKPOINT_BYTES):
        self._max_bytes = max_bytes
        self._states: dict[tuple[int, int], dict[int, Floats]] = {}
        self._frames: dict[tuple[int, int], list[int]] = {}  # the frames of each, ascending
        self._thinning = 1
        self._bytes = 0
        self._lock = threading.Lock()

    def nearest(self, shot: int, group: int, frame: int) -> tuple[int, Floats] | None:
        """The latest stored state not after `frame`."""
        with self._lock:
            frames = self._frames.get((shot, group), [])
            place = bisect.bisect_right(frames, frame)
            return None if place == 0 else (frames[place - 1], self._states[shot, group][frames[place - 1]])

    def keep(self, shot: int, group: int, frame: int, every: int, state: Callable[[], Floats]) -> None:
        """Store a state if `frame` is one of those that are kept, `every` frames apart."""
        if frame % every:
            return
        with self._lock:
            kept = self._states.setdefault((shot, group), {})
            if frame in kept or (frame // every) % self._thinning:
                return
            kept[frame] = state()
            bisect.insort(self._frames.setdefault((shot, group), []), frame)
            self._bytes += kept[frame].nbytes
            while self._bytes > self._max_bytes and self._thinning < 1 << 20:
                self._thin(every)

    def _thin(self, every: int) -> None:
        self._thinning *= 2
        self._bytes = 0
        for key, kept in self._states.items():
            left = {k: s for k, s in kept.items() if (k // every) % self._thinning == 0}
            self._states[key] = left
            self._frames[key] = sorted(left)
            self._bytes += sum(s.nbytes for s in left.values())


def physics_rate(skeleton: Skeleton) -> float | None:
    """The highest rate of a skeleton's physics constraints, frames a second; None without any."""
    return max((c.fps for c in skeleton.constraints if isinstance(c, PhysicsConstraint)), default=None)


@dataclass(frozen=True, slots=True)
class ResetKey:
    """A moment of an animation at which a physics constraint (-1: all) starts afresh."""

    time: float
    constraint: int


def reset_keys(skeleton: Skeleton) -> tuple[tuple[ResetKey, ...], ...]:
    """The reset keys of each animation, ascending."""
    return tuple(
        tuple(
            sorted(
                (
                    ResetKey(time, timeline.target)
                    for timeline in animation.timelines
                    if isinstance(timeline, PhysicsResetTimeline)
                    for time in timeline.times.tolist()
                ),
                key=lambda key: key.time,
            )
        )
        for animation in skeleton.animations
    )


def physics_frame(placement: Affine) -> Affine:
    """`placement` with its scale divided out: a turn, perhaps a flip, and a shift in the actor's own units.

    An actor on a bone scaled by s thus swings exactly as at full size. The scale is the square root of the area that
    the placement gives a unit square; its direction is that of the x axis. A placement without area is no movement.
    """
    det = placement.determinant
    if not math.isfinite(det) or abs(det) < SINGULAR:
        return Affine()
    scale = math.sqrt(abs(det))
    size = math.hypot(placement.a, placement.b)
    cos, sin = (placement.a / size, placement.b / size) if size > 0.0 else (1.0, 0.0)
    flip = 1.0 if det > 0.0 else -1.0
    return Affine(cos, sin, -sin * flip, cos * flip, placement.tx / scale, placement.ty / scale)


class Swinger:
    """One posed skeleton that swings. `update` poses it at a time, having been told of the frame's length."""

    def __init__(self, pose: Pose, update: Callable[[float, float], None], resets: Callable[..., Iterable[int]]):
        """`update(t, dt)` poses; `resets(t0, t1, include_start)` names the constraints that start afresh in between."""
        self.pose = pose
        self.update = update
        self.resets = resets

    def feel(self, frame: Affine) -> None:
        """Tell where the skeleton stands in this frame."""
        self.pose.arrays.motion[FRAME_MATRIX : FRAME_MATRIX + 6] = frame

    def step(self, t0: float, t1: float, dt: float, *, include_start: bool = False) -> None:
        self.pose.reset_physics_of(self.resets(t0, t1, include_start))
        self.update(t1, dt)


class SwingGroup:
    """Skeletons that swing at one rate; `before_frame(t)` is called before they are posed at a new time."""

    def __init__(
        self,
        number: int,
        fps: float,
        swingers: Sequence[Swinger],
        before_frame: Callable[[float], None],
        checkpoints: Checkpoints,
        settle_s: float,
    ):
        self._number = number
        self._fps = fps
        self._swingers = swingers
        self._before_frame = before_frame
        self._checkpoints = checkpoints
        self._settle_frames = round(settle_s * fps)
        self._every = max(1, round(CHECKPOINT_EVERY_S * fps))
        self._shot = -1
        self._frame = -1
        self._at_grid: Floats = np.zeros(0)

    def grid_frame(self, t: float) -> int:
        """The grid frame that `t` (0 and up) lies in."""
        return max(0, math.floor(t * self._fps + ON_GRID))

    def advance(self, shot: int, t: float) -> None:
        """Bring the state to the grid time at or before `t`. Poses and whatever they stand on are left anywhere."""
        frame = self.grid_frame(t)
        nearest = self._checkpoints.nearest(shot, self._number, frame)
        if self._shot == shot and 0 <= self._frame <= frame and (nearest is None or nearest[0] <= self._frame):
            self._restore(self._at_grid)
        elif nearest is not None:
            self._frame = nearest[0]
            self._restore(nearest[1])
        else:
            self._begin()
            self._checkpoints.keep(shot, self._number, 0, self._every, self._state)
        self._shot = shot
        while self._frame < frame:
            t0, t1 = self._frame / self._fps, (self._frame + 1) / self._fps
            self._before_frame(t1)
            for swinger in self._swingers:
                swinger.step(t0, t1, t1 - t0)
            self._frame += 1
            self._checkpoints.keep(shot, self._number, self._frame, self._every, self._state)
        self._at_grid = self._state()

    def show(self, t: float) -> None:
        """Pose everyone at `t`, at most one frame after the grid time that `advance` went to."""
        start = self._frame / self._fps
        dt = max(t - start, 0.0)
        if dt < ON_GRID / self._fps:
            dt = 0.0
        for swinger in self._swingers:
            swinger.step(start, t, dt)

    def _begin(self) -> None:
        """The state at the shot's start: at rest in its first pose, then settled."""
        self._before_frame(0.0)
        for swinger in self._swingers:
            swinger.pose.reset_physics()
            swinger.step(0.0, 0.0, 0.0, include_start=True)
            for _ in range(self._settle_frames):
                swinger.update(0.0, 1.0 / self._fps)
        self._frame = 0

    def _state(self) -> Floats:
        return np.concatenate([s.pose.arrays.physics.ravel() for s in self._swingers])

    def _restore(self, state: Floats) -> None:
        at = 0
        for swinger in self._swingers:
            own = swinger.pose.arrays.physics
            own[:] = state[at : at + own.size].reshape(own.shape)
            at += own.size
            swinger.pose.arrays.physics_resets[:] = 0
