"""Pages decoded side by side, while whoever needs them does something else."""

from __future__ import annotations

from collections.abc import Sequence
from concurrent.futures import Future

from rigbyscene.draw.threads import begin
from rigbyscene.errors import BadFileError, Diagnostic
from rigbyscene.formats.images import Pixels
from rigbyscene.formats.skeleton_files import SkeletonFiles


class Decoding:
    """The pictures of some skeletons' pages, being decoded on other threads from now on."""

    def __init__(self, skeletons: Sequence[SkeletonFiles]):
        """Of skeletons that come more than once the pages are decoded once."""
        self.skeletons = list({id(files): files for files in skeletons}.values())
        self._pages: list[list[Future[Pixels]]] = [
            [begin(files.load_page, page) for page in range(len(files.page_paths))] for files in self.skeletons
        ]

    def pages(self) -> list[list[Pixels]]:
        """The pages of each of `skeletons`, when they are decoded. Raises one BadFileError for all unreadable ones."""
        faults: list[Diagnostic] = []
        for page in (page for pages in self._pages for page in pages):
            error = page.exception()
            if isinstance(error, BadFileError):
                faults += error.diagnostics
        if faults:
            raise BadFileError(dict.fromkeys(faults))
        return [[page.result() for page in pages] for pages in self._pages]
