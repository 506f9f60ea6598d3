"""Headers, bones, slots, skins and events of skeleton JSON."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rigbyscene.model.attachments import Region, UnknownAttachment
from rigbyscene.model.enums import Blend, Format, Inherit
from tests.formats.format_helpers import (
    case,
    case_files,
    errors,
    expected,
    only_error,
    only_warning,
    read,
    read_clean,
    skeleton,
)

# versions

_FORMATS = {"3.8": Format.V38, "4.0": Format.V42, "4.1": Format.V42, "4.2": Format.V42, "4.3": Format.V43}


@given(st.sampled_from(sorted(_FORMATS)), st.sampled_from(["", ".1", ".99", ".75-beta", "-from-4.3.01", " beta", "x"]))
def test_a_version_is_told_by_its_first_two_numbers_whatever_follows(version: str, suffix: str) -> None:
    assert read_clean(skeleton(version + suffix)).format is _FORMATS[version]


@given(st.sampled_from(["2.1.27", "3.6.53", "3.7.94", "3.80.1", "4.4.0", "4.20.1", "5.0", "42", "v4.2", "four"]))
def test_other_versions_are_refused_by_name_with_those_that_work(version: str) -> None:
    problem = only_error(skeleton(version))
    assert version in problem.found
    assert all(known in problem.remedy for known in _FORMATS)


def test_the_reported_headers_are_read_as_the_cases_say() -> None:
    for name in ("v0", "v1"):
        made, warning = only_warning(case("24", f"{name}.json"))
        assert (made.format, warning.code) == (Format.V42, "no-version")
    wanted = {"v2": Format.V42, "v3": Format.V43, "v4": Format.V38, "v5": Format.V42}
    for name, version in wanted.items():
        assert read_clean(case("24", f"{name}.json")).format is version
    assert "2.1.27" in only_error(case("24", "v6.json")).found


def test_the_version_may_stand_under_the_name_that_the_specification_page_uses() -> None:
    assert read_clean({"skeleton": {"version": "4.3.0"}, "bones": [{"name": "r"}]}).format is Format.V43


def test_header_texts_may_be_null_and_numbers_may_be_missing() -> None:
    header = read_clean({"skeleton": {"spine": "4.3.0", "images": None, "audio": ""}, "bones": [{"name": "r"}]}).header
    assert (header.images, header.audio, header.width, header.fps, header.reference_scale) == (None, "", 0, 30, 100)


def test_a_scene_manifest_is_not_read_as_a_skeleton() -> None:
    assert only_error({"rigbyScene": 1, "stage": "a.json"}).code == "not-a-skeleton"


# bones and slots


def test_every_bone_and_slot_field_is_read_and_has_its_default() -> None:
    bone = {
        "name": "b",
        "parent": "root",
        "length": 1,
        "x": 2,
        "y": 3,
        "rotation": 4,
        "scaleX": 5,
        "scaleY": 6,
        "shearX": 7,
        "shearY": 8,
        "inherit": "noScale",
        "skin": True,
        "color": "#ff0000",
        "icon": "gear",
        "iconSize": 9,
        "iconRotation": 10,
        "visible": False,
    }
    slot = {"name": "t", "bone": "b", "color": "00ff0080", "dark": "0000FF", "attachment": "a", "blend": "Screen"}
    made = read_clean(skeleton(bones=[{"name": "root"}, bone], slots=[{"name": "s", "bone": "root"}, slot]))
    root, b = made.bones
    assert (root.parent, root.scale_x, root.scale_y, root.inherit, root.skin_required) == (
        -1,
        1,
        1,
        Inherit.NORMAL,
        False,
    )
    assert (b.length, b.x, b.y, b.rotation, b.scale_x, b.scale_y, b.shear_x, b.shear_y) == (1, 2, 3, 4, 5, 6, 7, 8)
    assert (b.parent, b.inherit, b.skin_required, b.color) == (0, Inherit.NO_SCALE, True, (1, 0, 0, 1))
    assert (b.icon, b.icon_size, b.icon_rotation, b.visible) == ("gear", 9, 10, False)
    s, t = made.slots
    assert (s.color, s.dark, s.attachment, s.blend) == ((1, 1, 1, 1), None, None, Blend.NORMAL)
    assert (t.bone, t.color, t.dark, t.attachment, t.blend) == (1, (0, 1, 0, 128 / 255), (0, 0, 1), "a", Blend.SCREEN)


@pytest.mark.parametrize("key", ["inherit", "transform"])
@pytest.mark.parametrize("mode", list(Inherit))
def test_inherit_modes_are_read_under_both_names(key: str, mode: Inherit) -> None:
    words = mode.name.lower().split("_")
    text = words[0] + "".join(w.capitalize() for w in words[1:])
    made = read_clean(skeleton(bones=[{"name": "root"}, {"name": "b", "parent": "root", key: text}]))
    assert made.bones[1].inherit is mode


@given(st.text(max_size=9).filter(lambda t: t.lower().strip("#0123456789abcdef") or len(t) not in (6, 7, 8, 9)))
def test_a_colour_is_six_or_eight_hexadecimal_digits_and_nothing_else(text: str) -> None:
    assert only_error(skeleton(slots=[{"name": "s", "bone": "b", "color": text}])).place == "slots[0].color"


@given(st.tuples(*[st.integers(0, 255)] * 4), st.booleans(), st.booleans(), st.booleans())
def test_hex_colours_are_read_in_any_case_with_or_without_alpha_and_hash(
    channels: tuple[int, int, int, int], alpha: bool, upper: bool, mark: bool
) -> None:
    digits = "".join(f"{c:02x}" for c in channels[: 4 if alpha else 3])
    text = ("#" if mark else "") + (digits.upper() if upper else digits)
    slot = read_clean(skeleton(slots=[{"name": "s", "bone": "b", "color": text}])).slots[0]
    assert slot.color == tuple(c / 255 for c in (channels if alpha else (*channels[:3], 255)))


def _bones(*pairs: tuple[str, str | None]) -> dict[str, Any]:
    return skeleton(bones=[{"name": n} | ({"parent": p} if p else {}) for n, p in pairs], slots=[])


@pytest.mark.parametrize(
    ("source", "code", "names"),
    [
        (case("25", "dup_slot.json"), "duplicate-name", ["x"]),
        (case("25", "late_parent.json"), "late-parent", ["kid", "mum"]),
        (case("25", "dangling.json"), "unknown-bone", ["x", "nobody"]),
        (case("25", "two_roots.json"), "second-root", ["r1", "r2"]),
        (_bones(("r", None), ("a", "r"), ("a", "r")), "duplicate-name", ["a"]),
        (_bones(("r", None), ("a", "gone")), "unknown-bone", ["a", "gone"]),
        (_bones(("r", None), ("a", "a")), "late-parent", ["a"]),
        (_bones(("r", "a"), ("a", "r")), "late-parent", ["r", "a"]),
        (_bones(), "no-bones", []),
        (skeleton(skins=[{"name": "k"}, {"name": "k"}]), "duplicate-name", ["k"]),
        (skeleton(skins=[{"name": "k", "attachments": {"gone": {}}}]), "unknown-slot", ["k", "gone"]),
        (skeleton(skins=[{"name": "k", "bones": ["gone"]}]), "unknown-bone", ["k", "gone"]),
        (skeleton(skins=[{"name": "k", "ik": ["gone"]}]), "unknown-constraint", ["k", "gone"]),
        (skeleton(slots=[{"name": "s"}]), "missing-field", ["bone"]),
        (skeleton(slots=[{"bone": "b"}]), "missing-field", ["name"]),
        (skeleton(skins=[{"attachments": {}}]), "missing-field", ["name"]),
    ],
)
def test_names_that_are_double_late_or_dangling_are_one_error_with_both_names(
    source: Any, code: str, names: list[str]
) -> None:
    problem = only_error(source)
    assert problem.code == code
    assert all(repr(name) in problem.found or f'"{name}"' in problem.found for name in names)


def test_names_that_differ_by_a_space_are_different_names() -> None:
    assert [s.name for s in read_clean(case("25", "space_ok.json")).slots] == ["a", "a "]


def test_a_wrong_name_is_answered_with_the_nearest_one() -> None:
    problem = only_error(_bones(("root", None), ("torso", "root"), ("arm", "Torso")))
    assert problem.nearest == "torso"


def test_all_faults_of_a_file_are_told_at_once() -> None:
    broken = skeleton(
        bones=[{"name": "root", "x": "1"}, {"name": "b", "parent": "gone", "color": "red"}],
        slots=[{"name": "s", "bone": "q", "blend": "burn"}],
        skins=[{"name": "k", "attachments": {"s": {"a": {"width": 1}}}}],
        animations={"go": {"bones": {"b": {"rotate": [{"time": None}]}}}},
    )
    places = {d.place for d in errors(read(broken)[1])}
    assert places == {
        "bones[0].x",
        "bones[1].parent",
        "bones[1].color",
        "slots[0].bone",
        "slots[0].blend",
        "skins[0].attachments.s.a.height",
        "animations.go.bones.b.rotate[0].time",
    }


# skins


def test_skins_as_object_and_as_array_are_the_same_skins() -> None:
    as_array, as_object = (read_clean(case("14", f"{n}.json")) for n in ("array", "object"))
    for made in (as_array, as_object):
        assert [s.name for s in made.skins] == ["red", "default"]
        assert made.default_skin is made.skins[1]
        shown = made.skins[1].attachments[0, "a"]
        assert isinstance(shown, Region)
        assert (shown.width, shown.height) == (20, 10)


def test_skins_may_be_missing_and_default_may_be_missing() -> None:
    none = read_clean(case("14", "noskins.json"))
    wanted = expected("14")["noskins"]
    assert (len(none.bones), len(none.slots), none.skins) == (wanted["bones"], wanted["slots"], ())
    red = read_clean(case("14", "onlyred.json"))
    assert red.default_skin is None
    assert (0, "a") in red.skin("red").attachments


@pytest.mark.parametrize(
    "attachments",
    [{}, {"attachments": None}, {"attachments": {}}, {"attachments": {"s": {}}}, {"attachments": {"s": None}}],
)
def test_a_skin_may_hold_no_attachments_in_any_spelling(attachments: dict[str, Any]) -> None:
    made = read_clean(skeleton(skins=[{"name": "bare", "bones": ["b"], "ik": [], **attachments}]))
    assert (made.skins[0].attachments, made.skins[0].bones) == ({}, (1,))


def test_the_reported_skins_without_attachments_load() -> None:
    made = read_clean(case("19", "s.json"))
    assert [s.name for s in made.skins] == expected("19")["skins"]
    wing = made.bone_index("wing")
    assert [wing in s.bones for s in made.skins] == [False, True, False]


def test_an_attachment_that_is_null_is_absent() -> None:
    made = read_clean(case("20", "n.json"))
    assert [list(s.attachments) for s in made.skins] == [[(0, "a")], [(0, "b")]]


def test_an_image_is_named_by_path_else_name_else_placeholder() -> None:
    made = read_clean(case("30", "p.json"))
    found = {s.name: a.image for s in made.skins for a in s.attachments.values() if isinstance(a, Region)}
    assert found == {k: v for k, v in expected("30")["image"].items() if v}
    for path in (None, "p"):
        for name in (None, "n"):
            entry = {"width": 1, "height": 1, "path": path, "name": name}
            region = read_clean(skeleton(skins=[{"name": "k", "attachments": {"s": {"key": entry}}}])).skins[0]
            (shown,) = region.attachments.values()
            assert isinstance(shown, Region)
            assert (shown.image, shown.key) == (path or name or "key", "key")


# what this package does not know


def test_unknown_kinds_are_skipped_with_one_warning_each() -> None:
    made, report = read(case("23", "u.json"))
    assert made is not None
    assert sorted(d.code for d in report) == [
        "unknown-animation-section",
        "unknown-attachment-type",
        "unknown-bone-timeline",
        "unknown-constraint-type",
        "unknown-field",
        "unknown-section",
    ]
    assert not errors(report)
    assert [c.name for c in made.constraints] == ["i"]
    (shown,) = made.skins[0].attachments.values()
    assert isinstance(shown, UnknownAttachment)
    assert shown.type == "hologram"
    assert made.animations[0].duration == 3  # the skipped timeline's key counts


def test_many_things_of_one_unknown_kind_are_one_warning_that_counts_them() -> None:
    holograms = {f"h{i}": {"type": "hologram"} for i in range(40)}
    _, warning = only_warning(skeleton(skins=[{"name": "k", "attachments": {"s": holograms}}]))
    assert warning.place == "skins[0].attachments.s.h0.type"
    assert "39 more" in warning.found


_OBJECTS = ["skeleton", "bones[1]", "slots[0]", "skins[0]", "skins[0].attachments.s.a", "events.e", "ik[0]"]


@given(
    st.sampled_from(_OBJECTS), st.recursive(st.none() | st.booleans() | st.text(), st.lists), st.text("xyz", min_size=4)
)
def test_unknown_fields_are_skipped_and_told_wherever_they_are(place: str, value: Any, key: str) -> None:
    source = skeleton(
        skins=[{"name": "k", "attachments": {"s": {"a": {"width": 1, "height": 1}}}}],
        events={"e": {}},
        ik=[{"name": "i", "bones": ["b"], "target": "root"}],
    )
    at: Any = source
    for part in place.replace("[", ".[").split("."):
        at = at[int(part[1:-1])] if part.startswith("[") else at[part]
    at[key] = value
    _, warning = only_warning(source)
    assert (warning.code, warning.place.startswith(place)) == ("unknown-field", True)


def test_the_reported_files_of_these_kinds_never_raise() -> None:
    for number in ("14", "19", "20", "23", "24", "25", "26", "30"):
        for path in case_files(number, "*.json"):
            read(path)


def test_events_have_their_fields_and_defaults() -> None:
    full = {"int": 3, "float": 0.5, "string": "x", "audio": "a.ogg", "volume": 0.25, "balance": -1}
    first, second = read_clean(skeleton(events={"full": full, "bare": {}})).events
    assert (first.int_value, first.float_value, first.string_value) == (3, 0.5, "x")
    assert (first.audio, first.volume, first.balance) == ("a.ogg", 0.25, -1)
    assert (second.int_value, second.float_value, second.string_value) == (0, 0, "")
    assert (second.audio, second.volume, second.balance) == (None, 1, 0)


@given(st.permutations(["bones", "slots", "skins", "ik", "events", "animations", "skeleton"]))
def test_sections_may_come_in_any_order(order: list[str]) -> None:
    source = skeleton(
        skins=[{"name": "default", "ik": ["i"], "attachments": {"s": {"a": {"width": 1, "height": 1}}}}],
        ik=[{"name": "i", "bones": ["b"], "target": "root"}],
        events={"e": {}},
        animations={"go": {"ik": {"i": [{"mix": 0.5}]}, "events": [{"name": "e"}]}},
    )
    made = read_clean(json.dumps({key: source[key] for key in order}).encode())
    assert len(made.animations[0].timelines) == 2
    assert made.skins[0].constraints == (0,)
