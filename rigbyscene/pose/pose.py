"""One pose of one skeleton: buffers that are written again for every moment, and the steps that fill them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

import numpy as np

from rigbyscene.jit import kernel
from rigbyscene.pose.buffers import lay_out, outfit_of, pose_of, rig_of
from rigbyscene.pose.curves import BLOCK, LANES
from rigbyscene.pose.ik import solve_ik
from rigbyscene.pose.layout import (
    BONE_COUNT,
    BONE_STRIDE,
    CONSTRAINT_IK,
    CONSTRAINT_KIND,
    CONSTRAINT_PATH,
    CONSTRAINT_PHYSICS,
    CONSTRAINT_TRANSFORM,
    FIRST_FLOAT,
    FIRST_INT,
    PHYSICS_COLUMNS,
    SIZE_ALL_SLOTS,
    SIZE_FORMAT,
    VALUES,
    Floats,
    Ints,
    OutfitArrays,
    PoseArrays,
    RigArrays,
    X,
    Y,
)
from rigbyscene.pose.localize import localize
from rigbyscene.pose.path_constraint import solve_path
from rigbyscene.pose.physics import FRAME_DT, FRAME_RUNS, solve_physics
from rigbyscene.pose.rig import Outfit, Rig
from rigbyscene.pose.sampling import SWITCH_ALPHA, apply_animation
from rigbyscene.pose.skinning import slot_vertices
from rigbyscene.pose.slider import solve_slider
from rigbyscene.pose.smooth import fade_unkeyed
from rigbyscene.pose.transform_constraint import solve_transform
from rigbyscene.pose.transforms import bone_world, place_bone, turn_bones, turn_of

SINGULAR = 1e-12
"""A matrix whose determinant is nearer to 0 than this has no inverse."""
NO_SHIFTS: Floats = np.zeros((0, 3))


class Layer(NamedTuple):
    """One animation of a pose: its index in the skeleton, the animation time in seconds, its weight 0 to 1.

    `additive`: its changes of bones and deforms go on top of what is there, instead of replacing it.
    """

    animation: int
    time_s: float
    alpha: float = 1.0
    additive: bool = False


@kernel(inner=True, inline=True)
def reset_pose(rig: RigArrays, attachment_of: Ints, pose: PoseArrays) -> None:
    """Set every value, attachment, mode and the draw order to the setup pose."""
    for i in range(len(pose.values)):  # numba takes seconds to compile a slice assignment
        pose.values[i] = rig.setup[i]
    for bone in range(len(pose.inherit)):
        pose.inherit[bone] = rig.inherit[bone]
    for slot in range(len(pose.shown)):
        placeholder = rig.slot_placeholders[slot]
        pose.placeholders[slot] = placeholder
        pose.shown[slot] = attachment_of[placeholder] if placeholder >= 0 else -1
        pose.pictures[slot] = -1
        pose.deform_of[slot] = -1
        pose.draw_order[slot] = slot


@kernel(inner=True, inline=True)
def apply_layers(
    rig: RigArrays, outfit: OutfitArrays, pose: PoseArrays, animations: Ints, numbers: Floats, smooth: bool
) -> None:
    """Pose from the setup pose up: each layer over those before. `numbers` (layers, 3): time, alpha, 1 for additive."""
    reset_pose(rig, outfit.attachment_of, pose)
    for layer in range(len(animations)):
        alpha = numbers[layer, 1]
        if smooth and layer > 0:
            fade_unkeyed(rig, outfit.attachment_of, pose, animations[layer], alpha)
        time_s = numbers[layer, 0]
        additive = numbers[layer, 2] != 0.0
        apply_animation(rig, outfit.attachment_of, pose, animations[layer], time_s, alpha, SWITCH_ALPHA, additive)


@kernel(inner=True)
def shift_top_bones(rig: RigArrays, root: int, pose: PoseArrays, shifts: Floats) -> None:
    """Move children of the root by skeleton-space distances, whatever the root's own matrix is at this moment.

    The distance is brought into the root's space by the inverse of the root's matrix as animated; a singular root
    shifts nothing (scene semantics, section 5).
    """
    bone_world(root, rig.parents[root], rig.inherit[root], pose.values, pose.world)
    a = pose.world[0, 0]
    b = pose.world[0, 1]
    c = pose.world[0, 2]
    d = pose.world[0, 3]
    det = a * d - b * c
    if not abs(det) >= SINGULAR:
        return
    for i in range(len(shifts)):
        at = int(shifts[i, 0]) * BONE_STRIDE
        pose.values[at + X] += (d * shifts[i, 1] - c * shifts[i, 2]) / det
        pose.values[at + Y] += (a * shifts[i, 2] - b * shifts[i, 1]) / det


@kernel(inner=True, inline=True)
def solve(rig: RigArrays, outfit: OutfitArrays, pose: PoseArrays) -> None:
    """World transforms and constraints, in the order that the outfit's program gives."""
    bones = len(rig.parents)
    parents = rig.parents
    inherit = pose.inherit
    values = pose.values
    world = pose.world
    ints = rig.constraint_ints
    version = rig.sizes[SIZE_FORMAT]
    turns = pose.turns
    turn_bones(values, turns, bones)
    for step in outfit.program:
        if step >= bones:
            bone = step - bones
            localize(bone, parents[bone], inherit[bone], values, world, version)
            continue
        if step >= 0:
            sin_x, cos_x = turn_of(step, values, turns, bones)
            place_bone(step, parents[step], inherit[step], values, world, sin_x, cos_x)
            continue
        constraint = ~step
        kind = rig.constraints[constraint, CONSTRAINT_KIND]
        at = rig.constraints[constraint, FIRST_INT]
        numbers = rig.constraints[constraint, VALUES]
        count = rig.constraints[constraint, BONE_COUNT]
        floats = rig.constraint_floats[rig.constraints[constraint, FIRST_FLOAT] :]
        if kind == CONSTRAINT_IK:
            solve_ik(parents, inherit, values, world, ints, at, count, numbers, version)
        elif kind == CONSTRAINT_TRANSFORM:
            solve_transform(parents, inherit, values, world, ints, at, count, floats, numbers, version)
        elif kind == CONSTRAINT_PHYSICS:
            state = pose.physics[ints[at + 2]]
            solve_physics(values, world, state, pose.physics_resets, pose.motion, ints, at, floats, numbers, version)
        elif kind == CONSTRAINT_PATH:
            solve_path(rig, pose, outfit.slot_active, constraint)
        else:
            solve_slider(rig, outfit.attachment_of, pose, constraint)


@kernel(inner=True)
def pose_buffers(
    rig_ints: Ints,
    rig_floats: Floats,
    outfit_ints: Ints,
    pose_ints: Ints,
    pose_floats: Floats,
    animations: Ints,
    numbers: Floats,
    smooth: bool,
    shifts: Floats,
    with_vertices: bool,
) -> None:
    """Everything from layers to vertices; `Pose.update` says what the arguments mean."""
    rig = rig_of(rig_ints, rig_floats)
    outfit = outfit_of(outfit_ints)
    pose = pose_of(pose_ints, pose_floats)
    apply_layers(rig, outfit, pose, animations, numbers, smooth)
    if len(shifts) > 0:
        shift_top_bones(rig, outfit.program[0], pose, shifts)  # its first step is the root's
    solve(rig, outfit, pose)
    if with_vertices:
        slot_vertices(rig, outfit.slot_active, pose, rig.sizes[SIZE_ALL_SLOTS])


@kernel
def pose_skeleton(
    rig_ints: Ints,
    rig_floats: Floats,
    outfit_ints: Ints,
    pose_ints: Ints,
    pose_floats: Floats,
    animations: Ints,
    numbers: Floats,
    smooth: bool,
    shifts: Floats,
    with_vertices: bool,
) -> None:
    """`pose_buffers` for Python, in whose hands the arrays are while it runs."""
    pose_buffers(
        rig_ints, rig_floats, outfit_ints, pose_ints, pose_floats, animations, numbers, smooth, shifts, with_vertices
    )


class Pose:
    """A skeleton in one outfit at one moment.

    Usually driven by `rigbyscene.scene`; on its own::

        pose = Pose(Rig(skeleton), skin=None)
        pose.update([Layer(rig.animation_index["walk"], 0.25)])
        pose.world[rig.skeleton.bone_index("hand")]   # a b c d tx ty

    `arrays` (`rigbyscene.pose.layout.PoseArrays`) is overwritten by the next update.
    """

    def __init__(self, rig: Rig, skin: str | None = None):
        arrays = rig.arrays
        bones, slots = len(arrays.parents), len(arrays.slot_bones)
        self.rig = rig
        self.outfit = rig.outfit(skin)
        self.arrays, self._ints, self._floats = lay_out(
            PoseArrays(
                values=arrays.setup,
                inherit=arrays.inherit,
                placeholders=arrays.slot_placeholders,
                shown=np.full(slots, -1, np.int32),
                pictures=np.full(slots, -1, np.int32),
                draw_order=np.arange(slots, dtype=np.int32),
                deform_of=np.full(slots, -1, np.int32),
                deforms=np.zeros(rig.deform_count),
                world=np.zeros((bones, 6)),
                vertices=np.zeros((rig.vertex_count, 2)),
                marks=np.zeros(len(arrays.setup) + bones + 3 * slots + 1, np.int32),
                physics=np.zeros((rig.physics_count, PHYSICS_COLUMNS)),
                physics_resets=np.zeros(rig.physics_count, np.int32),
                motion=np.array([0.0, 0.0, 1.0, 0.0, 0.0, 1.0, 0.0, 0.0]),
                turns=np.zeros(3 * bones),
                scratch=np.zeros(rig.scratch_count),
                keys=np.zeros(rig.timeline_count, np.int32),
                fractions=np.zeros(rig.timeline_count),
                curves=np.zeros(-(-rig.curve_count // LANES) * BLOCK),
            )
        )

    def reset_physics(self) -> None:
        """Forget all swinging: the next update is physics' first frame."""
        self.arrays.physics[:] = 0.0
        self.arrays.physics_resets[:] = 0

    def reset_physics_of(self, constraints: Iterable[int]) -> None:
        """Let physics constraints (by index; -1: all) start afresh in the next update: their reset keys have fired."""
        for constraint in constraints:
            if constraint < 0:
                self.arrays.physics_resets[:] = 1
            else:
                ints = self.rig.arrays.constraint_ints
                self.arrays.physics_resets[ints[self.rig.arrays.constraints[constraint, FIRST_INT] + 2]] = 1

    def wear(self, skin: str | None) -> None:
        """Change the skin; the next update shows it. KeyError if the skeleton has no such skin."""
        self.dress(self.rig.outfit(skin))

    def dress(self, outfit: Outfit) -> None:
        """Change to an outfit of the same rig; the next update shows it."""
        self.outfit = outfit

    def update(
        self,
        layers: Sequence[Layer],
        *,
        smooth: bool = False,
        shifts: Floats = NO_SHIFTS,
        with_vertices: bool = True,
        physics_dt_s: float | None = None,
    ) -> None:
        """Pose the skeleton: `layers` from the setup pose up, the first at full weight below the others.

        `smooth` chooses the crossfade of `rigbyscene.pose.smooth`. `shifts` float64 (n, 3) are a child of the root
        and the x, y that it moves in the skeleton's space, before world transforms and constraints: the stage's
        parallax. `physics_dt_s`: seconds by which physics moves on from its state of the update before; None: physics
        constraints rest and their bones stay where everything else put them.
        """
        self.arrays.motion[FRAME_DT] = physics_dt_s or 0.0
        self.arrays.motion[FRAME_RUNS] = physics_dt_s is not None
        animations = np.array([layer.animation for layer in layers], np.int32)
        numbers = np.array([(layer.time_s, layer.alpha, layer.additive) for layer in layers], np.float64)
        numbers = numbers.reshape(len(layers), 3)
        self.update_packed(animations, numbers, smooth, shifts, with_vertices)

    def update_packed(
        self, animations: Ints, numbers: Floats, smooth: bool, shifts: Floats, with_vertices: bool
    ) -> None:
        """`update` for layers as arrays: `animations` int32 (n,), `numbers` float64 (n, 3)."""
        pose_skeleton(*self.buffers, animations, numbers, smooth, shifts, with_vertices)

    @property
    def buffers(self) -> tuple[Ints, Floats, Ints, Ints, Floats]:
        """The buffers that kernels take for a posed skeleton: the rig's two, the outfit's, the pose's two."""
        return self.rig.ints, self.rig.floats, self.outfit.ints, self._ints, self._floats

    @property
    def world(self) -> Floats:
        """World matrices, float64 (bones, 6): a b c d tx ty."""
        return self.arrays.world
