"""The renderer's core kernel: a draw list drawn into one rectangle of a picture.

The picture is the same whatever rectangles it is drawn in, byte for byte: all that a pixel needs is computed from its
own position. That is what lets bands run on threads, and tiles be kept from the picture before.

The kernel is one long function on purpose. A function between it and the loops at the bottom (`sampling`, `blending`)
would count references to its arrays on every call: measured 150 ns a run of pixels, as much as sampling fifty of them.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from rigbyscene.draw.art import BLOCKS, CONTENTS, FLAT, HEIGHT, LOOK, OFFSET, OPAQUE, WIDTH
from rigbyscene.draw.blending import blend, blend_runs, tint
from rigbyscene.draw.coverage import (
    AFFINE,
    ALIGNED,
    KIND,
    NEXT_LINES,
    S_ACROSS,
    S_AT,
    S_DOWN,
    T_ACROSS,
    T_AT,
    T_DOWN,
    trace_shape,
)
from rigbyscene.draw.prepare import (
    BOTTOM,
    LEFT,
    LEVEL,
    MIX,
    MODE,
    NEXT_LEVEL,
    RIGHT,
    SHAPES_END,
    SHAPES_FROM,
    TINT,
    TOP,
    VERTEX,
    WHOLE,
)
from rigbyscene.draw.sampling import BATCH, NEXT, gather, sample_shifted, weigh, weigh_next
from rigbyscene.jit import kernel
from rigbyscene.model.enums import Blend

_NORMAL = int(Blend.NORMAL)

_STEP = 16
"""Pixels that are looked at together for being all transparent or all opaque."""


@kernel
def draw_rectangle(
    target: NDArray[np.uint32],
    stride: int,
    origin_x: int,
    origin_y: int,
    x0: int,
    y0: int,
    x1: int,
    y1: int,
    points: NDArray[np.int32],
    triangles: NDArray[np.int32],
    plan: NDArray[np.int64],
    lines: NDArray[np.int64],
    texels: NDArray[np.uint32],
    emptiness: NDArray[np.int8],
) -> None:
    """Draw all commands into the pixels [x0, x1) x [y0, y1).

    `target` holds RGBA words, rows `stride` apart, its first word being pixel (`origin_x`, `origin_y`). `points`,
    `plan` and `lines` come from `prepare` and `coverage`, `triangles` from the draw list, the rest is the art's.
    """
    spans = np.empty((2, max(y1 - y0, 1)), np.int64)
    corners = np.empty(4, np.int64)
    pairs = np.empty(NEXT + 2 * BATCH, np.uint64)
    weights = np.empty(NEXT + BATCH, np.uint32)
    words = np.empty(BATCH, np.uint32)
    runs = np.empty((BATCH, 2), np.int64)
    none = x0 - x0  # as a literal, 0 would compile the kernels that it is given to once more
    for c in range(len(plan)):
        if max(plan[c, LEFT], x0) >= min(plan[c, RIGHT], x1) or max(plan[c, TOP], y0) >= min(plan[c, BOTTOM], y1):
            continue
        offset, width, height = plan[c, LEVEL + OFFSET], plan[c, LEVEL + WIDTH], plan[c, LEVEL + HEIGHT]
        blocks, contents = plan[c, LEVEL + BLOCKS], plan[c, LEVEL + CONTENTS]
        mix, mode = plan[c, MIX], plan[c, MODE]
        dark = plan[c, TINT + 4] | plan[c, TINT + 5] | plan[c, TINT + 6]
        tinted = dark != 0 or plan[c, TINT] & plan[c, TINT + 1] & plan[c, TINT + 2] != 255
        copies = mode == _NORMAL and plan[c, TINT + 3] == 255
        sides = 3 + plan[c, WHOLE]
        if contents == FLAT:
            # one colour: no need to sample it more than once
            for i in range(BATCH):
                words[i] = texels[offset]
            tint(words, none + BATCH, plan, c)
        gathered = none  # pixels, and the runs of them, whose texels wait to be weighed
        waiting = none
        for shape in range(plan[c, SHAPES_FROM], plan[c, SHAPES_END]):
            above = below = True
            for k in range(sides):
                corners[k] = plan[c, VERTEX] + k if sides == 4 else triangles[shape, k]
                above &= points[corners[k], 1] <= y0 << 8
                below &= points[corners[k], 1] >= y1 << 8
            if above or below:
                continue
            top, bottom = trace_shape(points, corners, sides, y0, y1, spans)
            unscaled, s_step, t_step = lines[shape, KIND] != AFFINE, lines[shape, S_ACROSS], lines[shape, T_ACROSS]
            s_next, t_next = lines[shape, NEXT_LINES + S_ACROSS], lines[shape, NEXT_LINES + T_ACROSS]
            # texels round the middle of a step that its pixels can touch; the next level's reach three further
            reach = ((max(abs(s_step), abs(t_step)) * (_STEP // 2)) >> 32) + 2 + 3 * (mix > 0)
            for y in range(top, bottom):
                x = max(spans[0, y - y0], x0)
                end = min(spans[1, y - y0], x1)
                s_row = lines[shape, S_AT] + y * lines[shape, S_DOWN]
                t_row = lines[shape, T_AT] + y * lines[shape, T_DOWN]
                while x < end:
                    # the longest run of steps of one sort: 1 transparent, -1 opaque, 0 neither
                    sort = -(contents == OPAQUE)
                    longest = min(x + BATCH, end)
                    stop = x if contents == LOOK else longest
                    while stop < longest:
                        count = min(_STEP, longest - stop)
                        middle = stop + (count >> 1)
                        bx = min(max((s_row + middle * s_step) >> 32, 0), width + 1) >> 2
                        by = min(max((t_row + middle * t_step) >> 32, 0), height + 1) >> 2
                        known = emptiness[blocks + by * ((width + 5) >> 2) + bx]
                        here = (known >= reach) - (known <= -reach)
                        if stop > x and here != sort:
                            break
                        sort = here
                        stop += count
                    first = x
                    count = stop - x
                    x = stop
                    if sort > 0:
                        continue
                    to = (y - origin_y) * stride + first - origin_x
                    s = s_row + first * s_step
                    t = t_row + first * t_step
                    copied = copies and sort < 0
                    if contents == FLAT:
                        blend(mode, words, none, target, to, count, copies and words[0] >> 24 == 255)
                        continue
                    inside = unscaled and s >= 0 and t >= 0 and (s >> 32) + count <= width + 1 and (t >> 32) <= height
                    if waiting > 0 and (inside or gathered + count > BATCH):
                        weigh(pairs, weights, words, gathered)
                        if mix > 0:
                            weigh_next(pairs, weights, words, gathered, mix)
                        if tinted:
                            tint(words, gathered, plan, c)
                        blend_runs(mode, words, target, runs, waiting)
                        gathered = none
                        waiting = none
                    if inside:
                        at = offset + (t >> 32) * (width + 2) + (s >> 32)
                        if lines[shape, KIND] == ALIGNED and not tinted:
                            blend(mode, texels, at, target, to, count, copied)
                            continue
                        sample_shifted(texels, at, width + 2, (s >> 24) & 255, (t >> 24) & 255, words, count)
                        if tinted:
                            tint(words, count, plan, c)
                        blend(mode, words, none, target, to, count, copied)
                        continue
                    gather(texels, offset, width, height, s, t, s_step, t_step, pairs, weights, gathered, count)
                    if mix > 0:
                        gather(
                            texels,
                            plan[c, NEXT_LEVEL + OFFSET],
                            plan[c, NEXT_LEVEL + WIDTH],
                            plan[c, NEXT_LEVEL + HEIGHT],
                            lines[shape, NEXT_LINES + S_AT] + y * lines[shape, NEXT_LINES + S_DOWN] + first * s_next,
                            lines[shape, NEXT_LINES + T_AT] + y * lines[shape, NEXT_LINES + T_DOWN] + first * t_next,
                            s_next,
                            t_next,
                            pairs,
                            weights,
                            NEXT + gathered,
                            count,
                        )
                    runs[waiting, 0] = to
                    runs[waiting, 1] = -count if copied else count
                    waiting += 1
                    gathered += count
        if waiting > 0:
            weigh(pairs, weights, words, gathered)
            if mix > 0:
                weigh_next(pairs, weights, words, gathered, mix)
            if tinted:
                tint(words, gathered, plan, c)
            blend_runs(mode, words, target, runs, waiting)
