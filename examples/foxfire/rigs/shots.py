"""The three shots: animations of the stage, and who plays what when."""

from __future__ import annotations

from typing import Any

import numpy as np

from studio.clip import Clip
from studio.rig import Rig

from . import stage
from .stage_moves import (
    WATER_POINTS,
    boughs,
    camera,
    drift,
    fly_leaf,
    garland,
    lamp,
    spark,
    stand,
    town_wakes,
    water,
    wisps,
)

WICK_Y, PATH_SPEED = -14.0, 80.0
WICK_AT_LAMP_A = stage.LAMP_A[0] - 75.0
WICK_AT_LAMP_B = stage.LAMP_B[0] - 75.0
SAFFRON_WATCHES = 474.0
DARK = [None] * stage.LANTERNS


def build(rig: Rig) -> list[Clip]:
    """The stage's animations in film order."""
    WATER_POINTS["*"] = rig.nets["water/water"].points
    return [dusk(), gust(), foxfire(rig)]


def dusk() -> Clip:
    """Wide: he lights a lamp and walks on along the quay; a fox trots after him on the wall."""
    clip = Clip("dusk", 8.0)
    camera(clip, [(0, -330, 336, 1.20, -0.9), (2.0, -312, 336, 1.18, -0.6, "soft"), (8.0, 66, 318, 1.08, 0.5)])
    start, end = WICK_AT_LAMP_A, WICK_AT_LAMP_A + (8.0 - 2.75) * PATH_SPEED
    walk = [
        (0, start, WICK_Y),
        (2.6, start, WICK_Y, "in"),
        (3.2, start + 0.45 * PATH_SPEED, WICK_Y, "linear"),
        (8.0, end, WICK_Y),
    ]
    stand(clip, "wick", walk)
    stand(clip, "wick_mirror", walk)
    stand(clip, "saffron", [(0, -1190, 0, "linear"), (8.0, -1190 + 92.0 * 8.0 + 60, 0)], facing=-1.0)
    clip.colour(
        "wick",
        [(0, "cfc8ecff"), (0.7, "cfc8ecff"), (0.95, "fff2e0ff"), (3.0, "e6daeeff"), (5.0, "d4cdeeff"), (8, "d4cdeeff")],
    )
    clip.colour("saffron", [(0, "c4bfe8ff"), (4.0, "d6cfeeff"), (6.0, "f0e2e8ff"), (8.0, "d8d2f0ff")])
    lamp(clip, "lamp_a", 0.72)
    lamp(clip, "lamp_b", None)
    _common(clip, None)
    garland(clip, DARK)
    boughs(clip, [(0, 0.5), (8, 0.8)])
    _sparks_from(clip, 0.78, (stage.LAMP_A[0], stage.LAMP_A[1] + 300), "ffd08a", 8)
    fly_leaf(clip, 1, 1.2, 4.2, [(-420, 520), (-470, 420), (-400, 330), (-480, 210), (-440, 60)], 1.2)
    fly_leaf(clip, 2, 3.4, 4.4, [(120, 560), (60, 430), (150, 330), (70, 190), (110, 20)], -1.4)
    fly_leaf(clip, 3, 0.0, 3.6, [(-760, 470), (-820, 380), (-740, 300), (-800, 190)], 0.8)
    clip.show("black", [(0, "wash"), (0.7, None)])
    clip.colour("black", [(0, "050612ff"), (0.65, "05061200")])
    return clip


def gust() -> Clip:
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
    walk = [
        (0, stop - 1.62 * PATH_SPEED, WICK_Y, "linear"),
        (1.25, stop - 0.37 * PATH_SPEED, WICK_Y, "out"),
        (1.9, stop, WICK_Y),
    ]
    stand(clip, "wick", walk)
    stand(clip, "wick_mirror", walk)
    stand(clip, "saffron", [(0, SAFFRON_WATCHES, 0)])
    clip.colour("wick", [(0, "dcd4f0ff"), (3.6, "dcd4f0ff"), (4.0, "8e8ccaff"), (7.6, "8886c6ff")])
    clip.colour("saffron", [(0, "dcd4f0ff"), (3.6, "dcd4f0ff"), (4.0, "8e8ccaff"), (7.6, "8886c6ff")])
    lamp(clip, "lamp_a", 0.0)
    lamp(clip, "lamp_b", None)
    _common(clip, None)
    garland(clip, DARK, [(0, 1), (2.95, 1), (3.3, 3.2), (4.2, 2.8), (5.2, 1.3), (7.6, 1)])
    boughs(clip, [(0, 0.6), (2.9, 0.6), (3.3, 9), (4.2, 7.5), (5.2, 1.5), (7.6, 0.8)])
    for i in range(stage.LEAVES):
        begin = 2.95 + 0.085 * i
        y = 130 + (i * 97) % 300
        path = [
            (820 + (i * 53) % 90, y + 60),
            (560, y + 10 - (i * 31) % 50),
            (300, y - 20 + (i * 41) % 70),
            (-40, y - 70),
            (-260, y - 40),
        ]
        fly_leaf(clip, i + 1, begin, 1.15 + 0.06 * (i % 4), path, 1.5 + (i % 3))
    wisps(clip, [2.92, 3.02, 3.16, 3.36, 3.62], [330, 210, 120, 270, 390])
    clip.show("night", [(0, "wash")])
    clip.colour("night", [(0, "ffffff00"), (3.62, "ffffff00"), (3.95, "5a5cae96"), (7.6, "5456aaaa")])
    clip.event(2.95, "wind")
    return clip


def foxfire(rig: Rig) -> Clip:
    """Close: she lights her tail, he takes the fire from it, and everything lights up again."""
    clip = Clip("foxfire", 9.6)
    camera(
        clip,
        [
            (0, 352, 214, 0.64, -1.8),
            (2.4, 362, 226, 0.58, -1.0),
            (5.0, 370, 244, 0.52, 1.4),
            (6.0, 366, 246, 0.53, 1.0),
            (9.6, 356, 252, 0.70, -0.4),
        ],
    )
    stand(clip, "wick", [(0, WICK_AT_LAMP_B, WICK_Y)])
    stand(clip, "wick_mirror", [(0, WICK_AT_LAMP_B, WICK_Y)])
    stand(clip, "saffron", [(0, SAFFRON_WATCHES, 0)])
    lit = 5.62
    dark, green, warm = "8886c6ff", "a9c6d8ff", "fff0e2ff"
    clip.colour("wick", [(0, dark), (1.95, dark), (2.3, green), (4.2, green), (lit, "d8cfe0ff"), (lit + 0.25, warm)])
    clip.colour("saffron", [(0, dark), (1.95, dark), (2.2, green), (4.2, green), (lit, "d8cfe0ff"), (lit + 0.25, warm)])
    lamp(clip, "lamp_a", 0.0)
    lamp(clip, "lamp_b", lit)
    _common(clip, lit + 0.35)
    garland(clip, [lit + 0.55 + 0.26 * i for i in range(stage.LANTERNS)])
    boughs(clip, [(0, 0.6), (9.6, 0.6)])
    flame_at = (stage.LAMP_B[0], stage.LAMP_B[1] + 302)
    _sparks_from(clip, lit + 0.02, flame_at, "ffd79a", 8)
    _fireflies(clip, lit + 1.0, 9)
    fly_leaf(clip, 1, 0.6, 4.6, [(560, 470), (520, 380), (600, 300), (540, 190), (575, 70)], 1.2)
    clip.show("night", [(0, "wash")])
    clip.colour(
        "night", [(0, "5456aaaa"), (1.95, "5456aaaa"), (2.3, "5a70b08c"), (lit, "6a70b06a"), (lit + 0.3, "ffffff00")]
    )
    clip.show("warmth", [(0, None), (lit, "wash")])
    clip.colour(
        "warmth",
        [(0, "ff9a5000"), (lit, "ff9a5000"), (lit + 0.14, "ffb87848"), (lit + 0.7, "ff9a5014"), (9.6, "ff9a5018")],
    )
    places = list(rig.slots)
    clip.draw_order(2.0, {"saffron": places.index("wick") - places.index("saffron")})
    clip.show("black", [(0, None), (8.95, "wash")])
    clip.colour("black", [(0, "05061200"), (8.95, "05061200"), (9.55, "050612ff")])
    return clip


def _common(clip: Clip, wakes: float | None) -> None:
    """What every shot has: water, clouds, mist, the town's lights."""
    water(clip)
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
    """Green motes that wander between the two."""
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
        _clip("kindle", 3.35, blend=0.35),
        _clip("lift", 4.75, blend=0.4),
        _clip("joy", 6.5, loops=0, blend=0.45),
    ],
}
SAFFRON_PLAYS: dict[str, list[dict[str, Any]]] = {
    "dusk": [_clip("trot", -0.2, loops=0)],
    "gust": [_clip("sit", -0.5, loops=0), _clip("flinch", 2.98, blend=0.15), _clip("worry", 5.1, loops=0, blend=0.4)],
    "foxfire": [
        _clip("worry", -1.0, loops=0),
        _clip("foxfire", 0.85, blend=0.3),
        _clip("content", 5.9, loops=0, blend=0.6),
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
