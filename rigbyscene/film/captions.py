"""Subtitles as values: lines of text with their times, and how they follow the cuts of a film."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from enum import Enum
from fractions import Fraction

from rigbyscene.film.edit import Edit


class SubtitleKind(Enum):
    """SubRip and Advanced SubStation Alpha; the value is ffmpeg's name of the codec."""

    SRT = "srt"
    ASS = "ass"


@dataclass(frozen=True, slots=True)
class Caption:
    """One entry, shown from `start_ms` to before `end_ms` of the uncut film.

    `line` is where the file says so, from 1. `fields` are the parts of the entry that its kind needs to write it again.
    `is_animated`: its look changes while it is shown. `has_text`: something of it can be seen.
    """

    start_ms: int
    end_ms: int
    line: int
    fields: tuple[str, ...]
    is_animated: bool = False
    has_text: bool = True


@dataclass(frozen=True, slots=True)
class Subtitles:
    """A subtitle file that was read: `captions` in file order, and for ASS the text before and after them."""

    path: str
    kind: SubtitleKind
    captions: tuple[Caption, ...]
    head: str = ""
    tail: str = ""

    def text(self, captions: Iterable[Caption] | None = None) -> str:
        """The file with these captions instead of its own, as text with ``\\n``."""
        chosen = self.captions if captions is None else captions
        if self.kind is SubtitleKind.SRT:
            return "\n".join(_srt_entry(n, caption) for n, caption in enumerate(chosen, start=1))
        return self.head + "".join(_ass_entry(caption) for caption in chosen) + self.tail


def film_captions(captions: Iterable[Caption], edit: Edit) -> Iterator[Caption]:
    """The captions as a film shows them that is an excerpt of the uncut film, in steps or loops, by film time.

    Times are rounded to milliseconds. Captions that the film leaves out are left out.
    """
    first_ms, end_ms = (1000 * frame / edit.fps for frame in (edit.frames[0], edit.frames[-1] + edit.frames.step))
    pass_ms = 1000 * len(edit.frames) / edit.fps
    known = tuple(captions)
    for loop in range(edit.loops):
        for c in known:
            start, end = max(Fraction(c.start_ms), first_ms), min(Fraction(c.end_ms), end_ms)
            if start < end:
                begins, ends = (loop * pass_ms + (t - first_ms) / edit.frames.step for t in (start, end))
                yield replace(c, start_ms=_rounded(begins), end_ms=_rounded(min(ends, (loop + 1) * pass_ms)))


def _rounded(ms: Fraction) -> int:
    return math.floor(ms + Fraction(1, 2))


def _clock(ms: int) -> tuple[int, int, int, int]:
    return ms // 3_600_000, ms // 60_000 % 60, ms // 1000 % 60, ms % 1000


def _srt_entry(number: int, caption: Caption) -> str:
    """`fields` of an SRT caption: what follows its times on their line, and its text."""
    begins, ends = ("{:02}:{:02}:{:02},{:03}".format(*_clock(ms)) for ms in (caption.start_ms, caption.end_ms))
    place, text = caption.fields
    return f"{number}\n{begins} --> {ends}{place}\n{text}\n"


def _ass_entry(caption: Caption) -> str:
    """`fields` of an ASS caption: the line up to its start, what lies between start and end, and what follows."""
    before, between, after = caption.fields
    begins, ends = (_ass_clock(ms) for ms in (caption.start_ms, caption.end_ms))
    return f"{before}{begins}{between}{ends}{after}\n"


def _ass_clock(ms: int) -> str:
    hours, minutes, seconds, rest = _clock((ms + 5) // 10 * 10)
    return f"{hours}:{minutes:02}:{seconds:02}.{rest // 10:02}"
