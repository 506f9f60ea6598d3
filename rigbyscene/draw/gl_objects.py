"""GL objects that are made together and freed together, from wherever they are given up.

Names of GL objects mean something in their own context alone (vertex arrays, framebuffers) or in those that share
objects with it (the rest). pyglet keeps lists of what to delete when the right context is current next; what was a
closed window's went with it.
"""

from __future__ import annotations

import ctypes
from typing import Any


class GlObjects:
    """Makes GL objects in the current context, which is `context`, and frees them all at once."""

    def __init__(self, gl: Any, context: Any):
        self._gl = gl
        self._context = context
        self._made: list[tuple[str, str, int]] = []

    def make_texture(self) -> int:
        return self._make("glGenTextures", "texture", "textures")

    def make_buffer(self) -> int:
        return self._make("glGenBuffers", "buffer", "buffers")

    def make_renderbuffer(self) -> int:
        return self._make("glGenRenderbuffers", "renderbuffer", "renderbuffers")

    def make_vertex_array(self) -> int:
        return self._make("glGenVertexArrays", "vao", "vaos")

    def make_framebuffer(self) -> int:
        return self._make("glGenFramebuffers", "framebuffer", "framebuffers")

    def make_program(self) -> int:
        name = int(self._gl.glCreateProgram())
        self._made.append(("shader_program", "shader_programs", name))
        return name

    def _make(self, generate: str, kind: str, kinds: str) -> int:
        name = ctypes.c_uint()
        getattr(self._gl, generate)(1, ctypes.byref(name))
        self._made.append((kind, kinds, name.value))
        return name.value

    def free(self) -> None:
        """Delete them now if their context is current on the main thread, else when it next is. Once is enough."""
        made, self._made = self._made, []
        for kind, kinds, name in made:
            if self._gl.current_context is not None:
                getattr(self._context, f"delete_{kind}")(name)
                continue
            # pyglet's own method asks what the current context shares, and there is none
            owner = self._context if kind in ("vao", "framebuffer") else self._context.object_space
            getattr(owner, f"doomed_{kinds}").append(name)
