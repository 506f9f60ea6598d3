"""Skeletons as their users have them: everything in the file is in the model, and nothing is complained about."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from rigbyscene.formats.load import load_skeleton_files
from rigbyscene.model.animation import (
    AttachmentTimeline,
    CurveTimeline,
    DeformTimeline,
    DrawOrderTimeline,
    EventTimeline,
    IkTimeline,
    PhysicsResetTimeline,
    SequenceTimeline,
    Timeline,
)
from rigbyscene.model.attachments import LinkedMesh, Mesh, Region
from rigbyscene.model.attachments import Path as PathAttachment
from rigbyscene.model.enums import Interpolation
from rigbyscene.model.skeleton import Skeleton
from tests.conftest import shared_folder
from tests.formats.format_helpers import read_clean

_SHARED = shared_folder()
_FILES = [] if _SHARED is None else sorted(_SHARED.glob("skeletons/*/*/*.json"))
_NAMES = [f"{p.parent.parent.name}/{p.stem}" for p in _FILES]


@pytest.fixture(params=_FILES or [None], ids=_NAMES or ["none"])
def real(request: pytest.FixtureRequest, shared: Path) -> tuple[dict[str, Any], Skeleton]:
    return json.loads(request.param.read_bytes()), read_clean(request.param)


def test_all_versions_are_here(shared: Path) -> None:
    assert Counter(n.split("/")[0] for n in _NAMES) == {"3.8": 7, "4.2": 11, "4.3": 10}


def test_bones_slots_skins_and_events_are_all_read(real: tuple[dict[str, Any], Skeleton]) -> None:
    raw, made = real
    names = [b["name"] for b in raw["bones"]]
    assert [b.name for b in made.bones] == names
    assert [b.parent for b in made.bones] == [names.index(b["parent"]) if "parent" in b else -1 for b in raw["bones"]]
    for numbers in (("x", "x", 0), ("rotation", "rotation", 0), ("scale_y", "scaleY", 1), ("length", "length", 0)):
        field, key, default = numbers
        assert [getattr(b, field) for b in made.bones] == [b.get(key, default) for b in raw["bones"]]
    assert [(s.name, names[s.bone], s.attachment) for s in made.slots] == [
        (s["name"], s["bone"], s.get("attachment")) for s in raw["slots"]
    ]
    assert [s.name for s in made.skins] == [s["name"] for s in raw["skins"]]
    assert [e.name for e in made.events] == list(raw.get("events", {}))
    kinds = ("ik", "transform", "path", "physics", "constraints")
    assert len(made.constraints) == sum(len(raw.get(kind, [])) for kind in kinds)


def _raw_attachments(raw: dict[str, Any]) -> Iterator[tuple[int, str, str, dict[str, Any]]]:
    for i, skin in enumerate(raw["skins"]):
        for slot, entries in skin.get("attachments", {}).items():
            for key, entry in entries.items():
                yield i, slot, key, entry


def test_every_attachment_is_read_with_its_vertices(real: tuple[dict[str, Any], Skeleton]) -> None:
    raw, made = real
    count = 0
    for skin, slot, key, entry in _raw_attachments(raw):
        count += 1
        found = made.skins[skin].attachments[made.slot_index(slot), key]
        kind = entry.get("type", "region")
        assert type(found).__name__.lower() == {"linkedmesh": "linkedmesh"}.get(kind, kind)
        if isinstance(found, Region):
            assert (found.width, found.height) == (entry["width"], entry["height"])
        if isinstance(found, Mesh):
            assert found.uvs.ravel().tolist() == entry["uvs"]
            assert found.triangles.ravel().tolist() == entry["triangles"]
        if isinstance(found, Mesh | PathAttachment):
            vertices = found.vertices
            flat = len(entry["vertices"])
            if vertices.weighted:
                assert vertices.weights is not None
                assert vertices.starts is not None
                assert flat == vertices.count + 4 * len(vertices.xy)
                sums = np.add.reduceat(vertices.weights, vertices.starts[:-1])
                assert np.allclose(sums, 1, atol=2e-3)
            else:
                assert flat == 2 * vertices.count
        if isinstance(found, LinkedMesh):
            source = made.skins[found.source_skin].attachments[found.source_slot, found.source_key]
            assert isinstance(source, Mesh)
    assert count == sum(len(s.attachments) for s in made.skins)


def _raw_lists(animation: dict[str, Any]) -> Iterator[list[dict[str, Any]]]:
    """Every list of keys of an animation; lists within keys (draw order offsets, deform vertices) are none."""
    stack: list[Any] = [animation]
    while stack:
        value = stack.pop()
        if isinstance(value, dict):
            stack.extend(value.values())
        elif isinstance(value, list):
            yield value


def _count(timeline: Timeline) -> int:
    return len(timeline.keys) if isinstance(timeline, EventTimeline) else len(timeline.times)


def test_every_key_of_every_animation_is_read(real: tuple[dict[str, Any], Skeleton]) -> None:
    raw, made = real
    assert [a.name for a in made.animations] == list(raw["animations"])
    for animation in made.animations:
        keys = [key for keys in _raw_lists(raw["animations"][animation.name]) for key in keys]
        assert sum(map(_count, animation.timelines)) == len(keys)
        assert animation.duration == max((k.get("time", 0) for k in keys), default=0)


def test_every_curve_is_read_and_its_handles_are_the_files(real: tuple[dict[str, Any], Skeleton]) -> None:
    """4.x handles are the file's numbers; 3.8's lie within their keys' time (4.x ones need not: raptor, spineboy)."""
    raw, made = real
    old = raw["skeleton"]["spine"].startswith("3.8")
    wanted: Counter[str] = Counter()
    numbers: list[float] = []
    for animation in raw["animations"].values():
        for keys in _raw_lists(animation):
            curves = [key["curve"] for key in keys[:-1] if "curve" in key]
            wanted["stepped"] += curves.count("stepped")
            wanted["bezier"] += len(curves) - curves.count("stepped")
            numbers += [n for curve in curves if isinstance(curve, list) for n in curve]
    found: Counter[str] = Counter()
    handles: list[float] = []
    for timeline in (t for a in made.animations for t in a.timelines):
        if isinstance(timeline, CurveTimeline | IkTimeline | DeformTimeline):
            kinds = timeline.curves.kinds[:-1]
            bent = np.flatnonzero(kinds == Interpolation.BEZIER)
            found["stepped"] += int((kinds == Interpolation.STEPPED).sum())
            found["bezier"] += len(bent)
            if len(bent):
                assert timeline.curves.handles is not None
                handles += timeline.curves.handles[bent].ravel().tolist()
                times = timeline.curves.handles[bent][:, :, 0::2]
                low, high = timeline.times[bent, None, None], timeline.times[bent + 1, None, None]
                assert not old or ((times >= low - 1e-9) & (times <= high + 1e-9)).all()
    assert +found == +wanted
    assert old or sorted(handles) == sorted(numbers)


def test_every_kind_of_timeline_in_the_files_is_one_of_the_models(shared: Path) -> None:
    kinds = {type(t) for p in _FILES for a in read_clean(p).animations for t in a.timelines}
    assert kinds >= {
        AttachmentTimeline,
        CurveTimeline,
        DeformTimeline,
        DrawOrderTimeline,
        EventTimeline,
        IkTimeline,
        PhysicsResetTimeline,
        SequenceTimeline,
    }


def test_every_drawn_attachment_finds_its_pictures(shared: Path) -> None:
    for path in [*_FILES, *sorted(shared.glob("scenes/actors/*.json"))]:
        files = load_skeleton_files(path)
        assert {d.code for d in files.diagnostics} <= {"bad-curve"}  # probe.json: a curve of 12 numbers, on purpose
        assert files.regions
        assert all(region >= 0 for regions in files.regions.values() for region in regions)
        sequences = [len(regions) for regions in files.regions.values() if len(regions) > 1]
        assert bool(sequences) == (path.stem == "diamond")
        for page, where in zip(files.atlas.pages, files.page_paths, strict=True):
            assert Path(where).is_file()
            assert page.width
            assert page.height


def test_the_three_versions_of_one_skeleton_are_the_same_model(shared: Path) -> None:
    def names(version: str, what: str) -> tuple[list[str], list[str], list[str]]:
        made = read_clean(shared / "skeletons" / version / what / f"{what}.json")
        return [b.name for b in made.bones], [s.name for s in made.slots], sorted(s.name for s in made.skins)

    for what in ("goblins", "vine", "stretchyman"):
        assert names("3.8", what) == names("4.2", what)
        assert names("4.2", what)[1] == names("4.3", what)[1]
