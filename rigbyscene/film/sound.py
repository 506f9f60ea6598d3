"""Sound files: where those that events name are, and their samples, decoded once each.

Decoded sounds lie on the disk, in a folder that whoever mixes provides, and are read from there piece by piece: long
sounds and many of them take no more memory than one block of the mix.
"""

from __future__ import annotations

import errno
import math
import os
import subprocess
from collections.abc import Iterable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path

from rigbyscene.errors import RenderError, Report
from rigbyscene.film.ffmpeg import find_ffmpeg
from rigbyscene.film.output import disk_error
from rigbyscene.film.wav import SAMPLE_RATE, WavSamples
from rigbyscene.formats.assets import Assets, FolderAssets, base_name, stem_of
from rigbyscene.formats.skeleton_files import SkeletonFiles

SOUND_ENDINGS = (".wav", ".ogg", ".oga", ".opus", ".mp3", ".flac", ".m4a", ".aac", ".aif", ".aiff")
"""What names without an ending are tried with, in this order. Names with any ending are taken as they are."""

MOST_PEAK = 1000.0
"""60 dB above full scale: beyond that a file holds something else than what was recorded or made."""

_DECODERS_AT_ONCE = 4
_LAST_WORDS = 300


@dataclass(frozen=True, slots=True)
class SoundFile:
    """A sound that was found: `path` as `assets` understands it."""

    path: str
    assets: Assets

    @property
    def key(self) -> str:
        """Equal for two sounds exactly if they are one file."""
        place = "" if isinstance(self.assets, FolderAssets) else str(id(self.assets))
        return f"{place}:{self.assets.identity(self.path)}"


@dataclass(frozen=True, slots=True)
class SoundFolders:
    """Where the sounds of skeletons are.

    `folder` holds all of them; None: for each skeleton the folder that its header names as ``audio``, relative to the
    skeleton file, then the folder of the skeleton file.
    """

    folder: str | None = None

    def find(self, name: str, skeleton: SkeletonFiles) -> SoundFile | None:
        """The file that an event of `skeleton` calls `name`, or None."""
        assets, candidates = self._candidates(name, skeleton)
        path = next((p for p in candidates if assets.exists(p)), None)
        return None if path is None else SoundFile(path, assets)

    def looked_for(self, name: str, skeleton: SkeletonFiles) -> list[str]:
        """The files that `find` would take, without those of other endings."""
        _, candidates = self._candidates(name, skeleton)
        tried = list(dict.fromkeys(candidates))
        return tried if _has_ending(name) else tried[:: len(SOUND_ENDINGS) + 1]

    def nearest(self, name: str, skeleton: SkeletonFiles, report: Report) -> str | None:
        """The sound that was probably meant, where `find` looks for `name`; see `Report.nearest`."""
        assets, candidates = self._candidates(name, skeleton)
        return next(filter(None, (nearest_sound(assets, path, report) for path in candidates)), None)

    def _candidates(self, name: str, skeleton: SkeletonFiles) -> tuple[Assets, list[str]]:
        if self.folder is not None:
            assets: Assets = FolderAssets()
            bases, folders = os.path.join(self.folder, ""), [""]
        else:
            assets, bases = skeleton.assets, skeleton.path
            header = (skeleton.skeleton.header.audio or "").rstrip("/\\")
            folders = [header + "/", ""] if header else [""]
        endings = ("",) if _has_ending(name) else ("", *SOUND_ENDINGS)
        return assets, [assets.join(bases, folder + name + ending) for folder in folders for ending in endings]


def nearest_sound(assets: Assets, path: str, report: Report) -> str | None:
    """The sound file in the folder of `path` whose name is nearest to its name, or at least to that without ending."""
    files = [f for f in assets.siblings(path) if f.lower().endswith(SOUND_ENDINGS)]
    stems = {stem_of(f): f for f in reversed(files)}
    return report.nearest(base_name(path), files) or stems.get(report.nearest(stem_of(path), stems) or "")


def _has_ending(name: str) -> bool:
    return name.lower().endswith(SOUND_ENDINGS)


class SoundStore:
    """Decoded sounds in `folder`, one WAV file each; `samples` reads what lies there."""

    def __init__(self, folder: Path):
        self._folder = folder
        self._decoded: dict[str, Path] = {}

    def decode(self, sounds: Iterable[SoundFile], report: Report) -> None:
        """Decode those of `sounds` that are not yet; what cannot be read, decoded or mixed is an error in `report`.

        That includes samples that are no numbers or far beyond full scale: with a single one the whole mix is silent.
        Mono stays mono, more than two channels become two. Raises `RenderError` where ffmpeg is missing or the disk is
        full.
        """
        new = {s.key: s for s in sounds if s.key not in self._decoded}
        if not new:
            return
        ffmpeg = find_ffmpeg()
        targets = [self._folder / f"sound-{n}.wav" for n in range(len(self._decoded), len(self._decoded) + len(new))]
        with ThreadPoolExecutor(_DECODERS_AT_ONCE) as pool:
            words = list(pool.map(_decode, [ffmpeg] * len(new), new.values(), targets))
            faults = list(pool.map(_fault_of, new.values(), targets))
        for (key, sound), target, said, fault in zip(new.items(), targets, words, faults, strict=True):
            self._decoded[key] = target
            if fault is not None:
                report.error("bad-sound", sound.path, "", fault, "export it again as WAV, OGG, MP3 or FLAC")
            elif said:
                found = f"is damaged: {said}"
                report.warning("damaged-sound", sound.path, "", found, "what could be decoded is heard")

    def samples(self, sound: SoundFile) -> WavSamples:
        """The samples, at 48 kHz, of a sound that was decoded without error."""
        return WavSamples(self._decoded[sound.key])


def _fault_of(sound: SoundFile, decoded: Path) -> str | None:
    """What stands against mixing a sound; None if nothing."""
    if not (decoded.exists() and decoded.stat().st_size > 0 and len(WavSamples(decoded)) > 0):
        return _why_unreadable(sound) or "holds no sound that can be read"
    peak = WavSamples(decoded).peak()
    if math.isnan(peak):
        return "has samples that are no numbers"
    if peak > MOST_PEAK:
        return f"has samples {20 * math.log10(peak):.0f} dB above full scale, which is no sound"
    return None


def _why_unreadable(sound: SoundFile) -> str | None:
    try:
        if isinstance(sound.assets, FolderAssets):
            open(sound.path, "rb").close()
    except OSError as error:
        return f"cannot be read: {error.strerror or error}"
    return None


def _decode(ffmpeg: str, sound: SoundFile, target: Path) -> str:
    """Let ffmpeg write the samples of `sound` to `target`; what it has to object, empty if nothing."""
    source = sound.assets.identity(sound.path)
    try:
        if not isinstance(sound.assets, FolderAssets):
            source = os.fspath(target.with_suffix(".in"))
            Path(source).write_bytes(sound.assets.read(sound.path))
        ended = subprocess.run(
            [
                *[ffmpeg, "-hide_banner", "-nostdin", "-v", "error"],
                # no name is taken for a protocol, and a playlist in disguise opens nothing on the network
                *["-protocol_whitelist", "file", "-i", f"file:{source}", "-map", "0:a:0"],
                # not -ac 2, which turns mono down by 3 dB
                *["-af", f"aformat=sample_fmts=flt:sample_rates={SAMPLE_RATE}:channel_layouts=mono|stereo"],
                *["-c:a", "pcm_f32le", "-bitexact", "-f", "wav", "-y", f"file:{target}"],
            ],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.PIPE,
            check=False,
        )
    except OSError as error:
        raise disk_error(target, error) from None
    words = " / ".join(line.strip() for line in ended.stderr.decode("utf-8", "replace").splitlines() if line.strip())
    if "No space left" in words or "quota" in words:
        raise disk_error(target, OSError(errno.ENOSPC, os.strerror(errno.ENOSPC)))
    if ended.returncode < 0:
        found = f"ffmpeg was killed while it decoded {sound.path}"
        raise RenderError.single("ffmpeg-failed", sound.path, "", found, "see that nothing ends it and try again")
    return words.replace(f"file:{source}", base_name(sound.path))[-_LAST_WORDS:]
