"""What a film is cut from: texts as typed judged, then turned into cutting lists, one a film."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from rigbyscene.cli.naming import NamePattern, check_distinct
from rigbyscene.cli.opening import chosen_shots
from rigbyscene.cli.parsing import Mistakes
from rigbyscene.cli.requests import Cutting
from rigbyscene.film.blur import SHARP, Shutter, checked_shutter
from rigbyscene.film.compose import Composition
from rigbyscene.film.edit import Edit, assemble
from rigbyscene.film.letterbox import parse_aspect
from rigbyscene.film.times import TimeBounds, frames_between, parse_fps, parse_frame_range, parse_time_range
from rigbyscene.film.transitions import CUT, Transition, parse_transition
from rigbyscene.scene.scene import Scene, Shot

MOST_SPEED = 1000
MOST_LOOPS = 10_000


@dataclass(frozen=True, slots=True)
class Cut:
    """A `Cutting` that was judged. `frames` is still text: how many frames there are, only the scene knows."""

    shots: tuple[str, ...]
    fps: Fraction
    speed: Fraction
    transition: Transition
    frames: str | None
    between: TimeBounds | None
    step: int
    loops: int
    shutter: Shutter
    aspect: Fraction | None
    burn_in: bool


@dataclass(frozen=True, slots=True)
class PlannedFilm:
    """One film to make: the name to write it to, and all that it shows."""

    output: str
    composition: Composition


def checked_cut(cutting: Cutting, mistakes: Mistakes) -> Cut:
    """All that can be judged before the scene is read; faults go to `mistakes`, and defaults stand in for them."""
    fps = mistakes.value(Fraction(30), parse_fps, cutting.fps)
    transition = mistakes.value(CUT, parse_transition, cutting.transition)
    between = None if cutting.range is None else mistakes.value(None, parse_time_range, cutting.range)
    aspect = None if cutting.letterbox is None else mistakes.value(None, parse_aspect, cutting.letterbox)
    shutter = mistakes.value(SHARP, checked_shutter, cutting.samples, cutting.shutter_deg)
    remedy = "give one of the two"
    both = cutting.frames is not None and cutting.range is not None
    mistakes.require(not both, "two-ranges", "--range", "is given together with --frames", remedy)
    remedy = f"give a number above 0, at most {MOST_SPEED}"
    runs = math.isfinite(cutting.speed) and 0.0 < cutting.speed <= MOST_SPEED
    mistakes.require(runs, "bad-speed", "--speed", f"playing at speed {cutting.speed:g} cannot be", remedy)
    found = f"every {cutting.step}-th frame cannot be"
    mistakes.require(cutting.step >= 1, "bad-step", "--step", found, "give 1 (all frames) or more")
    found, remedy = f"playing it {cutting.loops} times cannot be", f"give 1 to {MOST_LOOPS}"
    mistakes.require(1 <= cutting.loops <= MOST_LOOPS, "bad-loops", "--loops", found, remedy)
    return Cut(
        cutting.shots,
        fps,
        Fraction(repr(cutting.speed)) if runs else Fraction(1),
        transition,
        cutting.frames,
        between,
        max(cutting.step, 1),
        max(cutting.loops, 1),
        shutter,
        aspect,
        cutting.burn_in,
    )


def edit_of(shots: Sequence[Shot], cut: Cut) -> Edit:
    """The cutting list of one film of `shots`. Raises UsageError where a transition or a range does not fit them."""
    uncut = assemble(shots, cut.fps, speed=cut.speed, transition=cut.transition)
    frames = uncut.frames
    if cut.frames is not None:
        frames = parse_frame_range(cut.frames, uncut.uncut_frame_count)
    elif cut.between is not None:
        frames = frames_between(cut.between, cut.fps, uncut.uncut_frame_count)
    return uncut.trimmed(frames).stepped(cut.step).looped(cut.loops)


def planned_films(scene: Scene, cut: Cut, name: NamePattern, size: tuple[int, int]) -> tuple[PlannedFilm, ...]:
    """What to make: one film, or one a shot where `name` says so, in their order; `size` is the picture's.

    A range or frames count from each film's own start. Raises UsageError for unknown shots, for what does not fit
    them, for a transition where each shot is a film of its own, and where two films would have one name.
    """
    shots = chosen_shots(scene, cut.shots)
    mistakes = Mistakes()
    films = [(shots[0].name, 1, shots)]
    if name.is_per_shot:
        films = [(shot.name, number, (shot,)) for number, shot in enumerate(shots, start=1)]
        found, remedy = (
            "lies between the shots of one film, and each gets its own",
            "leave {shot} and {n} out of the name",
        )
        mistakes.require(cut.transition == CUT or len(shots) == 1, "bad-transition", "--transition", found, remedy)
    names = [name.filled(scene.name, shot, number, size, cut.fps) for shot, number, _ in films]
    mistakes.check(check_distinct, names, [shot for shot, _, _ in films], name)
    edits = [mistakes.value(None, edit_of, own, cut) for _, _, own in films]
    mistakes.raise_all()
    return tuple(
        PlannedFilm(output, Composition(edit, cut.shutter, cut.aspect, cut.burn_in))
        for output, edit in zip(names, edits, strict=True)
        if edit is not None
    )
