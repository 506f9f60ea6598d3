"""What `import rigbyscene` offers: scenes and skeletons that load, sample, draw and play."""

from __future__ import annotations

import functools
import math
import os
from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from rigbyscene.draw.colors import TRANSPARENT, Rgba, parse_background
from rigbyscene.draw.cpu import to_straight
from rigbyscene.draw.drawlist import DrawList
from rigbyscene.draw.renderer import SceneArt, SceneRenderer
from rigbyscene.errors import UsageError
from rigbyscene.formats.assets import Assets, FolderAssets, base_name
from rigbyscene.formats.load import Art, SceneFiles, SkeletonFiles, load_scene_files, load_skeleton_files
from rigbyscene.model.manifest import Manifest
from rigbyscene.play.loading import SceneLoader
from rigbyscene.play.player import PicturePlayer
from rigbyscene.scene.camera import Fit, checked_frame, checked_size, picture_map
from rigbyscene.scene.sample import SceneSample
from rigbyscene.scene.scene import Crossfade, Shot
from rigbyscene.scene.scene import Scene as PosedScene


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
    ):
        """See `load_scene`."""
        self.files = files
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
        cast = [(self.stage, self.files.stage)]
        cast += [(m.rig, f) for m, f in zip(self.cast, self.files.actors, strict=True)]
        return SceneArt(cast)

    @property
    def default_size(self) -> tuple[int, int]:
        """The frame in whole pixels, one a unit."""
        return max(1, math.ceil(self.frame[0] - 1e-6)), max(1, math.ceil(self.frame[1] - 1e-6))

    def draw_list(self, sample: SceneSample) -> DrawList:
        """The triangles of `sample`, back to front, in arrays of their own."""
        return SceneRenderer(self.art).draw_list(sample).copy()

    def render(
        self,
        shot: str | Shot,
        t: float,
        size: tuple[int, int] | None = None,
        *,
        background: str | Rgba = TRANSPARENT,
        frame: tuple[float, float] | None = None,
        fit: str | Fit = Fit.CONTAIN,
        supersample: int = 1,
        threads: int | None = None,
    ) -> NDArray[np.uint8]:
        """The picture at `t` seconds into `shot`: uint8 (height, width, 4), straight alpha, top row first.

        `size` is (width, height) in pixels, by default the frame's size; `background` a colour (`parse_background`) or
        straight RGBA 0 to 255; `frame` the width and height in stage units that the camera sees; `fit` ``contain``,
        ``cover`` or ``fill``; `supersample` N averages N x N samples a pixel. The same bytes for any `threads`.
        Raises UsageError for an unknown shot or an impossible size, BadFileError for pictures that cannot be read.
        """
        size = checked_size(size or self.default_size, self.name)
        if supersample < 1:
            raise UsageError.single(
                "bad-supersample", self.name, "", f"supersample is {supersample}", "give 1 (off) or more"
            )
        sample = self.sample(shot, t)
        picture = picture_map(sample.view, checked_frame(frame or self.frame, self.name), size, Fit(fit))
        color = parse_background(background) if isinstance(background, str) else background
        premultiplied = SceneRenderer(self.art).render(
            sample, picture, size, color, threads=threads, supersample=supersample
        )
        return to_straight(premultiplied)


class ScenePlayer(PicturePlayer):
    """Plays a scene for a game or a window: a clock (`rigbyscene.scene.clock.Clock`) with poses and draw lists."""

    def __init__(self, scene: Scene, shots: Sequence[str] | None = None):
        """`shots` are played in the order given, None: all of them. UsageError for an unknown one."""
        super().__init__(scene, scene.art, shots)


def load_scene(
    path: str | os.PathLike[str],
    *,
    art: Art = "strict",
    assets: Assets | None = None,
    camera: str | None = None,
    crossfade: Crossfade = "reference",
    skin: str | None = None,
    settle_s: float = 1.0,
) -> Scene:
    """Read a `.scene.json` with its stage, actors and atlases, and make it ready to be sampled and drawn.

    A skeleton file is accepted too: it is its own stage, without actors, each animation a shot, in skin `skin`.

    `art`: ``"strict"`` refuses a scene whose pictures are missing, ``"lenient"`` draws nothing there, ``"none"`` looks
    for no pictures at all. `assets` is where files come from (`rigbyscene.formats.assets`), by default the disk.
    `camera` names another camera bone; `crossfade` chooses what a fade does to values that only the outgoing clip keys
    (``"reference"`` or ``"smooth"``); `settle_s` how long physics settles before each shot. Raises one BadFileError
    that lists everything found wrong.
    """
    name = os.fspath(path)
    if name.lower().endswith(".scene.json") or _is_manifest(name, assets or FolderAssets()):
        files = load_scene_files(name, art=art, assets=assets, camera=camera)
    else:
        skeleton = load_skeleton_files(name, art=art, assets=assets)
        files = SceneFiles(name, Manifest(stage=base_name(name)), skeleton, (), skeleton.diagnostics)
    return Scene(files, camera=camera, crossfade=crossfade, skin=skin, settle_s=settle_s)


def load_in_background(path: str | os.PathLike[str], *, gl: bool = True, **options: Any) -> SceneLoader[Scene]:
    """`load_scene(path, **options)` beside a running game: see `rigbyscene.play.SceneLoader`.

    Without `gl` the scene is for a game that does not draw with GL. `assets` are asked from another thread.
    """

    def load() -> tuple[Scene, SceneArt]:
        scene = load_scene(path, **options)
        return scene, scene.art

    return SceneLoader(load, gl=gl)


def _is_manifest(path: str, assets: Assets) -> bool:
    """Whether a file that is not called `.scene.json` is one all the same."""
    try:
        return b'"rigbyScene"' in assets.read(path)
    except OSError:
        return False  # the loader says what is wrong


def load_skeleton(path: str | os.PathLike[str], *, art: Art = "strict", assets: Assets | None = None) -> SkeletonFiles:
    """Read one skeleton with its atlas. `result.skeleton` is the data; `Rig` and `Pose` (`rigbyscene.pose`) pose it."""
    return load_skeleton_files(path, art=art, assets=assets)
