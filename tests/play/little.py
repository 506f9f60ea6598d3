"""A little scene with much to dress: two shots, two actors, skins with physics and paths of their own, events."""

from __future__ import annotations

import functools
import io
import json
from copy import deepcopy
from typing import Any

from PIL import Image

from rigbyscene import Scene, load_scene
from rigbyscene.formats.assets import MemoryAssets
from tests.cli.tiny import STAGE

HERO: dict[str, Any] = {
    "skeleton": {"spine": "4.2.22", "images": "./images/", "x": -6, "width": 12, "height": 24},
    "bones": [
        {"name": "root"},
        {"name": "hip", "parent": "root", "y": 10},
        {"name": "hand", "parent": "hip", "x": 7},
        {"name": "tail", "parent": "hip", "x": -6, "length": 10, "skin": True},
        {"name": "bead", "parent": "root"},
    ],
    "slots": [
        {"name": "tail", "bone": "tail", "attachment": "tail"},
        {"name": "body", "bone": "hip", "attachment": "body"},
        {"name": "held", "bone": "hand", "attachment": "lamp"},
        {"name": "string", "bone": "root", "attachment": "string"},
        {"name": "bead", "bone": "bead", "attachment": "bead"},
    ],
    "path": [{"name": "bead", "bones": ["bead"], "target": "string", "position": 0.5}],
    "physics": [
        {"name": "tail", "bone": "tail", "rotate": 1, "inertia": 0.5, "strength": 60, "damping": 0.9, "skin": True}
    ],
    "skins": [
        {
            "name": "default",
            "attachments": {
                "body": {"body": {"path": "red", "width": 12, "height": 20}},
                "held": {
                    "lamp": {"path": "yellow", "width": 6, "height": 6},
                    "torch": {"path": "green", "width": 5, "height": 9, "y": 3},
                },
                "bead": {"bead": {"path": "white", "width": 4, "height": 4}},
                "string": {
                    "string": {
                        "type": "path", "vertexCount": 6, "lengths": [20, 40],
                        "vertices": [-30, 20, -10, 20, 0, 20, 0, 20, 10, 20, 30, 20],
                    },
                    "high": {
                        "type": "path", "vertexCount": 6, "lengths": [20, 40],
                        "vertices": [-30, 30, -10, 30, 0, 30, 0, 30, 10, 30, 30, 30],
                    },
                },
            },
        },
        {
            "name": "rainy",
            "attachments": {
                "body": {"body": {"path": "blue", "width": 14, "height": 20}},
                "held": {"lamp": {"path": "blue", "width": 10, "height": 3, "y": 8}},
            },
        },
        {
            "name": "fox",
            "bones": ["tail"],
            "physics": ["tail"],
            "attachments": {
                "tail": {"tail": {"path": "red", "x": 5, "width": 10, "height": 4}},
                "body": {"body": {"path": "yellow", "width": 12, "height": 18}},
                "string": {
                    "string": {
                        "type": "path", "vertexCount": 6, "lengths": [20, 40],
                        "vertices": [-30, 5, -10, 5, 0, 5, 0, 5, 10, 5, 30, 5],
                    }
                },
            },
        },
    ],
    "events": {"step": {"int": 1}, "cheer": {}},
    "animations": {
        "walk": {
            "bones": {"hip": {"rotate": [{}, {"time": 0.25, "value": 25}, {"time": 0.5}]}},
            "events": [{"name": "step"}, {"time": 0.25, "name": "step"}, {"time": 0.5, "name": "step"}],
        },
        "wave": {
            "bones": {"hip": {"translate": [{}, {"time": 0.3, "y": 8}, {"time": 0.6}]}},
            "slots": {"held": {"attachment": [{"name": "torch"}, {"time": 0.3, "name": None}]}},
            "events": [{"time": 0.6, "name": "cheer"}],
        },
    },
}  # fmt: skip

CLIPS: dict[str, Any] = {
    "meet": [
        {"animation": "wave", "start": -3},  # over before the shot begins
        {"animation": "walk", "start": -0.2, "loops": 0},
        {"animation": "wave", "start": 0.6, "blend": 0.2},
    ],
    "part": [{"animation": "walk", "loops": 0}],
}

COLORS = {
    "red": (230, 60, 50, 255), "yellow": (250, 210, 60, 255), "green": (60, 180, 80, 255), "blue": (60, 90, 220, 255),
    "white": (255, 255, 255, 200), "sky": (150, 190, 230, 255), "grass": (70, 120, 60, 255),
}  # fmt: skip


@functools.cache
def _pictures() -> dict[str, bytes]:
    files = {}
    for name, color in COLORS.items():
        png = io.BytesIO()
        Image.new("RGBA", (8, 8), color).save(png, "png")
        files[f"images/{name}.png"] = png.getvalue()
    return files


def manifest(skin: str | None = None) -> dict[str, Any]:
    actor = {
        "bone": "spot", "slot": "place", "skeleton": "hero.json", "flip": False, "ground": 0, "clips": CLIPS,
    }  # fmt: skip
    twin = {**actor, "id": "twin", "name": "Twin", "flip": True, "skin": None}
    return {
        "rigbyScene": 1,
        "stage": "stage.json",
        "actors": [{**actor, "id": "hero", "name": "Hero", "skin": skin}, twin],
    }


def little_files(skin: str | None = None, hero: dict[str, Any] | None = None) -> dict[str, bytes]:
    """The scene's files by path; the hero (and no other) wears `skin`, and both have the skeleton `hero`."""
    stage = deepcopy(STAGE)
    stage["animations"]["meet"]["events"] = [{"name": "bell"}, {"time": 0.6, "name": "bell"}]
    return {
        "little.scene.json": json.dumps(manifest(skin)).encode(),
        "stage.json": json.dumps(stage).encode(),
        "hero.json": json.dumps(hero or HERO).encode(),
        **_pictures(),
    }


def little_scene(skin: str | None = None, hero: dict[str, Any] | None = None, **options: Any) -> Scene:
    return load_scene("little.scene.json", assets=MemoryAssets(little_files(skin, hero)), **options)
