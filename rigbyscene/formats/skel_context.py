"""What the readers of one binary skeleton share: where it is read, its layout, and what has been read so far."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass, field

from rigbyscene.formats.json_text import quoted
from rigbyscene.formats.skel_bytes import ByteReader, Color
from rigbyscene.formats.skeleton_context import MOST_EXPANDED, AttachmentKey
from rigbyscene.model.constraints import Constraint
from rigbyscene.model.enums import Format
from rigbyscene.model.skeleton import Bone, EventData, Skin, Slot


@dataclass(slots=True)
class SkelContext:
    """Filled in from the file's front to its back. `nonessential`: the editor's own fields are in the file, too.

    `meshes` has where the geometry of each linked mesh is. `pictures` counts those of all sequences, since a few bytes
    ask for thousands that someone will look for; `places` is how many places in draw orders the animations may still
    take.

    `listed` is that of the skeleton, `of_kind` has the indices of each kind's constraints in the order of the file.
    """

    reader: ByteReader
    format: Format
    nonessential: bool = False
    bones: tuple[Bone, ...] = ()
    slots: tuple[Slot, ...] = ()
    constraints: tuple[Constraint, ...] = ()
    listed: tuple[int, ...] = ()
    of_kind: dict[type[Constraint], list[int]] = field(default_factory=dict)
    skins: tuple[Skin, ...] = ()
    events: tuple[EventData, ...] = ()
    meshes: dict[AttachmentKey, AttachmentKey] = field(default_factory=dict)
    attachment_places: dict[AttachmentKey, str] = field(default_factory=dict)
    pictures: int = 0
    places: int = MOST_EXPANDED

    @property
    def newer(self) -> bool:
        """Whether the layout is that of 4.3."""
        return self.format is Format.V43

    def bone(self, what: str = "a bone") -> int:
        return self.reader.index(len(self.bones), what)

    def bone_list(self) -> tuple[int, ...]:
        return self.reader.indices(len(self.bones), "a bone", "bones")

    def slot(self, what: str = "a slot") -> int:
        return self.reader.index(len(self.slots), what)

    def constraint(self, kind: type[Constraint] | None, number: int, at: int) -> int:
        """The index in `constraints` of the constraint that the file, at offset `at`, calls `number`.

        4.2 numbers the constraints of a kind by the file's list of that kind, 4.3 all of them by its one list. `kind`
        None: 4.3's constraint of any kind.
        """
        every = range(len(self.constraints))
        known: Sequence[int] = every if kind is None or self.newer else self.of_kind.get(kind, ())
        word = "constraint" if kind is None else f"{kind.__name__.removesuffix('Constraint').lower()} constraint"
        if number >= len(known):
            found = f"{number} is not the number of a {word}, of which there are {len(known)}"
            self.reader.fail("out-of-range", found, at=at)
        constraint = self.constraints[known[number]]
        if kind is not None and not isinstance(constraint, kind):
            self.reader.fail("out-of-range", f"constraint {number}, {quoted(constraint.name)}, is no {word}", at=at)
        return known[number]

    def editor_color(self, default: Color | None) -> Color | None:
        """A nonessential colour; None where the file has none, or has the editor's default."""
        if not self.nonessential:
            return None
        color = self.reader.color("the editor's colour")
        return None if color == default else color

    def unique(self, kind: str, name: str, names: Collection[str], at: int) -> None:
        """Report a second `kind` of one name; JSON, and whoever looks for a name, cannot tell them apart."""
        if name in names:
            place = self.reader.place(at)
            found = f"a second {kind} is called {quoted(name)}"
            self.reader.source.error("duplicate-name", place, found, f"give every {kind} a name of its own")
