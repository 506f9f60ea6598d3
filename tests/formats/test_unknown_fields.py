"""Fields that nothing reads are skipped, and told with the known one that was probably meant."""

from __future__ import annotations

import copy
import json
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import rigbyscene
from tests.cli.tiny import NILA, SCENE, STAGE, write_scene
from tests.conftest import REPOSITORY

Spoil = Callable[[Any], object]


def renamed(holder: dict[str, Any], old: str, new: str) -> None:
    holder[new] = holder.pop(old)


def mapped(**fields: Any) -> Spoil:
    """A 4.3 constraint that maps rotations to places, with `fields` beside; those of `to` go there."""
    to = {"x": {"scale": 2} | fields.pop("to", {})}
    follow = {"type": "transform", "name": "follow", "bones": ["hip"], "source": "root"}
    properties = {"rotate": {"offset": 1, "to": to} | fields}
    header = NILA["skeleton"] | {"spine": "4.3.01"}
    return lambda s: s.update(skeleton=header, constraints=[follow | {"properties": properties}])


def animated(**parts: Any) -> Spoil:
    return lambda s: s["animations"]["walk"].update(parts)


MOVED = {"slot": "body", "offset": 0, "ofset": 1}
BODY = "skins[0].attachments.body.body"
CLIP = "actors[0].clips.meet[1]"
IN_SCENES: dict[str, tuple[Spoil, str, str]] = {
    "of a scene": (lambda s: s.update(foccal=900), "foccal", "focal"),
    "of an actor": (lambda s: s["actors"][0].update(flips=True), "actors[0].flips", "flip"),
    "of a clip": (lambda s: renamed(s["actors"][0]["clips"]["meet"][1], "blend", "blnd"), f"{CLIP}.blnd", "blend"),
}
IN_SKELETONS: dict[str, tuple[Spoil, str, str]] = {
    "of the header": (lambda s: s["skeleton"].update(imagse="x"), "skeleton.imagse", "images"),
    "of a bone": (lambda s: s["bones"][1].update(lenght=3), "bones[1].lenght", "length"),
    "of a slot": (lambda s: s["slots"][0].update(colour="ffffffff"), "slots[0].colour", "color"),
    "of a skin": (lambda s: s["skins"][0].update(bonse=[]), "skins[0].bonse", "bones"),
    "of an attachment": (
        lambda s: s["skins"][0]["attachments"]["body"]["body"].update(scalX=2),
        f"{BODY}.scalX",
        "scaleX",
    ),
    "of a constraint": (
        lambda s: s.update(ik=[{"name": "aim", "bones": ["hip"], "target": "root", "softnes": 3}]),
        "ik[0].softnes",
        "softness",
    ),
    "of a mapped property": (mapped(ofset=1), "constraints[0].properties.rotate.ofset", "offset"),
    "of a property's target": (mapped(to={"scal": 1}), "constraints[0].properties.rotate.to.x.scal", "scale"),
    "of a sequence": (
        lambda s: s["skins"][0]["attachments"]["body"]["body"].update(sequence={"count": 1, "digts": 2}),
        f"{BODY}.sequence.digts",
        "digits",
    ),
    "of a key": (
        lambda s: s["animations"]["walk"]["bones"]["hip"]["rotate"][1].update(vlaue=3),
        "animations.walk.bones.hip.rotate[1].vlaue",
        "value",
    ),
    "of an event": (lambda s: s["events"]["step"].update(volum=1), "events.step.volum", "volume"),
}


IN_LISTS_OF_KEYS: dict[str, tuple[Spoil, str]] = {
    "draw order": (animated(drawOrder=[{"offsets": [MOVED]}]), "drawOrder[0].offsets[0]"),
    "older draw order": (animated(draworder=[{"offsets": [MOVED]}]), "draworder[0].offsets[0]"),
    "key of a folder": (
        animated(drawOrderFolder=[{"slots": ["body"], "keys": [{"ofset": 1}]}]),
        "drawOrderFolder[0].keys[0]",
    ),
    "draw order of a folder": (
        animated(drawOrderFolder=[{"slots": ["body"], "keys": [{"offsets": [MOVED]}]}]),
        "drawOrderFolder[0].keys[0].offsets[0]",
    ),
}


@pytest.mark.parametrize("field", [*IN_SCENES, *IN_SKELETONS])
def test_a_misspelt_field_is_warned_of_where_it_is_with_the_one_that_was_meant(field: str, tmp_path: Path) -> None:
    scene, nila = copy.deepcopy(SCENE), copy.deepcopy(NILA)
    spoil, place, meant = (IN_SCENES | IN_SKELETONS)[field]
    spoil(scene if field in IN_SCENES else nila)
    path = write_scene(tmp_path)
    shutil.copy(tmp_path / "images" / "body.png", tmp_path / "images" / "body1.png")  # a sequence's picture
    path.write_text(json.dumps(scene))
    (tmp_path / "nila.json").write_text(json.dumps(nila))
    (warning,) = rigbyscene.load_scene(path).files.diagnostics
    assert (warning.code, warning.place, warning.nearest) == ("unknown-field", place, meant)
    assert field in warning.found and "skipped" in warning.remedy


@pytest.mark.parametrize("where", IN_LISTS_OF_KEYS)
def test_a_misspelt_field_is_warned_of_in_lists_that_keys_hold(where: str, tmp_path: Path) -> None:
    nila = copy.deepcopy(NILA)
    spoil, place = IN_LISTS_OF_KEYS[where]
    spoil(nila)
    write_scene(tmp_path)
    (tmp_path / "nila.json").write_text(json.dumps(nila))
    (warning,) = rigbyscene.load_scene(tmp_path / "nila.json").files.diagnostics
    assert (warning.place, warning.nearest) == (f"animations.walk.{place}.ofset", "offset")


def test_an_unknown_property_of_a_mapping_is_refused_with_the_one_that_was_meant(tmp_path: Path) -> None:
    write_scene(tmp_path)
    for name, properties in (
        ("roate", {"roate": {"to": {"x": {}}}}),
        ("scalX", {"rotate": {"to": {"scalX": {}}}}),
    ):
        nila = copy.deepcopy(NILA)
        mapped()(nila)
        nila["constraints"][0]["properties"] = properties
        (tmp_path / "nila.json").write_text(json.dumps(nila))
        with pytest.raises(rigbyscene.BadFileError) as refused:
            rigbyscene.load_scene(tmp_path / "nila.json")
        (error,) = refused.value.diagnostics
        assert error.place.endswith(f".{name}") and error.nearest == {"roate": "rotate", "scalX": "scaleX"}[name]


def test_a_field_in_many_places_is_told_once(tmp_path: Path) -> None:
    stage = copy.deepcopy(STAGE)
    for bone in stage["bones"]:
        bone["custom"] = 1
    path = write_scene(tmp_path)
    (tmp_path / "street.json").write_text(json.dumps(stage))
    (warning,) = rigbyscene.load_scene(path).files.diagnostics
    assert "here and in 2 more places" in warning.found and warning.nearest is None


def test_exported_files_are_read_without_such_warnings(shared: Path) -> None:
    exported = [*(shared / "scenes").glob("*.scene.json"), *(shared / "skeletons").glob("*/*/*.json")]
    ours = (REPOSITORY / "examples" / "foxfire").glob("*.json")
    told = 0
    for path in [*exported, *ours]:
        diagnostics = rigbyscene.load_scene(path, art="none").files.diagnostics
        assert [d for d in diagnostics if d.code == "unknown-field"] == []
        told += 1
    assert told > 20
