"""What `import rigbyscene` offers: scenes and skeletons that load, sample, draw and play."""

from __future__ import annotations

import copy
import functools
import math
import os
from collections.abc import Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import replace
from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING, Any, Self, get_args

import numpy as np
from numpy.typing import NDArray

from rigbyscene.draw.colors import TRANSPARENT, Rgba, checked_color
from rigbyscene.draw.cpu import to_straight
from rigbyscene.draw.decoding import Decoding
from rigbyscene.draw.drawlist import DrawList
from rigbyscene.draw.framing import room_of
from rigbyscene.draw.pictures import Pictures
from rigbyscene.draw.renderer import SceneArt, SceneRenderer
from rigbyscene.errors import UsageError
from rigbyscene.formats.assets import Assets
from rigbyscene.formats.load import Art, SceneFiles, SkeletonFiles, load_files, load_skeleton_files
from rigbyscene.play.loading import SceneLoader
from rigbyscene.play.player import PicturePlayer
from rigbyscene.scene.arguments import checked_choice, checked_names
from rigbyscene.scene.camera import Fit, checked_fit, checked_frame, checked_size, picture_map
from rigbyscene.scene.sample import SceneSample
from rigbyscene.scene.scene import Crossfade, Shot
from rigbyscene.scene.scene import Scene as PosedScene

if TYPE_CHECKING:
    from rigbyscene.film.export import FilmReport
    from rigbyscene.film.progress import ProgressCallback
    from rigbyscene.film.settings import FilmSettings


class Scene(PosedScene):
    """A scene with its files and pictures: what `load_scene` returns.

    Beside `shots`, `sample(shot, t)` and `events(shot, t0, t1)` it draws: `render(shot, t)` and `draw_list(sample)`.
    Pictures are decoded when first needed.
    """

    def __init__(
        self,
        files: SceneFiles,
        *,
        camera: str | None = None,
        crossfade: Crossfade = "reference",
        skin: str | None = None,
        settle_s: float = 1.0,
        decoding: Decoding | None = None,
    ):
        """See `load_scene`. `decoding` is that of the stage and the actors, where it has begun already."""
        self.files = files
        self._decoding = decoding
        self._preparing: tuple[int, Future[SceneArt] | None] = (0, None)
        self._is_framed = False
        self._whole: Scene | None = None
        super().__init__(
            files.manifest,
            files.stage.skeleton,
            [a.skeleton for a in files.actors],
            name=files.path,
            camera=camera,
            crossfade=crossfade,
            stage_skin=skin,
            settle_s=settle_s,
        )

    @functools.cached_property
    def art(self) -> SceneArt:
        """The pictures of the whole scene, decoded. BadFileError if one is missing or broken."""
        process, preparing = self._preparing
        # threads stay behind in a fork
        return self._made_art() if preparing is None or process != os.getpid() else preparing.result()

    def prepare_art(self) -> None:
        """Begin to make `art` on another thread, for those who will need it and have something else to do first."""
        if self._preparing[1] is None and "art" not in self.__dict__:
            with_one = ThreadPoolExecutor(1, thread_name_prefix="rigbyscene-art")
            self._preparing = (os.getpid(), with_one.submit(self._made_art))
            with_one.shutdown(wait=False)

    def _made_art(self) -> SceneArt:
        cast = [(self.stage, self.files.stage)]
        cast += [(m.rig, f) for m, f in zip(self.cast, self.files.actors, strict=True)]
        decoding, self._decoding = self._decoding, None  # it holds decoded pages, which the art keeps in its own form
        return SceneArt(cast, decoding)

    @property
    def pictures(self) -> Pictures:
        """The pictures that draw lists speak of, for a renderer of your own. BadFileError as `art`."""
        return Pictures(self.art.art)

    @property
    def is_lone_skeleton(self) -> bool:
        """Whether the file that was opened is a skeleton, not a manifest."""
        return self.files.stage.path == self.files.path

    def framed(self, shots: Sequence[str | Shot] | None = None) -> Self:
        """This scene with a default frame from which nothing that `shots` (None: all) draw goes out.

        That is for a skeleton on its own: its setup bounds grow to hold its animations. A scene, and a skeleton with a
        camera bone, have a frame of their own and are returned as they are. It looks at 60 moments of each second of
        the shots (at most 1500), which takes up to a second. Raises UsageError for an unknown shot, BadFileError for
        pictures that cannot be read.
        """
        checked_names(shots, "shots", self.name)
        chosen = self.shots if shots is None else tuple(self.shot(name) for name in shots)
        if self._has_own_frame:
            return self
        bounds = room_of(self, self.art, chosen)
        framed = copy.copy(self)
        framed.bounds = bounds
        framed.frame = (bounds.width, bounds.height)
        framed._is_framed = True
        framed._whole = None
        return framed

    @property
    def _has_own_frame(self) -> bool:
        return not self.is_lone_skeleton or self.camera >= 0

    def _seen_whole(self) -> Scene:
        """What `render` draws: this scene, with a frame for all shots where it has none and `framed` chose none."""
        if self._is_framed or self._has_own_frame:
            return self
        if self._whole is None:
            self._whole = self.framed()
        return self._whole

    @property
    def default_size(self) -> tuple[int, int]:
        """The size that `render` draws where it is given none: its frame in whole pixels, one a unit."""
        return _whole_pixels(self._seen_whole().frame)

    def draw_list(self, sample: SceneSample) -> DrawList:
        """The triangles of `sample`, back to front, in arrays of their own."""
        return SceneRenderer(self.art).draw_list(sample).copy()

    def render(
        self,
        shot: str | Shot,
        t: float,
        size: tuple[int, int] | None = None,
        *,
        background: str | Rgba | tuple[int, int, int] = TRANSPARENT,
        frame: tuple[float, float] | None = None,
        fit: str | Fit = Fit.CONTAIN,
        supersample: int = 1,
        threads: int | None = None,
    ) -> NDArray[np.uint8]:
        """The picture at `t` seconds into `shot`: uint8 (height, width, 4), straight alpha, top row first.

        `size` is (width, height) in pixels, by default the frame's size; `background` a colour (`parse_background`) or
        straight RGB(A) 0 to 255; `frame` the width and height in stage units that the camera sees; `fit` ``contain``,
        ``cover`` or ``fill``; `supersample` N averages N x N samples a pixel. The same bytes for any `threads`.
        A skeleton on its own is seen in a frame for all of its shots; `framed` chooses others.
        Raises UsageError for an unknown shot or an impossible size, BadFileError for pictures that cannot be read.
        """
        size = checked_size(size or self.default_size, self.name)
        self._check_counts(supersample, threads)
        scene = self._seen_whole()
        sample = scene.sample(shot, t)
        fit = checked_fit(fit, self.name)
        picture = picture_map(sample.view, checked_frame(frame or scene.frame, self.name), size, fit)
        color = checked_color(background, self.name)
        premultiplied = SceneRenderer(self.art).render(
            sample, picture, size, color, threads=threads, supersample=supersample
        )
        return to_straight(premultiplied)

    @property
    def source_files(self) -> tuple[Path, ...]:
        """Every file that the scene is made from; no output ever replaces one of them."""
        parts = (self.files.stage, *self.files.actors)
        return tuple(map(Path, dict.fromkeys([self.files.path, *(f for s in parts for f in (s.path, *s.page_paths))])))

    def export(
        self,
        path: str | os.PathLike[str],
        shots: Sequence[str | Shot] | None = None,
        fps: Fraction | float | str = 30,
        size: tuple[int, int] | None = None,
        *,
        background: str | Rgba | tuple[int, int, int] | None = None,
        frame: tuple[float, float] | None = None,
        fit: str | Fit = Fit.CONTAIN,
        supersample: int | None = None,
        threads: int | None = None,
        settings: FilmSettings | None = None,
        overwrite: bool = False,
        progress: ProgressCallback | None = None,
    ) -> FilmReport:
        """Write a silent film of `shots` (None: all), one after the other, to `path`, whose ending says of what kind.

        `fps` is read by `rigbyscene.film.times.parse_fps`; `settings` (`rigbyscene.film.settings`) say how the film is
        encoded. `background` None is black, or transparent where they keep alpha; `supersample` None is what their
        quality brings. The other arguments are those of `render`; `progress` is called with a `FilmProgress`
        (`rigbyscene.film.progress`) now and then. A file that exists is replaced only with `overwrite`, and only
        by a finished film. Raises UsageError, BadFileError and RenderError before or while the film is made; then
        nothing is left behind.
        """
        from rigbyscene.film.export import export_film
        from rigbyscene.film.formats import SUPERSAMPLE, Alpha
        from rigbyscene.film.frames import SceneFrames
        from rigbyscene.film.picture import Picture
        from rigbyscene.film.settings import FilmSettings

        settings = settings or FilmSettings()
        samples = SUPERSAMPLE[settings.quality] if supersample is None else supersample
        self._check_counts(samples, threads)
        if background is None:
            background = "black" if settings.alpha is Alpha.NONE else "transparent"
        color = checked_color(background, self.name)
        seen = self.framed(shots)
        units = seen.frame if frame is None else checked_frame(frame, self.name)
        picture = Picture(
            checked_size(size or _whole_pixels(units), self.name),
            units,
            checked_fit(fit, self.name),
            color,
            samples,
            threads,
        )
        frames = SceneFrames(seen, seen.art, self.shots if shots is None else shots, fps, picture)
        settings = replace(settings, background=color[:3])
        return export_film(frames, path, settings, overwrite=overwrite, inputs=self.source_files, progress=progress)

    def _check_counts(self, supersample: int, threads: int | None) -> None:
        for argument, number in (("supersample", supersample), ("threads", 1 if threads is None else threads)):
            if not (isinstance(number, int) and number >= 1):
                found = f"{number!r} cannot be"
                raise UsageError.single(f"bad-{argument}", self.name, argument, found, "give a whole number from 1 up")


def _whole_pixels(frame: tuple[float, float]) -> tuple[int, int]:
    """A frame's size where a unit is a pixel; a rounding error makes no pixel."""
    return max(1, math.ceil(frame[0] - 1e-6)), max(1, math.ceil(frame[1] - 1e-6))


class ScenePlayer(PicturePlayer):
    """Plays a scene for a game or a window: a clock (`rigbyscene.scene.clock.Clock`) with poses and draw lists."""

    def __init__(self, scene: Scene, shots: Sequence[str] | None = None):
        """`shots` are played in the order given, None: all of them. UsageError for an unknown one.

        A skeleton on its own is seen as `Scene.render` draws it: framed for all its shots, unless `Scene.framed` chose
        some. `scene` of the player is then that framed scene.
        """
        super().__init__(scene._seen_whole(), scene.art, shots)


def load_scene(
    path: str | os.PathLike[str],
    *,
    art: Art = "strict",
    assets: Assets | None = None,
    camera: str | None = None,
    crossfade: Crossfade = "reference",
    skin: str | None = None,
    settle_s: float = 1.0,
    decode_ahead: bool = False,
) -> Scene:
    """Read a `.scene.json` with its stage, actors and atlases, and make it ready to be sampled and drawn.

    A skeleton file is accepted too: it is its own stage, without actors, each animation a shot, in skin `skin`.

    `art`: ``"strict"`` refuses a scene whose pictures are missing, ``"lenient"`` draws nothing there, ``"none"`` looks
    for no pictures at all. `assets` is where files come from (`rigbyscene.formats.assets`), by default the disk.
    `camera` names another camera bone; `crossfade` chooses what a fade does to values that only the outgoing clip keys
    (``"reference"`` or ``"smooth"``); `settle_s` how long physics settles before each shot. `decode_ahead` begins to
    decode the pictures on other threads at once, for those who will draw in any case. Raises one BadFileError that
    lists everything found wrong.
    """
    _check_source(os.fspath(path), art, assets)
    files = load_files(path, art=art, assets=assets, camera=camera)
    decoding = Decoding([files.stage, *files.actors]) if decode_ahead else None
    return Scene(files, camera=camera, crossfade=crossfade, skin=skin, settle_s=settle_s, decoding=decoding)


def _check_source(name: str, art: Art, assets: Assets | None) -> None:
    """UsageError where `art` is no choice, or `assets` cannot answer what a loader asks."""
    checked_choice(art, get_args(Art), "art", name)
    asked = ("read", "exists", "join", "siblings", "identity")
    missing = [method for method in asked if assets is not None and not callable(getattr(assets, method, None))]
    if missing:
        found = f"a {type(assets).__name__} has no {', '.join(missing)}"
        remedy = "give FolderAssets, MemoryAssets, or what answers the same (rigbyscene.formats.assets)"
        raise UsageError.single("bad-assets", name, "assets", found, remedy)


def load_in_background(path: str | os.PathLike[str], *, gl: bool = True, **options: Any) -> SceneLoader[Scene]:
    """`load_scene(path, **options)` beside a running game: see `rigbyscene.play.SceneLoader`.

    Without `gl` the scene is for a game that does not draw with GL. `assets` are asked from another thread.
    """

    def load() -> tuple[Scene, SceneArt]:
        scene = load_scene(path, **options)
        return scene, scene.art

    return SceneLoader(load, gl=gl)


def load_skeleton(path: str | os.PathLike[str], *, art: Art = "strict", assets: Assets | None = None) -> SkeletonFiles:
    """Read one skeleton with its atlas. `result.skeleton` is the data; `Rig` and `Pose` (`rigbyscene.pose`) pose it."""
    _check_source(os.fspath(path), art, assets)
    return load_skeleton_files(path, art=art, assets=assets)
