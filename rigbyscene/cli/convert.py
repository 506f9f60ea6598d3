"""`rigbyscene convert`: a skeleton from binary to JSON or back, and from one version of the format to another."""

from __future__ import annotations

import math
import os
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from rigbyscene.errors import BadFileError, Diagnostic, Report, UsageError
from rigbyscene.film.interrupt import interrupts_raise
from rigbyscene.film.output import PartFile, checked_destination, disk_error
from rigbyscene.formats.assets import FolderAssets, read_or_report
from rigbyscene.formats.json_text import quoted
from rigbyscene.formats.skel_bytes import FloatArray
from rigbyscene.formats.skel_head import is_binary
from rigbyscene.formats.skeleton_file import read_skeleton
from rigbyscene.formats.versions import brought_to
from rigbyscene.formats.write_json import write_skeleton_json
from rigbyscene.formats.write_skel import write_skel
from rigbyscene.model.enums import Format
from rigbyscene.model.skeleton import Skeleton
from rigbyscene.pose.pose import Layer, Pose
from rigbyscene.pose.recording import fired_resets
from rigbyscene.pose.rig import Rig

VERSIONS: Mapping[str, Format] = {"4.2": Format.V42, "4.3": Format.V43}
BINARY_ENDINGS = (".skel", ".skel.bytes")
FPS, MOST_FRAMES = 30, 300
"""How often and how long each animation is posed for comparison: its first ten seconds."""
SAME_POSE = 1e-3
"""Units, and parts of a bone's axes: less is rounding."""


@dataclass(frozen=True, slots=True)
class Conversion:
    """What was written: `version` as the file names it, `size` in bytes, and what there is to say about it."""

    path: Path
    version: str
    size: int
    warnings: tuple[Diagnostic, ...]


def convert(
    source: str | os.PathLike[str],
    output: str | os.PathLike[str],
    *,
    overwrite: bool = False,
    version: str | None = None,
) -> Conversion:
    """Write the skeleton in `source`, of any kind, to `output`: JSON or binary, as its ending says.

    `version` is 4.2 or 4.3, None that of the source (4.2 for 3.8, 4.0 and 4.1). Everything that the model holds is
    kept: JSON to JSON exactly, between JSON and binary to the 4 bytes that binary numbers have. What has no effect on
    poses and is left out is among the warnings, and so is what poses differently in another version. The file appears
    whole or not at all.

    Raises `UsageError` for what cannot be asked for (an unknown ending or version, an output that exists without
    `overwrite` or is the source), `BadFileError` with everything that is wrong with the source, or that the output's
    format cannot hold, and `RenderError` where the disk refuses.
    """
    given, wanted = os.fspath(source), os.fspath(output)
    binary = _is_binary_name(wanted)
    if version is not None and version not in VERSIONS:
        found = f"version {version!r} is not written"
        raise UsageError.single("bad-version", wanted, "--to", found, f"use {' or '.join(VERSIONS)}")
    final = _destination(given, wanted, overwrite=overwrite)
    report = Report()
    data = read_or_report(FolderAssets(), given, report, what="the skeleton", named_by=(given, ""))
    read = None if data is None else read_skeleton(data, given, report)
    report.raise_errors()
    if data is None or read is None:
        raise BadFileError(report)
    skeleton = read[0]
    target = VERSIONS[version] if version is not None else max(skeleton.format, Format.V42)
    made = brought_to(skeleton, target, given, report)
    report.raise_errors()
    if binary:
        written = write_skel(made, wanted, report)
    else:
        written = write_skeleton_json(made, wanted, report, single=is_binary(data)).encode()
    report.raise_errors()
    if made.format is not skeleton.format:
        _tell_other_poses(skeleton, made, wanted, report)
    with interrupts_raise(), PartFile(final, overwrite=overwrite) as part:
        try:
            part.path.write_bytes(written)
        except OSError as error:
            raise disk_error(final, error) from None
        part.publish()
    return Conversion(final, made.header.version, len(written), tuple(report))


def _is_binary_name(output: str) -> bool:
    name = os.path.basename(output).lower()
    if name.endswith(BINARY_ENDINGS):
        return True
    if name.endswith(".json") and not name.endswith(".scene.json"):
        return False
    found = "is the name of a scene" if name.endswith(".scene.json") else "has no ending that tells JSON from binary"
    raise UsageError.single("unknown-format", output, "", found, "end the name in .json or .skel")


def _destination(source: str, output: str, *, overwrite: bool) -> Path:
    try:
        same = os.path.samefile(source, output)
    except (OSError, ValueError):
        same = False  # one of them is not there, which is told by whoever needs it
    if same:
        raise UsageError.single("output-is-input", output, "", "is the file to convert", "choose another name")
    return checked_destination(output, overwrite=overwrite)


def _tell_other_poses(before: Skeleton, after: Skeleton, output: str, report: Report) -> None:
    """Warn if bones stand elsewhere in the other version, which solves physics and sheared bones by other rules."""
    old, new = _frames(before), _frames(after)
    away = max(((float(np.abs(a - b).max()), name) for (name, a), (_, b) in zip(old, new, strict=True)), default=None)
    if away is not None and away[0] > SAME_POSE:
        units = f"{away[0]:.3g}" if away[0] < 1000 else f"{away[0]:.0f}"
        found = f"bones stand up to {units} units from where they stood, most in {away[1]}"
        remedy = "the versions solve some constraints by different rules: look whether it still moves as it should"
        report.warning("other-poses", output, "", found, remedy)


def _frames(skeleton: Skeleton) -> Iterator[tuple[str, FloatArray]]:
    """World matrices (bones, 6) of the setup pose and of every animation in every skin, each with words for where.

    Times lie between frames, where keys are, so that no rounding decides what is shown.
    """
    rig = Rig(skeleton)
    for skin in [None, *(s.name for s in skeleton.skins if s.name != "default")]:
        pose = Pose(rig, skin)
        pose.update([], with_vertices=False)
        yield "the setup pose", pose.world.copy()
        for number, animation in enumerate(skeleton.animations):
            before_s = 0.0
            pose.reset_physics()
            for i in range(min(math.ceil(animation.duration * FPS), MOST_FRAMES)):
                time_s = (i + 1 / 3) / FPS
                pose.reset_physics_of(fired_resets(animation, before_s, time_s, False, include_start=i == 0))
                pose.update([Layer(number, time_s)], with_vertices=False, physics_dt_s=time_s - before_s)
                before_s = time_s
                yield f"animation {quoted(animation.name)} at {time_s:.2f} s", pose.world.copy()
