"""What the command says about itself, and how soon."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

import rigbyscene
from tests.cli.conftest import Ran, run_apart

LOOK = {"--size", "--frame", "--fit", "--background", "--supersample", "--threads"}
STAGING = {"--settle", "--crossfade", "--camera", "--skin"}
OPTIONS = {
    "export": LOOK
    | STAGING
    | {"--shot", "--fps", "--frames", "--range", "--step", "--speed", "--loops", "--transition", "--letterbox"}
    | {"--burn-in", "--samples", "--shutter", "--subtitles", "--subtitles-mode", "--audio", "--audio-offset"}
    | {"--audio-gain", "--mute", "--sounds", "--audio-only", "--format", "--quality", "--alpha", "--crf", "--preset"}
    | {"--title", "--no-chapters", "--renderer", "--workers", "--resume", "--dask", "--progress", "--json"}
    | {"--overwrite", "--quiet"},
    "still": LOOK | STAGING | {"--shot", "--time", "--overwrite", "--quiet"},
    "sheet": STAGING
    | {"--shot", "--count", "--columns", "--width", "--fps", "--frame", "--fit", "--background", "--supersample"}
    | {"--threads", "--overwrite", "--quiet"},
    "events": {"--shot", "--fps", "--sounds", "--json"},
    "timeline": STAGING | {"--shot", "--width", "--overwrite", "--quiet"},
    "play": STAGING
    | {"--shot", "--time", "--size", "--frame", "--fit", "--background", "--fps", "--loop", "--speed", "--paused"}
    | {"--overlay", "--full-screen", "--screenshot", "--overwrite", "--quiet"},
    "info": {"--fps", "--json"},
    "bench": {"--shot", "--size", "--frame", "--fps", "--seconds", "--background", "--camera", "--skin", "--crf"}
    | {"--preset", "--supersample", "--threads", "--json"},
    "check": {"--errors-only", "--sounds", "--json"},
    "convert": {"--to", "--overwrite"},
    "golden record": {"--animation", "--shot", "--skin", "--from", "--mix", "--mix-at", "--loop", "--fps", "--offset"}
    | {"--frames", "--output", "-o", "--overwrite", "--settle"},
    "golden compare": {"--matrix", "--vertex", "--number", "--limit", "--json"},
}


def words(text: str) -> set[str]:
    return {word.strip(",") for word in text.split()}


@pytest.mark.parametrize("command", OPTIONS)
def test_the_help_of_a_command_names_each_of_its_options_and_nothing_else(
    command: str, run: Callable[..., Ran]
) -> None:
    ran = run(*command.split(), "--help")
    assert ran.code == 0 and ran.err == ""
    lines = [line.split("  ")[0] for line in map(str.strip, ran.out.splitlines()) if line.startswith("-")]
    listed = {word for line in lines for word in words(line) if word.startswith("-")}
    assert listed == OPTIONS[command] | {"-h", "--help"} | ({"-q"} if "--quiet" in OPTIONS[command] else set())


def test_the_help_names_each_command(run: Callable[..., Ran]) -> None:
    ran = run("--help")
    assert ran.code == 0 and {"play", "export", "still", "info", "bench", "check", "convert", "golden"} <= words(
        ran.out
    )
    assert {"record", "compare"} <= words(run("golden", "--help").out)


def test_without_a_command_the_help_is_shown_as_a_usage_error(run: Callable[..., Ran]) -> None:
    ran = run()
    assert ran.code == 2 and ran.out == "" and "Usage: rigbyscene" in ran.err


def test_help_loads_none_of_the_heavy_libraries() -> None:
    heavy = ("numpy", "numba", "PIL", "rich", "pyglet", "imageio_ffmpeg")
    program = (
        "import sys; from rigbyscene.cli.main import main\n"
        "code = main(sys.argv[1:])\n"
        f"sys.exit(code or ', '.join(m for m in {heavy!r} if m in sys.modules) or 0)"
    )
    for arguments in (["--help"], ["export", "--help"], ["golden", "record", "--help"]):
        ended = subprocess.run([sys.executable, "-c", program, *arguments], capture_output=True, text=True, check=False)
        assert ended.returncode == 0, ended.stderr


def test_the_module_and_the_script_are_the_same_command() -> None:
    script = Path(sys.executable).with_name("rigbyscene.exe" if os.name == "nt" else "rigbyscene")
    told = run_apart("--version")
    assert (told.returncode, told.stdout) == (0, f"rigbyscene {rigbyscene.__version__}\n")
    if not script.exists():
        pytest.skip("the package is not installed into this Python, so there is no script")
    answered = subprocess.run([script, "--version"], capture_output=True, text=True, check=False)
    assert (answered.returncode, answered.stdout) == (0, told.stdout)


def test_the_short_option_for_help_is_the_long_one(run: Callable[..., Ran]) -> None:
    for command in ([], ["export"], ["golden"], ["golden", "record"]):
        assert run(*command, "-h") == run(*command, "--help")
        assert run(*command, "-h").code == 0


@pytest.mark.parametrize(("options", "status"), [(["--help"], 0), (["--hlep"], 2), (["street.scene.json"], 2)])
@pytest.mark.parametrize("module", ["rigbyscene.warmup", "rigbyscene.cli.worker"])
def test_whoever_asks_what_a_helping_process_is_for_is_told_at_once(
    module: str, options: list[str], status: int, tmp_path: Path
) -> None:
    ended = subprocess.run(
        [sys.executable, "-m", module, *options],
        env={**os.environ, "RIGBYSCENE_CACHE": str(tmp_path / "kernels")},
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        check=False,
    )
    assert ended.returncode == status and f"usage: python -m {module} [-h]" in ended.stdout + ended.stderr
    assert "Traceback" not in ended.stderr and not list(tmp_path.rglob("*.nbi")), "nothing is compiled"


_HELPED = """
from rigbyscene.jit import cache_is_cold
from rigbyscene.warmup import DRAWING_ROOMS, Helper
print(cache_is_cold(DRAWING_ROOMS))
with Helper():
    pass
print(cache_is_cold(DRAWING_ROOMS))
"""


def test_the_helping_process_of_a_first_run_compiles_what_draws(tmp_path: Path) -> None:
    """Where it did not, nobody would notice but by the time that a first run takes."""
    environment = {**os.environ, "RIGBYSCENE_CACHE": str(tmp_path / "kernels")}
    answer = subprocess.run(
        [sys.executable, "-c", _HELPED], env=environment, capture_output=True, text=True, check=True
    )
    assert answer.stdout.split() == ["True", "False"]
