"""Scenes of any size for benchmarks: a crowd of the same striding figure, in pictures made on the spot."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
from PIL import Image


def write_crowd(folder: Path, *, actors: int = 10, bones: int = 20, moving: bool = True, seconds: float = 4.0) -> Path:
    """Write a scene of `actors` figures of `bones` bones, each bone with a picture, into `folder`; returns its path.

    The frame is 1920x1080 units. `moving` False: every bone keeps still.
    """
    (folder / "images").mkdir(parents=True, exist_ok=True)
    _write_disc(folder / "images" / "disc.png", 48)
    columns = int(np.ceil(np.sqrt(actors * 16 / 9)))
    rows = -(-actors // columns)
    spots = [
        {
            "name": f"spot{i}",
            "parent": "root",
            "x": (i % columns + 0.5) / columns * 1920 - 960,
            "y": (i // columns + 0.5) / rows * 1080 - 540,
        }
        for i in range(actors)
    ]
    _write(
        folder / "square.json",
        {
            "skeleton": {"spine": "4.2.22", "x": -960, "y": -540, "width": 1920, "height": 1080},
            "bones": [{"name": "root"}, *spots],
            "slots": [{"name": f"place{i}", "bone": f"spot{i}"} for i in range(actors)],
            "animations": {
                "all": {"bones": {"root": {"rotate": [{}, {"time": seconds, "value": 1.0 if moving else 0.0}]}}}
            },
        },
    )
    _write(folder / "figure.json", figure(bones, moving=moving))
    clips = {"all": [{"animation": "stride", "loops": 0}]}
    cast = [
        {"id": f"figure{i}", "skeleton": "figure.json", "bone": f"spot{i}", "slot": f"place{i}", "clips": clips}
        for i in range(actors)
    ]
    path = folder / "crowd.scene.json"
    _write(path, {"rigbyScene": 1, "stage": "square.json", "actors": cast})
    return path


def figure(bones: int, *, moving: bool = True) -> dict[str, Any]:
    """A chain of `bones` bones with a disc on each, all swaying on bezier curves in the animation "stride"."""
    named = [{"name": "b0", "rotation": 90}] + [
        {"name": f"b{i}", "parent": f"b{i - 1}", "x": 240 / bones, "length": 240 / bones} for i in range(1, bones)
    ]
    turn = 4.0 if moving else 0.0
    sway = [
        {"curve": [0.2, 0, 0.3, turn]},
        {"time": 0.5, "value": turn, "curve": [0.7, turn, 0.8, 0]},
        {"time": 1.0},
    ]
    return {
        "skeleton": {"spine": "4.2.22", "images": "./images/"},
        "bones": named,
        "slots": [{"name": f"s{i}", "bone": f"b{i}", "attachment": "disc"} for i in range(bones)],
        "skins": [
            {
                "name": "default",
                "attachments": {f"s{i}": {"disc": {"width": 48, "height": 48}} for i in range(bones)},
            }
        ],
        "animations": {"stride": {"bones": {bone["name"]: {"rotate": sway} for bone in named}}},
    }


def _write(path: Path, content: dict[str, Any]) -> None:
    path.write_text(json.dumps(content), encoding="utf-8")


def _write_disc(path: Path, side: int) -> None:
    y, x = np.mgrid[0:side, 0:side] - (side - 1) / 2
    picture = np.empty((side, side, 4), np.uint8)
    picture[..., 0], picture[..., 1], picture[..., 2] = 230, 120 + y, 90 + x
    picture[..., 3] = np.clip(side / 2 - np.hypot(x, y), 0, 1) * 255
    Image.fromarray(picture).save(path)
