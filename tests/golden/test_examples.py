"""The demo still does what it did when it was looked at: numbers and pictures (golden/README.md says how to record)."""

from __future__ import annotations

import functools
import gzip
import json
from fractions import Fraction

import numpy as np
import pytest
from PIL import Image

from rigbyscene import Scene, load_scene
from rigbyscene.scene.comparing import compare_recordings
from rigbyscene.scene.recording import record_shot
from tests.conftest import REPOSITORY

GOLDEN = REPOSITORY / "golden" / "foxfire"
STILLS = {"dusk": 4.0, "gust": 2.5, "foxfire": 9.0}


@functools.cache
def demo() -> Scene:
    return load_scene(REPOSITORY / "examples" / "foxfire" / "foxfire.scene.json")


@pytest.mark.parametrize("shot", STILLS)
def test_the_demo_moves_as_recorded(shot: str) -> None:
    golden = json.loads(gzip.decompress((GOLDEN / f"{shot}.json.gz").read_bytes()))
    offset = Fraction(golden["offset"]).limit_denominator(100)
    found = record_shot(demo(), shot, golden["scene"], len(golden["frames"]), Fraction(golden["fps"]), offset)
    differences = compare_recordings(golden, found)
    assert not differences, "\n".join(map(str, differences[:10]))


@pytest.mark.parametrize(("shot", "time"), STILLS.items())
def test_the_demo_looks_as_recorded(shot: str, time: float) -> None:
    """At most 1 pixel in 1000 may differ by more than 2 of 255: whatever another processor's libm changes."""
    golden = np.asarray(Image.open(GOLDEN / f"{shot}.png").convert("RGB")).astype(int)
    drawn = demo().render(shot, time, size=(480, 270), background="black")[:, :, :3].astype(int)
    off = np.abs(drawn - golden).max(axis=2) > 2
    assert off.mean() <= 0.001, f"{off.sum()} pixels differ"
