"""What lies between two shots of a film: a cut, a fade through the background, a dissolve."""

from __future__ import annotations

import math
import re
from dataclasses import dataclass
from fractions import Fraction
from typing import Literal, cast, get_args

from rigbyscene.errors import UsageError, nearest_name

TransitionKind = Literal["cut", "fade", "dissolve"]
KINDS: tuple[str, ...] = get_args(TransitionKind)
DEFAULT_TRANSITION_S = Fraction(1, 2)

MOST_TRANSITION_FRAMES = 8000
"""More than two minutes at 60 frames a second; the arithmetic of mixed frames is exact up to here."""


@dataclass(frozen=True, slots=True)
class Transition:
    """A transition of `seconds` of film time, 0 for a cut."""

    kind: TransitionKind = "cut"
    seconds: Fraction = Fraction(0)

    def frames(self, fps: Fraction) -> int:
        """Frames of a dissolve, or of each half of a fade: the nearest number, at least one; none of a cut.

        Raises UsageError for more than `MOST_TRANSITION_FRAMES`.

        >>> [Transition(kind, Fraction(1, 2)).frames(Fraction(24)) for kind in KINDS]
        [0, 6, 12]
        """
        if self.kind == "cut":
            return 0
        sides = 2 if self.kind == "fade" else 1
        frames = max(1, math.floor(self.seconds * fps / sides + Fraction(1, 2)))
        if frames > MOST_TRANSITION_FRAMES:
            found = f"a {self.kind} of {float(self.seconds):g} s has more than {MOST_TRANSITION_FRAMES} frames"
            raise UsageError.single("bad-transition", "--transition", "", found, "give a shorter one")
        return frames


CUT = Transition()


def parse_transition(text: str) -> Transition:
    """``cut``, or ``fade:SECONDS`` or ``dissolve:SECONDS`` (half a second where they are left out). UsageError else.

    >>> parse_transition("dissolve:0.75s"), parse_transition("fade")
    (Transition(kind='dissolve', seconds=Fraction(3, 4)), Transition(kind='fade', seconds=Fraction(1, 2)))
    """
    match = re.fullmatch(r"\s*([a-z]+)\s*(?::\s*([0-9]{1,6}(?:\.[0-9]{1,9})?|\.[0-9]{1,9})\s*s?\s*)?", text)
    if match is not None and match[1] in KINDS:
        seconds = Fraction(match[2]) if match[2] else None
        if match[1] == "cut" and seconds is None:
            return CUT
        if match[1] != "cut" and seconds != 0:
            return Transition(cast("TransitionKind", match[1]), seconds or DEFAULT_TRANSITION_S)
    remedy = "give cut, fade:SECONDS or dissolve:SECONDS, such as dissolve:0.5"
    word = text.partition(":")[0]
    near = nearest_name(word, [kind for kind in KINDS if kind != word])
    raise UsageError.single("bad-transition", "--transition", "", f"{text!r} is no transition", remedy, near)
