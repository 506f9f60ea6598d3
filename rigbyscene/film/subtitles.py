"""Reading subtitle files, so that what is wrong with them is known before anything is drawn."""

from __future__ import annotations

import re

from rigbyscene.errors import BadFileError, Diagnostic, Report, UsageError, nearest_name
from rigbyscene.film.captions import Caption, SubtitleKind, Subtitles
from rigbyscene.film.subtitles_ass import read_ass
from rigbyscene.film.subtitles_lines import Lines, looks
from rigbyscene.formats.assets import FolderAssets, base_name, read_or_report

ENDINGS = {".srt": SubtitleKind.SRT, ".ass": SubtitleKind.ASS, ".ssa": SubtitleKind.ASS}

_LINE_END = re.compile(r"\r\n|\n|\r")
_SRT_TIME = r"(\d{1,4}):(\d{1,2}):(\d{1,2})[,.](\d{1,3})"
_SRT_TIMING = re.compile(rf"\s*{_SRT_TIME}\s*-->\s*{_SRT_TIME}(\s.*)?")
_LIKE_SRT_TIMING = re.compile(r".*-->|\s*\d{1,4}:\d{1,2}:\d{1,2}\S*\s*(?:->|—>|=>|→|-|–|—)")


def subtitle_kind(path: str) -> SubtitleKind:
    """What the ending of `path` says. Raises UsageError for one that is no kind of subtitles.

    >>> subtitle_kind("street.de.SRT").value
    'srt'
    """
    name = base_name(path)
    ending = "." + name.rpartition(".")[2].lower() if "." in name else ""
    if ending not in ENDINGS:
        found = f"the ending {ending!r} is no kind of subtitles" if ending else "has no ending that tells its kind"
        remedy = f"give a file that ends in {', '.join(ENDINGS)}"
        raise UsageError.single("unknown-subtitles", path, "--subtitles", found, remedy, nearest_name(ending, ENDINGS))
    return ENDINGS[ending]


def check_subtitles(path: str) -> None:
    """Raise UsageError where `path` does not end as subtitles do, or there is no file."""
    subtitle_kind(path)
    assets = FolderAssets()
    if not assets.exists(path):
        near = nearest_name(base_name(path), [f for f in assets.siblings(path) if f.lower().endswith(tuple(ENDINGS))])
        found = "there is no such file"
        raise UsageError.single("missing-subtitles", path, "--subtitles", found, "correct the path", near)


def read_subtitles(path: str) -> tuple[Subtitles, tuple[Diagnostic, ...]]:
    """The subtitles at `path` (UTF-8, or UTF-16 with a byte order mark) and warnings about them.

    Raises UsageError for an unknown ending, one BadFileError with everything that is wrong inside.
    """
    read = {SubtitleKind.SRT: _read_srt, SubtitleKind.ASS: read_ass}[subtitle_kind(path)]
    report = Report()
    data = read_or_report(FolderAssets(), path, report, what="the subtitle file", named_by=(path, ""))
    text = None if data is None else _text_of(data, path, report)
    lines = _LINE_END.split(text or "")
    subtitles = None if text is None else read(Lines(path, lines if lines[-1] else lines[:-1], report))
    if subtitles is not None and not subtitles.captions and not report.has_errors:
        report.error("no-subtitles", path, "", "holds no subtitles", "give a file with some, or leave it out")
    report.raise_errors()
    if subtitles is None:
        raise BadFileError(report)
    return subtitles, tuple(report)


def _text_of(data: bytes, path: str, report: Report) -> str | None:
    encoding = "utf-16" if data[:2] in (b"\xff\xfe", b"\xfe\xff") else "utf-8-sig"
    try:
        return data.decode(encoding).replace("\0", "")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        found = f"is not in {encoding.removesuffix('-sig').upper()}: byte 0x{data[error.start]:02x}"
        report.error("bad-encoding", path, f"line {line}", found, "save it as UTF-8 in a text editor")
        return None


def _read_srt(reader: Lines) -> Subtitles:
    """Entries are told by their lines of times; all that follows is text, but for the next one's number."""
    captions: list[Caption] = []
    timings = [i for i, line in enumerate(reader.lines) if _LIKE_SRT_TIMING.match(line)]
    head = [line for line in reader.lines[: timings[0] if timings else None] if line.strip()]
    if head and not (len(head) == 1 and head[0].strip().isdigit()):
        first = next(i for i, line in enumerate(reader.lines, start=1) if line.strip())
        found = f"{head[0].strip()[:40]!r} stands where a number and times should be"
        reader.fault(first, found, "begin each entry with a number and a line such as 00:00:01,500 --> 00:00:03,000")
    for place, at in enumerate(timings):
        line = at + 1
        match = _SRT_TIMING.fullmatch(reader.lines[at])
        if match is None:
            found = f"{reader.lines[at].strip()[:60]!r} are no times"
            reader.fault(line, found, "write them as 00:00:01,500 --> 00:00:03,000")
            continue
        start = reader.time_ms(match.groups()[:4], line, reader.lines[at].partition("-->")[0])
        end = reader.time_ms(match.groups()[4:8], line, reader.lines[at].partition("-->")[2])
        last = place + 1 == len(timings)
        text = [s.rstrip() for s in reader.lines[at + 1 : None if last else timings[place + 1]]]
        if not last and text and text[-1].strip().isdigit():
            text.pop()
        words = "\n".join(s for s in text if s)
        if start is None or end is None:
            continue
        if end <= start:
            reader.never_shown(line)
            continue
        captions.append(Caption(start, end, line, ((match[9] or "").rstrip(), words), *looks(words)))
    return Subtitles(reader.path, SubtitleKind.SRT, tuple(captions))
