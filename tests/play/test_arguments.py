"""What a game gives a view, or a picture to draw into: refused by name where it cannot be, then and later."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from rigbyscene import ScenePlayer, UsageError
from rigbyscene.draw.gl_context import gl_functions
from rigbyscene.play import SceneView
from rigbyscene.scene.affine import Affine
from rigbyscene.scene.camera import Fit
from tests.draw.gl_helpers import Canvas
from tests.play.conftest import SIZE
from tests.play.little import little_scene
from tests.play.test_view import Sprites

SCENE = little_scene()
UNIT = (1.0, 0.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 0.0, 1.0)

WRONG: dict[str, list[Any]] = {
    "camera": ["x", None, 1, "Scene"],
    "fit": ["stretch", None, 2],
    "frame": [5, "ab", (0, 1), (1, math.nan), (10**400, 1), (1, 2, 3)],
    "placement": [
        None, 3, "abcdef", (1, 0, 0, 1, 0), Affine.translation(math.nan, 0), Affine.scaling(math.inf, 1),
        Affine(1, 0, 0, 10**400, 0, 0),
    ],
    "background": ["#00000080", "teeal", 7, (1, 2)],
    "viewport": [
        "abcd", 5, (0, 0, -1, 3), (0, 0, 8, -1), (0, 0, 8), (0, 0, 8.5, 8), (0, 0, math.nan, 1), (0, 0, None, 1),
    ],
    "window": ["window", 5],
    "matrices": [5, "ab", (UNIT, UNIT)],
}  # fmt: skip


@pytest.mark.parametrize(("argument", "value"), [(name, value) for name, values in WRONG.items() for value in values])
def test_a_value_an_argument_cannot_have_is_refused_at_once_and_later(argument: str, value: Any) -> None:
    named = rf"(SceneView: )?{argument}: .*; [a-z]"
    with pytest.raises(UsageError, match=named):
        SceneView(ScenePlayer(SCENE), **{argument: value})
    view = SceneView(ScenePlayer(SCENE))
    before = getattr(view, argument)
    with pytest.raises(UsageError, match=named):
        setattr(view, argument, value)
    assert getattr(view, argument) == before


@pytest.mark.parametrize("order", ["a", None, 1.5])
def test_an_order_is_a_whole_number(order: Any) -> None:
    with pytest.raises(UsageError, match=r"SceneView: order: .* is not a whole number"):
        SceneView(ScenePlayer(SCENE), order=order)


@pytest.mark.parametrize("player", [SCENE, None, "player"], ids=lambda player: str(type(player)))
def test_a_view_of_no_player_is_told_how_to_make_one(player: Any) -> None:
    with pytest.raises(UsageError, match=r"SceneView: player: .*; give rigbyscene.ScenePlayer\(scene\)"):
        SceneView(player)


def test_a_batch_and_a_group_are_those_of_pyglet(window: Any) -> None:
    wrong: Any = 3
    for argument, given in (("batch", {"batch": wrong}), ("group", {"batch": Sprites(0, 2).batch, "group": wrong})):
        with pytest.raises(UsageError, match=f"SceneView: {argument}: 3 is no {argument}"):
            SceneView(ScenePlayer(SCENE), **given)


@pytest.mark.parametrize("given", [(1, 2), None, 7, "ab", (UNIT, UNIT[:15]), (UNIT,), (UNIT, (*UNIT[:15], math.nan))])
def test_matrices_that_are_none_are_refused_when_they_are_asked_for(window: Any, given: Any) -> None:
    view = SceneView(ScenePlayer(SCENE), camera="game", matrices=lambda: given)
    for ask in (view.draw, lambda: view.actor_bone_transform("hero", "hand")):
        if ask == view.draw or view.camera == "scene":
            with pytest.raises(
                UsageError, match=r"SceneView: matrices: it gave .*; let it return \(projection, view\)"
            ):
                ask()
        view.camera = "scene"
    view.close()


def test_attributes_set_later_count_as_arguments_do(window: Any) -> None:
    view = SceneView(ScenePlayer(SCENE))
    whole: Any = np.int32(8)
    view.fit, view.viewport, view.frame = "cover", (0, 0, 8, whole), (4, 3)
    assert view.fit is Fit.COVER and view.viewport == (0, 0, 8, 8) and view.frame == (4.0, 3.0)
    view.background, view.matrices = "white", lambda: (UNIT, UNIT)
    assert view.background == (255, 255, 255, 255)


@pytest.mark.parametrize("size", [(0.0, 1.0), (1.0, 0.0), (0.0, 0.0)])
def test_a_thing_that_grows_out_of_nothing_begins_unseen(window: Any, size: tuple[float, float]) -> None:
    with Canvas(gl_functions(), SIZE, (0, 0, 255, 255)) as canvas:
        gl_functions().glViewport(0, 0, *SIZE)
        placement = Affine.translation(160, 90).after(Affine.scaling(*size))
        with SceneView(ScenePlayer(SCENE), camera="game", placement=placement, window=window) as view:
            view.draw()
            assert (canvas.pixels() == (0, 0, 255, 255)).all()
            view.placement = Affine.translation(160, 90)
            view.draw()
            assert not (canvas.pixels() == (0, 0, 255, 255)).all()


def read_only(shape: tuple[int, ...]) -> Any:
    array = np.zeros(shape, np.uint8)
    array.flags.writeable = False
    return array


OUTS: dict[str, Callable[[], Any]] = {
    "no array": lambda: [1, 2],
    "another shape": lambda: np.zeros((8, 6, 4), np.uint8),
    "a row too many": lambda: np.zeros((7, 8, 4), np.uint8),
    "without alpha": lambda: np.zeros((6, 8, 3), np.uint8),
    "another dtype": lambda: np.zeros((6, 8, 4), np.float32),
    "read-only": lambda: read_only((6, 8, 4)),
    "one that would be broadcast": lambda: np.zeros((2, 6, 8, 4), np.uint8),
}


@pytest.mark.parametrize("premultiplied", [False, True])
@pytest.mark.parametrize("name", OUTS)
def test_an_array_that_no_picture_fits_is_refused_with_one_that_does(name: str, premultiplied: bool) -> None:
    player = ScenePlayer(SCENE)
    with pytest.raises(UsageError, match=r"little.scene.json: out: .*; give np.empty\(\(6, 8, 4\), np.uint8\)"):
        player.render((8, 6), premultiplied=premultiplied, out=OUTS[name]())


def test_a_view_of_an_array_is_filled_where_pixels_are_copied_and_refused_where_they_are_drawn() -> None:
    player = ScenePlayer(SCENE)
    part = np.zeros((6, 16, 4), np.uint8)[:, ::2]
    assert np.array_equal(player.render((8, 6), out=part), player.render((8, 6)))
    with pytest.raises(UsageError, match="out: it is not C-contiguous"):
        player.render((8, 6), premultiplied=True, out=part)
