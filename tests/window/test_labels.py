"""Words over the picture and in the lanes can be read: none lies on others, on a box, or under the marks of events."""

from __future__ import annotations

import functools
import itertools
import json
import tempfile
from pathlib import Path

import numpy as np
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray

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
        count = sum(count for name, count in asked.items() if name in wanted)
        legends = {0, 1} if "names" in wanted else {0}
        assert len(found) - count in legends, "with room none is left out"


def of_color(shapes: Shapes, color: style.Color) -> tuple[list[Rect], list[NDArray[np.float64]]]:
    """What is drawn in a colour: where its letters are, and both ends of its lines, (2, 2) each."""
    rows = shapes.rows[shapes.rows[:, COLOR].view(np.uint32) == color, :COLOR].astype(float)
    letters = [Rect(x - w, y - h, 2 * w, 2 * h) for x, y, w, h in rows[rows[:, 7] >= 0][:, [0, 1, 4, 5]].tolist()]
    long = rows[(rows[:, 7] < 0) & (rows[:, 4] > rows[:, 5])]
    reach = long[:, 2:4] * (long[:, 4] - long[:, 5])[:, None]
    return letters, [np.array([at - by, at + by]) for at, by in zip(long[:, :2], reach, strict=True)]


def crosses(line: NDArray[np.float64], rect: Rect) -> bool:
    points = np.linspace(*line, 300)
    return bool(((points > (rect.x, rect.y)) & (points < (rect.right, rect.bottom))).all(axis=1).any())


def distance(rect: Rect, x: float, y: float) -> float:
    return float(np.hypot(max(rect.x - x, x - rect.right, 0), max(rect.y - y, y - rect.bottom, 0)))


spread = st.tuples(st.floats(0, 799), st.floats(0, 599))
crowd = st.tuples(st.integers(300, 340), st.integers(280, 320)).map(lambda at: (float(at[0]), float(at[1])))


@given(
    st.lists(spread, min_size=1, max_size=60) | st.lists(spread | crowd, min_size=1, max_size=100),
    st.lists(
        st.builds(Rect, st.integers(0, 300), st.integers(0, 560), st.integers(20, 200), st.integers(10, 100)),
        max_size=5,
    ),
    st.sampled_from([1.0, 1.25, 1.5, 2.0]),
    st.sampled_from([(800, 600), (420, 130), (60, 40), (800, 8)]),
    st.sampled_from(["", "leg", "a long name of a bone "]),
)
@example([(0.0, 38.0), (0.0, 48.0), (0.0, 347.0)], [], 1.25, (420, 130), "")
@settings(max_examples=200)
def test_no_name_of_a_bone_lies_on_words_or_lines_and_each_that_is_not_beside_its_joint_has_a_line_to_it(
    joints: list[tuple[float, float]], kept: list[Rect], scale: float, size: tuple[int, int], stem: str
) -> None:
    joints = [(x % size[0], y % size[1]) for x, y in joints]
    shapes, area = Shapes(Glyphs(), scale), Rect(0, 0, *size)
    places = Places(shapes, area)
    for rect in kept:
        places.keep(rect)
    colors = [style.rgba(f"{n:06x}") for n in range(len(joints))]
    places.names([f"{stem}{n}" for n in range(len(joints))], np.array(joints), colors)
    high = shapes.px(labels.SIZE + 3)
    found = [rect for rect in boxes(shapes, labels._BACK) if rect.height == high]
    legends = [box for _, box, _ in places._labels]
    for name, other in itertools.combinations([*found, *legends], 2):
        assert not overlap(name, other)
    for name in found:
        assert area.x <= name.x and name.right <= area.right and area.y <= name.y + 1 and name.bottom <= area.bottom + 1
    for name, rect in itertools.product([*found, *legends], kept):
        assert not overlap(name, rect)

    missing = 0
    for joint, color in zip(joints, colors, strict=True):
        letters, lines = of_color(shapes, color)
        if not letters:
            missing += 1
            assert not lines
            continue
        (own,) = [rect for rect in found if rect.contains(letters[0].x + letters[0].width / 2, letters[0].middle)]
        is_level = own.y - 1 <= joint[1] <= own.bottom + 1
        if is_level and distance(own, joint[0], own.middle) <= shapes.px(4):
            assert not lines
            continue
        (line,) = lines
        assert line[0] == pytest.approx(joint, abs=1e-3) and distance(own, *line[1]) < 1e-3
        assert np.hypot(*(line[1] - line[0])) >= shapes.px(6) - 1, "long enough to be seen"
        for rect in (*found, *legends, *kept):
            assert not crosses(line, rect.shrunk(1.0)), "seen from end to end"
    assert missing == len(joints) - len(found)
    told = [run for run, _, _ in places._labels]
    words = f"+{missing} {'names' if missing > 1 else 'name'}: zoom in"
    assert told in ([], [shapes.glyphs.run(words, shapes.px(labels.SIZE))])
    assert bool(told) == bool(missing) or size != (800, 600), "in a window of usual size the number is told"


def test_the_first_names_are_drawn_where_there_is_no_room_for_all() -> None:
    shapes = Shapes(Glyphs())
    places = Places(shapes, Rect(0, 0, 640, 360))
    colors = [style.rgba(f"{n:06x}") for n in range(200)]
    places.names([f"bone{n}" for n in range(200)], np.full((200, 2), (320.0, 180.0)), colors)
    named = [n for n, color in enumerate(colors) if of_color(shapes, color)[0]]
    assert named[:6] == [0, 1, 2, 3, 4, 5] and len(named) < 200


def test_the_longest_bones_come_first(foxfire: Scene, monkeypatch: pytest.MonkeyPatch) -> None:
    told: list[tuple[str, ...]] = []
    monkeypatch.setattr(Places, "names", lambda self, texts, joints, colors: told.append(tuple(texts)))
    sample = foxfire.sample("foxfire", 8.0)
    picture, frame = seen(View(), sample.view, foxfire.frame, (1280, 720))
    drawn, area = SceneRenderer(foxfire.art).draw_list(sample), Rect(0, 0, 1280, 720)
    assert picture.to_pixels is not None
    Overlays(foxfire).draw(Shapes(Glyphs()), {"names"}, sample, drawn, picture.to_pixels, Rect(*frame), area)
    ways = [(sample.stage, picture.to_pixels), *((a.pose, picture.to_pixels.after(a.placement)) for a in sample.actors)]
    lengths = {}
    for pose, (a, b, c, d, *_) in ways:
        for bone in pose.rig.skeleton.bones:
            lengths.setdefault(bone.name, []).append(bone.length * abs(a * d - b * c) ** 0.5)
    order = [max(lengths[name]) for name in told[0] if len(lengths[name]) == 1]
    assert order == sorted(order, reverse=True) and order[0] > 20 and order[-1] == 0.0


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


@functools.cache
def fading() -> Scene:
    """Clips that fade in for next to none, a part, and all of their time."""
    with tempfile.TemporaryDirectory() as folder:
        file = write_scene(Path(folder))
        manifest = json.loads(file.read_text())
        clips = manifest["actors"][0]["clips"]["meet"]
        starts = ((0.0, 0.0), (0.15, 0.01), (0.3, 0.1), (0.45, 0.2), (0.7, 0.1), (0.75, 0.2))
        clips[:] = [{"animation": "wave", "start": start, "blend": blend, "loops": 0} for start, blend in starts]
        file.write_text(json.dumps(manifest))
        return load_scene(file, art="none")


@given(st.integers(300, 2500), st.sampled_from([1.0, 1.25, 1.5, 2.0]))
def test_no_line_of_a_fade_goes_through_the_name_of_a_clip(width: int, scale: float) -> None:
    desk = Desk(Controls(Player(fading())))
    desk.resize((round(width * scale), round(500 * scale)), scale)
    desk.draw()
    rows = desk.shapes.rows[:, :COLOR].astype(float)
    track, top = desk.layout.track, desk.layout.rows[0].y
    in_lanes = (rows[:, 0] > track.x) & (rows[:, 1] > top) & (rows[:, 1] < track.bottom)
    letters = np.flatnonzero(in_lanes & (rows[:, 7] >= 0) & (rows[:, 5] > 0))
    fades = np.flatnonzero(in_lanes & (rows[:, 3] != 0) & (rows[:, 5] == 0.5))
    assert len(letters) > 2 and len(fades) > 1
    backed = 0
    for n, k in itertools.product(letters, fades):
        x, y, _, _, w, h = rows[n, :6]
        reach = rows[k, 2:4] * rows[k, 4]
        if not crosses(np.array([rows[k, :2] - reach, rows[k, :2] + reach]), Rect(x - w, y - h, 2 * w, 2 * h)):
            continue
        between = rows[k + 1 : n]
        backs = between[(between[:, 7] < 0) & (between[:, 3] == 0)]
        within = (np.abs(backs[:, :2] - (x, y)) <= backs[:, 4:6] - (w - 1, h - scale)).all(axis=1)
        assert within.any(), "something lies between"
        backed += 1
    assert backed or width < 600 or width > 1000, "the last clip fades as long as it plays"


@pytest.mark.parametrize("scale", [1.0, 1.25, 1.5, 2.0, 3.0])
@pytest.mark.parametrize("width", [500, 777, 1280])
def test_at_a_shots_start_the_playhead_leaves_the_rulers_figures_alone(
    foxfire: Scene, scale: float, width: int
) -> None:
    desk = Desk(Controls(Player(foxfire)))
    desk.resize((round(width * scale), round(600 * scale)), scale)
    desk.draw()
    ruler, rows = desk.layout.ruler, desk.shapes.rows
    letters = [
        Rect(x - w, y - h, 2 * w, 2 * h)
        for x, y, w, h in rows[rows[:, 7] >= 0][:, [0, 1, 4, 5]].tolist()
        if ruler.y < y < ruler.bottom
    ]
    (head,) = [r for r in boxes(desk.shapes, style.ACCENT) if ruler.y < r.middle < ruler.bottom and r.x > 0]
    assert head.x < ruler.x < head.right and letters
    assert not any(overlap(head, letter) for letter in letters)
