"""Who owns the pages: several renderers, several contexts, windows that close first, programs that just end."""

from __future__ import annotations

import ctypes
import gc
import os
import subprocess
import sys
from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest

from rigbyscene import load_scene
from rigbyscene.draw.gl import GlRenderer
from rigbyscene.draw.gl_context import (
    VERSION,
    GlUnavailableError,
    OffscreenContext,
    current_context,
    describe,
    gl_functions,
    is_software,
)
from rigbyscene.draw.gl_scene import GlSceneRenderer, opened_renderer
from rigbyscene.draw.renderer import SceneRenderer
from rigbyscene.errors import RenderError
from rigbyscene.scene.camera import picture_map
from tests.conftest import REPOSITORY
from tests.draw.drawing import BLACK, PIXELS, Sketch, art_of, flat, rectangle
from tests.draw.gl_helpers import objects_there

SIZE = (8, 6)
RED = Sketch().quad(rectangle(0, 0, 8, 6), (4, 4)).list()


def textures(gl: Any) -> int:
    return sum(kind == "Texture" for kind, _ in objects_there(gl))


def is_red(renderer: GlRenderer) -> bool:
    return bool((renderer.render(RED, PIXELS, SIZE, BLACK) == (255, 0, 0, 255)).all())


@pytest.fixture
def other_window(gl: Any, egl: Any) -> Iterator[Any]:
    """A window whose context shares nothing with the first one."""
    from pyglet.window import Window

    template = gl.Config(double_buffer=False, major_version=VERSION[0], minor_version=VERSION[1])
    config = egl.canvas.display.get_default_screen().get_best_config(template)
    window = Window(4, 4, context=config.create_context(None), visible=False)
    egl.set_current()
    yield window
    window.close()
    egl.set_current()


def test_renderers_of_one_art_share_its_pages_until_the_last_is_closed(gl: Any) -> None:
    art, other = art_of(flat(4, 4, 255, 0, 0, 255)), art_of(flat(4, 4, 0, 255, 0, 255))
    before = textures(gl)
    first, second, third = GlRenderer(art), GlRenderer(art), GlRenderer(other)
    assert textures(gl) == before + 2
    first.close()
    first.close()
    assert is_red(second) and not is_red(third) and textures(gl) == before + 2
    with pytest.raises(GlUnavailableError, match="it was closed"):
        first.render(RED, PIXELS, SIZE, BLACK)
    second.close()
    third.close()
    assert textures(gl) == before
    with GlRenderer(art) as again:
        assert is_red(again)


def test_what_is_dropped_without_being_closed_is_freed_too(gl: Any) -> None:
    before = objects_there(gl)
    renderer = GlRenderer(art_of(flat(4, 4, 255, 0, 0, 255)))
    assert is_red(renderer)
    del renderer
    gc.collect()
    assert objects_there(gl) == before


def test_a_renderer_draws_in_all_windows_that_share_its_context(gl: Any, egl: Any) -> None:
    from pyglet.window import Window

    def drawn() -> bool:
        """Whether the current window is red after drawing."""
        gl.glClearBufferfv(gl.GL_COLOR, 0, (ctypes.c_float * 4)(0, 0, 0, 1))
        renderer.draw(RED, PIXELS, (8, 6))
        pixels = (ctypes.c_ubyte * 48)()
        gl.glReadPixels(0, 0, 4, 3, gl.GL_RGBA, gl.GL_UNSIGNED_BYTE, pixels)
        return bytes(pixels) == b"\xff\0\0\xff" * 12

    with GlRenderer(art_of(flat(4, 4, 255, 0, 0, 255))) as renderer:
        windows = [Window(4, 4, display=egl.canvas.display, visible=False) for _ in range(2)]
        assert current_context() is windows[1].context
        for window in windows * 2:
            window.switch_to()
            before = objects_there(gl)
            assert drawn()
        assert objects_there(gl) == before
        for window in windows:
            window.close()
        egl.set_current()
        assert is_red(renderer)


def test_contexts_that_share_nothing_have_pages_of_their_own(gl: Any, egl: Any, other_window: Any) -> None:
    art = art_of(flat(4, 4, 255, 0, 0, 255))
    with GlRenderer(art) as here:
        other_window.switch_to()
        before = objects_there(gl)
        with pytest.raises(GlUnavailableError, match="another"):
            here.draw(RED, PIXELS, SIZE)
        with GlRenderer(art) as there:
            assert is_red(there)
        assert objects_there(gl) == before
        there = GlRenderer(art)
        is_red(there)
        egl.set_current()
        assert is_red(here)
        there.close()  # from the wrong context: what it had goes when its own is current again
        assert is_red(here)
        other_window.switch_to()
        assert objects_there(gl) == before


def test_closing_after_its_window_does_no_harm(gl: Any, other_window: Any) -> None:
    other_window.switch_to()
    renderer = GlRenderer(art_of(flat(4, 4, 255, 0, 0, 255)))
    assert is_red(renderer)
    other_window.close()
    with pytest.raises(GlUnavailableError):
        renderer.draw(RED, PIXELS, SIZE)
    renderer.close()


PROGRAM = """
import sys, numpy as np
from rigbyscene.draw.gl_context import OffscreenContext, GlUnavailableError
from rigbyscene.draw.gl import GlRenderer
from tests.draw.drawing import PIXELS, Sketch, art_of, flat, rectangle
from rigbyscene.draw.gl_scene import opened_renderer
art = art_of(flat(4, 4, 255, 0, 0, 255))
red = Sketch().quad(rectangle(0, 0, 8, 6), (4, 4)).list()
offscreen = OffscreenContext()
renderer = GlRenderer(art)
assert renderer.render(red, PIXELS, (8, 6), (0, 0, 0, 255))[0, 0, 0] == 255
"""

ENDINGS = {
    "nothing closed": "",
    "context closed first": "offscreen.close(); renderer.close()",
    "all closed": "renderer.close(); offscreen.close()",
    "only the context closed": "offscreen.close()",
    "an error": "raise SystemExit(0)",
    "references in a circle": "class C: pass\nc = C(); c.c = c; c.r = renderer; del renderer, c",
    "from another thread": "import threading\nt = threading.Thread(target=renderer.close); t.start(); t.join()",
}


def run(code: str, **environment: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-c", code],
        cwd=REPOSITORY,
        env={**os.environ, **environment},
        capture_output=True,
        text=True,
        timeout=120,
    )


@pytest.mark.parametrize("ending", ENDINGS)
def test_a_program_ends_without_a_word(egl: Any, ending: str) -> None:
    done = run(PROGRAM + ENDINGS[ending])
    words = [line for line in done.stderr.splitlines() if "compiling kernels" not in line]
    assert (done.returncode, words) == (0, [])


def test_the_context_is_told_about(egl: Any) -> None:
    egl.set_current()
    assert current_context() is egl and describe(egl).startswith("OpenGL ")
    with OffscreenContext() as same:
        assert same.context is egl
    assert current_context() is egl


WITHOUT = """
import ctypes, sys
real = ctypes.CDLL
def missing(name, *args, **kwargs):
    if name and any(part in str(name) for part in {names}):
        raise OSError(f"{{name}}: cannot open shared object file")
    return real(name, *args, **kwargs)
ctypes.CDLL = missing
ctypes.cdll._dlltype = missing
from rigbyscene.draw.gl_context import GlUnavailableError, OffscreenContext
try:
    OffscreenContext()
except GlUnavailableError as error:
    print(error, error.exit_code)
"""


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="how Linux finds GL")
@pytest.mark.parametrize(
    ("names", "environment", "told"),
    [
        (["libGL.", "libEGL"], {}, ["neither EGL nor DISPLAY"]),
        (["libGL."], {}, ['Library "GL" not found']),
        (["libEGL"], {"DISPLAY": ":987"}, ["a hidden window", ":987"]),
        ([], {"MESA_GL_VERSION_OVERRIDE": "3.1", "LIBGL_ALWAYS_SOFTWARE": "1"}, ["EGL device 0"]),
    ],
)
def test_where_there_is_no_gl_the_message_says_what_was_tried_and_what_to_install(
    egl: Any, names: list[str], environment: dict[str, str], told: list[str]
) -> None:
    done = run(WITHOUT.format(names=names), **{"DISPLAY": "", **environment})
    assert done.returncode == 0, done.stderr
    for words in [*told, "OpenGL 3.3", "libgl1", "--renderer cpu", " 3\n"]:
        assert words in done.stdout


def test_without_a_context_a_renderer_says_so(gl: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(gl, "current_context", None)
    with pytest.raises(RenderError, match="open a pyglet window first"):
        GlRenderer(art_of(flat(4, 4, 255, 0, 0, 255)))


def test_the_choice_of_a_renderer(gl: Any, egl: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    scene = load_scene(REPOSITORY / "examples" / "foxfire" / "wick.json")
    sample = scene.sample(scene.shots[0], 0.0)
    picture = picture_map(sample.view, scene.frame, SIZE)
    pictures = []
    for choice, kind in (("cpu", SceneRenderer), ("gl", GlSceneRenderer), ("auto", type(None))):
        with opened_renderer(choice, scene.art) as renderer:  # type: ignore[arg-type]
            expected = kind if choice != "auto" else SceneRenderer if is_software(egl) else GlSceneRenderer
            assert type(renderer) is expected
            pictures.append(renderer.render(sample, picture, SIZE, (9, 8, 7, 255), threads=1))
            canvas = renderer.canvas(SIZE, (9, 8, 7, 255), threads=2)
            told: list[tuple[int, ...]] = []
            bands = renderer.show(canvas, sample, picture, lambda *band, told=told: told.append(band))
            assert bands == [(0, SIZE[1])] and told == [(0, SIZE[1], 0, SIZE[0])]
            pictures.append(canvas.pixels)
    assert all(np.abs(p.astype(int) - pictures[0]).max() <= 2 for p in pictures)
    monkeypatch.setattr("rigbyscene.draw.gl_scene.is_software", lambda context: False)
    with opened_renderer("auto", scene.art) as renderer:
        assert type(renderer) is GlSceneRenderer

    def nothing_there() -> None:
        raise GlUnavailableError.single("no-opengl", "OpenGL", "", "nothing", "install it")

    monkeypatch.setattr("rigbyscene.draw.gl_scene.OffscreenContext", nothing_there)
    with opened_renderer("auto", scene.art) as renderer:
        assert type(renderer) is SceneRenderer
    with pytest.raises(GlUnavailableError), opened_renderer("gl", scene.art):
        pass


def test_a_driver_that_refuses_the_shader_is_quoted(gl: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    before = objects_there(gl)
    monkeypatch.setattr("rigbyscene.draw.gl_shader._FRAGMENT", "#version 330 core\nvoid main() { gibberish }")
    with pytest.raises(GlUnavailableError, match="the driver says: "):
        GlRenderer(art_of(flat(4, 4, 255, 0, 0, 255)))
    assert objects_there(gl) == before


def test_art_too_large_for_the_card_is_refused_before_anything_is_made(
    gl: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = objects_there(gl)
    monkeypatch.setattr("rigbyscene.draw.gl_pages.lay_out_pages", lambda levels, side: None)
    with pytest.raises(GlUnavailableError, match="do not fit"):
        GlRenderer(art_of(flat(4, 4, 255, 0, 0, 255)))
    assert objects_there(gl) == before and gl_functions() is gl
