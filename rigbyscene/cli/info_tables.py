"""The values of `info` as tables."""

from __future__ import annotations

import io
import os
import shlex
import shutil
import sys
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from rich.box import SIMPLE_HEAD
from rich.console import Console
from rich.table import Table
from rich.text import Text

from rigbyscene.cli.messages import counted, printable, say, seconds, wants_color

_ENDLESS = 10_000
"""Columns of what is no terminal: programs that read tables want rows in one line."""


def print_tables(described: dict[str, Any]) -> None:
    """Print what `info.describe_scene` found, to stdout."""
    is_terminal = sys.stdout is not None and sys.stdout.isatty()
    width = shutil.get_terminal_size().columns if is_terminal else _ENDLESS
    text = io.StringIO()  # and not stdout: what cannot be printed is `say`'s to handle
    console = Console(file=text, width=width, force_terminal=wants_color(sys.stdout), highlight=False)
    for line in _head(described):
        console.print(Text(printable(line)), soft_wrap=True)
    for table in _tables(described):
        if table.row_count:
            console.print()
            console.print(table)
    if described["warnings"]:
        told = f"{counted(described['warnings'], 'warning')}: rigbyscene check {shlex.quote(described['file'])}"
        console.print()
        console.print(Text(printable(told)), soft_wrap=True)
    say("\n".join(line.rstrip() for line in text.getvalue().splitlines()))


def _tables(described: dict[str, Any]) -> Iterator[Table]:
    shots, actors, skeletons = described["shots"], described["actors"], described["skeletons"]
    yield _table("Shots", ("shot", "duration", ">frames"), map(_shot, shots))
    columns: Sequence[str] = ("actor", "skeleton", "skin", "stage bone", "stage slot", "flip", ">ground")
    yield _table("Actors", columns, map(_actor, actors))
    clips = [(shot, a["id"], ", ".join(map(_clip, c))) for a in actors for shot, c in a["clips"].items() if c]
    order = {shot["name"]: n for n, shot in enumerate(shots)}
    yield _table("Clips", ("shot", "actor", "clips"), sorted(clips, key=lambda row: order[row[0]]))
    folder = os.path.dirname(described["file"])
    columns = ("skeleton", "version", ">bones", ">slots", ">attachments", ">constraints", "skins")
    yield _table("Skeletons", columns, (_skeleton(s, folder) for s in skeletons))
    yield _table("Animations", ("skeleton", "animations"), (_animations(s, folder) for s in skeletons))
    pages = [(_near(p["file"], folder), f"{p['width']}x{p['height']}") for s in skeletons for p in s["pages"]]
    yield _table("Pictures", ("picture", "size"), dict.fromkeys(pages))


def _head(described: dict[str, Any]) -> list[str]:
    width, height = described["frame"]
    camera = described["camera"]
    looks = f"through bone {camera}" if camera is not None else "at the stage's setup bounds"
    film = f"{seconds(described['duration'])}, {counted(described['frames'], 'frame')} at {described['fps']} fps"
    head = [f"{described['file']}: {described['kind']}, {film}", f"frame: {width:g} x {height:g} units, {looks}"]
    if described["depth"]:
        layers = ", ".join(f"{bone} {z:g}" for bone, z in described["depth"].items())
        head.append(f"depth: {layers} (focal {described['focal']:g})")
    return head


def _table(title: str, columns: Sequence[str], rows: Iterable[Sequence[str]]) -> Table:
    """A table of texts. A column whose name begins with ``>`` holds numbers."""
    table = Table(
        title=title, title_justify="left", title_style="bold", box=SIMPLE_HEAD, show_edge=False, pad_edge=False
    )
    for name in columns:
        right = name.startswith(">")
        table.add_column(name.lstrip(">"), justify="right" if right else "left", overflow="fold")
    for row in rows:
        table.add_row(*(Text(printable(cell)) for cell in row))
    return table


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
