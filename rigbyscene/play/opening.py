"""Opening the window, or saying in plain words why there can be none."""

from __future__ import annotations

import importlib
import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from rigbyscene.errors import RenderError
from rigbyscene.held_signals import HeldSignals

if TYPE_CHECKING:
    from rigbyscene.play.desk import Desk
    from rigbyscene.play.watch import Loaded
    from rigbyscene.play.window import PlayWindow

_INSTEAD = "make pictures with 'rigbyscene still' or films with 'rigbyscene export'"


_held_signals = HeldSignals()


@contextmanager
def _signals_wait() -> Iterator[None]:
    """Ctrl-C waits for a tenth of a second: in some of its imports pyglet would take it for a missing library."""
    _held_signals.hold()
    try:
        yield
    finally:
        _held_signals.release()


def reach_display() -> None:
    """Connect to the display, on the main thread. Raises RenderError where there is none, or no GL library."""
    import pyglet

    pyglet.options.headless = False
    if "pyglet.window" not in sys.modules:
        # a hidden window, for what is sent to the card before there is another: nothing here is, and it takes 50 ms
        pyglet.options.shadow_window = False
    if sys.platform.startswith("linux") and not os.environ.get("DISPLAY"):
        raise _no_window("there is no display (DISPLAY is not set)")
    try:
        with _signals_wait():
            importlib.import_module("pyglet.window")  # connects, and makes a context that windows share objects with
    except ImportError as error:
        raise _no_window(f"a library is missing: {error}") from None
    except Exception as error:
        if _is_pyglets(error):
            raise _no_window(_words(error)) from None
        raise


def open_window(caption: str, size: tuple[int, int]) -> Any:
    """A window of pyglet's with OpenGL 3.3, not visible yet, `size` in the system's units.

    Raises RenderError where the system gives none. That takes a tenth of a second, during which other threads can load.
    """
    reach_display()
    from pyglet.window import Window

    from rigbyscene.draw.gl_context import gl_functions

    try:
        config: Any = gl_functions().Config
        config = config(double_buffer=True, major_version=3, minor_version=3, depth_size=0)
        with _signals_wait():
            return Window(*size, caption=caption, resizable=True, visible=False, config=config)
    except BaseException as error:  # as that of a shader is: pyglet has some, even for windows that are cleared only
        if _is_pyglets(error):
            raise _no_window(_words(error)) from None
        raise


def play_in(window: Any, loaded: Loaded, desk: Desk, **options: Any) -> PlayWindow:
    """A `PlayWindow` of these arguments; where there can be none, `window` is closed.

    Raises RenderError where its GL cannot draw.
    """
    from rigbyscene.play.window import PlayWindow

    try:
        return PlayWindow(window, loaded, desk, **options)
    except BaseException as error:
        window.close()
        if _is_pyglets(error):
            raise _no_window(_words(error)) from None
        raise


def _is_pyglets(error: BaseException) -> bool:
    """pyglet's errors share no base: those of its modules count, not mistakes of this package."""
    return type(error).__module__.startswith("pyglet.")


def _words(error: BaseException) -> str:
    display = os.environ.get("DISPLAY")
    where = f" (DISPLAY is {display})" if sys.platform.startswith("linux") and display else ""
    words = " ".join(str(error).split())
    if type(error).__name__ == "NoSuchDisplayException":
        return f"the display cannot be reached{where}"
    if type(error).__name__ == "NoSuchConfigException":  # without words of its own
        return f"no window with OpenGL 3.3 can be opened{where}: the display offers none"
    return f"no window with OpenGL 3.3 can be opened{where}: {type(error).__name__}: {words}"


def _no_window(found: str) -> RenderError:
    remedy = f"{_INSTEAD}, or start a display"
    if sys.platform.startswith("linux"):
        remedy = f"{_INSTEAD}; or run this in a desktop session, or as: xvfb-run -a rigbyscene play …"
    return RenderError.single("no-window", "window", "", found, remedy)
