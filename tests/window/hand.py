"""The side of the window tests that has the window: a process of its own, told through a pipe what to do.

Of its own because other tests draw without a screen, after which pyglet opens no windows in the same process. Keys and
the pointer come as X events, the way from another program; a tick of time comes when a test says so.
"""

from __future__ import annotations

import contextlib
import ctypes
import importlib
import time
import traceback
from collections.abc import Callable
from dataclasses import dataclass
from multiprocessing.connection import Connection
from typing import Any

import numpy as np
from numpy.typing import NDArray

from rigbyscene.cli import play
from rigbyscene.cli import window as cli_window
from rigbyscene.cli.opening import open_scene as opened
from rigbyscene.cli.requests import Look, Staging
from rigbyscene.play.desk import Desk
from rigbyscene.play.layout import Layout
from rigbyscene.play.opening import open_window, play_in
from rigbyscene.play.viewport import View
from rigbyscene.play.watch import WatchedAssets, Watcher

_window: Any = None


@dataclass(frozen=True, slots=True)
class Seen:
    """What a window is at."""

    shot: str
    time: float
    frame: int
    playing: bool
    speed: float
    loop: str
    overlays: frozenset[str]
    view: View
    layout: Layout
    size: tuple[int, int]
    full_screen: bool
    help: bool
    log: tuple[str, ...] | None
    menu: str | None
    toast: str | None
    diagnostics: tuple[str, ...]


def serve(pipe: Connection) -> None:
    """Answer calls until the pipe closes."""
    while True:
        try:
            name, arguments, options = pipe.recv()
        except EOFError:
            return
        try:
            pipe.send((True, globals()[name](*arguments, **options)))
        except BaseException:
            pipe.send((False, traceback.format_exc()))


def open_scene(
    path: str,
    *,
    size: tuple[int, int] = (960, 600),
    watch_s: float | None = None,
    watcher_starts: bool = True,
    **options: Any,
) -> Seen:
    """Open a window on a scene as the command does, paused unless told otherwise; the one before is closed."""
    global _window
    close()
    staging = Staging(path)
    request = play.Play(staging, Look(f"{size[0]}x{size[1]}"), **({"paused": True} | options))
    picture, fps = play._checked(request)
    assets = WatchedAssets()
    scene = opened(staging, quiet=True, assets=assets).framed()
    loaded = cli_window.loaded_for_window(scene)
    watcher = None
    if watch_s is not None:
        watcher = Watcher(
            lambda again: cli_window.loaded_for_window(opened(staging, quiet=True, assets=again).framed()),
            assets.stamps,
            interval_s=watch_s,
        )
    _window = play_in(
        open_window("tested", picture.size),
        loaded,
        Desk(cli_window.controls_for(request, scene, picture, fps)),
        background=picture.background,
        watcher=watcher,
        write_still=lambda pixels, shot, t: cli_window.save_still(scene, pixels, shot, t),
    )
    if watcher is not None and watcher_starts:
        watcher.start()
    _window.window.dispatch_events()
    return seen()


def close() -> None:
    global _window
    window, _window = _window, None
    if window is not None:
        window.close()


def seen() -> Seen:
    desk, controls = _window.desk, _window.desk.controls
    player = controls.player
    return Seen(
        player.shot.name,
        player.time,
        controls.frame,
        player.playing,
        player.speed,
        player.loop,
        frozenset(controls.overlays),
        controls.view,
        desk.layout,
        _window.window.get_framebuffer_size(),
        _window.window.fullscreen,
        desk.show_help,
        tuple(e.name for e in controls.log) if desk.show_log else None,
        desk.menus.menu.name if desk.menus.menu is not None else None,
        controls.toast.text if controls.toast is not None else None,
        tuple(str(d) for d in controls.diagnostics),
    )


def picture() -> NDArray[np.uint8]:
    """What the window shows now, uint8 (h, w, 3)."""
    return _window.picture()


def tick(dt: float, count: int = 1) -> Seen:
    for _ in range(count):
        _window.tick(dt)
    return seen()


def tick_until(wanted: str, dt: float = 0.01, most_s: float = 30.0) -> Seen:
    """Tick in real time until `wanted`, an expression of `s` (`Seen`), holds."""
    end = time.monotonic() + most_s
    while time.monotonic() < end:
        _window.tick(dt)
        s = seen()
        if eval(wanted, {"s": s}):
            return s
        time.sleep(dt)
    raise TimeoutError(f"{wanted} did not come true: {seen()}")


# keys and pointer, as X events


def _send(event: Any, mask: int) -> None:
    from pyglet.libs.x11 import xlib

    xlib.XSendEvent(_window.window._x_display, event.xany.window, True, mask, ctypes.byref(event))
    xlib.XSync(_window.window._x_display, False)
    _window.window.dispatch_events()


def press_key(*names: str) -> Seen:
    """Press and release keys by their X names (``space``, ``bracketleft``), one after another; ``shift+`` before."""
    from pyglet.libs.x11 import xlib

    for name in names:
        shift, _, plain = name.rpartition("+")
        keycode = xlib.XKeysymToKeycode(_window.window._x_display, xlib.XStringToKeysym(plain.encode()))
        assert keycode, f"there is no key {plain}"
        for kind, mask in ((xlib.KeyPress, xlib.KeyPressMask), (xlib.KeyRelease, xlib.KeyReleaseMask)):
            event = xlib.XEvent()
            event.xkey.type = kind
            event.xkey.display = _window.window._x_display
            event.xkey.window = _window.window._view
            event.xkey.root = _window.window._get_root()
            event.xkey.same_screen = True
            event.xkey.keycode = keycode
            event.xkey.state = {"": 0, "shift": xlib.ShiftMask, "ctrl": xlib.ControlMask}[shift]
            _send(event, mask)
            if _window is None or not _window.is_open:
                return _CLOSED
    return seen()


_CLOSED: Any = None


def point(x: float, y: float, held: bool = False) -> Seen:
    """Move the pointer to a pixel, y down."""
    from pyglet.libs.x11 import xlib

    event = xlib.XEvent()
    event.xmotion.type = xlib.MotionNotify
    event.xmotion.display, event.xmotion.window = _window.window._x_display, _window.window._view
    event.xmotion.x, event.xmotion.y = int(x), int(y)
    event.xmotion.state = xlib.Button1Mask if held else 0
    event.xmotion.same_screen = True
    _send(event, xlib.PointerMotionMask)
    return seen()


def button(x: float, y: float, number: int = 1, *, down: bool) -> Seen:
    """Press or release a mouse button; 4 and 5 are the wheel."""
    from pyglet.libs.x11 import xlib

    event = xlib.XEvent()
    event.xbutton.type = xlib.ButtonPress if down else xlib.ButtonRelease
    event.xbutton.display, event.xbutton.window = _window.window._x_display, _window.window._view
    event.xbutton.x, event.xbutton.y = int(x), int(y)
    event.xbutton.button, event.xbutton.same_screen = number, True
    _send(event, xlib.ButtonPressMask if down else xlib.ButtonReleaseMask)
    return seen()


def click(x: float, y: float) -> Seen:
    point(x, y)
    button(x, y, down=True)
    return button(x, y, down=False)


def click_button(name: str) -> Seen:
    rect = _window.desk.layout.buttons[name]
    return click(rect.x + rect.width / 2, rect.middle)


def drag(start: tuple[float, float], end: tuple[float, float], steps: int = 8) -> list[Seen]:
    """Press at `start`, go to `end`, release; what there is to see after each step and at the end."""
    point(*start)
    button(*start, down=True)
    path = np.linspace(start, end, steps + 1)[1:]
    found = [point(x, y, held=True) for x, y in path.tolist()]
    return [*found, button(*end, down=False)]


def turn_wheel(x: float, y: float, number: int) -> Seen:
    button(x, y, number, down=True)
    return button(x, y, number, down=False)


def resize(width: int, height: int) -> Seen:
    """Resize the window from outside, as a window manager does."""
    from pyglet.libs.x11 import xlib

    xlib.XResizeWindow(_window.window._x_display, _window.window._window, width, height)
    end = time.monotonic() + 10
    while _window.window.get_framebuffer_size() != (width, height) and time.monotonic() < end:
        xlib.XSync(_window.window._x_display, False)
        _window.window.dispatch_events()
    return seen()


def pretend_scale(scale: float) -> Seen:
    """Behave as on a screen whose points are `scale` pixels."""
    _window.window.get_pixel_ratio = lambda: scale
    _window.fit_desk()
    return seen()


def run_with(*keys: tuple[float, str]) -> list[Seen]:
    """Give the window to pyglet's own loop; (seconds, key) are pressed on the way. The last must close it."""
    import pyglet

    found: list[Seen] = []

    def later(key: str) -> Callable[[float], None]:
        def act(dt: float) -> None:
            found.append(seen())
            press_key(key)

        return act

    for seconds, key in keys:
        pyglet.clock.schedule_once(later(key), seconds)
    _window.run()
    return found


def gl_objects() -> int:
    """How many GL objects there are, those of windows that were closed having gone."""
    import gc

    from pyglet import gl

    from tests.draw.gl_helpers import KINDS

    gc.collect()
    _window.window.switch_to()
    return sum(bool(getattr(gl, f"glIs{kind}")(name)) for kind in KINDS for name in range(1, 2000))


def traced_growth(frames: int, dt: float) -> int:
    """Bytes that `frames` frames of playback added to what Python holds, but for the latest texts, which are kept."""
    import gc
    import tracemalloc

    tracemalloc.start()
    with contextlib.ExitStack() as stack:
        stack.callback(tracemalloc.stop)
        texts = _window.desk.shapes.glyphs._runs
        texts.clear()
        gc.collect()
        before = tracemalloc.get_traced_memory()[0]
        for _ in range(frames):
            _window.tick(dt)
        texts.clear()
        gc.collect()
        return tracemalloc.get_traced_memory()[0] - before


def go_to_folder(path: str) -> None:
    """Stills are written where the user is."""
    import os

    os.chdir(path)


def menu_rows() -> tuple[Any, ...]:
    """Where the lines of the open menu are."""
    return _window.desk.menus.menu.rects


def call(module: str, function: str, *arguments: Any) -> Any:
    """Call a function of another module in this process."""
    return getattr(importlib.import_module(module), function)(*arguments)


def ask_to_close() -> tuple[bool, int]:
    """Ask the window to close, as window managers do; whether it is open then, and how many windows there are."""
    import pyglet
    from pyglet.libs.x11 import xlib

    window = _window.window
    event = xlib.XEvent()
    event.xclient.type = xlib.ClientMessage
    event.xclient.window = window._window
    event.xclient.message_type = xlib.XInternAtom(window._x_display, b"WM_PROTOCOLS", False)
    event.xclient.format = 32
    event.xclient.data.l[0] = xlib.XInternAtom(window._x_display, b"WM_DELETE_WINDOW", False)
    _send(event, 0)
    return _window.is_open, len(pyglet.app.windows)
