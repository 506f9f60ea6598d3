"""`rigbyscene export`: a scene to films, in steps that each may refuse."""

from __future__ import annotations

import json
from contextlib import ExitStack
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path

from rigbyscene.cli import messages
from rigbyscene.cli.fingerprint import fingerprint_of
from rigbyscene.cli.parsing import Mistakes
from rigbyscene.cli.progress import progress_view
from rigbyscene.cli.requests import Export
from rigbyscene.cli.shooting import Shooting, checked_request, opened_shooting
from rigbyscene.cli.sound import Companions, audio_line, check_companions, companions, write_audio_only
from rigbyscene.cli.worker import COMMAND, make_remotely, task_for
from rigbyscene.errors import UsageError
from rigbyscene.film.assembly import Work
from rigbyscene.film.cluster import Cluster
from rigbyscene.film.codec_names import codec_name
from rigbyscene.film.crew import Crew
from rigbyscene.film.export import FilmReport, export_film
from rigbyscene.film.formats import Alpha
from rigbyscene.film.part_makers import PartMaker
from rigbyscene.film.plan import checked_output
from rigbyscene.film.settings import STREAM, check_source, film_format
from rigbyscene.film.tracks import Tracks


def export_scene(request: Export) -> None:
    """Make the films and say so, each in a line. Raises RigbySceneError for whatever stands against it."""
    checked = checked_request(request)
    quiet = request.work.quiet
    shooting = opened_shooting(request, checked, quiet=quiet)
    if checked.sound.audio_only is not None:
        _export_sound(request, shooting)
        return
    inputs = _check_outputs(request, shooting)
    reports = [_make(request, shooting, number, inputs) for number in range(len(shooting.films))]
    if request.work.as_json:
        _say(json.dumps({"films": [report.to_json() for report in reports]}, indent=2), request)


@dataclass(frozen=True, slots=True)
class _Shape:
    """A film before its frames are made: for sizes that no film can have they would fill the memory."""

    size: tuple[int, int]
    frame_count: int
    fps: Fraction


def _check_outputs(request: Export, shooting: Shooting) -> list[Path]:
    """That every film can be made, heard and written, before the first is begun; the files that none may replace."""
    mistakes = Mistakes()
    edits = [film.composition.edit for film in shooting.films]
    row = film_format(shooting.films[0].output, shooting.checked.settings)  # one name's ending is that of all
    inputs = [*shooting.files, *check_companions(shooting.scene, edits, shooting.checked.sound, row)]
    for film in shooting.films:
        edit = film.composition.edit
        side_by_side = shooting.checked.settings.alpha is Alpha.SIDE_BY_SIDE
        width, height = shooting.picture.size
        shape = _Shape((width * 2 if side_by_side else width, height), edit.frame_count, edit.fps)
        mistakes.check(check_source, shape, row, film.output)
        mistakes.check(checked_output, film.output, row, edit.frame_count, request.work.overwrite, inputs)
    mistakes.raise_all()
    return inputs


def _make(request: Export, shooting: Shooting, number: int, inputs: list[Path]) -> FilmReport:
    film, checked, work = shooting.films[number], shooting.checked, request.work
    edit = film.composition.edit
    row = film_format(film.output, checked.settings)
    with ExitStack() as stack:
        beside = stack.enter_context(companions(shooting.scene, edit, checked.sound, row, quiet=work.quiet))
        renderer = stack.enter_context(shooting.renderer())
        source = shooting.source(number, renderer, beside.burning)
        if work.resume and not work.quiet:
            stack.push(_tell_what_is_kept)
        progress = stack.enter_context(progress_view(film.output, source, "none" if work.quiet else work.progress))
        report = export_film(
            source,
            film.output,
            checked.settings,
            overwrite=work.overwrite,
            inputs=inputs,
            progress=progress,
            tracks=_tracks(request, shooting, number, beside),
            work=_work(request, shooting, number),
        )
    if not work.quiet and not work.as_json:
        _say(report_line(film.output, report), request)
    return report


def _tell_what_is_kept(kind: type[BaseException] | None, error: BaseException | None, trace: object) -> None:
    """Called where an export that resumes ends early."""
    if kind is not None and not issubclass(kind, UsageError):
        messages.tell("the parts that are whole are kept: the same command goes on from them")


def _tracks(request: Export, shooting: Shooting, number: int, beside: Companions) -> Tracks:
    edit = shooting.films[number].composition.edit
    row = film_format(shooting.films[number].output, shooting.checked.settings)
    chapters = edit.chapters() if request.coding.chapters and row.has_chapters else ()
    chapters = chapters if len(chapters) > 1 else ()  # one that is the whole film says nothing
    return Tracks(audio=beside.audio, subtitles=beside.subtitles, chapters=chapters, title=request.coding.title)


def _work(request: Export, shooting: Shooting, number: int) -> Work:
    """Who makes the film's parts."""
    work = request.work
    if not (work.resume or work.workers > 1 or work.dask is not None):
        return Work()
    marks = fingerprint_of(request, shooting.files)
    maker: PartMaker | None = None
    if work.dask is not None:
        maker = Cluster(work.dask, make_remotely, task_for(request, number, marks))
    elif work.workers > 1:
        maker = Crew(work.workers, COMMAND, task_for(request, number, marks))
    return Work(maker, work.resume, marks)


def _export_sound(request: Export, shooting: Shooting) -> None:
    if len(shooting.films) != 1:
        raise UsageError.single("bad-output", "--audio-only", "", "is one file, for one film", "choose one --shot")
    edit, work = shooting.films[0].composition.edit, request.work
    told = write_audio_only(
        shooting.scene, edit, shooting.checked.sound, overwrite=work.overwrite, inputs=shooting.files, quiet=work.quiet
    )
    if work.as_json:
        messages.say(json.dumps(told, indent=2))
    elif not work.quiet:
        messages.say(audio_line(request.sound.audio_only or "", told))


def _say(text: str, request: Export) -> None:
    """On stdout; on stderr where stdout is the film."""
    (messages.tell if request.coding.output == STREAM else messages.say)(text)


_ALPHA_WORDS = {Alpha.NONE: "", Alpha.STRAIGHT: " with alpha", Alpha.SIDE_BY_SIDE: " with alpha beside the colours"}


def report_line(name: str, report: FilmReport) -> str:
    """One line that says what was made: file, frames, size, rate, duration, kind, tracks, bytes, time taken, and with
    ``--resume`` how much was there already."""
    width, height = report.size
    size = f"{width}x{height}"
    if report.is_padded:
        size += f" (padded to even from {report.content_size[0]}x{report.content_size[1]})"
    made = (
        messages.counted(report.frame_count, "frame"),
        size,
        f"{report.fps} fps",
        messages.seconds(float(report.duration_s)),
        codec_name(report.codec) + _ALPHA_WORDS[Alpha(report.alpha)],
        *((f"sound {codec_name(report.sound)}",) if report.sound else ()),
        *((f"subtitles {codec_name(report.subtitles)}",) if report.subtitles else ()),
        messages.bytes_of(report.byte_count),
        *((report.note,) if report.note else ()),
    )
    time = f"made in {report.elapsed_s:.1f} s"
    if report.kept_parts is not None:
        time += f" with {report.kept_parts} of {messages.counted(report.parts or 0, 'part')} from before"
    return f"{messages.printable(name)}: {', '.join(made)}; {time}"
