"""What the writers of one binary skeleton share: the skeleton, where its bytes go, and how the file numbers things."""

from __future__ import annotations

from dataclasses import dataclass

from rigbyscene.formats.mesh_links import sharing_slots
from rigbyscene.formats.skel_bytes import Color
from rigbyscene.formats.skeleton_context import AttachmentKey
from rigbyscene.formats.write_skel_bytes import ByteWriter
from rigbyscene.model.attachments import BoundingBox, Clipping, LinkedMesh, Mesh, Path, Point
from rigbyscene.model.constraints import (
    Constraint,
    IkConstraint,
    PathConstraint,
    PhysicsConstraint,
    TransformConstraint,
)
from rigbyscene.model.enums import Format
from rigbyscene.model.skeleton import Skeleton

LISTS = (IkConstraint, TransformConstraint, PathConstraint, PhysicsConstraint)
"""4.2's kinds, each with a list of its own, in the order of the file."""


@dataclass(frozen=True, slots=True)
class Skel:
    """`nonessential`: the editor's own fields are written, too.

    `skin_numbers` and `constraint_numbers` are the numbers that the file gives to the skeleton's indices, skins in the
    order of the file: the default skin first. `sharing_slots` are those of `mesh_links`.
    """

    skeleton: Skeleton
    writer: ByteWriter
    nonessential: bool
    skin_numbers: dict[int, int]
    constraint_numbers: dict[int, int]
    sharing_slots: dict[AttachmentKey, set[int]]

    @property
    def newer(self) -> bool:
        """Whether the layout is that of 4.3."""
        return self.skeleton.format is Format.V43

    def editor_color(self, color: Color | None, default: Color) -> None:
        if self.nonessential:
            self.writer.color(default if color is None else color)


def skel_of(skeleton: Skeleton, writer: ByteWriter) -> Skel:
    """Numbers for everything in `skeleton`. A default skin without anything in it is none in a binary file."""
    skins = skeleton.skins
    order = sorted(range(len(skins)), key=lambda i: skins[i].name != "default")
    kept = [i for i in order if skins[i].name != "default" or skins[i].attachments]
    return Skel(
        skeleton,
        writer,
        skeleton.header.nonessential or has_nonessential(skeleton),
        {index: number for number, index in enumerate(kept)},
        _constraint_numbers(skeleton),
        sharing_slots(skins),
    )


def in_lists(skeleton: Skeleton, kind: type[Constraint]) -> list[int]:
    """The indices of the constraints of a kind in the order of a file that has a list for each kind."""
    every = range(len(skeleton.constraints))
    listed = skeleton.listed if sorted(skeleton.listed) == list(every) else every
    return [i for i in listed if isinstance(skeleton.constraints[i], kind)]


def orders_42(skeleton: Skeleton) -> list[int]:
    """The order to write for each constraint of a 4.2 file, so that they are applied as the skeleton has them.

    That is their own, unless a model that was put together otherwise contradicts it.
    """
    constraints = skeleton.constraints
    own = [c.order for c in constraints]
    in_file = [i for kind in LISTS for i in in_lists(skeleton, kind)]
    in_turn = sorted(in_file, key=own.__getitem__)  # stable, like the readers
    return own if in_turn == list(range(len(constraints))) and min(own, default=0) >= 0 else list(range(len(own)))


def _constraint_numbers(skeleton: Skeleton) -> dict[int, int]:
    if skeleton.format is Format.V43:
        return {i: i for i in range(len(skeleton.constraints))}
    return {index: number for kind in LISTS for number, index in enumerate(in_lists(skeleton, kind))}


def has_nonessential(skeleton: Skeleton) -> bool:
    """Whether something would be lost without the editor's own fields, though the header says that there are none."""
    h = skeleton.header
    if h.images is not None or h.audio is not None or h.fps != 30.0:
        return True
    if any(
        b.color or b.icon is not None or b.icon_size != 1 or b.icon_rotation or not b.visible for b in skeleton.bones
    ):
        return True
    if any(not s.visible for s in skeleton.slots) or any(a.color for a in skeleton.animations):
        return True
    drawn = ("edges", "width", "height")  # a region's own size is essential, and so is its colour
    for skin in skeleton.skins:
        for a in skin.attachments.values():
            match a:
                case Mesh() | LinkedMesh():
                    if any(getattr(a, name, None) for name in drawn):
                        return True
                case Clipping() | BoundingBox() | Path() | Point() if a.color:
                    return True
        if skin.color:
            return True
    return False
