"""The window: GL, events and time brought to a `Desk`. Importing this opens the display; see `opening`."""

from __future__ import annotations

import ctypes
import math
import queue
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np
import pyglet
from numpy.typing import NDArray
from pyglet import gl
from pyglet.window import Window, key, mouse

from rigbyscene.draw.colors import Rgba, premultiplied_word
from rigbyscene.draw.cpu import to_straight
from rigbyscene.draw.gl_scene import GlSceneRenderer
from rigbyscene.draw.renderer import SceneArt
from rigbyscene.errors import RigbySceneError
from rigbyscene.formats.assets import base_name
from rigbyscene.play import style
from rigbyscene.play.desk import Button, Desk
from rigbyscene.play.overlays import Overlays
from rigbyscene.play.shapes_gl import ShapeRenderer
from rigbyscene.play.sound import Sounds
from rigbyscene.play.style import Rect
from rigbyscene.play.timing import FrameTimes
from rigbyscene.play.viewport import seen
from rigbyscene.play.watch import Loaded, Watcher
from rigbyscene.scene.camera import PictureMap, picture_map
from rigbyscene.scene.events import SceneEvent
from rigbyscene.scene.player import Player

LEAST_SIZE = (360, 240)

WriteStill = Callable[[NDArray[np.uint8], str, float], str]
"""Writes a picture (straight alpha) of a shot at a time; returns the file's name or raises RigbySceneError."""

_BUTTONS: dict[int, Button] = {mouse.LEFT: "left", mouse.MIDDLE: "middle", mouse.RIGHT: "right"}
_MOTIONS = {
    key.MOTION_LEFT: "left",
    key.MOTION_RIGHT: "right",
    key.MOTION_UP: "up",
    key.MOTION_DOWN: "down",
    key.MOTION_BEGINNING_OF_LINE: "home",
    key.MOTION_END_OF_LINE: "end",
    key.MOTION_PREVIOUS_PAGE: "pageup",
    key.MOTION_NEXT_PAGE: "pagedown",
    key.MOTION_BACKSPACE: "backspace",
}
_NAMED = {
    key.ESCAPE: "escape",
    key.TAB: "tab",
    key.ENTER: "enter",
    key.NUM_ENTER: "enter",
    key.F1: "f1",
    key.F11: "f11",
    key.F12: "f12",
}


@dataclass(frozen=True, slots=True, eq=False)
class Staged:
    """A scene that can be drawn: its art, its GL renderer, its overlays."""

    art: SceneArt
    renderer: GlSceneRenderer
    overlays: Overlays


class PlayWindow(Window):  # type: ignore[misc]  # pyglet chooses it by system
    """Shows `desk.controls`' player. `tick` once a frame; `run` does that until the window is closed."""

    def __init__(
        self,
        loaded: Loaded,
        desk: Desk,
        *,
        size: tuple[int, int],
        frame: tuple[float, float] | None = None,
        background: Rgba = (0, 0, 0, 255),
        watcher: Watcher | None = None,
        write_still: WriteStill | None = None,
    ):
        """`size` is what the window asks for, in the system's units; `frame` what the camera sees (None: the scene's).

        Raises GlUnavailableError where GL cannot draw the scene.
        """
        self._ready = False
        config: Any = gl.Config
        config = config(double_buffer=True, major_version=3, minor_version=3, depth_size=0)
        super().__init__(*size, caption=_caption(loaded), resizable=True, visible=False, config=config)
        self.desk = desk
        self.frame_times = FrameTimes()
        self.background = background
        self._frame = frame
        self._watcher = watcher
        self._write_still = write_still
        self._writing: list[threading.Thread] = []
        self._remarks: queue.SimpleQueue[str] = queue.SimpleQueue()
        self._sounds = Sounds(loaded.sound_folders)
        self._shape_renderer = ShapeRenderer(self.context)
        self._staged = Staged(loaded.art, GlSceneRenderer(loaded.art), Overlays(loaded.scene))
        self._dirty = True
        self._drawn_at = time.perf_counter()
        self._ticked_s = 0.0
        desk.controls.player.event_fired.connect(self._on_scene_event)
        desk.requests = self._on_request
        self.set_minimum_size(*LEAST_SIZE)
        self._ready = True
        self._fit_desk()
        self.set_visible(True)

    # time

    def run(self, frames_a_second: float = 60.0) -> None:
        """Show the scene until the window is closed."""
        if self._watcher is not None:
            self._watcher.start()
        pyglet.clock.schedule_interval(self.tick, 1 / frames_a_second)
        pyglet.app.run(interval=None)

    def tick(self, dt: float) -> None:
        """Let `dt` seconds pass, take what was loaded meanwhile, and draw if anything changed."""
        start_s = time.perf_counter()
        self._take_news()
        controls = self.desk.controls
        try:
            self._dirty |= controls.tick(dt)
        except RigbySceneError as refusal:  # an event track that cannot be played
            controls.player.pause()
            controls.diagnostics = refusal.diagnostics
            self._dirty = True
        self._ticked_s = time.perf_counter() - start_s
        if self._dirty:
            self.switch_to()
            self.on_draw()
            self.flip()

    def _take_news(self) -> None:
        while not self._remarks.empty():
            self.desk.controls.say(self._remarks.get())
            self._dirty = True
        news = self._watcher.take() if self._watcher is not None else None
        if news is None:
            return
        self._dirty = True
        controls = self.desk.controls
        try:
            if isinstance(news, RigbySceneError):
                raise news
            self._show(news)
        except RigbySceneError as refusal:
            controls.diagnostics = refusal.diagnostics

    def _show(self, loaded: Loaded) -> None:
        """Put another scene in the place of this one, at the same shot and time."""
        self.switch_to()
        player = Player(loaded.scene)
        renderer = GlSceneRenderer(loaded.art)
        before, self._staged = self._staged, Staged(loaded.art, renderer, Overlays(loaded.scene))
        before.renderer.close()
        controls = self.desk.controls
        controls.replace_player(player)
        player.event_fired.connect(self._on_scene_event)
        controls.diagnostics = ()
        controls.say("Loaded again")
        self._sounds.forget(loaded.sound_folders)
        self.desk.relayout()

    def _on_scene_event(self, event: SceneEvent) -> None:
        remark = self._sounds.play(event)
        if remark is not None:
            self.desk.controls.say(remark)

    # drawing

    def on_draw(self) -> None:
        start_s = time.perf_counter()
        desk, controls, size = self.desk, self.desk.controls, self.get_framebuffer_size()
        layout = desk.layout
        sample = controls.player.sample()
        area = layout.scene_size
        frame = self._frame or controls.player.scene.frame
        beyond = "frame" in controls.overlays
        picture, shown = seen(controls.view, sample.view, frame, area, beyond=beyond)
        lift = size[1] - area[1]
        self._clear(picture, lift)
        renderer = self._staged.renderer
        renderer.draw(sample, picture, area, at=(0, lift))
        shapes = desk.shapes
        shapes.clear()
        if controls.overlays and picture.to_pixels is not None:
            drawn = renderer.draw_list(sample)
            self._staged.overlays.draw(
                shapes, controls.overlays, sample, drawn, picture.to_pixels, Rect(*shown), layout.scene
            )
            if "timing" in controls.overlays:
                self.frame_times.triangles = len(drawn.triangles)
                self.frame_times.draw(shapes, layout.scene)
        desk.draw()
        self._shape_renderer.draw(shapes, size)
        now_s = time.perf_counter()
        self.frame_times.add(now_s - self._drawn_at, now_s - start_s + self._ticked_s)
        self._drawn_at = now_s
        self._dirty = False

    def _clear(self, picture: PictureMap, lift: int) -> None:
        """The surround everywhere, the background where the picture is."""
        gl.glBindFramebuffer(gl.GL_FRAMEBUFFER, 0)
        gl.glDisable(gl.GL_SCISSOR_TEST)
        gl.glClearColor(*_floats(style.SURROUND))
        gl.glClear(gl.GL_COLOR_BUFFER_BIT)
        left, top, right, bottom = picture.window
        if right <= left or bottom <= top:
            return
        gl.glEnable(gl.GL_SCISSOR_TEST)
        gl.glScissor(left, lift + self.desk.layout.scene_size[1] - bottom, right - left, bottom - top)
        word = int(premultiplied_word(self.background))
        over = 1.0 - (word >> 24) / 255
        light = [(word >> shift & 255) / 255 for shift in (0, 8, 16)]
        under = _floats(style.SURROUND)
        red, green, blue = (c + over * u for c, u in zip(light, under[:3], strict=True))
        gl.glClearColor(red, green, blue, 1.0)
        gl.glClear(gl.GL_COLOR_BUFFER_BIT)
        gl.glDisable(gl.GL_SCISSOR_TEST)

    def picture(self) -> NDArray[np.uint8]:
        """Draw a frame and return what the window shows: uint8 (height, width, 3), top row first."""
        self.switch_to()
        self.on_draw()
        width, height = self.get_framebuffer_size()
        pixels = np.empty((height, width, 4), np.uint8)
        gl.glPixelStorei(gl.GL_PACK_ALIGNMENT, 4)
        address = ctypes.c_void_p(pixels.ctypes.data)
        gl.glReadPixels(0, 0, width, height, gl.GL_RGBA, gl.GL_UNSIGNED_BYTE, address)
        return np.ascontiguousarray(pixels[::-1, :, :3])

    # what only a window can do

    def _on_request(self, name: str) -> None:
        match name:
            case "full screen":
                self.set_fullscreen(not self.fullscreen)
                self.desk.full_screen = self.fullscreen
                self._fit_desk()
            case "still":
                self._save_still()
            case "reload":
                if self._watcher is not None:
                    self._watcher.reload()
            case "sound":
                self._sounds.muted = not self._sounds.muted
                self.desk.controls.say("Sound off" if self._sounds.muted else "Sound on")
            case "close":
                self.close()

    def _save_still(self) -> None:
        """Draw the moment as `rigbyscene still` does, a pixel a unit, and let a thread write it."""
        write = self._write_still
        if write is None:
            return
        self.switch_to()
        player = self.desk.controls.player
        frame = self._frame or player.scene.frame
        size = (max(math.ceil(frame[0] - 1e-6), 1), max(math.ceil(frame[1] - 1e-6), 1))
        sample = player.sample()
        picture = picture_map(sample.view, frame, size)
        pixels = to_straight(self._staged.renderer.render(sample, picture, size, self.background))
        shot, t = player.shot.name, player.time

        def run() -> None:
            try:
                self._remarks.put(f"Saved {write(pixels, shot, t)}")
            except RigbySceneError as refusal:
                self._remarks.put(str(refusal))

        self._writing = [thread for thread in self._writing if thread.is_alive()]
        self._writing.append(threading.Thread(target=run, name="rigbyscene-still"))
        self._writing[-1].start()

    def close(self) -> None:
        """Free everything, wait for stills that are being written, and close the window."""
        if not self._ready:
            super().close()
            return
        self._ready = False
        pyglet.clock.unschedule(self.tick)
        if self._watcher is not None:
            self._watcher.close()
        self._sounds.pause()
        for thread in self._writing:
            thread.join()
        self.switch_to()
        self._staged.renderer.close()
        self._shape_renderer.close()
        super().close()

    # events

    def _fit_desk(self) -> None:
        size = self.get_framebuffer_size()
        points = self.get_size()
        # on macOS the framebuffer is larger than the window, elsewhere the system says how large a point is
        scale = max(size[0] / max(points[0], 1), self.get_pixel_ratio())
        self.desk.resize(size, min(max(round(scale * 4) / 4, 1.0), 4.0))
        self._dirty = True

    def _pixel(self, x: float, y: float) -> tuple[float, float]:
        """The pixel of the framebuffer, y down, that pyglet's pointer position means."""
        size, points = self.get_framebuffer_size(), self.get_size()
        return (x + 0.5) * size[0] / max(points[0], 1), size[1] - (y + 0.5) * size[1] / max(points[1], 1)

    def on_resize(self, width: int, height: int) -> None:
        if self._ready:
            self._fit_desk()

    def on_expose(self) -> None:
        self._dirty = True

    def on_key_press(self, symbol: int, modifiers: int) -> bool:
        if modifiers & (key.MOD_CTRL | key.MOD_COMMAND):
            self._dirty |= self.desk.key(f"ctrl+{key.symbol_string(symbol).lower()}")
        elif symbol in _NAMED:
            self._dirty |= self.desk.key(_NAMED[symbol])
        return True  # pyglet's own answer to Escape is to close

    def on_text(self, text: str) -> None:
        if text not in ("\r", "\n"):
            self._dirty |= self.desk.key(text.lower())

    def on_text_motion(self, motion: int) -> None:
        if motion in _MOTIONS:
            self._dirty |= self.desk.key(_MOTIONS[motion])

    def on_text_motion_select(self, motion: int) -> None:
        if motion in _MOTIONS:
            self._dirty |= self.desk.key(f"shift+{_MOTIONS[motion]}") or self.desk.key(_MOTIONS[motion])

    def on_mouse_motion(self, x: int, y: int, dx: int, dy: int) -> None:
        self.desk.move(*self._pixel(x, y))
        self._dirty = True

    def on_mouse_drag(self, x: int, y: int, dx: int, dy: int, buttons: int, modifiers: int) -> None:
        self.desk.move(*self._pixel(x, y))
        self._dirty = True

    def on_mouse_press(self, x: int, y: int, button: int, modifiers: int) -> None:
        if button in _BUTTONS:
            self.desk.press(*self._pixel(x, y), _BUTTONS[button])
        self._dirty = True

    def on_mouse_release(self, x: int, y: int, button: int, modifiers: int) -> None:
        if button in _BUTTONS:
            self.desk.release(*self._pixel(x, y), _BUTTONS[button])
        self._dirty = True

    def on_mouse_scroll(self, x: int, y: int, scroll_x: float, scroll_y: float) -> None:
        self.desk.scroll(*self._pixel(x, y), scroll_y)
        self._dirty = True

    def on_mouse_leave(self, x: int, y: int) -> None:
        self.desk.leave()
        self._dirty = True


def _caption(loaded: Loaded) -> str:
    return f"{base_name(loaded.scene.name)} - rigbyscene"


def _floats(color: style.Color) -> tuple[float, float, float, float]:
    red, green, blue, alpha = ((color >> shift & 255) / 255 for shift in (0, 8, 16, 24))
    return red, green, blue, alpha
