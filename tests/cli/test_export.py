"""`rigbyscene export`: whole films as a user makes them."""

from __future__ import annotations

import json
import os
import re
import subprocess
from collections.abc import Callable
from fractions import Fraction
from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray

import rigbyscene
from rigbyscene.film.ffmpeg import FFMPEG_VARIABLE, find_ffmpeg
from rigbyscene.film.mp4 import read_mp4
from tests.cli.conftest import Ran, run_apart
from tests.cli.tiny import write_scene


def frames_of(film: Path) -> NDArray[np.uint8]:
    """All frames, decoded by ffmpeg: uint8 (frames, height, width, 3)."""
    width, height = read_mp4(film).videos[0].size
    command = [find_ffmpeg(), "-v", "error", "-i", str(film), "-f", "rawvideo", "-pix_fmt", "rgb24", "-"]
    pixels = subprocess.run(command, capture_output=True, check=True).stdout
    return np.frombuffer(pixels, np.uint8).reshape(-1, height, width, 3)


@pytest.mark.parametrize(
    ("output", "alpha", "kind"),
    [
        ("a.mp4", "none", "H.264"),
        ("a.mp4", "side-by-side", "H.264 with alpha beside the colours"),
        ("a.webm", "straight", "VP9 with alpha"),
        ("a.mov", "none", "ProRes 422 HQ"),
        ("a.mov", "straight", "ProRes 4444 with alpha"),
        ("a.mkv", "straight", "FFV1 with alpha"),
        ("a.gif", "none", "GIF"),
        ("a.webp", "straight", "WebP with alpha"),
        ("a.apng", "none", "APNG"),
        ("a_##.png", "straight", "PNG sequence with alpha"),
        ("a.rgba", "none", "raw RGBA"),
        ("a.y4m", "none", "Y4M"),
    ],
)
def test_the_line_names_the_kind_of_film_as_people_do(
    output: str, alpha: str, kind: str, scene: Path, run: Callable[..., Ran]
) -> None:
    ran = run("export", "street.scene.json", output, "--frames", "0-2", "--fps", "25", "--alpha", alpha)
    parts = ran.out.partition(": ")[2].split(", ")
    assert ran.code == 0 and parts[4] == kind and re.match(r"[0-9.]+ (bytes|kB);", parts[5]), ran
    ran = run("export", "street.scene.json", output, "--frames", "0-2", "--overwrite", "--json", "--alpha", alpha)
    (told,) = json.loads(ran.out)["films"]
    assert told["codec"] == kind.partition(" with alpha")[0] and told["alpha"] == alpha


def test_a_scene_becomes_a_film_of_all_its_shots_in_order(scene: Path, names: Callable[[], set[str]]) -> None:
    before = names()
    ended = run_apart("export", "street.scene.json", "street.mp4")
    assert ended.returncode == 0, ended.stderr
    film = scene.with_name("street.mp4")
    made = f"street.mp4: 45 frames, 64x48, 30 fps, 1.5 s, H.264, {film.stat().st_size} bytes; made in "
    assert ended.stdout.startswith(made) and ended.stdout.endswith(" s\n")
    (video,) = read_mp4(film).videos
    assert (video.frame_count, video.size, video.duration) == (45, (64, 48), Fraction(3, 2))
    shown = frames_of(film)
    opened = rigbyscene.load_scene(scene)
    for index, (shot, t) in {0: ("meet", 0.0), 20: ("meet", 20 / 30), 29: ("meet", 29 / 30), 30: ("part", 0.0)}.items():
        drawn = opened.render(shot, t, background="black")[:, :, :3]
        assert np.abs(shown[index].astype(int) - drawn).mean() < 4, (index, shot)
    assert names() == before | {"street.mp4"}


def test_shots_are_chosen_ordered_and_repeated(scene: Path, run: Callable[..., Ran]) -> None:
    ran = run("export", scene, "film.mp4", "--shot", "part", "--shot", "meet", "--shot", "part", "--crf", "5")
    assert ran.code == 0 and "60 frames" in ran.out
    shown = frames_of(Path("film.mp4")).astype(int)
    assert np.abs(shown[0] - shown[45]).mean() < 3 and np.abs(shown[14] - shown[59]).mean() < 3
    assert np.abs(shown[14, 2, 2] - shown[15, 2, 2]).max() > 60  # the sky of part has darkened, that of meet has not


@pytest.mark.parametrize(
    ("options", "told", "size", "fps", "count"),
    [
        (("--size", "91x53"), "92x54 (padded to even from 91x53)", (92, 54), "30", 45),
        (("--size", "32x24", "--fps", "23.976"), "24000/1001 fps", (32, 24), "24000/1001", 36),
        (("--frame", "32x24"), "32x24", (32, 24), "30", 45),
        (("--frames", "10-12"), "3 frames", (64, 48), "30", 3),
        (("--shot", "part", "--fps", "1"), "1 frame,", (64, 48), "1", 1),
        (("--preset", "ultrafast", "--crf", "30", "--supersample", "2"), "45 frames", (64, 48), "30", 45),
    ],
)
def test_options_shape_the_film_and_the_report_says_so(
    options: tuple[str, ...],
    told: str,
    size: tuple[int, int],
    fps: str,
    count: int,
    scene: Path,
    run: Callable[..., Ran],
) -> None:
    ran = run("export", scene, "film.mp4", *options)
    assert ran.code == 0 and told in ran.out
    (video,) = read_mp4(Path("film.mp4")).videos
    assert (video.size, video.frame_count, video.duration) == (size, count, count / Fraction(fps))


def test_a_scene_with_a_camera_is_seen_at_1280_by_720(scene: Path, run: Callable[..., Ran]) -> None:
    ran = run("export", scene, "film.mp4", "--camera", "spot", "--frames", "0")
    assert ran.code == 0 and "1 frame, 1280x720, 30 fps" in ran.out


def test_the_background_fills_what_the_frame_leaves_and_the_padding(scene: Path, run: Callable[..., Ran]) -> None:
    ran = run("export", scene, "film.mp4", "--size", "127x48", "--background", "#c08040", "--crf", "0", "--frames", "0")
    assert ran.code == 0
    shown = frames_of(Path("film.mp4"))[0].astype(int)
    for x in (2, 20, 105, 127):
        assert np.abs(shown[24, x] - (0xC0, 0x80, 0x40)).max() <= 4, x
    assert np.abs(shown[8, 64] - (135, 206, 235)).max() <= 4


def test_a_skeleton_is_a_scene_of_its_own_in_the_skin_that_is_asked_for(scene: Path, run: Callable[..., Ran]) -> None:
    colors = {}
    for skin in ("default", "rainy"):
        ran = run("export", "nila.json", f"{skin}.mp4", "--skin", skin, "--shot", "walk", "--crf", "5")
        assert ran.code == 0 and "15 frames" in ran.out
        frame = frames_of(Path(f"{skin}.mp4"))[0].astype(int)
        colors[skin] = frame[frame.shape[0] // 2, frame.shape[1] // 2]
    assert colors["default"][1] < 120 < 180 < colors["rainy"][1]  # tomato, then gold


def test_an_existing_film_is_replaced_only_when_asked_and_only_by_a_finished_one(
    scene: Path, refused: Callable[..., list[str]], run: Callable[..., Ran], monkeypatch: pytest.MonkeyPatch
) -> None:
    film = scene.with_name("film.mp4")
    film.write_bytes(b"an older film")
    (line,) = refused("export", scene, film, code=2)
    assert "film.mp4: exists; add --overwrite" in line
    with monkeypatch.context() as patch:
        patch.setenv(FFMPEG_VARIABLE, "no-such-program")
        lines = refused("export", scene, film, "--overwrite", code=3)
        assert "no-such-program" in lines[-1] and "IMAGEIO_FFMPEG_EXE" in lines[-1]
    (line,) = refused("export", scene, film, "--overwrite", "--shot", "none", code=2)
    refused("export", scene.with_name("none.scene.json"), film, "--overwrite", code=1)
    assert film.read_bytes() == b"an older film"
    assert run("export", scene, film, "--overwrite", "--frames", "0").code == 0
    assert read_mp4(film).videos[0].frame_count == 1


@pytest.mark.skipif(os.name == "nt", reason="the stand-in for ffmpeg is a script")
def test_an_encoder_that_dies_is_reported_in_its_own_words_and_leaves_nothing(
    scene: Path, refused: Callable[..., list[str]], names: Callable[[], set[str]], monkeypatch: pytest.MonkeyPatch
) -> None:
    stand_in = scene.with_name("ffmpeg")
    stand_in.write_text(
        '#!/bin/sh\n[ "$1" = -version ] && echo ffmpeg version 7 && exit 0\n'
        'for word; do [ "$word" = -encoders ] && echo " ------" && echo " V....D libx264 H.264" && exit 0; done\n'
        'echo "my disk is on fire" >&2\nexit 9\n'
    )
    stand_in.chmod(0o755)
    monkeypatch.setenv(FFMPEG_VARIABLE, str(stand_in))
    before = names()
    lines = refused("export", scene, "film.mp4", code=3)
    assert "my disk is on fire" in lines[-1] and "code 9" in lines[-1]
    assert names() == before


def test_quiet_says_nothing_and_warnings_are_told_once(scene: Path, run: Callable[..., Ran]) -> None:
    clips = [{"animation": "walk", "start": 0.1 * (n // 2)} for n in range(10)]
    manifest = {
        "actors": [{"id": "n", "bone": "spot", "slot": "place", "skeleton": "nila.json", "clips": {"meet": clips}}]
    }
    write_scene(scene.parent, **manifest)
    ran = run("export", "street.scene.json", "film.mp4")
    warnings = [line for line in ran.err.splitlines() if line.startswith("warning: ")]
    assert ran.code == 0 and len(warnings) == 3 and all("actors[0].clips.meet[" in w for w in warnings)
    assert "2 more warnings: rigbyscene check street.scene.json" in ran.err.splitlines()
    assert run("export", "street.scene.json", "quiet.mp4", "--quiet") == Ran(0, "", "")
    assert run("still", "street.scene.json", "quiet.png", "-q") == Ran(0, "", "")


@pytest.mark.parametrize(
    "name", ["with blanks.mp4", "50%_d.mp4", "-dash.mp4", 'it\'s "so".mp4', "水彩.mp4", "umlaut-ä.MP4", "new\nline.mp4"]
)
def test_odd_names_are_used_to_the_letter(name: str, scene: Path, run: Callable[..., Ran]) -> None:
    if os.name == "nt" and re.search(r'["\n]', name):
        pytest.skip("no file can have that name here")
    folder = scene.parent / "scènes & 場面"
    folder.mkdir()
    odd = write_scene(folder, "[bold]#1.scene.json")
    ran = run("export", "--frames", "0", odd, "--", name)
    assert ran.code == 0, ran
    assert read_mp4(Path(name)).videos[0].frame_count == 1
    assert ran.out.count("\n") == 1 and name.replace("\n", "\\n") in ran.out
    assert run("info", odd).out.startswith(str(odd))


def test_a_film_drawn_by_gl_is_the_film_of_the_cpu_but_for_rounding(scene: Path) -> None:
    pictures = {}
    for renderer in ("cpu", "gl", "auto"):
        ended = run_apart("export", scene, f"{renderer}.mkv", "--size", "97x61", "--fps", "5", "--renderer", renderer)
        if renderer == "gl" and ended.returncode == 3 and "gives no OpenGL" in ended.stderr:
            if os.environ.get("RIGBYSCENE_REQUIRE_GL"):
                raise AssertionError(ended.stderr)
            pytest.skip(f"needs OpenGL 3.3 without a screen: {ended.stderr}")
        assert ended.returncode == 0, ended.stderr
        command = [find_ffmpeg(), "-v", "error", "-i", f"{renderer}.mkv", "-f", "rawvideo", "-pix_fmt", "rgb24", "-"]
        raw = subprocess.run(command, capture_output=True, check=True).stdout
        pictures[renderer] = np.frombuffer(raw, np.uint8).reshape(-1, 61, 97, 3).astype(int)
    assert len(pictures["cpu"]) == 8 and pictures["cpu"].std() > 10
    for renderer in ("gl", "auto"):
        difference = np.abs(pictures[renderer] - pictures["cpu"])
        assert difference.mean() <= 0.5 and (difference.max(axis=-1) <= 3).mean() >= 0.999
