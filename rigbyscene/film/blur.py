"""Motion blur: a frame is the average of several moments while the shutter is open."""

from __future__ import annotations

import math
from dataclasses import dataclass
from fractions import Fraction

from rigbyscene.errors import Diagnostic, UsageError

MOST_SAMPLES = 64


@dataclass(frozen=True, slots=True)
class Shutter:
    """`samples` moments, spread evenly over the time that a shutter of `degrees` is open; one sample is no blur.

    It opens at the frame's own time and stays open for ``degrees / 360`` of a frame, at most for all of it. A blurred
    frame thus begins with the picture that it would be without blur and never reaches into another shot.
    """

    samples: int = 1
    degrees: Fraction = Fraction(180)

    def moments(self) -> tuple[Fraction, ...]:
        """Where the samples lie, in frames from the frame's own time on.

        >>> Shutter(3).moments()
        (Fraction(0, 1), Fraction(1, 6), Fraction(1, 3))
        """
        return tuple(self.degrees * k / (360 * self.samples) for k in range(self.samples))


SHARP = Shutter()


def checked_shutter(samples: int, degrees: float) -> Shutter:
    """The shutter that was asked for. Raises one UsageError for all that is wrong with it."""
    mistakes: list[Diagnostic] = []
    if not 1 <= samples <= MOST_SAMPLES:
        found = f"averaging {samples} moments a frame cannot be"
        mistakes += UsageError.single(
            "bad-samples", "--samples", "", found, f"give 1 (off) to {MOST_SAMPLES}"
        ).diagnostics
    if not (math.isfinite(degrees) and 0.0 < degrees <= 360.0):
        found = f"a shutter of {degrees:g} degrees cannot be"
        remedy = "give degrees above 0 to 360 (open all the time)"
        mistakes += UsageError.single("bad-shutter", "--shutter", "", found, remedy).diagnostics
    if mistakes:
        raise UsageError(mistakes)
    return Shutter(samples, Fraction(repr(float(degrees))))
