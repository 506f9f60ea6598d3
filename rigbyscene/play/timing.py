"""How long frames take: the last of them in a ring, and the overlay that shows them."""

from __future__ import annotations

import numpy as np

from rigbyscene.play import style
from rigbyscene.play.shapes import Shapes
from rigbyscene.play.style import Rect

FRAMES = 120

_CHART = 50  # points high


class FrameTimes:
    """Milliseconds of the last `FRAMES` frames while time passed: between frames, and Python's and kernels' work.

    What is drawn while nothing moves follows what the user does, and tells nothing of how fast frames could be.
    """

    def __init__(self) -> None:
        self.between_ms = np.zeros(FRAMES)
        self.work_ms = np.zeros(FRAMES)
        self.triangles = 0
        self._count = 0
        self._moving = False

    def add(self, between_s: float, work_s: float, *, moving: bool) -> None:
        """A frame was drawn; it counts if time was passing (`moving`) both then and at the frame before."""
        before, self._moving = self._moving, moving
        if not (before and moving):
            return
        place = self._count % FRAMES
        self.between_ms[place], self.work_ms[place] = between_s * 1000, work_s * 1000
        self._count += 1

    @property
    def recorded(self) -> int:
        """How many of the ring's places are filled."""
        return min(self._count, FRAMES)

    def latest(self) -> tuple[float, float]:
        """The medians of the last 30 frames: between frames and work, in milliseconds."""
        count = min(self._count, 30)
        if count == 0:
            return 0.0, 0.0
        places = (self._count - 1 - np.arange(count)) % FRAMES
        return float(np.median(self.between_ms[places])), float(np.median(self.work_ms[places]))

    def words(self, moving: bool) -> tuple[str, str]:
        """The overlay's two lines: how many frames a second, where there are any, and what they took."""
        between, work = self.latest()
        triangles = f"{self.triangles} triangles"
        if not moving:
            rate = "still: drawn when something changes"
        elif between > 0.0:
            rate = f"{1000 / between:.0f} frames a second"
        else:
            rate = "first frame: nothing to measure yet"
        if between <= 0.0:
            return rate, triangles
        return rate, f"work {work:.2f} ms{'' if moving else ' while playing'}, {triangles}"

    def draw(self, shapes: Shapes, area: Rect, *, moving: bool) -> None:
        """The overlay: a bar a frame, the work in it, lines at 60 and 30 a second. `moving`: time passes."""
        px = shapes.px
        bar, high, most_ms = _bar_width(shapes), px(_CHART), 40.0
        rect = timing_place(shapes, area)
        shapes.panel(rect, style.PANEL, style.PANEL_EDGE, px(6))
        rate, words = self.words(moving)
        room = rect.width - px(16)
        shapes.fitted(rate, rect.x + px(8), rect.y + px(13), room, style.TEXT, 12)
        shapes.fitted(words, rect.x + px(8), rect.y + px(30), room, style.TEXT_DIM, 11)
        if rect.height < high:
            return
        bottom = rect.bottom - px(6)
        order = (self._count - self.recorded + np.arange(self.recorded)) % FRAMES
        x = (FRAMES - self.recorded + np.arange(self.recorded) + 0.5) * float(bar) + (rect.x + px(8))
        for values, color in ((self.between_ms, style.RULE), (self.work_ms, style.ACCENT)):
            heights = np.clip(values[order] / most_ms, 0.0, 1.0) * high
            shapes.columns(x, bottom - heights, np.full(len(x), bottom), color, bar)
        for milliseconds in (1000 / 60, 1000 / 30):
            y = round(bottom - milliseconds / most_ms * high)
            shapes.box(Rect(rect.x + px(8), y, FRAMES * bar, 1), style.with_alpha(style.TEXT, 0.25))


def timing_place(shapes: Shapes, area: Rect) -> Rect:
    """Where the overlay is, at the upper left of `area`: without its chart where that would fill the half of it."""
    px = shapes.px
    margin = px(12)
    width = min(FRAMES * _bar_width(shapes) + px(16), max(area.width - 2 * margin, 1))
    whole, words = px(_CHART + 46), px(42)
    high = whole if area.height >= 2 * (margin + whole) else words
    return Rect(area.x + margin, area.y + margin, width, high)


def _bar_width(shapes: Shapes) -> int:
    return max(shapes.px(1.5), 1)
