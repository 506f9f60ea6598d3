"""The cutting list of a film: which moments of which shots each of its frames shows, and when a shot's moment is heard.

An edit is pure data, made in steps that each give a new one. `assemble` lays shots one after another, at a speed and
with transitions between them; that is the **uncut film**. `trimmed`, `stepped` and `looped` then choose from its
frames. Whatever people are shown as a frame number or a timecode is of the uncut film, so that a remark about an
excerpt is found again in the whole.

**Time.** Film frame `i` is shown from ``i / fps`` on. At speed v a shot of D seconds has ``frame_count(D / v)`` frames,
and its frame `j` shows the shot at ``j v / fps``: all of it is exact until the last division.

**Transitions** take whole frames and lie between shots only, never at the film's ends nor where a loop begins again.

- A *dissolve* of n frames lets the two shots overlap: the last n frames of one are mixed with the first n of the next,
  which weighs ``(2 k + 1) / 2 n`` in the k-th of them. The film gets n frames shorter.
- A *fade* goes through the background: the last h frames of one shot fade out, the first h of the next fade in, where
  2 h frames are the whole fade's time. The film keeps its length.
- Both are rounded to the nearest number of frames, at least one (a fade: one on each side).
"""

from __future__ import annotations

import bisect
import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from fractions import Fraction

from rigbyscene.errors import Diagnostic, Severity, UsageError
from rigbyscene.film.spans import Chapter, Span
from rigbyscene.film.times import frame_count, frame_time_s
from rigbyscene.film.transitions import CUT, Transition
from rigbyscene.scene.scene import Shot

ONE = Fraction(1)


@dataclass(frozen=True, slots=True)
class Piece:
    """One shot in the uncut film: frames [`first_frame`, `end_frame`).

    In the first `rise` of them the shot comes up, in the last `fall` it goes; with `overlaps` from and into another
    shot, otherwise from and into the background.
    """

    shot: Shot
    first_frame: int
    end_frame: int
    rise: int = 0
    fall: int = 0

    def weight(self, frame: int) -> Fraction:
        """How much of the picture the shot is at `frame` of the uncut film: above 0, at most 1."""
        after_start, before_end = frame - self.first_frame, self.end_frame - 1 - frame
        weight = ONE
        if after_start < self.rise:
            weight = Fraction(2 * after_start + 1, 2 * self.rise)
        if before_end < self.fall:
            weight = min(weight, Fraction(2 * before_end + 1, 2 * self.fall))
        return weight


@dataclass(frozen=True, slots=True)
class Layer:
    """What one shot gives to a frame: its frame `shot_frame`, at `weight` of the picture. `piece` is its place."""

    piece: int
    shot: Shot
    shot_frame: int
    weight: Fraction


@dataclass(frozen=True, slots=True)
class Edit:
    """A film's frames. `frames` are those of the uncut film that it shows, `loops` how often it shows them.

    Film frame `i` is frame ``frames[i % len(frames)]`` of the uncut film. With a step of N the film keeps its rate and
    leaves frames out, so it plays N times as fast.
    """

    pieces: tuple[Piece, ...]
    fps: Fraction
    speed: Fraction
    frames: range
    loops: int = 1

    @property
    def frame_count(self) -> int:
        return len(self.frames) * self.loops

    @property
    def duration_s(self) -> Fraction:
        """Of the film, exact."""
        return self.frame_count / self.fps

    @property
    def uncut_frame_count(self) -> int:
        return self.pieces[-1].end_frame

    @property
    def is_mixed(self) -> bool:
        """Whether some frame of the uncut film is more or less than one shot."""
        return any(piece.rise or piece.fall for piece in self.pieces)

    def uncut_frame(self, index: int) -> int:
        """The frame of the uncut film that film frame `index` shows. IndexError outside the film."""
        if not 0 <= index < self.frame_count:
            raise IndexError(f"frame {index} of a film of {self.frame_count}")
        return self.frames[index % len(self.frames)]

    def layers(self, index: int) -> tuple[Layer, ...]:
        """What film frame `index` shows: one shot, or two in a dissolve, the outgoing first.

        The weights' sum is 1 but in a fade, where the rest is background. IndexError outside the film.
        """
        frame = self.uncut_frame(index)
        last = bisect.bisect_right(self.pieces, frame, key=lambda piece: piece.first_frame) - 1
        return tuple(
            Layer(k, piece.shot, frame - piece.first_frame, piece.weight(frame))
            for k, piece in enumerate(self.pieces[max(0, last - 1) : last + 1], start=max(0, last - 1))
            if frame < piece.end_frame
        )

    def shot_time_s(self, shot_frame: int, part: Fraction = Fraction(0)) -> float:
        """Shot seconds at frame `shot_frame` and `part` of a frame: the float64 nearest to ``(frame + part) v / fps``.

        >>> assemble([Shot("a", 0, 2.0)], Fraction(30), speed=Fraction(1, 2)).shot_time_s(90)
        1.5
        """
        rate = self.fps / self.speed
        return frame_time_s(shot_frame, rate) if not part else float((shot_frame + part) / rate)

    def trimmed(self, frames: range) -> Edit:
        """Only `frames` of the uncut film: a range of step 1, not empty and within it, else ValueError."""
        inside = range(self.uncut_frame_count)
        if frames.step != 1 or not frames or frames[0] not in inside or frames[-1] not in inside:
            raise ValueError(f"{frames} of a film of {len(inside)} frames")
        return replace(self, frames=frames)

    def stepped(self, step: int) -> Edit:
        """Every `step`-th of the frames, from the first on. ValueError for a step below 1."""
        if step < 1:
            raise ValueError(f"a step of {step} frames")
        return replace(self, frames=range(self.frames.start, self.frames.stop, self.frames.step * step))

    def looped(self, loops: int) -> Edit:
        """The whole `loops` times, one after another. ValueError for less than once."""
        if loops < 1:
            raise ValueError(f"a film {loops} times")
        return replace(self, loops=loops)

    def spans(self) -> tuple[Span, ...]:
        """The stretches of shots that the film runs through, in order, for all that happens between frames.

        They are exact and do not end on film frames where the step is not 1: there a shot may begin between two. In a
        dissolve two spans overlap. A stretch comes once a loop.
        """
        start, end, step = self.frames.start, self.frames.stop, self.frames.step
        rate = self.fps / self.speed
        spans = []
        for loop in range(self.loops):
            for piece in self.pieces:
                first, last = max(piece.first_frame, start), min(piece.end_frame, end)
                if first < last:
                    spans.append(
                        Span(
                            shot=piece.shot,
                            shot_start_s=(first - piece.first_frame) / rate,
                            film_start_s=loop * len(self.frames) / self.fps + (first - start) / (self.fps * step),
                            length_s=(last - first) / (self.fps * step),
                            speed=self.speed * step,
                            starts_shot=first == piece.first_frame,
                            ends_shot=last == piece.end_frame,
                        )
                    )
        return tuple(spans)

    def chapters(self) -> tuple[Chapter, ...]:
        """One a shot and loop, from the first frame that shows it to the next one's, on film frames and without gaps.

        A shot that a step passes over has none.
        """
        starts: list[tuple[int, str]] = []
        for loop in range(self.loops):
            for piece in self.pieces:
                shown = max(0, math.ceil(Fraction(piece.first_frame - self.frames[0], self.frames.step)))
                if shown < len(self.frames) and self.frames[shown] < piece.end_frame:
                    starts.append((loop * len(self.frames) + shown, piece.shot.name))
        # of two that begin with one frame (a film that starts inside a dissolve) the later shot is the one to come
        distinct = list(dict(starts).items())
        ends = [frame for frame, _ in distinct[1:]] + [self.frame_count]
        return tuple(
            Chapter(frame / self.fps, end / self.fps, title) for (frame, title), end in zip(distinct, ends, strict=True)
        )


def assemble(shots: Sequence[Shot], fps: Fraction, *, speed: Fraction = ONE, transition: Transition = CUT) -> Edit:
    """The uncut film of `shots` (at least one, else ValueError; the same one may come again).

    Raises one UsageError for all shots that are too short for their transitions: a frame never shows a third shot, nor
    one that comes and goes at once.
    """
    if not shots or fps <= 0 or speed <= 0:
        raise ValueError(f"{len(shots)} shots at {fps} frames a second and speed {speed}")
    length = transition.frames(fps)
    overlap = length if transition.kind == "dissolve" else 0
    pieces: list[Piece] = []
    too_short: list[Diagnostic] = []
    for k, shot in enumerate(shots):
        count = frame_count(shot.duration, fps / speed)
        rise, fall = length * (k > 0), length * (k < len(shots) - 1)
        if rise + fall > count:
            too_short.append(_too_short(shot, transition, count, rise + fall))
        first = max(pieces[-1].end_frame - overlap, 0) if pieces else 0
        pieces.append(Piece(shot, first, first + count, rise, fall))
    if too_short:
        raise UsageError(dict.fromkeys(too_short))
    return Edit(tuple(pieces), fps, speed, range(pieces[-1].end_frame))


def _too_short(shot: Shot, transition: Transition, count: int, needed: int) -> Diagnostic:
    found = f"shot {shot.name!r} has {count} frames, and its {transition.kind}s take {needed}"
    remedy = f"give a shorter {transition.kind}, or leave the shot out"
    return Diagnostic("transition-too-long", Severity.ERROR, "--transition", "", found, remedy)
