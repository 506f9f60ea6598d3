"""A cutscene as an Arcade view: the game's view gives way to it and comes back."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import rigbyscene

sys.path.append(str(Path(__file__).resolve().parent.parent))
from game_options import game_parser, no_window, parsed, save_screenshot

if TYPE_CHECKING:
    import arcade


def open_window(size: tuple[int, int]) -> arcade.Window:
    """Arcade's window; where there can be none, the program ends with one line that says why."""
    try:
        import arcade  # looks for a display: not for --help

        return arcade.Window(*size, "The last lamp", antialiasing=False)
    except ImportError as error:
        sys.exit(f"game.py: the game cannot start: {error} (pip install 'arcade>=3.3')")
    except Exception as error:
        if not type(error).__module__.startswith("pyglet."):
            raise
        no_window(error)


def autopilot(window: arcade.Window) -> None:
    """Plays by itself, for tests and for looking on: walks up to the post and skips after a second."""
    import arcade
    from views import CutsceneView, WalkView

    view = window.current_view
    if isinstance(view, CutsceneView):
        if view.player.time > 1.0:
            view.on_key_press(arcade.key.ESCAPE, 0)
    elif isinstance(view, WalkView):
        view.loader.wait()
        view.way = 0 if view.told else 1


def run_frames(window: arcade.Window, arguments: argparse.Namespace) -> None:
    """As many frames of 1/30 s as were asked for, then the end."""
    import arcade

    for frame in range(arguments.frames):
        window.switch_to()
        window.dispatch_events()
        if arguments.autopilot:
            autopilot(window)
        window.dispatch_event("on_update", 1 / 30)
        window.dispatch_event("on_draw")
        if frame + 1 == arguments.frames and arguments.screenshot:
            save_screenshot(arguments.screenshot, lambda file: arcade.get_image().save(file, "png"))
        window.flip()
    window.close()


def read_arguments() -> argparse.Namespace:
    parser = game_parser(__doc__, "960x540")
    parser.add_argument("--autopilot", action="store_true", help="play by itself (with --frames)")
    return parsed(parser)


def main() -> None:
    arguments = read_arguments()
    window = open_window(arguments.size)

    import arcade
    from views import ART, WalkView

    with rigbyscene.load_in_background(ART / "foxfire.scene.json") as loader:
        window.show_view(WalkView(loader))
        if arguments.frames is None:
            arcade.run()
        else:
            run_frames(window, arguments)


if __name__ == "__main__":
    main()
