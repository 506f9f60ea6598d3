"""`rigbyscene events`: every event of a scene's shots, without drawing anything."""

from __future__ import annotations

import json
import math
from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any

from rigbyscene.api import Scene, load_scene
from rigbyscene.cli import messages
from rigbyscene.cli.opening import chosen_shots
from rigbyscene.cli.parsing import Mistakes
from rigbyscene.cli.sound import skeletons_of, sound_folders
from rigbyscene.film.cues import film_events
from rigbyscene.film.edit import assemble
from rigbyscene.film.sound import SoundFolders
from rigbyscene.film.times import parse_fps
from rigbyscene.scene.clips import SAME_TIME_S
from rigbyscene.scene.scene import Shot

_COLUMNS = (
    ("shot", "shot"),
    (">time", "time"),
    (">frame", "frame"),
    ("source", "source"),
    ("animation", "animation"),
    ("event", "name"),
    (">int", "int"),
    (">float", "float"),
    ("string", "string"),
    ("audio", "audio"),
    (">volume", "volume"),
    (">balance", "balance"),
)


def show_events(path: str, shots: Sequence[str], fps_text: str, sounds: str | None, *, as_json: bool) -> None:
    """Print all events of the shots called `shots`, or of all. Raises RigbySceneError for what cannot be read."""
    mistakes = Mistakes()
    fps = mistakes.value(Fraction(30), parse_fps, fps_text)
    folders = mistakes.value(SoundFolders(), sound_folders, sounds)
    mistakes.raise_all()
    scene = load_scene(path, art="none")
    chosen = chosen_shots(scene, tuple(shots))
    told = describe_events(scene, chosen, fps, folders)
    if as_json:
        messages.say(json.dumps({"file": path, "fps": str(fps), "events": told}, indent=2))
        return
    from rigbyscene.cli.tables import print_parts, table_of  # rich is not for those who want JSON

    missing = sum(event["audio"] is not None and event["audio_file"] is None for event in told)
    words = f"{messages.counted(len(told), 'event')} in {messages.counted(len(chosen), 'shot')}"
    words += f"; the sound files of {missing} are missing" if missing else ""
    print_parts([table_of("Events", [title for title, _ in _COLUMNS], map(_row, told)), words])


def describe_events(scene: Scene, shots: Sequence[Shot], fps: Fraction, folders: SoundFolders) -> list[dict[str, Any]]:
    """The events of `shots` as they fire when a film of them is played, as plain values.

    `time` is the shot's, `frame` the one of the shot that is shown then (the last one for what fires after it);
    `film_time` and `film_frame` count from the start of the film of these shots. `clip` is the number of the actor's
    clip in the scene's list for this shot, null for the stage. `audio_file` is null where there is none.
    """
    skeletons = skeletons_of(scene)
    described = []
    for number, (shot, piece) in enumerate(zip(shots, assemble(shots, fps).pieces, strict=True), start=1):
        first, last = piece.first_frame, piece.end_frame - 1
        for heard in film_events(scene, assemble([shot], fps)):
            event, file = heard.event, None
            frame = min(first + frame_at(event.time, fps), last)
            if event.audio:
                file = folders.find(event.audio, skeletons[event.source])
            described.append(
                {
                    "shot": shot.name,
                    "shot_number": number,
                    "time": event.time,
                    "frame": frame - first,
                    "film_time": float(first / fps) + event.time,
                    "film_frame": frame,
                    "source": event.source,
                    "animation": event.animation,
                    "clip": event.clip,
                    "name": event.name,
                    "int": event.int_value,
                    "float": event.float_value,
                    "string": event.string_value,
                    "audio": event.audio,
                    "volume": event.volume,
                    "balance": event.balance,
                    "audio_file": None if file is None else file.path,
                }
            )
    return described


def frame_at(time_s: float, fps: Fraction) -> int:
    """The frame that is shown at a time: the last one that has begun.

    >>> frame_at(0.1, Fraction(30)), frame_at(0.0999, Fraction(30)), frame_at(1.001, Fraction(30000, 1001))
    (3, 2, 30)
    """
    return math.floor((Fraction(time_s) + Fraction(SAME_TIME_S)) * fps)


def _row(event: Mapping[str, Any]) -> tuple[str, ...]:
    """A row of the table. What is heard has a volume and a balance; a sound that is not there is marked."""
    texts = {key: _text(event[key]) for _, key in _COLUMNS}
    texts["time"] = messages.seconds(event["time"])
    if event["audio"] is None:
        texts["audio"] = texts["volume"] = texts["balance"] = ""
    elif event["audio_file"] is None:
        texts["audio"] += " (missing)"
    return tuple(texts.values())


def _text(value: str | float | None) -> str:
    return (value or "") if value is None or isinstance(value, str) else f"{value:g}"
