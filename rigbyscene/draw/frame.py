"""A draw list made ready for the CPU: snapped, planned, and drawn into whichever rectangle is asked for."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from rigbyscene.draw.art import Art
from rigbyscene.draw.changes import hash_commands, mark_changes
from rigbyscene.draw.coverage import LINE_COLUMNS, lay_texels
from rigbyscene.draw.drawlist import DrawList
from rigbyscene.draw.prepare import PLAN_COLUMNS, place_vertices, plan_commands
from rigbyscene.draw.raster import draw_rectangle


class Frame:
    """A draw list as seen through a view, ready to be drawn into any rectangle of its picture, from any thread."""

    def __init__(self, draw_list: DrawList, art: Art, view: NDArray[np.float64]):
        """Snap the vertices and choose mip levels and colours, as `rigbyscene.draw.prepare` tells."""
        points = np.empty(draw_list.xy.shape, np.int32)
        places = np.empty(draw_list.xy.shape)
        plan = np.empty((len(draw_list.commands), PLAN_COLUMNS), np.int64)
        lines = np.empty((len(draw_list.triangles), LINE_COLUMNS), np.int64)
        triangles, commands = draw_list.triangles, draw_list.commands
        place_vertices(draw_list.xy, draw_list.texels, commands, art.maps, view, points, places)
        plan_commands(points, places, triangles, commands, draw_list.colors, art.pictures, art.levels, plan)
        lay_texels(points, places, triangles, plan, lines)
        self._points, self._places, self._triangles = points, places, triangles
        self._commands, self._plan, self._lines = commands, plan, lines
        self._texels, self._emptiness = art.texels, art.emptiness

    def find_changes(self, tile: tuple[int, int], tiles: NDArray[np.uint64], changed: NDArray[np.uint8]) -> None:
        """Bring the hashes `tiles` up to this frame and mark in `changed` those that differ.

        `tile` is (width, height) in pixels; see `rigbyscene.draw.changes.mark_changes`.
        """
        hashes = np.empty(len(self._commands), np.uint64)
        hash_commands(self._points, self._places.view(np.uint64), self._triangles, self._commands, self._plan, hashes)
        mark_changes(self._plan, hashes, *tile, tiles, changed)

    def draw(
        self, target: NDArray[np.uint32], stride: int, origin: tuple[int, int], rectangle: tuple[int, int, int, int]
    ) -> None:
        """Draw over the pixels [x0, x1) x [y0, y1) of `target`: RGBA words, rows `stride` apart, the first `origin`."""
        draw_rectangle(
            target,
            stride,
            *origin,
            *rectangle,
            self._points,
            self._triangles,
            self._plan,
            self._lines,
            self._texels,
            self._emptiness,
        )
