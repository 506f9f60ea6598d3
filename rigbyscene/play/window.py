"""The window: time, files and the system's wishes brought to a `Desk`; see `opening` for where there can be none."""

from __future__ import annotations

import queue
import threading
import time
from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.typing import NDArray

from rigbyscene.draw.colors import Rgba
from rigbyscene.errors import RenderError, RigbySceneError
from rigbyscene.play.desk import Desk
from rigbyscene.play.input import DeskInput
from rigbyscene.play.painter import Painter
from rigbyscene.play.sound import Sounds
from rigbyscene.play.watch import Loaded, Watcher
from rigbyscene.scene.events import SceneEvent
from rigbyscene.scene.player import Player

LEAST_SIZE = (360, 240)

WriteStill = Callable[[NDArray[np.uint8], str, float], str]
"""Writes a picture (straight alpha) of a shot at a time; returns the file's name or raises RigbySceneError."""


class PlayWindow:
    """Shows `desk.controls`' player in `window`, one of pyglet's. `run` does that until it is closed.

    Whoever has a loop of their own calls `tick` once a frame instead.
    """

    def __init__(
        self,
        window: Any,
        loaded: Loaded,
        desk: Desk,
        *,
        frame: tuple[float, float] | None = None,
        background: Rgba = (0, 0, 0, 255),
        watcher: Watcher | None = None,
        write_still: WriteStill | None = None,
        full_screen: bool = False,
    ):
        """`window` is shown now, if it was not; `frame` is what the camera sees (None: the scene's).

        Raises GlUnavailableError where GL cannot draw the scene.
        """
        self.window = window
        self.is_open = True
        self.desk = desk
        self._painter = Painter(self.window.context, loaded, desk, frame=frame, background=background)
        self._watcher = watcher
        self._write_still = write_still
        self._writing: list[threading.Thread] = []
        self._remarks: queue.SimpleQueue[str] = queue.SimpleQueue()
        self.sounds = Sounds(loaded.find_sound)
        self._dirty = True
        self._drawn_at_s = time.perf_counter()
        desk.controls.player.event_fired.connect(self._on_scene_event)
        desk.requests = self._on_request
        self._input = DeskInput(self.window, desk, self._touch)  # pyglet holds handlers weakly
        self.window.push_handlers(self._input)
        self.window.push_handlers(self)
        self.window.set_minimum_size(*LEAST_SIZE)
        self.fit_desk()
        if full_screen:  # before anything is seen: no smaller window flashes up
            self._on_request("full screen")
        self.window.set_visible(True)

    def _touch(self) -> None:
        self._dirty = True

    # time

    def run(self, frames_a_second: float = 60.0) -> None:
        """Show the scene until the window is closed."""
        import pyglet

        self._draw_now(time.perf_counter())  # before sounds and the watcher take their time
        if self._watcher is not None:
            self._watcher.start()
        scene = self.desk.controls.player.scene
        skeletons = (scene.stage.skeleton, *(member.rig.skeleton for member in scene.cast))
        if any(event.audio for skeleton in skeletons for event in skeleton.events):
            self.sounds.prepare()
        pyglet.clock.schedule_interval(self.tick, 1 / frames_a_second)
        pyglet.app.run(interval=None)

    def tick(self, dt: float) -> None:
        """Let `dt` seconds pass, take what was loaded meanwhile, and draw if anything changed.

        While the sound device is being opened, the scene waits: no sound of the beginning is lost, and none keeps the
        window from answering until there is a device.
        """
        start_s = time.perf_counter()
        self._take_news()
        controls = self.desk.controls
        try:
            self._dirty |= controls.tick(dt, held=self.sounds.preparing)
        except RigbySceneError as refusal:  # an event track that cannot be played
            controls.player.pause()
            controls.diagnostics = refusal.diagnostics
            self._dirty = True
        if self.sounds.sounding and (controls.scrubbing or not controls.player.playing):
            self.sounds.hush()
        if self._dirty:
            self._draw_now(start_s)

    def _draw_now(self, start_s: float) -> None:
        self.window.switch_to()
        self.on_draw()
        now_s = time.perf_counter()
        moving = self.desk.controls.moving and not self.sounds.preparing
        self._painter.frame_times.add(now_s - self._drawn_at_s, now_s - start_s, moving=moving)
        self._drawn_at_s = now_s
        self.window.flip()

    def _take_news(self) -> None:
        while not self._remarks.empty():
            self.desk.controls.say(self._remarks.get())
            self._dirty = True
        news = self._watcher.take() if self._watcher is not None else None
        if news is None:
            return
        self._dirty = True
        try:
            if isinstance(news, RigbySceneError):
                raise news
            self._show(news)
        except RigbySceneError as refusal:
            self.desk.controls.diagnostics = refusal.diagnostics

    def _show(self, loaded: Loaded) -> None:
        """Put another scene in the place of this one, at the same shot and time."""
        player = Player(loaded.scene)
        self.window.switch_to()
        self._painter.change_scene(loaded)
        controls = self.desk.controls
        controls.replace_player(player)
        player.event_fired.connect(self._on_scene_event)
        controls.diagnostics = ()
        controls.say("Loaded again")
        self.sounds.forget(loaded.find_sound)
        self.desk.relayout()

    def _on_scene_event(self, event: SceneEvent) -> None:
        remark = self.sounds.play(event)
        if remark is not None:
            self.desk.controls.say(remark)

    # drawing

    def on_draw(self) -> None:
        self._painter.draw(self.window.get_framebuffer_size())
        self._dirty = False

    def picture(self) -> NDArray[np.uint8]:
        """Draw a frame and return what the window shows: uint8 (height, width, 3), top row first."""
        self.window.switch_to()
        return self._painter.picture(self.window.get_framebuffer_size())

    def first_picture(self) -> NDArray[np.uint8]:
        """`picture`, once the system had its say, about the size for one. RenderError where that was to close it."""
        self.window.dispatch_events()
        if not self.is_open:
            found = "it was closed before its picture was taken"
            raise RenderError.single("window-closed", "window", "", found, "run the command again")
        pixels = self.picture()
        self.window.flip()
        return pixels

    # what only a window can do

    def _on_request(self, name: str) -> None:
        match name:
            case "full screen":
                self.window.set_fullscreen(not self.window.fullscreen)
                self.desk.full_screen = self.window.fullscreen
                self.fit_desk()
            case "still":
                self._save_still()
            case "reload":
                if self._watcher is not None:
                    self._watcher.reload()
            case "sound":
                self.sounds.muted = not self.sounds.muted
                self.sounds.hush()
                self.desk.controls.say("Sound off" if self.sounds.muted else "Sound on")
            case "close":
                self.close()

    def _save_still(self) -> None:
        """Draw the moment as `rigbyscene still` does, and let a thread write it."""
        write = self._write_still
        if write is None:
            return
        self.window.switch_to()
        pixels = self._painter.still()
        player = self.desk.controls.player
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
        """Free everything, wait for stills that are being written, and close the window. Once is enough."""
        if not self.is_open:
            return
        import pyglet

        self.is_open = False
        pyglet.clock.unschedule(self.tick)
        if self._watcher is not None:
            self._watcher.close()
        self.sounds.hush()
        for thread in self._writing:
            thread.join()
        self.window.switch_to()
        self._painter.close()
        self.window.close()

    # what the system tells

    def fit_desk(self) -> None:
        """Bring the desk to the framebuffer, whose pixels count, and to what the system takes for a point."""
        size = self.window.get_framebuffer_size()
        points = self.window.get_size()
        # on macOS the framebuffer is larger than the window, elsewhere the system says how large a point is
        scale = max(size[0] / max(points[0], 1), self.window.get_pixel_ratio())
        self.desk.resize(size, min(max(round(scale * 4) / 4, 1.0), 4.0))
        self._dirty = True

    def on_resize(self, width: int, height: int) -> None:
        self.fit_desk()

    def on_expose(self) -> None:
        self._dirty = True

    def on_close(self) -> bool:
        self.close()
        return True
