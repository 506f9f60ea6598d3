"""How a game's plane becomes pixels: projection and view of a window, folded into one affine map."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from rigbyscene.draw.gl_context import current_context
from rigbyscene.errors import UsageError
from rigbyscene.scene.affine import Affine

_FLAT = 1e-6
"""A share of w that x or y may change over the plane's unit: floats of 32 bits leave that much of an exact 0."""


def plane_to_pixels(projection: Sequence[float], view: Sequence[float], size: tuple[int, int]) -> Affine:
    """The map from (x, y) of the plane z = 0 to pixels of a viewport of `size`, (0, 0) its top left corner.

    The matrices are 16 numbers each, column by column, and act on columns, `projection` after `view`. UsageError
    where they tilt the plane, so that no affine map could show it.

    >>> ortho = (2 / 640, 0, 0, 0, 0, 2 / 480, 0, 0, 0, 0, -1, 0, -1, -1, 0, 1)
    >>> unmoved = (1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1)
    >>> plane_to_pixels(ortho, unmoved, (640, 480)).apply(10, 20)
    (10.0, 460.0)
    """
    # where the plane's x direction, its y direction and its origin go, in clip coordinates
    right, up, origin = (
        [sum(projection[4 * k + row] * view[column + k] for k in range(4)) for row in range(4)] for column in (0, 4, 12)
    )
    w = origin[3]
    if not (abs(right[3]) <= _FLAT * abs(w) and abs(up[3]) <= _FLAT * abs(w)) or w == 0.0:
        raise UsageError.single(
            "tilted-projection",
            "SceneView",
            "camera",
            "the window's projection and view show the scene's plane (z = 0) in a tilted perspective",
            "use an orthogonal projection, or a camera that looks straight at the plane",
        )
    half_width, half_height = size[0] / 2 / w, size[1] / 2 / w
    return Affine(
        right[0] * half_width,
        -right[1] * half_height,
        up[0] * half_width,
        -up[1] * half_height,
        origin[0] * half_width + size[0] / 2,
        size[1] / 2 - origin[1] * half_height,
    )


def current_window() -> Any:
    """pyglet's window whose context is current; GlUnavailableError without a context, UsageError without a window."""
    import pyglet

    context = current_context()
    for window in pyglet.app.windows:
        if window.context is context:
            return window
    raise UsageError.single(
        "no-window", "SceneView", "window", "the current GL context is no window's", "give a window or matrices"
    )
