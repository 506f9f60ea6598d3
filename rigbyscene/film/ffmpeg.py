"""Finding ffmpeg, once, before anything is rendered.

Looked for in this order: the program named by IMAGEIO_FFMPEG_EXE; the one that the package imageio-ffmpeg brings; the
first on PATH. A program that the user named is used or refused, never silently passed over for another.
"""

from __future__ import annotations

import functools
import os
import shutil
import subprocess
from pathlib import Path

from rigbyscene.errors import RenderError

FFMPEG_VARIABLE = "IMAGEIO_FFMPEG_EXE"
_ANSWER_TIMEOUT_S = 30.0


def find_ffmpeg() -> str:
    """The path of an ffmpeg that answers to ``-version``; raises `RenderError`, one line with all that was tried.

    The answer is remembered for the life of the process, for each value of IMAGEIO_FFMPEG_EXE and PATH.
    """
    return _find(os.environ.get(FFMPEG_VARIABLE, ""), os.environ.get("PATH", ""))


@functools.cache
def _find(named: str, search_path: str) -> str:
    if named:
        trouble = _trouble_with(named)
        if trouble:
            remedy = f"let {FFMPEG_VARIABLE} name an ffmpeg program, or unset it to use the one that comes along"
            raise _not_found(f"{named!r} (from {FFMPEG_VARIABLE}) {trouble}", remedy)
        return shutil.which(named) or named
    tried = [f"{FFMPEG_VARIABLE} is not set"]
    bundled, trouble = _bundled()
    if not trouble:
        return bundled
    tried.append(trouble)
    on_path = shutil.which("ffmpeg", path=search_path)
    if on_path is None:
        tried.append("no ffmpeg on PATH")
    else:
        trouble = _trouble_with(on_path)
        if not trouble:
            return on_path
        tried.append(f"{on_path!r} (from PATH) {trouble}")
    remedy = f"install imageio-ffmpeg again, put ffmpeg on PATH, or let {FFMPEG_VARIABLE} name one"
    raise _not_found("not found: " + ", ".join(tried), remedy)


def _bundled() -> tuple[str, str]:
    """The program that imageio-ffmpeg brings and an empty string, or an empty string and why it cannot be used."""
    try:
        import imageio_ffmpeg  # type: ignore[import-untyped]
    except ImportError:
        return "", "the package imageio-ffmpeg is not installed"
    try:
        program = str(imageio_ffmpeg.get_ffmpeg_exe())
    except RuntimeError:
        return "", "imageio-ffmpeg has no program for this machine"
    trouble = _trouble_with(program)
    return (program, "") if not trouble else ("", f"{program!r} (from imageio-ffmpeg) {trouble}")


def _trouble_with(program: str) -> str:
    """Why `program` cannot be run as ffmpeg; empty where it can."""
    if shutil.which(program) is None:
        path = Path(program)
        if path.is_dir():
            return "is a folder"
        if path.is_file():
            return "may not be executed"
        return "does not exist"
    try:
        answer = subprocess.run(
            [program, "-version"],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            timeout=_ANSWER_TIMEOUT_S,
            check=False,
        )
    except OSError as error:
        return f"cannot be run ({error.strerror})"
    except subprocess.TimeoutExpired:
        return f"does not answer within {_ANSWER_TIMEOUT_S:.0f} s"
    if answer.returncode != 0 or not answer.stdout.startswith(b"ffmpeg"):
        return f"does not answer as ffmpeg does (it ended with code {answer.returncode})"
    return ""


@functools.cache
def encoders_of(ffmpeg: str) -> frozenset[str]:
    """The names of all encoders that the program `ffmpeg` has. Raises `RenderError` where it does not tell."""
    command = [ffmpeg, "-hide_banner", "-loglevel", "error", "-encoders"]
    try:
        answer = subprocess.run(
            command,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            timeout=_ANSWER_TIMEOUT_S,
            check=True,
        )
    except (OSError, subprocess.SubprocessError) as error:
        found = f"{ffmpeg!r} does not tell what it can encode: {error}"
        raise RenderError.single("no-ffmpeg", "ffmpeg", "", found, "use another ffmpeg") from None
    # after a line of dashes, one a line: six letters of capabilities, the name, what it is
    lines = answer.stdout.decode("utf-8", "replace").partition("------")[2].splitlines()
    return frozenset(words[1] for line in lines if len(words := line.split()) > 1)


def _not_found(found: str, remedy: str) -> RenderError:
    return RenderError.single("no-ffmpeg", "ffmpeg", "", found, remedy)
