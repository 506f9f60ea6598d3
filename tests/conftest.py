"""What tests share: the reference material beside the repository, where it is present."""

from __future__ import annotations

import os
import signal
from pathlib import Path

import pytest
from hypothesis import settings

REPOSITORY = Path(__file__).resolve().parent.parent
DATA = Path(__file__).resolve().parent / "data"


settings.register_profile("any-machine", deadline=None)  # no test asserts how long something takes
settings.load_profile("any-machine")

if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    # started in the background of a script: the programs that tests send Ctrl-C to would ignore it as we do
    signal.signal(signal.SIGINT, signal.default_int_handler)


def shared_folder() -> Path | None:
    """The folder of specifications, skeletons and golden data; RIGBYSCENE_SHARED moves it. None where it is absent."""
    folder = Path(os.environ.get("RIGBYSCENE_SHARED", REPOSITORY.parent / "shared"))
    return folder if (folder / "golden").is_dir() else None


@pytest.fixture(scope="session")
def shared() -> Path:
    """The reference material; the test is skipped, saying so, where a clone stands alone."""
    folder = shared_folder()
    if folder is None:
        pytest.skip("needs ../shared (reference skeletons and golden data), which is not part of a clone")
    return folder


@pytest.fixture(scope="session")
def data() -> Path:
    """The project's own test inputs."""
    return DATA
