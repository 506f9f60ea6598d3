"""From image names to regions: the atlas beside a skeleton file, or else the loose pictures that it names."""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Literal

from rigbyscene.errors import Report
from rigbyscene.formats.assets import Assets, base_name, read_or_report, stem_of
from rigbyscene.formats.atlas import read_atlas
from rigbyscene.formats.images import image_size
from rigbyscene.formats.json_text import quoted
from rigbyscene.formats.loose_images import find_loose_images, nearest_loose_image
from rigbyscene.formats.skeleton_context import AttachmentKey
from rigbyscene.model.atlas import Atlas, AtlasPage
from rigbyscene.model.attachments import LinkedMesh, Mesh, Region
from rigbyscene.model.skeleton import Skeleton

Art = Literal["strict", "lenient", "none"]
"""What a missing picture is: an error, a warning (it draws nothing), or nobody's business (no atlas is looked for)."""


@dataclass(frozen=True, slots=True, eq=False)
class FoundArt:
    """An atlas (of loose pictures, where there is no file), where its pages are, and the regions by attachment.

    Every drawn attachment has as many regions as pictures, -1 where there is none or its page is one of `unreadable`.
    """

    atlas: Atlas
    page_paths: tuple[str, ...]
    regions: Mapping[AttachmentKey, tuple[int, ...]]
    unreadable: frozenset[int] = frozenset()


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


@dataclass(frozen=True, slots=True)
class ArtLookup:
    """Finds the pictures of the skeleton at `path`. `places` says where in it its attachments are."""

    path: str
    skeleton: Skeleton
    places: Mapping[AttachmentKey, str]
    strict: bool
    assets: Assets
    report: Report

    def find(self) -> FoundArt:
        images = images_of(self.skeleton)
        atlas_path = self._atlas_path()
        if atlas_path is not None:
            return self._from_atlas(atlas_path, images)
        wanted = tuple(dict.fromkeys(name for names in images.values() for name in names))
        folder = self.skeleton.header.images or ""
        own = Report()
        atlas, page_paths, unreadable = find_loose_images(wanted, self.path, folder, self.assets, own)
        self._say_all(own)
        regions = {at: tuple(map(atlas.find, names)) for at, names in images.items()}
        if wanted and not page_paths and not unreadable:
            self._no_art(folder)
        else:
            where = "a picture" + (f" in {quoted(folder)} or" if folder else "") + " beside the skeleton"
            for at, name in self._missing(images, regions):
                if unreadable.issuperset(n for n, r in zip(images[at], regions[at], strict=True) if r < 0):
                    continue  # told with the picture
                near = nearest_loose_image(name, self.path, folder, self.assets, self.report)
                self._tell_missing(at, images[at], regions[at], f"which is not {where}", near)
        return FoundArt(atlas, page_paths, regions)

    def _from_atlas(self, atlas_path: str, images: Mapping[AttachmentKey, tuple[str, ...]]) -> FoundArt:
        own = Report()
        data = read_or_report(self.assets, atlas_path, own, what="the atlas", named_by=(self.path, ""))
        atlas = Atlas((), ()) if data is None else read_atlas(data, atlas_path, own)
        for diagnostic in own:
            if diagnostic.code != "empty-atlas" or not any(images.values()):
                self.report.add(diagnostic)
        page_paths = tuple(self.assets.join(atlas_path, page.name) for page in atlas.pages)
        measured = [self._measured(p, atlas_path, path) for p, path in zip(atlas.pages, page_paths, strict=True)]
        regions = {at: tuple(map(atlas.find, names)) for at, names in images.items()}
        names = [region.name for region in atlas.regions]
        if not (atlas.regions or own.has_errors) and any(images.values()):
            self._say("empty-atlas", atlas_path, "", "the atlas holds no pictures", "pack it again")
        is_unreadable = not atlas.regions  # which is told, once
        for at, name in () if is_unreadable else self._missing(images, regions):
            near = self.report.nearest(name, names)
            self._tell_missing(at, images[at], regions[at], f"which is not in {atlas_path}", near)
        broken = {i for i, page in enumerate(measured) if page is None}
        if broken:
            usable = [region.page not in broken for region in atlas.regions]
            regions = {at: tuple(r if r >= 0 and usable[r] else -1 for r in found) for at, found in regions.items()}
        pages = tuple(old if new is None else new for old, new in zip(atlas.pages, measured, strict=True))
        return FoundArt(Atlas(pages, atlas.regions), page_paths, regions, frozenset(broken))

    def _atlas_path(self) -> str | None:
        """``name.atlas`` beside the skeleton, or ``name.atlas.txt`` as some engines want it."""
        stem = stem_of(self.path)
        names = [stem + ".atlas", stem + ".atlas.txt", stem.removesuffix(".skel") + ".atlas"]  # name.skel.bytes
        paths = [self.assets.join(self.path, n) for n in names]
        if "\\" in self.path and os.sep == "/":
            # part of a name here, which in texts of files parts two names
            whole = os.path.splitext(self.path)[0]
            paths = [whole + ".atlas", whole + ".atlas.txt", whole.removesuffix(".skel") + ".atlas", *paths]
        return next((p for p in paths if self.assets.exists(p)), None)

    def _measured(self, page: AtlasPage, atlas_path: str, path: str) -> AtlasPage | None:
        """The page, with its picture's size if it declares none; None, reported, where there is no such picture."""
        own = Report()
        data = read_or_report(self.assets, path, own, what="the page", named_by=(atlas_path, ""))
        size = None if data is None else image_size(data, path, own)
        self._say_all(own)
        if size is None:
            return None
        if not page.width or not page.height:
            return replace(page, width=size[0], height=size[1])
        if size != (page.width, page.height):
            found = f"page {page.name} is declared as {page.width} x {page.height} and has {size[0]} x {size[1]} pixels"
            self.report.warning("page-size", atlas_path, "", found, "it is stretched to fit; pack it again")
        return page

    def _missing(
        self, images: Mapping[AttachmentKey, tuple[str, ...]], regions: Mapping[AttachmentKey, tuple[int, ...]]
    ) -> Iterable[tuple[AttachmentKey, str]]:
        """Attachments without all their pictures, and the first name that was not found."""
        for at, names in images.items():
            for name, region in zip(names, regions[at], strict=True):
                if region < 0:
                    yield at, name
                    break

    def _tell_missing(
        self, at: AttachmentKey, names: tuple[str, ...], regions: tuple[int, ...], where: str, near: str | None
    ) -> None:
        missing = [name for name, region in zip(names, regions, strict=True) if region < 0]
        shown = ", ".join(map(quoted, missing[:3])) + (f" and {len(missing) - 3} more" if missing[3:] else "")
        skin, slot, key = at
        slot_name, skin_name = self.skeleton.slots[slot].name, self.skeleton.skins[skin].name
        who = f"attachment {quoted(key)} of slot {quoted(slot_name)} in skin {quoted(skin_name)}"
        remedy = "add the picture" if self.strict else "it draws nothing; add the picture"
        self._say("missing-region", self.path, self.places.get(at, ""), f"{who} shows {shown}, {where}", remedy, near)

    def _no_art(self, folder: str) -> None:
        wanted = stem_of(self.path) + ".atlas"
        atlases = [n for n in self.assets.siblings(self.path) if n.endswith((".atlas", ".atlas.txt"))]
        looked = f"in {quoted(folder)} or beside it" if folder else "beside it"
        found = f"{base_name(self.path)} has neither an atlas {wanted} nor loose pictures {looked}"
        remedy = "export the atlas under the skeleton's name"
        self._say("missing-atlas", self.path, "", found, remedy, self.report.nearest(wanted, atlases))

    def _say_all(self, report: Report) -> None:
        for d in report:
            self._say(d.code, d.file, d.place, d.found, d.remedy, d.nearest)

    def _say(self, code: str, file: str, place: str, found: str, remedy: str, nearest: str | None = None) -> None:
        say = self.report.error if self.strict else self.report.warning
        say(code, file, place, found, remedy, nearest)
