"""Binary skeletons in tests: reading and writing them, and poses to hold against each other."""

from __future__ import annotations

import functools
from collections.abc import Sequence
from pathlib import Path

import numpy as np

from rigbyscene.errors import Diagnostic, Report
from rigbyscene.formats.skeleton_file import read_skeleton
from rigbyscene.formats.write_json import write_skeleton_json
from rigbyscene.formats.write_skel import write_skel
from rigbyscene.model.skeleton import Skeleton
from rigbyscene.pose.pose import Layer, Pose
from rigbyscene.pose.rig import Rig
from tests.formats.skel_bytes_by_hand import STRINGS


def loaded(data: bytes, file: str = "x.skel") -> Skeleton:
    """The skeleton of a file about which there is nothing to say."""
    report = Report()
    read = read_skeleton(data, file, report)
    assert not list(report), "\n".join(map(str, report))
    assert read is not None
    return read[0]


@functools.cache
def real(path: Path) -> Skeleton:
    return loaded(path.read_bytes(), str(path))


def refusal(data: bytes, file: str = "x.skel") -> Diagnostic:
    """The one error of a file that cannot be read."""
    report = Report()
    assert read_skeleton(data, file, report) is None
    (problem,) = list(report)
    return problem


def as_skel(skeleton: Skeleton, strings: Sequence[str] = ()) -> bytes:
    """`skeleton` in binary, of which there is nothing to say."""
    report = Report()
    data = write_skel(skeleton, "x.skel", report, strings)
    assert not list(report), "\n".join(map(str, report))
    return data


def rewritten(data: bytes) -> Skeleton:
    """The skeleton of `data` from `skel_bytes_by_hand`, which is also written back as the same bytes."""
    made = loaded(data)
    assert loaded(as_skel(made)).header == made.header
    assert as_skel(made, STRINGS) == data
    return made


def as_json(skeleton: Skeleton, *, single: bool = False) -> bytes:
    report = Report()
    text = write_skeleton_json(skeleton, "x.json", report, single=single)
    assert not list(report), "\n".join(map(str, report))
    return text.encode()


def worlds(skeleton: Skeleton, moments: int = 7, *, physics: bool = False) -> np.ndarray:
    """World matrices (poses, bones, 6) of the setup pose and of every animation at some moments, in every skin.

    With `physics` they swing from one to the next, a thirtieth of a second each.
    """
    rig = Rig(skeleton)
    found = []
    for skin in [None, *(s.name for s in skeleton.skins if s.name != "default")]:
        pose = Pose(rig, skin)
        pose.update([])
        found.append(pose.world.copy())
        for number, animation in enumerate(skeleton.animations):
            # between keys, where a rounded time does not decide which of two stepped values is shown
            for t in (np.arange(moments) + 1 / 3) / moments * animation.duration:
                pose.update([Layer(number, float(t))], physics_dt_s=1 / 30 if physics else None)
                found.append(pose.world.copy())
    return np.array(found)
