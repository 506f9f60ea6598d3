"""The one buffer that vertices and indices stream through, and the vertex arrays that describe it."""

from __future__ import annotations

import ctypes
from typing import Any

import numpy as np
from numpy.typing import NDArray

from rigbyscene.draw.gl_objects import GlObjects
from rigbyscene.draw.gl_shader import LEVELS, PLACE, POINT, REST
from rigbyscene.draw.gl_vertices import VERTEX_WORDS

_SECTIONS = 3
"""Lists in the buffer: while the card still reads the last two, the next one is written without waiting."""

_VERTEX_BYTES = 4 * VERTEX_WORDS
_INDEX_BYTES = 4


class StreamBuffer:
    """Room for three draw lists: all their vertices, then all their indices. It doubles when a list does not fit."""

    def __init__(self, gl: Any, objects: GlObjects):
        self._gl = gl
        self.name = objects.make_buffer()
        self._vertex_room = self._index_room = 0
        self._section = 0

    def upload(
        self, vertices: NDArray[np.uint32], vertex_count: int, indices: NDArray[np.uint32], index_count: int
    ) -> tuple[int, int]:
        """Copy a list into the next section, the buffer being bound as the array buffer by this.

        Returns the number of its first vertex and the byte at which its indices start.
        """
        gl = self._gl
        gl.glBindBuffer(gl.GL_ARRAY_BUFFER, self.name)
        if vertex_count > self._vertex_room or index_count > self._index_room:
            self._vertex_room = max(self._vertex_room, _room(vertex_count))
            self._index_room = max(self._index_room, _room(index_count))
            room = _SECTIONS * (self._vertex_room * _VERTEX_BYTES + self._index_room * _INDEX_BYTES)
            gl.glBufferData(gl.GL_ARRAY_BUFFER, room, None, gl.GL_STREAM_DRAW)
        self._section = (self._section + 1) % _SECTIONS
        base = self._section * self._vertex_room
        first = _SECTIONS * self._vertex_room * _VERTEX_BYTES + self._section * self._index_room * _INDEX_BYTES
        for at, array, byte_count in (
            (base * _VERTEX_BYTES, vertices, vertex_count * _VERTEX_BYTES),
            (first, indices, index_count * _INDEX_BYTES),
        ):
            gl.glBufferSubData(gl.GL_ARRAY_BUFFER, at, byte_count, ctypes.c_void_p(array.ctypes.data))
        return base, first

    def describe(self, vertex_array: int) -> None:
        """Bind `vertex_array` and let it read this buffer as `gl_vertices` writes it."""
        gl = self._gl
        gl.glBindVertexArray(vertex_array)
        gl.glBindBuffer(gl.GL_ARRAY_BUFFER, self.name)
        gl.glBindBuffer(gl.GL_ELEMENT_ARRAY_BUFFER, self.name)
        for location, count, kind, word in (
            (POINT, 2, gl.GL_INT, 0),
            (PLACE, 2, gl.GL_FLOAT, 2),
            (LEVELS, 4, gl.GL_UNSIGNED_INT, 4),
            (REST, 3, gl.GL_UNSIGNED_INT, 8),
        ):
            gl.glEnableVertexAttribArray(location)
            at = ctypes.c_void_p(4 * word)
            if kind == gl.GL_FLOAT:
                gl.glVertexAttribPointer(location, count, kind, 0, _VERTEX_BYTES, at)
            else:
                gl.glVertexAttribIPointer(location, count, kind, _VERTEX_BYTES, at)


def _room(count: int) -> int:
    return 1 << max(count - 1, 1023).bit_length()
