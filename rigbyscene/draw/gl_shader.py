"""The shader: what the CPU renderer's kernels do to a pixel, in floats that hold its integers exactly.

Texels are picked and weighed here, not by GL's filters, whose weights differ from card to card: bilinear with 8-bit
weights, rounded once (`rigbyscene.draw.sampling`), mixed with the next level, rounded, tinted and rounded again
(`rigbyscene.draw.blending`).

Each blend mode of `rigbyscene.model.enums.Blend` is ``source + destination * (1 - veil)`` with a source and a veil of
its own, so that one state of GL's blending (its second source is the veil) draws them all:

========  ===================  ==================
mode      source               veil
========  ===================  ==================
normal    rgb, a               a, a
additive  rgb, a               0, 0
multiply  0, a                 a - rgb, a
screen    rgb, a               rgb, a
========  ===================  ==================
"""

from __future__ import annotations

import ctypes
from typing import Any

from rigbyscene.draw.gl_context import GlUnavailableError
from rigbyscene.draw.gl_objects import GlObjects
from rigbyscene.model.enums import Blend

POINT = 0
PLACE = 1
LEVELS = 2
REST = 3
"""Locations of the vertex attributes: words 0 and 1, 2 and 3, 4 to 7, 8 to 10 of `gl_vertices`."""

_VERTEX = f"""#version 330 core
layout(location = {POINT}) in ivec2 point;
layout(location = {PLACE}) in vec2 place;
layout(location = {LEVELS}) in uvec4 levels;
layout(location = {REST}) in uvec3 rest;
uniform ivec2 origin;  // of the viewport, in 1/256 pixels
uniform vec4 to_clip;  // scale and shift
// interpolated with w = 1, for Mesa's clipping spoils what is declared noperspective
out vec2 spot;
flat out uvec4 slots;
flat out uvec3 command;

void main() {{
    gl_Position = vec4(vec2(point - origin) * to_clip.xy + to_clip.zw, 0.0, 1.0);
    spot = place;
    slots = levels;
    command = rest;
}}
"""

_FRAGMENT = f"""#version 330 core
uniform sampler2DArray pages;
uniform float sunk;  // pixels by which the picture was moved up
in vec2 spot;
flat in uvec4 slots;
flat in uvec3 command;
layout(location = 0, index = 0) out vec4 source;
layout(location = 0, index = 1) out vec4 veil;

vec2 halves(uint word) {{
    return vec2(word & 0xffffu, word >> 16);
}}

vec4 bytes(uint word) {{
    return vec4(word & 0xffu, (word >> 8) & 0xffu, (word >> 16) & 0xffu, word >> 24);
}}

// 0 to 255; `at` in texels of the level, (0, 0) its top left corner
vec4 sampled(vec2 at, uvec2 slot, uint page) {{
    vec2 position = clamp(at + (0.5 + 1.0 / 512.0), vec2(0.0), halves(slot.y) + 1.0);
    vec2 cell = floor(position);
    vec2 weight = floor((position - cell) * 256.0);
    ivec3 corner = ivec3(ivec2(cell + halves(slot.x)), page);
    vec4 a = texelFetch(pages, corner, 0);
    vec4 b = texelFetch(pages, corner + ivec3(1, 0, 0), 0);
    vec4 c = texelFetch(pages, corner + ivec3(0, 1, 0), 0);
    vec4 d = texelFetch(pages, corner + ivec3(1, 1, 0), 0);
    vec4 top = a * 256.0 + (b - a) * weight.x;
    vec4 bottom = c * 256.0 + (d - c) * weight.x;
    // halves go up, although a texel is 1/255 in floats: the sixteenth of a thousandth is above their errors
    return floor((top * 256.0 + (bottom - top) * weight.y) * (255.0 / 65536.0) + (0.5 + 1.0 / 16384.0));
}}

void main() {{
    uint word = command.x;
    vec2 at = (spot + dFdy(spot) * sunk) / float(1u << ((word >> 24) & 31u));
    float share = float((word >> 16) & 0xffu);
    // a loop, since software renderers run both sides of a condition
    int count = share > 0.0 ? 2 : 1;
    uvec2 slot = slots.xy;
    uint page = word & 0xffu;
    float part = 256.0 - share;
    vec4 texel = vec4(0.0);
    for (int level = 0; level < count; ++level) {{
        texel += sampled(at, slot, page) * part;
        at *= 0.5;
        slot = slots.zw;
        page = (word >> 8) & 0xffu;
        part = share;
    }}
    texel = floor((texel + 128.0) * (1.0 / 256.0));
    vec4 light = bytes(command.y);
    vec3 dark = bytes(command.z).rgb;
    vec4 tinted = vec4(texel.rgb * (light.rgb - dark) + texel.a * dark, texel.a * light.a);
    tinted = floor(tinted * (1.0 / 255.0) + 0.5) * (1.0 / 255.0);
    source = tinted;
    veil = vec4(tinted.a);
    uint mode = word >> 29;
    if (mode == {int(Blend.ADDITIVE)}u) {{
        veil = vec4(0.0);
    }} else if (mode == {int(Blend.MULTIPLY)}u) {{
        source.rgb = vec3(0.0);
        veil.rgb -= tinted.rgb;
    }} else if (mode == {int(Blend.SCREEN)}u) {{
        veil = tinted;
    }}
}}
"""


class Shader:
    """The linked program and where its uniforms are."""

    def __init__(self, gl: Any, objects: GlObjects):
        """Compile and link; `objects` gets the program. GlUnavailableError with the driver's words if it refuses."""
        self._gl = gl
        self.program = objects.make_program()
        for kind, source in ((gl.GL_VERTEX_SHADER, _VERTEX), (gl.GL_FRAGMENT_SHADER, _FRAGMENT)):
            shader = int(gl.glCreateShader(kind))
            gl.glAttachShader(self.program, shader)
            gl.glDeleteShader(shader)  # it goes with the program
            _compile(gl, shader, source)
        gl.glLinkProgram(self.program)
        linked = ctypes.c_int()
        gl.glGetProgramiv(self.program, gl.GL_LINK_STATUS, ctypes.byref(linked))
        if not linked.value:
            raise _refused(gl.glGetProgramInfoLog, self.program)
        self._origin, self._to_clip, self._sunk = (
            gl.glGetUniformLocation(self.program, ctypes.create_string_buffer(name))
            for name in (b"origin", b"to_clip", b"sunk")
        )

    def use(self, size: tuple[int, int], corner: tuple[int, int], upright: bool) -> None:
        """Use the program for a viewport of `size` that shows the picture from pixel `corner` (left, top) on.

        `upright` puts the picture's first row at the viewport's top; without, it is the lowest one in GL's sense, where
        rows of memory begin. Pixel centres on an edge: GL in Mesa counts the lower one of its own rows in, the CPU
        renderer the picture's upper one. Upright pictures are therefore moved up by 1/256 pixel, the grid of both, and
        the places of texels back by as much.
        """
        gl = self._gl
        width, height = size
        scale_x, scale_y = 2 / (256 * width), 2 / (256 * height)
        gl.glUseProgram(self.program)
        gl.glUniform2i(self._origin, 256 * corner[0], 256 * corner[1])
        if upright:
            gl.glUniform4f(self._to_clip, scale_x, -scale_y, -1.0, 1.0 + scale_y)
            gl.glUniform1f(self._sunk, 1 / 256)
        else:
            gl.glUniform4f(self._to_clip, scale_x, scale_y, -1.0, -1.0)
            gl.glUniform1f(self._sunk, 0.0)


def _compile(gl: Any, shader: int, source: str) -> None:
    text = ctypes.c_char_p(source.encode())
    strings = ctypes.cast(ctypes.pointer(text), ctypes.POINTER(ctypes.POINTER(ctypes.c_char)))
    gl.glShaderSource(shader, 1, strings, None)
    gl.glCompileShader(shader)
    compiled = ctypes.c_int()
    gl.glGetShaderiv(shader, gl.GL_COMPILE_STATUS, ctypes.byref(compiled))
    if not compiled.value:
        raise _refused(gl.glGetShaderInfoLog, shader)


def _refused(read_log: Any, name: int) -> GlUnavailableError:
    log = ctypes.create_string_buffer(4096)
    read_log(name, len(log), None, log)
    words = log.value.decode(errors="replace").strip()
    return GlUnavailableError.single(
        "shader-refused", "OpenGL", "shader", f"the driver says: {words}", "update the graphics card's driver"
    )
