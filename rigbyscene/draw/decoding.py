"""Pages decoded side by side, while whoever needs them does something else."""

from __future__ import annotations

import os
from collections.abc import Sequence
from concurrent.futures import Future, ThreadPoolExecutor

from rigbyscene.draw.threads import available_cores
from rigbyscene.errors import BadFileError
from rigbyscene.formats.images import Pixels
from rigbyscene.formats.skeleton_files import SkeletonFiles


class _Page:
    """One page: begun on another thread, or decoded by whoever needs it first."""

    def __init__(self, files: SkeletonFiles, page: int, pool: ThreadPoolExecutor):
        self._files = files
        self._page = page
        self._process = os.getpid()
        self._begun = pool.submit(files.load_page, page)

    def finish(self) -> Future[Pixels]:
        """Have it decoded: here, where no other thread has begun. Threads stay behind in a fork, and so do theirs."""
        if self._process != os.getpid() or self._begun.cancel():
            self._process, self._begun = os.getpid(), Future()
            try:
                self._begun.set_result(self._files.load_page(self._page))
            except BadFileError as error:
                self._begun.set_exception(error)
        return self._begun

    def give_up(self) -> None:
        self._begun.cancel()


class Decoding:
    """The pictures of some skeletons' pages, being decoded on other threads from now on.

    One core is left to the thread that asked: what it does meanwhile takes no longer.
    """

    def __init__(self, skeletons: Sequence[SkeletonFiles]):
        """Of skeletons that come more than once the pages are decoded once."""
        self.skeletons = list({id(files): files for files in skeletons}.values())
        pool = ThreadPoolExecutor(max(1, available_cores() - 1), thread_name_prefix="rigbyscene-decode")
        self._pages = [[_Page(files, page, pool) for page in range(len(files.page_paths))] for files in self.skeletons]
        pool.shutdown(wait=False)  # after what it was given

    def give_up(self) -> None:
        """Begin no more pages: nobody will ask for them. Those being decoded are finished."""
        for page in (page for pages in self._pages for page in pages):
            page.give_up()

    def pages(self) -> list[list[Pixels]]:
        """The pages of each of `skeletons`, when they are decoded. Raises one BadFileError for all unreadable ones."""
        # each decodes what no other thread has begun: those come from the front
        decoded = [[page.finish() for page in reversed(pages)][::-1] for pages in reversed(self._pages)][::-1]
        errors = [page.exception() for pages in decoded for page in pages]
        faults = [fault for error in errors if isinstance(error, BadFileError) for fault in error.diagnostics]
        if faults:
            raise BadFileError(dict.fromkeys(faults))
        return [[page.result() for page in pages] for pages in decoded]
