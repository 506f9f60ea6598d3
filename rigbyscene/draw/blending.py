"""Kernels: colour arithmetic on runs of packed premultiplied RGBA words, two bytes at a time.

A product of two bytes is divided by 255 with exact rounding, ``(x + 128 + ((x + 128) >> 8)) >> 8``, so opaque white
times anything is that thing and grey stays grey. Results never leave a byte because sources are premultiplied: no
channel is above its alpha.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from rigbyscene.draw.prepare import TINT
from rigbyscene.jit import kernel
from rigbyscene.model.enums import Blend

_NORMAL = int(Blend.NORMAL)
_ADDITIVE = int(Blend.ADDITIVE)
_MULTIPLY = int(Blend.MULTIPLY)

_PAIR = np.uint32(0xFF00FF)
_UPPER = np.uint32(0xFF00FF00)
_HALF = np.uint32(0x800080)
_TOP = np.uint32(0xFF000000)
_ONES = np.uint32(0x10001)
_BYTE = np.uint32(0xFF)
_ALL = np.uint32(255)
_8 = np.uint32(8)
_16 = np.uint32(16)
_24 = np.uint32(24)


@kernel(inner=True)
def tint(words: NDArray[np.uint32], count: int, plan: NDArray[np.int64], c: int) -> None:
    """Multiply `count` words by the colours of command `c` of the plan.

    ``rgb = (t.rgb * light + (t.a - t.rgb) * dark) / 255``, ``a = t.a * alpha / 255``; written with ``light - dark``, so
    that two colours cost as much as one: ``t.rgb * (light - dark) + t.a * dark``.
    """
    red, green, blue, alpha = plan[c, TINT], plan[c, TINT + 1], plan[c, TINT + 2], np.uint32(plan[c, TINT + 3])
    dark_red, dark_green, dark_blue = (
        np.int32(plan[c, TINT + 4]),
        np.int32(plan[c, TINT + 5]),
        np.int32(plan[c, TINT + 6]),
    )
    if red == alpha and green == alpha and blue == alpha and dark_red | dark_green | dark_blue == 0:
        for i in range(np.uint64(count)):
            words[i] = _scaled(words[i], alpha)
        return
    r, g, b = np.int32(red - dark_red), np.int32(green - dark_green), np.int32(blue - dark_blue)
    for i in range(np.uint64(count)):
        t = words[i]
        opacity = np.int32(t >> _24)
        out_red = np.int32(t & _BYTE) * r + opacity * dark_red
        out_green = np.int32((t >> _8) & _BYTE) * g + opacity * dark_green
        out_blue = np.int32((t >> _16) & _BYTE) * b + opacity * dark_blue
        low = _over_255(np.uint32(out_red) | (np.uint32(out_blue) << _16))
        high = _over_255(np.uint32(out_green) | np.uint32((t >> _24) * alpha << _16))
        words[i] = low | (high << _8)


@kernel(inner=True)
def blend(
    mode: int,
    source: NDArray[np.uint32],
    first: int,
    target: NDArray[np.uint32],
    start: int,
    count: int,
    opaque: bool,
) -> None:
    """Blend ``source[first : first + count]`` over ``target[start:]`` as `rigbyscene.model.enums.Blend` says.

    In alpha, multiply is as normal, and additive ends at 255 as in the colours. What is known to be `opaque` and normal
    is copied.
    """
    at = np.uint64(start)
    source_at = np.uint64(first)
    if opaque:
        for i in range(np.uint64(count)):
            target[at + i] = source[source_at + i]
    elif mode == _NORMAL:
        for i in range(np.uint64(count)):
            s = source[source_at + i]
            target[at + i] = s + _scaled(target[at + i], np.uint32(_ALL - (s >> _24)))
    elif mode == _ADDITIVE:
        for i in range(np.uint64(count)):
            s = source[source_at + i]
            d = target[at + i]
            low = np.uint32((s & _PAIR) + (d & _PAIR))
            high = np.uint32(((s >> _8) & _PAIR) + ((d >> _8) & _PAIR))
            # a carry into bit 8 of a lane becomes 255 in that lane
            low |= np.uint32(((low >> _8) & _ONES) * _ALL)
            high |= np.uint32(((high >> _8) & _ONES) * _ALL)
            target[at + i] = (low & _PAIR) | ((high & _PAIR) << _8)
    elif mode == _MULTIPLY:
        for i in range(np.uint64(count)):
            s = source[source_at + i]
            d = target[at + i]
            rest = np.uint32(_ALL - (s >> _24))
            red = np.uint32((d & _BYTE) * ((s & _BYTE) + rest))
            green = np.uint32(((d >> _8) & _BYTE) * (((s >> _8) & _BYTE) + rest))
            blue = np.uint32(((d >> _16) & _BYTE) * (((s >> _16) & _BYTE) + rest))
            low = _over_255(red | (blue << _16))
            high = _over_255(green | np.uint32((d >> _24) * rest << _16))
            target[at + i] = (low | (high << _8)) + (s & _TOP)
    else:
        for i in range(np.uint64(count)):
            s = source[source_at + i]
            d = target[at + i]
            rest = ~s
            red = np.uint32((d & _BYTE) * (rest & _BYTE))
            green = np.uint32(((d >> _8) & _BYTE) * ((rest >> _8) & _BYTE))
            blue = np.uint32(((d >> _16) & _BYTE) * ((rest >> _16) & _BYTE))
            low = _over_255(red | (blue << _16))
            high = _over_255(green | np.uint32((d >> _24) * (rest >> _24) << _16))
            target[at + i] = s + (low | (high << _8))


@kernel(inner=True)
def blend_runs(
    mode: int, words: NDArray[np.uint32], target: NDArray[np.uint32], runs: NDArray[np.int64], count: int
) -> None:
    """Blend the words of `count` runs, one after the other.

    Run k goes to ``target[runs[k, 0] :]`` and is ``abs(runs[k, 1])`` long; a negative length marks an opaque one.
    """
    at = 0
    for k in range(count):
        length = abs(runs[k, 1])
        blend(mode, words, at, target, runs[k, 0], length, runs[k, 1] < 0)
        at += length


@kernel(inner=True)
def _scaled(word: np.uint32, factor: np.uint32) -> np.uint32:
    """All four bytes times `factor` / 255."""
    low = np.uint32((word & _PAIR) * factor + _HALF)
    high = np.uint32(((word >> _8) & _PAIR) * factor + _HALF)
    low = np.uint32(low + ((low >> _8) & _PAIR)) >> _8
    high = np.uint32(high + ((high >> _8) & _PAIR))
    return (low & _PAIR) | (high & _UPPER)


@kernel(inner=True)
def _over_255(pair: np.uint32) -> np.uint32:
    """Two 16-bit products divided by 255, rounded: bytes 0 and 2."""
    pair = np.uint32(pair + _HALF)
    return (np.uint32(pair + ((pair >> _8) & _PAIR)) >> _8) & _PAIR


@kernel
def straighten(premultiplied: NDArray[np.uint32], straight: NDArray[np.uint32]) -> None:
    """Divide the colours of RGBA words by their alpha, rounded, at most 255; transparent words become 0."""
    for i in range(np.uint64(len(premultiplied))):
        word = premultiplied[i]
        alpha = np.int64(word >> _24)
        if alpha == 255:
            straight[i] = word
            continue
        out = alpha << 24
        for shift in range(0, 24 if alpha else 0, 8):
            out |= min(((word >> shift) & 255) * 255 + (alpha >> 1), 255 * alpha) // alpha << shift
        straight[i] = out


@kernel
def average_blocks(
    samples: NDArray[np.uint32], width: int, factor: int, target: NDArray[np.uint32], start: int, rows: int
) -> None:
    """Box-average `factor` x `factor` samples (at most 16 x 16) into `rows` rows of `width` words from `start` on.

    Rounded, halves to the even neighbour, so that supersampling brightens nothing.
    """
    area = factor * factor
    across = width * factor
    for out in range(rows * width):
        at = out // width * factor * across + out % width * factor
        low = high = np.uint32(0)
        for j in range(factor):
            for i in range(at + j * across, at + j * across + factor):
                low += samples[i] & _PAIR
                high += (samples[i] >> _8) & _PAIR
        word = 0
        for k in range(4):
            total = int((low, high)[k & 1] >> (16 * (k >> 1))) & 0xFFFF
            quotient = total // area
            twice = 2 * (total - quotient * area)
            quotient += twice > area or (twice == area and quotient & 1)
            word |= quotient << (8 * k)
        target[start + out] = word
