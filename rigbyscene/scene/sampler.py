"""Poses a scene at one moment after another into the same buffers."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

import numpy as np

from rigbyscene.errors import UsageError
from rigbyscene.pose.layout import LIGHT, SIZE_SLOT_VALUES, SLOT_STRIDE, Floats, Ints
from rigbyscene.pose.pose import NO_SHIFTS, Pose
from rigbyscene.scene.affine import Affine
from rigbyscene.scene.clips import ActiveLayer, Schedule
from rigbyscene.scene.sample import PosedActor, SceneSample

if TYPE_CHECKING:
    from rigbyscene.scene.scene import CastMember, Scene, Shot

_MIRROR = Affine.scaling(-1.0, 1.0)


class Sampler:
    """Samples `scene`; each sample is valid until the next one is taken. One sampler serves one thread."""

    def __init__(self, scene: Scene):
        self._scene = scene
        self._stage = Pose(scene.stage, scene.stage_skin)
        self._actors = [Pose(member.rig, member.actor.skin) for member in scene.cast]

    def sample(self, shot: Shot, t: float) -> SceneSample:
        """The posed scene `t` seconds into `shot` (scene semantics, sections 3 to 5). UsageError if t is not finite."""
        if not math.isfinite(t):
            raise UsageError.single(
                "bad-time", self._scene.name, f"shot {shot.name!r}", f"the time is {t}", "give seconds from 0 up"
            )
        camera = self._pose_stage(shot, t)
        actors = tuple(
            self._pose_actor(member, pose, shot, t) for member, pose in zip(self._scene.cast, self._actors, strict=True)
        )
        if camera is None:
            x, y = self._scene.bounds.centre
            view: Affine | None = Affine.translation(-x, -y)
        else:
            view = camera.inverse()
        return SceneSample(shot.name, t, self._stage, actors, camera, view)

    def _pose_stage(self, shot: Shot, t: float) -> Affine | None:
        """Pose the stage, with parallax where it has any; the camera's matrix is that of the stage without."""
        scene, stage = self._scene, self._stage
        duration = scene.stage.skeleton.animations[shot.index].duration
        animations = np.array([shot.index], np.int32)
        numbers = np.array([[min(max(t, 0.0), duration), 1.0]])
        layered = bool(scene.parallax.bones)
        stage.update_packed(animations, numbers, False, NO_SHIFTS, not layered)
        if scene.camera < 0:
            return None
        camera = Affine(*stage.world[scene.camera].tolist())
        if layered:
            motion = (camera.tx - scene.camera_home.tx, camera.ty - scene.camera_home.ty)
            shifts = scene.parallax.shifts(motion)
            stage.update_packed(animations, numbers, False, shifts, True)
        return camera

    def _pose_actor(self, member: CastMember, pose: Pose, shot: Shot, t: float) -> PosedActor:
        stage = self._stage
        schedule = member.schedules[shot.index]
        layers = schedule.layers(t)
        animations, numbers = _packed(schedule, layers)
        pose.update_packed(animations, numbers, self._scene.smooth, NO_SHIFTS, True)
        actor = member.actor
        placement = Affine(*stage.world[member.bone].tolist()).after(Affine.translation(0.0, actor.ground))
        if actor.flip:
            placement = placement.after(_MIRROR)
        light = int(stage.rig.arrays.sizes[SIZE_SLOT_VALUES]) + member.slot * SLOT_STRIDE + LIGHT
        red, green, blue, alpha = stage.arrays.values[light : light + 4].tolist()
        outfit = stage.outfit.arrays
        drawn = bool(outfit.bone_active[member.bone] and outfit.slot_active[member.slot])
        return PosedActor(actor.id, pose, placement, (red, green, blue, alpha), layers, member.slot, drawn)


def _packed(schedule: Schedule, layers: tuple[ActiveLayer, ...]) -> tuple[Ints, Floats]:
    animations = np.array([schedule.clips[layer.clip].animation for layer in layers], np.int32)
    numbers = np.array([(layer.animation_time, layer.alpha) for layer in layers], np.float64)
    return animations, numbers.reshape(len(layers), 2)
