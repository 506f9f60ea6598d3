"""Colours: the arithmetic of the draw list's contract, sampling and mip levels, held to a reference in floats."""

from __future__ import annotations

from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rigbyscene.draw.art import Art
from rigbyscene.draw.cpu import render, to_straight
from rigbyscene.draw.drawlist import SHAPE_MESH, SHAPE_QUAD
from rigbyscene.model.enums import Blend
from tests.draw import reference
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
    premultiplied,
    rectangle,
    turned,
    whole_page,
)

SIZE = (48, 36)


def colors() -> st.SearchStrategy[tuple[float, ...]]:
    """Premultiplied light and dark, often the plain ones."""
    unit = st.one_of(st.sampled_from([0.0, 0.5, 1.0]), st.floats(0, 1, width=32))

    def premultiply(rgb: list[float], alpha: float, dark: list[float]) -> tuple[float, ...]:
        return (*(c * alpha for c in rgb), alpha, *(c * alpha for c in dark))

    three = st.lists(unit, min_size=3, max_size=3)
    tinted = st.builds(premultiply, three, unit, st.one_of(st.just([0.0, 0.0, 0.0]), three))
    even = unit.map(lambda a: (a, a, a, a, 0.0, 0.0, 0.0))
    return st.one_of(st.just(PLAIN), even, tinted)


@given(
    seed=st.integers(0, 2**32 - 1),
    commands=st.lists(
        st.tuples(
            st.sampled_from(list(Blend)),
            colors(),
            st.sampled_from([0.0, 90.0, 180.0, 13.0, 200.0]),
            st.sampled_from([(1.0, 1.0), (-1.0, 1.0), (0.8, 0.8), (0.37, 0.37), (0.11, 0.2), (2.5, 2.0), (6.0, 6.0)]),
            st.sampled_from([SHAPE_QUAD, SHAPE_MESH]),
        ),
        min_size=1,
        max_size=4,
    ),
    background=st.sampled_from([BLACK, WHITE, NOTHING, (200, 100, 50, 128)]),
)
@settings(max_examples=150)
def test_pictures_agree_with_a_reference_in_floats(
    seed: int,
    commands: list[tuple[Blend, tuple[float, ...], float, tuple[float, float], int]],
    background: tuple[int, int, int, int],
) -> None:
    rng = np.random.default_rng(seed)
    images = [noise(rng, 37, 21), noise(rng, 16, 33, smooth=8), noise(rng, 30, 30, opaque=True, smooth=3)]
    trims = [(1, 0, 0, 2), (0, 0, 0, 0), (0, 0, 0, 0)]
    art = Art.of([whole_page(i, trims=t) for i, t in zip(images, trims, strict=True)])
    pictures = [reference.Picture(i, tuple(t > 0 for t in side)) for i, side in zip(images, trims, strict=True)]  # type: ignore[arg-type]
    sketch = Sketch()
    for blend, color, degrees, scale, shape in commands:
        k = int(rng.integers(3))
        height, width = images[k].shape[:2]
        centre = (rng.uniform(10, 38), rng.uniform(8, 28)) if rng.integers(2) else (24 + width / 2, 12 + height / 2)
        corners = turned(width, height, centre=centre, degrees=degrees, scale=scale)
        sketch.quad(corners, (width, height), picture=k, blend=blend, color=color, shape=shape)
    ours = sketch.drawn(art, SIZE, background).astype(float)
    exact = reference.render(sketch.list(), pictures, PIXELS, SIZE, background)
    # fractions of 8 bits are off by 1/512 texel either way, and every command rounds to bytes
    assert np.abs(ours - exact).max() <= 1.6 + 1.0 * len(commands)
    assert np.abs(ours - exact).mean() <= 0.5
    assert (ours[..., :3].max(-1) <= ours[..., 3]).all()


@given(
    texel=st.sampled_from([(255, 255, 255, 255), (30, 200, 90, 255), (20, 60, 128, 128), (0, 0, 0, 0)]),
    color=colors(),
    blend=st.sampled_from(list(Blend)),
    scale=st.sampled_from([1.0, 5.0, 0.3]),
    degrees=st.sampled_from([0.0, 11.0]),
)
@settings(max_examples=60)
def test_a_picture_of_one_colour_is_drawn_like_any_other(
    texel: tuple[int, ...], color: tuple[float, ...], blend: Blend, scale: float, degrees: float
) -> None:
    image = flat(20, 16, *texel)
    corners = turned(20, 16, centre=(24, 18), degrees=degrees, scale=scale)
    sketch = Sketch().quad(corners, (20, 16), color=color, blend=blend)
    drawn = sketch.drawn(art_of(image), SIZE, (200, 100, 50, 128)).astype(float)
    exact = reference.render(sketch.list(), [reference.Picture(image)], PIXELS, SIZE, (200, 100, 50, 128))
    assert np.abs(drawn - exact).max() <= 1.5


@given(color=st.lists(st.integers(0, 255), min_size=3, max_size=3), alpha=st.integers(0, 255))
@settings(max_examples=60)
def test_art_drawn_as_it_is_keeps_its_bytes_at_any_scale_and_angle(color: list[int], alpha: int) -> None:
    texel = [c * alpha // 255 for c in color] + [alpha]
    art = art_of(flat(9, 7, *texel))
    for corners in (
        rectangle(0, 0, 9, 7),
        turned(9, 7, centre=(24, 18), degrees=31, scale=3),
        turned(9, 7, centre=(24, 18), scale=0.6),
    ):
        image = Sketch().quad(corners, (9, 7)).drawn(art, SIZE, NOTHING).reshape(-1, 4)
        assert {tuple(p) for p in image.tolist()} <= {tuple(texel), NOTHING}


def ramp() -> Image:
    image = flat(256, 1, 0, 0, 0, 255)
    image[0, :, :3] = np.arange(256)[:, None]
    return image


def test_grey_stays_the_grey_it_is_for_there_is_no_colour_conversion() -> None:
    drawn = Sketch().quad(rectangle(0, 0, 256, 4), (256, 1)).drawn(art_of(ramp()), (256, 4))
    assert np.array_equal(drawn, np.repeat(ramp(), 4, 0))
    half = Sketch().quad(rectangle(0, 0, 300, 40), (8, 8)).drawn(art_of(flat(8, 8, 128, 128, 128, 255)), (300, 40))
    assert (half == [128, 128, 128, 255]).all()


GREY = flat(8, 8, 64, 64, 64, 128)
"""128 at half alpha, premultiplied."""


@pytest.mark.parametrize(
    ("blend", "image", "expected"),
    [
        (Blend.MULTIPLY, GREY, 150),
        (Blend.SCREEN, GREY, 214),
        (Blend.NORMAL, GREY, 164),
        (Blend.ADDITIVE, GREY, 255),
        *((blend, flat(8, 8, 0, 0, 0, 0), 200) for blend in Blend),
        (Blend.MULTIPLY, flat(8, 8, 255, 255, 255, 255), 200),
        (Blend.MULTIPLY, flat(8, 8, 0, 0, 0, 255), 0),
        (Blend.SCREEN, flat(8, 8, 255, 255, 255, 255), 255),
        (Blend.SCREEN, flat(8, 8, 0, 0, 0, 255), 200),
    ],
)
@pytest.mark.parametrize("degrees", [0.0, 20.0])
def test_blend_modes_heed_alpha(blend: Blend, image: Image, expected: int, degrees: float) -> None:
    corners = turned(8, 8, centre=(24, 18), degrees=degrees, scale=1 if degrees == 0 else 9)
    drawn = Sketch().quad(corners, (8, 8), blend=blend).drawn(art_of(image), SIZE, (200, 200, 200, 255))
    assert np.abs(drawn[18, 24].astype(int) - [expected, expected, expected, 255]).max() <= 1


@pytest.mark.parametrize(
    ("blend", "alpha"), [(Blend.NORMAL, 192), (Blend.ADDITIVE, 255), (Blend.MULTIPLY, 192), (Blend.SCREEN, 192)]
)
def test_blend_modes_leave_the_right_alpha_on_a_translucent_picture(blend: Blend, alpha: int) -> None:
    drawn = Sketch().quad(rectangle(0, 0, 48, 36), (8, 8), blend=blend).drawn(art_of(GREY), SIZE, (0, 0, 0, 128))
    assert (np.abs(drawn[..., 3].astype(int) - alpha) <= 1).all()


def test_two_colour_tint_turns_white_light_and_black_dark() -> None:
    image = np.concatenate([flat(4, 4, 255, 255, 255, 255), flat(4, 4, 0, 0, 0, 255), flat(4, 4, 0, 0, 0, 0)], 1)
    color = (1.0, 0.5, 0.0, 1.0, 0.0, 0.0, 0.6)
    drawn = Sketch().quad(rectangle(0, 0, 12, 4), (12, 4), color=color).drawn(art_of(image), (12, 4))
    assert np.abs(drawn[2, 1].astype(int) - [255, 128, 0, 255]).max() <= 1
    assert np.abs(drawn[2, 6].astype(int) - [0, 0, 153, 255]).max() <= 1
    assert drawn[2, 10].tolist() == list(BLACK)


def test_the_colour_of_a_command_multiplies_each_channel() -> None:
    slot, attachment = np.array([128, 255, 255, 128]) / 255, np.array([255, 128, 0, 255]) / 255
    straight = slot * attachment
    color = (*(straight[:3] * straight[3]), straight[3], 0, 0, 0)
    drawn = (
        Sketch()
        .quad(rectangle(0, 0, 20, 10), (4, 4), color=color)
        .drawn(art_of(flat(4, 4, 255, 255, 255, 255)), (20, 10), NOTHING)
    )
    assert np.abs(to_straight(drawn)[5, 5].astype(int) - [128, 128, 0, 128]).max() <= 1


@pytest.mark.parametrize("degrees", [0.0, 17.0, 45.0, 90.0])
@pytest.mark.parametrize("scale", [0.3, 0.7, 1.0, 3.3])
@pytest.mark.parametrize("shade", [0, 255])
def test_art_of_one_shade_on_that_shade_shows_no_fringe_whatever_its_transparent_texels_hide(
    shade: int, scale: float, degrees: float
) -> None:
    y, x = np.mgrid[0:16, 0:16] + 0.5
    straight = flat(16, 16, 255 - shade, 255 - shade, 255 - shade, 0)
    straight[..., 3] = np.clip(7 - np.hypot(x - 8, y - 8), 0, 1) * 255
    straight[straight[..., 3] > 0, :3] = shade
    drawn = (
        Sketch()
        .quad(turned(16, 16, centre=(24.3, 18.1), degrees=degrees, scale=scale), (16, 16))
        .drawn(art_of(premultiplied(straight)), SIZE, (shade, shade, shade, 255))
    )
    assert np.abs(drawn[..., :3].astype(int) - shade).max() <= 1
    assert (drawn[..., 3] == 255).all()


@pytest.mark.parametrize("degrees", [0.0, 23.0])
@pytest.mark.parametrize("offset", [0.0, 0.5, 0.37])
def test_a_translucent_mesh_is_flat_inside(degrees: float, offset: float) -> None:
    rim = [(np.cos(a) * 40.3, np.sin(a) * 40.3) for a in np.arange(8) * np.pi / 4 + np.radians(degrees)]
    xy = [(50 + offset, 50 + offset), *((50 + offset + x, 50 + offset + y) for x, y in rim)]
    texels = [(4, 4), *((4 + 4 * x / 40.3, 4 + 4 * y / 40.3) for x, y in rim)]
    fan = [(0, k, k % 8 + 1) for k in range(1, 9)]
    alpha = 128 / 255
    drawn = (
        Sketch()
        .mesh(xy, texels, fan, color=(alpha, alpha, alpha, alpha, 0, 0, 0))
        .drawn(art_of(flat(8, 8, 255, 0, 0, 255)), (100, 100), WHITE)
    )
    y, x = np.mgrid[0:100, 0:100]
    inside = np.hypot(x - 50, y - 50) < 30
    assert (drawn[inside] == [255, 127, 127, 255]).all()


@pytest.mark.parametrize("scale", [0.9, 0.6, 0.5, 0.41, 0.3, 0.2, 0.1, 0.05])
def test_art_keeps_its_mean_when_it_shrinks(scale: float) -> None:
    rng = np.random.default_rng(3)
    image = noise(rng, 160, 120)
    art = art_of(image)
    width, height = int(160 * scale) + 2, int(120 * scale) + 2
    drawn = [
        Sketch()
        .quad(turned(160, 120, centre=(width / 2 + dx, height / 2 + dy), scale=scale), (160, 120))
        .drawn(art, (width, height), NOTHING)
        for dx, dy in rng.uniform(-0.5, 0.5, (8, 2))
    ]
    covered = 160 * 120 * scale**2
    mean = np.mean([d.astype(float).sum((0, 1)) for d in drawn], 0) / covered
    assert np.abs(mean - image.astype(float).mean((0, 1))).max() <= 2.5


def test_shrinking_slowly_changes_the_picture_slowly() -> None:
    rng = np.random.default_rng(4)
    art = art_of(noise(rng, 128, 128, opaque=True, smooth=2))
    scales = np.linspace(0.15, 1.1, 200)
    frames = [
        Sketch()
        .quad(turned(128, 128, centre=(16, 16), scale=s), (128, 128))
        .drawn(art, (32, 32))
        .astype(float)[12:20, 12:20]
        for s in scales
    ]
    steps = [np.abs(b - a).mean() for a, b in pairwise(frames)]
    assert max(steps) < 5 * np.median(steps)


@pytest.mark.parametrize("factor", [2, 3, 16])
def test_supersampling_averages_the_larger_picture(factor: int) -> None:
    rng = np.random.default_rng(6)
    art = art_of(noise(rng, 20, 20))
    sketch = Sketch().quad(turned(20, 20, centre=(24, 18), degrees=33, scale=1.4), (20, 20))
    small = sketch.drawn(art, SIZE, (10, 20, 30, 90), supersample=factor)
    large = render(sketch.list(), art, PIXELS * factor, (SIZE[0] * factor, SIZE[1] * factor), (10, 20, 30, 90))
    mean = large.astype(float).reshape(SIZE[1], factor, SIZE[0], factor, 4).mean((1, 3))
    assert np.abs(small - mean).max() <= 0.5


def test_straight_colours_are_the_nearest_to_the_premultiplied() -> None:
    alpha, value = np.mgrid[0:256, 0:256].astype(np.uint8)
    image = np.stack([np.minimum(value, alpha)] * 3 + [alpha], -1)
    exact = np.minimum(image[..., 0] * 255.0 / np.maximum(alpha, 1), 255)
    straight = to_straight(image)
    assert np.abs(straight[..., 0] - exact).max() <= 0.5
    assert np.array_equal(straight[..., 3], alpha)
    assert (straight[0] == 0).all()


def test_rows_start_at_the_top_and_corners_lie_where_they_are_drawn() -> None:
    for width, height in ((101, 67), (3, 2), (1366, 769)):
        sketch = Sketch().quad(rectangle(0, 0, 1, 1), (1, 1), picture=0)
        sketch.quad(rectangle(width - 1, 0, width, 1), (1, 1), picture=1)
        sketch.quad(rectangle(0, height - 1, 1, height), (1, 1), picture=2)
        art = art_of(flat(1, 1, 255, 0, 0, 255), flat(1, 1, 0, 255, 0, 255), flat(1, 1, 0, 0, 255, 255))
        image = sketch.drawn(art, (width, height))
        assert image.shape == (height, width, 4)
        assert image[0, 0].tolist() == [255, 0, 0, 255]
        assert image[0, -1].tolist() == [0, 255, 0, 255]
        assert image[-1, 0].tolist() == [0, 0, 255, 255]
        assert (image.sum(-1) == 510).sum() == 3


def test_a_given_array_is_drawn_into_and_a_wrong_one_refused() -> None:
    out = np.empty((36, 48, 4), np.uint8)
    assert render(Sketch().list(), art_of(), PIXELS, SIZE, WHITE, out=out) is out
    assert (out == 255).all()
    for wrong in (np.empty((36, 48, 3), np.uint8), np.empty((48, 36, 4), np.uint8).transpose(1, 0, 2)):
        with pytest.raises(ValueError, match="contiguous"):
            render(Sketch().list(), art_of(), PIXELS, SIZE, WHITE, out=wrong)
    with pytest.raises(ValueError, match="at least 1"):
        render(Sketch().list(), art_of(), PIXELS, (0, 5), WHITE)
    with pytest.raises(ValueError, match="samples"):
        render(Sketch().list(), art_of(), PIXELS, SIZE, WHITE, supersample=17)
