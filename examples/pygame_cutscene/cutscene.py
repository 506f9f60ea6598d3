"""The cutscene: drawn into an array that a surface of pygame's shares."""

from __future__ import annotations

import numpy as np
import pygame

import rigbyscene


class Cutscene:
    """Plays a scene over a whole surface. Nothing is allocated from one frame to the next."""

    def __init__(self, scene: rigbyscene.Scene, size: tuple[int, int]):
        self.player = rigbyscene.ScenePlayer(scene)
        self.player.event_fired.connect(self.on_event)
        self.heard: list[str] = []
        width, height = size
        self._pixels = np.empty((height, width, 4), np.uint8)
        # shares the memory of the array: what is drawn there is seen here. The background is opaque, so the alpha
        # is of no interest (RGBX), and premultiplied colours are the colours
        self._surface = pygame.image.frombuffer(self._pixels, size, "RGBX")
        self.player.play()

    def on_event(self, event: object) -> None:
        self.heard.append(event.name)

    def update(self, dt: float) -> None:
        self.player.update(dt)

    def draw(self, screen: pygame.Surface) -> None:
        size = self._surface.get_size()
        self.player.render(size, background="black", premultiplied=True, out=self._pixels)
        screen.blit(self._surface, (0, 0))
