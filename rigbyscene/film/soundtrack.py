"""A film's sound, from what was asked for to one WAV file, in two steps: plan it before anything is drawn, mix it.

Planning reads no sound: it finds the files of all events that are heard, and objects to those that are not there.
Mixing decodes them and objects to those that hold no sound. Both come before the first frame.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from pathlib import Path

from rigbyscene.errors import Diagnostic, Report, Severity, UsageError
from rigbyscene.film.cues import FilmEvent, events_before, film_events, gains, sample_at
from rigbyscene.film.edit import Edit, assemble
from rigbyscene.film.mix import Voice, write_mix
from rigbyscene.film.sound import SoundFile, SoundFolders, SoundStore, nearest_sound
from rigbyscene.film.wav import MAX_SAMPLES
from rigbyscene.formats.assets import FolderAssets
from rigbyscene.formats.skeleton_files import SkeletonFiles
from rigbyscene.scene.scene import Scene

MOST_GAIN_DB = 60.0
_USUAL_FPS = Fraction(30)


@dataclass(frozen=True, slots=True)
class Soundtrack:
    """A sound file under the whole film, from film second `offset_s` of the uncut film on (below 0: what comes before
    the film is left out), `gain_db` decibels louder. It goes through loops without beginning again."""

    path: str
    offset_s: Fraction = Fraction(0)
    gain_db: float = 0.0

    def __post_init__(self) -> None:
        if not abs(self.gain_db) <= MOST_GAIN_DB:
            raise ValueError(f"a gain of {self.gain_db} dB")


@dataclass(frozen=True, slots=True)
class SoundChoice:
    """What a film's sound is made of: the events' sounds, unless `mute`, found in `folders`, and a soundtrack."""

    soundtrack: Soundtrack | None = None
    mute: bool = False
    folders: SoundFolders = field(default_factory=SoundFolders)


@dataclass(frozen=True, slots=True)
class Cue:
    """A sound of the plan: it begins at sample `start` of the film, at these factors."""

    sound: SoundFile
    start: int
    left: float
    right: float


@dataclass(frozen=True, slots=True)
class SoundPlan:
    """What will be heard in a film of `sample_count` samples. `event_count` of the cues are events of the film."""

    cues: tuple[Cue, ...]
    sample_count: int
    event_count: int
    warnings: tuple[Diagnostic, ...] = ()

    @property
    def inputs(self) -> tuple[Path, ...]:
        """The sound files on disk: nothing may be written in their place, and who changes them changes the film."""
        files = {c.sound.key: c.sound for c in self.cues if isinstance(c.sound.assets, FolderAssets)}
        return tuple(Path(sound.path) for sound in files.values())


@dataclass(frozen=True, slots=True)
class FilmSound:
    """A mix that was written to `path`: 48 kHz stereo, as long as the film to the sample.

    `peak` is the largest value before the mix was turned down; 1 is full scale.
    """

    path: Path
    sample_count: int
    peak: float
    warnings: tuple[Diagnostic, ...]


def plan_sound(
    scene: Scene, skeletons: Mapping[str, SkeletonFiles], edit: Edit, choice: SoundChoice
) -> SoundPlan | None:
    """What is heard in the film; None where that is nothing: no event with audio above volume 0, and no soundtrack.

    `skeletons` are the files of every source of events. Raises one BadFileError that lists every missing file, and the
    soundtrack's if that is missing. The sound of an event before an excerpt is only warned about: it might not have
    reached into it.
    """
    sample_count = sample_at(edit.duration_s)
    report = Report()
    events = [] if choice.mute else [e for e in film_events(scene, edit) if e.is_audible and e.sample < sample_count]
    before = [] if choice.mute else [e for e in events_before(scene, edit) if e.is_audible]
    finder = _Finder(skeletons, choice.folders, report)
    cues = [*finder.cues(before, Severity.WARNING), *finder.cues(events, Severity.ERROR)]
    if choice.soundtrack is not None:
        cues += _soundtrack_cue(choice.soundtrack, edit, report)
    if cues and sample_count > MAX_SAMPLES:
        found = f"a film of {float(edit.duration_s):.0f} s is too long to be mixed"
        report.error("film-too-long", "sound", "", found, "export it in parts, or with --mute and without --audio")
    report.raise_errors()
    if not cues:
        return None
    return SoundPlan(tuple(cues), sample_count, len(events), tuple(report))


def missing_sounds(
    scene: Scene, skeletons: Mapping[str, SkeletonFiles], folders: SoundFolders
) -> tuple[Diagnostic, ...]:
    """A warning for each event of any shot whose sound is not in `folders`, in the words in which `plan_sound` refuses.

    Only warnings, as the scene can be looked at, and be made into films with ``--mute``, without them.
    """
    if not scene.shots:
        return ()
    report = Report()
    heard = [event for event in film_events(scene, assemble(scene.shots, _USUAL_FPS)) if event.is_audible]
    _Finder(skeletons, folders, report).cues(heard, Severity.ERROR)
    return tuple(replace(diagnostic, severity=Severity.WARNING) for diagnostic in report)


def mix_sound(plan: SoundPlan, folder: Path, target: Path | None = None) -> FilmSound:
    """Decode the sounds of `plan` into `folder` and mix them into the WAV file `target`, by default one beside them.

    Raises one BadFileError for all files that hold no sound, `RenderError` where ffmpeg or the disk fails.
    """
    report = Report()
    store = SoundStore(folder)
    sounds = {cue.sound.key: cue.sound for cue in plan.cues}
    store.decode(sounds.values(), report)
    report.raise_errors()
    samples = {key: store.samples(sound) for key, sound in sounds.items()}
    voices = [Voice(samples[cue.sound.key], cue.start, cue.left, cue.right) for cue in plan.cues]
    path = folder / "mix.wav" if target is None else target
    peak = write_mix(voices, plan.sample_count, path)
    if peak > 1.0:
        loud = 20 * math.log10(peak)
        found = f"the sounds add up to {loud:.1f} dB above full scale; the whole mix is turned down by as much"
        report.warning("sound-too-loud", "sound", "", found, "lower the events' volumes or --audio-gain")
    return FilmSound(path, plan.sample_count, peak, (*plan.warnings, *report))


def check_soundtrack(path: str) -> None:
    """Raise UsageError where there is no file at `path`."""
    assets = FolderAssets()
    if not assets.exists(path):
        near = nearest_sound(assets, path, Report())
        raise UsageError.single("missing-sound", path, "--audio", "there is no such file", "correct the path", near)


class _Finder:
    """Finds the sounds of events, each name of each skeleton once, and reports those that are missing."""

    def __init__(self, skeletons: Mapping[str, SkeletonFiles], folders: SoundFolders, report: Report):
        self._skeletons = skeletons
        self._folders = folders
        self._report = report
        self._found: dict[tuple[str, str], SoundFile | None] = {}
        self._meant: dict[tuple[str, str], str | None] = {}

    def cues(self, events: Iterable[FilmEvent], severity: Severity) -> list[Cue]:
        cues = []
        for heard in events:
            event = heard.event
            sound = self._sound(heard, severity)
            if sound is not None:
                cues.append(Cue(sound, heard.sample, *gains(event.volume, event.balance)))
        return cues

    def _sound(self, heard: FilmEvent, severity: Severity) -> SoundFile | None:
        name, skeleton = heard.event.audio or "", self._skeletons[heard.event.source]
        key = (skeleton.path, name)
        if key not in self._found:
            self._found[key] = self._folders.find(name, skeleton)
        if self._found[key] is None:
            found = (
                f"its sound {name!r} is not there; looked for: {', '.join(self._folders.looked_for(name, skeleton))}"
            )
            remedy = "add the file, name its folder with --sounds, or leave event sounds out with --mute"
            if severity is Severity.WARNING:
                remedy = "it is left out; " + remedy
            near = self._nearest(name, skeleton)
            place = f"event {heard.event.name!r}"
            self._report.add(Diagnostic("missing-sound", severity, skeleton.path, place, found, remedy, near))
        return self._found[key]

    def _nearest(self, name: str, skeleton: SkeletonFiles) -> str | None:
        key = (skeleton.path, name)
        if key not in self._meant:
            self._meant[key] = self._folders.nearest(name, skeleton, self._report)
        return self._meant[key]


def _soundtrack_cue(soundtrack: Soundtrack, edit: Edit, report: Report) -> Sequence[Cue]:
    try:
        check_soundtrack(soundtrack.path)
    except UsageError as error:
        for diagnostic in error.diagnostics:
            report.add(diagnostic)
    factor = 10.0 ** (soundtrack.gain_db / 20.0)
    start = sample_at(soundtrack.offset_s - edit.frames[0] / edit.fps)
    return (Cue(SoundFile(soundtrack.path, FolderAssets()), start, factor, factor),)
