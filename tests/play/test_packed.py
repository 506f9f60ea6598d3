"""Scenes out of zip archives and resolvers: the same pictures, and messages that name the place."""

from __future__ import annotations

import contextlib
import io
import json
import zipfile
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rigbyscene import BadFileError, UsageError, load_scene
from rigbyscene.formats.assets import Assets
from rigbyscene.formats.packed import ResolverAssets, ZipAssets
from tests.play.little import little_files, little_scene

SIZE = (64, 48)


def zipped(files: dict[str, bytes], path: Path, method: int = zipfile.ZIP_DEFLATED, folder: str = "scenes/") -> Path:
    with zipfile.ZipFile(path, "w", method) as archive:
        for name, data in files.items():
            archive.writestr(folder + name, data)
    return path


@pytest.mark.parametrize("method", [zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED, zipfile.ZIP_BZIP2, zipfile.ZIP_LZMA])
def test_a_zipped_scene_shows_the_same(tmp_path: Path, method: int) -> None:
    files = little_files()
    moved = json.loads(files["little.scene.json"])
    for actor in moved["actors"]:
        actor["skeleton"] = "..\\scenes\\./hero.json"  # as a manifest from another system writes it
    files["little.scene.json"] = json.dumps(moved).encode()
    wanted = little_scene().render("meet", 0.4, size=SIZE)
    with ZipAssets(zipped(files, tmp_path / "pack.zip", method)) as assets:
        for path in ("scenes/little.scene.json", assets.path("scenes/little.scene.json")):
            assert np.array_equal(load_scene(path, assets=assets).render("meet", 0.4, size=SIZE), wanted)


def test_an_archive_in_memory_does_as_well(tmp_path: Path) -> None:
    data = io.BytesIO(zipped(little_files(), tmp_path / "pack.zip", folder="").read_bytes())
    scene = load_scene("little.scene.json", assets=ZipAssets(data))
    assert np.array_equal(scene.render("part", 0.2, size=SIZE), little_scene().render("part", 0.2, size=SIZE))


def test_a_resolver_is_asked_for_every_file() -> None:
    files, asked = little_files(), []

    def resolve(path: str) -> bytes | None:
        asked.append(path)
        return files.get(path.removeprefix("game/data/"))

    scene = load_scene("game/data/little.scene.json", assets=ResolverAssets(resolve))
    assert np.array_equal(scene.render("part", 0.2, size=SIZE), little_scene().render("part", 0.2, size=SIZE))
    assert {"game/data/little.scene.json", "game/data/hero.json", "game/data/images/red.png"} <= set(asked)


def refused(assets: Assets, path: str) -> str:
    with pytest.raises(BadFileError) as error:
        load_scene(path, assets=assets).art  # noqa: B018 - pictures are decoded when asked for
    return str(error.value)


def test_what_is_missing_in_an_archive_is_named_with_its_place(tmp_path: Path) -> None:
    files = little_files()
    files["heroe.json"] = files.pop("hero.json")
    with ZipAssets(zipped(files, tmp_path / "pack.zip")) as assets:
        message = refused(assets, assets.path("scenes/little.scene.json"))
    assert "pack.zip/scenes/little.scene.json: actors[0].skeleton" in message
    assert "pack.zip/scenes/hero.json does not exist" in message and "did you mean 'heroe.json'" in message


@pytest.mark.parametrize("name", ["hero.json", "little.scene.json", "images/red.png"])
def test_a_damaged_member_is_named_with_the_archive(tmp_path: Path, name: str) -> None:
    path = zipped(little_files(), tmp_path / "pack.zip", zipfile.ZIP_STORED)
    data = bytearray(path.read_bytes())
    with zipfile.ZipFile(path) as archive:
        at = archive.getinfo(f"scenes/{name}").header_offset
    data[at + 30 + len(f"scenes/{name}") + 5] ^= 0x55
    path.write_bytes(data)
    with ZipAssets(path) as assets:
        message = refused(assets, "scenes/little.scene.json")
    assert name in message and "pack.zip" in message


METHODS = [zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED, zipfile.ZIP_BZIP2, zipfile.ZIP_LZMA]


def packed(method: int) -> bytes:
    data = io.BytesIO()
    with zipfile.ZipFile(data, "w", method) as archive:
        archive.writestr("hero.json", little_files()["hero.json"])
        archive.writestr("a/b.txt", b"b" * 99)
    return data.getvalue()


PACKED = {method: packed(method) for method in METHODS}


def judge(archive: bytes) -> None:
    """Read all that an archive holds: what cannot be read is an OSError, what is no archive a BadFileError."""
    try:
        with ZipAssets(io.BytesIO(archive)) as assets:
            for name in ("hero.json", "a/b.txt"):
                with contextlib.suppress(OSError):
                    assets.read(name)
            assets.siblings("a/b.txt")
    except BadFileError as refusal:
        assert "archive.zip" in str(refusal)


@given(
    method=st.sampled_from(METHODS),
    damage=st.lists(st.tuples(st.floats(0.0, 1.0, exclude_max=True), st.integers(0, 255)), min_size=1, max_size=3),
)
@settings(max_examples=200)
def test_an_archive_with_any_byte_changed_is_read_or_refused(method: int, damage: list[tuple[float, int]]) -> None:
    data = bytearray(PACKED[method])
    for place, value in damage:
        data[int(place * len(data))] = value
    judge(bytes(data))


@pytest.mark.parametrize("value", [0, 99, 255])
def test_every_byte_of_an_archives_directory_may_be_damaged(value: int) -> None:
    """Among them the version an entry needs, and the length of its name."""
    whole = PACKED[zipfile.ZIP_DEFLATED]
    for at in range(whole.index(b"PK\x01\x02"), len(whole)):
        judge(whole[:at] + bytes([value]) + whole[at + 1 :])


def test_an_archive_for_a_later_version_of_the_format_is_refused_in_plain_words() -> None:
    data = bytearray(PACKED[zipfile.ZIP_DEFLATED])
    data[data.index(b"PK\x01\x02") + 6] = 99
    with pytest.raises(BadFileError, match=r"later\.zip: not a zip archive that can be read \(zip file version 9\.9\)"):
        ZipAssets(io.BytesIO(data), "later.zip")


@pytest.mark.parametrize("content", [b"", b"not a zip at all", None])
def test_what_is_no_archive_is_refused_in_plain_words(tmp_path: Path, content: bytes | None) -> None:
    path = tmp_path / "pack.zip"
    if content is not None:
        path.write_bytes(content)
    with pytest.raises(BadFileError, match=r"pack\.zip"):
        ZipAssets(path)


def test_a_resolver_without_the_file_is_told_so() -> None:
    def nothing(path: str) -> bytes | None:
        raise PermissionError(13, "locked", path)

    assert "little.scene.json does not exist" in refused(ResolverAssets({}.get), "little.scene.json")
    assert "locked" in refused(ResolverAssets(nothing), "little.scene.json")


@pytest.mark.parametrize("kind", [bytearray, memoryview])
def test_a_resolver_may_give_any_bytes(kind: type[bytearray] | type[memoryview]) -> None:
    files: dict[str, Any] = {name: kind(data) for name, data in little_files().items()}
    scene = load_scene("little.scene.json", assets=ResolverAssets(lambda path: files.get(path)))
    assert np.array_equal(scene.render("part", 0.2, size=SIZE), little_scene().render("part", 0.2, size=SIZE))


@pytest.mark.parametrize("given", ["{}", 5, ["x"], True, Path("hero.json")])
@pytest.mark.parametrize("name", ["little.scene.json", "hero.json", "images/red.png"])
def test_a_resolver_that_gives_no_bytes_is_told_what_it_gave_for_which_file(name: str, given: Any) -> None:
    files: dict[str, Any] = {**little_files(), name: given}
    with pytest.raises(UsageError) as refused:
        load_scene("little.scene.json", assets=ResolverAssets(files.get)).art  # noqa: B018 - decoded when asked for
    assert f"resolve: resolve('{name}') gave a {type(given).__name__}; give the file's bytes" in str(refused.value)


def test_a_resolver_that_cannot_be_called_is_refused_at_once() -> None:
    files: Any = little_files()
    with pytest.raises(UsageError, match=r"ResolverAssets: resolve: a dict cannot be called; give a function"):
        ResolverAssets(files)
