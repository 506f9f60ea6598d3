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
from rigbyscene.film.times import frame_count, frame_time_s
from rigbyscene.scene.camera import Fit, picture_map
from rigbyscene.scene.sampler import Sampler
from rigbyscene.scene.scene import Scene, Shot


@dataclass(frozen=True, slots=True)
class Picture:
    """What a scene's frames look like.

    `size` (width, height) in pixels; `frame` the stage units that the camera sees, None for the scene's own; `fit` how
    one meets the other; `background` straight RGBA 0 to 255; `supersample` N x N samples a pixel; `threads` None for
    all cores.
    """

    size: tuple[int, int]
    frame: tuple[float, float] | None = None
    fit: Fit = Fit.CONTAIN
    background: Rgba = BLACK
    supersample: int = 1
    threads: int | None = None


class SceneFrames:
    """A `FrameSource` of some shots of a scene. Shot k starts on a frame boundary (scene semantics, section 1)."""

    def __init__(self, scene: Scene, art: SceneArt, shots: Sequence[Shot], fps: Fraction, picture: Picture):
        self._picture = picture
        self._frame = picture.frame or scene.frame
        self._sampler = Sampler(scene)
        self._renderer = SceneRenderer(art)
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

    def render_frame(self, index: int, out: NDArray[np.uint8]) -> None:
        """Draw frame `index` into `out`, as `FrameSource` says."""
        sample = self._sampler.sample(*self.moment(index))
        picture = self._picture
        self._renderer.render(
            sample,
            picture_map(sample.view, self._frame, picture.size, picture.fit),
            picture.size,
            picture.background,
            threads=picture.threads,
            supersample=picture.supersample,
            out=out,
        )
