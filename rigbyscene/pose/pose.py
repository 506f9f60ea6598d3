"""One pose of one skeleton: buffers that are written again for every moment, and the steps that fill them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from rigbyscene.jit import kernel
from rigbyscene.pose.buffers import lay_out, outfit_of, pose_of, rig_of
from rigbyscene.pose.layout import BONE_STRIDE, Floats, Ints, OutfitArrays, PoseArrays, RigArrays, X, Y
from rigbyscene.pose.rig import Rig
from rigbyscene.pose.sampling import apply_animation
from rigbyscene.pose.skinning import all_vertices
from rigbyscene.pose.smooth import fade_unkeyed
from rigbyscene.pose.transforms import bone_world


class Layer(NamedTuple):
    """One animation of a pose: its index in the skeleton, the animation time in seconds, its weight 0 to 1."""

    animation: int
    time_s: float
    alpha: float = 1.0


@kernel
def reset_pose(rig: RigArrays, attachment_of: Ints, pose: PoseArrays) -> None:
    """Set every value, attachment, mode and the draw order to the setup pose."""
    pose.values[:] = rig.setup
    pose.inherit[:] = rig.inherit
    for slot in range(len(pose.shown)):
        placeholder = rig.slot_placeholders[slot]
        pose.placeholders[slot] = placeholder
        pose.shown[slot] = attachment_of[placeholder] if placeholder >= 0 else -1
        pose.pictures[slot] = -1
        pose.deform_of[slot] = -1
        pose.draw_order[slot] = slot


@kernel
def apply_layers(
    rig: RigArrays, outfit: OutfitArrays, pose: PoseArrays, animations: Ints, numbers: Floats, smooth: bool
) -> None:
    """Pose from the setup pose up: each layer over those before. `numbers` (layers, 2) are time and alpha."""
    reset_pose(rig, outfit.attachment_of, pose)
    for layer in range(len(animations)):
        alpha = numbers[layer, 1]
        if smooth and layer > 0:
            fade_unkeyed(rig, outfit.attachment_of, pose, animations[layer], alpha)
        apply_animation(rig, outfit.attachment_of, pose, animations[layer], numbers[layer, 0], alpha)


@kernel
def solve(rig: RigArrays, outfit: OutfitArrays, pose: PoseArrays) -> None:
    """World transforms and constraints, in the order that the outfit's program gives."""
    for op in outfit.program:
        bone_world(op, rig.parents[op], pose.inherit[op], pose.values, pose.world)


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
    """Everything from layers to vertices in one call; `Pose.update` says what the arguments mean."""
    rig = rig_of(rig_ints, rig_floats)
    outfit = outfit_of(outfit_ints)
    pose = pose_of(pose_ints, pose_floats)
    apply_layers(rig, outfit, pose, animations, numbers, smooth)
    for i in range(len(shifts)):
        bone = int(shifts[i, 0])
        pose.values[bone * BONE_STRIDE + X] += shifts[i, 1]
        pose.values[bone * BONE_STRIDE + Y] += shifts[i, 2]
    solve(rig, outfit, pose)
    if with_vertices:
        all_vertices(rig, outfit.slot_active, pose)


NO_SHIFTS: Floats = np.zeros((0, 3))


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
            )
        )

    def wear(self, skin: str | None) -> None:
        """Change the skin; the next update shows it. KeyError if the skeleton has no such skin."""
        self.outfit = self.rig.outfit(skin)

    def update(
        self,
        layers: Sequence[Layer],
        *,
        smooth: bool = False,
        shifts: Floats = NO_SHIFTS,
        with_vertices: bool = True,
    ) -> None:
        """Pose the skeleton: `layers` from the setup pose up, the first at full weight below the others.

        `smooth` chooses the crossfade of `rigbyscene.pose.smooth`. `shifts` float64 (n, 3) are bone index, x, y, added
        to those bones' local positions before world transforms and constraints (the stage's parallax).
        """
        animations = np.array([layer.animation for layer in layers], np.int32)
        numbers = np.array([(layer.time_s, layer.alpha) for layer in layers], np.float64).reshape(len(layers), 2)
        self.update_packed(animations, numbers, smooth, shifts, with_vertices)

    def update_packed(
        self, animations: Ints, numbers: Floats, smooth: bool, shifts: Floats, with_vertices: bool
    ) -> None:
        """`update` for layers as arrays: `animations` int32 (n,), `numbers` float64 (n, 2): time, alpha."""
        rig = self.rig
        pose_skeleton(
            rig.ints,
            rig.floats,
            self.outfit.ints,
            self._ints,
            self._floats,
            animations,
            numbers,
            smooth,
            shifts,
            with_vertices,
        )

    @property
    def world(self) -> Floats:
        """World matrices, float64 (bones, 6): a b c d tx ty."""
        return self.arrays.world
