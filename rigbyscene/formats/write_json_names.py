"""Words of the format that are not simply the names of the model's values."""

from __future__ import annotations

from rigbyscene.model.enums import Inherit, RotateMode, SequenceMode, TransformProperty

INHERIT_NAMES = {
    Inherit.NORMAL: "normal",
    Inherit.ONLY_TRANSLATION: "onlyTranslation",
    Inherit.NO_ROTATION_OR_REFLECTION: "noRotationOrReflection",
    Inherit.NO_SCALE: "noScale",
    Inherit.NO_SCALE_OR_REFLECTION: "noScaleOrReflection",
}
ROTATE_MODE_NAMES = {RotateMode.TANGENT: "tangent", RotateMode.CHAIN: "chain", RotateMode.CHAIN_SCALE: "chainScale"}
SEQUENCE_MODE_NAMES = {
    SequenceMode.HOLD: "hold",
    SequenceMode.ONCE: "once",
    SequenceMode.LOOP: "loop",
    SequenceMode.PINGPONG: "pingpong",
    SequenceMode.ONCE_REVERSE: "onceReverse",
    SequenceMode.LOOP_REVERSE: "loopReverse",
    SequenceMode.PINGPONG_REVERSE: "pingpongReverse",
}
PROPERTY_NAMES = {
    TransformProperty.ROTATE: "rotate",
    TransformProperty.X: "x",
    TransformProperty.Y: "y",
    TransformProperty.SCALE_X: "scaleX",
    TransformProperty.SCALE_Y: "scaleY",
    TransformProperty.SHEAR_Y: "shearY",
}
MIX_NAMES = ("mixRotate", "mixX", "mixY", "mixScaleX", "mixScaleY", "mixShearY")
