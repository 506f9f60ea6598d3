"""How long each step of a film takes on this machine: what `rigbyscene bench` and tests/bench print.

All steps are timed in one run, on the same frames, so that the ratios mean something even where times are noisy. The
limit for an export is what ffmpeg alone needs to encode frames that are already there.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from dataclasses import asdict, dataclass
from fractions import Fraction
from pathlib import Path
from typing import IO

import numpy as np

from rigbyscene.draw.cpu import render
from rigbyscene.draw.drawlist import DrawList
from rigbyscene.draw.renderer import SceneArt, SceneRenderer
from rigbyscene.errors import RenderError
from rigbyscene.film.encode import encode_command
from rigbyscene.film.export import export_film
from rigbyscene.film.frames import SceneFrames
from rigbyscene.film.interrupt import interrupts_raise
from rigbyscene.film.parts import PART_FRAMES
from rigbyscene.film.picture import Picture
from rigbyscene.film.pipe import run_to_end
from rigbyscene.film.plan import prepare_film
from rigbyscene.film.scratch import scratch_folder
from rigbyscene.film.settings import FilmSettings
from rigbyscene.film.source import FrameRange, FrameSource
from rigbyscene.film.tracks import NO_TRACKS
from rigbyscene.film.verify import verify_film
from rigbyscene.film.yuv import frame_bytes, planes_of, rgba_to_yuv
from rigbyscene.scene.camera import picture_map
from rigbyscene.scene.sampler import Sampler
from rigbyscene.scene.scene import Scene, Shot

Still = tuple[str, tuple[str, ...]]
"""A scene, and options of `rigbyscene still` for it."""


@dataclass(frozen=True, slots=True)
class Benchmark:
    """Microseconds a frame of each step alone, frames a second of the whole and of encoding alone, and memory.

    `ratio` is the export's rate over the encoder's: 1 would be a film that costs nothing to draw. `own_cpu_us` and
    `ffmpeg_cpu_us` are processor time a frame of the whole export, all threads together: they say the same on a busy
    machine, where rates do not. `peak_memory_mb` is this process's at the end of the export (None on Windows);
    `first_frame_s` the wall time of one `rigbyscene still` (None if not run).
    """

    frames: int
    size: tuple[int, int]
    fps: str
    preset: str
    sampling_us: float
    draw_list_us: float
    rasterising_us: float
    conversion_us: float
    encoding_us: float
    export_fps: float
    encoding_fps: float
    ratio: float
    own_cpu_us: float
    ffmpeg_cpu_us: float
    peak_memory_mb: float | None
    first_frame_s: float | None

    def as_json(self) -> dict[str, object]:
        return asdict(self)


def run_benchmark(
    scene: Scene,
    art: SceneArt,
    shots: tuple[Shot, ...],
    picture: Picture,
    fps: Fraction,
    settings: FilmSettings,
    seconds: float,
    still: Still | None = None,
) -> Benchmark:
    """Time a film's steps over its first `seconds` (at least one frame, at most the whole).

    `still` is what a `rigbyscene still` is run with for the time to a first frame. Raises RenderError where ffmpeg or
    that fails.
    """
    source: FrameSource = SceneFrames(scene, art, shots, fps, picture)
    count = max(1, min(source.frame_count, round(seconds * fps)))
    moments = [source.moment(i) for i in range(count)] if isinstance(source, SceneFrames) else []
    source = FrameRange(source, range(count))
    sampler, renderer = Sampler(scene), SceneRenderer(art)
    width, height = picture.size
    rgba = np.zeros((height, width, 4), np.uint8)
    planes = [np.empty(frame_bytes(picture.size), np.uint8) for _ in range(2)]
    source.show(0)  # everything is compiled, loaded and touched once
    rgba_to_yuv(rgba, planes_of(planes[0], picture.size), settings.background)

    frame = picture.frame or scene.frame
    sampling = listing = drawing = 0.0
    for moment in moments:
        started = time.perf_counter()
        sample = sampler.sample(*moment)
        sampled = time.perf_counter()
        drawn = renderer.draw_list(sample)
        listed = time.perf_counter()
        seen = picture_map(sample.view, frame, picture.size, picture.fit)
        render(
            drawn if seen.to_pixels is not None else DrawList.empty(),
            art.art,
            np.array(seen.to_pixels or (1.0, 0.0, 0.0, 1.0, 0.0, 0.0)),
            picture.size,
            picture.background,
            threads=picture.threads,
            supersample=picture.supersample,
            window=seen.window,
            out=rgba,
        )
        ended = time.perf_counter()
        sampling += (sampled - started) / count
        listing += (listed - sampled) / count
        drawing += (ended - listed) / count
    conversion = _each(count, lambda i: rgba_to_yuv(rgba, planes_of(planes[i % 2], picture.size), settings.background))
    with interrupts_raise(), scratch_folder() as folder:
        before, started = os.times(), time.perf_counter()
        export_film(source, folder / "bench.mp4", settings, overwrite=True)
        whole_s = time.perf_counter() - started
        after = os.times()
        # now: what is held below for encoding alone is not the export's
        peak_mb = _peak_mb()
        encoding_s = _encode_alone(source, settings, folder / "alone.mp4")
        first_frame_s = None if still is None else _first_frame_s(still, folder / "first.png")
    return Benchmark(
        frames=count,
        size=picture.size,
        fps=str(fps),
        preset=settings.preset or "",
        sampling_us=sampling * 1e6,
        draw_list_us=listing * 1e6,
        rasterising_us=drawing * 1e6,
        conversion_us=conversion * 1e6,
        encoding_us=encoding_s / count * 1e6,
        export_fps=count / whole_s,
        encoding_fps=count / encoding_s,
        ratio=encoding_s / whole_s,
        own_cpu_us=(after.user + after.system - before.user - before.system) / count * 1e6,
        ffmpeg_cpu_us=(_of_children(after) - _of_children(before)) / count * 1e6,
        peak_memory_mb=peak_mb,
        first_frame_s=first_frame_s,
    )


def _each(count: int, step: Callable[[int], object]) -> float:
    """Seconds a call, over `count` calls."""
    started = time.perf_counter()
    for i in range(count):
        step(i)
    return (time.perf_counter() - started) / count


HELD_BYTES = 1 << 30
"""The most memory for finished frames. At 1920x1080 an export's parts of 240 frames fit, which take 0.75 GB."""


def _encode_alone(source: FrameSource, settings: FilmSettings, path: Path) -> float:
    """Seconds that ffmpeg takes to encode the frames of `source` to `path` when they are finished.

    Each piece of the film is a whole file of raw frames before its ffmpeg starts: one ffmpeg for all of them would work
    off what it has queued while the next piece is made and nobody counts. It reads that file by itself, which is faster
    than to be sent frames by somebody who wants a core, too. Raises RenderError if ffmpeg fails, if what it made is not
    the whole film, or if there is no room for the frames.
    """
    frame = np.empty(frame_bytes(source.size), np.uint8)
    piece = max(1, min(PART_FRAMES, HELD_BYTES // len(frame)))
    spent = 0.0
    for first in range(0, source.frame_count, piece):
        frames = FrameRange(source, range(first, min(first + piece, source.frame_count)))
        plan = prepare_film(frames, path, settings, overwrite=True, inputs=(), tracks=NO_TRACKS)
        with _memory_file() as finished:
            try:
                for index in range(plan.frame_count):
                    frames.show(index)
                    rgba_to_yuv(frames.pixels, planes_of(frame, frames.size), plan.background)
                    finished.write(frame.data)
                finished.seek(0)
            except OSError as error:
                raise _not_held(plan.frame_count * plan.frame_bytes, error) from None
            command = encode_command(plan.encoding, plan.size, plan.fps, plan.frame_count, path)
            path.write_bytes(b"")  # what is read back below was written now
            started = time.perf_counter()
            run_to_end(command, str(path), finished)
            spent += time.perf_counter() - started
        verify_film(plan, path)
    return spent


def _not_held(byte_count: int, error: OSError) -> RenderError:
    found = f"{byte_count / 1e6:.0f} MB of finished frames could not be held: {error.strerror or error}"
    remedy = "allow more memory and larger files, or give a smaller --size or fewer --seconds"
    return RenderError.single("frames-not-held", "encoding alone", "", found, remedy)


def _first_frame_s(arguments: Still, output: Path) -> float:
    scene, options = arguments
    started = time.perf_counter()
    ended = subprocess.run(
        [sys.executable, "-m", "rigbyscene", "still", *options, "--", scene, str(output)],
        check=False,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
    )
    if ended.returncode != 0:
        words = ended.stderr.decode("utf-8", "replace").strip().splitlines()
        found = f"'rigbyscene still' ended with code {ended.returncode}: {words[-1] if words else '(it said nothing)'}"
        remedy = "mend what it names, and leave the scene as it is while it is timed"
        raise RenderError.single("still-failed", scene, "", found, remedy)
    return time.perf_counter() - started


def _of_children(times: os.times_result) -> float:
    return times.children_user + times.children_system


def _memory_file() -> IO[bytes]:
    """A nameless file without a disk behind it where the system has such: what a disk does meanwhile would be timed."""
    if hasattr(os, "memfd_create"):
        return os.fdopen(os.memfd_create("rigbyscene-frames"), "w+b")
    return tempfile.TemporaryFile()


if sys.platform == "win32":

    def _peak_mb() -> float | None:
        return None

else:
    import resource

    def _peak_mb() -> float | None:
        """The most memory of this process so far."""
        unit = 1 << 20 if sys.platform == "darwin" else 1 << 10
        return float(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / unit)
