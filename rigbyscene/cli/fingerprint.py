"""What decides the pixels of a film, written down, so that parts made from something else are never mixed in."""

from __future__ import annotations

import dataclasses
import functools
import hashlib
import os
import subprocess
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import rigbyscene
from rigbyscene.cli.requests import Export
from rigbyscene.film.ffmpeg import find_ffmpeg

_OPTIONS: dict[str, dict[str, str]] = {
    "staging": {"scene": "", "settle_s": "--settle"},
    "look": {"threads": ""},  # the bytes are the same for any number
    "cutting": {"shots": "--shot", "shutter_deg": "--shutter"},
    "coding": {"output": "", "title": "", "chapters": ""},
}
"""Fields whose option is called otherwise, or which no part depends on (empty). Sound comes when parts are joined."""


def fingerprint_of(request: Export, files: Iterable[Path]) -> dict[str, str]:
    """The fingerprint of what `request` makes from `files`: a hash for each file, options, versions."""
    told = {f"the file {os.path.abspath(path)}": _hash_of(path) for path in files}
    if request.sound.subtitles_mode is not None:
        told["--subtitles-mode"] = request.sound.subtitles_mode
    for group, renamed in _OPTIONS.items():
        values: dict[str, Any] = dataclasses.asdict(getattr(request, group))
        for name, value in values.items():
            option = renamed.get(name, "--" + name.replace("_", "-"))
            if option and value is not None:
                told[option] = str(value)
    return told | {"rigbyscene": rigbyscene.__version__, "ffmpeg": _ffmpeg_version(find_ffmpeg())}


def _hash_of(path: Path) -> str:
    try:
        return hashlib.sha256(path.read_bytes()).hexdigest()
    except OSError:
        return "missing"  # lenient loading draws without it


@functools.cache
def _ffmpeg_version(ffmpeg: str) -> str:
    answer = subprocess.run([ffmpeg, "-version"], stdin=subprocess.DEVNULL, capture_output=True, text=True, check=False)
    return " ".join(answer.stdout.split("\n", 1)[0].split()[:3])
