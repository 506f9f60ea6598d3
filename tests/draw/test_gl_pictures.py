"""GL draws the picture that the CPU renderer draws: every blend, tint, scale and turn, real skeletons, the demo."""

from __future__ import annotations

import math
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from rigbyscene import Scene, load_scene
from rigbyscene.draw import cpu, gl_target
from rigbyscene.draw.art import Art
from rigbyscene.draw.drawlist import SHAPE_MESH, SHAPE_QUAD, DrawList
from rigbyscene.draw.gl import GlRenderer
from rigbyscene.draw.gl_scene import GlSceneRenderer
from rigbyscene.draw.renderer import SceneRenderer
from rigbyscene.model.enums import Blend
from rigbyscene.scene.camera import Fit, PictureMap, picture_map
from tests.conftest import REPOSITORY, shared_folder
from tests.draw.drawing import (
    BLACK,
    NOTHING,
    PIXELS,
    PLAIN,
    WHITE,
    Image,
    Sketch,
    art_of,
    flat,
    noise,
    rectangle,
    turned,
    whole_page,
)
from tests.draw.gl_helpers import Canvas, difference

MEAN = 0.02
SHARE = 0.0001
"""What may differ: of what users were promised a twentieth of the mean and a tenth of the pixels."""

SIZE = (48, 36)


def assert_same(got: Image, wanted: Image) -> None:
    mean, share = difference(got, wanted)
    assert mean <= MEAN and share <= SHARE, f"mean difference {mean:.4f}, {share:.4%} of the pixels more than 3 off"


def random_sketch(rng: np.random.Generator, images: list[Image], sketch: Sketch) -> DrawList:
    """`sketch` with up to five pieces more."""
    for _ in range(int(rng.integers(1, 6))):
        k = int(rng.integers(len(images)))
        height, width = images[k].shape[:2]
        light = rng.choice([0.0, 0.5, 1.0, rng.random()], 3)
        alpha = float(rng.choice([1.0, 0.5, rng.random()]))
        dark = rng.random(3) * rng.integers(2)
        color = PLAIN if rng.integers(2) else (*(light * alpha).tolist(), alpha, *(dark * alpha).tolist())
        centre = (rng.uniform(10, 38), rng.uniform(8, 28)) if rng.integers(2) else (24 + width / 2, 12 + height / 2)
        scale = [(1.0, 1.0), (-1.0, 1.0), (0.8, 0.8), (0.37, 0.37), (0.11, 0.2), (2.5, 2.0), (6.0, 6.0), (40.0, 40.0)]
        corners = turned(
            width,
            height,
            centre=centre,
            degrees=float(rng.choice([0, 90, 180, 13, 200])),
            scale=scale[int(rng.integers(len(scale)))],
        )
        shape = SHAPE_QUAD if rng.integers(2) else SHAPE_MESH
        blend = list(Blend)[int(rng.integers(4))]
        sketch.quad(corners, (width, height), picture=k, blend=blend, color=color, shape=shape)
    return sketch.list()


@pytest.mark.parametrize("background", [BLACK, WHITE, NOTHING, (200, 100, 50, 128)])
def test_any_list_is_drawn_as_on_the_cpu(gl: Any, background: tuple[int, int, int, int]) -> None:
    rng = np.random.default_rng(background[3] + background[0])
    images = [noise(rng, 37, 21), noise(rng, 16, 33, smooth=8), noise(rng, 30, 30, opaque=True, smooth=3)]
    trims = [(1, 0, 0, 2), (0, 0, 0, 0), (0, 0, 0, 0)]
    art = Art.of([whole_page(i, trims=t) for i, t in zip(images, trims, strict=True)])
    got, wanted = [], []
    with GlRenderer(art) as renderer, Canvas(gl, SIZE) as canvas:
        for _ in range(40):
            drawn = random_sketch(rng, images, Sketch())
            got.append(renderer.render(drawn, PIXELS, SIZE, background))
            wanted.append(cpu.render(drawn, art, PIXELS, SIZE, background))
            # and upright, over what is there already
            whole = Sketch().quad(rectangle(0, 0, *SIZE), (30, 30), picture=2)
            renderer.draw(whole.list(), PIXELS, SIZE)
            state = rng.bit_generator.state
            renderer.draw(random_sketch(rng, images, Sketch()), PIXELS, SIZE)
            got.append(canvas.pixels())
            rng.bit_generator.state = state
            wanted.append(cpu.render(random_sketch(rng, images, whole), art, PIXELS, SIZE, background))
    # tiny pictures: one pixel on an edge is much of one, so they count together
    assert_same(np.concatenate(got), np.concatenate(wanted))


@pytest.mark.parametrize("upright", [False, True])
def test_edges_through_pixel_centres_fill_the_same_pixels(gl: Any, upright: bool) -> None:
    art = art_of(flat(8, 8, 60, 60, 60, 255))
    sketch = Sketch()
    for k in range(4):
        x = 2.5 + 10 * k
        sketch.quad(rectangle(x, 2.5, x + 5, 7.5 + k), (8, 8), blend=Blend.ADDITIVE, shape=k % 2)
        sketch.quad(rectangle(x + 5, 2.5, x + 7, 9.5), (8, 8), blend=Blend.ADDITIVE)
        sketch.quad(rectangle(x, 20.5, x + 5 + k, 15.5), (8, 8), blend=Blend.ADDITIVE)
    for k in range(0, 40, 8):  # a fan round a pixel's centre
        fan = [(20.5 + 7 * math.cos(a), 27.5 + 7 * math.sin(a)) for a in np.arange(8) * math.pi / 4]
        sketch.mesh([(20.5, 27.5), fan[k // 8], fan[k // 8 + 1]], [(4, 4)] * 3, [(0, 1, 2)], blend=Blend.ADDITIVE)
    wanted = sketch.drawn(art, SIZE)
    with GlRenderer(art) as renderer, Canvas(gl, SIZE) as canvas:
        renderer.draw(sketch.list(), PIXELS, SIZE)
        got = canvas.pixels() if upright else renderer.render(sketch.list(), PIXELS, SIZE, BLACK)
    off = (got != wanted).any(-1)
    if upright:  # moved up by 1/256 pixel: a slanted edge exactly through a centre may go the other way
        assert not off[:21].any() and off.sum() <= 14
    else:
        assert not off.any()


def test_texels_of_neighbours_on_a_page_never_show(gl: Any) -> None:
    images = [flat(5, 3, 0, 255, 0, 255), flat(5, 3, 255, 0, 255, 255), flat(4, 4, 0, 255, 0, 255)]
    art = art_of(*images * 5)
    sketch = Sketch()
    for k in range(0, len(images) * 5, 3):
        sketch.quad(turned(5, 3, centre=(24, 18), degrees=17 * k, scale=9), (5, 3), picture=k)
        sketch.quad(turned(4, 4, centre=(24, 18), degrees=5 * k, scale=0.6), (4, 4), picture=k + 2)
    with GlRenderer(art) as renderer:
        got = renderer.render(sketch.list(), PIXELS, SIZE, BLACK)
    assert got[..., 1].max() == 255 and got[..., 0].max() == 0 and got[..., 2].max() == 0


def test_a_picture_is_drawn_into_its_rectangle_alone(gl: Any) -> None:
    art = art_of(flat(4, 4, 255, 0, 0, 255))
    drawn = Sketch().quad(rectangle(-100, -100, 100, 100), (4, 4)).list()
    with GlRenderer(art) as renderer, Canvas(gl, (40, 30), (0, 0, 90, 255)) as canvas:
        renderer.draw(drawn, PIXELS, (20, 10), at=(5, 3), window=(2, 1, 20, 9))
        got = canvas.pixels()
        gl.glEnable(gl.GL_SCISSOR_TEST)
        gl.glScissor(0, 0, 30, 6)
        renderer.draw(drawn, PIXELS, (40, 30))
        gl.glDisable(gl.GL_SCISSOR_TEST)
        clipped = canvas.pixels()
    red = got[..., 0] == 255
    assert red[18:26, 7:25].all() and red.sum() == 8 * 18
    assert (clipped[..., 0] == 255)[24:, :30].all() and (clipped[..., 0] == 255).sum() == red.sum() + 6 * 30 - 2 * 18


@pytest.fixture
def checkered(gl: Any) -> Iterator[tuple[GlRenderer, Art, DrawList]]:
    rng = np.random.default_rng(3)
    art = art_of(noise(rng, 40, 30, smooth=4), noise(rng, 16, 16))
    sketch = Sketch().quad(turned(40, 30, centre=(33, 21), degrees=20, scale=1.7), (40, 30))
    sketch.quad(turned(16, 16, centre=(20, 30), degrees=50, scale=2), (16, 16), picture=1, blend=Blend.SCREEN)
    with GlRenderer(art) as renderer:
        yield renderer, art, sketch.list()


@pytest.mark.parametrize("supersample", [1, 2, 3])
@pytest.mark.parametrize("window", [None, (7, 5, 50, 41)])
@pytest.mark.parametrize("side", [4096, 32])
def test_pictures_in_tiles_with_samples_and_letterboxes_are_as_on_the_cpu(
    checkered: tuple[GlRenderer, Art, DrawList],
    monkeypatch: pytest.MonkeyPatch,
    supersample: int,
    window: tuple[int, int, int, int] | None,
    side: int,
) -> None:
    renderer, art, drawn = checkered
    cut = gl_target.tiles
    monkeypatch.setattr("rigbyscene.draw.gl.tiles", lambda size, n, largest: cut(size, n, min(side, largest)))
    size, background = (67, 45), (30, 60, 90, 200)
    out = np.empty((45, 67, 4), np.uint8)
    got = renderer.render(drawn, PIXELS, size, background, supersample=supersample, window=window, out=out)
    assert got is out
    assert_same(got, cpu.render(drawn, art, PIXELS, size, background, supersample=supersample, window=window))


def test_what_cannot_be_drawn_is_refused_as_on_the_cpu(checkered: tuple[GlRenderer, Art, DrawList]) -> None:
    renderer, _, drawn = checkered
    for size, n, out in [((0, 4), 1, None), ((4, 4), 0, None), ((4, 4), 17, None), ((4, 4), 1, np.empty((4, 5, 4)))]:
        with pytest.raises(ValueError):
            renderer.render(drawn, PIXELS, size, BLACK, supersample=n, out=out)  # type: ignore[arg-type]
    with pytest.raises(ValueError):
        renderer.draw(drawn, PIXELS, (4, -1))


def test_numbers_that_are_none_hide_their_triangles_only(gl: Any) -> None:
    art = art_of(flat(8, 8, 255, 255, 255, 255))
    sketch = Sketch()
    for bad in (math.nan, math.inf, -math.inf):
        sketch.mesh([(2, 2), (20, 2), (20, bad), (2, 20)], rectangle(0, 0, 8, 8), [(0, 1, 2), (0, 1, 3)])
    sketch.quad([(30, 2), (1e18, 2), (1e18, 20), (30, 20)], (8, 8))
    with GlRenderer(art) as renderer:
        for view in (PIXELS, PIXELS * math.nan):
            got = renderer.render(sketch.list(), view, SIZE, BLACK)
            assert (got == cpu.render(sketch.list(), art, view, SIZE, BLACK)).mean() > 0.999


# real art


def looked_at(drawn: DrawList, size: tuple[int, int], scale: float, degrees: float) -> NDArray[np.float64]:
    """A view that fits what is drawn into `size`, times `scale`, turned."""
    xy = drawn.xy[np.isfinite(drawn.xy).all(1)]
    low, high = xy.min(0), xy.max(0)
    fit = scale * min(np.array(size) / np.maximum(high - low, 1))
    c, s = fit * math.cos(math.radians(degrees)), fit * math.sin(math.radians(degrees))
    linear = np.array([[c, s], [s, -c]])
    return np.concatenate([linear.reshape(-1), np.array(size) / 2 - (low + high) / 2 @ linear])


LOOKS = {"fitting": (0.9, 0), "shrunk": (0.28, 0), "enlarged": (4.0, 0), "turned": (0.8, 33)}

SHARED = shared_folder()
SKELETONS = (
    sorted(p for p in (SHARED / "skeletons").glob("*/*/*.*") if p.suffix in (".json", ".skel")) if SHARED else []
)
EXPORTS = {f"{p.parent.parent.name}/{p.stem}": p for p in reversed(SKELETONS)}
"""One file of each skeleton: the binary one only where there is no other."""


@pytest.mark.parametrize("name", sorted(EXPORTS) or [pytest.param("", marks=pytest.mark.skip("needs ../shared"))])
def test_real_skeletons_look_as_on_the_cpu(gl: Any, name: str) -> None:
    scene = load_scene(EXPORTS[name])
    builder, art = SceneRenderer(scene.art), scene.art.art
    size = (320, 280)
    with GlRenderer(art) as renderer:
        for k, shot in enumerate(scene.shots[:: max(1, len(scene.shots) // 3)]):
            drawn = builder.draw_list(scene.sample(shot, shot.duration * (0.2 + 0.2 * k)))
            if not len(drawn.xy):
                continue
            background = [(0, 0, 0, 255), (255, 255, 255, 255), (40, 80, 160, 100)][k % 3]
            for look in LOOKS.values():
                view = looked_at(drawn, size, *look)
                wanted = cpu.render(drawn, art, view, size, background)
                assert_same(renderer.render(drawn, view, size, background), wanted)


@pytest.fixture(scope="module")
def demo() -> Scene:
    return load_scene(REPOSITORY / "examples" / "foxfire" / "foxfire.scene.json")


@pytest.mark.parametrize("shot", ["dusk", "gust", "foxfire"])
def test_the_demo_looks_as_on_the_cpu(gl: Any, demo: Scene, shot: str) -> None:
    cpu_renderer = SceneRenderer(demo.art)
    with GlSceneRenderer(demo.art) as renderer:
        for seconds, size in ((0.0, (1280, 720)), (2.5, (1920, 1080)), (4.4, (1280, 720)), (3.0, (640, 480))):
            sample = demo.sample(shot, seconds)
            picture = picture_map(sample.view, demo.frame, size)
            wanted = cpu_renderer.render(sample, picture, size, BLACK)
            assert_same(renderer.render(sample, picture, size, BLACK), wanted)
            if size == (640, 480):  # in a window, letterboxed
                with Canvas(gl, size) as canvas:
                    renderer.draw(sample, picture, size)
                    assert_same(canvas.pixels(), wanted)


def test_a_singular_camera_shows_the_background(gl: Any, demo: Scene) -> None:
    sample = demo.sample("dusk", 0)
    nothing = picture_map(None, demo.frame, (8, 4), Fit.COVER)
    assert nothing == PictureMap(None, None, (0, 0, 8, 4))
    with GlSceneRenderer(demo.art) as renderer, Canvas(gl, (8, 4), (1, 2, 3, 4)) as canvas:
        renderer.draw(sample, nothing, (8, 4))
        assert (canvas.pixels() == (1, 2, 3, 4)).all()
        assert (renderer.render(sample, nothing, (8, 4), (255, 0, 0, 255)) == (255, 0, 0, 255)).all()


def test_the_reference_material_is_there_as_expected(shared: Path) -> None:
    assert len(EXPORTS) >= 25
