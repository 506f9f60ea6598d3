"""Draws a window's frame with GL: the surround, the scene, overlays and panels; and reads what it drew."""

from __future__ import annotations

import ctypes
import math
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from rigbyscene.draw.colors import Rgba, premultiplied_word
from rigbyscene.draw.cpu import to_straight
from rigbyscene.draw.gl_context import gl_functions
from rigbyscene.draw.gl_scene import GlSceneRenderer
from rigbyscene.play import style
from rigbyscene.play.desk import Desk
from rigbyscene.play.overlays import Overlays
from rigbyscene.play.panels import log_place
from rigbyscene.play.shapes_gl import ShapeRenderer
from rigbyscene.play.style import Rect
from rigbyscene.play.timing import FrameTimes, timing_place
from rigbyscene.play.viewport import seen
from rigbyscene.play.watch import Loaded
from rigbyscene.scene.camera import PictureMap, picture_map


@dataclass(frozen=True, slots=True, eq=False)
class _Staged:
    """What draws one scene."""

    renderer: GlSceneRenderer
    overlays: Overlays


class Painter:
    """Draws `desk` and the scene of its player into framebuffer 0 of the context that is current when it is made."""

    def __init__(
        self, context: Any, loaded: Loaded, desk: Desk, *, frame: tuple[float, float] | None, background: Rgba
    ):
        """`frame` is what the camera sees (None: the scene's). GlUnavailableError where GL cannot draw the scene."""
        self._gl = gl_functions()
        self.frame_times = FrameTimes()
        self._desk = desk
        self._frame = frame
        self._background = background
        self._shapes = ShapeRenderer(self._gl, context)
        self._staged = _Staged(GlSceneRenderer(loaded.art), Overlays(loaded.scene))

    def change_scene(self, loaded: Loaded) -> None:
        """Draw another scene from now on. Raises like the constructor, and then goes on with the one before."""
        staged = _Staged(GlSceneRenderer(loaded.art), Overlays(loaded.scene))
        before, self._staged = self._staged, staged
        before.renderer.close()

    def draw(self, size: tuple[int, int]) -> None:
        """Draw all of a framebuffer of `size` pixels, which the desk was told of."""
        desk, controls = self._desk, self._desk.controls
        layout, shapes = desk.layout, desk.shapes
        sample = controls.player.sample()
        area = layout.scene_size
        beyond = "frame" in controls.overlays
        picture, shown = seen(controls.view, sample.view, self._scene_frame, area, beyond=beyond)
        lift = size[1] - area[1]
        self._clear(picture, lift, area[1])
        renderer = self._staged.renderer
        renderer.draw(sample, picture, area, at=(0, lift))
        shapes.clear()
        if controls.overlays and picture.to_pixels is not None:
            drawn = renderer.draw_list(sample)
            taken = []
            if "timing" in controls.overlays:
                self.frame_times.triangles = len(drawn.triangles)
                taken.append(timing_place(shapes, layout.scene))
            if desk.show_log:
                taken.append(log_place(shapes, layout, controls))
            self._staged.overlays.draw(
                shapes, controls.overlays, sample, drawn, picture.to_pixels, Rect(*shown), layout.scene, taken
            )
            if "timing" in controls.overlays:
                self.frame_times.draw(shapes, layout.scene, moving=controls.moving)
        desk.draw()
        self._shapes.draw(shapes, size)

    @property
    def _scene_frame(self) -> tuple[float, float]:
        return self._frame or self._desk.controls.player.scene.frame

    def _clear(self, picture: PictureMap, lift: int, height: int) -> None:
        """The surround everywhere, the background where the picture is."""
        gl = self._gl
        gl.glBindFramebuffer(gl.GL_FRAMEBUFFER, 0)
        gl.glDisable(gl.GL_SCISSOR_TEST)
        under = [(style.SURROUND >> shift & 255) / 255 for shift in (0, 8, 16)]
        gl.glClearColor(under[0], under[1], under[2], 1.0)
        gl.glClear(gl.GL_COLOR_BUFFER_BIT)
        left, top, right, bottom = picture.window
        if right <= left or bottom <= top:
            return
        gl.glEnable(gl.GL_SCISSOR_TEST)
        gl.glScissor(left, lift + height - bottom, right - left, bottom - top)
        word = int(premultiplied_word(self._background))
        through = 1.0 - (word >> 24) / 255
        light = [(word >> shift & 255) / 255 for shift in (0, 8, 16)]
        red, green, blue = (c + through * u for c, u in zip(light, under, strict=True))
        gl.glClearColor(red, green, blue, 1.0)
        gl.glClear(gl.GL_COLOR_BUFFER_BIT)
        gl.glDisable(gl.GL_SCISSOR_TEST)

    def picture(self, size: tuple[int, int]) -> NDArray[np.uint8]:
        """Draw, and return what was drawn: uint8 (height, width, 3), top row first."""
        self.draw(size)
        gl = self._gl
        width, height = size
        pixels = np.empty((height, width, 4), np.uint8)
        gl.glPixelStorei(gl.GL_PACK_ALIGNMENT, 4)
        address = ctypes.c_void_p(pixels.ctypes.data)
        gl.glReadPixels(0, 0, width, height, gl.GL_RGBA, gl.GL_UNSIGNED_BYTE, address)
        return np.ascontiguousarray(pixels[::-1, :, :3])

    def still(self) -> NDArray[np.uint8]:
        """The moment as `rigbyscene still` draws it, a pixel a unit: uint8 (height, width, 4), straight alpha."""
        frame = self._scene_frame
        size = (max(math.ceil(frame[0] - 1e-6), 1), max(math.ceil(frame[1] - 1e-6), 1))
        sample = self._desk.controls.player.sample()
        picture = picture_map(sample.view, frame, size)
        return to_straight(self._staged.renderer.render(sample, picture, size, self._background))

    def close(self) -> None:
        """Free what GL holds; the context is current."""
        self._staged.renderer.close()
        self._shapes.close()
