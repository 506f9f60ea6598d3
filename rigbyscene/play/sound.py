"""The sounds of events, through `pyglet.media`, which is loaded where a scene has sounds."""

from __future__ import annotations

import sys
import threading
from collections.abc import Callable
from typing import Any

from rigbyscene.scene.events import SceneEvent

FindSound = Callable[[SceneEvent], str | None]
"""The path of the sound that an event asks for; None where there is no such file."""

_MOST_AT_ONCE = 16


class Sounds:
    """Plays the sounds of events as they fire. Files are decoded once and kept until `forget`."""

    def __init__(self, find: FindSound):
        self.muted = False
        self._find = find
        self._sources: dict[str, Any] = {}
        self._players: list[Any] = []
        self._opening: threading.Thread | None = None

    def prepare(self) -> None:
        """Look for the sound device beside everything else; `preparing` until that is done.

        On Linux it takes over half a second, elsewhere next to nothing, and Windows wants it on the main thread.
        """
        if sys.platform.startswith("linux"):
            self._opening = threading.Thread(target=_open_device, name="rigbyscene-sound", daemon=True)
            self._opening.start()

    @property
    def preparing(self) -> bool:
        return self._opening is not None and self._opening.is_alive()

    def play(self, event: SceneEvent) -> str | None:
        """Start the sound of `event`, if it has one. Returns why that cannot be, or None."""
        if self.muted or not event.audio:
            return None
        path = self._find(event)
        if path is None:
            return f"The sound {event.audio} of event {event.name} was not found"
        from pyglet import media
        from pyglet.media.exceptions import MediaException
        from pyglet.util import DecodeException

        try:
            if path not in self._sources:
                self._sources[path] = media.load(path, streaming=False)
            self._players = [p for p in self._players if p.playing][-_MOST_AT_ONCE + 1 :]
            player = media.Player()
            player.queue(self._sources[path])
            player.volume = min(max(event.volume, 0.0), 1.0)
            # left to right by where it comes from, one unit before the listener
            player.position = (min(max(event.balance, -1.0), 1.0), 0.0, -1.0) if event.balance else (0.0, 0.0, 0.0)
            player.play()
        except (MediaException, DecodeException, OSError, EOFError) as error:
            words = " ".join(str(error).split()) or type(error).__name__
            return f"The sound {event.audio} cannot be played: {words}"
        self._players.append(player)
        return None

    @property
    def sounding(self) -> int:
        """How many sounds are heard."""
        return sum(bool(p.playing) for p in self._players)

    def hush(self) -> None:
        """Silence what is sounding."""
        for player in self._players:
            player.pause()
            player.delete()
        self._players.clear()

    def forget(self, find: FindSound) -> None:
        """Go on with the files of another scene, or of this one as they are now."""
        self._find = find
        self._sources.clear()


def _open_device() -> None:
    from pyglet import media

    get: Any = media.get_audio_driver  # without types
    get()
