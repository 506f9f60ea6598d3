"""A scene drawn by GL, and the choice between the renderers: the counterpart of `rigbyscene.draw.renderer`."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator
from dataclasses import dataclass
from types import TracebackType
from typing import Any, Literal, Protocol

import numpy as np
from numpy.typing import NDArray

from rigbyscene.draw.build import DrawListBuilder
from rigbyscene.draw.colors import Rgba
from rigbyscene.draw.drawlist import DrawList
from rigbyscene.draw.gl import GlRenderer
from rigbyscene.draw.gl_context import GlUnavailableError, OffscreenContext, is_software
from rigbyscene.draw.renderer import SceneArt, SceneRenderer
from rigbyscene.draw.threads import AfterBand, Band, available_cores, share_out
from rigbyscene.scene.camera import PictureMap
from rigbyscene.scene.sample import SceneSample

RendererChoice = Literal["cpu", "gl", "auto"]

_BAND_ROWS = 64


class PictureRenderer(Protocol):
    """What turns samples of one scene into pixels: `SceneRenderer` and `GlSceneRenderer`."""

    def canvas(
        self,
        size: tuple[int, int],
        background: Rgba,
        *,
        threads: int | None = None,
        supersample: int = 1,
        reuse: bool = True,
    ) -> Any:
        """A picture for this renderer's `show`, with `pixels` uint8 (height, width, 4), premultiplied, top row first.

        The arguments are those of `rigbyscene.draw.canvas.Canvas`.
        """

    def show(
        self, canvas: Any, sample: SceneSample, picture: PictureMap, after_band: AfterBand | None = None
    ) -> list[Band]:
        """Bring the pixels of `canvas` to `sample`; returns the bands of rows that may differ from what it showed.

        `after_band` is called for each of them when it is done, from any thread.
        """

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


@dataclass(frozen=True, slots=True, eq=False)
class GlCanvas:
    """A picture that `GlSceneRenderer.show` fills: `pixels` uint8 (height, width, 4), premultiplied, top row first."""

    pixels: NDArray[np.uint8]
    background: Rgba
    threads: int
    supersample: int


class GlSceneRenderer:
    """Draws samples of one scene with GL, in the context that was current when it was made; see `GlRenderer`."""

    def __init__(self, art: SceneArt):
        """GlUnavailableError without a context of OpenGL 3.3, or where the pictures do not fit its textures."""
        self._builder = DrawListBuilder(art.parts, art.metrics)
        self._renderer = GlRenderer(art.art)

    def draw_list(self, sample: SceneSample) -> DrawList:
        """The triangles of `sample`; valid until the next call."""
        return self._builder.build(sample)

    def draw(
        self, sample: SceneSample, picture: PictureMap, size: tuple[int, int], *, at: tuple[int, int] = (0, 0)
    ) -> None:
        """Draw over the bound framebuffer, the picture's lower left corner `at` its pixel (x, y): `GlRenderer.draw`."""
        if picture.to_pixels is not None:
            view = np.array(picture.to_pixels)
            self._renderer.draw(self.draw_list(sample), view, size, at=at, window=picture.window)

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
        """As `SceneRenderer.render`; how many `threads` there are is the driver's affair."""
        seen = picture.to_pixels is not None
        return self._renderer.render(
            self.draw_list(sample) if seen else DrawList.empty(),
            np.array(picture.to_pixels or (1.0, 0.0, 0.0, 1.0, 0.0, 0.0)),
            size,
            background,
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
    ) -> GlCanvas:
        """A picture for `show`. `threads` share what is done after a band; `reuse` is the CPU renderer's affair."""
        width, height = size
        pixels = np.zeros((height, width, 4), np.uint8)
        return GlCanvas(pixels, background, threads or available_cores(), supersample)

    def show(
        self, canvas: GlCanvas, sample: SceneSample, picture: PictureMap, after_band: AfterBand | None = None
    ) -> list[Band]:
        """Bring the pixels of `canvas` to `sample`, all of them; see `PictureRenderer.show`."""
        height, width = canvas.pixels.shape[:2]
        self.render(
            sample, picture, (width, height), canvas.background, supersample=canvas.supersample, out=canvas.pixels
        )
        bands = [(first, min(first + _BAND_ROWS, height)) for first in range(0, height, _BAND_ROWS)]
        if after_band is not None:
            after = after_band
            share_out(lambda a, b: after(a, b, 0, width), iter(bands), min(canvas.threads, len(bands)))
        return bands

    def close(self) -> None:
        """Free what GL holds. Once is enough."""
        self._renderer.close()

    def __enter__(self) -> GlSceneRenderer:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()


@contextlib.contextmanager
def opened_renderer(choice: RendererChoice, art: SceneArt) -> Iterator[PictureRenderer]:
    """A renderer of `art` for pictures beside any screen, with a GL context of its own where it needs one.

    ``"cpu"`` and ``"gl"`` give these; ``"auto"`` gives GL where a graphics card draws, else the CPU renderer, which is
    faster than GL that runs on the processor. Raises GlUnavailableError for ``"gl"`` where there is none.
    """
    with contextlib.ExitStack() as stack:
        renderer: PictureRenderer = SceneRenderer(art)
        if choice != "cpu":
            try:
                context = stack.enter_context(OffscreenContext()).context
                if choice == "gl" or not is_software(context):
                    renderer = stack.enter_context(GlSceneRenderer(art))
                else:
                    stack.close()
            except GlUnavailableError:
                if choice == "gl":
                    raise
        yield renderer
