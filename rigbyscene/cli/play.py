"""`rigbyscene play`: a scene in a window."""

from __future__ import annotations

import math
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from rigbyscene import warmup
from rigbyscene.api import Scene, load_scene
from rigbyscene.cli import messages
from rigbyscene.cli.opening import check_staging, checked_look, chosen_shots, files_of, remark_on_skins
from rigbyscene.cli.parsing import Mistakes, one_of
from rigbyscene.cli.requests import Look, Staging
from rigbyscene.errors import UsageError
from rigbyscene.film.picture import Picture
from rigbyscene.film.sound import SoundFolders
from rigbyscene.film.stills import check_still, write_still
from rigbyscene.film.times import parse_fps
from rigbyscene.play.controls import LOOPS, OVERLAYS, Controls
from rigbyscene.play.desk import Desk
from rigbyscene.play.opening import open_window, reach_display
from rigbyscene.play.viewport import View
from rigbyscene.play.watch import Loaded, WatchedAssets, Watcher
from rigbyscene.scene.events import STAGE, SceneEvent
from rigbyscene.scene.player import Player

_DEFAULT_SIZE = (1280, 720)


@dataclass(frozen=True, slots=True)
class Play:
    """A window on a scene: where it starts, how it looks. `screenshot` is a file to write instead of staying open."""

    staging: Staging
    look: Look
    shot: str | None = None
    time_s: float = 0.0
    fps: str = "30"
    loop: str = "shot"
    speed: float = 1.0
    paused: bool = False
    overlays: tuple[str, ...] = ()
    full_screen: bool = False
    screenshot: str | None = None
    overwrite: bool = False
    quiet: bool = False


def play_scene(request: Play) -> None:
    """Open the window and stay until it is closed. Raises RigbySceneError for whatever stands against it."""
    picture, fps = _checked(request)
    assets = WatchedAssets()
    with warmup.Helper():
        scene = _open(request.staging, assets)
        with ThreadPoolExecutor(1) as other:
            decoding = other.submit(_loaded, scene)
            reach_display()
            loaded = decoding.result()
    if not request.quiet:
        messages.remark_on_warnings(scene.files.diagnostics, request.staging.scene)
        remark_on_skins(scene)
    controls = _controls(request, scene, picture, fps)
    watcher = Watcher(lambda again: _loaded(_open(request.staging, again)), assets.stamps)
    window = open_window(
        loaded,
        Desk(controls),
        size=picture.size if picture.size != (0, 0) else _DEFAULT_SIZE,
        frame=picture.frame,
        background=picture.background,
        watcher=None if request.screenshot else watcher,
        write_still=lambda pixels, shot, t: _save_still(scene, pixels, shot, t),
    )
    try:
        if request.full_screen:
            window.desk.act("full screen")
        if request.screenshot is None:
            window.run()
            return
        window.window.dispatch_events()
        pixels = window.picture()
        window.window.flip()
    finally:
        window.close()
    path = write_still(pixels, request.screenshot, overwrite=request.overwrite, inputs=files_of(scene))
    if not request.quiet:
        height, width = pixels.shape[:2]
        made = f"{width}x{height}, {messages.bytes_of(path.stat().st_size)}"
        messages.say(messages.printable(f"{request.screenshot}: the window, {made}"))


def _checked(request: Play) -> tuple[Picture, Fraction]:
    """All that can be judged before a file is read, with all mistakes in one error."""
    mistakes = Mistakes()
    if request.screenshot is not None:
        inputs = [Path(request.staging.scene)]
        mistakes.check(check_still, request.screenshot, overwrite=request.overwrite, inputs=inputs)
    check_staging(request.staging, mistakes)
    picture = checked_look(request.look, mistakes)
    fps = mistakes.value(Fraction(30), parse_fps, request.fps)
    t, speed = request.time_s, request.speed
    is_time = math.isfinite(t) and t >= 0.0
    mistakes.require(is_time, "bad-time", "--time", f"{t:g} s is no moment of a shot", "give seconds from 0 up")
    is_speed = math.isfinite(speed) and 0.0 < speed <= 100.0
    mistakes.require(is_speed, "bad-speed", "--speed", f"a speed of {speed:g} cannot be", "give more than 0, up to 100")
    mistakes.check(one_of, request.loop, LOOPS, "--loop")
    for name in request.overlays:
        mistakes.check(one_of, name, OVERLAYS, "--overlay")
    mistakes.raise_all()
    return picture, fps


def _open(staging: Staging, assets: WatchedAssets) -> Scene:
    scene = load_scene(
        staging.scene,
        assets=assets,
        camera=staging.camera,
        crossfade="smooth" if staging.crossfade == "smooth" else "reference",
        skin=staging.skin,
        settle_s=staging.settle_s,
    )
    if staging.skin is not None and not scene.is_lone_skeleton:
        found = "a scene's actors wear the skins that the scene file gives them"
        raise UsageError.single("bad-skin", staging.scene, "--skin", found, "leave the option out, or name a skeleton")
    return scene.framed()


def _loaded(scene: Scene) -> Loaded:
    return Loaded(scene, scene.art, _sound_finder(scene))


def _sound_finder(scene: Scene) -> Callable[[SceneEvent], str | None]:
    """Where films look for the sounds of events, the window does, too."""
    skeletons = {STAGE: scene.files.stage}
    skeletons |= {m.actor.id: files for m, files in zip(scene.cast, scene.files.actors, strict=True)}
    folders = SoundFolders()

    def find(event: SceneEvent) -> str | None:
        found = folders.find(event.audio, skeletons[event.source]) if event.audio else None
        return None if found is None else found.path

    return find


def _controls(request: Play, scene: Scene, picture: Picture, fps: Fraction) -> Controls:
    shot = chosen_shots(scene, () if request.shot is None else (request.shot,))[0]
    player = Player(scene)
    player.play(shot.name)
    if request.time_s > 0.0:
        player.seek(request.time_s)
    player.playing = not (request.paused or request.screenshot)
    player.speed = request.speed
    player.loop = next(loop for loop in LOOPS if loop == request.loop)
    controls = Controls(player, fps=fps, view=View(picture.fit))
    controls.overlays |= set(request.overlays)
    return controls


def _save_still(scene: Scene, pixels: NDArray[np.uint8], shot: str, t: float) -> str:
    """Write a still beside the user, under a name that is free."""
    word = "".join(c if c.isalnum() or c in "-_" else "_" for c in shot)
    stem = f"{Path(scene.name).name.partition('.')[0]}-{word}-{t:.3f}"
    number = 1
    while True:
        name = f"{stem}.png" if number == 1 else f"{stem}-{number}.png"
        if not Path(name).exists():
            return write_still(pixels, name, inputs=files_of(scene)).name
        number += 1
