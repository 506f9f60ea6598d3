"""`rigbyscene info`: what is in a scene, as values; `info_tables` shows them to people."""

from __future__ import annotations

import json
from collections.abc import Sequence
from fractions import Fraction
from typing import Any

from rigbyscene.api import Scene, load_scene
from rigbyscene.cli import messages
from rigbyscene.film.times import frame_count, parse_fps
from rigbyscene.formats.load import SkeletonFiles
from rigbyscene.model.manifest import Actor, Clip
from rigbyscene.model.skeleton import Skeleton


def show_info(path: str, fps_text: str, *, as_json: bool) -> None:
    """Print what is in the scene or skeleton at `path`. Missing pictures do not matter here: `check` tells of them."""
    fps = parse_fps(fps_text)
    described = describe_scene(load_scene(path, art="lenient"), fps)
    if as_json:
        messages.say(json.dumps(described, indent=2))
    else:
        from rigbyscene.cli.info_tables import print_tables  # rich is not for those who want JSON

        print_tables(described)


def describe_scene(scene: Scene, fps: Fraction) -> dict[str, Any]:
    """A scene as plain values: durations in seconds, lengths in stage units, sizes of pictures in pixels."""
    counts = [frame_count(shot.duration, fps) for shot in scene.shots]
    manifest = scene.manifest
    files = {id(f): f for f in (scene.files.stage, *scene.files.actors)}.values()
    return {
        "file": scene.files.path,
        "kind": "skeleton" if scene.is_lone_skeleton else "scene",
        "fps": float(fps),
        "rate": str(fps),
        "duration": sum(counts) / float(fps),
        "frames": sum(counts),
        "frame": list(scene.frame),
        "camera": scene.stage.skeleton.bones[scene.camera].name if scene.camera >= 0 else None,
        "focal": manifest.focal,
        "depth": dict(manifest.depth),
        "shots": [
            {"name": shot.name, "duration": shot.duration, "frames": count}
            for shot, count in zip(scene.shots, counts, strict=True)
        ],
        "actors": [_actor(actor) for actor in manifest.actors],
        "skeletons": [_skeleton(f) for f in files],
        "warnings": len(scene.files.diagnostics),
    }


def _actor(actor: Actor) -> dict[str, Any]:
    return {
        "id": actor.id,
        "name": actor.name,
        "skeleton": actor.skeleton,
        "skin": actor.skin,
        "bone": actor.bone,
        "slot": actor.slot,
        "flip": actor.flip,
        "ground": actor.ground,
        "clips": {shot: _clips(clips) for shot, clips in actor.clips.items()},
    }


def _clips(clips: Sequence[Clip]) -> list[dict[str, Any]]:
    return [
        {
            "animation": clip.animation,
            "start": clip.start,
            "in": clip.in_,
            "out": clip.out,
            "speed": clip.speed,
            "loops": clip.loops,
            "blend": clip.blend,
        }
        for clip in clips
    ]


def _skeleton(files: SkeletonFiles) -> dict[str, Any]:
    skeleton: Skeleton = files.skeleton
    return {
        "file": files.path,
        "version": skeleton.header.version,
        "size": [skeleton.header.width, skeleton.header.height],
        "bones": len(skeleton.bones),
        "slots": len(skeleton.slots),
        "attachments": sum(len(skin.attachments) for skin in skeleton.skins),
        "constraints": len(skeleton.constraints),
        "skins": [skin.name for skin in skeleton.skins],
        "events": [event.name for event in skeleton.events],
        "animations": [{"name": a.name, "duration": a.duration} for a in skeleton.animations],
        "pages": [
            {"file": path, "width": page.width, "height": page.height}
            for page, path in zip(files.atlas.pages, files.page_paths, strict=True)
        ],
    }
