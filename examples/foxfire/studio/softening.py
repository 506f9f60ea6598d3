"""Pictures out of focus."""

from __future__ import annotations

import numpy as np
from PIL import Image

from .canvas import Picture, blur


def out_of_focus(picture: Picture, name: str, radius: float, scale: float) -> Picture:
    """`picture` blurred by `radius` units and kept at `scale` pixels to the unit: soft pictures need few."""
    own = picture.pixels.shape[1] / picture.width
    pad = round(radius * own * 3)
    straight = np.pad(picture.pixels.astype(np.float32) / 255, ((pad, pad), (pad, pad), (0, 0)))
    straight[..., :3] *= straight[..., 3:]
    height, width = straight.shape[:2]
    size = (max(1, round(width / own * scale)), max(1, round(height / own * scale)))
    channels = [
        np.asarray(
            Image.fromarray(blur(np.ascontiguousarray(straight[..., i]), radius * own)).resize(
                size, Image.Resampling.BOX
            )
        )
        for i in range(4)
    ]
    soft = np.stack(channels, axis=-1)
    alpha = soft[..., 3:]
    colour = np.where(alpha > 0, soft[..., :3] / np.maximum(alpha, 1e-4), 0)
    pixels = np.round(np.clip(np.concatenate([colour, alpha], axis=-1), 0, 1) * 255).astype(np.uint8)
    pixels[pixels[..., 3] == 0] = 0
    return Picture(name, pixels, picture.left - pad / own, picture.bottom - pad / own, width / own, height / own)
