"""Records a shot, frame by frame, as plain numbers: golden data for whole scenes (shape: docs/golden.md)."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import Any

from rigbyscene.model.skeleton import Skeleton
from rigbyscene.pose.pose import Pose
from rigbyscene.pose.recording import BLEND_NAMES, DRAWS_EVERY, Drawn, drawn_attachments, rounded
from rigbyscene.scene.affine import IDENTITY, Affine
from rigbyscene.scene.camera import DEFAULT_FRAME
from rigbyscene.scene.clips import SAME_TIME_S, Schedule
from rigbyscene.scene.events import STAGE, SceneEvent
from rigbyscene.scene.sample import PosedActor, SceneSample
from rigbyscene.scene.sampler import Sampler
from rigbyscene.scene.scene import Scene, Shot


def record_shot(
    scene: Scene, shot_name: str, file: str, frames: int, fps: Fraction, offset: Fraction = Fraction(1, 3)
) -> dict[str, Any]:
    """Record `frames` frames of a shot, frame i at ``(i + offset) / fps``. UsageError for an unknown shot."""
    shot = scene.shot(shot_name)
    sampler = Sampler(scene)
    recorded = []
    before = 0.0
    for i in range(frames):
        t = float((i + offset) / fps)
        recorded.append(_frame(scene, sampler.sample(shot, t), shot, i, before))
        before = t
    whole = scene.events(shot, 0.0, shot.duration, include_start=True)
    lasting = [e for e in whole if e.time < shot.duration - SAME_TIME_S or shot.duration <= SAME_TIME_S]
    return {
        "scene": file,
        "shot": shot.name,
        "shots": [s.name for s in scene.shots],
        "fps": str(fps),
        "offset": float(offset),
        "duration": shot.duration,
        "frameCount": frames,
        "stageBones": [b.name for b in scene.stage.skeleton.bones],
        "actorBones": {m.actor.id: [b.name for b in m.rig.skeleton.bones] for m in scene.cast},
        "clips": {m.actor.id: _clips(m.schedules[shot.index]) for m in scene.cast},
        "allEvents": [_event(e) for e in lasting],
        "frames": recorded,
    }


def _clips(schedule: Schedule) -> list[dict[str, Any]]:
    return [
        {
            "animation": clip.name,
            "animationDuration": rounded(clip.animation_duration),
            "index": clip.index,
            "start": rounded(clip.start),
            "in": rounded(clip.in_),
            "out": rounded(clip.out),
            "L": rounded(clip.length),
            "speed": rounded(clip.speed),
            "loops": rounded(clip.loops),
            "blend": rounded(clip.blend),
        }
        for clip in schedule.clips
    ]


def _event(event: SceneEvent) -> dict[str, Any]:
    return {
        "source": event.source,
        "time": event.time,
        "key": event.key_time,
        "name": event.name,
        "int": event.int_value,
        "float": event.float_value,
        "string": event.string_value,
        "audio": event.audio,
        "volume": event.volume,
        "balance": event.balance,
    }


def _frame(scene: Scene, sample: SceneSample, shot: Shot, i: int, before: float) -> dict[str, Any]:
    stage, skeleton = sample.stage, scene.stage.skeleton
    active = stage.outfit.arrays.bone_active
    scale = min(DEFAULT_FRAME[0] / scene.frame[0], DEFAULT_FRAME[1] / scene.frame[1])
    in_picture = Affine.scaling(scale, scale)  # a recording's view is that of a 1280 x 720 picture
    frame: dict[str, Any] = {
        "i": i,
        "t": sample.time,
        "camera": None if sample.camera is None else rounded(list(sample.camera)),
        "view": None if sample.view is None else rounded(list(in_picture.after(sample.view))),
        "stage": rounded(stage.world.tolist()),
        "drawOrder": [skeleton.slots[s].name for s in stage.arrays.draw_order.tolist()],
        "actors": [
            _actor(posed, member.schedules[shot.index]) for posed, member in zip(sample.actors, scene.cast, strict=True)
        ],
        "inactive": [b.name for n, b in enumerate(skeleton.bones) if not active[n]],
        "order": [],
    }
    draws = list(_draws(sample))
    frame["order"] = [f"{d['actor']}/{d['slot']}/{d['attachment']}" for d in draws]
    if i % DRAWS_EVERY == 0:
        frame["draws"] = draws
    frame["events"] = [_event(e) for e in scene.events(shot, before, sample.time, include_start=i == 0)]
    return frame


def _actor(posed: PosedActor, schedule: Schedule) -> dict[str, Any]:
    bones = [posed.placement.after(Affine(*row)) for row in posed.pose.world.tolist()]
    active = posed.pose.outfit.arrays.bone_active
    names = [b.name for b in posed.pose.rig.skeleton.bones]
    return {
        "id": posed.id,
        "drawn": posed.drawn,
        "inactive": [name for n, name in enumerate(names) if not active[n]],
        "placement": rounded(list(posed.placement)),
        "bones": [rounded(list(matrix)) for matrix in bones],
        "active": posed.layers[-1].clip if posed.layers else None,
        "layers": [
            {
                "clip": layer.clip,
                "animation": schedule.clips[layer.clip].name,
                "animationTime": layer.animation_time,
                "alpha": layer.alpha,
            }
            for layer in posed.layers
        ],
    }


def _draws(sample: SceneSample) -> Iterator[dict[str, Any]]:
    """Everything drawn, back to front, stage and actors interleaved, with the masks that apply."""
    stage = sample.stage
    drawn = {d.slot: d for d in drawn_attachments(stage)}
    mask: str | None = None
    end: int | None = None
    for slot in stage.arrays.draw_order.tolist():
        if slot in drawn:
            yield _draw(stage, drawn[slot], STAGE, IDENTITY, None, [] if mask is None else [mask])
        starts = slot in drawn and drawn[slot].type == "clip" and mask is None
        if starts:
            mask, end = f"{STAGE}/{stage.rig.skeleton.slots[slot].name}", drawn[slot].end
        for actor in sample.actors:
            if actor.drawn and actor.slot == slot:
                for own in drawn_attachments(actor.pose):
                    masks = [m for m in (mask, _own_mask(actor, own)) if m is not None]
                    yield _draw(actor.pose, own, actor.id, actor.placement, actor.tint, masks)
        if not starts and slot == end:
            mask = end = None


def _own_mask(actor: PosedActor, drawn: Drawn) -> str | None:
    return None if drawn.clip is None else f"{actor.id}/{actor.pose.rig.skeleton.slots[drawn.clip].name}"


def _draw(
    pose: Pose,
    drawn: Drawn,
    source: str,
    placement: Affine,
    tint: tuple[float, float, float, float] | None,
    masks: list[str],
) -> dict[str, Any]:
    skeleton: Skeleton = pose.rig.skeleton
    points = [n for x, y in zip(drawn.xy[::2], drawn.xy[1::2], strict=True) for n in placement.apply(x, y)]
    entry: dict[str, Any] = {
        "actor": source,
        "slot": skeleton.slots[drawn.slot].name,
        "attachment": pose.rig.attachments[drawn.attachment].name,
        "type": drawn.type,
        "xy": rounded(points),
    }
    if drawn.type == "clip":
        entry["end"] = skeleton.slots[drawn.end].name if drawn.end is not None and drawn.end >= 0 else None
        return entry
    light = [a * b for a, b in zip(drawn.color, tint or (1.0, 1.0, 1.0, 1.0), strict=True)]
    entry["color"] = rounded(light)
    if drawn.dark is not None:
        entry["dark"] = rounded(drawn.dark)
        if tint is not None:
            entry["darkTinted"] = rounded([a * b for a, b in zip(drawn.dark, tint, strict=False)])
    if drawn.picture is not None:
        entry["seq"] = drawn.picture
    entry["blend"] = BLEND_NAMES[skeleton.slots[drawn.slot].blend]
    entry["clip"] = masks or None
    return entry
