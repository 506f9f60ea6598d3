"""Arguments of a `SceneView`, judged when they are set: what is wrong with one is told with its name and a remedy."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any, Generic, Self, TypeVar, overload

from rigbyscene.draw.colors import Rgba, checked_color
from rigbyscene.draw.gl_state import Rectangle
from rigbyscene.errors import UsageError
from rigbyscene.play.player import PicturePlayer
from rigbyscene.scene.affine import Affine
from rigbyscene.scene.arguments import finite, told
from rigbyscene.scene.camera import checked_frame
from rigbyscene.scene.scene import Scene

VIEW = "SceneView"

_Given = TypeVar("_Given")
_Kept = TypeVar("_Kept")


class Checked(Generic[_Given, _Kept]):
    """An attribute whose values go through `check`, which returns what is kept or raises UsageError."""

    def __init__(self, check: Callable[[_Given], _Kept]):
        self._check = check

    def __set_name__(self, owner: type, name: str) -> None:
        self._place = f"_{name}"

    @overload
    def __get__(self, holder: None, owner: type) -> Self: ...
    @overload
    def __get__(self, holder: object, owner: type) -> _Kept: ...
    def __get__(self, holder: object | None, owner: type) -> Self | _Kept:
        if holder is None:
            return self
        kept: _Kept = getattr(holder, self._place)
        return kept

    def __set__(self, holder: object, value: _Given) -> None:
        setattr(holder, self._place, self._check(value))


def checked_player(player: object) -> PicturePlayer:
    """`player`, if it is one with pictures: `rigbyscene.ScenePlayer` is."""
    if isinstance(player, PicturePlayer):
        return player
    remedy = "give rigbyscene.ScenePlayer(scene)"
    found = "it is a scene, not a player of one" if isinstance(player, Scene) else f"{told(player)} is no player"
    raise _refused("player", found, remedy)


def checked_order(order: object) -> int:
    """`order`, if it is a whole number."""
    if isinstance(order, int):
        return order
    raise _refused("order", f"{told(order)} is not a whole number", "give one, such as the order of a Group")


def check_batch(batch: object, group: object) -> None:
    """UsageError unless `batch` and `group` (or None) are pyglet's. Asks for a display, as these do."""
    from pyglet.graphics import Batch, Group

    if not isinstance(batch, Batch):
        raise _refused("batch", f"{told(batch)} is no batch", "give a pyglet.graphics.Batch, or None")
    if not (group is None or isinstance(group, Group)):
        raise _refused("group", f"{told(group)} is no group", "give a pyglet.graphics.Group, or None and an order")


def checked_view_frame(frame: tuple[float, float] | None) -> tuple[float, float] | None:
    """`frame` as two numbers above 0, or None."""
    return None if frame is None else checked_frame(frame, VIEW)


def checked_background(color: str | Rgba | None) -> Rgba | None:
    """`color` as an opaque one, or None."""
    rgba = None if color is None else checked_color(color, VIEW)
    if rgba is not None and rgba[3] != 255:
        raise UsageError.single(
            "bad-color", VIEW, "background", f"{color!r} is not opaque", "give an opaque colour, or None"
        )
    return rgba


def checked_placement(placement: Affine) -> Affine:
    """`placement` as six finite numbers. One that flattens the plane is none the worse: things grow out of nothing."""
    numbers = _numbers(placement)
    if numbers is None or len(numbers) != 6:
        remedy = "give finite numbers, such as Affine.translation(x, y).after(Affine.scaling(size, size))"
        raise _refused("placement", f"{told(placement)} is no map of the plane", remedy)
    return Affine(*numbers)


def checked_viewport(viewport: Rectangle | None) -> Rectangle | None:
    """`viewport` as whole numbers x, y, width, height, neither of the last below 0, or None."""
    if viewport is None:
        return None
    numbers = _numbers(viewport)
    if numbers is None or len(numbers) != 4 or any(n % 1 for n in numbers) or min(numbers[2:]) < 0:
        remedy = "give (x, y, width, height) in whole pixels of the framebuffer, or None for the GL viewport"
        raise _refused("viewport", f"{told(viewport)} is no rectangle of pixels", remedy)
    x, y, width, height = (int(n) for n in numbers)
    return x, y, width, height


def checked_matrices(matrices: Callable[[], Any] | None) -> Callable[[], Any] | None:
    """`matrices`, if it can be called, or None; what it gives is judged by `given_matrices`."""
    if matrices is None or callable(matrices):
        return matrices
    raise _refused("matrices", f"{told(matrices)} cannot be called", "give a function of nothing, or None")


def given_matrices(given: object) -> tuple[Sequence[float], Sequence[float]]:
    """What `matrices` gave, as 16 finite numbers for the projection and 16 for the view."""
    parts = tuple(given) if isinstance(given, Iterable) and not isinstance(given, str) else ()
    read = [_numbers(part) for part in parts]
    if len(read) == 2:
        projection, view = read
        if projection is not None and view is not None and len(projection) == len(view) == 16:
            return projection, view
    remedy = "let it return (projection, view), 16 finite numbers each, column by column, as Mat4 has them"
    raise _refused("matrices", f"it gave {told(given)}", remedy)


def checked_window(window: Any) -> Any:
    """`window`, if it has the matrices of pyglet's windows, or None."""
    if window is None or (hasattr(window, "projection") and hasattr(window, "view")):
        return window
    found = f"{told(window)} has no projection and view"
    raise _refused("window", found, "give a pyglet window, or None for the one that is current")


def _numbers(values: object) -> list[float] | None:
    """`values` as finite floats; None where they are something else."""
    if not isinstance(values, Iterable) or isinstance(values, str):
        return None
    numbers = [finite(value) for value in values]
    known = [number for number in numbers if number is not None]
    return known if len(known) == len(numbers) else None


def _refused(argument: str, found: str, remedy: str) -> UsageError:
    return UsageError.single(f"bad-{argument}", VIEW, argument, found, remedy)
