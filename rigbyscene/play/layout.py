"""Where everything of the window is: pure rectangles from its size, its scale and what there is to show."""

from __future__ import annotations

import enum
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from rigbyscene.play.style import Rect


class BarMode(enum.Enum):
    """How much of the bar there is: with the clip lanes, with a thin track only, none."""

    LANES = "lanes"
    SLIM = "slim"
    NONE = "none"


ROW = 24
RULER = 22
TRANSPORT = 40
SLIM_TRACK = 14
GUTTER = 132
_MARGIN = 12
_LEAST_SCENE = 90
_MOST_BAR = 0.5  # of the window's height

_LEFT = ("previous shot", "previous frame", "play", "next frame", "next shot")
_RIGHT = ("full screen", "help", "still", "log", "layers", "fit", "loop", "speed")
"""From the right edge leftwards; the first are the last to go where there is no room."""
_TEXT_WIDTHS = {"fit": 62, "speed": 52}
_BUTTON = 30
_GAP = 2
TIME_WIDTH = 200


@dataclass(frozen=True, slots=True)
class Layout:
    """All in pixels of the framebuffer, y down.

    `scene` is the picture's area, in whole pixels. `track` is where time runs from left to right, as high as ruler and
    rows together; `ruler` its figures; `rows[i]` the lane number `first_row + i`, gutter and all. `buttons` are those
    that there is room for. Parts that are not shown are empty.
    """

    size: tuple[int, int]
    scale: float
    mode: BarMode
    scene: Rect
    bar: Rect
    ruler: Rect
    track: Rect
    rows: tuple[Rect, ...]
    first_row: int
    row_count: int
    buttons: Mapping[str, Rect]
    time: Rect

    def px(self, points: float) -> int:
        """Points as whole pixels."""
        return round(points * self.scale)

    def x_at(self, t: float, duration: float) -> float:
        """Where shot time `t` is on the track."""
        share = min(max(t / duration, 0.0), 1.0) if duration > 0.0 else 0.0
        return self.track.x + share * self.track.width

    def time_at(self, x: float, duration: float) -> float:
        """The shot time at `x`, limited to the shot."""
        if self.track.width <= 0:
            return 0.0
        return min(max((x - self.track.x) / self.track.width, 0.0), 1.0) * duration

    def button_at(self, x: float, y: float) -> str | None:
        """The button under a point."""
        return next((name for name, rect in self.buttons.items() if rect.contains(x, y)), None)

    @property
    def scene_size(self) -> tuple[int, int]:
        """The picture's area: width and height in pixels, at least 1."""
        return max(int(self.scene.width), 1), max(int(self.scene.height), 1)


def lay_out(
    size: tuple[int, int],
    scale: float,
    mode: BarMode,
    lanes: int,
    *,
    first_row: int = 0,
    shot_width: float = 120.0,
) -> Layout:
    """The layout of a framebuffer of `size` pixels, `scale` of them a point, with so many `lanes`.

    `first_row` is the first lane shown where not all have room, limited to what makes sense; `shot_width` is what the
    button of the shots wants, in pixels.
    """
    width, height = size

    def px(points: float) -> int:
        return round(points * scale)

    if mode is BarMode.LANES and height < px(TRANSPORT + RULER + ROW + _LEAST_SCENE):
        mode = BarMode.SLIM
    if mode is BarMode.NONE or height < px(TRANSPORT + SLIM_TRACK) + 1:
        nothing = Rect(0, height, 0, 0)
        whole = Rect(0, 0, width, height)
        return Layout(size, scale, BarMode.NONE, whole, nothing, nothing, nothing, (), 0, 0, {}, nothing)
    shown = 0
    if mode is not BarMode.LANES:
        first_row = 0
    else:
        room = min(height * _MOST_BAR, height - px(_LEAST_SCENE)) - px(TRANSPORT + RULER)
        shown = min(max(int(room // px(ROW)), 1), lanes)
        first_row = min(max(first_row, 0), lanes - shown)
    track_height = px(RULER) + shown * px(ROW) + px(6) if mode is BarMode.LANES else px(SLIM_TRACK)
    transport = Rect(0, height - px(TRANSPORT), width, px(TRANSPORT))
    bar = Rect(0, transport.y - track_height, width, px(TRANSPORT) + track_height)
    gutter = px(GUTTER) if mode is BarMode.LANES and width >= px(3 * GUTTER) else px(_MARGIN)
    track_width = max(width - gutter - px(_MARGIN), 1)
    top = bar.y
    if mode is BarMode.LANES:
        ruler = Rect(gutter, top, track_width, px(RULER))
        rows = tuple(Rect(0, ruler.bottom + i * px(ROW), width, px(ROW)) for i in range(shown))
        track = Rect(gutter, top, track_width, px(RULER) + shown * px(ROW))
    else:
        ruler = track = Rect(gutter, top, track_width, px(SLIM_TRACK))
        rows = ()
    buttons, time = _buttons(transport, px, shot_width)
    scene = Rect(0, 0, width, bar.y)
    return Layout(size, scale, mode, scene, bar, ruler, track, rows, first_row, lanes, buttons, time)


def _buttons(transport: Rect, px: Callable[[float], int], shot_width: float) -> tuple[dict[str, Rect], Rect]:
    """Buttons from both edges towards the middle; those at the ends of the lists go first where room is short."""
    side, gap = px(_BUTTON), px(_GAP)
    y = transport.y + round((transport.height - side) / 2)
    buttons: dict[str, Rect] = {}
    x = float(px(_MARGIN) - gap)
    for name in _LEFT:
        buttons[name] = Rect(x, y, side, side)
        x += side + gap
    time = Rect(x + px(6), y, px(TIME_WIDTH), side)
    shot = Rect(time.right + px(14), y, shot_width, side)
    right = transport.right - px(_MARGIN) + gap
    placed = _from_right(_RIGHT, right, y, px)
    while placed and min(r.x for r in placed.values()) < shot.right + gap:
        placed.popitem()
    if shot.right <= right:
        buttons["shot"] = shot
    buttons.update(placed)
    return buttons, time


def _from_right(names: Sequence[str], right: float, y: float, px: Callable[[float], int]) -> dict[str, Rect]:
    placed = {}
    for name in names:
        width = px(_TEXT_WIDTHS.get(name, _BUTTON))
        right -= width
        placed[name] = Rect(right, y, width, px(_BUTTON))
        right -= px(_GAP)
    return placed
