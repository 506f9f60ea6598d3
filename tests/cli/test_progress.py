"""What an export shows while it works: a bar on a terminal, lines elsewhere."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from rigbyscene.cli.progress import PlainProgress
from rigbyscene.film.progress import FilmProgress, Phase
from tests.cli.conftest import run_apart, without_notice

EXPORT = ("-m", "rigbyscene", "export", "street.scene.json", "film.mp4", "--overwrite", "--fps", "240")

PRINTS_MEANWHILE = """
import sys
from fractions import Fraction
from rigbyscene.cli.progress import progress_view
from rigbyscene.film.progress import FilmProgress, Phase

class Source:
    size, fps, frame_count = (64, 48), Fraction(30), 600

with progress_view("film.mp4", Source(), "auto") as progress:
    progress(FilmProgress(Phase.FRAMES, 120, 600, 24.0, 20.0, 5.0))
    print("compiling, please wait", file=sys.stderr)
    progress(FilmProgress(Phase.FRAMES, 240, 600, 24.0, 75.0, 10.0))
print("made", flush=True)
"""


def on_terminal(*arguments: str, **environment: str) -> tuple[int, str, str]:
    """Run Python with a terminal as stderr: exit code, what went to the terminal, what went to stdout."""
    pty = pytest.importorskip("pty", reason="needs pseudo-terminals")
    ours, theirs = pty.openpty()
    settings = {"TERM": "xterm-256color", "COLUMNS": "100", "LINES": "30"} | environment
    inherited = {k: v for k, v in os.environ.items() if k not in ("NO_COLOR", "FORCE_COLOR", "TTY_COMPATIBLE")}
    process = subprocess.Popen(
        [sys.executable, *arguments], stdout=subprocess.PIPE, stderr=theirs, env=inherited | settings, text=True
    )
    os.close(theirs)
    shown = bytearray()
    while True:
        try:
            part = os.read(ours, 65536)
        except OSError:  # Linux says so when the other side is closed
            part = b""
        if not part:
            break
        shown += part
    os.close(ours)
    out, _ = process.communicate(timeout=60)
    return process.returncode, without_notice(shown.decode()), out


def test_a_terminal_gets_a_bar_that_is_gone_when_the_film_is_there(scene: Path) -> None:
    code, shown, out = on_terminal(*EXPORT)
    assert code == 0
    assert out.startswith("film.mp4: 360 frames, ") and out.count("\n") == 1
    assert "film.mp4" in shown and "360/360" in shown and "finishing" in shown
    assert shown.count("\x1b[?25l") == shown.count("\x1b[?25h") == 1  # the cursor comes back
    assert shown.rstrip("\r").endswith("\x1b[2K")  # and the bar's line is empty


def test_the_bar_tells_rate_and_time_left_and_what_is_printed_meanwhile_stands_above_it() -> None:
    code, shown, out = on_terminal("-c", PRINTS_MEANWHILE)
    assert (code, out) == (0, "made\n")
    assert "240/600" in shown and "24.0 frames/s, 1:15 left" in shown
    notice = shown.index("compiling, please wait\r\n")
    assert shown[:notice].endswith("\x1b[2K") and "film.mp4" in shown[notice:]


@pytest.mark.parametrize("environment", [{"TERM": "dumb"}])
def test_a_terminal_without_a_cursor_gets_lines(environment: dict[str, str], scene: Path) -> None:
    code, shown, _ = on_terminal(*EXPORT, **environment)
    assert code == 0 and "\x1b" not in shown
    assert shown.startswith("film.mp4: exporting 360 frames of 64x48 pixels\r\n")


def test_quiet_is_quiet_on_a_terminal_too(scene: Path) -> None:
    assert on_terminal(*EXPORT, "--quiet") == (0, "", "")


def test_errors_are_coloured_on_a_terminal_unless_the_user_minds(scene: Path) -> None:
    wrong = (*EXPORT, "--shot", "none")
    assert on_terminal(*wrong)[1].startswith("\x1b[1;31merror\x1b[0m: street.scene.json: ")
    assert on_terminal(*wrong, NO_COLOR="1")[1].startswith("error: street.scene.json: ")
    assert run_apart(*wrong[2:]).stderr.startswith("error: street.scene.json: ")


def test_elsewhere_there_is_a_line_at_the_start_and_no_escape_codes(scene: Path) -> None:
    ended = run_apart(*EXPORT[2:])
    assert ended.returncode == 0 and "\x1b" not in ended.stderr
    assert ended.stderr.splitlines()[0] == "film.mp4: exporting 360 frames of 64x48 pixels"


def test_lines_come_every_few_seconds_with_rate_and_time_left(capsys: pytest.CaptureFixture[str]) -> None:
    view = PlainProgress()
    for tenth in range(201):
        view(FilmProgress(Phase.FRAMES, tenth, 200, 10.0, (200 - tenth) / 10, tenth / 10))
    view(FilmProgress(Phase.FINISHING, 200, 200, None, None, 20.0))
    assert capsys.readouterr().err.splitlines() == [
        "frame 50 of 200 (25 %), 10.0 frames/s, 0:15 left",
        "frame 100 of 200 (50 %), 10.0 frames/s, 0:10 left",
        "frame 150 of 200 (75 %), 10.0 frames/s, 0:05 left",
        "frame 200 of 200 (100 %), 10.0 frames/s, 0:00 left",
    ]


def test_a_line_without_a_rate_yet_leaves_it_out(capsys: pytest.CaptureFixture[str]) -> None:
    PlainProgress()(FilmProgress(Phase.FRAMES, 1, 200, None, None, 21.0))
    assert capsys.readouterr().err == "frame 1 of 200 (0 %)\n"
