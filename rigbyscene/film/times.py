"""Frame rates, frame counts and frame times: exact fractions until the last division.

Frame numbers are integers and rates fractions; a time is ``i * den / num``, never a sum of steps, so frame 100000 is as
exact as frame 1. Counts follow scene-semantics section 1.
"""

from __future__ import annotations

import math
import re
from fractions import Fraction

from rigbyscene.errors import UsageError

MAX_FPS = 1000
MAX_FPS_TERM = 1_001_000
"""ffmpeg reads a rate with terms up to this and silently rounds others; such rates are refused here instead."""

_NTSC_BASES = (12, 15, 24, 30, 48, 60, 72, 90, 96, 120, 240)
"""Whole rates whose 1000/1001 forms people write as decimals: 23.976 and 23.98 mean 24000/1001, 29.97 30000/1001."""

_HALF_TOLERANCE = Fraction(1, 1_000_000)
_REMEDY = "give a rate such as 30, 23.976, 12.5 or 30000/1001"


def parse_fps(value: str | int | float | Fraction, argument: str = "--fps") -> Fraction:
    """The exact frame rate meant by `value`: an integer, a decimal or a fraction ``num/den``.

    A decimal with two places or more that is a rounded n*1000/1001 (n of the broadcast family: 24, 30, 60 …) means
    that fraction; every other decimal means itself. Raises `UsageError`, about `argument`, for anything else, for
    rates that are not positive or above `MAX_FPS`, and for fractions whose terms exceed `MAX_FPS_TERM`.

    >>> parse_fps("29.97"), parse_fps("30000/1001"), parse_fps(12.5), parse_fps(24)
    (Fraction(30000, 1001), Fraction(30000, 1001), Fraction(25, 2), Fraction(24, 1))
    """
    text = str(value).strip() if not isinstance(value, float) else format(value, "f") if value > 1e15 else repr(value)
    fraction = re.fullmatch(r"([0-9]+)\s*/\s*([0-9]+)", text)
    decimal = re.fullmatch(r"[0-9]+(?:\.([0-9]*))?|\.([0-9]+)", text)
    if fraction is not None and int(fraction[2]) != 0:
        fps = Fraction(int(fraction[1]), int(fraction[2]))
    elif decimal is not None:
        fps = _customary(Fraction(text.rstrip(".")), len(decimal[1] or decimal[2] or ""))
    else:
        raise _bad_fps(argument, text, "is not a frame rate")
    if fps <= 0:
        raise _bad_fps(argument, text, "is not above zero")
    if fps > MAX_FPS:
        raise _bad_fps(argument, text, f"is above {MAX_FPS} frames a second")
    if fps.numerator > MAX_FPS_TERM or fps.denominator > MAX_FPS_TERM:
        raise _bad_fps(
            argument, text, f"needs a fraction with terms above {MAX_FPS_TERM}, which films cannot hold exactly"
        )
    return fps


def _customary(decimal: Fraction, places: int) -> Fraction:
    if places >= 2:
        for base in _NTSC_BASES:
            exact = Fraction(base * 1000, 1001)
            if round(exact, places) == decimal:
                return exact
    return decimal


def _bad_fps(argument: str, text: str, why: str) -> UsageError:
    return UsageError.single("bad-fps", argument, "", f"{text!r} {why}", _REMEDY)


def frame_count(duration_s: float, fps: Fraction) -> int:
    """How many frames a shot of `duration_s` seconds has: ``max(1, floor(duration * fps + 1/2))``.

    A product within 1e-6 below a half is rounded up, as if it were the half (scene-semantics section 1): a duration
    that was meant as 2.5 frames does not lose its last one to the 15th digit. Raises ValueError for a duration that is
    negative or not finite.

    >>> frame_count(100 / 43, Fraction(43)), frame_count(0.0, Fraction(30)), frame_count(0.05, Fraction(30))
    (100, 1, 2)
    """
    if not math.isfinite(duration_s) or duration_s < 0:
        raise ValueError(f"a duration of {duration_s} s")
    return max(1, math.floor(Fraction(duration_s) * fps + Fraction(1, 2) + _HALF_TOLERANCE))


def frame_time_s(frame_index: int, fps: Fraction) -> float:
    """When frame `frame_index` is shown, in seconds: the float64 nearest to the exact ``i * den / num``.

    >>> frame_time_s(300, Fraction(30000, 1001))
    10.01
    """
    return frame_index * fps.denominator / fps.numerator


def timecode(frame_index: int, fps: Fraction) -> str:
    """``hh:mm:ss:ff`` of a frame, non-drop: it counts frames, `fps` rounded up to a second, and leaves none out.

    At 29.97 a second of timecode is thus 30 frames, and an hour of it 3.6 s longer than an hour of the clock. Above 100
    frames a second ``ff`` has three digits.

    >>> timecode(1800, Fraction(30000, 1001)), timecode(59, Fraction(24)), timecode(25, Fraction(25, 2))
    ('00:01:00:00', '00:00:02:11', '00:00:01:12')
    """
    a_second = math.ceil(fps)
    seconds, frames = divmod(frame_index, a_second)
    digits = 3 if a_second > 100 else 2
    return f"{seconds // 3600:02}:{seconds // 60 % 60:02}:{seconds % 60:02}:{frames:0{digits}}"


def parse_frame_range(text: str, film_frame_count: int) -> range:
    """The frames ``A-B`` of a film, numbered from 0, both ends included; also ``A``, ``A-`` and ``-B``.

    Raises `UsageError` where the text is no range, runs backwards or reaches outside the film.

    >>> parse_frame_range("10-12", 60), parse_frame_range("58-", 60), parse_frame_range("7", 60)
    (range(10, 13), range(58, 60), range(7, 8))
    """
    last_frame = film_frame_count - 1
    match = re.fullmatch(r"\s*([0-9]*)\s*(-?)\s*([0-9]*)\s*", text)
    if match is None or not (match[1] or match[3]):
        raise _bad_range(text, "is not a range of frames", last_frame)
    first = int(match[1]) if match[1] else 0
    last = int(match[3]) if match[3] else last_frame if match[2] else first
    if first > last_frame or last > last_frame:
        raise _bad_range(text, f"reaches outside the film, which has {film_frame_count} frames", last_frame)
    if first > last:
        raise _bad_range(text, "ends before it starts", last_frame)
    return range(first, last + 1)


def _bad_range(text: str, why: str, last_frame: int) -> UsageError:
    remedy = f"give first and last frame as A-B, from 0 to {max(0, last_frame)}"
    return UsageError.single("bad-frame-range", "--frames", "", f"{text!r} {why}", remedy)


TimeBounds = tuple[Fraction, Fraction | None]
"""From and to, in seconds; to None: the end."""

_CLOCK = re.compile(r"(?:(?:([0-9]{1,6}):)?([0-9]{1,6}):)?([0-9]{1,9}(?:\.[0-9]{0,12})?|\.[0-9]{1,12})\s*s?")


def parse_time_range(text: str) -> TimeBounds:
    """The time from A to B of ``A-B``, in seconds (``1.5s``, ``1.5``) or on the clock (``1:02.5``, ``1:00:00``).

    Also ``A-`` and ``-B``. Raises `UsageError` where the text is no such range or does not run forward.

    >>> parse_time_range("1.5s-3s"), parse_time_range("1:02-")
    ((Fraction(3, 2), Fraction(3, 1)), (Fraction(62, 1), None))
    """
    first, dash, last = (part.strip() for part in text.partition("-"))
    start = _seconds(first) if first else Fraction(0)
    end = _seconds(last) if last else None
    if not dash or not (first or last) or start is None or (last and end is None):
        raise _bad_time_range(f"{text!r} is not a range of time")
    if end is not None and end <= start:
        raise _bad_time_range(f"{text!r} ends before it starts" if end < start else f"{text!r} is empty")
    return start, end


def _seconds(text: str) -> Fraction | None:
    match = _CLOCK.fullmatch(text)
    if match is None:
        return None
    return int(match[1] or 0) * 3600 + int(match[2] or 0) * 60 + Fraction(match[3].rstrip("."))


def frames_between(bounds: TimeBounds, fps: Fraction, film_frame_count: int) -> range:
    """The frames of a film between two times: from the frame boundary nearest to one to that nearest to the other.

    A range from 0 thus has as many frames as a shot of that length, at least one. Raises `UsageError` where it begins
    or ends outside the film.

    >>> frames_between((Fraction(3, 2), Fraction(3)), Fraction(30), 200)
    range(45, 90)
    """
    start, end = bounds
    first = math.floor(start * fps + Fraction(1, 2) + _HALF_TOLERANCE)
    last = film_frame_count if end is None else math.floor(end * fps + Fraction(1, 2) + _HALF_TOLERANCE)
    if first >= film_frame_count or last > film_frame_count:
        outside = start if first >= film_frame_count or end is None else end
        length = float(film_frame_count / fps)
        raise _bad_time_range(f"{float(outside):g} s lies outside the film, which is {length:.3f} s long")
    return range(first, max(last, first + 1))


def _bad_time_range(found: str) -> UsageError:
    remedy = "give first and last moment of the film as A-B, such as 1.5s-3s or 0:10-1:05"
    return UsageError.single("bad-time-range", "--range", "", found, remedy)
