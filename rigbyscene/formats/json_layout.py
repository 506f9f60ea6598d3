"""JSON text laid out to be read and compared: tabs, short objects and all lists of plain values on one line."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

LONGEST_LINE = 120
"""Of an object on one line, in characters without its indentation."""


def json_text(value: Mapping[str, Any]) -> str:
    """`value` as JSON, numbers as Python's shortest decimals that read back as the same number.

    >>> print(json_text({"bones": [{"name": "hip", "x": 0.1}], "curve": [1, 2.5]}).expandtabs(4))
    {
        "bones": [
            { "name": "hip", "x": 0.1 }
        ],
        "curve": [ 1, 2.5 ]
    }
    <BLANKLINE>
    """
    return _block(value, 0) + "\n"


def _plain(value: object) -> str | None:
    """The text of a value that has no parts; None for lists and objects."""
    if isinstance(value, str):
        return json.dumps(value, ensure_ascii=False)
    if isinstance(value, bool) or value is None:
        return json.dumps(value)
    if isinstance(value, int | float):
        return repr(value)
    return None


def _line(value: object) -> str | None:
    """A plain value, or a list of such, on one line; None for everything else."""
    if not isinstance(value, list):
        return _plain(value)
    parts = [_plain(v) for v in value]
    if None in parts:
        return None
    return f"[ {', '.join(p for p in parts if p is not None)} ]" if parts else "[]"


def _block(value: object, depth: int) -> str:
    line = _line(value)
    if line is not None:
        return line
    tabs = "\t" * (depth + 1)
    if isinstance(value, list):
        inner = [_block(v, depth + 1) for v in value]
        return "[\n" + ",\n".join(tabs + text for text in inner) + "\n" + "\t" * depth + "]"
    assert isinstance(value, Mapping)
    if not value:
        return "{}"
    names = [json.dumps(name, ensure_ascii=False) for name in value]
    lines = [_line(v) for v in value.values()]
    if None not in lines:
        short = "{ " + ", ".join(f"{n}: {text}" for n, text in zip(names, lines, strict=True)) + " }"
        if depth and len(short) <= LONGEST_LINE:
            return short
    inner = [_block(v, depth + 1) for v in value.values()]
    members = ",\n".join(f"{tabs}{n}: {text}" for n, text in zip(names, inner, strict=True))
    return "{\n" + members + "\n" + "\t" * depth + "}"
