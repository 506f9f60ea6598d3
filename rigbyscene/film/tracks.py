"""What a film has besides its pictures: sound, subtitles, chapters, a title."""

from __future__ import annotations

import base64
from dataclasses import dataclass
from pathlib import Path

from rigbyscene.film.spans import Chapter


@dataclass(frozen=True, slots=True)
class Tracks:
    """What is put into the film beside its pictures.

    - `audio`: a WAV file (48 kHz), encoded to what the kind of film takes; cut where the film ends.
    - `subtitles`: a file that ffmpeg reads (SRT, ASS), as a track that players can switch on.
    - `chapters` in film order; `title` is the film's name in players.
    """

    audio: Path | None = None
    subtitles: Path | None = None
    chapters: tuple[Chapter, ...] = ()
    title: str | None = None


NO_TRACKS = Tracks()


def chapters_address(chapters: tuple[Chapter, ...]) -> str:
    """An input for ffmpeg (of the format ``ffmetadata``) that holds `chapters`: in the address itself, so that no file
    of ours can be left behind."""
    lines = [";FFMETADATA1"]
    for number, chapter in enumerate(chapters, 1):
        start, end = round(chapter.start_s * 1_000_000), round(chapter.end_s * 1_000_000)
        title = "".join(f"\\{c}" if c in "=;#\\\n" else c for c in chapter.title or str(number))
        # ffmpeg takes the end of a line that ends in a backslash for escaped, even after two of them
        title += " " if title.endswith("\\") else ""
        lines += ["[CHAPTER]", "TIMEBASE=1/1000000", f"START={start}", f"END={end}", f"title={title}"]
    content = base64.b64encode("\n".join([*lines, ""]).encode("utf-8", "replace")).decode("ascii")
    return f"data:text/plain;base64,{content}"
