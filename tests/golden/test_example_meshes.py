"""The demo's bending meshes do not fold over themselves: light that is added on a fold counts twice and flickers."""

from __future__ import annotations

import functools

import numpy as np
import pytest

from rigbyscene import Scene, load_scene
from rigbyscene.model.attachments import LinkedMesh, Mesh
from rigbyscene.pose.layout import Floats, Ints
from rigbyscene.pose.pack_attachments import resolve_mesh
from rigbyscene.scene.sample import PosedActor
from rigbyscene.scene.sampler import Sampler
from tests.conftest import REPOSITORY

FPS = 30
TINY = 0.1
"""Square units that may be turned over: the characters are 300 units high, and a pixel of a close shot is larger."""
LIT = {
    ("wick", "sleeve_near_lit"),
    ("wick", "sleeve_far_lit"),
    ("wick", "scarf_near_lit"),
    ("saffron", "shin_near_lit"),
}


@functools.cache
def demo() -> Scene:
    return load_scene(REPOSITORY / "examples" / "foxfire" / "foxfire.scene.json")


def areas(points: Floats, triangles: Ints) -> Floats:
    a, b, c = points[triangles[:, 0]], points[triangles[:, 1]], points[triangles[:, 2]]
    return np.asarray(((b[:, 0] - a[:, 0]) * (c[:, 1] - a[:, 1]) - (b[:, 1] - a[:, 1]) * (c[:, 0] - a[:, 0])) / 2)


def turned_over(posed: Floats, pictured: Floats, triangles: Ints) -> float:
    """How much of a mesh lies with its back to us while most of it shows its face, or the other way round."""
    facing = areas(posed, triangles) * np.sign(areas(pictured, triangles))
    return float(np.minimum(np.clip(facing, 0, None).sum(), np.clip(-facing, 0, None).sum()))


def folds(actor: PosedActor) -> dict[str, float]:
    """The area turned over in each mesh that the actor shows, by the name of its slot, in square units."""
    rig = actor.pose.rig
    found: dict[str, float] = {}
    for slot, shown in enumerate(actor.pose.arrays.shown.tolist()):
        attachment = rig.attachments[shown] if shown >= 0 else None
        if isinstance(attachment, Mesh | LinkedMesh):
            mesh = resolve_mesh(rig.skeleton, attachment)
            first = rig.arrays.slot_vertices[slot]
            posed = actor.pose.arrays.vertices[first : first + len(mesh.uvs)]
            found[rig.skeleton.slots[slot].name] = turned_over(posed, mesh.uvs, mesh.triangles)
    return found


@pytest.mark.parametrize("shot", [shot.name for shot in demo().shots])
def test_no_mesh_of_the_characters_folds_over_itself_in_any_frame(shot: str) -> None:
    sampler = Sampler(demo())
    seen: set[tuple[str, str]] = set()
    folded: list[str] = []
    for frame in range(round(demo().shot(shot).duration * FPS)):
        for actor in sampler.sample(demo().shot(shot), frame / FPS).actors:
            for slot, area in folds(actor).items() if actor.drawn else ():
                seen.add((actor.id, slot))
                if area > TINY:
                    folded.append(f"{actor.id}/{slot}: {area:.2f} square units at frame {frame}")
    assert seen >= LIT
    assert not folded, f"{len(folded)} folds, the first of them:\n" + "\n".join(folded[:10])
