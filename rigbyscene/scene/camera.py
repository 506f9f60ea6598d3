"""What the picture shows: the camera bone's frame and view, the parallax of layers (scene semantics, section 5)."""

from __future__ import annotations

import enum
from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from rigbyscene.errors import UsageError
from rigbyscene.model.skeleton import Skeleton
from rigbyscene.pose.layout import Floats
from rigbyscene.scene.affine import Affine
from rigbyscene.scene.arguments import checked_choice, checked_pair, finite, told

DEFAULT_FRAME = (1280.0, 720.0)
MAX_PIXELS = 1 << 28
"""Pictures above this (a gigabyte of RGBA) are refused."""


class Fit(enum.Enum):
    """How the frame meets a picture of another aspect ratio."""

    CONTAIN = "contain"
    COVER = "cover"
    FILL = "fill"


def checked_fit(fit: str | Fit, name: str) -> Fit:
    """`fit` as a `Fit`; UsageError for a word that is none."""
    return fit if isinstance(fit, Fit) else Fit(checked_choice(fit, [f.value for f in Fit], "fit", name))


@dataclass(frozen=True, slots=True)
class PictureMap:
    """How stage units become pixels of one picture.

    `view` maps stage units to units from the picture's centre, y up (None: a singular camera, nothing is seen);
    `to_pixels` maps stage units to pixels, top row first; `window` is the part of the picture, in whole pixels (left,
    top, right, bottom), that shows the frame; beside it is background.
    """

    view: Affine | None
    to_pixels: Affine | None
    window: tuple[int, int, int, int]


def picture_map(
    view: Affine | None, frame: tuple[float, float], size: tuple[int, int], fit: Fit = Fit.CONTAIN
) -> PictureMap:
    """Lay a frame of `frame` units over a picture of `size` pixels.

    >>> picture_map(Affine(), (1280, 720), (640, 480)).window
    (0, 60, 640, 420)
    """
    width, height = size
    scale_x, scale_y = width / frame[0], height / frame[1]
    if fit is Fit.CONTAIN:
        scale_x = scale_y = min(scale_x, scale_y)
    elif fit is Fit.COVER:
        scale_x = scale_y = max(scale_x, scale_y)
    shown_x, shown_y = min(frame[0] * scale_x, width), min(frame[1] * scale_y, height)
    left, top = round((width - shown_x) / 2), round((height - shown_y) / 2)
    window = (left, top, width - left, height - top)
    if view is None:
        return PictureMap(None, None, window)
    centre = Affine(scale_x, 0.0, 0.0, -scale_y, width / 2, height / 2)
    return PictureMap(view, centre.after(view), window)


def checked_size(size: tuple[int, int], name: str) -> tuple[int, int]:
    """`size` as two whole numbers of pixels; UsageError for one that no picture can have."""
    width, height = checked_pair(size, "size", name, "give both in pixels, such as (1280, 720)")
    if not (width >= 1 and height >= 1 and width * height <= MAX_PIXELS and width % 1 == height % 1 == 0):
        found = f"a picture of {told(width)} x {told(height)} pixels cannot be"
        raise UsageError.single("bad-size", name, "size", found, "give whole numbers, 1 x 1 to 16384 x 16384")
    return int(width), int(height)


def checked_frame(frame: tuple[float, float], name: str) -> tuple[float, float]:
    """`frame` as two finite numbers of stage units above 0; UsageError for others."""
    width, height = checked_pair(frame, "frame", name, "give both in stage units, such as (1280, 720)")
    units = finite(width), finite(height)
    if units[0] is None or units[1] is None or min(units[0], units[1]) <= 0.0:
        found = f"a frame of {told(width)} x {told(height)} units cannot be"
        raise UsageError.single("bad-frame", name, "frame", found, "give numbers above 0")
    return units[0], units[1]


@dataclass(frozen=True, slots=True)
class Parallax:
    """The layers that follow the camera only in part: bone indices and `1 - focal / (focal + z)` of each."""

    bones: tuple[int, ...]
    lags: tuple[float, ...]

    def shifts(self, motion: tuple[float, float]) -> Floats:
        """(bone, x, y) rows: how far each layer moves in stage space, ``(1 - f) D``.

        `motion` is D, the camera's way from its place in the setup pose.
        """
        lags = np.array(self.lags)
        return np.column_stack([np.array(self.bones, np.float64), lags * motion[0], lags * motion[1]])


def parallax(stage: Skeleton, depth: Mapping[str, float], focal: float) -> Parallax:
    """The parallax of the manifest's `depth`; names and values have been checked by the reader."""
    layers = [(stage.bone_index(name), 1.0 - focal / (focal + z)) for name, z in depth.items()]
    moving = [(bone, lag) for bone, lag in layers if lag != 0.0]
    return Parallax(tuple(b for b, _ in moving), tuple(lag for _, lag in moving))
