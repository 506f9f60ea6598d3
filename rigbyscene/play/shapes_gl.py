"""Draws `Shapes` with GL: one instanced call for all of them, one texture for all letters, made once."""

from __future__ import annotations

import ctypes
from typing import Any

from rigbyscene.draw.gl_objects import GlObjects
from rigbyscene.play.glyphs import SIDE, Glyphs
from rigbyscene.play.shapes import COLUMNS, Shapes

_VERTEX = """#version 330 core
layout(location = 0) in vec4 place;  // centre, x axis
layout(location = 1) in vec3 box;    // half width, half height, radius of the corners
layout(location = 2) in vec2 cell;   // upper left texel, -1 for none
layout(location = 3) in vec4 color;
uniform vec2 size;
out vec2 local;
out vec2 texel;
flat out vec3 extent;
flat out float plain;
flat out vec4 tint;

void main() {
    vec2 corner = vec2(gl_VertexID & 1, gl_VertexID >> 1) * 2.0 - 1.0;
    plain = cell.x < 0.0 ? 1.0 : 0.0;
    local = corner * (box.xy + plain);
    texel = cell + box.xy + local;
    extent = box;
    tint = vec4(color.rgb * color.a, color.a);
    vec2 at = place.xy + local.x * place.zw + local.y * vec2(-place.w, place.z);
    gl_Position = vec4(at / size * vec2(2.0, -2.0) + vec2(-1.0, 1.0), 0.0, 1.0);
}
"""

_FRAGMENT = """#version 330 core
uniform sampler2D glyphs;
in vec2 local;
in vec2 texel;
flat in vec3 extent;
flat in float plain;
flat in vec4 tint;
out vec4 premultiplied;

void main() {
    float cover;
    if (plain > 0.5) {
        vec2 beyond = abs(local) - extent.xy + extent.z;
        float distance = length(max(beyond, 0.0)) + min(max(beyond.x, beyond.y), 0.0) - extent.z;
        cover = clamp(0.5 - distance, 0.0, 1.0) * min(2.0 * min(extent.x, extent.y), 1.0);
    } else {
        cover = texelFetch(glyphs, ivec2(texel), 0).r;
    }
    premultiplied = tint * cover;
}
"""

_ROW_BYTES = 4 * COLUMNS


class ShapeRenderer:
    """Draws shapes over the framebuffer that is bound, in the context that is current; sets what state it needs."""

    def __init__(self, gl: Any, context: Any):
        """`gl` is the module `pyglet.gl`, `context` pyglet's current context."""
        from pyglet.graphics.shader import Shader, ShaderProgram

        self._gl = gl
        self._program = ShaderProgram(Shader(_VERTEX, "vertex"), Shader(_FRAGMENT, "fragment"))
        self._objects = GlObjects(gl, context)
        self._buffer = self._objects.make_buffer()
        self._room = 0
        self._array = self._objects.make_vertex_array()
        gl.glBindVertexArray(self._array)
        gl.glBindBuffer(gl.GL_ARRAY_BUFFER, self._buffer)
        for location, count, kind, word in (
            (0, 4, gl.GL_FLOAT, 0),
            (1, 3, gl.GL_FLOAT, 4),
            (2, 2, gl.GL_FLOAT, 7),
            (3, 4, gl.GL_UNSIGNED_BYTE, 9),
        ):
            gl.glEnableVertexAttribArray(location)
            normalized = kind == gl.GL_UNSIGNED_BYTE
            gl.glVertexAttribPointer(location, count, kind, normalized, _ROW_BYTES, ctypes.c_void_p(4 * word))
            gl.glVertexAttribDivisor(location, 1)
        self._texture = self._objects.make_texture()
        gl.glBindTexture(gl.GL_TEXTURE_2D, self._texture)
        gl.glTexParameteri(gl.GL_TEXTURE_2D, gl.GL_TEXTURE_MIN_FILTER, gl.GL_NEAREST)
        gl.glTexParameteri(gl.GL_TEXTURE_2D, gl.GL_TEXTURE_MAG_FILTER, gl.GL_NEAREST)
        gl.glTexImage2D(gl.GL_TEXTURE_2D, 0, gl.GL_R8, SIDE, SIDE, 0, gl.GL_RED, gl.GL_UNSIGNED_BYTE, None)

    def draw(self, shapes: Shapes, size: tuple[int, int]) -> None:
        """Draw all shapes in a framebuffer of `size` pixels."""
        gl = self._gl
        rows = shapes.rows
        gl.glViewport(0, 0, *size)
        gl.glDisable(gl.GL_SCISSOR_TEST)
        gl.glDisable(gl.GL_DEPTH_TEST)
        gl.glEnable(gl.GL_BLEND)
        gl.glBlendFunc(gl.GL_ONE, gl.GL_ONE_MINUS_SRC_ALPHA)
        gl.glActiveTexture(gl.GL_TEXTURE0)
        gl.glBindTexture(gl.GL_TEXTURE_2D, self._texture)
        self._bring_glyphs(shapes.glyphs)
        self._program.use()
        self._program["size"] = size
        gl.glBindVertexArray(self._array)
        gl.glBindBuffer(gl.GL_ARRAY_BUFFER, self._buffer)
        if len(rows) > self._room:
            self._room = 1 << max(len(rows) - 1, 1023).bit_length()
        # new storage for each frame, so that nobody waits for the card to have read the last one's
        gl.glBufferData(gl.GL_ARRAY_BUFFER, self._room * _ROW_BYTES, None, gl.GL_STREAM_DRAW)
        gl.glBufferSubData(gl.GL_ARRAY_BUFFER, 0, rows.nbytes, ctypes.c_void_p(rows.ctypes.data))
        gl.glDrawArraysInstanced(gl.GL_TRIANGLE_STRIP, 0, 4, len(rows))
        gl.glBindVertexArray(0)

    def _bring_glyphs(self, glyphs: Glyphs) -> None:
        """Upload the rows of the glyphs' picture that changed."""
        gl = self._gl
        first, end = glyphs.take_changes()
        if end > first:
            gl.glPixelStorei(gl.GL_UNPACK_ALIGNMENT, 1)
            address = ctypes.c_void_p(glyphs.picture.ctypes.data + first * SIDE)
            place = (0, first, SIDE, end - first)
            gl.glTexSubImage2D(gl.GL_TEXTURE_2D, 0, *place, gl.GL_RED, gl.GL_UNSIGNED_BYTE, address)
            gl.glPixelStorei(gl.GL_UNPACK_ALIGNMENT, 4)

    def close(self) -> None:
        """Free what GL holds."""
        self._program.delete()
        self._objects.free()
