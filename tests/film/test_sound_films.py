"""Sound in finished films: where players hear it, encoders' delays taken out."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path

import numpy as np
import pytest

from rigbyscene.film.edit import assemble
from rigbyscene.film.export import export_film
from rigbyscene.film.settings import FilmSettings
from rigbyscene.film.soundtrack import SoundChoice, mix_sound, plan_sound
from rigbyscene.film.tracks import Tracks
from tests.film.conftest import PaintedFrames
from tests.film.sounding import RATE, decoded_sound, heard_scene, read_mix, skeletons_of, write_wav


def burst(path: Path) -> Path:
    """A tone that swells and fades within 0.1 s: its middle can be told in spite of a lossy codec."""
    t = np.arange(RATE // 10) / RATE
    return write_wav(path, 0.5 * np.sin(np.pi * t / 0.1) ** 2 * np.sin(2 * np.pi * 1000 * t))


def delay(heard: np.ndarray, wanted: np.ndarray) -> int:
    """By how many samples `heard` comes late, from the peak of their correlation."""
    size = len(heard) + len(wanted)
    product = np.fft.irfft(np.fft.rfft(heard, size) * np.conj(np.fft.rfft(wanted, size)), size)
    peak = int(np.argmax(product))
    return peak if peak < size // 2 else peak - size


@pytest.mark.parametrize("ending", ["mp4", "mov", "mkv", "webm"])
@pytest.mark.parametrize("fps", ["24000/1001", "43"])
def test_a_films_sound_is_where_it_was_mixed_to_the_sample(ending: str, fps: str, tmp_path: Path) -> None:
    burst(tmp_path / "beep.wav")
    keys = [{"name": "beep", "time": t, "balance": b} for t, b in ((0.0, -1), (0.333, 1), (1.2, 0))]
    scene = heard_scene(tmp_path, events={"beep": {"audio": "beep.wav"}}, shots={"a": keys}, durations={"a": 1.5})
    edit = assemble(scene.shots, Fraction(fps))
    plan = plan_sound(scene, skeletons_of(scene), edit, SoundChoice())
    assert plan is not None
    sound = mix_sound(plan, tmp_path)
    film = tmp_path / f"film.{ending}"
    source = PaintedFrames((64, 48), edit.frame_count, None, edit.fps)
    export_film(source, film, FilmSettings(), tracks=Tracks(audio=sound.path))
    wanted, heard = read_mix(sound.path), decoded_sound(film)
    for side in (0, 1):
        assert abs(delay(heard[:, side], wanted[:, side])) <= 1
        assert np.abs(heard[: len(wanted), side]).max() == pytest.approx(np.abs(wanted[:, side]).max(), rel=0.1)
    assert abs(len(heard) - len(wanted)) <= 1024 + 960  # whole packets of the codec, at most
