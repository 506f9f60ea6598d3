"""What the tests that draw with GL share: one context without a screen, for the whole run."""

from __future__ import annotations

import os
from collections.abc import Iterator
from typing import Any

import pytest

from rigbyscene.draw.gl_context import GlUnavailableError, OffscreenContext, gl_functions


@pytest.fixture(scope="session")
def egl() -> Iterator[Any]:
    """A context made without a screen. Tests are skipped, saying so, where there is none, unless it is demanded."""
    try:
        offscreen = OffscreenContext()
    except GlUnavailableError as error:
        if os.environ.get("RIGBYSCENE_REQUIRE_GL"):
            raise
        pytest.skip(f"needs OpenGL 3.3 without a screen: {error}")
    with offscreen:
        yield offscreen.context


@pytest.fixture
def gl(egl: Any) -> Iterator[Any]:
    """`pyglet.gl` with that context current, which must be so at the test's end, too, with no GL object left over."""
    from tests.draw.gl_helpers import objects_there

    functions = gl_functions()
    egl.set_current()
    before = objects_there(functions)
    yield functions
    egl.set_current()
    assert objects_there(functions) == before, "GL objects were left over"
