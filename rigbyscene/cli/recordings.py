"""Recordings as files: JSON, gzipped where the name says so; the same recording is the same bytes."""

from __future__ import annotations

import gzip
import io
import json
import re
import sys
import zlib
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from rigbyscene.errors import BadFileError, Report, UsageError, nearest_name
from rigbyscene.film.interrupt import interrupts_raise
from rigbyscene.film.output import PartFile, checked_destination, disk_error
from rigbyscene.formats.assets import FolderAssets, read_or_report
from rigbyscene.formats.json_text import child, describe, parse_json

ENDINGS = (".json.gz", ".json")
MOST_BYTES = 1 << 29
"""Of a recording that is read, unpacked: hours of a crowd, and what a kilobyte of gzip data can grow to otherwise."""


def checked_output(path: str, *, overwrite: bool, inputs: Iterable[Path]) -> Path:
    """The absolute path for a recording. UsageError where its name does not end right or must not be written."""
    if not path.lower().endswith(ENDINGS):
        near = nearest_name(Path(path).suffix, ENDINGS)
        raise UsageError.single(
            "unknown-format", path, "", "is no name for a recording", f"end it in {' or '.join(ENDINGS)}", near
        )
    return checked_destination(path, overwrite=overwrite, inputs=inputs)


def write_recording_file(recording: dict[str, Any], final: Path, *, overwrite: bool) -> int:
    """Write `recording` to `final` (of `checked_output`), whole or not at all; the number of bytes."""
    data = json.dumps(recording, separators=(",", ":"), allow_nan=False).encode()
    if final.name.lower().endswith(".gz"):
        data = gzip.compress(data, mtime=0)  # no clock in it: recording again gives the same bytes
    with interrupts_raise(), PartFile(final, overwrite=overwrite) as part:
        try:
            part.path.write_bytes(data)
        except OSError as error:
            raise disk_error(final, error) from None
        part.publish()
    return len(data)


def read_recording_file(path: str) -> dict[str, Any]:
    """The recording in `path`. BadFileError where there is none, or a part of it is not what its place is for."""
    report = Report()
    data = read_or_report(FolderAssets(), path, report, what="the recording", named_by=(path, ""))
    if data is not None and data[:2] == b"\x1f\x8b":
        data = _unpacked(data, path, report)
    recording = None if data is None else parse_json(data, path, report)
    if recording is not None:
        _check_shape(recording, path, report)
        if re.search(rb"[0-9]{300}", data or b""):
            _check_numbers(recording, path, report)
    report.raise_errors()
    if recording is None:
        raise BadFileError(report)
    return recording


def _unpacked(data: bytes, path: str, report: Report) -> bytes | None:
    try:
        with gzip.GzipFile(fileobj=io.BytesIO(data)) as file:
            unpacked = file.read(MOST_BYTES + 1)
    except (OSError, EOFError, zlib.error) as problem:
        report.error("bad-gzip", path, "", f"the gzip data is damaged ({problem})", "record it again")
        return None
    if len(unpacked) > MOST_BYTES:
        found = f"{len(data)} bytes hold more than {MOST_BYTES >> 20} MiB"
        report.error("too-large", path, "", found, "name a file of 'golden record', or record fewer frames")
        return None
    return unpacked


def _check_shape(recording: dict[str, Any], path: str, report: Report) -> None:
    """What comparing relies on: frames with numbers, bone lists, actors with ids, events with names, known bones."""
    check = _Shape(path, report)
    if "frames" not in recording:
        report.error("not-a-recording", path, "frames", "'frames' is missing", "name a file of 'golden record'")
        return
    is_scene = "shot" in recording
    stage_bones = check.texts(recording.get("stageBones", []), "stageBones")
    actor_bones = {
        name: check.texts(bones, child("actorBones", name))
        for name, bones in check.members(recording.get("actorBones", {}), "actorBones").items()
    }
    for i, frame in enumerate(check.objects(recording["frames"], "frames")):
        place = f"frames[{i}]"
        check.has(frame, "i", int, place)
        check.has(frame, "stage" if is_scene else "bones", list, place)
        check.known(frame.get("inactive", []), f"{place}.inactive", stage_bones)
        for n, event in enumerate(check.objects(frame.get("events", []), f"{place}.events")):
            check.has(event, "name", str, f"{place}.events[{n}]")
        for n, actor in enumerate(check.objects(frame.get("actors", []), f"{place}.actors")):
            check.has(actor, "id", str, f"{place}.actors[{n}]")
            check.has(actor, "bones", list, f"{place}.actors[{n}]")
            bones = actor_bones.get(str(actor.get("id")), [])
            check.known(actor.get("inactive", []), f"{place}.actors[{n}].inactive", bones)


def _check_numbers(recording: dict[str, Any], path: str, report: Report) -> None:
    """That every whole number is one that can be subtracted from a double; the parser has seen to the others."""
    check = _Shape(path, report)
    stack: list[tuple[Any, str]] = [(recording, "")]
    while stack:
        value, place = stack.pop()
        if isinstance(value, dict):
            stack.extend((item, child(place, key)) for key, item in value.items())
        elif isinstance(value, list):
            stack.extend((item, f"{place}[{n}]") for n, item in enumerate(value))
        elif isinstance(value, int) and abs(value) > sys.float_info.max:
            check.wrong(place, "a number that a double can hold", value)


class _Shape:
    def __init__(self, path: str, report: Report):
        self._path = path
        self._report = report

    def wrong(self, place: str, wanted: str, value: Any) -> None:
        found = f"{wanted} belongs here, not {describe(value)}"
        self._report.error("not-a-recording", self._path, place, found, "name a file of 'golden record'")

    def objects(self, value: Any, place: str) -> list[dict[str, Any]]:
        """The objects of the list `value`; whatever else is there is reported."""
        if not isinstance(value, list):
            self.wrong(place, "a list", value)
            return []
        for n, item in enumerate(value):
            if not isinstance(item, dict):
                self.wrong(f"{place}[{n}]", "an object", item)
        return [item for item in value if isinstance(item, dict)]

    def members(self, value: Any, place: str) -> dict[str, Any]:
        """The object `value`; reported, and empty, where it is none."""
        if isinstance(value, dict):
            return value
        self.wrong(place, "an object", value)
        return {}

    def texts(self, value: Any, place: str) -> list[str]:
        """The texts of the list `value`; whatever else is there is reported."""
        if not isinstance(value, list):
            self.wrong(place, "a list", value)
            return []
        for n, item in enumerate(value):
            if not isinstance(item, str):
                self.wrong(f"{place}[{n}]", "a text", item)
        return [item for item in value if isinstance(item, str)]

    def known(self, value: Any, place: str, names: list[str]) -> None:
        """That `value` is a list of `names`."""
        for n, name in enumerate(self.texts(value, place)):
            if name not in names:
                self.wrong(f"{place}[{n}]", "the name of a recorded bone", name)

    def has(self, value: dict[str, Any], key: str, kind: type, place: str) -> None:
        if not isinstance(value.get(key), kind):
            names = {int: "a whole number", str: "a text", list: "a list"}
            self.wrong(f"{place}.{key}", names[kind], value.get(key))
