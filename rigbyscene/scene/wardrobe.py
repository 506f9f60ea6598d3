"""What the cast wears while a player plays: other skins and other attachments than the files say.

A look changes what placeholders mean and nothing else, so that a moment stays a function of shot, time and looks.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

import numpy as np

from rigbyscene.errors import UsageError, nearest_name
from rigbyscene.pose.layout import KIND, KIND_PATH
from rigbyscene.pose.rig import Outfit, Rig
from rigbyscene.scene.arguments import checked_name
from rigbyscene.scene.events import STAGE
from rigbyscene.scene.scene import Scene
from rigbyscene.scene.swing import Checkpoints


@dataclass(frozen=True, slots=True)
class Swap:
    """Where `slot` would show the attachment called `shown`, it shows `instead` out of `skin`; None: nothing."""

    slot: str
    shown: str
    instead: str | None
    skin: str


@dataclass(frozen=True, slots=True)
class Look:
    """What one actor (or the stage) wears: a skin (None: the default skin alone) and swaps on top of it."""

    skin: str | None
    swaps: tuple[Swap, ...] = ()

    def with_swap(self, swap: Swap) -> Look:
        """This look with one more swap, in place of one for the same slot and attachment."""
        return Look(self.skin, (*(s for s in self.swaps if (s.slot, s.shown) != (swap.slot, swap.shown)), swap))

    def without_swaps(self, slot: str | None) -> Look:
        """This look without the swaps of `slot` (None: without any)."""
        return Look(self.skin, tuple(s for s in self.swaps if slot is not None and s.slot != slot))


@dataclass(frozen=True, slots=True, eq=False)
class Wardrobe:
    """The outfits of the stage and of each actor of the manifest, and physics states that hold for them."""

    outfits: tuple[Outfit, ...]
    checkpoints: Checkpoints


class Dresser:
    """Checks looks against a scene's skeletons and makes outfits of them.

    Unknown names are UsageErrors that name the nearest. The stage goes by the name `stage`, which no actor can have.
    """

    def __init__(self, scene: Scene):
        self._scene = scene
        self._rigs: dict[str, Rig] = {STAGE: scene.stage} | {m.actor.id: m.rig for m in scene.cast}
        self.own: Mapping[str, Look] = {STAGE: Look(scene.stage_skin)} | {
            m.actor.id: Look(m.actor.skin) for m in scene.cast
        }

    def rig(self, actor: str) -> Rig:
        """The skeleton of an actor or of the stage."""
        checked_name(actor, "actor", self._scene.name)
        if actor not in self._rigs:
            ids = [m.actor.id for m in self._scene.cast]
            remedy = f"use an id from the manifest, or {STAGE!r}" if ids else f"a skeleton's only actor is {STAGE!r}"
            raise self._unknown("actor", actor, "", ids, remedy)
        return self._rigs[actor]

    def slot(self, actor: str, slot: str) -> int:
        """The index of a slot of the skeleton of `actor`."""
        skeleton = self.rig(actor).skeleton
        checked_name(slot, "slot", self._scene.name)
        place = skeleton.slot_index(slot)
        if place < 0:
            raise self._unknown("slot", slot, actor, [s.name for s in skeleton.slots], "use a slot of that skeleton")
        return place

    def skin(self, actor: str, skin: str | None) -> str | None:
        """`skin`, if the skeleton of `actor` has it; the default skin always is there, as None."""
        names = [s.name for s in self.rig(actor).skeleton.skins]
        if skin is None:
            return None
        checked_name(skin, "skin", self._scene.name)
        if skin == "default":
            return None
        if skin not in names:
            raise self._unknown("skin", skin, actor, names, f"the skins are: {', '.join(names)}")
        return skin

    def swap(self, actor: str, worn: str | None, slot: str, shown: str, instead: str | None, skin: str | None) -> Swap:
        """A swap with every name found: without a `skin`, `instead` is looked for in the one worn, then in the default.

        `instead` must be an attachment of the same slot.
        """
        rig = self.rig(actor)
        place = self.slot(actor, slot)
        checked_name(shown, "shown", self._scene.name)
        placeholders = [name for number, name in rig.placeholders if number == place]
        if shown not in placeholders:
            raise self._unknown_attachment(shown, actor, slot, placeholders)
        if instead is None:
            return Swap(slot, shown, None, "default")
        checked_name(instead, "instead", self._scene.name)
        looked_in = [self.skin(actor, skin)] if skin is not None else list(dict.fromkeys((worn, None)))
        for candidate in looked_in:
            if self._attachment(rig, candidate, place, instead) is not None:
                return Swap(slot, shown, instead, candidate or "default")
        found = (self._in_skin(rig, candidate, place) for candidate in looked_in)
        raise self._unknown_attachment(instead, actor, slot, list(dict.fromkeys(itertools.chain(*found))))

    def checked(self, actor: str, look: Look) -> Look:
        """`look` again, every name of it found."""
        skin = self.skin(actor, look.skin)
        return Look(skin, tuple(self.swap(actor, skin, s.slot, s.shown, s.instead, s.skin) for s in look.swaps))

    def wardrobe(self, looks: Mapping[str, Look]) -> Wardrobe:
        """Outfits for looks that have been checked; whoever is not among them wears what the files say.

        Physics states of the scene itself are used where nothing that swings is another.
        """
        own = [self._outfit(actor, look) for actor, look in self.own.items()]
        outfits = [self._outfit(actor, looks.get(actor, look)) for actor, look in self.own.items()]
        alike = all(_swings_alike(rig, a, b) for rig, a, b in zip(self._rigs.values(), own, outfits, strict=True))
        return Wardrobe(tuple(outfits), self._scene.checkpoints if alike else Checkpoints())

    def _outfit(self, actor: str, look: Look) -> Outfit:
        rig = self._rigs[actor]
        outfit = rig.outfit(look.skin)
        if not look.swaps:
            return outfit
        instead = {}
        for swap in look.swaps:
            place = rig.skeleton.slot_index(swap.slot)
            found = None if swap.instead is None else self._attachment(rig, swap.skin, place, swap.instead)
            instead[rig.placeholders[place, swap.shown]] = -1 if found is None else found
        return rig.altered(outfit, instead)

    @staticmethod
    def _attachment(rig: Rig, skin: str | None, slot: int, name: str) -> int | None:
        number = next((i for i, s in enumerate(rig.skeleton.skins) if s.name == (skin or "default")), -1)
        return rig.attachment_index.get((number, slot, name))

    @staticmethod
    def _in_skin(rig: Rig, skin: str | None, slot: int) -> Iterable[str]:
        worn = next((s for s in rig.skeleton.skins if s.name == (skin or "default")), None)
        return [] if worn is None else [name for place, name in worn.attachments if place == slot]

    def _unknown_attachment(self, name: str, actor: str, slot: str, known: list[str]) -> UsageError:
        remedy = f"slot {slot!r} has: {', '.join(known)}" if known else f"slot {slot!r} has none there"
        return self._unknown("attachment", name, actor, known, remedy)

    def _unknown(self, kind: str, name: str, actor: str, known: Iterable[str], remedy: str) -> UsageError:
        place = f"actor {actor!r}" if actor and actor != STAGE else actor
        found = f"there is no {kind} {name!r}"
        return UsageError.single(f"unknown-{kind}", self._scene.name, place, found, remedy, nearest_name(name, known))


def _swings_alike(rig: Rig, a: Outfit, b: Outfit) -> bool:
    """Whether bones move the same in both outfits: the same ones are awake, and paths are where they were."""
    if a is b:
        return True
    if not np.array_equal(a.arrays.program, b.arrays.program):
        return False
    if not np.array_equal(a.arrays.bone_active, b.arrays.bone_active):
        return False
    before, after = a.arrays.attachment_of, b.arrays.attachment_of
    kinds = rig.arrays.attachments[:, KIND]
    changed = np.concatenate([column[(before != after) & (column >= 0)] for column in (before, after)])
    return not bool((kinds[changed] == KIND_PATH).any())
