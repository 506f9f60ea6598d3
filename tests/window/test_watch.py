"""Files that are saved are loaded again, once they are whole."""

from __future__ import annotations

import json
import os
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from rigbyscene import load_scene
from rigbyscene.errors import RigbySceneError
from rigbyscene.play.watch import Loaded, WatchedAssets, Watcher
from tests.cli.tiny import SCENE, write_scene

EVERY_S = 0.02


def loaded(path: Path, assets: WatchedAssets) -> Loaded:
    scene = load_scene(path, assets=assets)
    return Loaded(scene, scene.art, lambda event: None)


@contextmanager
def watching(path: Path, load: Callable[[WatchedAssets], Loaded] | None = None) -> Iterator[Watcher]:
    assets = WatchedAssets()
    loaded(path, assets)
    watcher = Watcher(load or (lambda again: loaded(path, again)), assets.stamps, interval_s=EVERY_S)
    watcher.start()
    try:
        yield watcher
    finally:
        watcher.close()


def outcome(watcher: Watcher, most_s: float = 20.0) -> Loaded | RigbySceneError:
    end = time.monotonic() + most_s
    while time.monotonic() < end:
        taken = watcher.take()
        if taken is not None:
            return taken
        time.sleep(0.005)
    raise TimeoutError("nothing was loaded")


def nothing_happens(watcher: Watcher) -> bool:
    time.sleep(8 * EVERY_S)
    return watcher.take() is None


FILES = ["street.scene.json", "street.json", "nila.json", "images/sky.png", "images/body.png"]


def test_every_file_of_the_scene_is_watched(street: Path) -> None:
    assets = WatchedAssets()
    loaded(street, assets)
    there = {os.path.relpath(path, street.parent) for path, stamp in assets.stamps.items() if stamp is not None}
    assert set(FILES) <= there
    with watching(street) as watcher:
        assert nothing_happens(watcher)
        for file in FILES:
            path = street.parent / file
            os.utime(path, ns=(1, path.stat().st_mtime_ns + 1))
            assert isinstance(outcome(watcher), Loaded), file
            assert nothing_happens(watcher), "once is enough"


def test_a_file_of_the_same_size_and_time_put_in_the_place_of_another_is_seen(street: Path) -> None:
    with watching(street) as watcher:
        before = street.stat()
        other = street.with_suffix(".new")
        other.write_bytes(street.read_bytes())
        os.utime(other, ns=(before.st_atime_ns, before.st_mtime_ns))
        os.replace(other, street)
        assert isinstance(outcome(watcher), Loaded)


def test_a_file_that_is_still_being_written_is_left_alone(street: Path) -> None:
    loads = []

    def load(assets: WatchedAssets) -> Loaded:
        loads.append(street.read_bytes())
        return loaded(street, assets)

    whole = json.dumps(SCENE | {"focal": 800})
    with watching(street, load) as watcher, street.open("w", encoding="utf-8") as file:
        for letter in whole:
            file.write(letter)
            file.flush()
            time.sleep(EVERY_S / 20)
        file.close()
        taken = outcome(watcher)
        assert isinstance(taken, Loaded) and taken.scene.manifest.focal == 800
        assert len(loads) <= 3, "not once for each letter"


def test_a_broken_save_is_told_and_the_good_one_after_it_loaded(street: Path) -> None:
    with watching(street) as watcher:
        for file in FILES:
            path = street.parent / file
            good = path.read_bytes()
            path.write_bytes(good[:-8] if file.endswith(".json") else b"no picture")
            refused = outcome(watcher)
            assert isinstance(refused, RigbySceneError) and Path(file).name in str(refused)
            path.write_bytes(good)
            assert isinstance(outcome(watcher), Loaded), file


def test_files_that_go_and_come_are_told_and_loaded(street: Path) -> None:
    with watching(street) as watcher:
        nila = street.parent / "nila.json"
        nila.rename(street.parent / "away.json")
        refused = outcome(watcher)
        assert isinstance(refused, RigbySceneError) and "nila.json does not exist" in str(refused)
        (street.parent / "away.json").rename(nila)
        assert isinstance(outcome(watcher), Loaded)


def test_a_fault_of_the_loader_ends_neither_thread_nor_window(street: Path) -> None:
    faults: list[Exception] = [ZeroDivisionError("by nothing")]

    def load(assets: WatchedAssets) -> Loaded:
        if faults:
            raise faults.pop()
        return loaded(street, assets)

    with watching(street, load) as watcher:
        watcher.reload()
        refused = outcome(watcher)
        assert isinstance(refused, RigbySceneError) and "ZeroDivisionError: by nothing" in str(refused)
        watcher.reload()
        assert isinstance(outcome(watcher), Loaded)


def test_a_watcher_that_never_began_can_be_closed(street: Path) -> None:
    Watcher(lambda again: loaded(street, again), {}).close()


@pytest.fixture
def street(tmp_path: Path) -> Path:
    return write_scene(tmp_path)
