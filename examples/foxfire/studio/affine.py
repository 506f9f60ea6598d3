"""2x3 affine matrices (a, b, c, d, tx, ty): (x, y) goes to (a x + c y + tx, b x + d y + ty)."""

from __future__ import annotations

from math import atan2, cos, degrees, radians, sin
from typing import NamedTuple


class Affine(NamedTuple):
    """A point map; `before @ after` style composition is `outer.times(inner)`: inner first."""

    a: float = 1.0
    b: float = 0.0
    c: float = 0.0
    d: float = 1.0
    tx: float = 0.0
    ty: float = 0.0

    @classmethod
    def local(cls, x: float, y: float, rotation: float, scale_x: float = 1.0, scale_y: float = 1.0) -> Affine:
        """A bone's local matrix: scaled, turned by `rotation` degrees, moved."""
        c, s = cos(radians(rotation)), sin(radians(rotation))
        return cls(c * scale_x, s * scale_x, -s * scale_y, c * scale_y, x, y)

    def times(self, inner: Affine) -> Affine:
        return Affine(
            self.a * inner.a + self.c * inner.b,
            self.b * inner.a + self.d * inner.b,
            self.a * inner.c + self.c * inner.d,
            self.b * inner.c + self.d * inner.d,
            *self.point(inner.tx, inner.ty),
        )

    def point(self, x: float, y: float) -> tuple[float, float]:
        """
        >>> Affine(tx=2.0).point(1.0, 1.0)
        (3.0, 1.0)
        """
        return self.a * x + self.c * y + self.tx, self.b * x + self.d * y + self.ty

    def back(self, x: float, y: float) -> tuple[float, float]:
        """The point that this matrix maps to (x, y).

        >>> Affine(a=2.0, tx=1.0).back(5.0, 3.0)
        (2.0, 3.0)
        """
        determinant = self.a * self.d - self.b * self.c
        dx, dy = x - self.tx, y - self.ty
        return (self.d * dx - self.c * dy) / determinant, (self.a * dy - self.b * dx) / determinant

    @property
    def angle(self) -> float:
        """The direction of the x axis in degrees."""
        return degrees(atan2(self.b, self.a))


def wrapped(degrees_: float) -> float:
    """An angle within [-180, 180).

    >>> wrapped(350.0)
    -10.0
    """
    return (degrees_ + 180.0) % 360.0 - 180.0
