"""The array types that the studio passes round."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.floating[Any]]
"""Values of any floating type: masks and noise (h, w) in 0..1, colours (h, w, 3)."""
Bytes = NDArray[np.uint8]
Points = NDArray[np.float64]
"""Points (n, 2) in drawing units, y up."""
Knot = tuple[float, ...]
"""A point that a curve runs through: x, y and optionally how smoothly (1, the default, is round; 0 is a corner)."""
