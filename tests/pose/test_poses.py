"""Poses of small skeletons: the reported faults of posing, each as a kind."""

from __future__ import annotations

import math
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rigbyscene.pose.pose import Layer, Pose
from rigbyscene.pose.rig import Rig
from tests.posing import case, expected, posed, rig_from, rig_of, rotation, shown, vertices, world

MODES = ("normal", "onlyTranslation", "noRotationOrReflection", "noScale", "noScaleOrReflection")


def specified_world(parent: np.ndarray, local: np.ndarray, mode: str) -> np.ndarray:
    """The specification's table, written out again with matrices."""
    p = np.array([[parent[0], parent[2]], [parent[1], parent[3]]])
    s, det = math.hypot(parent[0], parent[1]), np.linalg.det(p)
    if s < 1e-12:
        s, u, height = 0.0, (1.0, 0.0), 0.0
    else:
        u, height = (parent[0] / s, parent[1] / s), abs(det) / s
    f = -1.0 if det < 0 else 1.0
    q = {
        "normal": p,
        "onlyTranslation": np.eye(2),
        "noRotationOrReflection": np.diag([s, height]),
        "noScale": np.array([[u[0], -u[1] * f], [u[1], u[0] * f]]),
        "noScaleOrReflection": np.array([[u[0], -u[1]], [u[1], u[0]]]),
    }[mode]
    linear = q @ np.array([[local[0], local[2]], [local[1], local[3]]])
    place = p @ local[4:] + parent[4:]
    return np.array([linear[0, 0], linear[1, 0], linear[0, 1], linear[1, 1], *place])


def local_matrix(bone: dict[str, Any]) -> np.ndarray:
    rx = math.radians(bone.get("rotation", 0) + bone.get("shearX", 0))
    ry = math.radians(bone.get("rotation", 0) + 90 + bone.get("shearY", 0))
    sx, sy = bone.get("scaleX", 1), bone.get("scaleY", 1)
    return np.array(
        [math.cos(rx) * sx, math.sin(rx) * sx, math.cos(ry) * sy, math.sin(ry) * sy, bone.get("x", 0), bone.get("y", 0)]
    )


angle = st.floats(-400, 400)
scale = st.one_of(st.floats(-3, -0.1), st.floats(0.1, 3), st.just(0.0), st.just(1.0))
bone = st.fixed_dictionaries(
    {"x": st.floats(-50, 50), "y": st.floats(-50, 50), "rotation": angle, "scaleX": scale, "scaleY": scale},
    optional={"shearX": angle, "shearY": angle},
)


@given(bone, bone, st.sampled_from(MODES))
@settings(max_examples=150)
def test_every_inherit_mode_follows_the_table(parent: dict[str, Any], child: dict[str, Any], mode: str) -> None:
    rig = rig_from(
        {
            "skeleton": {"spine": "4.2.0"},
            "bones": [{"name": "p", **parent}, {"name": "c", "parent": "p", "inherit": mode, **child}],
        }
    )
    pose = posed(rig)
    np.testing.assert_allclose(world(pose, "p"), local_matrix(parent), atol=1e-9)
    # from the parent as it came out: an x axis of nearly no length may fall to either side of the threshold
    np.testing.assert_allclose(
        world(pose, "c"), specified_world(world(pose, "p"), local_matrix(child), mode), atol=1e-9
    )


@pytest.mark.parametrize("file", ["inherit.json", "inherit38.json"])
def test_inherit_modes_under_a_mirrored_sheared_parent_agree_with_the_reported_case(file: str) -> None:
    pose = posed(rig_of(case(32) / file))
    for name, matrix in expected(32)["world [a,b,c,d,tx,ty]"].items():
        np.testing.assert_allclose(world(pose, name), matrix, atol=1e-6, err_msg=name)


def test_inherit_modes_under_a_parent_without_size_agree_with_the_reported_case() -> None:
    pose = posed(rig_of(case(32) / "inherit_zero.json"))
    for name, matrix in expected(32)["zero-scale parent"].items():
        np.testing.assert_allclose(world(pose, name), matrix, atol=1e-6, err_msg=name)


def test_skin_bones_sleep_unless_a_worn_skin_lists_them() -> None:
    rig = rig_of(case(33) / "sb.json")
    for skin, drawn in expected(33)["drawn"].items():
        pose = posed(rig, skin=None if skin == "none" else skin)
        slots = [rig.skeleton.slots[s].name for s in pose.arrays.draw_order]
        active = dict(zip(slots, pose.outfit.arrays.slot_active[pose.arrays.draw_order], strict=True))
        seen = [s for s in slots if active[s] and shown(pose, s) is not None]
        assert seen == drawn, skin
        assert np.all(np.isfinite(pose.world))


def test_everything_below_a_sleeping_bone_sleeps_too() -> None:
    rig = rig_from(
        {
            "skeleton": {"spine": "4.2.0"},
            "bones": [
                {"name": "root"},
                {"name": "wing", "parent": "root", "skin": True},
                {"name": "tip", "parent": "wing"},
                {"name": "leg", "parent": "root"},
            ],
            "slots": [{"name": "t", "bone": "tip"}, {"name": "l", "bone": "leg"}],
            "skins": [{"name": "winged", "bones": ["wing"]}],
        }
    )
    assert rig.outfit(None).arrays.bone_active.tolist() == [1, 0, 0, 1]
    assert rig.outfit(None).arrays.slot_active.tolist() == [0, 1]
    assert rig.outfit("winged").arrays.bone_active.tolist() == [1, 1, 1, 1]


def test_deform_offsets_are_sparse_added_and_counted_by_bone_entry() -> None:
    rig, wanted = rig_of(case(41) / "deform.json"), expected(41)
    (animation,) = rig.skeleton.animations
    quad, weighted = (s.name for s in rig.skeleton.slots)
    np.testing.assert_allclose(vertices(posed(rig), weighted).ravel(), wanted["weighted_setup"], atol=1e-9)
    for t in (0.5, 1):
        pose = posed(rig, (animation.name, t))
        np.testing.assert_allclose(vertices(pose, quad).ravel(), wanted[f"quad_at_{t}"], atol=1e-9)
        np.testing.assert_allclose(vertices(pose, weighted).ravel(), wanted[f"weighted_at_{t}"], atol=1e-9)


def test_a_linked_mesh_takes_its_sources_deform_once_or_not_at_all() -> None:
    rig = rig_of(case(42) / "ld.json")
    (animation,) = rig.skeleton.animations
    for skin, x in expected(42)["vertex0_x"].items():
        pose = posed(rig, (animation.name, animation.duration), skin=None if skin == "default" else skin)
        assert vertices(pose, "s")[0, 0] == pytest.approx(x), skin


def mesh_swap() -> Rig:
    """Slot s shows mesh m or n; animation a deforms m by 10, b deforms m by 30, c switches to n and deforms that."""
    mesh = {
        "type": "mesh",
        "uvs": [0, 0, 1, 0, 1, 1],
        "triangles": [0, 1, 2],
        "vertices": [0, 0, 5, 0, 5, 5],
        "hull": 3,
    }

    def deform(key: str, x: float) -> dict[str, Any]:
        return {"default": {"s": {key: {"deform": [{"vertices": [x]}]}}}}

    return rig_from(
        {
            "skeleton": {"spine": "4.2.0"},
            "bones": [{"name": "root"}],
            "slots": [{"name": "s", "bone": "root", "attachment": "m"}],
            "skins": [{"name": "default", "attachments": {"s": {"m": mesh, "n": mesh}}}],
            "animations": {
                "a": {"attachments": deform("m", 10)},
                "b": {"attachments": deform("m", 30)},
                "c": {"slots": {"s": {"attachment": [{"name": "n"}]}}, "attachments": deform("n", 100)},
                "none": {},
            },
        }
    )


def test_layers_that_deform_one_attachment_blend_their_offsets_like_values() -> None:
    rig = mesh_swap()
    assert vertices(posed(rig, ("a", 0.0), ("b", 0.0, 0.25)), "s")[0, 0] == pytest.approx(15)
    assert vertices(posed(rig, ("none", 0.0), ("b", 0.0, 0.25)), "s")[0, 0] == pytest.approx(7.5)
    assert vertices(posed(rig, ("a", 0.0), ("none", 0.0, 0.9)), "s")[0, 0] == pytest.approx(10)


def test_a_change_of_attachment_clears_the_deform_and_one_below_half_changes_nothing() -> None:
    rig = mesh_swap()
    late = posed(rig, ("a", 0.0), ("c", 0.0, 0.5))
    assert shown(late, "s") == "n" and vertices(late, "s")[0, 0] == pytest.approx(50)
    early = posed(rig, ("a", 0.0), ("c", 0.0, 0.49))
    assert shown(early, "s") == "m" and vertices(early, "s")[0, 0] == pytest.approx(10)


def test_smooth_crossfades_leave_nothing_to_jump_at_the_end() -> None:
    rig = mesh_swap()
    for alpha in (0.0, 0.25, 0.5, 0.999):
        pose = posed(rig, ("a", 0.0), ("none", 0.0, alpha), smooth=True)
        assert vertices(pose, "s")[0, 0] == pytest.approx(10 * (1 - alpha))


def test_two_colour_keys_have_seven_channels_and_leave_what_they_do_not_name() -> None:
    rig, wanted = rig_of(case(45) / "tc.json"), expected(45)
    (animation,) = rig.skeleton.animations
    pose = posed(rig, (animation.name, 0.5))
    slots = pose.arrays.values[len(rig.skeleton.bones) * 8 :].reshape(-1, 8)
    s, u = (slots[rig.skeleton.slot_index(name)] for name in ("s", "u"))
    np.testing.assert_allclose(s[:4], wanted["s_at_0.5"]["light"], atol=2e-3)
    np.testing.assert_allclose(s[4:7], wanted["s_at_0.5"]["dark"], atol=2e-3)
    np.testing.assert_allclose(u[:4], wanted["u_at_0.5"], atol=2e-3)
    assert s[7] == 1.0


def test_the_picture_of_a_sequence_is_the_one_that_its_time_says() -> None:
    rig, wanted = rig_of(case(43) / "seq.json"), expected(43)
    assert rig.attachments[0].sequence.picture("fx/spark_", 2) == wanted["setup image"]  # type: ignore[union-attr]
    for n, picture in enumerate(wanted["loop index at 5+n/60"]):
        assert posed(rig, ("loop", 5 + n / 60)).arrays.pictures[0] == picture
    for n, picture in enumerate(wanted["pp index at n*0.25"]):
        assert posed(rig, ("pp", n * 0.25)).arrays.pictures[0] == picture


def test_keys_at_one_time_jump_and_times_between_are_interpolated() -> None:
    rig, wanted = rig_of(case(27) / "k.json"), expected(27)
    for t, value in wanted["rotation_at"].items():
        assert rotation(posed(rig, ("go", float(t))), "b") == pytest.approx(value, abs=1e-6), t
    for t, value in wanted["x_at"].items():
        assert world(posed(rig, ("go", float(t))), "b")[4] == pytest.approx(value, abs=1e-9), t


def test_curves_of_the_old_format_run_as_reported() -> None:
    rig, wanted = rig_of(case(15) / "c38.json"), expected(15)["t=0.5"]
    (animation,) = rig.skeleton.animations
    pose = posed(rig, (animation.name, 0.5))
    index = next(t.target for t in animation.timelines if hasattr(t, "target"))
    assert pose.arrays.values[index * 8 + 3] == pytest.approx(wanted["scaleX"], abs=1e-3)
    assert pose.arrays.values[index * 8] == pytest.approx(wanted["x"], abs=1e-3)


def test_attachment_keys_name_placeholders_that_a_skin_may_bring_later() -> None:
    rig = rig_of(case(20) / "n.json")
    wanted = dict(expected(20)["shown_at"])
    late = wanted.pop("3 (skin late)")
    wanted["3"] = wanted.pop("3 (no skin)")
    (animation,) = rig.skeleton.animations
    (slot,) = (s.name for s in rig.skeleton.slots)
    for t, name in wanted.items():
        assert shown(posed(rig, (animation.name, float(t))), slot) == name, t
    (skin,) = (s.name for s in rig.skeleton.skins if s.name != "default")
    assert shown(posed(rig, (animation.name, 3.0), skin=skin), slot) == late


@given(st.lists(st.tuples(st.sampled_from("abc"), st.floats(0, 1)), min_size=1, max_size=5))
def test_posing_again_gives_the_same_bits_whatever_was_posed_before(layers: list[tuple[str, float]]) -> None:
    rig = mesh_swap()
    used, fresh = Pose(rig), Pose(rig)
    wanted = [Layer(rig.animation_index[name], 0.0, 1.0 if i == 0 else alpha) for i, (name, alpha) in enumerate(layers)]
    used.update([Layer(rig.animation_index["c"], 0.0), Layer(rig.animation_index["b"], 0.0, 0.7)])
    used.update(wanted)
    fresh.update(wanted)
    for a, b in zip(used.arrays[:6], fresh.arrays[:6], strict=True):
        assert np.array_equal(a, b)
    assert np.array_equal(used.world, fresh.world)
    assert np.array_equal(vertices(used, "s"), vertices(fresh, "s"))


def test_huge_and_empty_numbers_give_finite_poses() -> None:
    rig = rig_from(
        {
            "skeleton": {"spine": "4.2.0"},
            "bones": [
                {"name": "root", "scaleX": 1e150, "rotation": 1e12},
                {"name": "b", "parent": "root", "x": 1e120, "inherit": "noScale", "scaleY": 0},
            ],
        }
    )
    assert np.all(np.isfinite(posed(rig).world))


def test_posing_holds_no_references_and_drops_none(shared: Path) -> None:
    rig = rig_of(shared / "skeletons" / "4.2" / "spineboy" / "spineboy.json")
    pose = Pose(rig)
    held = [*pose.buffers, pose.arrays.world, pose.arrays.vertices]
    pose.update([Layer(0, 0.1)])
    before = [sys.getrefcount(array) for array in held]
    for k in range(100):
        pose.update([Layer(0, 0.01 * k), Layer(1, 0.02 * k, 0.5)], smooth=bool(k & 1), physics_dt_s=1 / 60)
    assert [sys.getrefcount(array) for array in held] == before
