"""Whatever is wrong with an argument from Python is refused with its name, what was found, and what to do."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import rigbyscene
from rigbyscene.film.frames import SceneFrames
from rigbyscene.film.picture import Picture
from rigbyscene.formats.assets import MemoryAssets
from rigbyscene.play import SceneView
from tests.cli.tiny import write_scene

Act = Callable[[Any, rigbyscene.Scene, Path], object]


def frames(scene: rigbyscene.Scene, shots: Any, fps: Any) -> SceneFrames:
    return SceneFrames(scene, scene.art, shots, fps, Picture(size=(8, 6)))


def set_loop(scene: rigbyscene.Scene, loop: Any) -> None:
    rigbyscene.ScenePlayer(scene).loop = loop


MISTAKES: dict[str, tuple[Act, list[str]]] = {
    "art": (lambda r, s, f: r.load_scene(f, art="foo"), ["art", "'foo'", "'strict', 'lenient', 'none'"]),
    "art of a skeleton": (lambda r, s, f: r.load_skeleton(f, art="Strict"), ["art", "did you mean 'strict'?"]),
    "crossfade": (lambda r, s, f: r.load_scene(f, crossfade="Smooth"), ["crossfade", "did you mean 'smooth'?"]),
    "settle_s": (lambda r, s, f: r.load_scene(f, settle_s=-1), ["settle_s", "-1", "give 0"]),
    "camera": (lambda r, s, f: r.load_scene(f, camera="sopt"), ["sopt", "did you mean 'spot'?"]),
    "assets": (lambda r, s, f: r.load_scene(f, assets={"a": b""}), ["assets", "dict", "MemoryAssets"]),
    "a skin": (
        lambda r, s, f: r.load_scene(f.parent / "nila.json", skin="rany"),
        ["skin", "'rany'", "did you mean 'rainy'?"],
    ),
    "fit": (lambda r, s, f: s.render("meet", 0, fit="stretch"), ["fit", "'stretch'", "'contain', 'cover', 'fill'"]),
    "a colour of two": (lambda r, s, f: s.render("meet", 0, background=(255, 0)), ["background", "(255, 0)"]),
    "a colour out of range": (lambda r, s, f: s.render("meet", 0, background=(256, 0, 0)), ["background", "0 to 255"]),
    "a colour's name": (lambda r, s, f: s.render("meet", 0, background="teeal"), ["background", "'teal'"]),
    "one number for a size": (lambda r, s, f: s.render("meet", 0, size=64), ["size", "64", "(1280, 720)"]),
    "half a pixel": (lambda r, s, f: s.render("meet", 0, size=(64.5, 48)), ["size", "64.5", "whole numbers"]),
    "a size as text": (lambda r, s, f: s.render("meet", 0, size="64x48"), ["size", "'64x48'"]),
    "one number for a frame": (lambda r, s, f: s.render("meet", 0, frame=400), ["frame", "400"]),
    "a frame of nothing": (lambda r, s, f: s.render("meet", 0, frame=(0, 4)), ["frame", "above 0"]),
    "threads": (lambda r, s, f: s.render("meet", 0, threads=0), ["threads", "0"]),
    "supersample": (lambda r, s, f: s.render("meet", 0, supersample=0), ["supersample", "0"]),
    "a shot by number": (lambda r, s, f: s.render(0, 1), ["no shot 0", "meet, part"]),
    "a moment": (lambda r, s, f: s.render("meet", float("nan")), ["time", "nan"]),
    "one name for shots": (lambda r, s, f: r.ScenePlayer(s, shots="meet"), ["shots", "'meet'", "['meet']"]),
    "one name for shots to frame": (lambda r, s, f: s.framed("meet"), ["shots", "['meet']"]),
    "what follows": (lambda r, s, f: set_loop(s, "yes"), ["loop", "'yes'", "'none', 'shot', 'all'"]),
    "a player's fit": (lambda r, s, f: r.ScenePlayer(s).render((8, 6), fit="fil"), ["fit", "did you mean 'fill'?"]),
    "a view's fit": (lambda r, s, f: SceneView(r.ScenePlayer(s), fit="fil"), ["fit", "did you mean 'fill'?"]),
    "a rate": (lambda r, s, f: frames(s, ["meet"], "fast"), ["fps", "'fast'", "30000/1001"]),
    "one name for a film's shots": (lambda r, s, f: frames(s, "meet", 4), ["shots", "['meet']"]),
    "a film's shot": (lambda r, s, f: frames(s, ["meat"], 4), ["'meat'", "did you mean 'meet'?"]),
    "an animation": (
        lambda r, s, f: r.load_skeleton(f.parent / "nila.json").skeleton.animation("wlak"),
        ["no animation 'wlak'", "walk, wave", "did you mean 'walk'?"],
    ),
    "a skeleton's skin": (
        lambda r, s, f: r.load_skeleton(f.parent / "nila.json").skeleton.skin("rany"),
        ["no skin 'rany'", "did you mean 'rainy'?"],
    ),
}


@pytest.mark.parametrize("mistake", MISTAKES)
def test_a_mistake_is_refused_with_what_to_do_about_it(mistake: str, tmp_path: Path) -> None:
    path = write_scene(tmp_path)
    act, told = MISTAKES[mistake]
    with pytest.raises(rigbyscene.RigbySceneError) as refused:
        act(rigbyscene, rigbyscene.load_scene(path), path)
    (diagnostic,) = refused.value.diagnostics
    for words in told:
        assert words in str(diagnostic)


def test_colours_and_rates_are_taken_in_every_form_that_people_write(tmp_path: Path) -> None:
    scene = rigbyscene.load_scene(write_scene(tmp_path))
    wide = {"shot": "meet", "t": 0.0, "size": (96, 48)}  # with background at the sides
    expected = scene.render(**wide, background="#ff8000")  # type: ignore[arg-type]
    for color in ((255, 128, 0), (255, 128, 0, 255), [255, 128, 0], np.array([255, 128, 0]), "rgba(255, 128, 0, 1.0)"):
        assert np.array_equal(scene.render(**wide, background=color), expected)  # type: ignore[arg-type]
    half = scene.render(**wide, background="rgba(255, 128, 0, .5)")[0, 0]  # type: ignore[arg-type]
    assert np.abs(half.astype(int) - (255, 128, 0, 128)).max() <= 1
    assert frames(scene, ["meet"], 29.97).fps == Fraction(30000, 1001)


def test_anything_that_answers_a_loaders_questions_serves_as_assets(tmp_path: Path) -> None:
    path = write_scene(tmp_path)
    files = {p.relative_to(tmp_path).as_posix(): p.read_bytes() for p in tmp_path.rglob("*.*")}
    scene = rigbyscene.load_scene("street.scene.json", assets=MemoryAssets(files))
    assert np.array_equal(scene.render("meet", 0.5), rigbyscene.load_scene(path).render("meet", 0.5))
