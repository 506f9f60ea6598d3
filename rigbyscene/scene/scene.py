"""A scene ready to be sampled: its shots, its cast, and `sample(shot, t)`, a pure function of its arguments."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal, get_args

from rigbyscene.errors import UsageError, nearest_name
from rigbyscene.formats.assets import base_name, stem_of
from rigbyscene.formats.scene_files import camera_bone
from rigbyscene.model.manifest import Actor, Manifest
from rigbyscene.model.skeleton import Skeleton
from rigbyscene.pose.pose import Pose
from rigbyscene.pose.rig import Rig
from rigbyscene.scene.affine import Affine
from rigbyscene.scene.arguments import MOST_SETTLE_S, checked_choice
from rigbyscene.scene.bounds import Bounds, setup_bounds
from rigbyscene.scene.camera import DEFAULT_FRAME, parallax
from rigbyscene.scene.clips import Schedule, schedule
from rigbyscene.scene.events import STAGE, SceneEvent, events_between
from rigbyscene.scene.sample import SceneSample
from rigbyscene.scene.sampler import Sampler
from rigbyscene.scene.swing import Checkpoints

Crossfade = Literal["reference", "smooth"]


@dataclass(frozen=True, slots=True)
class Shot:
    """One shot: the stage's animation number `index`. `duration` in seconds, 0 for a still."""

    name: str
    index: int
    duration: float


@dataclass(frozen=True, slots=True)
class CastMember:
    """An actor, its skeleton compiled, its clips scheduled, one `Schedule` a shot; `bone`, `slot` are the stage's."""

    actor: Actor
    rig: Rig
    bone: int
    slot: int
    schedules: tuple[Schedule, ...]


class Scene:
    """A stage and its actors. `rigbyscene.load_scene` makes one.

    `shots` are the stage's animations in file order. `frame` is the default frame's width and height in stage units.
    Sampling never changes a scene; several threads may sample one.
    """

    def __init__(
        self,
        manifest: Manifest,
        stage: Skeleton,
        actor_skeletons: Sequence[Skeleton],
        *,
        name: str = "scene",
        camera: str | None = None,
        crossfade: Crossfade = "reference",
        stage_skin: str | None = None,
        settle_s: float = 1.0,
    ):
        """`actor_skeletons` belong to the manifest's actors one by one; equal objects are compiled once.

        Names and numbers have been checked by the reader. `camera` names another camera bone, `crossfade` what becomes
        of values that only an outgoing clip keys (``reference``: they hold until the fade ends; ``smooth``: they fade).
        `stage_skin` is for a skeleton shown on its own; a stage wears its default skin. `settle_s` is how long physics
        settles before a shot's first frame. Raises UsageError if the stage has no such bone or skin.
        """
        self.name = name
        self.manifest = manifest
        self.stage = Rig(stage)
        self.camera = camera_bone(stage, camera)
        if camera is not None and self.camera < 0:
            raise UsageError.single(
                "unknown-camera",
                name,
                "camera (--camera)",
                f"the stage has no bone {camera!r}",
                "name one of the stage's bones",
                nearest_name(camera, [b.name for b in stage.bones]),
            )
        if stage_skin not in (None, "default", *(s.name for s in stage.skins)):
            names = [s.name for s in stage.skins]
            raise UsageError.single(
                "unknown-skin", name, "skin (--skin)", f"there is no skin {stage_skin!r}",
                f"the skins are: {', '.join(names)}", nearest_name(str(stage_skin), names),
            )  # fmt: skip
        checked_choice(crossfade, get_args(Crossfade), "crossfade (--crossfade)", name)
        if not 0.0 <= settle_s <= MOST_SETTLE_S:
            raise UsageError.single(
                "bad-settle",
                name,
                "settle_s (--settle)",
                f"settling for {settle_s} s cannot be",
                f"give 0 to {MOST_SETTLE_S:.0f} seconds",
            )
        self.stage_skin = stage_skin
        self.settle_s = settle_s
        self.checkpoints = Checkpoints()
        self.smooth = crossfade == "smooth"
        self.parallax = parallax(stage, manifest.depth if self.camera >= 0 else {}, manifest.focal)
        rigs: dict[int, Rig] = {id(s): Rig(s) for s in {id(s): s for s in actor_skeletons}.values()}
        self.cast = tuple(
            CastMember(
                actor,
                rigs[id(skeleton)],
                stage.bone_index(actor.bone),
                stage.slot_index(actor.slot),
                tuple(schedule(actor.clips.get(a.name, ()), skeleton) for a in stage.animations),
            )
            for actor, skeleton in zip(manifest.actors, actor_skeletons, strict=True)
        )
        self.shots = tuple(Shot(a.name, i, self._duration(i)) for i, a in enumerate(stage.animations))
        setup = Pose(self.stage, stage_skin)
        setup.update([])
        self.bounds: Bounds = setup_bounds(stage, setup)
        self.camera_home = Affine(*setup.world[self.camera].tolist()) if self.camera >= 0 else Affine()
        self.frame = DEFAULT_FRAME if self.camera >= 0 else (self.bounds.width, self.bounds.height)

    def _duration(self, shot: int) -> float:
        """The stage animation's duration; where that is 0, the latest end of the actors' clips that end."""
        duration = self.stage.skeleton.animations[shot].duration
        if duration > 0.0:
            return duration
        return max((member.schedules[shot].latest_end() for member in self.cast), default=0.0)

    @property
    def stage_label(self) -> str:
        """What people call the stage: ``stage``, or its file's name without ending where the scene is that file."""
        stage = self.manifest.stage
        return stem_of(stage) if stage == base_name(self.name) else STAGE

    def shot(self, name: str | Shot) -> Shot:
        """The shot called `name`; UsageError, naming the nearest, if there is none. A `Shot` is returned as it is."""
        if isinstance(name, Shot):
            return name
        for shot in self.shots:
            if shot.name == name:
                return shot
        names = [s.name for s in self.shots]
        remedy = f"the shots are: {', '.join(names)}" if names else "the stage has no animations, so it has no shots"
        near = nearest_name(name, names) if isinstance(name, str) else None
        raise UsageError.single("unknown-shot", self.name, "", f"there is no shot {name!r}", remedy, near)

    def sample(self, shot: str | Shot, t: float) -> SceneSample:
        """The posed scene at `t` seconds into `shot`, in buffers of its own.

        Depends on nothing but its arguments. `t` is not limited: before 0 the shot has not begun, past its end it
        holds. For frame after frame a `Sampler` is cheaper: it writes into the same buffers again.
        """
        return Sampler(self).sample(self.shot(shot), t)

    def events(self, shot: str | Shot, t0: float, t1: float, *, include_start: bool = False) -> list[SceneEvent]:
        """The events that fire in ``(t0, t1]`` of `shot` (``[t0, t1]`` with `include_start`), in firing order."""
        shot = self.shot(shot)
        actors = [(m.actor.id, m.rig.skeleton, m.schedules[shot.index]) for m in self.cast]
        stage = self.stage.skeleton
        return events_between(self.name, shot.name, stage, shot.index, actors, t0, t1, include_start=include_start)
