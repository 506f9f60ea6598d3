"""Pictures without an atlas: one page and one region for each picture that a skeleton names."""

from __future__ import annotations

from rigbyscene.errors import Report
from rigbyscene.formats.assets import Assets, base_name, read_or_report, stem_of
from rigbyscene.formats.images import image_size
from rigbyscene.model.atlas import Atlas, AtlasPage, AtlasRegion

_SUFFIXES = (".png", ".jpg", ".jpeg", ".webp")


def find_loose_images(
    names: tuple[str, ...], skeleton_path: str, folder: str, assets: Assets, report: Report
) -> tuple[Atlas, tuple[str, ...], frozenset[str]]:
    """An atlas of the pictures that exist among `names`, where they are, and the names whose pictures are unreadable.

    What is wrong with those is in `report`.

    Each is looked for as ``<name>.png`` (then .jpg, .jpeg, .webp; a name that has such an ending already, as it is) in
    `folder`, the header's images folder relative to the skeleton file, then beside the skeleton file.
    """
    pages: list[AtlasPage] = []
    regions: list[AtlasRegion] = []
    paths: list[str] = []
    unreadable: set[str] = set()
    for name in names:
        path = _path_of(name, skeleton_path, folder, assets)
        if path is None:
            continue
        data = read_or_report(assets, path, report, what="the picture", named_by=(skeleton_path, ""))
        size = None if data is None else image_size(data, path, report)
        if size is None:
            unreadable.add(name)
            continue
        width, height = size
        regions.append(AtlasRegion(name, len(pages), 0, 0, width, height, original_width=width, original_height=height))
        pages.append(AtlasPage(path, width, height, filter=("Linear", "Linear")))
        paths.append(path)
    return Atlas(tuple(pages), tuple(regions)), tuple(paths), frozenset(unreadable)


def nearest_loose_image(name: str, skeleton_path: str, folder: str, assets: Assets, report: Report) -> str | None:
    """The picture that was probably meant by `name`: the nearest file name where it would be, without its ending."""
    for prefix in _folders(folder):
        files = assets.siblings(assets.join(skeleton_path, prefix + name + ".png"))
        near = report.nearest(base_name(name), [stem_of(f) for f in files if f.lower().endswith(_SUFFIXES)])
        if near is not None:
            return near
    return None


def _folders(folder: str) -> list[str]:
    return [folder.rstrip("/\\") + "/", ""] if folder else [""]


def _path_of(name: str, skeleton_path: str, folder: str, assets: Assets) -> str | None:
    endings = ("",) if name.lower().endswith(_SUFFIXES) else ()
    candidates = (assets.join(skeleton_path, f + name + e) for f in _folders(folder) for e in endings + _SUFFIXES)
    return next((path for path in candidates if assets.exists(path)), None)
