"""Scenes in a game's frame: in the right place, between the right sprites, and nothing of the game's touched."""

from __future__ import annotations

import gc
import itertools
import tracemalloc
from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from rigbyscene import Scene, ScenePlayer, UsageError, load_scene
from rigbyscene.draw import cpu
from rigbyscene.draw.gl_context import gl_functions
from rigbyscene.play import SceneView
from rigbyscene.scene.affine import Affine
from tests.conftest import REPOSITORY
from tests.draw.gl_helpers import Canvas, difference, objects_there, state_of
from tests.play.conftest import SIZE
from tests.play.little import little_scene

Image = NDArray[np.uint8]

BLUE = (0, 0, 255, 255)
WHOLE = np.array([[1.0, 0.0], [0.0, 1.0]])


@pytest.fixture(scope="module")
def foxfire() -> Scene:
    return load_scene(REPOSITORY / "examples" / "foxfire" / "foxfire.scene.json")


@pytest.fixture
def canvas(window: Any) -> Iterator[Canvas]:
    """A framebuffer to draw in, blue, the viewport all of it."""
    with Canvas(gl_functions(), SIZE, BLUE) as canvas:
        gl_functions().glViewport(0, 0, *SIZE)
        yield canvas


def alike(got: Image, wanted: Image) -> bool:
    mean, share = difference(got, wanted)
    return mean <= 0.5 and share <= 0.001


def over(picture: Image, below: Image) -> Image:
    """A premultiplied picture over an opaque one."""
    veil = 255 - picture[..., 3:].astype(int)
    return np.clip(picture.astype(int) + (below.astype(int) * veil + 127) // 255, 0, 255).astype(np.uint8)


def filled(color: tuple[int, int, int, int], size: tuple[int, int] = SIZE) -> Image:
    return np.full((size[1], size[0], 4), color, np.uint8)


@pytest.mark.parametrize(("shot", "t"), [("dusk", 4.0), ("gust", 3.1), ("foxfire", 8.2)])
def test_a_view_draws_what_the_cpu_renderer_draws(canvas: Canvas, foxfire: Scene, shot: str, t: float) -> None:
    player = ScenePlayer(foxfire)
    player.seek(t, shot)
    with SceneView(player) as view:
        view.draw()
        assert alike(canvas.pixels(), player.render(SIZE, background=BLUE, premultiplied=True))


@pytest.mark.parametrize("fit", ["contain", "cover", "fill"])
@pytest.mark.parametrize("viewport", [(0, 0, 320, 180), (20, 10, 200, 160), (100, 30, 60, 150)])
@pytest.mark.parametrize("set_by", ["game", "view"])
def test_the_scenes_camera_fills_the_viewport_of_the_moment(
    canvas: Canvas, fit: str, viewport: tuple[int, int, int, int], set_by: str
) -> None:
    """The framebuffer's pixels count, whatever a window calls its size: that is all there is to dense screens."""
    player = ScenePlayer(little_scene())
    with SceneView(player, fit=fit, viewport=viewport if set_by == "view" else None, background="black") as view:
        if set_by == "game":
            gl_functions().glViewport(*viewport)
        view.draw()
    x, y, width, height = viewport
    wanted = filled(BLUE)
    part = player.render((width, height), fit=fit, background="black", premultiplied=True)
    wanted[SIZE[1] - y - height : SIZE[1] - y, x : x + width] = part
    assert alike(canvas.pixels(), wanted)


def through(window: Any, placement: Affine, x: float, y: float) -> tuple[float, float]:
    """Where a point of the stage is on a picture, by pyglet's own arithmetic."""
    from pyglet.math import Vec4

    clip = window.projection @ window.view @ Vec4(*placement.apply(x, y), 0.0, 1.0)
    return (clip.x / clip.w + 1) / 2 * SIZE[0], (1 - clip.y / clip.w) / 2 * SIZE[1]


def matrices() -> dict[str, Any]:
    from pyglet.math import Mat4, Vec3

    return {
        "as pyglet sets it": lambda window: None,
        "scrolled and zoomed": lambda window: setattr(
            window, "view", Mat4().translate(Vec3(40, -25, 0)).scale(Vec3(1.5, 1.5, 1))
        ),
        "turned": lambda window: setattr(window, "view", Mat4().rotate(0.4, Vec3(0, 0, 1))),
        "another projection": lambda window: setattr(
            window, "projection", Mat4.orthogonal_projection(-90, 90, 60, -60, -1, 1)
        ),
        "a perspective seen straight": lambda window: (
            setattr(window, "projection", Mat4.perspective_projection(16 / 9, 0.1, 1000, 60)),
            setattr(window, "view", Mat4.look_at(Vec3(10, 5, 100), Vec3(10, 5, 0), Vec3(0, 1, 0))),
        ),
    }


@pytest.mark.parametrize("name", ["as pyglet sets it", "scrolled and zoomed", "turned", "another projection",
                                  "a perspective seen straight"])  # fmt: skip
def test_through_the_games_matrices_the_scene_lies_in_the_games_world(window: Any, canvas: Canvas, name: str) -> None:
    matrices()[name](window)
    placement = Affine.translation(60, 40).after(Affine(1.2, 0.3, -0.2, 1.1))
    player = ScenePlayer(little_scene())
    player.seek(0.4)
    with SceneView(player, camera="game", placement=placement, window=window) as view:
        view.draw()
        origin, right, up = (np.array(through(window, placement, *p)) for p in ((0, 0), (1, 0), (0, 1)))
        to_pixels = np.concatenate([right - origin, up - origin, origin])
        assert alike(canvas.pixels(), cpu.render(player.draw_list(), player.art.art, to_pixels, SIZE, BLUE))


def test_a_perspective_that_tilts_the_plane_is_refused(window: Any, canvas: Canvas) -> None:
    from pyglet.math import Mat4, Vec3

    window.projection = Mat4.perspective_projection(16 / 9, 0.1, 1000, 60)
    window.view = Mat4.look_at(Vec3(50, 5, 100), Vec3(10, 5, 0), Vec3(0, 1, 0))
    with (
        SceneView(ScenePlayer(little_scene()), camera="game", window=window) as view,
        pytest.raises(UsageError, match="tilted perspective"),
    ):
        view.draw()


@pytest.mark.parametrize("background", [None, "white"])
def test_a_view_leaves_every_gl_state_as_it_was(canvas: Canvas, background: str | None) -> None:
    gl = gl_functions()
    with SceneView(ScenePlayer(little_scene()), background=background) as view:
        view.prepare()
        gl.glEnable(gl.GL_DEPTH_TEST)
        gl.glBlendFunc(gl.GL_DST_COLOR, gl.GL_ZERO)
        before = state_of(gl)
        view.draw()
        assert state_of(gl) == before
        gl.glDisable(gl.GL_DEPTH_TEST)


class Sprites:
    """A game's batch: a red square under everything and a translucent green one above, 100 pixels wide each."""

    def __init__(self, below: int, above: int, parent: Any = None):
        from pyglet.graphics import Batch, Group
        from pyglet.shapes import Rectangle

        self.batch = Batch()
        self._shapes = [
            Rectangle(60, 20, 100, 100, (255, 0, 0, 255), batch=self.batch, group=Group(below, parent)),
            Rectangle(120, 60, 100, 100, (0, 255, 0, 128), batch=self.batch, group=Group(above, parent)),
        ]

    @staticmethod
    def painted(picture: Image, number: int) -> Image:
        """`picture` with one of the squares drawn over it."""
        out = picture.copy()
        x, y, color = ((60, 20, (255, 0, 0, 255)), (120, 60, (0, 128, 0, 128)))[number]
        part = out[SIZE[1] - y - 100 : SIZE[1] - y, x : x + 100]
        part[...] = over(filled(color, (100, 100)), part)
        return out


def rgb(picture: Image) -> Image:
    """Without alpha: pyglet's own blending leaves that of a window as it comes."""
    return picture[..., :3]


ORDERS = [(0, 2), (2, 0), (2, 3), (-2, -1)]
"""Of the red and the green square; the scene has 1."""


@pytest.mark.parametrize("grouped", [False, True])
@pytest.mark.parametrize(("below", "above"), ORDERS)
def test_in_a_batch_the_scene_is_drawn_between_the_games_sprites(
    window: Any, canvas: Canvas, below: int, above: int, grouped: bool
) -> None:
    from pyglet.graphics import Group

    parent = Group(5) if grouped else None
    sprites = Sprites(below, above, parent)
    player = ScenePlayer(little_scene())
    placement = Affine.translation(140, 90).after(Affine.scaling(2.0, 2.0))
    view = SceneView(
        player, batch=sprites.batch, order=1, group=parent, camera="game", placement=placement, window=window
    )
    to_pixels = np.array([2.0, 0.0, 0.0, -2.0, 140.0, SIZE[1] - 90.0])
    for t in (0.0, 0.4, 0.9):
        player.seek(t)
        gl_functions().glClearBufferfv(0x1800, 0, _floats(0.0, 0.0, 1.0, 1.0))
        sprites.batch.draw()
        wanted = filled(BLUE)
        layers = sorted([(below, 0), (1, 2), (above, 1)])
        for _, layer in layers:
            if layer == 2:
                clear = cpu.render(player.draw_list(), player.art.art, to_pixels, SIZE, (0, 0, 0, 0))
                wanted = over(clear, wanted)
            else:
                wanted = Sprites.painted(wanted, layer)
        assert alike(rgb(canvas.pixels()), rgb(wanted))
    view.visible = False
    gl_functions().glClearBufferfv(0x1800, 0, _floats(0.0, 0.0, 1.0, 1.0))
    sprites.batch.draw()
    hidden = canvas.pixels()
    view.visible = True
    view.close()
    gl_functions().glClearBufferfv(0x1800, 0, _floats(0.0, 0.0, 1.0, 1.0))
    sprites.batch.draw()
    wanted = filled(BLUE)
    for _, layer in sorted([(below, 0), (above, 1)]):
        wanted = Sprites.painted(wanted, layer)
    assert alike(rgb(hidden), rgb(wanted)) and alike(rgb(canvas.pixels()), rgb(wanted))


def _floats(*numbers: float) -> Any:
    import ctypes

    return (ctypes.c_float * len(numbers))(*numbers)


def test_two_views_in_one_place_of_a_batch_both_draw(window: Any, canvas: Canvas) -> None:
    from pyglet.graphics import Batch

    batch = Batch()
    player = ScenePlayer(little_scene())
    left, right = (0, 0, 160, 180), (160, 0, 160, 180)
    with SceneView(player, batch=batch, viewport=left), SceneView(player, batch=batch, viewport=right):
        batch.draw()
        pixels = canvas.pixels()
    half = player.render((160, 180), background=BLUE, premultiplied=True)
    assert alike(pixels, np.concatenate([half, half], 1))


@pytest.mark.parametrize("camera", ["scene", "game"])
@pytest.mark.parametrize("viewport", [None, (100, 40, 200, 120)])
def test_a_sprite_put_where_the_hand_is_covers_the_hand(
    window: Any, canvas: Canvas, camera: Any, viewport: tuple[int, int, int, int] | None
) -> None:
    """What is hung on a bone is drawn by the game, through the game's matrices."""
    from pyglet.math import Mat4, Vec3
    from pyglet.shapes import Circle

    window.view = Mat4().translate(Vec3(15, -10, 0)).scale(Vec3(1.25, 1.25, 1))
    player = ScenePlayer(little_scene())
    player.seek(0.4)
    placement = Affine.translation(140, 90).after(Affine.scaling(2.0, 2.0))
    if camera == "game":
        viewport = None
    with SceneView(player, camera=camera, placement=placement, viewport=viewport, window=window) as view:
        view.draw()
        lamp = np.argwhere((canvas.pixels()[..., :3] == (250, 210, 60)).all(-1))
        hand = view.actor_bone_transform("hero", "hand")
        assert hand is not None
        pixels = canvas.pixels()
        Circle(hand.tx, hand.ty, 2, color=(255, 0, 255)).draw()
        changed = np.argwhere((canvas.pixels() != pixels).any(-1))
    assert len(lamp) > 20 and len(changed) > 3
    apart = np.abs(lamp[:, None, :] - changed[None, :, :]).sum(-1)
    assert apart.min(0).max() <= 2, "every pixel of the circle lies on a lamp that is in a hand"


def test_what_the_player_tells_arrives_the_way_pyglet_does_it(window: Any) -> None:
    player = ScenePlayer(little_scene())
    told: list[tuple[str, str]] = []
    view = SceneView(player)

    @view.event
    def on_event(event: Any) -> None:
        told.append(("event", event.name))

    @view.event
    def on_clip_start(clip: Any) -> None:
        told.append(("clip", clip.animation))

    @view.event
    def on_shot_finished(shot: Any) -> None:
        told.append(("finished", shot.name))

    @view.event
    def on_skip(shot: Any) -> None:
        told.append(("skip", shot.name))

    player.play()
    view.paused = True
    view.update(0.5)
    assert told == [] and player.time == 0.0
    view.paused = False
    view.update(0.0)
    assert told == [("clip", "walk"), ("clip", "walk"), ("event", "bell")]
    player.skip()
    assert told[-1] == ("skip", "meet") and [t for t in told if t[0] == "finished"] == [
        ("finished", "meet"),
        ("finished", "part"),
    ]
    view.close()
    view.close()
    count = len(told)
    player.play()
    player.update(0.5)
    assert len(told) == count


def test_a_translucent_background_is_refused(window: Any) -> None:
    with pytest.raises(UsageError, match="opaque"):
        SceneView(ScenePlayer(little_scene()), background="#00000080")


def test_playing_on_makes_no_gl_object_and_keeps_no_memory(window: Any, canvas: Canvas) -> None:
    """Ten minutes are tests/bench/soak_player.py; here the same rounds again and again must cost nothing that lasts."""
    player = ScenePlayer(little_scene())
    player.loop = "all"
    player.play()
    with SceneView(player, background="black") as view:

        def play_rounds(count: int) -> int:
            for _ in range(count * 90):
                view.update(1 / 60)
                view.draw()
            gc.collect()
            return tracemalloc.get_traced_memory()[0]

        gl_functions().glViewport(0, 0, 32, 18)
        tracemalloc.start()
        try:
            play_rounds(2)
            objects, memory = objects_there(gl_functions()), [play_rounds(1)]
            memory += [play_rounds(6) for _ in range(3)]
            # caches of Python's own fill by 5 to 11 kB, but not in every stretch of 540 frames; the smallest object
            # kept for each frame would be 15 kB in all of them
            assert min(after - before for before, after in itertools.pairwise(memory)) < 10_000, memory
            assert objects_there(gl_functions()) == objects
        finally:
            tracemalloc.stop()
