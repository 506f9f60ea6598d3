"""Wick's skeleton."""

from __future__ import annotations

from art import effects
from art import wick as art
from studio.canvas import Picture
from studio.posing import Leg
from studio.rig import Rig

from .springs import HEM, SCARF, hang

NAME = "wick"
HAZE_DARK = "141a44"
"""What the darkest parts of the paint fade to in evening air: every body slot's dark colour."""

LEG_NEAR = Leg("thigh_near", "calf_near", "foot_near", "step_near", bend_positive=False)
LEG_FAR = Leg("thigh_far", "calf_far", "foot_far", "step_far", bend_positive=False)

SCARF_NEAR = ("scarf_near1", "scarf_near2", "scarf_near3", "scarf_near4")
SCARF_FAR = ("scarf_far1", "scarf_far2", "scarf_far3")
SKIRTS = ("skirt_left", "skirt_middle", "skirt_right")
BODY_PARTS = (
    "scarf_far",
    "leg_far",
    "boot_far",
    "sleeve_far",
    "pole",
    "hand_far",
    "leg_near",
    "boot_near",
    "coat",
    "head",
    "collar",
    "cap",
    "sleeve_near",
    "hand_near",
    "scarf_near",
)
LIT_PARTS = (
    "scarf_far",
    "sleeve_far",
    "hand_far",
    "boot_near",
    "coat",
    "head",
    "collar",
    "cap",
    "sleeve_near",
    "hand_near",
    "scarf_near",
)
ELBOW_NEAR, ELBOW_FAR, KNEE = (0.0, 132.0), (0.0, 100.0), (-126.0, 0.0)
"""How far the clips bend them, in degrees, and a little more."""

FACE_CENTRE, FACE_RADIUS = (13.0, 164.0), (54.0, 60.0)


def build() -> Rig:
    """Bones, slots, meshes and constraints, as Wick stands."""
    rig = Rig(NAME, bounds=(-110.0, -6.0, 200.0, 290.0))
    # at half the volume that they are meant to have: his reflection in the puddle fires them as well
    rig.events |= {
        "step": {"string": "near", "audio": "step.wav", "volume": 0.18, "balance": -0.3},
        "lamp": {"string": "first", "audio": "lamp.wav", "volume": 0.3, "balance": -0.25},
        "out": {"audio": "out.wav", "volume": 0.35, "balance": -0.1},
        "catch": {"audio": "catch.wav", "volume": 0.25, "balance": -0.2},
    }
    _bones(rig)
    _slots(rig)
    _attachments(rig, art.parts())
    for leg in (LEG_FAR, LEG_NEAR):
        rig.constraints.append(
            {
                "type": "ik",
                "name": leg.target,
                "bones": [leg.upper, leg.lower],
                "target": leg.target,
                "bendPositive": leg.bend_positive,
            }
        )
    hang(rig, dict.fromkeys((*SCARF_FAR, *SCARF_NEAR), SCARF) | dict.fromkeys(SKIRTS, HEM))
    return rig


def _bones(rig: Rig) -> None:
    rig.bone("shadow", "root", (2, 0))
    rig.bone("hips", "root", (2, 60))
    rig.bone("torso1", "hips", (0, 52), (0, 88))
    rig.bone("torso2", "torso1", (0, 88), (0, 126))
    rig.bone("skirt_left", "torso1", (-26, 84), (-54, 48))
    rig.bone("skirt_middle", "torso1", (2, 80), (4, 46))
    rig.bone("skirt_right", "torso1", (28, 84), (50, 49))
    rig.bone("neck", "torso2", (0, 126), (0, 138))
    rig.bone("head", "neck", (0, 138))
    rig.bone("face", "head", FACE_CENTRE)
    for side, centre in zip(("left", "right"), art.EYE_CENTRES, strict=True):
        rig.bone(f"eye_{side}", "face", centre)
    rig.bone("mouth", "face", art.MOUTH_CENTRE)
    rig.bone("glint", "face", (40, 164))
    rig.bone("cap", "head", (1, 203))
    rig.chain("scarf_near", "torso2", [(-22, 121), (-41, 114.5), (-58, 107.5), (-75, 103.5), (-97, 102)])
    rig.chain("scarf_far", "torso2", [(-22, 123), (-41, 120), (-59, 117.5), (-82, 118)])
    rig.bone("arm_near", "torso2", (-28, 113), (-39, 93))
    rig.bone("forearm_near", "arm_near", (-39, 93), (-36, 70))
    rig.bone("hand_near", "forearm_near", (-36, 70), (-36, 52))
    rig.bone("arm_far", "torso2", (25, 112), (44, 96))
    rig.bone("forearm_far", "arm_far", (44, 96), (61, 87))
    rig.bone("hand_far", "forearm_far", (61, 87))
    rig.bone("pole", "hand_far", (66, 85), art.POLE_TOP)
    rig.bone("flame", "pole", art.POLE_TOP, inherit="noRotationOrReflection")
    for side, x in (("far", 18.0), ("near", -10.0)):
        rig.bone(f"thigh_{side}", "hips", (x, 62), (x + 2.5, 38))
        rig.bone(f"calf_{side}", f"thigh_{side}", (x + 2.5, 38), (x, 14))
        rig.bone(f"foot_{side}", f"calf_{side}", (x, 14))
        rig.bone(f"step_{side}", "root", (x, 14))


def _slots(rig: Rig) -> None:
    def body(name: str, bone: str) -> None:
        rig.slot(name, bone, name, dark=HAZE_DARK)
        if name in LIT_PARTS:
            rig.slot(f"{name}_lit", bone, f"{name}_lit", blend="additive", color="ffb46000")

    rig.slot("shadow", "shadow", "shadow", blend="multiply")
    body("scarf_far", "torso2")
    body("leg_far", "hips")
    body("boot_far", "foot_far")
    body("pole", "pole")
    rig.slot("flame_glow", "flame", "flame_glow", blend="additive", color="ffb45ad0")
    rig.slot("flame", "flame", "flame", blend="additive")
    body("sleeve_far", "torso2")
    body("hand_far", "hand_far")
    body("leg_near", "hips")
    body("boot_near", "foot_near")
    body("coat", "torso1")
    body("head", "head")
    rig.slot("visor", "face", "visor")
    rig.slot("eye_left", "eye_left", "eye_open")
    rig.slot("eye_right", "eye_right", "eye_open")
    rig.slot("mouth", "mouth", "mouth_smile")
    for side in ("left", "right"):
        rig.slot(f"eye_glow_{side}", f"eye_{side}", "eye_glow", blend="additive", color="ffb45a90")
    rig.slot("glint", "glint", "glint", blend="screen", color="ffffff70")
    body("cap", "cap")
    body("sleeve_near", "torso2")
    body("hand_near", "hand_near")
    body("scarf_near", "torso2")
    body("collar", "torso2")


def _attachments(rig: Rig, pictures: dict[str, Picture]) -> None:
    rig.region("shadow", effects.contact_shadow(), at=(4, 0), size=(1.0, 1.0))
    flames = [effects.flame(i) for i in range(effects.FLAME_FRAMES)]
    rig.sequence("flame", flames, "flame", "flame", at=(art.POLE_TOP[0], art.POLE_TOP[1] - 3), size=(0.9, 0.9))
    foxfire = [effects.foxfire(i) for i in range(effects.FLAME_FRAMES)]
    rig.sequence("flame", foxfire, "foxfire", "foxfire", at=(art.POLE_TOP[0], art.POLE_TOP[1] - 3), size=(0.9, 0.9))
    glow = effects.glow("glow", (1.0, 1.0, 1.0), (1.0, 1.0, 1.0))
    rig.region("flame_glow", glow, "flame_glow", at=(art.POLE_TOP[0], art.POLE_TOP[1] + 10), size=(1.7, 1.7))
    meshes: dict[str, tuple[str, ...]] = {
        "scarf_far": SCARF_FAR,
        "scarf_near": SCARF_NEAR,
        "leg_far": ("thigh_far", "calf_far"),
        "leg_near": ("thigh_near", "calf_near"),
        "sleeve_far": ("arm_far", "forearm_far"),
        "sleeve_near": ("arm_near", "forearm_near"),
    }
    bends = {"leg_far": KNEE, "leg_near": KNEE, "sleeve_far": ELBOW_FAR, "sleeve_near": ELBOW_NEAR}
    for name in BODY_PARTS:
        picture = pictures[name]
        if name in bends:
            rig.mesh(name, picture, 13, chain=meshes[name], bends=[bends[name]])
        elif name in meshes:
            rig.mesh(name, picture, 13, chain=meshes[name])
        elif name == "coat":
            rig.mesh(
                name,
                picture,
                18,
                spread=("torso1", "torso2", *SKIRTS),
                sharpness=2.6,
            )
        elif name == "collar":
            rig.mesh(name, picture, 18, spread=("torso2", "neck"), sharpness=2.0)
        elif name == "head":
            rig.mesh(name, picture, 17)
        else:
            rig.region(name, picture)
        if name in LIT_PARTS:
            light = pictures[f"{name}_lit"]
            if f"{name}/{name}" in rig.nets:
                rig.linked(f"{name}_lit", light, name, name)
            else:
                rig.region(f"{name}_lit", light)
    rig.clipping("visor", "visor", art.VISOR_OUTLINE[::6], end="glint")
    for side, centre in zip(("left", "right"), art.EYE_CENTRES, strict=True):
        rig.region(f"eye_glow_{side}", rig.pictures["glow"], "eye_glow", at=centre, size=(0.40, 0.46))
        for look in ("open", "wide", "closed", "happy"):
            rig.region(f"eye_{side}", pictures[f"eye_{look}"], at=centre)
        rig.region(f"eye_{side}", pictures[f"eye_sad_{side}"], "eye_sad", at=centre)
    for look in ("smile", "flat", "sad", "o", "grin"):
        rig.region("mouth", pictures[f"mouth_{look}"], at=art.MOUTH_CENTRE)
    rig.region("glint", pictures["glint"], at=(40, 164))
