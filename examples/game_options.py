"""What the games of the examples share: the arguments of their commands, judged before a window is asked for."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Callable
from pathlib import Path
from typing import BinaryIO, NoReturn


def window_size(text: str) -> tuple[int, int]:
    """argparse tells what this refuses."""
    sides = text.split("x")
    if len(sides) != 2 or not all(side.isdecimal() and 1 <= int(side) <= 16384 for side in sides):
        raise argparse.ArgumentTypeError(f"{text!r} is no size: give width x height in pixels, such as 960x540")
    return int(sides[0]), int(sides[1])


def frame_count(text: str) -> int:
    if not (text.isdecimal() and int(text) > 0):
        raise argparse.ArgumentTypeError(f"{text!r} is no number of frames: give a whole number from 1 up")
    return int(text)


def frame_number(text: str) -> int:
    if not text.isdecimal():
        raise argparse.ArgumentTypeError(f"{text!r} is no number of a frame: give a whole number from 0 up")
    return int(text)


def picture_path(text: str) -> Path:
    path = Path(text)
    if path.suffix.lower() != ".png" or path.is_dir():
        raise argparse.ArgumentTypeError(f"{text!r} is no PNG file: give a name that ends in .png")
    if not path.parent.is_dir():
        raise argparse.ArgumentTypeError(f"there is no folder {str(path.parent)!r}: make it first")
    if os.path.lexists(path):
        raise argparse.ArgumentTypeError(f"{text!r} is there already: give another name, or remove it first")
    if not os.access(path.parent, os.W_OK | os.X_OK):
        raise argparse.ArgumentTypeError(f"the folder {str(path.parent)!r} cannot be written to: give another")
    return path


def game_parser(about: str | None, size: str) -> argparse.ArgumentParser:
    """A parser that knows ``--size``, ``--frames`` and ``--screenshot``; see `parsed`."""
    parser = argparse.ArgumentParser(description=about, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--size", type=window_size, default=window_size(size), help=f"of the window ({size})")
    parser.add_argument("--frames", type=frame_count, help="end after so many frames of 1/30 s")
    parser.add_argument("--screenshot", type=picture_path, help="write the last of --frames to this new PNG file")
    return parser


def parsed(parser: argparse.ArgumentParser) -> argparse.Namespace:
    """This process's arguments; what makes sense with a number of frames only is refused without."""
    arguments = parser.parse_args()
    for option in ("autopilot", "screenshot"):
        if getattr(arguments, option, None) and arguments.frames is None:
            parser.error(f"argument --{option}: give --frames as well")
    return arguments


def save_screenshot(path: Path, write: Callable[[BinaryIO], object]) -> None:
    """Let `write` fill the new file `path`, or end with one line that says why it cannot be."""
    try:
        with open(path, "xb") as file:
            write(file)
    except OSError as error:
        sys.exit(f"game.py: {path} cannot be written ({error.strerror or error})")


def no_window(error: Exception) -> NoReturn:
    """End with one line."""
    words = " ".join(str(error).split())
    sys.exit(f"game.py: no window can be opened ({words}): run this in a desktop session, or with xvfb-run")
