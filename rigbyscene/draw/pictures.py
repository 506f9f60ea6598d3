"""The pictures of a scene for renderers of others: pixels, and where the texels of a draw list lie on them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import overload

import numpy as np
from numpy.typing import NDArray

from rigbyscene.draw.art import SCALE_X, SCALE_Y, SHIFT_X, SHIFT_Y, Art


@dataclass(frozen=True, slots=True, eq=False)
class ScenePicture:
    """One picture, cut out of its atlas page and turned upright.

    `pixels` is uint8 (height, width, 4), premultiplied, top row first, read-only. Pixel = texel * `scale` + `shift`, in
    x and y: the identity unless the page's image has another size than its atlas says.
    """

    pixels: NDArray[np.uint8]
    scale: tuple[float, float] = (1.0, 1.0)
    shift: tuple[float, float] = (0.0, 0.0)

    def uv(self, texels: NDArray[np.float64]) -> NDArray[np.float64]:
        """Texels of a `DrawList`, (n, 2), as parts of the picture: (0, 0) its top left corner, (1, 1) its lower right.

        >>> ScenePicture(np.zeros((2, 4, 4), np.uint8)).uv(np.array([[4.0, 1.0]])).tolist()
        [[1.0, 0.5]]
        """
        height, width = self.pixels.shape[:2]
        return (texels * self.scale + self.shift) / (width, height)


class Pictures(Sequence[ScenePicture]):
    """All pictures of a scene, as PICTURE of a draw list counts them; each is copied out when it is asked for."""

    def __init__(self, art: Art):
        self._art = art

    def __len__(self) -> int:
        return len(self._art.pictures)

    @overload
    def __getitem__(self, index: int) -> ScenePicture: ...

    @overload
    def __getitem__(self, index: slice) -> list[ScenePicture]: ...

    def __getitem__(self, index: int | slice) -> ScenePicture | list[ScenePicture]:
        if isinstance(index, slice):
            return [self[i] for i in range(len(self))[index]]
        number = range(len(self))[index]
        to_pixels = self._art.maps[number].tolist()
        scale = (to_pixels[SCALE_X], to_pixels[SCALE_Y])
        return ScenePicture(self._art.picture(number), scale, (to_pixels[SHIFT_X], to_pixels[SHIFT_Y]))
