"""The GL renderer: the same picture as `rigbyscene.draw.cpu` makes, in whatever framebuffer is bound.

A draw list goes to the card as one buffer and is drawn by one call: what tells commands apart is in the vertices
(`gl_vertices`), what tells blend modes apart in the shader's second source (`gl_shader`), and all pictures are in one
array texture (`gl_pages`). Vertices are snapped and mip levels chosen by the kernels that the CPU renderer uses.
"""

from __future__ import annotations

import ctypes
import weakref
from types import TracebackType
from typing import Any

import numpy as np
from numpy.typing import NDArray

from rigbyscene.draw.art import Art
from rigbyscene.draw.colors import premultiplied_word
from rigbyscene.draw.drawlist import DrawList
from rigbyscene.draw.gl_buffer import StreamBuffer
from rigbyscene.draw.gl_context import GlUnavailableError, current_context, gl_functions
from rigbyscene.draw.gl_objects import GlObjects
from rigbyscene.draw.gl_pages import GlPages
from rigbyscene.draw.gl_shader import Shader
from rigbyscene.draw.gl_state import drawing, offscreen
from rigbyscene.draw.gl_target import (
    OffscreenTarget,
    Window,
    checked_out,
    checked_size,
    tiles,
    within,
)
from rigbyscene.draw.gl_vertices import VertexArrays


class GlRenderer:
    """Draws draw lists that use the pictures of one art, in the GL context that is current when it is made.

    Or in one that shares objects with that, as all windows of pyglet do. Pictures are uploaded once for all renderers
    of the same art there. All calls belong on the thread that has the context. `close` frees everything; so does the
    end of the last reference, the next time the context is current. As a context manager it is closed at the end.
    """

    def __init__(self, art: Art):
        """GlUnavailableError without a context of OpenGL 3.3, or where the pictures do not fit its textures."""
        gl, context = gl_functions(), current_context()
        self._gl = gl
        self._art = art
        self._space = context.object_space
        self._arrays = VertexArrays()
        self._owned = _Owned(gl, context)
        self._free = weakref.finalize(self, self._owned.free)
        self._free.atexit = False  # the process gives it all back, and GL may be gone by then
        try:
            self._pages = self._owned.pages = GlPages.of(gl, context, art)
            self._shader = Shader(gl, self._owned.objects)
            self._buffer = StreamBuffer(gl, self._owned.objects)
        except BaseException:
            self.close()
            raise

    def draw(
        self,
        draw_list: DrawList,
        view: NDArray[np.float64],
        size: tuple[int, int],
        *,
        at: tuple[int, int] = (0, 0),
        window: Window | None = None,
    ) -> None:
        """Draw over what is in the bound framebuffer, and leave every GL state as it was.

        The picture is `size` (width, height) pixels, its lower left corner `at` pixel (x, y) of the framebuffer, y up;
        nothing beside it is touched, nor beside the caller's scissor box where that is in use. `view` and `window` are
        as for `rigbyscene.draw.cpu.render`: stage units to the picture's pixels, (0, 0) its top left corner; and the
        part of it that shows anything. The framebuffer must have one colour buffer; it holds premultiplied colours.
        Raises ValueError for an impossible size, GlUnavailableError in a context that has not this renderer's objects.
        """
        width, height = checked_size(size)
        self._local()
        left, top, right, bottom = within(window, size)
        counts = self._arrays.fill(draw_list, self._art, self._pages.layout.slots, view, (left, top, right, bottom))
        scissor = (at[0] + left, at[1] + height - bottom, right - left, bottom - top)
        with drawing(self._gl, (*at, width, height), scissor):
            base, first = self._upload(counts)
            self._shader.use(size, (0, 0), upright=True)
            self._draw_elements(counts[1], base, first)

    def render(
        self,
        draw_list: DrawList,
        view: NDArray[np.float64],
        size: tuple[int, int],
        background: tuple[int, int, int, int],
        *,
        supersample: int = 1,
        window: Window | None = None,
        out: NDArray[np.uint8] | None = None,
    ) -> NDArray[np.uint8]:
        """Draw a picture of `size` beside the screen: what `rigbyscene.draw.cpu.render` returns for the same arguments.

        The bound framebuffer and every GL state are left as they were. Pictures beyond what a framebuffer can hold are
        drawn in tiles. Raises ValueError like the CPU renderer, GlUnavailableError like `draw`.
        """
        out = checked_out(out, size, supersample)
        gl, target = self._gl, self._local().target(self._gl)
        shown = within(window, size, supersample)
        view = np.asarray(view, np.float64) * supersample
        counts = self._arrays.fill(draw_list, self._art, self._pages.layout.slots, view, shown)
        color = (ctypes.c_float * 4)(
            *((int(premultiplied_word(background)) >> shift & 255) / 255 for shift in (0, 8, 16, 24))
        )
        pieces = list(tiles(size, supersample, target.largest_side))
        first_size = (pieces[0].width, pieces[0].height)
        with offscreen(gl, target.framebuffer, target.renderbuffer):
            target.resize(first_size)
            with drawing(gl, (0, 0, *first_size), (0, 0, *first_size)):
                base, first = self._upload(counts)
                for piece in pieces:
                    gl.glViewport(0, 0, piece.width, piece.height)
                    gl.glScissor(0, 0, piece.width, piece.height)
                    gl.glClearBufferfv(gl.GL_COLOR, 0, color)
                    gl.glScissor(*piece.part_of(shown))
                    self._shader.use((piece.width, piece.height), (piece.left, piece.top), upright=False)
                    self._draw_elements(counts[1], base, first)
                    target.read(piece, supersample, out)
        return out

    def close(self) -> None:
        """Free the pages (if no other renderer draws from them), the buffers and the shader. Once is enough."""
        self._free()

    def __enter__(self) -> GlRenderer:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def _local(self) -> _Local:
        """What belongs to the current context alone."""
        context = self._gl.current_context
        local = self._owned.locals.get(context) if context is not None else None
        if local is not None and self._free.alive:
            return local
        context = current_context()
        if not self._free.alive or context.object_space is not self._space:
            found = "its context is another one" if self._free.alive else "it was closed"
            raise GlUnavailableError.single(
                "not-its-context", "GlRenderer", "", f"the renderer cannot draw here: {found}", "make one here"
            )
        local = self._owned.locals[context] = _Local(self._gl, context)
        return local

    def _upload(self, counts: tuple[int, int]) -> tuple[int, int]:
        """Send what the arrays hold and bind all that a draw call reads; returns its first vertex and index byte."""
        gl = self._gl
        local = self._local()
        base, first = self._buffer.upload(self._arrays.vertices, counts[0], self._arrays.indices, counts[1])
        if local.vertex_array is None:
            local.vertex_array = local.objects.make_vertex_array()
            self._buffer.describe(local.vertex_array)
        else:
            gl.glBindVertexArray(local.vertex_array)
        gl.glBindTexture(gl.GL_TEXTURE_2D_ARRAY, self._pages.texture)
        return base, first

    def _draw_elements(self, count: int, base: int, first: int) -> None:
        gl = self._gl
        gl.glDrawElementsBaseVertex(gl.GL_TRIANGLES, count, gl.GL_UNSIGNED_INT, ctypes.c_void_p(first), base)


class _Local:
    """The objects of a renderer that contexts cannot share."""

    def __init__(self, gl: Any, context: Any):
        self.objects = GlObjects(gl, context)
        self.vertex_array: int | None = None
        self._target: OffscreenTarget | None = None

    def target(self, gl: Any) -> OffscreenTarget:
        if self._target is None:
            self._target = OffscreenTarget(gl, self.objects)
        return self._target


class _Owned:
    """All that a renderer has to free; knows nothing of the renderer, so that it can outlive it."""

    def __init__(self, gl: Any, context: Any):
        self.objects = GlObjects(gl, context)
        self.pages: GlPages | None = None
        self.locals: weakref.WeakKeyDictionary[Any, _Local] = weakref.WeakKeyDictionary()

    def free(self) -> None:
        for local in list(self.locals.values()):
            local.objects.free()
        self.objects.free()
        if self.pages is not None:
            self.pages.release()
