"""Sounds of events: heard when they fire, told of when they cannot be.

pyglet's sound wants pyglet's windows, so what is done here is done in the process that has them.
"""

from __future__ import annotations

import json
import threading
import time
import wave
from dataclasses import replace
from pathlib import Path

import pytest

from rigbyscene.play.sound import Sounds
from rigbyscene.scene.events import SceneEvent
from tests.cli.tiny import write_scene
from tests.window import hand
from tests.window.conftest import Hand

BELL = SceneEvent("stage", "meet", 0.5, "bell", 0, 0.0, "", "bell.wav", 0.5, -0.5, 0.5)


@pytest.fixture
def folder(tmp_path: Path) -> str:
    """A folder with the sound of a bell that rings for a second."""
    with wave.open(str(tmp_path / "bell.wav"), "wb") as file:
        file.setnchannels(1)
        file.setsampwidth(2)
        file.setframerate(8000)
        file.writeframes(bytes(16000))
    return str(tmp_path)


def silent_device(folder: str) -> Sounds:
    """Sounds of a folder, through a device that nobody hears."""
    import pyglet

    pyglet.options.audio = ("silent",)

    def find(event: SceneEvent) -> str | None:
        path = Path(folder) / str(event.audio)
        return str(path) if path.exists() else None

    return Sounds(find)


def ring_and_hush(folder: str) -> list[object]:
    it = silent_device(folder)
    found: list[object] = [it.play(BELL), it.sounding, it.play(BELL), it.sounding]
    it.hush()
    return [*found, it.sounding]


def test_an_events_sound_is_heard_until_it_is_hushed(hands: Hand, folder: str) -> None:
    assert hands.call(__name__, "ring_and_hush", folder) == [None, 1, None, 2, 0]


def ring_often(folder: str) -> tuple[set[str | None], int]:
    it = silent_device(folder)
    told = {it.play(BELL) for _ in range(40)}
    sounding = it.sounding
    it.hush()
    return told, sounding


def test_many_events_at_once_do_not_pile_up(hands: Hand, folder: str) -> None:
    assert hands.call(__name__, "ring_often", folder) == ({None}, 16)


def ring_unheard(folder: str) -> list[object]:
    it = silent_device(folder)
    found: list[object] = [it.play(replace(BELL, audio=None)), it.sounding]
    it.muted = True
    return [*found, it.play(BELL), it.sounding]


def test_what_is_silent_stays_silent(hands: Hand, folder: str) -> None:
    assert hands.call(__name__, "ring_unheard", folder) == [None, 0, None, 0]


def ring_badly(folder: str) -> list[str | None]:
    it = silent_device(folder)
    broken = Path(folder) / "broken.wav"
    broken.write_bytes(b"RIFF and so on")
    (Path(folder) / "cut.wav").write_bytes((Path(folder) / "bell.wav").read_bytes()[:30])
    told = [it.play(replace(BELL, audio="gong.wav")), it.play(replace(BELL, audio="broken.wav"))]
    told.append(it.play(replace(BELL, audio="cut.wav")))
    broken.write_bytes((Path(folder) / "bell.wav").read_bytes())
    return [*told, it.play(replace(BELL, audio="broken.wav"))]


def test_a_sound_that_is_missing_or_broken_is_told_and_may_be_mended(hands: Hand, folder: str) -> None:
    missing, broken, cut, mended = hands.call(__name__, "ring_badly", folder)
    assert "gong.wav" in missing and "not found" in missing
    assert "broken.wav" in broken and "cannot be played" in broken
    assert "cut.wav" in cut and "cannot be played" in cut
    assert mended is None


def open_device(folder: str) -> list[object]:
    it = silent_device(folder)
    it.prepare()
    for _ in range(3000):
        if not it.preparing:
            break
        time.sleep(0.01)
    return [it.preparing, it.play(BELL), it.sounding]


def test_the_device_is_opened_beside_everything_else(hands: Hand, folder: str) -> None:
    assert hands.call(__name__, "open_device", folder) == [False, None, 1]


def begin_while_the_device_is_opened(scene: str) -> list[object]:
    """What has been played before, during and after the opening of a device that takes its time, in the real loop."""
    import pyglet

    hand.open_scene(scene, paused=False)
    window, opened = hand._window, threading.Event()
    played: list[tuple[str, float, bool]] = []
    window.sounds.play = lambda event: played.append((event.name, event.time, opened.is_set()))

    def prepare() -> None:
        window.sounds._opening = threading.Thread(target=opened.wait, args=(30.0,), daemon=True)
        window.sounds._opening.start()

    window.sounds.prepare = prepare
    times: list[float] = []
    player = window.desk.controls.player
    pyglet.clock.schedule_once(lambda dt: times.append(player.time), 0.3)
    pyglet.clock.schedule_once(lambda dt: opened.set(), 0.35)
    hand.run_with((0.9, "q"))
    return [times, played, player.time]


def sounding_street(folder: Path) -> Path:
    """The small scene with a bell at the very beginning and another soon after."""
    scene = write_scene(folder)
    stage = json.loads((folder / "street.json").read_text())
    stage["events"]["bell"] = {"audio": "bell.wav"}
    stage["animations"]["meet"]["events"] = [{"name": "bell"}, {"time": 0.2, "name": "bell"}]
    (folder / "street.json").write_text(json.dumps(stage))
    return scene


def test_a_sound_of_the_very_beginning_waits_for_the_device_and_is_heard_once(hands: Hand, tmp_path: Path) -> None:
    scene = sounding_street(tmp_path)
    times, played, end = hands.call(__name__, "begin_while_the_device_is_opened", str(scene))
    assert times == [0.0]
    bells = [(t, opened) for name, t, opened in played if name == "bell"]
    assert bells == [(0.0, True), (0.2, True)]
    assert 0.2 < end < 0.9


def end_while_the_device_is_opened(scene: str) -> bool:
    """Whether the device is still being opened when the window has closed, in the real loop."""
    hand.open_scene(scene, paused=False)
    window, opened = hand._window, threading.Event()

    def prepare() -> None:
        window.sounds._opening = threading.Thread(target=opened.wait, args=(60.0,), daemon=True)
        window.sounds._opening.start()

    window.sounds.prepare = prepare
    hand.run_with((0.2, "q"))
    still = window.sounds.preparing
    opened.set()
    return still


def test_a_device_that_takes_its_time_keeps_no_window_from_closing(hands: Hand, tmp_path: Path) -> None:
    scene = sounding_street(tmp_path)
    assert hands.call(__name__, "end_while_the_device_is_opened", str(scene))
