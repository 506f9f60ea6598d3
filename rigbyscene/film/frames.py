"""The frames of a scene as a film has them: shots one after another, each on its own grid of frame times."""

from __future__ import annotations

import bisect
import itertools
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

import numpy as np
from numpy.typing import NDArray

from rigbyscene.draw.colors import BLACK, Rgba
from rigbyscene.draw.renderer import SceneArt, SceneRenderer
from rigbyscene.film.source import AfterBand, Band
from rigbyscene.film.times import frame_count, frame_time_s
from rigbyscene.scene.camera import Fit, picture_map
from rigbyscene.scene.sampler import Sampler
from rigbyscene.scene.scene import Scene, Shot


@dataclass(frozen=True, slots=True)
class Picture:
    """What a scene's frames look like.

    `size` (width, height) in pixels; `frame` the stage units that the camera sees, None for the scene's own; `fit` how
    one meets the other; `background` straight RGBA 0 to 255; `supersample` N x N samples a pixel; `threads` None for
    all cores; `reuse` False draws what did not change again (the bytes are the same).
    """

    size: tuple[int, int]
    frame: tuple[float, float] | None = None
    fit: Fit = Fit.CONTAIN
    background: Rgba = BLACK
    supersample: int = 1
    threads: int | None = None
    reuse: bool = True


class SceneFrames:
    """A `FrameSource` of some shots of a scene. Shot k starts on a frame boundary (scene semantics, section 1)."""

    def __init__(self, scene: Scene, art: SceneArt, shots: Sequence[Shot], fps: Fraction, picture: Picture):
        self._picture = picture
        self._frame = picture.frame or scene.frame
        self._sampler = Sampler(scene)
        self._renderer = SceneRenderer(art)
        self._canvas = self._renderer.canvas(
            picture.size,
            picture.background,
            threads=picture.threads,
            supersample=picture.supersample,
            reuse=picture.reuse,
        )
        self._fps = fps
        self.shots = tuple(shots)
        counts = [frame_count(shot.duration, fps) for shot in shots]
        self.first_frames = tuple(itertools.accumulate(counts, initial=0))[: len(counts)]
        self._frame_count = sum(counts)

    @property
    def size(self) -> tuple[int, int]:
        return self._picture.size

    @property
    def frame_count(self) -> int:
        return self._frame_count

    @property
    def fps(self) -> Fraction:
        return self._fps

    def moment(self, index: int) -> tuple[Shot, float]:
        """The shot that frame `index` of the film shows, and the shot time in seconds."""
        k = bisect.bisect_right(self.first_frames, index) - 1
        return self.shots[k], frame_time_s(index - self.first_frames[k], self._fps)

    @property
    def pixels(self) -> NDArray[np.uint8]:
        return self._canvas.pixels

    def show(self, index: int, after_band: AfterBand | None = None) -> Sequence[Band]:
        """Draw what frame `index` changes, as `FrameSource` says."""
        sample = self._sampler.sample(*self.moment(index))
        seen = picture_map(sample.view, self._frame, self._picture.size, self._picture.fit)
        return self._renderer.show(self._canvas, sample, seen, after_band)
