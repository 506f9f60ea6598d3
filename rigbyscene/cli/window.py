"""The window of `rigbyscene play`, once its scene is open; see `play` for what can be asked of it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from rigbyscene.api import Scene
from rigbyscene.cli import messages
from rigbyscene.cli.opening import chosen_shots, files_of, open_scene
from rigbyscene.cli.play import Play, framed_for
from rigbyscene.film.picture import Picture
from rigbyscene.film.sound import SoundFolders
from rigbyscene.film.stills import write_still
from rigbyscene.formats.assets import base_name
from rigbyscene.play.controls import Controls
from rigbyscene.play.desk import Desk
from rigbyscene.play.opening import open_window, play_in
from rigbyscene.play.viewport import View
from rigbyscene.play.watch import Loaded, Stamp, WatchedAssets, Watcher
from rigbyscene.scene.arguments import LOOPS
from rigbyscene.scene.events import STAGE, SceneEvent
from rigbyscene.scene.player import Player

_DEFAULT_SIZE = (1280, 720)


def show_window(request: Play, scene: Scene, stamps: Mapping[str, Stamp], picture: Picture, fps: Fraction) -> None:
    """Open the window on `scene` and stay until it is closed, or for the one picture of a screenshot.

    `stamps` are those of the files that the scene was read from; `picture` and `fps` what `request` asks for, judged.
    Raises RigbySceneError for whatever stands against it.
    """
    controls = controls_for(request, scene, picture, fps)
    size = picture.size if picture.size != (0, 0) else _DEFAULT_SIZE
    system_window = open_window(f"{base_name(scene.name)} - rigbyscene", size)  # while pages are being decoded

    def load_again(assets: WatchedAssets) -> Loaded:
        return loaded_for_window(framed_for(request, open_scene(request.staging, quiet=True, assets=assets)))

    try:
        loaded = loaded_for_window(scene)
    except BaseException:
        system_window.close()
        raise
    window = play_in(
        system_window,
        loaded,
        Desk(controls),
        frame=picture.frame,
        background=picture.background,
        watcher=None if request.screenshot else Watcher(load_again, stamps),
        write_still=lambda pixels, shot, t: save_still(scene, pixels, shot, t),
        full_screen=request.full_screen,
    )
    try:
        if request.screenshot is None:
            window.run()
            return
        pixels = window.first_picture()
    finally:
        window.close()
    path = write_still(pixels, request.screenshot, overwrite=request.overwrite, inputs=files_of(scene))
    if not request.quiet:
        height, width = pixels.shape[:2]
        made = f"{width}x{height}, {messages.bytes_of(path.stat().st_size)}"
        messages.say(messages.printable(f"{request.screenshot}: the window, {made}"))


def loaded_for_window(scene: Scene) -> Loaded:
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


def controls_for(request: Play, scene: Scene, picture: Picture, fps: Fraction) -> Controls:
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


def save_still(scene: Scene, pixels: NDArray[np.uint8], shot: str, t: float) -> str:
    """Write a still beside the user, under a name that is free."""
    word = "".join(c if c.isalnum() or c in "-_" else "_" for c in shot)
    stem = f"{Path(scene.name).name.partition('.')[0]}-{word}-{t:.3f}"
    number = 1
    while True:
        name = f"{stem}.png" if number == 1 else f"{stem}-{number}.png"
        if not Path(name).exists():
            return write_still(pixels, name, inputs=files_of(scene)).name
        number += 1
