"""An atlas or a picture that cannot be read is one finding: what would have been in it is not looked for."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest
from PIL import Image

from rigbyscene import load_scene
from rigbyscene.errors import BadFileError, Diagnostic
from rigbyscene.formats.assets import MemoryAssets
from rigbyscene.formats.load import Art

NAMES = [f"part{n}" for n in range(20)]
SKELETON = {
    "skeleton": {"spine": "4.2.0", "images": "./images/"},
    "bones": [{"name": "root"}],
    "slots": [{"name": name, "bone": "root", "attachment": name} for name in NAMES],
    "skins": [{"name": "default", "attachments": {n: {n: {"width": 4, "height": 4}} for n in NAMES}}],
    "animations": {"a": {}},
}


class Unreadable(MemoryAssets):
    """Files of which some cannot be read, as without the right to."""

    def read(self, path: str) -> bytes:
        data = super().read(path)
        if data == b"LOCKED":
            raise PermissionError(13, "Permission denied")
        return data


def found(files: dict[str, bytes], art: Art = "strict") -> list[Diagnostic]:
    assets = Unreadable({"a.json": json.dumps(SKELETON).encode()} | files)
    try:
        return list(load_scene("a.json", assets=assets, art=art).files.diagnostics)
    except BadFileError as refusal:
        return list(refusal.diagnostics)


@pytest.mark.parametrize("atlas", [b"LOCKED", b"", b"\xff\xfea\x00", b"page.png\nsize: 4, 4\n\xfe\xfe\n"])
@pytest.mark.parametrize("art", ["strict", "lenient"])
def test_an_atlas_that_cannot_be_read_is_told_once(atlas: bytes, art: Art) -> None:
    (told,) = found({"a.atlas": atlas}, art)
    assert "a.atlas" in told.file + told.found


@pytest.mark.parametrize("picture", [b"LOCKED", b"", b"not a picture"])
@pytest.mark.parametrize("art", ["strict", "lenient"])
@pytest.mark.parametrize("count", [1, len(NAMES)])
def test_each_picture_that_cannot_be_read_is_told_once(picture: bytes, art: Art, count: int) -> None:
    told = found({f"images/{name}.png": picture for name in NAMES[:count]}, art)
    unreadable, missing = (
        [d for d in told if d.code != "missing-region"],
        [d for d in told if d.code == "missing-region"],
    )
    assert len(unreadable) == count and len({d.file + d.found for d in unreadable}) == count
    assert [d.found.split('"')[1] for d in missing] == NAMES[count:]
    assert {d.severity.value for d in told} == {"error" if art == "strict" else "warning"}


@pytest.mark.skipif(os.sep != "/", reason="elsewhere a backslash parts folders")
@pytest.mark.parametrize("name", ["a\\b", "\\", "scenes\\a"])
@pytest.mark.parametrize("ending", [".atlas", ".atlas.txt"])
def test_a_skeleton_whose_name_has_a_backslash_has_its_atlas(name: str, ending: str, tmp_path: Path) -> None:
    regions = "".join(f"{n}\nbounds: 0, 0, 4, 4\n" for n in NAMES)
    (tmp_path / f"{name}.json").write_text(json.dumps(SKELETON))
    (tmp_path / f"{name}{ending}").write_text(f"page.png\nsize: 4, 4\n{regions}")
    Image.new("RGBA", (4, 4), "red").save(tmp_path / "page.png")
    scene = load_scene(tmp_path / f"{name}.json")
    assert not scene.files.diagnostics and len(scene.files.stage.atlas.regions) == len(NAMES)
