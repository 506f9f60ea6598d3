"""Milliseconds a frame of a game outside GL, as JSON: ``python tests/bench/bench_player.py [scene]``.

A frame is what a game does 60 times a second before the card gets to work: the clock with what it tells, the pose, the
draw list, the vertices as GL takes them. Each frame of the scene is timed; the processor's own time for this thread
counts beside the wall clock's, which on a machine with other work says little. `budget_ms` is what is promised for the
demo.
"""

from __future__ import annotations

import argparse
import json
import statistics
import time
from pathlib import Path

import numpy as np

from rigbyscene import ScenePlayer, load_scene
from rigbyscene.draw.gl_pages import lay_out_pages
from rigbyscene.draw.gl_vertices import VertexArrays
from rigbyscene.scene.camera import picture_map

BUDGET_MS = 1.5
FPS = 60
SIZE = (1280, 720)
DEMO = Path(__file__).resolve().parents[2] / "examples" / "foxfire" / "foxfire.scene.json"
STEPS = ("clock", "sample", "draw_list", "vertices")


def measure(path: Path, passes: int) -> dict[str, object]:
    """Play the scene `passes` times and give medians over the frames of the best pass of each frame."""
    scene = load_scene(path)
    player, arrays = ScenePlayer(scene), VertexArrays()
    layout = lay_out_pages(scene.art.art.levels, 8192)
    if layout is None:
        raise SystemExit("the scene's pictures do not fit GL's textures")
    window = (0, 0, *SIZE)
    walls, cpus, counts = [], [], (0, 0)
    for _ in range(passes):
        player.play(scene.shots[0].name)
        wall, cpu = [], []
        while player.playing:
            marks, cpu_before = [time.perf_counter_ns()], time.thread_time_ns()
            player.update(1 / FPS)
            marks.append(time.perf_counter_ns())
            sample = player.sample()
            marks.append(time.perf_counter_ns())
            drawn = player.draw_list()
            marks.append(time.perf_counter_ns())
            picture = picture_map(sample.view, scene.frame, SIZE)
            if picture.to_pixels is not None:
                counts = arrays.fill(drawn, scene.art.art, layout.slots, np.array(picture.to_pixels), window)
            marks.append(time.perf_counter_ns())
            cpu.append(time.thread_time_ns() - cpu_before)
            wall.append(np.diff(marks))
        walls.append(wall)
        cpus.append(cpu)
    best = np.min(np.array(walls), 0) / 1e6
    best_cpu = np.min(np.array(cpus), 0) / 1e6
    total = best.sum(1)
    return {
        "scene": path.name,
        "frames": len(total),
        "median_ms": {name: round(statistics.median(best[:, k].tolist()), 4) for k, name in enumerate(STEPS)},
        "frame_median_ms": round(float(np.median(total)), 4),
        "frame_p95_ms": round(float(np.percentile(total, 95)), 4),
        "frame_longest_ms": round(float(total.max()), 4),
        "cpu_median_ms": round(float(np.median(best_cpu)), 4),
        "budget_ms": BUDGET_MS,
        "last_frame": {"vertices": counts[0], "indices": counts[1]},
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("scene", type=Path, nargs="?", default=DEMO)
    parser.add_argument("--passes", type=int, default=3)
    arguments = parser.parse_args()
    print(json.dumps(measure(arguments.scene, arguments.passes), indent=1))


if __name__ == "__main__":
    main()
