"""How one key goes over into the next: named curves and slopes, both as the cubic beziers that the format has."""

from __future__ import annotations

from dataclasses import dataclass

Numbers = tuple[float, ...]

NAMED: dict[str, tuple[float, float, float, float]] = {
    "soft": (0.37, 0.0, 0.63, 1.0),
    "in": (0.5, 0.0, 0.9, 0.5),
    "out": (0.12, 0.6, 0.4, 1.0),
    "snap": (0.05, 0.85, 0.2, 1.0),
    "slow": (0.6, 0.0, 0.3, 1.0),
    "over": (0.2, 1.1, 0.35, 1.22),
    "wind": (0.3, -0.35, 0.6, 1.0),
}
"""Control points of a unit bezier: soft is half a sine, snap arrives at once, over shoots past, wind backs up first."""


@dataclass(frozen=True, slots=True)
class Slopes:
    """A change with given speeds (value per second, one per value) at its beginning and its end."""

    leaving: Numbers
    arriving: Numbers


Ease = str | Slopes
"""A name out of NAMED, "linear", "step", or slopes."""


def control_points(
    ease: Ease, t1: float, v1: Numbers, t2: float, v2: Numbers
) -> list[tuple[float, float, float, float]]:
    """The absolute (cx1, cy1, cx2, cy2) of every value from (t1, v1) to (t2, v2); not for linear and step."""
    dt = t2 - t1
    if isinstance(ease, Slopes):
        slopes = zip(v1, v2, ease.leaving, ease.arriving, strict=True)
        return [(t1 + dt / 3, a + m1 * dt / 3, t2 - dt / 3, b - m2 * dt / 3) for a, b, m1, m2 in slopes]
    x1, y1, x2, y2 = NAMED[ease]
    return [(t1 + x1 * dt, a + y1 * (b - a), t1 + x2 * dt, a + y2 * (b - a)) for a, b in zip(v1, v2, strict=True)]


def between(ease: Ease, t1: float, v1: Numbers, t2: float, v2: Numbers, time: float) -> Numbers:
    """The values at `time` within [t1, t2)."""
    if ease == "step":
        return v1
    if ease == "linear":
        share = (time - t1) / (t2 - t1)
        return tuple(a + (b - a) * share for a, b in zip(v1, v2, strict=True))
    curves = control_points(ease, t1, v1, t2, v2)
    return tuple(
        a if a == b else _bezier(_parameter(t1, cx1, cx2, t2, time), a, cy1, cy2, b)
        for a, b, (cx1, cy1, cx2, cy2) in zip(v1, v2, curves, strict=True)
    )


def automatic(times: list[float], values: list[Numbers], cyclic: bool) -> list[Slopes]:
    """Slopes for each change between keys that flow through in-between values and rest at extremes.

    At a key between two that lie on the same side, or level with one, the slope is 0; else it is the slope between its
    neighbours, limited so that no overshoot arises. `cyclic`: the first and last key are one.
    """
    count, width = len(times), len(values[0])
    slopes = [[0.0] * width for _ in range(count)]
    for i in range(count):
        if 0 < i < count - 1:
            t0, t1, t2, v0, v1, v2 = times[i - 1], times[i], times[i + 1], values[i - 1], values[i], values[i + 1]
        elif cyclic and count > 2:
            t0, t1, t2 = times[-2] - times[-1], 0.0, times[1] - times[0]
            v0, v1, v2 = values[-2], values[i], values[1]
        else:
            continue
        slopes[i] = [_slope(t1 - t0, t2 - t1, b - a, c - b) for a, b, c in zip(v0, v1, v2, strict=True)]
    return [Slopes(tuple(slopes[i]), tuple(slopes[i + 1])) for i in range(count - 1)]


def _slope(dt1: float, dt2: float, dv1: float, dv2: float) -> float:
    if dv1 * dv2 <= 0.0:
        return 0.0
    limit = 3.0 * min(abs(dv1) / dt1, abs(dv2) / dt2)
    mean = (dv1 + dv2) / (dt1 + dt2)
    return max(-limit, min(limit, mean))


def _parameter(t1: float, cx1: float, cx2: float, t2: float, time: float) -> float:
    low, high = 0.0, 1.0
    for _ in range(40):
        middle = (low + high) / 2
        if _bezier(middle, t1, cx1, cx2, t2) < time:
            low = middle
        else:
            high = middle
    return (low + high) / 2


def _bezier(t: float, a: float, b: float, c: float, d: float) -> float:
    s = 1 - t
    return s * s * s * a + 3 * s * s * t * b + 3 * s * t * t * c + t * t * t * d
