"""Compiles every kernel between a clock and a picture in a process of its own, so that no game stands still for it.

`python -m rigbyscene.play.warm` does it and ends; the kernels then lie in the cache (see `rigbyscene.jit`). A
compilation keeps all threads of its process waiting for seconds; another process it does not.
"""

from __future__ import annotations

import argparse
import contextlib
import io
import os
import subprocess
import sys

from rigbyscene.jit import cache_is_cold

ROOMS = ("pose", "draw")

_SKELETON = b"""{
 "skeleton": {"spine": "4.2"}, "bones": [{"name": "root"}],
 "slots": [{"name": "dot", "bone": "root", "attachment": "dot"}],
 "skins": [{"name": "default", "attachments": {"dot": {"dot": {"width": 2, "height": 2}}}}],
 "animations": {"still": {}}
}"""
_ATLAS = b"dot.png\nsize: 2, 2\ndot\nbounds: 0, 0, 2, 2\n"


def compile_kernels() -> None:
    """Take a picture of two by two pixels all the way, with GL's vertices and without."""
    from PIL import Image

    from rigbyscene.draw.renderer import SceneArt
    from rigbyscene.formats.assets import MemoryAssets
    from rigbyscene.formats.load import load_skeleton_files
    from rigbyscene.model.manifest import Manifest
    from rigbyscene.play.loading import touch_kernels
    from rigbyscene.play.player import PicturePlayer
    from rigbyscene.scene.scene import Scene

    png = io.BytesIO()
    Image.new("RGBA", (2, 2), (1, 2, 3, 128)).save(png, "png")
    assets = MemoryAssets({"dot.json": _SKELETON, "dot.atlas": _ATLAS, "dot.png": png.getvalue()})
    files = load_skeleton_files("dot.json", assets=assets)
    scene = Scene(Manifest("dot.json"), files.skeleton, [])
    art = SceneArt([(scene.stage, files)])
    touch_kernels(scene, art)
    PicturePlayer(scene, art).render((2, 2))


def kernels_are_missing() -> bool:
    """Whether this machine has compiled none of some rooms' kernels yet."""
    return cache_is_cold(ROOMS)


def compile_elsewhere() -> None:
    """Wait for another process to have done it, where the cache is cold.

    Where none can be started, in a frozen application for one, nothing is done: kernels are then compiled when needed.
    """
    # in a frozen application sys.executable is that application, not Python
    if getattr(sys, "frozen", False) or not sys.executable or not kernels_are_missing():
        return
    with contextlib.suppress(OSError):
        subprocess.run(
            [sys.executable, "-m", "rigbyscene.play.warm"],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            check=False,
        )


def main() -> None:
    """The command: it takes no arguments, and says with `--help` what it is for."""
    about = "Compile what poses and draws scenes, so that no game stands still for it, and end. Some seconds, once."
    where = "The kernels are kept in the folder that RIGBYSCENE_CACHE names: set it to one that an application ships."
    parser = argparse.ArgumentParser("python -m rigbyscene.play.warm", description=about, epilog=where)
    parser.parse_args()
    if hasattr(os, "nice"):
        os.nice(10)  # the game goes first
    compile_kernels()


if __name__ == "__main__":
    main()
