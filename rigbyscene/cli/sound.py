"""What is heard and read beside a film's pictures: options to values, and values to what the export takes."""

from __future__ import annotations

import math
import os
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path
from typing import Any

from rigbyscene.api import Scene
from rigbyscene.cli import messages
from rigbyscene.cli.parsing import Mistakes, one_of
from rigbyscene.cli.requests import Sound
from rigbyscene.errors import BadFileError, Diagnostic, Report, Severity, UsageError
from rigbyscene.film.captions import SubtitleKind, Subtitles, film_captions
from rigbyscene.film.edit import Edit
from rigbyscene.film.encode import subtitle_encoder
from rigbyscene.film.formats import FilmFormat
from rigbyscene.film.interrupt import interrupts_raise
from rigbyscene.film.output import PartFile, checked_destination, disk_error
from rigbyscene.film.scratch import scratch_folder
from rigbyscene.film.sound import SoundFolders, SoundStore
from rigbyscene.film.soundtrack import (
    MOST_GAIN_DB,
    FilmSound,
    SoundChoice,
    SoundPlan,
    Soundtrack,
    check_soundtrack,
    mix_sound,
    plan_sound,
)
from rigbyscene.film.subtitles import check_subtitles, read_subtitles
from rigbyscene.film.subtitles_overlay import Burning
from rigbyscene.film.subtitles_pictures import check_captions
from rigbyscene.film.subtitles_track import check_track
from rigbyscene.film.wav import SAMPLE_RATE
from rigbyscene.formats.skeleton_files import SkeletonFiles
from rigbyscene.scene.events import STAGE

SUBTITLE_MODES = ("burn", "track")


@dataclass(frozen=True, slots=True)
class CheckedSound:
    """A request for sound and subtitles that is well in itself; no file has been read.

    `audio_only` is the absolute path of the WAV file, `subtitles` the file's path, `mode` what the user wants of them.
    """

    choice: SoundChoice
    audio_only: Path | None = None
    subtitles: str | None = None
    mode: str | None = None


@dataclass(frozen=True, slots=True)
class Companions:
    """What one film has beside its pictures. The files are there as long as `companions` is open.

    `audio` is a WAV file and `subtitles` a file for a track of their own, `burning` what is drawn into the pictures;
    `sound` tells of the mix.
    """

    audio: Path | None = None
    subtitles: Path | None = None
    burning: Burning | None = None
    sound: FilmSound | None = None


def checked_sound(request: Sound, mistakes: Mistakes, *, overwrite: bool) -> CheckedSound:
    """What can be said of `request` before a file is read. Files that are named must be there, though."""
    offset, gain = request.audio_offset_s, request.audio_gain_db
    found = f"{offset:g} s are no offset"
    mistakes.require(abs(offset) < 1e6, "bad-offset", "--audio-offset", found, "give seconds, below 0 to skip some")
    found = f"{gain:g} dB are no gain"
    remedy = f"give decibels from {-MOST_GAIN_DB:g} to {MOST_GAIN_DB:g}"
    mistakes.require(abs(gain) <= MOST_GAIN_DB, "bad-gain", "--audio-gain", found, remedy)
    soundtrack = None
    if request.audio is not None:
        mistakes.check(check_soundtrack, request.audio)
        if abs(offset) < 1e6 and abs(gain) <= MOST_GAIN_DB:
            soundtrack = Soundtrack(request.audio, Fraction(offset), gain)
    else:
        for option, value in (("--audio-offset", offset), ("--audio-gain", gain)):
            found, remedy = "there is no soundtrack that it could be for", "add --audio FILE, or leave it out"
            mistakes.require(value == 0, "no-soundtrack", option, found, remedy)
    folders = mistakes.value(SoundFolders(), sound_folders, request.sounds)
    if request.subtitles is not None:
        mistakes.check(check_subtitles, request.subtitles)
    found, remedy = "there are no subtitles that it could be for", "add --subtitles FILE, or leave it out"
    is_for_some = request.subtitles is not None or request.subtitles_mode is None
    mistakes.require(is_for_some, "no-subtitles", "--subtitles-mode", found, remedy)
    if request.subtitles_mode is not None:
        mistakes.check(one_of, request.subtitles_mode, SUBTITLE_MODES, "--subtitles-mode")
    audio_only = None
    if request.audio_only is not None:
        audio_only = mistakes.value(None, _checked_wav, request.audio_only, overwrite=overwrite)
    choice = SoundChoice(soundtrack, request.mute, folders)
    return CheckedSound(choice, audio_only, request.subtitles, request.subtitles_mode)


def sound_folders(sounds: str | None) -> SoundFolders:
    """Where ``--sounds`` says that sounds are. Raises UsageError where there is no such folder."""
    if sounds is not None and not os.path.isdir(sounds):
        found, remedy = f"there is no folder {sounds!r}", "name the folder that holds the sound files"
        raise UsageError.single("no-folder", "--sounds", "", found, remedy)
    return SoundFolders(sounds)


def _checked_wav(path: str, *, overwrite: bool) -> Path | None:
    if not path.lower().endswith(".wav"):
        found = "the ending is not that of a WAV file"
        raise UsageError.single("unknown-format", path, "--audio-only", found, "end the name in .wav")
    return checked_destination(path, overwrite=overwrite)


def skeletons_of(scene: Scene) -> dict[str, SkeletonFiles]:
    """The files of every source of events, by its id."""
    actors = zip(scene.cast, scene.files.actors, strict=True)
    return {STAGE: scene.files.stage, **{member.actor.id: files for member, files in actors}}


def sound_plan(scene: Scene, edit: Edit, sound: CheckedSound) -> SoundPlan | None:
    """What will be heard in a film; raises one error for all files that are missing. See `plan_sound`."""
    return plan_sound(scene, skeletons_of(scene), edit, sound.choice)


def check_companions(scene: Scene, edits: Sequence[Edit], sound: CheckedSound, row: FilmFormat) -> tuple[Path, ...]:
    """Look for all sounds of all films and read the subtitles, before the first frame of the first film.

    Of several films the sounds are decoded, too; a single one's are before its own first frame (`companions`). Returns
    the files found, which no film may replace. Raises one BadFileError with everything that is wrong, UsageError for a
    soundtrack in a kind of film that has no sound.
    """
    report, plans = Report(), []
    for edit in edits:
        try:
            plans.append(_plan_for(scene, edit, sound, row))
        except BadFileError as error:
            _add_errors(report, error)
    if sound.subtitles is not None:
        try:
            _check_track(read_subtitles(sound.subtitles)[0], edits, sound.mode, row, report)
        except BadFileError as error:
            _add_errors(report, error)
    found = {cue.sound.key: cue.sound for plan in plans if plan is not None for cue in plan.cues}
    if len(edits) > 1:
        with interrupts_raise(), scratch_folder() as folder:
            SoundStore(folder).decode(found.values(), report)
    report.raise_errors()
    files = [path for plan in plans if plan is not None for path in plan.inputs]
    return tuple(dict.fromkeys(files + ([] if sound.subtitles is None else [Path(sound.subtitles)])))


def _check_track(
    subtitles: Subtitles, edits: Sequence[Edit], mode: str | None, row: FilmFormat, report: Report
) -> None:
    if row.subtitles and subtitle_mode(subtitles.kind, mode, row.subtitles) == "track":
        shown = [caption for edit in edits for caption in film_captions(subtitles.captions, edit)]
        encoder = subtitle_encoder(row, is_styled=subtitles.kind is SubtitleKind.ASS)
        check_track(subtitles, shown, encoder, report)


def _add_errors(report: Report, error: BadFileError) -> None:
    """The warnings beside them are told when a film is made."""
    for diagnostic in error.diagnostics:
        if diagnostic.severity is Severity.ERROR:
            report.add(diagnostic)


def _plan_for(scene: Scene, edit: Edit, sound: CheckedSound, row: FilmFormat) -> SoundPlan | None:
    """The plan for a kind of film. Sounds of events are left out of one that is never heard; nobody asked for them."""
    if row.sounds:
        return sound_plan(scene, edit, sound)
    if sound.choice.soundtrack is not None:
        found = f"{row.name} takes no sound"
        remedy = "leave it out, choose mp4, webm, mov or mkv, or write it on its own with --audio-only"
        raise UsageError.single("no-such-track", sound.choice.soundtrack.path, "--audio", found, remedy)
    return None


@contextmanager
def companions(
    scene: Scene, edit: Edit, sound: CheckedSound, row: FilmFormat, *, quiet: bool = False
) -> Iterator[Companions]:
    """Mix the sound of a film and read its subtitles, before its first frame; warnings are told unless `quiet`.

    `row` is its kind of film. Raises BadFileError for all that is wrong with sounds or with the subtitle file,
    `RenderError` where ffmpeg or the disk fails, UsageError as `check_companions` does.
    """
    plan = _plan_for(scene, edit, sound, row)
    read, warnings = (None, ()) if sound.subtitles is None else read_subtitles(sound.subtitles)
    with interrupts_raise(), scratch_folder() as folder:
        mixed = None if plan is None else mix_sound(plan, folder)
        track = burning = None
        if read is not None and subtitle_mode(read.kind, sound.mode, row.subtitles) == "track":
            track = _write_track(read, edit, folder)
        elif read is not None:
            own_font, more = check_captions(read)
            burning = Burning(read, own_font)
            warnings += more
        if read is not None:
            warnings += _late_captions(read, edit)
        if not quiet:
            messages.print_diagnostics((*(mixed.warnings if mixed else ()), *warnings))
        yield Companions(mixed.path if mixed else None, track, burning, mixed)


def subtitle_mode(kind: SubtitleKind, asked: str | None, codecs: Sequence[str]) -> str:
    """``track`` where the film can have one that keeps all that is in the file, else ``burn``; or what was asked for.

    >>> subtitle_mode(SubtitleKind.SRT, None, ["mov_text"]), subtitle_mode(SubtitleKind.ASS, None, ["mov_text"])
    ('track', 'burn')
    """
    if asked is not None:
        return asked
    keeps_all = bool(codecs) if kind is SubtitleKind.SRT else SubtitleKind.ASS.value in codecs
    return "track" if keeps_all else "burn"


def _write_track(subtitles: Subtitles, edit: Edit, folder: Path) -> Path | None:
    """The subtitles by the film's time, under a plain name; None where none of them is in the film."""
    captions = tuple(film_captions(subtitles.captions, edit))
    if not captions:
        return None
    path = folder / f"subtitles.{subtitles.kind.value}"
    try:
        path.write_text(subtitles.text(captions), encoding="utf-8", newline="\n")
    except OSError as error:
        raise disk_error(path, error) from None
    return path


def _late_captions(subtitles: Subtitles, edit: Edit) -> tuple[Diagnostic, ...]:
    end_ms = 1000 * edit.uncut_frame_count / edit.fps
    late = sum(caption.start_ms >= end_ms for caption in subtitles.captions)
    if not late:
        return ()
    count = f"{late} of {messages.counted(len(subtitles.captions), 'subtitle')}"
    found = f"{count} would begin after the film's end, at {messages.seconds(float(end_ms) / 1000)}"
    remedy = "see that the times are those of this film"
    return (Diagnostic("late-subtitles", Severity.WARNING, subtitles.path, "", found, remedy),)


def write_audio_only(
    scene: Scene, edit: Edit, sound: CheckedSound, *, overwrite: bool, inputs: Iterable[Path], quiet: bool = False
) -> dict[str, Any]:
    """Write the film's sound and nothing else to ``--audio-only``; returns what can be told about it.

    Raises UsageError where nothing is to be heard, BadFileError and RenderError as `companions` does.
    """
    if sound.audio_only is None:
        raise ValueError("no file for the sound")
    plan = sound_plan(scene, edit, sound)
    if plan is None:
        found = "nothing is heard in this film: no event has a sound, and there is no soundtrack"
        raise UsageError.single("nothing-to-hear", "--audio-only", "", found, "add --audio FILE, or leave it out")
    final = checked_destination(sound.audio_only, overwrite=overwrite, inputs=(*inputs, *plan.inputs))
    with (
        interrupts_raise(),
        scratch_folder() as folder,
        PartFile(final, overwrite=overwrite) as part,
    ):
        mixed = mix_sound(plan, folder, part.path)
        size = part.path.stat().st_size
        part.publish()
    if not quiet:
        messages.print_diagnostics(mixed.warnings)
    return {
        "file": str(final),
        "duration": mixed.sample_count / SAMPLE_RATE,
        "samples": mixed.sample_count,
        "rate": SAMPLE_RATE,
        "events": plan.event_count,
        "peak_db": 20 * math.log10(mixed.peak) if mixed.peak > 0 else None,
        "bytes": size,
    }


def audio_line(name: str, told: dict[str, Any]) -> str:
    """One line about what `write_audio_only` made; `name` as the user gave it."""
    peak = "silent" if told["peak_db"] is None else f"peak {min(told['peak_db'], 0.0):.1f} dB"
    made = (
        messages.seconds(told["duration"]),
        "48 kHz stereo",
        f"{messages.counted(told['events'], 'event')} heard",
        peak,
        messages.bytes_of(told["bytes"]),
    )
    return f"{messages.printable(name)}: {', '.join(made)}"
