"""Parts to one film: joined as they are, with sound, subtitles and chapters added on the way.

Kinds of film whose frames depend on each other across a whole file (a palette, differences to the frame before) cannot
be joined: their parts are lossless FFV1, and the film is written from those in one go.
"""

from __future__ import annotations

import shlex
import subprocess
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path

import numpy as np

from rigbyscene.errors import RenderError
from rigbyscene.film.encode import (
    HEAD,
    MATROSKA_LIKE,
    MP4_LIKE,
    Encoding,
    container_arguments,
    encode_command,
    other_inputs,
)
from rigbyscene.film.ffmpeg import find_ffmpeg
from rigbyscene.film.formats import FORMATS, Pixels
from rigbyscene.film.interrupt import interrupts_deferred
from rigbyscene.film.parts import Part, half_path
from rigbyscene.film.pipe import FramePipe
from rigbyscene.film.plan import FilmPlan
from rigbyscene.film.writers import FrameWriter

_FFV1 = next(row for row in FORMATS if row.key == "ffv1")
_KEPT_AS = {"rgba": "bgra", "rgb0": "bgr0"}
"""How FFV1 keeps a layout; the others it keeps as they are."""

_ENDINGS = {"mp4": ".mp4", "mov": ".mov", "webm": ".webm", "matroska": ".mkv"}


def is_joined(plan: FilmPlan) -> bool:
    """Whether parts become the film as they are."""
    return plan.encoding.row.container in (*MP4_LIKE, *MATROSKA_LIKE)


def part_encoding(plan: FilmPlan) -> Encoding:
    """How the parts of a film are encoded: as the film, or without loss."""
    if is_joined(plan):
        return replace(plan.encoding, sound=None, subtitles=None)
    layout = plan.encoding.pixels.layout
    pixels = Pixels(layout, _KEPT_AS.get(layout, layout))
    return Encoding(plan.encoding.ffmpeg or find_ffmpeg(), _FFV1, pixels, "ffv1", None, None)


def part_ending(plan: FilmPlan) -> str:
    """What the names of parts end in."""
    return _ENDINGS[part_encoding(plan).row.container.value]


def part_writer(plan: FilmPlan, part: Part) -> FramePipe:
    """The writer, not yet entered, of one part; the part is whole once it is finished and `finish_part` was called."""
    encoding = part_encoding(plan)
    command = encode_command(encoding, plan.size, plan.fps, len(part.frames), half_path(part))
    return FramePipe(command, plan.frame_bytes, str(plan.final))


def join_parts(plan: FilmPlan, parts: Sequence[Part], output: Path) -> None:
    """Write the film of `plan` to `output` from `parts`, which are encoded as it is; raises `RenderError`."""
    listing = parts[0].path.with_name("parts.txt")
    listing.write_text("ffconcat version 1.0\n" + "".join(f"file {part.path.name}\n" for part in parts), "ascii")
    encoding, rate = plan.encoding, f"{plan.fps.numerator}/{plan.fps.denominator}"
    inputs, maps = other_inputs(encoding, plan.tracks, plan.duration_s)
    # Matroska rounds to milliseconds: its parts' lengths must not add up. None of its codecs reorders frames
    times = ["-bsf:v", f"setts=ts=N/(TB*{rate})"] if encoding.row.container in MATROSKA_LIKE else []
    tag = ["-tag:v", "hvc1"] if encoding.encoder == "libx265" else []
    command = [
        *[encoding.ffmpeg, *HEAD, "-f", "concat", "-i", str(listing), *inputs],
        *["-map", "0:v:0", *maps, "-c:v", "copy", *times, *tag],
        *container_arguments(encoding.row.container, plan.fps),
        *["-f", encoding.row.container.value, str(output)],
    ]
    _run(command, plan)


def _run(command: list[str], plan: FilmPlan) -> None:
    process = subprocess.Popen(
        command, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, start_new_session=True
    )
    try:
        _, words = process.communicate()
    except BaseException:
        with interrupts_deferred():
            process.kill()
            process.wait()
        raise
    if process.returncode != 0:
        raise _failed("could not join the parts", words, command, plan)


def replay_parts(
    plan: FilmPlan, parts: Sequence[Part], writer: FrameWriter, after_frame: Callable[[int], None]
) -> None:
    """Send the frames of lossless `parts` to `writer`; `after_frame` is told how many are done."""
    done = 0
    for part in parts:
        source = plan.encoding.ffmpeg or find_ffmpeg()
        form = ["-f", "rawvideo", "-pix_fmt", plan.encoding.pixels.layout, "pipe:1"]
        command = [source, *HEAD, "-i", str(part.path), "-map", "0:v:0", *form]
        process = subprocess.Popen(
            command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, start_new_session=True
        )
        assert process.stdout is not None
        try:
            for _ in part.frames:
                buffer = writer.take()
                content = process.stdout.read(len(buffer))
                if len(content) != len(buffer):
                    raise _failed("could not read a part back", b"it is cut off", command, plan)
                buffer[:] = np.frombuffer(content, np.uint8)
                writer.send(buffer)
                done += 1
                after_frame(done)
        finally:
            with interrupts_deferred():
                process.kill()
                process.wait()
                process.stdout.close()


def _failed(what: str, words: bytes, command: list[str], plan: FilmPlan) -> RenderError:
    said = " / ".join(line.strip() for line in words.decode("utf-8", "replace")[-1024:].splitlines() if line.strip())
    found = f"ffmpeg {what}: {said or '(it said nothing)'}"
    return RenderError.single(
        "ffmpeg-failed", str(plan.final), "", found, f"export again; the command was: {shlex.join(command)}"
    )
