"""Scenes that can be heard, written down in a test, and what their films' sounds hold."""

from __future__ import annotations

import json
import subprocess
import wave
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from rigbyscene import Scene, load_scene
from rigbyscene.film.ffmpeg import find_ffmpeg
from rigbyscene.formats.skeleton_files import SkeletonFiles

RATE = 48_000
Keys = Sequence[Mapping[str, Any]]


def write_wav(path: Path, samples: NDArray[np.floating[Any]], rate: int = RATE) -> Path:
    """16-bit PCM of float samples (n,) or (n, channels)."""
    samples = samples.reshape(len(samples), -1)
    with wave.open(str(path), "wb") as file:
        file.setnchannels(samples.shape[1])
        file.setsampwidth(2)
        file.setframerate(rate)
        file.writeframes(np.rint(samples * 32767).astype("<i2").tobytes())
    return path


def click(path: Path, count: int = 1, level: float = 0.5) -> Path:
    """A mono sound of `count` equal samples: where it begins can be told to the sample."""
    return write_wav(path, np.full(count, level))


def read_mix(path: Path) -> NDArray[np.float64]:
    """Samples (n, 2) of a 24-bit WAV file at 48 kHz, read without the code that wrote it."""
    with wave.open(str(path), "rb") as file:
        assert (file.getnchannels(), file.getsampwidth(), file.getframerate()) == (2, 3, RATE)
        data = np.frombuffer(file.readframes(file.getnframes()), np.uint8).reshape(-1, 3)
    padded = np.zeros((len(data), 4), np.uint8)
    padded[:, 1:] = data
    return (padded.view("<i4")[:, 0] / 2.0**31).reshape(-1, 2)


def decoded_sound(path: Path) -> NDArray[np.float32]:
    """Samples (n, 2) that a player hears of a film, edit lists and encoder delay honoured."""
    command = [find_ffmpeg(), "-v", "error", "-i", str(path), "-map", "0:a:0", "-f", "f32le", "-ar", str(RATE), "-"]
    return np.frombuffer(subprocess.run(command, capture_output=True, check=True).stdout, "<f4").reshape(-1, 2)


def onsets(mix: NDArray[Any], level: float = 0.01) -> list[int]:
    """The samples at which silence ends, on either side."""
    loud = np.abs(mix).max(axis=1) > level
    return np.flatnonzero(loud & ~np.concatenate(([False], loud[:-1]))).tolist()


def heard_scene(
    folder: Path,
    *,
    events: Mapping[str, Mapping[str, Any]],
    shots: Mapping[str, Keys],
    moves: Keys = (),
    clips: Mapping[str, Keys] | None = None,
    durations: Mapping[str, float] | None = None,
    audio: str | None = None,
) -> Scene:
    """A stage whose shots have the event keys `shots` and last `durations` (1 s), and an actor `nila` whose animation
    `move` of 1 s has the keys `moves`, playing `clips` for each shot. `audio` is the folder in both headers."""

    def animation(keys: Keys, duration: float) -> dict[str, Any]:
        bones = {"root": {"translate": [{}, {"time": duration, "x": 1}]}}
        return {"bones": bones, "events": sorted(keys, key=lambda k: k.get("time", 0))}

    base = {
        "skeleton": {"spine": "4.2.22", **({} if audio is None else {"audio": audio})},
        "bones": [{"name": "root"}],
        "slots": [{"name": "place", "bone": "root"}],
        "events": events,
    }
    stage = {n: animation(keys, (durations or {}).get(n, 1.0)) for n, keys in shots.items()}
    actor = {"id": "nila", "bone": "root", "slot": "place", "skeleton": "nila.json", "clips": clips or {}}
    files = {
        "stage.json": base | {"animations": stage},
        "nila.json": base | {"animations": {"move": animation(moves, 1.0)}},
        "heard.scene.json": {"rigbyScene": 1, "stage": "stage.json", "actors": [actor]},
    }
    for name, data in files.items():
        (folder / name).write_text(json.dumps(data), encoding="utf-8")
    return load_scene(folder / "heard.scene.json", art="none")


def skeletons_of(scene: Scene) -> dict[str, SkeletonFiles]:
    actors = zip(scene.cast, scene.files.actors, strict=True)
    return {"stage": scene.files.stage, **{member.actor.id: files for member, files in actors}}
