"""A PNG sequence in place of an older one: one of the two is whole, whatever fails or kills the work and where."""

from __future__ import annotations

import errno
import os
import signal
from collections.abc import Callable
from pathlib import Path

import pytest

from rigbyscene.errors import RenderError, UsageError
from rigbyscene.film.names import frame_names
from rigbyscene.film.sequence import PartFrames

STEPS = ("mkdir", "replace", "rename", "unlink", "rmdir")
OLD = {f"a_{k:02d}.png": b"old %d" % k for k in range(4)}
NEW = {f"a_{k:02d}.png": b"new %d" % k for k in range(3)}
BYSTANDERS = {"a_1.png": b"mine", "b_00.png": b"mine", "a_00.png.txt": b"mine"}


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    for name, content in (OLD | BYSTANDERS).items():
        (tmp_path / name).write_bytes(content)
    return tmp_path


def judge(folder: Path) -> None:
    """What every export to the name does before its first frame."""
    frame_names(folder / "a_##.png", len(NEW), overwrite=True)


def replace(folder: Path) -> None:
    names = frame_names(folder / "a_##.png", len(NEW), overwrite=True)
    assert names is not None
    with PartFrames(names, len(NEW), overwrite=True) as part:
        for name, content in NEW.items():
            (part.path / name).write_bytes(content)
        part.publish()


def seen(folder: Path) -> dict[str, bytes]:
    return {p.name: p.read_bytes() for p in folder.iterdir() if p.is_file() and p.name not in BYSTANDERS}


def hidden(folder: Path) -> list[str]:
    return [p.name for p in folder.iterdir() if p.is_dir()]


def intercepted(before_step: Callable[[int, str], None], monkeypatch: pytest.MonkeyPatch) -> None:
    """Let `before_step(n, path)` be called before everything that moves, makes or removes a name, n from 0."""
    count = 0

    def wrapped(real: Callable[..., None]) -> Callable[..., None]:
        def step(path: str | Path, *rest: object, **options: object) -> None:
            nonlocal count
            count += 1
            before_step(count - 1, os.fspath(path))
            real(path, *rest, **options)

        return step

    for name in STEPS:
        monkeypatch.setattr(os, name, wrapped(getattr(os, name)))


def killed(work: Callable[[Path], None], folder: Path, step: int) -> bool:
    """Do `work` in a process that is killed before `step`; whether it came so far."""
    child = os.fork()
    if child == 0:
        try:
            with pytest.MonkeyPatch.context() as patch:
                intercepted(lambda n, _: os.kill(os.getpid(), signal.SIGKILL) if n == step else None, patch)
                work(folder)
        except BaseException:
            os._exit(2)
        os._exit(0)
    status = os.waitpid(child, 0)[1]
    assert os.WIFSIGNALED(status) or os.WEXITSTATUS(status) == 0
    return os.WIFSIGNALED(status)


@pytest.mark.skipif(not hasattr(os, "fork"), reason="nothing can be found abandoned where there is no flock")
@pytest.mark.parametrize("second_step", [None, 0, 1, 2, 4])
def test_after_a_kill_the_next_export_finds_one_of_the_two_sequences_whole(
    second_step: int | None, tmp_path: Path
) -> None:
    found, step, reached = [], 0, True
    while reached:
        folder = tmp_path / str(step)
        folder.mkdir()
        for name, content in (OLD | BYSTANDERS).items():
            (folder / name).write_bytes(content)
        reached = killed(replace, folder, step)
        if second_step is not None:
            killed(judge, folder, second_step)  # whoever mends it may be killed, too
        judge(folder)
        assert seen(folder) in (OLD, NEW), step
        assert all((folder / name).read_bytes() == content for name, content in BYSTANDERS.items())
        assert all(name.startswith(".a_.part-") for name in hidden(folder)), "what may be removed, and nothing else"
        found.append(seen(folder) == NEW)
        step += 1
    assert step > len(OLD) + len(NEW) and found == sorted(found) and found[-1] and not found[0]


def test_whichever_step_fails_the_older_sequence_is_whole_and_the_file_in_the_way_is_named(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    told, step = [], 0
    while seen(folder) == OLD:

        def fail(n: int, path: str, at: int = step) -> None:
            if n == at:
                raise PermissionError(errno.EPERM, os.strerror(errno.EPERM), path)

        with monkeypatch.context() as patch:
            intercepted(fail, patch)
            try:
                replace(folder)
            except RenderError as error:
                told.append(error.diagnostics[0])
                assert seen(folder) == OLD and hidden(folder) == [] and "not permitted" in told[-1].found
            except UsageError:
                assert step == 0, "only what cannot be begun at all is another kind of error"
        step += 1
    assert seen(folder) == NEW
    named = [Path(d.file).name for d in told if Path(d.file) != folder]
    assert named == [*OLD, *NEW]


def test_older_frames_that_cannot_be_put_back_are_kept_told_about_and_put_back_by_the_next_export(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(n: int, path: str) -> None:
        if n >= 4:  # the work's folder, its renaming, its folder for older frames and one of those had been moved
            raise OSError(errno.EIO, os.strerror(errno.EIO), path)

    with monkeypatch.context() as patch:
        intercepted(fail, patch)
        with pytest.raises(RenderError, match="nor could the older frames be put back") as refusal:
            replace(folder)
    (name,) = hidden(folder)
    assert str(folder / name / "old") in refusal.value.diagnostics[0].remedy
    assert seen(folder) == {name: content for name, content in OLD.items() if name != "a_00.png"}
    if hasattr(os, "fork"):
        judge(folder)
        assert seen(folder) == OLD and hidden(folder) == []


def test_a_folder_under_a_frames_name_is_never_moved_or_removed(folder: Path) -> None:
    names = frame_names(folder / "a_##.png", len(NEW), overwrite=True)
    assert names is not None
    with PartFrames(names, len(NEW), overwrite=True) as part:
        (folder / "a_07.png").mkdir()
        (folder / "a_07.png" / "mine").write_bytes(b"mine")
        with pytest.raises(RenderError, match=r"a_07\.png.*could not be replaced: Is a directory"):
            part.publish()
    assert seen(folder) == OLD and hidden(folder) == ["a_07.png"]


@pytest.mark.skipif(not hasattr(os, "fork"), reason="nothing can be found abandoned where there is no flock")
def test_a_sequence_that_another_export_is_just_replacing_is_left_to_it(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    intercepted(lambda n, path: judge(folder) if f"{os.sep}.a_." in path or "a_0" in path else None, monkeypatch)
    replace(folder)
    assert seen(folder) == NEW and hidden(folder) == []
