"""What is heard: whole mixes from sound files, to the sample, the side and the level; and what is refused before."""

from __future__ import annotations

import math
import struct
import subprocess
import tracemalloc
from fractions import Fraction
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray

from rigbyscene import BadFileError, Scene, load_scene
from rigbyscene.film.cues import gains
from rigbyscene.film.edit import Edit, assemble
from rigbyscene.film.ffmpeg import find_ffmpeg
from rigbyscene.film.mix import Voice, mixed_blocks
from rigbyscene.film.sound import SoundFolders
from rigbyscene.film.soundtrack import FilmSound, SoundChoice, SoundPlan, Soundtrack, mix_sound, plan_sound
from rigbyscene.formats.assets import MemoryAssets
from tests.film.sounding import RATE, click, heard_scene, onsets, read_mix, skeletons_of, write_wav

BEEP = {"beep": {"audio": "beep.wav"}}
FPS30 = Fraction(30)


def mixed(scene: Scene, folder: Path, choice: SoundChoice | None = None, edit: Edit | None = None) -> FilmSound:
    plan = plan_of(scene, choice, edit)
    assert plan is not None
    return mix_sound(plan, folder)


def plan_of(scene: Scene, choice: SoundChoice | None = None, edit: Edit | None = None) -> SoundPlan | None:
    return plan_sound(scene, skeletons_of(scene), edit or assemble(scene.shots, FPS30), choice or SoundChoice())


@pytest.fixture
def work(tmp_path: Path) -> Path:
    folder = tmp_path / "work"
    folder.mkdir()
    return folder


def test_each_sound_is_at_its_sample_side_and_level(tmp_path: Path, work: Path) -> None:
    """Defaults of the event and overrides of a key; mono and stereo; 0.3 s are sample 14400."""
    click(tmp_path / "beep.wav", 10)
    write_wav(tmp_path / "both.wav", np.full((10, 2), (0.5, -0.25)))
    events = {
        "beep": {"audio": "beep.wav", "volume": 0.8, "balance": 0.5},
        "both": {"audio": "both.wav"},
        "mute": {"audio": "nowhere.wav", "volume": 0.0},
    }
    keys = [
        {"name": "beep", "time": 0.3},
        {"name": "beep", "time": 0.5, "volume": 0.4, "balance": -1},
        {"name": "both", "time": 0.7, "balance": -0.5},
        {"name": "mute", "time": 0.8},
    ]
    sound = mixed(heard_scene(tmp_path, events=events, shots={"a": keys}), work)
    mix = read_mix(sound.path)
    assert sound.sample_count == len(mix) == RATE and not sound.warnings
    wanted = np.zeros((RATE, 2))
    wanted[14400:14410] = 0.5 * 0.8 * np.array((0.5, 1.0))
    wanted[24000:24010] = (0.5 * 0.4, 0.0)
    wanted[33600:33610] = (0.5, -0.25 * 0.5)
    assert np.abs(mix - wanted).max() < 1e-4


class Noise:
    """A sound in memory."""

    def __init__(self, seed: np.random.Generator, length: int, channels: int):
        self.array = seed.uniform(-1, 1, (length, channels)).astype(np.float32)

    def __len__(self) -> int:
        return len(self.array)

    def read(self, first: int, end: int) -> NDArray[np.float32]:
        assert 0 <= first < end <= len(self.array)
        return self.array[first:end]


@given(
    starts=st.lists(st.tuples(st.integers(-300, 1100), st.integers(1, 400), st.sampled_from([1, 2])), max_size=8),
    block=st.integers(1, 700),
    seed=st.integers(0, 99),
)
@settings(max_examples=60)
def test_the_mix_is_the_sum_of_its_voices_and_blocks_of_any_length_give_the_same(
    starts: list[tuple[int, int, int]], block: int, seed: int
) -> None:
    noise = np.random.default_rng(seed)
    sounds = [(Noise(noise, length, channels), start) for start, length, channels in starts]
    voices = [Voice(sound, start, 0.5, 0.25) for sound, start in sounds]
    wanted = np.zeros((1000, 2))
    for sound, start in sounds:
        for i, sample in enumerate(sound.array, start):
            if 0 <= i < 1000:
                wanted[i] += sample * np.array((0.5, 0.25))
    parts = [*mixed_blocks(voices, 1000, block)]
    assert [len(p) for p in parts[:-1]] == [block] * (len(parts) - 1)
    assert np.abs(np.concatenate(parts) - wanted).max() < 1e-5
    assert (np.concatenate(parts) == np.concatenate([*mixed_blocks(voices, 1000)])).all()


@given(volume=st.floats(allow_nan=True), balance=st.floats(allow_nan=True))
def test_any_volume_and_balance_give_finite_factors_and_neither_side_is_above_the_volume(
    volume: float, balance: float
) -> None:
    left, right = gains(volume, balance)
    assert min(left, right) >= 0.0
    assert max(left, right) <= min(max(volume if volume == volume else 0.0, 0.0), 1000.0)


@pytest.mark.parametrize("kind", ["wav", "flac", "ogg", "mp3", "opus", "m4a"])
@pytest.mark.parametrize("rate", [22050, 44100])
def test_sounds_of_any_kind_and_rate_are_heard_where_they_should_be(
    kind: str, rate: int, tmp_path: Path, work: Path
) -> None:
    """The middle of a burst of tone is found again within 8 samples, lossy or not: decoders' delays are taken out."""
    t = np.arange(rate) / rate
    envelope = np.exp(-(((t - 0.25) / 0.02) ** 2))
    source = write_wav(tmp_path / "source.wav", 0.5 * envelope * np.sin(2 * np.pi * 1500 * t), rate)
    beep = tmp_path / f"beep.{kind}"
    subprocess.run([find_ffmpeg(), "-v", "error", "-i", source, "-y", beep], check=True)
    keys = [{"name": "beep", "time": 0.5}]
    scene = heard_scene(tmp_path, events={"beep": {"audio": beep.name}}, shots={"a": keys}, durations={"a": 2.0})
    energy = read_mix(mixed(scene, work).path)[:, 0] ** 2
    assert abs((energy * np.arange(len(energy))).sum() / energy.sum() - 0.75 * RATE) < 8
    assert np.sqrt(energy.max()) == pytest.approx(0.5, rel=0.1)


def test_a_sound_rings_on_into_the_next_shot_and_into_an_excerpt_and_ends_with_the_film(
    tmp_path: Path, work: Path
) -> None:
    ramp = np.arange(3 * RATE) / (4 * RATE)
    write_wav(tmp_path / "beep.wav", ramp)
    scene = heard_scene(tmp_path, events=BEEP, shots={"a": [{"name": "beep", "time": 0.5}], "b": []})
    edit = assemble(scene.shots, FPS30)
    whole = read_mix(mixed(scene, work).path)
    assert len(whole) == 2 * RATE and np.abs(whole[24000:, 0] - ramp[: 2 * RATE - 24000]).max() < 1e-4
    for frames in (range(40, 50), range(30, 60), range(15, 31)):
        part = read_mix(mixed(scene, work, edit=edit.trimmed(frames)).path)
        assert (part == whole[frames[0] * 1600 : frames.stop * 1600]).all()


def test_sounds_that_would_clip_turn_the_whole_mix_down_and_it_is_said(tmp_path: Path, work: Path) -> None:
    click(tmp_path / "beep.wav", 100, 0.8)
    keys = [{"name": "beep", "time": t} for t in (0.1, 0.5, 0.5)]
    sound = mixed(heard_scene(tmp_path, events=BEEP, shots={"a": keys}), work)
    mix = read_mix(sound.path)
    assert sound.peak == pytest.approx(1.6, rel=1e-3)
    assert mix[24050, 0] == pytest.approx(1.0, abs=1e-5) and mix[4850, 0] == pytest.approx(0.5, abs=1e-5)
    (warning,) = sound.warnings
    assert warning.code == "sound-too-loud" and "4.1 dB" in warning.found


@pytest.mark.parametrize(("offset", "first"), [("0", 0), ("0.25", 12000), ("-0.25", -12000), ("1.9", 91200)])
def test_a_soundtrack_lies_under_the_sounds_at_its_offset_and_gain(
    offset: str, first: int, tmp_path: Path, work: Path
) -> None:
    ramp = np.linspace(0, 0.5, RATE)
    music = write_wav(tmp_path / "music.wav", np.stack((ramp, -ramp), axis=1))
    click(tmp_path / "beep.wav", 10, 0.25)
    scene = heard_scene(tmp_path, events=BEEP, shots={"a": [{"name": "beep", "time": 0.5}]}, durations={"a": 2.0})
    track = Soundtrack(str(music), Fraction(offset), -6.0)
    wanted = np.zeros((2 * RATE, 2))
    under = wanted[max(first, 0) : first + RATE]
    under[:] = (np.stack((ramp, -ramp), axis=1) * 10 ** (-6 / 20))[max(-first, 0) :][: len(under)]
    silent = wanted.copy()
    wanted[24000:24010] += 0.25
    assert np.abs(read_mix(mixed(scene, work, SoundChoice(track)).path) - wanted).max() < 1e-4
    assert np.abs(read_mix(mixed(scene, work, SoundChoice(track, mute=True)).path) - silent).max() < 1e-4


def test_a_long_film_takes_no_more_memory_than_a_short_one(tmp_path: Path, work: Path) -> None:
    """A minute of music alone is 23 MB as the mix has it, and as much again mixed."""
    music = write_wav(tmp_path / "music.wav", np.full((60 * RATE, 2), 0.25))
    scene = heard_scene(tmp_path, events={}, shots={"a": []}, durations={"a": 60.0})
    plan = plan_of(scene, SoundChoice(Soundtrack(str(music))))
    assert plan is not None
    tracemalloc.start()
    sound = mix_sound(plan, work)
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert sound.sample_count == 60 * RATE and peak < 8_000_000


def test_a_film_without_anything_to_hear_has_no_sound(tmp_path: Path) -> None:
    keys = [{"name": "word", "time": 0.5}, {"name": "beep", "time": 0.5}]
    events = {"word": {"string": "x", "volume": 1}, "beep": {"audio": "missing.wav", "volume": 0}}
    scene = heard_scene(tmp_path, events=events, shots={"a": keys})
    assert plan_of(scene) is None
    loud = heard_scene(tmp_path, events={"word": {}, "beep": {"audio": "missing.wav"}}, shots={"a": keys})
    assert plan_of(loud, SoundChoice(mute=True)) is None
    assert plan_of(loud, edit=assemble(loud.shots, FPS30).trimmed(range(10))) is None


def test_every_missing_sound_is_told_at_once_with_where_it_was_looked_for(tmp_path: Path) -> None:
    (tmp_path / "sfx").mkdir()
    for name in ("sfx/bell2.wav", "stepp.ogg"):
        click(tmp_path / name)
    events = {"ring": {"audio": "bell.wav"}, "step": {"audio": "step"}, "far": {"audio": "far away.mp3"}}
    scene = heard_scene(
        tmp_path,
        events=events,
        shots={"a": [{"name": "ring", "time": 0.1}, {"name": "ring", "time": 0.2}, {"name": "far", "time": 0.9}]},
        moves=[{"name": "step", "time": 0.5}],
        clips={"a": [{"animation": "move"}]},
        audio="./sfx/",
    )
    with pytest.raises(BadFileError) as refusal:
        plan_of(scene, SoundChoice(Soundtrack(str(tmp_path / "sfx" / "bel.wav"))))
    told = [(Path(d.file).name, d.place, d.nearest) for d in refusal.value.diagnostics]
    assert told == [
        ("stage.json", "event 'ring'", "bell2.wav"),
        ("nila.json", "event 'step'", "stepp.ogg"),
        ("stage.json", "event 'far'", None),
        ("bel.wav", "--audio", "bell2.wav"),
    ]
    found = refusal.value.diagnostics[0].found
    assert "'bell.wav'" in found and str(tmp_path / "sfx" / "bell.wav") in found and str(tmp_path / "bell.wav") in found


@pytest.mark.parametrize("name", ["bell.wav", "bell", "深い 'bell' 100%.wav", "-bell:x.wav", "[0].wav"])
@pytest.mark.parametrize("place", ["beside", "header", "folder"])
def test_sounds_are_found_in_their_folder_whatever_their_name(
    name: str, place: str, tmp_path: Path, work: Path
) -> None:
    where = {"beside": tmp_path, "header": tmp_path / "audio", "folder": tmp_path / "given"}[place]
    where.mkdir(exist_ok=True)
    click(where / (name if name != "bell" else "bell.wav"), 10)
    header = "audio/" if place == "header" else "elsewhere" if place == "beside" else None
    keys = [{"name": "beep", "time": 0.25}]
    scene = heard_scene(tmp_path, events={"beep": {"audio": name}}, shots={"a": keys}, audio=header)
    choice = SoundChoice(folders=SoundFolders(str(where) if place == "folder" else None))
    plan = plan_of(scene, choice)
    assert plan is not None and [p.parent.samefile(where) for p in plan.inputs] == [True]
    assert onsets(read_mix(mix_sound(plan, work).path)) == [12000]


def test_sounds_of_a_scene_in_memory_are_heard(tmp_path: Path, work: Path) -> None:
    click(tmp_path / "beep.wav")
    heard_scene(tmp_path, events=BEEP, shots={"a": [{"name": "beep", "time": 0.5}]})
    files = {p.name: p.read_bytes() for p in tmp_path.iterdir() if p.is_file()}
    scene = load_scene("heard.scene.json", art="none", assets=MemoryAssets(files))
    assert onsets(read_mix(mixed(scene, work).path)) == [24000]


def test_files_that_hold_no_sound_are_told_at_once(tmp_path: Path, work: Path) -> None:
    (tmp_path / "noise.wav").write_bytes(b"RIFF\0\0\0\0WAVEnothing")
    (tmp_path / "empty.ogg").write_bytes(b"")
    (tmp_path / "list.mp3").write_text("#EXTM3U\nhttp://127.0.0.1:9/x.mp3\n", encoding="utf-8")
    click(tmp_path / "good.wav")
    (tmp_path / "lines.srt").write_text("1\n00:00:00,000 --> 00:00:01,000\nno sound\n", encoding="utf-8")
    names = ["noise.wav", "empty.ogg", "list.mp3", "lines.srt", "good.wav"]
    keys = [{"name": n, "time": i / 10} for i, n in enumerate(names)]
    scene = heard_scene(tmp_path, events={n: {"audio": n} for n in names}, shots={"a": keys})
    with pytest.raises(BadFileError) as refusal:
        mixed(scene, work)
    assert [Path(d.file).name for d in refusal.value.diagnostics] == names[:4]
    for told in refusal.value.diagnostics:
        assert told.found == "holds no sound that can be read", "and no more: what ffmpeg says helps nobody"


@pytest.mark.filterwarnings("error")
@pytest.mark.parametrize("rate", [RATE, 44100])
@pytest.mark.parametrize(
    ("value", "why"),
    [
        (math.nan, "no numbers"),
        (math.inf, "no numbers"),
        (-math.inf, "no numbers"),
        (1e30, "60[0-2] dB above full scale"),
        (-3e38, "dB above full scale|no numbers"),
        (2000.0, "dB above full scale"),
    ],
)
def test_a_sound_with_samples_that_cannot_be_mixed_is_refused_whoever_asks_for_it(
    value: float, why: str, rate: int, tmp_path: Path, work: Path
) -> None:
    samples = np.full((3 * RATE, 2), 0.1, "<f4")
    samples[2 * RATE : 2 * RATE + 200, 1] = value
    write_float_wav(tmp_path / "beep.wav", samples, rate)
    scene = heard_scene(tmp_path, events=BEEP, shots={"a": [{"name": "beep", "time": 0.5}]})
    track = SoundChoice(Soundtrack(str(tmp_path / "beep.wav")), mute=True)
    for choice in (SoundChoice(), track):
        with pytest.raises(BadFileError, match=why) as refusal:
            mixed(scene, work, choice)
        (told,) = refusal.value.diagnostics
        assert Path(told.file).name == "beep.wav" and "export it again" in told.remedy


def test_a_sound_beyond_full_scale_is_heard_and_turned_down(tmp_path: Path, work: Path) -> None:
    write_float_wav(tmp_path / "beep.wav", np.full((100, 2), 900.0, "<f4"), RATE)
    scene = heard_scene(tmp_path, events=BEEP, shots={"a": [{"name": "beep", "time": 0.5}]})
    made = mixed(scene, work)
    assert made.peak == 900.0 and np.abs(read_mix(made.path)).max() == pytest.approx(1.0, abs=1e-6)


def write_float_wav(path: Path, samples: NDArray[np.float32], rate: int) -> None:
    """32-bit floats (n, 2), as sound programs export what goes beyond full scale."""
    form = struct.pack("<HHIIHH", 3, 2, rate, rate * 8, 8, 32)
    body = b"WAVEfmt " + struct.pack("<I", len(form)) + form + b"data" + struct.pack("<I", samples.nbytes)
    path.write_bytes(b"RIFF" + struct.pack("<I", len(body) + samples.nbytes) + body + samples.tobytes())
