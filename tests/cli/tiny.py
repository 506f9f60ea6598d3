"""A scene of a few bones, small enough that whole commands run in a moment: a street, and Nila who walks on it."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from PIL import Image

STAGE: dict[str, Any] = {
    "skeleton": {"spine": "4.2.22", "images": "./images/", "x": -32, "y": -24, "width": 64, "height": 48},
    "bones": [{"name": "root"}, {"name": "ground", "parent": "root"}, {"name": "spot", "parent": "ground", "y": -20}],
    "slots": [
        {"name": "sky", "bone": "root", "attachment": "sky"},
        {"name": "place", "bone": "spot"},
        {"name": "grass", "bone": "ground", "attachment": "grass"},
    ],
    "skins": [
        {
            "name": "default",
            "attachments": {
                "sky": {"sky": {"width": 64, "height": 48}},
                "grass": {"grass": {"y": -22, "width": 64, "height": 8}},
            },
        }
    ],
    "events": {"bell": {}},
    "animations": {
        "meet": {
            "bones": {"spot": {"translate": [{"x": -16}, {"time": 1, "x": 16}]}},
            "events": [{"time": 0.5, "name": "bell"}],
        },
        "part": {"slots": {"sky": {"rgba": [{"color": "ffffffff"}, {"time": 0.5, "color": "4060a0ff"}]}}},
    },
}

NILA: dict[str, Any] = {
    "skeleton": {"spine": "4.2.22", "images": "./images/", "x": -6, "width": 12, "height": 20},
    "bones": [{"name": "root"}, {"name": "hip", "parent": "root", "y": 10}],
    "slots": [{"name": "body", "bone": "hip", "attachment": "body"}],
    "skins": [
        {"name": "default", "attachments": {"body": {"body": {"width": 12, "height": 20}}}},
        {"name": "rainy", "attachments": {"body": {"body": {"path": "coat", "width": 12, "height": 20}}}},
    ],
    "events": {"step": {"int": 1}},
    "animations": {
        "walk": {
            "bones": {"hip": {"rotate": [{}, {"time": 0.25, "value": 12}, {"time": 0.5}]}},
            "events": [{"time": 0.25, "name": "step"}],
        },
        "wave": {"bones": {"hip": {"translate": [{}, {"time": 0.3, "y": 5}, {"time": 0.6}]}}},
    },
}

SCENE: dict[str, Any] = {
    "rigbyScene": 1,
    "stage": "street.json",
    "actors": [
        {
            "id": "nila",
            "bone": "spot",
            "slot": "place",
            "skeleton": "nila.json",
            "clips": {
                "meet": [
                    {"animation": "walk", "loops": 0},
                    {"animation": "wave", "start": 0.6, "blend": 0.2},
                ]
            },
        }
    ],
}

PICTURES = {
    "sky": (64, 48, "skyblue"),
    "grass": (64, 8, "seagreen"),
    "body": (12, 20, "tomato"),
    "coat": (12, 20, "gold"),
}


def write_scene(folder: Path, name: str = "street.scene.json", **changes: Any) -> Path:
    """Write the scene with its skeletons and pictures into `folder`; `changes` replace fields of the manifest."""
    for skeleton, data in (("street.json", STAGE), ("nila.json", NILA)):
        (folder / skeleton).write_text(json.dumps(data), encoding="utf-8")
    (folder / "images").mkdir(exist_ok=True)
    for picture, (width, height, color) in PICTURES.items():
        Image.new("RGBA", (width, height), color).save(folder / "images" / f"{picture}.png")
    path = folder / name
    path.write_text(json.dumps(SCENE | changes), encoding="utf-8")
    return path
