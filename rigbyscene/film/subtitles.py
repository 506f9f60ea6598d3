"""Reading subtitle files, so that what is wrong with them is known before anything is drawn."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from rigbyscene.errors import BadFileError, Diagnostic, Report, UsageError, nearest_name
from rigbyscene.film.captions import Caption, SubtitleKind, Subtitles
from rigbyscene.formats.assets import FolderAssets, base_name, read_or_report

ENDINGS = {".srt": SubtitleKind.SRT, ".ass": SubtitleKind.ASS, ".ssa": SubtitleKind.ASS}

_LINE_END = re.compile(r"\r\n|\n|\r")
_SRT_TIME = r"(\d{1,4}):(\d{1,2}):(\d{1,2})[,.](\d{1,3})"
_SRT_TIMING = re.compile(rf"\s*{_SRT_TIME}\s*-->\s*{_SRT_TIME}(\s.*)?")
_LIKE_SRT_TIMING = re.compile(r".*-->|\s*\d{1,4}:\d{1,2}:\d{1,2}\S*\s*(?:->|—>|=>|→|-|–|—)")
_ASS_TIME = re.compile(r"\s*(\d{1,4}):(\d{1,2}):(\d{1,2})(?:[.:](\d{1,3}))?\s*")
_ANIMATION = re.compile(r"\\(?:t\s*\(|move|fad|k|K)")
_MARKUP = re.compile(r"\{[^}]*\}|<[^>]*>|\\[Nnh]")


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
    read = {SubtitleKind.SRT: _read_srt, SubtitleKind.ASS: _read_ass}[subtitle_kind(path)]
    report = Report()
    data = read_or_report(FolderAssets(), path, report, what="the subtitle file", named_by=(path, ""))
    text = None if data is None else _text_of(data, path, report)
    lines = _LINE_END.split(text or "")
    subtitles = None if text is None else read(_Lines(path, lines if lines[-1] else lines[:-1], report))
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


@dataclass(frozen=True, slots=True)
class _Lines:
    """The lines of a file, and what is wrong with them."""

    path: str
    lines: Sequence[str]
    report: Report

    def fault(self, line: int, found: str, remedy: str) -> None:
        self.report.error("bad-subtitle", self.path, f"line {line}", found, remedy)

    def never_shown(self, line: int) -> None:
        found, remedy = "ends before it begins and is never shown", "correct its times"
        self.report.warning("empty-subtitle", self.path, f"line {line}", found, remedy)

    def time_ms(self, parts: Sequence[str | None], line: int, written: str) -> int | None:
        hours, minutes, seconds = (int(part or 0) for part in parts[:3])
        if minutes > 59 or seconds > 59:
            self.fault(line, f"{written.strip()!r} has more than 59 minutes or seconds", "correct the time")
            return None
        return ((hours * 60 + minutes) * 60 + seconds) * 1000 + int((parts[3] or "0").ljust(3, "0"))


def _read_srt(reader: _Lines) -> Subtitles:
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
        captions.append(Caption(start, end, line, ((match[9] or "").rstrip(), words), *_looks(words)))
    return Subtitles(reader.path, SubtitleKind.SRT, tuple(captions))


def _looks(text: str) -> tuple[bool, bool]:
    """Whether `text` asks for animation, and whether it has anything that can be seen."""
    return _ANIMATION.search(text) is not None, bool(_MARKUP.sub("", text).strip()) or "\\p" in text


def _read_ass(reader: _Lines) -> Subtitles:
    captions: list[Caption] = []
    head: list[str] = []
    tail: list[str] = []
    section, columns, styles = "", None, {"default"}
    for number, line in enumerate(reader.lines, start=1):
        kind, colon, value = line.partition(":")
        kind = kind.strip().lower() if colon else ""
        if line.strip().startswith("[") and line.strip().endswith("]"):
            section = line.strip()[1:-1].strip().lower()
        elif "styles" in section and kind == "style":
            styles.add(value.split(",")[0].strip().lstrip("*").lower())
        elif section == "events" and kind == "format":
            columns = [name.strip().lower() for name in value.split(",")]
            if [c for c in columns if c in ("start", "end", "text")] != ["start", "end", "text"] or columns[
                -1
            ] != "text":
                found = "the events' fields are not Start, then End, and Text last"
                remedy = "write Layer, Start, End, Style, Name, MarginL, MarginR, MarginV, Effect, Text"
                reader.fault(number, found, remedy)
                columns = None
        elif section == "events" and kind == "dialogue":
            if columns is None:
                reader.fault(number, "stands before the Format line of [Events]", "put one first")
                break
            caption = _dialogue(reader, number, line, columns, styles)
            captions += () if caption is None else (caption,)
            continue
        (tail if captions else head).append(line + "\n")
    if not any(line.strip().lower() == "[events]" for line in head):
        reader.fault(1, "has no section [Events]", "save it again as ASS in a subtitle editor")
    return Subtitles(reader.path, SubtitleKind.ASS, tuple(captions), "".join(head), "".join(tail))


def _dialogue(reader: _Lines, number: int, line: str, columns: Sequence[str], styles: set[str]) -> Caption | None:
    prefix, _, rest = line.partition(":")
    values = rest.split(",", len(columns) - 1)
    if len(values) < len(columns):
        found = f"has {len(values)} fields instead of {len(columns)}"
        reader.fault(number, found, f"write {', '.join(columns)}")
        return None
    first, second = columns.index("start"), columns.index("end")
    times: dict[str, int | None] = {}
    for name in ("start", "end"):
        written = values[columns.index(name)]
        match = _ASS_TIME.fullmatch(written)
        if match is None:
            reader.fault(number, f"{written.strip()[:40]!r} is no time", "write it as 0:00:01.50")
        times[name] = None if match is None else reader.time_ms(match.groups(), number, written)
    style = values[columns.index("style")].strip().lstrip("*") if "style" in columns else "Default"
    if style.lower() not in styles:
        found = f"has the style {style!r}, which the file does not define"
        near = reader.report.nearest(style, sorted(styles))
        reader.report.warning("unknown-style", reader.path, f"line {number}", found, "it looks as by default", near)
    start, end = times["start"], times["end"]
    if start is None or end is None:
        return None
    start, end = ((ms + 5) // 10 * 10 for ms in (start, end))  # all that the format holds
    if end <= start:
        reader.never_shown(number)
        return None
    animated, has_text = _looks(values[-1])
    effect = values[columns.index("effect")].strip() if "effect" in columns else ""
    before = f"{prefix}:" + "".join(v + "," for v in values[:first])
    between = "," + "".join(v + "," for v in values[first + 1 : second])
    after = "".join("," + v for v in values[second + 1 :])
    return Caption(start, end, number, (before, between, after), animated or bool(effect), has_text)
