"""Words over the picture and in the lanes can be read: none lies on others, on a box, or under the marks of events."""

from __future__ import annotations

import itertools
import json
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rigbyscene import Scene, load_scene
from rigbyscene.draw.renderer import SceneRenderer
from rigbyscene.play import labels, style
from rigbyscene.play.choices import OVERLAYS
from rigbyscene.play.controls import Controls
from rigbyscene.play.desk import Desk
from rigbyscene.play.glyphs import Glyphs
from rigbyscene.play.labels import Places
from rigbyscene.play.overlays import Overlays
from rigbyscene.play.panels import log_place
from rigbyscene.play.shapes import COLOR, Shapes
from rigbyscene.play.style import Rect
from rigbyscene.play.timing import timing_place
from rigbyscene.play.viewport import View, seen
from rigbyscene.scene.player import Player
from tests.cli.tiny import write_scene
from tests.conftest import REPOSITORY
from tests.window.test_layout import overlap

SIZES = [(360, 240), (500, 900), (640, 400), (1280, 720), (1600, 1200)]


@pytest.fixture(scope="module")
def foxfire() -> Scene:
    return load_scene(REPOSITORY / "examples" / "foxfire" / "foxfire.scene.json")


def boxes(shapes: Shapes, color: style.Color) -> list[Rect]:
    """Where plain shapes of a colour lie that are level."""
    rows = shapes.rows
    own = rows[(rows[:, COLOR].view(np.uint32) == color) & (rows[:, 7] < 0) & (rows[:, 3] == 0)]
    return [Rect(x - w, y - h, 2 * w, 2 * h) for x, y, w, h in own[:, [0, 1, 4, 5]].tolist()]


@given(
    st.sampled_from(SIZES),
    st.sampled_from([1.0, 1.5, 2.0]),
    st.sets(st.sampled_from([*OVERLAYS])),
    st.booleans(),
    st.sampled_from([("gust", 5.9), ("foxfire", 8.0)]),
    st.floats(0.4, 3.0),
)
@settings(max_examples=60)
def test_no_label_lies_on_another_on_frame_times_or_on_the_log(
    foxfire: Scene,
    size: tuple[int, int],
    scale: float,
    wanted: set[str],
    log: bool,
    moment: tuple[str, float],
    zoom: float,
) -> None:
    desk = Desk(Controls(Player(foxfire)))
    desk.controls.overlays |= wanted
    desk.resize(size, scale)
    layout, shapes = desk.layout, desk.shapes
    taken = [timing_place(shapes, layout.scene)] if "timing" in wanted else []
    taken += [log_place(shapes, layout, desk.controls)] if log else []
    sample = foxfire.sample(*moment)
    picture, frame = seen(View(zoom=zoom), sample.view, foxfire.frame, layout.scene_size)
    assert picture.to_pixels is not None
    drawn = SceneRenderer(foxfire.art).draw_list(sample)
    overlays = Overlays(foxfire)
    overlays.draw(shapes, wanted, sample, drawn, picture.to_pixels, Rect(*frame), layout.scene, taken)
    found = boxes(shapes, labels._FIRM_BACK)
    for a, b in itertools.combinations([*found, *taken], 2):
        assert not overlap(a, b)
    if size == (1600, 1200) and scale == 1.0 and zoom <= 1.0:
        asked = {"depth": len(foxfire.manifest.depth), "safe": 2, "bounds": sum(a.drawn for a in sample.actors)}
        assert len(found) == sum(count for name, count in asked.items() if name in wanted), "with room none is left out"


@given(
    st.lists(st.tuples(st.integers(0, 799), st.integers(0, 599)), min_size=1, max_size=40),
    st.lists(
        st.builds(Rect, st.integers(0, 300), st.integers(0, 560), st.integers(20, 200), st.integers(10, 100)),
        max_size=5,
    ),
    st.sampled_from([1.0, 1.5]),
)
@settings(max_examples=150)
def test_names_of_bones_give_way_to_what_must_be_read(
    joints: list[tuple[int, int]], kept: list[Rect], scale: float
) -> None:
    shapes, area = Shapes(Glyphs(), scale), Rect(0, 0, 800, 600)
    places = Places(shapes, area)
    for rect in kept:
        places.keep(rect)
    places.names([f"leg{n}" for n in range(len(joints))], np.array(joints, float), style.TEXT)
    high = shapes.px(labels.SIZE + 3)
    found = [rect for rect in boxes(shapes, labels._BACK) if rect.height == high]
    assert len(found) == len(joints)
    for name in found:
        assert area.x <= name.right and name.x <= area.right and area.y <= name.y + 1 and name.bottom <= area.bottom + 1
        assert not any(overlap(name, rect) for rect in kept)


def test_a_list_that_is_too_long_says_how_much_of_it_is_missing() -> None:
    for height in range(60, 400, 7):
        shapes = Shapes(Glyphs())
        places = Places(shapes, Rect(0, 0, 200, height))
        places.legend([(f"layer {n} is at depth {n}", style.TEXT) for n in range(15)])
        lines = len(places._labels)
        more = shapes.glyphs.run(f"and {15 - lines + 1} more", shapes.px(labels.SIZE))
        assert 1 <= lines <= 15
        assert (places._labels[-1][0] is more) == (lines < 15)


@pytest.mark.parametrize("scale", [1.0, 1.25, 1.5, 2.0, 3.0])
def test_marks_of_events_leave_the_names_of_clips_alone(scale: float, tmp_path: Path) -> None:
    scene_file = write_scene(tmp_path)
    nila = json.loads((tmp_path / "nila.json").read_text())
    nila["animations"]["walk"]["events"] = [{"time": n / 40, "name": "step"} for n in range(20)]
    texts = json.dumps(nila).replace("walk", "gjpqy_|()"), scene_file.read_text().replace("walk", "gjpqy_|()")
    (tmp_path / "nila.json").write_text(texts[0])
    scene_file.write_text(texts[1])
    desk = Desk(Controls(Player(load_scene(scene_file, art="none"))))
    desk.resize((round(900 * scale), round(500 * scale)), scale)
    desk.draw()
    rows, lane = desk.shapes.rows, desk.layout.rows[1]
    inside = (rows[:, 1] > lane.y) & (rows[:, 1] < lane.bottom) & (rows[:, 0] > desk.layout.track.x)
    letters = rows[inside & (rows[:, 7] >= 0)]
    marks = rows[inside & (rows[:, 3] > 0.7) & (rows[:, 2] > 0.7)]
    assert len(letters) >= len("gjpqy_|()wave") - 1 and len(marks) >= 2 * 20
    tops = marks[:, 1] - marks[:, 4] / 0.7071
    assert (letters[:, 1] + letters[:, 5]).max() <= tops.min() + scale, "but for the dark edge of a tip"
    assert lane.y <= (letters[:, 1] - letters[:, 5]).min() and tops.min() > lane.y
    assert (marks[:, 1] + marks[:, 4] / 0.7071).max() <= lane.bottom + 0.5
