"""One moment of a scene, fully posed."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import NamedTuple

from rigbyscene.pose.pose import Pose
from rigbyscene.scene.affine import Affine
from rigbyscene.scene.clips import ActiveLayer


class DrawItem(NamedTuple):
    """Something to draw: slot `slot` of the skeleton of `source` (0 the stage, k the k-th actor of the manifest)."""

    source: int
    slot: int


@dataclass(frozen=True, slots=True)
class PosedActor:
    """An actor at one moment. Its pose is in its own space; `placement` brings that to stage space.

    `tint` is the stage slot's light colour, straight rgba; `layers` the clips at work, lowest first. An actor whose
    stage bone or slot is inactive is not `drawn`, and where that is so `pose` is still its pose.
    """

    id: str
    pose: Pose
    placement: Affine
    tint: tuple[float, float, float, float]
    layers: tuple[ActiveLayer, ...]
    slot: int
    drawn: bool


@dataclass(frozen=True, slots=True)
class SceneSample:
    """The whole posed scene at shot time `time` of `shot`.

    `camera` is the camera bone's world matrix (None without one) and `view` its inverse, stage units to units from the
    picture's centre, y up; None where the camera is singular. Both are of the stage without parallax; `stage` is posed
    with it. `actors` are in manifest order.
    """

    shot: str
    time: float
    stage: Pose
    actors: tuple[PosedActor, ...]
    camera: Affine | None
    view: Affine | None

    def draw_items(self) -> Iterator[DrawItem]:
        """All slots back to front: in each place of the stage's draw order the stage's own slot, then its actors'.

        Slots that show nothing are included; an actor's slots come in its own draw order.
        """
        standing: dict[int, list[int]] = {}
        for number, actor in enumerate(self.actors, start=1):
            if actor.drawn:
                standing.setdefault(actor.slot, []).append(number)
        for slot in self.stage.arrays.draw_order.tolist():
            yield DrawItem(0, slot)
            for number in standing.get(slot, ()):
                for own_slot in self.actors[number - 1].pose.arrays.draw_order.tolist():
                    yield DrawItem(number, own_slot)
