"""What an export is compared with: an encoder that is handed finished frames, every moment of whose work counts."""

from __future__ import annotations

import json
from collections.abc import Callable
from fractions import Fraction
from pathlib import Path

import rigbyscene
from rigbyscene.film.benchmark import run_benchmark
from rigbyscene.film.parts import PART_FRAMES
from rigbyscene.film.picture import Picture
from rigbyscene.film.settings import FilmSettings

DEMO = Path(__file__).parents[2] / "examples" / "foxfire" / "foxfire.scene.json"


def test_all_the_time_that_the_encoder_runs_alone_is_counted(tmp_path: Path, stand_in: Callable[[str], Path]) -> None:
    scene = rigbyscene.load_scene(DEMO)
    log = tmp_path / "runs"
    stand_in(
        "import json, subprocess; started = time.monotonic(); code = subprocess.call(real)\n"
        f"with open({str(log)!r}, 'a') as f: print(json.dumps([out, time.monotonic() - started]), file=f)\n"
        "sys.exit(code)\n"
    )
    fps = Fraction(PART_FRAMES)  # with a second and a half: two parts
    settings = FilmSettings(18, "ultrafast")
    told = run_benchmark(scene, scene.art, scene.shots, Picture((64, 36)), fps, settings, 1.5)
    assert told.frames == PART_FRAMES * 3 // 2
    runs = [json.loads(line) for line in log.read_text().splitlines()]
    alone = [seconds for out, seconds in runs if Path(out).name == "alone.mp4"]
    assert len(alone) == 2
    assert told.encoding_us * told.frames / 1e6 >= sum(alone)
