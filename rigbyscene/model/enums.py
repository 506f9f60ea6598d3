"""The closed vocabularies of the format. Values are the numbers that packed arrays and kernels use."""

from __future__ import annotations

import enum


class Format(enum.IntEnum):
    """Whose rules a skeleton's constraints follow. 4.0 and 4.1 files follow 4.2's.

    Readers bring every version into one model; only behaviour that no model can carry (how a world-space change
    becomes local values, whether physics shows the pose between two steps, ...) still asks for this.
    """

    V38 = 38
    V42 = 42
    V43 = 43


class Inherit(enum.IntEnum):
    """What a bone takes of its parent's linear part; its position always follows (specification, World transforms)."""

    NORMAL = 0
    ONLY_TRANSLATION = 1
    NO_ROTATION_OR_REFLECTION = 2
    NO_SCALE = 3
    NO_SCALE_OR_REFLECTION = 4


class Blend(enum.IntEnum):
    """How a slot's pixels meet those below. Premultiplied factors: source s with alpha a over d.

    normal ``s + d(1-a)``, additive ``s + d``, multiply ``s*d + d(1-a)``, screen ``s + d(1-s)``.
    """

    NORMAL = 0
    ADDITIVE = 1
    MULTIPLY = 2
    SCREEN = 3


class Interpolation(enum.IntEnum):
    """How a key goes over into the next one."""

    LINEAR = 0
    STEPPED = 1
    BEZIER = 2


class Property(enum.IntEnum):
    """What a `CurveTimeline` animates; its group says whether the target is a bone, a slot or a constraint."""

    ROTATE = 0
    TRANSLATE = 1
    TRANSLATE_X = 2
    TRANSLATE_Y = 3
    SCALE = 4
    SCALE_X = 5
    SCALE_Y = 6
    SHEAR = 7
    SHEAR_X = 8
    SHEAR_Y = 9
    RGBA = 16
    RGB = 17
    ALPHA = 18
    RGBA2 = 19
    RGB2 = 20
    TRANSFORM_MIX = 33
    PATH_POSITION = 34
    PATH_SPACING = 35
    PATH_MIX = 36
    PHYSICS_INERTIA = 48
    PHYSICS_STRENGTH = 49
    PHYSICS_DAMPING = 50
    PHYSICS_MASS = 51
    PHYSICS_WIND = 52
    PHYSICS_GRAVITY = 53
    PHYSICS_MIX = 54
    SLIDER_TIME = 64
    SLIDER_MIX = 65

    @property
    def width(self) -> int:
        """Numbers per key: rgba2 is light rgba, dark rgb; transform mixes are rotate, x, y, scaleX, scaleY, shearY."""
        return _WIDTHS.get(self, 1)

    @property
    def group(self) -> str:
        """``bone``, ``slot``, ``transform``, ``path``, ``physics`` or ``slider``."""
        if self < Property.RGBA:
            return "bone"
        if self < Property.TRANSFORM_MIX:
            return "slot"
        if self is Property.TRANSFORM_MIX:
            return "transform"
        if self < Property.PHYSICS_INERTIA:
            return "path"
        return "physics" if self < Property.SLIDER_TIME else "slider"


_WIDTHS = {
    Property.TRANSLATE: 2,
    Property.SCALE: 2,
    Property.SHEAR: 2,
    Property.RGBA: 4,
    Property.RGB: 3,
    Property.RGBA2: 7,
    Property.RGB2: 6,
    Property.TRANSFORM_MIX: 6,
    Property.PATH_MIX: 3,
}


class SequenceMode(enum.IntEnum):
    """How a sequence attachment runs through its pictures after a key."""

    HOLD = 0
    ONCE = 1
    LOOP = 2
    PINGPONG = 3
    ONCE_REVERSE = 4
    LOOP_REVERSE = 5
    PINGPONG_REVERSE = 6


class ScaleYMode(enum.IntEnum):
    """What an IK or physics constraint does to scaleY when it changes scaleX."""

    NONE = 0
    UNIFORM = 1
    VOLUME = 2


class PositionMode(enum.IntEnum):
    FIXED = 0
    PERCENT = 1


class SpacingMode(enum.IntEnum):
    LENGTH = 0
    FIXED = 1
    PERCENT = 2
    PROPORTIONAL = 3


class RotateMode(enum.IntEnum):
    TANGENT = 0
    CHAIN = 1
    CHAIN_SCALE = 2


class TransformProperty(enum.IntEnum):
    """What a 4.3 transform or slider constraint reads or writes."""

    ROTATE = 0
    X = 1
    Y = 2
    SCALE_X = 3
    SCALE_Y = 4
    SHEAR_Y = 5
