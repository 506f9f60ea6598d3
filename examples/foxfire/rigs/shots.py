"""The three shots: animations of the stage, and who plays what when."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from studio.clip import Clip
from studio.posing import world
from studio.rig import Rig

from . import stage
from .saffron_moves import TROT_SPEED
from .stage_moves import (
    boughs,
    camera,
    crickets,
    drift,
    fly_leaf,
    focus,
    garland,
    lamp,
    spark,
    stand,
    streaks,
    town_wakes,
    water,
    wisp,
)
from .wick_moves import WALK_SPEED

WICK_Y = -14.0
WICK_AT_LAMP_A = stage.LAMP_A[0] - 75.0
WICK_AT_LAMP_B = stage.LAMP_B[0] - 75.0
SAFFRON_WATCHES = 484.0
FOXFIRE_AT, KINDLE_AT, LIFT_AT = 0.85, 3.55, 4.95
"""When in the last shot her tail rises, he holds out the wick, and he reaches for the lamp."""
FLIGHT = (0.0, 0.12, 0.28, 0.44, 0.57, 0.68, 0.79, 0.89)
"""The fire's times on its way round him, as shares of the whole flight."""
DARK: list[float | None] = [None] * stage.LANTERNS


Cast = Mapping[str, tuple[Rig, Sequence[Clip]]]
"""The characters' skeletons and clips by name, for what on the stage must meet their hands and tails."""


def build(rig: Rig, cast: Cast) -> list[Clip]:
    """The stage's animations in film order."""
    return [dusk(rig), gust(rig), foxfire(rig, cast)]


def _place(cast: Cast, who: str, clip_name: str, time: float, bone: str) -> tuple[float, float]:
    """Where an actor's bone is in stage units at `time` of a clip, standing where the last two shots have them."""
    rig, clips = cast[who]
    at = world(rig, next(clip for clip in clips if clip.name == clip_name), bone, time)
    if who == "wick":
        return WICK_AT_LAMP_B + at.tx, WICK_Y + at.ty
    return SAFFRON_WATCHES - at.tx, stage.WALL_TOP + at.ty


def dusk(rig: Rig) -> Clip:
    """Wide: he lights a lamp and walks on along the quay; a fox trots after him on the wall."""
    clip = Clip("dusk", 8.0)
    camera(clip, [(0, -345, 312, 1.14, -0.9), (2.0, -325, 312, 1.13, -0.6, "soft"), (8.0, 50, 300, 1.06, 0.5)])
    start, end = WICK_AT_LAMP_A, WICK_AT_LAMP_A + (8.0 - 2.75) * WALK_SPEED
    walk = [
        (0, start, WICK_Y),
        (2.6, start, WICK_Y, "in"),
        (3.2, start + 0.45 * WALK_SPEED, WICK_Y, "linear"),
        (8.0, end, WICK_Y),
    ]
    stand(clip, "wick", walk)
    stand(clip, "wick_mirror", walk)
    pace = 1.38 * TROT_SPEED
    stand(clip, "saffron", [(0, -1484, 0, "linear"), (8.0, -1484 + 8.0 * pace, 0)], facing=-1.0)
    clip.colour(
        "wick",
        [(0, "cfc8ecff"), (0.7, "cfc8ecff"), (0.95, "fff2e0ff"), (3.0, "e6daeeff"), (5.0, "d4cdeeff"), (8, "d4cdeeff")],
    )
    clip.colour("saffron", [(0, "c4bfe8ff"), (4.0, "d6cfeeff"), (6.0, "f0e2e8ff"), (8.0, "d8d2f0ff")])
    lamp(clip, "lamp_a", 0.72)
    lamp(clip, "lamp_b", None)
    _common(clip, rig, None)
    garland(clip, DARK)
    boughs(clip, [(0, 0.5), (8, 0.8)])
    _sparks_from(clip, 0.78, (stage.LAMP_A[0], stage.LAMP_A[1] + 300), "ffd08a", 8)
    fly_leaf(clip, 1, 1.2, 4.2, [(-420, 520), (-470, 420), (-400, 330), (-480, 210), (-440, 60)], 1.2)
    fly_leaf(clip, 2, 3.4, 4.4, [(120, 560), (60, 430), (150, 330), (70, 190), (110, 20)], -1.4)
    fly_leaf(clip, 3, 0.0, 3.6, [(-760, 470), (-820, 380), (-740, 300), (-800, 190)], 0.8)
    focus(clip, near=False)
    crickets(clip, [0.5, 1.9, 3.3, 4.8, 6.2])
    clip.show("black", [(0, "wash"), (0.7, None)])
    clip.colour("black", [(0, "050612ff"), (0.65, "05061200")])
    return clip


def gust(rig: Rig) -> Clip:
    """Two-shot at the last lamp: before he can light it, a gust puts out his flame. It gets dark."""
    clip = Clip("gust", 7.6)
    camera(
        clip,
        [
            (0, 300, 226, 0.84, 0.4),
            (2.6, 338, 222, 0.80, 0.0),
            (3.15, 341, 222, 0.797, 0.0, "linear"),
            (3.35, 331, 226, 0.80, 0.9),
            (3.6, 345, 221, 0.80, -0.7),
            (3.9, 335, 224, 0.79, 0.5),
            (4.3, 340, 222, 0.79, 0.0),
            (7.6, 330, 212, 0.74, -0.6),
        ],
    )
    stop = WICK_AT_LAMP_B
    walk = [(0, stop - 12 - 1.3 * WALK_SPEED, WICK_Y, "linear"), (1.3, stop - 12, WICK_Y, "out"), (1.62, stop, WICK_Y)]
    stand(clip, "wick", walk)
    stand(clip, "wick_mirror", walk)
    stand(clip, "saffron", [(0, SAFFRON_WATCHES, 0)])
    clip.colour("wick", [(0, "dcd4f0ff"), (3.6, "dcd4f0ff"), (4.0, "9a98d6ff"), (7.6, "9694d2ff")])
    clip.colour("saffron", [(0, "dcd4f0ff"), (3.6, "dcd4f0ff"), (4.0, "9a98d6ff"), (7.6, "9694d2ff")])
    lamp(clip, "lamp_a", 0.0)
    lamp(clip, "lamp_b", None)
    _common(clip, rig, None)
    garland(clip, DARK, [(0, 1), (2.95, 1), (3.3, 3.2), (4.2, 2.8), (5.2, 1.3), (7.6, 1)])
    boughs(clip, [(0, 0.6), (2.9, 0.6), (3.3, 9), (4.2, 7.5), (5.2, 1.5), (7.6, 0.8)])
    focus(clip, near=False)
    clip.move("puddle", [(0, (450, 6))])
    for i in range(stage.LEAVES):
        begin = 2.92 + 0.07 * i
        y = 130 + (i * 97) % 300
        path = [
            (820 + (i * 53) % 90, y + 60),
            (560, y + 10 - (i * 31) % 50),
            (300, y - 20 + (i * 41) % 70),
            (-40, y - 70),
            (-260, y - 40),
        ]
        fly_leaf(clip, i + 1, begin, 1.15 + 0.06 * (i % 4), path, 1.5 + (i % 3))
    streaks(clip, [2.92, 3.02, 3.16, 3.36, 3.62], [330, 210, 120, 270, 390])
    clip.show("night", [(0, "wash")])
    clip.colour("night", [(0, "ffffff00"), (3.62, "ffffff00"), (3.95, "5a5cae96"), (7.6, "5456aaaa")])
    clip.draw_order(0.0, _saffron_before(rig, "wick"))
    crickets(clip, [0.2, 1.6])  # and none any more once the wind has come
    clip.event(2.95, "wind")
    return clip


def foxfire(rig: Rig, cast: Cast) -> Clip:
    """Close: her tail burns, the fire flies to his wick, he lights the lamp, and the evening lights up with it."""
    clip = Clip("foxfire", 10.0)
    camera(
        clip,
        [
            (0, 352, 208, 0.62, -1.8),
            (2.6, 352, 216, 0.60, -1.2),
            (5.3, 350, 226, 0.54, 1.5),
            (6.2, 350, 228, 0.545, 1.1),
            (10.0, 352, 236, 0.70, -0.4),
        ],
    )
    stand(clip, "wick", [(0, WICK_AT_LAMP_B, WICK_Y)])
    stand(clip, "wick_mirror", [(0, WICK_AT_LAMP_B, WICK_Y)])
    stand(clip, "saffron", [(0, SAFFRON_WATCHES, 0)])
    fire, leaves, lands, lit = 2.0, 2.97, KINDLE_AT + 0.80, LIFT_AT + 0.87
    dark, cyan, warm = "9694d2ff", "9cb4dcff", "ffeede" + "ff"
    clip.colour(
        "wick",
        [(0, dark), (leaves, dark), (leaves + 0.7, cyan), (lands, cyan), (lit, "c8bcdcff"), (lit + 0.25, warm)],
    )
    clip.colour(
        "saffron",
        [(0, dark), (fire, dark), (fire + 0.25, cyan), (lands, cyan), (lit, "c8bcdcff"), (lit + 0.25, warm)],
    )
    lamp(clip, "lamp_a", 0.0)
    lamp(clip, "lamp_b", lit)
    _common(clip, rig, lit + 0.35)
    focus(clip, near=True)
    lights_up = [lit + 0.5 + 0.26 * i for i in range(stage.LANTERNS)]
    garland(clip, lights_up)
    for i, time in enumerate(lights_up):
        clip.event(time, f"lantern{i + 1}", volume=round(0.22 + 0.03 * i, 2), balance=round(0.1 + 0.15 * i, 2))
    crickets(clip, [8.3, 9.2])
    boughs(clip, [(0, 0.6), (10.0, 0.6)])
    tail, wick = (
        _place(cast, "saffron", "foxfire", 2.0, "tail_fire"),
        _place(cast, "wick", "kindle", 0.8, "flame"),
    )
    way = [tail, (tail[0] - 34, tail[1] + 22), (372, 306), (292, 292), (214, 266), (184, 206), (214, 142), (292, 138)]
    flight = [(leaves + (lands - leaves) * share, *at) for share, at in zip(FLIGHT, way, strict=True)]
    flight += [(lands - 0.10, 346, 204), (lands, wick[0], wick[1] + 6)]
    wisp(clip, flight, leaves, lands)
    _sparks_from(clip, lit + 0.02, (stage.LAMP_B[0], stage.LAMP_B[1] + 302), "ffd79a", 8)
    _fireflies(clip, lit + 1.0, 9)
    fly_leaf(clip, 1, 0.5, 4.6, [(590, 450), (550, 380), (620, 300), (560, 190), (595, 70)], 1.2)
    clip.show("night", [(0, "wash")])
    clip.colour(
        "night",
        [
            (0, "4a4ca6b4"),
            (fire, "4a4ca6b4"),
            (fire + 0.3, "4a62aca0"),
            (lit, "5056a490"),
            (lit + 0.35, "8a80c068"),
            (10.0, "8078bc74"),
        ],
    )
    clip.show("warmth", [(0, None), (lit, "wash")])
    clip.colour(
        "warmth",
        [(0, "ff9a5000"), (lit, "ff9a5000"), (lit + 0.14, "ffb87840"), (lit + 0.7, "ff9a500a"), (10.0, "ff9a500c")],
    )
    clip.move("near_branch", [(0, (1105, -372))])
    clip.scale("near_branch", [(0, (0.55, 0.55))])
    clip.draw_order(0.0, _saffron_before(rig, "wick"))
    clip.draw_order(fire, _saffron_before(rig, "wick", above=True))
    clip.show("black", [(0, None), (9.3, "wash")])
    clip.colour("black", [(0, "05061200"), (9.3, "05061200"), (9.95, "050612ff")])
    return clip


def _saffron_before(rig: Rig, other: str, above: bool = False) -> dict[str, int]:
    """Draw order offsets that bring Saffron from behind the lamps to just below (or above) another slot."""
    places = list(rig.slots)
    return {"saffron": places.index(other) - places.index("saffron") - (0 if above else 1)}


def _common(clip: Clip, rig: Rig, wakes: float | None) -> None:
    """What every shot has: water, clouds, mist, the town's lights."""
    water(clip, rig.nets["water/water"].points)
    drift(clip)
    town_wakes(clip, wakes)


def _sparks_from(clip: Clip, start: float, at: tuple[float, float], colour: str, count: int) -> None:
    """A burst of sparks that rise and fall from a flame."""
    random = np.random.default_rng(int(start * 100))
    for i in range(count):
        dx, dy = float(random.uniform(-46, 46)), float(random.uniform(8, 52))
        path = [at, (at[0] + dx * 0.6, at[1] + dy), (at[0] + dx, at[1] + dy - 34), (at[0] + dx * 1.2, at[1] - 70 - dy)]
        spark(
            clip,
            i + 1,
            start + float(random.uniform(0, 0.2)),
            float(random.uniform(0.8, 1.5)),
            path,
            colour,
            float(random.uniform(0.5, 0.9)),
        )


def _fireflies(clip: Clip, start: float, first: int) -> None:
    """Cyan motes that wander between the two."""
    random = np.random.default_rng(12)
    for i in range(first, stage.SPARKS + 1):
        x, y = float(random.uniform(170, 560)), float(random.uniform(90, 330))
        path = [(x + float(random.uniform(-40, 40)) * k, y + 16 * k + float(random.uniform(-14, 14))) for k in range(5)]
        life = min(2.9, clip.duration - start - 0.1)
        spark(
            clip,
            i,
            start + 0.1 * (i - first),
            life - 0.1 * (i - first),
            path,
            "9effc8",
            float(random.uniform(0.6, 1.0)),
        )


def _clip(animation: str, start: float, **more: Any) -> dict[str, Any]:
    return {"animation": animation, "start": start} | more


WICK_PLAYS: dict[str, list[dict[str, Any]]] = {
    "dusk": [_clip("light_lamp", 0.0), _clip("walk", 2.6, loops=0, blend=0.45)],
    "gust": [
        _clip("walk", -0.4, loops=0),
        _clip("reach", 1.3, blend=0.35),
        _clip("blown", 3.2, blend=0.12),
        _clip("sad", 5.85, loops=0, blend=0.5),
    ],
    "foxfire": [
        _clip("sad", -0.6, loops=0),
        _clip("notice", 1.85, blend=0.2),
        _clip("kindle", KINDLE_AT, blend=0.3),
        _clip("lift", LIFT_AT, blend=0.4),
        _clip("joy", 6.7, loops=0, blend=0.45),
    ],
}
SAFFRON_PLAYS: dict[str, list[dict[str, Any]]] = {
    "dusk": [_clip("trot", -0.2, loops=0, speed=1.38)],
    "gust": [_clip("sit", -0.5, loops=0), _clip("flinch", 2.98, blend=0.15), _clip("worry", 5.1, loops=0, blend=0.4)],
    "foxfire": [
        _clip("worry", -1.0, loops=0),
        _clip("foxfire", FOXFIRE_AT, blend=0.3),
        _clip("content", 6.1, loops=0, blend=0.6),
    ],
}


def manifest() -> dict[str, Any]:
    """The scene file."""
    wick = {"name": "Wick", "skeleton": "wick.json", "skin": None, "flip": False, "ground": 0, "clips": WICK_PLAYS}
    saffron = {
        "name": "Saffron",
        "skeleton": "saffron.json",
        "skin": None,
        "flip": True,
        "ground": stage.WALL_TOP,
        "clips": SAFFRON_PLAYS,
    }
    actors = [
        {"id": "wick", "bone": "wick", "slot": "wick"} | wick,
        {"id": "mirror", "bone": "wick_mirror", "slot": "wick_mirror"} | wick | {"name": "Wick in the puddle"},
        {"id": "saffron", "bone": "saffron", "slot": "saffron"} | saffron,
    ]
    return {
        "rigbyScene": 1,
        "stage": f"{stage.NAME}.json",
        "focal": stage.FOCAL,
        "depth": stage.DEPTHS,
        "actors": actors,
    }
