"""The numbers by which binary skeletons name timelines and kinds: shared by the reader and the writer."""

from __future__ import annotations

from rigbyscene.model.enums import Property

SLOT_ATTACHMENT = 0
SLOT_COLORS = {1: Property.RGBA, 2: Property.RGB, 3: Property.RGBA2, 4: Property.RGB2, 5: Property.ALPHA}

BONE_VALUES = {
    0: Property.ROTATE,
    1: Property.TRANSLATE,
    2: Property.TRANSLATE_X,
    3: Property.TRANSLATE_Y,
    4: Property.SCALE,
    5: Property.SCALE_X,
    6: Property.SCALE_Y,
    7: Property.SHEAR,
    8: Property.SHEAR_X,
    9: Property.SHEAR_Y,
}
BONE_INHERIT = 10

PATH = {0: Property.PATH_POSITION, 1: Property.PATH_SPACING, 2: Property.PATH_MIX}

PHYSICS = {
    0: Property.PHYSICS_INERTIA,
    1: Property.PHYSICS_STRENGTH,
    2: Property.PHYSICS_DAMPING,
    4: Property.PHYSICS_MASS,
    5: Property.PHYSICS_WIND,
    6: Property.PHYSICS_GRAVITY,
    7: Property.PHYSICS_MIX,
}
"""There is no 3."""
PHYSICS_RESET = 8

SLIDER = {0: Property.SLIDER_TIME, 1: Property.SLIDER_MIX}

ATTACHMENT_DEFORM, ATTACHMENT_SEQUENCE = 0, 1

CURVE_LINEAR, CURVE_STEPPED, CURVE_BEZIER = 0, 1, 2

IK, PATH_CONSTRAINT, TRANSFORM, PHYSICS_CONSTRAINT, SLIDER_CONSTRAINT = range(5)
"""Kinds of 4.3's one list of constraints."""

REGION, BOUNDING_BOX, MESH, LINKED_MESH, PATH_ATTACHMENT, POINT, CLIPPING = range(7)

PHYSICS_LIMIT = 5000.0
"""The value that a left-out limit means; that of a left-out mass or mix is 1, of all others 0."""

BONE_COLOR = (0x9B / 255, 0x9B / 255, 0x9B / 255, 1.0)
BOUNDING_BOX_COLOR = (0x60 / 255, 0xF0 / 255, 0.0, 1.0)
PATH_COLOR = (1.0, 0x7F / 255, 0.0, 1.0)
POINT_COLOR = (0xF1 / 255, 0xF1 / 255, 0.0, 1.0)
SKIN_COLOR = (0xFE / 255, 0x9E / 255, 0x4F / 255, 1.0)
ANIMATION_COLOR = (1.0, 1.0, 1.0, 1.0)
"""The editor's own colours, which JSON leaves out and binary files spell out; None in the model.

Those of bones, skins and animations are what real binary files have where their JSON twins have nothing.
"""
CLIPPING_COLOR = (0xCE / 255, 0x3A / 255, 0x3A / 255, 1.0)
"""JSON twins spell this one out."""
