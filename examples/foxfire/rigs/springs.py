"""Physics: what follows by itself. Each spring lets one bone lag behind its parent's motion and swing back to its keys.

The numbers of the format: `inertia` is the share of the motion that the bone stays behind by, `strength` the spring's
(its square root over 2 pi is the swing in hertz), `damping` the share of the speed that is left after a sixtieth of a
second. Keys give the pose and the wind; springs only ever add to it.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from studio.rig import Rig


@dataclass(frozen=True, slots=True)
class Spring:
    inertia: float
    strength: float
    damping: float


SCARF = Spring(inertia=0.32, strength=80.0, damping=0.90)
HEM = Spring(inertia=0.55, strength=130.0, damping=0.88)
EAR = Spring(inertia=0.40, strength=210.0, damping=0.87)
EAR_TIP = Spring(inertia=0.60, strength=170.0, damping=0.89)
FUR = Spring(inertia=0.40, strength=150.0, damping=0.87)
BRUSH = Spring(inertia=0.30, strength=110.0, damping=0.88)
BRUSH_TIP = Spring(inertia=0.45, strength=85.0, damping=0.90)
LANTERN = Spring(inertia=0.90, strength=34.0, damping=0.965)


def hang(rig: Rig, springs: Mapping[str, Spring]) -> None:
    """Add a spring to each of the named bones, in the order given: chains from their root outwards."""
    for bone, spring in springs.items():
        numbers = {"inertia": spring.inertia, "strength": spring.strength, "damping": spring.damping}
        rig.constraints.append({"type": "physics", "name": f"{bone}_spring", "bone": bone, "rotate": 1} | numbers)
