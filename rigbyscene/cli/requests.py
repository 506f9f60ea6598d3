"""What a command is asked for, as typed: texts and numbers that nobody has judged yet."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Staging:
    """How a scene is opened: its file, and what `load_scene` lets one choose. `skin` is for skeleton files."""

    scene: str
    camera: str | None = None
    crossfade: str = "reference"
    settle_s: float = 1.0
    skin: str | None = None


@dataclass(frozen=True, slots=True)
class Look:
    """How pictures are made; `size` and `frame` None: the frame in whole pixels, the scene's own frame."""

    size: str | None = None
    frame: str | None = None
    fit: str = "contain"
    background: str = "black"
    supersample: int = 1
    threads: int | None = None


@dataclass(frozen=True, slots=True)
class Export:
    """A film: `shots` empty for all, `frames` None for all of theirs."""

    staging: Staging
    look: Look
    output: str
    shots: tuple[str, ...] = ()
    fps: str = "30"
    frames: str | None = None
    crf: float = 18.0
    preset: str = "medium"
    overwrite: bool = False
    quiet: bool = False


@dataclass(frozen=True, slots=True)
class Still:
    """One picture at `time_s` of `shot` (None: the first)."""

    staging: Staging
    look: Look
    output: str
    shot: str | None = None
    time_s: float = 0.0
    overwrite: bool = False
    quiet: bool = False


@dataclass(frozen=True, slots=True)
class Recording:
    """Golden data of an `animation` of a skeleton, or of a `shot` of a scene; exactly one of the two is given."""

    file: str
    output: str
    animation: str | None = None
    shot: str | None = None
    skin: str | None = None
    mix_from: str | None = None
    mix_s: float | None = None
    mix_at_s: float | None = None
    loop: bool = False
    fps: str = "30"
    offset: str = "1/3"
    frames: int | None = None
    overwrite: bool = False
