"""Ten minutes of the demo in a window, as JSON: ``xvfb-run -a python tests/bench/soak_player.py``.

Memory must stay within 2 % of what it was after the warm-up, and no frame may make a GL object: that is what the exit
code says. Playback runs as fast as it can; each frame moves the clock by 1/30 s, in a window of 160 x 90 pixels.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from pathlib import Path
from typing import Any

DEMO = Path(__file__).resolve().parents[2] / "examples" / "foxfire" / "foxfire.scene.json"
GROWTH = 0.02
_LOOKED_AT = range(1, 400)
_KINDS = ("Texture", "Buffer", "Program", "Shader", "VertexArray", "Framebuffer", "Renderbuffer", "Sampler")


def resident_kb() -> int:
    """Memory of this process that lies in RAM (Linux)."""
    for line in Path("/proc/self/status").read_text().splitlines():
        if line.startswith("VmRSS:"):
            return int(line.split()[1])
    raise SystemExit("this system does not tell a process's memory")


def objects(gl: Any) -> int:
    return sum(bool(getattr(gl, f"glIs{kind}")(name)) for kind in _KINDS for name in _LOOKED_AT)


def soak(seconds: float, warm_up: float, fps: float) -> dict[str, object]:
    import pyglet

    from rigbyscene import ScenePlayer, load_scene
    from rigbyscene.play import SceneView

    window = pyglet.window.Window(160, 90, vsync=False)
    batch = pyglet.graphics.Batch()
    label = pyglet.text.Label("soak", batch=batch, group=pyglet.graphics.Group(2))
    player = ScenePlayer(load_scene(DEMO))
    player.loop = "all"
    heard = [0]
    view = SceneView(player, batch=batch, order=1)

    @view.event
    def on_event(event: object) -> None:
        heard[0] += 1

    player.play()
    resident: list[int] = []
    before, started = -1, time.perf_counter()
    for frame in range(round((warm_up + seconds) * fps)):
        window.switch_to()
        window.dispatch_events()
        view.update(1 / fps)
        window.clear()
        batch.draw()
        window.flip()
        if frame + 1 == round(warm_up * fps):
            before = objects(pyglet.gl)
        if frame + 1 >= round(warm_up * fps) and (frame + 1) % round(5 * fps) == 0:
            resident.append(resident_kb())
    after = objects(pyglet.gl)
    label.delete()
    result: dict[str, object] = {
        "played_s": seconds,
        "warm_up_s": warm_up,
        "took_s": round(time.perf_counter() - started, 1),
        "events": heard[0],
        "rss_kb_after_warm_up": resident[0],
        "rss_kb_highest": max(resident),
        "rss_kb_at_end": resident[-1],
        "growth_percent": round(100 * (max(resident) / resident[0] - 1), 3),
        "gl_objects": [before, after],
        "passed": max(resident) <= resident[0] * (1 + GROWTH) and before == after,
    }
    return result


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=600.0)
    parser.add_argument("--warm-up", type=float, default=30.0, help="the demo lasts 26 s: once through all of it")
    parser.add_argument("--fps", type=float, default=30.0)
    arguments = parser.parse_args()
    result = soak(arguments.seconds, arguments.warm_up, arguments.fps)
    print(json.dumps(result, indent=1))
    sys.exit(0 if result["passed"] else 1)


if __name__ == "__main__":
    main()
