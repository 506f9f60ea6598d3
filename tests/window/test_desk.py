"""The window without a window: what lies over the picture, and where letters are."""

from __future__ import annotations

import functools
import tempfile
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray

from rigbyscene import Scene, load_scene
from rigbyscene.draw.drawlist import DrawList
from rigbyscene.draw.renderer import SceneRenderer
from rigbyscene.errors import Diagnostic, Severity
from rigbyscene.play.choices import OVERLAYS
from rigbyscene.play.controls import Controls
from rigbyscene.play.desk import REQUESTS, Desk
from rigbyscene.play.glyphs import SIDE, Glyphs
from rigbyscene.play.keys import ACTIONS, LAYERS, LOOKING, PLAYBACK
from rigbyscene.play.overlays import Overlays
from rigbyscene.play.panels import draw_help
from rigbyscene.play.shapes import Shapes
from rigbyscene.play.style import Rect
from rigbyscene.play.tips import button_tip
from rigbyscene.play.viewport import View, seen
from rigbyscene.scene.player import Player
from tests.cli.tiny import write_scene
from tests.conftest import REPOSITORY

FOXFIRE = REPOSITORY / "examples" / "foxfire" / "foxfire.scene.json"


@functools.cache
def street() -> Scene:
    with tempfile.TemporaryDirectory() as folder:
        return load_scene(write_scene(Path(folder)), art="none")


def desk(size: tuple[int, int] = (1280, 720), scale: float = 1.0) -> tuple[Desk, list[str]]:
    asked: list[str] = []
    it = Desk(Controls(Player(street())), asked.append)
    it.resize(size, scale)
    return it, asked


def test_every_key_and_every_button_does_something() -> None:
    it, asked = desk()
    for key in ACTIONS:
        it.menus.close()
        assert it.key(key), key
    for name in it.layout.buttons:
        it.menus.close()
        it.act(name)
        assert button_tip(name)
    assert set(asked) == set(REQUESTS)
    assert not it.key("ö")


presses = st.one_of(
    st.sampled_from(sorted(ACTIONS)).map(lambda key: ("key", key)),
    st.tuples(st.just("press"), st.floats(0, 1.1), st.floats(0, 1.1)),
    st.tuples(st.just("move"), st.floats(-0.1, 1.1), st.floats(-0.1, 1.1)),
    st.tuples(st.just("release"), st.floats(0, 1.1), st.floats(0, 1.1)),
    st.tuples(st.just("scroll"), st.floats(0, 1), st.floats(0, 1)),
    st.tuples(st.just("size"), st.integers(60, 2000), st.integers(40, 1500)),
)


@given(st.lists(presses, max_size=25), st.sampled_from([1.0, 1.5, 2.0]))
@settings(max_examples=60)
def test_whatever_is_pressed_there_is_something_to_draw_and_nothing_is_lost(
    deeds: list[tuple[object, ...]], scale: float
) -> None:
    it, _ = desk(scale=scale)
    for kind, *rest in deeds:
        if kind == "key":
            it.key(str(rest[0]))
        elif kind == "size":
            it.resize((int(rest[0]), int(rest[1])), scale)  # type: ignore[call-overload]
        else:
            width, height = it.layout.size
            x, y = float(rest[0]) * width, float(rest[1]) * height  # type: ignore[arg-type]
            if kind == "move":
                it.move(x, y)
            elif kind == "scroll":
                it.scroll(x, y, 1.0)
            else:
                getattr(it, str(kind))(x, y, "left")
        it.shapes.clear()
        it.draw()
        assert np.isfinite(it.shapes.rows[:, :7]).all()
        player = it.controls.player
        assert 0.0 <= player.time <= player.shot.duration


def test_what_stays_the_same_is_not_worked_out_again() -> None:
    it, _ = desk()
    it.draw()
    first = it.shapes.rows.copy()
    it.shapes.clear()
    it.draw()
    assert np.array_equal(first.view(np.uint32), it.shapes.rows.view(np.uint32))
    it.controls.go_shot(1)
    it.shapes.clear()
    it.draw()
    assert len(it.shapes.rows) != len(first), "another shot has other lanes"


def help_of(size: tuple[int, int], scale: float) -> Shapes:
    it, _ = desk(size, scale)
    draw_help(it.shapes, it.layout)
    return it.shapes


def letter_boxes(shapes: Shapes) -> NDArray[np.float64]:
    """Left, top, right and bottom of all letters but spaces, float64 (n, 4)."""
    rows = shapes.rows[(shapes.rows[:, 7] >= 0) & (shapes.rows[:, 5] > 0), :6].astype(float)
    return np.concatenate([rows[:, :2] - rows[:, 4:6], rows[:, :2] + rows[:, 4:6]], axis=1)


@pytest.mark.parametrize("scale", [1.0, 1.25, 1.5, 2.0, 3.0])
@pytest.mark.parametrize("size", [(640, 400), (500, 380), (1000, 300), (1280, 720), (2000, 1400)])
def test_no_word_of_the_help_is_cut(size: tuple[int, int], scale: float) -> None:
    shapes = help_of((round(size[0] * scale), round(size[1] * scale)), scale)
    shown = [b for b in (*PLAYBACK, *LOOKING, *LAYERS) if b.shown]
    words = ["Playing", "Looking", "Overlays", *(b.shown for b in shown), *(b.text for b in shown)]
    assert len(letter_boxes(shapes)) == len("".join(words).replace(" ", ""))


@given(st.integers(360, 2500), st.integers(240, 1600), st.sampled_from([1.0, 1.5, 2.0]))
def test_the_help_stays_in_the_window_and_no_letter_lies_on_another(width: int, height: int, scale: float) -> None:
    size = round(width * scale), round(height * scale)
    at = letter_boxes(help_of(size, scale))
    assert (at >= 0).all() and (at[:, 2:] <= size).all()
    for n, (left, top, right, bottom) in enumerate(at):
        after = at[n + 2 :]  # neighbours in a word may lean into each other
        assert not ((after[:, 0] < right) & (left < after[:, 2]) & (after[:, 1] < bottom) & (top < after[:, 3])).any()


def test_diagnostics_of_any_length_stay_in_the_window() -> None:
    it, _ = desk((640, 400))
    words = "a very long path of a file " * 20
    it.controls.diagnostics = tuple(
        Diagnostic("x", Severity.ERROR, "street.json", f"bones[{i}]", words, "mend it") for i in range(40)
    )
    it.draw()
    letters = it.shapes.rows[it.shapes.rows[:, 7] >= 0]
    assert (letters[:, 0] + letters[:, 4] <= 640).all() and (letters[:, 1] + letters[:, 5] <= 400).all()


@given(st.text(max_size=40), st.sampled_from([9, 13, 26]), st.integers(0, 300))
def test_a_text_that_is_fitted_is_not_wider_and_begins_alike(text: str, size: int, width: int) -> None:
    glyphs = Glyphs()
    run = glyphs.fitted(text, size, width)
    assert run.width <= width or run.width == 0
    whole = glyphs.run(text, size)
    if whole.width <= width:
        assert np.array_equal(run.cells, whole.cells)


def test_letters_that_do_not_fit_the_picture_any_more_begin_a_new_one() -> None:
    glyphs = Glyphs()
    letters = [chr(n) for n in range(0x21, 0x7F)]
    for size in range(40, 90):
        run = glyphs.run("".join(letters), size)
        u, v, w, h = (run.cells[:, k] for k in (4, 5, 2, 3))
        assert ((u + w <= SIDE) & (v + h <= SIDE)).all()
        for k in range(0, len(letters), 17):
            x, y = int(u[k]), int(v[k])
            assert glyphs.picture[y : y + int(h[k]), x : x + int(w[k])].max() > 100, "the letter is there"
    assert glyphs.generation > 0


def test_digits_are_equally_wide() -> None:
    glyphs = Glyphs()
    assert len({glyphs.run(d * 4, 13).width for d in "0123456789"}) == 1


@pytest.fixture(scope="module")
def foxfire() -> Scene:
    return load_scene(FOXFIRE)


def laid_over(scene: Scene, names: set[str], shot: str = "gust", t: float = 5.9) -> tuple[Shapes, DrawList]:
    sample = scene.sample(shot, t)
    drawn = SceneRenderer(scene.art).draw_list(sample)
    area = (1280, 720)
    picture, frame = seen(View(), sample.view, scene.frame, area)
    assert picture.to_pixels is not None
    shapes = Shapes(Glyphs())
    Overlays(scene).draw(shapes, names, sample, drawn, picture.to_pixels, Rect(*frame), Rect(0, 0, *area))
    return shapes, drawn


def test_bones_lie_where_the_sample_says(foxfire: Scene) -> None:
    shapes, _ = laid_over(foxfire, {"bones"})
    sample = foxfire.sample("gust", 5.9)
    picture, _ = seen(View(), sample.view, foxfire.frame, (1280, 720))
    assert picture.to_pixels is not None
    centres = shapes.rows[:, :2]
    for actor in sample.actors:
        whole = picture.to_pixels.after(actor.placement)
        for bone in range(0, len(actor.pose.world), 7):
            joint = whole.apply(*actor.pose.world[bone, 4:6].tolist())
            assert np.abs(centres - joint).max(axis=1).min() < 0.01


def test_every_edge_of_every_mesh_is_drawn_once(foxfire: Scene) -> None:
    shapes, drawn = laid_over(foxfire, {"meshes"})
    edges = {
        tuple(sorted(edge)) for t in drawn.triangles.tolist() for edge in ((t[0], t[1]), (t[1], t[2]), (t[2], t[0]))
    }
    quads = int((drawn.commands[:, 6] == 1).sum())
    assert len(shapes.rows) == len(edges) - quads, "regions without their diagonals"


def test_overlays_are_each_on_their_own(foxfire: Scene) -> None:
    counts = {name: len(laid_over(foxfire, {name})[0].rows) for name in OVERLAYS if name != "timing"}
    assert all(counts.values()), counts
    both = laid_over(foxfire, {"bones", "safe"})[0]
    assert len(both.rows) == counts["bones"] + counts["safe"]


@pytest.mark.parametrize("size", range(6, 49))
def test_words_stand_apart_at_every_size(size: int) -> None:
    glyphs = Glyphs()
    apart, together = glyphs.run("loops on", size), glyphs.run("loopson", size)
    assert apart.width - together.width >= size / 4
    inked = [run.cells[run.cells[:, 3] > 0] for run in (apart, together)]
    assert len(inked[0]) == len(inked[1]), "and nothing is drawn between them"
