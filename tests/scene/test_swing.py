"""Physics on stage: a function of shot and time, felt through the placement, at its own fixed steps."""

from __future__ import annotations

import json
import random
from typing import Any

import numpy as np
import pytest

from rigbyscene import BadFileError, Scene, load_scene
from rigbyscene.formats.assets import MemoryAssets
from rigbyscene.pose.pose import Layer, Pose
from rigbyscene.pose.rig import Rig
from rigbyscene.scene.sampler import Sampler
from rigbyscene.scene.swing import Checkpoints
from tests.posing import case, rig_of

HAIR = json.loads((case(44) / "phys.json").read_text())


def swinging_scene(
    *,
    actor: dict[str, Any] | None = None,
    stage_bone: dict[str, Any] | None = None,
    keys: dict[str, Any] | None = None,
    clips: list[dict[str, Any]] | None = None,
    flip: bool = False,
    stage: dict[str, Any] | None = None,
    depth: dict[str, float] | None = None,
    **options: Any,
) -> Scene:
    """An actor with hair on the stage bone `A`, which `keys` animate for four seconds."""
    made = {
        "skeleton": {"spine": "4.2.0", "width": 100, "height": 100},
        "bones": [
            {"name": "root"},
            {"name": "camera", "parent": "root"},
            {"name": "A", "parent": "root", **(stage_bone or {})},
            {"name": "rope", "parent": "A", "length": 30, "x": 10},
        ],
        "slots": [{"name": "A", "bone": "A"}],
        "animations": {"shot": {"bones": {"A": keys or {"translate": [{}, {"time": 4}]}}}},
        **(stage or {}),
    }
    manifest = {
        "rigbyScene": 1,
        "stage": "stage.json",
        "depth": depth or {},
        "actors": [
            {
                "id": "a", "name": "a", "bone": "A", "slot": "A", "skeleton": "actor.json", "flip": flip,
                "clips": {"shot": clips or []},
            }
        ],
    }  # fmt: skip
    files = {
        "stage.json": json.dumps(made).encode(),
        "actor.json": json.dumps(actor or HAIR).encode(),
        "t.scene.json": json.dumps(manifest).encode(),
    }
    return load_scene("t.scene.json", art="none", assets=MemoryAssets(files), **options)


MOVE = {"translate": [{}, {"time": 1, "x": 300}, {"time": 4, "x": 300}]}


def hair(scene: Scene, t: float) -> np.ndarray:
    """The hair bone's matrix in the actor's own space."""
    pose = scene.sample("shot", t).actors[0].pose
    return pose.world[pose.rig.skeleton.bone_index("hair")].copy()


def angle(matrix: np.ndarray) -> float:
    return float(np.degrees(np.arctan2(matrix[1], matrix[0])))


SCENES = {
    "clip": swinging_scene(clips=[{"animation": "jump"}]),
    "moved": swinging_scene(keys=MOVE, clips=[{"animation": "jump", "speed": 0.7, "loops": 0}]),
    "4.3": swinging_scene(keys=MOVE, actor={**HAIR, "skeleton": {"spine": "4.3.0"}, "physics": [],
                                            "constraints": [{**HAIR["physics"][0], "type": "physics", "fps": 45}]}),
    "stage swings too": swinging_scene(
        keys=MOVE,
        depth={"A": 400},
        stage={"physics": [{"name": "r", "bone": "rope", "rotate": 1, "x": 1, "inertia": 0.5, "damping": 0.9}]},
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", SCENES)
def test_every_frame_is_the_same_bits_in_any_order(name: str) -> None:
    scene = SCENES[name]
    times = [i / 24 for i in range(60)]
    shot = scene.shot("shot")

    def frames(order: list[float], sampler: Sampler) -> dict[float, bytes]:
        seen = {}
        for t in order:
            sample = sampler.sample(shot, t)
            seen[t] = sample.actors[0].pose.world.tobytes() + sample.stage.world.tobytes()
        return seen

    shuffled = random.Random(3).sample(times, len(times))
    forwards = frames(times, Sampler(scene))
    assert frames(times[::-1], Sampler(scene)) == forwards
    assert frames(shuffled, Sampler(scene)) == forwards
    scene.checkpoints = Checkpoints()
    assert frames(shuffled, Sampler(scene)) == forwards
    scene.checkpoints = Checkpoints(max_bytes=1)  # hardly anything may be kept
    assert frames(shuffled, Sampler(scene)) == forwards
    one = scene.sample("shot", times[40])
    assert one.actors[0].pose.world.tobytes() + one.stage.world.tobytes() == forwards[times[40]]
    assert len({f[: len(f) // 2] for f in forwards.values()}) > 20  # it does move


def test_at_settle_0_the_grid_frames_are_those_of_the_skeleton_alone() -> None:
    scene = swinging_scene(clips=[{"animation": "jump"}], settle_s=0.0)
    rig = rig_of(case(44) / "phys.json")
    pose = Pose(rig)
    for k in range(150):
        pose.update([Layer(0, k / 60)], physics_dt_s=k / 60 - max(k - 1, 0) / 60)
        alone = pose.world[rig.skeleton.bone_index("hair")]
        np.testing.assert_allclose(hair(scene, k / 60), alone, atol=1e-9)


def test_moving_the_stage_bone_swings_the_hair_and_rest_ends_it() -> None:
    scene = swinging_scene(keys=MOVE)
    still = angle(hair(scene, 0.0))
    assert abs(angle(hair(scene, 0.5)) - still) > 5
    assert abs(angle(hair(scene, 4.0)) - still) < 0.05


def test_an_actor_on_a_scaled_bone_swings_as_at_full_size() -> None:
    full = swinging_scene(keys=MOVE)
    half_keys = {"translate": [{}, {"time": 1, "x": 150}, {"time": 4, "x": 150}]}
    half = swinging_scene(keys=half_keys, stage_bone={"scaleX": 0.5, "scaleY": 0.5})
    for t in (0.25, 0.5, 0.9, 1.3):
        np.testing.assert_allclose(hair(half, t), hair(full, t), atol=1e-9)


def test_a_flipped_actor_that_moves_the_other_way_swings_the_same_in_its_own_space() -> None:
    right = swinging_scene(keys=MOVE)
    left = swinging_scene(keys={"translate": [{}, {"time": 1, "x": -300}, {"time": 4, "x": -300}]}, flip=True)
    for t in (0.25, 0.5, 0.9, 1.3):
        np.testing.assert_allclose(hair(left, t), hair(right, t), atol=1e-9)


def test_gravity_pulls_down_the_stage_however_the_actor_stands() -> None:
    heavy = {**HAIR, "physics": [{**HAIR["physics"][0], "gravity": 60, "strength": 20, "x": 0}]}
    for turn in (0, 40, 90, 180):
        for flip in (False, True):
            scene = swinging_scene(actor=heavy, stage_bone={"rotation": turn}, flip=flip, settle_s=20.0)
            actor = scene.sample("shot", 0.0).actors[0]
            a, b, *_ = actor.pose.world[actor.pose.rig.skeleton.bone_index("hair")]
            p = actor.placement
            sags = np.degrees(np.arctan2(p.b * a + p.d * b, p.a * a + p.c * b))
            rest = np.degrees(np.arctan2(*(np.array([[p.b, p.d], [p.a, p.c]]) @ (0.0, -1.0))))
            toward_down = abs((sags + 90 + 180) % 360 - 180)
            assert toward_down <= abs((rest + 90 + 180) % 360 - 180) + 1e-6


def test_settling_lets_a_hanging_thing_hang_before_the_first_frame() -> None:
    heavy = {**HAIR, "physics": [{**HAIR["physics"][0], "wind": 30, "x": 0}]}
    unsettled = swinging_scene(actor=heavy, settle_s=0.0)
    settled = swinging_scene(actor=heavy, settle_s=10.0)
    assert angle(hair(unsettled, 0.0)) == pytest.approx(-90, abs=1e-9)
    assert abs(angle(hair(settled, 0.0)) + 90) > 1
    assert angle(hair(settled, 2.0)) == pytest.approx(angle(hair(settled, 0.0)), abs=0.01)


def test_a_jump_of_a_thousand_units_a_long_step_and_none_stay_finite() -> None:
    scene = swinging_scene(clips=[{"animation": "jump"}])
    for fps in (24, 30, 60):
        for i in range(3 * fps):
            assert np.all(np.isfinite(hair(scene, i / fps)))
    rig = Rig(rig_of(case(44) / "phys.json").skeleton)
    pose = Pose(rig)
    for dt in (0.0, 0.0, 10.0, 0.0, 3600.0):
        before = pose.world.copy()
        pose.update([Layer(0, 2.0)], physics_dt_s=dt)
        assert np.all(np.isfinite(pose.world))
        if dt == 0.0 and before.any():
            np.testing.assert_allclose(pose.world, before, atol=1e-9)


def test_frames_at_30_and_60_a_second_agree_at_their_common_times() -> None:
    scene = swinging_scene(clips=[{"animation": "jump"}])
    for i in range(60):
        assert np.array_equal(hair(scene, i / 30), hair(scene, (2 * i) / 60))


def test_checkpoints_stay_within_their_bound_and_far_seeks_start_from_one() -> None:
    kept = Checkpoints(max_bytes=20_000)
    for frame in range(0, 36_001):
        kept.keep(0, 1, frame, 30, lambda: np.zeros(100))
    assert sum(s.nbytes for states in kept._states.values() for s in states.values()) <= 20_000
    nearest = kept.nearest(0, 1, 36_000)
    assert nearest is not None and nearest[0] > 30_000


def test_a_loop_too_fast_for_its_reset_keys_is_refused_by_its_place() -> None:
    actor = json.loads(json.dumps(HAIR))
    actor["animations"] = {"w": {"physics": {"ph": {"reset": [{"time": 0.5}]}}}}
    clip = {"animation": "w", "start": 0, "in": 0.5 - 1e-7, "loops": 0, "speed": 100}
    with pytest.raises(BadFileError) as refused:
        swinging_scene(actor=actor, clips=[clip]).sample("shot", 3.0)
    (told,) = refused.value.diagnostics
    assert (told.code, told.place) == ("endless-loops", "actors[0].clips.shot[0]")
    assert told.file.endswith(".scene.json")
