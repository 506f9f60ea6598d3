"""A player with pictures: what plays in a game or a window, however that draws."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from rigbyscene.draw.colors import TRANSPARENT, Rgba, checked_color
from rigbyscene.draw.cpu import to_straight
from rigbyscene.draw.drawlist import DrawList
from rigbyscene.draw.renderer import SceneArt, SceneRenderer
from rigbyscene.errors import UsageError
from rigbyscene.scene.arguments import told
from rigbyscene.scene.camera import Fit, checked_fit, checked_frame, checked_size, picture_map
from rigbyscene.scene.player import Player
from rigbyscene.scene.scene import Scene


class PicturePlayer(Player):
    """A `Player` whose moments can be drawn; `art` holds the pictures of its scene."""

    def __init__(self, scene: Scene, art: SceneArt, shots: Sequence[str] | None = None):
        """See `Clock`."""
        super().__init__(scene, shots)
        self.art = art
        self._renderer = SceneRenderer(art)

    def draw_list(self) -> DrawList:
        """The triangles of this moment, back to front (see `DrawList`); valid until the clock moves."""
        return self._renderer.draw_list(self.sample())

    def render(
        self,
        size: tuple[int, int],
        *,
        background: str | Rgba = TRANSPARENT,
        frame: tuple[float, float] | None = None,
        fit: str | Fit = Fit.CONTAIN,
        premultiplied: bool = False,
        threads: int | None = None,
        out: NDArray[np.uint8] | None = None,
    ) -> NDArray[np.uint8]:
        """The picture of this moment as the scene's camera sees it, drawn without GL: uint8 (height, width, 4).

        The arguments are those of `rigbyscene.Scene.render`. With `premultiplied` colours come multiplied by alpha,
        which is what they are drawn in: that saves a step where alpha does not matter or such colours are wanted. A
        C-contiguous `out` of that shape and `premultiplied` is drawn into and returned: nothing is allocated.
        UsageError for an `out` that cannot be.
        """
        sample = self.sample()
        size = checked_size(size, self.scene.name)
        fit = checked_fit(fit, self.scene.name)
        picture = picture_map(sample.view, checked_frame(frame or self.scene.frame, self.scene.name), size, fit)
        color = checked_color(background, self.scene.name)
        if out is not None:
            _check_out(out, size, premultiplied, self.scene.name)
        drawn = self._renderer.render(sample, picture, size, color, threads=threads, out=out if premultiplied else None)
        if premultiplied:
            return drawn
        straight = to_straight(drawn)
        if out is None:
            return straight
        out[...] = straight
        return out


def _check_out(out: object, size: tuple[int, int], premultiplied: bool, name: str) -> None:
    """UsageError for an `out` that no picture of `size` fits; a `premultiplied` one is drawn there directly."""
    shape = (size[1], size[0], 4)
    if not isinstance(out, np.ndarray):
        found = f"{told(out)} is no array"
    elif out.shape != shape or out.dtype != np.uint8:
        found = f"it is {out.dtype} of the shape {out.shape}"
    elif not out.flags.writeable:
        found = "it cannot be written into"
    elif premultiplied and not out.flags.c_contiguous:
        found = "it is not C-contiguous, which a premultiplied picture must be"
    else:
        return
    raise UsageError.single("bad-out", name, "out", found, f"give np.empty({shape}, np.uint8)")
