"""A scene manifest as written, defaults filled in. What it means over time is the scene room's work."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class Clip:
    """One clip of one actor in one shot. `out` None is the animation's end; `loops` 0 is until the next clip.

    `start`, `blend` in shot seconds, `in_`, `out` in animation seconds; `index` is its place in the manifest's list.
    """

    animation: str
    start: float = 0.0
    in_: float = 0.0
    out: float | None = None
    speed: float = 1.0
    loops: float = 1.0
    blend: float = 0.0
    index: int = 0


@dataclass(frozen=True, slots=True, eq=False)
class Actor:
    """A character: its skeleton file, the stage bone it stands on, the stage slot that places it in the draw order.

    `clips` maps a shot to its clips in file order.
    """

    id: str
    name: str
    bone: str
    slot: str
    skeleton: str
    skin: str | None = None
    flip: bool = False
    ground: float = 0.0
    clips: Mapping[str, tuple[Clip, ...]] = field(default_factory=dict)


@dataclass(frozen=True, slots=True, eq=False)
class Manifest:
    """A whole `.scene.json`. Paths are as written there, relative to the manifest, with forward slashes."""

    stage: str
    focal: float = 1000.0
    depth: Mapping[str, float] = field(default_factory=dict)
    actors: tuple[Actor, ...] = ()
