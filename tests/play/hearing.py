"""What a player tells, written down."""

from __future__ import annotations

from rigbyscene.scene.events import SceneEvent
from rigbyscene.scene.moments import ClipStart
from rigbyscene.scene.player import Player
from rigbyscene.scene.scene import Shot

Told = SceneEvent | ClipStart | tuple[str, str]


def listen(player: Player) -> list[Told]:
    """A list that grows by all that `player` tells from now on; ends of shots and skips as (what, shot)."""
    told: list[Told] = []

    def finished(shot: Shot) -> None:
        told.append(("finished", shot.name))

    def skipped(shot: Shot) -> None:
        told.append(("skipped", shot.name))

    player.event_fired.connect(told.append)
    player.clip_started.connect(told.append)
    player.shot_finished.connect(finished)
    player.skipped.connect(skipped)
    return told


def played(player: Player, dt: float = 0.01) -> None:
    """Play to the end in steps of `dt`."""
    player.play()
    while player.playing:
        player.update(dt)


def without_skips(told: list[Told]) -> list[Told]:
    """All but the skips."""
    return [t for t in told if not (isinstance(t, tuple) and t[0] == "skipped")]
