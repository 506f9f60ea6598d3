"""Turning a drawn head: the middle of its front slides farther than its rim, as on a ball."""

from __future__ import annotations

import numpy as np

from studio.rig import Rig


def turned_face(
    rig: Rig, slot: str, key: str, centre: tuple[float, float], radius: tuple[float, float], dx: float, dy: float
) -> tuple[float, ...]:
    """Deform offsets of an unweighted mesh on an unturned bone that move what lies at `centre` by (dx, dy), and
    everything else by less, down to nothing at `radius` (x, y) from it."""
    points = rig.nets[f"{slot}/{key}"].points
    distance = np.hypot((points[:, 0] - centre[0]) / radius[0], (points[:, 1] - centre[1]) / radius[1])
    share = np.sqrt(np.clip(1.0 - distance**2, 0.0, 1.0))
    return tuple(np.stack([share * dx, share * dy], axis=1).ravel().tolist())
