"""A scene with all its files: manifest, stage, actors, and what can only be checked where they meet."""

from __future__ import annotations

import os
from collections.abc import Collection
from dataclasses import dataclass

from rigbyscene.errors import BadFileError, Diagnostic, Report, Severity
from rigbyscene.formats.art_lookup import Art
from rigbyscene.formats.assets import Assets, FolderAssets, base_name, read_or_report
from rigbyscene.formats.fields import listing
from rigbyscene.formats.json_text import child, quoted
from rigbyscene.formats.manifest import read_manifest
from rigbyscene.formats.skeleton_files import SkeletonFiles, load_skeleton_files, read_skeleton_files
from rigbyscene.model.manifest import Actor, Manifest
from rigbyscene.model.skeleton import Skeleton

_SCENE_WORD = b'"rigbyScene"'


@dataclass(frozen=True, slots=True, eq=False)
class SceneFiles:
    """A manifest and the skeletons it names.

    `actors` are in the manifest's order; those that name the same file (the stage's, too) share one object.
    """

    path: str
    manifest: Manifest
    stage: SkeletonFiles
    actors: tuple[SkeletonFiles, ...]
    diagnostics: tuple[Diagnostic, ...]


def load_scene_files(
    path: str | os.PathLike[str], *, art: Art = "strict", assets: Assets | None = None, camera: str | None = None
) -> SceneFiles:
    """The scene at `path` with everything it needs. Raises one `BadFileError` with all that is wrong in all its files.

    `camera` names the stage bone that is the camera where it is not ``camera`` or ``Camera``.
    """
    report = Report()
    files = read_scene_files(os.fspath(path), report, art=art, assets=assets, camera=camera)
    report.raise_errors()
    if files is None:
        raise BadFileError(report)
    return files


def load_files(
    path: str | os.PathLike[str], *, art: Art = "strict", assets: Assets | None = None, camera: str | None = None
) -> SceneFiles:
    """Like `load_scene_files`; a skeleton is accepted too, as the stage of a scene without actors.

    A file is a scene if it is called `.scene.json` or holds the word ``"rigbyScene"``.
    """
    name = os.fspath(path)
    assets = FolderAssets() if assets is None else assets  # one for all reading: a pipe tells what it holds once
    if name.lower().endswith(".scene.json") or _is_manifest(name, assets):
        return load_scene_files(name, art=art, assets=assets, camera=camera)
    skeleton = load_skeleton_files(name, art=art, assets=assets)
    return SceneFiles(name, Manifest(stage=base_name(name)), skeleton, (), skeleton.diagnostics)


def _is_manifest(path: str, assets: Assets) -> bool:
    """Whether a file that is not called `.scene.json` is one all the same."""
    try:
        return _SCENE_WORD in assets.read(path)
    except OSError:
        return False  # the loader says what is wrong


def check_file(
    path: str | os.PathLike[str], *, art: Art = "strict", assets: Assets | None = None
) -> tuple[Diagnostic, ...]:
    """Everything there is to say about a scene, or a skeleton, and its files, without raising; errors come first."""
    report = Report()
    name = os.fspath(path)
    assets = FolderAssets() if assets is None else assets
    data = read_or_report(assets, name, report, what="the file", named_by=(name, ""))
    if data is not None:
        is_scene = name.lower().endswith(".scene.json") or _SCENE_WORD in data
        read = read_scene_files if is_scene else read_skeleton_files
        read(name, report, art=art, assets=assets)
    return tuple(sorted(report, key=lambda d: d.severity is not Severity.ERROR))


def read_scene_files(
    path: str, report: Report, *, art: Art = "strict", assets: Assets | None = None, camera: str | None = None
) -> SceneFiles | None:
    """Like `load_scene_files`, but problems go to `report`; None where there is no scene to be made of it."""
    assets = FolderAssets() if assets is None else assets
    data = read_or_report(assets, path, report, what="the scene", named_by=(path, ""))
    manifest = None if data is None else read_manifest(data, path, report)
    if manifest is None:
        return None
    known: dict[str, SkeletonFiles | None] = {}

    def skeleton(written: str, place: str) -> SkeletonFiles | None:
        where = assets.join(path, written)
        identity = assets.identity(where)
        if identity not in known:
            known[identity] = read_skeleton_files(where, report, art=art, assets=assets, named_by=(path, place))
        elif known[identity] is None and not assets.exists(where):
            read_or_report(assets, where, report, what="the skeleton", named_by=(path, place))
        return known[identity]

    stage = skeleton(manifest.stage, "stage") if manifest.stage else None
    actors = [
        skeleton(a.skeleton, f"actors[{i}].skeleton") if a.skeleton else None for i, a in enumerate(manifest.actors)
    ]
    check = _Check(path, report)
    if stage is not None:
        check.depth(manifest, stage.skeleton, camera)
    for i, (actor, files) in enumerate(zip(manifest.actors, actors, strict=True)):
        if stage is not None:
            check.on_stage(actor, f"actors[{i}]", stage.skeleton)
        if files is not None:
            check.own_skeleton(actor, f"actors[{i}]", files.skeleton)
    if stage is None or None in actors:
        return None
    return SceneFiles(path, manifest, stage, tuple(a for a in actors if a is not None), tuple(report))


def camera_bone(stage: Skeleton, name: str | None = None) -> int:
    """The index of the camera bone: `name`, else ``camera``, else ``Camera``; -1 if there is none."""
    if name is not None:
        return stage.bone_index(name)
    lower = stage.bone_index("camera")
    return lower if lower >= 0 else stage.bone_index("Camera")


class _Check:
    """Names in the manifest against the skeletons (scene semantics, sections 1, 4 and 5)."""

    def __init__(self, path: str, report: Report):
        self._path = path
        self._report = report

    def _error(self, code: str, place: str, found: str, remedy: str, nearest: str | None = None) -> None:
        self._report.error(code, self._path, place, found, remedy, nearest)

    def _named(self, kind: str, name: str, known: Collection[str], place: str, where: str) -> bool:
        if name in known:
            return True
        found = f"{kind} {quoted(name)} does not exist in {where}"
        remedy = f"name an existing {kind}{listing(known)}"
        self._error(f"unknown-{kind}", place, found, remedy, self._report.nearest(name, known))
        return False

    def on_stage(self, actor: Actor, place: str, stage: Skeleton) -> None:
        if actor.bone:  # an empty one was reported with the manifest
            self._named("bone", actor.bone, [b.name for b in stage.bones], f"{place}.bone", "the stage")
        if actor.slot:
            self._named("slot", actor.slot, [s.name for s in stage.slots], f"{place}.slot", "the stage")
        shots = [a.name for a in stage.animations]
        for shot in actor.clips:
            self._named("shot", shot, shots, child(f"{place}.clips", shot), "the stage's animations")

    def own_skeleton(self, actor: Actor, place: str, skeleton: Skeleton) -> None:
        where = actor.skeleton
        if actor.skin is not None and actor.skin != "default":  # a default skin that is empty is left out of files
            self._named("skin", actor.skin, [s.name for s in skeleton.skins], f"{place}.skin", where)
        animations = [a.name for a in skeleton.animations]
        for shot, clips in actor.clips.items():
            for clip in clips:
                at = f"{child(f'{place}.clips', shot)}[{clip.index}].animation"
                if clip.animation:
                    self._named("animation", clip.animation, animations, at, where)

    def depth(self, manifest: Manifest, stage: Skeleton, camera_name: str | None) -> None:
        camera = camera_bone(stage, camera_name)
        if camera_name is not None and camera < 0:
            names = [b.name for b in stage.bones]
            found = f"the camera bone {quoted(camera_name)} does not exist in the stage"
            self._error("unknown-bone", "", found, "name an existing bone", self._report.nearest(camera_name, names))
        above = set()
        at = camera
        while at >= 0:
            above.add(at)
            at = stage.bones[at].parent
        for name in manifest.depth:
            place = child("depth", name)
            if not self._named("bone", name, [b.name for b in stage.bones], place, "the stage"):
                continue
            bone = stage.bone_index(name)
            if bone in above:
                what = "the camera bone" if bone == camera else "above the camera bone"
                self._error("bad-depth", place, f"bone {quoted(name)} is {what}", "remove its depth")
            elif stage.bones[bone].parent != 0:
                found = f"bone {quoted(name)} is not a child of the root"
                self._error("bad-depth", place, found, "give depths to top-level bones only")
