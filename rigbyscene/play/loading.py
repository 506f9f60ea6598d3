"""Loads a scene beside a running game: files, pictures and kernels on a thread, the card's memory in slices."""

from __future__ import annotations

import contextlib
import gc
import sys
import threading
import time
from collections.abc import Callable, Iterator
from types import TracebackType
from typing import Generic, Literal, TypeVar

import numpy as np

from rigbyscene.draw.art import Art
from rigbyscene.draw.gl_context import current_context, gl_functions
from rigbyscene.draw.gl_pages import SLOT_COLUMNS, GlPages
from rigbyscene.draw.gl_vertices import VertexArrays
from rigbyscene.draw.renderer import SceneArt, SceneRenderer
from rigbyscene.play.warm import compile_elsewhere, kernels_are_missing
from rigbyscene.scene.sampler import Sampler
from rigbyscene.scene.scene import Scene

Stage = Literal["compiling", "loading", "uploading", "ready", "failed"]

_SWITCH_INTERVAL_S = 0.0005


_S = TypeVar("_S", bound=Scene)


class SceneLoader(Generic[_S]):
    """A scene on its way. Call `step` once a frame until it returns True, then take `scene`.

    The thread starts at once: it has kernels compiled that this machine has not compiled yet (in a process of their
    own: some seconds, once), reads the files, decodes the pictures and poses each shot's first frame. While it is at
    work Python changes threads more often, so that the game gets its turn within half a millisecond, and does not look
    for garbage in cycles. `close` gives everything up that was not taken; so does the end of a ``with``.
    """

    def __init__(self, load: Callable[[], tuple[_S, SceneArt]], *, gl: bool = True):
        """`load` makes the scene and decodes its pictures, on the thread. Without `gl` nothing is sent to the card."""
        self._load = load
        self._gl = gl
        self._loaded: tuple[_S, SceneArt] | None = None
        self._error: Exception | None = None
        self._pages: GlPages | None = None
        self._stage: Stage = "loading"
        self._compiling = kernels_are_missing()
        self._thread = threading.Thread(target=self._run, name="rigbyscene-loader", daemon=True)
        self._thread.start()

    @property
    def stage(self) -> Stage:
        """How far it has come, as of the last `step`.

        ``"compiling"`` is the first start on a machine, half a minute that a player should be told of.
        """
        return "compiling" if self._compiling and self._stage == "loading" else self._stage

    @property
    def scene(self) -> _S:
        """The scene; RuntimeError until `step` has returned True."""
        if self._stage != "ready" or self._loaded is None:
            raise RuntimeError(f"the scene is not there yet (it is {self.stage}): call step() until it returns True")
        return self._loaded[0]

    def step(self, budget_s: float = 0.002) -> bool:
        """Do what must be done on the thread that has the GL context, for about `budget_s`; whether all is ready.

        Once the pictures are decoded, they are sent to the card a piece at a time, and the `SceneView`s that come find
        them there. Raises what loading raised (a BadFileError that lists everything wrong, for one), each time;
        GlUnavailableError where GL cannot draw the scene.
        """
        if self._stage == "loading" and not self._thread.is_alive():
            self._stage = "failed" if self._error is not None else "uploading" if self._gl else "ready"
        if self._stage == "failed" and self._error is not None:
            raise self._error
        if self._stage == "uploading" and self._loaded is not None:
            self._upload(self._loaded[1].art, time.perf_counter() + budget_s)
        return self._stage == "ready"

    def wait(self) -> _S:
        """Finish now, however long that takes, and return the scene. Raises as `step` does."""
        self._thread.join()
        while not self.step(1.0):
            pass
        return self.scene

    def close(self) -> None:
        """Let go of the scene's place on the card; a view that draws from it keeps it. Once is enough."""
        pages, self._pages = self._pages, None
        if pages is not None:
            pages.release()

    def __enter__(self) -> SceneLoader[_S]:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def _upload(self, art: Art, until: float) -> None:
        if self._pages is None:
            self._pages = GlPages.begun(gl_functions(), current_context(), art)
        while self._pages.upload_piece():
            if time.perf_counter() >= until:
                return
        self._stage = "ready"

    def _run(self) -> None:
        try:
            compile_elsewhere()
            self._compiling = False
            with _game_first():
                loaded = self._load()
                touch_kernels(*loaded)
                self._loaded = loaded
        except Exception as error:  # told by `step`, on the thread that waits for the scene
            self._error = error


def touch_kernels(scene: Scene, art: SceneArt) -> None:
    """Have every kernel between a clock and GL compiled or loaded, and the physics of each shot settled."""
    sampler, renderer = Sampler(scene), SceneRenderer(art)
    slots = np.zeros((len(art.art.levels), SLOT_COLUMNS), np.uint32)
    for shot in scene.shots:
        drawn = renderer.draw_list(sampler.sample(shot, 0.0))
        VertexArrays().fill(drawn, art.art, slots, np.array([1.0, 0.0, 0.0, -1.0, 0.0, 0.0]), (0, 0, 1, 1))


class _Quiet:
    """How many loaders are at work, and how Python was set before the first of them."""

    lock = threading.Lock()
    count = 0
    switch_interval_s = 0.0
    collected = False


@contextlib.contextmanager
def _game_first() -> Iterator[None]:
    """Inside, other threads need not wait long: looking for cycles in a loaded scene stops all of them for 30 ms."""
    with _Quiet.lock:
        if _Quiet.count == 0:
            _Quiet.switch_interval_s, _Quiet.collected = sys.getswitchinterval(), gc.isenabled()
            sys.setswitchinterval(min(_SWITCH_INTERVAL_S, _Quiet.switch_interval_s))
            gc.disable()
        _Quiet.count += 1
    try:
        yield
    finally:
        with _Quiet.lock:
            _Quiet.count -= 1
            if _Quiet.count == 0:
                sys.setswitchinterval(_Quiet.switch_interval_s)
                if _Quiet.collected:
                    gc.enable()
