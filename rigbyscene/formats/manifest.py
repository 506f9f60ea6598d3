"""Scene manifests: what can be checked without the skeletons. Rules: the scene semantics, sections 2, 4 and 5."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from rigbyscene.errors import Report
from rigbyscene.formats.fields import Fields, Source
from rigbyscene.formats.json_text import describe, parse_json, quoted
from rigbyscene.formats.known_fields import ACTOR, CLIP, MANIFEST, note_unknown
from rigbyscene.model.manifest import Actor, Clip, Manifest

SAME_TIME_S = 1e-9
"""Two times this close are equal (scene semantics, symbols)."""


def read_manifest(data: bytes, file: str, report: Report) -> Manifest | None:
    """The manifest in `data`, defaults filled in, or None where there is nothing to go on with.

    ``null`` is the default of every field but those that are required. All clips are kept, in file order; those that
    never play because a later one starts at the same time are warned about.
    """
    parsed = parse_json(data, file, report)
    if parsed is None:
        return None
    root = _without_nulls(parsed, "", Source(file, report))
    if not _is_version_1(root):
        return None
    stage = _required(root, "stage", "the stage skeleton's file")
    focal = root.number("focal", 1000.0)
    if focal <= 0:
        root.source.error("out-of-range", root.place("focal"), f"focal is {focal:g}", "make it a number above 0")
        focal = 1000.0
    depth = _depth(root.section("depth"), focal)
    listed = [_cleaned(fields) for fields in root.objects("actors")]
    actors = tuple(map(_actor, listed))
    _check_ids(listed, actors)
    note_unknown(root, "a scene", MANIFEST)
    root.source.tell_unknown()
    return Manifest(_path(stage), focal, depth, actors)


def _without_nulls(data: Mapping[str, Any], path: str, source: Source) -> Fields:
    return Fields({k: v for k, v in data.items() if v is not None}, path, source)


def _cleaned(fields: Fields) -> Fields:
    return _without_nulls(fields.data, fields.path, fields.source)


def _is_version_1(root: Fields) -> bool:
    version = root.data.get("rigbyScene")
    if version is None:
        root.source.error(
            "missing-field",
            "rigbyScene",
            "'rigbyScene' is missing: this is not a scene manifest",
            'add "rigbyScene": 1',
        )
    elif isinstance(version, bool) or version != 1:
        root.source.error(
            "bad-version", "rigbyScene", f"scene format {describe(version)}", "version 1 is the one that can be read"
        )
    else:
        return True
    return False


def _required(fields: Fields, key: str, wanted: str) -> str:
    text = fields.text(key)
    if key not in fields.data:
        fields.wrong(key, wanted)
    elif text == "":
        fields.source.error("missing-field", fields.place(key), f"{key!r} is empty", f"write {wanted}")
    return text or ""


def _path(written: str) -> str:
    return written.replace("\\", "/")


def _depth(fields: Fields, focal: float) -> dict[str, float]:
    made = {}
    for name in fields.data:
        z = fields.number(name, 0.0)
        if focal + z <= 0:
            found = f"depth {z:g} is not in front of the camera (focal is {focal:g})"
            fields.source.error("out-of-range", fields.place(name), found, f"make it more than {-focal:g}")
        made[name] = z
    return made


def _actor(fields: Fields) -> Actor:
    note_unknown(fields, "an actor", ACTOR)
    identity = _required(fields, "id", "a name for the actor")
    clips = _cleaned(fields.section("clips"))
    return Actor(
        identity,
        fields.text("name") or identity,
        _required(fields, "bone", "the stage bone that it stands on"),
        _required(fields, "slot", "the stage slot that it is drawn at"),
        _path(_required(fields, "skeleton", "the actor's skeleton file")),
        fields.text("skin"),
        fields.boolean("flip", False),
        fields.number("ground", 0.0),
        {shot: _clips(clips, shot) for shot in clips.data},
    )


def _clips(shots: Fields, shot: str) -> tuple[Clip, ...]:
    clips = [_clip(_cleaned(fields), i) for i, fields in enumerate(shots.objects(shot))]
    for i, clip in enumerate(clips):
        later = next((c for c in clips[i + 1 :] if abs(c.start - clip.start) <= SAME_TIME_S), None)
        if later is not None:
            found = f"clip {quoted(clip.animation)} starts at {clip.start:g} s like the later clip {later.index}"
            place = f"{shots.place(shot)}[{i}].start"
            shots.source.warning("same-start", place, found, "it never plays; remove it or move one of them")
    return tuple(clips)


def _clip(fields: Fields, index: int) -> Clip:
    note_unknown(fields, "a clip", CLIP)
    animation = _required(fields, "animation", "the name of one of the actor's animations")
    start_in = fields.number("in", 0.0)
    end = fields.number("out", 0.0) if "out" in fields.data else None
    if end is not None and end < start_in:
        found = f"out {end:g} is before in {start_in:g}"
        fields.source.error("out-of-range", fields.place("out"), found, "make it no less than in, or null for the end")
    loops = _not_negative(fields, "loops", 1.0)
    blend = _not_negative(fields, "blend", 0.0)
    return Clip(animation, fields.number("start", 0.0), start_in, end, fields.number("speed", 1.0), loops, blend, index)


def _not_negative(fields: Fields, key: str, default: float) -> float:
    value = fields.number(key, default)
    if value < 0:
        fields.source.error("out-of-range", fields.place(key), f"{key} is {value:g}", "make it 0 or more")
        return default
    return value


def _check_ids(listed: list[Fields], actors: tuple[Actor, ...]) -> None:
    first: dict[str, str] = {}
    for fields, actor in zip(listed, actors, strict=True):
        if actor.id == "stage":
            found = 'the id "stage" belongs to the stage itself'
            fields.source.error("bad-id", fields.place("id"), found, "give the actor another id")
        elif actor.id and actor.id in first:
            found = f"the id {quoted(actor.id)} is that of {first[actor.id]}, too"
            fields.source.error("duplicate-id", fields.place("id"), found, "give every actor an id of its own")
        first.setdefault(actor.id, fields.path)
