"""No command writes over what it was told to read: whatever the output is called, with `--overwrite` or without."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from tests.cli.conftest import Ran
from tests.cli.test_sound import bell

__all__ = ["bell"]

SCENE = "street.scene.json"
JSON_FILES = (SCENE, "street.json", "nila.json")
PICTURES = tuple(f"images/{name}.png" for name in ("sky", "grass", "body", "coat"))
WRITERS = [
    *((("golden", "record", SCENE, "--shot", "meet", "-o"), file) for file in JSON_FILES),
    (("golden", "record", "nila.json", "--animation", "walk", "-o"), "nila.json"),
    *((("still", SCENE), file) for file in PICTURES),
    *((("sheet", SCENE), file) for file in PICTURES),
    *((("timeline", SCENE), file) for file in PICTURES),
    *((("export", SCENE, "--frames", "0"), file) for file in PICTURES),
    (("convert", "nila.json"), "nila.json"),
    (("export", SCENE, "--shot", "meet", "--audio-only"), "bell.wav"),
]
"""Commands up to their output, and a file that each of them reads or that its pictures come from."""


@pytest.mark.parametrize(("command", "file"), WRITERS, ids=lambda value: value if isinstance(value, str) else value[0])
@pytest.mark.parametrize("way", ["same name", "other spelling", "link", "hard link"])
def test_an_output_that_is_an_input_is_refused_and_left_as_it_was(
    command: tuple[str, ...], file: str, way: str, bell: Path, run: Callable[..., Ran]
) -> None:
    ending = file[file.index(".") :]
    named = {"same name": file, "other spelling": f"./images/../{file}"}.get(way, f"linked{ending}")
    if way == "link":
        Path(named).symlink_to(Path(file).resolve())
    elif way == "hard link":
        Path(named).hardlink_to(file)
    before = {path: path.read_bytes() for path in bell.parent.rglob("*") if path.is_file()}
    ran = run(*command, named, "--overwrite")
    assert ran.code == 2 and ran.out == "", ran
    assert ran.err.startswith("error: ") and ("is one of the files" in ran.err or "is the file to" in ran.err)
    assert {path: path.read_bytes() for path in bell.parent.rglob("*") if path.is_file()} == before
