"""Sound and subtitles of films as users ask for them."""

from __future__ import annotations

import json
import re
import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from rigbyscene.film.ffmpeg import find_ffmpeg
from tests.cli.conftest import Ran
from tests.cli.test_export import frames_of
from tests.cli.tiny import STAGE
from tests.film.sounding import RATE, click, decoded_sound, onsets, read_mix, write_wav

SRT = "1\n00:00:00,500 --> 00:00:01,000\nHello\n"
QUICK = ("--preset", "ultrafast", "--crf", "10")


@pytest.fixture
def bell(scene: Path) -> Path:
    """The street with a bell that rings at 0.5 s of `meet`, on the left, for 100 samples."""
    data: dict[str, Any] = json.loads(json.dumps(STAGE))
    data["events"]["bell"] = {"audio": "bell.wav", "balance": -1}
    (scene.parent / "street.json").write_text(json.dumps(data), encoding="utf-8")
    click(scene.parent / "bell.wav", 2000)
    return scene


def test_a_film_with_events_that_sound_has_them_and_a_muted_one_has_no_track(
    bell: Path, run: Callable[..., Ran]
) -> None:
    ran = run("export", "street.scene.json", "film.mp4", "--shot", "part", "--shot", "meet", *QUICK)
    assert ran.code == 0 and "sound" in ran.out and "warning" not in ran.err
    heard = decoded_sound(Path("film.mp4"))
    assert abs(onsets(heard, 0.1)[0] - RATE) <= 64  # a lossy codec smears an edge; where it lies is tested elsewhere
    assert np.abs(heard[:, 1]).max() < 0.05 < 0.4 < np.abs(heard[:, 0]).max()
    ran = run("export", "street.scene.json", "mute.mp4", "--mute", *QUICK)
    assert ran.code == 0 and "sound" not in ran.out


def test_missing_sounds_are_told_before_anything_is_drawn_and_muting_lives_with_them(
    bell: Path, refused: Callable[..., list[str]], run: Callable[..., Ran], names: Callable[[], set[str]]
) -> None:
    Path("bell.wav").rename("bells.wav")
    before = names()
    (told,) = refused("export", "street.scene.json", "film.mp4", code=1)
    for words in ("street.json: event 'bell'", "'bell.wav'", "--sounds", "--mute", "did you mean 'bells.wav'?"):
        assert words in told
    assert names() == before
    assert run("export", "street.scene.json", "film.mp4", "--mute", *QUICK).code == 0
    Path("sfx").mkdir()
    click(Path("sfx", "bell.wav"))
    assert run("export", "street.scene.json", "film2.mp4", "--sounds", "sfx", *QUICK).code == 0


def test_the_sound_alone_is_a_wav_file_with_a_soundtrack_under_it(bell: Path, run: Callable[..., Ran]) -> None:
    write_wav(Path("music.wav"), np.full(RATE, 0.25))
    options = ("--audio", "music.wav", "--audio-offset", "1.25", "--audio-gain", "-6.0206")
    ran = run("export", "street.scene.json", "--audio-only", "out.wav", *options)
    assert ran.code == 0 and ran.out.startswith("out.wav: 1.5 s, 48 kHz stereo, 1 event heard, peak -6.0 dB, ")
    mix = read_mix(Path("out.wav"))
    assert len(mix) == 1.5 * RATE and onsets(mix) == [24000, 60000]
    assert mix[24000] == pytest.approx((0.5, 0.0), abs=1e-4) and mix[70000] == pytest.approx((0.125, 0.125), abs=1e-4)
    ran = run("export", "street.scene.json", "--audio-only", "out.wav", "--overwrite", "--json")
    told = json.loads(ran.out)
    assert (told["duration"], told["samples"], told["rate"], told["events"]) == (1.5, 72000, 48000, 1)


def test_there_is_no_sound_file_of_silence(bell: Path, refused: Callable[..., list[str]]) -> None:
    (told,) = refused("export", "street.scene.json", "--audio-only", "out.wav", "--shot", "part", code=2)
    assert "nothing is heard" in told and not Path("out.wav").exists()


def test_every_mistake_of_sound_and_subtitles_is_told_at_once(scene: Path, refused: Callable[..., list[str]]) -> None:
    options = {
        "--audio-gain": "900",
        "--audio-offset": "nan",
        "--sounds": "nowhere",
        "--subtitles": "lines.txt",
        "--subtitles-mode": "paint",
        "--audio": "musik.wav",
    }
    click(scene.parent / "music.wav")
    told = refused("export", "street.scene.json", "film.mp4", *(w for pair in options.items() for w in pair), code=2)
    for option in options:
        assert any(option in line for line in told), (option, told)
    assert any("did you mean 'music.wav'?" in line for line in told) and len(told) == len(options)
    told = refused("export", "street.scene.json", "--audio-only", "out.mp3", "--audio-gain", "3", code=2)
    assert any(".wav" in line for line in told) and any("--audio FILE" in line for line in told)


@pytest.mark.parametrize(("option", "there"), [("--audio", "music.wav"), ("--subtitles", "lines.srt")])
def test_a_file_beside_the_film_that_is_not_there_is_a_mistyped_name_and_is_told_with_all_others(
    option: str, there: str, scene: Path, refused: Callable[..., list[str]]
) -> None:
    click(Path("music.wav"))
    Path("lines.srt").write_text(SRT, encoding="utf-8")
    stem, ending = there.split(".")
    Path(f"a folder.{ending}").mkdir()
    for name in (f"{stem}s", "nothing like it", "nowhere/x", "a folder"):
        path = f"{name}.{ending}"
        told = refused("export", "street.scene.json", "film.mp4", option, path, "--fps", "0", code=2)
        (own,) = [line for line in told if path in line]
        assert f"{option}: there is no such file" in own and len(told) == 2
        assert (f"did you mean {there!r}?" in own) == (name == f"{stem}s")


def test_subtitles_are_a_track_where_films_have_one_and_in_the_picture_elsewhere(
    scene: Path, run: Callable[..., Ran]
) -> None:
    Path("lines.srt").write_text(SRT, encoding="utf-8")
    size = ("--size", "160x120", *QUICK)
    plain = run("export", "street.scene.json", "plain.mp4", *size)
    track = run("export", "street.scene.json", "track.mp4", "--subtitles", "lines.srt", *size)
    burnt = run(
        "export", "street.scene.json", "burnt.mp4", "--subtitles", "lines.srt", "--subtitles-mode", "burn", *size
    )
    assert (plain.code, track.code, burnt.code) == (0, 0, 0)
    assert "subtitles" in track.out and "subtitles" not in burnt.out
    base = frames_of(Path("plain.mp4")).astype(int)
    assert np.abs(frames_of(Path("track.mp4")) - base).max() == 0
    differs = np.abs(frames_of(Path("burnt.mp4")) - base).max(axis=(1, 2, 3)) > 60
    assert differs.tolist() == [15 <= i < 30 for i in range(45)]


@pytest.mark.parametrize("ending", ["mp4", "mov", "mkv", "webm"])
def test_a_script_without_its_usual_head_becomes_a_track_with_all_its_entries(
    ending: str, scene: Path, run: Callable[..., Ran]
) -> None:
    events = "[Events]\nFormat: Start, End, Text\n"
    events += "".join(f"Dialogue: 0:00:00.{n}0,0:00:00.{n}8,line {n}\n" for n in range(1, 6))
    Path("lines.ass").write_text(events, encoding="utf-8")
    film = Path(f"film.{ending}")
    options = ("--subtitles", "lines.ass", "--subtitles-mode", "track", "--size", "64x48")
    ran = run("export", "street.scene.json", film, *options)
    assert ran.code == 0 and "subtitles" in ran.out, ran
    command = [find_ffmpeg(), "-v", "error", "-i", film, "-map", "0:s", "-f", "srt", "pipe:1"]
    read = subprocess.run(command, check=True, capture_output=True).stdout.decode()
    entries = re.findall(r"00:00:00,(\d)00 --> 00:00:00,(\d)80\s+.*?(line \d)", read)
    assert entries == [(str(n), str(n), f"line {n}") for n in range(1, 6)]


def test_bad_subtitles_are_told_by_their_lines_before_anything_is_drawn(
    scene: Path, refused: Callable[..., list[str]], names: Callable[[], set[str]]
) -> None:
    Path("lines.srt").write_text(SRT + "\n2\n00:00:02 -> 3\nOops\n\n3\n00:00:05 --> soon\nOops\n", encoding="utf-8")
    before = names()
    first, second = refused("export", "street.scene.json", "film.mp4", "--subtitles", "lines.srt", code=1)
    assert "lines.srt: line 6" in first and "lines.srt: line 10" in second
    assert "00:00:01,500 --> 00:00:03,000" in first
    assert names() == before


@pytest.mark.parametrize("kind", ["srt", "ass"])
@pytest.mark.parametrize("ending", ["mp4", "mov", "mkv", "webm"])
def test_texts_too_long_for_a_track_are_told_by_their_lines_before_anything_is_drawn_and_the_longest_that_fit_are_kept(
    ending: str, kind: str, scene: Path, run: Callable[..., Ran], names: Callable[[], set[str]]
) -> None:
    lengths = (66_000, 30, 65_400, 200_000)
    if kind == "srt":
        entries = [f"{n}\n00:00:00,{n}00 --> 00:00:00,{n}90\n{'x' * length}\n\n" for n, length in enumerate(lengths, 1)]
        lines = [2, 14]
        head = ""
    else:
        fields = "Default,,0,0,0,,"
        entries = [f"Dialogue: 0,0:00:00.{n}0,0:00:00.{n}9,{fields}{'x' * k}\n" for n, k in enumerate(lengths, 1)]
        lines = [7, 10]
        head = "[Script Info]\nScriptType: v4.00+\n[V4+ Styles]\nFormat: Name, Fontname, Fontsize\n"
        head += "[Events]\nFormat: Layer, Start, End, Style, Name, MarginL, MarginR, MarginV, Effect, Text\n"
    Path(f"lines.{kind}").write_text(head + "".join(entries), encoding="utf-8")
    command = ("export", "street.scene.json", f"film.{ending}", "--subtitles", f"lines.{kind}")
    command += ("--subtitles-mode", "track", "--size", "64x48", "--speed", "0.1")
    before = names()
    ran = run(*command)
    if ending in ("mkv", "webm"):  # there is room for more than anybody reads
        assert ran.code == 0 and "subtitles" in ran.out
        return
    told = ran.err.splitlines()
    assert ran.code == 1 and names() == before and len(told) == 2
    for line, length, words in zip(lines, ("66", "200"), told, strict=True):
        assert f"lines.{kind}: line {line}: its text of {length} kB is too long" in words and "burn" in words
    Path(f"lines.{kind}").write_text(head + "".join(entries[1:3]), encoding="utf-8")
    ran = run(*command)
    assert ran.code == 0 and "subtitles" in ran.out


def test_subtitles_after_the_films_end_are_warned_about(scene: Path, run: Callable[..., Ran]) -> None:
    Path("lines.srt").write_text(SRT + "\n2\n00:00:02,000 --> 00:00:03,000\nLate\n", encoding="utf-8")
    ran = run("export", "street.scene.json", "film.mp4", "--subtitles", "lines.srt", *QUICK)
    assert ran.code == 0 and "1 of 2 subtitles would begin after the film's end, at 1.5 s" in ran.err


@pytest.mark.parametrize("output", ["film.gif", "film.y4m", "film_##.png"])
def test_kinds_of_film_without_sound_leave_events_silent_and_refuse_a_soundtrack(
    output: str, bell: Path, run: Callable[..., Ran], refused: Callable[..., list[str]]
) -> None:
    Path("bell.wav").unlink()  # nobody misses it where nobody could hear it
    assert run("export", "street.scene.json", output, "--frames", "10-20").code == 0
    click(Path("music.wav"))
    (told,) = refused("export", "street.scene.json", "other" + output, "--audio", "music.wav", code=2)
    assert "takes no sound" in told and "--audio-only" in told


def test_of_several_films_all_sounds_are_looked_for_and_decoded_before_the_first_is_made(
    bell: Path, refused: Callable[..., list[str]], names: Callable[[], set[str]]
) -> None:
    Path("bell.wav").write_bytes(b"no sound at all")
    before = names()
    (told,) = refused("export", "street.scene.json", "{n} {shot}.mp4", "--shot", "part", "--shot", "meet", code=1)
    assert "bell.wav: holds no sound that can be read" in told and names() == before
    Path("bell.wav").unlink()
    (told,) = refused("export", "street.scene.json", "{n} {shot}.mp4", "--shot", "part", "--shot", "meet", code=1)
    assert "'bell.wav' is not there" in told


def test_a_film_never_replaces_the_sound_or_the_subtitles_that_it_is_made_from(
    bell: Path, run: Callable[..., Ran], refused: Callable[..., list[str]]
) -> None:
    assert run("export", "street.scene.json", "film.mp4", *QUICK).code == 0
    kept = Path("film.mp4").read_bytes()
    options = ("--audio", "film.mp4", "--overwrite")  # the sound of an earlier film
    (told,) = refused("export", "street.scene.json", "film.mp4", *options, code=2)
    assert "is one of the files" in told and Path("film.mp4").read_bytes() == kept
    refused("export", "street.scene.json", "--audio-only", "bell.wav", "--overwrite", code=2)


def test_check_warns_of_each_missing_sound_once_in_the_words_with_which_export_refuses_it(
    bell: Path, run: Callable[..., Ran], refused: Callable[..., list[str]]
) -> None:
    data = json.loads(Path("street.json").read_text(encoding="utf-8"))
    data["events"] |= {"gong": {"audio": "gong"}, "hush": {"audio": "hush.wav", "volume": 0}}
    keys = [{"name": name, "time": time} for time in (0.2, 0.3) for name in ("bell", "gong", "hush")]
    for shot in ("meet", "part"):
        data["animations"][shot]["events"] = keys
    Path("street.json").write_text(json.dumps(data), encoding="utf-8")
    Path("bell.wav").rename("bells.wav")
    told = refused("export", "street.scene.json", "film.mp4", code=1)
    ran = run("check", "street.scene.json")
    *warnings, count = ran.out.splitlines()
    assert ran.code == 1 and count == "street.scene.json: 0 errors, 2 warnings"
    assert [line.removeprefix("warning: ") for line in warnings] == [line.removeprefix("error: ") for line in told]
    assert [line.split(": ")[2] for line in warnings] == ["event 'bell'", "event 'gong'"]
    assert run("check", "street.scene.json", "--errors-only").code == 0
    Path("bells.wav").rename("bell.wav")
    click(Path("gong.ogg"))
    assert run("check", "street.scene.json") == Ran(0, "street.scene.json: 0 errors, 0 warnings\n", "")


def test_check_looks_for_sounds_where_export_does(
    bell: Path, run: Callable[..., Ran], refused: Callable[..., list[str]]
) -> None:
    for folder in ("noises", "empty"):
        Path(folder).mkdir()
    Path("bell.wav").rename("noises/bell.wav")
    for options, is_there in (((), False), (("--sounds", "noises"), True), (("--sounds", "empty"), False)):
        ran = run("check", "nila.json", "street.scene.json", *options)
        film = run("export", "street.scene.json", "film.mp4", "--overwrite", *options, *QUICK)
        assert (ran.code, film.code) == ((0, 0) if is_there else (1, 1))
        if not is_there:
            warning, count = ran.out.splitlines()
            assert count == "2 files: 0 errors, 1 warning"
            assert warning.removeprefix("warning: ") == film.err.splitlines()[0].removeprefix("error: ")
    for command in (("check",), ("events",), ("export", "other.mp4")):
        (told,) = refused(command[0], "street.scene.json", *command[1:], "--sounds", "nosies", code=2)
        assert told == "error: --sounds: there is no folder 'nosies'; name the folder that holds the sound files"
