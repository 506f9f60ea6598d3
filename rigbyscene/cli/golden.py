"""`rigbyscene golden record` and `golden compare`: what scenes and skeletons do as numbers, kept and held against."""

from __future__ import annotations

import json
import math
import os
from dataclasses import replace
from fractions import Fraction
from pathlib import Path
from typing import Any

from rigbyscene.api import Scene, load_scene, load_skeleton
from rigbyscene.cli import messages
from rigbyscene.cli.opening import files_of
from rigbyscene.cli.parsing import Mistakes, parse_offset
from rigbyscene.cli.recordings import checked_output, read_recording_file, write_recording_file
from rigbyscene.cli.requests import Recording
from rigbyscene.errors import BadFileError, Diagnostic, UsageError, nearest_name
from rigbyscene.film.times import frame_count, parse_fps
from rigbyscene.pose.recording import Take, record_skeleton
from rigbyscene.pose.rig import Rig
from rigbyscene.scene.comparing import Difference, Tolerances, compare_recordings
from rigbyscene.scene.recording import record_shot

DEFAULT_FADE_S = 0.2
"""Of ``--mix`` and ``--mix-at``."""
MOST_FRAMES = 100_000
ALL = "all"


def write_recording(request: Recording) -> None:
    """Record what `request` names and say so in one line. Raises RigbySceneError for whatever stands against it."""
    mistakes = Mistakes()
    fps = mistakes.value(Fraction(30), parse_fps, request.fps)
    offset = mistakes.value(Fraction(1, 3), parse_offset, request.offset)
    output, overwrite = request.output, request.overwrite
    source = Path(request.file)
    final = mistakes.value(source, checked_output, output, overwrite=overwrite, inputs=[source])
    _check_combination(request, mistakes)
    mistakes.raise_all()

    named = _relative(request.file, final.parent)
    if request.shot is not None:
        scene = load_scene(request.file, art="none", settle_s=1.0 if request.settle_s is None else request.settle_s)
        checked_output(output, overwrite=overwrite, inputs=files_of(scene))
        made, whole = _record_shot(scene, request, named, fps, offset)
    else:
        made, whole = _record_animation(request, named, fps, offset)
    size = write_recording_file(made, final, overwrite=overwrite)
    count = len(made["frames"])
    is_part = request.frames is None and count < whole
    frames = f"{count} of {whole} frames" if is_part else messages.counted(count, "frame")
    messages.say(messages.printable(f"{output}: {frames}, {messages.bytes_of(size)}"))


def _check_combination(request: Recording, mistakes: Mistakes) -> None:
    remedy = "give --animation for a skeleton, or --shot for a scene"
    found = "one of --animation and --shot is needed"
    if request.animation is not None and request.shot is not None:
        found, remedy = "is given together with --shot", "give one of the two, not both"
    one = (request.animation is None) != (request.shot is None)
    mistakes.require(one, "bad-arguments", "--animation", found, remedy)
    skeleton_only = {
        "--skin": request.skin is not None,
        "--from": request.mix_from is not None,
        "--loop": request.loop,
    }
    for option, given in skeleton_only.items():
        found = "goes with --animation, not with --shot"
        mistakes.require(not (given and request.shot is not None), "bad-arguments", option, found, "leave it out")
    settle = request.settle_s
    found = "goes with --shot, not with --animation"
    alone = settle is not None and request.shot is None
    mistakes.require(not alone, "bad-arguments", "--settle", found, "leave it out")
    found, remedy = f"settling for {settle} s cannot be", "give seconds from 0 up"
    mistakes.require(settle is None or 0.0 <= settle < math.inf, "bad-settle", "--settle", found, remedy)
    for option, seconds in (("--mix", request.mix_s), ("--mix-at", request.mix_at_s)):
        found, remedy = "says how to fade, but not from what", "add --from, or leave it out"
        mistakes.require(seconds is None or request.mix_from is not None, "bad-arguments", option, found, remedy)
        is_time = seconds is None or (math.isfinite(seconds) and seconds >= 0.0)
        mistakes.require(is_time, "bad-time", option, f"{seconds} s cannot be", "give seconds from 0 up")
    found = f"{request.frames} frames cannot be recorded"
    remedy = f"give 1 to {MOST_FRAMES}, or all"
    mistakes.require(_is_frames(request.frames), "bad-frames", "--frames", found, remedy)


def _is_frames(frames: str | None) -> bool:
    return frames in (None, ALL) or (frames.isascii() and frames.isdigit() and 1 <= int(frames) <= MOST_FRAMES)


def _frames(asked: str | None, otherwise: int, whole: int) -> int:
    """How many frames to record. UsageError where the whole is too much."""
    frames = otherwise if asked is None else whole if asked == ALL else int(asked)
    if frames > MOST_FRAMES:
        found, remedy = f"{frames} frames are too many for a recording", f"give 1 to {MOST_FRAMES}"
        raise UsageError.single("bad-frames", "--frames", "", found, remedy)
    return frames


def _relative(file: str, folder: Path) -> str:
    """Where the recorded file is, seen from the recording: recordings hold no path of the machine that made them."""
    try:
        return Path(os.path.relpath(os.path.realpath(file), folder)).as_posix()
    except ValueError:  # on another drive
        return Path(file).name


def _record_animation(request: Recording, named: str, fps: Fraction, offset: Fraction) -> tuple[dict[str, Any], int]:
    """The recording, and how many frames the whole animation has."""
    if _is_scene(request.file):
        found = "is a scene, which has shots"
        raise UsageError.single("bad-arguments", request.file, "--animation", found, "give --shot instead")
    skeleton = load_skeleton(request.file, art="none").skeleton
    mistakes = Mistakes()
    animations = [a.name for a in skeleton.animations]
    for option, name in (("--animation", request.animation), ("--from", request.mix_from)):
        if name is not None:
            mistakes.check(_known, "animation", name, animations, option, request.file)
    if request.skin not in (None, "default"):
        skins = [s.name for s in skeleton.skins]
        mistakes.check(_known, "skin", str(request.skin), skins, "--skin", request.file)
    mistakes.raise_all()
    take = Take(
        str(request.animation),
        skin=request.skin,
        fps=fps,
        offset=offset,
        loop=request.loop,
        mix_from=request.mix_from,
        mix_s=DEFAULT_FADE_S if request.mix_s is None else request.mix_s,
        mix_at_s=DEFAULT_FADE_S if request.mix_at_s is None else request.mix_at_s,
    )
    whole = take.whole_frame_count(skeleton)
    frames = _frames(request.frames, take.frame_count(skeleton), whole)
    return record_skeleton(Rig(skeleton), named, replace(take, frames=frames)), whole


def _is_scene(path: str) -> bool:
    try:
        # a pipe tells what it holds only once, and a device may never end
        return Path(path).is_file() and b'"rigbyScene"' in Path(path).read_bytes()
    except (OSError, ValueError):
        return False  # the loader says what is wrong


def _known(kind: str, name: str, names: list[str], option: str, file: str) -> None:
    if name not in names:
        remedy = f"choose from: {', '.join(names)}" if names else "choose another skeleton"
        found = f"there is no {kind} {name!r}"
        raise UsageError.single(f"unknown-{kind}", file, option, found, remedy, nearest_name(name, names))


def _record_shot(
    scene: Scene, request: Recording, named: str, fps: Fraction, offset: Fraction
) -> tuple[dict[str, Any], int]:
    """The recording, and how many frames the whole shot has."""
    shot = scene.shot(str(request.shot))
    whole = frame_count(shot.duration, fps)
    return record_shot(scene, shot.name, named, _frames(request.frames, whole, whole), fps, offset), whole


def compare_files(
    expected: str, found: str, tolerances: tuple[float, float, float], *, limit: int, as_json: bool
) -> int:
    """Print where two recordings differ, the first `limit` places, and how many there are. 1 if they do, else 0."""
    mistakes = Mistakes()
    for option, value in zip(("--matrix", "--vertex", "--number"), tolerances, strict=True):
        is_distance = math.isfinite(value) and value >= 0.0
        told = f"{value} is no tolerance"
        mistakes.require(is_distance, "bad-tolerance", option, told, "give a number from 0 up")
    mistakes.require(limit >= 0, "bad-limit", "--limit", f"{limit} differences cannot be shown", "give 0 or more")
    mistakes.raise_all()
    recordings = _read_both(expected, found)
    try:
        differences = compare_recordings(*recordings, Tolerances(*tolerances))
    except RecursionError:
        remedy = "name files of 'golden record'"
        raise BadFileError.single("not-a-recording", expected, "", "lists are nested too deeply", remedy) from None
    if as_json:
        shown = [_as_object(d) for d in differences[:limit]]
        messages.say(json.dumps({"count": len(differences), "differences": shown}, indent=2))
        return 1 if differences else 0
    for difference in differences[:limit]:
        messages.say(messages.printable(str(difference)))
    if not differences:
        messages.say(messages.printable(f"{found}: agrees with {expected}"))
        return 0
    more = "" if len(differences) <= limit else f", {limit} of them shown"
    total = messages.counted(len(differences), "difference")
    messages.say(messages.printable(f"{found}: {total} from {expected}{more}"))
    return 1


def _read_both(expected: str, found: str) -> tuple[dict[str, Any], dict[str, Any]]:
    """Both recordings; one BadFileError with what is wrong with either."""
    read: list[dict[str, Any]] = []
    problems: list[Diagnostic] = []
    for path in (expected, found):
        try:
            read.append(read_recording_file(path))
        except BadFileError as refusal:
            problems += refusal.diagnostics
    if problems:
        raise BadFileError(problems)
    if ("shot" in read[0]) != ("shot" in read[1]):
        kinds = ["a scene" if "shot" in r else "a skeleton" for r in read]
        remedy = "compare two of a kind"
        raise BadFileError.single("other-kind", found, "", f"is of {kinds[1]}, {expected} of {kinds[0]}", remedy)
    return read[0], read[1]


def _as_object(difference: Difference) -> dict[str, Any]:
    return {
        "frame": difference.frame,
        "place": difference.place,
        "expected": difference.expected,
        "found": difference.found,
        "distance": difference.distance,
    }
