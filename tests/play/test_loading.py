"""Loading beside a running game: the same scene, sent to the card in pieces, and Python left as it was."""

from __future__ import annotations

import gc
import json
import os
import subprocess
import sys
import threading
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from rigbyscene import BadFileError, Scene, ScenePlayer, load_in_background, load_scene
from rigbyscene.draw.gl import GlRenderer
from rigbyscene.draw.gl_context import gl_functions
from rigbyscene.draw.renderer import SceneArt
from rigbyscene.formats.assets import MemoryAssets
from rigbyscene.formats.packed import ResolverAssets
from rigbyscene.play import SceneLoader, SceneView, loading
from tests.conftest import REPOSITORY
from tests.draw.gl_helpers import Canvas, difference, objects_there
from tests.play.conftest import SIZE
from tests.play.little import little_files, little_scene

FOXFIRE = REPOSITORY / "examples" / "foxfire" / "foxfire.scene.json"


def textures() -> int:
    return sum(kind == "Texture" for kind, _ in objects_there(gl_functions()))


@pytest.fixture(scope="module")
def foxfire() -> tuple[Scene, SceneArt]:
    scene = load_scene(FOXFIRE)
    return scene, scene.art


def test_a_game_goes_on_while_its_scene_is_loaded_on_another_thread(window: Any) -> None:
    files, may_go_on = little_files(), threading.Event()
    threads = set()

    def resolve(path: str) -> bytes | None:
        threads.add(threading.get_ident())
        may_go_on.wait(60)
        return files.get(path)

    with load_in_background("little.scene.json", assets=ResolverAssets(resolve)) as loader:
        assert [loader.step() for _ in range(100)] == [False] * 100 and loader.stage in ("compiling", "loading")
        with pytest.raises(RuntimeError, match=r"it is (loading|compiling)"):
            loader.scene  # noqa: B018 - it must not be there yet
        may_go_on.set()
        scene = loader.wait()
        assert loader.stage == "ready" and loader.step() and threading.get_ident() not in threads
    assert np.array_equal(scene.render("meet", 0.4), little_scene().render("meet", 0.4))


def test_pictures_are_sent_in_pieces_and_once(window: Any, foxfire: tuple[Scene, SceneArt]) -> None:
    before = textures()
    with SceneLoader(lambda: foxfire) as loader:
        steps = 1
        while not loader.step(0.0):
            steps += loader.stage == "uploading"
        assert steps > 50 and textures() == before + 1
        player = ScenePlayer(loader.scene)
        view = SceneView(player)
        view.prepare()
        assert textures() == before + 1
    assert textures() == before + 1, "the view goes on using what the loader has given up"
    player.seek(8.2, "foxfire")
    with Canvas(gl_functions(), SIZE) as canvas:
        gl_functions().glViewport(0, 0, *SIZE)
        view.draw()
        mean, share = difference(canvas.pixels(), player.render(SIZE, background="black", premultiplied=True))
    view.close()
    assert mean <= 0.5 and share <= 0.001 and textures() == before


def test_who_needs_the_pictures_before_all_are_sent_sends_the_rest(
    window: Any, foxfire: tuple[Scene, SceneArt]
) -> None:
    before = textures()
    player = ScenePlayer(foxfire[0])
    player.seek(8.2, "foxfire")
    with SceneLoader(lambda: foxfire) as loader:
        while loader.stage != "uploading":
            loader.step(0.0)
        with GlRenderer(foxfire[1].art) as renderer:
            to_pixels = np.array([0.25, 0.0, 0.0, -0.25, 160.0, 90.0])
            with Canvas(gl_functions(), SIZE) as canvas:
                renderer.draw(player.draw_list(), to_pixels, SIZE)
                early = canvas.pixels()
            loader.wait()
            with Canvas(gl_functions(), SIZE) as canvas:
                renderer.draw(player.draw_list(), to_pixels, SIZE)
                assert np.array_equal(canvas.pixels(), early) and early[..., :3].any()
    assert textures() == before


def test_what_is_wrong_with_the_files_is_told_where_the_game_waits(window: Any) -> None:
    files = little_files()
    del files["hero.json"], files["images/sky.png"]
    loader = load_in_background("little.scene.json", assets=MemoryAssets(files))
    for _ in range(2):
        with pytest.raises(BadFileError) as refused:
            loader.wait()
        assert {d.code for d in refused.value.diagnostics} >= {"missing-file"} and len(refused.value.diagnostics) > 1
        with pytest.raises(BadFileError):
            loader.step()
    assert loader.stage == "failed"


def test_a_broken_picture_is_told_there_too() -> None:
    files = little_files() | {"images/sky.png": little_files()["images/sky.png"][:40]}
    with pytest.raises(BadFileError, match=r"sky\.png"):
        load_in_background("little.scene.json", gl=False, assets=MemoryAssets(files)).wait()


def test_without_gl_nothing_is_sent_anywhere() -> None:
    loader = load_in_background("little.scene.json", gl=False, assets=MemoryAssets(little_files()))
    scene = loader.wait()
    assert np.array_equal(scene.render("meet", 0.4), little_scene().render("meet", 0.4))


def test_a_first_start_on_a_machine_says_that_it_compiles(monkeypatch: pytest.MonkeyPatch) -> None:
    compiled, may_load = threading.Event(), threading.Event()

    def load() -> Any:
        may_load.wait(60)
        scene = little_scene()
        return scene, scene.art

    monkeypatch.setattr(loading, "kernels_are_missing", lambda: True)
    monkeypatch.setattr(loading, "compile_elsewhere", lambda: compiled.wait(60))
    loader = SceneLoader(load, gl=False)
    assert not loader.step() and loader.stage == "compiling"
    compiled.set()
    while loader.stage == "compiling":
        assert not loader.step()
    assert loader.stage == "loading"
    may_load.set()
    loader.wait()
    assert loader.stage == "ready"


def test_python_is_left_as_it_was_however_loaders_overlap_and_end() -> None:
    before = sys.getswitchinterval(), gc.isenabled()
    gates = [threading.Event() for _ in range(3)]

    def gated(number: int) -> Any:
        def load() -> Any:
            gates[number].wait(60)
            if number == 1:
                raise ValueError("no scene")
            scene = little_scene()
            return scene, scene.art

        return load

    loaders = [SceneLoader(gated(number), gl=False) for number in range(3)]
    for number in (1, 0, 2):
        gates[number].set()
        if number == 1:
            with pytest.raises(ValueError, match="no scene"):
                loaders[number].wait()
        else:
            loaders[number].wait()
    assert (sys.getswitchinterval(), gc.isenabled()) == before


_TOUCHED = """
import gc, json, sys
import numpy as np
from numba.core.dispatcher import Dispatcher
from rigbyscene.play.warm import compile_kernels

def compiled():
    ours = [d for d in gc.get_objects() if isinstance(d, Dispatcher) and d.py_func.__module__.startswith("rigbyscene.")]
    return {f"{d.py_func.__module__}.{d.py_func.__qualname__}{s}" for d in ours for s in d.signatures}

compile_kernels()
before = compiled()
from rigbyscene import ScenePlayer, load_in_background
scene = load_in_background(sys.argv[1], gl=False).wait()
player = ScenePlayer(scene)
for shot in scene.shots:
    player.seek(shot.duration / 2, shot.name)
    player.render((64, 36))
print(json.dumps([len(before), sorted(compiled() - before)]))
"""


def test_a_scene_meets_no_kernel_that_was_not_compiled_before_it() -> None:
    """What `python -m rigbyscene.play.warm` compiles in its own process is all that a game would stand still for."""
    answer = subprocess.run(
        [sys.executable, "-c", _TOUCHED, str(FOXFIRE)], capture_output=True, text=True, check=True, cwd=REPOSITORY
    )
    count, missed = json.loads(answer.stdout)
    assert count > 10 and missed == []


@pytest.mark.parametrize(("options", "status"), [(["--help"], 0), (["--hlep"], 2), (["scene.json"], 2)])
def test_whoever_asks_what_warming_is_waits_for_no_compilation(tmp_path: Path, options: list[str], status: int) -> None:
    answer = subprocess.run(
        [sys.executable, "-m", "rigbyscene.play.warm", *options],
        cwd=REPOSITORY,
        env={**os.environ, "RIGBYSCENE_CACHE": str(tmp_path / "kernels")},
        capture_output=True,
        text=True,
        check=False,
    )
    assert answer.returncode == status and "usage: python -m rigbyscene.play.warm [-h]" in answer.stdout + answer.stderr
    assert not list(tmp_path.rglob("*.nbi"))
    if status == 0:
        assert "RIGBYSCENE_CACHE" in answer.stdout
