"""The sounds of events, through `pyglet.media`, which is loaded when the first one is to be heard."""

from __future__ import annotations

import os
from collections.abc import Mapping
from typing import Any

from rigbyscene.scene.events import SceneEvent

_MOST_AT_ONCE = 16


def sound_file(event: SceneEvent, folders: Mapping[str, tuple[str, ...]]) -> str | None:
    """The sound of `event` in the first of its source's folders that has it; None for no sound, or no file."""
    if not event.audio:
        return None
    written = event.audio.replace("\\", "/")
    for folder in folders.get(event.source, ()):
        path = os.path.join(folder, written)
        if os.path.isfile(path):
            return path
    return None


class Sounds:
    """Plays the sounds of events as they fire. Files are decoded once and kept."""

    def __init__(self, folders: Mapping[str, tuple[str, ...]]):
        self.folders = folders
        self.muted = False
        self._sources: dict[str, Any] = {}
        self._players: list[Any] = []

    def play(self, event: SceneEvent) -> str | None:
        """Start the sound of `event`, if it has one. Returns why that cannot be, or None."""
        if self.muted or not event.audio:
            return None
        path = sound_file(event, self.folders)
        if path is None:
            return f"the sound {event.audio} of event {event.name} was not found"
        from pyglet import media
        from pyglet.media.exceptions import MediaException

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
        except (MediaException, OSError) as error:
            self._sources.pop(path, None)
            return f"the sound {event.audio} cannot be played: {error}"
        self._players.append(player)
        return None

    def pause(self) -> None:
        """Silence what is sounding."""
        for player in self._players:
            player.pause()
        self._players.clear()

    def forget(self, folders: Mapping[str, tuple[str, ...]]) -> None:
        """The files may have changed."""
        self.folders = folders
        self._sources.clear()
