"""A scene that plays: its clock, what it shows at the moment, what its cast wears, and where it stands as text."""

from __future__ import annotations

from collections.abc import Sequence
from typing import cast

from rigbyscene.errors import UsageError, nearest_name
from rigbyscene.scene.affine import Affine
from rigbyscene.scene.arguments import Loop, checked_name
from rigbyscene.scene.clock import Clock, Signal
from rigbyscene.scene.events import STAGE
from rigbyscene.scene.moments import happenings
from rigbyscene.scene.sample import SceneSample
from rigbyscene.scene.sampler import Sampler
from rigbyscene.scene.scene import Scene
from rigbyscene.scene.tokens import PlayerState, state_of, token_of
from rigbyscene.scene.wardrobe import Dresser, Look

__all__ = ["Loop", "Player", "Signal"]


class Player(Clock):
    """Plays the shots of a scene (see `Clock`) and poses what shows. Knows no window and no pixels.

    `wear` and `replace_attachment` change what the cast wears: for this player, at every moment of every shot.
    """

    def __init__(self, scene: Scene, shots: Sequence[str] | None = None):
        """See `Clock`."""
        super().__init__(scene, shots)
        self._dresser = Dresser(scene)
        self._looks: dict[str, Look] = {}
        self._sampler = Sampler(scene)
        self._sample: SceneSample | None = None

    def _moved(self) -> None:
        super()._moved()
        self._sample = None

    def save(self) -> str:
        """Where the player stands, as one line of text for `restore`: shot, time, what is still to be told, looks.

        It may be kept in a file and restored by another process.
        """
        waiting = self._step.told < len(self._due)
        state = PlayerState(
            tuple(shot.name for shot in self.shots),
            self._position,
            self._time,
            self._fresh,
            self._ended,
            self._step if waiting else None,
            self.playing,
            self._speed,
            self.loop,
            self._looks,
        )
        return token_of(state, self.scene)

    def restore(self, token: str) -> None:
        """Stand where the player that returned `token` from `save` stood. Tells nothing.

        UsageError, leaving everything as it is, for a text that is no token, that belongs to another scene, to another
        version of it (shots, clips or events differ) or to a player of other shots, or that has been damaged.
        """
        state = state_of(token, self.scene, tuple(shot.name for shot in self.shots))
        looks = {actor: self._dresser.checked(actor, look) for actor, look in state.looks.items()}
        self._enter(state.position)
        self._time, self._fresh, self._ended = state.time, state.fresh, state.ended
        if state.step is not None:
            self._step = state.step
            start, include_start = state.step.start, state.step.include_start
            self._due = happenings(self.scene, self.shot, start, state.time, include_start=include_start)
        self.playing, self._speed, self.loop = state.playing, state.speed, cast("Loop", state.loop)
        self._dress(looks)

    def look(self, actor: str) -> Look:
        """What an actor, or `stage`, wears. UsageError, naming the nearest, for an unknown one, as below."""
        self._dresser.rig(actor)
        return self._looks.get(actor, self._dresser.own[actor])

    def wear(self, actor: str, skin: str | None) -> None:
        """Put `actor` (`stage`: the stage) into another skin; None: the default skin alone. Replacements stay."""
        look = self.look(actor)
        self._dress({**self._looks, actor: Look(self._dresser.skin(actor, skin), look.swaps)})

    def replace_attachment(
        self, actor: str, slot: str, shown: str, instead: str | None, *, skin: str | None = None
    ) -> None:
        """From now on `slot` of `actor` shows the attachment `instead` wherever it would show the one called `shown`.

        None: nothing is shown there. `instead` is an attachment of the same slot out of `skin`, or without that out of
        the skin worn, else of the default skin. It holds for every moment of every shot, also after a seek, until
        `reset_attachments`.
        """
        look = self.look(actor)
        swap = self._dresser.swap(actor, look.skin, slot, shown, instead, skin)
        self._dress({**self._looks, actor: look.with_swap(swap)})

    def reset_attachments(self, actor: str, slot: str | None = None) -> None:
        """Take back what was replaced in `slot` of `actor` (None: in all of them)."""
        if slot is not None:
            self._dresser.slot(actor, slot)
        self._dress({**self._looks, actor: self.look(actor).without_swaps(slot)})

    def _dress(self, looks: dict[str, Look]) -> None:
        looks = {actor: look for actor, look in looks.items() if look != self._dresser.own[actor]}
        if looks == self._looks:
            return
        self._looks = looks
        self._sampler = Sampler(self.scene, self._dresser.wardrobe(looks) if looks else None)
        self._sample = None

    def sample(self) -> SceneSample:
        """The posed scene of this moment; valid until the clock moves."""
        if self._sample is None:
            self._sample = self._sampler.sample(self.shot, self._time)
        return self._sample

    def camera_transform(self) -> Affine:
        """The camera bone's matrix in stage space; without a camera bone, the centre of the stage."""
        camera = self.sample().camera
        return Affine.translation(*self.scene.bounds.centre) if camera is None else camera

    def actor_bone_transform(self, actor: str, bone: str) -> Affine:
        """The matrix of a character's bone (`stage`: of the stage's) in stage space.

        UsageError, naming the nearest, for unknown names.
        """
        sample = self.sample()
        skeleton = self._dresser.rig(actor).skeleton
        checked_name(bone, "bone", self.scene.name)
        index = skeleton.bone_index(bone)
        if index < 0:
            raise UsageError.single(
                "unknown-bone",
                self.scene.name,
                f"actor {actor!r}",
                f"its skeleton has no bone {bone!r}",
                "use a bone of that skeleton",
                nearest_name(bone, [b.name for b in skeleton.bones]),
            )
        if actor == STAGE:
            return Affine(*sample.stage.world[index].tolist())
        posed = next(a for a in sample.actors if a.id == actor)
        return posed.placement.after(Affine(*posed.pose.world[index].tolist()))
