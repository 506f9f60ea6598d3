"""How much room a skeleton takes that is shown on its own: its setup bounds, and wherever its animations carry it."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence

import numpy as np

from rigbyscene.draw.drawlist import LIGHT, VERTEX_COUNT, DrawList
from rigbyscene.draw.renderer import SceneArt, SceneRenderer
from rigbyscene.scene.bounds import Bounds
from rigbyscene.scene.sampler import Sampler
from rigbyscene.scene.scene import Scene, Shot

MOMENTS_A_SECOND = 60
"""Every frame of films at 30 and 60 is looked at. At 30, a jump's landing went 16 units out in a film at 60."""
MOST_MOMENTS = 1500
"""Looked at of all shots together, about a second for the largest skeletons; where there is more, less often."""
FAINTEST_ALPHA = 0.5 / 255
"""What is drawn with less leaves no trace in any pixel."""
WILD_HEADER = 10
"""Setup bounds so many times as wide or as high as all that is ever drawn are a mistake of the file (seen: 37 times,
where the height in the header reached a quarter of a million units below the feet)."""


def room_of(scene: Scene, art: SceneArt, shots: Sequence[Shot]) -> Bounds:
    """The stage units that hold the setup bounds of `scene` and all that `shots` draw, in whole units where they grow.

    Looks at `MOMENTS_A_SECOND` moments a second of each shot and at its end. Clipped parts and those that are drawn
    with an alpha of 0 need no room; a picture's transparent margins do.
    """
    setup = scene.bounds
    drawn = _around(_corners(scene, art, shots))
    if drawn is None:
        return setup
    left, bottom, right, top = drawn
    if setup.width > WILD_HEADER * (right - left) > 0.0 or setup.height > WILD_HEADER * (top - bottom) > 0.0:
        low, high = (left, bottom), (right, top)
    else:
        low = (min(left, setup.x), min(bottom, setup.y))
        high = (max(right, setup.x + setup.width), max(top, setup.y + setup.height))
        if low == (setup.x, setup.y) and high == (setup.x + setup.width, setup.y + setup.height):
            return setup
    low = (math.floor(low[0]), math.floor(low[1]))
    high = (math.ceil(high[0]), math.ceil(high[1]))
    return Bounds(low[0], low[1], high[0] - low[0], high[1] - low[1])


_Corners = tuple[float, float, float, float]
"""Left, bottom, right, top."""


def _corners(scene: Scene, art: SceneArt, shots: Sequence[Shot]) -> Iterable[_Corners]:
    sampler, renderer = Sampler(scene), SceneRenderer(art)
    duration = sum(shot.duration for shot in shots)
    rate = min(MOMENTS_A_SECOND, MOST_MOMENTS / duration) if duration > 0.0 else MOMENTS_A_SECOND
    for shot in shots:
        for t in (*(i / rate for i in range(math.ceil(shot.duration * rate))), shot.duration):
            corners = _seen(renderer.draw_list(sampler.sample(shot, t)))
            if corners is not None:
                yield corners


def _seen(drawn: DrawList) -> _Corners | None:
    faint = drawn.colors[:, LIGHT + 3] < FAINTEST_ALPHA
    points = drawn.xy
    if faint.any():
        points = points[~np.repeat(faint, drawn.commands[:, VERTEX_COUNT])]
    if not len(points):
        return None
    (left, bottom), (right, top) = points.min(axis=0).tolist(), points.max(axis=0).tolist()
    return (left, bottom, right, top) if math.isfinite(right - left + top - bottom) else None


def _around(corners: Iterable[_Corners]) -> _Corners | None:
    found = list(corners)
    if not found:
        return None
    lefts, bottoms, rights, tops = zip(*found, strict=True)
    return min(lefts), min(bottoms), max(rights), max(tops)
