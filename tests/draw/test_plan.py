"""The plan of a picture: every number that drawing reads of it was written, whatever the memory held before."""

from __future__ import annotations

import numpy as np
import pytest

from rigbyscene.draw.prepare import PLAN_COLUMNS, SHAPES_END, SHAPES_FROM, place_vertices, plan_commands
from tests.draw.drawing import PIXELS, Sketch, art_of, flat, rectangle


@pytest.mark.parametrize("junk", [-(10**7), 0, 10**7])
def test_a_command_too_faint_to_be_seen_has_no_shapes(junk: int) -> None:
    art = art_of(flat(8, 8, 255, 0, 0, 255))
    sketch = Sketch()
    for alpha in (0.0, 0.001, 1.0):  # a thousandth rounds to 0 of 255 and is not left out before
        sketch.quad(rectangle(2, 2, 10, 10), (8, 8), color=(alpha, alpha, alpha, alpha, 0.0, 0.0, 0.0))
    drawn = sketch.list()
    points = np.full(drawn.xy.shape, junk, np.int32)
    places = np.full(drawn.xy.shape, float(junk))
    plan = np.full((3, PLAN_COLUMNS), junk, np.int64)
    place_vertices(drawn.xy, drawn.texels, drawn.commands, art.maps, PIXELS, points, places)
    plan_commands(points, places, drawn.triangles, drawn.commands, drawn.colors, art.pictures, art.levels, plan)
    assert plan[:, SHAPES_FROM].tolist() == [0, 0, 4] and plan[:, SHAPES_END].tolist() == [0, 0, 5]
