"""rigbyscene: play, seek and export Rigby2D scenes.

>>> import rigbyscene
>>> scene = rigbyscene.load_scene("street.scene.json")    # doctest: +SKIP
>>> picture = scene.render("meet", 1.5, size=(1280, 720))  # doctest: +SKIP
"""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from rigbyscene.api import Scene, ScenePlayer, load_in_background, load_scene, load_skeleton
    from rigbyscene.errors import BadFileError, Diagnostic, RenderError, RigbySceneError, UsageError

__version__ = "0.1.0"

# names are imported when first used: `rigbyscene --help` must not wait for numba
_HOME = {
    "Scene": "rigbyscene.api",
    "ScenePlayer": "rigbyscene.api",
    "load_in_background": "rigbyscene.api",
    "load_scene": "rigbyscene.api",
    "load_skeleton": "rigbyscene.api",
    "BadFileError": "rigbyscene.errors",
    "Diagnostic": "rigbyscene.errors",
    "RenderError": "rigbyscene.errors",
    "RigbySceneError": "rigbyscene.errors",
    "UsageError": "rigbyscene.errors",
}

__all__ = [
    "BadFileError",
    "Diagnostic",
    "RenderError",
    "RigbySceneError",
    "Scene",
    "ScenePlayer",
    "UsageError",
    "__version__",
    "load_in_background",
    "load_scene",
    "load_skeleton",
]


def __getattr__(name: str) -> Any:
    if name not in _HOME:
        raise AttributeError(f"module 'rigbyscene' has no attribute {name!r}")
    return getattr(importlib.import_module(_HOME[name]), name)


def __dir__() -> list[str]:
    return sorted(__all__)
