"""Finding ffmpeg, and what users are told when it is missing, wrong, noisy, stuck or dead."""

from __future__ import annotations

import errno
import os
import shutil
import signal
import subprocess
import sys
import threading
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray

from rigbyscene.errors import RenderError
from rigbyscene.film.export import export_film
from rigbyscene.film.ffmpeg import FFMPEG_VARIABLE, find_ffmpeg
from rigbyscene.film.pipe import DEPTH, FramePipe


def missing(folder: Path) -> Path:
    return folder / "none" / "ffmpeg"


def directory(folder: Path) -> Path:
    return folder


def not_executable(folder: Path) -> Path:
    program = folder / "not_exec.txt"
    program.write_text("not a program\n")
    return program


def not_a_program(folder: Path) -> Path:
    program = folder / "text"
    program.write_text("\0not a program\n")
    program.chmod(0o755)
    return program


def another_program(folder: Path) -> Path:
    return Path(sys.executable)


@pytest.mark.parametrize(
    ("program", "why"),
    [
        (missing, "does not exist"),
        (directory, "is a folder"),
        (not_executable, "may not be executed"),
        (not_a_program, "cannot be run"),
        (another_program, "does not answer as ffmpeg does"),
    ],
)
def test_a_named_ffmpeg_that_does_not_work_is_refused_in_one_line_before_the_first_frame(
    program: Callable[[Path], Path],
    why: str,
    tmp_path: Path,
    tmp_path_factory: pytest.TempPathFactory,
    use_ffmpeg: Callable[[Path], None],
    painted: Callable[..., object],
) -> None:
    named = program(tmp_path_factory.mktemp("programs"))
    use_ffmpeg(named)
    source = painted((16, 16), 3)
    with pytest.raises(RenderError) as failure:
        export_film(source, tmp_path / "film.mp4")
    message = str(failure.value)
    assert failure.value.exit_code == 3
    assert why in message and str(named) in message and FFMPEG_VARIABLE in message and "\n" not in message
    assert source.drawn == [] and list(tmp_path.iterdir()) == []


def test_an_ffmpeg_that_is_nowhere_is_told_with_all_places_that_were_searched(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, painted: Callable[..., object]
) -> None:
    import imageio_ffmpeg

    def none() -> str:
        raise RuntimeError("No ffmpeg exe could be found")

    monkeypatch.delenv(FFMPEG_VARIABLE, raising=False)
    monkeypatch.setenv("PATH", str(tmp_path / "empty"))
    monkeypatch.setattr(imageio_ffmpeg, "get_ffmpeg_exe", none)
    with pytest.raises(RenderError) as failure:
        export_film(painted((16, 16), 3), tmp_path / "film.mp4")
    message = str(failure.value)
    assert all(place in message for place in (FFMPEG_VARIABLE, "imageio-ffmpeg", "PATH")) and "\n" not in message
    assert list(tmp_path.iterdir()) == []


def test_the_ffmpeg_on_path_serves_where_none_came_along(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    import imageio_ffmpeg

    on_path = tmp_path / "ffmpeg"
    shutil.copy(find_ffmpeg(), on_path)
    monkeypatch.delenv(FFMPEG_VARIABLE, raising=False)
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.setattr(imageio_ffmpeg, "get_ffmpeg_exe", lambda: str(tmp_path / "gone"))
    assert find_ffmpeg() == str(on_path)


def test_nothing_but_an_export_looks_for_ffmpeg(tmp_path: Path) -> None:
    code = "import sys, rigbyscene.film.export, rigbyscene.film.stills; print('imageio_ffmpeg' in sys.modules)"
    environment = {FFMPEG_VARIABLE: str(missing(tmp_path)), "PATH": "", "HOME": str(tmp_path)}
    answer = subprocess.run([sys.executable, "-c", code], env=environment, capture_output=True, text=True, check=True)
    assert answer.stdout.strip() == "False"


FAILURES: dict[str, tuple[str, list[str]]] = {
    "dies at once": (
        "sys.stdin.buffer.read(1000); sys.stderr.write(\"Unknown encoder 'libx264'\\n\"); sys.exit(1)",
        ["Unknown encoder 'libx264'", "code 1", "use an ffmpeg with libx264", "-crf 18"],
    ),
    "dies later": (
        "sys.stdin.buffer.read(500_000); sys.stderr.write('Conversion failed!\\n'); sys.exit(187)",
        ["Conversion failed!", "code 187", "-preset medium"],
    ),
    "dies at the end": (
        "sys.stdin.buffer.read(); sys.stderr.write('Error writing trailer\\n'); sys.exit(5)",
        ["Error writing trailer", "code 5"],
    ),
    "dies noisily": ("sys.stderr.write('warning: ' * 120_000 + 'the reason'); sys.exit(3)", ["the reason", "code 3"]),
    "dies silently": ("sys.exit(4)", ["code 4", "it said nothing"]),
    "is killed": ("sys.stdin.buffer.read(1000); os.kill(os.getpid(), signal.SIGKILL)", ["killed by SIGKILL"]),
    "stops reading": (
        "os.close(0); sys.stderr.write('no more'); sys.stderr.flush(); time.sleep(600)",
        ["stopped reading frames", "no more"],
    ),
    "ends too early": ("sys.stdin.buffer.read(1000)", ["ended with code 0 after it was sent"]),
    "makes nothing": ("sys.stdin.buffer.read()", ["is not a whole MP4 film"]),
    "makes no film": ("sys.stdin.buffer.read(); open(out, 'wb').write(b'nonsense' * 99)", ["is not a whole MP4 film"]),
    "loses frames": ("real[-1:-1] = ['-vf', r'select=lt(n\\,20)']; exec_real()", ["has 20 frames instead of 60"]),
    "loses tags": ("real = ['smpte170m' if word == 'bt709' else word for word in real]; exec_real()", ["colour tags"]),
    "loses the index at the front": (
        "real.remove('-movflags'); real.remove('+faststart'); exec_real()",
        ["has its index at the end"],
    ),
    "changes the rate": (
        "real[real.index('-r') + 1] = '25'; exec_real()",
        ["does not show its frames at exactly 30 a second"],
    ),
    "changes the size": (
        "real[-1:-1] = ['-vf', 'scale=128:128']; exec_real()",
        ["measures 128x128 instead of 320x240"],
    ),
}


@pytest.mark.parametrize("failure_kind", FAILURES)
def test_an_ffmpeg_that_fails_in_any_way_is_told_in_its_own_words_and_leaves_nothing(
    failure_kind: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    painted: Callable[..., object],
    stand_in: Callable[[str], Path],
    assert_alone: Callable[[Path], None],
) -> None:
    monkeypatch.setattr("rigbyscene.film.pipe._LEAVE_S", 0.5)
    body, told = FAILURES[failure_kind]
    stand_in(body)
    film = tmp_path / "film.mp4"
    film.write_bytes(b"old")
    with pytest.raises(RenderError) as failure:
        export_film(painted((320, 240), 60), film, overwrite=True)
    message = str(failure.value)
    assert all(words in message for words in [*told, str(film)]), message
    assert len(message) < 4000 and "\n" not in message
    assert film.read_bytes() == b"old"
    assert_alone(film)


def test_an_ffmpeg_that_complains_without_end_does_not_block(
    tmp_path: Path, painted: Callable[..., object], stand_in: Callable[[str], Path]
) -> None:
    # 1 MiB before it reads, 70 KB with every 64 KiB read: a pipe holds 64 KiB
    stand_in(
        "sys.stderr.write('warning: ' * 120_000)\n"
        "import subprocess\n"
        "child = subprocess.Popen(real, stdin=subprocess.PIPE)\n"
        "while block := sys.stdin.buffer.read(65536): child.stdin.write(block); sys.stderr.write('x' * 70_000)\n"
        "child.stdin.close(); sys.exit(child.wait())\n"
    )
    report = export_film(painted((320, 240), 40), tmp_path / "film.mp4")
    assert report.frame_count == 40


def test_frames_wait_in_bounded_memory_when_ffmpeg_is_slow_and_an_interrupt_ends_the_wait(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    painted: Callable[..., object],
    stand_in: Callable[[str], Path],
    assert_no_child: Callable[[], None],
) -> None:
    stand_in("sys.stderr.write('stuck'); sys.stderr.flush(); time.sleep(600)")
    source = painted((1280, 720), 10_000)  # a frame is larger than a pipe
    drawn_when_stuck: list[int] = []
    take = FramePipe.take

    def press_ctrl_c() -> None:
        drawn_when_stuck.append(len(source.drawn))
        os.kill(os.getpid(), signal.SIGINT)

    def take_or_press(pipe: FramePipe) -> NDArray[np.uint8]:
        if len(source.drawn) > DEPTH:
            # every buffer is in use now; half a second for the stuck program to take more, if it could
            threading.Timer(0.5, press_ctrl_c).start()
        return take(pipe)

    monkeypatch.setattr(FramePipe, "take", take_or_press)
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    try:
        with pytest.raises(KeyboardInterrupt):
            export_film(source, tmp_path / "film.mp4")
    finally:
        signal.signal(signal.SIGINT, before)
    assert drawn_when_stuck == [DEPTH + 1]
    assert list(tmp_path.iterdir()) == []
    assert_no_child()


@pytest.mark.skipif(sys.platform != "linux", reason="pipes have one size elsewhere")
def test_a_user_whose_share_of_pipe_memory_is_used_up_gets_the_film_all_the_same(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, painted: Callable[..., object]
) -> None:
    asked: list[object] = []

    def refuse(*arguments: object) -> int:
        asked.append(arguments)
        raise PermissionError(errno.EPERM, "Operation not permitted")

    monkeypatch.setattr("rigbyscene.film.pipe.fcntl.fcntl", refuse)
    assert export_film(painted((320, 240), 12), tmp_path / "film.mp4").frame_count == 12
    assert asked


def test_a_frame_of_another_size_or_type_is_refused_before_it_is_sent(stand_in: Callable[[str], Path]) -> None:
    program = stand_in("sys.stdin.buffer.read()")
    with FramePipe([str(program), "x"], 24, "film.mp4") as pipe:
        for wrong in (np.zeros(23, np.uint8), np.zeros(24, np.float32), np.zeros((4, 6), np.uint8)):
            with pytest.raises(ValueError, match="not 24 bytes"):
                pipe.send(wrong)
        pipe.send(pipe.take())
        pipe.finish()


def test_a_program_that_cannot_be_started_is_a_rendering_error(tmp_path: Path) -> None:
    with (
        pytest.raises(RenderError, match="cannot be started: No such file"),
        FramePipe([str(tmp_path / "gone")], 6, "film.mp4"),
    ):
        pytest.fail("it was started")
