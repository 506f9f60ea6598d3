"""All that a film's frames are made of beside the scene itself, as one value that can travel to other processes."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING

from rigbyscene.film.blur import SHARP, Shutter
from rigbyscene.film.burn_in import BurnIn
from rigbyscene.film.edit import Edit
from rigbyscene.film.frames import EditFrames
from rigbyscene.film.letterbox import Letterbox
from rigbyscene.film.overlay import Overlaid, Overlay
from rigbyscene.film.picture import Picture
from rigbyscene.film.source import FrameSource
from rigbyscene.scene.scene import Scene

if TYPE_CHECKING:
    from rigbyscene.draw.gl_scene import PictureRenderer


@dataclass(frozen=True, slots=True)
class Composition:
    """An edit, and what is done to its pictures: blurred by a `shutter`, letterboxed, words burnt in, in this order.

    `aspect` is the letterbox's width by height, None for no bars.
    """

    edit: Edit
    shutter: Shutter = SHARP
    aspect: Fraction | None = None
    burn_in: bool = False

    def frames(
        self, scene: Scene, renderer: PictureRenderer, picture: Picture, overlays: Sequence[Overlay] = ()
    ) -> FrameSource:
        """The film's frames. `renderer` is one of `scene`, for this source alone from now on; see `EditFrames`.

        Further `overlays` (subtitles) come over the bars and under the words for reviewers.
        """
        frames = EditFrames(self.edit, scene, renderer, picture, self.shutter)
        bars = [] if self.aspect is None else [Letterbox(picture.size, self.aspect)]
        overlays = [*bars, *overlays]
        if self.burn_in:
            overlays.append(BurnIn(picture.size, self.edit))
        return Overlaid(frames, overlays, picture.threads) if overlays else frames
