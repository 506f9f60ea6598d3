"""The window without a window: what keys and the pointer do, and the shapes to be drawn. Pixels, y down; no GL."""

from __future__ import annotations

from collections.abc import Callable
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from rigbyscene.play import menus
from rigbyscene.play.bar import draw_backdrop, draw_front
from rigbyscene.play.controls import Controls
from rigbyscene.play.glyphs import Glyphs
from rigbyscene.play.keys import ACTIONS
from rigbyscene.play.layout import BarMode, Layout, lay_out
from rigbyscene.play.panels import draw_diagnostics, draw_help, draw_log, draw_tip, draw_toast
from rigbyscene.play.shapes import Shapes
from rigbyscene.play.tips import button_tip, track_tip
from rigbyscene.play.viewport import ZOOM_STEP, pushed, zoomed

Button = Literal["left", "middle", "right"]

REQUESTS = ("still", "full screen", "reload", "sound", "close")
"""What only the window can do; `Desk.requests` is called with one of these."""

_CLICK_PX = 4.0


class Desk:
    """Layout, pointer, panels and keys on top of `controls`.

    `requests` is called for what only a window can do (`REQUESTS`). Call `resize` before anything else and whenever
    the framebuffer changes; `draw` fills `shapes` with all that lies over the picture.
    """

    def __init__(self, controls: Controls, requests: Callable[[str], None] = lambda name: None):
        self.controls = controls
        self.shapes = Shapes(Glyphs())
        self.bar_mode = BarMode.LANES
        self.show_help = False
        self.show_log = False
        self.full_screen = False
        self.pointer: tuple[float, float] | None = None
        self.menus = menus.Menus(controls, self.act)
        self._held: str | None = None
        self._drag: Literal["scrub", "push", "click"] | None = None
        self._pressed_at = (0.0, 0.0)
        self._first_row = 0
        self.requests = requests
        self._size, self._scale = (1, 1), 1.0
        self._layout: Layout | None = None
        self._backdrop: tuple[object, NDArray[np.float32]] | None = None

    # layout

    def resize(self, size: tuple[int, int], scale: float) -> None:
        """The framebuffer has `size` pixels, `scale` of them a point."""
        self._size, self._scale = size, scale
        self.shapes.scale = scale
        self.relayout()

    def relayout(self) -> None:
        """Something that the layout depends on has changed."""
        self._layout = None
        self.menus.close()

    @property
    def layout(self) -> Layout:
        controls = self.controls
        lanes = len(controls.player.scene.cast) + 1
        if self._layout is None or self._layout.row_count not in (0, lanes):
            names = [s.name for s in controls.player.shots]
            widest = max(self.shapes.width(name) for name in names)
            shot_width = min(widest + self.shapes.px(40), self.shapes.px(220))
            self._layout = lay_out(
                self._size, self._scale, self.bar_mode, lanes, first_row=self._first_row, shot_width=shot_width
            )
            if self._layout.rows:
                self._first_row = self._layout.first_row
        return self._layout

    # keys

    def key(self, key: str) -> bool:
        """A key in the words of `rigbyscene.play.keys`; returns whether it means anything."""
        if self.menus.menu is not None and key in menus.KEYS:
            self.menus.key(key)
            return True
        action = ACTIONS.get(key)
        if action is None:
            return False
        self.act(action)
        return True

    def act(self, action: str) -> None:
        """Do what a key or a button stands for. KeyError for an action that is unknown."""
        controls = self.controls
        kind, _, rest = action.partition(" ")
        if kind == "overlay":
            controls.toggle_overlay(rest)
        elif kind == "shot" and rest.isdecimal():
            if int(rest) <= len(controls.player.shots):
                controls.go_shot(int(rest) - 1)
        elif action in menus.NAMES:
            self.menus.toggle(action, self.layout)
        elif action in REQUESTS:
            self.requests(action)
        else:
            self._actions()[action]()

    def _actions(self) -> dict[str, Callable[[], object]]:
        controls = self.controls
        return {
            "play": controls.toggle_play,
            "previous frame": lambda: controls.step(-1),
            "next frame": lambda: controls.step(1),
            "back": lambda: controls.seek_by(-1.0),
            "on": lambda: controls.seek_by(1.0),
            "far back": lambda: controls.seek_by(-5.0),
            "far on": lambda: controls.seek_by(5.0),
            "start": controls.to_start,
            "end": controls.to_end,
            "slower": lambda: controls.change_speed(-1),
            "faster": lambda: controls.change_speed(1),
            "speed": controls.reset_speed,
            "normal speed": controls.reset_speed,
            "loop": controls.cycle_loop,
            "previous shot": lambda: controls.next_shot(-1),
            "next shot": lambda: controls.next_shot(1),
            "fit": controls.cycle_fit,
            "closer": lambda: self._zoom(ZOOM_STEP**2),
            "farther": lambda: self._zoom(ZOOM_STEP**-2),
            "reset view": controls.reset_view,
            "bar": self._next_bar,
            "log": lambda: setattr(self, "show_log", not self.show_log),
            "help": lambda: setattr(self, "show_help", not self.show_help),
            "escape": self._escape,
        }

    def _escape(self) -> None:
        if self.show_help or self.show_log:
            self.show_help = self.show_log = False
        elif self.full_screen:
            self.requests("full screen")

    def _next_bar(self) -> None:
        modes = list(BarMode)
        self.bar_mode = modes[(modes.index(self.bar_mode) + 1) % len(modes)]
        self.relayout()

    def _zoom(self, factor: float) -> None:
        size = self.layout.scene_size
        at = self.pointer
        if at is None or not self.layout.scene.contains(*at):
            at = (size[0] / 2, size[1] / 2)
        self.controls.view = zoomed(self.controls.view, factor, at, size)

    # pointer

    def move(self, x: float, y: float) -> None:
        """The pointer has moved, with no button held or with one."""
        before, self.pointer = self.pointer, (x, y)
        if self._drag == "scrub":
            self._scrub_to(x)
            return
        far = abs(x - self._pressed_at[0]) + abs(y - self._pressed_at[1]) > _CLICK_PX * self._scale
        if self._drag == "click" and far:
            self._drag = "push"
            before = self._pressed_at
        if self._drag == "push" and before is not None:
            way = (x - before[0], y - before[1])
            self.controls.view = pushed(self.controls.view, way, self.layout.scene_size)
        self.menus.hover(x, y)

    def leave(self) -> None:
        """The pointer is not over the window any more."""
        if self._drag is None:
            self.pointer = None

    def press(self, x: float, y: float, button: Button) -> None:
        """A mouse button went down."""
        self.pointer = self._pressed_at = (x, y)
        layout = self.layout
        if self.menus.press(x, y):
            return
        if self.menus.menu is not None:
            self._held = layout.button_at(x, y)
            if self._held != self.menus.menu.name:  # that button's click closes it
                self.menus.close()
            if self._held is not None or layout.scene.contains(x, y):
                return
        if layout.scene.contains(x, y):
            self._drag = "click" if button == "left" else "push"
        elif button == "left":
            self._held = layout.button_at(x, y)
            if self._held is None and self._on_track(x, y):
                self._drag = "scrub"
                self.controls.begin_scrub()
                self._scrub_to(x)

    def release(self, x: float, y: float, button: Button) -> None:
        """A mouse button went up: a click on a button counts where it began and ended."""
        held, self._held = self._held, None
        drag, self._drag = self._drag, None
        if drag == "scrub":
            self.controls.end_scrub()
        elif drag == "click" and button == "left":
            self.controls.toggle_play()
        elif held is not None and self.layout.button_at(x, y) == held:
            self.act(held)

    def scroll(self, x: float, y: float, steps: float) -> None:
        """The wheel: over the picture it zooms, over lanes and lists it scrolls, over slim tracks it steps frames."""
        self.pointer = (x, y)
        if self.menus.menu is not None:
            if self.menus.menu.rect.contains(x, y):
                self.menus.scroll(-round(steps))
            return
        layout = self.layout
        if layout.scene.contains(x, y):
            self.controls.view = zoomed(self.controls.view, ZOOM_STEP**steps, (x, y), layout.scene_size)
        elif layout.mode is BarMode.LANES and len(layout.rows) < layout.row_count and y >= layout.ruler.bottom:
            self._first_row = layout.first_row - round(steps)
            self.relayout()
        elif layout.bar.contains(x, y):
            self.controls.step(-round(steps))

    def _on_track(self, x: float, y: float) -> bool:
        """Near the track counts, too: its ends are easier to hit."""
        track = self.layout.track
        slack = self.layout.px(10)
        return track.y <= y < track.bottom and track.x - slack <= x < track.right + slack

    def _scrub_to(self, x: float) -> None:
        controls = self.controls
        controls.seek(self.layout.time_at(x, controls.player.shot.duration))

    # drawing

    def draw(self) -> None:
        """Add to `shapes` all that lies over the picture but the overlays; these come first."""
        shapes, layout, controls = self.shapes, self.layout, self.controls
        self._add_backdrop(layout)
        hovered = tip = hover_time = None
        if self.pointer is not None and self.menus.menu is None and self._drag in (None, "scrub"):
            hovered = layout.button_at(*self.pointer) if self._drag is None else None
            if self._drag == "scrub" or self._on_track(*self.pointer):
                hover_time = layout.time_at(self.pointer[0], controls.player.shot.duration)
            tip = button_tip(hovered) if hovered is not None else track_tip(layout, controls, *self.pointer)
        if self.show_log:
            draw_log(shapes, layout, controls)
        if self.controls.diagnostics:
            draw_diagnostics(shapes, layout, self.controls.diagnostics)
        draw_front(shapes, layout, controls, hovered, self._held, hover_time)
        if self.show_help:
            draw_help(shapes, layout)
        self.menus.draw(shapes)
        if tip and self.pointer is not None:
            draw_tip(shapes, layout, tip, self.pointer[0])
        if controls.toast is not None:
            draw_toast(shapes, layout, controls.toast.text)

    def _add_backdrop(self, layout: Layout) -> None:
        """What only changes with shot or layout is kept as rows."""
        shapes = self.shapes
        timeline = self.controls.timeline
        key = (layout, timeline, shapes.glyphs.generation)
        if self._backdrop is None or self._backdrop[0] != key:
            first = len(shapes.rows)
            draw_backdrop(shapes, layout, timeline)
            self._backdrop = ((layout, timeline, shapes.glyphs.generation), shapes.rows[first:].copy())
            return
        shapes.add(self._backdrop[1])
