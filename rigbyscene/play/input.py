"""pyglet's events of keys and pointer, in the desk's words."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from rigbyscene.play.desk import Button, Desk


class DeskInput:
    """Handlers for a pyglet window (`push_handlers`); `touched` is called when there is something new to draw.

    Keys with a character act when it is typed, so that they are where the keyboard's layout has them, and repeat while
    held, as arrows do.
    """

    def __init__(self, window: Any, desk: Desk, touched: Callable[[], None]):
        from pyglet.window import key, mouse

        self._buttons: dict[int, Button] = {mouse.LEFT: "left", mouse.MIDDLE: "middle", mouse.RIGHT: "right"}
        self._motions = {
            key.MOTION_LEFT: "left",
            key.MOTION_RIGHT: "right",
            key.MOTION_UP: "up",
            key.MOTION_DOWN: "down",
            key.MOTION_BEGINNING_OF_LINE: "home",
            key.MOTION_END_OF_LINE: "end",
            key.MOTION_PREVIOUS_PAGE: "pageup",
            key.MOTION_NEXT_PAGE: "pagedown",
            key.MOTION_BACKSPACE: "backspace",
        }
        self._named = {
            key.ESCAPE: "escape",
            key.TAB: "tab",
            key.ENTER: "enter",
            key.NUM_ENTER: "enter",
            key.F1: "f1",
            key.F11: "f11",
            key.F12: "f12",
        }
        self._commands = key.MOD_CTRL | key.MOD_COMMAND
        self._symbol_name = key.symbol_string
        self._window = window
        self._desk = desk
        self._touched = touched

    def _key(self, name: str) -> bool:
        known = self._desk.key(name)
        if known:
            self._touched()
        return known

    def _pixel(self, x: float, y: float) -> tuple[float, float]:
        """The pixel of the framebuffer, y down, that pyglet's pointer position means."""
        size, points = self._window.get_framebuffer_size(), self._window.get_size()
        return (x + 0.5) * size[0] / max(points[0], 1), size[1] - (y + 0.5) * size[1] / max(points[1], 1)

    def on_key_press(self, symbol: int, modifiers: int) -> bool:
        if modifiers & self._commands:
            self._key(f"ctrl+{self._symbol_name(symbol).lower()}")
        elif symbol in self._named:
            self._key(self._named[symbol])
        return True  # pyglet's own answer to Escape is to close

    def on_text(self, text: str) -> None:
        if text not in ("\r", "\n"):
            self._key(text.lower())

    def on_text_motion(self, motion: int) -> None:
        if motion in self._motions:
            self._key(self._motions[motion])

    def on_text_motion_select(self, motion: int) -> None:
        if motion in self._motions and not self._key(f"shift+{self._motions[motion]}"):
            self._key(self._motions[motion])

    def on_mouse_motion(self, x: float, y: float, dx: float, dy: float) -> None:
        self._desk.move(*self._pixel(x, y))
        self._touched()

    def on_mouse_drag(self, x: float, y: float, dx: float, dy: float, buttons: int, modifiers: int) -> None:
        self._desk.move(*self._pixel(x, y))
        self._touched()

    def on_mouse_press(self, x: float, y: float, button: int, modifiers: int) -> None:
        if button in self._buttons:
            self._desk.press(*self._pixel(x, y), self._buttons[button])
            self._touched()

    def on_mouse_release(self, x: float, y: float, button: int, modifiers: int) -> None:
        if button in self._buttons:
            self._desk.release(*self._pixel(x, y), self._buttons[button])
            self._touched()

    def on_mouse_scroll(self, x: float, y: float, scroll_x: float, scroll_y: float) -> None:
        self._desk.scroll(*self._pixel(x, y), scroll_y)
        self._touched()

    def on_mouse_leave(self, x: float, y: float) -> None:
        self._desk.leave()
        self._touched()
