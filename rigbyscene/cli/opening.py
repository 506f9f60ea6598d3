"""Opening what a command works on: the scene, its warnings told once, what was asked for checked against it."""

from __future__ import annotations

import math
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from rigbyscene.cli import messages
from rigbyscene.cli.parsing import Mistakes, one_of, parse_frame, parse_size
from rigbyscene.cli.requests import Look, Staging
from rigbyscene.draw.colors import BLACK, parse_background
from rigbyscene.draw.decoding import Decoding
from rigbyscene.errors import BadFileError, Severity, UsageError
from rigbyscene.film.picture import Picture
from rigbyscene.formats.assets import Assets
from rigbyscene.formats.load import Art, load_files
from rigbyscene.scene.arguments import MOST_SETTLE_S
from rigbyscene.scene.camera import Fit

if TYPE_CHECKING:
    from rigbyscene.api import Scene
    from rigbyscene.draw.gl_scene import RendererChoice
    from rigbyscene.scene.scene import Scene as PosedScene
    from rigbyscene.scene.scene import Shot

CROSSFADES = ("reference", "smooth")
RENDERERS: tuple[RendererChoice, ...] = ("cpu", "gl", "auto")
MOST_THREADS = 256
MOST_TIME_S = 36_000.0
"""Of ``--time``; a still of the last moment takes about a minute where something swings."""
_SHOWN_SKINS = 6


def check_staging(staging: Staging, mistakes: Mistakes) -> None:
    """What can be said of `staging` before its files are read."""
    mistakes.check(one_of, staging.crossfade, CROSSFADES, "--crossfade")
    remedy = f"give 0 to {MOST_SETTLE_S:.0f} seconds"
    settles = 0.0 <= staging.settle_s <= MOST_SETTLE_S
    mistakes.require(settles, "bad-settle", "--settle", f"settling for {staging.settle_s:g} s cannot be", remedy)


def check_time(time_s: float, mistakes: Mistakes) -> None:
    """That `time_s` is a moment that can be reached: what swings is followed there from the shot's first frame."""
    found = f"{time_s:g} s is no moment of a shot"
    is_time = 0.0 <= time_s <= MOST_TIME_S
    mistakes.require(is_time, "bad-time", "--time", found, f"give 0 to {MOST_TIME_S:.0f} seconds")


def checked_look(look: Look, mistakes: Mistakes, *, background: str = "black", supersample: int = 1) -> Picture:
    """The picture that `look` asks for; a size that is left to the scene is (0, 0).

    `background` and `supersample` hold where `look` leaves them open.
    """
    size = (0, 0) if look.size is None else mistakes.value((0, 0), parse_size, look.size)
    frame = None if look.frame is None else mistakes.value((1.0, 1.0), parse_frame, look.frame)
    fit = Fit(mistakes.value(Fit.CONTAIN.value, one_of, look.fit, [f.value for f in Fit], "--fit"))
    color = mistakes.value(BLACK, parse_background, background if look.background is None else look.background)
    n, threads = supersample if look.supersample is None else look.supersample, look.threads
    found = f"{n} x {n} samples a pixel cannot be"
    mistakes.require(1 <= n <= 16, "bad-supersample", "--supersample", found, "give 1 (off) to 16")
    found = f"drawing on {threads} threads cannot be"
    is_number = threads is None or 1 <= threads <= MOST_THREADS
    mistakes.require(is_number, "bad-threads", "--threads", found, f"give 1 to {MOST_THREADS}")
    mistakes.check(one_of, look.renderer, RENDERERS, "--renderer")
    return Picture(size, frame, fit, color, n, threads)


def open_scene(
    staging: Staging,
    *,
    quiet: bool = False,
    art: Art = "strict",
    assets: Assets | None = None,
    films: bool = False,
) -> Scene:
    """The scene, or the skeleton as a scene of its own, about to be drawn. Its warnings are told, unless `quiet`.

    `art` ``"none"`` is for what needs no pictures, and `assets` are read from, as in `load_scene`; `films` says that
    films will be made.

    Raises BadFileError for files that cannot be used, UsageError for a camera or a skin that does not exist.
    """
    try:
        files = load_files(staging.scene, art=art, assets=assets, camera=staging.camera)
    except BadFileError as refusal:
        raise _blame_of_camera(refusal) or refusal from None
    decoding = Decoding([files.stage, *files.actors]) if art != "none" else None

    # numba and all that poses and draws takes a quarter of a second to import, while the pages are being decoded
    from rigbyscene import warmup
    from rigbyscene.api import Scene

    try:
        with warmup.Helper(films=films):  # on a new machine: compiles what draws, this process what poses
            scene = Scene(
                files,
                camera=staging.camera,
                crossfade="smooth" if staging.crossfade == "smooth" else "reference",
                skin=staging.skin,
                settle_s=staging.settle_s,
                decoding=decoding,
            )
    except BaseException:
        if decoding is not None:
            decoding.give_up()
        raise
    if staging.skin is not None and not scene.is_lone_skeleton:
        found = "a scene's actors wear the skins that the scene file gives them"
        raise UsageError.single("bad-skin", staging.scene, "--skin", found, "leave the option out, or name a skeleton")
    if art != "none":
        scene.prepare_art()
    if not quiet:
        messages.remark_on_warnings(scene.files.diagnostics, staging.scene)
        if art != "none":
            remark_on_skins(scene)
    return scene


def remark_on_skins(scene: Scene) -> None:
    """Say so where a skeleton is drawn in its default skin and has others: that often holds next to nothing."""
    others = [skin.name for skin in scene.stage.skeleton.skins if skin.name != "default"]
    if not (scene.is_lone_skeleton and scene.stage_skin is None and others):
        return
    named = ", ".join(others[:_SHOWN_SKINS])
    if len(others) > _SHOWN_SKINS:
        named += f" … ({len(others)} skins: rigbyscene info)"
    messages.tell(messages.printable(f"{scene.name}: drawn in the default skin; --skin chooses another: {named}"))


def _blame_of_camera(refusal: BadFileError) -> UsageError | None:
    """The same as a mistake of the request, where nothing but the camera that was asked for is wrong."""
    errors = [d for d in refusal.diagnostics if d.severity is Severity.ERROR]
    if [(d.code, d.place) for d in errors] != [("unknown-bone", "")]:
        return None
    return UsageError([replace(errors[0], place="--camera")])


def picture_for(scene: Scene, picture: Picture) -> Picture:
    """`picture` with a size: the frame in whole pixels, one a unit, where none was asked for. Raises UsageError."""
    if picture.size != (0, 0):
        return picture
    width, height = picture.frame or scene.frame
    if not (0.5 <= width < 1e6 and 0.5 <= height < 1e6):
        whose = "the scene's own frame" if picture.frame is None else "a frame"
        found = f"{whose} of {width:g} x {height:g} units is no size for a picture"
        raise UsageError.single("no-size", scene.name, "", found, "give --size, and --frame for what it shows")
    return replace(picture, size=(math.ceil(width - 1e-6), math.ceil(height - 1e-6)))  # as Scene.default_size


def chosen_shots(scene: PosedScene, names: tuple[str, ...]) -> tuple[Shot, ...]:
    """The shots called `names`, or all. Raises one UsageError for all unknown ones, or where there is no shot."""
    if not scene.shots:
        found = "the stage has no animations, so the scene has no shots"
        raise UsageError.single("no-shots", scene.name, "", found, "give the stage an animation in the editor")
    mistakes = Mistakes()
    shots = tuple(mistakes.value(scene.shots[0], scene.shot, name) for name in names)
    mistakes.raise_all()
    return shots or scene.shots


def files_of(scene: Scene) -> list[Path]:
    """Every file that the scene is made from; outputs never replace one of them."""
    return list(scene.source_files)
