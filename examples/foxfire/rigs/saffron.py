"""Saffron's skeleton."""

from __future__ import annotations

from art import effects
from art import saffron as art
from studio.canvas import Picture
from studio.posing import Leg
from studio.rig import Json, Rig

from .springs import BRUSH, BRUSH_TIP, EAR, EAR_TIP, FUR, hang

NAME = "saffron"
HAZE_DARK = "141a44"

HIND_NEAR = Leg("thigh_near", "shin_near", "hindpaw_near", "hindstep_near", bend_positive=False)
HIND_FAR = Leg("thigh_far", "shin_far", "hindpaw_far", "hindstep_far", bend_positive=False)
FORE_NEAR = Leg("upper_near", "lower_near", "forepaw_near", "forestep_near", bend_positive=True)
FORE_FAR = Leg("upper_far", "lower_far", "forepaw_far", "forestep_far", bend_positive=True)
LEGS = (HIND_FAR, FORE_FAR, HIND_NEAR, FORE_NEAR)

TAIL = tuple(f"tail{i}" for i in range(1, 7))
ELBOW, HOCK = (0.0, 105.0), (-155.0, -90.0)
TAIL_BENDS = ((-26.0, 4.0), (-24.0, 26.0), (-25.0, 31.0), (-32.0, 33.0), (-58.0, 47.0))
"""How far the clips and the springs bend elbows, hocks and the tail's joints, in degrees, and a little more."""

BODY_PARTS = (
    "tail",
    "haunch_far",
    "shin_far",
    "hindpaw_far",
    "foreleg_far",
    "forepaw_far",
    "body",
    "shin_near",
    "hindpaw_near",
    "haunch_near",
    "foreleg_near",
    "forepaw_near",
    "ear_far",
    "ear_near",
    "ruff",
    "head",
)
LIT_PARTS = tuple(name for name in BODY_PARTS if not name.endswith("_far"))
TAIL_TIP = art.TAIL_JOINTS[-1]
FACE_CENTRE, FACE_RADIUS = (92.0, 112.0), (62.0, 52.0)
BROWS = (("near", (63.0, 139.0)), ("far", (99.0, 139.0)))


def build() -> Rig:
    """Bones, slots, meshes and constraints, as Saffron stands."""
    rig = Rig(NAME, bounds=(-200.0, -6.0, 340.0, 215.0))
    rig.events["foxfire"] = {"audio": "foxfire.wav", "volume": 0.7, "balance": 0.3}
    _bones(rig)
    _slots(rig)
    _attachments(rig, art.parts())
    for side in ("near", "far"):
        rig.constraints.append(_follow_gaze(rig, side))
    for leg in LEGS:
        rig.constraints.append(
            {
                "type": "ik",
                "name": leg.target,
                "bones": [leg.upper, leg.lower],
                "target": leg.target,
                "bendPositive": leg.bend_positive,
            }
        )
    springs = {"ruff": FUR, "ear_near1": EAR, "ear_near2": EAR_TIP, "ear_far1": EAR, "ear_far2": EAR_TIP}
    hang(rig, springs | dict.fromkeys(TAIL[2:5], BRUSH) | {TAIL[5]: BRUSH_TIP})
    return rig


def _follow_gaze(rig: Rig, side: str) -> Json:
    """An eye that goes where the `look` bone goes."""
    eye = rig.bones[f"eye_{side}"]
    properties = {axis: {"to": {axis: {"offset": round(at, 2)}}} for axis, at in (("x", eye.x), ("y", eye.y))}
    spaces = {"localSource": True, "localTarget": True}
    return {
        "type": "transform",
        "name": f"gaze_{side}",
        "source": "look",
        "bones": [eye.name],
        "properties": properties,
    } | spaces


def _bones(rig: Rig) -> None:
    rig.bone("shadow", "root", (0, 0))
    rig.bone("hips", "root", (-38, 62))
    rig.bone("pelvis", "hips", (-38, 62), (-12, 66))
    rig.bone("spine", "pelvis", (-12, 66), (16, 68))
    rig.bone("chest", "spine", (16, 68), (44, 80))
    rig.bone("ruff", "chest", (46, 100), (52, 60))
    rig.bone("neck", "chest", (44, 88), (58, 104))
    rig.bone("head", "neck", (60, 104))
    rig.bone("face", "head", FACE_CENTRE)
    rig.bone("look", "face", FACE_CENTRE)
    for side, centre in zip(("near", "far"), art.EYE_CENTRES, strict=True):
        rig.bone(f"eye_{side}", "face", centre)
    for side, centre in BROWS:
        rig.bone(f"brow_{side}", "face", centre)
    rig.bone("mouth", "face", art.MOUTH_CENTRE)
    for name, (root, tip) in (("ear_near", art.NEAR_EAR), ("ear_far", art.FAR_EAR)):
        middle = ((root[0] + tip[0]) / 2, (root[1] + tip[1]) / 2)
        rig.chain(name, "head", [root, middle, tip])
    rig.chain("tail", "pelvis", art.TAIL_JOINTS)
    rig.bone("tail_fire", "tail6", TAIL_TIP, inherit="noRotationOrReflection")
    for side, dx in (("far", 14.0), ("near", 0.0)):
        rig.bone(f"thigh_{side}", "pelvis", (-34 + dx, 62), (-20 + dx, 40))
        rig.bone(f"shin_{side}", f"thigh_{side}", (-20 + dx, 40), (-51 + dx, 20))
        rig.bone(f"hindpaw_{side}", f"shin_{side}", (-51 + dx, 20))
        rig.bone(f"hindstep_{side}", "root", (-51 + dx, 20))
        rig.bone(f"upper_{side}", "chest", (33 + dx, 66), (27 + dx, 39))
        rig.bone(f"lower_{side}", f"upper_{side}", (27 + dx, 39), (32 + dx, 11))
        rig.bone(f"forepaw_{side}", f"lower_{side}", (32 + dx, 11))
        rig.bone(f"forestep_{side}", "root", (32 + dx, 11))


_PART_BONES = {
    "tail": "pelvis",
    "body": "pelvis",
    "ruff": "ruff",
    "head": "head",
    "ear_near": "head",
    "ear_far": "head",
    "haunch": "thigh",
    "shin": "pelvis",
    "hindpaw": "hindpaw",
    "foreleg": "chest",
    "forepaw": "forepaw",
}


def _bone_of(part: str) -> str:
    if part in _PART_BONES:
        return _PART_BONES[part]
    kind, side = part.split("_")
    bone = _PART_BONES[kind]
    return bone if bone in ("pelvis", "chest") else f"{bone}_{side}"


def _slots(rig: Rig) -> None:
    rig.slot("shadow", "shadow", "shadow", blend="multiply")
    for name in BODY_PARTS:
        rig.slot(name, _bone_of(name), name, dark=HAZE_DARK)
        if name in LIT_PARTS:
            rig.slot(f"{name}_lit", _bone_of(name), f"{name}_lit", blend="additive", color="ffb46000")
    for side in ("near", "far"):
        rig.slot(f"eye_{side}", f"eye_{side}", f"eye_{side}_open")
        rig.slot(f"brow_{side}", f"brow_{side}", "brow", dark=HAZE_DARK)
    rig.slot("mouth", "mouth", "mouth_calm")
    rig.slot("tail_glow", "tail_fire", None, blend="additive", color="7dffd6c0")
    rig.slot("tail_fire", "tail_fire", None, blend="additive", color="ffffffc8")


def _attachments(rig: Rig, pictures: dict[str, Picture]) -> None:
    rig.region("shadow", effects.contact_shadow(), at=(0, 0), size=(1.35, 0.8))
    chains: dict[str, tuple[str, ...]] = {
        "tail": TAIL,
        "body": ("pelvis", "spine", "chest"),
        "ear_near": ("ear_near1", "ear_near2"),
        "ear_far": ("ear_far1", "ear_far2"),
    }
    bends: dict[str, tuple[tuple[float, float], ...]] = {"tail": TAIL_BENDS}
    for side in ("near", "far"):
        chains[f"foreleg_{side}"] = (f"upper_{side}", f"lower_{side}")
        chains[f"shin_{side}"] = (f"thigh_{side}", f"shin_{side}")
        bends |= {f"foreleg_{side}": (ELBOW,), f"shin_{side}": (HOCK,)}
    for name in BODY_PARTS:
        picture = pictures[name]
        if name in chains:
            rig.mesh(
                name, picture, 16 if name in ("tail", "body") else 13, chain=chains[name], bends=bends.get(name, ())
            )
        elif name == "head":
            rig.mesh(name, picture, 17)
        elif name == "ruff":
            rig.mesh(name, picture, 18, spread=("chest", "neck", "ruff"), sharpness=2.0)
        else:
            rig.region(name, picture)
        if name in LIT_PARTS:
            light = pictures[f"{name}_lit"]
            if f"{name}/{name}" in rig.nets:
                rig.linked(f"{name}_lit", light, name, name)
            else:
                rig.region(f"{name}_lit", light)
    for side, centre in zip(("near", "far"), art.EYE_CENTRES, strict=True):
        for look in ("open", "closed", "happy"):
            rig.region(f"eye_{side}", pictures[f"eye_{side}_{look}"], at=centre)
    for side, centre in BROWS:
        rig.region(f"brow_{side}", pictures["brow"], at=centre)
    for look in ("calm", "smile", "open", "worried"):
        rig.region("mouth", pictures[f"mouth_{look}"], at=art.MOUTH_CENTRE)
    foxfire = [effects.foxfire(i) for i in range(effects.FLAME_FRAMES)]
    rig.sequence("tail_fire", foxfire, "foxfire", "foxfire", at=(TAIL_TIP[0], TAIL_TIP[1] + 1), size=(1.1, 1.1))
    glow = effects.glow("glow", (1.0, 1.0, 1.0), (1.0, 1.0, 1.0))
    rig.region("tail_glow", glow, "tail_glow", at=(TAIL_TIP[0], TAIL_TIP[1] + 10), size=(2.0, 2.0))
