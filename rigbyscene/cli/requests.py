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
    """How pictures are made; `size` and `frame` None: the frame in whole pixels, the scene's own frame.

    `background` and `supersample` None: what the command and the quality bring. `renderer` is ``cpu``, ``gl`` or
    ``auto``.
    """

    size: str | None = None
    frame: str | None = None
    fit: str = "contain"
    background: str | None = None
    supersample: int | None = None
    threads: int | None = None
    renderer: str = "cpu"


@dataclass(frozen=True, slots=True)
class Coding:
    """How a film is encoded. None: what the quality preset, then the kind of film, brings; no output: sound only.

    `alpha` is ``none``, ``straight`` or ``side-by-side``; `format` the name of a kind of film, where the ending of the
    output does not tell it.
    """

    output: str | None
    format: str | None = None
    quality: str | None = None
    crf: float | None = None
    preset: str | None = None
    alpha: str = "none"
    title: str | None = None
    chapters: bool = True


@dataclass(frozen=True, slots=True)
class Cutting:
    """What a film is cut from: `shots` empty for all, `frames` and `range` None for the whole."""

    shots: tuple[str, ...] = ()
    fps: str = "30"
    frames: str | None = None
    range: str | None = None
    step: int = 1
    speed: float = 1.0
    loops: int = 1
    transition: str = "cut"
    letterbox: str | None = None
    burn_in: bool = False
    samples: int = 1
    shutter_deg: float = 180.0


@dataclass(frozen=True, slots=True)
class Sound:
    """What is heard and read beside the pictures. `sounds` None: where the skeletons say."""

    audio: str | None = None
    audio_offset_s: float = 0.0
    audio_gain_db: float = 0.0
    mute: bool = False
    sounds: str | None = None
    audio_only: str | None = None
    subtitles: str | None = None
    subtitles_mode: str | None = None


@dataclass(frozen=True, slots=True)
class Work:
    """Who does it and what is said meanwhile. `progress` is ``auto``, ``bar``, ``plain``, ``json`` or ``none``."""

    workers: int = 1
    resume: bool = False
    dask: str | None = None
    overwrite: bool = False
    quiet: bool = False
    as_json: bool = False
    progress: str = "auto"


@dataclass(frozen=True, slots=True)
class Export:
    """One film or several, or only their sound."""

    staging: Staging
    look: Look
    cutting: Cutting
    coding: Coding
    sound: Sound
    work: Work


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
    """Golden data of an `animation` of a skeleton, or of a `shot` of a scene; exactly one of the two is given.

    `frames` is a number or ``all``; None: all of a shot, of an animation at most 90. `settle_s` None: 1 s for a shot.
    """

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
    frames: str | None = None
    settle_s: float | None = None
    overwrite: bool = False
