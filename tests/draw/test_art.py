"""Pictures cut from atlas pages: upright, alone, and with mip levels that lose nothing."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rigbyscene.draw.art import BLOCKS, FIRST_LEVEL, HEIGHT, LEVEL_COUNT, OFFSET, WIDTH, Art
from rigbyscene.model.atlas import Atlas, AtlasPage, AtlasRegion
from tests.draw.drawing import BLACK, NOTHING, Image, Sketch, art_of, flat, noise, rectangle, turned, whole_page

RED, GREEN, BLUE, WHITE = (255, 0, 0, 255), (0, 255, 0, 255), (0, 0, 255, 255), (255, 255, 255, 255)


@pytest.mark.parametrize("degrees", [0, 90, 180, 270])
@pytest.mark.parametrize("scale", [1, 2])
def test_pixels_of_a_picture_are_those_that_the_atlas_sheet_names(degrees: int, scale: int) -> None:
    """`AtlasRegion.page_position` is the sheet's table; `scale`: the page image is larger than declared."""
    rng = np.random.default_rng(degrees)
    page = noise(rng, 60, 50)
    width, height = 11, 7
    region = AtlasRegion("r", 0, 9, 5, width, height, 2, 3, 20, 15, degrees=degrees)
    enlarged = np.repeat(np.repeat(page, scale, 0), scale, 1)
    picture = Art.of([(Atlas((AtlasPage("p", 60, 50),), (region,)), [enlarged])]).picture(0)
    assert picture.shape == (height * scale, width * scale, 4)
    for q in range(height):
        for p in range(width):
            u = (p + 0.5 + region.offset_left) / region.original_width
            v = (q + 0.5 + region.offset_top) / region.original_height
            x, y = region.page_position(u, v)
            assert (picture[q * scale, p * scale] == page[int(y), int(x)]).all()


def quarters(side: int) -> Image:
    page = np.empty((side, side, 4), np.uint8)
    half = side // 2
    page[:half, :half], page[:half, half:], page[half:, :half], page[half:, half:] = RED, GREEN, BLUE, WHITE
    return page


@pytest.mark.parametrize("side", [16, 32, 64, 128, 51])
@pytest.mark.parametrize("degrees", [0.0, 17.0])
def test_a_page_of_another_size_than_declared_is_cut_by_the_declared_one(side: int, degrees: float) -> None:
    regions = [AtlasRegion(n, 0, x, y, 32, 32, 0, 0, 32, 32) for n, x, y in (("r", 0, 0), ("g", 32, 0), ("b", 0, 32))]
    regions.append(AtlasRegion("w", 0, 32, 32, 32, 32, 0, 0, 32, 32, degrees=90))
    art = Art.of([(Atlas((AtlasPage("p", 64, 64),), tuple(regions)), [quarters(side)])])
    for k, color in enumerate((RED, GREEN, BLUE, WHITE)):
        drawn = (
            Sketch().quad(turned(32, 32, centre=(24, 24), degrees=degrees), (32, 32), picture=k).drawn(art, (48, 48))
        )
        seen = {tuple(p) for p in drawn.reshape(-1, 4).tolist()}
        assert seen == {color, BLACK}


def test_a_page_without_a_declared_size_has_its_images() -> None:
    region = AtlasRegion("g", 0, 16, 0, 16, 16, 0, 0, 16, 16)
    art = Art.of([(Atlas((AtlasPage("p"),), (region,)), [quarters(32)])])
    assert (art.picture(0) == GREEN).all()


@pytest.mark.parametrize("degrees", [0.0, 17.0, 90.0])
@pytest.mark.parametrize("scale", [0.15, 0.3, 0.8, 1.0, 3.3])
def test_neighbours_on_the_page_never_show(degrees: float, scale: float) -> None:
    page = np.concatenate([flat(8, 8, *RED), flat(8, 8, *GREEN)], 1)
    page = np.concatenate([page, page[:, ::-1]])
    region = AtlasRegion("red", 0, 0, 0, 8, 8, 0, 0, 8, 8)
    art = Art.of([(Atlas((AtlasPage("p", 16, 16),), (region,)), [page])])
    corners = turned(8, 8, centre=(20.3, 19.8), degrees=degrees, scale=scale)
    assert Sketch().quad(corners, (8, 8)).drawn(art, (40, 40))[..., 1].max() == 0
    # nor where a mesh reaches beyond the region
    beyond = Sketch().mesh(corners, rectangle(-3, -3, 12, 12), [(0, 1, 2), (0, 2, 3)]).drawn(art, (40, 40))
    assert beyond[..., 1].max() == 0


def test_trimmed_sides_fade_to_transparent_and_others_repeat_their_edge() -> None:
    white = flat(6, 6, *WHITE)
    for side in range(4):
        trims = [0, 0, 0, 0]
        trims[side] = 5
        art = Art.of([whole_page(white, trims=tuple(trims))])  # type: ignore[arg-type]
        # 10 pixels a texel; the mesh reaches two texels beyond the picture everywhere
        mesh = Sketch().mesh(rectangle(0, 0, 100, 100), rectangle(-2, -2, 8, 8), [(0, 1, 2), (0, 2, 3)])
        drawn = mesh.drawn(art, (100, 100), NOTHING)[..., 3]
        lines = [drawn[50, :50][::-1], drawn[:50, 50][::-1], drawn[50, 50:], drawn[50:, 50]]
        for k, line in enumerate(lines):
            if k == side:
                assert (np.diff(line.astype(int)) <= 0).all()
                assert abs(int(line[30]) - 128) <= 15  # at the picture's own edge
                assert (line[36:] == 0).all()
                assert (line[:24] == 255).all()
            else:
                assert (line == 255).all()


@given(width=st.integers(1, 70), height=st.integers(1, 70), seed=st.integers(0, 99), fades=st.integers(0, 15))
@settings(max_examples=60)
def test_each_mip_level_is_the_mean_of_four_texels_of_the_one_before(
    width: int, height: int, seed: int, fades: int
) -> None:
    image = noise(np.random.default_rng(seed), width, height)
    art = Art.of([whole_page(image, trims=tuple(fades >> k & 1 for k in range(4)))])  # type: ignore[arg-type]
    assert np.array_equal(art.picture(0), image)
    for k in range(int(art.pictures[0, LEVEL_COUNT]) - 1):
        bordered = with_border(art, k).astype(int)
        smaller = art.picture(0, k + 1)
        h, w = smaller.shape[:2]
        assert (h, w) == (-(-(bordered.shape[0] - 2) // 2), -(-(bordered.shape[1] - 2) // 2))
        fours = bordered[1 : 1 + 2 * h, 1 : 1 + 2 * w].reshape(h, 2, w, 2, 4)
        assert np.array_equal(smaller, np.round(fours.mean((1, 3))))
        assert (smaller[..., :3] <= smaller[..., 3:]).all()
    assert art.picture(0, int(art.pictures[0, LEVEL_COUNT]) - 1).shape == (1, 1, 4)


def with_border(art: Art, level: int) -> Image:
    offset, width, height = art.levels[art.pictures[0, FIRST_LEVEL] + level][[OFFSET, WIDTH, HEIGHT]].tolist()
    words = art.texels[offset : offset + (width + 2) * (height + 2)]
    return words.view(np.uint8).reshape(height + 2, width + 2, 4)


@given(seed=st.integers(0, 999))
@settings(max_examples=25)
def test_what_is_said_to_be_empty_or_opaque_is(seed: int) -> None:
    rng = np.random.default_rng(seed)
    width, height = (int(n) for n in rng.integers(1, 90, 2))
    image = flat(width, height, 0, 0, 0, 0)
    for _ in range(3):
        x, y, w, h = (int(n) for n in rng.integers(0, 60, 4))
        image[y : y + h, x : x + w] = 255
    image[tuple(rng.integers(0, (height, width)))] = (0, 0, 0, 7)
    art = art_of(image)
    for level in range(int(art.pictures[0, LEVEL_COUNT])):
        alpha = with_border(art, level)[..., 3]
        blocks = int(art.levels[art.pictures[0, FIRST_LEVEL] + level, BLOCKS])
        columns = (alpha.shape[1] + 3) // 4
        beyond = np.pad(alpha, 128, mode="edge")
        for by in range((alpha.shape[0] + 3) // 4):
            for bx in range(columns):
                reach = int(art.emptiness[blocks + by * columns + bx])
                n = abs(reach)
                y1, x1 = min(by * 4 + 4, alpha.shape[0]), min(bx * 4 + 4, alpha.shape[1])
                near = beyond[128 + by * 4 - n : 128 + y1 + n, 128 + bx * 4 - n : 128 + x1 + n]
                assert reach == 0 or (near == (0 if reach > 0 else 255)).all()


def test_large_transparent_and_opaque_areas_are_known() -> None:
    image = flat(200, 200, 0, 0, 0, 0)
    image[:, 100:] = 255
    columns = 51
    emptiness = art_of(image).emptiness[: columns * columns].reshape(columns, columns)
    assert emptiness[25, 5] > 60
    assert emptiness[25, 45] < -60
    assert emptiness[25, 25] == 0


def test_regions_that_share_a_place_share_their_texels() -> None:
    regions = tuple(AtlasRegion(n, 0, 0, 0, 16, 16, 0, 0, 16, 16) for n in ("a", "b"))
    art = Art.of([(Atlas((AtlasPage("p", 32, 32),), regions), [quarters(32)])])
    assert art.pictures.shape[0] == 2
    assert art.pictures[0, FIRST_LEVEL] == art.pictures[1, FIRST_LEVEL]


def test_pictures_are_numbered_atlas_by_atlas() -> None:
    art = art_of(flat(2, 3, *RED), flat(4, 5, *GREEN))
    assert art.first_picture == (0, 1)
    assert art.picture(1).shape == (5, 4, 4)


@pytest.mark.parametrize("bounds", [(28, 28, 10, 10), (-4, -4, 8, 8), (40, 0, 5, 5), (3, 3, 0, 0)])
def test_a_region_beyond_its_page_shows_what_there_is_of_it(bounds: tuple[int, int, int, int]) -> None:
    x, y, width, height = bounds
    region = AtlasRegion("r", 0, x, y, width, height, 0, 0, width, height)
    art = Art.of([(Atlas((AtlasPage("p", 32, 32),), (region,)), [quarters(32)])])
    drawn = Sketch().quad(rectangle(0, 0, 20, 20), (width, height)).drawn(art, (20, 20), NOTHING)
    expected = {28: WHITE, -4: RED}.get(x, NOTHING)
    assert (drawn == expected).all()


def test_wrong_images_are_refused() -> None:
    atlas, pages = whole_page(flat(4, 4, *RED))
    with pytest.raises(ValueError, match="as many images"):
        Art.of([(atlas, [])])
    with pytest.raises(ValueError, match="uint8"):
        Art.of([(atlas, [pages[0].astype(float)])])  # type: ignore[list-item]
