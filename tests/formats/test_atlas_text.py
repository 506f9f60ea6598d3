"""Atlas text of both syntaxes, and everything in between that packers and people write."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rigbyscene.errors import Report, Severity
from rigbyscene.formats.atlas import read_atlas
from rigbyscene.model.atlas import Atlas, AtlasPage, AtlasRegion
from tests.formats.format_helpers import case, expected


def _read(source: str | Path) -> tuple[Atlas, Report]:
    data = source.read_bytes() if isinstance(source, Path) else source.encode()
    report = Report()
    return read_atlas(data, "a.atlas", report), report


def _clean(source: str | Path) -> Atlas:
    atlas, report = _read(source)
    assert not list(report), "\n".join(map(str, report))
    return atlas


def _box(region: AtlasRegion) -> list[int]:
    return [region.x, region.y, region.width, region.height]


# both syntaxes, any order, any spacing: a writer that varies all of it, and one right answer

_names = st.text("abcXYZ019_./- äé", min_size=1, max_size=10).filter(lambda n: n.strip())
_numbers = st.integers(0, 500)


@st.composite
def _regions(draw: st.DrawFn) -> AtlasRegion:
    width, height = draw(st.integers(1, 50)), draw(st.integers(1, 50))
    left, bottom = draw(st.integers(0, 9)), draw(st.integers(0, 9))
    return AtlasRegion(
        draw(_names),
        0,
        draw(_numbers),
        draw(_numbers),
        width,
        height,
        left,
        bottom,
        width + left + draw(st.integers(0, 9)),
        height + bottom + draw(st.integers(0, 9)),
        draw(st.sampled_from([0, 90, 180, 270])),
        draw(st.integers(-1, 3)),
        draw(st.none() | st.tuples(*[st.integers(0, 9)] * 4)),
        draw(st.none() | st.tuples(*[st.integers(-1, 9)] * 4)),
    )


def _written_key(chance: random.Random, key: str, *values: object) -> str:
    colon = chance.choice([":", ": ", " : ", ":\t"])
    comma = chance.choice([",", ", ", " , "])
    return chance.choice(["", "  ", "\t"]) + key + colon + comma.join(map(str, values)) + chance.choice(["", " "])


def _written_region(chance: random.Random, r: AtlasRegion) -> list[str]:
    turned = {0: ["false", 0], 90: ["true", 90], 180: [180], 270: [270]}[r.degrees]
    lines = [_written_key(chance, "rotate", chance.choice(turned)), _written_key(chance, "index", r.index)]
    if chance.random() < 0.5:
        lines.append(_written_key(chance, "bounds", *_box(r)))
    else:
        lines += [_written_key(chance, "xy", r.x, r.y), _written_key(chance, "size", r.width, r.height)]
    if chance.random() < 0.5:
        lines.append(
            _written_key(chance, "offsets", r.offset_left, r.offset_bottom, r.original_width, r.original_height)
        )
    else:
        lines.append(_written_key(chance, "orig", r.original_width, r.original_height))
        lines.append(_written_key(chance, "offset", r.offset_left, r.offset_bottom))
    lines += [_written_key(chance, "split", *r.split)] if r.split else []
    lines += [_written_key(chance, "pad", *r.pad)] if r.pad else []
    lines.append(_written_key(chance, "weight", 3, 4))
    chance.shuffle(lines)
    return [r.name, *lines]


@given(
    st.lists(st.tuples(_names, st.booleans(), st.lists(_regions(), max_size=4)), min_size=1, max_size=3), st.randoms()
)
def test_both_syntaxes_in_any_key_order_spacing_and_line_ends_give_the_same_regions(
    pages: list[tuple[str, bool, list[AtlasRegion]]], chance: random.Random
) -> None:
    lines: list[str] = [""] * chance.randrange(3)
    for name, pma, regions in pages:
        header = [
            _written_key(chance, "size", 2048, 1024),
            _written_key(chance, "filter", "MipMapLinearLinear", "Nearest"),
            _written_key(chance, "repeat", "xy"),
            _written_key(chance, chance.choice(["pma", "PMA"]), chance.choice(["true", "TRUE"]) if pma else "false"),
            _written_key(chance, "vendor", "a", "b"),
        ]
        chance.shuffle(header)
        lines += [name, *header]
        for region in regions:
            lines += _written_region(chance, region)
        lines += chance.choice([[""], ["", "  ", ""]])
    text = chance.choice(["\n", "\r\n", "\r"]).join(lines).rstrip() if chance.random() < 0.5 else "\n".join(lines)
    atlas, report = _read(text)
    assert not [d for d in report if d.severity is Severity.ERROR]
    assert atlas.pages == tuple(
        AtlasPage(name.strip(), 2048, 1024, pma, ("MipMapLinearLinear", "Nearest"), "xy") for name, pma, _ in pages
    )
    flat = [(i, r) for i, (_, _, regions) in enumerate(pages) for r in regions]
    assert [r.page for r in atlas.regions] == [i for i, _ in flat]
    for found, (_, wanted) in zip(atlas.regions, flat, strict=True):
        for slot in AtlasRegion.__slots__:
            if slot != "page":
                assert getattr(found, slot) == getattr(wanted, slot)


def test_the_old_and_the_new_syntax_of_one_sheet_agree() -> None:
    wanted = expected("01")
    old, new, mixed = (_clean(case("01", f"{n}.atlas")) for n in ("old", "new", "mixed"))
    for atlas in (old, new, mixed):
        (first, *_) = atlas.regions
        assert first == new.regions[0]
        assert (first.name, *_box(first)) == (wanted["region"], *(wanted[k] for k in "xywh"))
        assert (first.offset_left, first.offset_bottom) == (wanted["offset_left"], wanted["offset_bottom"])
        assert (first.original_width, first.original_height) == (wanted["orig_w"], wanted["orig_h"])
    leg = mixed.regions[mixed.find("leg")]
    assert mixed.pages[leg.page].name == wanted["leg"]["page"]
    assert _box(leg) == [wanted["leg"][k] for k in "xywh"]


def test_unknown_properties_are_never_taken_for_names() -> None:
    atlas = _clean(case("02", "a.atlas"))
    wanted = expected("02")
    assert [r.name for r in atlas.regions] == wanted["names"]
    assert len(atlas.pages) == wanted["pages"]
    assert atlas.pages[0].pma
    first = atlas.regions[0]
    assert (first.x, first.y, first.width, first.height) == tuple(wanted["first"][k] for k in "xywh")
    assert first.degrees == wanted["first"]["rotate"]


def test_blank_lines_and_a_missing_last_line_end_lose_nothing() -> None:
    atlas = _clean(case("04", "blank.atlas"))
    wanted = expected("04")
    assert [p.name for p in atlas.pages] == wanted["pages"]
    assert {r.name: atlas.pages[r.page].name for r in atlas.regions} == wanted["regions"]
    assert _box(atlas.regions[1]) == wanted["two_bounds"]


@pytest.mark.parametrize("blanks", ["", "\n", " \r\n\t\n", "\ufeff\n"])
def test_a_file_of_blanks_is_an_empty_atlas_with_a_warning(blanks: str) -> None:
    atlas, report = _read(blanks)
    assert (atlas.pages, atlas.regions) == ((), ())
    assert [d.code for d in report] == ["empty-atlas"]


def test_a_blank_line_between_regions_is_told_and_lived_with() -> None:
    atlas, report = _read(
        "p.png\nsize: 8, 8\none\nbounds: 0, 0, 4, 4\n\ntwo\nbounds: 4, 0, 4, 4\n\nq.png\nsize: 8, 8\n"
    )
    assert [p.name for p in atlas.pages] == ["p.png", "q.png"]
    assert [(r.name, r.page) for r in atlas.regions] == [("one", 0), ("two", 0)]
    assert [(d.code, d.place) for d in report] == [("blank-line", "line 6")]


def test_names_with_blanks_colons_slashes_and_dots_are_found_as_skeletons_write_them() -> None:
    atlas = _clean(case("06", "n.atlas"))
    for name, x in expected("06")["x_of"].items():
        assert atlas.regions[atlas.find(name)].x == x


@pytest.mark.parametrize("name", ["fx:spark", "size: big", "a:b:c", "bounds: all", "rotate:me", "x: y", "index: none"])
@pytest.mark.parametrize("indent", ["", "  "])
@pytest.mark.parametrize("first", ["bounds: 8, 0, 4, 4", "index: 5", "rotate: 90"])
def test_a_name_with_a_colon_is_a_name_where_a_region_needs_one(name: str, indent: str, first: str) -> None:
    plain = [f"{indent}bounds: 0, 0, 4, 4"]
    turned = [indent + first] + ([] if first.startswith("bounds") else [f"{indent}bounds: 8, 0, 4, 4"])
    text = "\n".join(["p.png", "size: 32, 32", "a", *plain, name, *turned, "z", *plain])
    atlas = _clean(text)
    assert [r.name for r in atlas.regions] == ["a", name, "z"]
    assert atlas.regions[1].x == 8


def test_exact_names_win_over_trimmed_ones() -> None:
    atlas = _clean("p.png\n glow\nbounds: 1, 0, 4, 4\nglow\nbounds: 2, 0, 4, 4\nglow \nbounds: 3, 0, 4, 4")
    assert [atlas.regions[atlas.find(n)].x for n in (" glow", "glow", "glow ", "  glow")] == [1, 2, 3, 1]
    assert atlas.find("lamp") == -1


def test_regions_of_one_name_are_all_kept_and_the_first_is_found() -> None:
    atlas, report = _read(case("08", "d.atlas"))
    wanted = expected("08")
    assert len(atlas.regions) == wanted["count"]
    for index, (page, x) in wanted["spark"].items():
        region = atlas.regions[atlas.find_indexed("spark", int(index))]
        assert [atlas.pages[region.page].name, region.x] == [page, x]
    first = atlas.regions[atlas.find("dup")]
    assert [atlas.pages[first.page].name, first.x] == wanted["dup_first"]
    assert [d.code for d in report] == ["duplicate-region"]


def test_pages_may_leave_everything_out_and_say_unknown_things() -> None:
    atlas = _clean(case("09", "m.atlas"))
    assert [(p.width, p.height) for p in atlas.pages] == [(0, 0), (0, 0)]
    assert atlas.pages[1].filter == ("MipMapLinearNearest", "Linear")
    single = _clean("p.png\nfilter: Linear\nrepeat: maybe\nformat: Weird\n")
    assert single.pages[0].filter == ("Linear", "Linear")


def test_pma_is_read_page_by_page() -> None:
    assert [p.pma for p in _clean(case("11", "pma.atlas")).pages] == [False, True]


def test_nine_patch_entries_do_not_shift_what_follows() -> None:
    atlas = _clean(case("12", "s.atlas"))
    wanted = expected("12")
    panel, after = atlas.regions
    assert [_box(panel), list(panel.split or ()), list(panel.pad or ())] == list(wanted["panel"].values())
    assert _box(after) == wanted["after"]["bounds"]


def test_an_original_size_of_zero_is_the_packed_size() -> None:
    region = _clean("p.png\nr\nbounds: 0, 0, 7, 5\noffsets: 0, 0, 0, 0\n").regions[0]
    assert (region.original_width, region.original_height) == (7, 5)


@pytest.mark.parametrize(
    ("lines", "code", "line"),
    [
        (["r", "bounds: 1, 2, 3"], "bad-value", 3),
        (["r", "bounds: 1, 2, 3, x"], "bad-value", 3),
        (["r", "bounds: 1.5, 2, 3, 4"], "bad-value", 3),
        (["r", "bounds: 1, 2, 3, 99999999999"], "bad-value", 3),
        (["r", "bounds: -1, 2, 3, 4"], "bad-value", 2),
        (["r", "rotate: 45", "bounds: 1, 2, 3, 4"], "bad-value", 2),
        (["r", "rotate: sideways", "bounds: 1, 2, 3, 4"], "bad-value", 2),
        (["size: 1"], "bad-value", 2),
        (["size: -8, 8"], "bad-value", 2),
        (["r", "index: 1"], "missing-bounds", 2),
        (["bounds: 1, 2, 3, 4"], "missing-name", 2),
    ],
)
def test_wrong_lines_are_reported_by_number(lines: list[str], code: str, line: int) -> None:
    _, report = _read("\n".join(["p.png", *lines]))
    assert [(d.code, d.place) for d in report] == [(code, f"line {line}")]


def test_a_file_that_is_no_atlas_is_one_error_and_one_with_some_sense_has_each_of_its_lines() -> None:
    junk = [f"{word}{n}" for n in range(1000) for word in ("lorem", "", "{", '"size": 3,', "ipsum: dolor")]
    for lines in (junk, [" a", "b", "", "c"], ["<html>", "  <body>"]):
        atlas, report = _read("\n".join(lines))
        assert [d.code for d in report] == ["not-an-atlas"] and not atlas.pages
        (error,) = report
        assert f"none of its {len(lines)} lines" in error.found
    _, report = _read("p.png\nsize: 9, 9\n" + "".join(f"r{n}\n" for n in range(1000)))
    assert [(d.code, d.place) for d in report] == [("missing-bounds", f"line {n}") for n in range(3, 1003)]
    for keyless in ("p.png", "p.png\n\nq.png\n", "p.png\nmood: calm"):
        assert _clean(keyless).pages


def test_a_region_beyond_its_page_is_warned_about_turned_or_not() -> None:
    page = "p.png\nsize: 100, 50\n"
    assert not list(_read(page + "r\nbounds: 60, 0, 40, 50")[1])
    assert [d.code for d in _read(page + "r\nbounds: 61, 0, 40, 50")[1]] == ["outside-page"]
    assert [d.code for d in _read(page + "r\nbounds: 0, 0, 60, 40\nrotate: 90")[1]] == ["outside-page"]


def test_text_that_is_not_utf8_is_refused() -> None:
    report = Report()
    read_atlas(b"p.png\nr\xe9gion\nbounds: 0,0,1,1", "a.atlas", report)
    assert [d.code for d in report] == ["not-utf8"]


# the worked example of the atlas sheet, section 4, for every turn: mesh uv to page pixel

_EXAMPLE = {
    90: ("110, 10", [(97, 55), (97, -5), (147, -5), (147, 55), (122, 40)]),
    0: ("60, 20", [(55, 7), (115, 7), (115, 57), (55, 57), (70, 32)]),
    180: ("10, 60", [(55, 103), (-5, 103), (-5, 53), (55, 53), (40, 78)]),
    270: ("150, 50", [(193, 45), (193, 105), (143, 105), (143, 45), (168, 60)]),
}


@pytest.mark.parametrize("degrees", _EXAMPLE)
@pytest.mark.parametrize("old", [False, True])
def test_the_worked_example_gives_the_observed_page_pixels(degrees: int, old: bool) -> None:
    place, wanted = _EXAMPLE[degrees]
    new_keys: list[Any] = [f"bounds: {place}, 40, 30", "offsets: 5, 7, 60, 50"]
    old_keys = [f"xy: {place}", "size: 40, 30", "orig: 60, 50", "offset: 5, 7"]
    text = "\n".join(["page.png", "size: 200, 100", "rot", *(old_keys if old else new_keys), f"rotate: {degrees}"])
    (region,) = _read(text)[0].regions
    assert [region.page_position(u, v) for u, v in ((0, 0), (1, 0), (1, 1), (0, 1), (0.25, 0.5))] == wanted


def test_a_region_knows_what_was_trimmed_at_the_top() -> None:
    (region,) = _clean(case("07", "t.atlas")).regions
    # visible box of a 14 x 12 attachment, by the sheet's section 3: left, right, bottom, top
    left, bottom = -7 + region.offset_left, -6 + region.offset_bottom
    box = [left, left + region.width, bottom, bottom + region.height]
    assert box == expected("07")["visible_box_s1_xmin_xmax_ymin_ymax"]
    assert region.offset_top == 12 - 8 - 1


def test_every_real_atlas_is_read_without_a_word(shared: Path) -> None:
    found = sorted(shared.glob("skeletons/*/*/*.atlas")) + sorted(shared.glob("scenes/**/*.atlas"))
    assert len(found) > 40
    for path in found:
        atlas = _clean(path)
        lines = path.read_text(encoding="utf-8").splitlines()
        places = sum(1 for line in lines if line.strip().startswith(("bounds:", "xy:")))
        assert len(atlas.regions) == places
        assert all(r.width and r.height and r.original_width >= r.width for r in atlas.regions)
