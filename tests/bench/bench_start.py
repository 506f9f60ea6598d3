"""Seconds from a command to what its user waits for, as JSON: ``python -m tests.bench.bench_start [scene]``.

Help on the screen, a still on the disk, and the window's first picture on the display (where DISPLAY names one):
medians over some runs with warm caches, everything included from the start of the process on. The window is seen from
outside, by looking at a row of the screen every hundredth of a second.
"""

from __future__ import annotations

import argparse
import ctypes
import json
import os
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from pathlib import Path

DEMO = Path(__file__).resolve().parents[2] / "examples" / "foxfire" / "foxfire.scene.json"
BUDGET_S = {"help": 0.3, "still": 1.0, "window": 1.0}
_ROW_PX = 1280
_LOOK_EVERY_S = 0.01
_PATIENCE_S = 60.0
_COLORS = 4
"""What a picture shows more of than an empty window."""


def command(*arguments: str) -> list[str]:
    return [sys.executable, "-m", "rigbyscene", *arguments]


def ran(*arguments: str) -> float:
    start = time.perf_counter()
    subprocess.run(command(*arguments), check=True, stdout=subprocess.DEVNULL)
    return time.perf_counter() - start


class Screen:
    """The pixels of the display that DISPLAY names."""

    def __init__(self) -> None:
        self._x = ctypes.CDLL("libX11.so.6")
        self._x.XOpenDisplay.restype = ctypes.c_void_p
        self._x.XDefaultRootWindow.argtypes = [ctypes.c_void_p]
        self._x.XDefaultRootWindow.restype = ctypes.c_ulong
        place = [ctypes.c_int, ctypes.c_int, ctypes.c_uint, ctypes.c_uint]
        self._x.XGetImage.argtypes = [ctypes.c_void_p, ctypes.c_ulong, *place, ctypes.c_ulong, ctypes.c_int]
        self._x.XGetImage.restype = ctypes.c_void_p
        self._x.XGetPixel.argtypes = [ctypes.c_void_p, ctypes.c_int, ctypes.c_int]
        self._x.XGetPixel.restype = ctypes.c_ulong
        self._x.XDestroyImage.argtypes = [ctypes.c_void_p]
        self._display = self._x.XOpenDisplay(None)
        if not self._display:
            raise SystemExit(f"the display {os.environ.get('DISPLAY')} cannot be reached")

    def row(self, y: int) -> tuple[int, ...]:
        """Some pixels of row `y`."""
        all_planes, z_pixmap = 0xFFFFFFFF, 2
        root = self._x.XDefaultRootWindow(self._display)
        image = self._x.XGetImage(self._display, root, 0, y, _ROW_PX, 1, all_planes, z_pixmap)
        pixels = tuple(self._x.XGetPixel(image, x, 0) & 0xFFFFFF for x in range(100, _ROW_PX - 80, 50))
        self._x.XDestroyImage(image)
        return pixels


def window_shown(scene: str, screen: Screen) -> float:
    """Until a picture stands where nothing was before."""
    before = screen.row(400)
    start = time.perf_counter()
    window = subprocess.Popen(command("play", scene, "--paused", "--time", "3"))
    try:
        while (now := screen.row(400)) == before or len(set(now)) < _COLORS:
            if window.poll() is not None or time.perf_counter() - start > _PATIENCE_S:
                raise SystemExit("no window came")
            time.sleep(_LOOK_EVERY_S)
        return time.perf_counter() - start
    finally:
        window.terminate()
        window.wait()


def median_of(measure: Callable[[], float], runs: int) -> float:
    measure()  # the caches are warm after this one
    return round(statistics.median(measure() for _ in range(runs)), 3)


def main(arguments: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("scene", nargs="?", default=str(DEMO))
    parser.add_argument("--runs", type=int, default=9)
    options = parser.parse_args(arguments)
    with tempfile.TemporaryDirectory() as folder:
        picture = str(Path(folder) / "still.png")
        found: dict[str, object] = {
            "help": median_of(lambda: ran("--help"), options.runs),
            "still": median_of(lambda: ran("still", options.scene, picture, "--overwrite", "-q"), options.runs),
        }
    if os.environ.get("DISPLAY"):
        screen = Screen()
        found["window"] = median_of(lambda: window_shown(options.scene, screen), options.runs)
    print(json.dumps({"seconds": found, "budget_s": BUDGET_S, "runs": options.runs}))


if __name__ == "__main__":
    main()
