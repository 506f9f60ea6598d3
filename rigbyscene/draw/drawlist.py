"""The draw list: flat arrays of triangles in draw order with everything resolved (clipped, tinted, premultiplied).

A renderer needs this, the pictures (`rigbyscene.draw.art`) and a view matrix, and nothing else. Colour arithmetic per
pixel, for a premultiplied texel ``t`` (rgb not above alpha), the command's premultiplied light ``L`` and dark ``D``::

    rgb = t.rgb * L.rgb + (t.a - t.rgb) * D.rgb        # D is 0 for slots without a dark colour
    a   = t.a * L.a

(two-colour tint: white texels become light, black ones dark; both already multiplied by the light alpha). Then the
blend mode of `rigbyscene.model.enums.Blend`; the alpha channel follows ``a + d(1-a)``, with additive ``a + d``.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

# columns of DrawList.commands (int32)
PICTURE = 0  # index into the art's pictures
BLEND = 1  # rigbyscene.model.enums.Blend
FIRST_VERTEX = 2
VERTEX_COUNT = 3
FIRST_TRIANGLE = 4
TRIANGLE_COUNT = 5
SHAPE = 6  # SHAPE_QUAD or SHAPE_MESH
SOURCE = 7  # 0 the stage, k the (k-1)-th actor of the manifest
SLOT = 8  # slot index in that source's skeleton
COMMAND_COLUMNS = 9

SHAPE_MESH = 0
SHAPE_QUAD = 1
"""Four vertices top-left, top-right, bottom-right, bottom-left of a parallelogram, triangles (0,1,2) (0,2,3): a
renderer may draw it as one shape, but must fill the same pixels."""

# columns of DrawList.colors (float32): premultiplied light rgba, premultiplied dark rgb
LIGHT = 0
DARK = 4
COLOR_COLUMNS = 7


@dataclass(frozen=True, slots=True)
class DrawList:
    """What to draw, back to front.

    - `xy` float64 (vertices, 2): stage units, y up.
    - `texels` float64 (vertices, 2): where the vertex lies on its picture, in texels of its full size, (0, 0) its top
      left corner, y down.
    - `triangles` int32 (triangles, 3): vertex indices (absolute). Either winding is drawn.
    - `commands` int32 (commands, COMMAND_COLUMNS): the constants of this module name the columns.
    - `colors` float32 (commands, COLOR_COLUMNS): premultiplied light rgba and dark rgb, 0 to 1.
    """

    xy: NDArray[np.float64]
    texels: NDArray[np.float64]
    triangles: NDArray[np.int32]
    commands: NDArray[np.int32]
    colors: NDArray[np.float32]

    @classmethod
    def empty(cls) -> DrawList:
        """A list that draws nothing."""
        return cls(
            np.empty((0, 2)),
            np.empty((0, 2)),
            np.empty((0, 3), np.int32),
            np.empty((0, COMMAND_COLUMNS), np.int32),
            np.empty((0, COLOR_COLUMNS), np.float32),
        )

    def copy(self) -> DrawList:
        """The same list in arrays of its own."""
        return DrawList(
            self.xy.copy(), self.texels.copy(), self.triangles.copy(), self.commands.copy(), self.colors.copy()
        )
