"""The caller's GL state: read before anything is changed, put back afterwards, also when drawing fails.

Only what is changed is read, for each question costs as much as some draw calls.
"""

from __future__ import annotations

import contextlib
import ctypes
from collections.abc import Iterator
from typing import Any

Rectangle = tuple[int, int, int, int]
"""x, y, width, height in pixels of the framebuffer, y up."""

_OFF = (
    "GL_DEPTH_TEST",
    "GL_STENCIL_TEST",
    "GL_CULL_FACE",
    "GL_COLOR_LOGIC_OP",
    "GL_FRAMEBUFFER_SRGB",
    "GL_PRIMITIVE_RESTART",
    "GL_RASTERIZER_DISCARD",
    "GL_SAMPLE_ALPHA_TO_COVERAGE",
)
"""What must not be on while a draw list is drawn."""

_UNPACKING = (
    ("GL_UNPACK_ALIGNMENT", 4),
    ("GL_UNPACK_ROW_LENGTH", 0),
    ("GL_UNPACK_IMAGE_HEIGHT", 0),
    ("GL_UNPACK_SKIP_ROWS", 0),
    ("GL_UNPACK_SKIP_PIXELS", 0),
    ("GL_UNPACK_SKIP_IMAGES", 0),
    ("GL_UNPACK_SWAP_BYTES", 0),
)
_PACKING = (
    ("GL_PACK_ALIGNMENT", 1),
    ("GL_PACK_ROW_LENGTH", 0),
    ("GL_PACK_SKIP_ROWS", 0),
    ("GL_PACK_SKIP_PIXELS", 0),
    ("GL_PACK_SWAP_BYTES", 0),
)


def _numbers(gl: Any, name: int, count: int = 1) -> list[int]:
    values = (ctypes.c_int * 4)()
    gl.glGetIntegerv(name, values)
    return values[:count]


def _number(gl: Any, name: int) -> int:
    return _numbers(gl, name)[0]


def _switch(gl: Any, name: int, on: bool) -> None:
    (gl.glEnable if on else gl.glDisable)(name)


@contextlib.contextmanager
def drawing(gl: Any, viewport: Rectangle, scissor: Rectangle) -> Iterator[None]:
    """Inside, one call may draw premultiplied colours with a second source (see `gl_shader`) over the framebuffer.

    Drawing is kept within `scissor`, and within the caller's own scissor box if the caller has one. Programs, vertex
    arrays, the array buffer and texture unit 0's array texture may be bound freely.
    """
    off = [name for name in (getattr(gl, n) for n in _OFF) if gl.glIsEnabled(name)]
    blends, scissors = gl.glIsEnabled(gl.GL_BLEND), gl.glIsEnabled(gl.GL_SCISSOR_TEST)
    box, port = _numbers(gl, gl.GL_SCISSOR_BOX, 4), _numbers(gl, gl.GL_VIEWPORT, 4)
    factors = [
        _number(gl, name)
        for name in (gl.GL_BLEND_SRC_RGB, gl.GL_BLEND_DST_RGB, gl.GL_BLEND_SRC_ALPHA, gl.GL_BLEND_DST_ALPHA)
    ]
    equations = [_number(gl, name) for name in (gl.GL_BLEND_EQUATION_RGB, gl.GL_BLEND_EQUATION_ALPHA)]
    fill = _number(gl, gl.GL_POLYGON_MODE)
    mask = (ctypes.c_ubyte * 4)()
    gl.glGetBooleanv(gl.GL_COLOR_WRITEMASK, mask)
    program, vertex_array = _number(gl, gl.GL_CURRENT_PROGRAM), _number(gl, gl.GL_VERTEX_ARRAY_BINDING)
    array_buffer = _number(gl, gl.GL_ARRAY_BUFFER_BINDING)
    unit = _number(gl, gl.GL_ACTIVE_TEXTURE)
    gl.glActiveTexture(gl.GL_TEXTURE0)
    texture, sampler = _number(gl, gl.GL_TEXTURE_BINDING_2D_ARRAY), _number(gl, gl.GL_SAMPLER_BINDING)
    try:
        for name in off:
            gl.glDisable(name)
        gl.glEnable(gl.GL_BLEND)
        gl.glEnable(gl.GL_SCISSOR_TEST)
        gl.glScissor(*(_common(scissor, box) if scissors else scissor))
        gl.glViewport(*viewport)
        gl.glBlendFunc(gl.GL_ONE, gl.GL_ONE_MINUS_SRC1_COLOR)
        gl.glBlendEquation(gl.GL_FUNC_ADD)
        gl.glPolygonMode(gl.GL_FRONT_AND_BACK, gl.GL_FILL)
        gl.glColorMask(1, 1, 1, 1)
        # its filters would make a texture of ours incomplete
        gl.glBindSampler(0, 0)
        yield
    finally:
        gl.glBindSampler(0, sampler)
        gl.glBindTexture(gl.GL_TEXTURE_2D_ARRAY, texture)
        gl.glActiveTexture(unit)
        gl.glBindBuffer(gl.GL_ARRAY_BUFFER, array_buffer)
        gl.glBindVertexArray(vertex_array)
        gl.glUseProgram(program)
        gl.glColorMask(*mask)
        gl.glPolygonMode(gl.GL_FRONT_AND_BACK, fill)
        gl.glBlendEquationSeparate(*equations)
        gl.glBlendFuncSeparate(*factors)
        gl.glViewport(*port)
        gl.glScissor(*box)
        _switch(gl, gl.GL_SCISSOR_TEST, scissors)
        _switch(gl, gl.GL_BLEND, blends)
        for name in off:
            gl.glEnable(name)


def _common(a: Rectangle, b: list[int]) -> Rectangle:
    """What two rectangles share; none of it is an empty rectangle."""
    x, y = max(a[0], b[0]), max(a[1], b[1])
    return x, y, max(min(a[0] + a[2], b[0] + b[2]) - x, 0), max(min(a[1] + a[3], b[1] + b[3]) - y, 0)


@contextlib.contextmanager
def uploading(gl: Any, target: int, texture: int) -> Iterator[None]:
    """Inside, `texture` is bound to `target` (GL_TEXTURE_2D_ARRAY) and takes rows of whole RGBA words from memory."""
    buffer, bound = _number(gl, gl.GL_PIXEL_UNPACK_BUFFER_BINDING), _number(gl, gl.GL_TEXTURE_BINDING_2D_ARRAY)
    with _stored(gl, _UNPACKING):
        try:
            gl.glBindBuffer(gl.GL_PIXEL_UNPACK_BUFFER, 0)
            gl.glBindTexture(target, texture)
            yield
        finally:
            gl.glBindTexture(target, bound)
            gl.glBindBuffer(gl.GL_PIXEL_UNPACK_BUFFER, buffer)


@contextlib.contextmanager
def offscreen(gl: Any, framebuffer: int, renderbuffer: int) -> Iterator[None]:
    """Inside, `framebuffer` and `renderbuffer` are bound, and pixels are read into memory, in rows without gaps."""
    buffer, bound = _number(gl, gl.GL_PIXEL_PACK_BUFFER_BINDING), _number(gl, gl.GL_RENDERBUFFER_BINDING)
    drawn, read = _number(gl, gl.GL_DRAW_FRAMEBUFFER_BINDING), _number(gl, gl.GL_READ_FRAMEBUFFER_BINDING)
    scissors = gl.glIsEnabled(gl.GL_SCISSOR_TEST)
    with _stored(gl, _PACKING):
        try:
            gl.glDisable(gl.GL_SCISSOR_TEST)  # the caller's box means the caller's framebuffer
            gl.glBindBuffer(gl.GL_PIXEL_PACK_BUFFER, 0)
            gl.glBindFramebuffer(gl.GL_FRAMEBUFFER, framebuffer)
            gl.glBindRenderbuffer(gl.GL_RENDERBUFFER, renderbuffer)
            yield
        finally:
            gl.glBindRenderbuffer(gl.GL_RENDERBUFFER, bound)
            gl.glBindFramebuffer(gl.GL_DRAW_FRAMEBUFFER, drawn)
            gl.glBindFramebuffer(gl.GL_READ_FRAMEBUFFER, read)
            gl.glBindBuffer(gl.GL_PIXEL_PACK_BUFFER, buffer)
            _switch(gl, gl.GL_SCISSOR_TEST, scissors)


@contextlib.contextmanager
def _stored(gl: Any, parameters: tuple[tuple[str, int], ...]) -> Iterator[None]:
    """Inside, the way pixels go to or from memory is as `parameters` say."""
    before = [_number(gl, getattr(gl, name)) for name, _ in parameters]
    try:
        for name, value in parameters:
            gl.glPixelStorei(getattr(gl, name), value)
        yield
    finally:
        for (name, _), value in zip(parameters, before, strict=True):
            gl.glPixelStorei(getattr(gl, name), value)
