"""`rigbyscene bench`: how long each step of a film of this scene takes on this machine."""

from __future__ import annotations

import json
import math
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path

from rigbyscene.cli import messages
from rigbyscene.cli.opening import check_staging, checked_look, chosen_shots, open_scene, picture_for
from rigbyscene.cli.parsing import Mistakes
from rigbyscene.cli.requests import Look, Staging
from rigbyscene.film.benchmark import Benchmark, Still, run_benchmark
from rigbyscene.film.settings import FilmSettings, film_format
from rigbyscene.film.times import parse_fps


@dataclass(frozen=True, slots=True)
class Bench:
    """What to time, as typed."""

    staging: Staging
    look: Look
    shots: tuple[str, ...]
    fps: str
    seconds: float
    crf: float
    preset: str
    as_json: bool


def bench_scene(request: Bench) -> None:
    """Time the steps and print them. Raises RigbySceneError for whatever stands against it."""
    mistakes = Mistakes()
    check_staging(request.staging, mistakes)
    fps = mistakes.value(Fraction(30), parse_fps, request.fps)
    asked = checked_look(request.look, mistakes)
    is_length = math.isfinite(request.seconds) and request.seconds > 0.0
    found = f"{request.seconds:g} s is no length of film"
    mistakes.require(is_length, "bad-seconds", "--seconds", found, "give seconds above 0")
    settings = FilmSettings(request.crf, request.preset, asked.background[:3])
    mistakes.check(film_format, Path("bench.mp4"), settings)
    mistakes.raise_all()
    scene = open_scene(request.staging, quiet=request.as_json)
    shots = chosen_shots(scene, request.shots)
    scene = scene.framed(shots)
    picture = picture_for(scene, asked)
    still = _still_arguments(request, shots[0].name, picture.size)
    result = run_benchmark(scene, scene.art, shots, picture, fps, settings, request.seconds, still)
    messages.say(json.dumps(result.as_json(), indent=2) if request.as_json else table(request.staging.scene, result))


def _still_arguments(request: Bench, shot: str, size: tuple[int, int]) -> Still:
    skin = () if request.staging.skin is None else ("--skin", request.staging.skin)
    return request.staging.scene, ("--shot", shot, "--size", f"{size[0]}x{size[1]}", *skin, "--quiet")


def table(scene: str, result: Benchmark) -> str:
    """The result as lines of text."""
    width, height = result.size
    rows = [
        ("sampling", result.sampling_us),
        ("draw list", result.draw_list_us),
        ("rasterising", result.rasterising_us),
        ("conversion", result.conversion_us),
        ("encoding alone", result.encoding_us),
    ]
    frames = messages.counted(result.frames, "frame")
    head = f"{scene}: {frames} of {width}x{height}, {result.fps} fps, preset {result.preset}"
    lines = [messages.printable(head), *(f"  {name:<16}{us:>12,.0f} µs a frame" for name, us in rows)]
    lines += [
        f"  {'export':<16}{result.export_fps:>12.1f} frames/s",
        f"  {'encoding alone':<16}{result.encoding_fps:>12.1f} frames/s; the export reaches {result.ratio:.2f} of it",
        f"  {'processor':<16}{result.own_cpu_us:>12,.0f} µs a frame, ffmpeg {result.ffmpeg_cpu_us:,.0f} µs",
    ]
    if result.peak_memory_mb is not None:
        lines.append(f"  {'memory, peak':<16}{result.peak_memory_mb:>12.0f} MB, without ffmpeg")
    if result.first_frame_s is not None:
        lines.append(f"  {'first frame':<16}{result.first_frame_s:>12.2f} s (rigbyscene still, caches warm)")
    return "\n".join(lines)
