"""Draws the bar: buttons, time, ruler, clip lanes, playhead."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from rigbyscene.play import style
from rigbyscene.play.controls import Controls
from rigbyscene.play.layout import BarMode, Layout
from rigbyscene.play.shapes import Shapes
from rigbyscene.play.style import Rect
from rigbyscene.play.timeline import Block, Lane, Timeline, ruler_step

_STRIPS = 10
"""Steps in which a clip's colour fades in over the one before."""
_HEAD = 10
"""Points that the playhead's head is wide. Figures begin beside it: at a shot's start it is on a tick."""


def clock_text(seconds: float) -> str:
    """
    >>> clock_text(8.2), clock_text(75.0), clock_text(0.0004)
    ('0:08.200', '1:15.000', '0:00.000')
    """
    milliseconds = int(seconds * 1000 + 0.5)
    minutes, rest = divmod(milliseconds, 60_000)
    return f"{minutes}:{rest // 1000:02}.{rest % 1000:03}"


def _figure(seconds: float, step: float) -> str:
    if step >= 1.0:
        whole = round(seconds)
        return f"{whole // 60}:{whole % 60:02}" if whole >= 60 else f"{whole} s"
    return f"{seconds:.2f} s" if step < 0.1 else f"{seconds:.1f} s"


def draw_backdrop(shapes: Shapes, layout: Layout, timeline: Timeline) -> None:
    """What of the bar stays the same while a shot plays: surfaces, ruler, lanes."""
    if layout.mode is BarMode.NONE:
        return
    shapes.box(layout.bar, style.BAR)
    shapes.box(Rect(layout.bar.x, layout.bar.y, layout.bar.width, 1), style.BAR_EDGE)
    if layout.mode is BarMode.SLIM:
        middle = layout.track.middle
        thick = layout.px(4)
        line = Rect(layout.track.x, round(middle - thick / 2), layout.track.width, thick)
        shapes.box(line, style.RULE, thick / 2)
        return
    _draw_ruler(shapes, layout, timeline.duration)
    gutter = layout.track.x
    for i, row in enumerate(layout.rows):
        lane = timeline.lanes[layout.first_row + i]
        shapes.box(row, style.ROW if (layout.first_row + i) % 2 else style.ROW_OTHER)
        if gutter > layout.px(40):
            shapes.box(Rect(0, row.y, gutter - layout.px(4), row.height), style.GUTTER)
            color = style.TEXT_DIM if lane.number == 0 else style.TEXT
            shapes.fitted(lane.label, layout.px(12), row.middle, gutter - layout.px(24), color, 12)
        if lane.number == 0 and timeline.problem is not None:  # in place of the block, whose name lies there
            words, room = f"events cannot be shown: {timeline.problem}", layout.track.width - layout.px(12)
            shapes.fitted(words, layout.track.x + layout.px(6), row.middle, room, style.ERROR, 11)
            continue
        for k, block in enumerate(lane.blocks):
            before = lane.blocks[k - 1] if k else None
            _draw_block(shapes, layout, row, block, before, timeline.duration)
            _draw_block_name(shapes, layout, row, block, timeline.duration, above_events=bool(lane.events))
        _draw_events(shapes, layout, row, lane, timeline.duration)
    if layout.rows and len(layout.rows) < layout.row_count:
        _draw_scroll(shapes, layout)


def _draw_ruler(shapes: Shapes, layout: Layout, duration: float) -> None:
    ruler = layout.ruler
    step = ruler_step(duration, ruler.width, layout.px(64))
    if duration <= 0.0:
        shapes.text("still", ruler.x + layout.px(9), ruler.middle, style.TEXT_FAINT, 11)
        return
    bottom = ruler.bottom
    for i in range(int(duration / step + 1e-6) + 1):
        x = round(layout.x_at(i * step, duration))
        shapes.box(Rect(x, bottom - layout.px(7), 1, layout.px(7)), style.RULE)
        text = _figure(i * step, step)
        left = x + layout.px(_HEAD / 2 + 3)
        if left + shapes.width(text, 11) <= ruler.right + layout.px(8):
            shapes.text(text, left, ruler.middle, style.TEXT_DIM, 11)
        for k in range(1, 5):
            minor = i * step + k * step / 5
            if minor < duration:
                x = round(layout.x_at(minor, duration))
                shapes.box(Rect(x, bottom - layout.px(3), 1, layout.px(3)), style.RULE)


def _draw_block(shapes: Shapes, layout: Layout, row: Rect, block: Block, before: Block | None, duration: float) -> None:
    """A clip, fading in over the one before by steps, dimmer where it holds its last pose, loops marked."""
    color = _clip_color(block)
    y, height = row.y + layout.px(2), row.height - 2 * layout.px(2)
    x0, x1 = layout.x_at(block.start, duration), layout.x_at(block.end, duration)
    blend, held = layout.x_at(block.blend_end, duration), layout.x_at(block.held_from, duration)
    blend = min(blend, x1)
    if duration <= 0.0:
        x1 = blend = held = layout.track.right
        x0 = layout.track.x
        blend = x0
    if blend - x0 >= 1.0:
        if before is not None:
            shapes.box(Rect(round(x0) - 1, y, round(blend) - round(x0) + 1, height), _clip_color(before))
        for k in range(_STRIPS):
            left, right = (round(x0 + (blend - x0) * n / _STRIPS) for n in (k, k + 1))
            if right > left:
                shapes.box(Rect(left, y, right - left, height), style.with_alpha(color, (k + 0.5) / _STRIPS))
        shapes.line(x0, y + height - 1, blend, y + 1, style.with_alpha(style.TEXT, 0.35), 1.0)
    left, right = round(blend), max(round(x1) - 1, round(blend) + 1)
    split = min(max(round(held), left), right)
    if split > left:
        shapes.box(Rect(left, y, split - left, height), color)
    if right > split:
        shapes.box(Rect(split, y, right - split, height), style.with_alpha(color, 0.5))
    times = [layout.x_at(t, duration) for t in block.loop_times]
    if times and (len(times) < 2 or times[1] - times[0] >= layout.px(4)):
        for x in times:
            shapes.box(Rect(round(x), y, 1, layout.px(4)), style.with_alpha(style.BAR_EDGE, 0.7))
            shapes.box(
                Rect(round(x), y + height - layout.px(4), 1, layout.px(4)), style.with_alpha(style.BAR_EDGE, 0.7)
            )


def _draw_block_name(
    shapes: Shapes, layout: Layout, row: Rect, block: Block, duration: float, *, above_events: bool
) -> None:
    """A clip's name in the middle of its lane, or higher where the lane has marks of events below.

    It begins after the fade, or where it has more room with the fade, over that with something behind it.
    """
    start, blend, end = (layout.x_at(t, duration) for t in (block.start, block.blend_end, block.end))
    if duration <= 0.0:
        start, blend, end = layout.track.x, layout.track.x, layout.track.right
    blend = min(blend, end)
    pad = layout.px(6)
    right = max(round(end) - 1, round(blend) + 1) - layout.px(4)
    wanted = shapes.width(block.name, 11)
    after, whole = right - round(blend) - pad, right - round(start) - pad
    over_fade = after < min(wanted, whole)
    room = whole if over_fade else after
    if room <= layout.px(14):
        return
    run = shapes.glyphs.fitted(block.name, layout.px(11), room)
    left = round(start if over_fade else blend) + pad
    middle = row.y + layout.px(7.5) if above_events else row.middle
    if over_fade:
        side, high = layout.px(3), layout.px(13)
        back = Rect(left - side, round(middle - high / 2), run.width + 2 * side, high)
        shapes.box(back, style.with_alpha(_clip_color(block), 0.85), side)
    shapes.text(run, left, middle, style.TEXT, 11)


def _clip_color(block: Block) -> style.Color:
    return style.STAGE_CLIP if block.color is None else style.CLIP_COLORS[block.color % len(style.CLIP_COLORS)]


def _draw_events(shapes: Shapes, layout: Layout, row: Rect, lane: Lane, duration: float) -> None:
    if not lane.events:
        return
    centres = event_places(layout, row, lane, duration)
    shapes.diamonds(centres, layout.px(5), style.BAR_EDGE)
    shapes.diamonds(centres, layout.px(4), style.EVENT)


def event_places(layout: Layout, row: Rect, lane: Lane, duration: float) -> NDArray[np.float64]:
    """The middles of the marks of a lane's events, float64 (events, 2), low on it: names of clips lie above."""
    y = row.bottom - layout.px(6)
    return np.array([(layout.x_at(e.time, duration), y) for e in lane.events], np.float64).reshape(len(lane.events), 2)


def _draw_scroll(shapes: Shapes, layout: Layout) -> None:
    first, last = layout.rows[0], layout.rows[-1]
    high = last.bottom - first.y
    width = layout.px(3)
    share = len(layout.rows) / layout.row_count
    top = first.y + high * layout.first_row / layout.row_count
    shapes.box(Rect(layout.size[0] - 2 * width, top, width, high * share), style.TEXT_FAINT, width / 2)


def draw_front(
    shapes: Shapes, layout: Layout, controls: Controls, hovered: str | None, held: str | None, hover_time: float | None
) -> None:
    """What changes from frame to frame: playhead, time, buttons. `hovered` and `held` are buttons."""
    if layout.mode is BarMode.NONE:
        return
    player = controls.player
    duration = player.shot.duration
    x = layout.x_at(player.time, duration)
    track = layout.track
    if hover_time is not None:
        at = round(layout.x_at(hover_time, duration))
        shapes.box(Rect(at, track.y + 1, 1, track.height - 1), style.with_alpha(style.TEXT, 0.35))
    if layout.mode is BarMode.SLIM:
        thick = layout.px(4)
        shapes.box(Rect(track.x, round(track.middle - thick / 2), x - track.x, thick), style.ACCENT, thick / 2)
        radius = layout.px(6 if hover_time is not None or controls.scrubbing else 5)
        shapes.discs(np.array([[x, track.middle]]), radius, style.ACCENT)
    else:
        width = max(layout.px(1.5), 1)
        left = round(x - width / 2)
        shapes.box(Rect(left, track.y + layout.px(6), width, track.height - layout.px(6)), style.ACCENT)
        head = layout.px(_HEAD)
        shapes.box(
            Rect(left + width / 2 - head / 2, track.y + layout.px(3), head, layout.px(11)), style.ACCENT, head / 3
        )
    _draw_time(shapes, layout, controls)
    _draw_buttons(shapes, layout, controls, hovered, held)


def _draw_time(shapes: Shapes, layout: Layout, controls: Controls) -> None:
    player = controls.player
    rect = layout.time
    right = shapes.text(clock_text(player.time), rect.x, rect.middle, style.TEXT, 14)
    shapes.text(f" / {clock_text(player.shot.duration)}", right, rect.middle, style.TEXT_DIM, 12)
    if rect.right <= layout.size[0]:
        shapes.text(f"frame {controls.frame}", rect.right, rect.middle, style.TEXT_DIM, 12, align=1.0)


def _draw_buttons(shapes: Shapes, layout: Layout, controls: Controls, hovered: str | None, held: str | None) -> None:
    player = controls.player
    radius = layout.px(5)
    for name, rect in layout.buttons.items():
        if name in (hovered, held):
            shapes.box(rect, style.PRESSED if name == held else style.HOVER, radius)
        middle = rect.x + rect.width / 2
        color = style.TEXT
        match name:
            case "play":
                shapes.icon("pause" if player.playing else "play", middle, rect.middle, style.ACCENT, 17)
            case "shot":
                shapes.box(rect, style.with_alpha(style.TEXT, 0.05), radius)
                room = rect.width - layout.px(30)
                shapes.fitted(player.shot.name, rect.x + layout.px(10), rect.middle, room, style.TEXT, 13)
                shapes.icon("up", rect.right - layout.px(14), rect.middle, style.TEXT_DIM, 14)
            case "speed":
                changed = player.speed != 1.0
                color = style.ACCENT if changed else style.TEXT_DIM
                shapes.text(f"{player.speed:g}x", middle, rect.middle, color, 13, align=0.5)
            case "fit":
                plain = controls.view.is_plain
                text = controls.view.fit.value if plain else f"{controls.view.zoom * 100:.0f}%"
                color = style.TEXT_DIM if plain else style.ACCENT
                shapes.text(text, middle, rect.middle, color, 12, align=0.5)
            case "loop":
                color = style.TEXT_FAINT if player.loop == "none" else style.ACCENT
                shapes.icon("loop", middle, rect.middle, color)
                if player.loop == "shot":
                    shapes.text("1", middle, rect.middle, color, 9, align=0.5)
            case "layers":
                shapes.icon(name, middle, rect.middle, style.ACCENT if controls.overlays else color)
            case _:
                shapes.icon(name, middle, rect.middle, color)
