"""Films against their encoder, as JSON: ``python tests/bench/bench_film.py``.

Each case is exported and encoded alone, in turns and in one run; medians of the rounds count. Without the reference
material there are only synthetic scenes, whose cost grows with what their names say.
"""

from __future__ import annotations

import argparse
import json
import os
import statistics
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from tests.bench.synthetic import write_crowd

REPOSITORY = Path(__file__).resolve().parents[2]
DEMO = REPOSITORY / "examples" / "foxfire" / "foxfire.scene.json"
SHARED = Path(os.environ.get("RIGBYSCENE_SHARED", REPOSITORY.parent / "shared"))
PLAIN = "#60788c"


@dataclass(frozen=True, slots=True)
class Case:
    """A film to time: `shots` empty for all of the scene's."""

    name: str
    path: Path
    shots: tuple[str, ...] = ()
    preset: str = "medium"
    size: tuple[int, int] = (1920, 1080)
    fps: int = 30


def cases(folder: Path) -> Iterator[Case]:
    """The issue's films, then crowds that grow by one thing at a time."""
    spineboy = SHARED / "skeletons" / "4.2" / "spineboy" / "spineboy.json"
    if spineboy.exists():
        # 240 frames a second: a second of walking is long enough that the encoder's start does not count
        yield Case("spineboy, veryfast", spineboy, ("walk",), "veryfast", fps=240)
        yield Case("spineboy, medium", spineboy, ("walk",), fps=240)
    yield Case("demo, medium", DEMO)
    for actors in (1, 10, 100):
        yield Case(f"crowd of {actors}", write_crowd(folder / f"actors{actors}", actors=actors), preset="veryfast")
    for bones in (10, 40, 160):
        path = write_crowd(folder / f"bones{bones}", actors=4, bones=bones)
        yield Case(f"4 actors of {bones} bones", path, preset="veryfast")
    for side in (480, 1920):
        size = (side, side * 9 // 16)
        yield Case(f"crowd of 10 at {size[0]}x{size[1]}", write_crowd(folder / f"side{side}"), (), "veryfast", size)
    yield Case("held picture", write_crowd(folder / "held", moving=False), preset="veryfast")


def timed(case: Case, seconds: float) -> dict[str, Any]:
    """What `rigbyscene bench` tells, in a process of its own: peaks of memory are those of a process."""
    shots = [word for shot in case.shots for word in ("--shot", shot)]
    looks = ["--size", f"{case.size[0]}x{case.size[1]}", "--background", PLAIN, "--fps", str(case.fps)]
    how = ["--seconds", str(seconds), "--preset", case.preset, "--crf", "18", "--json"]
    command = [sys.executable, "-m", "rigbyscene", "bench", str(case.path), *shots, *looks, *how]
    answer = subprocess.run(command, stdout=subprocess.PIPE, check=True)
    told: dict[str, Any] = json.loads(answer.stdout)
    return told


def medians(rounds: list[dict[str, Any]]) -> dict[str, Any]:
    """The median of each number over the rounds; what is no number is that of the first."""
    return {
        key: statistics.median(told[key] for told in rounds) if isinstance(value, float) else value
        for key, value in rounds[0].items()
    }


def main() -> None:
    arguments = argparse.ArgumentParser(description="Films against their encoder, as JSON.")
    arguments.add_argument("--rounds", type=int, default=3, help="how often each film is made (3)")
    arguments.add_argument("--seconds", type=float, default=2.0, help="how much of each film (2)")
    arguments.add_argument("--only", default="", help="cases whose name holds this")
    chosen = arguments.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        told = {
            case.name: medians([timed(case, chosen.seconds) for _ in range(chosen.rounds)])
            for case in cases(Path(folder))
            if chosen.only in case.name
        }
    print(json.dumps(told, indent=2))


if __name__ == "__main__":
    main()
