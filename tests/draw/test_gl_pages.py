"""Pages and vertices, before any GL: levels never overlap, and a draw list becomes the buffer that was promised."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rigbyscene.draw.art import HEIGHT, LEVEL_COLUMNS, WIDTH
from rigbyscene.draw.gl_pages import EXTENT, MOST_PAGES, ORIGIN, PAGE, lay_out_pages
from rigbyscene.draw.gl_vertices import VERTEX_WORDS, VertexArrays
from rigbyscene.model.enums import Blend
from tests.draw.drawing import PIXELS, Sketch, art_of, flat, rectangle


def levels_of(sizes: list[tuple[int, int]]) -> np.ndarray:
    levels = np.zeros((len(sizes), LEVEL_COLUMNS), np.int64)
    levels[:, [WIDTH, HEIGHT]] = np.array(sizes).reshape(-1, 2)
    return levels


@given(
    st.lists(st.tuples(st.integers(1, 90), st.integers(1, 90)), max_size=60),
    st.sampled_from([64, 93, 128, 200, 4096]),
)
@settings(max_examples=100)
def test_levels_lie_on_their_pages_with_their_borders_and_do_not_overlap(
    sizes: list[tuple[int, int]], largest_side: int
) -> None:
    layout = lay_out_pages(levels_of(sizes), largest_side)
    if layout is None:
        assert max(max(size) for size in sizes) + 3 > largest_side
        return
    assert max(layout.width, layout.height) <= largest_side
    taken = np.zeros((layout.page_count, layout.height, layout.width), np.uint8)
    for (width, height), slot in zip(sizes, layout.slots.tolist(), strict=True):
        x, y = slot[ORIGIN] & 0xFFFF, slot[ORIGIN] >> 16
        assert slot[EXTENT] == width | height << 16
        assert x + width + 2 < layout.width and y + height + 2 < layout.height
        taken[slot[PAGE], y : y + height + 2, x : x + width + 2] += 1
    assert taken.max(initial=0) <= 1


def test_pages_are_well_filled() -> None:
    rng = np.random.default_rng(5)
    sizes = []
    for _ in range(400):
        width, height = (int(s) for s in np.exp(rng.uniform(2, 6.5, 2)))
        while (width, height) != (1, 1):
            sizes.append((width, height))
            width, height = (width + 1) // 2, (height + 1) // 2
    layout = lay_out_pages(levels_of(sizes), 16384)
    assert layout is not None
    used = sum((w + 2) * (h + 2) for w, h in sizes)
    assert used >= 0.8 * layout.texel_count


def test_more_pages_than_a_byte_tells_apart_are_no_pages() -> None:
    assert lay_out_pages(levels_of([(250, 250)] * (MOST_PAGES + 1)), 256) is None
    layout = lay_out_pages(levels_of([(250, 250)] * MOST_PAGES), 256)
    assert layout is not None and layout.page_count == MOST_PAGES
    layout = lay_out_pages(levels_of([(250, 250)] * (MOST_PAGES + 1)), 1024)
    assert layout is not None and layout.page_count < MOST_PAGES


def test_only_triangles_that_show_become_indices() -> None:
    art = art_of(flat(8, 8, 255, 255, 255, 255))
    layout = lay_out_pages(art.levels, 1024)
    assert layout is not None
    square = rectangle(0, 0, 8, 8)
    sketch = Sketch()
    sketch.mesh(rectangle(2, 2, 40, 40), square, [(0, 1, 2), (0, 2, 3), (1, 1, 2)])
    sketch.mesh([(2, 2), (50, 2), (math.nan, 40), (2, 40)], square, [(0, 1, 2), (0, 1, 3)])
    sketch.quad(rectangle(2, 2, 40, 40), (8, 8), color=(0, 0, 0, 0, 0, 0, 0))
    sketch.quad(rectangle(100, 2, 140, 40), (8, 8))
    sketch.quad(rectangle(3, 4, 11.25, 14), (8, 8), blend=Blend.SCREEN, color=(0.5, 0.25, 0, 1, 0, 0.2, 0))
    arrays = VertexArrays()
    counts = arrays.fill(sketch.list(), art, layout.slots, PIXELS, (0, 0, 100, 100))
    assert counts == (12, 6 + 3 + 6)
    assert arrays.indices[:15].tolist() == [0, 1, 2, 0, 2, 3, 4, 5, 7, 8, 9, 10, 8, 10, 11]
    last = arrays.vertices[8:12]
    assert last[:, :2].view(np.int32).tolist() == [[768, 1024], [2880, 1024], [2880, 3584], [768, 3584]]
    np.testing.assert_allclose(last[:, 2:4].view(np.float32), square, atol=1e-5)
    assert (last[:, 4] == layout.slots[0, ORIGIN]).all() and (last[:, 5] == (8 | 8 << 16)).all()
    assert (last[:, 8] >> 29 == int(Blend.SCREEN)).all()
    assert (last[:, 9] == (128 | 64 << 8 | 255 << 24)).all() and (last[:, 10] == 51 << 8).all()


@pytest.mark.parametrize("shift", [0.0, 0.004, 100 / 256])
def test_unscaled_art_keeps_its_texels_on_pixels_however_it_is_snapped(shift: float) -> None:
    """A mesh's triangles have places of their own then: one texel a pixel exactly, as the CPU renderer draws them."""
    art = art_of(flat(64, 64, 255, 255, 255, 255))
    layout = lay_out_pages(art.levels, 1024)
    assert layout is not None
    grid = [(x * 8.0, y * 8.0) for y in range(9) for x in range(9)]
    cells = [y * 9 + x for y in range(8) for x in range(8)]
    triangles = [t for k in cells for t in ((k, k + 1, k + 10), (k, k + 10, k + 9))]
    wobbly = [(x + shift + 0.001 * (k % 3), y + 3) for k, (x, y) in enumerate(grid)]
    arrays = VertexArrays()
    sketch = Sketch().mesh(wobbly, grid, triangles)
    vertex_count, index_count = arrays.fill(sketch.list(), art, layout.slots, PIXELS, (0, 0, 99, 99))
    assert (vertex_count, index_count) == (81 + 3 * len(triangles), 3 * len(triangles))
    own = arrays.vertices[arrays.indices[:index_count]].reshape(-1, 3, VERTEX_WORDS)
    points, places = own[..., :2].view(np.int32) / 256, own[..., 2:4].view(np.float32)
    offsets = places - points
    assert np.ptp(offsets, axis=1).max() < 1e-4


def test_arrays_double_and_are_used_again() -> None:
    art = art_of(flat(8, 8, 255, 255, 255, 255))
    layout = lay_out_pages(art.levels, 1024)
    assert layout is not None
    arrays = VertexArrays()
    rooms = []
    for count in (10, 600, 20, 650, 1100, 600):
        sketch = Sketch()
        for _ in range(count):
            sketch.quad(rectangle(2, 2, 40, 40), (8, 8))
        assert arrays.fill(sketch.list(), art, layout.slots, PIXELS, (0, 0, 100, 100)) == (4 * count, 6 * count)
        rooms.append(arrays.vertices.ctypes.data)
    assert rooms[1] == rooms[2] == rooms[3] and rooms[4] == rooms[5]
