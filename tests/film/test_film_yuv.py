"""RGBA to YUV: against the formulas in floating point, for every split into bands, and at odd sizes."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray

from rigbyscene.film.yuv import YuvPlanes, frame_bytes, luma_of, padded_size, planes_of, rgba_to_yuv

sizes = st.tuples(st.integers(1, 41), st.integers(1, 17))


def picture(size: tuple[int, int], seed: int) -> NDArray[np.uint8]:
    """Noise whose values are often the extremes, where overflow and clamping would show."""
    random = np.random.default_rng(seed)
    noise = random.integers(-120, 376, (size[1], size[0], 4))
    return np.clip(noise, 0, 255).astype(np.uint8)


def converted(rgba: NDArray[np.uint8], padding: tuple[int, int, int] = (0, 0, 0)) -> YuvPlanes:
    size = (rgba.shape[1], rgba.shape[0])
    planes = planes_of(np.full(frame_bytes(size), 7, np.uint8), size)
    rgba_to_yuv(rgba, planes, padding)
    return planes


def reference(rgba: NDArray[np.uint8]) -> tuple[NDArray[np.float64], NDArray[np.float64], NDArray[np.float64]]:
    """BT.709 limited range of the content, chroma from an edge-extended picture; sizes as the planes have them."""
    rgb = rgba[:, :, :3].astype(np.float64)
    extended = np.pad(rgb, ((0, rgb.shape[0] % 2), (1, 1 + rgb.shape[1] % 2), (0, 0)), mode="edge")
    rows = (extended[0::2] + extended[1::2]) / 2
    blurred = (rows[:, :-2] + 2 * rows[:, 1:-1] + rows[:, 2:]) / 4
    weights = np.array([0.2126, 0.7152, 0.0722])
    luma = 16 + 219 / 255 * (rgb @ weights)
    sited = blurred[:, 0::2]
    cb = 128 + 224 / 255 * (sited[:, :, 2] - sited @ weights) / (2 * (1 - 0.0722))
    cr = 128 + 224 / 255 * (sited[:, :, 0] - sited @ weights) / (2 * (1 - 0.2126))
    return luma, cb, cr


@given(sizes, st.integers(0, 2**32 - 1))
def test_every_value_is_the_exact_one_rounded(size: tuple[int, int], seed: int) -> None:
    rgba = picture(size, seed)
    planes = converted(rgba)
    luma, cb, cr = reference(rgba)
    for plane, exact in ((planes.luma[: size[1], : size[0]], luma), (planes.cb, cb), (planes.cr, cr)):
        assert plane.shape == exact.shape
        # half a level is what rounding takes; the rest is the 18 bits of the factors
        assert np.abs(plane - exact).max() <= 0.505


def test_greys_have_no_colour_and_black_and_white_are_the_ends_of_the_range() -> None:
    ramp = np.repeat(np.arange(256, dtype=np.uint8), 8).reshape(2, -1, 4)
    planes = converted(ramp)
    assert (planes.cb == 128).all() and (planes.cr == 128).all()
    assert planes.luma.min() == 16 and planes.luma.max() == 235
    extremes = np.array([[[255 * (k >> bit & 1) for bit in range(4)] for k in range(8)]] * 2, np.uint8).repeat(
        4, axis=1
    )
    planes = converted(extremes)
    assert (planes.cb.min(), planes.cb.max(), planes.cr.min(), planes.cr.max()) == (16, 240, 16, 240)


@given(sizes, st.integers(0, 1000), st.data())
def test_bands_in_any_split_and_order_give_the_same_bytes(
    size: tuple[int, int], seed: int, data: st.DataObject
) -> None:
    rgba = picture(size, seed)
    whole = converted(rgba, (200, 30, 90))
    cuts = data.draw(st.lists(st.integers(0, size[1] // 2).map(lambda pair: 2 * pair), max_size=4).map(sorted))
    bands = list(zip([0, *cuts], [*cuts, size[1]], strict=True))
    buffer = np.full(frame_bytes(size), 99, np.uint8)
    planes = planes_of(buffer, size)
    for first, end in data.draw(st.permutations(bands)):
        rgba_to_yuv(rgba, planes, (200, 30, 90), first, end)
    for part, all_at_once in zip((planes.luma, planes.cb, planes.cr), (whole.luma, whole.cb, whole.cr), strict=True):
        assert (part == all_at_once).all()


@given(sizes, st.integers(0, 1000))
def test_an_odd_size_gets_background_on_the_right_and_below_and_moves_nothing(size: tuple[int, int], seed: int) -> None:
    rgba = picture(size, seed)
    background = (10, 200, 120)
    planes = converted(rgba, background)
    extended = np.pad(rgba, ((0, size[1] % 2), (0, size[0] % 2), (0, 0)), mode="edge")
    as_if_even = converted(extended)
    width, height = size
    assert (planes.luma.shape[1], planes.luma.shape[0]) == padded_size(size)
    assert (planes.luma[:height, :width] == as_if_even.luma[:height, :width]).all()
    assert (planes.cb == as_if_even.cb).all() and (planes.cr == as_if_even.cr).all()
    assert (planes.luma[height:] == luma_of(background)).all()
    assert (planes.luma[:, width:] == luma_of(background)).all()


@pytest.mark.parametrize("band", [(1, 4), (0, 3), (2, 7), (4, 2), (-2, 2), (0, 8)])
def test_bands_that_cut_a_row_pair_or_leave_the_picture_are_refused(band: tuple[int, int]) -> None:
    rgba = picture((4, 6), 0)
    with pytest.raises(ValueError, match="row pairs"):
        rgba_to_yuv(rgba, planes_of(np.zeros(frame_bytes((4, 6)), np.uint8), (4, 6)), (0, 0, 0), *band)


@pytest.mark.parametrize("columns", [(1, 4), (0, 3), (2, 8), (4, 2), (-2, 2), (2, 2)])
def test_columns_that_cut_a_pair_or_leave_the_picture_are_refused(columns: tuple[int, int]) -> None:
    rgba = picture((5, 6), 0)
    with pytest.raises(ValueError, match="whole pairs"):
        rgba_to_yuv(rgba, planes_of(np.zeros(frame_bytes((5, 6)), np.uint8), (5, 6)), (0, 0, 0), 0, 6, *columns)
