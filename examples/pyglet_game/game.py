"""A small pyglet game with a cutscene in it: walk up to the fox, the scene plays, control returns."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import pyglet

import rigbyscene

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
        sys.exit(f"game.py: no window can be opened ({error}): run this in a desktop session, or with xvfb-run")


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
            save_screenshot(arguments.screenshot)
        game.window.flip()
    game.close()


def save_screenshot(path: Path) -> None:
    try:
        pyglet.image.get_buffer_manager().get_color_buffer().save(str(path))
    except OSError as error:
        sys.exit(f"game.py: {path} cannot be written ({error.strerror})")


def window_size(text: str) -> tuple[int, int]:
    """argparse tells what this refuses."""
    sides = text.split("x")
    if len(sides) != 2 or not all(side.isdecimal() and 1 <= int(side) <= 16384 for side in sides):
        raise argparse.ArgumentTypeError(f"{text!r} is no size: give width x height in pixels, such as 960x540")
    return int(sides[0]), int(sides[1])


def frame_count(text: str) -> int:
    if not (text.isdecimal() and int(text) > 0):
        raise argparse.ArgumentTypeError(f"{text!r} is no number of frames: give a whole number from 1 up")
    return int(text)


def picture_path(text: str) -> Path:
    path = Path(text)
    if path.suffix.lower() != ".png" or path.is_dir():
        raise argparse.ArgumentTypeError(f"{text!r} is no PNG file: give a name that ends in .png")
    if not path.parent.is_dir():
        raise argparse.ArgumentTypeError(f"there is no folder {str(path.parent)!r}: make it first")
    return path


def read_arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--size", type=window_size, default=(960, 540), help="of the window (960x540)")
    parser.add_argument("--frames", type=frame_count, help="end after so many frames of 1/30 s")
    parser.add_argument("--autopilot", action="store_true", help="play by itself (with --frames)")
    parser.add_argument("--screenshot", type=picture_path, help="write the last of --frames to this PNG file")
    arguments = parser.parse_args()
    for option in ("autopilot", "screenshot"):
        if getattr(arguments, option) and arguments.frames is None:
            parser.error(f"argument --{option}: give --frames as well")
    return arguments


def main() -> None:
    arguments = read_arguments()
    game = open_game(arguments.size)
    if arguments.frames is not None:
        run_frames(game, arguments)
        return
    pyglet.clock.schedule(game.update)
    pyglet.app.run()


if __name__ == "__main__":
    main()
