"""`rigbyscene convert`: the same skeleton in another kind of file."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from tests.cli.conftest import Ran


@pytest.mark.parametrize("version", ["4.2", "4.3"])
def test_a_skeleton_goes_to_binary_and_back_and_plays_the_same(
    version: str, scene: Path, run: Callable[..., Ran]
) -> None:
    ran = run("convert", "nila.json", "nila.skel", "--to", version)
    assert ran.code == 0, ran
    assert ran.out.startswith(f"nila.skel: format {version}") and ran.out.endswith("bytes\n")
    assert run("convert", "nila.skel", "again.json").code == 0
    for name in ("nila.json", "nila.skel", "again.json"):
        out = f"{name}.gz"
        assert run("golden", "record", name, "--animation", "walk", "-o", f"{Path(out).stem}.json.gz").code == 0
    for name in ("nila.skel.json.gz", "again.json.json.gz"):
        ran = run("golden", "compare", "nila.json.json.gz", name, "--matrix", "1e-5", "--vertex", "1e-4")
        assert ran.code == 0, ran.out


def test_an_existing_file_and_the_source_itself_stay(scene: Path, refused: Callable[..., list[str]]) -> None:
    Path("old.skel").write_bytes(b"old")
    (line,) = refused("convert", "nila.json", "old.skel", code=2)
    assert "--overwrite" in line and Path("old.skel").read_bytes() == b"old"
    (line,) = refused("convert", "nila.json", "nila.json", "--overwrite", code=2)
    assert "nila.json" in line and Path("nila.json").stat().st_size > 0
    (line,) = refused("convert", "nila.json", "out.skel", "--to", "3.8", code=2)
    assert "--to" in line and "4.2" in line
    (line,) = refused("convert", "none.json", "out.skel", code=1)
    assert "none.json" in line and not Path("out.skel").exists()
