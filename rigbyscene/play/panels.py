"""Draws what lies over the picture for a while: help, event log, diagnostics, remarks."""

from __future__ import annotations

import textwrap
from collections.abc import Sequence

from rigbyscene.errors import Diagnostic, Severity, abridged
from rigbyscene.play import style
from rigbyscene.play.bar import clock_text
from rigbyscene.play.controls import Controls
from rigbyscene.play.keys import LAYERS, LOOKING, PLAYBACK
from rigbyscene.play.layout import Layout
from rigbyscene.play.shapes import Shapes
from rigbyscene.play.style import Rect
from rigbyscene.play.timing import timing_place
from rigbyscene.scene.events import SceneEvent

_LINE = 20
_LOG_WIDTH = 330
_LOG_LINES = 14


_HELP = (("Playing", PLAYBACK), ("Looking", LOOKING), ("Overlays", LAYERS))
_HELP_SIZES = (12, 11, 10, 9, 8)
"""Points of the help's letters: the first that its words have room with."""


def draw_help(shapes: Shapes, layout: Layout) -> None:
    """All keys in three columns as wide as their words, over the bar, too, where the picture is low."""
    px = shapes.px
    columns = [(title, [b for b in bindings if b.shown]) for title, bindings in _HELP]
    lines = max(len(bindings) for _, bindings in columns) + 2
    margin, pad = px(12), px(16)
    height = layout.scene.height if layout.scene.height >= lines * px(_LINE - 2) + 2 * margin else layout.size[1]
    line = max(min(px(_LINE), int((height - 2 * margin) // lines)), px(9))
    most = layout.size[0] - 2 * pad
    fitting = (n for n in _HELP_SIZES if shapes.glyphs.line_height(px(n)) <= line)
    size = next((n for n in fitting if sum(_help_widths(shapes, n)) <= most), _HELP_SIZES[-1])
    widths = _help_widths(shapes, size)
    shrink = min(most / sum(widths), 1.0)
    widths = [width * shrink for width in widths]
    total = Rect(0, 0, round(sum(widths) + 2 * pad), lines * line + 2 * margin)
    x = round(max((layout.size[0] - total.width) / 2, 0))
    y = round(max((height - total.height) / 2, 0))
    shapes.panel(Rect(x, y, total.width, total.height), style.PANEL, style.PANEL_EDGE, px(8))
    gap = px(size)
    for column, (title, bindings) in enumerate(columns):
        keys, words = widths[2 * column : 2 * column + 2]
        left, top = x + pad + sum(widths[: 2 * column]), y + margin + line / 2
        shapes.fitted(title, left, top, keys + words, style.ACCENT, size + 1)
        for i, binding in enumerate(bindings):
            middle = top + (i + 1.5) * line
            shapes.fitted(binding.shown, left, middle, keys - gap / 2, style.TEXT, size)
            shapes.fitted(binding.text, left + keys, middle, words - gap / 2, style.TEXT_DIM, size)


def _help_widths(shapes: Shapes, size: int) -> list[float]:
    """What keys and words of each column of the help want, with the gaps behind them, in letters of `size` points."""
    widths: list[float] = []
    gap = shapes.px(size)
    for _, bindings in _HELP:
        shown = [b for b in bindings if b.shown]
        widths.append(max(shapes.width(b.shown, size) for b in shown) + gap)
        widths.append(max(shapes.width(b.text, size) for b in shown) + 2 * gap)
    widths[-1] -= 1.5 * gap  # the panel's edge follows
    return widths


def event_words(event: SceneEvent) -> str:
    """An event's name and those of its values that it has.

    >>> event_words(SceneEvent("stage", "a", 1.0, "step", 3, 0.0, "left", None, 1.0, 0.0, 1.0))
    'step 3 "left"'
    """
    words = [event.name]
    if event.int_value:
        words.append(str(event.int_value))
    if event.float_value:
        words.append(f"{event.float_value:g}")
    if event.string_value:
        words.append(f'"{event.string_value}"')
    if event.audio:
        words.append(f"({event.audio})")
    return " ".join(words)


def log_place(shapes: Shapes, layout: Layout, controls: Controls) -> Rect:
    """Where the log of events is: at the picture's right, below the frame times where they reach that far."""
    px = shapes.px
    width = min(px(_LOG_WIDTH), layout.size[0] - px(24))
    x, y = layout.size[0] - width - px(12), px(12)
    if "timing" in controls.overlays:
        timing = timing_place(shapes, layout.scene)
        y = y if timing.right <= x else round(timing.bottom) + px(4)
    most = max(int((layout.scene.height - y - px(48)) // px(_LINE)), 1)
    lines = min(_LOG_LINES, most, max(len(controls.log), 1))
    return Rect(x, y, width, (lines + 1) * px(_LINE) + px(16))


def draw_log(shapes: Shapes, layout: Layout, controls: Controls) -> None:
    """The latest events, newest lowest, at the picture's right."""
    px = shapes.px
    line = px(_LINE)
    rect = log_place(shapes, layout, controls)
    shown = list(controls.log)[-(round((rect.height - px(16)) / line) - 1) :]
    shapes.panel(rect, style.PANEL, style.PANEL_EDGE, px(7))
    left, y = rect.x + px(12), rect.y + px(8) + line / 2
    shapes.text("Events", left, y, style.ACCENT, 13)
    shapes.text(str(controls.logged), rect.right - px(12), y, style.TEXT_FAINT, 12, align=1.0)
    if not shown:
        shapes.text("none yet", left, y + line, style.TEXT_FAINT, 12)
    for i, event in enumerate(shown):
        at = y + (i + 1) * line
        shapes.text(clock_text(event.time), left, at, style.TEXT_DIM, 12)
        shapes.fitted(event.source, left + px(66), at, px(74), style.TEXT_DIM, 12)
        shapes.fitted(event_words(event), left + px(144), at, rect.right - left - px(156), style.TEXT, 12)


def draw_diagnostics(shapes: Shapes, layout: Layout, diagnostics: Sequence[Diagnostic]) -> None:
    """What is wrong with the files as they were saved last, over the picture of those before."""
    px = shapes.px
    line = px(18)
    width = min(px(820), layout.size[0] - px(24))
    letters = max(int((width - px(40)) / px(6.4)), 20)
    most = max(int((layout.scene.height - px(80)) // line), 2)
    lines: list[tuple[str, int]] = []
    for diagnostic in abridged(diagnostics, "rigbyscene check --json tells them all"):
        color = style.ERROR if diagnostic.severity is Severity.ERROR else style.WARNING
        parts = textwrap.wrap(str(diagnostic), letters, break_on_hyphens=False) or [""]
        lines += [(part, color if i == 0 else style.TEXT) for i, part in enumerate(parts)]
    if len(lines) > most:
        hidden = len(lines) - most + 1
        lines = [*lines[: most - 1], (f"and {hidden} more lines: rigbyscene check tells them", style.TEXT_DIM)]
    rect = Rect(px(12), px(12), width, (len(lines) + 1) * line + px(24))
    shapes.panel(rect, style.PANEL, style.ERROR, px(7))
    y = rect.y + px(12) + line / 2
    shapes.text("These files cannot be shown; the picture is of those before", rect.x + px(16), y, style.ACCENT, 13)
    for i, (text, color) in enumerate(lines, start=1):
        shapes.fitted(text, rect.x + px(16), y + i * line, width - px(32), color, 12)


def draw_toast(shapes: Shapes, layout: Layout, text: str) -> None:
    """A remark at the top of the picture, where no words about the bar are in its way."""
    px = shapes.px
    run = shapes.glyphs.fitted(text, px(13), layout.size[0] - px(60))
    width, height = run.width + px(28), px(28)
    rect = Rect(round((layout.size[0] - width) / 2), px(14), width, height)
    shapes.box(rect, style.PANEL, height / 2)
    shapes.text(run, rect.x + px(14), rect.middle, style.TEXT, 13)


def draw_tip(shapes: Shapes, layout: Layout, lines: Sequence[str], x: float) -> None:
    """A few lines above the bar, about `x`, about what is under the pointer."""
    px = shapes.px
    line = px(17)
    most = layout.size[0] - px(40)
    runs = [shapes.glyphs.fitted(text, px(12), most) for text in lines]
    width = max(run.width for run in runs) + px(20)
    height = len(runs) * line + px(10)
    left = round(min(max(x - width / 2, px(6)), layout.size[0] - width - px(6)))
    rect = Rect(left, layout.bar.y - height - px(6), width, height)
    shapes.panel(rect, style.PANEL, style.PANEL_EDGE, px(5))
    for i, run in enumerate(runs):
        color = style.TEXT if i == 0 else style.TEXT_DIM
        shapes.text(run, rect.x + px(10), rect.y + px(5) + (i + 0.5) * line, color, 12)
