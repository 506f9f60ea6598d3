"""What an export shoots: a request judged, its scene opened, the films it makes, each with its frames.

The process that was asked and the workers it may have do the same here, so that they cannot disagree.
"""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass, replace
from pathlib import Path

from rigbyscene.api import Scene
from rigbyscene.cli.coding import checked_coding
from rigbyscene.cli.cutting import Cut, PlannedFilm, checked_cut, planned_films
from rigbyscene.cli.naming import NamePattern, parse_name
from rigbyscene.cli.opening import (
    RENDERERS,
    check_staging,
    checked_look,
    chosen_shots,
    files_of,
    open_scene,
    picture_for,
)
from rigbyscene.cli.parsing import Mistakes, one_of
from rigbyscene.cli.progress import PROGRESS_KINDS
from rigbyscene.cli.requests import Coding, Export
from rigbyscene.cli.sound import CheckedSound, checked_sound, subtitle_mode
from rigbyscene.draw.gl_scene import PictureRenderer, opened_renderer
from rigbyscene.film.formats import SUPERSAMPLE, Alpha
from rigbyscene.film.output import checked_destination
from rigbyscene.film.picture import Picture
from rigbyscene.film.settings import STREAM, FilmSettings, is_folder_name
from rigbyscene.film.source import FrameSource
from rigbyscene.film.subtitles import read_subtitles
from rigbyscene.film.subtitles_overlay import Burning
from rigbyscene.film.subtitles_pictures import check_captions

MOST_WORKERS = 256


@dataclass(frozen=True, slots=True)
class Checked:
    """A request that was judged as far as can be before a file is read."""

    cut: Cut
    picture: Picture
    settings: FilmSettings
    sound: CheckedSound
    name: NamePattern


def checked_request(request: Export) -> Checked:
    """All that can be judged before a file is read, with all mistakes in one UsageError."""
    mistakes = Mistakes()
    coding = request.coding
    if coding.output is not None and not any(sign in coding.output for sign in "{#") and coding.output != STREAM:
        # the name is known already, and whoever mistyped it need not wait until the scene is read
        mistakes.check(_check_name, coding, overwrite=request.work.overwrite, scene=Path(request.staging.scene))
    check_staging(request.staging, mistakes)
    settings = checked_coding(coding, mistakes)
    sees_through = settings.alpha is not Alpha.NONE
    picture = checked_look(
        request.look,
        mistakes,
        background="transparent" if sees_through else "black",
        supersample=SUPERSAMPLE[settings.quality],
    )
    red, green, blue, alpha = picture.background
    found = f"{request.look.background!r} can be seen through, and this film keeps no alpha"
    remedy = "choose an opaque colour, or add --alpha straight"
    mistakes.require(sees_through or alpha == 255, "bad-color", "--background", found, remedy)
    cut = checked_cut(request.cutting, mistakes)
    sound = checked_sound(request.sound, mistakes, overwrite=request.work.overwrite)
    found, remedy = "is there for nothing: --audio-only makes no film", "leave out one of the two"
    is_one = (coding.output is None) != (request.sound.audio_only is None)
    if coding.output is None:
        found, remedy = "the film to write is not named", "add its name after the scene's, such as film.mp4"
    mistakes.require(is_one, "bad-output", "export", found, remedy)
    name = mistakes.value(NamePattern("film.mp4"), parse_name, coding.output or "film.mp4")
    _check_work(request, mistakes)
    mistakes.raise_all()
    return Checked(cut, picture, replace(settings, background=(red, green, blue)), sound, name)


def _check_name(coding: Coding, *, overwrite: bool, scene: Path) -> None:
    if not is_folder_name(coding.output or "") and Path(coding.output or "").suffix.lower() != ".png":
        checked_destination(coding.output or "", overwrite=overwrite, inputs=[scene])


def _check_work(request: Export, mistakes: Mistakes) -> None:
    work = request.work
    found, remedy = f"{work.workers} processes cannot be", f"give 1 to {MOST_WORKERS}"
    mistakes.require(1 <= work.workers <= MOST_WORKERS, "bad-workers", "--workers", found, remedy)
    found, remedy = "is given together with --dask", "choose who does the work"
    mistakes.require(work.dask is None or work.workers == 1, "two-crews", "--workers", found, remedy)
    mistakes.check(one_of, work.progress, PROGRESS_KINDS, "--progress")
    asked = {"--resume": work.resume, "--workers": work.workers > 1, "--dask": work.dask is not None}
    for option, is_set in asked.items():
        found, remedy = "a stream is made in one go", "write to a file, or leave the option out"
        mistakes.require(not (is_set and request.coding.output == STREAM), "no-parts", option, found, remedy)


@dataclass(frozen=True, slots=True)
class Shooting:
    """An opened scene and the films to make of it."""

    request: Export
    checked: Checked
    scene: Scene
    picture: Picture
    films: tuple[PlannedFilm, ...]

    @property
    def files(self) -> list[Path]:
        """All that the films are made from; none of it is ever replaced."""
        subtitles = self.checked.sound.subtitles
        return [*files_of(self.scene), *([] if subtitles is None else [Path(subtitles)])]

    def renderer(self) -> AbstractContextManager[PictureRenderer]:
        """What draws the frames of one film, as a context."""
        choice = next(kind for kind in RENDERERS if kind == self.request.look.renderer)
        return opened_renderer(choice, self.scene.art)

    def source(self, number: int, renderer: PictureRenderer, burning: Burning | None) -> FrameSource:
        """The frames of one of `films`; `renderer` is theirs from now on."""
        composition = self.films[number].composition
        overlays = [] if burning is None else [burning.overlay(self.picture.size, composition.edit)]
        return composition.frames(self.scene, renderer, self.picture, overlays)


def opened_shooting(request: Export, checked: Checked, *, quiet: bool) -> Shooting:
    """Open the scene and plan its films. Raises RigbySceneError for what stands against it."""
    scene = open_scene(request.staging, quiet=quiet, films=True)
    if checked.sound.audio_only is None:
        scene = scene.framed(chosen_shots(scene, checked.cut.shots))
    picture = picture_for(scene, checked.picture)
    return Shooting(request, checked, scene, picture, planned_films(scene, checked.cut, checked.name, picture.size))


def burning_of(sound: CheckedSound, subtitle_codecs: Sequence[str]) -> Burning | None:
    """The subtitles that are drawn into the pictures, as `companions` would find: what a worker needs of it."""
    if sound.subtitles is None:
        return None
    subtitles, _ = read_subtitles(sound.subtitles)
    if subtitle_mode(subtitles.kind, sound.mode, subtitle_codecs) != "burn":
        return None
    own_font, _ = check_captions(subtitles)
    return Burning(subtitles, own_font)
