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
