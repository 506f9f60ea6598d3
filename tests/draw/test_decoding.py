"""Pages that are decoded on other threads, whatever becomes of those."""

from __future__ import annotations

import os
import threading
import time

import numpy as np
import pytest

from rigbyscene import load_scene
from rigbyscene.draw.decoding import Decoding
from rigbyscene.formats.assets import MemoryAssets
from tests.play.little import little_files, little_scene

PATIENCE_S = 60.0


class SlowPictures(MemoryAssets):
    """Holds back every picture that another thread asks for, until it may go on."""

    def __init__(self) -> None:
        super().__init__(little_files())
        self.home = threading.get_ident()
        self.may_go_on = threading.Event()
        self.asked = 0

    def read(self, path: str) -> bytes:
        if path.endswith(".png") and threading.get_ident() != self.home:
            self.asked += 1
            self.may_go_on.wait(PATIENCE_S)
        return super().read(path)


@pytest.mark.skipif(not hasattr(os, "fork"), reason="there are no forks on this system")
@pytest.mark.filterwarnings("ignore:.*fork:DeprecationWarning")
@pytest.mark.parametrize("prepared", [False, True])
def test_a_fork_decodes_what_threads_that_stayed_behind_had_begun(prepared: bool) -> None:
    little_scene().render("meet", 0.4)  # kernels are there: numba's own lock is not for forks
    assets = SlowPictures()
    scene = load_scene("little.scene.json", assets=assets, decode_ahead=True)
    if prepared:
        scene.prepare_art()
    while not assets.asked:
        time.sleep(0.001)
    child = os.fork()
    if child == 0:
        assets.may_go_on.set()
        same = np.array_equal(scene.render("meet", 0.4, threads=1), little_scene().render("meet", 0.4, threads=1))
        os._exit(0 if same else 1)
    assets.may_go_on.set()
    end = time.monotonic() + PATIENCE_S
    while (ended := os.waitpid(child, os.WNOHANG))[0] == 0:
        if time.monotonic() > end:
            os.kill(child, 9)
            os.waitpid(child, 0)
            raise AssertionError("the child hangs")
        time.sleep(0.01)
    assert os.waitstatus_to_exitcode(ended[1]) == 0
    assert np.array_equal(scene.render("meet", 0.4), little_scene().render("meet", 0.4))


def test_what_is_given_up_is_not_begun_any_more() -> None:
    assets = SlowPictures()
    files = load_scene("little.scene.json", assets=assets).files
    decoding = Decoding([files.stage, *files.actors])
    while not assets.asked:
        time.sleep(0.001)
    decoding.give_up()
    begun = assets.asked
    assets.may_go_on.set()
    pages = decoding.pages()  # whoever asks all the same gets them
    assert assets.asked == begun and all(page.any() for of_skeleton in pages for page in of_skeleton)
