"""JSON that the standard parser lets pass and this project does not, each with the place it is at."""

from __future__ import annotations

import json
import math
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rigbyscene.errors import Report
from rigbyscene.formats.json_text import parse_json
from tests.formats.format_helpers import case_files, expected, follow, only_error, read, read_clean

_keys = st.text(min_size=1, max_size=6)
_trees = st.recursive(
    st.integers(0, 9) | st.text(max_size=3) | st.none(),
    lambda inner: st.lists(inner, min_size=1, max_size=3) | st.dictionaries(_keys, inner, min_size=1, max_size=3),
    max_leaves=8,
).map(lambda tree: {"here": tree})


def _replace_one(draw: st.DrawFn, tree: Any, new: Any) -> Any:
    if isinstance(tree, dict):
        key = draw(st.sampled_from(sorted(tree)))
        return tree | {key: _replace_one(draw, tree[key], new)}
    if isinstance(tree, list):
        at = draw(st.integers(0, len(tree) - 1))
        return [*tree[:at], _replace_one(draw, tree[at], new), *tree[at + 1 :]]
    return new


@st.composite
def _marked(draw: st.DrawFn) -> Any:
    return _replace_one(draw, draw(_trees), "MARK")


def _parse(text: str) -> tuple[Any, list[Any]]:
    report = Report()
    return parse_json(text.encode("utf-8", "surrogatepass"), "a.json", report), list(report)


@given(_marked(), st.sampled_from(["NaN", "Infinity", "-Infinity", "1e999", "-1e4000", "1" + "0" * 400 + ".5"]))
def test_a_number_that_no_double_holds_is_refused_at_its_json_path_wherever_it_stands(tree: Any, number: str) -> None:
    _, problems = _parse(json.dumps(tree).replace('"MARK"', number))
    assert [d.code for d in problems] == ["bad-number"]
    assert follow(tree, problems[0].place) == "MARK"


@given(st.integers(210, 330), st.integers(0, 300), st.sampled_from(["e99", "E+99", "e+100", "E200"]), st.booleans())
def test_a_number_too_large_by_its_digits_and_its_exponent_is_refused_wherever_it_begins(
    digits: int, spaces: int, exponent: str, negative: bool
) -> None:
    value, problems = _parse(" " * spaces + '{"x": ' + "-" * negative + "9" * digits + exponent + "}")
    assert math.isinf(value["x"]) == (digits + int(exponent.lstrip("eE+")) > 308)
    assert [d.code for d in problems] == (["bad-number"] if math.isinf(value["x"]) else [])


@given(_marked())
def test_a_key_written_twice_is_refused_at_its_json_path_wherever_it_stands(tree: Any) -> None:
    _, problems = _parse(json.dumps(tree).replace('"MARK"', '{"twin": 1, "other": 2, "twin": 3}'))
    assert [d.code for d in problems] == ["duplicate-key"]
    assert problems[0].place.endswith(".twin")
    assert follow(tree, problems[0].place.removesuffix(".twin")) == "MARK"


@given(_marked(), st.booleans())
def test_half_a_surrogate_pair_is_refused_since_no_terminal_can_print_it(tree: Any, as_key: bool) -> None:
    broken = '{"\\ud83d": 1}' if as_key else '"ab\\udc00"'
    _, problems = _parse(json.dumps(tree).replace('"MARK"', broken))
    assert [d.code for d in problems] == ["bad-text"]
    str(problems[0]).encode()


@given(_trees, st.sampled_from(["\n", "\r\n", "\r"]), st.booleans())
def test_any_line_ends_and_a_byte_order_mark_make_no_difference(tree: Any, line_end: str, mark: bool) -> None:
    text = ("\ufeff" if mark else "") + json.dumps(tree, indent=1).replace("\n", line_end)
    assert _parse(text) == (tree, [])


@pytest.mark.parametrize("line_end", ["\n", "\r\n", "\r"])
def test_broken_json_is_reported_by_line_and_column_for_all_line_ends(line_end: str) -> None:
    value, (problem,) = _parse(line_end.join(["{", '  "bones": [', '    {"name": }', "  ]", "}"]))
    assert value is None
    assert problem.place == "line 3 column 14"


@pytest.mark.parametrize(
    ("data", "code"),
    [
        (b"", "empty-file"),
        (b"\xef\xbb\xbf \r\n\t", "empty-file"),
        ('{"a": 1}'.encode("utf-16"), "not-utf8"),
        (b'{"a": "\xff"}', "not-utf8"),
        (b'["bones"]', "bad-json"),
        (b'{"a": ' + b"[" * 200_000, "bad-json"),
        (b'{"a": ' + b"7" * 100_000 + b"}", "bad-number"),
        (b"hello", "bad-json"),
    ],
)
def test_a_file_that_is_no_json_object_is_one_error_that_says_what_it_is(data: bytes, code: str) -> None:
    report = Report()
    assert parse_json(data, "a.json", report) is None
    assert [d.code for d in report] == [code]


def test_exponents_and_whole_numbers_are_numbers() -> None:
    (path,) = case_files("26", "exp.json")
    root = read_clean(path).bones[0]
    assert [root.x, root.y] == expected("26")["exp"]


@pytest.mark.parametrize(
    ("name", "place"),
    [
        ("nan", "bones[0].x"),
        ("inf", "bones[0].scaleX"),
        ("huge", "bones[0].x"),
        ("bool", "bones[0].x"),
        ("str", "bones[0].x"),
    ],
)
def test_what_is_no_number_is_refused_by_place(name: str, place: str) -> None:
    (path,) = case_files("26", f"{name}.json")
    found = errors_at(path)
    assert found == {place}


def errors_at(path: Any) -> set[str]:
    return {d.place for d in read(path)[1]}


@given(st.sampled_from([True, False, "12", "", "NaN", [1], {}, None, 10**400]))
def test_one_rule_for_numbers_no_text_no_boolean_no_null_nothing_beyond_a_double(value: Any) -> None:
    problem = only_error({"skeleton": {"spine": "4.2.0"}, "bones": [{"name": "root", "rotation": value}]})
    assert problem.place == "bones[0].rotation"


@given(st.floats(allow_nan=False, allow_infinity=False) | st.integers(-(10**300), 10**300))
def test_every_finite_number_is_read_exactly(value: float) -> None:
    root = read_clean({"skeleton": {"spine": "4.2.0"}, "bones": [{"name": "root", "x": value}]}).bones[0]
    assert root.x == float(value)
    assert math.isfinite(root.x)
