"""How long frames take: the last of them in a ring, and the overlay that shows them."""

from __future__ import annotations

import numpy as np

from rigbyscene.play import style
from rigbyscene.play.shapes import Shapes
from rigbyscene.play.style import Rect

FRAMES = 120


class FrameTimes:
    """Milliseconds of the last `FRAMES` frames: from one to the next, and what Python and kernels took of it."""

    def __init__(self) -> None:
        self.between_ms = np.zeros(FRAMES)
        self.work_ms = np.zeros(FRAMES)
        self.triangles = 0
        self._count = 0

    def add(self, between_s: float, work_s: float) -> None:
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

    def draw(self, shapes: Shapes, area: Rect) -> None:
        """The overlay, at the upper left of `area`: a bar a frame, the work in it, lines at 60 and 30 a second."""
        px = shapes.px
        bar = max(px(1.5), 1)
        high, most_ms = px(50), 40.0
        rect = Rect(area.x + px(12), area.y + px(12), FRAMES * bar + px(16), high + px(46))
        shapes.panel(rect, style.PANEL, style.PANEL_EDGE, px(6))
        between, work = self.latest()
        rate = f"{1000 / between:.0f} frames a second" if between > 0.0 else "no frames yet"
        shapes.text(rate, rect.x + px(8), rect.y + px(13), style.TEXT, 12)
        words = f"work {work:.2f} ms, {self.triangles} triangles"
        shapes.text(words, rect.x + px(8), rect.y + px(30), style.TEXT_DIM, 11)
        bottom = rect.bottom - px(6)
        order = (self._count - self.recorded + np.arange(self.recorded)) % FRAMES
        x = (FRAMES - self.recorded + np.arange(self.recorded) + 0.5) * float(bar) + (rect.x + px(8))
        for values, color in ((self.between_ms, style.RULE), (self.work_ms, style.ACCENT)):
            heights = np.clip(values[order] / most_ms, 0.0, 1.0) * high
            shapes.columns(x, bottom - heights, np.full(len(x), bottom), color, bar)
        for milliseconds in (1000 / 60, 1000 / 30):
            y = round(bottom - milliseconds / most_ms * high)
            shapes.box(Rect(rect.x + px(8), y, FRAMES * bar, 1), style.with_alpha(style.TEXT, 0.25))
