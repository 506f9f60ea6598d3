"""Constraint data of all versions, read completely. Solving them is the pose room's work.

Facts and defaults: the project's constraint sheet. Bone, slot and animation references are indices.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from rigbyscene.model.enums import PositionMode, RotateMode, ScaleYMode, SpacingMode, TransformProperty


@dataclass(frozen=True, slots=True)
class IkConstraint:
    """Turns one or two bones toward `target`. `scale_y` is 4.3's mode; 3.8 and 4.2's ``uniform`` reads as UNIFORM."""

    name: str
    bones: tuple[int, ...]
    target: int
    order: int = 0
    skin_required: bool = False
    mix: float = 1.0
    softness: float = 0.0
    bend_positive: bool = True
    compress: bool = False
    stretch: bool = False
    scale_y: ScaleYMode = ScaleYMode.NONE


@dataclass(frozen=True, slots=True)
class TransformMapping:
    """4.3: one ``to`` of one ``from``: value ``to_offset + (source - from_offset) * scale``, limited if clamped."""

    source: TransformProperty
    source_offset: float
    target: TransformProperty
    target_offset: float = 0.0
    max: float = 1.0
    scale: float = 1.0


@dataclass(frozen=True, slots=True)
class TransformConstraint:
    """Makes bones follow another bone's transform.

    3.8 and 4.2 leave `mappings` None and use `local` (both spaces) and `relative`; 3.8's four mixes are spread over the
    six here. 4.3 has `mappings` in file order, `local_source`, `local_target`, `additive` and `clamp`.
    `offsets` and `mixes` are rotate, x, y, scaleX, scaleY, shearY.
    """

    name: str
    bones: tuple[int, ...]
    source: int
    order: int = 0
    skin_required: bool = False
    offsets: tuple[float, float, float, float, float, float] = (0.0, 0.0, 0.0, 0.0, 0.0, 0.0)
    mixes: tuple[float, float, float, float, float, float] = (1.0, 1.0, 1.0, 1.0, 1.0, 1.0)
    local: bool = False
    relative: bool = False
    local_source: bool = False
    local_target: bool = False
    additive: bool = False
    clamp: bool = False
    mappings: tuple[TransformMapping, ...] | None = None


@dataclass(frozen=True, slots=True)
class PathConstraint:
    """Places bones along the path attachment of `slot`. `mixes` are rotate, x, y."""

    name: str
    bones: tuple[int, ...]
    slot: int
    order: int = 0
    skin_required: bool = False
    position_mode: PositionMode = PositionMode.PERCENT
    spacing_mode: SpacingMode = SpacingMode.LENGTH
    rotate_mode: RotateMode = RotateMode.TANGENT
    rotation: float = 0.0
    position: float = 0.0
    spacing: float = 0.0
    mixes: tuple[float, float, float] = (1.0, 1.0, 1.0)


@dataclass(frozen=True, slots=True)
class PhysicsConstraint:
    """Lets a bone lag behind its movement and swing. The reader has filled in the format's own defaults.

    `channels` are x, y, rotate, scaleX, shearX (0 = off); `globals_` says for inertia, strength, damping, mass, wind,
    gravity, mix whether the keys under the empty name drive it.
    """

    name: str
    bone: int
    order: int = 0
    skin_required: bool = False
    channels: tuple[float, float, float, float, float] = (0.0, 0.0, 0.0, 0.0, 0.0)
    limit: float = 5000.0
    fps: float = 60.0
    inertia: float = 1.0
    strength: float = 100.0
    damping: float = 1.0
    mass: float = 1.0
    wind: float = 0.0
    gravity: float = 0.0
    mix: float = 1.0
    globals_: tuple[bool, bool, bool, bool, bool, bool, bool] = (False,) * 7
    scale_y: ScaleYMode = ScaleYMode.NONE


@dataclass(frozen=True, slots=True)
class SliderConstraint:
    """4.3: applies an animation at a time that a bone's property or a key gives."""

    name: str
    animation: int
    skin_required: bool = False
    loop: bool = False
    additive: bool = False
    time: float = 0.0
    mix: float = 1.0
    bone: int = -1
    property: TransformProperty = TransformProperty.ROTATE
    source_from: float = 0.0
    to: float = 0.0
    scale: float = 1.0
    max: float = 0.0
    local: bool = False
    order: int = field(default=0)


Constraint = IkConstraint | TransformConstraint | PathConstraint | PhysicsConstraint | SliderConstraint
