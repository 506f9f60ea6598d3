"""What films hold beside their pictures: sound at its sample, subtitles, chapters, a title."""

from __future__ import annotations

import re
import subprocess
import wave
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

from rigbyscene.errors import UsageError
from rigbyscene.film.export import export_film
from rigbyscene.film.formats import FORMATS, FilmFormat
from rigbyscene.film.settings import FilmSettings
from rigbyscene.film.spans import Chapter
from rigbyscene.film.tracks import Tracks

Run = Callable[..., "subprocess.CompletedProcess[bytes]"]

RATE = 48000
CLICK = 1000 * 17 + 3
FRAMES = 20
WITH_SOUND = [row for row in FORMATS if row.sounds]
TITLE = "A \"ü\" = \\ ; # 漢字 'x' %d"
CHAPTERS = (Chapter(0.0, 0.1, "one = 1; #\\"), Chapter(0.1, 0.5, ""), Chapter(0.5, FRAMES / 30, "視 'three'"))


@pytest.fixture(scope="module")
def beside(tmp_path_factory: pytest.TempPathFactory) -> Tracks:
    """Sound longer than the film, with one click; subtitles that go on after its end; chapters; a title."""
    folder = tmp_path_factory.mktemp("it's [beside]; 100%")
    sound = np.zeros((2 * RATE, 2), "<i2")
    sound[CLICK] = 28000
    with wave.open(str(folder / "a b.wav"), "wb") as file:
        file.setnchannels(2)
        file.setsampwidth(2)
        file.setframerate(RATE)
        file.writeframes(sound.tobytes())
    lines = "1\n00:00:00,100 --> 00:00:00,300\nhello\n\n2\n00:00:00,400 --> 00:00:09,000\nstill here\n"
    (folder / "s:1.srt").write_text(lines, encoding="utf-8")
    return Tracks(folder / "a b.wav", folder / "s:1.srt", CHAPTERS, TITLE)


@pytest.mark.parametrize("row", WITH_SOUND, ids=lambda row: row.key)
def test_a_film_holds_sound_subtitles_chapters_and_title_and_ends_with_its_pictures(
    row: FilmFormat, beside: Tracks, tmp_path: Path, painted: Callable[..., object], ffmpeg: Run
) -> None:
    path = tmp_path / f"film{row.endings[0]}"
    source = painted((64, 64), FRAMES)
    report = export_film(source, path, FilmSettings(format=row.key), tracks=beside)
    assert report.sound and report.subtitles and (report.chapters, report.title) == (3, TITLE)
    told = report.to_json()
    assert told["audio"] == {"aac": "AAC", "libopus": "Opus"}[row.sounds[0]]
    assert told["subtitles"] == {"mov_text": "timed text", "webvtt": "WebVTT", "srt": "SRT"}[row.subtitles[0]]
    tags = (report.codec, report.sound, report.subtitles)
    assert (told["codec_tag"], told["audio_tag"], told["subtitles_tag"]) == tags, "what the container says"
    assert told["codec"] != report.codec
    answer = ffmpeg("-i", path, "-map", "0:a", "-ac", "1", "-ar", RATE, "-f", "f32le", "pipe:1")
    told = answer.stderr.decode().partition("Output #0")[0]
    length = re.search(r"Duration: 00:00:0([0-9.]+)", told)
    assert length is not None and float(length[1]) == pytest.approx(FRAMES / 30, abs=0.011)
    titles = [line.partition(": ")[2].rstrip() for line in told.splitlines() if line.strip().startswith("title ")]
    assert titles == [TITLE, CHAPTERS[0].title, "2", CHAPTERS[2].title]
    heard = np.frombuffer(answer.stdout, np.float32)
    assert len(heard) == FRAMES * RATE // 30 and np.abs(heard).argmax() == CLICK
    read = ffmpeg("-i", path, "-map", "0:s", "-f", "srt", "pipe:1").stdout.decode()
    assert "00:00:00,100 --> 00:00:00,300\nhello" in read and "00:00:00,400 --> 00:00:00,667\nstill here" in read


def test_ass_subtitles_keep_their_styles_in_matroska(
    tmp_path: Path, painted: Callable[..., object], ffmpeg: Run
) -> None:
    (tmp_path / "s.ass").write_text(
        "[Script Info]\nScriptType: v4.00+\n[V4+ Styles]\nFormat: Name, Fontname, Fontsize\nStyle: Loud,Arial,80\n"
        "[Events]\nFormat: Layer, Start, End, Style, Text\nDialogue: 0,0:00:00.00,0:00:00.50,Loud,boo\n",
        encoding="utf-8",
    )
    export_film(painted((16, 16), 20), tmp_path / "film.mkv", tracks=Tracks(subtitles=tmp_path / "s.ass"))
    assert b"Loud" in ffmpeg("-i", tmp_path / "film.mkv", "-map", "0:s", "-f", "ass", "pipe:1").stdout


@pytest.mark.parametrize("row", [row for row in FORMATS if not row.sounds], ids=lambda row: row.key)
def test_what_a_kind_of_film_cannot_hold_is_refused_all_at_once(
    row: FilmFormat, beside: Tracks, tmp_path: Path, painted: Callable[..., object]
) -> None:
    source = painted((16, 16), 1)
    with pytest.raises(UsageError, match=f"{row.name} takes no sound, no subtitle track, no chapters, no title"):
        export_film(source, tmp_path / f"film{row.endings[0]}", FilmSettings(format=row.key), tracks=beside)
    assert source.drawn == []


def test_a_film_never_replaces_its_own_sound(tmp_path: Path, beside: Tracks, painted: Callable[..., object]) -> None:
    sound = tmp_path / "sound.mp4"
    sound.write_bytes(b"sound")
    with pytest.raises(UsageError, match="is made from"):
        export_film(painted((16, 16), 1), sound, overwrite=True, tracks=Tracks(audio=sound))
    assert sound.read_bytes() == b"sound"


@pytest.mark.parametrize(
    ("tracks", "why"),
    [
        (Tracks(title="half \udcff"), "is not text that a film can hold"),
        (Tracks(title="a\0b"), "is not text that a film can hold"),
        (Tracks(chapters=tuple(Chapter(k, k + 1, "x" * 90) for k in range(2000))), "2000 chapters are too many"),
    ],
)
def test_titles_that_cannot_be_written_are_refused(
    tracks: Tracks, why: str, tmp_path: Path, painted: Callable[..., object]
) -> None:
    with pytest.raises(UsageError, match=why):
        export_film(painted((16, 16), 1), tmp_path / "film.mp4", tracks=tracks)
