"""The way into this room: files to frozen objects, or one error with everything that is wrong with them."""

from rigbyscene.formats.art_lookup import Art
from rigbyscene.formats.scene_files import (
    SceneFiles,
    camera_bone,
    check_file,
    load_files,
    load_scene_files,
    read_scene_files,
)
from rigbyscene.formats.skeleton_files import SkeletonFiles, load_skeleton_files, read_skeleton_files

__all__ = [
    "Art",
    "SceneFiles",
    "SkeletonFiles",
    "camera_bone",
    "check_file",
    "load_files",
    "load_scene_files",
    "load_skeleton_files",
    "read_scene_files",
    "read_skeleton_files",
]
