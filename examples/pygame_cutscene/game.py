"""A cutscene in pygame-ce, without GL: `render()` draws into an array that pygame shows."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import rigbyscene

sys.path.append(str(Path(__file__).resolve().parent.parent))
from game_options import frame_number, game_parser, no_window, parsed, save_screenshot

if TYPE_CHECKING:
    import pygame

SCENE = Path(__file__).resolve().parent.parent / "foxfire" / "foxfire.scene.json"
FPS = 30


def open_screen(size: tuple[int, int]) -> pygame.Surface:
    """pygame's window; where there can be none, the program ends with one line that says why."""
    try:
        import pygame
    except ImportError as error:
        sys.exit(f"game.py: the game cannot start: {error} (pip install pygame-ce)")
    try:
        pygame.display.init()  # and not the sound, which is not used
        pygame.font.init()
        return pygame.display.set_mode(size)
    except pygame.error as error:
        no_window(error)


def play(
    screen: pygame.Surface, loader: rigbyscene.play.SceneLoader[rigbyscene.Scene], arguments: argparse.Namespace
) -> None:
    """Until the window is closed, or for as many frames of 1/30 s as were asked for."""
    import pygame
    from cutscene import Cutscene

    font = pygame.font.Font(None, 28)
    clock = pygame.time.Clock()
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
            cutscene = Cutscene(loader.scene, arguments.size)
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
            screen.blit(font.render(text, True, (255, 226, 140)), (20, arguments.size[1] - 40))
        pygame.display.flip()
        frame += 1
    if arguments.screenshot:
        save_screenshot(arguments.screenshot, lambda file: pygame.image.save(screen, file, "png"))


def read_arguments() -> argparse.Namespace:
    parser = game_parser(__doc__, "640x360")
    parser.add_argument("--skip-at", type=frame_number, help="skip the cutscene in this frame, as Esc does")
    return parsed(parser)


def main() -> None:
    arguments = read_arguments()
    screen = open_screen(arguments.size)
    with rigbyscene.load_in_background(SCENE, gl=False) as loader:
        play(screen, loader, arguments)


if __name__ == "__main__":
    main()
