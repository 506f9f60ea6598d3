"""ASS scripts: read as libass reads them, and kept so that whatever writes them into films reads the same.

People's scripts lack sections and fields, and write them in any case and order. libass draws them all the same. ffmpeg
takes only what begins with ``[Script Info]``: of other scripts it makes a track without entries, or none at all. It
does so, too, where events have other fields than the usual ones, and it hides text whose style is not defined. All that
is put right here; a script that has nothing of it is kept as it was written.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from rigbyscene.film.captions import Caption, SubtitleKind, Subtitles
from rigbyscene.film.subtitles_lines import Lines, looks

_TIME = re.compile(r"\s*(\d{1,4}):(\d{1,2}):(\d{1,2})(?:[.:](\d{1,3}))?\s*")
_USUAL = ("Layer", "Start", "End", "Style", "Name", "MarginL", "MarginR", "MarginV", "Effect", "Text")
_OTHER_NAMES = {"marked": "layer", "actor": "name"}
_LEFT_OUT = {"layer": "0", "style": "Default", "name": "", "effect": "", "marginl": "0", "marginr": "0", "marginv": "0"}
_INFO, _EVENTS, _NEW_STYLES, _OLD_STYLES = "script info", "events", "v4+ styles", "v4 styles"
_SECTIONS = {_INFO: "Script Info", _EVENTS: "Events", _NEW_STYLES: "V4+ Styles", _OLD_STYLES: "V4 Styles"}
_DEFAULT_STYLE = (
    "Format: Name, Fontname, Fontsize, PrimaryColour, BorderStyle, Outline, Shadow, Alignment, MarginL, MarginR, "
    "MarginV",
    "Style: Default,Arial,16,&Hffffff,1,1,0,2,10,10,10",
)
"""As SRT looks."""


@dataclass(frozen=True, slots=True)
class _Kept:
    """A line that is no caption."""

    section: str
    text: str
    is_after: bool
    """Whether a caption was before it."""


def read_ass(reader: Lines) -> Subtitles:
    """The captions of a script; what is wrong goes to the report of `reader`."""
    captions: list[Caption] = []
    kept: list[_Kept] = []
    styles = _styles(reader.lines)
    section, columns = "", None
    for number, line in enumerate(reader.lines, start=1):
        kind, value = _parted(line)
        opened = _opened(line)
        if opened is not None:
            section = opened
            line = f"[{_SECTIONS[section]}]" if section in _SECTIONS else line
            if section == _INFO:
                continue
        elif section == _EVENTS and kind == "format":
            columns = _columns(reader, number, value)
            line = f"Format:{value}" if _is_usual(value) else f"Format: {', '.join(_USUAL)}"
        elif section == _EVENTS and kind == "dialogue":
            if columns is None:
                reader.fault(number, "stands before the Format line of [Events]", "put one first")
                break
            caption = _dialogue(reader, number, value, columns, styles)
            captions += () if caption is None else (caption,)
            continue
        elif "styles" in section and kind in ("format", "style"):
            line = f"{kind.capitalize()}:{value.replace('*', '', 1) if value.lstrip().startswith('*') else value}"
        kept.append(_Kept(section, line, bool(captions)))
    if not any(line.section == _EVENTS for line in kept):
        reader.fault(1, "has no section [Events]", "save it again as ASS in a subtitle editor")
    needs_style = "default" not in styles and any(_style_of(caption) == "Default" for caption in captions)
    return Subtitles(reader.path, SubtitleKind.ASS, tuple(captions), *_around(kept, needs_style=needs_style))


def _parted(line: str) -> tuple[str, str]:
    """What a line is, lower-case and empty where it does not say so, and the rest of it."""
    kind, colon, value = line.partition(":")
    return (kind.strip().lower(), value) if colon else ("", "")


def _opened(line: str) -> str | None:
    """The section that begins with a line, lower-case."""
    text = line.strip()
    return text[1:-1].strip().lower() if text.startswith("[") and text.endswith("]") else None


def _lower(names: Sequence[str]) -> tuple[str, ...]:
    return tuple(name.strip().lower() for name in names)


def _styles(lines: Sequence[str]) -> dict[str, str]:
    """The names of all styles as they are written, by themselves and in lower case."""
    names: list[str] = []
    section = ""
    for line in lines:
        section = _opened(line) or section
        kind, value = _parted(line)
        if "styles" in section and kind == "style":
            names.append(value.split(",")[0].strip().lstrip("*"))
    return {name.lower(): name for name in names} | {name: name for name in names}


def _is_usual(columns: str) -> bool:
    names = [name.strip() for name in columns.split(",")]
    return tuple("Name" if name == "Actor" else name for name in names) == _USUAL


def _columns(reader: Lines, number: int, value: str) -> tuple[str, ...] | None:
    """The fields of events under their usual names, lower-case; None, reported, where nothing can be read with them."""
    columns = tuple(_OTHER_NAMES.get(name, name) for name in _lower(value.split(",")))
    if [c for c in columns if c in ("start", "end", "text")] == ["start", "end", "text"] and columns[-1] == "text":
        return columns
    found, remedy = "the events' fields are not Start, then End, and Text last", f"write {', '.join(_USUAL)}"
    reader.fault(number, found, remedy)
    return None


def _dialogue(
    reader: Lines, number: int, rest: str, columns: tuple[str, ...], styles: Mapping[str, str]
) -> Caption | None:
    values = rest.split(",", len(columns) - 1)
    if len(values) < len(columns):
        reader.fault(number, f"has {len(values)} fields instead of {len(columns)}", f"write {', '.join(columns)}")
        return None
    written = _LEFT_OUT | dict(zip(columns, values, strict=True))
    times = []
    for name in ("start", "end"):
        match = _TIME.fullmatch(written[name])
        if match is None:
            reader.fault(number, f"{written[name].strip()[:40]!r} is no time", "write it as 0:00:01.50")
        times.append(None if match is None else reader.time_ms(match.groups(), number, written[name]))
    style = written["style"].strip().lstrip("*")
    known = styles.get(style, styles.get(style.lower()))
    if known is None and style.lower() != "default":
        found = f"has the style {style!r}, which the file does not define"
        near = reader.report.nearest(style, sorted({*styles.values(), "Default"}))
        reader.report.warning("unknown-style", reader.path, f"line {number}", found, "it looks as by default", near)
    start, end = times
    if start is None or end is None:
        return None
    start, end = ((ms + 5) // 10 * 10 for ms in (start, end))  # all that the format holds
    if end <= start:
        reader.never_shown(number)
        return None
    written["style"] = "Default" if known is None else known
    before = f"Dialogue: {written['layer'].rpartition('=')[2].strip()},"  # Marked=0 in old scripts
    after = "".join(f",{written[name]}" for name in _lower(_USUAL[3:]))
    animated, has_text = looks(written["text"])
    return Caption(start, end, number, (before, ",", after), animated or bool(written["effect"].strip()), has_text)


def _style_of(caption: Caption) -> str:
    return caption.fields[-1].split(",", 2)[1]


def _around(kept: Sequence[_Kept], *, needs_style: bool) -> tuple[str, str]:
    """The text before and after the captions: script info, whatever stands before any section among it, comes first."""
    info = [line.text for line in kept if line.section in ("", _INFO)]
    others = [line for line in kept if line.section not in ("", _INFO)]
    head = [line.text for line in others if not line.is_after]
    is_old = any(line.section == _OLD_STYLES for line in others)
    if needs_style:
        styles = f"[{_SECTIONS[_OLD_STYLES if is_old else _NEW_STYLES]}]"
        at = head.index(f"[{_SECTIONS[_EVENTS]}]")
        head[at:at] = [styles, *_DEFAULT_STYLE, ""]
    if not (is_old or any(_parted(line)[0] == "scripttype" for line in info)):
        info.insert(0, "ScriptType: v4.00+")
    before = [f"[{_SECTIONS[_INFO]}]", *info, *head]
    return "".join(f"{text}\n" for text in before), "".join(f"{line.text}\n" for line in others if line.is_after)
