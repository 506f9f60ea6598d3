"""The stage's skeleton: every layer of the set, the lamps, the garland, and what flies about."""

from __future__ import annotations

from typing import Any

import numpy as np

from art import effects, foliage, quay, sky, town
from art import palette as p
from studio.canvas import Picture
from studio.colour import rgb
from studio.rig import Rig
from studio.shapes import arc_lengths
from studio.softening import out_of_focus

from .springs import LANTERN, hang

NAME = "foxfire"
FOCAL = 1000.0
DEPTHS = {
    "sky": 9000.0,
    "moon": 7000.0,
    "clouds": 5000.0,
    "hills": 3200.0,
    "castle": 2100.0,
    "mist_far": 1500.0,
    "town": 900.0,
    "water": 650.0,
    "mist_town": 480.0,
    "boat": 280.0,
    "near": -220.0,
}
"""How far behind the action each layer is (`depth` of the manifest): the camera's motion moves it the less."""

CAMERA_HOME = (0.0, 290.0)
WALL_TOP = 105.0
"""How high over the quay the top of the parapet is: what Saffron is raised by."""
LAMP_A, LAMP_B = (-520.0, 18.0), (337.0, 18.0)
LAMPS = {"lamp_a": LAMP_A, "lamp_b": LAMP_B}
TREE_X = 790.0
GARLAND_FROM = (LAMP_B[0] + 6, LAMP_B[1] + 342)
PUDDLE_AT = (-250.0, -46.0)
LEAVES, SPARKS, BOKEH, GUSTS, LANTERNS, SHIMMERS, WISPS = 16, 14, 34, 5, 6, 8, 9
ROPE_POINTS = (0.0, 110.0, 220.0, 330.0, 440.0)


def build() -> Rig:
    """Bones, slots and attachments of the set."""
    rig = Rig(NAME, bounds=(-960.0, -100.0, 1920.0, 980.0))
    rig.events["wind"] = {"float": 1, "audio": "wind.wav", "volume": 0.8, "balance": 0.4}
    rig.events["cricket"] = {"audio": "cricket.wav", "volume": 0.1}
    rig.events |= {f"lantern{i + 1}": {"audio": f"lantern{i + 1}.wav", "volume": 0.3} for i in range(LANTERNS)}
    _bones(rig)
    _far(rig)
    _water(rig)
    _ground(rig)
    _boughs(rig)
    _garland(rig)
    rig.slot("saffron", "saffron", color="d8d2f0ff")
    _lamp_posts(rig)
    _lights(rig)
    _cast(rig)
    _air(rig)
    _near(rig)
    _lens(rig)
    return rig


def _bones(rig: Rig) -> None:
    rig.bone("camera", "root", CAMERA_HOME)
    for layer in DEPTHS:
        rig.bone(layer, "root", CAMERA_HOME)
    rig.bone("quay", "root", (0, 0))
    rig.bone("cloud1", "clouds", (-330, 560))
    rig.bone("cloud2", "clouds", (420, 500))
    rig.bone("boat_hull", "boat", (-20, 118))
    for name, (x, y) in LAMPS.items():
        rig.bone(name, "quay", (x, y))
        rig.bone(f"{name}_flame", name, (x + quay.LAMP_FLAME[0], y + quay.LAMP_FLAME[1]))
    for i, x in enumerate(ROPE_POINTS):
        rig.bone(f"rope{i + 1}", "quay", (GARLAND_FROM[0] + x, GARLAND_FROM[1] + quay.rope_height(x)))
    for i in range(LANTERNS):
        at = lantern_at(i)
        nearest = int(np.argmin([abs(GARLAND_FROM[0] + x - at[0]) for x in ROPE_POINTS]))
        rig.bone(f"lantern{i + 1}", f"rope{nearest + 1}", at, (at[0], at[1] - 40))
    rig.bone("bough1", "quay", (TREE_X + 30, 610))
    rig.bone("bough2", "quay", (TREE_X + 10, 520))
    rig.bone("wick", "quay", (0, -14))
    rig.bone("wick_mirror", "quay", (0, -14))
    rig.bone("saffron", "quay", (0, 0))
    for i in range(WISPS):
        rig.bone(f"wisp{i + 1}", "quay", (0, 0))
    for kind, count in (("leaf", LEAVES), ("spark", SPARKS), ("gust", GUSTS)):
        for i in range(count):
            rig.bone(f"{kind}{i + 1}", "quay", (0, 0))
    for i, (x, y) in enumerate(bokeh_places()):
        rig.bone(f"bokeh{i + 1}", "town", (x, y))


def lantern_share(index: int) -> float:
    """How far along the string a lantern hangs, as a share of its length."""
    return (index + 0.75) / (LANTERNS + 0.5)


def lantern_at(index: int) -> tuple[float, float]:
    """Where a lantern hangs in the setup pose: where the garland's path constraint puts it."""
    xs = np.linspace(0.0, quay.ROPE_END[0], 400)
    string = np.stack([xs, [quay.rope_height(x) for x in xs.tolist()]], axis=1)
    along = arc_lengths(string)
    x = float(np.interp(lantern_share(index) * along[-1], along, xs))
    return GARLAND_FROM[0] + x, GARLAND_FROM[1] + quay.rope_height(x)


def bokeh_places() -> list[tuple[float, float]]:
    """Windows behind the last lamp, spread over the width that the close shots see."""
    windows = [w for w in town.window_places() if -80 < w[0] < 620 and w[1] > town.WATERLINE + 40]
    order = np.random.default_rng(31).permutation(len(windows))
    chosen: list[tuple[float, float]] = []
    for index in order:
        window = windows[int(index)]
        if all((window[0] - x) ** 2 + (window[1] - y) ** 2 > 34**2 for x, y in chosen):
            chosen.append(window)
    return sorted(chosen[:BOKEH])


def _far(rig: Rig) -> None:
    rig.slot("sky", "sky", "sky")
    rig.region("sky", sky.sky())
    rig.slot("moon", "moon", "moon")
    rig.slot("moon_glow", "moon", "moon_glow", blend="screen", color="d8d4ff78")
    glow = effects.glow("glow", (1.0, 1.0, 1.0), (1.0, 1.0, 1.0))
    rig.region("moon", sky.moon(), at=(330, 610))
    rig.region("moon_glow", glow, "moon_glow", at=(330, 610), size=(3.2, 3.2))
    for name, seed, width, height in (("cloud1", 31, 620.0, 120.0), ("cloud2", 57, 480.0, 96.0)):
        rig.slot(name, name, name)
        picture = sky.cloud(name, seed, width, height, rgb("6463ae"), rgb("e9a9a6"))
        rig.region(name, picture, at=(rig.bones[name].world.tx, rig.bones[name].world.ty))
    rig.slot("hills", "hills", "far_hills")
    rig.region("hills", sky.far_hills(), at=(0, 40))
    rig.slot("castle", "castle", "castle")
    castle = sky.castle()
    rig.region("castle", castle, at=(60, 62))
    rig.region("castle", out_of_focus(castle, "castle_soft", 3.0, 0.5), at=(60, 62))
    rig.slot("mist_far", "mist_far", "mist1", blend="screen", color="ffe0dcb0")
    rig.region("mist_far", effects.fog("mist1", 91), at=(60, 300), size=(2.3, 1.8))
    rig.slot("town", "town", "town")
    houses = town.town()
    rig.region("town", houses)
    rig.region("town", out_of_focus(houses, "town_soft", 2.6, 0.6))
    rig.slot("town_lights", "town", "town_lights", blend="additive", color="ffffff00")
    lights = town.town_lights()
    rig.region("town_lights", lights)
    rig.region("town_lights", out_of_focus(lights, "town_lights_soft", 3.4, 0.4))


def _water(rig: Rig) -> None:
    rig.slot("water", "water", "water")
    reflection = town.reflection()
    rig.mesh("water", reflection, 80)
    rig.region("water", out_of_focus(reflection, "water_soft", 2.6, 0.4))
    beam = effects.beam("beam", (1.0, 1.0, 1.0))
    for i in range(SHIMMERS):
        rig.bone(f"shimmer{i + 1}", "water", (-560 + i * 165, 168 - (i * 37) % 46))
        rig.slot(f"shimmer{i + 1}", f"shimmer{i + 1}", "shimmer", blend="additive", color="ffd8c070")
    shimmer = effects.shimmer()
    for i in range(SHIMMERS):
        at = rig.bones[f"shimmer{i + 1}"].world
        rig.region(f"shimmer{i + 1}", shimmer, "shimmer", at=(at.tx, at.ty), size=(1.2 + 0.3 * (i % 3), 1.0))
    rig.slot("moon_path", "water", "moon_path", blend="additive", color="dcd8ff90")
    rig.region("moon_path", beam, "moon_path", at=(330, 138), size=(2.6, 0.95))
    rig.slot("mist_town", "mist_town", "mist2", blend="screen", color="ffe2e0c0")
    rig.region("mist_town", effects.fog("mist2", 92), at=(-40, 196), size=(2.6, 0.85))
    rig.slot("boat", "boat_hull", "boat")
    boat = quay.boat()
    rig.region("boat", boat, at=(-20, 0))
    rig.region("boat", out_of_focus(boat, "boat_soft", 1.6, 0.5), at=(-20, 0))
    bokeh = effects.bokeh()
    for i, (x, y) in enumerate(bokeh_places()):
        rig.slot(f"bokeh{i + 1}", f"bokeh{i + 1}", "bokeh", color="ff9a3c00")
        rig.region(f"bokeh{i + 1}", bokeh, "bokeh", at=(x, y), size=(0.62 + 0.2 * (i % 4), 0.62 + 0.2 * (i % 4)))


def _ground(rig: Rig) -> None:
    tiles = (-1350.0, -510.0, 330.0)
    cobbles, wall = quay.cobbles(), quay.parapet()
    for kind, picture in (("cobbles", cobbles), ("wall", wall)):
        for i, x in enumerate(tiles):
            rig.slot(f"{kind}{i + 1}", "quay", kind)
            rig.region(f"{kind}{i + 1}", picture, kind, at=(x, 0))
    rig.bone("puddle", "quay", PUDDLE_AT)
    rig.slot("puddle", "puddle", "puddle")
    rig.region("puddle", quay.puddle(), at=PUDDLE_AT)
    rig.slot("puddle_clip", "puddle", "puddle_clip")
    rig.clipping("puddle_clip", "puddle_clip", quay.PUDDLE[::7] + np.array(PUDDLE_AT), end="wick_mirror")
    rig.slot("wick_mirror", "wick_mirror", color="8f94d2c0")
    shadow = effects.contact_shadow()
    trunk = foliage.trunk()
    rig.slot("tree_foot", "quay", "tree_foot", blend="multiply")
    rig.region("tree_foot", shadow, "tree_foot", at=(TREE_X + 4, 6), size=(1.5, 1.0))
    rig.slot("trunk", "quay", "trunk")
    rig.region("trunk", trunk, at=(TREE_X, 6))


def _boughs(rig: Rig) -> None:
    for name, seed, width, height in (("bough2", 9, 360.0, 210.0), ("bough1", 2, 470.0, 250.0)):
        at = rig.bones[name].world
        rig.slot(name, name, name)
        rig.region(name, foliage.bough(name, seed, width, height), at=(at.tx, at.ty))


def _garland(rig: Rig) -> None:
    rig.slot("rope", "quay", "rope")
    bones = [f"rope{i + 1}" for i in range(len(ROPE_POINTS))]
    rig.mesh("rope", _moved_rope(), 24, spread=bones, sharpness=2.5)
    rig.slot("garland", "quay", "garland")
    knots = [(rig.bones[name].world.tx, rig.bones[name].world.ty) for name in bones]
    rig.path("garland", "garland", knots, spread=bones, sharpness=2.5)
    strung: dict[str, Any] = {
        "type": "path",
        "name": "garland",
        "slot": "garland",
        "bones": [f"lantern{i + 1}" for i in range(LANTERNS)],
    }
    strung |= {"positionMode": "percent", "position": round(lantern_share(0), 5), "mixRotate": 0, "mixX": 1}
    strung |= {"spacingMode": "percent", "spacing": round(lantern_share(1) - lantern_share(0), 5)}
    rig.constraints.append(strung)
    hang(rig, {f"lantern{i + 1}": LANTERN for i in range(LANTERNS)})
    lantern = quay.paper_lantern()
    for i in range(LANTERNS):
        name = f"lantern{i + 1}"
        rig.slot(name, name, "paper_lantern")
        rig.region(name, lantern, at=lantern_at(i))


def _lamp_posts(rig: Rig) -> None:
    lamp, shadow = quay.lamp(), rig.pictures["shadow"]
    for name, (x, y) in LAMPS.items():
        rig.slot(f"{name}_foot", "quay", "foot", blend="multiply")
        rig.region(f"{name}_foot", shadow, "foot", at=(x, y), size=(0.75, 0.6))
        rig.slot(f"{name}_post", name, "lamp")
        rig.region(f"{name}_post", lamp, at=(x, y))
    rig.slot("night", "camera", None, blend="multiply", color="ffffff00")


def _lights(rig: Rig) -> None:
    """What shines: above the night that falls on the set, below the two who stand in it."""
    light, cone, pool, glow = quay.lamp_light(), effects.cone(), effects.pool(), rig.pictures["glow"]
    flames = [effects.flame(i) for i in range(effects.FLAME_FRAMES)]
    for name, (x, y) in LAMPS.items():
        fx, fy = x + quay.LAMP_FLAME[0], y + quay.LAMP_FLAME[1]
        rig.slot(f"{name}_pool", "quay", "pool", blend="additive", color="ffb65800")
        rig.region(f"{name}_pool", pool, "pool", at=(x, y - 34), size=(1.9, 1.5))
        rig.slot(f"{name}_wash", "quay", "wash_wall", blend="additive", color="ffa85000")
        rig.region(f"{name}_wash", glow, "wash_wall", at=(x, 92), size=(3.6, 1.5))
        rig.slot(f"{name}_flame", f"{name}_flame", None, blend="additive")
        rig.sequence(f"{name}_flame", flames, "flame", "flame", at=(fx, fy - 10), size=(0.6, 0.6))
        rig.slot(f"{name}_light", name, "lamp_light", blend="additive", color="ffffff00")
        rig.region(f"{name}_light", light, at=(x, y))
        rig.slot(f"{name}_cone", name, "cone", blend="screen", color="ffd89a00")
        rig.region(f"{name}_cone", cone, at=(fx, fy), size=(1.0, 0.95))
        rig.slot(f"{name}_glow", f"{name}_flame", "lamp_glow", blend="additive", color="ffb45a00")
        rig.region(f"{name}_glow", glow, "lamp_glow", at=(fx, fy), size=(3.2, 3.2))
    paper = quay.paper_light()
    for i in range(LANTERNS):
        name, (x, y) = f"lantern{i + 1}", lantern_at(i)
        rig.slot(f"{name}_light", name, "paper_light", blend="additive", color="ffffff00")
        rig.region(f"{name}_light", paper, at=(x, y))
        rig.slot(f"{name}_glow", name, "paper_glow", blend="additive", color="ffa85a00")
        rig.region(f"{name}_glow", glow, "paper_glow", at=(x, y - 25), size=(1.15, 1.15))


def _moved_rope() -> Picture:
    picture = quay.rope()
    left, bottom = picture.left + GARLAND_FROM[0], picture.bottom + GARLAND_FROM[1]
    return Picture(picture.name, picture.pixels, left, bottom, picture.width, picture.height)


def _cast(rig: Rig) -> None:
    rig.slot("wick", "wick", color="d8d2f0ff")
    glow, foxfire = rig.pictures["glow"], [effects.foxfire(i) for i in range(effects.FLAME_FRAMES)]
    for i in reversed(range(WISPS)):
        size = 1.0 if i == 0 else 0.30 * (1 - i / WISPS)
        rig.slot(f"wisp{i + 1}", f"wisp{i + 1}", None, blend="additive", color="7dffd6ff" if i == 0 else "9effdcc0")
        rig.region(f"wisp{i + 1}", glow, "wisp", at=(0, 0), size=(size, size))
    rig.slot("wisp_fire", "wisp1", None, blend="additive")
    rig.sequence("wisp_fire", foxfire, "foxfire", "foxfire", at=(0, -8), size=(0.62, 0.62))


def _air(rig: Rig) -> None:
    tones = ((p.FUR, p.FUR_LIGHT), (rgb("b0444e"), rgb("f08a6e")), (rgb("c99a3e"), rgb("ffdf96")))
    leaves = [foliage.loose_leaf(f"leaf{i + 1}", *tone) for i, tone in enumerate(tones)]
    gust, spark = effects.gust(), effects.spark()
    for i in range(GUSTS):
        rig.slot(f"gust{i + 1}", f"gust{i + 1}", "gust", blend="screen", color="ffffff00")
        rig.region(f"gust{i + 1}", gust, "gust", at=(0, 0), size=(1.5, 1.0))
    for i in range(LEAVES):
        rig.slot(f"leaf{i + 1}", f"leaf{i + 1}", None, color="d0c8e8ff")
        rig.region(f"leaf{i + 1}", leaves[i % 3], "leaf", at=(0, 0), size=(0.8 + 0.12 * (i % 3), 0.8 + 0.12 * (i % 3)))
    for i in range(SPARKS):
        rig.slot(f"spark{i + 1}", f"spark{i + 1}", None, blend="additive")
        rig.region(f"spark{i + 1}", spark, "spark", at=(0, 0))


def _near(rig: Rig) -> None:
    rig.slot("mist_quay", "quay", "mist3", blend="screen", color="d8d0ff70")
    rig.region("mist_quay", effects.fog("mist3", 93), at=(60, 26), size=(2.6, 0.9))
    for name, picture, at, size in (
        ("near_branch", foliage.near_branch(), (-1120.0, 800.0), 1.0),
        ("near_reeds", foliage.near_reeds(), (970.0, -118.0), 1.0),
        ("near_bollard", foliage.near_bollard(), (-1010.0, -110.0), 1.15),
    ):
        rig.bone(name, "near", at)
        rig.slot(name, name, picture.name)
        rig.region(name, rig.pictures.get(picture.name, picture), at=at, size=(size, size))


def _lens(rig: Rig) -> None:
    """What lies over the whole frame; it hangs on the camera, so it is framed the same whatever the camera does."""
    x, y = CAMERA_HOME
    wash = effects.wash()
    rig.region("night", wash, "wash", at=(x, y), size=(84.0, 48.0))
    rig.slot("warmth", "camera", None, blend="screen", color="ff9a5000")
    rig.region("warmth", wash, "wash", at=(x, y), size=(84.0, 48.0))
    rig.slot("vignette", "camera", "vignette", blend="multiply", color="ffffffd0")
    rig.region("vignette", effects.vignette(), at=(x, y), size=(1.03, 1.03))
    rig.slot("black", "camera", None, color="05061200")
    rig.region("black", wash, "wash", at=(x, y), size=(84.0, 48.0))
