"""The values of `info` as tables."""

from __future__ import annotations

import os
import shlex
from collections.abc import Iterator, Sequence
from typing import Any

from rich.table import Table

from rigbyscene.cli.messages import counted, seconds
from rigbyscene.cli.tables import print_parts, table_of


def print_tables(described: dict[str, Any]) -> None:
    """Print what `info.describe_scene` found, to stdout."""
    tail = []
    if described["warnings"]:
        tail.append(f"{counted(described['warnings'], 'warning')}: rigbyscene check {shlex.quote(described['file'])}")
    print_parts([*_head(described), *_tables(described), *tail])


def _tables(described: dict[str, Any]) -> Iterator[Table]:
    shots, actors, skeletons = described["shots"], described["actors"], described["skeletons"]
    yield table_of("Shots", ("shot", "duration", ">frames"), map(_shot, shots))
    columns: Sequence[str] = ("actor", "skeleton", "skin", "stage bone", "stage slot", "flip", ">ground")
    yield table_of("Actors", columns, map(_actor, actors))
    clips = [(shot, a["id"], ", ".join(map(_clip, c))) for a in actors for shot, c in a["clips"].items() if c]
    order = {shot["name"]: n for n, shot in enumerate(shots)}
    yield table_of("Clips", ("shot", "actor", "clips"), sorted(clips, key=lambda row: order[row[0]]))
    folder = os.path.dirname(described["file"])
    columns = ("skeleton", "version", ">bones", ">slots", ">attachments", ">constraints", "skins")
    yield table_of("Skeletons", columns, (_skeleton(s, folder) for s in skeletons))
    yield table_of("Animations", ("skeleton", "animations"), (_animations(s, folder) for s in skeletons))
    pages = [(_near(p["file"], folder), f"{p['width']}x{p['height']}") for s in skeletons for p in s["pages"]]
    yield table_of("Pictures", ("picture", "size"), dict.fromkeys(pages))


def _head(described: dict[str, Any]) -> list[str]:
    width, height = described["frame"]
    camera = described["camera"]
    looks = f"through bone {camera}" if camera is not None else "at the stage's setup bounds"
    if camera is None and described["kind"] == "skeleton":
        looks = "the setup bounds; pictures also hold what goes out of them"
    film = f"{seconds(described['duration'])}, {counted(described['frames'], 'frame')} at {described['rate']} fps"
    head = [f"{described['file']}: {described['kind']}, {film}", f"frame: {width:g} x {height:g} units, {looks}"]
    if described["depth"]:
        layers = ", ".join(f"{bone} {z:g}" for bone, z in described["depth"].items())
        head.append(f"depth: {layers} (focal {described['focal']:g})")
    return head


def _shot(shot: dict[str, Any]) -> Sequence[str]:
    return shot["name"], seconds(shot["duration"]), str(shot["frames"])


def _actor(actor: dict[str, Any]) -> Sequence[str]:
    named = actor["id"] if actor["name"] == actor["id"] else f"{actor['id']} ({actor['name']})"
    skin = actor["skin"] if actor["skin"] is not None else "default"
    flip = "yes" if actor["flip"] else "no"
    return named, actor["skeleton"], skin, actor["bone"], actor["slot"], flip, f"{actor['ground']:g}"


def _clip(clip: dict[str, Any]) -> str:
    """
    >>> _clip({"animation": "walk", "start": 1.5, "in": 0, "out": None, "speed": 2, "loops": 0, "blend": 0.25})
    'walk at 1.5 s (speed 2, loops on, blend 0.25 s)'
    """
    how = []
    if clip["in"] or clip["out"] is not None:
        end = "the end" if clip["out"] is None else seconds(clip["out"])
        how.append(f"{seconds(clip['in'])} to {end}")
    if clip["speed"] != 1:
        how.append(f"speed {clip['speed']:g}")
    if clip["loops"] != 1:
        how.append(f"{clip['loops']:g} loops" if clip["loops"] else "loops on")
    if clip["blend"]:
        how.append(f"blend {seconds(clip['blend'])}")
    told = f"{clip['animation']} at {seconds(clip['start'])}"
    return f"{told} ({', '.join(how)})" if how else told


def _near(path: str, folder: str) -> str:
    """`path` as seen from the scene's folder; as it is where that would be longer."""
    try:
        return min(os.path.relpath(path, folder or "."), path, key=len)
    except ValueError:  # on another drive
        return path


def _skeleton(skeleton: dict[str, Any], folder: str) -> Sequence[str]:
    counts = (str(skeleton[key]) for key in ("bones", "slots", "attachments", "constraints"))
    version = skeleton["version"] or "not said"
    return _near(skeleton["file"], folder), version, *counts, ", ".join(skeleton["skins"])


def _animations(skeleton: dict[str, Any], folder: str) -> Sequence[str]:
    animations = (f"{a['name']} {seconds(a['duration'])}" for a in skeleton["animations"])
    return _near(skeleton["file"], folder), ", ".join(animations)
