"""Scenes in windows: the player of `rigbyscene play`, and what a game needs to play scenes of its own.

Names are imported when first used: pyglet, and a display, are needed by what draws in windows alone.
"""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from rigbyscene.play.loading import SceneLoader
    from rigbyscene.play.view import SceneView

_HOME = {
    "SceneLoader": "rigbyscene.play.loading",
    "SceneView": "rigbyscene.play.view",
}

__all__ = ["SceneLoader", "SceneView"]


def __getattr__(name: str) -> Any:
    if name not in _HOME:
        raise AttributeError(f"module 'rigbyscene.play' has no attribute {name!r}")
    return getattr(importlib.import_module(_HOME[name]), name)


def __dir__() -> list[str]:
    return sorted(__all__)
