"""A skeleton as every version of the format describes it: what readers make and what the pose room packs."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from rigbyscene.errors import UsageError, nearest_name
from rigbyscene.model.animation import Animation
from rigbyscene.model.attachments import Attachment
from rigbyscene.model.constraints import Constraint
from rigbyscene.model.enums import Blend, Format, Inherit

Color = tuple[float, float, float, float]
"""Red, green, blue, alpha, straight, 0 to 1."""
Rgb = tuple[float, float, float]

WHITE: Color = (1.0, 1.0, 1.0, 1.0)


REFERENCE_SCALES = (1e-3, 1e6)
"""Physics divides by the reference scale and multiplies with it; the editor's is 100."""


@dataclass(frozen=True, slots=True)
class Header:
    """The file's own words about itself. Bounds are those of the setup pose in units; 0 where the file is silent.

    `nonessential`: the file was written with the editor's own fields; `fps`, `images`, `audio` are among them.
    `reference_scale`, units in a metre of physics, may be any number, and counts as 100 outside `REFERENCE_SCALES`.
    """

    hash: str = ""
    version: str = ""
    x: float = 0.0
    y: float = 0.0
    width: float = 0.0
    height: float = 0.0
    reference_scale: float = 100.0
    fps: float = 30.0
    images: str | None = None
    audio: str | None = None
    nonessential: bool = False


@dataclass(frozen=True, slots=True)
class Bone:
    """One bone in its setup pose. `parent` is an index, -1 for the root; parents come before their children."""

    name: str
    parent: int
    length: float = 0.0
    x: float = 0.0
    y: float = 0.0
    rotation: float = 0.0
    scale_x: float = 1.0
    scale_y: float = 1.0
    shear_x: float = 0.0
    shear_y: float = 0.0
    inherit: Inherit = Inherit.NORMAL
    skin_required: bool = False
    color: Color | None = None
    icon: str | None = None
    icon_size: float = 1.0
    icon_rotation: float = 0.0
    visible: bool = True


@dataclass(frozen=True, slots=True)
class Slot:
    """One place in the draw order. `attachment` is the placeholder shown in the setup pose, None for nothing."""

    name: str
    bone: int
    color: Color = WHITE
    dark: Rgb | None = None
    attachment: str | None = None
    blend: Blend = Blend.NORMAL
    visible: bool = True


@dataclass(frozen=True, slots=True)
class EventData:
    """An event's name and the values that its keys may override."""

    name: str
    int_value: int = 0
    float_value: float = 0.0
    string_value: str = ""
    audio: str | None = None
    volume: float = 1.0
    balance: float = 0.0


@dataclass(frozen=True, slots=True, eq=False)
class Skin:
    """Attachments by ``(slot index, placeholder)``, in file order, and what else the skin wakes.

    `bones` and `constraints` are the indices of the skin-required ones that it lists.
    A placeholder whose entry is None in the file is absent here.
    """

    name: str
    attachments: Mapping[tuple[int, str], Attachment] = field(default_factory=dict)
    bones: tuple[int, ...] = ()
    constraints: tuple[int, ...] = ()
    color: Color | None = None


@dataclass(frozen=True, slots=True, eq=False)
class Skeleton:
    """Everything one skeleton file holds.

    `constraints` are in their order of application (3.8 and 4.2: sorted by their `order`, stable; 4.3: the file's).
    `skins` are in file order; the one named ``default``, if present, is always active. `name` is for messages.
    `listed`: indices of `constraints` in the order in which a file with a list for each kind has them, kind by kind;
    empty where that is their order of application. Nothing but writing such a file depends on it.
    """

    name: str
    format: Format
    header: Header
    bones: tuple[Bone, ...]
    slots: tuple[Slot, ...] = ()
    skins: tuple[Skin, ...] = ()
    constraints: tuple[Constraint, ...] = ()
    events: tuple[EventData, ...] = ()
    animations: tuple[Animation, ...] = ()
    listed: tuple[int, ...] = ()

    def animation(self, name: str) -> Animation:
        """The animation called `name`; UsageError, naming the nearest, if there is none."""
        for animation in self.animations:
            if animation.name == name:
                return animation
        raise self._unknown("animation", name, [a.name for a in self.animations])

    def skin(self, name: str) -> Skin:
        """The skin called `name`; UsageError, naming the nearest, if there is none."""
        for skin in self.skins:
            if skin.name == name:
                return skin
        raise self._unknown("skin", name, [s.name for s in self.skins])

    def _unknown(self, kind: str, name: str, names: list[str]) -> UsageError:
        remedy = f"the {kind}s are: {', '.join(names)}" if names else f"the skeleton has no {kind}s"
        near = nearest_name(name, names) if isinstance(name, str) else None
        return UsageError.single(f"unknown-{kind}", self.name, "", f"there is no {kind} {name!r}", remedy, near)

    @property
    def default_skin(self) -> Skin | None:
        return next((s for s in self.skins if s.name == "default"), None)

    def bone_index(self, name: str) -> int:
        """The index of the bone called `name`, -1 if there is none."""
        return next((i for i, b in enumerate(self.bones) if b.name == name), -1)

    def slot_index(self, name: str) -> int:
        """The index of the slot called `name`, -1 if there is none."""
        return next((i for i, s in enumerate(self.slots) if s.name == name), -1)
