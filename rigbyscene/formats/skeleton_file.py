"""A skeleton file of any kind to a skeleton: its content, not its name, says whether it is JSON or binary."""

from __future__ import annotations

from collections.abc import Mapping

from rigbyscene.errors import Report
from rigbyscene.formats.assets import stem_of
from rigbyscene.formats.skel_head import is_binary, is_other_text
from rigbyscene.formats.skeleton_context import AttachmentKey
from rigbyscene.formats.skeleton_json import read_skeleton_json
from rigbyscene.model.skeleton import Skeleton


def read_skeleton(data: bytes, file: str, report: Report) -> tuple[Skeleton, Mapping[AttachmentKey, str]] | None:
    """The skeleton in `data` and the places of its attachments: JSON paths, or offsets and sections.

    Problems go to `report`; None means that there is nothing to go on with.
    """
    if is_binary(data):
        from rigbyscene.formats.skel_skeleton import read_skel  # ten modules that scenes of JSON do without

        return read_skel(data, file, skeleton_name(file), report)
    if is_other_text(data) and not file.lower().endswith(".json"):
        found = "this is text, neither a binary skeleton nor JSON"
        report.error("not-a-skeleton", file, "", found, "name a skeleton's .skel or .json file")
        return None
    return read_skeleton_json(data, file, skeleton_name(file), report)


def skeleton_name(file: str) -> str:
    """The name of the skeleton in a file of any of the usual endings.

    >>> skeleton_name("rigs/fox.skel.bytes"), skeleton_name("fox.v2.json")
    ('fox', 'fox.v2')
    """
    return stem_of(file).removesuffix(".skel")
