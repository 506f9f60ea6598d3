"""Scenes that are loaded again when one of their files is saved: a thread that looks, and loads what changed.

What is watched is what a load looked at, whether it was there or not: so a file that was missing is seen to come.
"""

from __future__ import annotations

import os
import threading
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

from rigbyscene.errors import BadFileError, RigbySceneError
from rigbyscene.formats.assets import FolderAssets

if TYPE_CHECKING:
    from rigbyscene.draw.renderer import SceneArt
    from rigbyscene.scene.events import SceneEvent
    from rigbyscene.scene.scene import Scene

INTERVAL_S = 0.3

Stamp = tuple[int, int, int] | None
"""When a file was changed (ns), how large it is, which one it is (inode); None where there is none."""


@dataclass(frozen=True, slots=True, eq=False)
class Loaded:
    """A scene with its pictures decoded. `find_sound` gives the path of the sound that an event asks for, or None."""

    scene: Scene
    art: SceneArt
    find_sound: Callable[[SceneEvent], str | None]


class WatchedAssets(FolderAssets):
    """Files on disk; `stamps` tells of each path that was asked for what it was before it was read."""

    def __init__(self) -> None:
        super().__init__()
        self.stamps: dict[str, Stamp] = {}

    def read(self, path: str) -> bytes:
        self.stamps.setdefault(path, stamp_of(path))
        return super().read(path)

    def exists(self, path: str) -> bool:
        self.stamps.setdefault(path, stamp_of(path))
        return super().exists(path)


def stamp_of(path: str) -> Stamp:
    try:
        found = os.stat(path)
    except (OSError, ValueError):
        return None
    return found.st_mtime_ns, found.st_size, found.st_ino


class Watcher:
    """Loads again on a thread of its own whenever a file has changed and was then left alone for a moment.

    `load` is called with the assets to read from, and returns the scene or raises RigbySceneError; `stamps` are those
    of the load before. `take` gives each outcome once.
    """

    def __init__(
        self,
        load: Callable[[WatchedAssets], Loaded],
        stamps: Mapping[str, Stamp],
        *,
        interval_s: float = INTERVAL_S,
    ):
        self._load = load
        self._stamps = dict(stamps)
        self._interval_s = interval_s
        self._outcome: Loaded | RigbySceneError | None = None
        self._lock = threading.Lock()
        self._ended = threading.Event()
        self._woken = threading.Event()
        self._thread = threading.Thread(target=self._watch, name="rigbyscene-watch", daemon=True)

    def start(self) -> None:
        self._thread.start()

    def reload(self) -> None:
        """Load now, whether anything changed or not."""
        self._stamps = {path: (0, -1, 0) for path in self._stamps}
        self._woken.set()

    def take(self) -> Loaded | RigbySceneError | None:
        """What the latest load gave, if there was one since the last call."""
        with self._lock:
            outcome, self._outcome = self._outcome, None
        return outcome

    def close(self) -> None:
        """Stop watching; a load that is under way is waited for, at most a second."""
        self._ended.set()
        self._woken.set()
        if self._thread.ident is not None:  # a window that could not be shown ends before it was started
            self._thread.join(timeout=1.0)

    def _watch(self) -> None:
        unsettled: dict[str, Stamp] | None = None
        while not self._ended.is_set():
            if self._woken.wait(self._interval_s):
                self._woken.clear()
                if self._ended.is_set():
                    return
                self._load_again()
                unsettled = None
                continue
            now = {path: stamp_of(path) for path in self._stamps}
            if now == self._stamps:
                unsettled = None
            elif now != unsettled:
                unsettled = now  # perhaps still being written
            else:
                self._load_again()
                unsettled = None

    def _load_again(self) -> None:
        assets = WatchedAssets()
        outcome: Loaded | RigbySceneError
        before = {path: stamp_of(path) for path in self._stamps}
        try:
            outcome = self._load(assets)
            self._stamps = assets.stamps
        except RigbySceneError as refusal:
            outcome = refusal
            # what was not reached this time counts, too: the mend may be there
            self._stamps = before | assets.stamps
        except Exception as fault:
            self._stamps = before | assets.stamps
            words = " ".join(f"{type(fault).__name__}: {fault}".split())
            outcome = BadFileError.single(
                "load-failed", "rigbyscene", "", f"loading failed: {words}", "save the file again, or report this line"
            )
        with self._lock:
            self._outcome = outcome
