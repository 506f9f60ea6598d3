"""Texts of options to values, every mistake of a command line told at once."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from fractions import Fraction
from typing import ParamSpec, TypeVar

from rigbyscene.errors import Diagnostic, UsageError, nearest_name

_T = TypeVar("_T")
_P = ParamSpec("_P")
_SIZE = re.compile(r"\s*([0-9]{1,9})\s*[xX×]\s*([0-9]{1,9})\s*")
_FRAME = re.compile(r"\s*([0-9.]+(?:e[0-9]+)?)\s*[xX×]\s*([0-9.]+(?:e[0-9]+)?)\s*")


class Mistakes:
    """Collects what is wrong with a request, so that the user mends it in one go.

    >>> mistakes = Mistakes()
    >>> mistakes.value((1, 1), parse_size, "640x360"), mistakes.value((1, 1), parse_size, "big")
    ((640, 360), (1, 1))
    >>> mistakes.raise_all()
    Traceback (most recent call last):
    rigbyscene.errors.UsageError: error: --size: 'big' is not a size; give width and height in pixels, such as 1280x720
    """

    def __init__(self) -> None:
        self._found: list[Diagnostic] = []

    def value(self, otherwise: _T, get: Callable[_P, _T], *args: _P.args, **kwargs: _P.kwargs) -> _T:
        """What `get` returns; where it raises UsageError, that is kept and `otherwise` stands in until `raise_all`."""
        try:
            return get(*args, **kwargs)
        except UsageError as mistake:
            self._found += mistake.diagnostics
            return otherwise

    def check(self, look: Callable[_P, object], *args: _P.args, **kwargs: _P.kwargs) -> None:
        """Call `look` for its objections only."""
        try:
            look(*args, **kwargs)
        except UsageError as mistake:
            self._found += mistake.diagnostics

    def require(self, condition: bool, code: str, option: str, found: str, remedy: str) -> None:
        """Note a mistake unless `condition` holds."""
        if not condition:
            self._found += UsageError.single(code, option, "", found, remedy).diagnostics

    def raise_all(self) -> None:
        """Raise one UsageError with all mistakes, if there are any."""
        if self._found:
            raise UsageError(dict.fromkeys(self._found))


def parse_size(text: str) -> tuple[int, int]:
    """Width and height in pixels, both at least 1. Raises UsageError.

    >>> parse_size("1280x720"), parse_size("853 × 481")
    ((1280, 720), (853, 481))
    """
    match = _SIZE.fullmatch(text)
    if match is None or not (int(match[1]) and int(match[2])):
        remedy = "give width and height in pixels, such as 1280x720"
        raise UsageError.single("bad-size", "--size", "", f"{text!r} is not a size", remedy)
    return int(match[1]), int(match[2])


def parse_frame(text: str) -> tuple[float, float]:
    """Width and height in stage units, finite and above 0. Raises UsageError.

    >>> parse_frame("1280x720"), parse_frame("640.5x360")
    ((1280.0, 720.0), (640.5, 360.0))
    """
    match = _FRAME.fullmatch(text)
    try:
        width, height = (float(match[1]), float(match[2])) if match else (0.0, 0.0)
    except ValueError:
        width = height = 0.0
    if not (0.0 < width < float("inf") and 0.0 < height < float("inf")):
        remedy = "give the width and height that the camera sees in units, such as 1280x720"
        raise UsageError.single("bad-frame", "--frame", "", f"{text!r} is not a frame", remedy)
    return width, height


def parse_offset(text: str) -> Fraction:
    """The part of a frame by which a recording's times lie behind the frame grid, 0 to below 1. Raises UsageError.

    >>> parse_offset("1/3"), parse_offset("0.25")
    (Fraction(1, 3), Fraction(1, 4))
    """
    is_number = re.fullmatch(r"[0-9]{1,9}(\.[0-9]{1,12})?|[0-9]{1,9}/0*[1-9][0-9]{0,8}", text.strip()) is not None
    if not is_number or Fraction(text.strip()) >= 1:
        remedy = "give a part of a frame, 0 to below 1, such as 1/3 or 0.5"
        raise UsageError.single("bad-offset", "--offset", "", f"{text!r} is no part of a frame", remedy)
    return Fraction(text.strip())


def one_of(text: str, known: Iterable[str], option: str) -> str:
    """`text` where it is among `known`. Raises UsageError, naming the nearest.

    >>> one_of("cover", ["contain", "cover"], "--fit")
    'cover'
    """
    names = list(known)
    if text not in names:
        found = f"{text!r} is not a value for {option}"
        remedy = f"choose from {', '.join(names)}"
        raise UsageError.single("bad-choice", option, "", found, remedy, nearest_name(text, names))
    return text
