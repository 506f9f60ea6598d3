"""Keys that take few bytes and much room are limited in sum, whatever way a file spreads them."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Any

import pytest

from rigbyscene.errors import Report, Severity
from rigbyscene.formats.skeleton_file import read_skeleton
from rigbyscene.formats.skeleton_json import read_skeleton_json
from rigbyscene.formats.write_skel import write_skel

SLOTS, KEYS = 1500, 1500
CORNERS = [0, 0, 8, 0, 8, 8, 0, 8]
MESH = {"type": "mesh", "uvs": [0, 0, 1, 0, 1, 1, 0, 1], "triangles": [0, 1, 2], "vertices": CORNERS, "hull": 4}


def times(count: int) -> list[dict[str, float]]:
    return [{"time": n} for n in range(count)]


def skeleton(animations: dict[str, Any], *, version: str = "4.3.0", slots: int = SLOTS, vertices: int = 4) -> bytes:
    big = MESH | {"vertices": [0, 0] * vertices, "uvs": [0, 0] * vertices}
    data = {
        "skeleton": {"spine": version},
        "bones": [{"name": "root"}],
        "slots": [{"name": f"s{n}", "bone": "root"} for n in range(slots)],
        "skins": [{"name": "default", "attachments": {"s0": {"m": big}}}],
        "animations": animations,
    }
    return json.dumps(data, separators=(",", ":")).encode()


def deforms(keys: int) -> dict[str, Any]:
    return {"attachments": {"default": {"s0": {"m": {"deform": times(keys)}}}}}


NAMES = [f"s{n}" for n in range(SLOTS)]
SPREAD = {
    "one timeline": {"a": {"drawOrder": times(KEYS)}},
    "many animations": {f"a{n}": {"drawOrder": times(KEYS // 10)} for n in range(10)},
    "a folder": {"a": {"drawOrderFolder": [{"slots": NAMES, "keys": times(KEYS)}]}},
    "many folders": {"a": {"drawOrderFolder": [{"slots": NAMES[: SLOTS // 5], "keys": times(KEYS)}] * 5}},
}


@pytest.mark.parametrize("way", SPREAD)
def test_draw_orders_beyond_all_skeletons_are_refused(way: str) -> None:
    report = Report()
    read_skeleton_json(skeleton(SPREAD[way]), "x.json", "x", report)
    errors = [d for d in report if d.severity is Severity.ERROR]
    assert errors and {d.code for d in errors} == {"too-large"}
    assert all("drawOrder" in d.place for d in errors)


def test_deforms_beyond_all_skeletons_are_refused_in_sum() -> None:
    one = skeleton({"a": deforms(300)}, slots=1, vertices=4000)
    report = Report()
    read_skeleton_json(one, "x.json", "x", report)
    assert not report.has_errors
    report = Report()
    read_skeleton_json(
        skeleton({f"a{n}": deforms(300) for n in range(4)}, slots=1, vertices=4000), "x.json", "x", report
    )
    errors = [d for d in report if d.severity is Severity.ERROR]
    assert [(d.code, d.place.startswith("animations.a")) for d in errors] == [("too-large", True)] * len(errors)
    assert errors


@pytest.mark.parametrize(("copies", "is_refused"), [(3, False), (6, True)])
def test_draw_orders_of_binary_files_are_limited_in_sum(copies: int, is_refused: bool) -> None:
    report = Report()
    read = read_skeleton_json(skeleton({"a": {"drawOrder": times(700)}}, slots=700), "x.json", "x", report)
    assert read is not None and not report.has_errors
    (animation,) = read[0].animations
    many = replace(read[0], animations=tuple(replace(animation, name=f"a{n}") for n in range(copies)))
    data = write_skel(many, "x.skel", report)
    assert len(data) < 100_000
    read_skeleton(data, "x.skel", report)
    assert [d.code for d in report if d.severity is Severity.ERROR] == ["too-large"] * is_refused
