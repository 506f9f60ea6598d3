"""`rigbyscene check`: everything that is wrong with files, pictures and sounds included, as a list."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Sequence
from typing import Any

from rigbyscene.api import load_scene
from rigbyscene.cli import messages
from rigbyscene.cli.sound import skeletons_of, sound_folders
from rigbyscene.errors import BadFileError, Diagnostic, Report, Severity
from rigbyscene.film.sound import SoundFolders
from rigbyscene.film.soundtrack import missing_sounds


def check_files(paths: Sequence[str], sounds: str | None, *, errors_only: bool, as_json: bool) -> int:
    """Print all findings, errors first and by file, and their count. 1 if there are any, else 0.

    `sounds` is the folder where sounds are, None where the skeletons say; UsageError where there is none.
    """
    folders = sound_folders(sounds)
    report = Report()
    for path in paths:
        for diagnostic in findings(path, folders):
            report.add(diagnostic)
    found = [d for d in report if d.severity is Severity.ERROR or not errors_only]
    found.sort(key=lambda d: (d.severity is not Severity.ERROR, d.file))
    if as_json:
        messages.say(json.dumps({"findings": [as_object(d) for d in found]}, indent=2))
    else:
        messages.print_diagnostics(found, to_stdout=True, others="--json lists all")
        messages.say(_summary(paths, found, errors_only=errors_only))
    return 1 if found else 0


def findings(path: str, folders: SoundFolders) -> tuple[Diagnostic, ...]:
    """What loading `path`, decoding its pictures and looking for its sounds in `folders` finds. Pictures are looked
    into, and sounds looked for, once everything else is well."""
    report = Report()
    try:
        scene = load_scene(path)
    except BadFileError as refusal:
        return refusal.diagnostics
    for diagnostic in scene.files.diagnostics:
        report.add(diagnostic)
    for files in {id(f): f for f in (scene.files.stage, *scene.files.actors)}.values():
        for page in range(len(files.page_paths)):
            try:
                files.load_page(page)
            except BadFileError as broken:
                for diagnostic in broken.diagnostics:
                    report.add(diagnostic)
    try:
        for missing in missing_sounds(scene, skeletons_of(scene), folders):
            report.add(missing)
    except BadFileError as unplayable:
        for diagnostic in unplayable.diagnostics:
            report.add(diagnostic)
    return tuple(report)


def _summary(paths: Sequence[str], found: Sequence[Diagnostic], *, errors_only: bool) -> str:
    counts = Counter(d.severity for d in found)
    errors = messages.counted(counts[Severity.ERROR], "error")
    words = errors if errors_only else f"{errors}, {messages.counted(counts[Severity.WARNING], 'warning')}"
    what = messages.printable(paths[0]) if len(paths) == 1 else messages.counted(len(paths), "file")
    return f"{what}: {words}"


def as_object(diagnostic: Diagnostic) -> dict[str, Any]:
    """`diagnostic` for JSON."""
    return {
        "code": diagnostic.code,
        "severity": diagnostic.severity.value,
        "file": diagnostic.file,
        "place": diagnostic.place,
        "found": diagnostic.found,
        "remedy": diagnostic.remedy,
        "nearest": diagnostic.nearest,
    }
