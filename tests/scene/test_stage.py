"""Actors on the stage, the camera, parallax, shots and their lengths."""

from __future__ import annotations

import json
import math
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rigbyscene import BadFileError, Scene, UsageError, load_scene
from rigbyscene.formats.assets import MemoryAssets
from rigbyscene.scene.affine import Affine
from rigbyscene.scene.camera import Fit, picture_map
from tests.posing import case_scene, expected, one_actor, world


def stage_scene(rig: list[dict[str, Any]], manifest: dict[str, Any] | None = None, **animation: Any) -> Scene:
    """A stage written down in a test, with one shot `shot`."""
    stage = {
        "skeleton": {"spine": "4.2.0", "x": -50, "y": -20, "width": 200, "height": 100},
        "bones": [{"name": "root"}, *({"parent": "root", **b} for b in rig)],
        "slots": [{"name": "S", "bone": "root"}],
        "animations": {"shot": animation},
    }
    files = {
        "stage.json": json.dumps(stage).encode(),
        "t.scene.json": json.dumps({"rigbyScene": 1, "stage": "stage.json", **(manifest or {})}).encode(),
    }
    return load_scene("t.scene.json", art="none", assets=MemoryAssets(files))


def test_an_actor_on_a_mirrored_bone_is_flipped_and_raised_in_that_bones_space() -> None:
    scene, wanted = case_scene(55, "p.scene.json", camera="cam"), expected(55)
    actor = scene.sample("shot", 0.0).actors[0]
    x, y = actor.placement.apply(*world(actor.pose, "box")[4:])
    assert x == pytest.approx(wanted["p: box world x"]) and y == pytest.approx(wanted["p: box world y"])
    hills = scene.stage.skeleton.bone_index("hills")
    shift = scene.sample("shot", 8.0).stage.world[hills, 4] - scene.sample("shot", 0.0).stage.world[hills, 4]
    assert shift == pytest.approx(wanted["hills world shift at t=8 for camera +800"], abs=1e-3)


@pytest.mark.parametrize("file", ["zero", "behind", "ghost"])
def test_depths_that_cannot_be_are_refused_by_name(file: str) -> None:
    with pytest.raises(BadFileError) as caught:
        case_scene(55, f"{file}.scene.json", camera="cam")
    assert ("ghost" if file == "ghost" else "hills") in str(caught.value)


numbers = st.floats(-300, 300)


@given(numbers, numbers, st.floats(-900, 4000), st.floats(-180, 180), st.floats(0.3, 2), st.floats(-20, 20))
@settings(max_examples=60)
def test_a_layer_follows_its_share_of_the_cameras_motion_seen_through_the_camera(
    dx: float, dy: float, z: float, turn: float, size: float, roll: float
) -> None:
    """Also with a turned, scaled root, a rolling camera and a bone under the layer."""
    scene = stage_scene(
        [{"name": "camera", "x": 7, "y": 3}, {"name": "layer", "x": 40}, {"name": "leaf", "parent": "layer", "y": 5}],
        {"focal": 1000, "depth": {"layer": z}},
        bones={
            "root": {"rotate": [{"value": turn}], "scale": [{"x": size, "y": size}]},
            "camera": {"translate": [{}, {"time": 1, "x": dx, "y": dy}], "rotate": [{}, {"time": 1, "value": roll}]},
        },
    )
    still = stage_scene(
        [{"name": "camera", "x": 7, "y": 3}, {"name": "layer", "x": 40}, {"name": "leaf", "parent": "layer", "y": 5}],
        {},
        bones={"root": {"rotate": [{"value": turn}], "scale": [{"x": size, "y": size}]}},
    )
    leaf = scene.stage.skeleton.bone_index("leaf")
    sample = scene.sample("shot", 1.0)
    assert sample.camera is not None
    motion = np.array([sample.camera.tx, sample.camera.ty]) - (7, 3)
    f = 1000 / (1000 + z)
    expected_place = still.sample("shot", 1.0).stage.world[leaf, 4:] + (1 - f) * motion
    np.testing.assert_allclose(sample.stage.world[leaf, 4:], expected_place, atol=1e-6)


def test_a_root_without_size_shifts_nothing_and_a_camera_without_size_sees_nothing() -> None:
    scene = stage_scene(
        [{"name": "camera"}, {"name": "layer"}],
        {"depth": {"layer": 500}},
        bones={"root": {"scale": [{"x": 0, "y": 1}]}, "camera": {"translate": [{"x": 100}]}},
    )
    sample = scene.sample("shot", 0.0)
    assert np.all(np.isfinite(sample.stage.world)) and sample.view is None
    mapped = picture_map(sample.view, scene.frame, (64, 36))
    assert mapped.to_pixels is None


def test_without_a_camera_the_view_is_fixed_on_the_header_bounds() -> None:
    scene = stage_scene([{"name": "layer"}], {"depth": {"layer": 500}}, bones={"layer": {"rotate": [{"value": 9}]}})
    assert scene.frame == (200, 100)
    assert scene.sample("shot", 0.0).view == Affine.translation(-50, -30)


@given(
    st.integers(1, 400), st.integers(1, 400), st.floats(10, 3000), st.floats(10, 3000), st.sampled_from(list(Fit)),
    st.floats(-180, 180), st.floats(0.1, 3), st.booleans(),
)  # fmt: skip
def test_the_frame_meets_the_picture_as_asked(
    width: int, height: int, frame_w: float, frame_h: float, fit: Fit, turn: float, zoom: float, mirror: bool
) -> None:
    c, s = math.cos(math.radians(turn)) * zoom, math.sin(math.radians(turn)) * zoom
    camera = Affine(c, s, -s, c, 30, -20).after(Affine.scaling(-1 if mirror else 1, 1))
    mapped = picture_map(camera.inverse(), (frame_w, frame_h), (width, height), fit)
    assert mapped.to_pixels is not None
    centre = mapped.to_pixels.apply(30, -20)
    assert centre == pytest.approx((width / 2, height / 2), abs=1e-6)
    right = mapped.to_pixels.apply(*camera.apply(frame_w / 2, 0))
    top = mapped.to_pixels.apply(*camera.apply(0, frame_h / 2))
    half_w, half_h = right[0] - width / 2, height / 2 - top[1]
    assert right[1] == pytest.approx(height / 2, abs=1e-6) and half_w > 0 and half_h > 0
    left, first, last, end = mapped.window
    if fit is Fit.CONTAIN:
        assert half_w <= width / 2 + 1e-6 and half_h <= height / 2 + 1e-6
        assert half_w == pytest.approx(width / 2) or half_h == pytest.approx(height / 2)
        assert (last - left) / 2 == pytest.approx(half_w, abs=1) and (end - first) / 2 == pytest.approx(half_h, abs=1)
    else:
        assert half_w >= width / 2 - 1e-6 and half_h >= height / 2 - 1e-6
        assert mapped.window == (0, 0, width, height)
    if fit is Fit.FILL:
        assert (half_w, half_h) == pytest.approx((width / 2, height / 2))


@pytest.mark.parametrize(
    ("clips", "duration"),
    [
        ([], 0.0),
        ([{"animation": "move"}], 1.0),
        ([{"animation": "move", "start": 0.5, "loops": 2, "speed": 2}], 1.5),
        ([{"animation": "move", "start": 0.5, "loops": 0}], 0.0),
        ([{"animation": "move", "start": 0.5, "loops": 0}, {"animation": "move", "start": 2, "speed": 0}], 2.0),
        ([{"animation": "move", "start": -3}], 0.0),
        ([{"animation": "move", "loops": 5}, {"animation": "far", "start": 1.25}], 1.25),
    ],
)
def test_a_shot_without_length_of_its_own_lasts_until_its_clips_end(clips: list[Any], duration: float) -> None:
    scene = one_actor(clips, shot="keyless")
    assert scene.shot("keyless").duration == pytest.approx(duration)


def test_an_unknown_shot_is_named_with_its_nearest() -> None:
    with pytest.raises(UsageError) as caught:
        case_scene(46, "c.scene.json").shot("shott")
    assert "'shott'" in str(caught.value) and "'shot'" in str(caught.value)


def test_an_actor_on_a_sleeping_bone_is_not_drawn() -> None:
    scene = stage_scene([{"name": "gone", "skin": True}], {}, bones={})
    assert scene.sample("shot", 0.0).stage.outfit.arrays.bone_active.tolist() == [1, 0]
