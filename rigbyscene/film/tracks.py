"""What a film has besides its pictures: sound, subtitles, chapters, a title."""

from __future__ import annotations

import base64
from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True, slots=True)
class Chapter:
    """A part of a film that players list by its `title`; times in seconds of the film."""

    start_s: float
    end_s: float
    title: str


@dataclass(frozen=True, slots=True)
class Tracks:
    """What is put into the film beside its pictures.

    - `audio`: a WAV file (48 kHz), encoded to what the kind of film takes; cut where the film ends.
    - `subtitles`: a file that ffmpeg reads (SRT, ASS), as a track that players can switch on.
    - `burn_subtitles`: the same, drawn into the picture.
    - `filters`: further video filters of ffmpeg, one after another, before that.
    - `chapters` in film order; `title` is the film's name in players.
    """

    audio: Path | None = None
    subtitles: Path | None = None
    burn_subtitles: Path | None = None
    filters: tuple[str, ...] = ()
    chapters: tuple[Chapter, ...] = ()
    title: str | None = None

    @property
    def video_filters(self) -> tuple[str, ...]:
        """All that is done to the picture inside ffmpeg."""
        return self.filters if self.burn_subtitles is None else (*self.filters, subtitles_filter(self.burn_subtitles))


NO_TRACKS = Tracks()


def subtitles_filter(path: Path) -> str:
    """The ffmpeg filter that burns the subtitles of `path` into the picture, whatever the name is made of.

    >>> subtitles_filter(Path("a:b.srt"))
    'subtitles=filename=a\\\\\\\\:b.srt'
    """
    return f"subtitles=filename={filter_value(str(path))}"


def filter_value(text: str) -> str:
    """`text` as the value of a filter's option in a chain of filters: escaped once for each of ffmpeg's two readers.

    >>> filter_value("it's")
    "it\\\\\\\\\\\\'s"
    """
    option = "".join(f"\\{c}" if c in "\\':" else c for c in text)
    return "".join(f"\\{c}" if c in "\\'[],;" else c for c in option)


def chapters_address(chapters: tuple[Chapter, ...]) -> str:
    """An input for ffmpeg (of the format ``ffmetadata``) that holds `chapters`: in the address itself, so that no file
    of ours can be left behind."""
    lines = [";FFMETADATA1"]
    for chapter in chapters:
        start, end = round(chapter.start_s * 1_000_000), round(chapter.end_s * 1_000_000)
        title = "".join(f"\\{c}" if c in "=;#\\\n" else c for c in chapter.title)
        lines += ["[CHAPTER]", "TIMEBASE=1/1000000", f"START={start}", f"END={end}", f"title={title}"]
    content = base64.b64encode("\n".join([*lines, ""]).encode("utf-8", "replace")).decode("ascii")
    return f"data:text/plain;base64,{content}"
