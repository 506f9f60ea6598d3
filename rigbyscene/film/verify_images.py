"""Animated pictures against what was asked for: GIF, animated PNG, animated WebP."""

from __future__ import annotations

import itertools
from fractions import Fraction
from pathlib import Path

from rigbyscene.film.facts import FilmFacts, picture_faults
from rigbyscene.film.gif import TICKS, start_tick
from rigbyscene.film.images import Animation, read_gif, read_png, read_webp
from rigbyscene.film.plan import FilmPlan

_WEBP_TOLERANCE_S = Fraction(2, 1000)
"""Each frame's start is cut to a millisecond, and the last one's length is, too."""


def check_gif(plan: FilmPlan, path: Path) -> tuple[FilmFacts, list[str]]:
    """What the file says, and what is wrong with it. Raises `BadFileError` where it is no whole film."""
    film = read_gif(path)
    faults = picture_faults(film.size, len(film.delays_s), plan) + _loop_faults(film)
    starts = [start_tick(k, plan.fps) for k in range(plan.frame_count + 1)]
    delays = [round(delay * TICKS) for delay in film.delays_s]
    if delays != [end - start for start, end in itertools.pairwise(starts)]:
        faults.append("does not show its frames at the hundredths of a second nearest to their times")
    return FilmFacts("GIF89a", path.stat().st_size, note=gif_note(delays, plan.fps)), faults


def gif_note(delays: list[int], fps: Fraction) -> str:
    """What the grid of hundredths made of the rate; empty where nothing was rounded.

    >>> gif_note([3, 4, 3], Fraction(30)), gif_note([4, 4], Fraction(25))
    ('frames of 30 and 40 ms, as GIF counts in 10 ms: 30 fps on average', '')
    """
    kinds = sorted(set(delays))
    if all(Fraction(delay, TICKS) == 1 / fps for delay in kinds):
        return ""
    lengths = " and ".join(str(10 * delay) for delay in kinds)
    return (
        f"frames of {lengths} ms, as GIF counts in 10 ms: {float(TICKS * len(delays) / sum(delays)):.4g} fps on average"
    )


def check_apng(plan: FilmPlan, path: Path) -> tuple[FilmFacts, list[str]]:
    """As `check_gif`. A film of one frame is a PNG that does not move."""
    film = read_png(path)
    faults = picture_faults(film.size, len(film.delays_s), plan) + _loop_faults(film)
    if len(film.delays_s) > 1 and any(abs(delay - 1 / plan.fps) > Fraction(1, 60000) for delay in film.delays_s):
        faults.append(f"does not show its frames at {plan.fps} a second")
    if film.has_alpha != plan.encoding.layout.has_alpha:
        faults.append(f"has {'' if film.has_alpha else 'no '}alpha")
    return FilmFacts("APNG", path.stat().st_size), faults


def check_webp(plan: FilmPlan, path: Path) -> tuple[FilmFacts, list[str]]:
    """As `check_gif`. Frames that are alike become one that is shown for longer, so only times can be held to the plan.

    Times are whole milliseconds. Alpha is not looked at: the encoder uses it for what did not change, in any film.
    """
    film = read_webp(path)
    faults = picture_faults(film.size, plan.frame_count, plan) + _loop_faults(film)
    if len(film.delays_s) > plan.frame_count:
        faults.append(f"has {len(film.delays_s)} frames instead of {plan.frame_count}")
    if len(film.delays_s) > 1 and abs(film.duration_s - plan.duration_s) > _WEBP_TOLERANCE_S:
        faults.append(f"lasts {float(film.duration_s):.3f} s instead of {float(plan.duration_s):.3f} s")
    return FilmFacts("WebP", path.stat().st_size), faults


def _loop_faults(film: Animation) -> list[str]:
    return ["does not play for ever"] if len(film.delays_s) > 1 and film.loops else []
