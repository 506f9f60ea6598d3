"""Timeline charts: bars tell what the schedule does, shapes stay on their page, both painters show the same."""

from __future__ import annotations

import math
from dataclasses import replace
from xml.etree import ElementTree

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from PIL import ImageColor

from rigbyscene.film.chart import Area, Box, Chart, Line, Shape, Words, within
from rigbyscene.film.chart_png import pixels_of
from rigbyscene.film.chart_svg import svg_of
from rigbyscene.film.lettering import letters
from rigbyscene.film.timeline import MOST_WIDTH, tick_step, timeline_chart
from rigbyscene.film.timeline_data import CameraPath, ShotContents, Track, bars_of
from rigbyscene.scene.clips import Schedule, ScheduledClip
from rigbyscene.scene.events import SceneEvent
from rigbyscene.scene.scene import Shot

SVG = "{http://www.w3.org/2000/svg}"
times = st.floats(-2.0, 6.0).map(lambda t: round(t, 3))


@st.composite
def clips(draw: st.DrawFn) -> ScheduledClip:
    duration = draw(st.sampled_from([0.0, 0.4, 1.0]))
    out = draw(st.sampled_from([duration, duration / 2]))
    return ScheduledClip(
        animation=0,
        name=draw(st.text(max_size=12)),
        start=draw(times),
        in_=0.0,
        out=out,
        speed=draw(st.sampled_from([1.0, -0.5, 0.0, 3.0])),
        loops=draw(st.sampled_from([0.0, 1.0, 2.5, 4.0])),
        blend=draw(st.sampled_from([0.0, 0.0, 0.3, 1.5])),
        index=0,
        animation_duration=duration,
    )


schedules = st.lists(clips(), max_size=5, unique_by=lambda c: c.start).map(
    lambda found: Schedule(tuple(sorted((replace(c, animation=0) for c in found), key=lambda c: c.start)))
)


@given(schedules, st.floats(0.1, 5.0), st.lists(st.floats(0.0, 1.0), min_size=5, max_size=5))
def test_bars_are_there_exactly_while_their_clip_poses_the_actor(
    schedule: Schedule, duration: float, parts: list[float]
) -> None:
    bars = bars_of(schedule, duration)
    for part in parts:
        t = part * duration * 0.999
        edges = [edge for bar in bars for edge in (bar.start, bar.end, bar.end + bar.fall)]
        if any(abs(t - edge) < 1e-6 for edge in edges):
            continue
        at_work = [schedule.clips[layer.clip] for layer in schedule.layers(t)]
        assert [bar.start for bar in bars if bar.start <= t < bar.end + bar.fall] == [clip.start for clip in at_work]
        for bar, clip in zip((b for b in bars if b.start <= t < b.end + b.fall), at_work, strict=True):
            held = clip.animation_time(t) == clip.animation_time(t + 0.01) == clip.animation_time(t + 0.02)
            if bar.held_from is not None and t > bar.held_from + 1e-6:
                assert held
            elif not any(abs(start - t) < 0.05 for start in bar.loops) and t + 0.02 < min(bar.end + bar.fall, duration):
                assert not held or clip.end() < t + 0.021


def shapes_within(chart: Chart) -> bool:
    def corners(shape: Shape) -> list[tuple[float, float]]:
        match shape:
            case Box():
                return [(shape.x, shape.y), (shape.x + shape.width, shape.y + shape.height)]
            case Words():
                width = letters(shape.size).width(shape.text)
                left = shape.x - {"start": 0, "middle": width / 2, "end": width}[shape.anchor]
                return [(left, shape.y - shape.size), (left + width, shape.y)]
            case Area() | Line():
                return list(shape.points)

    points = [point for shape in chart.shapes for point in corners(shape)]
    return all(
        math.isfinite(x) and math.isfinite(y) and -1 <= x <= chart.width + 1 and -1 <= y <= chart.height + 1
        for x, y in points
    )


def event(time: float, name: str, audio: str | None = None) -> SceneEvent:
    return SceneEvent("nila", "shot", time, name, 3, 0.5, "<s>", audio, 1.0, 0.0, time)


def contents(schedule: Schedule, duration: float, name: str = "shot") -> ShotContents:
    moments = np.linspace(0.0, duration, 20)
    camera = CameraPath(
        moments, 100 * moments, np.full(20, 3.0), 1 + 0.1 * np.sin(moments), 0 * moments, (0.0, duration)
    )
    events = tuple(event(duration * k / 30, name, "x.wav" if k % 2 else None) for k in range(31))
    tracks = (
        Track("stage", "stage", "", (), events),
        Track("nila", name, "nila.json", bars_of(schedule, duration), events),
        Track("idle", "nobody", "nila.json", (), ()),
    )
    return ShotContents(Shot(name, 0, duration), tracks, camera)


@settings(max_examples=40)
@given(
    st.lists(st.tuples(schedules, st.sampled_from([0.0, 0.01, 1.0, 4.5, 400.0])), min_size=1, max_size=3),
    st.sampled_from([480, 1600, MOST_WIDTH]),
    st.text(max_size=60),
)
def test_whatever_the_shots_are_their_chart_stays_on_its_page_and_is_xml(
    shots: list[tuple[Schedule, float]], width: int, name: str
) -> None:
    chart = timeline_chart(name, [contents(schedule, duration, name) for schedule, duration in shots], width)
    assert chart.width == width and shapes_within(chart)
    root = ElementTree.fromstring(svg_of(chart).encode())
    assert root.get("width") == str(width) and root.get("height") == str(chart.height)
    drawn = [child for child in root if child.tag != f"{SVG}title"]
    assert len(drawn) == len(chart.shapes) + 1


@pytest.mark.parametrize("name", ["a<b>&\"'", "夜  x", "tab\tline\nend", "\x00\x1b\ud800\uffff", "]]>"])
def test_names_come_through_svg_as_they_are_but_for_what_xml_cannot_hold(name: str) -> None:
    root = ElementTree.fromstring(svg_of(Chart(9, 9, "#000000", (Words(0, 0, name, 9, "#ffffff"),), name)).encode())
    (words,) = root.iter(f"{SVG}text")
    expected = "".join("\ufffd" if c in "\x00\x1b\ud800\uffff" else c for c in name)
    assert words.text == expected and root.find(f"{SVG}title").text == expected


def test_both_painters_put_each_bar_where_its_times_are() -> None:
    one = ScheduledClip(0, "one", 0.5, 0.0, 1.0, 1.0, 0.0, 0.0, 0, 1.0)
    two = ScheduledClip(0, "two", 2.0, 0.0, 1.0, 1.0, 0.0, 1.0, 1, 1.0)
    chart = timeline_chart("film", [contents(Schedule((one, two)), 4.0)], 800)
    areas = {s.title.partition(":")[0]: s for s in chart.shapes if isinstance(s, Area) and "from" in s.title}
    first, second = areas["one"], areas["two"]
    left, right = min(x for x, _ in first.points), max(x for x, _ in second.points)
    second_s = (right - left) / 3.5
    top, bottom = min(y for _, y in first.points), max(y for _, y in first.points)
    assert (right, top) in second.points and second_s > 100
    page = pixels_of(chart).astype(int)
    polygons = {p.get("points"): p for p in ElementTree.fromstring(svg_of(chart)).iter(f"{SVG}polygon")}
    assert len(polygons) >= 2

    def at(time: float, part: float) -> tuple[int, ...]:
        """The colour at a time, `part` of the way down the bars."""
        x, y = left + (time - 0.5) * second_s, top + (bottom - top) * part
        return tuple(page[int(y), int(x)])

    blue, green = (ImageColor.getrgb(area.color) for area in (first, second))
    assert at(1.9, 0.5) == at(2.2, 0.4) == at(2.4, 0.1) == blue
    assert at(3.8, 0.5) == at(2.8, 0.8) == at(2.6, 0.9) == green
    assert at(0.3, 0.3) not in (blue, green)


def test_a_polygon_is_cut_at_both_limits() -> None:
    square = ((0.0, 0.0), (10.0, 0.0), (10.0, 10.0), (0.0, 10.0))
    assert set(within(square, 2.0, 7.0)) == {(2.0, 0.0), (7.0, 0.0), (7.0, 10.0), (2.0, 10.0)}
    assert within(square, 11.0, 12.0) == () == within((), 0.0, 1.0)


def test_shapes_cover_pixels_by_their_share_and_nothing_outside_the_page() -> None:
    chart = Chart(
        8,
        4,
        "#000000",
        (
            Box(-5.0, 0.5, 7.5, 1.0, "#ff0000"),
            Area(((4.0, 0.0), (8.0, 0.0), (8.0, 4.0), (4.0, 4.0)), "#00ff00", 0.5),
            Line(((0.0, 3.5), (30.0, 3.5)), "#0000ff", 1.0, 1.0, 2.0),
            Words(100.0, 50.0, "far away", 12, "#ffffff"),
            Line(((3.0, 3.0), (3.0, 3.0)), "#ffffff", 1.0, 1.0, 4.0),
        ),
        "",
    )
    page = pixels_of(chart)
    assert page[0, 0].tolist() == [128, 0, 0] and page[1, 1].tolist() == [128, 0, 0] and page[2, 0].tolist() == [0] * 3
    assert page[0, 6].tolist() == [0, 128, 0]
    assert page[3, 0, 2] > 150 and page[3, 2, 2] < 80 and page[3, 4, 2] > 150


@given(st.floats(1e-4, 1e5))
def test_numbers_of_the_axis_are_apart_and_not_too_far(pixels_a_second: float) -> None:
    step, parts = tick_step(pixels_a_second)
    assert 71.9 <= step * pixels_a_second <= (72 * 5 if step <= 3600 else 72 * 51) and parts in (4, 5, 6)


@pytest.mark.parametrize("size", range(6, 49))
def test_words_stand_apart_at_every_size(size: int) -> None:
    own = letters(size)
    assert own.width("300 to") - own.width("300") - own.width("to") >= size / 4
    mask = own.mask("l l")
    inked = np.flatnonzero(mask.any(axis=0))
    assert np.diff(inked).max() > size / 4, "and nothing is drawn between them"
