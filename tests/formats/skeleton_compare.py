"""Where two skeleton models differ, as paths: an independent walk over every field that the model has."""

from __future__ import annotations

import dataclasses
import enum
from collections.abc import Callable, Iterator, Mapping
from typing import Any

import numpy as np

from rigbyscene.model.animation import (
    Animation,
    Curves,
    CurveTimeline,
    DeformTimeline,
    DrawOrderFolderTimeline,
    SequenceTimeline,
    Timeline,
)
from rigbyscene.model.enums import Interpolation
from rigbyscene.model.skeleton import Skeleton

Same = Callable[[str, np.ndarray, np.ndarray], np.ndarray]
"""Whether numbers at a path count as the same, number by number."""


def exact(path: str, a: np.ndarray, b: np.ndarray) -> np.ndarray:
    return a == b


def single(path: str, a: np.ndarray, b: np.ndarray) -> np.ndarray:
    """Equal once both are 32-bit floats."""
    return a.astype(np.float32) == b.astype(np.float32)


def differences(a: Skeleton, b: Skeleton, same: Same = exact) -> list[str]:
    """Every path at which the models differ.

    Their names, which are those of their files, do not count, nor does the order of an animation's timelines between
    targets.
    """
    return list(_walk("", dataclasses.replace(a, name=b.name), b, same))


def _walk(path: str, a: Any, b: Any, same: Same) -> Iterator[str]:
    if isinstance(a, Animation) and isinstance(b, Animation):
        yield from _walk(f"{path}.name", a.name, b.name, same)
        yield from _walk(f"{path}.color", a.color, b.color, same)
        yield from _numbers(f"{path}.duration", a.duration, b.duration, same)
        yield from _walk(f"{path}({a.name})", by_target(a), by_target(b), same)
    elif isinstance(a, Curves) and isinstance(b, Curves):
        yield from _curves(path, a, b, same)
    elif dataclasses.is_dataclass(a) and type(a) is type(b):
        for field in dataclasses.fields(a):
            yield from _walk(f"{path}.{field.name}", getattr(a, field.name), getattr(b, field.name), same)
    elif isinstance(a, Mapping) and isinstance(b, Mapping):
        if list(a) != list(b):
            yield f"{path}: keys {list(a)} != {list(b)}"
        for key in [k for k in a if k in b]:
            yield from _walk(f"{path}[{key}]", a[key], b[key], same)
    elif isinstance(a, np.ndarray) and isinstance(b, np.ndarray):
        yield from _numbers(path, a, b, same)
    elif isinstance(a, tuple) and isinstance(b, tuple):
        if len(a) != len(b):
            yield f"{path}: {len(a)} != {len(b)}"
        else:
            for i, (x, y) in enumerate(zip(a, b, strict=True)):
                yield from _walk(f"{path}[{i}]", x, y, same)
    elif isinstance(a, float) and isinstance(b, float) and not isinstance(a, enum.Enum):
        yield from _numbers(path, a, b, same)
    elif a != b or type(a) is not type(b):
        yield f"{path}: {a!r} != {b!r}"


def _numbers(path: str, a: Any, b: Any, same: Same) -> Iterator[str]:
    x, y = np.asarray(a), np.asarray(b)
    if x.shape != y.shape or x.dtype != y.dtype:
        yield f"{path}: {x.dtype}{x.shape} != {y.dtype}{y.shape}"
    elif not (fits := same(path, x, y) if x.dtype.kind == "f" else x == y).all():
        wrong = tuple(int(i) for i in np.argwhere(~fits)[0]) if x.ndim else ()
        yield f"{path}{list(wrong)}: {x[wrong]} != {y[wrong]} ({np.count_nonzero(~fits)} such)"


def _curves(path: str, a: Curves, b: Curves, same: Same) -> Iterator[str]:
    """The last key's curve, and handles where there is no bezier, mean nothing."""
    x, y = a.kinds[:-1], b.kinds[:-1]
    if not np.array_equal(x, y):
        yield f"{path}.kinds: {x.tolist()} != {y.tolist()}"
        return
    bent = np.flatnonzero(x == Interpolation.BEZIER)
    if len(bent):
        assert a.handles is not None and b.handles is not None
        yield from _numbers(f"{path}.handles", a.handles[bent], b.handles[bent], same)


def by_target(animation: Animation) -> dict[tuple[Any, ...], Timeline]:
    """The timelines by what they key, sorted by target; those of one target stay in their order."""
    found = {_identity(t): t for t in animation.timelines}
    assert len(found) == len(animation.timelines)
    return dict(sorted(found.items(), key=lambda item: _target(item[0])))


def _target(identity: tuple[Any, ...]) -> tuple[str, ...]:
    """What a timeline's place among the others depends on: those of one bone, slot or constraint keep their order."""
    return tuple(map(str, identity if identity[0] == "attachment" else identity[:2]))


def _identity(timeline: Timeline) -> tuple[Any, ...]:
    if isinstance(timeline, CurveTimeline):
        return timeline.property.group, timeline.target, timeline.property.name
    if isinstance(timeline, DeformTimeline | SequenceTimeline):
        return "attachment", timeline.skin, timeline.slot, timeline.key, type(timeline).__name__
    if isinstance(timeline, DrawOrderFolderTimeline):
        return "folder", timeline.slots
    group = {"InheritTimeline": "bone", "AttachmentTimeline": "slot", "PhysicsResetTimeline": "physics"}
    name = type(timeline).__name__
    return group.get(name, name), getattr(timeline, "target", None), name
