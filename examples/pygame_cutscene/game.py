"""A cutscene in pygame-ce, without GL: `render()` draws into an array that pygame shows.

python game.py [--size 640x360] [--frames N] [--skip-at N] [--screenshot FILE]
"""

from __future__ import annotations

import argparse
from pathlib import Path

import numpy as np
import pygame

import rigbyscene

SCENE = Path(__file__).resolve().parent.parent / "foxfire" / "foxfire.scene.json"
FPS = 30


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


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--size", default="640x360")
    parser.add_argument("--frames", type=int, help="end after so many frames of 1/30 s")
    parser.add_argument("--skip-at", type=int, help="skip the cutscene in this frame, as Esc does")
    parser.add_argument("--screenshot", help="write the last frame to this PNG file")
    arguments = parser.parse_args()
    width, height = (int(side) for side in arguments.size.split("x"))
    pygame.init()
    screen = pygame.display.set_mode((width, height))
    font = pygame.font.Font(None, 28)
    clock = pygame.time.Clock()
    loader = rigbyscene.load_in_background(SCENE, gl=False)
    cutscene: Cutscene | None = None
    over = False
    frame = 0
    running = True
    while running and (arguments.frames is None or frame < arguments.frames):
        dt = 1 / FPS if arguments.frames is not None else clock.tick(FPS) / 1000
        skip = frame == arguments.skip_at
        for event in pygame.event.get():
            if event.type == pygame.QUIT:
                running = False
            elif event.type == pygame.KEYDOWN and event.key == pygame.K_ESCAPE:
                running, skip = cutscene is not None, True
        if arguments.frames is not None and loader.stage != "ready":
            loader.wait()
        if cutscene is None and not over and loader.step():
            cutscene = Cutscene(loader.scene, (width, height))
            print("cutscene")
        if cutscene is not None:
            if skip:
                cutscene.player.skip()
            cutscene.update(dt)
            cutscene.draw(screen)
            if cutscene.player.finished:
                print(f"control returns after {len(cutscene.heard)} events")
                cutscene, over = None, True
        else:
            screen.fill((26, 28, 70))
            text = "The game goes on. Esc: leave" if over else "Loading"
            screen.blit(font.render(text, True, (255, 226, 140)), (20, height - 40))
        pygame.display.flip()
        frame += 1
    if arguments.screenshot:
        pygame.image.save(screen, arguments.screenshot)
    pygame.quit()


if __name__ == "__main__":
    main()
