"""A texture atlas: which image sits where on which page. Pixels are not held here."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class AtlasPage:
    """One picture file. `width`, `height` are the declared page size in pixels, 0 where the file does not say.

    `pma`: its colours are already multiplied by alpha. `filter` is (min, mag), `repeat` one of none, x, y, xy;
    `scale` is information only.
    """

    name: str
    width: int = 0
    height: int = 0
    pma: bool = False
    filter: tuple[str, str] = ("Nearest", "Nearest")
    repeat: str = "none"
    scale: float | None = None


@dataclass(frozen=True, slots=True)
class AtlasRegion:
    """One packed image: `x`, `y` of its stored rectangle, `width` x `height` before rotation, pixels of the page.

    `offset_left`, `offset_bottom` pixels were trimmed away there; the original was `original_width` x
    `original_height`. `degrees` (0, 90, 180, 270) counterclockwise as stored. `index` numbers pictures of one name, -1
    for none.
    """

    name: str
    page: int
    x: int
    y: int
    width: int
    height: int
    offset_left: int = 0
    offset_bottom: int = 0
    original_width: int = 0
    original_height: int = 0
    degrees: int = 0
    index: int = -1
    split: tuple[int, ...] | None = None
    pad: tuple[int, ...] | None = None

    @property
    def offset_top(self) -> int:
        return self.original_height - self.height - self.offset_bottom

    def page_position(self, u: float, v: float) -> tuple[float, float]:
        """The page pixel of texture coordinate (u, v) of the untrimmed image, (0, 0) top left (atlas sheet, section 3).

        >>> AtlasRegion("rot", 0, 110, 10, 40, 30, 5, 7, 60, 50, degrees=90).page_position(0.25, 0.5)
        (122.0, 40.0)
        """
        p = u * self.original_width - self.offset_left
        q = v * self.original_height - self.offset_top
        if self.degrees == 90:
            return self.x + q, self.y + self.width - p
        if self.degrees == 180:
            return self.x + self.width - p, self.y + self.height - q
        if self.degrees == 270:
            return self.x + self.height - q, self.y + p
        return self.x + p, self.y + q


@dataclass(frozen=True, slots=True, eq=False)
class Atlas:
    """Pages and regions in file order. A name without an index finds the first region of that name."""

    pages: tuple[AtlasPage, ...]
    regions: tuple[AtlasRegion, ...]
    _by_name: Mapping[str, int] = field(init=False, repr=False, default_factory=dict)
    _by_stripped_name: Mapping[str, int] = field(init=False, repr=False, default_factory=dict)

    def __post_init__(self) -> None:
        by_name: dict[str, int] = {}
        stripped: dict[str, int] = {}
        for i, region in enumerate(self.regions):
            by_name.setdefault(region.name, i)
            stripped.setdefault(region.name.strip(), i)
        object.__setattr__(self, "_by_name", by_name)
        object.__setattr__(self, "_by_stripped_name", stripped)

    def find(self, name: str) -> int:
        """The index of the region called `name`: exactly, else with blanks round both names removed; -1 for none."""
        found = self._by_name.get(name, -1)
        return found if found >= 0 else self._by_stripped_name.get(name.strip(), -1)

    def find_indexed(self, name: str, index: int) -> int:
        """The first region called `name` with that `index`, -1 for none."""
        return next((i for i, r in enumerate(self.regions) if r.name == name and r.index == index), -1)
