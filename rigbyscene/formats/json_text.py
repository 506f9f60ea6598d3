"""JSON text to Python values, with everything that the standard parser lets pass refused by JSON path.

Refused: duplicate keys, NaN and Infinity, numbers beyond a double's range, texts with half a surrogate pair. Accepted:
a UTF-8 byte order mark, any line ends. JSON paths look like ``skins[0].attachments["left arm"].x``.
"""

from __future__ import annotations

import json
import math
import re
from typing import Any

from rigbyscene.errors import Report

_PLAIN_KEY = re.compile(r"[A-Za-z_][A-Za-z0-9_-]*")
_SUSPICIOUS = tuple(map(re.compile, (r"e\+?[0-9]{3}", r"E\+?[0-9]{3}", r"\\u[dD][89a-fA-F]")))
"""What a text may hold where one of its numbers is too large or one of its texts not Unicode: each begins with a
letter that is quickly looked for."""
_MANY_DIGITS = 100
_DIGITS = re.compile(f"[0-9]{{{_MANY_DIGITS}}}")


def child(path: str, key: str) -> str:
    """The JSON path of member `key` of the object at `path`.

    >>> child("bones[3]", "x"), child("", "skeleton"), child("skins", "left arm")
    ('bones[3].x', 'skeleton', 'skins["left arm"]')
    """
    if _PLAIN_KEY.fullmatch(key):
        return f"{path}.{key}" if path else key
    return f"{path}[{json.dumps(key)}]"


def describe(value: object) -> str:
    """A JSON value in a few words, for messages.

    >>> describe("12"), describe(True), describe([1, 2]), describe(None)
    ('the text "12"', 'true', 'a list of 2', 'null')
    """
    if isinstance(value, str):
        return f"the text {quoted(value)}"
    if isinstance(value, list):
        return f"a list of {len(value)}"
    if isinstance(value, dict):
        return "an object"
    if isinstance(value, int) and not isinstance(value, bool) and abs(value) >= 10**20:
        return f"a whole number of {value.bit_length() * 0.30103:.0f} digits"  # str() refuses more than 4300 of them
    return json.dumps(value)


def quoted(text: str) -> str:
    """`text` in double quotes, shortened where it is long; always printable.

    >>> quoted("a" * 99)
    '"aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa..."'
    """
    shown = text if len(text) <= 60 else text[:57] + "..."
    return '"' + shown.encode("utf-8", "backslashreplace").decode().replace("\n", "\\n").replace("\r", "\\r") + '"'


class _Oddities:
    """Notes what the parser sees but cannot place; their paths are looked up afterwards, only if there are any."""

    def __init__(self) -> None:
        self.repeated: dict[int, tuple[dict[str, Any], list[str]]] = {}
        self.constants = False

    def members(self, pairs: list[tuple[str, Any]]) -> dict[str, Any]:
        made = dict(pairs)
        if len(made) != len(pairs):
            seen: set[str] = set()
            twice = [k for k, _ in pairs if k in seen or seen.add(k)]  # type: ignore[func-returns-value]
            self.repeated[id(made)] = (made, list(dict.fromkeys(twice)))
        return made

    def constant(self, name: str) -> float:
        self.constants = True
        return float(name)


def parse_json(data: bytes, file: str, report: Report) -> dict[str, Any] | None:
    """The object in `data`, or None with the reasons in `report`. An error inside it leaves the rest readable."""
    text = _decoded(data, file, report)
    if text is None:
        return None
    oddities = _Oddities()
    try:
        value = json.loads(text, object_pairs_hook=oddities.members, parse_constant=oddities.constant)
    except json.JSONDecodeError as problem:
        before = text[: problem.pos]
        ends = list(re.finditer(r"\r\n|\r|\n", before))
        column = problem.pos - (ends[-1].end() if ends else 0) + 1
        report.error(
            "bad-json",
            file,
            f"line {len(ends) + 1} column {column}",
            f"not valid JSON: {problem.msg}",
            "repair the file or export it again",
        )
        return None
    except RecursionError:
        report.error("bad-json", file, "", "JSON nested too deeply", "export the file again")
        return None
    except ValueError:  # Python's own limit on digits of a whole number; JSONDecodeError was caught above
        report.error(
            "bad-number", file, "", "a whole number of thousands of digits", "write numbers that a double can hold"
        )
        return None
    if not isinstance(value, dict):
        report.error("bad-json", file, "", f"the file holds {describe(value)}, not an object", "export it again")
        return None
    if oddities.repeated or oddities.constants or _is_suspicious(text):
        _report_oddities(value, oddities, file, report)
    return value


def _is_suspicious(text: str) -> bool:
    """Whether a number may be beyond a double's range, or a text no Unicode: only then everything is looked at.

    A number needs 210 digits to be too large with an exponent of two. From one of every 100th characters on, such a
    number has 100 digits left.
    """
    if any(pattern.search(text) for pattern in _SUSPICIOUS):
        return True
    return any(_DIGITS.match(text, at) for at in range(0, len(text), _MANY_DIGITS))


def _decoded(data: bytes, file: str, report: Report) -> str | None:
    if not data.strip(b"\xef\xbb\xbf \t\r\n"):
        report.error("empty-file", file, "", "the file is empty", "export it again")
        return None
    if data[:2] in (b"\xff\xfe", b"\xfe\xff"):
        report.error("not-utf8", file, "", "the text is UTF-16", "save it as UTF-8")
        return None
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as problem:
        found = f"byte 0x{data[problem.start]:02x} is not UTF-8"
        report.error("not-utf8", file, f"offset 0x{problem.start:x}", found, "save the file as UTF-8")
        return None


def _report_oddities(root: dict[str, Any], oddities: _Oddities, file: str, report: Report) -> None:
    stack: list[tuple[Any, str]] = [(root, "")]  # not recursive: files may nest as deeply as the parser allows
    while stack:
        value, path = stack.pop()
        if isinstance(value, dict):
            for name in oddities.repeated.get(id(value), ({}, []))[1]:
                report.error(
                    "duplicate-key",
                    file,
                    child(path, name),
                    f"the key {quoted(name)} is there more than once",
                    "keep one of them",
                )
            stack.extend(reversed([(v, child(path, k)) for k, v in value.items()]))
            for key in value:
                _check_unicode(key, child(path, key), file, report)
        elif isinstance(value, list):
            stack.extend(reversed([(v, f"{path}[{i}]") for i, v in enumerate(value)]))
        elif isinstance(value, float) and not math.isfinite(value):
            found = "NaN" if math.isnan(value) else "Infinity, or a number beyond a double's range"
            report.error("bad-number", file, path, f"{found} is not a number that can be used", "write a finite number")
        elif isinstance(value, str):
            _check_unicode(value, path, file, report)


def _check_unicode(text: str, path: str, file: str, report: Report) -> None:
    try:
        text.encode("utf-8")
    except UnicodeEncodeError:
        report.error("bad-text", file, path, "a text with half a surrogate pair", "write whole characters")
