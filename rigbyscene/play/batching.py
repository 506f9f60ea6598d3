"""A place among a batch's groups for something that draws itself."""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from pyglet.graphics import Batch, Group

_NOWHERE = (-2.0, -2.0, -2.0)


class PlaceInBatch:
    """Has `draw` called each time `batch` is drawn, in the order of groups: `order` within `group`."""

    def __init__(self, draw: Callable[[], None], batch: Batch, group: Group | None, order: int):
        from pyglet.gl import GL_TRIANGLES

        place = _drawing_group()(draw, order, group)
        self._batch = batch
        # a batch forgets groups without vertices: these are one triangle without an area
        self._vertices = place.program.vertex_list(3, GL_TRIANGLES, batch, place, position=("f", _NOWHERE * 3))

    def leave(self) -> None:
        """Be drawn no more."""
        self._vertices.delete()
        self._batch.invalidate()


@functools.cache
def _drawing_group() -> Any:
    """The class of the group, made when first needed: pyglet's own, which it is derived from, asks for a display."""
    from pyglet.graphics import Group, get_default_shader

    class DrawingGroup(Group):
        """Calls `draw` where a batch sets this group's state. Equal to itself alone: no two places become one."""

        def __init__(self, draw: Callable[[], None], order: int, parent: Group | None):
            super().__init__(order, parent)
            self.draw = draw
            self.program = get_default_shader()

        def set_state(self) -> None:
            self.draw()
            self.program.use()

        def unset_state(self) -> None:
            self.program.stop()

        def __eq__(self, other: object) -> bool:
            return self is other

        def __hash__(self) -> int:
            return id(self)

    return DrawingGroup
