"""What an export is compared with: an encoder that is handed finished frames, every moment of whose work counts."""

from __future__ import annotations

import errno
import io
import json
import os
import signal
import subprocess
import sys
from collections.abc import Callable
from fractions import Fraction
from pathlib import Path

import pytest

import rigbyscene
from rigbyscene.errors import RenderError
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


@pytest.mark.parametrize(
    ("number", "codes"),
    [
        # Python itself may end by the signal after an interrupt; shells report 130 for that, too
        (signal.SIGINT, {130, -signal.SIGINT}),
        (signal.SIGTERM, {128 + signal.SIGTERM}),
        (signal.SIGHUP, {128 + signal.SIGHUP}),
    ],
)
def test_a_signal_while_the_encoder_runs_alone_leaves_no_process_and_no_file(
    number: signal.Signals, codes: set[int], tmp_path: Path, stand_in: Callable[[str], Path]
) -> None:
    pids, scratch = tmp_path / "pids", tmp_path / "scratch"
    scratch.mkdir()
    stand_in(
        "if not out.endswith('alone.mp4'): exec_real()\n"
        f"with open({str(pids)!r}, 'w') as f: print(os.getpid(), file=f)\n"
        f"os.kill(os.getppid(), {int(number)}); time.sleep(600)\n"
    )
    command = [sys.executable, "-m", "rigbyscene", "bench", str(DEMO), "--size", "64x36", "--seconds", "0.2"]
    # under nohup or in a shell's background these are ignored, by children, too
    ended = subprocess.run(
        command,
        capture_output=True,
        text=True,
        check=False,
        timeout=120,
        env={**os.environ, "TMPDIR": str(scratch)},
        preexec_fn=lambda: signal.signal(number, signal.SIG_DFL),
    )
    assert ended.returncode in codes, ended.stderr
    assert "Traceback" not in ended.stderr
    with pytest.raises(ProcessLookupError):
        os.kill(int(pids.read_text()), 0)
    assert list(scratch.iterdir()) == []


LIES = {
    "fails": (
        "sys.stdin.buffer.read(9); sys.stderr.write('boom'); sys.exit(7)",
        "ffmpeg ended with code 7: boom; mend",
    ),
    "makes nothing": ("sys.exit(0)", "ffmpeg ended well, but the film"),
    "loses frames": ("real[-1:-1] = ['-frames:v', '2']; exec_real()", "has 2 frames instead of 3"),
}


@pytest.mark.parametrize("lie", LIES)
def test_an_encoder_that_does_not_encode_is_not_timed(
    lie: str, stand_in: Callable[[str], Path], assert_no_child: Callable[[], None]
) -> None:
    body, told = LIES[lie]
    stand_in(f"if not out.endswith('alone.mp4'): exec_real()\n{body}\n")
    scene = rigbyscene.load_scene(DEMO)
    with pytest.raises(RenderError) as raised:
        run_benchmark(scene, scene.art, scene.shots, Picture((64, 36)), Fraction(30), FilmSettings(), 0.1)
    assert told in str(raised.value) and "0 frames" not in str(raised.value)
    assert_no_child()


def test_a_system_that_holds_no_frames_is_told_so(monkeypatch: pytest.MonkeyPatch) -> None:
    class Full(io.BytesIO):
        def write(self, content: object) -> int:
            raise OSError(errno.EFBIG, "File too large")

    monkeypatch.setattr("rigbyscene.film.benchmark._memory_file", Full)
    scene = rigbyscene.load_scene(DEMO)
    with pytest.raises(RenderError, match=r"0 MB of finished frames .* File too large; allow more memory"):
        run_benchmark(scene, scene.art, scene.shots, Picture((64, 36)), Fraction(30), FilmSettings(), 0.1)
