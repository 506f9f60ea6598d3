"""A skeleton under construction: bones placed in the drawing's own coordinates, slots, attachments, constraints.

Characters are drawn as they stand in the setup pose, and bones are given by the points where their joints lie in that
drawing, so every attachment's offset follows from where its picture was drawn. Setup bones are neither scaled nor
sheared.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from math import atan2, degrees, hypot
from typing import Any

import numpy as np
from numpy.typing import NDArray

from .affine import Affine, wrapped
from .canvas import Picture
from .meshing import Net, net_over
from .weights import Bend, Segment, along_chain, by_distance, tidied, unfolded

Json = dict[str, Any]
Point = tuple[float, float]
FORMAT_VERSION = "4.3.0"


@dataclass(frozen=True, slots=True)
class Bone:
    """A bone in setup: local values for the file, `world` for the drawing."""

    name: str
    parent: str | None
    x: float
    y: float
    rotation: float
    length: float
    world: Affine
    inherit: str

    @property
    def above(self) -> str:
        """The parent's name; ValueError for the root."""
        if self.parent is None:
            raise ValueError(f"bone {self.name} has no parent")
        return self.parent

    @property
    def segment(self) -> Segment:
        return (self.world.tx, self.world.ty), self.world.point(self.length, 0.0)


AUDIO_FOLDER = "./audio/"
"""Where the sounds of events are, seen from the skeleton files."""


@dataclass(slots=True)
class Rig:
    """A skeleton named `name`. Methods add to it; `as_json` gives the file without animations."""

    name: str
    bones: dict[str, Bone] = field(default_factory=dict)
    slots: dict[str, Json] = field(default_factory=dict)
    skin: dict[str, dict[str, Json]] = field(default_factory=dict)
    constraints: list[Json] = field(default_factory=list)
    events: dict[str, Json] = field(default_factory=dict)
    pictures: dict[str, Picture] = field(default_factory=dict)
    nets: dict[str, Net] = field(default_factory=dict)
    bounds: tuple[float, float, float, float] = (0.0, 0.0, 0.0, 0.0)

    def __post_init__(self) -> None:
        self.bones["root"] = Bone("root", None, 0.0, 0.0, 0.0, 0.0, Affine(), "normal")

    def bone(self, name: str, parent: str, at: Point, to: Point | None = None, inherit: str = "normal") -> None:
        """Add a bone whose origin is drawn at `at`, pointing at `to` (unturned in the drawing if None)."""
        if name in self.bones:
            raise ValueError(f"bone {name} exists")
        base = self.bones[parent].world
        x, y = base.back(*at)
        angle = 0.0 if to is None else degrees(atan2(to[1] - at[1], to[0] - at[0]))
        length = 0.0 if to is None else hypot(to[0] - at[0], to[1] - at[1])
        world = Affine.local(at[0], at[1], angle)
        rotation = angle if inherit == "noRotationOrReflection" else wrapped(angle - base.angle)
        self.bones[name] = Bone(name, parent, x, y, rotation, length, world, inherit)

    def chain(self, prefix: str, parent: str, joints: Sequence[Point]) -> list[str]:
        """Add bones prefix1, prefix2 ... from joint to joint; returns their names."""
        names = []
        for index in range(len(joints) - 1):
            name = f"{prefix}{index + 1}"
            self.bone(name, parent, joints[index], joints[index + 1])
            names.append(name)
            parent = name
        return names

    def slot(
        self,
        name: str,
        bone: str,
        attachment: str | None = None,
        blend: str = "normal",
        color: str = "ffffffff",
        dark: str | None = None,
    ) -> None:
        """Add a slot on top of those before it."""
        if name in self.slots or bone not in self.bones:
            raise ValueError(f"slot {name} exists or its bone {bone} does not")
        entry: Json = {"name": name, "bone": bone}
        if color != "ffffffff":
            entry["color"] = color
        if dark is not None:
            entry["dark"] = dark
        if attachment is not None:
            entry["attachment"] = attachment
        if blend != "normal":
            entry["blend"] = blend
        self.slots[name] = entry

    def region(
        self,
        slot: str,
        picture: Picture,
        key: str | None = None,
        at: Point | None = None,
        size: tuple[float, float] = (1.0, 1.0),
        turn: float = 0.0,
        color: str = "ffffffff",
    ) -> None:
        """Show `picture` where it was drawn, or with its drawing origin at `at`, scaled by `size` and turned."""
        bone = self.bones[self.slots[slot]["bone"]].world
        cx, cy = picture.centre
        if at is not None:
            offset = Affine.local(0, 0, turn, *size).point(cx, cy)
            cx, cy = at[0] + offset[0], at[1] + offset[1]
        x, y = bone.back(cx, cy)
        entry: Json = {"x": _short(x), "y": _short(y), "rotation": _short(wrapped(turn - bone.angle))}
        entry |= {"width": _short(picture.width * size[0]), "height": _short(picture.height * size[1])}
        if color != "ffffffff":
            entry["color"] = color
        self._attach(slot, key or picture.name, entry, picture)

    def sequence(
        self, slot: str, pictures: Sequence[Picture], key: str, path: str, at: Point, size: tuple[float, float]
    ) -> None:
        """Show one of `pictures` (named path1, path2 ...) at a time."""
        self.region(slot, pictures[0], key, at=at, size=size)
        entry = self.skin[slot][key]
        entry |= {"path": path, "sequence": {"count": len(pictures), "start": 1, "digits": 1}}
        self.pictures |= {picture.name: picture for picture in pictures}

    def mesh(
        self,
        slot: str,
        picture: Picture,
        spacing: float,
        key: str | None = None,
        chain: Sequence[str] = (),
        bends: Sequence[Bend] = (),
        spread: Sequence[str] = (),
        sharpness: float = 3.0,
    ) -> None:
        """Show `picture` as a mesh: bent along the bones of `chain`, or shared among the bones of `spread` by distance,
        or, with neither, carried by the slot's bone alone (for deform keys). `bends`, one for each joint of `chain`,
        says how far it must bend without folding over itself."""
        key = key or picture.name
        net = net_over(picture, spacing)
        points = net.points
        uvs = np.stack(
            [
                (points[:, 0] - picture.left) / picture.width,
                (picture.bottom + picture.height - points[:, 1]) / picture.height,
            ],
            1,
        )
        entry: Json = {
            "type": "mesh",
            "hull": net.hull,
            "uvs": _shorts(uvs, 4),
            "triangles": [int(i) for i in net.triangles.ravel()],
        }
        names = list(chain or spread)
        if names:
            segments = [self.bones[name].segment for name in names]
            weights = tidied(along_chain(points, segments) if chain else by_distance(points, segments, sharpness))
            if bends:
                weights = tidied(unfolded(points, net.triangles, segments, weights, bends), least=0.0)
            entry["vertices"] = self._weighted(points, names, weights)
        else:
            world = self.bones[self.slots[slot]["bone"]].world
            entry["vertices"] = _shorts(np.array([world.back(*point) for point in points.tolist()]), 2)
        self.nets[f"{slot}/{key}"] = net
        self._attach(slot, key, entry, picture)

    def linked(self, slot: str, picture: Picture, source_slot: str, source_key: str) -> None:
        """Show `picture` with the geometry, the weights and the deform keys of another slot's mesh."""
        entry: Json = {"type": "linkedmesh", "source": source_key, "slot": source_slot}
        self._attach(slot, picture.name, entry, picture)

    def clipping(self, slot: str, key: str, outline: NDArray[np.float64], end: str) -> None:
        """Let `outline` mask the slots from `slot` to `end`."""
        world = self.bones[self.slots[slot]["bone"]].world
        local = np.array([world.back(*point) for point in outline.tolist()])
        entry = {"type": "clipping", "end": end, "vertexCount": len(local), "vertices": _shorts(local, 2)}
        self.skin.setdefault(slot, {})[key] = entry

    def path(self, slot: str, key: str, knots: Sequence[Point], spread: Sequence[str], sharpness: float) -> None:
        """An open path through `knots` with the slopes of a smooth curve, shared among the bones of `spread`."""
        array = np.array(knots, dtype=np.float64)
        slopes = np.gradient(array, array[:, 0], axis=0, edge_order=2) * np.gradient(array[:, 0])[:, None] / 3
        points = np.stack([array - slopes, array, array + slopes], axis=1).reshape(-1, 2)
        weights = tidied(by_distance(points, [self.bones[name].segment for name in spread], sharpness))
        steps = np.cumsum(np.hypot(*np.diff(array, axis=0).T)).tolist()
        entry = {"type": "path", "vertexCount": len(points), "lengths": [_short(v) for v in (*steps, steps[-1])]}
        entry["vertices"] = self._weighted(points, list(spread), weights)
        self.skin.setdefault(slot, {})[key] = entry

    def as_json(self, animations: Mapping[str, Json]) -> Json:
        """The whole skeleton file."""
        x, y, width, height = self.bounds
        header = {"hash": "", "spine": FORMAT_VERSION, "x": x, "y": y, "width": width, "height": height, "fps": 30}
        if any("audio" in event for event in self.events.values()):
            header["audio"] = AUDIO_FOLDER
        out: Json = {"skeleton": header, "bones": [_bone_json(bone) for bone in self.bones.values()]}
        out["slots"] = list(self.slots.values())
        if self.constraints:
            out["constraints"] = self.constraints
        ordered = {slot: self.skin[slot] for slot in self.slots if slot in self.skin}
        out["skins"] = [{"name": "default", "attachments": ordered}]
        if self.events:
            out["events"] = self.events
        out["animations"] = dict(animations)
        return out

    def _attach(self, slot: str, key: str, entry: Json, picture: Picture) -> None:
        if slot not in self.slots or key in self.skin.get(slot, {}):
            raise ValueError(f"slot {slot} is missing or already shows {key}")
        if key != picture.name and "path" not in entry and "sequence" not in entry:
            entry["path"] = picture.name
        if self.pictures.setdefault(picture.name, picture) is not picture:
            raise ValueError(f"two pictures named {picture.name}")
        self.skin.setdefault(slot, {})[key] = entry

    def _weighted(self, points: NDArray[np.float64], names: list[str], weights: NDArray[np.float64]) -> list[float]:
        indices = {name: index for index, name in enumerate(self.bones)}
        out: list[float] = []
        for point, row in zip(points.tolist(), weights.tolist(), strict=True):
            held = [(name, weight) for name, weight in zip(names, row, strict=True) if weight > 0]
            out.append(len(held))
            for name, weight in held:
                x, y = self.bones[name].world.back(*point)
                out += [indices[name], _short(x), _short(y), _short(weight, 3)]
        return out


def _bone_json(bone: Bone) -> Json:
    entry: Json = {"name": bone.name}
    if bone.parent is not None:
        entry["parent"] = bone.parent
    for key, value in (("length", bone.length), ("x", bone.x), ("y", bone.y), ("rotation", bone.rotation)):
        if abs(value) > 1e-9:
            entry[key] = _short(value, 3)
    if bone.inherit != "normal":
        entry["inherit"] = bone.inherit
    return entry


def _short(value: float, digits: int = 2) -> float | int:
    rounded = round(float(value), digits)
    return int(rounded) if rounded == int(rounded) else rounded


def _shorts(values: NDArray[np.float64], digits: int) -> list[float]:
    return [_short(value, digits) for value in values.ravel()]
