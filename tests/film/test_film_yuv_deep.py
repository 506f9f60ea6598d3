"""RGBA to YUV with alpha and to 10 bits: against the formulas in floating point, and for every split into bands."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray

from rigbyscene.film.layouts import LAYOUTS, converter
from rigbyscene.film.yuv_deep import alpha_planes_of, deep_planes_of, rgba_to_deep, rgba_to_yuva

sizes = st.tuples(st.integers(1, 23), st.integers(1, 13))
WEIGHTS = np.array([0.2126, 0.7152, 0.0722])
BACKGROUND = (200, 30, 90)


def premultiplied(size: tuple[int, int], seed: int) -> NDArray[np.uint8]:
    """Noise with alpha at both ends and between; colours never above alpha."""
    random = np.random.default_rng(seed)
    alpha = np.clip(random.integers(-120, 376, (size[1], size[0], 1)), 0, 255)
    color = np.clip(random.integers(-120, 376, (size[1], size[0], 3)), 0, 255)
    return np.concatenate([np.minimum(color, alpha), alpha], axis=2).astype(np.uint8)


def chroma(rgb: NDArray[np.float64]) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Cb and Cr from -0.5 to 0.5 of colours from 0 to 1."""
    gray = rgb @ WEIGHTS
    return (rgb[..., 2] - gray) / (2 * (1 - 0.0722)), (rgb[..., 0] - gray) / (2 * (1 - 0.2126))


@given(sizes, st.integers(0, 2**32 - 1))
def test_colours_beside_alpha_are_straight_and_their_chroma_is_that_of_what_can_be_seen(
    size: tuple[int, int], seed: int
) -> None:
    rgba = premultiplied(size, seed)
    planes = alpha_planes_of(np.full(LAYOUTS["yuva420p"].frame_bytes(size), 7, np.uint8), size)
    rgba_to_yuva(rgba, planes, 0, size[1])
    width, height = size
    alpha = rgba[..., 3:] / 255.0
    straight = np.where(alpha > 0, rgba[..., :3] / 255.0 / np.maximum(alpha, 1e-9), 0.0)
    assert (planes.alpha[:height, :width] == rgba[..., 3]).all()
    assert np.abs(planes.color.luma[:height, :width] - (16 + 219 * straight @ WEIGHTS)).max() <= 0.501
    extended = np.pad(rgba / 255.0, ((0, height % 2), (1, 1 + width % 2), (0, 0)), mode="edge")
    rows = extended[0::2] + extended[1::2]
    summed = (rows[:, :-2] + 2 * rows[:, 1:-1] + rows[:, 2:])[:, 0::2]
    seen = np.where(summed[..., 3:] > 0, summed[..., :3] / np.maximum(summed[..., 3:], 1e-9), 0.0)
    for plane, exact in zip((planes.color.cb, planes.color.cr), chroma(seen), strict=True):
        assert np.abs(plane - (128 + 224 * exact)).max() <= 0.501
    # what makes an odd size even cannot be seen
    assert (planes.alpha[height:] == 0).all() and (planes.alpha[:, width:] == 0).all()


@given(sizes, st.integers(0, 2**32 - 1), st.sampled_from([1, 2]), st.booleans())
def test_ten_bits_are_the_exact_values_rounded(size: tuple[int, int], seed: int, columns: int, has_alpha: bool) -> None:
    rgba = premultiplied(size, seed)
    layout = LAYOUTS["yuv422p10le" if columns == 2 else "yuva444p10le" if has_alpha else "yuv444p10le"]
    planes = deep_planes_of(
        np.zeros(layout.frame_bytes(size), np.uint8), size, columns=columns, has_alpha=layout.has_alpha
    )
    rgba_to_deep(rgba, planes, BACKGROUND, 0, size[1])
    rgb = rgba[..., :3] / 255.0
    assert np.abs(planes.luma[:, : size[0]] - (64 + 876 * rgb @ WEIGHTS)).max() <= 0.501
    assert (np.abs(planes.luma[:, size[0] :] - (64 + 876 * np.array(BACKGROUND) / 255 @ WEIGHTS)) <= 0.501).all()
    if columns == 2:
        extended = np.pad(rgb, ((0, 0), (1, 1 + size[0] % 2), (0, 0)), mode="edge")
        rgb = ((extended[:, :-2] + 2 * extended[:, 1:-1] + extended[:, 2:]) / 4)[:, 0::2]
    for plane, exact in zip((planes.cb, planes.cr), chroma(rgb), strict=True):
        assert np.abs(plane - (512 + 896 * exact)).max() <= 0.501
    if layout.has_alpha:
        assert np.abs(planes.alpha - rgba[..., 3] / 255 * 1023).max() <= 0.501


@pytest.mark.parametrize("name", LAYOUTS)
@given(size=sizes, seed=st.integers(0, 1000), data=st.data())
@settings(max_examples=30)
def test_bands_in_any_split_and_order_give_the_same_bytes(
    name: str, size: tuple[int, int], seed: int, data: st.DataObject
) -> None:
    rgba = premultiplied(size, seed)
    layout = LAYOUTS[name]
    whole, split = (np.full(layout.frame_bytes(size), 99, np.uint8) for _ in range(2))
    converter(layout, rgba, whole, BACKGROUND)(0, size[1], 0, size[0])
    cuts = data.draw(st.lists(st.integers(0, size[1] // 2).map(lambda pair: 2 * pair), max_size=3).map(sorted))
    convert = converter(layout, rgba, split, BACKGROUND)
    for first, end in data.draw(st.permutations(list(zip([0, *cuts], [*cuts, size[1]], strict=True)))):
        convert(first, end, 0, size[0])
    assert (whole == split).all()


@pytest.mark.parametrize("name", LAYOUTS)
@given(size=sizes, seed=st.integers(0, 1000), data=st.data())
@settings(max_examples=50)
def test_converting_the_columns_that_changed_gives_the_bytes_of_the_whole(
    name: str, size: tuple[int, int], seed: int, data: st.DataObject
) -> None:
    rgba, later = premultiplied(size, seed), premultiplied(size, seed + 1)
    layout = LAYOUTS[name]
    whole, followed = (np.full(layout.frame_bytes(size), 99, np.uint8) for _ in range(2))
    convert = converter(layout, rgba, followed, BACKGROUND)
    convert(0, size[1], 0, size[0])
    (first, end), (left, right) = (
        data.draw(st.lists(st.integers(0, (n + 1) // 2), min_size=2, max_size=2, unique=True).map(sorted))
        for n in size[::-1]
    )
    end, right = min(2 * end, size[1]), min(2 * right, size[0])
    rgba[2 * first : end, 2 * left : right] = later[2 * first : end, 2 * left : right]
    convert(2 * first, end, 2 * left, right)
    converter(layout, rgba, whole, BACKGROUND)(0, size[1], 0, size[0])
    assert (whole == followed).all()
