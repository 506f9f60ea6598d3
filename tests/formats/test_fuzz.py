"""Whatever is in a file, loading it ends in a model or in a RigbySceneError, never in another exception."""

from __future__ import annotations

import copy
import io
import json
from typing import Any

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from PIL import Image

from rigbyscene.errors import BadFileError, RigbySceneError
from rigbyscene.formats.assets import MemoryAssets
from rigbyscene.formats.load import load_scene_files, load_skeleton_files
from tests.formats.format_helpers import follow

MESH = {
    "type": "mesh",
    "uvs": [0, 0, 1, 0, 1, 1],
    "triangles": [0, 1, 2],
    "vertices": [1, 0, 0, 0, 1, 2, 0, 1, 0, 0.5, 1, 1, 0, 0.5, 1, 1, 1, 1, 1],
    "edges": [0, 2],
    "hull": 3,
}
POLYGON = {"vertexCount": 3, "vertices": [0, 0, 4, 0, 0, 4]}


def _skeleton(version: str) -> dict[str, Any]:
    """A small file that uses nearly every section, in the spelling of its version."""
    old, new = version == "3.8", version == "4.3"
    bezier: dict[str, Any] = {"curve": 0.1, "c2": 0.2, "c3": 0.3} if old else {"curve": [0.1, 0.2, 0.3, 0.4]}
    pair = bezier if old else {"curve": [0.1, 0.2, 0.3, 0.4] * 2}
    ik = {"name": "i", "bones": ["root", "b"], "target": "t", "order": 1}
    transform = {"name": "f", "bones": ["b"], ("source" if new else "target"): "t", "rotation": 5}
    path = {"name": "p", "bones": ["b"], ("slot" if new else "target"): "s", "spacingMode": "fixed"}
    physics = {"name": "y", "bone": "b", "x": 1, "fps": 30}
    deform = [{"offset": 1, "vertices": [1, 2]} | bezier, {"time": 1}]
    groups: dict[str, Any] = {
        "bones": {
            "b": {"rotate": [{"angle": 1, "value": 1} | bezier, {"time": 1}], "scale": [{"x": 2} | pair, {"time": 2}]}
        },
        "slots": {
            "s": {
                "attachment": [{"name": "m"}, {"time": 1, "name": None}],
                ("color" if old else "rgba"): [{"color": "ff00ff80"}, {"time": 1, "color": "ffffff"}],
                ("twoColor" if old else "rgba2"): [{"light": "ffffffff", "dark": "000000", "curve": "stepped"}],
            }
        },
        "ik": {"i": [{"mix": 0.5, "stretch": True} | pair, {"time": 1}]},
        "transform": {"f": [{"mixX": 0.5, "rotateMix": 0.2}]},
        "path": {"p": {"position": [{"value": 1}], "mix": [{"mixX": 0.2}]}},
        "drawOrder": [{"offsets": [{"slot": "s", "offset": 1}]}, {"time": 1}],
        "events": [{"name": "e", "int": 2}, {"time": 1, "name": "e"}],
    }
    if old:
        groups["deform"] = {"default": {"s": {"m": deform}}}
    else:
        timelines = {"deform": deform, "sequence": [{"mode": "loop", "delay": 0.1}, {"time": 1, "index": 2}]}
        groups["attachments"] = {"default": {"s": {"m": timelines}}}
        groups["physics"] = {"y": {"wind": [{"value": 1}], "reset": [{}]}, "": {"mix": [{"value": 1}]}}
        groups["bones"]["b"]["inherit"] = [{"inherit": "noScale"}]
    attachments = {
        "m": MESH | {"sequence": {"count": 2, "digits": 1}},
        "l": {"type": "linkedmesh", ("source" if new else "parent"): "m", "skin": "default", "path": "m1"},
        "r": {"x": 1, "width": 4, "height": 4, "color": "ff0000", "path": "m1"},
        "c": {"type": "clipping", "end": "u"} | POLYGON,
        "h": {"type": "boundingbox"} | POLYGON,
        "w": {"type": "path", "vertexCount": 6, "vertices": [0] * 12, "lengths": [1, 2]},
        "o": {"type": "point", "x": 1},
    }
    made: dict[str, Any] = {
        "skeleton": {"hash": "h", "spine": version, "x": 0, "width": 10, "height": 10, "images": "./images/"},
        "bones": [
            {"name": "root"},
            {"name": "b", "parent": "root", "length": 5, "rotation": 10},
            {"name": "t", "parent": "root", ("transform" if old else "inherit"): "noScale", "skin": True},
        ],
        "slots": [
            {"name": "s", "bone": "b", "attachment": "m", "dark": "ff0000"},
            {"name": "u", "bone": "root", "blend": "screen"},
        ],
        "skins": [{"name": "default", "attachments": {"s": attachments}}, {"name": "k", "bones": ["t"], "ik": ["i"]}],
        "events": {"e": {"int": 1, "string": "x"}},
        "animations": {"go": groups},
    }
    if new:
        properties = {"rotate": {"offset": 1, "to": {"x": {"scale": 2}}}}
        slider = {"type": "slider", "name": "l", "animation": "go", "bone": "b", "property": "rotate"}
        listed: dict[str, dict[str, Any]] = {
            "ik": ik,
            "transform": transform | {"properties": properties},
            "path": path,
            "physics": physics,
        }
        made["constraints"] = [{"type": kind} | fields for kind, fields in listed.items()] + [slider]
        groups["slider"] = {"l": {"time": [{"value": 1}]}}
        groups["drawOrderFolder"] = [{"slots": ["s", "u"], "keys": [{"offsets": [{"slot": "s", "offset": 1}]}]}]
    else:
        made |= {"ik": [ik], "transform": [transform], "path": [path]} | ({} if old else {"physics": [physics]})
    return made


SKELETONS = {version: _skeleton(version) for version in ("3.8", "4.2", "4.3")}
ATLAS = """p.png
size: 8, 8
filter: Linear, Linear
pma: true
m1
bounds: 0, 0, 4, 4
offsets: 0, 1, 4, 6
m2
rotate: 90
xy: 4, 0
size: 4, 4
orig: 4, 4
offset: 0, 0
index: 1
"""
SCENE = {
    "rigbyScene": 1,
    "stage": "stage.json",
    "focal": 800,
    "depth": {"b": 5},
    "actors": [
        {
            "id": "a",
            "bone": "b",
            "slot": "s",
            "skeleton": "actor.json",
            "skin": "k",
            "flip": True,
            "ground": 2,
            "clips": {
                "go": [{"animation": "go", "start": 0.5, "in": 0.1, "out": 0.9, "speed": 2, "loops": 0, "blend": 0.2}]
            },
        }
    ],
}


def _picture() -> bytes:
    held = io.BytesIO()
    Image.new("RGBA", (8, 8)).save(held, "PNG")
    return held.getvalue()


PICTURE = _picture()

Place = tuple[str | int, ...]


def _places(value: Any, place: Place = ()) -> list[Place]:
    found = [place] if place else []
    if isinstance(value, dict):
        return found + [p for k, v in value.items() for p in _places(v, (*place, k))]
    if isinstance(value, list):
        return found + [p for i, v in enumerate(value) for p in _places(v, (*place, i))]
    return found


_WRONG = st.sampled_from([None, True, False, 0, -1, 1, 2, 3, 0.5, 1e308, -1e308, 10**400, -(10**400), 2**31, 2**63]) | (
    st.sampled_from([float("nan"), float("inf"), "", "12", "root", "s", "m", "default", "go", "\ud800", "\0", "a" * 70])
    | st.sampled_from([[], {}, [[]], [{}], {"": 1}, {"a": {}}, [1, 2, 3, 4], [None], ["x"], "ff0000", "stepped"])
)
_CHANGES = st.sampled_from(["replace", "delete", "double", "rename", "move"])


def _changed(draw: st.DrawFn, original: Any) -> Any:
    """`original` with one to four members deleted, replaced, repeated, renamed or swapped for others of the file."""
    tree = copy.deepcopy(original)
    for _ in range(draw(st.integers(1, 4))):
        places = _places(tree)
        if not places:
            break
        place = draw(st.sampled_from(places))
        parent = tree
        for part in place[:-1]:
            parent = parent[part]
        last: Any = place[-1]
        change = draw(_CHANGES)
        if change == "replace":
            parent[last] = copy.deepcopy(draw(_WRONG))
        elif change == "delete":
            del parent[last]
        elif change == "double" and isinstance(parent, list):
            parent.insert(last, copy.deepcopy(parent[last]))
        elif change == "rename" and isinstance(parent, dict):
            parent[draw(st.sampled_from(["", "x", "gone", "type", "s", "rotate", "deform"]))] = parent.pop(last)
        elif change == "move":
            other: Any = tree
            for part in draw(st.sampled_from(places)):
                try:
                    other = other[part]
                except (KeyError, IndexError, TypeError):
                    break
            parent[last] = copy.deepcopy(other)
    return tree


@st.composite
def _skeletons(draw: st.DrawFn) -> tuple[str, Any]:
    version = draw(st.sampled_from(sorted(SKELETONS)))
    return version, _changed(draw, SKELETONS[version])


@st.composite
def _scenes(draw: st.DrawFn) -> Any:
    return _changed(draw, SCENE)


def _files(skeleton: Any, **others: bytes) -> MemoryAssets:
    text = json.dumps(skeleton).encode()
    return MemoryAssets({"x.json": text, "x.atlas": ATLAS.encode(), "p.png": PICTURE} | others)


def _loads_or_tells(path: str, assets: MemoryAssets) -> None:
    """Load; a refusal must be one that can be printed, with a place that exists in its file where that is JSON."""
    try:
        if path.endswith(".scene.json"):
            load_scene_files(path, assets=assets)
        else:
            load_skeleton_files(path, assets=assets)
    except RigbySceneError as problem:
        assert isinstance(problem, BadFileError)
        assert problem.diagnostics
        str(problem).encode()


def test_the_unchanged_files_load_without_a_word() -> None:
    for skeleton in SKELETONS.values():
        assert load_skeleton_files("x.json", assets=_files(skeleton)).diagnostics == ()
    held = {"stage.json": json.dumps(SKELETONS["4.2"]).encode(), "actor.json": json.dumps(SKELETONS["4.3"]).encode()}
    held |= {
        "stage.atlas": ATLAS.encode(),
        "actor.atlas": ATLAS.encode(),
        "p.png": PICTURE,
        "a.scene.json": json.dumps(SCENE).encode(),
    }
    assert load_scene_files("a.scene.json", assets=MemoryAssets(held)).diagnostics == ()


@settings(max_examples=600, suppress_health_check=[HealthCheck.too_slow])
@given(_skeletons())
def test_any_damage_to_a_skeleton_is_told_or_lived_with(changed: tuple[str, Any]) -> None:
    _loads_or_tells("x.json", _files(changed[1]))


@settings(max_examples=200)
@given(_scenes())
def test_any_damage_to_a_manifest_is_told_or_lived_with(scene: Any) -> None:
    held = {"stage.json": json.dumps(SKELETONS["4.2"]).encode(), "actor.json": json.dumps(SKELETONS["4.3"]).encode()}
    held |= {
        "stage.atlas": ATLAS.encode(),
        "actor.atlas": ATLAS.encode(),
        "p.png": PICTURE,
        "a.scene.json": json.dumps(scene).encode(),
    }
    _loads_or_tells("a.scene.json", MemoryAssets(held))


@settings(max_examples=300)
@given(st.data())
def test_any_damage_to_an_atlas_is_told_or_lived_with(data: st.DataObject) -> None:
    lines = ATLAS.split("\n")
    for _ in range(data.draw(st.integers(1, 5))):
        at = data.draw(st.integers(0, len(lines) - 1))
        change = data.draw(st.sampled_from(["delete", "double", "blank", "cut", "text", "swap"]))
        if change == "delete" and len(lines) > 1:
            del lines[at]
        elif change == "double":
            lines.insert(at, lines[at])
        elif change == "blank":
            lines.insert(at, data.draw(st.sampled_from(["", " ", ":", ": :", "::", "a:", ":1"])))
        elif change == "cut":
            lines[at] = lines[at][: data.draw(st.integers(0, 8))]
        elif change == "text":
            lines[at] += data.draw(st.text(max_size=6) | st.sampled_from(["9" * 400, ", 1", "-", ".", "1e5", "\0"]))
        else:
            other = data.draw(st.integers(0, len(lines) - 1))
            lines[at], lines[other] = lines[other], lines[at]
    atlas = "\n".join(lines).encode("utf-8", "surrogatepass")
    _loads_or_tells("x.json", _files(SKELETONS["4.2"], **{"x.atlas": atlas}))


@settings(max_examples=150)
@given(st.data(), st.sampled_from(["x.json", "x.atlas", "p.png"]))
def test_files_cut_short_or_with_wrong_bytes_are_told_or_lived_with(data: st.DataObject, name: str) -> None:
    whole = bytearray(_files(SKELETONS["4.2"]).read(name))
    if data.draw(st.booleans()):
        del whole[data.draw(st.integers(0, len(whole) - 1)) :]
    else:
        for _ in range(data.draw(st.integers(1, 6))):
            whole[data.draw(st.integers(0, len(whole) - 1))] = data.draw(st.integers(0, 255))
    _loads_or_tells("x.json", _files(SKELETONS["4.2"], **{name: bytes(whole)}))


@given(st.binary(max_size=200))
def test_bytes_of_any_kind_are_told_or_lived_with(data: bytes) -> None:
    for path in ("x.json", "a.scene.json"):
        _loads_or_tells(path, MemoryAssets({path: data}))


@settings(max_examples=300, suppress_health_check=[HealthCheck.too_slow])
@given(_skeletons())
def test_every_place_that_is_told_exists_in_the_file_or_is_where_something_is_missing(changed: tuple[str, Any]) -> None:
    tree = json.loads(json.dumps(changed[1]))
    try:
        found = load_skeleton_files("x.json", assets=_files(changed[1])).diagnostics
    except BadFileError as problem:
        found = problem.diagnostics
    for diagnostic in found:
        if diagnostic.file != "x.json" or not diagnostic.place or diagnostic.place.startswith(("line ", "offset ")):
            continue
        try:
            follow(tree, diagnostic.place)
        except (KeyError, IndexError, TypeError):
            assert diagnostic.code in ("missing-field", "no-version", "no-bones"), str(diagnostic)
