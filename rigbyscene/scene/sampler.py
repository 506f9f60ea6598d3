"""Poses a scene at one moment after another into the same buffers."""

from __future__ import annotations

import math
from collections.abc import Iterable
from typing import TYPE_CHECKING

import numpy as np

from rigbyscene.errors import BadFileError
from rigbyscene.pose.layout import LIGHT, SIZE_SLOT_VALUES, SLOT_STRIDE, Floats, Ints
from rigbyscene.pose.physics import FRAME_DT, FRAME_RUNS
from rigbyscene.pose.pose import NO_SHIFTS, Pose
from rigbyscene.pose.rig import Outfit
from rigbyscene.scene.affine import Affine
from rigbyscene.scene.arguments import checked_number
from rigbyscene.scene.clips import ActiveLayer, Schedule
from rigbyscene.scene.events import clip_firings, placed
from rigbyscene.scene.sample import PosedActor, SceneSample
from rigbyscene.scene.swing import Checkpoints, Swinger, SwingGroup, physics_frame, physics_rate, reset_keys

if TYPE_CHECKING:
    from rigbyscene.scene.scene import CastMember, Scene, Shot
    from rigbyscene.scene.wardrobe import Wardrobe

_MIRROR = Affine.scaling(-1.0, 1.0)
STAGE_GROUP = 0


class Sampler:
    """Samples `scene`; each sample is valid until the next one is taken. One sampler serves one thread.

    With a `wardrobe` the cast wears what that says, instead of what the files say.
    """

    def __init__(self, scene: Scene, wardrobe: Wardrobe | None = None):
        self._scene = scene
        checkpoints = scene.checkpoints if wardrobe is None else wardrobe.checkpoints
        self._stage = _StagePoser(scene, checkpoints)
        self._actors = [_ActorPoser(scene, member, self._stage) for member in scene.cast]
        self._groups: list[SwingGroup] = []
        rates = {a.rate for a in self._actors if a.rate is not None}
        for number, rate in enumerate(sorted(rates), start=STAGE_GROUP + 1):
            swingers = [a.swinger for a in self._actors if a.rate == rate]
            self._groups.append(SwingGroup(number, rate, swingers, self._stage.pose_at, checkpoints, scene.settle_s))
        if wardrobe is not None:
            self._stage.dress(wardrobe.outfits[0])
            for poser, outfit in zip(self._actors, wardrobe.outfits[1:], strict=True):
                poser.dress(outfit)

    def sample(self, shot: Shot, t: float) -> SceneSample:
        """The posed scene `t` seconds into `shot` (scene semantics, sections 3 to 6). UsageError if t is not finite."""
        place = f"shot {shot.name!r}"
        t = checked_number(t, -math.inf, "bad-time", self._scene.name, place, "the time", "give seconds from 0 up")
        self._stage.enter(shot)
        for actor in self._actors:
            actor.enter(shot)
        for group in self._groups:
            group.advance(shot.index, max(t, 0.0))
        self._stage.pose_at(t)
        for group in self._groups:
            group.show(t)
        actors = tuple(actor.posed(t) for actor in self._actors)
        camera = self._stage.camera
        if camera is None:
            x, y = self._scene.bounds.centre
            view: Affine | None = Affine.translation(-x, -y)
        else:
            view = camera.inverse()
        return SceneSample(shot.name, t, self._stage.shown, actors, camera, view)


class _StagePoser:
    """The stage at any time of a shot: without parallax for the camera, with it for all else, physics included."""

    def __init__(self, scene: Scene, checkpoints: Checkpoints):
        self._scene = scene
        self._plain = Pose(scene.stage, scene.stage_skin)
        layered = bool(scene.parallax.bones)
        self.shown = Pose(scene.stage, scene.stage_skin) if layered else self._plain
        self.camera: Affine | None = None
        self._shot: Shot
        self._animations: Ints = np.zeros(1, np.int32)
        self._numbers: Floats = np.array([[0.0, 1.0, 0.0]])
        self._resets = reset_keys(scene.stage.skeleton)
        self._group: SwingGroup | None = None
        rate = physics_rate(scene.stage.skeleton)
        if rate is not None:
            swingers = [Swinger(self._plain, self._update_plain, self._fired_resets)]
            if layered:
                swingers.append(Swinger(self.shown, self._update_shown, self._fired_resets))
            self._group = SwingGroup(STAGE_GROUP, rate, swingers, lambda t: None, checkpoints, scene.settle_s)

    def dress(self, outfit: Outfit) -> None:
        self._plain.dress(outfit)
        self.shown.dress(outfit)

    def enter(self, shot: Shot) -> None:
        self._shot = shot
        self._animations[0] = shot.index

    def pose_at(self, t: float) -> None:
        """Pose the stage at `t`; `shown` and `camera` tell the result."""
        if self._group is not None:
            self._group.advance(self._shot.index, max(t, 0.0))
            self._group.show(t)
            return
        self._update_plain(t, None)
        if self.shown is not self._plain:
            self._update_shown(t, None)

    def _update_plain(self, t: float, dt: float | None) -> None:
        self._update(self._plain, t, dt, NO_SHIFTS)
        camera = self._scene.camera
        self.camera = None if camera < 0 else Affine(*self._plain.world[camera].tolist())

    def _update_shown(self, t: float, dt: float | None) -> None:
        home, camera = self._scene.camera_home, self.camera or Affine()
        shifts = self._scene.parallax.shifts((camera.tx - home.tx, camera.ty - home.ty))
        self._update(self.shown, t, dt, shifts)

    def _update(self, pose: Pose, t: float, dt: float | None, shifts: Floats) -> None:
        duration = self._scene.stage.skeleton.animations[self._shot.index].duration
        self._numbers[0, 0] = min(max(t, 0.0), duration)
        _tell_time(pose, dt)
        pose.update_packed(self._animations, self._numbers, False, shifts, pose is self.shown)

    def _fired_resets(self, t0: float, t1: float, include_start: bool) -> Iterable[int]:
        keys = self._resets[self._shot.index]
        return [key.constraint for key in keys if t0 < key.time <= t1 or (include_start and key.time == t0)]


class _ActorPoser:
    """One actor at any time of a shot, where the stage is posed already."""

    def __init__(self, scene: Scene, member: CastMember, stage: _StagePoser):
        self._scene = scene
        self._member = member
        self._stage = stage
        self._pose = Pose(member.rig, member.actor.skin)
        self._shot: Shot
        self._schedule: Schedule
        self._layers: tuple[ActiveLayer, ...] = ()
        self._placement = Affine()
        self.rate = physics_rate(member.rig.skeleton)
        self._resets = reset_keys(member.rig.skeleton)
        self.swinger = Swinger(self._pose, self._update, self._fired_resets)

    def dress(self, outfit: Outfit) -> None:
        self._pose.dress(outfit)

    def enter(self, shot: Shot) -> None:
        self._shot = shot
        self._schedule = self._member.schedules[shot.index]

    def posed(self, t: float) -> PosedActor:
        """The actor at `t`; one that swings has been posed by its group."""
        if self.rate is None:
            self._update(t, None)
        member, stage = self._member, self._stage.shown
        light = int(stage.rig.arrays.sizes[SIZE_SLOT_VALUES]) + member.slot * SLOT_STRIDE + LIGHT
        red, green, blue, alpha = stage.arrays.values[light : light + 4].tolist()
        outfit = stage.outfit.arrays
        drawn = bool(outfit.bone_active[member.bone] and outfit.slot_active[member.slot])
        tint = (red, green, blue, alpha)
        return PosedActor(member.actor.id, self._pose, self._placement, tint, self._layers, member.slot, drawn)

    def _update(self, t: float, dt: float | None) -> None:
        actor = self._member.actor
        bone = Affine(*self._stage.shown.world[self._member.bone].tolist())
        placement = bone.after(Affine.translation(0.0, actor.ground))
        self._placement = placement.after(_MIRROR) if actor.flip else placement
        self._layers = self._schedule.layers(t)
        animations, numbers = _packed(self._schedule, self._layers)
        if dt is not None:
            self.swinger.feel(physics_frame(self._placement))
        _tell_time(self._pose, dt)
        self._pose.update_packed(animations, numbers, self._scene.smooth, NO_SHIFTS, True)

    def _fired_resets(self, t0: float, t1: float, include_start: bool) -> Iterable[int]:
        """Reset keys that a clip passes; an outgoing clip is heard of until it has faded."""
        fired = []
        for k, clip in enumerate(self._schedule.clips):
            keys = self._resets[clip.animation]
            if keys:
                following = self._schedule.clips[k + 1] if k + 1 < len(self._schedule.clips) else None
                end = math.inf if following is None else following.start + following.blend
                try:
                    fired += [keys[n].constraint for _, _, n in clip_firings(clip, keys, t0, t1, end, include_start)]
                except BadFileError as refusal:
                    number = next(i for i, member in enumerate(self._scene.cast) if member is self._member)
                    raise placed(refusal, self._scene.name, number, self._shot.name) from None
        return fired


def _tell_time(pose: Pose, dt: float | None) -> None:
    pose.arrays.motion[FRAME_DT] = dt or 0.0
    pose.arrays.motion[FRAME_RUNS] = dt is not None


def _packed(schedule: Schedule, layers: tuple[ActiveLayer, ...]) -> tuple[Ints, Floats]:
    animations = np.array([schedule.clips[layer.clip].animation for layer in layers], np.int32)
    numbers = np.array([(layer.animation_time, layer.alpha, 0.0) for layer in layers], np.float64)
    return animations, numbers.reshape(len(layers), 3)
