"""The frames of a scene as a film has them: what the cutting list says, drawn, mixed and blurred."""

from __future__ import annotations

import math
from collections.abc import Sequence
from fractions import Fraction
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from rigbyscene.draw.colors import premultiplied_word
from rigbyscene.draw.renderer import SceneArt, SceneRenderer
from rigbyscene.draw.threads import AfterBand, Band, available_cores, share_out
from rigbyscene.film.blur import SHARP, Shutter
from rigbyscene.film.edit import Edit, Layer, assemble
from rigbyscene.film.mixing import Mixer, bands_of
from rigbyscene.film.picture import Picture
from rigbyscene.film.times import parse_fps
from rigbyscene.scene.arguments import checked_names
from rigbyscene.scene.camera import picture_map
from rigbyscene.scene.sampler import Sampler
from rigbyscene.scene.scene import Scene, Shot

if TYPE_CHECKING:
    from rigbyscene.draw.gl_scene import PictureRenderer


class EditFrames:
    """A `FrameSource` of an edit of a scene's shots.

    Frames that show one shot are drawn as they change. Frames of a transition, and all frames where a shutter takes
    more than one sample, are weighted sums of pictures, rounded once. Fades go to `picture.background`.
    """

    def __init__(self, edit: Edit, scene: Scene, renderer: PictureRenderer, picture: Picture, shutter: Shutter = SHARP):
        """`renderer` draws `scene`, and from now on for this source only, on the thread that calls `show`."""
        self.edit = edit
        self._shutter = shutter
        self._threads = picture.threads or available_cores()
        # a dissolve shows two shots: each is followed by a painter of its own, so that both draw only what changes
        self._painters = [_Painter(scene, renderer, picture)]
        if edit.is_mixed:
            self._painters.append(_Painter(scene, renderer, picture))
        self._pixels = self._painters[0].pixels
        self._mixer: Mixer | None = None
        if edit.is_mixed or shutter.samples > 1:
            self._pixels = np.zeros_like(self._pixels)
            self._mixer = Mixer(self._pixels, premultiplied_word(picture.background), self._threads)
        self._copied: _Painter | None = None

    @property
    def size(self) -> tuple[int, int]:
        height, width = self._pixels.shape[:2]
        return width, height

    @property
    def frame_count(self) -> int:
        return self.edit.frame_count

    @property
    def fps(self) -> Fraction:
        return self.edit.fps

    @property
    def pixels(self) -> NDArray[np.uint8]:
        return self._pixels

    def show(self, index: int, after_band: AfterBand | None = None) -> Sequence[Band]:
        """Draw what frame `index` changes, as `FrameSource` says."""
        layers = self.edit.layers(index)
        if self._mixer is None:
            return self._draw(layers[0], after_band)
        if self._shutter.samples == 1 and layers[0].weight == 1:
            return self._draw_and_copy(layers[0], after_band)
        return self._mix(layers, self._mixer, after_band)

    def _painter(self, layer: Layer) -> _Painter:
        return self._painters[layer.piece % len(self._painters)]

    def _draw(self, layer: Layer, after_band: AfterBand | None) -> list[Band]:
        return self._painter(layer).show(layer.shot, self.edit.shot_time_s(layer.shot_frame), after_band)

    def _draw_and_copy(self, layer: Layer, after_band: AfterBand | None) -> list[Band]:
        """A frame that is one painter's picture, in a film that has mixed ones."""
        painter = self._painter(layer)

        def copy(first: int, end: int, left: int, right: int) -> None:
            self._pixels[first:end, left:right] = painter.pixels[first:end, left:right]
            if after_band is not None:
                after_band(first, end, left, right)

        if self._copied is painter:
            return self._draw(layer, copy)
        self._draw(layer, None)
        self._copied = painter
        width, height = self.size
        bands = bands_of(height)
        share_out(lambda first, end: copy(first, end, 0, width), iter(bands), min(self._threads, len(bands)))
        return bands

    def _mix(self, layers: Sequence[Layer], mixer: Mixer, after_band: AfterBand | None) -> list[Band]:
        self._copied = None
        whole = math.lcm(*(layer.weight.denominator for layer in layers))
        moments = self._shutter.moments()
        mixer.begin(whole * len(moments))
        for layer in layers:
            painter = self._painter(layer)
            for moment in moments:
                painter.show(layer.shot, self.edit.shot_time_s(layer.shot_frame, moment), None)
                mixer.add(painter.pixels, int(layer.weight * whole))
        return mixer.finish(after_band)


class SceneFrames(EditFrames):
    """The frames of `shots` with cuts between them, at their own speed."""

    def __init__(
        self,
        scene: Scene,
        art: SceneArt,
        shots: Sequence[str | Shot],
        fps: Fraction | float | str,
        picture: Picture,
        renderer: PictureRenderer | None = None,
    ):
        """`renderer` None draws on the CPU. UsageError for an unknown shot or a rate that is none (`parse_fps`)."""
        checked_names(shots, "shots", scene.name)
        cuts = assemble([scene.shot(shot) for shot in shots], parse_fps(fps, "fps"))
        super().__init__(cuts, scene, renderer or SceneRenderer(art), picture)
        self.first_frames = tuple(piece.first_frame for piece in self.edit.pieces)

    def moment(self, index: int) -> tuple[Shot, float]:
        """The shot that frame `index` of the film shows, and the shot time in seconds."""
        (layer,) = self.edit.layers(index)
        return layer.shot, self.edit.shot_time_s(layer.shot_frame)


class _Painter:
    """One picture that follows one shot after another, and the sampler that poses them."""

    def __init__(self, scene: Scene, renderer: PictureRenderer, picture: Picture):
        self._picture = picture
        self._frame = picture.frame or scene.frame
        self._sampler = Sampler(scene)
        self._renderer = renderer
        self._canvas: Any = renderer.canvas(
            picture.size,
            picture.background,
            threads=picture.threads,
            supersample=picture.supersample,
            reuse=picture.reuse,
        )
        self.pixels: NDArray[np.uint8] = self._canvas.pixels

    def show(self, shot: Shot, t: float, after_band: AfterBand | None) -> list[Band]:
        """Bring `pixels` to a moment of a shot; returns the bands that may differ from what they showed."""
        sample = self._sampler.sample(shot, t)
        seen = picture_map(sample.view, self._frame, self._picture.size, self._picture.fit)
        return self._renderer.show(self._canvas, sample, seen, after_band)
