"""What the tests of views share: pyglet without a screen, and a window of it to take matrices from."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from rigbyscene.draw.gl_context import gl_functions
from tests.draw.conftest import egl
from tests.window.conftest import display

__all__ = ["display", "egl"]

SIZE = (320, 180)


@pytest.fixture
def window(egl: Any) -> Iterator[Any]:
    """A window without a screen, its context current; all windows of pyglet share their objects."""
    from pyglet.window import Window

    template = gl_functions().Config(double_buffer=False, major_version=3, minor_version=3)
    window = Window(*SIZE, visible=False, config=template, display=egl.canvas.display)
    yield window
    window.close()
    egl.set_current()
