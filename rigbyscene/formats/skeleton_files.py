"""A skeleton with what belongs to it on disk: its atlas or loose pictures, and which region each attachment shows."""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Literal

from rigbyscene.errors import BadFileError, Diagnostic, Report, nearest_name
from rigbyscene.formats.assets import Assets, FolderAssets, base_name, read_or_report
from rigbyscene.formats.atlas import read_atlas
from rigbyscene.formats.images import Pixels, image_size, load_page
from rigbyscene.formats.json_text import quoted
from rigbyscene.formats.loose_images import find_loose_images
from rigbyscene.formats.skeleton_context import AttachmentKey
from rigbyscene.formats.skeleton_file import read_skeleton
from rigbyscene.model.atlas import Atlas, AtlasPage
from rigbyscene.model.attachments import LinkedMesh, Mesh, Region
from rigbyscene.model.skeleton import Skeleton

Art = Literal["strict", "lenient", "none"]
"""What a missing picture is: an error, a warning (it draws nothing), or nobody's business (no atlas is looked for)."""


_Found = tuple[Atlas, tuple[str, ...], dict[AttachmentKey, tuple[int, ...]]]


@dataclass(frozen=True, slots=True, eq=False)
class SkeletonFiles:
    """One skeleton file and its pictures.

    `path` is as the user gave it. `atlas` has no page of unknown size: one that does not declare it has its picture's.
    `page_paths[i]` is where page i's picture is, for `assets`. `regions` maps (skin, slot, placeholder) of every drawn
    attachment to the indices of its atlas regions, one, or one for each picture of its sequence; -1 where there is
    none, which draws nothing. With ``art="none"`` the atlas is empty and so is `regions`.
    """

    path: str
    skeleton: Skeleton
    atlas: Atlas
    page_paths: tuple[str, ...]
    regions: Mapping[AttachmentKey, tuple[int, ...]]
    diagnostics: tuple[Diagnostic, ...]
    assets: Assets

    def load_page(self, page: int) -> Pixels:
        """The decoded picture of a page (see `images.load_page`); its size may differ from the page's declared one."""
        return load_page(self.assets, self.page_paths[page], pma=self.atlas.pages[page].pma)


def load_skeleton_files(
    path: str | os.PathLike[str], *, art: Art = "strict", assets: Assets | None = None
) -> SkeletonFiles:
    """The skeleton at `path` with its pictures. Raises one `BadFileError` with everything that is wrong.

    Warnings are in the result's `diagnostics`. Pictures are looked for and measured, not decoded.
    """
    report = Report()
    files = read_skeleton_files(os.fspath(path), report, art=art, assets=assets)
    report.raise_errors()
    if files is None:
        raise BadFileError(report)
    return files


def read_skeleton_files(
    path: str,
    report: Report,
    *,
    art: Art = "strict",
    assets: Assets | None = None,
    named_by: tuple[str, str] = ("", ""),
) -> SkeletonFiles | None:
    """Like `load_skeleton_files`, but problems go to `report`; None where the skeleton cannot be read at all.

    `named_by` is the file and JSON path that name this skeleton, for the message that it is missing.
    """
    assets = FolderAssets() if assets is None else assets
    own = Report()
    data = read_or_report(assets, path, own, what="the skeleton", named_by=named_by if named_by[0] else (path, ""))
    read = None if data is None else read_skeleton(data, path, own)
    files = None
    if read is not None:
        skeleton, places = read
        nothing: _Found = Atlas((), ()), (), {}
        found = nothing if art == "none" else _Art(path, skeleton, places, art, assets, own).find()
        atlas, page_paths, regions = found
        files = SkeletonFiles(path, skeleton, atlas, page_paths, regions, tuple(own), assets)
    for diagnostic in own:
        report.add(diagnostic)
    return files


def images_of(skeleton: Skeleton) -> dict[AttachmentKey, tuple[str, ...]]:
    """The image names of every drawn attachment, in skin and file order; several where it has a sequence."""
    found = {}
    for i, skin in enumerate(skeleton.skins):
        for (slot, key), attachment in skin.attachments.items():
            if isinstance(attachment, Region | Mesh | LinkedMesh):
                sequence, image = attachment.sequence, attachment.image
                names = [image] if sequence is None else [sequence.picture(image, n) for n in range(sequence.count)]
                found[i, slot, key] = tuple(names)
    return found


class _Art:
    """Finds the pictures of one skeleton."""

    def __init__(
        self,
        path: str,
        skeleton: Skeleton,
        places: Mapping[AttachmentKey, str],
        art: Art,
        assets: Assets,
        report: Report,
    ):
        self._path = path
        self._skeleton = skeleton
        self._places = places
        self._strict = art == "strict"
        self._assets = assets
        self._report = report
        self._images = images_of(skeleton)

    def find(self) -> _Found:
        wanted = dict.fromkeys(name for names in self._images.values() for name in names)
        atlas_path = self._atlas_path()
        if atlas_path is not None:
            data = read_or_report(self._assets, atlas_path, self._report, what="the atlas", named_by=(self._path, ""))
            atlas = Atlas((), ()) if data is None else read_atlas(data, atlas_path, self._report)
            page_paths = tuple(self._assets.join(atlas_path, page.name) for page in atlas.pages)
            atlas = self._measured(atlas, atlas_path, page_paths)
            where = atlas_path
        else:
            folder = self._skeleton.header.images
            atlas, page_paths = find_loose_images(tuple(wanted), self._path, folder, self._assets, self._report)
            where = "the loose pictures"
            if wanted and not page_paths:
                self._no_art(folder)
                return atlas, (), dict.fromkeys(self._images, (-1,))
        return atlas, page_paths, self._regions(atlas, where)

    def _atlas_path(self) -> str | None:
        stem = base_name(self._path)
        stem = stem[: stem.rfind(".")] if "." in stem else stem
        names = [stem + ".atlas", stem + ".atlas.txt"]
        if stem.endswith(".skel"):  # name.skel.bytes
            names.append(stem[: -len(".skel")] + ".atlas")
        paths = [self._assets.join(self._path, name) for name in names]
        return next((p for p in paths if self._assets.exists(p)), None)

    def _no_art(self, folder: str) -> None:
        atlases = [n for n in self._assets.siblings(self._path) if n.endswith((".atlas", ".atlas.txt"))]
        name = base_name(self._path)
        wanted = name[: name.rfind(".")] + ".atlas" if "." in name else name + ".atlas"
        looked = f"nor a loose picture in {quoted(folder)} or beside it" if folder else "nor a loose picture beside it"
        found = f"there is neither an atlas {wanted} {looked}"
        remedy = "export the atlas with the skeleton, under the skeleton's name"
        self._say("missing-atlas", self._path, "", found, remedy, nearest_name(wanted, atlases))

    def _measured(self, atlas: Atlas, atlas_path: str, page_paths: tuple[str, ...]) -> Atlas:
        """The atlas with sizes for pages that declare none; every page's picture is checked to be one."""
        pages = tuple(self._page(p, atlas_path, where) for p, where in zip(atlas.pages, page_paths, strict=True))
        return Atlas(pages, atlas.regions)

    def _page(self, page: AtlasPage, atlas_path: str, path: str) -> AtlasPage:
        before = Report()
        data = read_or_report(self._assets, path, before, what="the page", named_by=(atlas_path, ""))
        size = None if data is None else image_size(data, path, before)
        for problem in before:
            self._say(problem.code, problem.file, problem.place, problem.found, problem.remedy, problem.nearest)
        if size is None:
            return page
        if not page.width or not page.height:
            return replace(page, width=size[0], height=size[1])
        if size != (page.width, page.height):
            found = f"page {page.name} is declared as {page.width} x {page.height} and has {size[0]} x {size[1]} pixels"
            self._report.warning("page-size", atlas_path, "", found, "it is stretched to fit; pack it again")
        return page

    def _regions(self, atlas: Atlas, where: str) -> dict[AttachmentKey, tuple[int, ...]]:
        known = [region.name for region in atlas.regions]
        found = {}
        for at, names in self._images.items():
            found[at] = tuple(atlas.find(name) for name in names)
            missing = [name for name, region in zip(names, found[at], strict=True) if region < 0]
            if missing:
                skin, slot, key = at
                shown = ", ".join(map(quoted, missing[:3])) + (f" and {len(missing) - 3} more" if missing[3:] else "")
                slot_name, skin_name = self._skeleton.slots[slot].name, self._skeleton.skins[skin].name
                who = f"attachment {quoted(key)} of slot {quoted(slot_name)} in skin {quoted(skin_name)}"
                text = f"{who} shows {shown}, not in {where}"
                remedy = "add the picture" if self._strict else "it draws nothing; add the picture"
                near = nearest_name(missing[0], known)
                self._say("missing-region", self._path, self._places.get(at, ""), text, remedy, near)
        return found

    def _say(self, code: str, file: str, place: str, found: str, remedy: str, nearest: str | None) -> None:
        say = self._report.error if self._strict else self._report.warning
        say(code, file, place, found, remedy, nearest)
