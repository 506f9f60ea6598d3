"""Small skeletons, and reading them without files."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

from rigbyscene.errors import Diagnostic, Report, Severity
from rigbyscene.formats.skeleton_json import read_skeleton_json
from rigbyscene.model.animation import Animation, Timeline
from rigbyscene.model.skeleton import Skeleton

CASES = Path(__file__).resolve().parent.parent / "data" / "cases"


def case_files(number: str, pattern: str) -> list[Path]:
    """The input files of one reported fault, without its expectations."""
    return [p for p in sorted(CASES.glob(f"{number}-*/{pattern}")) if p.name != "expect.json"]


def case(number: str, name: str) -> Path:
    (found,) = CASES.glob(f"{number}-*/{name}")
    return found


def expected(number: str) -> Any:
    return json.loads(case(number, "expect.json").read_text(encoding="utf-8"))


def skeleton(version: str = "4.2.0", **sections: Any) -> dict[str, Any]:
    """A skeleton with a root and one child `b`; `sections` replace or add."""
    base: dict[str, Any] = {
        "skeleton": {"spine": version},
        "bones": [{"name": "root"}, {"name": "b", "parent": "root"}],
        "slots": [{"name": "s", "bone": "b"}],
    }
    return base | sections


def animated(groups: dict[str, Any], version: str = "4.2.0", **sections: Any) -> dict[str, Any]:
    return skeleton(version, animations={"go": groups}, **sections)


def read(source: dict[str, Any] | bytes | Path) -> tuple[Skeleton | None, Report]:
    """The skeleton, if any, and all that was said about it."""
    if isinstance(source, Path):
        data = source.read_bytes()
    else:
        data = source if isinstance(source, bytes) else json.dumps(source).encode()
    report = Report()
    found = read_skeleton_json(data, "x.json", "x", report)
    return (None if found is None else found[0]), report


def read_clean(source: dict[str, Any] | bytes | Path) -> Skeleton:
    """The skeleton of a file about which there is nothing to say."""
    made, report = read(source)
    assert not list(report), "\n".join(map(str, report))
    assert made is not None
    return made


def errors(report: Report) -> list[Diagnostic]:
    return [d for d in report if d.severity is Severity.ERROR]


def only_error(source: dict[str, Any] | bytes | Path) -> Diagnostic:
    """The one error that a bad file has."""
    found = errors(read(source)[1])
    assert len(found) == 1, "\n".join(map(str, found)) or "no error"
    return found[0]


def only_warning(source: dict[str, Any] | bytes | Path) -> tuple[Skeleton, Diagnostic]:
    made, report = read(source)
    (warning,) = list(report)
    assert warning.severity is Severity.WARNING
    assert made is not None
    return made, warning


def timeline(source: dict[str, Any]) -> Timeline:
    """The only timeline of the only animation."""
    (animation,) = read_clean(source).animations
    (found,) = animation.timelines
    return found


def animation_of(source: dict[str, Any]) -> Animation:
    (animation,) = read_clean(source).animations
    return animation


def follow(value: Any, place: str) -> Any:
    """What stands at a JSON path; an independent reading of the notation that diagnostics use."""
    for name, quoted_name, index in re.findall(r'\.?([A-Za-z_][\w-]*)|\[("(?:[^"\\]|\\.)*")\]|\[(\d+)\]', place):
        value = value[int(index)] if index else value[json.loads(quoted_name) if quoted_name else name]
    return value


# a rig in which every timeline finds its target

MESH = {"type": "mesh", "uvs": [0, 0, 1, 0, 1, 1], "triangles": [0, 1, 2], "vertices": [0, 0, 1, 0, 1, 1]}
ATTACHMENTS = {
    "s": {"m": MESH, "r": {"width": 1, "height": 1, "sequence": {"count": 3}}, "plain": {"width": 1, "height": 1}}
}


def rig(version: str, groups: dict[str, Any]) -> dict[str, Any]:
    """A skeleton with one constraint of every kind, one animation `go` of these groups."""
    ik = {"name": "i", "bones": ["b"], "target": "root"}
    transform = {"name": "t", "bones": ["b"], ("source" if version == "4.3" else "target"): "root"}
    path = {"name": "p", "bones": ["b"], ("slot" if version == "4.3" else "target"): "s"}
    physics = {"name": "y", "bone": "b"}
    slider = {"name": "l", "animation": "go"}
    kinds: dict[str, dict[str, Any]] = {
        "ik": ik,
        "transform": transform,
        "path": path,
        "physics": physics,
        "slider": slider,
    }
    held: dict[str, Any] = {k: [v] for k, v in kinds.items() if k != "slider"}
    if version == "4.3":
        held = {"constraints": [{"type": kind} | fields for kind, fields in kinds.items()]}
    skins = [{"name": "default", "attachments": ATTACHMENTS}]
    return animated(groups, version, skins=skins, events={"e": {"int": 3, "string": "x"}}, **held)


def key_of(version: str, groups: dict[str, Any]) -> Any:
    """The only timeline of such a skeleton."""
    return timeline(rig(version, groups))


def nest(path: list[str], keys: Any) -> dict[str, Any]:
    """`keys` under the member names of `path`."""
    for part in reversed(path):
        keys = {part: keys}
    return dict(keys)
