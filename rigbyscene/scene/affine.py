"""Affine maps of the plane as small values."""

from __future__ import annotations

import math
from typing import NamedTuple

SINGULAR = 1e-12
"""A map whose determinant is nearer to 0 than this has no inverse."""


class Affine(NamedTuple):
    """``(x, y) -> (a x + c y + tx, b x + d y + ty)``; in arrays always in this order.

    >>> Affine.translation(3, 4).apply(1, 1)
    (4.0, 5.0)
    """

    a: float = 1.0
    b: float = 0.0
    c: float = 0.0
    d: float = 1.0
    tx: float = 0.0
    ty: float = 0.0

    @classmethod
    def translation(cls, x: float, y: float) -> Affine:
        """Moves by (x, y)."""
        return cls(1.0, 0.0, 0.0, 1.0, float(x), float(y))

    @classmethod
    def scaling(cls, x: float, y: float) -> Affine:
        """Scales about the origin.

        >>> Affine.scaling(2, -1).apply(3, 4)
        (6.0, -4.0)
        """
        return cls(float(x), 0.0, 0.0, float(y), 0.0, 0.0)

    def after(self, first: Affine) -> Affine:
        """The map that does `first` and then this one (the matrix product self · first).

        >>> Affine.scaling(2, 2).after(Affine.translation(1, 0)).apply(0, 0)
        (2.0, 0.0)
        """
        return Affine(
            self.a * first.a + self.c * first.b,
            self.b * first.a + self.d * first.b,
            self.a * first.c + self.c * first.d,
            self.b * first.c + self.d * first.d,
            self.a * first.tx + self.c * first.ty + self.tx,
            self.b * first.tx + self.d * first.ty + self.ty,
        )

    def apply(self, x: float, y: float) -> tuple[float, float]:
        """Where the point (x, y) goes."""
        return self.a * x + self.c * y + self.tx, self.b * x + self.d * y + self.ty

    @property
    def determinant(self) -> float:
        return self.a * self.d - self.b * self.c

    def inverse(self) -> Affine | None:
        """The map that undoes this one, None where there is none.

        >>> Affine.scaling(2, 4).inverse()
        Affine(a=0.5, b=-0.0, c=-0.0, d=0.25, tx=-0.0, ty=-0.0)
        >>> Affine.scaling(0, 1).inverse() is None
        True
        """
        det = self.determinant
        if not math.isfinite(det) or abs(det) < SINGULAR:
            return None
        a, b, c, d = self.d / det, -self.b / det, -self.c / det, self.a / det
        return Affine(a, b, c, d, -(a * self.tx + c * self.ty), -(b * self.tx + d * self.ty))


IDENTITY = Affine()
