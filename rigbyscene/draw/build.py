"""From a sampled scene to its draw list."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from rigbyscene.draw.drawlist import COLOR_COLUMNS, COMMAND_COLUMNS, DrawList
from rigbyscene.draw.emit import DONE, LIST_FULL, emit
from rigbyscene.draw.masks import ACTIVE, COMMANDS, TRIANGLES, VERTICES, ListArrays, MaskArrays
from rigbyscene.draw.parts import Parts
from rigbyscene.pose.layout import Floats
from rigbyscene.pose.pose import Pose
from rigbyscene.scene.affine import IDENTITY, Affine
from rigbyscene.scene.sample import SceneSample

_FIRST_ROOM = 1024
_WHITE = (1.0, 1.0, 1.0, 1.0)


def _list_arrays(vertices: int, triangles: int, commands: int) -> ListArrays:
    return ListArrays(
        xy=np.empty((vertices, 2)),
        texels=np.empty((vertices, 2)),
        triangles=np.empty((triangles, 3), np.int32),
        commands=np.empty((commands, COMMAND_COLUMNS), np.int32),
        colors=np.empty((commands, COLOR_COLUMNS), np.float32),
        counts=np.zeros(3, np.int64),
    )


def _mask_arrays(room: int) -> MaskArrays:
    return MaskArrays(np.empty((room, 2)), np.zeros(room, np.int64), np.zeros(3, np.int64))


class DrawListBuilder:
    """Builds the draw lists of one scene into arrays of its own, which grow as they must and are used again.

    `parts` belong to the stage and then to each actor of the manifest; `metrics` are those of all pictures
    (`rigbyscene.draw.parts.picture_metrics`). One builder serves one thread.
    """

    def __init__(self, parts: Sequence[Parts], metrics: Floats):
        self._parts = parts
        self._metrics = metrics
        self._list = _list_arrays(_FIRST_ROOM, _FIRST_ROOM, 256)
        self._stage_mask = _mask_arrays(64)
        self._actor_mask = _mask_arrays(64)
        self._no_mask = _mask_arrays(1)

    def build(self, sample: SceneSample) -> DrawList:
        """The draw list of `sample`; its arrays are valid until the next call."""
        while (status := self._fill(sample)) != DONE:
            if status == LIST_FULL:
                full = self._list
                self._list = _list_arrays(2 * len(full.xy), 2 * len(full.triangles), 2 * len(full.commands))
            else:
                room = 2 * len(self._stage_mask.xy)
                self._stage_mask, self._actor_mask = _mask_arrays(room), _mask_arrays(room)
        counts = self._list.counts.tolist()
        return DrawList(
            self._list.xy[: counts[VERTICES]],
            self._list.texels[: counts[VERTICES]],
            self._list.triangles[: counts[TRIANGLES]],
            self._list.commands[: counts[COMMANDS]],
            self._list.colors[: counts[COMMANDS]],
        )

    def _fill(self, sample: SceneSample) -> int:
        """Emit stage slots up to each slot that actors stand on, then those actors, and so on to the front."""
        self._list.counts[:] = 0
        self._stage_mask.state[ACTIVE] = 0
        standing: dict[int, list[int]] = {}
        for number, actor in enumerate(sample.actors):
            if actor.drawn:
                standing.setdefault(actor.slot, []).append(number)
        order = sample.stage.arrays.draw_order.tolist()
        done = 0
        for place, slot in enumerate(order):
            if slot not in standing:
                continue
            status = self._emit(sample.stage, 0, IDENTITY, _WHITE, (done, place + 1), self._stage_mask, self._no_mask)
            done = place + 1
            for number in standing[slot]:
                if status == DONE:
                    status = self._emit_actor(sample, number)
            if status != DONE:
                return status
        return self._emit(sample.stage, 0, IDENTITY, _WHITE, (done, len(order)), self._stage_mask, self._no_mask)

    def _emit_actor(self, sample: SceneSample, number: int) -> int:
        actor = sample.actors[number]
        self._actor_mask.state[ACTIVE] = 0
        places = (0, len(actor.pose.arrays.draw_order))
        return self._emit(
            actor.pose, number + 1, actor.placement, actor.tint, places, self._actor_mask, self._stage_mask
        )

    def _emit(
        self,
        pose: Pose,
        source: int,
        placement: Affine,
        tint: tuple[float, float, float, float],
        places: tuple[int, int],
        own: MaskArrays,
        outer: MaskArrays,
    ) -> int:
        parts = self._parts[source]
        return emit(
            *pose.buffers,
            parts.table,
            parts.triangles,
            parts.uvs,
            parts.pictures,
            parts.colors,
            parts.blends,
            self._metrics,
            np.array(placement),
            np.array(tint),
            source,
            *places,
            *own,
            *outer,
            *self._list,
        )
