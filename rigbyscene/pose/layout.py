"""How a skeleton and its pose lie in memory: the arrays that kernels read and write, and the names of their columns.

Every number that a timeline can animate sits in one flat float64 array, `values`:

    bones        BONE_STRIDE numbers each   X Y ROTATION SCALE_X SCALE_Y SHEAR_X SHEAR_Y (and the bone's length)
    slots        SLOT_STRIDE numbers each   light r g b a, dark r g b
    constraints  as many as their kind has  mixes, spacing, wind, ...

so that resetting to the setup pose is one copy, and one loop samples every continuous timeline, whatever it animates.
What cannot be interpolated (inherit modes, placeholders, draw order, sequence pictures) sits in int32 arrays beside it.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]
Ints = NDArray[np.int32]

# columns of a bone in `values`
BONE_STRIDE = 8
X = 0
Y = 1
ROTATION = 2
SCALE_X = 3
SCALE_Y = 4
SHEAR_X = 5
SHEAR_Y = 6
LENGTH = 7  # never animated; here so that constraints find it beside the rest

# columns of a slot in `values`, after the bones
SLOT_STRIDE = 8
LIGHT = 0  # r g b a
DARK = 4  # r g b
HAS_DARK = 7  # 1 where the slot is two-coloured in the setup pose or by a key

# columns of Rig.timelines
TIMELINE_COLUMNS = 9
OP = 0
TARGET = 1  # index into `values`, or the slot, bone, folder that a held timeline is about
FIRST_KEY = 2  # into Rig.times
KEY_COUNT = 3
FIRST_VALUE = 4  # into Rig.key_values (float ops) or Rig.key_ints (held ops)
WIDTH = 5  # numbers that this timeline writes; OP_DEFORM: 1, its weight
DELAYS = 5  # OP_SEQUENCE: first of the keys' delays in Rig.key_values
STRIDE = 6  # numbers from one key to the next
CURVES = 7  # first cubic in Rig.cubics, -1 where no key has one
AUX = 8  # OP_DEFORM, OP_SEQUENCE: the attachment; OP_FOLDER: first slot in Rig.key_ints

# timeline operations. Continuous:
OP_ADD = 0  # setup + key
OP_SCALE = 1  # setup * key
OP_REPLACE = 2  # key
OP_COLOR = 3  # key, clamped to 0..1
OP_DARK = 4  # key, clamped, and the slot becomes two-coloured
# Held:
OP_FLAGS = 5  # floats in `values` that switch
OP_INHERIT = 6
OP_ATTACHMENT = 7
OP_DEFORM = 8  # continuous, but bound to the attachment shown
OP_SEQUENCE = 9
OP_DRAW_ORDER = 10
OP_FOLDER = 11

# columns of Rig.attachments
ATTACHMENT_COLUMNS = 11
KIND = 0
VERTEX_COUNT = 1
FIRST_ROW = 2  # into Rig.rows: one row a vertex, or one a bone entry when weighted
ROW_COUNT = 3
FIRST_START = 4  # into Rig.starts where weighted, else -1
TIMELINES_OF = 5  # the attachment whose deform and sequence keys act on this one (usually itself)
PICTURE_COUNT = 6  # of its sequence, 0 without one
SETUP_PICTURE = 7
END_SLOT = 8  # of a clipping attachment, -1: to the end
FLAGS = 9  # of a path or clipping attachment
FIRST_LENGTH = 10  # of a path: into Rig.lengths

KIND_REGION = 0
KIND_MESH = 1
KIND_CLIPPING = 2
KIND_PATH = 3
KIND_BOUNDING_BOX = 4
KIND_OTHER = 5

FLAG_CLOSED = 1
FLAG_CONSTANT_SPEED = 2
FLAG_INVERSE = 4

# columns of Rig.constraints
CONSTRAINT_COLUMNS = 5
CONSTRAINT_KIND = 0
FIRST_INT = 1  # into Rig.constraint_ints
FIRST_FLOAT = 2  # into Rig.constraint_floats
VALUES = 3  # into `values`
BONE_COUNT = 4

CONSTRAINT_IK = 0
CONSTRAINT_TRANSFORM = 1
CONSTRAINT_PATH = 2
CONSTRAINT_PHYSICS = 3
CONSTRAINT_SLIDER = 4

# flags of a transform constraint
TRANSFORM_LOCAL_SOURCE = 1
TRANSFORM_LOCAL_TARGET = 2
TRANSFORM_RELATIVE = 4
TRANSFORM_MAPPED = 8  # 4.3
TRANSFORM_ADDITIVE = 16
TRANSFORM_CLAMP = 32

# one physics constraint in PoseArrays.physics
PHYSICS_COLUMNS = 22

# numbers of a constraint in `values`
IK_VALUES = 5  # mix softness bend compress stretch
TRANSFORM_VALUES = 6  # mixes: rotate x y scaleX scaleY shearY
PATH_VALUES = 5  # position spacing, mixes: rotate x y
PHYSICS_VALUES = 7  # inertia strength damping mass wind gravity mix
SLIDER_VALUES = 2  # time mix

SAME_TIME_S = 1e-9
"""Times nearer than this are equal (scene semantics, first section)."""


class RigArrays(NamedTuple):
    """A skeleton packed for kernels; read only.

    Bones are parents first. `rows` float64 (rows, 2) are positions of all attachments back to back, `row_bones` and
    `row_weights` belong to weighted rows, `starts` delimits the rows of each weighted vertex. `corners_of` regions are
    four rows in the slot bone's space.
    """

    parents: Ints  # (bones,)
    setup: Floats  # like `values`
    inherit: Ints  # (bones,)
    slot_bones: Ints  # (slots,)
    slot_placeholders: Ints  # (slots,) setup placeholder, -1 none
    slot_deforms: Ints  # (slots,) where the slot's offsets start in PoseArrays.deforms
    slot_vertices: Ints  # (slots,) where the slot's vertices start in PoseArrays.vertices
    attachments: Ints  # (attachments, ATTACHMENT_COLUMNS)
    rows: Floats  # (rows, 2)
    row_bones: Ints  # (rows,)
    row_weights: Floats  # (rows,)
    starts: Ints
    timelines: Ints  # (timelines, TIMELINE_COLUMNS)
    animations: Ints  # (animations + 1,) first timeline of each
    times: Floats
    key_values: Floats
    key_ints: Ints
    cubics: Floats  # (segments and values, CUBIC_COLUMNS)
    constraints: Ints  # (constraints, CONSTRAINT_COLUMNS)
    constraint_ints: Ints
    constraint_floats: Floats
    lengths: Floats  # setup lengths of paths
    sizes: Ints  # SIZE_* below


SIZE_FORMAT = 0
SIZE_SLOT_VALUES = 1  # where slots start in `values`
SIZE_ALL_SLOTS = 2  # -1, which stands for all slots; a literal would compile its kernel once more


class OutfitArrays(NamedTuple):
    """What a skin makes of a skeleton: which attachment each placeholder means, who is awake, in what order to work.

    `program`: see `rigbyscene.pose.program.write_program`.
    """

    attachment_of: Ints  # (placeholders,) -1 where neither skin has it
    bone_active: Ints  # (bones,) 0 or 1
    slot_active: Ints  # (slots,) 0 or 1
    program: Ints


class PoseArrays(NamedTuple):
    """One pose; kernels write it. World matrices are a b c d tx ty."""

    values: Floats
    inherit: Ints  # (bones,)
    placeholders: Ints  # (slots,) -1 nothing
    shown: Ints  # (slots,) attachment index, -1 nothing
    pictures: Ints  # (slots,) sequence picture set by a key, -1: the attachment's setup picture
    draw_order: Ints  # (slots,) slot indices back to front
    deform_of: Ints  # (slots,) attachment whose offsets are in force, -1 none
    deforms: Floats
    world: Floats  # (bones, 6)
    vertices: Floats  # (rows, 2)
    marks: Ints  # what the layer at hand keys, for the smooth crossfade
    physics: Floats  # (physics constraints, PHYSICS_COLUMNS) their states, see rigbyscene.pose.physics
    physics_resets: Ints  # (physics constraints,) 1: start afresh in this frame
    motion: Floats  # (8,) what physics must know of the frame
    turns: Floats  # (3 * bones,) see rigbyscene.pose.transforms.turn_bones
    scratch: Floats
    keys: Ints  # (timelines of the longest animation,) which key each of them is at
    fractions: Floats  # likewise, how much of the time to the next key has passed, 0 to 1
    curves: Floats  # its beziers, see rigbyscene.pose.curves.solve_curves
