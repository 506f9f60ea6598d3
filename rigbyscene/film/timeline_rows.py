"""The rows of a timeline chart: clips as bars that fade into one another, events below them, the camera as curves."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from rigbyscene.film.chart import Area, Box, Color, Line, Point, Shape, Words, within
from rigbyscene.film.lettering import letters
from rigbyscene.film.timeline_data import Bar, CameraPath, Track
from rigbyscene.pose.layout import Floats
from rigbyscene.scene.events import SceneEvent

PAPER = "#18191d"
PANEL = "#24262c"
STRIPE = "#2b2e35"
BRIGHT = "#eceef2"
DIM = "#9499a4"
ACCENT = "#f29e4c"
STAGE = "#5b6170"
EVENT = "#ffd166"
SOUND = "#5ec8d8"
CURVES = (("x", "#6cb2eb"), ("y", "#8fd18b"), ("zoom", "#f6a5c0"), ("roll", "#c7a6ff"))

LABEL, SMALL = 13, 11
BAR_HEIGHT = 24
PADDING = 5
LANE_HEIGHT = 14
MOST_LANES = 3
CAMERA_HEIGHT = 86
_MARK = 4.5
_LEAST_LOOP_PX = 4.0
_LEAST_SPREADS = (1.0, 1.0, 0.005, 0.5)
"""What a curve must vary by to be drawn: stage units, stage units, factor, degrees. Less is told as a number."""


@dataclass(frozen=True, slots=True)
class Axis:
    """Where times are: `left` is time 0, `end` the shot's end, both x in pixels."""

    left: float
    pixels_a_second: float
    end: float

    def x(self, time: float) -> float:
        return self.left + time * self.pixels_a_second


def track_shapes(
    track: Track, axis: Axis, top: float, left: float, colors: Mapping[tuple[str, str], Color]
) -> tuple[list[Shape], float]:
    """One row from `top` on, its label from `left` on; returns the shapes and the row's height.

    `colors` are those of clips, by skeleton and animation; bars without one have the stage's.
    """
    lanes, marks = _event_shapes(track.events, axis, top + PADDING)
    height = max(BAR_HEIGHT + lanes * LANE_HEIGHT, LABEL + SMALL + 6) + 2 * PADDING
    shapes: list[Shape] = list(_label(track.name, track.kind, left, top, axis.left - left - 12))
    middle = top + PADDING + BAR_HEIGHT / 2
    if not track.bars or track.bars[0].start > 0.0:
        until = axis.x(track.bars[0].start) if track.bars else axis.end
        shapes.append(Line(((axis.left, middle), (until, middle)), DIM, 1.0, 0.6, 4.0, "setup pose"))
    for bar in track.bars:
        shapes += _bar_shapes(bar, axis, top + PADDING, colors.get((track.kind, bar.name), STAGE))
    return shapes + marks, height


def _label(name: str, kind: str, left: float, top: float, room: float) -> list[Shape]:
    y = top + PADDING + LABEL
    shapes: list[Shape] = [Words(left, y, letters(LABEL).shortened(name, int(room)), LABEL, BRIGHT)]
    if kind:
        shapes.append(Words(left, y + SMALL + 4, letters(SMALL).shortened(kind, int(room)), SMALL, DIM))
    return shapes


def _bar_shapes(bar: Bar, axis: Axis, top: float, color: Color) -> list[Shape]:
    """A clip: slanted where it fades in or lies under the next, darker where it holds, notched where it loops."""
    bottom = top + BAR_HEIGHT
    start, over = axis.x(bar.start), axis.x(bar.end + bar.fall)
    risen = min(axis.x(bar.start + bar.rise), over)
    outline = ((start, bottom), (risen, top), (over, top), (axis.x(bar.end), bottom))
    shown = within(outline, axis.left, axis.end)
    if len(shown) < 3:
        return []
    title = f"{bar.name}: {', '.join(bar.told)}"
    shapes: list[Shape] = [Area(shown, color, 1.0, title)]
    if bar.held_from is not None:
        held = within(outline, max(axis.left, axis.x(bar.held_from)), axis.end)
        if len(held) >= 3:
            shapes.append(Area(held, PAPER, 0.5, f"{title}; holds from {bar.held_from:.2f} s on"))
    shapes += _loop_marks(bar, axis, top)
    if bar.start > 0.0:
        part = min(1.0, (axis.end - start) / (risen - start)) if risen > start else 1.0
        edge = (start + (risen - start) * part, bottom + (top - bottom) * part)
        shapes.append(Line(((start, bottom), edge), PAPER, 1.5))
    elif bar.start < 0.0:
        middle = top + BAR_HEIGHT / 2
        arrow = ((axis.left, middle), (axis.left + 5, middle - 5), (axis.left + 5, middle + 5))
        shapes.append(Area(arrow, BRIGHT, 0.8, f"{title}; under way when the shot begins"))
    begin = max(axis.left, (start + risen) / 2) + (9 if bar.start < 0.0 else 6)
    shapes += _bar_words(bar, begin, min(axis.x(bar.end), axis.end) - 5, top)
    return shapes


def _loop_marks(bar: Bar, axis: Axis, top: float) -> list[Shape]:
    gaps = np.diff(bar.loops) * axis.pixels_a_second
    if gaps.size and gaps.min() < _LEAST_LOOP_PX:
        return []
    return [
        Line(((axis.x(t), top), (axis.x(t), top + BAR_HEIGHT / 4)), BRIGHT, 1.2, 0.75, 0.0, "begins again")
        for t in bar.loops
        if axis.left < axis.x(t) < axis.end
    ]


def _bar_words(bar: Bar, begin: float, end: float, top: float) -> list[Shape]:
    """The clip's name, and of its details what has room behind it."""
    y = top + BAR_HEIGHT / 2 + LABEL * 0.36
    name = letters(LABEL).shortened(bar.name, int(end - begin))
    shapes: list[Shape] = [Words(begin, y, name, LABEL, "#ffffff")] if name else []
    details = ", ".join(told for told in bar.told[1:] if not told.startswith("blend"))
    after = begin + letters(LABEL).width(name) + 8
    if details and name == bar.name and after + letters(SMALL).width(details) <= end:
        shapes.append(Words(after, y, details, SMALL, "#e3e6eb"))
    return shapes


def event_mark(x: float, y: float, event: SceneEvent | None, *, sounds: bool) -> Area:
    """The sign of an event: a diamond, for one that is heard a triangle."""
    size = _MARK
    if sounds:
        points: tuple[Point, ...] = ((x - size * 0.8, y - size), (x + size, y), (x - size * 0.8, y + size))
    else:
        points = ((x, y - size), (x + size, y), (x, y + size), (x - size, y))
    return Area(points, SOUND if sounds else EVENT, 1.0, "" if event is None else _event_title(event))


def _event_title(event: SceneEvent) -> str:
    told = [f"{event.name} at {event.time:.3f} s"]
    told += [f"int {event.int_value}"] if event.int_value else []
    told += [f"float {event.float_value:g}"] if event.float_value else []
    told += [repr(event.string_value)] if event.string_value else []
    told += [f"sound {event.audio}, volume {event.volume:g}, balance {event.balance:g}"] if event.audio else []
    return ", ".join(told)


def _event_shapes(events: Sequence[SceneEvent], axis: Axis, top: float) -> tuple[int, list[Shape]]:
    """Marks on the lower edge of the bars, names in lanes below where there is room; returns the number of lanes."""
    bottom = top + BAR_HEIGHT
    own = letters(SMALL)
    ends: list[float] = []
    stems: list[Shape] = []
    marks: list[Shape] = []
    for event in events:
        x = axis.x(event.time)
        sounds = bool(event.audio)
        wide = own.width(event.name) + 8
        # at the right edge the name stands before its mark
        before = x + wide > axis.end + 16 and x - wide > axis.left
        first, last = (x - wide, x + _MARK) if before else (x - _MARK, x + wide)
        lane = next((k for k, end in enumerate(ends) if end <= first), len(ends))
        if lane < MOST_LANES:
            ends[lane : lane + 1] = [last + 4]
            y = bottom + (lane + 1) * LANE_HEIGHT - 2
            color = SOUND if sounds else EVENT
            stems.append(Line(((x, bottom), (x, y)), color, 1.0, 0.5))
            at = x - 4 if before else x + 4
            marks.append(Words(at, y, event.name, SMALL, color, "end" if before else "start"))
        marks.append(event_mark(x, bottom, event, sounds=sounds))
    return len(ends), stems + marks


def camera_shapes(path: CameraPath, axis: Axis, top: float, left: float) -> list[Shape]:
    """The camera's row, `CAMERA_HEIGHT` high: what it does as curves, with their ranges beside them, and its keys.

    x and y have one scale, so that a long way looks long; each curve lies in the middle of the row.
    """
    shapes: list[Shape] = [Words(left, top + PADDING + LABEL, "camera", LABEL, BRIGHT)]
    values = (path.x, path.y, path.zoom, path.roll)
    spreads = [float(np.ptp(v)) for v in values]
    scales = [max(spreads[0], spreads[1])] * 2 + spreads[2:]
    inner_top, inner = top + 2 * PADDING, CAMERA_HEIGHT - 4 * PADDING
    for k, ((name, color), value) in enumerate(zip(CURVES, values, strict=True)):
        moves = spreads[k] >= _LEAST_SPREADS[k]
        y = top + PADDING + LABEL + (k + 1) * (SMALL + 4)
        shapes.append(Words(left, y, name, SMALL, color if moves else DIM))
        shapes.append(Words(left + 36, y, _range_told(value, moves), SMALL, DIM))
        if moves:
            centre = (float(value.min()) + float(value.max())) / 2
            heights = inner_top + inner / 2 - (value - centre) / scales[k] * inner
            points = zip((axis.x(t) for t in path.times.tolist()), heights.tolist(), strict=True)
            shapes.append(Line(tuple(points), color, 1.8, 0.95, 0.0, f"camera {name}"))
    shapes += [camera_mark(axis.x(t), top + PADDING, f"camera key at {t:.3f} s") for t in path.keys if t >= 0.0]
    return shapes


def camera_mark(x: float, y: float, title: str = "") -> Box:
    """The sign of a key of the camera."""
    return Box(x - 3, y - 3, 6, 6, BRIGHT, 0.9, 1.0, title)


def _range_told(values: Floats, moves: bool) -> str:
    """
    >>> _range_told(np.array([0.0, 120.26]), True), _range_told(np.array([1.0, 1.0001]), False)
    ('0 to 120.3', '1')
    """
    least, greatest = float(values.min()), float(values.max())
    return f"{_short(least)} to {_short(greatest)}" if moves else _short(float(values[0]))


def _short(value: float) -> str:
    text = f"{value:.1f}" if abs(value) >= 10 else f"{value:.2f}"
    text = text.rstrip("0").rstrip(".")
    return "0" if text in ("-0", "") else text
