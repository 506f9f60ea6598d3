"""A scene with its pictures: samples in, draw lists and pixels out."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from rigbyscene.draw import cpu
from rigbyscene.draw.art import Art
from rigbyscene.draw.build import DrawListBuilder
from rigbyscene.draw.canvas import Canvas
from rigbyscene.draw.colors import Rgba
from rigbyscene.draw.decoding import Decoding
from rigbyscene.draw.drawlist import DrawList
from rigbyscene.draw.parts import Parts, parts_of, picture_metrics
from rigbyscene.draw.threads import AfterBand, Band
from rigbyscene.formats.skeleton_files import SkeletonFiles
from rigbyscene.pose.layout import Floats
from rigbyscene.pose.rig import Rig
from rigbyscene.scene.camera import PictureMap
from rigbyscene.scene.sample import SceneSample


class SceneArt:
    """The pictures of the stage and of every actor, and what each attachment takes of them. Decodes all pages."""

    def __init__(self, cast: Sequence[tuple[Rig, SkeletonFiles]], decoding: Decoding | None = None):
        """`cast` is the stage and then each actor of the manifest; files that are shared are decoded once.

        `decoding` is that of their files, where it has begun already. Raises BadFileError for all unreadable pictures.
        """
        decoding = decoding or Decoding([files for _, files in cast])
        distinct = decoding.skeletons
        atlases = [files.atlas for files in distinct]
        self.art = Art.of(list(zip(atlases, decoding.pages(), strict=True)))
        self.metrics: Floats = picture_metrics(atlases)
        first = {id(f): n for f, n in zip(distinct, self.art.first_picture, strict=True)}
        known: dict[tuple[int, int], Parts] = {}
        for rig, files in cast:
            key = (id(rig), id(files))
            if key not in known:
                known[key] = parts_of(rig, files.regions, first[id(files)])
        self.parts = [known[id(rig), id(files)] for rig, files in cast]


class SceneRenderer:
    """Draws samples of one scene, again and again into the same arrays. One renderer serves one thread."""

    def __init__(self, art: SceneArt):
        self._art = art.art
        self._builder = DrawListBuilder(art.parts, art.metrics)

    def draw_list(self, sample: SceneSample) -> DrawList:
        """The triangles of `sample`; valid until the next call."""
        return self._builder.build(sample)

    def render(
        self,
        sample: SceneSample,
        picture: PictureMap,
        size: tuple[int, int],
        background: Rgba,
        *,
        threads: int | None = None,
        supersample: int = 1,
        out: NDArray[np.uint8] | None = None,
    ) -> NDArray[np.uint8]:
        """Premultiplied pixels, uint8 (height, width, 4), top row first; the arguments are those of `cpu.render`."""
        drawn = self.draw_list(sample) if picture.to_pixels is not None else _NOTHING
        return cpu.render(
            drawn,
            self._art,
            np.array(picture.to_pixels or (1.0, 0.0, 0.0, 1.0, 0.0, 0.0)),
            size,
            background,
            threads=threads,
            supersample=supersample,
            window=picture.window,
            out=out,
        )

    def canvas(
        self,
        size: tuple[int, int],
        background: Rgba,
        *,
        threads: int | None = None,
        supersample: int = 1,
        reuse: bool = True,
    ) -> Canvas:
        """A picture for `show`; the arguments are those of `Canvas`."""
        return Canvas(self._art, size, background, threads=threads, supersample=supersample, reuse=reuse)

    def show(
        self,
        canvas: Canvas,
        sample: SceneSample,
        picture: PictureMap,
        after_band: AfterBand | None = None,
    ) -> list[Band]:
        """Bring a picture of `canvas` to `sample`, drawing only what changed; returns as `Canvas.show` does."""
        drawn = self.draw_list(sample) if picture.to_pixels is not None else _NOTHING
        to_pixels = np.array(picture.to_pixels or (1.0, 0.0, 0.0, 1.0, 0.0, 0.0))
        return canvas.show(drawn, to_pixels, picture.window, after_band)


_NOTHING = DrawList.empty()
