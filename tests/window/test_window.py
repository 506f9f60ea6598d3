"""The real window: keys, buttons, the bar under the pointer, sizes, and files that are saved while it is open."""

from __future__ import annotations

import json
import os
import shutil
from pathlib import Path

import pytest
from PIL import Image

from tests.cli.conftest import run_apart
from tests.cli.tiny import SCENE, STAGE, write_scene
from tests.window.conftest import Hand


def test_it_opens_on_the_first_shot_and_plays(hand: Hand, street: Path) -> None:
    at = hand.open_scene(str(street), paused=False)
    assert (at.shot, at.time, at.playing) == ("meet", 0.0, True)
    at = hand.tick(0.1, 3)
    assert at.time == pytest.approx(0.3)


def test_keys_drive_the_clock(hand: Hand, street: Path) -> None:
    hand.open_scene(str(street))
    assert hand.press_key("space").playing
    assert not hand.press_key("space").playing
    assert hand.press_key("period", "period").time == pytest.approx(2 / 30)
    assert hand.press_key("comma").frame == 1
    assert hand.press_key("End").time == 1.0
    assert hand.press_key("Left").time == 0.0
    assert hand.press_key("Right").time == 1.0
    assert hand.press_key("Home").time == 0.0
    assert hand.press_key("bracketright", "bracketright").speed == 1.5
    assert hand.press_key("bracketleft", "bracketleft", "bracketleft").speed == 0.75
    assert hand.press_key("BackSpace").speed == 1.0
    assert [hand.press_key("l").loop for _ in range(3)] == ["all", "none", "shot"]


def test_keys_choose_shots_panels_and_full_screen(hand: Hand, street: Path) -> None:
    before = hand.open_scene(str(street))
    assert hand.press_key("Down").shot == "part"
    assert hand.press_key("Down").shot == "meet"
    assert hand.press_key("2").shot == "part"
    at = hand.press_key("s")
    assert at.menu == "shot"
    at = hand.press_key("Up", "Return")
    assert (at.menu, at.shot) == (None, "meet")
    assert hand.press_key("F1").help
    assert hand.press_key("e").log == ()
    at = hand.press_key("Escape")
    assert (at.help, at.log) == (False, None)
    assert [hand.press_key("Tab").layout.mode.value for _ in range(3)] == ["slim", "none", "lanes"]
    at = hand.press_key("f")
    assert at.full_screen and at.size == (1600, 1200) and at.layout.size == at.size
    at = hand.press_key("Escape")
    assert not at.full_screen and at.size == before.size


def test_every_button_does_what_it_shows(hand: Hand, street: Path) -> None:
    at = hand.open_scene(str(street), time_s=0.5)
    assert {"play", "shot", "layers", "log", "help", "loop", "speed", "fit"} <= set(at.layout.buttons)
    assert hand.click_button("play").playing
    assert not hand.click_button("play").playing
    assert hand.click_button("next frame").frame == 16
    assert hand.click_button("previous frame").frame == 15
    assert hand.click_button("next shot").shot == "part"
    assert hand.click_button("previous shot").shot == "meet"
    assert hand.click_button("loop").loop == "all"
    assert hand.click_button("fit").view.fit.value == "cover"
    assert hand.click_button("help").help
    assert hand.click_button("log").log is not None
    hand.press_key("Escape")
    at = hand.click_button("layers")
    assert at.menu == "layers"
    menu_rows = hand.menu_rows()
    at = hand.click(menu_rows[0].x + 20, menu_rows[0].middle)
    assert at.overlays == {"bones"} and at.menu == "layers", "more than one can be chosen"
    at = hand.click(400, 100)
    assert at.menu is None and not at.playing, "a click beside a menu only closes it"
    hand.click_button("shot")
    row = hand.menu_rows()[1]
    assert hand.click(row.x + 20, row.middle).shot == "part"
    assert hand.click(400, 100).playing, "a click on the picture plays"


def test_dragging_along_the_bar_scrubs_and_goes_on_playing(hand: Hand, street: Path) -> None:
    at = hand.open_scene(str(street), paused=False)
    track = at.layout.track
    y = track.y + 5
    steps = hand.drag((track.x + 1, y), (track.right - 1, y), steps=10)
    times = [s.time for s in steps[:-1]]
    assert times == sorted(times) and times[0] < 0.2 and times[-1] > 0.99
    for k, s in enumerate(steps[:-1], start=1):
        assert s.time == pytest.approx(k / 10, abs=0.01)
    assert steps[-1].playing
    before = hand.drag((track.x + track.width / 2, y), (track.x - 500, y))[-1]
    assert before.time == 0.0, "beyond the bar's end is the shot's end"
    row = at.layout.rows[1]
    assert hand.click(track.x + track.width / 4, row.middle).time == pytest.approx(0.25, abs=0.01)


def test_scrubbing_holds_the_clock_and_fires_nothing(hand: Hand, street: Path) -> None:
    at = hand.open_scene(str(street), paused=False)
    hand.press_key("e")
    track = at.layout.track
    hand.point(track.x, track.y + 3)
    hand.button(track.x + 2, track.y + 3, down=True)
    held = hand.point(track.x + track.width * 0.7, track.y + 3, held=True)
    assert hand.tick(0.1, 2).time == held.time
    released = hand.button(track.x + track.width * 0.7, track.y + 3, down=False)
    assert released.log == ()
    assert hand.tick(0.05).time > held.time


def test_events_come_into_the_log_as_they_fire(hand: Hand, street: Path) -> None:
    hand.open_scene(str(street), paused=False)
    hand.press_key("e")
    assert hand.tick(0.05, 9).log == ("step",)
    assert hand.tick(0.05, 3).log == ("step", "bell")


@pytest.mark.parametrize("size", [(360, 240), (500, 900), (1500, 420), (1600, 1200)])
def test_everything_fits_windows_of_any_size(hand: Hand, street: Path, size: tuple[int, int]) -> None:
    hand.open_scene(str(street), overlays=("bones", "safe"))
    at = hand.resize(*size)
    assert at.size == at.layout.size == size
    hand.press_key("h", "e")
    assert hand.picture().shape == (size[1], size[0], 3)
    play = at.layout.buttons["play"]
    hand.press_key("Escape")
    assert hand.click(play.x + play.width / 2, play.middle).playing


def saved(path: Path, data: object) -> None:
    """Save as editors do: written beside, put in its place."""
    part = path.with_suffix(".part")
    part.write_text(json.dumps(data), encoding="utf-8")
    os.replace(part, path)


def test_what_is_saved_is_shown_at_the_same_shot_and_time(hand: Hand, street: Path) -> None:
    hand.open_scene(str(street), shot="meet", time_s=0.4, watch_s=0.05, size=(640, 480))
    before = hand.picture()
    hand.press_key("bracketright", "b")
    hand.tick(3.0)
    Image.new("RGBA", (64, 48), "crimson").save(street.parent / "images" / "sky.png")
    at = hand.tick_until("s.toast == 'Loaded again'")
    assert (at.shot, at.time, at.speed, at.overlays) == ("meet", 0.4, 1.25, {"bones"})
    hand.tick(3.0)
    middle = at.layout.scene_size[0] // 2, 40
    assert hand.picture()[middle[1], middle[0]].tolist() == [220, 20, 60] != before[middle[1], middle[0]].tolist()
    actor = SCENE["actors"][0] | {"name": "Nila the Brave"}
    second = actor | {"id": "double", "name": "Her double", "flip": True}
    saved(street, SCENE | {"actors": [actor, second]})
    at = hand.tick_until("s.toast == 'Loaded again'")
    assert at.layout.row_count == 3 and at.time == 0.4
    hand.tick(3.0)
    animations = {"part": STAGE["animations"]["part"]}
    saved(street.parent / "street.json", STAGE | {"animations": animations})
    saved(street, SCENE | {"actors": []})
    at = hand.tick_until("s.shot == 'part'")
    assert at.time == 0.0, "its shot is gone"


@pytest.mark.parametrize("file", ["street.scene.json", "street.json", "nila.json", "images/body.png"])
def test_a_broken_save_is_told_in_the_window_and_the_next_good_one_mends_it(
    hand: Hand, street: Path, file: str
) -> None:
    hand.open_scene(str(street), shot="meet", time_s=0.4, watch_s=0.05)
    before = hand.picture()
    path = street.parent / file
    good = path.read_bytes()
    path.write_bytes(good[: len(good) // 2])
    at = hand.tick_until("s.diagnostics")
    assert any(Path(file).name in line for line in at.diagnostics)
    told = hand.picture()
    red = (told[..., 0].astype(int) - told[..., 2] > 90).sum()
    assert red > 100, "the words are there to be read"
    assert (told[200:400, 300:600] == before[200:400, 300:600]).all(axis=-1).mean() > 0.3, "the old picture stays"
    path.write_bytes(good)
    at = hand.tick_until("not s.diagnostics")
    assert (at.shot, at.time) == ("meet", 0.4)
    hand.tick(3.0)
    assert (hand.picture() == before).all()


def test_a_file_that_was_missing_is_seen_to_come(hand: Hand, street: Path) -> None:
    hand.open_scene(str(street), watch_s=0.05)
    actor = SCENE["actors"][0] | {"id": "late", "skeleton": "late.json"}
    saved(street, SCENE | {"actors": [actor]})
    at = hand.tick_until("s.diagnostics")
    assert "late.json" in at.diagnostics[0]
    shutil.copy(street.parent / "nila.json", street.parent / "late.json")
    assert hand.tick_until("not s.diagnostics").layout.row_count == 2


def test_reloading_frees_what_the_scene_before_had(hand: Hand, street: Path) -> None:
    hand.open_scene(str(street), watch_s=0.05)
    hand.tick(0.1, 2)
    before = hand.gl_objects()
    for _ in range(3):
        hand.press_key("r")
        hand.tick_until("s.toast == 'Loaded again'")
        hand.tick(3.0)
    assert hand.gl_objects() == before


def test_playing_makes_no_gl_objects_and_holds_no_more_memory(hand: Hand, street: Path) -> None:
    overlays = ("bones", "names", "meshes", "timing", "bounds")
    hand.open_scene(str(street), paused=False, overlays=overlays, size=(480, 320))
    hand.press_key("e")
    hand.tick(1 / 60, 60)
    before = hand.gl_objects()
    growth = hand.traced_growth(200, 1 / 60)
    assert hand.gl_objects() == before
    assert growth < 40_000, growth  # an array a frame would be more; what is logged is less


def test_the_windows_own_loop_plays_answers_keys_and_ends(hand: Hand, street: Path) -> None:
    hand.open_scene(str(street), paused=False, watch_s=0.1, watcher_starts=False)
    seen = hand.run_with((0.3, "space"), (0.5, "period"), (0.7, "q"))
    assert seen[0].playing and seen[0].time > 0.0
    assert not seen[1].playing and seen[2].frame == seen[1].frame + 1


def test_it_closes_when_the_window_manager_asks(hand: Hand, street: Path) -> None:
    hand.open_scene(str(street), watch_s=0.05)
    assert hand.ask_to_close() == (False, 0)


def test_without_a_display_one_line_says_what_to_do(street: Path, hands: Hand) -> None:
    bare = {k: v for k, v in os.environ.items() if k not in ("DISPLAY", "WAYLAND_DISPLAY")}
    for environment in (bare, bare | {"DISPLAY": ":4321"}):
        ended = run_apart("play", street, env=environment)
        assert ended.returncode == 3, ended.stderr
        lines = [line for line in ended.stderr.splitlines() if "compiling kernels" not in line]
        assert len(lines) == 1 and lines[0].startswith("error: window: ")
        assert "rigbyscene still" in lines[0] and "xvfb-run" in lines[0]


def test_all_mistakes_of_the_command_line_are_told_at_once(tmp_path: Path) -> None:
    street = write_scene(tmp_path)
    wrong = ("--overlay", "bonez", "--loop", "ever", "--speed", "0", "--time", "-1", "--size", "big", "--fit", "x")
    ended = run_apart("play", street, *wrong)
    assert ended.returncode == 2
    lines = ended.stderr.splitlines()
    assert len(lines) == 6 and all(line.startswith("error: --") for line in lines)
    assert "did you mean 'bones'" in ended.stderr
