"""Binary files that are cut, foreign, absurd or damaged: one clear word, quickly, and never much memory."""

from __future__ import annotations

import re
import struct
import tracemalloc
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rigbyscene.errors import Report, Severity
from rigbyscene.formats.skeleton_file import read_skeleton
from rigbyscene.model.skeleton import Skeleton
from tests.formats.format_helpers import case, read_clean
from tests.formats.skel_bytes_by_hand import NOTHING, animation, b, f, n, s, skel, v
from tests.formats.skel_helpers import as_skel, loaded, refusal
from tests.formats.test_fuzz import SKELETONS

MOST_MEMORY = 50_000_000
VERSIONS = ("4.2", "4.3")


def small(version: str) -> bytes:
    """A file of a few kilobytes that has every section."""
    source = SKELETONS[version]
    return as_skel(read_clean(source | {"skeleton": source["skeleton"] | {"hash": ""}}))


SMALL = {version: small(version) for version in VERSIONS}


def survives(data: bytes) -> tuple[Skeleton | None, Report]:
    """Read `data`; there is a skeleton or an error, and the error says where."""
    report = Report()
    read = read_skeleton(data, "x.skel", report)
    for problem in report:
        str(problem).encode()
        if problem.severity is Severity.ERROR and data[9:11] == b"4.":
            assert re.match(r"offset 0x[0-9a-f]+, \w", problem.place), str(problem)
            assert int(problem.place[7:].split(",")[0], 16) <= len(data)
    assert read is not None or report.has_errors
    return (None if read is None else read[0]), report


# the reported files


@pytest.mark.parametrize(
    ("name", "place", "says"),
    [
        ("v41", "offset 0x9, header", 'the skel is "4.1.24", this reads 4.2 and 4.3'),
        ("cut43", "offset 0x13, header", "the file ends in y: 4 bytes are wanted and 2 left"),
        ("huge", "offset 0x8, header", "it does not have a version behind the hash"),
        ("zero", "", "the file is empty"),
    ],
)
def test_the_reported_files_are_refused_with_what_is_wrong_and_where(name: str, place: str, says: str) -> None:
    problem = refusal(case("31", f"{name}.skel").read_bytes())
    assert problem.place == place
    assert says in problem.found


def test_json_is_read_as_json_whatever_it_is_called() -> None:
    text = case("31", "text.skel").read_bytes()
    for prefix in (b"", b"\xef\xbb\xbf", b" \r\n\t", b"\xef\xbb\xbf\n "):
        for name in ("a.skel", "a.skel.bytes", "a.json"):
            assert loaded(prefix + text, name).name == "a"


def test_binary_is_read_as_binary_whatever_it_is_called_and_whatever_its_hash_begins_with() -> None:
    for start in (b"{", b" {", b"\xef\xbb\xbf{", b"[", b"\x00"):
        data = start + SMALL["4.2"][len(start) :]
        assert loaded(data, "a.json").bones


# files that are something else


@pytest.mark.parametrize(
    ("data", "says"),
    [
        (b"\x89PNG\r\n\x1a\n" + bytes(40), "PNG"),
        (b"PK\x03\x04" + bytes(40), ".rigby"),
        (b"\x1f\x8b\x08" + bytes(40), "gzip"),
        (b"\xff\xd8\xff\xe0" + bytes(40), "JPEG"),
        ("page.png\nsize: 64, 64\n".encode("utf-16"), "UTF-16"),
        (b"page.png\nsize: 64, 64\n", "text"),
        (b"<!doctype html>\n<title>Not found</title>", "text"),
        (s("abcdefghijk") + s("3.8.99") + bytes(40), "3.8.99"),
        (bytes(8) + s("4.1.24") + bytes(40), "4.1.24"),
        (bytes(8) + s("4.20.1") + bytes(40), "4.20.1"),
        (bytes(8) + s("5.0.0-beta") + bytes(40), "5.0.0-beta"),
        (bytes(300), "version"),
    ],
)
def test_foreign_files_are_called_by_their_name(data: bytes, says: str) -> None:
    problem = refusal(data)
    assert says in problem.found
    assert problem.remedy


# one fault at a time: what is said, and that it is said at the byte where the fault is

ROOT = s("root") + f(0, 0, 0, 1, 1, 0, 0) + f(0) + b(0, 0)
HEAD = bytes(8) + s("4.2.22") + f(0, 0, 0, 0, 100) + b(0)
NO_STRINGS = NOTHING


def fault(before: bytes, wrong: bytes, after: bytes = bytes(64)) -> tuple[bytes, int]:
    return before + wrong + after, len(before)


def inside(data: bytes, right: bytes, wrong: bytes) -> tuple[bytes, int]:
    """`data` with its last `right` exchanged for `wrong`."""
    at = data.rindex(right)
    return data[:at] + wrong + data[at + len(right) :], at


MESH = v(1) + b(2) + v(3) + v(3) + f(0, 0, 8, 0, 0, 8) + f(0, 0, 1, 0, 0, 1) + v(0, 1, 2)
WITH_MESH = skel("4.2", skin=n(v(1) + n(MESH)))
ROTATE = b(0) + v(2) + v(0) + f(0, 1) + f(1, 2) + b(0)
TURNED = skel("4.2", animations=n(animation("4.2", bones=n(v(1) + n(ROTATE)))))
FAULTS = {
    "a string beyond the end": (*fault(HEAD, v(1) + v(0xFFFFFFFF)), "string table", "4294967294 bytes", 1),
    "absurdly many strings": (*fault(HEAD, v(0x7FFFFFFF)), "string table", "2147483647 strings", 0),
    "absurdly many bones": (*fault(HEAD + NO_STRINGS, v(0xFFFFFFFF)), "bones", "4294967295 bones", 0),
    "a number of six bytes": (*fault(HEAD + NO_STRINGS, b"\xff" * 6), "bones", "more than 5 bytes", 0),
    "a number of 33 bits": (*fault(HEAD + NO_STRINGS, b"\xff\xff\xff\xff\x1f"), "bones", "more than 32 bits", 0),
    "no bones": (*fault(HEAD + NO_STRINGS, v(0)), "bones", "no bones", 1),
    "a bone without a name": (*fault(HEAD + NO_STRINGS + v(1), v(0)), "bones", "no name", 0),
    "not a number": (*fault(HEAD + NO_STRINGS + v(1) + s("r"), f(float("nan"))), 'bone "r"', "rotation is nan", 0),
    "infinity": (*fault(HEAD + NO_STRINGS + v(1) + s("r"), f(0, float("inf"))), 'bone "r"', "x is inf", 4),
    "a flag that is neither 0 nor 1": (*fault(HEAD[:-1], b(7)), "header", "neither 0 nor 1", 0),
    "an unknown inherit mode": (*inside(HEAD + NO_STRINGS + v(1) + ROOT, b(0, 0), b(5, 0)), 'bone "root"', "5", 0),
    "text that is not UTF-8": (*fault(HEAD + v(1) + v(3), b"a\xff"), "string table", "UTF-8", 1),
    "a parent that comes later": (
        *fault(HEAD + NO_STRINGS + v(2) + ROOT + s("b"), v(1), bytes(80)),
        'bone "b"',
        "1 is not the number of a bone",
        0,
    ),
    "an unknown string": (
        *inside(WITH_MESH, v(1) + b(2) + v(3, 3), v(7) + b(2) + v(3, 3)),
        'skin "default", slot "b"',
        "string 7 of 6",
        0,
    ),
    "an unknown attachment type": (
        *inside(WITH_MESH, v(1) + b(2) + v(3, 3), v(1) + b(7) + v(3, 3)),
        'attachment "m"',
        "type 7",
        1,
    ),
    "a hull that does not fit": (*inside(WITH_MESH, v(3) + v(3) + f(0), v(9) + v(3) + f(0)), '"m"', "hull of 9", 0),
    "a triangle outside": (*inside(WITH_MESH, v(0, 1, 2), v(0, 1, 3)), '"m"', "3 is not one of 3", 0),
    "absurdly many vertices": (
        *inside(WITH_MESH, v(3) + f(0), v(200) + f(0)),
        'attachment "m"',
        "200 vertices cannot be in the",
        0,
    ),
    "absurdly many keys": (
        *inside(TURNED, v(2) + v(0) + f(0, 1), v(0xFFFFFF) + v(0) + f(0, 1)),
        'animation "go", bone "upper", timeline rotate',
        "16777215 keys cannot be in the",
        0,
    ),
    "an unknown curve": (*inside(TURNED, f(1, 2) + b(0), f(1, 2) + b(3)), "timeline rotate", "the curve is 3", 8),
    "an unknown timeline": (*inside(TURNED, ROTATE, b(99) + ROTATE[1:]), 'bone "upper"', "timeline is 99", 0),
    "an infinite key": (
        *inside(TURNED, f(1, 2), f(1, float("inf"))),
        "timeline rotate",
        "a key holds something that is not a finite number",
        0,
    ),
}


@pytest.mark.parametrize("name", FAULTS)
def test_a_fault_is_told_with_its_offset_and_section(name: str) -> None:
    data, at, section, says, further = FAULTS[name]
    problem = refusal(data)
    assert problem.place.startswith(f"offset 0x{at + further:x}, ")
    assert section in problem.place
    assert says in problem.found
    assert problem.remedy


def test_a_linked_mesh_that_leads_nowhere_or_in_a_circle_is_refused() -> None:
    def link(key: int, source: int) -> bytes:
        return v(key) + b(3) + v(0) + v(source)

    point = v(3) + b(5) + f(0, 0, 0)
    for entries, says in (
        ([link(1, 2)], "which is nothing"),
        ([link(1, 3), point], "which is a point"),
        ([link(1, 1)], "circle"),
        ([link(1, 2), link(2, 1)], "circle"),
    ):
        problem = refusal(skel("4.2", skin=n(v(1) + n(*entries))))
        assert says in problem.found
        assert 'linked mesh "m"' in problem.found


def test_names_that_are_there_twice_are_refused_and_all_of_them_told() -> None:
    events = n(*(s(name) + v(0) + f(0) + s("") + s(None) for name in ("e", "e", "q", "q")))
    report = Report()
    read_skeleton(skel("4.2", events=events), "x.skel", report)
    assert [d.code for d in report] == ["duplicate-name", "duplicate-name"]
    assert all("events" in d.place for d in report)


def test_what_can_be_lived_with_is_a_warning() -> None:
    keys = b(0) + v(2) + v(0) + f(1, 1) + f(0, 2) + b(0)
    skin = n(v(1) + n(v(1) + b(5) + f(0, 0, 0)))
    deform = b(0) + v(1) + v(0) + f(3) + v(0)
    parts = {
        "bones": n(v(1) + n(keys)),
        "attachments": n(v(0) + n(v(1) + n(v(1) + deform, v(2) + deform))),
        "order": n(f(0) + n(v(0, 1), v(0, 2))),
    }
    data = skel("4.2", skin=skin, animations=n(animation("4.2", **parts))) + b"more"
    made, report = survives(data)
    assert made is not None and not report.has_errors
    codes = [d.code for d in report]
    assert codes == ["unsorted-keys", "bad-target", "unknown-attachment", "bad-draw-order", "trailing-bytes"]
    (animation_,) = made.animations
    assert animation_.duration == 3.0  # keys of skipped timelines count
    assert animation_.timelines[0].times.tolist() == [0, 1]


# damage of any kind


@pytest.fixture
def little_memory() -> Iterator[None]:
    tracemalloc.start()
    yield
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert peak < MOST_MEMORY


@pytest.mark.parametrize("version", VERSIONS)
def test_a_file_cut_at_any_byte_is_refused(version: str, little_memory: None) -> None:
    whole = SMALL[version]
    assert survives(whole)[0] is not None
    for length in range(1, len(whole)):
        made, _ = survives(whole[:length])
        assert made is None


@pytest.mark.parametrize("version", VERSIONS)
def test_any_byte_may_be_wrong(version: str, little_memory: None) -> None:
    whole = SMALL[version]
    for at in range(len(whole)):
        value = (0xFF, 0x7F, 0x80, whole[at] ^ 1, 0x00)[at % 5]
        survives(whole[:at] + bytes((value,)) + whole[at + 1 :])


ABSURD = [v(0xFFFFFFFF), v(0x7FFFFFFF), v(0x0FFFFFFF), v(0xFFFF), v(300), f(float("nan")), f(3e38), b"\x80" * 6]


@settings(max_examples=400)
@given(st.data(), st.sampled_from(VERSIONS))
def test_absurd_numbers_anywhere_are_told_or_lived_with(data: st.DataObject, version: str) -> None:
    made = bytearray(SMALL[version])
    for _ in range(data.draw(st.integers(1, 3))):
        at = data.draw(st.integers(0, len(made) - 1))
        wrong = data.draw(st.sampled_from(ABSURD) | st.binary(max_size=6))
        cut = data.draw(st.integers(0, 6))
        made[at : at + cut] = wrong
    tracemalloc.start()
    survives(bytes(made))
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert peak < MOST_MEMORY


@settings(max_examples=200)
@given(st.binary(max_size=400), st.sampled_from(VERSIONS), st.booleans())
def test_noise_behind_a_good_head_is_told(noise: bytes, version: str, nonessential: bool) -> None:
    head = skel(version, nonessential=nonessential)[:40]
    survives(head + noise)


def test_many_keys_that_move_nothing_do_not_take_much_memory(little_memory: None) -> None:
    """80 kB that ask for 800 MB: 2000 vertices, and 8000 deform keys of 6 bytes each for all of them."""
    count, keys = 2000, 8000
    mesh = v(1) + b(1) + v(count) + f(*[0.0] * (2 * count))
    deform = b(0) + v(keys) + v(0) + f(0) + v(0) + (f(0) + b(0) + v(0)) * (keys - 1)
    go = animation("4.2", attachments=n(v(0) + n(v(1) + n(v(1) + deform))))
    problem = refusal(skel("4.2", skin=n(v(1) + n(mesh)), animations=n(go)))
    assert problem.code == "too-large"
    assert "timeline deform" in problem.place


@pytest.mark.parametrize("many", [3000])
def test_long_chains_and_long_lists_take_no_time(many: int) -> None:
    """Everything that looks others up does so at once: a file of many links, skins or constraints is read in order."""
    strings = n(*(s(f"{i}") for i in range(many)))
    head = bytes(8) + s("4.3.75-beta") + f(0, 0, 0, 0, 100) + b(0) + strings
    bones = n(s("r") + f(0, 0, 0, 1, 1, 0, 0) + b(0) + f(0) + b(0))
    slots = n(s("a") + v(0) + b"\xff" * 8 + v(0, 0))
    constraints = n(*(s(f"{i}") + b(4) + b(0) for i in range(many)))
    mesh = v(1) + b(2) + v(3) + v(3) + f(*[0] * 12) + v(0, 1, 2) + v(0)
    links = [v(i + 2) + b(0x83) + v(0) + v(0) + v(i + 1) for i in range(many - 1)]
    skin = n(v(0) + n(*reversed(links), mesh))
    skins = n(*(s(f"{i}") + v(0) + n(*(v(j) for j in range(3))) + v(0) for i in range(many)))
    deform = b(0) + v(1) + v(0) + f(0) + v(0)
    go = animation(
        "4.3",
        slider=n(*(v(i) + n(b(0) + v(1) + v(0) + f(0, 0)) for i in range(many))),
        attachments=n(v(0) + n(v(0) + n(*(v(i + 1) + deform for i in range(many))))),
    )
    data = head + bones + slots + constraints + skin + skins + NOTHING + n(go) + v(0) * many
    made = loaded(data)
    assert (len(made.skins), len(made.constraints), len(made.skins[0].attachments)) == (many + 1, many, many)
    assert len(made.animations[0].timelines) == 2 * many
    assert len(loaded(as_skel(made)).animations[0].timelines) == 2 * many


def test_every_real_file_survives_being_cut_and_struck(shared: Path) -> None:
    """Real files, struck at random: none ends in anything but a skeleton or a word."""
    for path in sorted(shared.glob("skeletons/*/*/*.skel")):
        whole = path.read_bytes()
        step = max(len(whole) // 23, 1)
        for at in range(1, len(whole), step):
            assert survives(whole[:at])[0] is None
            survives(whole[:at] + struct.pack(">I", 0xFFFFFFFF) + whole[at + 4 :])
