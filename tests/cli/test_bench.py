"""`rigbyscene bench`: what it tells belongs together; how large the numbers are is the machine's affair."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from rigbyscene.film.ffmpeg import FFMPEG_VARIABLE, find_ffmpeg
from tests.cli.conftest import Ran

STEPS = ("sampling_us", "draw_list_us", "rasterising_us", "conversion_us", "encoding_us")


def test_the_steps_and_the_whole_are_timed_over_the_same_frames(
    scene: Path, run: Callable[..., Ran], names: Callable[[], set[str]]
) -> None:
    before = names()
    ran = run("bench", scene, "--size", "64x48", "--fps", "20", "--seconds", "0.5", "--preset", "ultrafast", "--json")
    assert ran.code == 0 and ran.err == "" and names() == before
    told = json.loads(ran.out)
    assert (told["frames"], told["size"], told["fps"], told["preset"]) == (10, [64, 48], "20", "ultrafast")
    assert told["encoding_us"] > 0 and told["rasterising_us"] > 0
    assert told["ratio"] == pytest.approx(told["export_fps"] / told["encoding_fps"])
    assert told["encoding_fps"] == pytest.approx(1e6 / told["encoding_us"])
    assert told["first_frame_s"] > 0 and told["peak_memory_mb"] > 0


def test_the_table_tells_each_number_and_its_unit(scene: Path, run: Callable[..., Ran]) -> None:
    ran = run("bench", scene, "--shot", "part", "--size", "32x24", "--seconds", "0.1")
    assert ran.code == 0
    head, *rows = ran.out.splitlines()
    assert head.endswith("street.scene.json: 3 frames of 32x24, 30 fps, preset medium")
    assert [row[:18].strip() for row in rows] == [
        *("sampling", "draw list", "rasterising", "conversion", "encoding alone"),
        *("export", "encoding alone", "processor", "memory, peak", "first frame"),
    ]


def test_what_cannot_be_timed_is_told_at_once(scene: Path, refused: Callable[..., list[str]]) -> None:
    lines = refused("bench", scene, "--seconds", "0", "--fps", "x", "--crf", "99", code=2)
    assert len(lines) == 3 and {"--seconds", "--fps", "--crf"} == {line.split(":")[1].strip() for line in lines}
    assert "did you mean 'meet'" in refused("bench", scene, "--shot", "met", code=2)[0]


def test_a_scene_whose_name_begins_with_a_dash_is_timed_to_the_end(scene: Path, run: Callable[..., Ran]) -> None:
    (scene.parent / "-street.scene.json").write_bytes(scene.read_bytes())
    ran = run("bench", "--size", "32x24", "--seconds", "0.001", "--", "-street.scene.json")
    assert ran.code == 0 and ran.err == ""
    assert ran.out.startswith("-street.scene.json: 1 frame of 32x24") and "first frame" in ran.out


@pytest.mark.skipif(os.name == "nt", reason="needs a program that is a script")
def test_a_still_that_fails_is_told_with_its_own_words(
    scene: Path, refused: Callable[..., list[str]], monkeypatch: pytest.MonkeyPatch
) -> None:
    program = scene.parent / "ffmpeg"
    real = find_ffmpeg()
    program.write_text(
        f"#!{sys.executable}\nimport os, sys\n"
        f"if sys.argv[-1].endswith('alone.mp4'): os.remove({str(scene)!r})  # before a still is made of it\n"
        f"os.execv({real!r}, [{real!r}, *sys.argv[1:]])\n",
        encoding="utf-8",
    )
    program.chmod(0o755)
    monkeypatch.setenv(FFMPEG_VARIABLE, str(program))
    (line,) = refused("bench", scene, "--size", "32x24", "--seconds", "0.1", code=3)
    assert "'rigbyscene still' ended with code 1: error: " in line and "does not exist" in line
