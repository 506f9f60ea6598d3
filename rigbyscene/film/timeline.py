"""Timeline charts: every shot of a scene as a panel with a time axis, a row an actor and a row for the camera."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import replace

from rigbyscene.film.chart import Area, Box, Chart, Color, Line, Shape, Words
from rigbyscene.film.lettering import letters
from rigbyscene.film.timeline_data import ShotContents
from rigbyscene.film.timeline_rows import (
    ACCENT,
    BRIGHT,
    CAMERA_HEIGHT,
    CURVES,
    DIM,
    PANEL,
    PAPER,
    SMALL,
    STRIPE,
    Axis,
    camera_mark,
    camera_shapes,
    event_mark,
    track_shapes,
)

LEAST_WIDTH, MOST_WIDTH = 480, 16384
_TITLE, _HEADING = 22, 16
_MARGIN = 24
_INSET = 14
_LABELS = 150
_RULER = 22
_TICK_PX = 72
_PALETTE = (
    *("#4f7cac", "#5b9279", "#a8646b", "#8a6fa8", "#b0803f", "#3f8fa3", "#a35a86", "#71903c", "#8c6f5a", "#5f6cbf"),
    *("#3f9b84", "#b46a4a", "#7d7fa8", "#c08552", "#4c8f5f", "#94506a"),
)


def timeline_chart(title: str, shots: Sequence[ShotContents], width: int) -> Chart:
    """The chart of `shots`, `width` pixels wide. All have one scale of time, so that their lengths can be compared.

    ValueError for less than `LEAST_WIDTH` pixels.
    """
    if width < LEAST_WIDTH:
        raise ValueError(f"a chart of {width} pixels")
    colors = _clip_colors(shots)
    left = _MARGIN + _INSET + _LABELS
    right = width - _MARGIN - _INSET - 8
    longest = max(contents.shot.duration for contents in shots)
    pixels_a_second = (right - left) / (longest if longest > 0.0 else 1.0)
    length = sum(contents.shot.duration for contents in shots)
    told = f"{len(shots)} shot{'s' * (len(shots) != 1)}, {length:.2f} s"
    y = float(_MARGIN + _TITLE)
    room = width - 3 * _MARGIN - letters(SMALL + 2).width(told)
    shapes: list[Shape] = [
        Words(_MARGIN, y, letters(_TITLE).shortened(title, room), _TITLE, BRIGHT),
        Words(width - _MARGIN, y, told, SMALL + 2, DIM, "end"),
    ]
    y += _MARGIN / 2
    for contents in shots:
        axis = Axis(left, pixels_a_second, left + contents.shot.duration * pixels_a_second)
        panel, height = _panel(contents, axis, y, width, colors)
        shapes += panel
        y += height + _MARGIN / 2
    legend, height = _legend(shots, y + 4, width)
    return Chart(width, math.ceil(y + height + _MARGIN), PAPER, tuple(shapes + legend), f"{title}: {told}")


def _clip_colors(shots: Iterable[ShotContents]) -> dict[tuple[str, str], Color]:
    """A colour for each animation of each skeleton, in order of appearance: the same in all shots."""
    names = {(t.kind, bar.name): None for s in shots for t in s.tracks if t.kind for bar in t.bars}
    return {name: _PALETTE[k % len(_PALETTE)] for k, name in enumerate(names)}


def _panel(
    contents: ShotContents, axis: Axis, top: float, width: int, colors: dict[tuple[str, str], Color]
) -> tuple[list[Shape], float]:
    """One shot, and its height."""
    left, across = _MARGIN + _INSET, width - 2 * _MARGIN
    y = top + _INSET + _HEADING
    name = letters(_HEADING).shortened(contents.shot.name, across // 2)
    length = f"{contents.shot.duration:.2f} s" if contents.shot.duration > 0.0 else "a still"
    head: list[Shape] = [
        Box(left, y - _HEADING + 3, 3, _HEADING, ACCENT),
        Words(left + 10, y, name, _HEADING, BRIGHT),
        Words(left + 22 + letters(_HEADING).width(name), y, length, SMALL + 1, DIM),
    ]
    rows_top = y + 8 + _RULER
    y = rows_top
    stripes: list[Shape] = []
    rows: list[Shape] = []
    for number, track in enumerate(contents.tracks):
        shapes, height = track_shapes(track, axis, y, left, colors)
        if number % 2 == 0:
            stripes.append(Box(_MARGIN, y, across, height, STRIPE))
        rows += shapes
        y += height
    if contents.camera is not None:
        if len(contents.tracks) % 2 == 0:
            stripes.append(Box(_MARGIN, y, across, CAMERA_HEIGHT, STRIPE))
        rows += camera_shapes(contents.camera, axis, y, left)
        y += CAMERA_HEIGHT
    panel = Box(_MARGIN, top, across, y + _INSET - top, PANEL, 1.0, 6.0)
    return [panel, *stripes, *head, *_ruler(contents.shot.duration, axis, rows_top, y), *rows], y + _INSET - top


def _ruler(duration: float, axis: Axis, top: float, bottom: float) -> list[Shape]:
    """The time axis above the rows, and a line down through them at each of its numbers and at the shot's end."""
    step, parts = tick_step(axis.pixels_a_second)
    shapes: list[Shape] = [Line(((axis.left, top - 4), (axis.end, top - 4)), DIM, 1.0, 0.6)]
    for n in range(math.floor(duration / step * parts + 1e-6) + 1):
        x = axis.x(n * step / parts)
        if n % parts:
            shapes.append(Line(((x, top - 7), (x, top - 4)), DIM, 1.0, 0.6))
            continue
        shapes.append(Line(((x, top - 9), (x, bottom)), DIM, 1.0, 0.22))
        shapes.append(Words(x, top - 12, clock(n // parts * step), SMALL, DIM, "middle" if n else "start"))
    shapes.append(Line(((axis.end, top - 9), (axis.end, bottom)), ACCENT, 1.2, 0.8, 0.0, f"ends at {duration:g} s"))
    return shapes


def tick_step(pixels_a_second: float) -> tuple[float, int]:
    """Seconds between two numbers of the axis: 1, 2 or 5 of a power of ten, or whole minutes; and parts in between.

    >>> tick_step(150.0), tick_step(20.0), tick_step(2.0), tick_step(5000.0)
    ((0.5, 5), (5.0, 5), (60, 6), (0.02, 4))
    """
    seconds = _TICK_PX / pixels_a_second
    if seconds > 20.0:
        minutes = next((m for m in (1, 2, 5, 10, 30, 60) if 60 * m >= seconds), 60 * math.ceil(seconds / 3600))
        return 60 * minutes, 5 if minutes % 5 == 0 else 6
    power = 10.0 ** math.floor(math.log10(seconds))
    factor = next(f for f in (1, 2, 5, 10) if f * power >= seconds * (1 - 1e-9))
    return factor * power, 4 if factor == 2 else 5


def clock(seconds: float) -> str:
    """
    >>> clock(0.5), clock(3.0), clock(75.0), clock(3600.0)
    ('0.5 s', '3 s', '1:15', '1:00:00')
    """
    if seconds < 60.0:
        return f"{round(seconds, 6):g} s"
    whole = round(seconds)
    if whole < 3600:
        return f"{whole // 60}:{whole % 60:02}"
    return f"{whole // 3600}:{whole // 60 % 60:02}:{whole % 60:02}"


def _legend(shots: Sequence[ShotContents], top: float, width: int) -> tuple[list[Shape], float]:
    """What the signs mean, of those that the chart has; and the height of that."""
    y = top + SMALL
    bars = [bar for s in shots for t in s.tracks for bar in t.bars]
    events = [event for s in shots for t in s.tracks for event in t.events]
    cameras = [s.camera for s in shots if s.camera is not None]
    items: list[tuple[str, float, list[Shape]]] = [("clip", 26, [Box(0, y - 10, 26, 12, _PALETTE[0])])]
    if any(bar.rise for bar in bars):
        out = Area(((0, y - 10), (26, y - 10), (0, y + 2)), _PALETTE[0])
        into = Area(((0, y + 2), (26, y - 10), (26, y + 2)), _PALETTE[1])
        items.append(("crossfade", 26, [out, into, Line(((0, y + 2), (26, y - 10)), PAPER, 1.5)]))
    if any(bar.held_from is not None for bar in bars):
        items.append(("holds", 26, [Box(0, y - 10, 26, 12, _PALETTE[0]), Box(0, y - 10, 26, 12, PAPER, 0.5)]))
    if any(bar.loops for bar in bars):
        notch = Line(((13, y - 10), (13, y - 5)), BRIGHT, 1.2, 0.75)
        items.append(("begins again", 26, [Box(0, y - 10, 26, 12, _PALETTE[0]), notch]))
    if any(not t.bars or t.bars[0].start > 0.0 for s in shots for t in s.tracks):
        items.append(("setup pose", 26, [Line(((0, y - 4), (26, y - 4)), DIM, 1.0, 0.6, 4.0)]))
    if any(not event.audio for event in events):
        items.append(("event", 10, [event_mark(5, y - 4, None, sounds=False)]))
    if any(event.audio for event in events):
        items.append(("event with sound", 10, [event_mark(5, y - 4, None, sounds=True)]))
    if any(camera.keys for camera in cameras):
        items.append(("key of the camera", 8, [camera_mark(4, y - 4)]))
    if cameras:
        items += [(name, 18, [Line(((0, y - 4), (18, y - 4)), color, 1.8)]) for name, color in CURVES]
    shapes: list[Shape] = []
    x, rows = float(_MARGIN), 0
    for words, across, signs in items:
        taken = across + 6 + letters(SMALL).width(words) + 22
        if x + taken - 22 > width - _MARGIN and x > _MARGIN:
            x, rows = float(_MARGIN), rows + 1
        down = rows * (SMALL + 10)
        shapes += [_moved(sign, x, down) for sign in signs]
        shapes.append(Words(x + across + 6, y + down, words, SMALL, DIM))
        x += taken
    return shapes, SMALL + rows * (SMALL + 10)


def _moved(shape: Shape, right: float, down: float) -> Shape:
    match shape:
        case Box() | Words():
            return replace(shape, x=shape.x + right, y=shape.y + down)
        case Area() | Line():
            return replace(shape, points=tuple((x + right, y + down) for x, y in shape.points))
