"""Rigs and clips as skeleton files (format 4.3), scenes as manifests; text that diffs well and is always the same."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from .clip import Clip, Key, Track
from .easing import control_points
from .packing import write_atlas
from .rig import Rig

Json = dict[str, Any]

_BONE_FIELDS = {"rotate": ("value",), "translate": ("x", "y"), "scale": ("x", "y")}
_BONE_SETUP = {"rotate": (0.0,), "translate": (0.0, 0.0), "scale": (1.0, 1.0)}


def write_skeleton(rig: Rig, clips: Sequence[Clip], folder: Path, page_size: tuple[int, int] = (2048, 2048)) -> None:
    """Write NAME.json, NAME.atlas and its pages into `folder`."""
    write_atlas(list(rig.pictures.values()), folder / f"{rig.name}.atlas", page_size)
    write_json(rig.as_json(animations(rig, clips)), folder / f"{rig.name}.json", depth=4)


def animations(rig: Rig, clips: Sequence[Clip]) -> dict[str, Json]:
    """The animations section. Whatever one clip keys, every clip keys: what it leaves alone it keys at the setup value,
    so that no crossfade ends in a jump."""
    return {clip.name: _clip_json(rig, clip, clips) for clip in clips}


def write_json(value: Json, path: Path, depth: int) -> None:
    """Indented down to `depth`, one line for everything deeper."""
    path.write_text(_indented(value, depth, "") + "\n", encoding="utf-8", newline="\n")


def _indented(value: Any, depth: int, margin: str) -> str:
    if depth == 0 or not value or not isinstance(value, dict | list) or _flat(value):
        return json.dumps(value, separators=(",", ":"), ensure_ascii=False)
    inner = margin + " "
    if isinstance(value, list):
        rows = [_indented(item, depth - 1, inner) for item in value]
    else:
        rows = [f"{json.dumps(key)}: {_indented(item, depth - 1, inner)}" for key, item in value.items()]
    brackets = "[]" if isinstance(value, list) else "{}"
    return brackets[0] + "\n" + ",\n".join(inner + row for row in rows) + "\n" + margin + brackets[1]


def _flat(value: Any) -> bool:
    items = value.values() if isinstance(value, dict) else value
    return not any(isinstance(item, dict | list) for item in items)


def _clip_json(rig: Rig, clip: Clip, clips: Sequence[Clip]) -> Json:
    out: Json = {}
    slots = _slots_json(rig, clip, clips)
    if slots:
        out["slots"] = slots
    out["bones"] = _bones_json(rig, clip, clips)
    attachments = _attachments_json(clip, clips)
    if attachments:
        out["attachments"] = {"default": attachments}
    if any(other.order for other in clips):
        out["drawOrder"] = _order_json(rig, clip)
    unknown = sorted({event["name"] for event in clip.events} - rig.events.keys())
    if unknown:
        raise ValueError(f"{rig.name}: {clip.name} fires what no event is named: {', '.join(unknown)}")
    if clip.events:
        out["events"] = sorted(clip.events, key=lambda event: event["time"])
    return out


def _bones_json(rig: Rig, clip: Clip, clips: Sequence[Clip]) -> Json:
    keyed = {key for other in clips for key in other.bones}
    out: Json = {}
    for bone in rig.bones:
        for kind, fields in _BONE_FIELDS.items():
            if (bone, kind) in keyed:
                track = clip.bones.get((bone, kind), Track((Key(0.0, _BONE_SETUP[kind], "linear"),)))
                out.setdefault(bone, {})[kind] = _keys(track, fields, _BONE_SETUP[kind])
    return out


def _slots_json(rig: Rig, clip: Clip, clips: Sequence[Clip]) -> Json:
    out: Json = {}
    for slot, setup in rig.slots.items():
        kinds: Json = {}
        if any(slot in other.shown for other in clips):
            keys = clip.shown.get(slot, [])
            if not keys or keys[0][0] > 0:
                keys = [(0.0, setup.get("attachment")), *keys]
            kinds["attachment"] = [_timed(t) | ({} if name is None else {"name": name}) for t, name in keys]
        for kind in sorted({key[1] for other in clips for key in other.slots if key[0] == slot}):
            track = clip.slots.get((slot, kind), Track((Key(0.0, _setup_colour(setup, kind), "linear"),)))
            kinds[kind] = _colour_keys(track, kind)
        if kinds:
            out[slot] = kinds
    return out


def _setup_colour(setup: Json, kind: str) -> tuple[float, ...]:
    light = setup.get("color", "ffffffff")
    values = tuple(int(light[i : i + 2], 16) / 255 for i in range(0, 8, 2))
    if kind == "rgba2":
        dark = setup["dark"]
        return values + tuple(int(dark[i : i + 2], 16) / 255 for i in range(0, 6, 2))
    return values


def _colour_keys(track: Track, kind: str) -> list[Json]:
    out = []
    for index, key in enumerate(track.keys):
        entry = _timed(key.time)
        digits = "".join(f"{round(min(max(v, 0.0), 1.0) * 255):02x}" for v in key.value)
        entry |= {"color": digits} if kind == "rgba" else {"light": digits[:8], "dark": digits[8:]}
        out.append(entry | _curve(track, index))
    return out


def _attachments_json(clip: Clip, clips: Sequence[Clip]) -> Json:
    out: Json = {}
    for slot, name in sorted({key for other in clips for key in other.deforms}):
        track = clip.deforms.get((slot, name))
        keys = [{}] if track is None else [_deform_key(track, index) for index in range(len(track.keys))]
        out.setdefault(slot, {}).setdefault(name, {})["deform"] = keys
    for slot, name in sorted({key for other in clips for key in other.sequences}):
        out.setdefault(slot, {}).setdefault(name, {})["sequence"] = clip.sequences.get((slot, name), [{"mode": "hold"}])
    return out


def _deform_key(track: Track, index: int) -> Json:
    key = track.keys[index]
    entry = _timed(key.time)
    moved = [i for i, value in enumerate(key.value) if abs(value) > 0.004]
    if moved:
        first, last = moved[0] - moved[0] % 2, moved[-1]
        entry |= {"offset": first} if first else {}
        entry["vertices"] = [_short(value, 2) for value in key.value[first : last + 1]]
    if index < len(track.keys) - 1 and key.ease != "linear":
        share = Track(
            (
                Key(key.time, (0.0,), key.ease if isinstance(key.ease, str) else "soft"),
                Key(track.keys[index + 1].time, (1.0,), "linear"),
            )
        )
        entry |= _curve(share, 0)
    return entry


def _order_json(rig: Rig, clip: Clip) -> list[Json]:
    places = list(rig.slots)
    keys: list[Json] = [] if clip.order and clip.order[0][0] == 0 else [{}]
    for time, offsets in clip.order:
        entry = _timed(time)
        if offsets:
            ordered = sorted(offsets.items(), key=lambda item: places.index(item[0]))
            entry["offsets"] = [{"slot": slot, "offset": offset} for slot, offset in ordered]
        keys.append(entry)
    return keys


def _keys(track: Track, fields: tuple[str, ...], defaults: Sequence[float | None]) -> list[Json]:
    out = []
    for index, key in enumerate(track.keys):
        entry = _timed(key.time)
        for name, value, default in zip(fields, key.value, defaults, strict=True):
            short = _short(value, 3)
            if short != default:
                entry[name] = short
        out.append(entry | _curve(track, index))
    return out


def _curve(track: Track, index: int) -> Json:
    key = track.keys[index]
    if index == len(track.keys) - 1 or key.ease == "linear":
        return {}
    if key.ease == "step":
        return {"curve": "stepped"}
    after = track.keys[index + 1]
    if key.value == after.value:
        return {}
    points = control_points(key.ease, key.time, key.value, after.time, after.value)
    return {"curve": [_short(value, 4 if i % 2 == 0 else 3) for four in points for i, value in enumerate(four)]}


def _timed(time: float) -> Json:
    return {} if time == 0 else {"time": _short(time, 4)}


def _short(value: float, digits: int) -> float | int:
    rounded = round(value, digits)
    return int(rounded) if rounded == int(rounded) else rounded
