"""What a scene's frames look like; for those who only ask for pictures, without what draws them."""

from __future__ import annotations

from dataclasses import dataclass

from rigbyscene.draw.colors import BLACK, Rgba
from rigbyscene.scene.camera import Fit


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
