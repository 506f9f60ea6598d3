"""Where films may be written, and that nothing else is ever touched."""

from __future__ import annotations

import errno
import os
import stat
from collections.abc import Callable
from fractions import Fraction
from pathlib import Path
from types import SimpleNamespace

import numpy as np
import pytest
from numpy.typing import NDArray

from rigbyscene.errors import RenderError, UsageError
from rigbyscene.film import output
from rigbyscene.film.export import export_film
from rigbyscene.film.mp4 import read_mp4
from rigbyscene.film.progress import FilmProgress, Phase, ProgressMeter
from rigbyscene.film.settings import FilmSettings

OLD = b"an older film"

NAMES = [
    "plain.mp4",
    "with space.mp4",
    "-dash.mp4",
    "ünï 视频.mp4",
    "100% %d done.mp4",
    "a:b.mp4",
    "q'u\"o.mp4",
    "dir with (paren)/x.mp4",
    "$HOME `id` ;&|*?.mp4",
    "file:x.mp4",
    "UPPER.MP4",
    "line\nbreak.mp4",
    "n" * 251 + ".mp4",
    "視" * 83 + ".mp4",
]


@pytest.mark.parametrize("name", NAMES, ids=range(len(NAMES)))
def test_a_film_is_made_under_exactly_the_name_that_was_asked_for(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, painted: Callable[..., object]
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / name).parent.mkdir(exist_ok=True)
    export_film(painted((16, 16), 2), name)
    assert [path for path in tmp_path.rglob("*") if path.is_file()] == [tmp_path / name]
    assert read_mp4(tmp_path / name).videos[0].frame_count == 2


def test_a_new_film_has_the_permissions_of_any_new_file(tmp_path: Path, painted: Callable[..., object]) -> None:
    (tmp_path / "note").touch()
    export_film(painted((16, 16), 2), tmp_path / "film.mp4")
    assert stat.S_IMODE((tmp_path / "film.mp4").stat().st_mode) == stat.S_IMODE((tmp_path / "note").stat().st_mode)


def request(tmp_path: Path, **changes: object) -> SimpleNamespace:
    standard = {
        "path": tmp_path / "film.mp4",
        "size": (16, 16),
        "frame_count": 2,
        "fps": Fraction(30),
        "settings": FilmSettings(),
        "inputs": (),
        "overwrite": False,
    }
    return SimpleNamespace(**{**standard, **changes})


IMPOSSIBLE: dict[str, tuple[Callable[[Path], dict[str, object]], str]] = {
    "missing folder": (lambda p: {"path": p / "no" / "film.mp4"}, "does not exist; make it first"),
    "file as folder": (lambda p: {"path": p / "old.mp4" / "film.mp4"}, "is not a folder"),
    "folder as output": (lambda p: {"path": p / "sub.mp4"}, "is a folder; add the name"),
    "device as output": (lambda p: {"path": p / "fifo.mp4"}, "is no regular file"),
    "existing file": (lambda p: {"path": p / "old.mp4"}, "exists; add --overwrite"),
    "an input": (lambda p: {"path": p / "old.mp4", "inputs": [p / "old.mp4"], "overwrite": True}, "is made from"),
    "an input by link": (lambda p: {"path": p / "lnk.mp4", "inputs": [p / "old.mp4"], "overwrite": True}, "made from"),
    "name too long": (lambda p: {"path": p / ("n" * 252 + ".mp4")}, "choose another name"),
    "null in name": (lambda p: {"path": p / "a\0b.mp4"}, "choose another name"),
    "no ending": (lambda p: {"path": p / "film"}, "end the name in .mp4"),
    "only an ending": (lambda p: {"path": p / ".mp4"}, "end the name in .mp4"),
    "unknown ending": (lambda p: {"path": p / "film.mp3"}, "did you mean '.mp4'"),
    "not writable": (lambda p: {"path": "/proc/film.mp4"}, "choose a folder that you may write to"),
    "preset": (lambda p: {"settings": FilmSettings(preset="quick")}, "'quick' is no preset .*choose from ultrafast"),
    "crf": (lambda p: {"settings": FilmSettings(crf=52)}, "give a number from 0 .* to 51"),
    "crf nan": (lambda p: {"settings": FilmSettings(crf=float("nan"))}, "give a number from 0"),
    "no frames": (lambda p: {"frame_count": 0}, "no frame to export"),
    "negative frames": (lambda p: {"frame_count": -3}, "no frame to export"),
    "zero width": (lambda p: {"size": (0, 16)}, "0x16 pixels has no picture"),
    "negative height": (lambda p: {"size": (16, -2)}, "16x-2 pixels has no picture"),
    "too large": (lambda p: {"size": (16, 16385)}, "too large .* at most 16384"),
    "zero fps": (lambda p: {"fps": Fraction(0)}, "give a rate above 0"),
    "negative fps": (lambda p: {"fps": Fraction(-24)}, "give a rate above 0"),
    "fps of huge terms": (lambda p: {"fps": Fraction(30_000_001, 1_000_000)}, "cannot be held exactly"),
}


@pytest.mark.parametrize("kind", IMPOSSIBLE)
def test_what_cannot_be_asked_for_is_refused_before_the_first_frame(
    kind: str, tmp_path: Path, painted: Callable[..., object], stand_in: Callable[[str], Path]
) -> None:
    if kind == "not writable" and not Path("/proc/self").exists():
        pytest.skip("no folder that refuses even the superuser on this system")
    stand_in("open(__file__ + '.was-run', 'w')")
    (tmp_path / "old.mp4").write_bytes(OLD)
    (tmp_path / "sub.mp4").mkdir()
    (tmp_path / "lnk.mp4").symlink_to("old.mp4")
    os.mkfifo(tmp_path / "fifo.mp4")
    changes, message = IMPOSSIBLE[kind]
    asked = request(tmp_path, **changes(tmp_path))
    source = painted(asked.size, asked.frame_count, fps=asked.fps)
    with pytest.raises(UsageError, match=message) as refusal:
        export_film(source, asked.path, asked.settings, overwrite=asked.overwrite, inputs=asked.inputs)
    assert refusal.value.exit_code == 2
    assert source.drawn == []
    assert sorted(path.name for path in tmp_path.iterdir()) == ["fifo.mp4", "lnk.mp4", "old.mp4", "sub.mp4"]
    assert (tmp_path / "old.mp4").read_bytes() == OLD


def test_an_existing_film_is_replaced_when_that_is_asked_for(
    tmp_path: Path, painted: Callable[..., object], assert_alone: Callable[[Path], None]
) -> None:
    film = tmp_path / "film.mp4"
    film.write_bytes(OLD)
    during = []

    def progress(report: FilmProgress) -> None:
        if report.phase is not Phase.DONE:
            during.append(film.read_bytes())

    export_film(painted((16, 16), 5), film, overwrite=True, progress=progress)
    assert during == [OLD] * 6
    assert read_mp4(film).videos[0].frame_count == 5
    assert_alone(film)


def test_a_link_stays_a_link_and_the_film_goes_where_it_points(tmp_path: Path, painted: Callable[..., object]) -> None:
    (tmp_path / "films").mkdir()
    (tmp_path / "films" / "real.mp4").write_bytes(OLD)
    link = tmp_path / "link.mp4"
    link.symlink_to(Path("films") / "real.mp4")
    with pytest.raises(UsageError, match="exists"):
        export_film(painted((16, 16), 2), link)
    export_film(painted((16, 16), 2), link, overwrite=True)
    assert link.is_symlink() and read_mp4(tmp_path / "films" / "real.mp4").videos[0].frame_count == 2
    assert [path.name for path in (tmp_path / "films").iterdir()] == ["real.mp4"]


@pytest.mark.parametrize("hard_links", [True, False])
def test_a_file_that_appears_meanwhile_is_not_replaced_unless_asked(
    hard_links: bool,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    painted: Callable[..., object],
    assert_alone: Callable[[Path], None],
) -> None:
    film = tmp_path / "film.mp4"
    if not hard_links:
        refuse = OSError(errno.EOPNOTSUPP, "no hard links")
        monkeypatch.setattr(os, "link", lambda *_: (_ for _ in ()).throw(refuse))
    export_film(painted((16, 16), 2), film)
    assert read_mp4(film).videos[0].frame_count == 2
    assert_alone(film)
    film.unlink()

    def appear(index: int, out: NDArray[np.uint8]) -> None:
        film.write_bytes(OLD)

    with pytest.raises(UsageError, match="exists; add --overwrite"):
        export_film(painted((16, 16), 2, appear), film)
    assert film.read_bytes() == OLD
    assert_alone(film)
    export_film(painted((16, 16), 2, appear), film, overwrite=True)
    assert read_mp4(film).videos[0].frame_count == 2


@pytest.mark.parametrize("where", ["source", "progress"])
@pytest.mark.parametrize("error", [KeyboardInterrupt(), ValueError("a fault"), UsageError([])], ids=type)
def test_whatever_is_raised_while_frames_are_made_leaves_the_old_film_and_nothing_else(
    where: str,
    error: BaseException,
    tmp_path: Path,
    painted: Callable[..., object],
    assert_alone: Callable[[Path], None],
) -> None:
    film = tmp_path / "film.mp4"
    film.write_bytes(OLD)

    def fail_at_7(index: int, *_: object) -> None:
        if index == 7:
            raise error

    progress = (lambda report: fail_at_7(report.frames_done)) if where == "progress" else None
    source = painted((64, 64), 50, fail_at_7 if where == "source" else None)
    with pytest.raises(type(error)) as caught:
        export_film(source, film, overwrite=True, progress=progress)
    assert caught.value is error
    assert film.read_bytes() == OLD
    assert_alone(film)


@pytest.mark.parametrize("step", ["fsync", "replace"])
def test_a_disk_that_refuses_the_last_step_is_told_and_the_old_film_stays(
    step: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    painted: Callable[..., object],
    assert_alone: Callable[[Path], None],
) -> None:
    film = tmp_path / "film.mp4"
    film.write_bytes(OLD)

    def refuse(*_: object) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(output.os, step, refuse)
    with pytest.raises(RenderError, match="No space left on device; free some space") as failure:
        export_film(painted((16, 16), 2), film, overwrite=True)
    assert failure.value.exit_code == 3
    assert film.read_bytes() == OLD
    assert_alone(film)


def test_progress_counts_every_frame_then_waits_for_the_encoder_then_is_done(
    tmp_path: Path, painted: Callable[..., object]
) -> None:
    reports: list[FilmProgress] = []
    export_film(painted((16, 16), 12), tmp_path / "film.mp4", progress=reports.append)
    expected = [(Phase.FRAMES, k) for k in range(1, 13)] + [(Phase.FINISHING, 12), (Phase.DONE, 12)]
    assert [(report.phase, report.frames_done) for report in reports] == expected
    assert all(report.frame_count == 12 for report in reports)
    assert reports[0].frames_per_s is None and reports[-1].remaining_s == 0


def test_the_time_left_follows_the_speed_of_the_last_seconds() -> None:
    now_s = [100.0]
    meter = ProgressMeter(1000, clock=lambda: now_s[0])
    for frame in range(1, 101):  # ten frames a second for ten seconds, then two a second for twenty
        now_s[0] += 0.1
        fast = meter.at(Phase.FRAMES, frame)
    assert fast.frames_per_s == pytest.approx(10) and fast.remaining_s == pytest.approx(90)
    for frame in range(101, 141):
        now_s[0] += 0.5
        slow = meter.at(Phase.FRAMES, frame)
    assert slow.frames_per_s == pytest.approx(2) and slow.remaining_s == pytest.approx(430)
    assert slow.elapsed_s == pytest.approx(30)


def test_a_folder_that_may_be_written_but_not_listed_holds_films_all_the_same(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, painted: Callable[..., object]
) -> None:
    opened = os.open

    def refuse_folders(path: str | Path, flags: int, *rest: int) -> int:
        if os.path.isdir(path):  # as its mode 0333 does to all but the superuser
            raise PermissionError(errno.EACCES, os.strerror(errno.EACCES), str(path))
        return opened(path, flags, *rest)

    monkeypatch.setattr(output.os, "open", refuse_folders)
    film = tmp_path / "film.mp4"
    film.write_bytes(OLD)
    export_film(painted((16, 16), 2), film, overwrite=True)
    assert read_mp4(film).videos[0].frame_count == 2
    assert list(tmp_path.iterdir()) == [film]


def test_a_name_that_ends_as_a_folder_s_is_no_film(tmp_path: Path, painted: Callable[..., object]) -> None:
    with pytest.raises(UsageError, match="names a folder"):
        output.checked_destination(f"{tmp_path}/film.mp4/", overwrite=True)
    assert list(tmp_path.iterdir()) == []
