"""Films in parts: what is joined is what one export would have made; only what fits is used again."""

from __future__ import annotations

import hashlib
import subprocess
from collections.abc import Callable, Sequence
from fractions import Fraction
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray

from rigbyscene.errors import RenderError, UsageError
from rigbyscene.film.assembly import HERE, Work, is_made_in_parts, parts_made
from rigbyscene.film.part_makers import PartsHere, make_part
from rigbyscene.film.parts import PART_FRAMES, Part, PartsFolder, finish_part, half_path, part_ranges, sum_path
from rigbyscene.film.plan import FilmPlan, prepare_film
from rigbyscene.film.progress import Phase
from rigbyscene.film.settings import FilmSettings
from rigbyscene.film.spans import Chapter
from rigbyscene.film.tracks import NO_TRACKS, Tracks
from rigbyscene.film.verify import verify_film
from tests.film.conftest import PaintedFrames

FPS = Fraction(30000, 1001)
SIZE = (48, 32)


def paint(index: int, pixels: NDArray[np.uint8]) -> None:
    """Every frame differs from every other."""
    y, x = np.mgrid[0 : SIZE[1], 0 : SIZE[0]]
    pixels[..., 0] = (x * 5 + index) % 256
    pixels[..., 1] = (y * 7 + index // 3) % 256
    pixels[..., 2] = index % 256


def plan_for(path: Path, frame_count: int, tracks: Tracks = NO_TRACKS) -> FilmPlan:
    source = PaintedFrames(SIZE, frame_count, paint, FPS)
    return prepare_film(source, path, FilmSettings(), overwrite=True, inputs=[], tracks=tracks)


def make(plan: FilmPlan, work: Work, output: Path, tell: Callable[[Phase, int], None]) -> None:
    with parts_made(plan, work, tell) as made:
        made.write(output)


def make_whole(part: Part, content: bytes = b"a part") -> None:
    half_path(part).write_bytes(content)
    finish_part(part)


def frame_hashes(path: Path, ffmpeg: Callable[..., subprocess.CompletedProcess[bytes]]) -> list[str]:
    answer = ffmpeg("-i", path, "-map", "0:v", "-f", "framemd5", "-")
    assert answer.returncode == 0, answer.stderr.decode()
    return [line.split(b",")[-1].strip().decode() for line in answer.stdout.splitlines() if not line.startswith(b"#")]


@given(st.integers(1, 50_000))
def test_parts_hold_each_frame_once_in_order_and_are_alike(frame_count: int) -> None:
    ranges = part_ranges(frame_count)
    assert [i for r in ranges for i in (r.start, r.stop)] == sorted(
        [0, frame_count, *(b for r in ranges[:-1] for b in (r.stop, r.stop))]
    )
    lengths = {len(r) for r in ranges}
    assert max(lengths) <= PART_FRAMES and max(lengths) - min(lengths) <= 1
    assert len(ranges) == -(-frame_count // PART_FRAMES)


@pytest.mark.parametrize("ending", [".mp4", ".webm", ".mov", ".mkv"])
def test_a_joined_film_is_frame_for_frame_what_its_parts_are(
    ending: str, tmp_path: Path, ffmpeg: Callable[..., subprocess.CompletedProcess[bytes]]
) -> None:
    plan = plan_for(tmp_path / f"film{ending}", PART_FRAMES + 10)
    assert is_made_in_parts(plan, HERE)
    seen: list[tuple[Phase, int]] = []
    make(plan, HERE, plan.final, lambda phase, done: seen.append((phase, done)))
    verify_film(plan, plan.final)  # frame count, every frame time, tags
    assert [p.name for p in tmp_path.iterdir()] == [plan.final.name]
    assert [done for phase, done in seen if phase is Phase.FRAMES] == list(range(plan.frame_count + 1))
    alone = []
    for frames in part_ranges(plan.frame_count):
        one = Part(0, frames, tmp_path / f"one{ending}")
        make_part(plan, one, lambda count: None)
        alone += frame_hashes(one.path, ffmpeg)
    assert frame_hashes(plan.final, ffmpeg) == alone and len(alone) == plan.frame_count


def test_what_cannot_be_joined_is_written_from_lossless_parts(
    tmp_path: Path, ffmpeg: Callable[..., subprocess.CompletedProcess[bytes]]
) -> None:
    plan = plan_for(tmp_path / "film.apng", PART_FRAMES + 2)
    assert not is_made_in_parts(plan, HERE) and is_made_in_parts(plan, Work(resume=True))
    make(plan, Work(resume=True), plan.final, lambda phase, done: None)
    answer = ffmpeg("-i", plan.final, "-f", "rawvideo", "-pix_fmt", "rgb24", "-")
    found = np.frombuffer(answer.stdout, np.uint8).reshape(-1, SIZE[1], SIZE[0], 3)
    expected = np.zeros((plan.frame_count, SIZE[1], SIZE[0], 4), np.uint8)
    for i in range(plan.frame_count):
        paint(i, expected[i])
    assert (found == expected[..., :3]).all()


class Stopping(PartsHere):
    """Makes the first `count` parts, then is ended as by Ctrl-C."""

    def __init__(self, count: int):
        self._count = count

    def make(self, plan: FilmPlan, parts: Sequence[Part], after_frames: Callable[[int], None]) -> None:
        super().make(plan, parts[: self._count], after_frames)
        raise KeyboardInterrupt


def test_an_interrupted_export_keeps_whole_parts_only_where_it_was_told_to_and_goes_on_from_them(
    tmp_path: Path, ffmpeg: Callable[..., subprocess.CompletedProcess[bytes]]
) -> None:
    whole = plan_for(tmp_path / "whole.mp4", 2 * PART_FRAMES + 5)
    make(whole, HERE, whole.final, lambda phase, done: None)
    plan = plan_for(tmp_path / "film.mp4", whole.frame_count)
    stopped = Work(Stopping(2), resume=False)
    with pytest.raises(KeyboardInterrupt):
        make(plan, stopped, plan.final, lambda phase, done: None)
    assert [p.name for p in tmp_path.iterdir()] == ["whole.mp4"]
    marks = {"--crf": "18", "the file a.json": hashlib.sha256(b"1").hexdigest()}
    with pytest.raises(KeyboardInterrupt):
        make(plan, Work(Stopping(2), True, marks), plan.final, lambda phase, done: None)
    source = plan.source
    assert isinstance(source, PaintedFrames)
    source.drawn.clear()
    seen: list[int] = []
    make(plan, Work(None, True, marks), plan.final, lambda phase, done: seen.append(done))
    assert source.drawn == list(part_ranges(plan.frame_count)[2]) and seen[0] == plan.frame_count - len(source.drawn)
    assert {p.name for p in tmp_path.iterdir()} == {"whole.mp4", "film.mp4"}
    assert frame_hashes(plan.final, ffmpeg) == frame_hashes(whole.final, ffmpeg)


def test_parts_of_something_else_are_refused_with_each_difference(tmp_path: Path) -> None:
    final = tmp_path / "film.mp4"
    made = {"--crf": "18", "the file a.json": "1" * 64, "the file b.png": "2" * 64, "ffmpeg": "6.0"}
    now = {"--crf": "20", "the file a.json": "3" * 64, "the file c.png": "2" * 64, "ffmpeg": "6.0"}
    with PartsFolder(final, ".mp4", made, resume=True) as folder:
        make_whole(folder.parts(1)[0])
    with pytest.raises(UsageError) as refused, PartsFolder(final, ".mp4", now, resume=True):
        pass
    found = [d.found for d in refused.value.diagnostics]
    assert len(found) == 4 and all(d.code == "stale-parts" for d in refused.value.diagnostics)
    assert any("--crf 18, not 20" in f for f in found) and any("a.json has changed" in f for f in found)
    assert folder.parts(1)[0].path.exists(), "a refusal must not throw work away"
    with PartsFolder(final, ".mp4", now, resume=False) as again:
        assert not again.parts(1)[0].path.exists()
    assert not folder.path.exists()


def test_only_one_export_at_a_time_makes_a_film(tmp_path: Path) -> None:
    final = tmp_path / "film.mp4"
    with PartsFolder(final, ".mp4", {}, resume=True) as folder:
        folder.parts(1)[0].path.write_bytes(b"a part")
        with pytest.raises(UsageError, match="another export"), PartsFolder(final, ".mp4", {}, resume=False):
            pass
        assert folder.parts(1)[0].path.exists()


@pytest.mark.parametrize("damage", ["cut off", "emptied", "changed", "a folder", "no checksum"])
def test_a_part_that_was_damaged_is_made_again(damage: str, tmp_path: Path) -> None:
    marks = {"--crf": "18"}
    with PartsFolder(tmp_path / "film.mp4", ".mp4", marks, resume=True) as folder:
        good, bad = folder.parts(PART_FRAMES + 1)
        make_whole(good)
        make_whole(bad, b"another part")
        if damage == "no checksum":
            sum_path(bad.path).unlink()
        elif damage == "a folder":
            bad.path.unlink()
            bad.path.mkdir()
        else:
            bad.path.write_bytes({"cut off": b"another", "emptied": b"", "changed": b"another pert"}[damage])
    with PartsFolder(tmp_path / "film.mp4", ".mp4", marks, resume=True):
        assert good.path.exists() and not bad.path.exists()


@pytest.mark.parametrize("note", [b"", b"{", b"[1]", b"\xff\xfe"])
def test_parts_whose_note_was_damaged_are_thrown_away(note: bytes, tmp_path: Path) -> None:
    with PartsFolder(tmp_path / "film.mp4", ".mp4", {"--crf": "18"}, resume=True) as folder:
        make_whole(folder.parts(1)[0])
        (folder.path / "made-from.json").write_bytes(note)
    with PartsFolder(tmp_path / "film.mp4", ".mp4", {"--crf": "18"}, resume=True) as folder:
        assert not folder.parts(1)[0].path.exists()


def test_a_file_where_the_parts_should_be_is_named(tmp_path: Path) -> None:
    (tmp_path / ".film.mp4.parts").write_bytes(b"mine")
    with pytest.raises(UsageError, match=r"\.film\.mp4\.parts.*is no folder"):
        PartsFolder(tmp_path / "film.mp4", ".mp4", {}, resume=False).__enter__()
    assert (tmp_path / ".film.mp4.parts").read_bytes() == b"mine"


def test_half_parts_are_thrown_away(tmp_path: Path) -> None:
    with PartsFolder(tmp_path / "film.mp4", ".mp4", {}, resume=True) as folder:
        (folder.path / "half-part-00000.mp4").write_bytes(b"half")
    with PartsFolder(tmp_path / "film.mp4", ".mp4", {}, resume=True) as folder:
        assert not list(folder.path.glob("half-*"))
        folder.done()
    assert not folder.path.exists()


def test_a_part_that_cannot_be_encoded_ends_the_export_with_its_reason(
    tmp_path: Path, stand_in: Callable[[str], Path], assert_no_child: Callable[[], None]
) -> None:
    # the second part's encoder dies; the first one's may still be at work then
    stand_in("if 'part-00001' in out: print('out of ideas', file=sys.stderr); sys.exit(3)\nexec_real()\n")
    plan = plan_for(tmp_path / "film.mp4", 2 * PART_FRAMES)
    with pytest.raises(RenderError, match="out of ideas"):
        make(plan, HERE, plan.final, lambda phase, done: None)
    assert list(tmp_path.iterdir()) == []
    assert_no_child()


def test_chapters_and_title_are_put_in_when_parts_are_joined(
    tmp_path: Path, ffmpeg: Callable[..., subprocess.CompletedProcess[bytes]]
) -> None:
    tracks = Tracks(chapters=(Chapter(0.0, 2.0, "one"), Chapter(2.0, 8.5, "two = 2; #")), title="Two")
    plan = plan_for(tmp_path / "film.mp4", PART_FRAMES + 15, tracks)
    make(plan, HERE, plan.final, lambda phase, done: None)
    told = ffmpeg("-i", plan.final, "-f", "ffmetadata", "-").stdout.decode()
    assert told.count("[CHAPTER]") == 2 and "title=two \\= 2\\; \\#" in told and "title=Two" in told
