"""What GL drawing leaves behind in the caller's context: no change of state, no object, no growth."""

from __future__ import annotations

import ctypes
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
import pytest

from rigbyscene.draw.art import Art
from rigbyscene.draw.drawlist import DrawList
from rigbyscene.draw.gl import GlRenderer
from tests.draw.drawing import BLACK, PIXELS, Image, Sketch, art_of, flat, noise, rectangle
from tests.draw.gl_helpers import Canvas, objects_there, state_of, words

SIZE = (40, 30)


def picture() -> tuple[Art, DrawList]:
    art = art_of(noise(np.random.default_rng(0), 20, 20, opaque=True))
    return art, Sketch().quad(rectangle(3.5, 3, 33.2, 26), (20, 20)).list()


@pytest.fixture
def odd_state(gl: Any) -> Iterator[Any]:
    """A caller who has everything switched and bound that could get in the way, and wants it back."""
    names = [ctypes.c_uint() for _ in range(5)]
    buffer, array, texture, sampler, pixels = names
    for generate, name in (
        (gl.glGenBuffers, buffer),
        (gl.glGenVertexArrays, array),
        (gl.glGenTextures, texture),
        (gl.glGenSamplers, sampler),
        (gl.glGenBuffers, pixels),
    ):
        generate(1, ctypes.byref(name))
    switched = words(
        "DEPTH_TEST STENCIL_TEST CULL_FACE COLOR_LOGIC_OP FRAMEBUFFER_SRGB PRIMITIVE_RESTART RASTERIZER_DISCARD"
        " SAMPLE_ALPHA_TO_COVERAGE"
    )
    with Canvas(gl, (64, 64), (0, 0, 255, 255)) as canvas:
        for name in switched:
            gl.glEnable(getattr(gl, f"GL_{name}"))
        gl.glPrimitiveRestartIndex(1)
        gl.glDepthFunc(gl.GL_NEVER)
        gl.glCullFace(gl.GL_FRONT_AND_BACK)
        gl.glColorMask(1, 0, 1, 0)
        gl.glPolygonMode(gl.GL_FRONT_AND_BACK, gl.GL_LINE)
        gl.glBlendFuncSeparate(gl.GL_ZERO, gl.GL_DST_ALPHA, gl.GL_SRC_COLOR, gl.GL_ONE)
        gl.glBlendEquationSeparate(gl.GL_MIN, gl.GL_FUNC_SUBTRACT)
        gl.glScissor(1, 2, 55, 44)
        gl.glViewport(3, 4, 5, 6)
        gl.glBindVertexArray(array)
        gl.glBindBuffer(gl.GL_ARRAY_BUFFER, buffer)
        for target in (gl.GL_PIXEL_PACK_BUFFER, gl.GL_PIXEL_UNPACK_BUFFER):
            gl.glBindBuffer(target, pixels)
            gl.glBufferData(target, 4, None, gl.GL_STATIC_DRAW)
        for name in ("PACK", "UNPACK"):
            for parameter, value in (("ALIGNMENT", 8), ("ROW_LENGTH", 7), ("SKIP_ROWS", 3), ("SKIP_PIXELS", 2)):
                gl.glPixelStorei(getattr(gl, f"GL_{name}_{parameter}"), value)
            gl.glPixelStorei(getattr(gl, f"GL_{name}_SWAP_BYTES"), 1)
        # the filters of a sampler would make textures of one level incomplete
        gl.glSamplerParameteri(sampler, gl.GL_TEXTURE_MIN_FILTER, gl.GL_LINEAR_MIPMAP_LINEAR)
        gl.glBindSampler(0, sampler)
        gl.glBindTexture(gl.GL_TEXTURE_2D_ARRAY, texture)
        gl.glActiveTexture(gl.GL_TEXTURE3)
        yield canvas
        for name in switched:
            gl.glDisable(getattr(gl, f"GL_{name}"))
        gl.glActiveTexture(gl.GL_TEXTURE0)
        gl.glBindSampler(0, 0)
        gl.glColorMask(1, 1, 1, 1)
        gl.glPolygonMode(gl.GL_FRONT_AND_BACK, gl.GL_FILL)
        gl.glBindVertexArray(0)
        gl.glBindBuffer(gl.GL_PIXEL_PACK_BUFFER, 0)
        gl.glBindBuffer(gl.GL_PIXEL_UNPACK_BUFFER, 0)
        for name in ("PACK", "UNPACK"):
            for parameter, value in (("ALIGNMENT", 4), ("ROW_LENGTH", 0), ("SKIP_ROWS", 0), ("SKIP_PIXELS", 0)):
                gl.glPixelStorei(getattr(gl, f"GL_{name}_{parameter}"), value)
            gl.glPixelStorei(getattr(gl, f"GL_{name}_SWAP_BYTES"), 0)
        for delete, name in (
            (gl.glDeleteBuffers, buffer),
            (gl.glDeleteVertexArrays, array),
            (gl.glDeleteTextures, texture),
            (gl.glDeleteSamplers, sampler),
            (gl.glDeleteBuffers, pixels),
        ):
            delete(1, ctypes.byref(name))


def test_the_state_snapshot_sees_what_changes(gl: Any) -> None:
    before = state_of(gl)
    changes: list[Callable[[], None]] = [
        lambda: gl.glEnable(gl.GL_CULL_FACE),
        lambda: gl.glDisable(gl.GL_CULL_FACE),
        lambda: gl.glPixelStorei(gl.GL_PACK_ALIGNMENT, 2),
        lambda: gl.glPixelStorei(gl.GL_PACK_ALIGNMENT, 4),
    ]
    assert [(change(), state_of(gl) == before)[1] for change in changes] == [False, True, False, True]  # type: ignore[func-returns-value]


def test_an_odd_callers_state_is_put_back_and_does_not_get_in_the_way(gl: Any, odd_state: Canvas) -> None:
    art, drawn = picture()
    wanted = Sketch().quad(rectangle(3.5, 3, 33.2, 26), (20, 20)).drawn(art, SIZE)
    before, objects = state_of(gl), objects_there(gl)
    renderer = GlRenderer(art)
    assert state_of(gl) == before
    for supersample in (1, 2):
        got = renderer.render(drawn, PIXELS, SIZE, BLACK, supersample=supersample)
        assert state_of(gl) == before
    got = renderer.render(drawn, PIXELS, SIZE, BLACK)
    assert np.abs(got.astype(int) - wanted).max() <= 1
    renderer.draw(drawn, PIXELS, SIZE, at=(2, 1))
    assert state_of(gl) == before
    renderer.close()
    assert state_of(gl) == before and objects_there(gl) == objects
    shown = readable(gl, odd_state)[-31:-1, 2:42]
    inside = (wanted[..., :3] > 0).any(-1)
    assert np.abs(shown.astype(int) - wanted)[inside].max() <= 2


def readable(gl: Any, canvas: Canvas) -> Image:
    """What is on the canvas, read with the usual settings."""
    for name, value in (("ALIGNMENT", 4), ("ROW_LENGTH", 0), ("SKIP_ROWS", 0), ("SKIP_PIXELS", 0), ("SWAP_BYTES", 0)):
        gl.glPixelStorei(getattr(gl, f"GL_PACK_{name}"), value)
    gl.glBindBuffer(gl.GL_PIXEL_PACK_BUFFER, 0)
    return canvas.pixels()


def test_state_is_put_back_when_drawing_fails(gl: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    art, drawn = picture()
    with GlRenderer(art) as renderer, Canvas(gl, SIZE):
        renderer.draw(drawn, PIXELS, SIZE)
        before = state_of(gl)

        def refuse(*_: object) -> None:
            raise RuntimeError("the card is on fire")

        monkeypatch.setattr(renderer, "_draw_elements", refuse)
        for call in (
            lambda: renderer.draw(drawn, PIXELS, SIZE),
            lambda: renderer.render(drawn, PIXELS, SIZE, BLACK),
        ):
            with pytest.raises(RuntimeError, match="on fire"):
                call()
            assert state_of(gl) == before


def test_frames_make_no_objects_and_no_room_after_the_first_ones(gl: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    art = art_of(flat(8, 8, 255, 255, 255, 255))
    lists = []
    for count in (700, 1, 300, 0, 650):
        sketch = Sketch()
        for k in range(count):
            sketch.quad(rectangle(k % 37, k % 23, k % 37 + 3.3, k % 23 + 2.2), (8, 8))
        lists.append(sketch.list())
    made = []
    with GlRenderer(art) as renderer, Canvas(gl, SIZE):

        def frame(drawn: DrawList) -> None:
            renderer.draw(drawn, PIXELS, SIZE)
            renderer.render(drawn, PIXELS, SIZE, BLACK)

        frame(lists[0])
        objects = objects_there(gl)
        for name in ("glBufferData", "glTexImage3D", "glRenderbufferStorage"):
            call = getattr(gl, name)
            monkeypatch.setattr(gl, name, lambda *a, call=call, name=name: (made.append(name), call(*a)))
        arrays = renderer._arrays.vertices, renderer._arrays.indices
        for drawn in lists * 3:
            frame(drawn)
        assert made == [] and objects_there(gl) == objects
        assert (renderer._arrays.vertices, renderer._arrays.indices) == arrays or arrays[0] is renderer._arrays.vertices
        # a list that does not fit lets the buffer double, whatever its length
        longer = Sketch()
        for _ in range(1400):
            longer.quad(rectangle(3, 3, 9, 9), (8, 8))
        frame(longer.list())
        assert made == ["glBufferData"] and objects_there(gl) == objects
        assert renderer._buffer._vertex_room == 8192
