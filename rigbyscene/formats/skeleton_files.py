"""A skeleton with what belongs to it on disk: its atlas or loose pictures, and which region each attachment shows."""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from rigbyscene.errors import BadFileError, Diagnostic, Report
from rigbyscene.formats.art_lookup import Art, ArtLookup, FoundArt
from rigbyscene.formats.assets import Assets, FolderAssets, read_or_report
from rigbyscene.formats.images import Pixels, load_page
from rigbyscene.formats.skeleton_context import AttachmentKey
from rigbyscene.formats.skeleton_file import read_skeleton
from rigbyscene.model.atlas import Atlas
from rigbyscene.model.skeleton import Skeleton


@dataclass(frozen=True, slots=True, eq=False)
class SkeletonFiles:
    """One skeleton file and its pictures.

    `path` is as the user gave it. Pages of `atlas` that do not declare a size have that of their picture.
    `page_paths[i]` is where page i's picture is, for `assets`. `regions` maps (skin, slot, placeholder) of every drawn
    attachment to the indices of its atlas regions, one, or one for each picture of its sequence; -1 where there is
    none, or its page is one of `unreadable`, which draws nothing (lenient loading only). With ``art="none"`` the atlas
    and `regions` are empty.
    """

    path: str
    skeleton: Skeleton
    atlas: Atlas
    page_paths: tuple[str, ...]
    regions: Mapping[AttachmentKey, tuple[int, ...]]
    diagnostics: tuple[Diagnostic, ...]
    assets: Assets
    unreadable: frozenset[int] = frozenset()

    def load_page(self, page: int) -> Pixels:
        """The decoded picture of a page (see `images.load_page`); its size may differ from the page's declared one.

        One transparent pixel for a page of `unreadable`.
        """
        if page in self.unreadable:
            return np.zeros((1, 1, 4), np.uint8)
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
        found = FoundArt(Atlas((), ()), (), {})
        if art != "none":
            found = ArtLookup(path, skeleton, places, art == "strict", assets, own).find()
        files = SkeletonFiles(
            path, skeleton, found.atlas, found.page_paths, found.regions, tuple(own), assets, found.unreadable
        )
    for diagnostic in own:
        report.add(diagnostic)
    return files
