"""A draw list as a vertex and an index buffer for one draw call: snapped as the CPU renderer snaps, without any GL.

Everything that a pixel needs beside its place on the picture is repeated in each vertex of its command, so neither
pages, nor blend modes, nor tints break the list into several calls. One vertex is eleven 32-bit words:

====  =======  ======================================================================================
word  type     meaning
====  =======  ======================================================================================
0, 1  int32    x and y in 1/256 pixels of the picture, y down
2, 3  float32  where it lies on its picture, in texels of the full size
4, 5  uint32   the mip level: ORIGIN and EXTENT of its slot (`rigbyscene.draw.gl_pages`)
6, 7  uint32   the next mip level, alike
8     uint32   page of the one (8 bits), of the other (8), share of the other in 1/256 (8), level (5), blend mode (2)
9     uint32   premultiplied light red, green, blue, alpha, a byte each, red lowest
10    uint32   premultiplied dark red, green, blue
====  =======  ======================================================================================
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from rigbyscene.draw.art import FIRST_LEVEL, LEVEL_COUNT, Art
from rigbyscene.draw.coverage import AFFINE, KIND, LINE_COLUMNS, S_ACROSS, S_AT, S_DOWN, T_AT, lay_texels
from rigbyscene.draw.drawlist import FIRST_VERTEX, PICTURE, VERTEX_COUNT, DrawList
from rigbyscene.draw.gl_pages import EXTENT, ORIGIN, PAGE
from rigbyscene.draw.prepare import (
    BOTTOM,
    LEFT,
    LEVEL_INDEX,
    MIX,
    MODE,
    PLAN_COLUMNS,
    RIGHT,
    SHAPES_END,
    SHAPES_FROM,
    TINT,
    TOP,
    VERTEX,
    WHOLE,
    double_area,
    place_vertices,
    plan_commands,
)
from rigbyscene.jit import kernel

VERTEX_WORDS = 11
_TO_POSITION = 0.5 + 1 / 512
"""What `coverage.lay_texels` adds to a place on a level; the fragment shader adds it, too."""


class VertexArrays:
    """The arrays that draw lists are prepared in, again and again; they double when a list does not fit.

    After `fill`, `vertices` uint32 (room, VERTEX_WORDS) and `indices` uint32 (room,) hold what is to be drawn.
    """

    def __init__(self) -> None:
        self.vertices = np.empty((0, VERTEX_WORDS), np.uint32)
        self.indices = np.empty(0, np.uint32)
        self._counts = np.zeros(2, np.int64)
        self._grow(1024, 1024, 256)

    def fill(
        self,
        draw_list: DrawList,
        art: Art,
        slots: NDArray[np.uint32],
        view: NDArray[np.float64],
        window: tuple[int, int, int, int],
    ) -> tuple[int, int]:
        """Prepare `draw_list` as seen through `view` and return how many vertices and indices there are.

        `slots` uint32 (levels of `art`, SLOT_COLUMNS) tells where the levels lie on the pages. Commands that show
        nothing in `window` (left, top, right, bottom, in pixels) are left out, as are triangles without an area and
        those that are not finite.
        """
        vertex_count, triangle_count = len(draw_list.xy), len(draw_list.triangles)
        command_count = len(draw_list.commands)
        if vertex_count > len(self._points) or triangle_count > len(self._lines) or command_count > len(self._plan):
            self._grow(vertex_count, triangle_count, command_count)
        points, places = self._points[:vertex_count], self._places[:vertex_count]
        lines, plan = self._lines[:triangle_count], self._plan[:command_count]
        triangles, commands = draw_list.triangles, draw_list.commands
        place_vertices(draw_list.xy, draw_list.texels, commands, art.maps, view, points, places)
        plan_commands(points, places, triangles, commands, draw_list.colors, art.pictures, art.levels, plan)
        lay_texels(points, places, triangles, plan, lines)
        write_vertices(
            points,
            places,
            triangles,
            commands,
            art.pictures,
            plan,
            lines,
            slots,
            np.array(window),
            self.vertices,
            self.vertices.view(np.float32),
            self.indices,
            self._counts,
        )
        return int(self._counts[0]), int(self._counts[1])

    def _grow(self, vertex_count: int, triangle_count: int, command_count: int) -> None:
        vertex_room, triangle_room, command_room = (
            1 << max(count - 1, 1).bit_length() for count in (vertex_count, triangle_count, command_count)
        )
        self._points = np.empty((vertex_room, 2), np.int32)
        self._places = np.empty((vertex_room, 2))
        self._lines = np.empty((triangle_room, LINE_COLUMNS), np.int64)
        self._plan = np.empty((command_room, PLAN_COLUMNS), np.int64)
        # a triangle drawn unscaled has three vertices of its own
        self.vertices = np.empty((vertex_room + 3 * triangle_room, VERTEX_WORDS), np.uint32)
        self.indices = np.empty(3 * triangle_room, np.uint32)


@kernel
def write_vertices(
    points: NDArray[np.int32],
    places: NDArray[np.float64],
    triangles: NDArray[np.int32],
    commands: NDArray[np.int32],
    pictures: NDArray[np.int64],
    plan: NDArray[np.int64],
    lines: NDArray[np.int64],
    slots: NDArray[np.uint32],
    window: NDArray[np.int64],
    words: NDArray[np.uint32],
    floats: NDArray[np.float32],
    indices: NDArray[np.uint32],
    counts: NDArray[np.int64],
) -> None:
    """Write the vertices (`words` and `floats` are one array) and indices of all commands, and how many they are.

    A parallelogram is two triangles that share its diagonal: they fill the same pixels. The places of its corners, and
    of triangles drawn unscaled, are where the shape's lines say, so that these cross the screen as on the CPU.
    """
    made = written = 0
    common = np.empty(VERTEX_WORDS, np.uint32)
    for c in range(len(plan)):
        first, end = plan[c, SHAPES_FROM], plan[c, SHAPES_END]
        if first == end or plan[c, LEFT] >= window[2] or plan[c, RIGHT] <= window[0]:
            continue
        if plan[c, TOP] >= window[3] or plan[c, BOTTOM] <= window[1]:
            continue
        picture = commands[c, PICTURE]
        level = pictures[picture, FIRST_LEVEL] + plan[c, LEVEL_INDEX]
        next_level = min(level + 1, pictures[picture, FIRST_LEVEL] + pictures[picture, LEVEL_COUNT] - 1)
        common[4], common[5] = slots[level, ORIGIN], slots[level, EXTENT]
        common[6], common[7] = slots[next_level, ORIGIN], slots[next_level, EXTENT]
        common[8] = (
            np.int64(slots[level, PAGE])
            | np.int64(slots[next_level, PAGE]) << 8
            | plan[c, MIX] << 16
            | plan[c, LEVEL_INDEX] << 24
            | plan[c, MODE] << 29
        )
        common[9] = plan[c, TINT] | plan[c, TINT + 1] << 8 | plan[c, TINT + 2] << 16 | plan[c, TINT + 3] << 24
        common[10] = plan[c, TINT + 4] | plan[c, TINT + 5] << 8 | plan[c, TINT + 6] << 16
        scale = np.float64(1 << plan[c, LEVEL_INDEX])
        own = first  # its vertices in the list, or the corners of a whole parallelogram
        vertex_count = commands[c, VERTEX_COUNT]
        base = made
        if plan[c, WHOLE]:
            for k in range(4):
                _put(words, floats, made + k, common, points, plan[c, VERTEX] + k)
                _place_on_lines(floats, made + k, points, plan[c, VERTEX] + k, lines, first, scale)
            for k in range(6):
                indices[written + k] = base + (k if k < 3 else (k - 2) * (k > 3))
            made += 4
            written += 6
            continue
        own = commands[c, FIRST_VERTEX]
        for v in range(own, own + vertex_count):
            _put(words, floats, made, common, points, v)
            floats[made, 2], floats[made, 3] = places[v, 0], places[v, 1]
            made += 1
        for shape in range(first, end):
            if double_area(points, triangles[shape, 0], triangles[shape, 1], triangles[shape, 2]) == 0:
                continue
            for k in range(3):
                v = triangles[shape, k]
                if lines[shape, KIND] == AFFINE:
                    indices[written] = base + v - own
                else:
                    _put(words, floats, made, common, points, v)
                    _place_on_lines(floats, made, points, v, lines, shape, scale)
                    indices[written] = made
                    made += 1
                written += 1
    counts[0], counts[1] = made, written


@kernel(inner=True)
def _put(
    words: NDArray[np.uint32],
    floats: NDArray[np.float32],
    at: int,
    common: NDArray[np.uint32],
    points: NDArray[np.int32],
    v: int,
) -> None:
    words[at, 0], words[at, 1] = points[v, 0], points[v, 1]
    for k in range(4, VERTEX_WORDS):
        words[at, k] = common[k]


@kernel(inner=True)
def _place_on_lines(
    floats: NDArray[np.float32],
    at: int,
    points: NDArray[np.int32],
    v: int,
    lines: NDArray[np.int64],
    shape: int,
    scale: float,
) -> None:
    """Where the lines of `shape` put vertex `v`: at its pixel in integers that wrap, from there on in floats."""
    x, y = points[v, 0] >> 8, points[v, 1] >> 8
    right, down = (points[v, 0] - (x << 8) - 128) / 256, (points[v, 1] - (y << 8) - 128) / 256
    for axis in range(2):
        first = axis * T_AT
        across, along = lines[shape, first + S_ACROSS], lines[shape, first + S_DOWN]
        position = lines[shape, first + S_AT] + x * across + y * along
        floats[at, 2 + axis] = ((position + right * across + down * along) / 4294967296.0 - _TO_POSITION) * scale
