"""`rigbyscene play`: a scene in a window."""

from __future__ import annotations

import math
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING

from rigbyscene.cli.opening import check_staging, checked_look, open_scene
from rigbyscene.cli.parsing import Mistakes, one_of
from rigbyscene.cli.requests import Look, Staging
from rigbyscene.film.picture import Picture
from rigbyscene.film.stills import check_still
from rigbyscene.film.times import parse_fps
from rigbyscene.play.choices import OVERLAYS
from rigbyscene.play.watch import WatchedAssets
from rigbyscene.scene.arguments import LOOPS

MOST_SIDE = 8192
"""Pixels. Software GL draws all of 12000, and of 16384 no large triangles; displays have up to 7680."""


if TYPE_CHECKING:
    from rigbyscene.api import Scene


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
    scene = framed_for(request, open_scene(request.staging, quiet=request.quiet, assets=assets))
    from rigbyscene.cli.window import show_window

    show_window(request, scene, assets.stamps, picture, fps)


def framed_for(request: Play, scene: Scene) -> Scene:
    """`scene` as a still or a film of what was asked for frames it: for that shot, or for all where none was named."""
    return scene.framed(None if request.shot is None else [request.shot])


def _checked(request: Play) -> tuple[Picture, Fraction]:
    """All that can be judged before a file is read, with all mistakes in one error."""
    mistakes = Mistakes()
    if request.screenshot is not None:
        inputs = [Path(request.staging.scene)]
        mistakes.check(check_still, request.screenshot, overwrite=request.overwrite, inputs=inputs)
    check_staging(request.staging, mistakes)
    picture = checked_look(request.look, mistakes)
    width, height = picture.size
    found, remedy = f"a window of {width}x{height} pixels cannot be", f"give up to {MOST_SIDE}x{MOST_SIDE}"
    mistakes.require(max(width, height) <= MOST_SIDE, "bad-size", "--size", found, remedy)
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
