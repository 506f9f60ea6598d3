"""A scene inside a game: draws a player in any pyglet window, alone or between the game's own sprites."""

from __future__ import annotations

import ctypes
import functools
from collections.abc import Callable, Sequence
from types import TracebackType
from typing import TYPE_CHECKING, Any, Literal, get_args

import numpy as np
from pyglet.event import EventDispatcher

from rigbyscene.draw.colors import Rgba
from rigbyscene.draw.gl import GlRenderer
from rigbyscene.draw.gl_context import gl_functions
from rigbyscene.draw.gl_state import Rectangle, drawing
from rigbyscene.play.batching import PlaceInBatch
from rigbyscene.play.checks import (
    VIEW,
    Checked,
    check_batch,
    checked_background,
    checked_matrices,
    checked_order,
    checked_placement,
    checked_player,
    checked_view_frame,
    checked_viewport,
    checked_window,
    given_matrices,
)
from rigbyscene.play.player import PicturePlayer
from rigbyscene.play.projection import current_window, plane_to_pixels
from rigbyscene.scene.affine import IDENTITY, Affine
from rigbyscene.scene.arguments import checked_choice
from rigbyscene.scene.camera import Fit, PictureMap, checked_fit, picture_map
from rigbyscene.scene.clock import Signal

if TYPE_CHECKING:
    from pyglet.graphics import Batch, Group
    from pyglet.window import BaseWindow

Camera = Literal["scene", "game"]

_EVENT_TYPES = ("on_event", "on_clip_start", "on_shot_finished", "on_skip")

Matrices = Callable[[], tuple[Sequence[float], Sequence[float]]]
"""Gives a game's projection and view: 16 numbers each, column by column, as pyglet's Mat4 has them."""


class SceneView(EventDispatcher):
    """Draws a `rigbyscene.ScenePlayer` into whatever pyglet window, or framebuffer, the game draws in.

    Alone: call `draw()` where the scene belongs in the frame. In a batch: give `batch`, and `order` or a `group` of the
    game's own, and the scene is drawn with the batch, after groups of lower orders and before those of higher ones.
    Either way every GL state is left as it was found. Call `update(dt)` once a frame, or let a clock do it
    (`pyglet.clock.schedule_interval(view.update, 1 / 60)`); nothing moves while `paused`, whatever the player does.

    What the player tells is dispatched to handlers that are attached the way pyglet does it:

    - ``on_event(event)``: a `rigbyscene.scene.events.SceneEvent` has fired.
    - ``on_clip_start(clip)``: a clip of an actor has begun, a `rigbyscene.scene.moments.ClipStart`.
    - ``on_shot_finished(shot)``: a `rigbyscene.scene.scene.Shot` has come to its end.
    - ``on_skip(shot)``: the player was skipped while `shot` showed, and stands at the end of the last one now.

    Belongs to the thread that has the GL context. `close` frees what GL holds; so does the end of a ``with``.
    """

    camera: Checked[Camera, str] = Checked(lambda camera: checked_choice(camera, get_args(Camera), "camera", VIEW))
    fit: Checked[str | Fit, Fit] = Checked(lambda fit: checked_fit(fit, VIEW))
    frame = Checked(checked_view_frame)
    placement = Checked(checked_placement)
    background = Checked(checked_background)
    viewport = Checked(checked_viewport)
    window: Checked[BaseWindow | None, Any] = Checked(checked_window)
    matrices: Checked[Matrices | None, Matrices | None] = Checked(checked_matrices)

    def __init__(
        self,
        player: PicturePlayer,
        *,
        batch: Batch | None = None,
        group: Group | None = None,
        order: int = 0,
        camera: Camera = "scene",
        fit: str | Fit = Fit.CONTAIN,
        frame: tuple[float, float] | None = None,
        placement: Affine = IDENTITY,
        background: str | Rgba | None = None,
        viewport: Rectangle | None = None,
        window: BaseWindow | None = None,
        matrices: Matrices | None = None,
    ):
        """Anything but `player`, `batch`, `group` and `order` may be changed later: the attributes are called the same.

        `camera`: ``"scene"``: the scene's camera fills the viewport, its frame (`frame`, width and height in stage
        units; None: the scene's own) laid over it as `fit` says (``contain``, ``cover`` or ``fill``). ``"game"``: stage
        units are put into the game's world by `placement` and seen through the window's `projection` and `view`.

        `background`: an opaque colour that covers the viewport before the scene is drawn, None: what the game has drawn
        stays around and behind it. `viewport`: x, y, width, height in pixels of the framebuffer, y up; None: the GL
        viewport of the moment. `window` is the one whose matrices count (None: that of the GL context of the moment),
        and `matrices` gives others in its stead.

        A `placement` that scales by 0 shows nothing. UsageError, also when an attribute is set, for a value that its
        argument cannot have, such as a background that is not opaque.
        """
        self.player = checked_player(player)
        order = checked_order(order)
        if batch is not None:
            check_batch(batch, group)
        self.camera = camera
        self.fit = fit
        self.frame = frame
        self.placement = placement
        self.viewport = viewport
        self.window = window
        self.matrices = matrices
        self.background = background
        self.paused = False
        self.visible = True
        self._renderer: GlRenderer | None = None
        self._place = None if batch is None else PlaceInBatch(self.draw, batch, group, order)
        signals: tuple[Signal[Any], ...] = (
            player.event_fired,
            player.clip_started,
            player.shot_finished,
            player.skipped,
        )
        self._heard = tuple(
            (signal, functools.partial(self.dispatch_event, event_type))
            for event_type, signal in zip(_EVENT_TYPES, signals, strict=True)
        )
        for signal, told in self._heard:
            signal.connect(told)

    def update(self, dt: float) -> None:
        """Move the player on by `dt` seconds, unless `paused`."""
        if not self.paused:
            self.player.update(dt)

    def prepare(self) -> None:
        """Send the pictures to the card now and not with the first `draw`. GlUnavailableError where GL cannot."""
        if self._renderer is None:
            self._renderer = GlRenderer(self.player.art.art)

    def draw(self) -> None:
        """Draw this moment over what is in the bound framebuffer, if `visible`.

        UsageError if the scene is to be seen through the game's matrices and these are a perspective that tilts it.
        """
        if not self.visible:
            return
        self.prepare()
        assert self._renderer is not None
        x, y, width, height = self._viewport_now()
        if width < 1 or height < 1:
            return  # a window that has been made too small to show anything
        picture = self._picture((width, height))
        background = self.background
        if background is not None:
            gl = gl_functions()
            with drawing(gl, (x, y, width, height), (x, y, width, height)):
                gl.glClearBufferfv(gl.GL_COLOR, 0, (ctypes.c_float * 4)(*(c / 255 for c in background)))
        if picture.to_pixels is not None:
            self._renderer.draw(
                self.player.draw_list(),
                np.array(picture.to_pixels),
                (width, height),
                at=(x, y),
                window=picture.window,
            )

    def actor_bone_transform(self, actor: str, bone: str) -> Affine | None:
        """A bone of an actor (`stage`: of the stage) in the units of the game's projection and view.

        That is where a sprite must be put to be in a hand, whichever camera the scene is seen through. None where the
        scene's camera sees nothing. UsageError, naming the nearest, for unknown names.
        """
        on_stage = self.player.actor_bone_transform(actor, bone)
        if self.camera == "game":
            return self.placement.after(on_stage)
        seen, whole = self._viewport_now(), _gl_viewport()
        to_pixels = self._picture(seen[2:]).to_pixels
        to_game = self._game_to_pixels(whole[2:]).inverse()
        if to_pixels is None or to_game is None:
            return None
        # from the pixels of one viewport to those of the other, both counted from the top left
        across = Affine.translation(seen[0] - whole[0], whole[1] + whole[3] - seen[1] - seen[3])
        return to_game.after(across.after(to_pixels.after(on_stage)))

    def close(self) -> None:
        """Leave batch and player, free what GL holds. Once is enough."""
        if self._place is not None:
            self._place.leave()
            self._place = None
        if self._renderer is not None:
            self._renderer.close()
            self._renderer = None
        heard, self._heard = self._heard, ()
        for signal, told in heard:
            signal.disconnect(told)

    def __enter__(self) -> SceneView:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def _viewport_now(self) -> Rectangle:
        return self.viewport or _gl_viewport()

    def _picture(self, size: tuple[int, int]) -> PictureMap:
        if self.camera == "game":
            return PictureMap(None, self._game_to_pixels(size).after(self.placement), (0, 0, *size))
        return picture_map(self.player.sample().view, self.frame or self.player.scene.frame, size, self.fit)

    def _game_to_pixels(self, size: tuple[int, int]) -> Affine:
        if self.matrices is not None:
            return plane_to_pixels(*given_matrices(self.matrices()), size)
        window = self.window or current_window()
        return plane_to_pixels(window.projection, window.view, size)


def _gl_viewport() -> Rectangle:
    gl = gl_functions()
    port = (ctypes.c_int * 4)()
    gl.glGetIntegerv(gl.GL_VIEWPORT, port)
    return port[0], port[1], port[2], port[3]


for _name in _EVENT_TYPES:
    SceneView.register_event_type(_name)
