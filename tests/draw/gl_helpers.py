"""Looking at GL from outside: a framebuffer to draw into, which objects there are, and what state GL is in."""

from __future__ import annotations

import ctypes
from typing import Any

import numpy as np
from numpy.typing import NDArray

Image = NDArray[np.uint8]

KINDS = ("Texture", "Buffer", "Program", "Shader", "VertexArray", "Framebuffer", "Renderbuffer", "Sampler")
_LOOKED_AT = range(1, 200)  # Mesa hands out the lowest names that are free


def objects_there(gl: Any) -> set[tuple[str, int]]:
    """Kind and name of all GL objects of the current context and of those that share with it."""
    return {(kind, name) for kind in KINDS for name in _LOOKED_AT if getattr(gl, f"glIs{kind}")(name)}


def difference(got: Image, wanted: Image) -> tuple[float, float]:
    """Mean difference of all channels, 0 to 255, and the share of pixels with a channel more than 3 off."""
    off = np.abs(got.astype(int) - wanted.astype(int))
    return float(off.mean()), float((off.max(-1) > 3).mean())


class Canvas:
    """A framebuffer of the test's own, bound until `close`, filled with one straight colour."""

    def __init__(self, gl: Any, size: tuple[int, int], color: tuple[int, int, int, int] = (0, 0, 0, 255)):
        self._gl, self._size = gl, size
        self._framebuffer, self._renderbuffer = ctypes.c_uint(), ctypes.c_uint()
        self._before = (ctypes.c_int * 1)()
        gl.glGetIntegerv(gl.GL_FRAMEBUFFER_BINDING, self._before)
        gl.glGenFramebuffers(1, ctypes.byref(self._framebuffer))
        gl.glGenRenderbuffers(1, ctypes.byref(self._renderbuffer))
        gl.glBindFramebuffer(gl.GL_FRAMEBUFFER, self._framebuffer)
        gl.glBindRenderbuffer(gl.GL_RENDERBUFFER, self._renderbuffer)
        gl.glRenderbufferStorage(gl.GL_RENDERBUFFER, gl.GL_RGBA8, *size)
        gl.glFramebufferRenderbuffer(gl.GL_FRAMEBUFFER, gl.GL_COLOR_ATTACHMENT0, gl.GL_RENDERBUFFER, self._renderbuffer)
        gl.glClearBufferfv(gl.GL_COLOR, 0, (ctypes.c_float * 4)(*(c / 255 for c in color)))

    def pixels(self) -> Image:
        """Premultiplied, top row first."""
        gl, (width, height) = self._gl, self._size
        out = np.empty((height, width, 4), np.uint8)
        gl.glReadPixels(0, 0, width, height, gl.GL_RGBA, gl.GL_UNSIGNED_BYTE, ctypes.c_void_p(out.ctypes.data))
        return out[::-1]

    def close(self) -> None:
        gl = self._gl
        gl.glBindFramebuffer(gl.GL_FRAMEBUFFER, self._before[0])
        gl.glBindRenderbuffer(gl.GL_RENDERBUFFER, 0)
        gl.glDeleteFramebuffers(1, ctypes.byref(self._framebuffer))
        gl.glDeleteRenderbuffers(1, ctypes.byref(self._renderbuffer))

    def __enter__(self) -> Canvas:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


def words(text: str) -> list[str]:
    return text.split()


_CAPABILITIES = words("""
BLEND COLOR_LOGIC_OP CULL_FACE DEPTH_CLAMP DEPTH_TEST DITHER FRAMEBUFFER_SRGB LINE_SMOOTH MULTISAMPLE
POLYGON_OFFSET_FILL POLYGON_OFFSET_LINE POLYGON_OFFSET_POINT POLYGON_SMOOTH PRIMITIVE_RESTART PROGRAM_POINT_SIZE
RASTERIZER_DISCARD SAMPLE_ALPHA_TO_COVERAGE SAMPLE_ALPHA_TO_ONE SAMPLE_COVERAGE SAMPLE_MASK SCISSOR_TEST STENCIL_TEST
TEXTURE_CUBE_MAP_SEAMLESS
""")
_INTEGERS = words("""
ACTIVE_TEXTURE ARRAY_BUFFER_BINDING BLEND_COLOR BLEND_DST_ALPHA BLEND_DST_RGB BLEND_EQUATION_ALPHA BLEND_EQUATION_RGB
BLEND_SRC_ALPHA BLEND_SRC_RGB COLOR_CLEAR_VALUE COLOR_WRITEMASK CULL_FACE_MODE CURRENT_PROGRAM DEPTH_CLEAR_VALUE
DEPTH_FUNC DEPTH_RANGE DEPTH_WRITEMASK DRAW_BUFFER DRAW_FRAMEBUFFER_BINDING ELEMENT_ARRAY_BUFFER_BINDING
FRONT_FACE LINE_WIDTH LOGIC_OP_MODE PACK_ALIGNMENT PACK_IMAGE_HEIGHT PACK_LSB_FIRST PACK_ROW_LENGTH PACK_SKIP_IMAGES
PACK_SKIP_PIXELS PACK_SKIP_ROWS PACK_SWAP_BYTES PIXEL_PACK_BUFFER_BINDING PIXEL_UNPACK_BUFFER_BINDING POINT_SIZE
POLYGON_MODE POLYGON_OFFSET_FACTOR POLYGON_OFFSET_UNITS PRIMITIVE_RESTART_INDEX PROVOKING_VERTEX READ_BUFFER
READ_FRAMEBUFFER_BINDING RENDERBUFFER_BINDING SAMPLE_COVERAGE_VALUE SCISSOR_BOX STENCIL_FUNC STENCIL_REF
STENCIL_VALUE_MASK STENCIL_WRITEMASK TRANSFORM_FEEDBACK_BUFFER_BINDING UNIFORM_BUFFER_BINDING UNPACK_ALIGNMENT
UNPACK_IMAGE_HEIGHT UNPACK_LSB_FIRST UNPACK_ROW_LENGTH UNPACK_SKIP_IMAGES UNPACK_SKIP_PIXELS UNPACK_SKIP_ROWS
UNPACK_SWAP_BYTES VERTEX_ARRAY_BINDING VIEWPORT
""")
_TEXTURES = words("1D 1D_ARRAY 2D 2D_ARRAY 2D_MULTISAMPLE 3D BUFFER CUBE_MAP RECTANGLE")


def state_of(gl: Any) -> dict[str, object]:
    """All that GL can be asked for and drawing might change: switches, values, bindings of every texture unit."""
    state: dict[str, object] = {name: bool(gl.glIsEnabled(getattr(gl, f"GL_{name}"))) for name in _CAPABILITIES}
    values = (ctypes.c_double * 16)()

    def read(name: str) -> tuple[float, ...]:
        values[:] = [-1.0] * 16
        gl.glGetDoublev(getattr(gl, f"GL_{name}"), values)
        return tuple(values)

    state.update((name, read(name)) for name in _INTEGERS)
    unit = int(read("ACTIVE_TEXTURE")[0])
    for k in range(8):
        gl.glActiveTexture(gl.GL_TEXTURE0 + k)
        state.update((f"unit {k} {name}", read(f"TEXTURE_BINDING_{name}")) for name in _TEXTURES)
        state[f"unit {k} sampler"] = read("SAMPLER_BINDING")
    gl.glActiveTexture(unit)
    return state
