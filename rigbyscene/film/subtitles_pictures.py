"""Subtitles as pictures, drawn by libass inside ffmpeg: with all the styles, places and effects that a file asks for.

Each look is drawn twice, on black and on white. What differs between the two is what can be seen through, whatever an
ffmpeg thinks of alpha, so a caption can be laid over films of any kind, transparent ones too. SRT is turned into ASS
first, by ffmpeg as well, so that there is one way to draw.
"""

from __future__ import annotations

import os
import re
import subprocess
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import IO, Any

import numpy as np
from numpy.typing import NDArray

from rigbyscene.errors import Diagnostic, RenderError, Report
from rigbyscene.film.captions import SubtitleKind, Subtitles
from rigbyscene.film.ffmpeg import find_ffmpeg
from rigbyscene.film.output import disk_error
from rigbyscene.film.scratch import scratch_folder

_PROBE_SIZE = (96, 54)
_PROBE_MOMENTS = 200
_NO_GLYPH = re.compile(r"failed to find any fallback with glyph 0x([0-9A-Fa-f]+)")
_SRT_FONT_SIZE = 16.0
"""Of 288 lines, which is what ffmpeg turns SRT into: letters of an 18th of the height."""


@dataclass(frozen=True, slots=True, eq=False)
class CaptionPicture:
    """What captions cover: `pixels` uint8 (h, w, 4), premultiplied, its corner at column `left` and row `top`."""

    left: int
    top: int
    pixels: NDArray[np.uint8]

    @property
    def rows(self) -> tuple[int, int]:
        return self.top, self.top + self.pixels.shape[0]


class CaptionArtist:
    """Draws the captions of `subtitles`.

    `own_font`: in the font that comes along (few letters beyond ASCII), instead of the system's.
    """

    def __init__(self, subtitles: Subtitles, *, own_font: bool = False):
        self._subtitles = subtitles
        self._own_font = own_font
        self._script: str | None = None

    def draw(
        self, size: tuple[int, int], moments_ms: Sequence[int], words: list[str] | None = None
    ) -> Iterator[CaptionPicture | None]:
        """The captions at each of `moments_ms` for pictures of `size`; None where nothing is to be seen.

        What libass has to say is added to `words`. Raises `RenderError` where ffmpeg fails.
        """
        if not moments_ms:
            return
        width, height = size
        with scratch_folder() as folder:
            try:
                command = _command(_ffmpeg(), size, moments_ms, self._prepare(size, folder))
                log = open(folder / "words", "w+b")  # noqa: SIM115
            except OSError as error:
                raise disk_error(folder, error) from None
            with log:
                process = subprocess.Popen(
                    command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=log, cwd=folder
                )
                drawn = 0
                try:
                    pair = np.empty((2, height, width, 3), np.uint8)
                    while process.stdout is not None and drawn < len(moments_ms) and _read(process.stdout, pair):
                        yield _picture(*pair)
                        drawn += 1
                    process.wait()
                finally:
                    process.kill()
                    process.wait()
                    if process.stdout is not None:
                        process.stdout.close()
                log.seek(0)
                said = log.read().decode("utf-8", "replace")
        if words is not None:
            words.append(said)
        if process.returncode != 0 or drawn < len(moments_ms):
            raise _failure(self._subtitles.path, said, process.returncode)

    def _prepare(self, size: tuple[int, int], folder: Path) -> str:
        """Write what ffmpeg reads into `folder`, under names that need no escaping; the filter's options."""
        if self._script is None:
            self._script = _script(self._subtitles, folder)
        (folder / "captions.ass").write_text(self._script, encoding="utf-8", newline="\n")
        options, styles = "filename=captions.ass", []
        if self._subtitles.kind is SubtitleKind.SRT:
            # libass sets sizes by the height alone: in a tall picture lines of the usual size would hold four words
            width, height = size
            styles.append(f"FontSize={_SRT_FONT_SIZE * min(1.0, 0.75 * width / height):.2f}")
        if self._own_font:
            from PIL import ImageFont

            font: Any = ImageFont.load_default(
                20
            )  # of two kinds; with FreeType, which every wheel has, one from a file
            (folder / "fonts").mkdir()
            (folder / "fonts" / "font.ttf").write_bytes(font.font_bytes)
            options += ":fontsdir=fonts"
            styles.append(f"FontName={font.getname()[0]}")
        return options + (f":force_style='{','.join(styles)}'" if styles else "")


def check_captions(subtitles: Subtitles) -> tuple[bool, tuple[Diagnostic, ...]]:
    """Whether the font that comes along is needed, since there is none on this machine, and warnings about letters
    that no font has. Raises `RenderError` where ffmpeg cannot draw subtitles at all.
    """
    is_blank, missing = _probe(subtitles, own_font=False)
    own_font = False
    if is_blank:
        own_is_blank, missing_there = _probe(subtitles, own_font=True)
        if not own_is_blank:
            is_blank, own_font, missing = False, True, missing_there
    report = Report()
    if missing:
        letters, more = missing[:20], " and others" if len(missing) > 20 else ""
        found = f"no font on this machine has the letters {letters!r}{more}"
        report.warning("missing-letters", subtitles.path, "", found, "install one that has them, such as Noto Sans CJK")
    elif is_blank:
        found = "nothing of the subtitles can be seen when they are drawn"
        report.warning("blank-subtitles", subtitles.path, "", found, "see to their styles, colours and places")
    return own_font, tuple(report)


def _probe(subtitles: Subtitles, *, own_font: bool) -> tuple[bool, str]:
    """Whether nothing can be seen half-way through any caption that has text, and the letters that no font has."""
    artist = CaptionArtist(subtitles, own_font=own_font)
    moments = sorted((c.start_ms + c.end_ms) // 2 for c in subtitles.captions if c.has_text)
    is_blank = bool(moments)
    words: list[str] = []
    for first in range(0, len(moments), _PROBE_MOMENTS):
        for picture in artist.draw(_PROBE_SIZE, moments[first : first + _PROBE_MOMENTS], words):
            is_blank &= picture is None
    codes = (int(code, 16) for said in words for code in _NO_GLYPH.findall(said))
    return is_blank, "".join(dict.fromkeys(chr(code) for code in codes if code))


def _script(subtitles: Subtitles, folder: Path) -> str:
    """The subtitles as ASS whose colours are meant as they are written.

    Without that word an ffmpeg of 2026 takes white for 235 of 255, as it would be in a film of limited range.
    """
    text = subtitles.text()
    if subtitles.kind is SubtitleKind.SRT:
        (folder / "captions.srt").write_text(text, encoding="utf-8", newline="\n")
        words = [_ffmpeg(), "-hide_banner", "-nostdin", "-v", "error", "-f", "srt", "-i", "captions.srt"]
        ended = subprocess.run(
            [*words, "-f", "ass", "pipe:1"], stdin=subprocess.DEVNULL, capture_output=True, cwd=folder, check=False
        )
        if ended.returncode != 0:
            raise _failure(subtitles.path, ended.stderr.decode("utf-8", "replace"), ended.returncode)
        text = ended.stdout.decode("utf-8", "replace").replace("\r\n", "\n")
    lines = [line for line in text.split("\n") if not line.lower().lstrip().startswith("ycbcr matrix")]
    info = next((n for n, line in enumerate(lines) if line.strip().lower() == "[script info]"), None)
    if info is None:
        lines.insert(0, "[Script Info]")
        info = 0
    lines.insert(info + 1, "YCbCr Matrix: None")
    return "\n".join(lines)


def _ffmpeg() -> str:
    """The program by a path that holds in another folder, too."""
    found = find_ffmpeg()
    return os.path.abspath(found) if os.path.dirname(found) else found


def _command(ffmpeg: str, size: tuple[int, int], moments_ms: Sequence[int], options: str) -> list[str]:
    width, height = size
    # half a millisecond later: libass cuts off what is beyond a millisecond
    times = "+".join(f"eq(N,{n})*{1000 * ms + 500}" for n, ms in enumerate(moments_ms))
    chains = [
        f"color=c={color}:s={width}x{height}:r=1:d={len(moments_ms)},format=rgb24,settb=1/1000000,"
        f"setpts='{times}',subtitles={options}[{color}]"
        for color in ("black", "white")
    ]
    graph = ";".join([*chains, "[black][white]vstack,setpts=N/TB[out]"])
    return [
        *[ffmpeg, "-hide_banner", "-nostdin", "-nostats", "-v", "warning", "-filter_complex", graph, "-map", "[out]"],
        *["-fps_mode", "passthrough", "-f", "rawvideo", "-pix_fmt", "rgb24", "pipe:1"],
    ]


def _read(stream: IO[bytes], into: NDArray[np.uint8]) -> bool:
    """Fill `into`; False where the stream ends before."""
    data = stream.read(into.nbytes)
    if len(data) < into.nbytes:
        return False
    into[...] = np.frombuffer(data, np.uint8).reshape(into.shape)
    return True


def _picture(on_black: NDArray[np.uint8], on_white: NDArray[np.uint8]) -> CaptionPicture | None:
    """What was drawn: c a on black and c a + 255 (1 - a) on white, so that a is 255 less their difference."""
    difference = (on_white.astype(np.int16) - on_black).min(axis=2)
    alpha = (255 - np.clip(difference, 0, 255)).astype(np.uint8)
    rows, columns = np.flatnonzero(alpha.any(axis=1)), np.flatnonzero(alpha.any(axis=0))
    if not len(rows):
        return None
    box = np.s_[rows[0] : rows[-1] + 1, columns[0] : columns[-1] + 1]
    covered = alpha[box][:, :, None]
    pixels = np.concatenate([np.minimum(on_black[box], covered), covered], axis=2)
    return CaptionPicture(int(columns[0]), int(rows[0]), np.ascontiguousarray(pixels))


def _failure(path: str, said: str, code: int) -> RenderError:
    if "No such filter: 'subtitles'" in said:
        found = "this ffmpeg cannot draw subtitles (it was built without libass)"
        remedy = "use the one that imageio-ffmpeg brings, or --subtitles-mode track"
        return RenderError.single("no-libass", path, "--subtitles", found, remedy)
    words = " / ".join(line.strip() for line in said.splitlines() if line.strip())[-500:]
    found = f"ffmpeg ended with code {code} while it drew subtitles: {words or '(it said nothing)'}"
    return RenderError.single("ffmpeg-failed", path, "--subtitles", found, "mend what ffmpeg names and export again")
