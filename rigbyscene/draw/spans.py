"""The kernel that draws one row of one shape: skips what is transparent, copies what is opaque, blends the rest."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from rigbyscene.draw.art import BLOCKS, HEIGHT, OFFSET, WIDTH
from rigbyscene.draw.blending import blend_additive, blend_multiply, blend_normal, blend_screen, fade, tint
from rigbyscene.draw.coverage import S_ACROSS, S_AT, S_DOWN, T_ACROSS, T_AT, T_DOWN
from rigbyscene.draw.prepare import LEVEL, MIX, TINT
from rigbyscene.draw.sampling import RUN, gather, mix_levels, shifted, weigh
from rigbyscene.jit import kernel
from rigbyscene.model.enums import Blend

NORMAL = int(Blend.NORMAL)
ADDITIVE = int(Blend.ADDITIVE)
MULTIPLY = int(Blend.MULTIPLY)

# how a shape's texels lie on the screen
AFFINE = 0
SHIFTED = 1  # unscaled and unturned: one texel a pixel, between texels by the same amount everywhere
ALIGNED = 2  # and that amount is nothing

_MIXED = 0
_CLEAR = 1
_SOLID = 2

_STEP = 16
"""Pixels that are looked at together for being all transparent or all opaque."""


@kernel
def draw_span(
    target: NDArray[np.uint32],
    row: int,
    first: int,
    end: int,
    y: int,
    kind: int,
    blend: int,
    solid: int,
    plan: NDArray[np.int64],
    lines: NDArray[np.int64],
    texels: NDArray[np.uint32],
    levels: NDArray[np.int64],
    emptiness: NDArray[np.int8],
    upper: NDArray[np.uint64],
    lower: NDArray[np.uint64],
    weights: NDArray[np.uint32],
    words: NDArray[np.uint32],
    others: NDArray[np.uint32],
) -> None:
    """Draw the pixels [first, end) of row `y`; pixel x is ``target[row + x]``. The last five are buffers of a run."""
    level = levels[plan[LEVEL]]
    mix = plan[MIX]
    s_step = lines[0, S_ACROSS]
    t_step = lines[0, T_ACROSS]
    s_row = lines[0, S_AT] + y * lines[0, S_DOWN]
    t_row = lines[0, T_AT] + y * lines[0, T_DOWN]
    red, green, blue, alpha = plan[TINT], plan[TINT + 1], plan[TINT + 2], plan[TINT + 3]
    dark_red, dark_green, dark_blue = plan[TINT + 4], plan[TINT + 5], plan[TINT + 6]
    plain = red == 255 and green == 255 and blue == 255 and not (dark_red or dark_green or dark_blue)
    even = red == alpha and green == alpha and blue == alpha and not (dark_red or dark_green or dark_blue)
    copies = blend == NORMAL and alpha == 255
    # texels round the middle of a step that its pixels can touch; the next level's reach three further
    reach = ((max(abs(s_step), abs(t_step)) * (_STEP // 2)) >> 32) + (5 if mix else 2)
    none = np.int64(0)  # a literal 0 would compile the kernels that take it a second time
    x = first
    while x < end:
        found = _SOLID
        stop = min(x + RUN, end)
        if not solid:
            stop = x
            found = _MIXED
            while stop < end and stop - x < RUN:
                count = min(_STEP, end - stop)
                middle = stop + (count >> 1)
                here = _look(emptiness, level, s_row + middle * s_step, t_row + middle * t_step, reach)
                if stop > x and here != found:
                    break
                found = here
                stop += count
        count = stop - x
        if found == _CLEAR:
            x = stop
            continue
        at = row + x
        copy = copies and found == _SOLID
        s = s_row + x * s_step
        t = t_row + x * t_step
        inside = (
            kind != AFFINE
            and s >= 0
            and t >= 0
            and (s >> 32) + count <= level[WIDTH] + 1
            and (t >> 32) <= level[HEIGHT]
        )
        source = level[OFFSET] + (t >> 32) * (level[WIDTH] + 2) + (s >> 32)
        if inside and kind == ALIGNED and plain and not copy:
            _blend(blend, texels, source, target, at, count)
            x = stop
            continue
        out = target if copy else words
        start = at if copy else none
        if inside and kind == ALIGNED:
            for i in range(count):
                out[start + i] = texels[source + i]
        elif inside:
            shifted(texels, source, source + level[WIDTH] + 2, (s >> 24) & 255, (t >> 24) & 255, out, start, count)
        else:
            gather(
                texels, level[OFFSET], level[WIDTH], level[HEIGHT], s, t, s_step, t_step, count, upper, lower, weights
            )
            weigh(upper, lower, weights, out, start, count)
            if mix:
                smaller = levels[plan[LEVEL] + 1]
                s = lines[1, S_AT] + x * lines[1, S_ACROSS] + y * lines[1, S_DOWN]
                t = lines[1, T_AT] + x * lines[1, T_ACROSS] + y * lines[1, T_DOWN]
                gather(
                    texels,
                    smaller[OFFSET],
                    smaller[WIDTH],
                    smaller[HEIGHT],
                    s,
                    t,
                    lines[1, S_ACROSS],
                    lines[1, T_ACROSS],
                    count,
                    upper,
                    lower,
                    weights,
                )
                weigh(upper, lower, weights, others, none, count)
                mix_levels(out, start, others, mix, count)
        if not plain:
            if even:
                fade(out, start, count, alpha)
            else:
                tint(out, start, count, red, green, blue, alpha, dark_red, dark_green, dark_blue)
        if not copy:
            _blend(blend, words, none, target, at, count)
        x = stop


@kernel
def _look(emptiness: NDArray[np.int8], level: NDArray[np.int64], s: int, t: int, reach: int) -> int:
    """Whether all texels up to `reach` round the position are transparent, opaque, or neither is known."""
    bx = min(max(s >> 32, 0), level[WIDTH] + 1) >> 2
    by = min(max(t >> 32, 0), level[HEIGHT] + 1) >> 2
    known = emptiness[level[BLOCKS] + by * ((level[WIDTH] + 5) >> 2) + bx]
    if known >= reach:
        return _CLEAR
    return _SOLID if known <= -reach else _MIXED


@kernel
def _blend(
    blend: int, source: NDArray[np.uint32], first: int, target: NDArray[np.uint32], start: int, count: int
) -> None:
    if blend == NORMAL:
        blend_normal(source, first, target, start, count)
    elif blend == ADDITIVE:
        blend_additive(source, first, target, start, count)
    elif blend == MULTIPLY:
        blend_multiply(source, first, target, start, count)
    else:
        blend_screen(source, first, target, start, count)
