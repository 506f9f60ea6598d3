"""Whether subtitles fit into a film's own track, known before its first frame instead of after its last."""

from __future__ import annotations

import os
import subprocess
from collections.abc import Iterable, Sequence
from pathlib import Path

from rigbyscene.errors import Report
from rigbyscene.film.captions import Caption, Subtitles
from rigbyscene.film.ffmpeg import find_ffmpeg
from rigbyscene.film.output import disk_error
from rigbyscene.film.scratch import scratch_folder

_SURELY_FITS = 8192
"""Characters of an entry that any encoder takes: MP4's has room for 65520 bytes, and none of these is over 4."""

_MOST_FAULTS = 20


def check_track(subtitles: Subtitles, captions: Iterable[Caption], encoder: str, report: Report) -> None:
    """Report those of `captions`, entries of `subtitles`, that ffmpeg's `encoder` cannot take; `RenderError` as always.

    How long a text may be depends on its marks and on the encoder, so long ones are given to it.
    """
    entries = {caption.line: caption for caption in captions if len(caption.fields[-1]) > _SURELY_FITS}
    longest_first = sorted(entries.values(), key=lambda caption: -len(caption.fields[-1].encode("utf-8", "replace")))
    if not longest_first or _encodes(subtitles, longest_first, encoder):
        return
    refused: list[Caption] = []
    for caption in longest_first:
        fits = _encodes(subtitles, [caption], encoder)
        if (fits and refused) or len(refused) == _MOST_FAULTS:
            break
        if not fits:
            refused.append(caption)
    for caption in sorted(refused, key=lambda caption: caption.line):
        size = len(caption.fields[-1].encode("utf-8", "replace")) / 1000
        found = f"its text of {size:.0f} kB is too long for a subtitle track of this kind of film"
        remedy = "split it into several entries, or draw subtitles into the pictures: --subtitles-mode burn"
        report.error("subtitle-too-long", subtitles.path, f"line {caption.line}", found, remedy)


def _encodes(subtitles: Subtitles, captions: Sequence[Caption], encoder: str) -> bool:
    with scratch_folder() as folder:
        source = Path(folder, f"long.{subtitles.kind.value}")
        try:
            source.write_text(subtitles.text(captions), encoding="utf-8", newline="\n")
        except OSError as error:
            raise disk_error(source, error) from None
        command = [find_ffmpeg(), "-hide_banner", "-nostdin", "-v", "error", "-xerror", "-i", os.fspath(source)]
        command += ["-map", "0:s:0", "-c:s", encoder, "-f", "null", "-"]
        ended = subprocess.run(
            command, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, check=False
        )
        return ended.returncode == 0
