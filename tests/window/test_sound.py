"""Sounds of events: heard when they fire, told of when they cannot be."""

from __future__ import annotations

import wave
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from rigbyscene.play.sound import Sounds
from rigbyscene.scene.events import SceneEvent

BELL = SceneEvent("stage", "meet", 0.5, "bell", 0, 0.0, "", "bell.wav", 0.5, -0.5, 0.5)


@pytest.fixture
def sounds(tmp_path: Path) -> Iterator[Sounds]:
    """Sounds of a folder with one of a second, through a device that nobody hears."""
    import pyglet

    pyglet.options.audio = ("silent",)
    with wave.open(str(tmp_path / "bell.wav"), "wb") as file:
        file.setnchannels(1)
        file.setsampwidth(2)
        file.setframerate(8000)
        file.writeframes(bytes(16000))

    def find(event: SceneEvent) -> str | None:
        path = tmp_path / str(event.audio)
        return str(path) if path.exists() else None

    it = Sounds(find)
    yield it
    it.hush()


def test_an_events_sound_is_heard_until_it_is_hushed(sounds: Sounds) -> None:
    assert sounds.play(BELL) is None and sounds.sounding == 1
    assert sounds.play(BELL) is None and sounds.sounding == 2, "the same sound may be heard twice"
    sounds.hush()
    assert sounds.sounding == 0


def test_many_events_at_once_do_not_pile_up(sounds: Sounds) -> None:
    for _ in range(40):
        assert sounds.play(BELL) is None
    assert sounds.sounding <= 16


def test_what_is_silent_stays_silent(sounds: Sounds) -> None:
    assert sounds.play(replace(BELL, audio=None)) is None
    sounds.muted = True
    assert sounds.play(BELL) is None
    assert sounds.sounding == 0


def test_a_sound_that_is_missing_or_broken_is_told_and_may_be_mended(sounds: Sounds, tmp_path: Path) -> None:
    told = sounds.play(replace(BELL, audio="gong.wav"))
    assert told is not None and "gong.wav" in told and "not found" in told
    (tmp_path / "broken.wav").write_bytes(b"RIFF and so on")
    told = sounds.play(replace(BELL, audio="broken.wav"))
    assert told is not None and "broken.wav" in told
    (tmp_path / "broken.wav").write_bytes((tmp_path / "bell.wav").read_bytes())
    assert sounds.play(replace(BELL, audio="broken.wav")) is None


def test_the_device_is_opened_beside_everything_else(sounds: Sounds) -> None:
    sounds.prepare()
    for _ in range(1000):
        if not sounds.preparing:
            break
        import time

        time.sleep(0.01)
    assert not sounds.preparing
    assert sounds.play(BELL) is None
