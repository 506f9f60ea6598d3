"""Sine and cosine of degrees, the same bits on every machine.

C libraries differ in the last bit of sin and cos, and a film must not depend on whose machine made it. Reducing by
quarter turns in degrees is exact (0, 90, 180, 270 give exact zeros and ones); what is left, within 45 degrees, is a
Taylor series up to the term that is below half a unit in the last place (x**17 / 17!: 5e-17).
"""

from __future__ import annotations

import math

from rigbyscene.jit import kernel

_RADIANS = math.pi / 180.0
_S = tuple((-1) ** k / math.factorial(2 * k + 1) for k in range(9))
_C = tuple((-1) ** k / math.factorial(2 * k) for k in range(10))
S1, S2, S3, S4, S5, S6, S7, S8 = _S[1:]
C1, C2, C3, C4, C5, C6, C7, C8, C9 = _C[1:]


@kernel(inner=True)
def sin_cos_deg(degrees: float) -> tuple[float, float]:
    """(sin, cos) of an angle in degrees, within 1.2e-16. Infinite or nan angles give nan."""
    quarters = math.floor(degrees / 90.0 + 0.5)
    x = (degrees - 90.0 * quarters) * _RADIANS
    z = x * x
    s = x + x * z * (S1 + z * (S2 + z * (S3 + z * (S4 + z * (S5 + z * (S6 + z * (S7 + z * S8)))))))
    c = 1.0 + z * (C1 + z * (C2 + z * (C3 + z * (C4 + z * (C5 + z * (C6 + z * (C7 + z * (C8 + z * C9))))))))
    # without a branch, so that a loop over angles vectorises
    quadrant = quarters - 4.0 * math.floor(quarters * 0.25)
    odd = (quadrant == 1.0) | (quadrant == 3.0)
    sin = c if odd else s
    cos = s if odd else c
    return -sin if quadrant >= 2.0 else sin, -cos if (quadrant == 1.0) | (quadrant == 2.0) else cos
