"""Lists to choose from, above the button that opens them: shots, overlays."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from rigbyscene.play import style
from rigbyscene.play.choices import OVERLAYS
from rigbyscene.play.controls import Controls
from rigbyscene.play.keys import OVERLAY_KEYS
from rigbyscene.play.layout import Layout
from rigbyscene.play.shapes import Shapes
from rigbyscene.play.style import Rect

NAMES = ("shot", "layers")
"""The lists there are, called like their buttons."""

KEYS = ("up", "down", "\r", "enter", "escape")
"""What an open list answers to itself."""

_WIDTH = 230


@dataclass(frozen=True, slots=True)
class Item:
    """A line of a menu: `key` is told to the right of it, `checked` marks it."""

    action: str
    text: str
    key: str = ""
    checked: bool = False


@dataclass(frozen=True, slots=True)
class Menu:
    """A list above a button. `rects` belong to `items[first:]` one by one; not all may have room."""

    name: str
    items: tuple[Item, ...]
    rect: Rect
    rects: tuple[Rect, ...]
    first: int

    def item_at(self, x: float, y: float) -> int | None:
        """The number of the item under a point."""
        return next((self.first + i for i, r in enumerate(self.rects) if r.contains(x, y)), None)


def menu_above(layout: Layout, button: str, items: Sequence[Item], width: float, first: int = 0) -> Menu:
    """A menu whose lower edge is above `button` and that lies within the window."""
    line, pad = layout.px(26), layout.px(6)
    anchor = layout.buttons.get(button, Rect(layout.size[0] / 2 - width / 2, layout.bar.y, width, 0))
    bottom = (layout.bar.y if layout.bar.height else layout.size[1]) - layout.px(6)
    count = min(len(items), max(int((bottom - 3 * pad) // line), 1))
    first = min(max(first, 0), len(items) - count)
    width = min(width, layout.size[0] - 2 * pad)
    x = min(max(round(anchor.x + anchor.width / 2 - width / 2), pad), layout.size[0] - pad - width)
    height = count * line + 2 * pad
    rect = Rect(x, max(bottom - height, 0), width, height)
    rects = tuple(Rect(x + pad, rect.y + pad + i * line, width - 2 * pad, line) for i in range(count))
    return Menu(button, tuple(items), rect, rects, first)


def draw_menu(shapes: Shapes, menu: Menu, current: int | None) -> None:
    """`current` is the item under the pointer or chosen with the keys."""
    px = shapes.px
    shapes.panel(menu.rect, style.PANEL, style.PANEL_EDGE, px(7))
    for i, rect in enumerate(menu.rects, start=menu.first):
        item = menu.items[i]
        if i == current:
            shapes.box(rect, style.HOVER, px(5))
        color = style.TEXT if item.checked or i == current else style.TEXT_DIM
        if item.checked:
            shapes.icon("check", rect.x + px(12), rect.middle, style.ACCENT, 14)
        right = rect.right - px(8)
        if item.key:
            shapes.text(item.key, right, rect.middle, style.TEXT_FAINT, 11, align=1.0)
            right -= shapes.width(item.key, 11) + px(8)
        shapes.fitted(item.text, rect.x + px(26), rect.middle, right - rect.x - px(26), color, 13)


def items_of(name: str, controls: Controls) -> list[Item]:
    """What the list called `name` offers now."""
    if name == "shot":
        shown = controls.shot_number
        return [
            Item(f"shot {i + 1}", shot.name, str(i + 1) if i < 9 else "", i == shown)
            for i, shot in enumerate(controls.player.shots)
        ]
    return [
        Item(f"overlay {key}", text, OVERLAY_KEYS[key].upper(), key in controls.overlays)
        for key, text in OVERLAYS.items()
    ]


class Menus:
    """The list that is open, if one is, and which of its items the pointer or the keys are on."""

    def __init__(self, controls: Controls, act: Callable[[str], None]):
        """`act` does what an item stands for."""
        self.menu: Menu | None = None
        self._choice: int | None = None
        self._controls = controls
        self._act = act
        self._layout: Layout | None = None
        self._scale = 1.0

    def toggle(self, name: str, layout: Layout) -> None:
        """Open the list called `name`; close it if it is open."""
        if self.menu is not None and self.menu.name == name:
            self.close()
            return
        self._layout = layout
        items = items_of(name, self._controls)
        checked = next((i for i, item in enumerate(items) if item.checked), 0)
        self._choice = checked if name == "shot" else None
        first = max(checked - 4, 0) if name == "shot" else 0
        self.menu = menu_above(layout, name, items, layout.px(_WIDTH), first)

    def close(self) -> None:
        self.menu = None

    def scroll(self, by: int) -> None:
        """Show the list from so many items further on."""
        menu = self.menu
        if menu is not None and self._layout is not None:
            items = items_of(menu.name, self._controls)
            self.menu = menu_above(self._layout, menu.name, items, menu.rect.width, menu.first + by)

    def key(self, key: str) -> None:
        """One of `KEYS`, while a list is open."""
        menu = self.menu
        if menu is None or key == "escape":
            self.close()
        elif key in ("up", "down"):
            way = 1 if key == "down" else -1
            before = self._choice if self._choice is not None else (-1 if way > 0 else len(menu.items))
            self._choice = min(max(before + way, 0), len(menu.items) - 1)
            last = menu.first + len(menu.rects) - 1
            self.scroll(min(self._choice - menu.first, 0) + max(self._choice - last, 0))
        elif self._choice is not None:
            self._choose(menu, self._choice)

    def hover(self, x: float, y: float) -> None:
        if self.menu is not None:
            self._choice = self.menu.item_at(x, y)

    def press(self, x: float, y: float) -> bool:
        """A press at a point while a list is open; returns whether it was meant for the list."""
        menu = self.menu
        if menu is None or not menu.rect.contains(x, y):
            return False
        number = menu.item_at(x, y)
        if number is not None:
            self._choose(menu, number)
        return True

    def _choose(self, menu: Menu, number: int) -> None:
        """Of shots one is chosen, of overlays as many as one likes."""
        self._act(menu.items[number].action)
        if menu.name == "shot":
            self.close()
        else:
            self.scroll(0)

    def draw(self, shapes: Shapes) -> None:
        if self.menu is not None:
            draw_menu(shapes, self.menu, self._choice)
