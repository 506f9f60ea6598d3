"""Kernels: runs of pixels sampled from a picture with bilinear weights of 8 bits, rounded once at the end.

Sampling is split in two loops, for the second then compiles to vector instructions: the first collects the four texels
round each position as two words of two neighbours (measured 1.3 ns a pixel), the second weighs them (0.9 ns); in one
loop they take 5.2 ns. Two channels share a 64-bit word with 32 bits each. A difference that borrows from the other
channel is put right by the sum that follows, since the arithmetic is modulo 2**64.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from rigbyscene.jit import kernel

BATCH = 512
"""Pixels that are sampled before they are weighed: enough that vector loops pay, and that what they read was not
written a moment ago, few enough that the buffers stay in the first-level cache."""

NEXT = 2 * BATCH
"""Where texels of the next mip level start in the same buffers."""

_BATCH = np.uint64(BATCH)
_NEXT = np.uint64(NEXT)
_FOUR_BYTES = np.uint64(0x00FF00FF00FF00FF)
_TWO_WORDS = np.uint64(0x0000FFFF0000FFFF)
_HALVES = np.uint64(0x0000800000008000)
_LOW = np.uint64(0xFFFFFFFF)
_1 = np.uint64(1)
_16 = np.uint64(16)
_24 = np.uint64(24)
_32 = np.uint64(32)
_40 = np.uint64(40)
_256 = np.uint64(256)
_BYTE = np.uint32(0xFF)
_PAIR = np.uint32(0xFF00FF)
_UPPER = np.uint32(0xFF00FF00)
_HALF = np.uint32(0x800080)
_8 = np.uint32(8)


@kernel(inner=True)
def gather(
    texels: NDArray[np.uint32],
    offset: int,
    width: int,
    height: int,
    s: int,
    t: int,
    s_step: int,
    t_step: int,
    pairs: NDArray[np.uint64],
    weights: NDArray[np.uint32],
    start: int,
    count: int,
) -> None:
    """Collect the texels round `count` positions from (`s`, `t`) on, in the bordered level at `offset`.

    Positions have 32 fractional bits; beyond the border's centres they stay there. ``pairs[start:]`` gets the upper two
    texels of each, the left one in the low half, ``pairs[BATCH + start:]`` the lower two, ``weights[start:]`` the
    fractions, horizontal in the low byte, vertical in the next.
    """
    s_last = (width + 1) << 32
    t_last = (height + 1) << 32
    s_end = s + (count - 1) * s_step
    t_end = t + (count - 1) * t_step
    base = np.uint64(offset)
    first = np.uint64(start)
    stride = np.uint64(width + 2)
    if min(s, s_end) >= 0 and max(s, s_end) <= s_last and min(t, t_end) >= 0 and max(t, t_end) <= t_last:
        for i in range(first, first + np.uint64(count)):
            at = base + np.uint64(t >> 32) * stride + np.uint64(s >> 32)
            pairs[i] = np.uint64(texels[at]) | (np.uint64(texels[at + _1]) << _32)
            pairs[_BATCH + i] = np.uint64(texels[at + stride]) | (np.uint64(texels[at + stride + _1]) << _32)
            weights[i] = np.uint32((s >> 24) & 0xFF) | np.uint32((t >> 16) & 0xFF00)
            s += s_step
            t += t_step
        return
    for i in range(first, first + np.uint64(count)):
        s_in = min(max(s, 0), s_last)
        t_in = min(max(t, 0), t_last)
        at = base + np.uint64(t_in >> 32) * stride + np.uint64(s_in >> 32)
        pairs[i] = np.uint64(texels[at]) | (np.uint64(texels[at + _1]) << _32)
        pairs[_BATCH + i] = np.uint64(texels[at + stride]) | (np.uint64(texels[at + stride + _1]) << _32)
        weights[i] = np.uint32((s_in >> 24) & 0xFF) | np.uint32((t_in >> 16) & 0xFF00)
        s += s_step
        t += t_step


@kernel(inner=True)
def weigh(pairs: NDArray[np.uint64], weights: NDArray[np.uint32], words: NDArray[np.uint32], count: int) -> None:
    """Combine the first `count` that `gather` collected into RGBA words."""
    for i in range(np.uint64(count)):
        right = np.uint64(weights[i] & _BYTE)
        down = np.uint64(weights[i] >> _8)
        p, q = pairs[i], pairs[_BATCH + i]
        words[i] = _bilinear(p & _LOW, p >> _32, q & _LOW, q >> _32, right, down)


@kernel(inner=True)
def weigh_next(
    pairs: NDArray[np.uint64], weights: NDArray[np.uint32], words: NDArray[np.uint32], count: int, share: int
) -> None:
    """Mix what `gather` collected from `NEXT` on into `words`, of which it then makes up `share` / 256."""
    theirs = np.uint32(share)
    ours = np.uint32(256 - share)
    for i in range(np.uint64(count)):
        right = np.uint64(weights[_NEXT + i] & _BYTE)
        down = np.uint64(weights[_NEXT + i] >> _8)
        p, q = pairs[_NEXT + i], pairs[_NEXT + _BATCH + i]
        word = _bilinear(p & _LOW, p >> _32, q & _LOW, q >> _32, right, down)
        there = words[i]
        low = np.uint32((there & _PAIR) * ours + (word & _PAIR) * theirs + _HALF)
        high = np.uint32(((there >> _8) & _PAIR) * ours + ((word >> _8) & _PAIR) * theirs + _HALF)
        words[i] = ((low >> _8) & _PAIR) | (high & _UPPER)


@kernel(inner=True)
def sample_shifted(
    texels: NDArray[np.uint32], first: int, stride: int, right: int, down: int, words: NDArray[np.uint32], count: int
) -> None:
    """Unscaled, unturned art between whole pixels: the same weights for `count` neighbouring texels from `first` on."""
    top = np.uint64(first)
    bottom = np.uint64(first + stride)
    x = np.uint64(right)
    y = np.uint64(down)
    for i in range(np.uint64(count)):
        words[i] = _bilinear(
            np.uint64(texels[top + i]),
            np.uint64(texels[top + i + _1]),
            np.uint64(texels[bottom + i]),
            np.uint64(texels[bottom + i + _1]),
            x,
            y,
        )


@kernel(inner=True)
def _bilinear(a: np.uint64, b: np.uint64, c: np.uint64, d: np.uint64, right: np.uint64, down: np.uint64) -> np.uint32:
    """Texels a b over c d with 8-bit weights: ``(... + 2**15) >> 16`` per channel."""
    # channels 0 2 1 3 in four 16-bit lanes
    a = (a | (a << _24)) & _FOUR_BYTES
    b = (b | (b << _24)) & _FOUR_BYTES
    c = (c | (c << _24)) & _FOUR_BYTES
    d = (d | (d << _24)) & _FOUR_BYTES
    top = a * _256 + (b - a) * right
    bottom = c * _256 + (d - c) * right
    even = top & _TWO_WORDS
    odd = (top >> _16) & _TWO_WORDS
    even = even * _256 + ((bottom & _TWO_WORDS) - even) * down + _HALVES
    odd = odd * _256 + (((bottom >> _16) & _TWO_WORDS) - odd) * down + _HALVES
    return np.uint32(
        ((even >> _16) & np.uint64(0xFF))
        | ((even >> _40) & np.uint64(0xFF00))
        | (odd & np.uint64(0xFF0000))
        | ((odd >> _24) & np.uint64(0xFF000000))
    )
