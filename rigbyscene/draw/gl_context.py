"""GL contexts: pyglet's functions, the context that is current, and one for drawing without a window.

pyglet and the GL library are loaded here, when first asked for: importing this package needs neither.
"""

from __future__ import annotations

import ctypes
import os
import sys
from types import TracebackType
from typing import Any

from rigbyscene.errors import Diagnostic, RenderError, Severity

VERSION = (3, 3)

_SOFTWARE = ("llvmpipe", "softpipe", "swrast", "software", "swiftshader", "gdi generic", "basic render")
"""Parts of the names of renderers that draw on the processor."""

if sys.platform.startswith("linux"):
    _REMEDY = (
        "install OpenGL (on Debian and Ubuntu: libgl1 libegl1 libgl1-mesa-dri) "
        "or draw with the CPU renderer (--renderer cpu)"
    )
else:
    _REMEDY = "install the graphics card's driver or draw with the CPU renderer (--renderer cpu)"


class GlUnavailableError(RenderError):
    """OpenGL cannot draw this here: no library, no context of version 3.3, or pictures that do not fit."""


def gl_functions() -> Any:
    """The module `pyglet.gl`; GlUnavailableError where the machine has no GL library."""
    try:
        from pyglet import gl
    except ImportError as error:
        raise _unavailable([f"loading the GL library: {error}"]) from None
    return gl


def current_context() -> Any:
    """pyglet's current context, at least OpenGL 3.3; GlUnavailableError if there is none or it is older."""
    context = gl_functions().current_context
    if context is None:
        raise GlUnavailableError.single(
            "no-gl-context", "OpenGL", "", "no GL context is current", "open a pyglet window first"
        )
    if not _is_sufficient(context):
        raise _unavailable([f"the current context: {describe(context)}"])
    return context


def describe(context: Any) -> str:
    """Version and renderer of a context, as its driver words them."""
    info = context.get_info()
    return f"OpenGL {info.get_version_string()} by {info.get_renderer()}"


def is_software(context: Any) -> bool:
    """Whether a context draws on the processor: its pictures are right, but the CPU renderer is faster."""
    renderer = context.get_info().get_renderer().lower()
    return any(name in renderer for name in _SOFTWARE)


def _is_sufficient(context: Any) -> bool:
    info = context.get_info()
    return bool(info.opengl_api == "gl" and info.have_version(*VERSION))


def _unavailable(tried: list[str]) -> GlUnavailableError:
    return GlUnavailableError(
        Diagnostic("no-opengl", Severity.ERROR, "OpenGL", what, "gives no OpenGL 3.3 core context", _REMEDY)
        for what in tried
    )


class OffscreenContext:
    """A GL context for drawing without a window, current once made; as a context manager it is closed at the end.

    If pyglet has a context already, that one is used and left. Else, on Linux, EGL is asked for one on each of the
    machine's devices, graphics cards first, which works without a screen and switches pyglet to its headless mode: this
    process can open no windows then. Where that fails for want of EGL, and on other systems, a window that is never
    shown gives the context. Raises GlUnavailableError, which says what was tried.
    """

    def __init__(self) -> None:
        self._window: Any = None
        tried: list[str] = []
        if "pyglet.gl" in sys.modules and gl_functions().current_context is not None:
            self.context = current_context()
            return
        if _can_go_headless():
            self._window = _open_headless(tried)
        elif not (sys.platform.startswith("linux") and not os.environ.get("DISPLAY")):
            display = f" (DISPLAY={os.environ['DISPLAY']})" if sys.platform.startswith("linux") else ""
            self._window = _open_hidden(f"a hidden window{display}", {}, tried)
        else:
            tried.append("a display: neither EGL nor DISPLAY is there")
        if self._window is None:
            raise _unavailable(tried)
        self.context = self._window.context

    def close(self) -> None:
        """Close what was opened here. Renderers that drew in it must be closed before, or lose what they had."""
        window, self._window = self._window, None
        if window is not None:
            window.close()

    def __enter__(self) -> OffscreenContext:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()


def _can_go_headless() -> bool:
    import pyglet

    if pyglet.options.headless:
        return True
    if not sys.platform.startswith("linux") or "pyglet.gl" in sys.modules:
        return False  # pyglet has chosen its kind of window already
    try:
        ctypes.CDLL("libEGL.so.1")
    except OSError:
        return False
    pyglet.options.headless = True
    return True


def _open_headless(tried: list[str]) -> Any:
    import pyglet

    # made while pyglet.window is imported, on the first device, whether that works or not
    pyglet.options.shadow_window = False
    gl_functions()
    from pyglet.libs.egl import eglext

    count = ctypes.c_int()
    eglext.eglQueryDevicesEXT(0, None, ctypes.byref(count))
    for device in range(max(count.value, 1)):
        pyglet.options.headless_device = device
        window = _open_hidden(f"EGL device {device}", {"display": _headless_display}, tried)
        if window is not None:
            return window
    return None


def _headless_display() -> Any:
    from pyglet.display import headless

    make: Any = headless.HeadlessDisplay  # without types
    return make()


def _open_hidden(name: str, made: dict[str, Any], tried: list[str]) -> Any:
    """A 1 x 1 window that is not shown, its context current and good; else None, with the reason added to `tried`."""
    gl = gl_functions()
    window = None
    try:
        from pyglet.window import Window

        config = gl.Config(double_buffer=False, major_version=VERSION[0], minor_version=VERSION[1])
        window = Window(1, 1, visible=False, config=config, **{key: make() for key, make in made.items()})
        if _is_sufficient(window.context):
            return window
        tried.append(f"{name}: {describe(window.context)}")
    except Exception as error:  # whatever pyglet, a driver or the window system stumbles over: it is told, and no more
        tried.append(f"{name}: {type(error).__name__}: {error}")
    if window is not None:
        window.close()
    return None
