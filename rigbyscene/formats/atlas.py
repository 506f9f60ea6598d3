"""Texture atlas text, both syntaxes, told apart key by key (the atlas sheet, `spec/atlas.md`).

Names are kept as written, blanks included; `Atlas.find` looks for the exact name first. What the sheet leaves open:

- *A name with a colon* cannot be told from a key by itself. A line with a colon is a key if its value is a list of
  numbers, or it is ``rotate`` or a key that only pages have. Any other line with a colon is a key, too (an unknown one,
  or one with a wrong value), unless a region's place (``bounds`` or ``xy``) follows that would otherwise have no
  region, or belong to one that has a place already: then one line before that place must be a name. It is the last of
  the least indented such lines, lines without a blank behind their colon first.
- *A blank line* ends the page. If what follows can only be a region (its first key is one that pages do not have), it
  is read as a region of the page before, with a warning.
"""

from __future__ import annotations

import itertools
import re
from dataclasses import dataclass, field

from rigbyscene.errors import Report
from rigbyscene.formats.json_text import quoted
from rigbyscene.model.atlas import Atlas, AtlasPage, AtlasRegion

_PAGE_ONLY = frozenset(("format", "filter", "repeat", "pma", "scale"))
_REGION_ONLY = frozenset(("bounds", "offsets", "rotate", "xy", "orig", "offset", "index", "split", "pad"))
_PLACE = frozenset(("bounds", "xy"))
_INTEGERS = {"size": 2, "bounds": 4, "offsets": 4, "xy": 2, "orig": 2, "offset": 2, "index": 1, "split": 4, "pad": 4}
_KEYS = _PAGE_ONLY | _REGION_ONLY | _INTEGERS.keys()
_NUMERIC = re.compile(r"[-+]?\d+(\.\d*)?(\s*,\s*[-+]?\d+(\.\d*)?)*")
_LARGEST = 2**24
"""Beyond any picture; keeps sums of coordinates within 32 bits."""


@dataclass(slots=True)
class _Line:
    number: int
    text: str
    key: str = ""
    value: str = ""
    kind: str = "name"
    """``blank``, ``name``, ``key`` or ``unsure`` (a colon, but neither a page's key nor numbers)."""

    @property
    def indent(self) -> int:
        return len(self.text) - len(self.text.lstrip())

    @property
    def blank_after_colon(self) -> bool:
        return self.text.partition(":")[2][:1].isspace()


@dataclass(slots=True)
class _Entry:
    """A page or a region while its keys are read: key to (values, line)."""

    line: _Line
    values: dict[str, tuple[tuple[int, ...], int]] = field(default_factory=dict)
    words: dict[str, str] = field(default_factory=dict)


def read_atlas(data: bytes, file: str, report: Report) -> Atlas:
    """The pages and regions in `data`; problems go to `report` with their line numbers.

    A file of blanks alone is an empty atlas, with a warning.
    """
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as problem:
        found = f"byte 0x{data[problem.start]:02x} is not UTF-8"
        report.error("not-utf8", file, f"offset 0x{problem.start:x}", found, "save the file as UTF-8")
        return Atlas((), ())
    lines = [_classified(i, line) for i, line in enumerate(re.split(r"\r\n|\r|\n", text), 1)]
    return _Reader(file, report).read(lines)


def _classified(number: int, text: str) -> _Line:
    line = _Line(number, text)
    if not text.strip():
        line.kind = "blank"
    elif ":" in text:
        key, _, value = text.partition(":")
        line.key, line.value = key.strip().lower(), value.strip()
        line.kind = "key" if line.key and _is_key(line.key, line.value) else "unsure"
    return line


def _is_key(key: str, value: str) -> bool:
    turned = key == "rotate" and value.lower() in ("true", "false")
    return key in _PAGE_ONLY or turned or _NUMERIC.fullmatch(value) is not None


class _Reader:
    def __init__(self, file: str, report: Report):
        self._file = file
        self._report = report
        self._pages: list[AtlasPage] = []
        self._regions: list[AtlasRegion] = []

    def read(self, lines: list[_Line]) -> Atlas:
        if self._is_none(lines):
            return Atlas((), ())
        at = 0
        while at < len(lines):
            if lines[at].kind == "blank":
                at += 1
                continue
            end = next((i for i in range(at, len(lines)) if lines[i].kind == "blank"), len(lines))
            self._block(lines[at:end])
            at = end
        if not self._pages:
            self._warning("empty-atlas", 0, "the atlas has no page", "pack it again")
        self._check_doubles()
        return Atlas(tuple(self._pages), tuple(self._regions))

    def _is_none(self, lines: list[_Line]) -> bool:
        """Whether the file is no atlas at all, which is reported once instead of for each of its lines."""
        if any(line.key in _KEYS for line in lines):
            return False
        region = next((b for a, b in itertools.pairwise(lines) if a.kind != "blank" and b.kind == "name"), None)
        if region is None:  # pages alone, which have no need of keys
            return False
        found = f"none of its {len(lines)} lines says where a picture is: this is no atlas"
        self._error("not-an-atlas", region.number, found, "pack it again, or put the atlas in its place")
        return True

    def _block(self, lines: list[_Line]) -> None:
        """One run of lines between blank ones: a page and its regions, or a stray region."""
        _settle_names(lines)
        lines[0].kind = "name"
        follower = lines[1] if len(lines) > 1 else None
        if self._pages and follower and follower.kind == "key" and follower.key in _REGION_ONLY:
            found = f"a blank line before region {quoted(lines[0].text.strip())}"
            self._warning(
                "blank-line", lines[0].number, found, "it is read as part of the page before; remove the line"
            )
            self._entries(lines, page=None)
        else:
            self._entries(lines, page=_Entry(lines[0]))

    def _entries(self, lines: list[_Line], page: _Entry | None) -> None:
        entries: list[_Entry] = []
        for line in lines if page is None else lines[1:]:
            if line.kind == "name":
                entries.append(_Entry(line))
            elif entries:
                self._key(line, entries[-1])
            elif page is not None and line.key not in _REGION_ONLY:
                self._key(line, page)
            else:
                found = f"{line.key} stands before the name of its region"
                self._error("missing-name", line.number, found, "put the region's name on the line before its keys")
        if page is not None:
            self._pages.append(self._page(page))
        self._regions += [self._region(e) for e in entries]

    def _key(self, line: _Line, entry: _Entry) -> None:
        entry.words[line.key] = line.value
        count = _INTEGERS.get(line.key)
        if count is None:
            return
        numbers = [float(n) for n in line.value.split(",")] if _NUMERIC.fullmatch(line.value) else []
        if len(numbers) != count or any(abs(n) > _LARGEST or n != int(n) for n in numbers):
            wanted = "a whole number" if count == 1 else f"{count} whole numbers"
            self._error(
                "bad-value", line.number, f"{line.key}: {quoted(line.value)} is not {wanted}", f"write {wanted}"
            )
            return
        entry.values[line.key] = tuple(int(n) for n in numbers), line.number

    def _page(self, entry: _Entry) -> AtlasPage:
        (width, height), line = entry.values.get("size", ((0, 0), 0))
        if width < 0 or height < 0:
            self._error("bad-value", line, f"page size {width}, {height}", "write the picture's size in pixels")
        words = entry.words
        low, _, high = words.get("filter", "Nearest, Nearest").partition(",")
        scale = words.get("scale", "")
        return AtlasPage(
            entry.line.text.strip(),
            width,
            height,
            pma=words.get("pma", "").lower() == "true",
            filter=(low.strip(), high.strip() or low.strip()),
            repeat=words.get("repeat", "none").lower(),
            scale=float(scale) if re.fullmatch(r"\d*\.?\d+", scale) else None,
        )

    def _region(self, entry: _Entry) -> AtlasRegion:
        values = {key: numbers for key, (numbers, _) in entry.values.items()}
        name, line, page = entry.line.text, entry.line.number, len(self._pages) - 1
        place = values.get("bounds") or (values.get("xy", ()) + values.get("size", ()))
        if len(place) != 4:
            if not {"bounds", "xy", "size"} & (entry.words.keys() - values.keys()):  # else said already
                found = f"region {quoted(name)} has no place on its page"
                self._error("missing-bounds", line, found, "give it bounds: x, y, width, height")
            place = (0, 0, 0, 0)
        elif min(place) < 0:
            found = f"region {quoted(name)} has a negative place or size"
            self._error("bad-value", line, found, "pack the atlas again")
        degrees = self._degrees(entry)
        self._check_page(page, name, line, place, degrees)
        x, y, width, height = place
        untrimmed = values.get("offset", (0, 0)) + values.get("orig", (0, 0))
        left, bottom, full_width, full_height = values.get("offsets", untrimmed)
        return AtlasRegion(
            name,
            page,
            x,
            y,
            width,
            height,
            left,
            bottom,
            full_width or width,
            full_height or height,
            degrees,
            values.get("index", (-1,))[0],
            values.get("split"),
            values.get("pad"),
        )

    def _degrees(self, entry: _Entry) -> int:
        word = entry.words.get("rotate", "false").lower()
        degrees = {"true": 90, "false": 0, "0": 0, "90": 90, "180": 180, "270": 270}.get(word)
        if degrees is None:
            found = f"region {quoted(entry.line.text)} is turned by {quoted(word)}"
            self._error("bad-value", entry.line.number, found, "pack it with quarter turns only")
        return degrees or 0

    def _check_page(self, page: int, name: str, line: int, place: tuple[int, ...], degrees: int) -> None:
        x, y, width, height = place
        across, down = (height, width) if degrees in (90, 270) else (width, height)
        held = self._pages[page]
        if held.width and held.height and (x + across > held.width or y + down > held.height):
            found = (
                f"region {quoted(name)} reaches to {x + across}, {y + down} on a page of {held.width} x {held.height}"
            )
            self._warning("outside-page", line, found, "pack the atlas again")

    def _check_doubles(self) -> None:
        seen: set[tuple[str, int]] = set()
        for region in self._regions:
            if (region.name, region.index) in seen:
                numbered = f" with index {region.index}" if region.index >= 0 else ""
                found = f"region {quoted(region.name)}{numbered} is there more than once"
                self._warning("duplicate-region", 0, found, "the first one counts; rename the others")
            seen.add((region.name, region.index))

    def _error(self, code: str, line: int, found: str, remedy: str) -> None:
        self._report.error(code, self._file, f"line {line}", found, remedy)

    def _warning(self, code: str, line: int, found: str, remedy: str) -> None:
        self._report.warning(code, self._file, f"line {line}" if line else "", found, remedy)


def _settle_names(lines: list[_Line]) -> None:
    """Decide which of a block's unsure lines are names; the others are keys that nobody knows."""
    unsure: list[_Line] = []
    placed = True  # before the first region a place belongs to nobody
    for line in lines[1:]:
        if line.kind == "unsure":
            unsure.append(line)
        elif line.kind == "name":
            unsure, placed = [], False
        elif line.kind == "key" and line.key in _PLACE:
            if placed and unsure:
                unsure.sort(key=lambda u: (u.indent, u.blank_after_colon, -u.number))
                unsure[0].kind = "name"
            unsure, placed = [], True
