"""Physics with numbers that no spring takes: refused, told, or brought back to rest; never without end, never NaN."""

from __future__ import annotations

import json
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rigbyscene import Scene, load_scene
from rigbyscene.errors import BadFileError, UsageError
from rigbyscene.formats.assets import MemoryAssets
from rigbyscene.formats.skeleton_constraints import MOST_STEPS_PER_S
from rigbyscene.scene.arguments import MOST_SETTLE_S
from tests.conftest import DATA

CASES = [json.loads((DATA / "cases-constraints" / f"{n}" / "skeleton.json").read_text()) for n in (
    "48-physics-all-42", "54-physics-all-43", "62-physics-scaley-volume"
)]  # fmt: skip
"""Every channel, in both versions."""

FIELDS = ("mass", "damping", "strength", "inertia", "limit", "wind", "gravity", "mix", "x", "y", "rotate", "scaleX")
WILD = st.sampled_from([-1e300, -1e9, -100.0, -1.0, 0.0, 1e-300, 1e-9, 1.0, 2.0, 90.0, 1e4, 1e9, 1e300])


def scene_of(data: dict[str, Any], **options: Any) -> Scene:
    return load_scene("s.json", assets=MemoryAssets({"s.json": json.dumps(data).encode()}), art="none", **options)


def springs_of(data: dict[str, Any]) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = data.get("physics") or [c for c in data["constraints"] if c.get("type") == "physics"]
    return found


def changed(data: dict[str, Any], **fields: float) -> dict[str, Any]:
    copy: dict[str, Any] = json.loads(json.dumps(data))
    for spring in springs_of(copy):
        spring.update(fields)
    return copy


@given(st.sampled_from(CASES), st.dictionaries(st.sampled_from(FIELDS), WILD, min_size=1, max_size=4))
@settings(max_examples=60)
def test_bones_stay_where_numbers_are_finite(data: dict[str, Any], fields: dict[str, float]) -> None:
    if fields.get("mass", 1.0) <= 0:
        with pytest.raises(BadFileError, match="mass"):
            scene_of(changed(data, **fields))
        return
    scene = scene_of(changed(data, **fields))
    for shot in scene.shots:
        for t in (0.0, 0.1, 0.5, 0.51, 1.0):
            world = scene.sample(shot, t).stage.world
            assert np.isfinite(world).all() and np.abs(world).max() < 1e16


@pytest.mark.parametrize("fields", [{"strength": 1e9}, {"damping": 90.0}, {"mass": 1e-9}, {"mix": 1e300}])
def test_the_same_moment_is_the_same_whatever_was_sampled_before(fields: dict[str, float]) -> None:
    data = changed(CASES[0], **fields)
    straight, wandering = scene_of(data), scene_of(data)
    shot = straight.shots[0].name
    wandering.sample(wandering.shot(shot), 1.7)
    wandering.sample(wandering.shot(shot), 0.2)
    a, b = (s.sample(s.shot(shot), 0.9).stage.world.copy() for s in (straight, wandering))
    np.testing.assert_array_equal(a, b)


@pytest.mark.parametrize("data", CASES)
@pytest.mark.parametrize("fps", [-1.0, 0.0, MOST_STEPS_PER_S + 1.0, 1e9, 1e300])
def test_a_rate_that_no_computer_keeps_is_refused(data: dict[str, Any], fps: float) -> None:
    with pytest.raises(BadFileError, match="fps"):
        scene_of(changed(data, fps=fps))


@pytest.mark.parametrize("data", CASES)
@pytest.mark.parametrize("fps", [1e-300, 1e-9, 0.5, float(MOST_STEPS_PER_S)])
def test_slow_and_fast_rates_end(data: dict[str, Any], fps: float) -> None:
    scene = scene_of(changed(data, fps=fps))
    assert np.isfinite(scene.sample(scene.shots[0], 0.7).stage.world).all()


@pytest.mark.parametrize("data", CASES)
@pytest.mark.parametrize("scale", [-100.0, 0.0, 1e-300, 1e300])
def test_a_reference_scale_that_cannot_be_is_told_and_counts_as_the_editor_s(
    data: dict[str, Any], scale: float
) -> None:
    wrong = changed(data) | {"skeleton": data["skeleton"] | {"referenceScale": scale}}
    right = changed(data) | {"skeleton": data["skeleton"] | {"referenceScale": 100}}
    scene, usual = scene_of(wrong), scene_of(right)
    assert [d.place for d in scene.files.diagnostics if d.code == "bad-reference-scale"] == ["skeleton.referenceScale"]
    worlds = [s.sample(s.shots[0], 0.6).stage.world.copy() for s in (scene, usual)]
    np.testing.assert_array_equal(*worlds)


@pytest.mark.parametrize("settle_s", [-1.0, MOST_SETTLE_S + 1.0, 1e9, float("inf"), float("nan")])
def test_settling_without_an_end_is_refused(settle_s: float) -> None:
    with pytest.raises(UsageError, match="settle"):
        scene_of(CASES[0], settle_s=settle_s)
