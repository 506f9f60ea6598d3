"""Kernels: runs of pixels sampled from a picture with bilinear weights of 8 bits, rounded once at the end.

Sampling is split in two loops, for the second then has no branches and compiles to vector instructions: `gather`
collects the four texels round each position as two words of two neighbours (measured 1.3 ns a pixel), `weigh` combines
them (0.9 ns); in one loop they take 5.2 ns. Two channels share a 64-bit word with 32 bits each. A difference that
borrows from the other channel is put right by the sum that follows, since the arithmetic is modulo 2**64.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from rigbyscene.jit import kernel

RUN = 256
"""Pixels that a run has at most: its buffers stay in the first-level cache."""

_FOUR_BYTES = np.uint64(0x00FF00FF00FF00FF)
_TWO_WORDS = np.uint64(0x0000FFFF0000FFFF)
_HALVES = np.uint64(0x0000800000008000)
_LOW = np.uint64(0xFFFFFFFF)
_8 = np.uint64(8)
_16 = np.uint64(16)
_24 = np.uint64(24)
_32 = np.uint64(32)
_1 = np.uint64(1)
_BYTE_0 = np.uint64(0xFF)
_BYTE_1 = np.uint64(0xFF00)
_BYTE_3 = np.uint64(0xFF000000)


@kernel
def gather(
    texels: NDArray[np.uint32],
    offset: int,
    width: int,
    height: int,
    s: int,
    t: int,
    s_step: int,
    t_step: int,
    count: int,
    upper: NDArray[np.uint64],
    lower: NDArray[np.uint64],
    weights: NDArray[np.uint32],
) -> None:
    """Collect the texels for `count` positions from (`s`, `t`) on, 32 fractional bits, in the bordered level at `offset`.

    `upper` and `lower` get the left texel in the low half and its right neighbour in the high one, `weights` the
    fractions: horizontal in the low byte, vertical in the next. Positions beyond the border's centres stay there.
    """
    s_last = (width + 1) << 32
    t_last = (height + 1) << 32
    s_end = s + (count - 1) * s_step
    t_end = t + (count - 1) * t_step
    base = np.uint64(offset)
    stride = np.uint64(width + 2)
    if min(s, s_end) >= 0 and max(s, s_end) <= s_last and min(t, t_end) >= 0 and max(t, t_end) <= t_last:
        for i in range(np.uint64(count)):
            at = base + np.uint64(t >> 32) * stride + np.uint64(s >> 32)
            upper[i] = np.uint64(texels[at]) | (np.uint64(texels[at + _1]) << _32)
            lower[i] = np.uint64(texels[at + stride]) | (np.uint64(texels[at + stride + _1]) << _32)
            weights[i] = np.uint32((s >> 24) & 0xFF) | np.uint32((t >> 16) & 0xFF00)
            s += s_step
            t += t_step
        return
    for i in range(np.uint64(count)):
        s_in = min(max(s, 0), s_last)
        t_in = min(max(t, 0), t_last)
        at = base + np.uint64(t_in >> 32) * stride + np.uint64(s_in >> 32)
        upper[i] = np.uint64(texels[at]) | (np.uint64(texels[at + _1]) << _32)
        lower[i] = np.uint64(texels[at + stride]) | (np.uint64(texels[at + stride + _1]) << _32)
        weights[i] = np.uint32((s_in >> 24) & 0xFF) | np.uint32((t_in >> 16) & 0xFF00)
        s += s_step
        t += t_step


@kernel
def weigh(
    upper: NDArray[np.uint64],
    lower: NDArray[np.uint64],
    weights: NDArray[np.uint32],
    out: NDArray[np.uint32],
    start: int,
    count: int,
) -> None:
    """Combine what `gather` collected into RGBA words ``out[start : start + count]``."""
    at = np.uint64(start)
    for i in range(np.uint64(count)):
        right = np.uint64(weights[i] & np.uint32(0xFF))
        down = np.uint64(weights[i] >> np.uint32(8))
        out[at + i] = _bilinear(upper[i] & _LOW, upper[i] >> _32, lower[i] & _LOW, lower[i] >> _32, right, down)


@kernel
def shifted(
    texels: NDArray[np.uint32],
    upper_row: int,
    lower_row: int,
    right: int,
    down: int,
    out: NDArray[np.uint32],
    start: int,
    count: int,
) -> None:
    """Unscaled, unturned art between whole pixels: the same weights for a run of neighbouring texels."""
    at = np.uint64(start)
    top = np.uint64(upper_row)
    bottom = np.uint64(lower_row)
    x = np.uint64(right)
    y = np.uint64(down)
    for i in range(np.uint64(count)):
        out[at + i] = _bilinear(
            np.uint64(texels[top + i]),
            np.uint64(texels[top + i + _1]),
            np.uint64(texels[bottom + i]),
            np.uint64(texels[bottom + i + _1]),
            x,
            y,
        )


@kernel
def _bilinear(a: int, b: int, c: int, d: int, right: int, down: int) -> int:
    """Texels a b over c d with 8-bit weights: ``(... + 2**15) >> 16`` per channel. All arguments uint64."""
    # channels 0 2 1 3 in four 16-bit lanes
    a = (a | (a << _24)) & _FOUR_BYTES
    b = (b | (b << _24)) & _FOUR_BYTES
    c = (c | (c << _24)) & _FOUR_BYTES
    d = (d | (d << _24)) & _FOUR_BYTES
    top = (a << _8) + (b - a) * right
    bottom = (c << _8) + (d - c) * right
    even = top & _TWO_WORDS
    odd = (top >> _16) & _TWO_WORDS
    even = (even << _8) + ((bottom & _TWO_WORDS) - even) * down + _HALVES
    odd = (odd << _8) + (((bottom >> _16) & _TWO_WORDS) - odd) * down + _HALVES
    return np.uint32(
        ((even >> _16) & _BYTE_0)
        | ((even >> np.uint64(40)) & _BYTE_1)
        | (odd & np.uint64(0xFF0000))
        | ((odd >> _24) & _BYTE_3)
    )


@kernel
def mix_levels(out: NDArray[np.uint32], start: int, other: NDArray[np.uint32], other_share: int, count: int) -> None:
    """``out[start:]`` becomes its mixture with `other`, of which `other_share` / 256 is taken."""
    at = np.uint64(start)
    theirs = np.uint32(other_share)
    ours = np.uint32(256 - other_share)
    pair = np.uint32(0xFF00FF)
    half = np.uint32(0x800080)
    eight = np.uint32(8)
    for i in range(np.uint64(count)):
        p = out[at + i]
        q = other[i]
        low = np.uint32((p & pair) * ours + (q & pair) * theirs + half)
        high = np.uint32(((p >> eight) & pair) * ours + ((q >> eight) & pair) * theirs + half)
        out[at + i] = ((low >> eight) & pair) | (high & np.uint32(0xFF00FF00))
