"""A small pyglet game with a cutscene in it: walk up to the fox, the scene plays, control returns."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import pyglet

import rigbyscene

sys.path.append(str(Path(__file__).resolve().parent.parent))
from game_options import game_parser, no_window, parsed, save_screenshot

if TYPE_CHECKING:
    from lamp_game import Game


def open_game(size: tuple[int, int]) -> Game:
    """The game in its window; where there can be none, the program ends with one line that says why."""
    try:
        from lamp_game import Game  # pyglet looks for a display when what draws is imported: not for --help

        return Game(size)
    except (ImportError, rigbyscene.RigbySceneError) as error:
        sys.exit(f"game.py: the game cannot start: {error}")
    except Exception as error:
        if not type(error).__module__.startswith("pyglet."):
            raise
        no_window(error)


def autopilot(game: Game) -> None:
    """Plays by itself, for tests and for looking on: walks up to the fox, skips after a while, walks back."""
    from pyglet.window import key

    if game.loader.stage != "ready":
        return
    game.keys.data[key.RIGHT] = not game.met
    game.keys.data[key.LEFT] = game.met
    if game.cutscene is not None and game.cutscene.player.time > 1.0:
        game.window.dispatch_event("on_key_press", key.ESCAPE, 0)


def run_frames(game: Game, arguments: argparse.Namespace) -> None:
    """As many frames of 1/30 s as were asked for, then the end."""
    for frame in range(arguments.frames):
        pyglet.clock.tick()
        game.window.dispatch_events()
        if arguments.autopilot:
            autopilot(game)
            if game.loader.stage != "ready":
                game.loader.wait()
        game.update(1 / 30)
        game.window.switch_to()
        game.draw()
        if frame + 1 == arguments.frames and arguments.screenshot:
            save_frame(arguments.screenshot)
        game.window.flip()
    game.close()


def save_frame(path: Path) -> None:
    image = pyglet.image.get_buffer_manager().get_color_buffer()
    save_screenshot(path, lambda file: image.save(str(path), file=file))


def read_arguments() -> argparse.Namespace:
    parser = game_parser(__doc__, "960x540")
    parser.add_argument("--autopilot", action="store_true", help="play by itself (with --frames)")
    return parsed(parser)


def main() -> None:
    arguments = read_arguments()
    game = open_game(arguments.size)
    if arguments.frames is not None:
        run_frames(game, arguments)
        return
    pyglet.clock.schedule_interval(game.update, 1 / 60)
    pyglet.app.run()


if __name__ == "__main__":
    main()
