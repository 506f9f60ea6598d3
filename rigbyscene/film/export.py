"""Films: frames from a source through the colour conversion and an encoder into a file that is whole or not there."""

from __future__ import annotations

import os
from collections.abc import Iterable
from contextlib import ExitStack
from dataclasses import dataclass, replace
from fractions import Fraction
from pathlib import Path

from rigbyscene.film.assembly import HERE, PartsMade, Work, is_made_in_parts, parts_made
from rigbyscene.film.codec_names import codec_name
from rigbyscene.film.facts import FilmFacts
from rigbyscene.film.interrupt import interrupts_raise
from rigbyscene.film.plan import FilmPlan, prepare_film
from rigbyscene.film.progress import Phase, ProgressCallback, ProgressMeter
from rigbyscene.film.settings import FilmSettings
from rigbyscene.film.source import FrameSource
from rigbyscene.film.tracks import NO_TRACKS, Tracks
from rigbyscene.film.verify import verify_film
from rigbyscene.film.writers import open_part, open_writer, send_frames


@dataclass(frozen=True, slots=True)
class FilmReport:
    """A film that was made and verified.

    `path` is absolute, `size` (width, height) as encoded, `content_size` as drawn (they differ where an odd size was
    padded to even), `duration_s` exact, `elapsed_s` the time that making it took. `codec`, `sound` and `subtitles` are
    the container's names of what it holds (`codec_name` has those that people use), `note` says what the file's format
    changed. `parts` is how many the film was made in, None where in one go; with ``--resume`` `kept_parts` of them were
    there from an earlier export, else it is None.
    """

    path: Path
    size: tuple[int, int]
    content_size: tuple[int, int]
    fps: Fraction
    frame_count: int
    duration_s: Fraction
    byte_count: int
    elapsed_s: float
    format: str = "h264"
    codec: str = ""
    pixel_format: str = ""
    alpha: str = "none"
    sound: str | None = None
    subtitles: str | None = None
    chapters: int = 0
    title: str | None = None
    note: str = ""
    parts: int | None = None
    kept_parts: int | None = None

    @property
    def is_padded(self) -> bool:
        return self.size != self.content_size

    def to_json(self) -> dict[str, object]:
        """The report for other programs: times in seconds, sizes as [width, height], the rate as a fraction, too.

        Codecs go by their usual names; each ``..._tag`` is what the container calls it.
        """
        return {
            "path": str(self.path),
            "format": self.format,
            "codec": codec_name(self.codec),
            "codec_tag": self.codec,
            "pixel_format": self.pixel_format,
            "alpha": self.alpha,
            "size": list(self.size),
            "content_size": list(self.content_size),
            "fps": float(self.fps),
            "fps_fraction": f"{self.fps.numerator}/{self.fps.denominator}",
            "frame_count": self.frame_count,
            "duration_s": float(self.duration_s),
            "bytes": self.byte_count,
            "audio": None if self.sound is None else codec_name(self.sound),
            "audio_tag": self.sound,
            "subtitles": None if self.subtitles is None else codec_name(self.subtitles),
            "subtitles_tag": self.subtitles,
            "chapters": self.chapters,
            "title": self.title,
            "note": self.note,
            "parts": self.parts,
            "kept_parts": self.kept_parts,
            "elapsed_s": round(self.elapsed_s, 3),
        }


_DEFAULTS = FilmSettings()


def export_film(
    source: FrameSource,
    path: str | os.PathLike[str],
    settings: FilmSettings = _DEFAULTS,
    *,
    overwrite: bool = False,
    inputs: Iterable[Path] = (),
    progress: ProgressCallback | None = None,
    tracks: Tracks = NO_TRACKS,
    work: Work = HERE,
) -> FilmReport:
    """Draw every frame of `source` and encode them to `path`; its ending chooses the kind of film, or `settings` do.

    While one frame is encoded the next is drawn; memory does not grow with the film's length. The film is written
    beside its name, verified, and moved there when whole: an existing file is replaced only with `overwrite`, and only
    by a finished film. `inputs` are files that must never be replaced (those the frames are made from). `work` says who
    makes a long film's parts; all of them make the same frames (`rigbyscene.film.parts`).

    Raises `UsageError` before the first frame for whatever cannot be asked for, `RenderError` where ffmpeg is missing
    or fails or the disk is full. What the source or `progress` raises passes through, as do KeyboardInterrupt and, for
    SIGTERM and SIGHUP, SystemExit. In all these cases nothing is left behind, but parts where `work` resumes, and no
    process stays.
    """
    plan = prepare_film(source, path, settings, overwrite=overwrite, inputs=inputs, tracks=tracks)
    meter = ProgressMeter(plan.frame_count)

    def tell(phase: Phase, frames_done: int) -> None:
        if progress is not None:
            progress(meter.at(phase, frames_done))

    def write_in_one_go(output: Path) -> None:
        with open_writer(plan, output) as writer:
            send_frames(plan, writer, range(plan.frame_count), lambda done: tell(Phase.FRAMES, done))
            tell(Phase.FINISHING, plan.frame_count)
            writer.finish()

    with interrupts_raise(), ExitStack() as stack:
        made: PartsMade | None = None
        if is_made_in_parts(plan, work):
            made = stack.enter_context(parts_made(plan, work, tell))
        part = stack.enter_context(open_part(plan))
        write = write_in_one_go if made is None else made.write
        write(part.path)
        facts = verify_film(plan, part.path)
        part.publish()
    tell(Phase.DONE, plan.frame_count)
    report = report_of(plan, facts, meter.elapsed_s)
    if made is None:
        return report
    return replace(report, parts=made.count, kept_parts=made.kept_count if work.resume else None)


def report_of(plan: FilmPlan, facts: FilmFacts, elapsed_s: float) -> FilmReport:
    """What to tell of a film that was made to `plan` and found to be as `facts` say."""
    return FilmReport(
        path=plan.final,
        size=plan.size,
        content_size=plan.source.size,
        fps=plan.fps,
        frame_count=plan.frame_count,
        duration_s=plan.duration_s,
        byte_count=facts.byte_count,
        elapsed_s=elapsed_s,
        format=plan.encoding.row.key,
        codec=facts.codec,
        pixel_format=plan.encoding.pixels.stored,
        alpha=plan.alpha.value,
        sound=facts.sound,
        subtitles=facts.subtitles,
        chapters=facts.chapters,
        title=facts.title,
        note=facts.note,
    )
