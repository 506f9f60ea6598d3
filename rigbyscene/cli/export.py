"""`rigbyscene export`: a scene to a film, in steps that each may refuse."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path

from rigbyscene.api import Scene
from rigbyscene.cli import messages
from rigbyscene.cli.opening import check_staging, checked_look, files_of, open_scene, picture_for
from rigbyscene.cli.parsing import Mistakes
from rigbyscene.cli.progress import progress_view
from rigbyscene.cli.requests import Export
from rigbyscene.errors import UsageError
from rigbyscene.film.export import FilmReport, export_film
from rigbyscene.film.frames import Picture, SceneFrames
from rigbyscene.film.output import checked_destination
from rigbyscene.film.settings import FilmSettings, check_source, film_format
from rigbyscene.film.source import FrameRange, FrameSource
from rigbyscene.film.times import parse_fps, parse_frame_range
from rigbyscene.scene.scene import Shot


def export_scene(request: Export) -> None:
    """Make the film and say so in one line. Raises RigbySceneError for whatever stands against it."""
    fps, picture, settings = _checked(request)
    scene = open_scene(request.staging, quiet=request.quiet)
    source = _frames(scene, request, fps, picture_for(scene, picture))
    check_source(source, film_format(Path(request.output), settings), Path(request.output))
    with progress_view(request.output, source, quiet=request.quiet) as progress:
        report = export_film(
            source,
            request.output,
            settings,
            overwrite=request.overwrite,
            inputs=files_of(scene),
            progress=progress,
        )
    if not request.quiet:
        messages.say(report_line(request.output, report))


def _checked(request: Export) -> tuple[Fraction, Picture, FilmSettings]:
    """All that can be judged before a file is read, with all mistakes in one error."""
    mistakes = Mistakes()
    scene = Path(request.staging.scene)
    mistakes.check(checked_destination, request.output, overwrite=request.overwrite, inputs=[scene])
    check_staging(request.staging, mistakes)
    fps = mistakes.value(Fraction(30), parse_fps, request.fps)
    picture = checked_look(request.look, mistakes)
    red, green, blue, alpha = picture.background
    found = f"{request.look.background!r} can be seen through, and this kind of film holds no alpha"
    mistakes.require(alpha == 255, "bad-color", "--background", found, "choose an opaque colour")
    settings = FilmSettings(request.crf, request.preset, (red, green, blue))
    for one_setting in (FilmSettings(crf=request.crf), FilmSettings(preset=request.preset)):
        mistakes.check(film_format, Path(request.output), one_setting)
    mistakes.raise_all()
    return fps, picture, settings


def _frames(scene: Scene, request: Export, fps: Fraction, picture: Picture) -> FrameSource:
    shots = chosen_shots(scene, request.shots)
    frames = SceneFrames(scene, scene.art, shots, fps, picture)
    if request.frames is None:
        return frames
    return FrameRange(frames, parse_frame_range(request.frames, frames.frame_count))


def chosen_shots(scene: Scene, names: tuple[str, ...]) -> tuple[Shot, ...]:
    """The shots called `names`, or all. Raises one UsageError for all unknown ones, or where there is no shot."""
    if not scene.shots:
        found = "the stage has no animations, so the scene has no shots"
        raise UsageError.single("no-shots", scene.name, "", found, "give the stage an animation in the editor")
    mistakes = Mistakes()
    shots = tuple(mistakes.value(scene.shots[0], scene.shot, name) for name in names)
    mistakes.raise_all()
    return shots or scene.shots


def report_line(name: str, report: FilmReport) -> str:
    """One line that says what was made: file, frames, size, rate, duration, bytes, time taken."""
    width, height = report.size
    size = f"{width}x{height}"
    if report.is_padded:
        size += f" (padded to even from {report.content_size[0]}x{report.content_size[1]})"
    made = (
        messages.counted(report.frame_count, "frame"),
        size,
        f"{report.fps} fps",
        messages.seconds(float(report.duration_s)),
        messages.bytes_of(report.byte_count),
    )
    return f"{messages.printable(name)}: {', '.join(made)}; made in {report.elapsed_s:.1f} s"
