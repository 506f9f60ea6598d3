"""The lines of a subtitle file while they are read, and what can be told from a text alone."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from rigbyscene.errors import Report

_ANIMATION = re.compile(r"\\(?:t\s*\(|move|fad|k|K)")
_MARKUP = re.compile(r"\{[^}]*\}|<[^>]*>|\\[Nnh]")


@dataclass(frozen=True, slots=True)
class Lines:
    """The lines of the file at `path`, without their ends, and where what is wrong with them goes."""

    path: str
    lines: Sequence[str]
    report: Report

    def fault(self, line: int, found: str, remedy: str) -> None:
        self.report.error("bad-subtitle", self.path, f"line {line}", found, remedy)

    def never_shown(self, line: int) -> None:
        found, remedy = "ends before it begins and is never shown", "correct its times"
        self.report.warning("empty-subtitle", self.path, f"line {line}", found, remedy)

    def time_ms(self, parts: Sequence[str | None], line: int, written: str) -> int | None:
        """The time of hours, minutes, seconds and decimals; None, reported, where it is none."""
        hours, minutes, seconds = (int(part or 0) for part in parts[:3])
        if minutes > 59 or seconds > 59:
            self.fault(line, f"{written.strip()!r} has more than 59 minutes or seconds", "correct the time")
            return None
        return ((hours * 60 + minutes) * 60 + seconds) * 1000 + int((parts[3] or "0").ljust(3, "0"))


def looks(text: str) -> tuple[bool, bool]:
    """Whether `text` asks for animation, and whether it has anything that can be seen.

    >>> looks("{\\\\fad(90,0)}c"), looks("{\\\\an8}")
    ((True, True), (False, False))
    """
    return _ANIMATION.search(text) is not None, bool(_MARKUP.sub("", text).strip()) or "\\p" in text
